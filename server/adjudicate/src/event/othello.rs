//! The operations `othello` and `perft`.

use ishigaki_othello::{
    Board, Colour, Ending, Game, Handicap, OthelloResult, Pass, Ply, Position, Reason, Square, Squares,
    Winner,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::OperationResult;
use super::fault::RequestFault;
use crate::request::Object;

#[derive(Deserialize)]
struct StartPosition {
    handicap: Option<u8>,
    board: Option<String>,
    turn: Option<ColourName>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ColourName {
    Black,
    White,
}

impl From<ColourName> for Colour {
    fn from(name: ColourName) -> Self {
        match name {
            ColourName::Black => Self::Black,
            ColourName::White => Self::White,
        }
    }
}

const fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

impl StartPosition {
    /// The position that it names.
    ///
    /// # Errors
    /// If it names none, or two.
    fn position(&self) -> Result<Position, RequestFault> {
        match (self.handicap, &self.board, self.turn) {
            (handicap, None, None) => {
                Handicap::of(handicap.unwrap_or(0)).map(Position::start).ok_or(RequestFault::BadRequest)
            }
            (None, Some(board), Some(turn)) => {
                let board = Board::parse(board).map_err(|_| RequestFault::BadRequest)?;
                Ok(Position { board, turn: turn.into() })
            }
            _ => Err(RequestFault::BadRequest),
        }
    }
}

#[derive(Deserialize)]
struct Request {
    moves: Option<String>,
    draw_win: Option<ColourName>,
    end: Option<Object<OthelloEnd>>,
}

#[derive(Deserialize)]
struct OthelloEnd {
    reason: EndReason,
    loser: Option<ColourName>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum EndReason {
    Time,
    DoubleTime,
    Forfeit,
    Referee,
}

impl OthelloEnd {
    /// The ending that was claimed or ruled.
    ///
    /// # Errors
    /// If it does not say who lost.
    fn ending(&self) -> Result<Ending, RequestFault> {
        let loser = self.loser.map(Colour::from).ok_or(RequestFault::BadRequest);
        Ok(match self.reason {
            EndReason::Time => Ending::Time { loser: loser? },
            EndReason::DoubleTime => Ending::DoubleTime,
            EndReason::Forfeit => Ending::Forfeit { loser: loser? },
            EndReason::Referee => Ending::Referee { loser: loser? },
        })
    }
}

pub(super) fn othello(line: &str) -> OperationResult {
    let Object(start) = serde_json::from_str::<Object<StartPosition>>(line)?;
    let Object(request) = serde_json::from_str::<Object<Request>>(line)?;
    let draw_win = request.draw_win.map(Colour::from);
    let ending = request.end.map(|Object(end)| end.ending()).transpose()?;
    let moves = request.moves.unwrap_or_default();
    let game = Game::replay(start.position()?, &moves).map_err(RequestFault::IllegalMove)?;
    let result = match ending {
        Some(ending) => Some(OthelloResult::by(ending, &game, draw_win).map_err(|_| RequestFault::BadClaim)?),
        None => OthelloResult::on_the_board(&game, draw_win),
    };
    let position = game.position();
    let (board, finished) = (position.board, position.is_finished());
    Ok(json!({
        "board": board.to_string(),
        "discs": {
            "black": board.discs(Colour::Black).count(),
            "white": board.discs(Colour::White).count(),
            "empty": board.empty().count(),
        },
        "finished": finished,
        "turn": (!finished).then(|| name(position.turn)),
        "legal": names(position.legal()),
        "must_pass": position.must_pass(),
        "plies": game.plies().iter().map(ply).collect::<Vec<_>>(),
        "passes": game.passes().iter().copied().map(pass).collect::<Vec<_>>(),
        "score": result.and_then(|result| result.score)
            .map(|score| json!({"black": score.black, "white": score.white})),
        "result": result.map(|result| result_json(&result)),
    }))
}

fn names(squares: Squares) -> Vec<String> {
    squares.into_iter().map(|square: Square| square.to_string()).collect()
}

fn ply(ply: &Ply) -> Value {
    let Ply { number, by, square, flips } = *ply;
    json!({"move": number, "by": name(by), "square": square.to_string(), "flips": names(flips)})
}

fn pass(pass: Pass) -> Value {
    json!({"before": pass.before, "by": name(pass.by)})
}

fn result_json(result: &OthelloResult) -> Value {
    let winner = match result.winner {
        Winner::Side(colour) => name(colour),
        Winner::Draw => "draw",
    };
    let reason = match result.reason {
        Reason::Normal => "normal",
        Reason::Time => "time",
        Reason::DoubleTime => "double_time",
        Reason::Forfeit => "forfeit",
        Reason::Referee => "referee",
    };
    json!({"winner": winner, "reason": reason, "rated": result.rated})
}

#[derive(Deserialize)]
struct Depth {
    depth: u32,
}

const DEEPEST: u32 = 9;

pub(super) fn perft(line: &str) -> OperationResult {
    let Object(start) = serde_json::from_str::<Object<StartPosition>>(line)?;
    let Object(Depth { depth }) = serde_json::from_str::<Object<Depth>>(line)?;
    if depth > DEEPEST {
        return Err(RequestFault::BadRequest);
    }
    Ok(json!({"nodes": ishigaki_othello::perft(&start.position()?, depth)}))
}
