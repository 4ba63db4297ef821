//! Changes that an act makes, old beside new, so that a referee can see them before the act (`TV3`).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use ishigaki_rules::TeamId;

use crate::competition::Competition;
use crate::event::{PairedRound, Tournament};
use crate::flow::Flow;
use crate::group_contest::GroupContest;
use crate::id::{LeagueId, PlayerId, Round, StageId};

/// A change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A player's opponent in a round; `None` without a game.
    Opponent { round: Round, player: PlayerId, before: Option<PlayerId>, after: Option<PlayerId> },
    /// The first of a league.
    First { league: LeagueId, before: Option<PlayerId>, after: Option<PlayerId> },
    /// A place in the final ranking.
    Place { player: PlayerId, before: u32, after: u32 },
    /// Wins in the leagues.
    Wins { player: PlayerId, before: u32, after: u32 },
    /// A place in the provisional ranking, from 1.
    Rank { player: PlayerId, before: usize, after: usize },
    /// Whether a team advances from a stage.
    Advance { stage: StageId, team: TeamId, advances: bool },
    /// A place in a stage's ranking across groups.
    StagePlace { stage: StageId, team: TeamId, before: u32, after: u32 },
}

impl Competition {
    /// Returns the changes from this state to another of the same event, the most important ones first.
    pub fn changes(&self, after: &Self) -> Vec<Change> {
        match (self, after) {
            (Self::Leagues(before), Self::Leagues(after)) => of_leagues(before, after),
            (Self::Groups(before), Self::Groups(after)) => of_groups(before, after),
            _ => Vec::new(),
        }
    }
}

fn of_leagues(before: &Tournament, after: &Tournament) -> Vec<Change> {
    let mut changes = opponents(before, after);
    changes.extend(firsts(before, after));
    let places = |tournament: &Tournament| -> BTreeMap<PlayerId, u32> {
        let rows = tournament.final_ranking().map(|ranking| ranking.rows).unwrap_or_default();
        rows.into_iter().map(|row| (row.player, row.place)).collect()
    };
    changes.extend(
        differences(&places(before), &places(after)).map(|(player, before, after)| Change::Place {
            player,
            before,
            after,
        }),
    );
    let (Some(old), Some(new)) = (before.flow(), after.flow()) else { return changes };
    for player in new.field().present() {
        let (before, after) = (old.history().wins(player), new.history().wins(player));
        if before != after {
            changes.push(Change::Wins { player, before, after });
        }
    }
    let ranks = |flow: &Flow| -> BTreeMap<PlayerId, usize> {
        (1..).zip(flow.standings()).map(|(rank, standing)| (standing.player, rank)).collect()
    };
    changes.extend(differences(&ranks(old), &ranks(new)).map(|(player, before, after)| Change::Rank {
        player,
        before,
        after,
    }));
    changes
}

fn opponents(before: &Tournament, after: &Tournament) -> Vec<Change> {
    let count = before.rounds().len().max(after.rounds().len());
    let of = |tournament: &Tournament, at: usize| -> BTreeMap<PlayerId, PlayerId> {
        let games = tournament.rounds().get(at).into_iter().flat_map(PairedRound::games);
        games.flat_map(|(_, one, other)| [(one, other), (other, one)]).collect()
    };
    let mut changes = Vec::new();
    for at in 0..count {
        let (old, new) = (of(before, at), of(after, at));
        let number = before.rounds().get(at).or_else(|| after.rounds().get(at));
        let round = number.map_or(Round(0), |paired| paired.round);
        let mut players: Vec<PlayerId> = old.keys().chain(new.keys()).copied().collect();
        players.sort_unstable();
        players.dedup();
        let change = |player: PlayerId| {
            let (before, after) = (old.get(&player).copied(), new.get(&player).copied());
            (before != after).then_some(Change::Opponent { round, player, before, after })
        };
        changes.extend(players.into_iter().filter_map(change));
    }
    changes
}

fn firsts(before: &Tournament, after: &Tournament) -> Vec<Change> {
    let of = |tournament: &Tournament, at: usize| {
        let firsts = tournament.flow().map(|flow| flow.firsts().to_vec()).unwrap_or_default();
        firsts.get(at).copied().flatten().map(|first| first.player)
    };
    let leagues = 0..usize::from(after.plan().leagues);
    let change = |at: usize| {
        let (before, after) = (of(before, at), of(after, at));
        (before != after).then_some(Change::First { league: LeagueId::at(at), before, after })
    };
    leagues.filter_map(change).collect()
}

fn of_groups(before: &GroupContest, after: &GroupContest) -> Vec<Change> {
    let mut changes = Vec::new();
    for stage in (0..after.plan().stages.len()).map(StageId::at) {
        let advancing = |contest: &GroupContest| -> BTreeSet<TeamId> {
            let outcome = contest.outcome(stage).and_then(Result::ok);
            outcome.into_iter().flat_map(|outcome| outcome.advance).map(|(team, _)| team).collect()
        };
        let (old, new) = (advancing(before), advancing(after));
        let leaves = old.difference(&new).map(|team| (*team, false));
        let enters = new.difference(&old).map(|team| (*team, true));
        changes.extend(leaves.chain(enters).map(|(team, advances)| Change::Advance {
            stage,
            team,
            advances,
        }));
        let places = |contest: &GroupContest| -> BTreeMap<TeamId, u32> {
            let rows = contest.stage_ranking(stage).map(|ranking| ranking.rows).unwrap_or_default();
            rows.into_iter().map(|row| (row.team, row.place)).collect()
        };
        changes.extend(
            differences(&places(before), &places(after)).map(|(team, before, after)| Change::StagePlace {
                stage,
                team,
                before,
                after,
            }),
        );
    }
    changes
}

/// Returns the keys whose value differs, with both values.
fn differences<K: Copy + Ord, V: Copy + PartialEq>(
    before: &BTreeMap<K, V>,
    after: &BTreeMap<K, V>,
) -> impl Iterator<Item = (K, V, V)> {
    before.iter().filter_map(|(key, old)| {
        let new = after.get(key)?;
        (old != new).then_some((*key, *old, *new))
    })
}
