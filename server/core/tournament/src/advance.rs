//! The advance from a stage's groups: who goes on, who enters the repechage (敗者復活), who is out (`TG4`, `TG5`).

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use ishigaki_rules::TeamId;
use ishigaki_rules::ranking::{Contender, rank};

/// Number of those who advance (`TG4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// The best so many of each group.
    pub per_group: usize,
    /// Then the best so many of all other teams together.
    pub best_rest: usize,
}

/// Way in which a team advanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdvancedBy {
    /// As one of the best of this group, from 0.
    Group(usize),
    /// As one of the best of the rest.
    Rest,
}

/// Advancement after a stage: who goes where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advance {
    /// Teams that advance: group by group best first, then of the rest best first. Equals who all advance are listed by
    /// team.
    pub advance: Vec<(TeamId, AdvancedBy)>,
    /// Teams that do not and may play in the repechage, by team.
    pub repechage: Vec<TeamId>,
    /// Disqualified teams, by team.
    pub out: Vec<TeamId>,
}

/// Sets of equal teams across a margin that need a janken: by group; those of the rest only when all groups are decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JankenOpen {
    /// The sets, each by team.
    pub needed: Vec<Vec<TeamId>>,
}

/// Says who advances (`TG4`). `janken` holds orders, best first, of whole sets of equal teams; of several for one set the
/// last counts.
///
/// # Errors
/// If equal teams stand across a margin without an order.
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

/// The best `count` of these, fewer if there are fewer; or the set of equals across the margin (`E2`).
fn best(contenders: &[Contender], count: usize, janken: &[Vec<TeamId>]) -> Result<Vec<TeamId>, Vec<TeamId>> {
    let ranked: Vec<Contender> =
        contenders.iter().filter(|contender| contender.tally.is_some()).copied().collect();
    // Ties that do not matter are left: only where the margin runs through a set does its order count.
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
