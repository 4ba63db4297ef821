//! Requests about events and Othello: one JSON request in, one JSON answer out.
//!
//! It parses requests and writes answers. Verdicts come from the rules of events and of Othello.

mod advance;
mod config;
mod draw;
mod fault;
mod flow;
mod full_record;
mod leagues;
mod names;
mod othello;
mod pair;
mod provisional_order;

use ishigaki_preset::read_json;
use serde::Serialize;
use serde_json::{Map, Value};

use fault::RequestFault;

type OperationResult = Result<Value, RequestFault>;

type Operation = fn(&str) -> OperationResult;

const OPERATIONS: [(&str, Operation); 12] = [
    ("commit", draw::commit),
    ("draw", draw::draw),
    ("groups", draw::groups),
    ("advance", advance::advance),
    ("leagues", leagues::leagues),
    ("pair", pair::pair),
    ("provisional", provisional_order::provisional),
    ("flow", flow::flow),
    ("final", flow::last),
    ("event", full_record::event),
    ("othello", othello::othello),
    ("perft", othello::perft),
];

/// Answers a request of one of this room's operations; `None` if `op` is none of them.
///
/// A request that does not fit is answered `{"error": {"kind": …}}`.
pub(super) fn answer(op: &str, request: &str) -> Option<String> {
    let (_, operation) = OPERATIONS.iter().find(|(name, _)| *name == op)?;
    // Hashed input must be unambiguous: no object may have a repeated member (TV1).
    let answer = match read_json(request) {
        Ok(_) => operation(request).unwrap_or_else(|fault| fault.answer()),
        Err(_) => RequestFault::BadRequest.answer(),
    };
    Some(answer.to_string())
}

fn value(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap_or_default()
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(
        members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Map<String, Value>>(),
    )
}
