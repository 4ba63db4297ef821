//! The feed of each audience. This is the only place that projects events per audience (`A4`).
//!
//! Each audience has its own sequence, counted from 1, which can be resumed at any number. The first item is
//! the game's setup. Until the opening, only its team sees a sealed list; all others see once that the team
//! has submitted, and never that a list was replaced.
//!
//! A team's feed keeps only the latest lists of each window (see `log.rs`), and sends later readers only the
//! latest one, with the number of skipped items.

mod cue;
mod log;
mod notifier;
mod own_sealing;
mod subscription;

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use ishigaki_catalogue::Message;
use ishigaki_proto::padding::{item_len, message_item_len, request_len};
use ishigaki_proto::shared::{Content, EncodedEvent, Round};
use ishigaki_proto::{convert, wire};
use ishigaki_record::branch::Instance;
use ishigaki_record::signing::PublicKey;
use ishigaki_rules::{Event, Fact, Game, GameTime, Phase, RoundNo, RoundRecord, Setup, TeamId, Topic};

use crate::clock::{GameClock, Monotonic};
use crate::evidence::{Evidence, signed_to_wire};
use crate::stop_reason::StopReason;
pub(crate) use cue::Cues;
use log::{ItemContent, Log};
use notifier::Notifier;
use own_sealing::OwnSealing;
pub use subscription::Subscription;
pub use subscription::{Backlog, SubscriberMonitor};

/// Audience of a feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Audience {
    /// Judge and organiser: everything except contents sealed to a team.
    Public,
    Board,
    Team(TeamId),
}

/// Returns the number of openings of lists or re-bids in all attempts of a game's rounds.
fn openings(game: &Game) -> u32 {
    let opened = game.rounds().iter().filter(|record| record.settlement.is_some());
    u32::try_from(opened.map(|record| 1 + record.waves.len()).sum::<usize>()).unwrap_or(u32::MAX)
}

/// Returns whether a fact can change the data of an opened round. Walls and remarks don't.
fn changes_rounds(fact: &Fact) -> bool {
    !matches!(fact.topic(), Topic::Wall | Topic::Note) && !matches!(fact, Fact::WallCounted { .. })
}

/// Projection of an event to its audiences.
#[derive(Clone, Debug)]
pub struct Projection {
    /// Content for everyone except the owner; `None` if they see nothing.
    public: Option<Content>,
    own: Option<(TeamId, Arc<OwnSealing>)>,
    /// The only teams that may see it; `None` if it is for all.
    addressees: Option<Vec<TeamId>>,
    /// Set if it can change the data of an opened round.
    changes_rounds: bool,
    at: GameTime,
}

impl Projection {
    pub(crate) fn is_news(&self) -> bool {
        self.public.is_some()
    }

    /// Returns the team, if it is a team's own submission.
    pub(crate) fn owner(&self) -> Option<TeamId> {
        self.own.as_ref().map(|(owner, _)| *owner)
    }

    pub(crate) fn public(content: Content, at: GameTime) -> Self {
        Self { public: Some(content), own: None, addressees: None, changes_rounds: false, at }
    }

    /// Projects an event that has been applied to `after`, a game with this setup. `is_news` is the result of
    /// [`Game::is_news`] before that. `encoded` is the public event. Receipts go only to their owner, signed
    /// heads to all.
    pub fn of(
        setup: &Arc<Setup>,
        after: &Game,
        event: &Event,
        is_news: bool,
        encoded: &EncodedEvent,
        evidence: &Evidence,
    ) -> Self {
        let proof = || evidence.signed.as_ref().map(signed_to_wire);
        let public = || encoded.in_item(convert::derived(after, event), proof());
        match &event.fact {
            Fact::BidsSealed { team, .. } | Fact::RebidSealed { team, .. } => {
                let own = OwnSealing::new(setup, event, evidence.receipt.as_ref());
                Self {
                    public: is_news.then(public),
                    own: Some((*team, Arc::new(own))),
                    addressees: None,
                    changes_rounds: false,
                    at: event.at,
                }
            }
            fact => {
                let changes_rounds = changes_rounds(fact);
                let addressees = fact.addressees().map(<[TeamId]>::to_vec);
                Self { public: Some(public()), own: None, addressees, changes_rounds, at: event.at }
            }
        }
    }
}

/// Error of watching from an item that doesn't exist yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("feed-resume")]
pub struct ResumeError {
    pub from: u64,
    pub length: u64,
}

/// The range of a feed that a reader wants.
#[derive(Clone, Copy, Debug)]
pub struct WatchRange {
    /// The first item; 0 and 1 both mean the start.
    pub from: u64,
    /// If set, it gets all its kept submissions, otherwise only the latest of each window.
    pub every_list: bool,
}

/// State behind a feed.
pub trait State: Clone + Send + Sync + 'static {
    fn clock(&self) -> wire::Clock;
    fn is_over(&self) -> bool;
}

impl State for Game {
    fn clock(&self) -> wire::Clock {
        convert::clock_to_wire(self)
    }

    fn is_over(&self) -> bool {
        self.phase().is_over()
    }
}

/// The feeds of one game or event. `Debug` omits them, because the length of a team's log reveals its number
/// of submissions (`A4`).
pub struct Feeds<G: State = Game> {
    clock: GameClock,
    logs: RwLock<Logs<G>>,
    notifiers: Notifiers,
    /// Set when the feeds have ended, for monitors that don't need every item.
    closing: tokio::sync::watch::Sender<bool>,
    /// Number of items of the public feed, for internal followers of public events.
    items: tokio::sync::watch::Sender<u64>,
    revealed: tokio::sync::watch::Sender<bool>,
    /// Only readers that have all items get a pulse.
    pulse: Content,
    /// The same with the ranking, once it is fully revealed.
    ranked_pulse: OnceLock<Content>,
    rounds: Mutex<RoundCache>,
}

#[derive(Default)]
struct RoundCache {
    version: u64,
    rounds: Vec<(RoundNo, Round)>,
}

/// Summary of a game and its feeds, without sealed contents.
#[derive(Clone, Copy, Debug, Default)]
pub struct FeedSummary {
    pub face: wire::Clock,
    pub teams: usize,
    /// Number of teams that have submitted in the open window (public by `A4`).
    pub sealed: usize,
    /// Set when the game isn't served any more.
    pub is_closed: bool,
    pub team_readers: usize,
    pub public_readers: usize,
    /// Lag of the slowest of those readers in items. Team feeds are excluded, because their items count the
    /// team's own submissions.
    pub lag: usize,
}

impl<G: State> fmt::Debug for Feeds<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("feeds")
    }
}

/// Published items of a game, by audience.
pub struct PublishedItems {
    public: Log,
    board: Log,
    teams: Vec<Log>,
    own_len: usize,
    /// Padded length of restricted items, in bytes.
    message_len: usize,
}

struct Logs<G> {
    published: PublishedItems,
    face: wire::Clock,
    /// The state at publication. A game's state contains sealed lists, so it stays private.
    game: G,
    /// Number of possible changes to opened rounds, from 1.
    version: u64,
    /// Time of the last public event. After a restart the clock may be earlier, because new events are
    /// stamped after recorded ones that may not be public (`A4`).
    known: GameTime,
    /// Reason for the end of the feeds, with the game's time.
    closed: Option<(StopReason, GameTime)>,
}

impl PublishedItems {
    /// Returns the feed of a game without events: its setup. `key` is the server's public key.
    pub(crate) fn new(setup: &Setup, key: PublicKey, instance: Instance) -> Self {
        let set_up = wire::feed_item::Body::SetUp(convert::setup_to_wire(setup));
        let mut first = Log::default();
        first.add(
            Content::of(wire::FeedItem {
                body: Some(set_up),
                server_key: key.0.into(),
                sealing_bytes: u32::try_from(request_len(setup)).unwrap_or(0),
                instance: instance.0.into(),
                ..Default::default()
            }),
            Monotonic::default(),
        );
        let teams = vec![first.clone(); setup.teams.len()];
        Self {
            teams,
            board: first.clone(),
            public: first,
            own_len: item_len(setup),
            message_len: message_item_len(setup),
        }
    }

    pub(crate) fn of(first: Content) -> Self {
        let mut public = Log::default();
        public.add(first, Monotonic::default());
        Self { board: public.clone(), public, teams: Vec::new(), own_len: 0, message_len: 0 }
    }

    fn log(&self, audience: Audience) -> Option<&Log> {
        match audience {
            Audience::Public => Some(&self.public),
            Audience::Board => Some(&self.board),
            Audience::Team(team) => self.teams.get(team.index()),
        }
    }

    pub(crate) fn add(&mut self, projected: Projection, at: Monotonic) {
        let Projection { public, own, addressees, .. } = projected;
        let public = match &addressees {
            Some(_) => public.map(|item| item.padded_to(self.message_len)),
            None => public,
        };
        let is_notified = |team| addressees.as_ref().is_none_or(|teams| teams.contains(&team));
        for (team, log) in (0..).map(TeamId).zip(&mut self.teams) {
            match (&own, &public) {
                (Some((owner, item)), _) if *owner == team => {
                    let item = ItemContent::Own { sealing: Arc::clone(item), padded_to: self.own_len };
                    log.add_own(item, public.is_none(), at);
                }
                (_, Some(item)) if is_notified(team) => log.add(item.clone(), at),
                _ => {}
            }
        }
        if let Some(item) = public {
            if addressees.is_none() {
                self.board.add(item.clone(), at);
            }
            self.public.add(item, at);
        }
    }
}

/// Notifiers of readers with new items. A team's replaced list wakes only that team.
struct Notifiers {
    public: Notifier,
    board: Notifier,
    teams: Vec<Notifier>,
    /// For an unknown team, which is only notified of the end.
    without_audience: Notifier,
}

impl Notifiers {
    fn of(&self, audience: Audience) -> &Notifier {
        match audience {
            Audience::Public => &self.public,
            Audience::Board => &self.board,
            Audience::Team(team) => self.teams.get(team.index()).unwrap_or(&self.without_audience),
        }
    }

    fn notify_all(&self) {
        self.public.notify();
        self.board.notify();
        self.teams.iter().for_each(Notifier::notify);
        self.without_audience.notify();
    }
}

fn pulse_of(ranking: Option<wire::Standings>) -> Content {
    Content::new(wire::feed_item::Body::Pulse(wire::Pulse { caught_up: true, ranking }), None)
}

impl<G: State> Feeds<G> {
    pub(crate) fn new(game: G, clock: GameClock, published: PublishedItems) -> Self {
        let teams = published.teams.len();
        let face = game.clock();
        let logs = Logs { published, face, game, version: 1, known: GameTime::default(), closed: None };
        let pulse = pulse_of(None);
        let notifiers = Notifiers {
            public: Notifier::default(),
            board: Notifier::default(),
            teams: std::iter::repeat_with(Notifier::default).take(teams).collect(),
            without_audience: Notifier::default(),
        };
        let closing = tokio::sync::watch::Sender::new(false);
        let items = tokio::sync::watch::Sender::new(logs.published.public.last);
        let revealed = tokio::sync::watch::Sender::new(false);
        let logs = RwLock::new(logs);
        let (ranked_pulse, rounds) = (OnceLock::new(), Mutex::default());
        Self { clock, logs, notifiers, closing, items, revealed, pulse, ranked_pulse, rounds }
    }

    /// Publishes durable items. `news` is the new state, if the public learns something from it; a replaced
    /// list changes no public answer.
    pub(crate) fn publish(&self, news: Option<G>, projected: Vec<Projection>) {
        if projected.is_empty() {
            return;
        }
        let is_news = news.is_some();
        let changes_rounds = projected.iter().any(|projected| projected.changes_rounds);
        let known =
            projected.iter().filter(|projected| projected.is_news()).map(|projected| projected.at).max();
        let owners: Vec<TeamId> = projected.iter().filter_map(Projection::owner).collect();
        let now = self.clock.machine().now();
        let mut logs = self.logs.write().unwrap_or_else(PoisonError::into_inner);
        for projected in projected {
            logs.published.add(projected, now);
        }
        logs.known = logs.known.max(known.unwrap_or_default());
        if let Some(game) = news {
            let (revealed_places, uncovering) = (logs.face.revealed_places, logs.face.uncovering);
            logs.face = wire::Clock { revealed_places, uncovering, ..game.clock() };
            logs.game = game;
            logs.version += u64::from(changes_rounds);
        }
        let items = logs.published.public.last;
        drop(logs);
        if is_news {
            self.items.send_replace(items);
            self.notifiers.notify_all();
        } else {
            for owner in owners {
                self.notifiers.of(Audience::Team(owner)).notify();
            }
        }
    }

    /// Ends all feeds, because the game isn't served any more. Unless the server shuts down cleanly or
    /// another server continues, its clock stops at this moment and readers are notified. Only the first
    /// reason is kept.
    pub(crate) fn close(&self, stop_reason: StopReason, at: GameTime) {
        let mut logs = self.logs.write().unwrap_or_else(PoisonError::into_inner);
        if logs.closed.is_some() {
            return;
        }
        logs.closed = Some((stop_reason, at));
        let stands = matches!(stop_reason, StopReason::Journal | StopReason::Record);
        logs.face.stopped_at_ms = stands.then_some(at.0);
        drop(logs);
        self.closing.send_replace(true);
        self.notifiers.notify_all();
    }

    /// Returns the clock for a message sent now.
    pub fn face(&self) -> wire::Clock {
        self.stamped(&self.logs.read().unwrap_or_else(PoisonError::into_inner), self.clock.machine().now())
    }

    /// Returns the reason why the game isn't served any more.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.logs.read().unwrap_or_else(PoisonError::into_inner).closed.map(|(stop_reason, _)| stop_reason)
    }

    /// Returns the public state and the number of items in the public feed.
    pub fn standing(&self) -> (G, u64) {
        let logs = self.logs.read().unwrap_or_else(PoisonError::into_inner);
        (logs.game.clone(), logs.published.public.last)
    }

    /// Waits until the game isn't served any more.
    pub async fn closed(&self) {
        // The sender lives as long as the feeds.
        _ = self.closing.subscribe().wait_for(|is_closed| *is_closed).await;
    }

    /// Returns a receiver of the number of items in the public feed.
    pub(crate) fn news(&self) -> tokio::sync::watch::Receiver<u64> {
        self.items.subscribe()
    }

    pub(crate) async fn over(&self) {
        let mut news = self.news();
        while !self.is_over() {
            if news.changed().await.is_err() {
                return;
            }
        }
    }

    /// Returns the number of public readers.
    pub fn public_readers(&self) -> usize {
        self.notifiers.public.count() + self.notifiers.board.count()
    }

    /// Returns whether the feeds have ended.
    pub fn is_over(&self) -> bool {
        self.logs.read().unwrap_or_else(PoisonError::into_inner).game.is_over()
    }

    /// Watches from an item on; 0 and 1 both mean the start.
    ///
    /// # Errors
    ///
    /// [`ResumeError`] if the previous item doesn't exist yet.
    pub fn watch(self: &Arc<Self>, audience: Audience, from: u64) -> Result<Subscription<G>, ResumeError> {
        self.watch_on(0, audience, WatchRange { from, every_list: true })
    }

    /// Watches like [`Feeds::watch`] on a connection with this number. Readers of one connection are woken
    /// together.
    pub fn watch_on(
        self: &Arc<Self>,
        connection: u64,
        audience: Audience,
        WatchRange { from, every_list }: WatchRange,
    ) -> Result<Subscription<G>, ResumeError> {
        let logs = self.logs.read().unwrap_or_else(PoisonError::into_inner);
        let log = logs.published.log(audience);
        let length = log.map_or(0, |log| log.last);
        let cursor = from.saturating_sub(1);
        if cursor > length {
            return Err(ResumeError { from, length });
        }
        let replay = log.filter(|_| !every_list).map(|log| log.replay(cursor));
        drop(logs);
        Ok(Subscription::new(self, audience, cursor, replay, connection))
    }

    fn stamped(&self, logs: &Logs<G>, now: Monotonic) -> wire::Clock {
        let now_ms = logs.face.stopped_at_ms.unwrap_or_else(|| self.clock.at(now).max(logs.known).0);
        wire::Clock { now_ms, server_unix_ms: self.clock.time_of_day().0, ..logs.face }
    }
}

impl Feeds {
    pub fn is_window_open(&self) -> bool {
        self.logs.read().unwrap_or_else(PoisonError::into_inner).game.due().is_some()
    }

    /// Returns whether the game has a public event.
    pub fn has_begun(&self) -> bool {
        // The first item is the setup.
        *self.items.borrow() > 1
    }

    /// Returns whether a team has submitted a list in any round (public by `A4`).
    pub fn has_sealed(&self, team: TeamId) -> bool {
        let logs = self.logs.read().unwrap_or_else(PoisonError::into_inner);
        logs.game.rounds().iter().any(|record| record.sealed.contains_key(&team))
    }

    /// Returns a summary of the game and its feeds.
    pub fn survey(&self) -> FeedSummary {
        let logs = self.logs.read().unwrap_or_else(PoisonError::into_inner);
        let lag = |audience| {
            let last = logs.published.log(audience).map_or(0, |log| log.last);
            let lag = self.notifiers.of(audience).slowest().map_or(0, |place| last.saturating_sub(place));
            usize::try_from(lag).unwrap_or(usize::MAX)
        };
        let record = logs.game.current_round();
        let sealed = match logs.game.phase() {
            Phase::Bidding { .. } => record.map_or(0, |record| record.sealed.len()),
            Phase::Rebidding { .. } => record.map_or(0, |record| record.sealed_raises.len()),
            _ => 0,
        };
        FeedSummary {
            face: self.stamped(&logs, self.clock.machine().now()),
            teams: logs.game.setup().teams.len(),
            sealed,
            is_closed: logs.closed.is_some(),
            team_readers: self.notifiers.teams.iter().map(Notifier::count).sum(),
            public_readers: self.public_readers(),
            lag: lag(Audience::Public).max(lag(Audience::Board)),
        }
    }

    /// Returns one or all rounds with opened lists, as data. Cached for all readers.
    pub fn opened_rounds(&self, round: Option<RoundNo>) -> Vec<Round> {
        let mut opened = self.rounds.lock().unwrap_or_else(PoisonError::into_inner);
        let logs = self.logs.read().unwrap_or_else(PoisonError::into_inner);
        if opened.version != logs.version {
            // Works on a copy, so that submissions don't wait for it.
            let (version, game) = (logs.version, logs.game.clone());
            drop(logs);
            let round = |record: &Arc<RoundRecord>| {
                Some((record.round, Round::of(&convert::opened_round_to_wire(&game, record)?)))
            };
            *opened = RoundCache { version, rounds: game.rounds().iter().filter_map(round).collect() };
        }
        let selected = opened.rounds.iter().filter(|(number, _)| round.is_none_or(|round| *number == round));
        selected.map(|(_, round)| round.clone()).collect()
    }
}
