//! The advance from a stage's groups: teams that advance, enter the repechage (敗者復活), or are out (`TG4`,
//! `TG5`).

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use ishigaki_rules::TeamId;
use ishigaki_rules::ranking::{Contender, rank};

/// Number of teams that advance (`TG4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    pub per_group: usize,
    pub best_rest: usize,
}

/// How a team advanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdvancedBy {
    Group(usize),
    Rest,
}

/// The advance after a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advance {
    /// Teams that advance: each group's best, then the best of the rest. Equal teams that all advance are
    /// sorted by id.
    pub advance: Vec<(TeamId, AdvancedBy)>,
    /// Teams that may play in the repechage, by id.
    pub repechage: Vec<TeamId>,
    pub out: Vec<TeamId>,
}

/// Sets of equal teams across a margin that need a janken: first within groups, then, once these are decided,
/// among the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JankenOpen {
    pub needed: Vec<Vec<TeamId>>,
}

/// Returns the advance (`TG4`). `janken` contains orders, best first, of whole sets of equal teams. The last
/// order of a set counts.
///
/// # Errors
///
/// Returns the sets of equal teams across a margin that have no order.
pub fn advance(
    groups: &[Vec<Contender>],
    quota: Quota,
    janken: &[Vec<TeamId>],
) -> Result<Advance, JankenOpen> {
    let mut result = Advance::default();
    let mut needed = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        match best(group, quota.per_group, janken) {
            Ok(teams) => result.advance.extend(teams.into_iter().map(|team| (team, AdvancedBy::Group(at)))),
            Err(set) => needed.push(set),
        }
    }
    if !needed.is_empty() {
        return Err(JankenOpen { needed });
    }
    let advanced: BTreeSet<TeamId> = result.advance.iter().map(|(team, _)| *team).collect();
    let rest: Vec<Contender> =
        groups.iter().flatten().filter(|contender| !advanced.contains(&contender.team)).copied().collect();
    let best_rest =
        best(&rest, quota.best_rest, janken).map_err(|set| JankenOpen { needed: alloc::vec![set] })?;
    for contender in rest.iter().filter(|contender| !best_rest.contains(&contender.team)) {
        let list = if contender.tally.is_some() { &mut result.repechage } else { &mut result.out };
        list.push(contender.team);
    }
    result.repechage.sort_unstable();
    result.out.sort_unstable();
    result.advance.extend(best_rest.into_iter().map(|team| (team, AdvancedBy::Rest)));
    Ok(result)
}

/// Returns the best `count` of these, or all; or the set of equal teams across the margin (`E2`).
fn best(contenders: &[Contender], count: usize, janken: &[Vec<TeamId>]) -> Result<Vec<TeamId>, Vec<TeamId>> {
    let ranked: Vec<Contender> =
        contenders.iter().filter(|contender| contender.tally.is_some()).copied().collect();
    // Only a tie across the margin needs an order.
    let by_counts = rank(&ranked, &[]);
    let mut teams: Vec<TeamId> = by_counts.rows.iter().map(|row| row.team).collect();
    let place_of = |at: usize| by_counts.rows.get(at).map(|row| row.place);
    let split = count.checked_sub(1).and_then(place_of).filter(|place| place_of(count) == Some(*place));
    if let Some(place) = split {
        let set: Vec<TeamId> =
            by_counts.rows.iter().filter(|row| row.place == place).map(|row| row.team).collect();
        let with_orders = rank(&ranked, janken);
        if with_orders.janken_needed.contains(&set) {
            return Err(set);
        }
        let decided = with_orders.rows.iter().filter(|row| set.contains(&row.team)).map(|row| row.team);
        let first = usize::try_from(place).unwrap_or(usize::MAX).saturating_sub(1);
        for (at, team) in (first..).zip(decided) {
            if let Some(seat) = teams.get_mut(at) {
                *seat = team;
            }
        }
    }
    teams.truncate(count);
    Ok(teams)
}
