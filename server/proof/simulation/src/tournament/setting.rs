//! The setting of a seed's event: settings, entrants and behaviour.

use ishigaki_preset::{EventConfig, Roster};
use serde_json::{Value, json};

use crate::chance::Chance;
use crate::setting::FaultRates;
use ishigaki_audit::{Checked, Violation};

const PRESETS: &[&str] = &["M42", "O18", "MX"];

const CRITERIA: &[&str] = &["wins", "prize", "prize_order", "before", "provisional"];

#[derive(Debug)]
pub(crate) struct Setting {
    pub(crate) config: EventConfig,
    pub(crate) habits: Habits,
    pub(crate) faults: FaultRates,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    /// Maximum number of lines of a roster.
    pub(crate) most: u64,
    pub(crate) leaving: u64,
    pub(crate) ruling: u64,
    pub(crate) giving_up: u64,
}

impl Setting {
    pub(crate) fn new(chance: &mut Chance, most: u64) -> Checked<Self> {
        let config = config(chance)?;
        // Most events are small, because errors show up early.
        let most = if chance.permille(700) { most.min(32) } else { most };
        let habits = Habits {
            most,
            leaving: *chance.pick(&[0, 0, 10, 60, 400]).unwrap_or(&0),
            ruling: *chance.pick(&[0, 0, 20, 100]).unwrap_or(&0),
            giving_up: if chance.permille(100) { 60 } else { 0 },
        };
        Ok(Self { config, habits, faults: FaultRates::new(chance) })
    }
}

/// Settings of the organiser: a preset or a custom plan, with changes.
fn config(chance: &mut Chance) -> Checked<EventConfig> {
    // Not every plan can be played.
    for _ in 0..200 {
        if chance.permille(250) {
            let settings = groups(chance);
            return EventConfig::of(&settings)
                .map_err(|error| Violation::Broken(format!("{settings}: {error}")));
        }
        let mut settings = if chance.permille(300) {
            json!({ "plan": plan(chance) })
        } else {
            json!({ "preset": chance.pick(PRESETS), "lottery_date": "2026-12-05", "seed_mode": seed_mode(chance) })
        };
        settings["gap"] = json!(chance.pick(&["worst_first", "best_first"]));
        settings["forfeit_tiebreak"] = json!(chance.pick(&["opponent", "phantom"]));
        settings["hall"] = json!("第1会議室");
        if let Ok(config) = EventConfig::of(&settings) {
            return Ok(config);
        }
    }
    Err(Violation::Broken("no settings make an event".to_owned()))
}

/// Settings of a contest in groups: the preset, or a plan with games and their spares.
fn groups(chance: &mut Chance) -> Value {
    if chance.permille(300) {
        return json!({ "preset": "ishigaki", "lottery_date": "2026-12-05", "hall": "第1会議室" });
    }
    let games: Vec<Value> = (2..=16)
        .map(|teams| json!({ "teams": teams, "scenario": "heat-6", "spare": "final-6-spare" }))
        .collect();
    let (per_group, best_rest) = (chance.between(1, 2), chance.below(3));
    let heats = json!({
        "name": "heats", "roster": true, "target": chance.between(4, 8),
        "per_group": per_group, "best_rest": best_rest, "game": games,
    });
    let again =
        json!({ "name": "again", "repechage": ["heats"], "target": 8, "per_group": 1, "game": games });
    let last = json!({ "name": "final", "advanced": ["heats", "again"], "groups": 1, "per_group": 0, "game": games });
    json!({
        "plan": {
            "name": "own", "title": "a contest of its own", "lottery": lotteries(chance), "stage": [heats, again, last],
        },
    })
}

fn lotteries(chance: &mut Chance) -> Value {
    let digits = *chance.pick(&[&[5, 5, 5][..], &[3, 4, 4, 4], &[7, 8]]).unwrap_or(&&[15][..]);
    let lottery = |(nth, digits): (usize, &u32)| json!({ "name": format!("lottery {nth}"), "digits": digits, "date": "2026-12-05" });
    digits.iter().enumerate().map(lottery).collect()
}

fn seed_mode(chance: &mut Chance) -> &'static str {
    if chance.permille(300) { "lcg" } else { "manual" }
}

fn plan(chance: &mut Chance) -> Value {
    let (rounds, last) = (chance.between(1, 7), chance.between(1, 9));
    let semi_finals = chance.permille(500).then_some(last);
    let mut criteria = CRITERIA.to_vec();
    criteria.retain(|_| chance.permille(600));
    let mut knock_out = json!({
        "finals": last + chance.below(2) + 1,
        "third_place_game": chance.permille(300) && semi_finals.is_some(),
        "womens_final": chance.permille(300),
    });
    if let Some(round) = semi_finals {
        knock_out["semi_finals"] = round.into();
    }
    json!({
        "name": "own",
        "title": "an event of its own",
        "leagues": {
            "count": if semi_finals.is_some() { 4 } else { 2 },
            "rounds": rounds,
            "last_round": last,
            "strength_depth": chance.between(1, last),
        },
        "knock_out": knock_out,
        "places": {
            "prizes": chance.pick(&["nobody", "games", "lost_to_knock_out"]),
            "criteria": criteria,
        },
        "lottery": lotteries(chance),
        "seeds": { "mode": seed_mode(chance), "numbers": { "A": [1, 2, 3], "B": [4, 5] } },
    })
}

/// Returns a random roster with at least as many lines as the plan needs.
pub(crate) fn roster(chance: &mut Chance, config: &EventConfig, habits: Habits) -> Checked<Roster> {
    let plan = config.plan().leagues();
    let classes = plan.map(|plan| plan.seed_classes.as_slice()).unwrap_or_default();
    let classes: Vec<&str> = classes.iter().map(|class| class.name.as_str()).collect();
    let least = plan.map_or(2, |plan| 2 * u64::from(plan.leagues));
    // More teams would only add similar groups.
    let most = if plan.is_some() { habits.most } else { habits.most.min(60) };
    let lines = chance.between(least, most.max(least));
    let line = |nth: u64| {
        let mut line = json!({ "id": format!("P{nth}"), "name": format!("選手{nth}"), "club": "石垣" });
        if !classes.is_empty() && chance.permille(50) {
            line["seed"] = json!(chance.pick(&classes));
        }
        if chance.permille(200) {
            line["woman"] = true.into();
        }
        line
    };
    let lines: Vec<Value> = (1..=lines).map(line).collect();
    Roster::of(&lines.into()).map_err(|error| Violation::Broken(format!("no roster: {error}")))
}
