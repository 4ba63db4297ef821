//! Messages between a game and a bot's process: one JSON object per line, as documented in `docs/reference/bot-protocol.md`.
//!
//! Set-up, lists, results and walls have the format of the public record, the team's situation that of
//! `team-client lots` and `status`. A question contains everything that the team may see, and nothing that
//! others have sealed (`A4`).

use std::collections::BTreeMap;

use ishigaki_client::spelling;
use ishigaki_command::{ViolationObject, violations};
use ishigaki_proto::fault::{Fault, reason_name};
use ishigaki_record::result::GameResult;
use ishigaki_record::transcript::spelled_setup;
use ishigaki_rules::auction::{Bid, Raise, TeamList, TeamRaises};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{Cell, Priority, RoundRecord, Setup, StoneId, Tsuyama, Turn};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::DecisionMoment;
use crate::status::{Lots, Status, code, lot};
use team_client_sdk::bot::View;

#[derive(Deserialize, Serialize)]
struct AnsweredBid {
    lot: String,
    price: u64,
}

#[derive(Deserialize, Serialize)]
struct AnsweredRaise {
    priority: u32,
    price: u64,
}

#[derive(Deserialize)]
struct WallLine {
    stone: String,
    turn: u32,
    row: i32,
    col: i32,
}

#[derive(Serialize)]
struct OpenedRound {
    round: u32,
    attempt: u32,
    state: &'static str,
    lists: Vec<OpenedList>,
    waves: Vec<Vec<OpenedRaises>>,
}

#[derive(Serialize)]
struct OpenedList {
    team: String,
    bids: Vec<AnsweredBid>,
}

#[derive(Serialize)]
struct OpenedRaises {
    team: String,
    raises: Vec<AnsweredRaise>,
}

/// Returns the first message to a process.
pub(super) fn greeting(view: &View<'_>, seed: u64) -> Value {
    let setup = view.game.setup();
    let spelled = serde_json::to_value(spelled_setup(setup)).unwrap_or_default();
    json!({ "type": "game", "team": code(setup, view.me), "seed": seed, "setup": spelled })
}

pub(super) fn question(moment: DecisionMoment, id: u64, limit_ms: u64, view: &View<'_>) -> Value {
    json!({
        "type": moment.name(),
        "id": id,
        "limit_ms": limit_ms,
        "lots": Lots::of(view),
        "status": Status::of_view("", view, None, None),
        "opened": view.game.rounds().iter().filter_map(|record| OpenedRound::of(record, view.game.setup())).collect::<Vec<_>>(),
        "result": GameResult::of(view.game).unwrap_or_default(),
    })
}

/// Not answered.
pub(super) fn end(view: &View<'_>) -> Value {
    // The ranking is not revealed yet.
    let result = GameResult { ranking: Vec::new(), ..GameResult::of(view.game).unwrap_or_default() };
    json!({ "type": "end", "status": Status::of_view("", view, None, None), "result": result })
}

/// Not answered.
pub(super) fn refused(id: u64, fault: &Fault) -> Value {
    let figures: &BTreeMap<String, String> = &fault.metadata;
    let several: Vec<ViolationObject<'_>> = violations(fault);
    json!({
        "type": "refused",
        "id": id,
        "reason": reason_name(fault.reason),
        "rule": fault.rule,
        "figures": figures,
        "violations": several,
    })
}

impl OpenedRound {
    fn of(record: &RoundRecord, setup: &Setup) -> Option<Self> {
        record.opened_at?;
        let bid = |bid: &Bid| AnsweredBid { lot: lot(setup, bid.lot), price: bid.price.0 };
        let raise = |raise: &Raise| AnsweredRaise { priority: raise.priority.0, price: raise.price.0 };
        let list = |list: &TeamList| OpenedList {
            team: code(setup, list.team),
            bids: list.bids.iter().map(bid).collect(),
        };
        let raises = |sent: &TeamRaises| OpenedRaises {
            team: code(setup, sent.team),
            raises: sent.raises.iter().map(raise).collect(),
        };
        Some(Self {
            round: record.round.0,
            attempt: record.attempt,
            state: record.state.name(),
            lists: record.lists.iter().map(list).collect(),
            waves: record.waves.iter().map(|wave| wave.iter().map(raises).collect()).collect(),
        })
    }
}

#[derive(Debug)]
pub(super) struct ProcessAnswer {
    pub(super) id: u64,
    fields: Value,
}

impl ProcessAnswer {
    /// The error is in English, like those of JSON.
    pub(super) fn read(line: &str) -> Result<Self, String> {
        let fields: Value = serde_json::from_str(line).map_err(|error| format!("not JSON: {error}"))?;
        if !fields.is_object() {
            return Err("no object".to_owned());
        }
        let id = fields["id"].as_u64().ok_or("\"id\" is not the question's number")?;
        Ok(Self { id, fields })
    }

    pub(super) fn bids(&self, setup: &Setup) -> Result<Vec<Bid>, String> {
        let lines: Vec<AnsweredBid> = self.lines("bids")?;
        let bid = |(at, line): (usize, &AnsweredBid)| {
            let known = setup.lot_by_code(&line.lot);
            let lot = known.ok_or_else(|| format!("bids[{at}].lot: there is no lot {:?}", line.lot))?;
            Ok(Bid { lot, price: Tsuyama(line.price) })
        };
        lines.iter().enumerate().map(bid).collect()
    }

    pub(super) fn raises(&self, _setup: &Setup) -> Result<Vec<Raise>, String> {
        let lines: Vec<AnsweredRaise> = self.lines("raises")?;
        let raise =
            |line: &AnsweredRaise| Raise { priority: Priority(line.priority), price: Tsuyama(line.price) };
        Ok(lines.iter().map(raise).collect())
    }

    pub(super) fn wall(&self, setup: &Setup) -> Result<Option<Vec<Placement<StoneId>>>, String> {
        if self.fields.get("wall").is_some_and(Value::is_null) {
            return Ok(None);
        }
        let lines: Vec<WallLine> = self.lines("wall")?;
        let placement = |(at, line): (usize, &WallLine)| {
            let stone = spelling::stone(&line.stone)
                .and_then(|stone| Some(StoneId { lot: setup.lot_by_code(&stone.lot)?, copy: stone.copy }));
            let stone =
                stone.ok_or_else(|| format!("wall[{at}].stone: there is no stone {:?}", line.stone))?;
            let placing = Turn::from_quarters(line.turn).map_or(Placing::BadRotation, |turn| {
                Placing::Turned(Spot { turn, at: Cell { row: line.row, col: line.col } })
            });
            Ok(Placement { stone, placing })
        };
        lines.iter().enumerate().map(placement).collect::<Result<_, _>>().map(Some)
    }

    fn lines<T: for<'a> Deserialize<'a>>(&self, field: &str) -> Result<Vec<T>, String> {
        let lines = self.fields.get(field).ok_or_else(|| format!("{field:?} is missing"))?;
        Vec::deserialize(lines).map_err(|error| format!("{field}: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::{
        Act, Actor, ClosePolicy, Command, Frame, Game, GameTime, LotId, LotSpec, Millis, RoundNo, RoundPlan,
        Secret, Shape, SupportRule, TeamId, TeamSpec, decide,
    };

    use super::*;

    /// Two teams, a lot of two copies; one of the teams has sealed 4711 for it, the other one 1234.
    fn sealed() -> Game {
        let plan = RoundPlan {
            max_bids: 2,
            max_wins: 1,
            window: Millis(90_000),
            rebid_window: Millis(30_000),
            close: ClosePolicy::AtDeadline,
        };
        let mut game = Game::new(Setup {
            title: "Two".into(),
            frame: Frame::parse(&["##", "##"]).unwrap(),
            lots: vec![LotSpec {
                code: "L".into(),
                shape: Shape::new([Cell::new(0, 0)]).unwrap(),
                min_price: Tsuyama(3),
                copies: 2,
            }],
            teams: ["a", "b"].map(|code| TeamSpec { code: code.into(), name: code.into() }).into(),
            initial: Tsuyama(9_000),
            rounds: vec![plan],
            support: SupportRule::EachMove,
            end_countdown: Millis(5_000),
            title_ja: String::new(),
        });
        let mut give = |by, act| {
            let command = Command { at: GameTime(1_000), by, act };
            for event in decide(&game, &command).unwrap() {
                game.apply(&event);
            }
        };
        give(Actor::Judge, Act::OpenRound { round: RoundNo(1) });
        for (team, price) in [(TeamId(0), 1234), (TeamId(1), 4711)] {
            let bids = Secret(vec![Bid { lot: LotId(0), price: Tsuyama(price) }]);
            let round = RoundNo(1);
            let act = Act::SubmitBids { team, attempt: None, round, replaces: None, bids, by_hand: None };
            give(Actor::Team(team), act);
        }
        game
    }

    #[test]
    fn question_hides_sealed_bids_of_others() {
        let mut game = sealed();
        let all = |game: &Game| {
            let view = View { game, me: TeamId(0) };
            format!("{}{}{}", greeting(&view, 7), question(DecisionMoment::Bids, 1, 2_000, &view), end(&view))
        };
        let text = all(&game);
        assert!(text.contains("1234") && !text.contains("4711"), "{text}");
        let due = game.due().unwrap();
        for event in decide(&game, &Command { at: due, by: Actor::Clock, act: Act::Tick }).unwrap() {
            game.apply(&event);
        }
        let text = all(&game);
        assert!(text.contains("1234") && text.contains("4711"), "both are open: {text}");
    }

    #[test]
    fn question_has_documented_fields() {
        let game = sealed();
        let view = View { game: &game, me: TeamId(0) };
        let ask = question(DecisionMoment::Bids, 3, 2_000, &view);
        assert_eq!((&ask["type"], &ask["id"], &ask["limit_ms"]), (&json!("bids"), &json!(3), &json!(2_000)));
        assert_eq!(ask["lots"]["lots"][0]["min_price"], json!(3));
        assert_eq!((&ask["status"]["team"], &ask["status"]["held"]), (&json!("a"), &json!(9_000)));
        assert_eq!((&ask["opened"], &ask["result"]["rounds"]), (&json!([]), &json!([])));
        assert_eq!(greeting(&view, 7)["setup"]["lots"][0]["shape"], json!(["#"]));
    }

    #[test]
    fn wall_answer_is_placements_or_null() {
        let game = sealed();
        let wall = |text: &str| ProcessAnswer::read(text).unwrap().wall(game.setup());
        assert_eq!(wall(r#"{"id":1,"wall":null}"#), Ok(None));
        let stone = StoneId { lot: LotId(0), copy: 2 };
        let spot = Spot { turn: Turn::Half, at: Cell::new(1, 0) };
        let placement = Placement { stone, placing: Placing::Turned(spot) };
        assert_eq!(
            wall(r#"{"id":1,"wall":[{"stone":"L-2","turn":2,"row":1,"col":0}]}"#),
            Ok(Some(vec![placement]))
        );
        let error = wall(r#"{"id":1,"wall":[{"stone":"M-1","turn":0,"row":1,"col":0}]}"#).unwrap_err();
        assert_eq!(error, "wall[0].stone: there is no stone \"M-1\"");
        assert!(wall(r#"{"id":1}"#).unwrap_err().contains("missing"));
    }
}
