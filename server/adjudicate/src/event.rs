//! Questions about events and Othello: one JSON request in, one JSON answer out, by the rules alone.
//!
//! This room knows the shapes of requests and answers, and what may be wrong with them. It judges nothing itself: verdicts
//! come from the tournament's rules and from Othello's.

mod advance;
mod config;
mod draw;
mod fault;
mod flow;
mod leagues;
mod names;
mod othello;
mod pair;
mod provisional;
mod whole;

use ishigaki_preset::read_json;
use serde::Serialize;
use serde_json::{Map, Value};

use fault::RequestFault;

/// Result of an operation: the answer, or why there is none.
type OperationResult = Result<Value, RequestFault>;

/// Handler of one kind of request.
type Operation = fn(&str) -> OperationResult;

/// The operations of this room, by name.
const OPERATIONS: [(&str, Operation); 12] = [
    ("commit", draw::commit),
    ("draw", draw::draw),
    ("groups", draw::groups),
    ("advance", advance::advance),
    ("leagues", leagues::leagues),
    ("pair", pair::pair),
    ("provisional", provisional::provisional),
    ("flow", flow::flow),
    ("final", flow::last),
    ("event", whole::event),
    ("othello", othello::othello),
    ("perft", othello::perft),
];

/// Answers a request of one of this room's operations; `None` if `op` is none of them.
///
/// A request that does not fit is answered `{"error": {"kind": …}}`.
pub(super) fn answer(op: &str, request: &str) -> Option<String> {
    let (_, operation) = OPERATIONS.iter().find(|(name, _)| *name == op)?;
    // What is hashed must say the same to everybody: no object has a member twice (TV1).
    let answer = match read_json(request) {
        Ok(_) => operation(request).unwrap_or_else(|fault| fault.answer()),
        Err(_) => RequestFault::BadRequest.answer(),
    };
    Some(answer.to_string())
}

/// Converts what stands in an answer. Serialising plain data cannot fail.
fn value(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap_or_default()
}

/// An object with these members.
fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(
        members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Map<String, Value>>(),
    )
}
