//! The changes between a game in the journal and in the contest file, as texts for the operator.

use std::collections::BTreeMap;

use ishigaki_rules::{LotSpec, Setup, TeamSpec};
use ishigaki_scenarios::{GameSpec, Start};

/// Returns the differences. Teams aren't compared, because they can be named at the start.
pub(super) fn changes(held: &Setup, spec: &GameSpec) -> Vec<String> {
    let planned = &spec.setup;
    let mut changes = Vec::new();
    let mut differ = |what: &str, held: String, planned: String| {
        if held != planned {
            changes.push(format!("{what}: {held} in the journal, {planned} in the file"));
        }
    };
    differ("title", quoted(&held.title), quoted(&planned.title));
    differ("Japanese title", quoted(&held.title_ja), quoted(&planned.title_ja));
    differ("TSUYAMA", held.initial.0.to_string(), planned.initial.0.to_string());
    differ("rounds", held.rounds.len().to_string(), planned.rounds.len().to_string());
    for (number, (held, planned)) in (1..).zip(held.rounds.iter().zip(&planned.rounds)) {
        let round = |what: &str| format!("{what} of round {number}");
        differ(&round("most bids"), held.max_bids.to_string(), planned.max_bids.to_string());
        differ(&round("most wins"), held.max_wins.to_string(), planned.max_wins.to_string());
        differ(&round("milliseconds"), held.window.0.to_string(), planned.window.0.to_string());
        let (rebid, planned_rebid) = (held.rebid_window.0, planned.rebid_window.0);
        differ(&round("milliseconds for re-bids"), rebid.to_string(), planned_rebid.to_string());
        differ(&round("closing"), format!("{:?}", held.close), format!("{:?}", planned.close));
    }
    differ("support", format!("{:?}", held.support), format!("{:?}", planned.support));
    let (countdown, planned_countdown) = (held.end_countdown.0, planned.end_countdown.0);
    differ("milliseconds of the last countdown", countdown.to_string(), planned_countdown.to_string());
    if held.frame != planned.frame {
        changes.push("the frame is another one".to_owned());
    }
    lots(&held.lots, &planned.lots, &mut changes);
    if !planned.teams.is_empty() {
        teams(&held.teams, &planned.teams, spec.start == Start::ByOrganiser, &mut changes);
    }
    changes
}

fn lots(held: &[LotSpec], planned: &[LotSpec], changes: &mut Vec<String>) {
    let by_code = |lots: &[LotSpec]| -> BTreeMap<String, LotSpec> {
        lots.iter().map(|lot| (lot.code.clone(), lot.clone())).collect()
    };
    let (old, new) = (by_code(held), by_code(planned));
    for (code, lot) in &old {
        match new.get(code) {
            None => changes.push(format!("stone {code} is in the journal only")),
            Some(other) if other != lot => {
                changes.push(format!("stone {code} has another shape, price or number of copies"));
            }
            Some(_) => {}
        }
    }
    changes.extend(
        new.keys()
            .filter(|code| !old.contains_key(*code))
            .map(|code| format!("stone {code} is in the file only")),
    );
}

fn teams(held: &[TeamSpec], planned: &[TeamSpec], may_be_named: bool, changes: &mut Vec<String>) {
    let by_code = |teams: &[TeamSpec]| -> BTreeMap<String, String> {
        teams.iter().map(|team| (team.code.clone(), team.name.clone())).collect()
    };
    let (old, new) = (by_code(held), by_code(planned));
    for (code, name) in &old {
        match new.get(code) {
            None if may_be_named => {}
            None => changes.push(format!("team {code} plays in the journal only")),
            Some(other) if other != name => {
                changes.push(format!(
                    "team {code} is {} in the journal, {} in the file",
                    quoted(name),
                    quoted(other)
                ));
            }
            Some(_) => {}
        }
    }
    if may_be_named {
        return;
    }
    changes.extend(
        new.keys()
            .filter(|code| !old.contains_key(*code))
            .map(|code| format!("team {code} plays in the file only")),
    );
    let order = |teams: &[TeamSpec]| -> Vec<String> { teams.iter().map(|team| team.code.clone()).collect() };
    if changes.is_empty() && order(held) != order(planned) {
        changes.push("the teams stand in another order".to_owned());
    }
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::Tsuyama;
    use ishigaki_scenarios::Scenario;

    use super::*;

    #[test]
    fn setup_changes_are_listed_and_nothing_else() {
        let team = |code: &str, name: &str| TeamSpec { code: code.into(), name: name.into() };
        let setup = |teams| Scenario::find("tiny-2").unwrap().setup(teams).unwrap();
        let held = setup(vec![team("a", "A"), team("b", "B")]);
        let spec = |setup: &Setup, start| GameSpec {
            id: "g".into(),
            setup: setup.clone(),
            seats: None,
            start,
            practice: false,
            spare: None,
        };
        let changes = |held: &Setup, planned: &Setup| changes(held, &spec(planned, Start::Now));
        assert_eq!(changes(&held, &held), Vec::<String>::new());
        let mut planned = setup(vec![team("a", "Ishi"), team("c", "C")]);
        planned.initial = Tsuyama(61);
        planned.lots[0].copies += 1;
        let text = changes(&held, &planned).join("; ");
        for part in [
            "TSUYAMA: 60 in the journal, 61 in the file",
            "team a is \"A\" in the journal, \"Ishi\" in the file",
            "team b plays in the journal only",
            "team c plays in the file only",
            &format!("stone {} has another", planned.lots[0].code),
        ] {
            assert!(text.contains(part), "{text} lacks {part}");
        }
        assert!(!text.contains("round") && !text.contains("frame"), "{text}");
        let named = super::changes(&held, &spec(&planned, Start::ByOrganiser)).join("; ");
        assert!(
            !named.contains("only") && named.contains("team a is"),
            "{named}: who plays was named at the start"
        );
        let unnamed = Setup { teams: Vec::new(), ..held.clone() };
        assert_eq!(changes(&held, &unnamed), Vec::<String>::new(), "they are named at the start");
    }
}
