//! Events as JSON lines of `watch` and `bot`.

use ishigaki_client::Connection;
use ishigaki_proto::fault::{Fault, reason_name};
use ishigaki_record::transcript::covered_spelling;
use ishigaki_rules::{Event, Game};
use ishigaki_strategy::bot::{BotRemark, DecisionError, DecisionMoment};
use serde_json::{Map, Value, json};
use team_client_sdk::Checked;

pub(crate) fn event(game: &Game, event: &Event, text: &str) -> Value {
    let mut object = Map::new();
    object.insert("type".into(), json!("event"));
    // The feed's items belong to this game.
    object.extend(covered_spelling(game, event).unwrap_or_default());
    object.insert("text".into(), json!(text));
    Value::Object(object)
}

pub(crate) fn connection(connection: Connection) -> Value {
    let state = match connection {
        Connection::Connected => "connected",
        Connection::CaughtUp => "caught_up",
        Connection::Lost { .. } => "lost",
        Connection::Stopped { reason, .. } => {
            return json!({ "type": "connection", "state": "stopped", "reason": reason_name(reason) });
        }
    };
    json!({ "type": "connection", "state": state })
}

pub(crate) fn checked(checked: &Checked) -> Value {
    json!({
        "type": "checked",
        "records": checked.records,
        "sequence": checked.head.sequence,
        "head": checked.head.head,
        "own": checked.own.receipts,
        "opened": checked.own.opened,
    })
}

pub(crate) fn began(game: &str) -> Value {
    json!({ "type": "bot", "did": "began", "game": game })
}

pub(crate) fn failure(moment: DecisionMoment, error: &DecisionError) -> Value {
    let (decision, why) = (moment.name(), error.name());
    json!({ "type": "bot", "did": "failed", "decision": decision, "why": why, "what": error.to_string() })
}

pub(crate) fn note(note: &BotRemark) -> Option<Value> {
    let refused =
        |fault: &Fault| json!({ "type": "bot", "did": "refused", "reason": reason_name(fault.reason) });
    Some(match note {
        BotRemark::Changed(_) => return None,
        BotRemark::TrySealed { round } => json!({ "type": "bot", "did": "tried", "round": round.0 }),
        BotRemark::TryRefused { fault, .. } | BotRemark::Refused { fault } => refused(fault),
        BotRemark::Sealed { round, revision, lines } => json!({
            "type": "bot", "did": "sealed", "round": round.0, "revision": revision.0, "lines": lines,
        }),
        BotRemark::Raised { round, wave, raises } => json!({
            "type": "bot", "did": "raised", "round": round.0, "wave": wave.0, "lines": raises,
        }),
        BotRemark::Built { stones } => json!({ "type": "bot", "did": "built", "stones": stones }),
        BotRemark::LeftAlone { round } => json!({ "type": "bot", "did": "left_alone", "round": round.0 }),
    })
}
