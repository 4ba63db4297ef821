//! A team's session in one game: submissions, pending and unanswered calls, and receipts.
//!
//! Pure: feed items and answers come in, requests and outcomes go out. The owner makes the calls and stores
//! the receipts; the SDK, the command line, bots and the team's screen all use it. Each call names round,
//! wave and replaced revision from the feed, so that it matches what its sender saw.

mod comparison;
mod events;
mod games;
mod request;
mod seal_stream;
mod sealing;
mod unanswered_call;
mod wall;

use std::fmt;
use std::time::Instant;

use ishigaki_proto::fault::Fault;
use ishigaki_proto::padding::pad_request;
use ishigaki_proto::{convert, team, wire};
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::transcript::is_closing;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::{
    Event, Fact, Game, GameTime, Phase, Revision, RoundNo, Sealed, Setup, TeamId, TeamState, WaveNo,
};

use crate::receipts::{
    MissingSealing, ReceiptFault, ReceiptOccasion, Receipts, SentReceipt, check, own_sealing,
};
use crate::{CallError, Fold, Folded, Mirror, MirrorError, Ticket};

pub use comparison::{ReceiptComparison, compare_receipts, is_behind};
pub use events::{TeamEvents, TeamNext, TeamPath, TeamStep};
pub use games::{AidsOff, TeamGames};
pub use ishigaki_tournament::StageOutcome;
pub use request::{SealAnswer, SealRequest, WallRequest};
pub use seal_stream::SealStream;
pub use sealing::{Sealing, WindowId, same_raises};
pub use unanswered_call::{CallOutcome, Sent, UnansweredCall};
pub use wall::WallChange;

/// A team's session in one game. Debug output omits sealed contents (`A4`).
pub struct TeamSession {
    me: Option<TeamId>,
    mirror: Mirror,
    receipts: Receipts,
    sealing: Option<PendingSealing>,
    building: Option<PendingWall>,
    unanswered: Vec<UnansweredCall>,
    sent: Vec<Sealing>,
    sent_in: Option<RoundNo>,
    /// The wall's revision in the last answer; the feed may lag.
    wall: Option<Revision>,
    last_ticket: Ticket,
}

struct PendingSealing {
    ticket: Ticket,
    sealing: Sealing,
    moment: ReceiptOccasion,
    replaces: Option<Revision>,
    window: Option<WindowId>,
}

/// A change of the wall that is pending, or answered but not in the feed.
struct PendingWall {
    ticket: Ticket,
    change: WallChange,
    is_answered: bool,
}

/// News in an item of the team's feed.
#[derive(Clone, Debug)]
pub struct TeamNews {
    pub folded: Folded,
    pub fault: Option<ReceiptFault>,
    pub is_own: bool,
    /// The change of the wall from here, if the wall now shows it.
    pub built: Option<WallChange>,
    /// Outcome of an unanswered submission that it reveals.
    pub outcome: Option<CallOutcome>,
    pub is_confirmed: bool,
}

/// Outcome of a submission.
#[derive(Clone, Debug)]
pub enum SealOutcome {
    Sealed(Box<Acknowledged>),
    Refused(Box<Fault>),
    Unanswered {
        error: CallError,
        /// Revision in the feed; `None` if it isn't there yet.
        confirmed: Option<Revision>,
    },
}

/// A submission acknowledged by the server.
#[derive(Clone, Debug)]
pub struct Acknowledged {
    /// Number of the revision, from 1.
    pub revision: Revision,
    /// Time at which the server had the whole message (`A3`).
    pub received_at: GameTime,
    pub round: RoundNo,
    /// Its attempt, from 1.
    pub attempt: u32,
    pub wave: Option<WaveNo>,
    pub lines: usize,
    /// The checked receipt, now in [`TeamSession::receipts`], or its fault.
    pub receipt: Result<StoredReceipt, ReceiptFault>,
}

/// Outcome of a change of the wall.
#[derive(Clone, Debug)]
pub enum WallOutcome {
    Built { is_confirmed: bool },
    Refused(Box<Fault>),
    Unanswered { error: CallError, is_done: bool },
}

/// Comparison of the sealed contents with the wanted ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealedState {
    Nothing,
    This(Revision),
    Own,
    /// Other contents were submitted, from another laptop of the team or by the organiser (`G6`).
    Elsewhere,
}

impl Fold for TeamSession {
    type News = TeamNews;

    fn fold(&mut self, item: &wire::FeedItem, received: Instant) -> Result<TeamNews, MirrorError> {
        self.fold(item, received)
    }
}

impl TeamSession {
    /// Returns an empty session of a game and team. It requires a signed feed.
    pub fn new(game: impl Into<String>, team: impl Into<String>) -> Self {
        let game = game.into();
        Self {
            me: None,
            mirror: Mirror::of(game.clone()),
            receipts: Receipts::new(game, team.into()),
            sealing: None,
            building: None,
            unanswered: Vec::new(),
            sent: Vec::new(),
            sent_in: None,
            wall: None,
            last_ticket: Ticket::default(),
        }
    }

    /// Returns a session for another game without reusing tickets, so that late answers match nothing there.
    #[must_use]
    pub fn follow_up(&self, game: impl Into<String>, team: impl Into<String>) -> Self {
        Self { last_ticket: self.last_ticket, ..Self::new(game, team) }
    }

    pub fn game_id(&self) -> &str {
        self.receipts.game()
    }

    pub fn team_code(&self) -> &str {
        self.receipts.team()
    }

    /// Returns the team; `None` before the setup, and if it isn't in this game.
    pub fn me(&self) -> Option<TeamId> {
        self.me
    }

    /// Returns the game from the feed: the public part, and the team's own sealed lists.
    pub fn game(&self) -> Option<&Game> {
        self.mirror.game()
    }

    pub fn setup(&self) -> Option<&Setup> {
        self.mirror.setup()
    }

    /// Returns the team's state.
    pub fn team(&self) -> Option<&TeamState> {
        self.game()?.team(self.me?)
    }

    /// Returns the mirror, with the server's clock, key and signed heads, and the feed's sequence.
    pub fn mirror(&self) -> &Mirror {
        &self.mirror
    }

    pub fn receipts(&self) -> &Receipts {
        &self.receipts
    }

    /// Returns where the feed contradicts these receipts.
    pub fn missing(&self, known: &[StoredReceipt]) -> Vec<MissingSealing> {
        let branch = self.mirror.instance().zip(self.mirror.server_key());
        branch.map(|(instance, key)| self.receipts.missing(known, instance, key)).unwrap_or_default()
    }

    /// Returns the receipts since the last call, to be stored, including contradictory ones.
    pub fn take_new_receipts(&mut self) -> Vec<StoredReceipt> {
        self.receipts.take_new()
    }

    /// Returns the current window.
    pub fn window(&self) -> Option<WindowId> {
        WindowId::of(self.game()?)
    }

    /// Returns the team's sealed list in the round open for bidding.
    pub fn sealed_bids(&self) -> Option<&Sealed<Bid>> {
        let game = self.game()?;
        let Phase::Bidding { .. } = game.phase() else { return None };
        game.current_round()?.sealed.get(&self.me?)?.as_ref()
    }

    /// Returns the team's sealed re-bid in the open wave.
    pub fn sealed_raises(&self) -> Option<&Sealed<Raise>> {
        self.game()?.current_round()?.sealed_raises.get(&self.me?)?.as_ref()
    }

    /// Returns the revision of this submission, if it is the sealed one.
    pub fn sealed_as(&self, sealing: &Sealing) -> Option<Revision> {
        let setup = self.setup()?;
        match sealing {
            Sealing::Bids(_) => {
                self.sealed_bids().filter(|now| sealing.is_bids(&now.lines, setup)).map(|now| now.revision)
            }
            Sealing::Raises(_) => {
                self.sealed_raises().filter(|now| sealing.is_raises(&now.lines)).map(|now| now.revision)
            }
        }
    }

    /// Returns how the sealed contents compare with this.
    pub fn sealed_state(&self, wanted: &Sealing) -> SealedState {
        if let Some(revision) = self.sealed_as(wanted) {
            return SealedState::This(revision);
        }
        let is_sealed =
            if wanted.is_rebid() { self.sealed_raises().is_some() } else { self.sealed_bids().is_some() };
        if !is_sealed {
            return SealedState::Nothing;
        }
        let is_own = self
            .sent
            .iter()
            .any(|sent| sent.is_rebid() == wanted.is_rebid() && self.sealed_as(sent).is_some());
        if is_own { SealedState::Own } else { SealedState::Elsewhere }
    }

    /// Returns the wall's revision for the next change, by feed and answers; `None` if it never changed.
    pub fn wall(&self) -> Option<Revision> {
        self.wall.max(self.team().and_then(|team| team.wall))
    }

    /// Returns whether a submission is pending.
    pub fn is_sealing(&self) -> bool {
        self.sealing.is_some()
    }

    /// Returns whether a change of the wall is pending.
    pub fn is_building(&self) -> bool {
        self.building.as_ref().is_some_and(|building| !building.is_answered)
    }

    /// Returns unanswered calls without an outcome in the feed.
    pub fn unanswered(&self) -> &[UnansweredCall] {
        &self.unanswered
    }

    /// Returns an unused ticket.
    pub fn next_ticket(&mut self) -> Ticket {
        self.last_ticket.next()
    }

    /// Submits a list (`A2`) or re-bid (`A7`), replacing the one in the feed and any unanswered one. The
    /// server checks whether it is possible now. `None` before the setup.
    pub fn seal(&mut self, sealing: Sealing) -> Option<(Ticket, SealRequest)> {
        let (game, setup) = (self.game()?, self.setup()?);
        let record = game.current_round();
        let (round, attempt) = (round_meant(game), record.map_or(0, |record| record.attempt));
        let (game_id, padding) = (self.game_id().to_owned(), Vec::new());
        let mut moment = ReceiptOccasion { round, attempt, wave: 0, at: GameTime::default() };
        let (request, replaces) = match &sealing {
            Sealing::Bids(bids) => {
                let replaces = record.zip(self.me).and_then(|(record, me)| record.revision(me));
                let request = team::SubmitBidsRequest {
                    game: game_id,
                    round,
                    attempt,
                    replaces_revision: replaces.map_or(0, |revision| revision.0),
                    bids: bids.clone(),
                    padding,
                };
                (SealRequest::Bids(pad_request(request, setup)), replaces)
            }
            Sealing::Raises(raises) => {
                moment.wave = match game.phase() {
                    Phase::Rebidding { wave, .. } => wave.0,
                    // The server will reject it, because no wave is open.
                    _ => 1,
                };
                let replaces = record.zip(self.me).and_then(|(record, me)| record.raise_revision(me));
                let request = team::SubmitRebidRequest {
                    game: game_id,
                    round,
                    attempt,
                    wave: moment.wave,
                    replaces_revision: replaces.map_or(0, |revision| revision.0),
                    raises: convert::raises_to_wire(raises),
                    padding,
                };
                (SealRequest::Rebid(pad_request(request, setup)), replaces)
            }
        };
        let window = self.window();
        if self.sent_in.replace(RoundNo(round)) != Some(RoundNo(round)) {
            self.sent.clear();
        }
        self.sent.push(sealing.clone());
        self.unanswered.retain(UnansweredCall::is_wall);
        let ticket = self.next_ticket();
        self.sealing = Some(PendingSealing { ticket, sealing, moment, replaces, window });
        Some((ticket, request))
    }

    /// Returns the outcome of a submission; `None` if the session doesn't know it any more.
    pub fn take_seal_answer(
        &mut self,
        ticket: Ticket,
        answer: Result<SealAnswer, CallError>,
        now: Option<Instant>,
    ) -> Option<SealOutcome> {
        let pending = self.sealing.take_if(|pending| pending.ticket == ticket)?;
        Some(match answer {
            Ok(answer) => {
                let moment = ReceiptOccasion { at: answer.received_at, ..pending.moment };
                let receipt = self.take_receipt(answer.sent_receipt(), &moment, &pending.sealing);
                SealOutcome::Sealed(Box::new(Acknowledged {
                    revision: answer.revision,
                    received_at: answer.received_at,
                    round: RoundNo(moment.round),
                    attempt: moment.attempt,
                    wave: pending.sealing.is_rebid().then_some(WaveNo(moment.wave)),
                    lines: pending.sealing.len(),
                    receipt,
                }))
            }
            Err(CallError::Refused(fault)) => SealOutcome::Refused(fault),
            Err(error) => {
                // It may be in the feed already.
                let confirmed = self.sealed_as(&pending.sealing).filter(|now| Some(*now) > pending.replaces);
                if confirmed.is_none() {
                    let what = Sent::Sealing { sealing: pending.sealing, window: pending.window };
                    self.unanswered.retain(UnansweredCall::is_wall);
                    self.unanswered.push(UnansweredCall::new(what, now));
                }
                SealOutcome::Unanswered { error, confirmed }
            }
        })
    }

    /// Changes the wall (`W4`, `W5`), replacing any unanswered change. `None` before the setup.
    pub fn build(&mut self, change: WallChange) -> Option<(Ticket, WallRequest)> {
        let replaces = self.wall().map_or(0, |wall| wall.0);
        let request = WallRequest::of(&change, self.game_id().to_owned(), self.setup()?, replaces);
        self.unanswered.retain(|unanswered| !unanswered.is_wall());
        let ticket = self.next_ticket();
        self.building = Some(PendingWall { ticket, change, is_answered: false });
        Some((ticket, request))
    }

    /// Returns the outcome of a change of the wall; `None` if the session doesn't know it any more.
    pub fn take_wall_answer(
        &mut self,
        ticket: Ticket,
        answer: Result<Option<Revision>, CallError>,
        now: Option<Instant>,
    ) -> Option<WallOutcome> {
        let pending = self.building.take_if(|pending| pending.ticket == ticket)?;
        Some(match answer {
            Ok(revision) => {
                self.note_wall(revision);
                self.building = Some(PendingWall { is_answered: true, ..pending });
                WallOutcome::Built { is_confirmed: self.confirm() }
            }
            Err(CallError::Refused(fault)) => WallOutcome::Refused(fault),
            Err(error) => {
                let is_done = self.team().is_some_and(|team| pending.change.is_done(&team.laid));
                if !is_done {
                    self.unanswered.retain(|unanswered| !unanswered.is_wall());
                    self.unanswered.push(UnansweredCall::new(Sent::Wall(pending.change), now));
                }
                WallOutcome::Unanswered { error, is_done }
            }
        })
    }

    /// Records the wall's revision in an answer.
    pub fn note_wall(&mut self, revision: Option<Revision>) {
        self.wall = revision;
    }

    /// Folds an item that arrived at this moment.
    pub fn fold(&mut self, item: &wire::FeedItem, received: Instant) -> Result<TeamNews, MirrorError> {
        let folded = self.mirror.fold(item, received)?;
        let mut news =
            TeamNews { folded, fault: None, is_own: false, built: None, outcome: None, is_confirmed: false };
        match &news.folded {
            Folded::SetUp => self.me = self.setup().and_then(|setup| setup.team_by_code(self.team_code())),
            Folded::Event(event) => {
                news.fault = self.take_fed_receipt(item, event).err();
                if self.is_own_sealing(event) {
                    news.is_own = self.is_from_here(event);
                    news.outcome = self.report_sealing();
                }
                news.built = self.wall_on_its_way().filter(|change| self.shows(change)).cloned();
                news.is_confirmed = self.confirm();
                self.forget_what_is_over();
            }
            Folded::Pulse { .. } => {}
        }
        Ok(news)
    }

    /// Settles unanswered calls when the feed has caught up after a loss: calls that it lacks did not arrive.
    pub fn catch_up(&mut self) -> Vec<CallOutcome> {
        self.settle(|_| true)
    }

    /// Settles old unanswered calls while the feed is up to date: calls that it lacks did not arrive.
    pub fn pass(&mut self, now: Instant) -> Vec<CallOutcome> {
        self.settle(|unanswered| unanswered.is_settled_at(now))
    }

    fn settle(&mut self, is_settled: impl Fn(&UnansweredCall) -> bool) -> Vec<CallOutcome> {
        let (settled, open) = std::mem::take(&mut self.unanswered).into_iter().partition(is_settled);
        self.unanswered = open;
        let settled: Vec<UnansweredCall> = settled;
        settled.iter().map(UnansweredCall::not_arrived).collect()
    }

    fn is_own_sealing(&self, event: &Event) -> bool {
        match &event.fact {
            Fact::BidsSealed { team, sealed: Some(_) } | Fact::RebidSealed { team, sealed: Some(_) } => {
                Some(*team) == self.me
            }
            _ => false,
        }
    }

    /// Returns whether a pending or unanswered submission from here matches.
    fn is_from_here(&self, event: &Event) -> bool {
        let is_it = |sent: &Sealing| match (&event.fact, self.setup()) {
            (Fact::BidsSealed { sealed: Some(sealed), .. }, Some(setup)) => {
                sent.is_bids(&sealed.lines, setup)
            }
            (Fact::RebidSealed { sealed: Some(sealed), .. }, _) => sent.is_raises(&sealed.lines),
            _ => false,
        };
        self.sealing.as_ref().is_some_and(|pending| is_it(&pending.sealing))
            || self.unanswered.iter().any(
                |unanswered| matches!(unanswered.what(), Sent::Sealing { sealing, .. } if is_it(sealing)),
            )
    }

    /// Settles the unanswered submission after the feed has delivered one of the team.
    fn report_sealing(&mut self) -> Option<CallOutcome> {
        let at = self.unanswered.iter().position(|unanswered| !unanswered.is_wall())?;
        let unanswered = self.unanswered.remove(at);
        let Sent::Sealing { sealing, .. } = unanswered.what() else { return None };
        self.sealed_as(sealing).map(CallOutcome::Sealed)
    }

    /// The pending change of the wall, or else the unanswered one.
    fn wall_on_its_way(&self) -> Option<&WallChange> {
        let lost = self.unanswered.iter().find_map(|unanswered| match unanswered.what() {
            Sent::Wall(change) => Some(change),
            Sent::Sealing { .. } => None,
        });
        self.building.as_ref().map(|building| &building.change).or(lost)
    }

    fn shows(&self, change: &WallChange) -> bool {
        self.team().is_some_and(|team| change.is_done(&team.laid))
    }

    /// Returns whether a change of the wall is now in both answer and feed.
    fn confirm(&mut self) -> bool {
        let is_done = self
            .building
            .as_ref()
            .is_some_and(|building| building.is_answered && self.shows(&building.change));
        if is_done {
            self.building = None;
        }
        is_done
    }

    fn forget_what_is_over(&mut self) {
        let window = self.window();
        let mut unanswered = std::mem::take(&mut self.unanswered);
        unanswered.retain(|unanswered| match unanswered.what() {
            Sent::Sealing { .. } => !unanswered.is_past(window),
            Sent::Wall(change) => !self.shows(change),
        });
        self.unanswered = unanswered;
    }

    fn take_fed_receipt(&mut self, item: &wire::FeedItem, event: &Event) -> Result<(), ReceiptFault> {
        if is_closing(&event.fact) {
            self.receipts.close();
        }
        let (Some(game), Some(key), Some(instance)) =
            (self.mirror.game(), self.mirror.server_key(), self.mirror.instance())
        else {
            return Ok(());
        };
        let Some((text, receipt)) = own_sealing(game.setup(), item, event) else { return Ok(()) };
        let moment = ReceiptOccasion::of(game, event);
        let context = moment.in_game(self.receipts.game(), instance, self.receipts.team(), key);
        let stored = check(receipt, &context, text)?;
        self.receipts.take_fed(stored)
    }

    fn take_receipt(
        &mut self,
        receipt: SentReceipt<'_>,
        moment: &ReceiptOccasion,
        sealing: &Sealing,
    ) -> Result<StoredReceipt, ReceiptFault> {
        let setup = self.mirror.setup().ok_or(ReceiptFault::NoKey)?;
        let key = self.mirror.server_key().ok_or(ReceiptFault::NoKey)?;
        let instance = self.mirror.instance().ok_or(ReceiptFault::NoKey)?;
        // A list that can't be spelled can't have been sealed.
        let text = sealing.text(setup).ok_or(ReceiptFault::OtherList)?;
        let context = moment.in_game(self.receipts.game(), instance, self.receipts.team(), key);
        let stored = check(receipt, &context, text)?;
        self.receipts.take(stored.clone())?;
        Ok(stored)
    }
}

fn round_meant(game: &Game) -> u32 {
    match (game.current_round(), game.phase()) {
        (Some(record), _) => record.round.0,
        (None, Phase::Ready { next }) => next.0,
        (None, _) => u32::try_from(game.setup().rounds.len()).unwrap_or(u32::MAX),
    }
}

impl fmt::Debug for TeamSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TeamSession")
            .field("receipts", &self.receipts)
            .field("unanswered", &self.unanswered.len())
            .finish_non_exhaustive()
    }
}
