//! What happened, as JSON: one object a line of `watch` and `bot`.

use ishigaki_link::Connection;
use ishigaki_proto::fault::{Fault, reason_name};
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Actor, Event, Fact, GameTime, Setup, StoneId, TeamId, WallCount};
use serde_json::{Map, Value, json};
use team_client::Checked;
use team_client::bot::Note;

use super::{Laid, code, lot, stone};

/// A fact, with its sentence.
pub(crate) fn event(setup: &Setup, event: &Event, text: &str) -> Value {
    let mut object = Map::new();
    object.insert("type".into(), json!("event"));
    object.insert("at_ms".into(), json!(event.at.0));
    object.insert("by".into(), json!(by(setup, event.by)));
    object.insert("event".into(), json!(name(&event.fact)));
    if let Value::Object(details) = details(setup, &event.fact) {
        object.extend(details);
    }
    object.insert("text".into(), json!(text));
    Value::Object(object)
}

/// How the connection stands.
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

/// What was found in order at an opening.
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

/// What a bot did; `None` for what is told otherwise.
pub(crate) fn note(note: &Note) -> Option<Value> {
    let refused =
        |fault: &Fault| json!({ "type": "bot", "did": "refused", "reason": reason_name(fault.reason) });
    Some(match note {
        Note::Changed(_) => return None,
        Note::TrySealed { round } => json!({ "type": "bot", "did": "tried", "round": round.0 }),
        Note::TryRefused { fault, .. } | Note::Refused { fault } => refused(fault),
        Note::Sealed { round, revision, lines } => json!({
            "type": "bot", "did": "sealed", "round": round.0, "revision": revision.0, "lines": lines,
        }),
        Note::Raised { round, wave, raises } => json!({
            "type": "bot", "did": "raised", "round": round.0, "wave": wave.0, "lines": raises,
        }),
        Note::Built { stones } => json!({ "type": "bot", "did": "built", "stones": stones }),
        Note::LeftAlone { round } => json!({ "type": "bot", "did": "left_alone", "round": round.0 }),
    })
}

fn by(setup: &Setup, actor: Actor) -> String {
    match actor {
        Actor::Clock => "clock".into(),
        Actor::Judge => "judge".into(),
        Actor::Organiser => "organiser".into(),
        Actor::Team(team) => format!("team:{}", code(setup, team)),
    }
}

fn name(fact: &Fact) -> &'static str {
    match fact {
        Fact::RoundOpened { .. } => "round_opened",
        Fact::BidsSealed { .. } => "bids_sealed",
        Fact::ListsOpened { .. } => "lists_opened",
        Fact::RebidSealed { .. } => "rebid_sealed",
        Fact::RebidsOpened { .. } => "rebids_opened",
        Fact::LotsConfirmed { .. } => "lots_confirmed",
        Fact::RoundFinalised { .. } => "round_finalised",
        Fact::StonePlaced { .. } => "stone_placed",
        Fact::StoneTakenOut { .. } => "stone_taken_out",
        Fact::WallReplaced { .. } => "wall_replaced",
        Fact::WallCounted { .. } => "wall_counted",
        Fact::StonesTicked { .. } => "stones_ticked",
        Fact::StonesChecked { .. } => "stones_checked",
        Fact::Remarked { .. } => "remarked",
        Fact::EndSignalled { .. } => "end_signalled",
        Fact::GameEnded => "game_ended",
        Fact::JankenEntered { .. } => "janken_entered",
        Fact::TeamDisqualified { .. } => "team_disqualified",
        Fact::TeamReinstated { .. } => "team_reinstated",
        Fact::ResultDeclared => "result_declared",
        Fact::Paused { .. } => "paused",
        Fact::Resumed { .. } => "resumed",
        Fact::WindowExtended { .. } => "window_extended",
        Fact::RoundVoided { .. } => "round_voided",
        Fact::GameAbandoned { .. } => "game_abandoned",
    }
}

/// What the fact carries. Of a sealed list only that it is sealed (`A4`): its owner sees it by `status`.
fn details(setup: &Setup, fact: &Fact) -> Value {
    let team = |team: &TeamId| code(setup, *team);
    let at = |moment: &Option<GameTime>| moment.map(|moment| moment.0);
    match fact {
        Fact::RoundOpened { round, attempt, closes_at } => {
            json!({ "round": round.0, "attempt": attempt, "closes_at_ms": closes_at.0 })
        }
        Fact::BidsSealed { team: whose, .. } | Fact::RebidSealed { team: whose, .. } => {
            json!({ "team": team(whose) })
        }
        Fact::ListsOpened { lists, rebid_closes_at } => {
            let bid = |bid: &Bid| json!({ "lot": lot(setup, bid.lot), "price": bid.price.0 });
            let lists = lists.iter().map(|list| {
                json!({ "team": team(&list.team), "bids": list.bids.iter().map(bid).collect::<Vec<_>>() })
            });
            json!({ "lists": lists.collect::<Vec<_>>(), "rebid_closes_at_ms": at(rebid_closes_at) })
        }
        Fact::RebidsOpened { wave, raises, rebid_closes_at } => {
            let raise = |raise: &Raise| json!({ "line": raise.priority.0, "price": raise.price.0 });
            let raises = raises.iter().map(|sent| {
                let lines: Vec<_> = sent.raises.iter().map(raise).collect();
                json!({ "team": team(&sent.team), "raises": lines })
            });
            json!({
                "wave": wave.0,
                "raises": raises.collect::<Vec<_>>(),
                "rebid_closes_at_ms": at(rebid_closes_at),
            })
        }
        Fact::LotsConfirmed { lots } => {
            json!({ "lots": lots.iter().map(|&id| lot(setup, id)).collect::<Vec<_>>() })
        }
        Fact::RoundFinalised { round } => json!({ "round": round.0 }),
        Fact::StonePlaced { team: whose, stone: id, spot } => {
            json!({ "team": team(whose), "stone": stone(setup, *id), "laid": Laid::of(spot) })
        }
        Fact::StoneTakenOut { team: whose, stone: id } => {
            json!({ "team": team(whose), "stone": stone(setup, *id) })
        }
        Fact::WallReplaced { team: whose, laid, by_hand } => {
            let one =
                |(id, spot): (&StoneId, &Spot)| json!({ "stone": stone(setup, *id), "laid": Laid::of(spot) });
            let stones: Vec<_> = laid.iter().map(one).collect();
            json!({ "team": team(whose), "stones": stones, "by_hand": by_hand })
        }
        Fact::WallCounted { team: whose, count, reason } => {
            let count = count.map(|WallCount { empty, top_gaps, used }| {
                json!({ "empty": empty, "top_gaps": top_gaps, "used": used })
            });
            json!({ "team": team(whose), "count": count, "reason": reason })
        }
        Fact::StonesTicked { stones, carried } => {
            json!({ "stones": stones.iter().map(|&id| stone(setup, id)).collect::<Vec<_>>(), "carried": carried })
        }
        Fact::StonesChecked { team: whose, stones } => {
            let stones: Vec<_> = stones.iter().map(|&id| stone(setup, id)).collect();
            json!({ "team": team(whose), "stones": stones })
        }
        Fact::Remarked { text } => json!({ "remark": text }),
        Fact::EndSignalled { ends_at } => json!({ "ends_at_ms": ends_at.0 }),
        Fact::GameEnded | Fact::ResultDeclared => json!({}),
        Fact::JankenEntered { order } => json!({ "order": order.iter().map(team).collect::<Vec<_>>() }),
        Fact::TeamDisqualified { team: whose, reason } | Fact::TeamReinstated { team: whose, reason } => {
            json!({ "team": team(whose), "reason": reason })
        }
        Fact::Paused { reason } | Fact::GameAbandoned { reason } => json!({ "reason": reason }),
        Fact::Resumed { closes_at } => json!({ "closes_at_ms": at(closes_at) }),
        Fact::WindowExtended { closes_at, reason } => {
            json!({ "closes_at_ms": closes_at.0, "reason": reason })
        }
        Fact::RoundVoided { round, attempt, reason } => {
            json!({ "round": round.0, "attempt": attempt, "reason": reason })
        }
    }
}
