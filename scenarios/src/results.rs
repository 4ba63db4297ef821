//! Golden results of fixed lists, as a file.

use std::fmt::Write as _;

use ishigaki_rules::auction::FailureReason;
use ishigaki_rules::{LotId, Setup, TeamId};

use crate::PlayedRound;

/// Returns the text of `NAME.results.toml`: awards, failures, charges and money after each round with bids.
pub fn results(name: &str, setup: &Setup, rounds: &[PlayedRound]) -> String {
    let team = |team: TeamId| setup.team(team).map_or("?", |team| &team.code);
    let mut text = format!(
        "# Results of the lists of {name}, written by the golden test (see ../README.md).\n\
         # Awards: stone, team, price, line. Failures: stone, copies, reason. `held` is the money after charges.\n"
    );
    for (number, round) in (1..).zip(rounds).filter(|(_, round)| !round.lists.is_empty()) {
        let settlement = &round.settlement;
        // Writing into a string can't fail.
        let _ =
            write!(text, "\n[[round]]\nnumber = {number}\nwaves = {}\nawards = [\n", settlement.waves_held());
        for award in settlement.awards() {
            let (lot, team) = (lot(setup, award.lot), team(award.team));
            let _ = writeln!(text, "    \"{lot} {team} {} line {}\",", award.price, award.priority);
        }
        let failures = settlement.failures().iter().map(|failure| {
            format!("\"{} {} {}\"", lot(setup, failure.lot), failure.copies, why(failure.reason))
        });
        let failures: Vec<String> = failures.collect();
        let _ = writeln!(text, "]\nfailures = [{}]", failures.join(", "));
        let amounts = |amount: &dyn Fn(TeamId) -> String| {
            let each = setup.team_ids().map(|id| format!("{} = {}", team(id), amount(id)));
            each.collect::<Vec<_>>().join(", ")
        };
        let charges = amounts(&|id| settlement.charge(id).to_string());
        let held = amounts(&|id| round.held.get(&id).map(ToString::to_string).unwrap_or_default());
        let _ = writeln!(text, "charges = {{ {charges} }}\nheld = {{ {held} }}");
    }
    text
}

fn lot(setup: &Setup, lot: LotId) -> &str {
    setup.lot(lot).map_or("?", |lot| &lot.code)
}

fn why(reason: FailureReason) -> &'static str {
    match reason {
        FailureReason::NoRebid => "no re-bid",
        FailureReason::ShortRebid => "fewer re-bids than copies",
        FailureReason::TiedRebid => "equal re-bids",
    }
}
