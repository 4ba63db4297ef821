//! Does it all add up? Money and stones are neither made nor lost, and the result is what the rules say.

use std::collections::BTreeSet;

use ishigaki_rules::auction::Settlement;
use ishigaki_rules::{Game, Phase, RoundState, StoneId, Tsuyama};

/// What was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    /// TSUYAMA of all teams at the start.
    pub initial: u128,
    /// TSUYAMA of all teams now.
    pub held: u128,
    /// What the stones of all final rounds cost.
    pub paid: u128,
    /// Copies of all stone types.
    pub copies: u64,
    /// Stones that teams have.
    pub handed: u64,
    /// Copies that nobody has won.
    pub pool: u64,
}

/// What does not add up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// TSUYAMA were made or lost.
    #[error("TSUYAMA do not add up: {} at the start, {} held and {} paid", .0.initial, .0.held, .0.paid)]
    Money(Sums),
    /// Stones were made or lost.
    #[error("stones do not add up: {} copies, {} handed out and {} in the pool", .0.copies, .0.handed, .0.pool)]
    Stones(Sums),
    /// Two teams have one stone, or a team has one that no round handed out.
    #[error("the stones that teams have are not those that the rounds handed out")]
    Owners,
    /// A wall holds what it may not, or is not what the rules let stand (`W5`).
    #[error("the wall of team {team} does not stand as it should")]
    Wall {
        /// The team's code.
        team: String,
    },
    /// The game has no final result.
    #[error("the game did not come to its final result; it is in the phase {phase:?}")]
    Unfinished {
        /// Where it stands.
        phase: Phase,
    },
}

/// Checks a finished game: the sums, or everything that is wrong.
pub fn check(game: &Game) -> Result<Sums, Vec<Fault>> {
    let mut faults = Vec::new();
    if game.phase() != Phase::Declared {
        faults.push(Fault::Unfinished { phase: game.phase() });
    }
    match adds_up(game) {
        Ok(sums) if faults.is_empty() => Ok(sums),
        Ok(_) => Err(faults),
        Err(others) => {
            faults.extend(others);
            Err(faults)
        }
    }
}

/// Checks a game wherever it stands: the sums, or everything that is wrong.
pub fn adds_up(game: &Game) -> Result<Sums, Vec<Fault>> {
    let mut faults = Vec::new();
    let sums = sums(game);
    if sums.initial != sums.held + sums.paid {
        faults.push(Fault::Money(sums));
    }
    if sums.copies != sums.handed + sums.pool {
        faults.push(Fault::Stones(sums));
    }
    if !owners_are_right(game) {
        faults.push(Fault::Owners);
    }
    for team in game.setup().team_ids() {
        let verdict = game.wall_verdict(team);
        if verdict.is_none_or(|verdict| !verdict.faults.is_empty()) {
            let code = game.setup().team(team).map(|spec| spec.code.clone());
            faults.push(Fault::Wall { team: code.unwrap_or_default() });
        }
    }
    if faults.is_empty() { Ok(sums) } else { Err(faults) }
}

fn sums(game: &Game) -> Sums {
    let setup = game.setup();
    let teams = || setup.team_ids().filter_map(|team| game.team(team));
    let amount = |amount: Tsuyama| u128::from(amount.0);
    let finals = game.rounds().iter().filter(|record| record.state == RoundState::Final);
    // The awards of the settlements and not the hand-over, which is what they are held against.
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

/// Whether every stone a team has was handed to it, and to nobody else.
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
