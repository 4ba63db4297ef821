//! Views derived from a game: walls, counts, standings, and the teams that it waits for.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::decide::as_placements;
use super::state::Coverage;
use super::{Event, Fact, Game, Phase, Secrecy};
use crate::ranking::{Contender, Criterion, Ranking, Tally, rank};
use crate::wall::{PlacedShape, Placement, Verdict, WallScore, bare, judge, score_stones};
use crate::{Shape, StoneId, TeamId};

/// One row of the standings. During the game they are a projection; after the end they are the ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub team: TeamId,
    pub place: u32,
    /// Its counts; `None` if it is disqualified.
    pub tally: Option<Tally>,
    pub decided_by: Option<Criterion>,
}

impl Game {
    /// Returns whether a team may bid and place stones: it isn't disqualified, and a new round has begun
    /// since any reinstatement (`E3`).
    pub fn takes_part(&self, team: TeamId) -> bool {
        self.team(team).is_some_and(|team| team.disqualified.is_none() && team.barred_in.is_none())
    }

    /// Returns whether other readers than the team learn anything from an event that is about to be applied. They
    /// see only a team's first list in each attempt or wave (`A4`).
    pub fn is_news(&self, event: &Event) -> bool {
        let Some(record) = self.current_round() else {
            return true;
        };
        match &event.fact {
            Fact::BidsSealed { team, .. } => !record.sealed.contains_key(team),
            Fact::RebidSealed { team, .. } => !record.sealed_raises.contains_key(team),
            fact => match fact.secrecy() {
                Secrecy::Public | Secrecy::Addressed => true,
                Secrecy::Sealed => false,
            },
        }
    }

    /// Returns the shape of a stone before rotation; `None` if the lot is unknown.
    pub fn shape(&self, stone: StoneId) -> Option<&Shape> {
        self.setup.lot(stone.lot).map(|lot| &lot.shape)
    }

    /// Judges a possible wall of a team with the stones it has been handed (`W1`–`W5`).
    pub fn judge_wall(&self, team: TeamId, placements: &[Placement<StoneId>]) -> Verdict<StoneId> {
        let stones = self.team(team).into_iter().flat_map(|team| &team.stones);
        let owned = stones.filter_map(|&stone| Some((stone, self.shape(stone)?)));
        if placements.is_empty() {
            return bare(&self.setup.frame, owned.count());
        }
        let owned: BTreeMap<StoneId, &Shape> = owned.collect();
        judge(&self.setup.frame, &owned, placements)
    }

    /// Returns the verdict on a team's current wall; `None` if the team is unknown.
    pub fn wall_verdict(&self, team: TeamId) -> Option<Verdict<StoneId>> {
        let laid = &self.team(team)?.laid;
        Some(self.judge_wall(team, &as_placements(laid)))
    }

    /// Returns the score of a team's current wall, as in [`wall_verdict`](Self::wall_verdict); `None` if the
    /// team is unknown or the geometry is invalid.
    pub fn wall_score(&self, team: TeamId) -> Option<WallScore<StoneId>> {
        let state = self.team(team)?;
        let frame = &self.setup.frame;
        if state.laid.is_empty() {
            return bare(frame, state.stones.len()).score;
        }
        let owned = |(&stone, &spot)| {
            let shape = self.shape(stone).filter(|_| state.stones.contains(&stone))?;
            Some(PlacedShape { stone, shape, spot })
        };
        let laid: Vec<_> = state.laid.iter().map(owned).collect::<Option<_>>()?;
        score_stones(frame, state.stones.len(), &laid)
    }

    /// Returns the figures that a team would be ranked by if the game ended now; `None` if the team is
    /// unknown. A manual count replaces the computed one.
    pub fn tally(&self, team: TeamId) -> Option<Tally> {
        let state = self.team(team)?;
        let won = u32::try_from(state.stones.len()).unwrap_or(u32::MAX);
        if let Some(count) = state.counted {
            return Some(Tally {
                empty: count.empty,
                top_gaps: count.top_gaps,
                held: state.held,
                used: count.used,
                unused: won.saturating_sub(count.used),
            });
        }
        let Coverage { empty, top_gaps, used } = state.coverage?;
        Some(Tally { empty, top_gaps, held: state.held, used, unused: won.saturating_sub(used) })
    }

    /// Returns the coverage of a team's wall; `None` if its geometry is invalid.
    pub(super) fn coverage(&self, team: TeamId) -> Option<Coverage> {
        self.wall_score(team).as_ref().map(Coverage::of)
    }

    /// Returns the ranking if the game ended now (`E2`, `E3`).
    pub fn ranking(&self) -> Ranking {
        rank(&self.contenders(), &self.janken)
    }

    /// Returns the standings, best first.
    pub fn standings(&self) -> Vec<Standing> {
        self.standings_and_ties().0
    }

    /// Returns the number of leading rows of the standings that are still covered after this number of places
    /// was revealed, counted from the last ranked team; `None` if the reveal hasn't begun. Nothing is covered
    /// before the game's end.
    pub fn covered_rows(&self, revealed: Option<u32>) -> usize {
        if !self.phase().is_ranked() {
            return 0;
        }
        let rows = self.standings();
        let Some(revealed) = revealed else { return rows.len() };
        let counted = rows.iter().filter(|row| row.tally.is_some()).count();
        counted.saturating_sub(usize::try_from(revealed).unwrap_or(usize::MAX))
    }

    /// Returns whether a record that ends here was fetched between the end of the game and the reveal. Its
    /// standings would be the covered ranking, so it must be cut before the end.
    pub fn is_cut_before_ranking(&self) -> bool {
        matches!(self.phase(), Phase::Countdown { .. })
    }

    /// Returns the standings, best first, and the groups of equal teams without a janken order. Both come
    /// from one count of all walls, which is the expensive part.
    pub fn standings_and_ties(&self) -> (Vec<Standing>, Vec<Vec<TeamId>>) {
        let contenders = self.contenders();
        let tally = |team: TeamId| contenders.get(team.index()).and_then(|contender| contender.tally);
        let row = |row: crate::ranking::Rank| Standing {
            team: row.team,
            place: row.place,
            tally: tally(row.team),
            decided_by: row.decided_by,
        };
        let Ranking { rows, janken_needed } = rank(&contenders, &self.janken);
        (rows.into_iter().map(row).collect(), janken_needed)
    }

    /// Returns the groups of teams with equal figures, with or without a janken order; each by team.
    pub fn tied_groups(&self) -> Vec<Vec<TeamId>> {
        rank(&self.contenders(), &[]).janken_needed
    }

    /// Returns the teams that the open wave waits for: tied, able to raise, in play, and without a submission
    /// (`A7`). `None` if no wave is open.
    pub fn awaited_in_wave(&self) -> Option<Vec<TeamId>> {
        let Phase::Rebidding { .. } = self.phase else {
            return None;
        };
        let record = self.current_round()?;
        let awaited = |team: &TeamId| {
            self.takes_part(*team) && self.can_raise(*team) && !record.sealed_raises.contains_key(team)
        };
        Some(record.settlement.as_ref()?.tied_teams().into_iter().filter(awaited).collect())
    }

    /// Returns whether a tied team can afford to raise a tied line (`A7`).
    pub fn can_raise(&self, team: TeamId) -> bool {
        let settlement = self.current_round().and_then(|record| record.settlement.as_ref());
        let (Some(settlement), Some(state)) = (settlement, self.team(team)) else {
            return false;
        };
        let Some(budget) = settlement.rebid_budget(team, state.held) else {
            return false;
        };
        let ties_of_team =
            settlement.ties().iter().filter(|tie| tie.lines.iter().any(|line| line.team == team));
        ties_of_team.map(|tie| tie.price).min().is_some_and(|price| price < budget)
    }

    fn contenders(&self) -> Vec<Contender> {
        let contender = |team: TeamId| {
            let disqualified = self.team(team).is_none_or(|team| team.disqualified.is_some());
            Contender { team, tally: if disqualified { None } else { self.tally(team) } }
        };
        self.setup.team_ids().map(contender).collect()
    }
}
