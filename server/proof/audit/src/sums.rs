//! Conservation of money and stones, and the final walls.

use std::collections::BTreeSet;

use ishigaki_rules::auction::Settlement;
use ishigaki_rules::{Game, Phase, RoundState, StoneId, Tsuyama};

use crate::Violation;

/// Totals of the checked quantities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    pub initial: u128,
    pub held: u128,
    pub paid: u128,
    pub copies: u64,
    pub handed: u64,
    pub pool: u64,
}

/// Checks a finished game. Returns the sums, or all violations.
pub fn check(game: &Game) -> Result<Sums, Vec<Violation>> {
    let mut violations = Vec::new();
    if game.phase() != Phase::Declared {
        violations.push(Violation::Unfinished { phase: game.phase() });
    }
    match adds_up(game) {
        Ok(sums) if violations.is_empty() => Ok(sums),
        Ok(_) => Err(violations),
        Err(others) => {
            violations.extend(others);
            Err(violations)
        }
    }
}

/// Checks a game in any state. Returns the sums, or all violations.
pub fn adds_up(game: &Game) -> Result<Sums, Vec<Violation>> {
    let mut violations = Vec::new();
    let sums = sums(game);
    if sums.initial != sums.held + sums.paid {
        let Sums { initial, held, paid, .. } = sums;
        violations.push(Violation::Money { initial, held, paid });
    }
    if sums.copies != sums.handed + sums.pool {
        let Sums { copies, handed, pool, .. } = sums;
        violations.push(Violation::Stones { copies, handed, pool });
    }
    if !owners_are_right(game) {
        violations.push(Violation::Owners);
    }
    for team in game.setup().team_ids() {
        let verdict = game.wall_verdict(team);
        if verdict.is_none_or(|verdict| !verdict.faults.is_empty()) {
            let code = game.setup().team(team).map(|spec| spec.code.clone());
            violations.push(Violation::Wall { team: code.unwrap_or_default() });
        }
    }
    if violations.is_empty() { Ok(sums) } else { Err(violations) }
}

fn sums(game: &Game) -> Sums {
    let setup = game.setup();
    let teams = || setup.team_ids().filter_map(|team| game.team(team));
    let amount = |amount: Tsuyama| u128::from(amount.0);
    let finals = game.rounds().iter().filter(|record| record.state == RoundState::Final);
    // Awards of the settlements, which are compared with the handed-out stones.
    let awards = finals.filter_map(|record| record.settlement.as_ref()).flat_map(Settlement::awards);
    Sums {
        initial: setup.teams.iter().map(|_| amount(setup.initial)).sum(),
        held: teams().map(|team| amount(team.held)).sum(),
        paid: awards.map(|award| amount(award.price)).sum(),
        copies: setup.lots.iter().map(|lot| u64::from(lot.copies)).sum(),
        handed: teams().map(|team| team.stones.len() as u64).sum(),
        pool: game.pool().iter().map(|&copies| u64::from(copies)).sum(),
    }
}

fn owners_are_right(game: &Game) -> bool {
    let mut seen: BTreeSet<StoneId> = BTreeSet::new();
    let handed = game.rounds().iter().flat_map(|record| &record.handed);
    let all_once = handed.clone().all(|(stone, _)| seen.insert(*stone));
    let at_home = handed
        .clone()
        .all(|(stone, award)| game.team(award.team).is_some_and(|team| team.stones.contains(stone)));
    let owned: usize =
        game.setup().team_ids().filter_map(|team| game.team(team)).map(|team| team.stones.len()).sum();
    all_once && at_home && owned == seen.len()
}
