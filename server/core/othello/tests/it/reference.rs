//! Compares moves with a slow reference on an eight by eight table.
#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

use ishigaki_othello::{Board, Colour, Game, Handicap, Position, Square};
use proptest::prelude::*;

/// Column and row of a square.
type At = (i8, i8);

fn disc(board: &Board, (column, row): At) -> Option<Colour> {
    let inside = (0..8).contains(&column) && (0..8).contains(&row);
    let index = inside.then(|| u8::try_from(row * 8 + column).expect("on the board"))?;
    board.disc(Square::at(index)?)
}

/// Returns the discs that a move flips, walking square by square.
fn turned(position: &Position, square: Square) -> Vec<Square> {
    let index = i8::try_from(square.index()).expect("below 64");
    let mut all = Vec::new();
    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let mut line = Vec::new();
        let mut at = (index % 8 + dx, index / 8 + dy);
        while disc(&position.board, at) == Some(position.turn.other()) {
            line.push(Square::at(u8::try_from(at.1 * 8 + at.0).expect("on the board")).expect("a square"));
            at = (at.0 + dx, at.1 + dy);
        }
        if disc(&position.board, at) == Some(position.turn) {
            all.extend(line);
        }
    }
    all.sort();
    all
}

fn squares() -> impl Iterator<Item = Square> {
    (0..64).filter_map(Square::at)
}

fn check(position: &Position) {
    for square in squares() {
        let expected = turned(position, square);
        assert_eq!(
            position.flips(square).into_iter().collect::<Vec<_>>(),
            expected,
            "{square} of {position:?}"
        );
        let free = position.board.disc(square).is_none();
        assert_eq!(
            position.legal().contains(square),
            free && !expected.is_empty(),
            "{square} of {position:?}"
        );
    }
}

proptest! {
    #[test]
    fn moves_of_any_board_are_the_references(cells in prop::collection::vec(0..3_u8, 64), black: bool) {
        let text: String = cells.iter().map(|cell| ['-', 'X', 'O'][usize::from(*cell)]).collect();
        let turn = if black { Colour::Black } else { Colour::White };
        let board = Board::parse(&text).expect("a board");
        prop_assert_eq!(board.to_string(), text);
        check(&Position { board, turn });
    }

    #[test]
    fn random_game_ends_and_replays_from_transcript(
        choices in prop::collection::vec(0..64_usize, 64),
        discs in 0..5_u8,
    ) {
        let start = Position::start(Handicap::of(discs).expect("at most four"));
        let mut game = Game::at(start);
        for choice in choices {
            if game.position().is_finished() {
                break;
            }
            check(game.position());
            let to_move = if game.position().must_pass() { game.position().passed() } else { *game.position() };
            let legal: Vec<Square> = to_move.legal().into_iter().collect();
            let square = legal[choice % legal.len()];
            game.play(&square.to_string()).expect("a legal move");
        }
        prop_assert!(game.position().is_finished());
        prop_assert_eq!(Game::replay(start, &game.to_string()), Ok(game));
    }
}
