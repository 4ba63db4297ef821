//! The rule books as a filter: one JSON request a line in, one JSON answer a line out, by the rules alone.
//!
//! This room knows the shapes of the requests and answers, and what may be wrong with them. It judges nothing itself:
//! every verdict on a game comes from [`ishigaki_rules`], those on events and Othello (`event`) from
//! [`ishigaki_tournament`] and [`ishigaki_othello`]. What the rules' types cannot hold, such as a price that is no
//! integer, is dealt with here and never reaches them.

mod auction;
mod event;
mod rank;
mod request;
mod wall;

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read, Write};

use ishigaki_catalogue::Message;
use serde::{Deserialize, Serialize};

use request::Object;

/// Error of a request that does not fit the contract, and gets no verdict.
#[derive(Debug, thiserror::Error, Message)]
#[message("adjudicate")]
enum RequestError {
    /// Nothing stands on the line.
    Blank,
    /// The line is not text.
    NotText(#[source] std::str::Utf8Error),
    /// The line is not of the shape the request must have.
    Shape {
        /// Description of what does not fit, and where.
        reason: String,
    },
    /// The line is no JSON object that names an operation.
    NoRequest {
        /// Description of what does not fit, and where.
        reason: String,
    },
    /// There is no such request.
    UnknownOp {
        /// Operation that was asked for.
        #[message(debug)]
        op: String,
    },
    /// Two things of one kind bear the same id.
    Duplicate {
        /// Kind of the thing.
        kind: &'static str,
        #[message(debug)]
        id: String,
    },
    /// A lot has no copy.
    NoCopies {
        #[message(debug)]
        lot: String,
    },
    /// A wave is given although nothing is tied.
    TooManyWaves {
        /// Waves the round calls for.
        called: usize,
        /// Waves in the request.
        given: usize,
    },
}

impl RequestError {
    /// Returns whether it is no request of any operation: its answer has the form that the newer operations
    /// share.
    const fn is_no_request(&self) -> bool {
        matches!(self, Self::Blank | Self::NotText(_) | Self::NoRequest { .. } | Self::UnknownOp { .. })
    }
}

impl From<serde_json::Error> for RequestError {
    fn from(error: serde_json::Error) -> Self {
        Self::Shape { reason: error.to_string() }
    }
}

/// Part that all requests have.
#[derive(Deserialize)]
struct RequestHead<'a> {
    #[serde(borrow)]
    op: Cow<'a, str>,
}

/// The answer to a request that does not fit.
#[derive(Serialize)]
struct Refusal {
    error: RefusalReason,
}

/// Reason for which there is no verdict.
#[derive(Serialize)]
#[serde(untagged)]
enum RefusalReason {
    /// In words, on questions about a game.
    Text(String),
    /// By its kind, as on questions about events.
    Kind { kind: &'static str, reason: String },
}

impl From<RequestError> for RefusalReason {
    fn from(misfit: RequestError) -> Self {
        let reason = misfit.to_string();
        if misfit.is_no_request() { Self::Kind { kind: "bad_request", reason } } else { Self::Text(reason) }
    }
}

/// Answers every line of `input` on a line of `output`, in order, until the input ends.
///
/// Answers are held back only while a further whole request has been read already, so whoever sends requests
/// one at a time gets each answer at once.
///
/// # Errors
/// Only when reading or writing fails. A question about a game that does not fit is answered `{"error": text}`, one about an
/// event `{"error": {"kind": …}}`; so is a line that is no request at all, with the kind `bad_request`.
pub fn run(input: impl Read, output: impl Write) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut output = io::BufWriter::with_capacity(1 << 16, output);
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        output.write_all(answer(&line).as_bytes())?;
        output.write_all(b"\n")?;
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        line.clear();
    }
    output.flush()
}

/// Answers one request: a line with or without its line end.
pub fn answer(line: &[u8]) -> String {
    dispatch(line).unwrap_or_else(|misfit| {
        let refusal = Refusal { error: misfit.into() };
        serde_json::to_string(&refusal).unwrap_or_default()
    })
}

/// Reads a whole request.
fn parse<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, RequestError> {
    let Object(request) = serde_json::from_str(line)?;
    Ok(request)
}

/// Writes an answer on one line.
fn render(answer: &impl Serialize) -> Result<String, RequestError> {
    Ok(serde_json::to_string(answer)?)
}

fn dispatch(line: &[u8]) -> Result<String, RequestError> {
    let line = line.trim_ascii();
    if line.is_empty() {
        return Err(RequestError::Blank);
    }
    let line = std::str::from_utf8(line).map_err(RequestError::NotText)?;
    let head: RequestHead<'_> =
        parse(line).map_err(|misfit| RequestError::NoRequest { reason: misfit.to_string() })?;
    match head.op.as_ref() {
        "check_bids" => auction::check_bids(line),
        "settle" => auction::settle(line),
        "wall" => wall::answer(line),
        "rank" => rank::answer(line),
        op => event::answer(op, line).ok_or_else(|| RequestError::UnknownOp { op: op.to_owned() }),
    }
}
