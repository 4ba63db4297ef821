//! The state of an event.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use ishigaki_othello::Reason;

use super::fact::Fact;
use super::message::EventMessages;
use super::slip::{Entrant, Slip};
use crate::draw::{Attendance, Lot, SlipFault, class_slips, draw, join_digits, seed_value};
use crate::flow::{Flow, FlowFault, Played, PlayerState};
use crate::id::{DrawNumber, LeagueId, PlayerId, Round};
use crate::places::{FinalRanking, final_ranking};
use crate::plan::Plan;
use crate::playoff::{Bout, Playoffs};
use crate::round::PoolPairing;
use crate::shift::Shift;

/// Stage of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Roster,
    /// The plan and roster are fixed; lottery results are awaited (`TV1`).
    Committed,
    /// The draw is made; seeds draw slips, and attendance is marked (`TD6`, `TD7`).
    Reception,
    Between {
        next: Round,
    },
    Playing {
        round: Round,
    },
    Over,
    Declared,
    Abandoned,
}

impl Stage {
    /// Returns the rule that governs this stage.
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

/// A game's valid result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    pub slip: Slip,
    /// The number of its entry, or of the entry that a ruling replaced.
    pub entry: u32,
    pub ruling: Option<String>,
}

/// Replaced lottery results (`TD8`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverruledDigits {
    pub results: Vec<String>,
    pub reason: String,
    pub moved: Vec<Shift>,
}

/// A ruling on attendance after the digits were known (`TD7`, `TV3`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverruledAttendance {
    pub player: PlayerId,
    pub absent: bool,
    pub reason: String,
    pub moved: Vec<Shift>,
}

/// A result entry, numbered from 1. It never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultEntry {
    pub round: Round,
    pub slip: Slip,
}

/// A paired round with the valid results of its games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairedRound {
    pub round: Round,
    pub pools: Vec<PoolPairing>,
    pub bouts: Vec<(Bout, PlayerId, PlayerId)>,
    /// Valid results by both players, the smaller id first.
    pub results: BTreeMap<(PlayerId, PlayerId), Decided>,
}

pub(super) fn pair_of(one: PlayerId, other: PlayerId) -> (PlayerId, PlayerId) {
    (one.min(other), one.max(other))
}

impl PairedRound {
    /// Returns all games: those of the pools, then the play-offs.
    pub fn games(&self) -> impl Iterator<Item = (Option<Bout>, PlayerId, PlayerId)> {
        let pools = self.pools.iter().flat_map(|pool| &pool.pairs).map(|(a, b)| (None, *a, *b));
        pools.chain(self.bouts.iter().map(|(bout, a, b)| (Some(*bout), *a, *b)))
    }

    /// Returns the games without a result.
    pub fn open_games(&self) -> impl Iterator<Item = (PlayerId, PlayerId)> {
        let games = self.games().map(|(_, one, other)| (one, other));
        games.filter(|(one, other)| !self.results.contains_key(&pair_of(*one, *other)))
    }

    /// Returns the number of games without a result.
    pub fn open(&self) -> usize {
        self.open_games().count()
    }

    /// Returns the game of two players, with its play-off bout if it is one; `None` if they aren't paired.
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

pub(super) fn as_played(slip: &Slip) -> Played {
    Played { winner: slip.winner, loser: slip.loser, forfeit: slip.reason == Reason::Forfeit }
}

/// The state before a pairing, as far as the pairing changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BeforePairing {
    pub(super) flow: Option<Flow>,
    pub(super) leaving: BTreeSet<PlayerId>,
    pub(super) excused: BTreeSet<PlayerId>,
}

/// One event: its plan and all its facts, folded one by one.
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
    /// The leagues when the finals' round was paired, because its games stay as paired.
    pub(super) at_finals: Option<Flow>,
    pub(super) rounds: Vec<PairedRound>,
    pub(super) entries: Vec<ResultEntry>,
    pub(super) leaving: BTreeSet<PlayerId>,
    /// Players who miss the next round to be paired.
    pub(super) excused: BTreeSet<PlayerId>,
    /// What taking back the last pairing restores.
    pub(super) before_pairing: Option<BeforePairing>,
    pub(super) named: Vec<(LeagueId, PlayerId)>,
    pub(super) confirmed: BTreeSet<LeagueId>,
    pub(super) rulings: Vec<String>,
    pub(super) ruling_facts: Vec<Fact>,
    pub(super) messages: EventMessages,
    pub(super) declared: bool,
    pub(super) abandoned: bool,
}

impl Tournament {
    /// Returns an event without facts.
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
            excused: BTreeSet::new(),
            before_pairing: None,
            named: Vec::new(),
            confirmed: BTreeSet::new(),
            rulings: Vec::new(),
            ruling_facts: Vec::new(),
            messages: EventMessages::default(),
            declared: false,
            abandoned: false,
        }
    }

    /// Returns the plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the roster.
    pub fn roster(&self) -> &[Entrant] {
        &self.roster
    }

    /// Returns the commitment (`TV1`), if there is one.
    pub const fn commitment(&self) -> Option<[u8; 32]> {
        self.commitment
    }

    /// Returns the leagues, once they are made, after the completed rounds.
    pub const fn flow(&self) -> Option<&Flow> {
        self.flow.as_ref()
    }

    /// Returns the paired rounds.
    pub fn rounds(&self) -> &[PairedRound] {
        &self.rounds
    }

    /// Returns all result entries in order, including overruled ones.
    pub fn entries(&self) -> &[ResultEntry] {
        &self.entries
    }

    /// Returns the free-text rulings, in order.
    pub fn rulings(&self) -> &[String] {
        &self.rulings
    }

    /// Returns the rulings on pairings and games to replay, in order (`TV3`).
    pub fn ruling_facts(&self) -> &[Fact] {
        &self.ruling_facts
    }

    /// Returns whether the referee confirmed a first found by the ranking (`TF4`).
    pub fn is_confirmed(&self, league: LeagueId) -> bool {
        self.confirmed.contains(&league)
    }

    /// Returns the stage of the event.
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

    /// Returns whether a player is marked absent (`TD7`).
    pub fn is_absent(&self, player: PlayerId) -> bool {
        self.absent.get(player.index()).copied().unwrap_or(false)
    }

    /// Returns the seed's text, once the digits are known (`TD2`).
    pub fn seed(&self) -> Option<String> {
        join_digits(&self.plan.lotteries, self.digits.as_deref()?).ok()
    }

    /// Returns the valid lottery results, once they are entered.
    pub fn digits(&self) -> Option<&[String]> {
        self.digits.as_deref()
    }

    /// Returns the replaced lottery results, in order (`TD8`).
    pub fn overruled_digits(&self) -> &[OverruledDigits] {
        &self.overruled_digits
    }

    /// Returns the rulings on attendance, in order (`TD7`).
    pub fn overruled_attendance(&self) -> &[OverruledAttendance] {
        &self.overruled_attendance
    }

    /// Returns the lots, once the digits are known. During reception, seeds without a slip have their numbers
    /// of `TD5`.
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

    /// Returns the slip that a seed has drawn (`TD6`).
    pub fn drawn_slip(&self, player: PlayerId) -> Option<DrawNumber> {
        self.slips.get(&player).copied()
    }

    /// Returns the slips that a seed can still draw, in order; empty for other players (`TD6`).
    pub fn open_slips(&self, player: PlayerId) -> Vec<DrawNumber> {
        let Some(class) = self.seeds().get(player.index()).copied().flatten() else { return Vec::new() };
        let seeds = self.seeds();
        let roster = Attendance { seeds: &seeds, absent: &self.absent };
        let mut slips = class_slips(&self.plan, roster, class);
        slips.retain(|number| !self.slips.values().any(|drawn| drawn == number));
        slips
    }

    /// The lots with these slips, or the fault of the slips; `None` while the digits are unknown.
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

    /// The leagues after the changes before the next round. A player who qualifies first can't leave (`TF5`,
    /// `TW1`).
    ///
    /// # Errors
    ///
    /// Fails if only the referee can continue.
    pub(super) fn passed(&self) -> Result<Option<Flow>, FlowFault> {
        let Some(flow) = self.with_named() else { return Ok(None) };
        let mut leaving: Vec<PlayerId> = self.leaving.iter().copied().collect();
        loop {
            let mut next = flow.clone();
            match next.pass(&leaving) {
                Ok(_) => {
                    next.excuse(&self.excused);
                    return Ok(Some(next));
                }
                Err(FlowFault::CannotWithdraw { player }) => leaving.retain(|other| *other != player),
                Err(fault @ FlowFault::NobodyLeft { .. }) => return Err(fault),
            }
        }
    }

    /// Returns whether a player is a league's first by complete results, even before the next pairing. Such a
    /// player can't withdraw (`TW1`).
    pub(super) fn is_qualified_by_now(&self, player: PlayerId) -> bool {
        let Stage::Between { .. } = self.stage() else { return false };
        let mut flow = self.with_named();
        flow.as_mut().is_some_and(|flow| {
            flow.pass(&[]).is_ok() && matches!(flow.state_of(player), PlayerState::Qualified(_))
        })
    }

    /// Returns players who were to withdraw at the next pairing but are a league's first by then. They stay
    /// (`TF5`, `TW1`).
    pub fn staying(&self) -> Vec<PlayerId> {
        self.leaving.iter().copied().filter(|&player| self.is_qualified_by_now(player)).collect()
    }

    /// Returns the players who withdraw from the next pairing onwards (`TW1`).
    pub const fn leaving(&self) -> &BTreeSet<PlayerId> {
        &self.leaving
    }

    /// Returns the players who miss the next round to be paired, by a ruling.
    pub const fn excused(&self) -> &BTreeSet<PlayerId> {
        &self.excused
    }

    /// The leagues with the firsts that the referee has named since the last pairing.
    pub(super) fn with_named(&self) -> Option<Flow> {
        let mut flow = self.flow.clone()?;
        for (league, player) in &self.named {
            flow.name_first(*league, *player);
        }
        Some(flow)
    }

    pub(super) fn winners(&self) -> BTreeMap<Bout, PlayerId> {
        let bouts = self.rounds.iter().flat_map(|round| round.bouts.iter().map(move |bout| (round, bout)));
        bouts
            .filter_map(|(round, (bout, a, b))| {
                Some((*bout, round.results.get(&pair_of(*a, *b))?.slip.winner))
            })
            .collect()
    }

    /// The play-offs of these leagues. Once the finals' round is paired, its games are fixed: a ruling on a
    /// league game changes wins and order only (`TV3`).
    pub(super) fn playoffs_of(&self, flow: &Flow) -> Playoffs {
        let women: Vec<bool> = self.roster.iter().map(|entrant| entrant.woman).collect();
        let as_paired = self.at_finals.as_ref().unwrap_or(flow);
        Playoffs::of(as_paired, &women, &self.winners()).with_prizes_of(flow)
    }

    /// Returns the play-offs as far as they are determined; empty before the leagues are made.
    pub fn playoffs(&self) -> Playoffs {
        self.flow.as_ref().map(|flow| self.playoffs_of(flow)).unwrap_or_default()
    }

    /// Returns the final ranking, once all games are decided.
    pub fn final_ranking(&self) -> Option<FinalRanking> {
        match self.stage() {
            Stage::Over | Stage::Declared => final_ranking(self.flow.as_ref()?, &self.playoffs()),
            _ => None,
        }
    }
}
