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

/// One game: its set-up and all that has happened in it, folded event by event.
///
/// A reader of a public feed holds the same type; what is sealed to it is absent from
/// [`RoundRecord::sealed`] and [`RoundRecord::sealed_raises`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(super) setup: Arc<Setup>,
    pub(super) now: GameTime,
    pub(super) pool: Vec<u32>,
    /// Shared, as rounds are: an event changes few of them, and a game is copied for every decision.
    pub(super) teams: Vec<Arc<TeamState>>,
    pub(super) rounds: Vec<Arc<RoundRecord>>,
    pub(super) phase: Phase,
    pub(super) paused_since: Option<GameTime>,
    /// Time at which the last round became final, moved on by every pause since, as deadlines are.
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
    /// The time left from then on. In a pause it is counted from the pause's start, because clocks stand in it.
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
    /// A round takes lists (`A2`, `A3`).
    Bidding { closes_at: GameTime },
    /// A re-bid wave is open (`A7`).
    Rebidding {
        wave: WaveNo,
        /// Latest time at which it closes.
        closes_at: GameTime,
    },
    /// The round is settled; the judge confirms (`A10`).
    Confirming,
    /// All rounds are final; the teams build until the judge signals the end (`E1`).
    Building,
    /// The countdown to the end runs (`E1`).
    Countdown { ends_at: GameTime },
    /// The game has ended; the result is not declared yet (`E2`, `E4`).
    Ended,
    /// The final result stands (`E4`).
    Declared,
    /// The game was abandoned (`G4`).
    Abandoned,
}

/// One team in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamState {
    /// TSUYAMA held. Changes only when a round becomes final (`A10`).
    pub held: Tsuyama,
    /// The stones it has been handed.
    pub stones: BTreeSet<StoneId>,
    /// Positions of the stones on its wall.
    pub laid: BTreeMap<StoneId, Spot>,
    /// Number of times that its wall has changed; `None` if never. It follows from the facts: every one that
    /// changes what lies on the wall counts, whoever brought it about, the lifting at the end included.
    pub wall: Option<Revision>,
    /// Count of its wall by hand, if that counts instead of what lies here (`E2`).
    pub counted: Option<WallCount>,
    /// The stones that have been carried to it (`W4`: information only).
    pub carried: BTreeSet<StoneId>,
    /// The stones that it has received and checked (`W4`: information only).
    pub checked: BTreeSet<StoneId>,
    /// Reason for which it is disqualified, if it is (`E3`).
    pub disqualified: Option<String>,
    /// After a disqualification was taken back in a round: that round, in which it still may do nothing.
    pub(super) barred_in: Option<RoundNo>,
    /// Coverage of its wall, worked out whenever it changes: standings of all teams are asked for after every stone. `None` if
    /// its stones do not lie right, which no decision leads to.
    pub(super) coverage: Option<Coverage>,
}

/// Coverage of a wall, unsupported stones lifted off (`E2`, `W5`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coverage {
    /// Squares of the frame that no stone covers.
    pub(super) empty: u32,
    /// Uncovered squares of the frame's top row.
    pub(super) top_gaps: u32,
    pub(super) used: u32,
}

impl Coverage {
    pub(super) fn of(score: &WallScore<StoneId>) -> Self {
        Self { empty: score.empty, top_gaps: score.top_gaps, used: score.used }
    }
}

/// One attempt of a round, as long as the game is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundRecord {
    pub round: RoundNo,
    /// 1, and one more for each time the round was voided before.
    pub attempt: u32,
    /// Offer of the round, with M and W.
    pub offer: Offer,
    /// TSUYAMA that each team held when the round opened, in team order.
    pub held: Vec<Tsuyama>,
    /// The teams that have sealed a list, and the list where the reader may know it.
    pub sealed: BTreeMap<TeamId, Option<Sealed<Bid>>>,
    /// Time at which bidding closed; `None` while it is open. The deadline, or an earlier moment if nobody
    /// was waited for any more (`A3`). What is stamped from then on is late.
    pub bidding_closed: Option<GameTime>,
    /// Times at which the waves held closed, alike (`A7`).
    pub waves_closed: Vec<GameTime>,
    /// Time at which the lists were opened; `None` before the opening.
    pub opened_at: Option<GameTime>,
    /// The teams that could not take part when the lists were opened, in team order: disqualified, or taken back in
    /// the middle of the round (`E3`). Empty before the opening.
    pub absent: Vec<TeamId>,
    /// The opened lists by team; empty before the opening.
    pub lists: Vec<TeamList>,
    /// Settlement of the opened lists; `None` before the opening.
    pub settlement: Option<Settlement>,
    /// The teams that have sealed a re-bid in the open wave, and the re-bid where the reader may know it.
    pub sealed_raises: BTreeMap<TeamId, Option<Sealed<Raise>>>,
    /// The opened re-bids of each wave held.
    pub waves: Vec<Vec<TeamRaises>>,
    /// The lots that the judge has confirmed.
    pub confirmed: BTreeSet<LotId>,
    /// The stones handed out when the round became final, with the award each comes from.
    pub handed: Vec<(StoneId, Award)>,
    /// Time at which the attempt became final (`A10`); `None` if it is not.
    pub final_at: Option<GameTime>,
    /// State of the attempt.
    pub state: RoundState,
}

/// State of an attempt of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundState {
    /// It is under way.
    Open,
    /// It is final (`A10`).
    Final,
    /// It was voided (`G5`).
    Void { reason: String },
}

impl RoundState {
    /// Its name as JSON has it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Final => "final",
            Self::Void { .. } => "void",
        }
    }
}

impl Phase {
    /// Returns whether nothing more can come: the result stands (`E4`), or the game was abandoned (`G4`).
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Declared | Self::Abandoned)
    }

    /// Returns whether the standings are the final ranking, declared or not (`E2`, `E4`).
    pub const fn is_ranked(self) -> bool {
        matches!(self, Self::Ended | Self::Declared)
    }

    /// The rule that says what can be done in this phase.
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

    /// Returns the closing time of this phase's window or countdown, if it has one.
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

    /// Returns whether stones may be laid and moved (`W4`, `W6`).
    pub const fn is_building_time(self) -> bool {
        !matches!(self, Self::Ended | Self::Declared | Self::Abandoned)
    }
}

impl Game {
    /// A new game: nothing has happened yet.
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
            // No stone lies yet.
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

    /// Returns what was told to the teams before the game.
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

    /// Returns whether the clocks stand, and since when (`T`).
    pub fn paused_since(&self) -> Option<GameTime> {
        self.paused_since
    }

    /// Returns the time for which all rounds have been final, without pauses (`E1`, `T`); `None` before and after.
    pub fn building_for(&self, now: GameTime) -> Option<Millis> {
        let since = self.building_since.filter(|_| self.phase == Phase::Building)?;
        Some(self.paused_since.unwrap_or(now).since(since))
    }

    /// Returns the extension made at a moment that moved the deadline to `closes_at` (`T`); `None` if the game had no such
    /// extension.
    pub fn extension(&self, at: GameTime, closes_at: GameTime) -> Option<Extension> {
        self.extensions.iter().rev().copied().find(|known| (known.at, known.closes_at) == (at, closes_at))
    }

    /// Returns the time at which something will happen by itself: a window closes, the countdown ends. Never
    /// while paused.
    pub fn due(&self) -> Option<GameTime> {
        if self.paused_since.is_some() { None } else { self.phase.closes_at() }
    }

    /// Copies of each lot that nobody has won yet, in lot order (`G3`).
    pub fn pool(&self) -> &[u32] {
        &self.pool
    }

    /// A team, if the game has it.
    pub fn team(&self, team: TeamId) -> Option<&TeamState> {
        self.teams.get(team.index()).map(Arc::as_ref)
    }

    /// Every attempt of every round so far, void ones included. They are shared, so that a copy of the game is
    /// cheap however long it has run.
    pub fn rounds(&self) -> &[Arc<RoundRecord>] {
        &self.rounds
    }

    /// The round that is under way: open and neither final nor void.
    pub fn current_round(&self) -> Option<&RoundRecord> {
        self.rounds.last().map(Arc::as_ref).filter(|record| record.state == RoundState::Open)
    }

    /// The janken orders entered so far, in the order of their entry (`E2`).
    pub fn janken(&self) -> &[Vec<TeamId>] {
        &self.janken
    }

    /// The attempt of a round that became final, if one did.
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

    /// Returns the offer of a round's next attempt: what is left in the pool.
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
    /// The lots on offer in this round: those with a copy left when it opened.
    pub fn lots(&self) -> impl Iterator<Item = LotId> + '_ {
        let with_copies = |(at, lot): (usize, &OfferedLot)| (lot.copies > 0).then(|| LotId::at(at));
        self.offer.lots.iter().enumerate().filter_map(with_copies)
    }

    /// The lots on offer that are not confirmed yet.
    pub fn unconfirmed(&self) -> Vec<LotId> {
        self.lots().filter(|lot| !self.confirmed.contains(lot)).collect()
    }

    /// The name of what the lists of this attempt have come to so far; `None` before the opening.
    pub fn digest(&self) -> Option<SettlementDigest> {
        let settlement = self.settlement.as_ref()?;
        Some(SettlementDigest::of(self.round, self.attempt, settlement))
    }

    /// Returns the time at which a wave closed; `None` if it has not, or was never called.
    pub fn wave_closed(&self, wave: WaveNo) -> Option<GameTime> {
        if wave.0 == 0 { None } else { self.waves_closed.get(wave.index()).copied() }
    }

    /// The opened list of a team; `None` before the opening, or if it had none.
    pub fn list(&self, team: TeamId) -> Option<&TeamList> {
        self.lists.iter().find(|list| list.team == team)
    }

    /// The prices that a team offered for a line of its list in the opened waves, in their order (`A7`).
    pub fn raises_of(&self, team: TeamId, priority: Priority) -> impl Iterator<Item = Tsuyama> + '_ {
        let sent = self.waves.iter().flatten().filter(move |raises| raises.team == team);
        let raises = sent.flat_map(|raises| &raises.raises);
        raises.filter(move |raise| raise.priority == priority).map(|raise| raise.price)
    }

    /// The revision of a team's sealed list, where the reader may know it.
    pub fn revision(&self, team: TeamId) -> Option<Revision> {
        self.sealed.get(&team)?.as_ref().map(|sealed| sealed.revision)
    }

    /// The revision of a team's sealed re-bid in the open wave, where the reader may know it.
    pub fn raise_revision(&self, team: TeamId) -> Option<Revision> {
        self.sealed_raises.get(&team)?.as_ref().map(|sealed| sealed.revision)
    }
}
