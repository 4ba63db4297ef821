//! Objects of `--json`, as documented in the README. Keys may be added, never renamed or removed.
//!
//! Games and teams have the codes of the commands; times are milliseconds of game time.

use ishigaki_client::spelling::phase_name;
use ishigaki_record::signing::Fingerprint;
use serde::Serialize;

use ishigaki_client::listing::Listed;

#[derive(Serialize)]
pub(crate) struct GamesObject<'a> {
    /// A caller who may list games gets all of them.
    complete: bool,
    fingerprint: Option<Fingerprint>,
    games: Vec<GameObject<'a>>,
}

#[derive(Serialize)]
pub(crate) struct StartedObject<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    abandoned: Option<&'a str>,
    started: GameObject<'a>,
}

#[derive(Serialize)]
struct GameObject<'a> {
    game: &'a str,
    title: &'a str,
    title_ja: &'a str,
    practice: bool,
    state: &'static str,
    teams: &'a [String],
    seats: u32,
    spare: Option<&'a str>,
    phase: Option<String>,
    round: Option<u32>,
    attempt: Option<u32>,
    remaining_ms: Option<u64>,
    paused: bool,
    server: Option<&'a str>,
}

impl<'a> GamesObject<'a> {
    pub(crate) fn of(games: &'a [Listed], fingerprint: Option<Fingerprint>) -> Self {
        let games = games.iter().map(GameObject::of).collect();
        Self { complete: true, fingerprint, games }
    }
}

impl<'a> StartedObject<'a> {
    pub(crate) fn of(game: &'a Listed) -> Self {
        Self { abandoned: None, started: GameObject::of(game) }
    }

    pub(crate) fn replaced(abandoned: &'a str, spare: &'a Listed) -> Self {
        Self { abandoned: Some(abandoned), started: GameObject::of(spare) }
    }
}

impl<'a> GameObject<'a> {
    fn of(listed: &'a Listed) -> Self {
        let standing = listed.standing;
        Self {
            game: &listed.game,
            title: &listed.title,
            title_ja: &listed.title_ja,
            practice: listed.practice,
            state: match standing {
                Some(_) => "started",
                None if listed.is_damaged => "damaged",
                None if listed.is_elsewhere => "elsewhere",
                None => "waiting",
            },
            teams: &listed.teams,
            seats: listed.seats,
            spare: listed.spare.as_deref(),
            phase: standing.and_then(|standing| standing.phase).map(phase_name),
            round: standing.and_then(|standing| standing.round).map(|round| round.0),
            attempt: standing.and_then(|standing| standing.attempt),
            remaining_ms: standing.and_then(|standing| standing.remaining_ms),
            paused: standing.is_some_and(|standing| standing.paused),
            server: listed.server.as_deref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_command::CommandResult;
    use ishigaki_rules::{Phase, RoundNo};
    use serde_json::{json, to_value};

    use super::*;
    use ishigaki_client::listing::GameStatus;

    fn heat() -> Listed {
        Listed {
            game: "heat-1".into(),
            title: "Heat 1".into(),
            title_ja: "予選1".into(),
            practice: true,
            teams: vec!["oak".into(), "owl".into()],
            seats: 0,
            spare: Some("heat-1-spare".into()),
            standing: Some(GameStatus {
                phase: Some(Phase::Bidding { closes_at: ishigaki_rules::GameTime(90_000) }),
                round: Some(RoundNo(3)),
                attempt: Some(1),
                remaining_ms: Some(61_000),
                paused: true,
            }),
            is_damaged: false,
            is_elsewhere: false,
            server: None,
        }
    }

    fn heat_object() -> serde_json::Value {
        json!({
            "game": "heat-1", "title": "Heat 1", "title_ja": "予選1", "practice": true, "state": "started", "teams": ["oak", "owl"], "seats": 0,
            "spare": "heat-1-spare", "phase": "bidding", "round": 3, "attempt": 1, "remaining_ms": 61_000,
            "paused": true, "server": null,
        })
    }

    #[test]
    fn game_list_has_all_keys_in_each_state() {
        let waiting = Listed {
            game: "final".into(),
            title: String::new(),
            title_ja: String::new(),
            practice: false,
            teams: Vec::new(),
            seats: 6,
            spare: None,
            standing: None,
            is_damaged: false,
            is_elsewhere: false,
            server: None,
        };
        let damaged = Listed { is_damaged: true, ..waiting.clone() };
        let listed = [heat(), waiting, damaged];
        let waiting = json!({
            "game": "final", "title": "", "title_ja": "", "practice": false, "state": "waiting", "teams": [],
            "seats": 6, "spare": null,
            "phase": null, "round": null, "attempt": null, "remaining_ms": null, "paused": false,
            "server": null,
        });
        let mut damaged = waiting.clone();
        damaged["state"] = "damaged".into();
        let games = [heat_object(), waiting, damaged];
        let fingerprint = "0102-0304-0506-0708-090a-0b0c-0d0e-0f10";
        let expected = json!({
            "ok": true, "command": "games", "complete": true, "fingerprint": fingerprint, "games": games,
        });
        assert_eq!(
            to_value(CommandResult::new("games", GamesObject::of(&listed, fingerprint.parse().ok())))
                .unwrap(),
            expected
        );
    }

    #[test]
    fn start_and_replace_name_started_game() {
        let expected = json!({ "ok": true, "command": "start", "started": heat_object() });
        assert_eq!(to_value(CommandResult::new("start", StartedObject::of(&heat()))).unwrap(), expected);
        let expected =
            json!({ "ok": true, "command": "replace", "abandoned": "heat-0", "started": heat_object() });
        assert_eq!(
            to_value(CommandResult::new("replace", StartedObject::replaced("heat-0", &heat()))).unwrap(),
            expected
        );
    }
}
