//! The state of a game.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::messages::Messages;
use super::{Sealed, SettlementDigest, WallCount};
use crate::auction::{Award, Bid, Offer, OfferedLot, Raise, Settlement, TeamList, TeamRaises};
use crate::wall::{Spot, WallScore, judge};
use crate::{GameTime, LotId, Millis, Priority, Revision, RoundNo, Setup, StoneId, TeamId, Tsuyama, WaveNo};

/// One game: its setup and all its events, folded one by one.
///
/// Readers of a public feed use the same type; contents that are sealed for them are absent from
/// [`RoundRecord::sealed`] and [`RoundRecord::sealed_raises`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(super) setup: Arc<Setup>,
    pub(super) now: GameTime,
    pub(super) pool: Vec<u32>,
    /// Shared, as rounds are, because every decision copies the game and an event changes few of them.
    pub(super) teams: Vec<Arc<TeamState>>,
    pub(super) rounds: Vec<Arc<RoundRecord>>,
    pub(super) phase: Phase,
    pub(super) paused_since: Option<GameTime>,
    /// Time at which the last round became final, moved on by every pause since, like deadlines.
    pub(super) building_since: Option<GameTime>,
    pub(super) extensions: Vec<Extension>,
    pub(super) janken: Vec<Vec<TeamId>>,
    pub(super) messages: Arc<Messages>,
}

/// Time added to a running window or countdown (`T`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extension {
    at: GameTime,
    closes_at: GameTime,
    pub given: Millis,
    /// Time left after the extension. During a pause it counts from the start of the pause, because the
    /// clocks are stopped.
    pub left: Millis,
}

impl Extension {
    pub(super) fn new(
        at: GameTime,
        before: GameTime,
        closes_at: GameTime,
        paused_since: Option<GameTime>,
    ) -> Self {
        let left = closes_at.since(paused_since.unwrap_or(at));
        Self { at, closes_at, given: closes_at.since(before), left }
    }
}

/// Phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The next round can be opened (`A1`).
    Ready { next: RoundNo },
    /// Teams submit lists (`A2`, `A3`).
    Bidding { closes_at: GameTime },
    /// A re-bid wave is open (`A7`).
    Rebidding { wave: WaveNo, closes_at: GameTime },
    /// The round is settled and waits for the judge to confirm (`A10`).
    Confirming,
    /// All rounds are final. The teams build until the judge signals the end (`E1`).
    Building,
    /// The countdown to the end is running (`E1`).
    Countdown { ends_at: GameTime },
    /// The game has ended; the result isn't declared yet (`E2`, `E4`).
    Ended,
    /// The final result is declared (`E4`).
    Declared,
    /// The game was abandoned (`G4`).
    Abandoned,
}

/// State of one team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamState {
    /// Changes only when a round becomes final (`A10`).
    pub held: Tsuyama,
    pub stones: BTreeSet<StoneId>,
    pub laid: BTreeMap<StoneId, Spot>,
    /// Revision of its wall; `None` if it never changed. Every fact that moves stones on the wall counts,
    /// including the removal of unsupported stones at the end.
    pub wall: Option<Revision>,
    /// Manual count of its wall, if there is one (`E2`).
    pub counted: Option<WallCount>,
    /// Stones that have been carried to it (`W4`: information only).
    pub carried: BTreeSet<StoneId>,
    /// Stones that it has received and checked (`W4`: information only).
    pub checked: BTreeSet<StoneId>,
    /// Reason for its disqualification (`E3`).
    pub disqualified: Option<String>,
    /// Round in which a disqualification was revoked. The team stays barred in it.
    pub(super) barred_in: Option<RoundNo>,
    /// Coverage of its wall, updated on every change, because standings of all teams are needed after every
    /// stone. `None` if its geometry is invalid, which no decision allows.
    pub(super) coverage: Option<Coverage>,
}

/// Coverage of a wall without its unsupported stones (`E2`, `W5`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coverage {
    pub(super) empty: u32,
    pub(super) top_gaps: u32,
    pub(super) used: u32,
}

impl Coverage {
    pub(super) fn of(score: &WallScore<StoneId>) -> Self {
        Self { empty: score.empty, top_gaps: score.top_gaps, used: score.used }
    }
}

/// One attempt of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundRecord {
    pub round: RoundNo,
    /// 1 plus the number of times the round was voided.
    pub attempt: u32,
    pub offer: Offer,
    /// Money of each team when the round opened, in team order.
    pub held: Vec<Tsuyama>,
    /// Teams that have submitted a list, with the list if the reader may see it.
    pub sealed: BTreeMap<TeamId, Option<Sealed<Bid>>>,
    /// Time at which bidding closed: the deadline, or earlier if all lists were in (`A3`). Commands stamped
    /// from then on are late.
    pub bidding_closed: Option<GameTime>,
    /// Closing times of the closed waves (`A7`).
    pub waves_closed: Vec<GameTime>,
    /// Time at which the lists were opened; `None` before the opening.
    pub opened_at: Option<GameTime>,
    /// Teams that could not take part when the lists were opened, in team order: disqualified, or reinstated
    /// during the round (`E3`). Empty before the opening.
    pub absent: Vec<TeamId>,
    /// The opened lists by team; empty before the opening.
    pub lists: Vec<TeamList>,
    /// Settlement of the opened lists; `None` before the opening.
    pub settlement: Option<Settlement>,
    /// Teams that have submitted a re-bid in the open wave, with the re-bid if the reader may see it.
    pub sealed_raises: BTreeMap<TeamId, Option<Sealed<Raise>>>,
    pub waves: Vec<Vec<TeamRaises>>,
    pub confirmed: BTreeSet<LotId>,
    pub handed: Vec<(StoneId, Award)>,
    /// Time at which the attempt became final (`A10`).
    pub final_at: Option<GameTime>,
    pub state: RoundState,
}

/// State of an attempt of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundState {
    Open,
    Final,
    Void { reason: String },
}

impl RoundState {
    /// Returns its name in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Final => "final",
            Self::Void { .. } => "void",
        }
    }
}

impl Phase {
    /// Returns whether nothing more can happen: the result is declared (`E4`), or the game was abandoned
    /// (`G4`).
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Declared | Self::Abandoned)
    }

    /// Returns whether the standings are the final ranking, declared or not (`E2`, `E4`).
    pub const fn is_ranked(self) -> bool {
        matches!(self, Self::Ended | Self::Declared)
    }

    /// Returns the rule that governs this phase.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Ready { .. } => "A1",
            Self::Bidding { .. } => "A3",
            Self::Rebidding { .. } => "A7",
            Self::Confirming => "A10",
            Self::Building | Self::Countdown { .. } => "E1",
            Self::Ended => "W6",
            Self::Declared => "E4",
            Self::Abandoned => "G4",
        }
    }

    /// Returns the closing time of this phase's window or countdown.
    pub const fn closes_at(self) -> Option<GameTime> {
        match self {
            Self::Bidding { closes_at } | Self::Rebidding { closes_at, .. } => Some(closes_at),
            Self::Countdown { ends_at } => Some(ends_at),
            _ => None,
        }
    }

    pub(super) fn set_closes_at(&mut self, moment: GameTime) {
        match self {
            Self::Bidding { closes_at } | Self::Rebidding { closes_at, .. } => *closes_at = moment,
            Self::Countdown { ends_at } => *ends_at = moment,
            _ => {}
        }
    }

    /// Returns whether stones may be placed and moved (`W4`, `W6`).
    pub const fn is_building_time(self) -> bool {
        !matches!(self, Self::Ended | Self::Declared | Self::Abandoned)
    }
}

impl Game {
    /// Returns a new game without events.
    pub fn new(setup: impl Into<Arc<Setup>>) -> Self {
        let setup = setup.into();
        let team = TeamState {
            held: setup.initial,
            stones: BTreeSet::new(),
            laid: BTreeMap::new(),
            wall: None,
            counted: None,
            carried: BTreeSet::new(),
            checked: BTreeSet::new(),
            disqualified: None,
            barred_in: None,
            coverage: judge::<StoneId>(&setup.frame, &BTreeMap::new(), &[]).score.as_ref().map(Coverage::of),
        };
        Self {
            now: GameTime::default(),
            pool: setup.lots.iter().map(|lot| lot.copies).collect(),
            teams: setup.teams.iter().map(|_| Arc::new(team.clone())).collect(),
            rounds: Vec::new(),
            phase: Phase::Ready { next: RoundNo::FIRST },
            paused_since: None,
            building_since: None,
            extensions: Vec::new(),
            janken: Vec::new(),
            messages: Arc::new(Messages::new(setup.teams.len())),
            setup,
        }
    }

    /// Returns the setup.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the time of the last event.
    pub fn now(&self) -> GameTime {
        self.now
    }

    /// Returns the phase of the game.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns when the clocks were paused, if they are (`T`).
    pub fn paused_since(&self) -> Option<GameTime> {
        self.paused_since
    }

    /// Returns the time since all rounds became final, without pauses (`E1`, `T`); `None` before and after
    /// the building phase.
    pub fn building_for(&self, now: GameTime) -> Option<Millis> {
        let since = self.building_since.filter(|_| self.phase == Phase::Building)?;
        Some(self.paused_since.unwrap_or(now).since(since))
    }

    /// Returns the extension made at a moment that moved the deadline to `closes_at` (`T`).
    pub fn extension(&self, at: GameTime, closes_at: GameTime) -> Option<Extension> {
        self.extensions.iter().rev().copied().find(|known| (known.at, known.closes_at) == (at, closes_at))
    }

    /// Returns the next moment at which a window closes or the countdown ends. `None` while paused.
    pub fn due(&self) -> Option<GameTime> {
        if self.paused_since.is_some() { None } else { self.phase.closes_at() }
    }

    /// Returns the remaining copies of each lot, in lot order (`G3`).
    pub fn pool(&self) -> &[u32] {
        &self.pool
    }

    /// Returns the state of a team.
    pub fn team(&self, team: TeamId) -> Option<&TeamState> {
        self.teams.get(team.index()).map(Arc::as_ref)
    }

    /// Returns every attempt of every round so far, including voided ones. They are shared, so that copying
    /// the game stays cheap.
    pub fn rounds(&self) -> &[Arc<RoundRecord>] {
        &self.rounds
    }

    /// Returns the current round, unless it is final or voided.
    pub fn current_round(&self) -> Option<&RoundRecord> {
        self.rounds.last().map(Arc::as_ref).filter(|record| record.state == RoundState::Open)
    }

    /// Returns the janken orders in the order in which they were entered (`E2`).
    pub fn janken(&self) -> &[Vec<TeamId>] {
        &self.janken
    }

    /// The final attempt of a round.
    pub(super) fn final_round(&self, round: RoundNo) -> Option<&RoundRecord> {
        let is_it = |record: &&RoundRecord| record.round == round && record.state == RoundState::Final;
        self.rounds.iter().rev().map(Arc::as_ref).find(is_it)
    }

    pub(super) fn team_mut(&mut self, team: TeamId) -> Option<&mut TeamState> {
        self.teams.get_mut(team.index()).map(Arc::make_mut)
    }

    pub(super) fn current_round_mut(&mut self) -> Option<&mut RoundRecord> {
        let last = self.rounds.last_mut().filter(|record| record.state == RoundState::Open);
        last.map(Arc::make_mut)
    }

    pub(super) fn offer_of(&self, round: RoundNo) -> Option<Offer> {
        let plan = self.setup.round(round)?;
        let lots = self.setup.lots.iter().zip(&self.pool);
        Some(Offer {
            max_bids: plan.max_bids,
            max_wins: plan.max_wins,
            lots: lots.map(|(lot, &copies)| OfferedLot { min_price: lot.min_price, copies }).collect(),
        })
    }
}

impl RoundRecord {
    /// Returns the lots on offer in this round: those with a copy left when it opened.
    pub fn lots(&self) -> impl Iterator<Item = LotId> + '_ {
        let with_copies = |(at, lot): (usize, &OfferedLot)| (lot.copies > 0).then(|| LotId::at(at));
        self.offer.lots.iter().enumerate().filter_map(with_copies)
    }

    /// Returns the lots on offer that are not confirmed.
    pub fn unconfirmed(&self) -> Vec<LotId> {
        self.lots().filter(|lot| !self.confirmed.contains(lot)).collect()
    }

    /// Returns the id of this attempt's current settlement; `None` before the opening.
    pub fn digest(&self) -> Option<SettlementDigest> {
        let settlement = self.settlement.as_ref()?;
        Some(SettlementDigest::of(self.round, self.attempt, settlement))
    }

    /// Returns the closing time of a wave; `None` if it hasn't closed.
    pub fn wave_closed(&self, wave: WaveNo) -> Option<GameTime> {
        if wave.0 == 0 { None } else { self.waves_closed.get(wave.index()).copied() }
    }

    /// Returns a team's opened list; `None` before the opening, or if it had none.
    pub fn list(&self, team: TeamId) -> Option<&TeamList> {
        self.lists.iter().find(|list| list.team == team)
    }

    /// Returns a team's prices for a line of its list in the opened waves, in order (`A7`).
    pub fn raises_of(&self, team: TeamId, priority: Priority) -> impl Iterator<Item = Tsuyama> + '_ {
        let sent = self.waves.iter().flatten().filter(move |raises| raises.team == team);
        let raises = sent.flat_map(|raises| &raises.raises);
        raises.filter(move |raise| raise.priority == priority).map(|raise| raise.price)
    }

    /// Returns the revision of a team's sealed list, if the reader may see it.
    pub fn revision(&self, team: TeamId) -> Option<Revision> {
        self.sealed.get(&team)?.as_ref().map(|sealed| sealed.revision)
    }

    /// Returns the revision of a team's sealed re-bid in the open wave, if the reader may see it.
    pub fn raise_revision(&self, team: TeamId) -> Option<Revision> {
        self.sealed_raises.get(&team)?.as_ref().map(|sealed| sealed.revision)
    }
}
