//! The contest's files: readers and linter.

use std::sync::LazyLock;

use ishigaki_proto::convert;
use ishigaki_rules::{Setup, TeamSpec};
use ishigaki_scenarios::lint::{self, Report};
use ishigaki_scenarios::{Contest, Lists, Located, Scenario, builtin, replay};

use crate::printed_text::assert_printable;

static TOUR: LazyLock<Scenario> = LazyLock::new(|| {
    let text = builtin("tour-4").expect("it is shipped");
    Scenario::parse("tour-4.toml", text).expect("it is sound")
});

/// Reads a scenario file.
pub fn scenario(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let read = Scenario::parse("fuzz.toml", text);
    agrees(text, &read, &lint::scenario("fuzz.toml", text));
    let Ok(scenario) = read else { return false };
    let teams = ["a", "b"].map(|code| TeamSpec { code: code.into(), name: code.into() });
    assert_playable(&scenario.setup(teams.into()).expect("a scenario that is read can be played"));
    true
}

/// Reads a contest file. The files that it names don't exist.
pub fn contest(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    if text.contains(['/', '\\']) {
        return false;
    }
    let read = Contest::parse("/nowhere/fuzz.toml", text);
    agrees(text, &read, &lint::contest("/nowhere/fuzz.toml", text));
    let Ok(contest) = read else { return false };
    for game in contest.games() {
        assert!(contest.game(&game.id).is_some_and(|found| found == game), "two games of one id");
        match game.seats {
            None => assert_playable(&game.setup),
            Some(_) => assert!(game.setup.teams.is_empty()),
        }
    }
    true
}

/// Reads a lists file for the scenario `tour-4`.
pub fn lists(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let read = Lists::parse("fuzz.lists.toml", text, &TOUR);
    agrees(text, &read, &lint::lists("fuzz.lists.toml", text, &TOUR));
    let Ok(lists) = read else { return false };
    let setup = TOUR.setup(lists.teams.clone()).expect("lists that are read have teams that can play");
    let Ok(rounds) = replay(&setup, &lists) else { return true };
    let mut spent = vec![0; setup.teams.len()];
    let mut sold = vec![0; setup.lots.len()];
    for round in rounds {
        for award in round.settlement.awards() {
            spent[award.team.index()] += award.price.0;
            sold[award.lot.index()] += 1;
        }
        for (team, spent) in setup.team_ids().zip(&spent) {
            assert_eq!(round.held[&team].0 + spent, setup.initial.0, "money");
        }
    }
    assert!(setup.lots.iter().zip(&sold).all(|(lot, sold)| lot.copies >= *sold), "copies");
    true
}

/// Checks that reader and linter agree, and that their findings can be displayed and have valid positions.
fn agrees<T>(text: &str, read: &Result<T, Vec<Located>>, report: &Report) {
    let lines = text.matches('\n').count() + 1;
    let shown = |at: &Located| {
        assert!((1..=lines).contains(&at.line) && at.column >= 1, "{at} is nowhere");
        assert_printable(&at.to_string(), false);
    };
    report.findings.iter().for_each(|finding| shown(&finding.at));
    match read {
        Ok(_) => {}
        Err(faults) => {
            assert!(!faults.is_empty(), "refused without a reason");
            assert!(faults.is_sorted(), "faults come by place");
            assert!(!report.passes(), "the linter passes what cannot be read");
            faults.iter().for_each(shown);
        }
    }
}

fn assert_playable(setup: &Setup) {
    assert_eq!(setup.check(), Ok(()));
    let again = convert::setup_from_wire(&convert::setup_to_wire(setup));
    assert_eq!(again.as_ref(), Ok(setup), "a set-up changes on the wire");
}
