//! The teams: bots that play by the script, or by themselves.
//!
//! A [`TeamStrategy`] adds three things to a strategy: it reports its planned wall, so that the judge can
//! wait for it; teams that replace their list do so before the last list closes the round; and one team is
//! held back while the server is killed.

use std::collections::BTreeMap;

use ishigaki_rules::auction::{Bid, Raise, Settlement};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{Game, Priority, Revision, RoundNo, RoundState, StoneId, TeamId, WaveNo};
use ishigaki_scenarios::{FirstTry, Lists};
use ishigaki_strategy::bot::{Breed, Line, Scripted, Strategy, TeamScript, Temperament, View};
use tokio::sync::watch;

use crate::observer::ObservedGame;
use crate::prepared::PreparedGame;

/// Moment at which the server is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    Bidding(RoundNo),
    Rebidding(RoundNo),
}

/// Build plans by team.
pub type BuildPlans = BTreeMap<TeamId, BuildPlan>;

/// Wall that a team plans to build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildPlan {
    /// Number of final rounds when it was planned.
    finals: usize,
    /// `None` leaves it unchanged.
    laid: Option<BTreeMap<StoneId, Spot>>,
}

impl BuildPlan {
    pub(crate) fn of(game: &Game, wall: Option<&[Placement<StoneId>]>) -> Self {
        Self { finals: finals(game), laid: wall.map(spots) }
    }
}

/// Order in which the teams of a round submit lists and raises.
#[derive(Clone, Debug)]
pub struct SealingOrder {
    interruption: Option<Interruption>,
    rounds: BTreeMap<RoundNo, RoundOrder>,
}

#[derive(Clone, Debug)]
struct RoundOrder {
    last_revisions: BTreeMap<TeamId, Revision>,
    last: TeamId,
}

impl SealingOrder {
    /// Computes the order of a game.
    ///
    /// # Errors
    /// If every team replaces its list in some round, because the first list of the last team would close it.
    pub fn of(prepared: &PreparedGame, interruption: Option<Interruption>) -> anyhow::Result<Self> {
        let mut rounds = BTreeMap::new();
        for (at, _) in prepared.setup.rounds.iter().enumerate() {
            let round = RoundNo(u32::try_from(at)?.saturating_add(1));
            let mut last_revisions: BTreeMap<TeamId, Revision> = BTreeMap::new();
            for first in firsts(prepared.lists.as_ref(), round).filter(|first| first.refused.is_none()) {
                if let Some(team) = prepared.setup.team_by_code(&first.team) {
                    let revision = last_revisions.entry(team).or_insert(Revision::FIRST);
                    *revision = revision.next();
                }
            }
            let last = prepared.setup.team_ids().filter(|team| !last_revisions.contains_key(team)).last();
            let Some(last) = last else {
                anyhow::bail!("in round {round} every team replaces its list; one must seal only once");
            };
            rounds.insert(round, RoundOrder { last_revisions, last });
        }
        Ok(Self { interruption, rounds })
    }

    /// Returns when the server is killed, if it is.
    pub fn interruption(&self) -> Option<Interruption> {
        self.interruption
    }

    /// Returns whether it is time for the interruption: something is submitted, and only the team that is
    /// held back is awaited.
    pub fn is_time_to_interrupt(&self, game: &Game, observed_games: &[ObservedGame]) -> bool {
        let Some(record) = game.current_round().filter(|record| record.attempt == 1) else { return false };
        match self.interruption {
            Some(Interruption::Bidding(round)) if record.round == round && record.settlement.is_none() => {
                let playing = game.setup().team_ids().filter(|&team| game.takes_part(team)).count();
                record.sealed.len() + 1 == playing && self.are_replaced(round, observed_games)
            }
            Some(Interruption::Rebidding(round)) if record.round == round && record.waves.is_empty() => {
                let sealed = record.sealed_raises.len();
                sealed > 0 && game.awaited_in_wave().is_some_and(|awaited| awaited.len() == 1)
            }
            _ => false,
        }
    }

    fn are_replaced(&self, round: RoundNo, observed_games: &[ObservedGame]) -> bool {
        let replacing = self.rounds.get(&round).map(|order| &order.last_revisions);
        replacing.into_iter().flatten().all(|(team, revision)| {
            observed_games.get(team.index()).is_some_and(|observed_game| {
                has_sealed(observed_game.borrow().as_ref(), round, *team, *revision)
            })
        })
    }
}

fn firsts(lists: Option<&Lists>, round: RoundNo) -> impl Iterator<Item = &FirstTry> {
    lists.and_then(|lists| lists.rounds.get(round.index())).into_iter().flat_map(|round| &round.first)
}

/// Stays true once the list is open.
fn has_sealed(game: Option<&Game>, round: RoundNo, team: TeamId, revision: Revision) -> bool {
    let record = game.and_then(|game| game.rounds().iter().rfind(|record| record.round == round));
    record.is_some_and(|record| record.settlement.is_some() || record.revision(team) >= Some(revision))
}

/// Returns whether every team has its planned wall, with all stones handed out.
pub fn have_built(game: &Game, plans: &BuildPlans) -> bool {
    let finals = finals(game);
    let last = game.rounds().iter().rfind(|record| record.state == RoundState::Final);
    let handed = last.into_iter().flat_map(|record| &record.handed);
    let mut teams: Vec<TeamId> = handed.map(|(_, award)| award.team).collect();
    teams.sort_unstable();
    teams.dedup();
    teams.iter().all(|team| {
        let plan = plans.get(team).filter(|plan| plan.finals == finals);
        let laid = game.team(*team).map(|team| &team.laid);
        plan.is_some_and(|plan| plan.laid.is_none() || plan.laid.as_ref() == laid)
    })
}

fn finals(game: &Game) -> usize {
    game.rounds().iter().filter(|record| record.state == RoundState::Final).count()
}

/// Signals for a player outside the game.
#[derive(Clone, Debug)]
pub struct PlayerSignals {
    pub order: SealingOrder,
    pub observed_games: Vec<ObservedGame>,
    pub interrupted: watch::Receiver<bool>,
    pub plans: watch::Sender<BuildPlans>,
}

/// A team's strategy in a rehearsal.
pub struct TeamStrategy {
    strategy: Scripted<Box<dyn Strategy>>,
    team: TeamId,
    signals: PlayerSignals,
}

impl TeamStrategy {
    /// Returns a team that plays by the game's fixed lists, if any.
    pub fn new(prepared: &PreparedGame, team: TeamId, seed: u64, signals: PlayerSignals) -> Self {
        let breed = prepared.breeds(seed).get(team.index()).copied();
        let breed = breed.unwrap_or(Breed::Simple(Temperament::default()));
        Self { strategy: Scripted::new(script(prepared, team), breed.strategy(seed)), team, signals }
    }

    /// Returns early when the rehearsal is over.
    async fn wait_for_lists(&mut self, round: RoundNo) {
        let Some(order) = self.signals.order.rounds.get(&round).filter(|order| order.last == self.team)
        else {
            return;
        };
        for (&team, &revision) in &order.last_revisions {
            if let Some(observed_game) = self.signals.observed_games.get_mut(team.index()) {
                let _ = observed_game.wait_for(|game| has_sealed(game.as_ref(), round, team, revision)).await;
            }
        }
        if self.signals.order.interruption == Some(Interruption::Bidding(round)) {
            let _ = self.signals.interrupted.wait_for(|over| *over).await;
        }
    }

    async fn wait_for_raises(&mut self, view: &View<'_>, round: RoundNo, wave: WaveNo) {
        let interrupts = self.signals.order.interruption == Some(Interruption::Rebidding(round));
        let tied = view.record().and_then(|record| record.settlement.as_ref());
        let able = tied.map(Settlement::tied_teams).unwrap_or_default();
        let able: Vec<TeamId> = able.into_iter().filter(|&team| view.game.can_raise(team)).collect();
        if interrupts && wave == WaveNo::FIRST && able.len() > 1 && able.last() == Some(&self.team) {
            let _ = self.signals.interrupted.wait_for(|over| *over).await;
        }
    }
}

impl Strategy for TeamStrategy {
    fn tries(&mut self, view: &View<'_>) -> Vec<Vec<Line>> {
        self.strategy.tries(view)
    }

    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        if let Some((round, _)) = view.open_bidding() {
            patiently(self.wait_for_lists(round));
        }
        self.strategy.bids(view)
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        if let Some((round, _, wave)) = view.open_wave() {
            patiently(self.wait_for_raises(view, round, wave));
        }
        self.strategy.raises(view)
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        let wall = self.strategy.wall(view);
        let plan = BuildPlan::of(view.game, wall.as_deref());
        self.signals.plans.send_modify(|plans| {
            plans.insert(self.team, plan);
        });
        wall
    }
}

/// Blocks a strategy, which is synchronous; other tasks continue on other threads.
fn patiently(waiting: impl Future<Output = ()>) {
    tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(waiting));
}

fn spots(placements: &[Placement<StoneId>]) -> BTreeMap<StoneId, Spot> {
    let spot = |placement: &Placement<StoneId>| match placement.placing {
        Placing::Turned(spot) => Some((placement.stone, spot)),
        Placing::BadRotation | Placing::Cells(_) => None,
    };
    placements.iter().filter_map(spot).collect()
}

fn script(prepared: &PreparedGame, team: TeamId) -> TeamScript {
    let mut script = TeamScript::new();
    let code = prepared.setup.team(team).map(|spec| spec.code.as_str()).unwrap_or_default();
    let rounds = prepared.lists.iter().flat_map(|lists| &lists.rounds);
    for (round, lists) in (1..).map(RoundNo).zip(rounds) {
        for first in lists.first.iter().filter(|first| first.team == code) {
            script = script.try_first(round, first.list.iter().map(line).collect());
        }
        if let Some(list) = lists.lists.get(code) {
            script = script.list(round, list.iter().map(line).collect());
        }
        for (wave, raises) in (1..).map(WaveNo).zip(&lists.waves) {
            if let Some(raises) = raises.get(code) {
                let raise =
                    |raise: &Raise| Raise { priority: Priority(raise.priority.0), price: raise.price };
                script = script.raise(round, wave, raises.iter().map(raise).collect());
            }
        }
    }
    script
}

fn line(line: &ishigaki_scenarios::Line) -> Line {
    Line::new(line.lot.clone(), line.price.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepared;

    #[test]
    fn team_replacing_its_list_does_not_submit_last() {
        let mut prepared =
            PreparedGame::read("tour-4", &prepared::ScriptChoice::NextToScenario, None).unwrap();
        let order = SealingOrder::of(&prepared, None).unwrap();
        let last: Vec<TeamId> = order.rounds.values().map(|order| order.last).collect();
        assert_eq!(last, [TeamId(3), TeamId(3), TeamId(3)]);
        assert_eq!(order.rounds[&RoundNo(2)].last_revisions, BTreeMap::from([(TeamId(1), Revision(2))]));
        let lists = prepared.lists.as_mut().unwrap();
        let first = lists.rounds[1].first[0].clone();
        lists.rounds[1].first.push(FirstTry { team: "west".into(), ..first });
        assert_eq!(SealingOrder::of(&prepared, None).unwrap().rounds[&RoundNo(2)].last, TeamId(2));
    }

    #[test]
    fn lists_that_all_replace_cannot_be_played() {
        let mut prepared =
            PreparedGame::read("tour-4", &prepared::ScriptChoice::NextToScenario, None).unwrap();
        let lists = prepared.lists.as_mut().unwrap();
        let first = lists.rounds[1].first[0].clone();
        for team in ["north", "south", "west"] {
            lists.rounds[1].first.push(FirstTry { team: team.into(), ..first.clone() });
        }
        assert!(SealingOrder::of(&prepared, None).unwrap_err().to_string().contains("round 2"));
    }
}
