//! The figures and openings of the rule book, and valid transcripts, scores and claims.
#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

use ishigaki_othello::{
    Board, BoardFault, ClaimFault, Colour, Ending, Game, Handicap, MoveFault, OthelloResult, Position,
    Reason, Score, Square, Winner,
};

fn position(board: &str, turn: Colour) -> Position {
    Position { board: Board::parse(board).expect("a board"), turn }
}

fn square(name: &str) -> Square {
    Square::parse(name).expect("a square")
}

fn names(squares: impl IntoIterator<Item = Square>) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

fn played(transcript: &str) -> Game {
    Game::replay(Position::start(Handicap::None), transcript).expect("legal moves")
}

#[test]
fn black_has_four_moves_after_f5_f6() {
    let game = played("f5f6");
    let board = "---------------------------OX------XOX-------O------------------";
    assert_eq!(game.position().board.to_string(), board);
    assert_eq!(names(game.position().legal()), "d3 c4 e6 f7");
}

#[test]
fn move_flips_all_lines_but_not_from_flipped_discs() {
    let board = "--------------------X------OXO-----XOO-------O------------------";
    let black = position(board, Colour::Black);
    assert_eq!(names(black.flips(square("g5"))), "f4 e5 f5");
    let white = black.played(square("g5")).expect("g5 is legal");
    assert_eq!(white.played(square("e2")), Err(MoveFault::NoFlip));
}

#[test]
fn pass_is_forced_without_moves_and_rejected_with_moves() {
    let board = "--------------------------XXX--O---XXXOO-----X-O-----X----------";
    let black = position(board, Colour::Black);
    assert!(black.must_pass() && !black.is_finished());
    assert_eq!(names(black.passed().legal()), "c5 e7");
    let written = Game::replay(black, "--c5").expect("a pass is due");
    let left_out = Game::replay(black, "c5").expect("a pass may be left out");
    assert_eq!(written.position(), left_out.position());
    assert_eq!((written.passes()[0].before, left_out.passes()[0].before), (1, 1));
    assert_eq!((written.plies()[0].number, left_out.plies()[0].number), (2, 1));
    let refused = Game::replay(black.passed(), "--").expect_err("white has moves");
    assert_eq!((refused.number, refused.fault), (1, MoveFault::PassWithMoves));
}

#[test]
fn full_board_is_scored() {
    let board = "OOOOOOOOOXXOOXOXOXXXXOXXOXOXXXXXOXOOXXXXOXOOOXXXOOOOOOXXOXXXXXXX";
    let end = position(board, Colour::Black);
    assert!(end.is_finished());
    let score = Score::of(&end.board);
    assert_eq!((score.black.max(score.white), score.black.min(score.white)), (34, 30));
}

#[test]
fn empty_squares_belong_to_the_winner() {
    let board = "------------------X--------XXXX----XXXXX----X-X------X------O-X-";
    let end = Game::at(position(board, Colour::White));
    assert!(end.position().is_finished());
    assert_eq!(Score::of(&end.position().board), Score { black: 63, white: 1 });
    let result = OthelloResult::on_the_board(&end, None).expect("it is over");
    assert_eq!(
        (result.winner, result.reason, result.rated),
        (Winner::Side(Colour::Black), Reason::Normal, true)
    );
}

#[test]
fn only_legal_move_flips_three_discs() {
    let board = "------------------XXXX----XOXX----XXXXX---XXXOX-----XX----------";
    assert_eq!(names(position(board, Colour::Black).legal()), "g7");
    let board = "--X--XXXX-XXXOOOOOOOOOOOOOXOOXXOOOOXOXXOOOXOXXXOO-OOOXOOXXXXXXXO";
    assert_eq!(names(position(board, Colour::Black).flips(square("b7"))), "c7 d7 e7");
}

#[test]
fn named_openings_reach_expected_positions() {
    assert_eq!(played("f5d6c3d3c4").position(), played("F5D6C4D3C3").position());
    for opening in ["f5d6c5f4e3", "f5d6c3d3c4", "f5f6e6d6c5", "f5f4e3f6d3"] {
        let game = played(opening);
        let discs = 64 - game.position().board.empty().count();
        assert_eq!((game.position().turn, discs), (Colour::White, 9), "{opening}");
        assert_eq!(game.to_string(), opening);
    }
    let rabbit = played("f5d6c5f4e3c6d3f6");
    assert_eq!(names(rabbit.position().flips(square("e6"))), "e5");
}

#[test]
fn handicaps_lie_on_corners_and_white_begins() {
    for (handicap, corners) in Handicap::ALL.into_iter().zip(["", "a1", "a1 h8", "a1 h1 h8", "a1 h1 a8 h8"]) {
        let start = Position::start(handicap);
        let on_corners = start
            .board
            .discs(Colour::Black)
            .into_iter()
            .filter(|disc| ["a1", "h1", "a8", "h8"].contains(&disc.to_string().as_str()));
        assert_eq!(names(on_corners), corners);
        assert_eq!(start.turn == Colour::White, handicap != Handicap::None);
        assert_eq!(Handicap::of(handicap.discs()), Some(handicap));
    }
    assert_eq!(Handicap::of(5), None);
}

#[test]
fn replay_error_names_first_illegal_move() {
    let refused = |text| {
        let error = Game::replay(Position::start(Handicap::None), text).expect_err("impossible");
        (error.number, error.square, error.fault)
    };
    assert_eq!(refused("f5z9"), (2, "z9".into(), MoveFault::NotASquare));
    assert_eq!(refused("f5D"), (2, "d".into(), MoveFault::NotASquare));
    assert_eq!(refused("f5F5"), (2, "f5".into(), MoveFault::Occupied));
    assert_eq!(refused("a1"), (1, "a1".into(), MoveFault::NoFlip));
    assert_eq!(refused("f5--"), (2, "--".into(), MoveFault::PassWithMoves));
    let over = position("X---------------------------------------------------------------", Colour::Black);
    let error = Game::replay(over, "--").expect_err("it is over");
    assert_eq!(error.fault, MoveFault::GameOver);
}

#[test]
fn board_with_wrong_length_or_character_is_rejected() {
    assert_eq!(Board::parse("XO"), Err(BoardFault::Length { characters: 2 }));
    assert_eq!(
        Board::parse(&"-".repeat(63).replace("----", "-x--")),
        Err(BoardFault::Length { characters: 63 })
    );
    let wrong = format!("{}x{}", "-".repeat(10), "-".repeat(53));
    assert_eq!(Board::parse(&wrong), Err(BoardFault::Character { place: 10 }));
}

#[test]
fn equal_discs_are_won_by_the_draw_win_right() {
    let game = Game::at(position(&"-".repeat(64), Colour::Black));
    let winner = |right| OthelloResult::on_the_board(&game, right).map(|result| result.winner);
    assert_eq!(winner(None), Some(Winner::Draw));
    assert_eq!(winner(Some(Colour::White)), Some(Winner::Side(Colour::White)));
    assert_eq!(Score::of(&game.position().board), Score { black: 32, white: 32 });
}

#[test]
fn claims_are_decided_by_rule_book() {
    let running = played("f5d6");
    let time = Ending::Time { loser: Colour::Black };
    let result = OthelloResult::by(time, &running, None).expect("a running clock may be claimed");
    assert_eq!((result.winner, result.rated), (Winner::Side(Colour::White), true));
    assert_eq!(OthelloResult::by(Ending::DoubleTime, &running, None), Err(ClaimFault::NoDrawWin));
    let double =
        OthelloResult::by(Ending::DoubleTime, &running, Some(Colour::Black)).expect("the right decides");
    assert_eq!((double.winner, double.rated), (Winner::Side(Colour::Black), false));
    let late = Ending::Forfeit { loser: Colour::White };
    assert_eq!(OthelloResult::by(late, &running, None), Err(ClaimFault::ForfeitWithMoves { moves: 2 }));
    assert!(OthelloResult::by(late, &played(""), None).is_ok_and(|result| !result.rated));
    assert!(
        OthelloResult::by(Ending::Referee { loser: Colour::White }, &running, None).is_ok_and(|it| it.rated)
    );
}

#[test]
fn only_last_mover_can_lose_on_time_after_end() {
    // Black takes the last white disc.
    let start = position(&format!("-OX{}", "-".repeat(61)), Colour::Black);
    let over = Game::replay(start, "a1").expect("legal");
    assert!(over.position().is_finished());
    assert!(OthelloResult::by(Ending::Time { loser: Colour::Black }, &over, None).is_ok());
    let wrong = OthelloResult::by(Ending::Time { loser: Colour::White }, &over, None);
    assert_eq!(wrong, Err(ClaimFault::NotTheLastMover { last: Colour::Black }));
    let no_move = Game::at(*over.position());
    assert!(OthelloResult::by(Ending::Time { loser: Colour::White }, &no_move, None).is_ok());
}
