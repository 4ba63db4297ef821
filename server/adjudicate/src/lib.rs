//! The rule books as a filter: JSON request lines in, JSON answer lines out.
//!
//! It parses requests and writes answers. Verdicts on games come from [`ishigaki_rules`], those on events and
//! Othello (`event`) from [`ishigaki_tournament`] and [`ishigaki_othello`]. Values that the rules' types
//! can't represent, such as a fractional price, are handled here.

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
    Blank,
    NotText(#[source] std::str::Utf8Error),
    /// The line is not of the shape the request must have.
    Shape {
        reason: String,
    },
    /// The line is no JSON object that names an operation.
    NoRequest {
        reason: String,
    },
    UnknownOp {
        #[message(debug)]
        op: String,
    },
    Duplicate {
        kind: &'static str,
        #[message(debug)]
        id: String,
    },
    NoCopies {
        #[message(debug)]
        lot: String,
    },
    TooManyWaves {
        called: usize,
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

#[derive(Serialize)]
#[serde(untagged)]
enum RefusalReason {
    Text(String),
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
/// Answers are buffered only while another whole request has been read, so that single requests are answered
/// at once.
///
/// # Errors
///
/// Only if reading or writing fails. An invalid request about a game is answered `{"error": text}`, one about
/// an event `{"error": {"kind": …}}`, and an unreadable line with the kind `bad_request`.
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

fn parse<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, RequestError> {
    let Object(request) = serde_json::from_str(line)?;
    Ok(request)
}

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
