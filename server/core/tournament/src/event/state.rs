//! The state of an event.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use ishigaki_othello::Reason;

use super::slip::{Entrant, Slip};
use crate::draw::{Attendance, Lot, SlipFault, draw, join_digits, seed_value};
use crate::flow::{Flow, FlowFault, Played, Whereabouts};
use crate::id::{DrawNumber, LeagueId, PlayerId, Round};
use crate::places::{FinalRanking, final_ranking};
use crate::plan::Plan;
use crate::playoff::{Bout, Playoffs};
use crate::round::PoolPairing;
use crate::shift::Shift;

/// Where an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The roster may still change.
    Roster,
    /// Plan and roster are fixed; the lotteries are awaited (`TV1`).
    Committed,
    /// The draw is made; seeds draw their slips, and who is there is noted (`TD6`, `TD7`).
    Reception,
    /// Between two rounds: this one can be paired.
    Between {
        next: Round,
    },
    Playing {
        round: Round,
    },
    /// Everything is played; the final ranking is not declared yet.
    Over,
    /// The final ranking stands.
    Declared,
    /// The event was given up.
    Abandoned,
}

impl Stage {
    /// The rule that says what is possible when.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Roster | Self::Committed => "TV1",
            Self::Reception => "TD7",
            Self::Between { .. } | Self::Playing { .. } => "TF5",
            Self::Over | Self::Declared => "TE",
            Self::Abandoned => "TV3",
        }
    }
}

/// A game's result as it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    pub slip: Slip,
    /// The number of the entry it was, or whose place a ruling took.
    pub entry: u32,
    /// Why the ruling, if it is one.
    pub ruling: Option<String>,
}

/// Lotteries' results that hold no more (`TD8`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverruledDigits {
    /// The results as they were entered.
    pub results: Vec<String>,
    /// Why others took their place.
    pub reason: String,
    /// Entrants whom the ruling moved, by line of the roster.
    pub moved: Vec<Shift>,
}

/// A ruling on who is there, made when the digits were known (`TD7`, `TV3`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverruledAttendance {
    pub player: PlayerId,
    /// Whether the ruling made the player absent.
    pub absent: bool,
    /// Reason of the ruling.
    pub reason: String,
    /// Others whom the ruling moved, by line of the roster.
    pub moved: Vec<Shift>,
}

/// An entry of a result, from 1 in the order of the facts. Nothing changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultEntry {
    pub round: Round,
    /// The slip as it was handed in.
    pub slip: Slip,
}

/// A round as it was paired, and what holds of its games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairedRound {
    pub round: Round,
    pub pools: Vec<PoolPairing>,
    pub bouts: Vec<(Bout, PlayerId, PlayerId)>,
    /// What holds, by both players, the one of the smaller line first.
    pub results: BTreeMap<(PlayerId, PlayerId), Decided>,
}

/// Two players, the one of the smaller line first.
pub(super) fn pair_of(one: PlayerId, other: PlayerId) -> (PlayerId, PlayerId) {
    (one.min(other), one.max(other))
}

impl PairedRound {
    /// All games: of the pools, then the play-offs.
    pub fn games(&self) -> impl Iterator<Item = (Option<Bout>, PlayerId, PlayerId)> {
        let pools = self.pools.iter().flat_map(|pool| &pool.pairs).map(|(a, b)| (None, *a, *b));
        pools.chain(self.bouts.iter().map(|(bout, a, b)| (Some(*bout), *a, *b)))
    }

    /// Games without a result.
    pub fn open(&self) -> usize {
        self.games().filter(|(_, a, b)| !self.results.contains_key(&pair_of(*a, *b))).count()
    }

    /// Returns whether two players are paired, and in which play-off game if it is one.
    pub fn bout(&self, one: PlayerId, other: PlayerId) -> Option<Option<Bout>> {
        let pair = pair_of(one, other);
        self.games().find(|(_, a, b)| pair_of(*a, *b) == pair).map(|(bout, _, _)| bout)
    }

    /// The results of the leagues' games, once all are in.
    pub(super) fn played(&self) -> Vec<Played> {
        let pairs = self.pools.iter().flat_map(|pool| &pool.pairs);
        let results = pairs.filter_map(|(a, b)| self.results.get(&pair_of(*a, *b)));
        results.map(|decided| as_played(&decided.slip)).collect()
    }
}

/// What a slip is for the leagues.
pub(super) fn as_played(slip: &Slip) -> Played {
    Played { winner: slip.winner, loser: slip.loser, forfeit: slip.reason == Reason::Forfeit }
}

/// One event: its plan and all that has happened in it, folded event by event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    pub(super) plan: Arc<Plan>,
    pub(super) roster: Vec<Entrant>,
    pub(super) commitment: Option<[u8; 32]>,
    pub(super) digits: Option<Vec<String>>,
    pub(super) overruled_digits: Vec<OverruledDigits>,
    pub(super) overruled_attendance: Vec<OverruledAttendance>,
    pub(super) absent: Vec<bool>,
    pub(super) slips: BTreeMap<PlayerId, DrawNumber>,
    pub(super) flow: Option<Flow>,
    /// The leagues as they were when the finals' round was paired: who plays for what stands as it was paired.
    pub(super) at_finals: Option<Flow>,
    pub(super) rounds: Vec<PairedRound>,
    pub(super) entries: Vec<ResultEntry>,
    pub(super) leaving: BTreeSet<PlayerId>,
    pub(super) named: Vec<(LeagueId, PlayerId)>,
    pub(super) confirmed: BTreeSet<LeagueId>,
    pub(super) rulings: Vec<String>,
    pub(super) declared: bool,
    pub(super) abandoned: bool,
}

impl Tournament {
    /// An event of which only the plan is known.
    pub fn new(plan: Plan) -> Self {
        Self {
            plan: Arc::new(plan),
            roster: Vec::new(),
            commitment: None,
            digits: None,
            overruled_digits: Vec::new(),
            overruled_attendance: Vec::new(),
            absent: Vec::new(),
            slips: BTreeMap::new(),
            flow: None,
            at_finals: None,
            rounds: Vec::new(),
            entries: Vec::new(),
            leaving: BTreeSet::new(),
            named: Vec::new(),
            confirmed: BTreeSet::new(),
            rulings: Vec::new(),
            declared: false,
            abandoned: false,
        }
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The roster.
    pub fn roster(&self) -> &[Entrant] {
        &self.roster
    }

    /// The commitment, once there is one (`TV1`).
    pub const fn commitment(&self) -> Option<[u8; 32]> {
        self.commitment
    }

    /// The leagues, once they are made, as far as rounds are complete.
    pub const fn flow(&self) -> Option<&Flow> {
        self.flow.as_ref()
    }

    /// The rounds that were paired.
    pub fn rounds(&self) -> &[PairedRound] {
        &self.rounds
    }

    /// All entries of results in order, overruled ones too.
    pub fn entries(&self) -> &[ResultEntry] {
        &self.entries
    }

    /// Rulings in words, in order.
    pub fn rulings(&self) -> &[String] {
        &self.rulings
    }

    /// Returns whether the referee confirmed a first who was found by the ranking (`TF4`).
    pub fn is_confirmed(&self, league: LeagueId) -> bool {
        self.confirmed.contains(&league)
    }

    /// Where the event is.
    pub fn stage(&self) -> Stage {
        if self.abandoned {
            return Stage::Abandoned;
        }
        if self.declared {
            return Stage::Declared;
        }
        if self.commitment.is_none() {
            return Stage::Roster;
        }
        if self.digits.is_none() {
            return Stage::Committed;
        }
        if self.flow.is_none() {
            return Stage::Reception;
        }
        match self.rounds.last() {
            Some(round) if round.open() > 0 => Stage::Playing { round: round.round },
            Some(round) if round.round >= self.plan.end() => Stage::Over,
            round => Stage::Between { next: round.map_or(Round(0), |round| round.round).next() },
        }
    }

    /// Returns whether a player is absent, as far as it was said (`TD7`).
    pub fn is_absent(&self, player: PlayerId) -> bool {
        self.absent.get(player.index()).copied().unwrap_or(false)
    }

    /// The seed's text, once the digits are known (`TD2`).
    pub fn seed(&self) -> Option<String> {
        join_digits(&self.plan.lotteries, self.digits.as_deref()?).ok()
    }

    /// The lotteries' results that hold, once they are entered.
    pub fn digits(&self) -> Option<&[String]> {
        self.digits.as_deref()
    }

    /// The lotteries' results that a ruling took the place of, in order (`TD8`).
    pub fn overruled_digits(&self) -> &[OverruledDigits] {
        &self.overruled_digits
    }

    /// The rulings on who is there, in order (`TD7`).
    pub fn overruled_attendance(&self) -> &[OverruledAttendance] {
        &self.overruled_attendance
    }

    /// The draw's lots, once the digits are known. While reception lasts, seeds who have not drawn have their numbers of
    /// `TD5`.
    pub fn lots(&self) -> Option<Vec<Lot>> {
        let mut lots = self.lots_with(None)?.ok()?;
        for (player, number) in &self.slips {
            if let Some(lot) = lots.get_mut(player.index()) {
                lot.number = Some(*number);
            }
        }
        for lot in &mut lots {
            lot.number = lot.number.or(Some(lot.base));
        }
        Some(lots)
    }

    /// The lots with these slips, or why they cannot be; `None` while the digits are not known.
    pub(super) fn lots_with(
        &self,
        slips: Option<&BTreeMap<PlayerId, DrawNumber>>,
    ) -> Option<Result<Vec<Lot>, SlipFault>> {
        let seed = self.seed().as_deref().and_then(seed_value)?;
        let seeds = self.seeds();
        Some(draw(&self.plan, seed, Attendance { seeds: &seeds, absent: &self.absent }, slips))
    }

    pub(super) fn seeds(&self) -> Vec<Option<usize>> {
        self.roster.iter().map(|entrant| entrant.seed).collect()
    }

    /// The leagues after what happens before the next round: whoever qualifies first cannot leave (`TF5`, `TW1`).
    ///
    /// # Errors
    /// If only the referee can go on.
    pub(super) fn passed(&self) -> Result<Option<Flow>, FlowFault> {
        let Some(flow) = self.with_named() else { return Ok(None) };
        let mut leaving: Vec<PlayerId> = self.leaving.iter().copied().collect();
        loop {
            let mut next = flow.clone();
            match next.pass(&leaving) {
                Ok(_) => return Ok(Some(next)),
                Err(FlowFault::CannotWithdraw { player }) => leaving.retain(|other| *other != player),
                Err(fault @ FlowFault::NobodyLeft { .. }) => return Err(fault),
            }
        }
    }

    /// Returns whether a player is first of a league by the results of a round that is complete (`TF1`-`TF3`), though the next one
    /// is not paired yet: such a player cannot leave (`TW1`).
    pub(super) fn is_qualified_by_now(&self, player: PlayerId) -> bool {
        let Stage::Between { .. } = self.stage() else { return false };
        let mut flow = self.with_named();
        flow.as_mut().is_some_and(|flow| {
            flow.pass(&[]).is_ok() && matches!(flow.whereabouts(player), Whereabouts::Qualified(_))
        })
    }

    /// Players who were to leave with the next pairing, and are first of a league by then: they stay (`TF5`, `TW1`).
    pub fn staying(&self) -> Vec<PlayerId> {
        self.leaving.iter().copied().filter(|&player| self.is_qualified_by_now(player)).collect()
    }

    /// The leagues with the firsts whom the referee has named since the last pairing.
    pub(super) fn with_named(&self) -> Option<Flow> {
        let mut flow = self.flow.clone()?;
        for (league, player) in &self.named {
            flow.name_first(*league, *player);
        }
        Some(flow)
    }

    /// The winners of play-off games that hold.
    pub(super) fn winners(&self) -> BTreeMap<Bout, PlayerId> {
        let bouts = self.rounds.iter().flat_map(|round| round.bouts.iter().map(move |bout| (round, bout)));
        bouts
            .filter_map(|(round, (bout, a, b))| {
                Some((*bout, round.results.get(&pair_of(*a, *b))?.slip.winner))
            })
            .collect()
    }

    /// The play-offs of these leagues. Once the finals' round is paired, its games stand: a ruling on a game of the leagues
    /// changes wins and order, and nobody's game (`TV3`).
    pub(super) fn playoffs_of(&self, flow: &Flow) -> Playoffs {
        let women: Vec<bool> = self.roster.iter().map(|entrant| entrant.woman).collect();
        let as_paired = self.at_finals.as_ref().unwrap_or(flow);
        Playoffs::of(as_paired, &women, &self.winners()).with_prizes_of(flow)
    }

    /// The play-offs as far as they are determined; none before the leagues are made.
    pub fn playoffs(&self) -> Playoffs {
        self.flow.as_ref().map(|flow| self.playoffs_of(flow)).unwrap_or_default()
    }

    /// The final ranking, once everything is played.
    pub fn final_ranking(&self) -> Option<FinalRanking> {
        match self.stage() {
            Stage::Over | Stage::Declared => final_ranking(self.flow.as_ref()?, &self.playoffs()),
            _ => None,
        }
    }
}
