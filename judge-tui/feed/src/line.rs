//! The lines of one game: each item of its feed as a JSON object.

use ishigaki_client::Connection;
use ishigaki_client::spelling::phase_name;
use ishigaki_proto::fault::reason_name;
use ishigaki_record::branch::Instance;
use ishigaki_record::figures::Figures;
use ishigaki_record::result::{GameResult, Reason};
use ishigaki_record::signing::PublicKey;
use ishigaki_record::transcript::{covered_spelling, spelled_setup};
use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{Event, Fact, Game, Setup, Standing, TeamId};
use ishigaki_words::Words;
use serde_json::{Map, Value, json};

use crate::Cursor;

/// Fields have the names of the record (`docs/reference/record-format.md`) if it has them.
pub(super) struct LineMaker {
    game: String,
    instance: Instance,
    words: Words,
    standings: Value,
}

impl LineMaker {
    pub(super) fn new(game: &str, instance: Instance, words: Words) -> Self {
        Self { game: game.to_owned(), instance, words, standings: Value::Null }
    }

    pub(super) fn instance(&self) -> Instance {
        self.instance
    }

    pub(super) fn set_up(&self, setup: &Setup, key: &PublicKey) -> Value {
        let mut line = self.head("set_up", 1);
        line.insert("server_key".into(), json!(hex::encode(key.0)));
        line.insert("setup".into(), json!(spelled_setup(setup)));
        line.into()
    }

    pub(super) fn event(&mut self, sequence: u64, game: &Game, event: &Event) -> Value {
        let mut line = self.head("event", sequence);
        // The feed's items belong to this game.
        line.extend(covered_spelling(game, event).unwrap_or_default());
        line.insert("text".into(), json!(self.words.covered_event(game, event)));
        line.insert("phase".into(), json!(phase_name(game.phase())));
        line.insert("over".into(), json!(game.phase().is_over()));
        match event.fact {
            Fact::ListsOpened { .. } | Fact::RebidsOpened { .. } => {
                line.insert("settlement".into(), settlement(game));
            }
            Fact::RoundFinalised { .. } => {
                let result = GameResult::of(game).ok().and_then(|mut result| result.rounds.pop());
                line.insert("final_round".into(), json!(result));
            }
            _ => {}
        }
        let standings = standings(game);
        // After the end the standings are the ranking, which is printed once revealed.
        if !game.phase().is_ranked() && standings != self.standings {
            line.insert("standings".into(), standings.clone());
            self.standings = standings;
        }
        line.into()
    }

    pub(super) fn ranking(&self, sequence: u64, game: &Game) -> Value {
        let mut line = self.head("ranking", sequence);
        line.insert("standings".into(), standings(game));
        line.into()
    }

    fn head(&self, kind: &str, sequence: u64) -> Map<String, Value> {
        let cursor = Cursor { game: self.game.clone(), instance: self.instance, sequence };
        let fields = [
            ("type", json!(kind)),
            ("id", json!(cursor.to_string())),
            ("game", json!(self.game)),
            ("instance", json!(hex::encode(self.instance.0))),
            ("sequence", json!(sequence)),
        ];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

pub(super) fn connection(game: &str, connection: Connection) -> Value {
    let (state, reason) = match connection {
        Connection::Connected => ("connected", None),
        Connection::CaughtUp => ("caught_up", None),
        Connection::Lost { .. } => ("lost", None),
        Connection::Stopped { reason, .. } => ("stopped", Some(reason_name(reason))),
    };
    json!({ "type": "connection", "game": game, "state": state, "reason": reason })
}

pub(super) fn failed(game: &str, message: &str) -> Value {
    json!({ "type": "failed", "game": game, "message": message })
}

fn code(setup: &Setup, team: TeamId) -> &str {
    setup.team(team).map_or("", |spec| &spec.code)
}

fn standings(game: &Game) -> Value {
    game.standings().iter().map(|row| standing(game.setup(), row)).collect()
}

/// `E2`, `E3`.
fn standing(setup: &Setup, row: &Standing) -> Value {
    json!({
        "place": row.place,
        "team": code(setup, row.team),
        "tally": row.tally.map(Figures::from),
        "decided_by": row.decided_by.map(Criterion::name),
    })
}

/// `A5` to `A9`.
fn settlement(game: &Game) -> Value {
    let Some(record) = game.rounds().last() else { return Value::Null };
    let Some(settlement) = &record.settlement else { return Value::Null };
    let setup = game.setup();
    let lot = |lot| setup.lot(lot).map_or("", |spec| spec.code.as_str());
    let awards = settlement.awards().iter().map(|award| {
        let (priority, price) = (award.priority.0, award.price.0);
        json!({ "lot": lot(award.lot), "team": code(setup, award.team), "priority": priority, "price": price })
    });
    let ties = settlement.ties().iter().map(|tie| {
        let teams: Vec<&str> = tie.lines.iter().map(|line| code(setup, line.team)).collect();
        json!({ "lot": lot(tie.lot), "price": tie.price.0, "copies": tie.copies, "teams": teams })
    });
    let failed = settlement.failures().iter().map(|failure| {
        json!({ "lot": lot(failure.lot), "copies": failure.copies, "reason": Reason::from(failure.reason) })
    });
    json!({
        "round": record.round.0,
        "attempt": record.attempt,
        "awards": awards.collect::<Vec<_>>(),
        "ties": ties.collect::<Vec<_>>(),
        "failed": failed.collect::<Vec<_>>(),
    })
}
