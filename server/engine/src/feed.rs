//! The feed of each audience. The only place that projects events per audience (`A4`).
//!
//! Every audience has its own sequence, counted from 1, which can be resumed at any number. The first item is the
//! game's set-up. Until the opening, a sealed list goes to its own team alone; everybody else learns that the team
//! has sealed, once, and never that a list was replaced.
//!
//! However often a team seals, its feed holds the latest lists of each window only (`log.rs` says how many), and sends to
//! whoever comes later the latest one alone. That reader is told how many numbers that passes over.

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
    /// Judge and organiser: all that is public, to whomever it is addressed. What is sealed to one is sealed to both.
    Public,
    /// The hall's boards: what is public and addressed to everybody.
    Board,
    /// A team: what is public, and its own sealed lists.
    Team(TeamId),
}

/// Returns the number of times that lists or re-bids of a game have been opened, in all attempts of its
/// rounds.
fn openings(game: &Game) -> u32 {
    let opened = game.rounds().iter().filter(|record| record.settlement.is_some());
    u32::try_from(opened.map(|record| 1 + record.waves.len()).sum::<usize>()).unwrap_or(u32::MAX)
}

/// Returns whether an opened round may say something else after this: walls and remarks change none.
fn changes_rounds(fact: &Fact) -> bool {
    !matches!(fact.topic(), Topic::Wall | Topic::Note) && !matches!(fact, Fact::WallCounted { .. })
}

/// Projection of an event to its audiences.
#[derive(Clone, Debug)]
pub struct Projected {
    /// To everybody but the owner of what it seals; `None` if they see nothing.
    public: Option<Content>,
    own: Option<(TeamId, Arc<OwnSealing>)>,
    /// The teams that alone are told of it; `None`: everybody is.
    addressees: Option<Vec<TeamId>>,
    /// Whether an opened round may say something else after it.
    changes_rounds: bool,
    /// Time at which it happened.
    at: GameTime,
}

impl Projected {
    /// Returns whether everybody sees something of it.
    pub(crate) fn is_news(&self) -> bool {
        self.public.is_some()
    }

    /// Returns the team whose sealing it is, if it is one.
    pub(crate) fn owner(&self) -> Option<TeamId> {
        self.own.as_ref().map(|(owner, _)| *owner)
    }

    /// Returns what everybody sees of what is public throughout.
    pub(crate) fn public(content: Content, at: GameTime) -> Self {
        Self { public: Some(content), own: None, addressees: None, changes_rounds: false, at }
    }

    /// Projects an event that has been applied to `after`, a game with this set-up. `is_news` is what [`Game::is_news`] said before that. `encoded` is
    /// the event as everybody may see it. A receipt goes to the owner alone, a signed head to everybody.
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

/// A watcher asked for an item that does not exist yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("feed-resume")]
pub struct ResumeError {
    /// The item asked for.
    pub from: u64,
    pub length: u64,
}

/// What a reader wants of a feed.
#[derive(Clone, Copy, Debug)]
pub struct WatchRange {
    /// The first item; 0 and 1 both mean from the start.
    pub from: u64,
    /// Whether it wants every sealing of its own that is kept, or only the latest of each window.
    pub every_list: bool,
}

/// State of what a feed is of, as far as feeds know it.
pub trait State: Clone + Send + Sync + 'static {
    /// The clock as the state sets it; moments are filled in when it is shown.
    fn clock(&self) -> wire::Clock;
    /// Returns whether nothing more is to come.
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

/// The feeds of one game or event. Silent in `Debug`: how long a team's log is tells how often it has sealed (`A4`).
pub struct Feeds<G: State = Game> {
    clock: GameClock,
    logs: RwLock<Logs<G>>,
    notifiers: Notifiers,
    /// Whether no more is to come: for whoever looks after a reader, and is not to be woken by every item.
    closing: tokio::sync::watch::Sender<bool>,
    /// Number of items of the public feed: for whoever of the server's own waits for what everybody may know.
    items: tokio::sync::watch::Sender<u64>,
    /// Whether the declared ranking is revealed whole.
    revealed: tokio::sync::watch::Sender<bool>,
    /// A pulse comes only to readers who have all there is.
    pulse: Content,
    /// The same with the ranking, once it is revealed whole.
    ranked_pulse: OnceLock<Content>,
    /// The opened rounds as they were asked for last.
    rounds: Mutex<RoundCache>,
}

/// Opened rounds, encoded for everybody who asks, and of which state of the game.
#[derive(Default)]
struct RoundCache {
    version: u64,
    rounds: Vec<(RoundNo, Round)>,
}

/// Summary of a game and its feeds. Nothing in it is sealed.
#[derive(Clone, Copy, Debug)]
pub struct FeedSummary {
    /// The game's clock, with phase and round.
    pub face: wire::Clock,
    /// Number of teams that play.
    pub teams: usize,
    /// Number of them that have sealed in the window that is open now (`A4`: who has sealed is public).
    pub sealed: usize,
    /// Whether the game is not served any more.
    pub is_closed: bool,
    /// Number of feeds that teams watch.
    pub team_readers: usize,
    /// Number of feeds that all others watch.
    pub public_readers: usize,
    /// By how many items the slowest of those others is behind. Nobody asks that of a team's feed: it counts the
    /// team's own sealings.
    pub lag: usize,
}

impl<G: State> fmt::Debug for Feeds<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("feeds")
    }
}

/// Items that have been published in a game, by audience.
pub struct Published {
    public: Log,
    board: Log,
    teams: Vec<Log>,
    /// Length of a team's own sealings in its feed.
    own_len: usize,
    /// To how many bytes items are padded that only some are told of.
    message_len: usize,
}

struct Logs<G> {
    published: Published,
    face: wire::Clock,
    /// The state as it was when this was published; sealed lists are in a game's, so it stays in here.
    game: G,
    /// Number of times that what an opened round says may have changed; from 1.
    version: u64,
    /// Time of the last event that everybody knows of. After a restart the clock may not have come to it: what
    /// happens is stamped after what is on record, which nobody else may know of (`A4`).
    known: GameTime,
    /// Reason for which nothing more is to come, once that is so, and the game's clock.
    closed: Option<(StopReason, GameTime)>,
}

impl Published {
    /// Of a game to which nothing has happened: its set-up. `key` is what the server signs with.
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

    /// Of what is public alone: its first item.
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

    /// Adds what was published at this moment.
    pub(crate) fn add(&mut self, projected: Projected, at: Monotonic) {
        let Projected { public, own, addressees, .. } = projected;
        let public = match &addressees {
            Some(_) => public.map(|item| item.padded_to(self.message_len)),
            None => public,
        };
        let is_told = |team| addressees.as_ref().is_none_or(|teams| teams.contains(&team));
        for (team, log) in (0..).map(TeamId).zip(&mut self.teams) {
            match (&own, &public) {
                (Some((owner, item)), _) if *owner == team => {
                    let item = ItemContent::Own { sealing: Arc::clone(item), padded_to: self.own_len };
                    log.add_own(item, public.is_none(), at);
                }
                (_, Some(item)) if is_told(team) => log.add(item.clone(), at),
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

/// Notifiers of those for whom there is something new. A team's replaced list wakes that team alone.
struct Notifiers {
    public: Notifier,
    board: Notifier,
    teams: Vec<Notifier>,
    /// Of a team that there is not: nothing comes for it but the end.
    nobody: Notifier,
}

impl Notifiers {
    fn of(&self, audience: Audience) -> &Notifier {
        match audience {
            Audience::Public => &self.public,
            Audience::Board => &self.board,
            Audience::Team(team) => self.teams.get(team.index()).unwrap_or(&self.nobody),
        }
    }

    fn notify_all(&self) {
        self.public.notify();
        self.board.notify();
        self.teams.iter().for_each(Notifier::notify);
        self.nobody.notify();
    }
}

/// A pulse for readers who have all there is.
fn pulse_of(ranking: Option<wire::Standings>) -> Content {
    Content::new(wire::feed_item::Body::Pulse(wire::Pulse { caught_up: true, ranking }), None)
}

impl<G: State> Feeds<G> {
    /// The feeds of what this much has been published of already.
    pub(crate) fn new(game: G, clock: GameClock, published: Published) -> Self {
        let teams = published.teams.len();
        let face = game.clock();
        let logs = Logs { published, face, game, version: 1, known: GameTime::default(), closed: None };
        let pulse = pulse_of(None);
        let notifiers = Notifiers {
            public: Notifier::default(),
            board: Notifier::default(),
            teams: std::iter::repeat_with(Notifier::default).take(teams).collect(),
            nobody: Notifier::default(),
        };
        let closing = tokio::sync::watch::Sender::new(false);
        let items = tokio::sync::watch::Sender::new(logs.published.public.last);
        let revealed = tokio::sync::watch::Sender::new(false);
        let logs = RwLock::new(logs);
        let (ranked_pulse, rounds) = (OnceLock::new(), Mutex::default());
        Self { clock, logs, notifiers, closing, items, revealed, pulse, ranked_pulse, rounds }
    }

    /// Lets what is durable by now out to all who watch. `news` is the state it led to, if the public learns something
    /// from it: a replaced list changes nothing that is asked of it.
    pub(crate) fn publish(&self, news: Option<G>, projected: Vec<Projected>) {
        if projected.is_empty() {
            return;
        }
        let is_news = news.is_some();
        let changes_rounds = projected.iter().any(|projected| projected.changes_rounds);
        let known =
            projected.iter().filter(|projected| projected.is_news()).map(|projected| projected.at).max();
        let owners: Vec<TeamId> = projected.iter().filter_map(Projected::owner).collect();
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

    /// Ends all feeds: the game is not served any more. Unless the server stops in good order, or another
    /// one goes on, its clock stands at this moment, and everybody is told. Of several reasons the first is told.
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

    /// The clock as a message of this moment shows it.
    pub fn face(&self) -> wire::Clock {
        self.stamped(&self.logs.read().unwrap_or_else(PoisonError::into_inner), self.clock.machine().now())
    }

    /// Returns the reason for which the game is not served any more; `None` while it is.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.logs.read().unwrap_or_else(PoisonError::into_inner).closed.map(|(stop_reason, _)| stop_reason)
    }

    /// The state as the public knows it, and how many items the public feed has.
    pub fn standing(&self) -> (G, u64) {
        let logs = self.logs.read().unwrap_or_else(PoisonError::into_inner);
        (logs.game.clone(), logs.published.public.last)
    }

    /// Waits until the game is not served any more.
    pub async fn closed(&self) {
        // The sender lives as long as the feeds.
        _ = self.closing.subscribe().wait_for(|is_closed| *is_closed).await;
    }

    /// Returns the number of items of the public feed, and whenever it has more.
    pub(crate) fn news(&self) -> tokio::sync::watch::Receiver<u64> {
        self.items.subscribe()
    }

    /// Waits until nothing more is to come.
    pub(crate) async fn over(&self) {
        let mut news = self.news();
        while !self.is_over() {
            if news.changed().await.is_err() {
                return;
            }
        }
    }

    /// Returns the number of readers of what is public.
    pub fn public_readers(&self) -> usize {
        self.notifiers.public.count() + self.notifiers.board.count()
    }

    /// Returns whether nothing more is to come.
    pub fn is_over(&self) -> bool {
        self.logs.read().unwrap_or_else(PoisonError::into_inner).game.is_over()
    }

    /// Watches from an item on; 0 and 1 both mean from the start.
    ///
    /// # Errors
    /// [`ResumeError`] if the item before is not there yet.
    pub fn watch(self: &Arc<Self>, audience: Audience, from: u64) -> Result<Subscription<G>, ResumeError> {
        self.watch_on(0, audience, WatchRange { from, every_list: true })
    }

    /// As [`Feeds::watch`], on a connection with this number: who shares one is woken together.
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

    /// The clock as a message of this moment shows it.
    fn stamped(&self, logs: &Logs<G>, now: Monotonic) -> wire::Clock {
        let now_ms = logs.face.stopped_at_ms.unwrap_or_else(|| self.clock.at(now).max(logs.known).0);
        wire::Clock { now_ms, server_unix_ms: self.clock.time_of_day().0, ..logs.face }
    }
}

impl Feeds {
    /// Returns whether somebody's time runs, as everybody may know.
    pub fn is_window_open(&self) -> bool {
        self.logs.read().unwrap_or_else(PoisonError::into_inner).game.due().is_some()
    }

    /// Returns whether anything has happened yet, as everybody may know.
    pub fn has_begun(&self) -> bool {
        // The first item is the set-up.
        *self.items.borrow() > 1
    }

    /// Returns whether a team has sealed a list in any round, as everybody may know (`A4`).
    pub fn has_sealed(&self, team: TeamId) -> bool {
        let logs = self.logs.read().unwrap_or_else(PoisonError::into_inner);
        logs.game.rounds().iter().any(|record| record.sealed.contains_key(&team))
    }

    /// Returns how the game and its feeds stand.
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

    /// The rounds whose lists have been opened, as data; of one round, or of all. Made once for all who ask.
    pub fn opened_rounds(&self, round: Option<RoundNo>) -> Vec<Round> {
        let mut opened = self.rounds.lock().unwrap_or_else(PoisonError::into_inner);
        let logs = self.logs.read().unwrap_or_else(PoisonError::into_inner);
        if opened.version != logs.version {
            // Nobody who seals waits until they are made: that happens on a copy.
            let (version, game) = (logs.version, logs.game.clone());
            drop(logs);
            let round = |record: &Arc<RoundRecord>| {
                Some((record.round, Round::of(&convert::opened_round_to_wire(&game, record)?)))
            };
            *opened = RoundCache { version, rounds: game.rounds().iter().filter_map(round).collect() };
        }
        let asked = opened.rounds.iter().filter(|(number, _)| round.is_none_or(|round| *number == round));
        asked.map(|(_, round)| round.clone()).collect()
    }
}
