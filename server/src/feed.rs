//! What each audience gets to see. The only place that projects events per audience (`A4`).
//!
//! Every audience has its own sequence, counted from 1, which can be resumed at any number. The first item is the
//! game's set-up. Until the opening, a sealed list goes to its own team alone; everybody else learns that the team
//! has sealed, once, and never that a list was replaced.
//!
//! However often a team seals, its feed holds the latest lists of each window only (`log.rs` says how many). Whoever
//! comes later is told how many numbers that passes over.

mod log;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use ishigaki_proto::shared::{Content, WatchGameResponse};
use ishigaki_proto::{convert, wire};
use ishigaki_record::signing::PublicKey;
use ishigaki_rules::{Event, Fact, Game, Millis, Phase, RoundNo, Setup, TeamId};
use tokio::sync::watch;

use crate::clock::{GameClock, Wakeup};
use crate::engine::is_over;
use crate::evidence::{Evidence, signed_to_wire};
use log::{Item, Log};

/// How long a feed is silent at the most: then a pulse carries the server's time.
const PULSE: Millis = Millis(2_000);

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Audience {
    /// Everybody who is not a team: judge, board, organiser. What is sealed to one is sealed to all of them.
    Public,
    /// A team: what is public, and its own sealed lists.
    Team(TeamId),
}

/// Whether the public learns anything from an event that is about to be applied to this game: of a team's
/// lists in one attempt or wave it learns of the first only.
pub fn is_news(before: &Game, event: &Event) -> bool {
    let Some(record) = before.current_round() else {
        return true;
    };
    match &event.fact {
        Fact::BidsSealed { team, .. } => !record.sealed.contains_key(team),
        Fact::RebidSealed { team, .. } => !record.sealed_raises.contains_key(team),
        _ => true,
    }
}

/// An event as everybody may see it: what is sealed is absent.
pub(crate) fn public_copy(event: &Event) -> Event {
    let fact = match &event.fact {
        Fact::BidsSealed { team, sealed: _ } => Fact::BidsSealed { team: *team, sealed: None },
        Fact::RebidSealed { team, sealed: _ } => Fact::RebidSealed { team: *team, sealed: None },
        fact => fact.clone(),
    };
    Event { fact, ..*event }
}

/// What an event looks like to its audiences.
#[derive(Clone, Debug)]
pub struct Projected {
    /// To everybody but the owner of what it seals; `None` if they see nothing.
    public: Option<Content>,
    /// To the owner.
    own: Option<(TeamId, Content)>,
}

impl Projected {
    /// Whose sealing it is, if it is one.
    fn owner(&self) -> Option<TeamId> {
        self.own.as_ref().map(|(owner, _)| *owner)
    }

    /// Projects an event that has been applied to `after`. `is_news` is what [`is_news`] said before that.
    /// A receipt goes to the owner alone, a signed head to everybody.
    pub fn of(after: &Game, event: &Event, is_news: bool, evidence: &Evidence) -> Self {
        let item = |event: &Event| {
            let mut sent = convert::event_to_wire(event, after.setup());
            if let Some(receipt) = &evidence.receipt {
                // The public copy has no place for it.
                convert::attach_receipt(&mut sent, receipt.to_wire());
            }
            Content::of(wire::FeedItem {
                body: Some(wire::feed_item::Body::Event(sent)),
                derived: convert::derived(after, event),
                proof: evidence.signed.as_ref().map(signed_to_wire),
                ..Default::default()
            })
        };
        match &event.fact {
            Fact::BidsSealed { team, .. } | Fact::RebidSealed { team, .. } => {
                Self { public: is_news.then(|| item(&public_copy(event))), own: Some((*team, item(event))) }
            }
            _ => Self { public: Some(item(event)), own: None },
        }
    }
}

/// A watcher asked for an item that does not exist yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the feed has {length} items; it cannot be resumed from item {from}")]
pub struct FromTheFuture {
    /// The item asked for.
    pub from: u64,
    /// How many there are.
    pub length: u64,
}

/// The feeds of one game. Silent in `Debug`: how long a team's log is tells how often it has sealed (`A4`).
pub struct Feeds {
    clock: GameClock,
    logs: RwLock<Logs>,
    bells: Bells,
    readers: Mutex<Readers>,
    /// A pulse comes only to readers who have all there is.
    pulse: Content,
}

/// Who watches a game, for information only.
#[derive(Default)]
struct Readers {
    teams: usize,
    /// How far each of the others has come, by a number of its own.
    public: BTreeMap<u64, Arc<AtomicU64>>,
    next: u64,
}

/// How a game and its feeds stand. Nothing in it is sealed.
#[derive(Clone, Copy, Debug)]
pub struct Survey {
    /// The game's clock, with phase and round.
    pub face: wire::Clock,
    /// How many teams play.
    pub teams: usize,
    /// How many of them have sealed in the window that is open now (`A4`: who has sealed is public).
    pub sealed: usize,
    /// Whether the game is not served any more.
    pub is_closed: bool,
    /// How many feeds teams watch.
    pub team_readers: usize,
    /// How many feeds all others watch.
    pub public_readers: usize,
    /// By how many items the slowest of those others is behind. Nobody asks that of a team's feed: it counts the
    /// team's own sealings.
    pub lag: usize,
}

impl fmt::Debug for Feeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("feeds")
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "watch of {:?} after item {}", self.audience, self.cursor)
    }
}

/// What has been published in a game, by audience.
pub(crate) struct Published {
    public: Log,
    teams: Vec<Log>,
}

struct Logs {
    published: Published,
    face: wire::Clock,
    /// The game as it was when this was published; sealed lists are in it, so it stays in here.
    game: Game,
    closed: bool,
}

impl Published {
    /// Of a game to which nothing has happened: its set-up. `key` is what the server signs with.
    pub(crate) fn new(setup: &Setup, key: PublicKey) -> Self {
        let set_up = wire::feed_item::Body::SetUp(convert::setup_to_wire(setup));
        let mut first = Log::default();
        first.add(Content::of(wire::FeedItem {
            body: Some(set_up),
            server_key: key.0.into(),
            ..Default::default()
        }));
        Self { teams: vec![first.clone(); setup.teams.len()], public: first }
    }

    fn of(&self, audience: Audience) -> Option<&Log> {
        match audience {
            Audience::Public => Some(&self.public),
            Audience::Team(team) => self.teams.get(team.index()),
        }
    }

    pub(crate) fn add(&mut self, projected: Projected) {
        let Projected { public, own } = projected;
        for (team, log) in (0..).map(TeamId).zip(&mut self.teams) {
            match (&own, &public) {
                (Some((owner, item)), _) if *owner == team => log.add_own(item.clone(), public.is_none()),
                (_, Some(item)) => log.add(item.clone()),
                _ => {}
            }
        }
        if let Some(item) = public {
            self.public.add(item);
        }
    }
}

/// Who is woken when there is something new for them. A team's replaced list wakes that team alone.
struct Bells {
    public: watch::Sender<()>,
    teams: Vec<watch::Sender<()>>,
}

impl Bells {
    fn of(&self, audience: Audience) -> &watch::Sender<()> {
        match audience {
            Audience::Public => &self.public,
            // There is no such team, and nothing will come for it but the end.
            Audience::Team(team) => self.teams.get(team.index()).unwrap_or(&self.public),
        }
    }

    fn ring_all(&self) {
        self.public.send_replace(());
        for team in &self.teams {
            team.send_replace(());
        }
    }
}

impl Feeds {
    /// The feeds of a game in which this much has been published already.
    pub(crate) fn new(game: &Game, clock: GameClock, published: Published) -> Self {
        let teams = published.teams.len();
        let face = convert::clock_to_wire(game);
        let logs = Logs { published, face, game: game.clone(), closed: false };
        let pulse = wire::feed_item::Body::Pulse(wire::Pulse { caught_up: true });
        let pulse = Content::new(pulse, None);
        let readers = Mutex::default();
        let bells = Bells {
            public: watch::Sender::new(()),
            teams: std::iter::repeat_with(|| watch::Sender::new(())).take(teams).collect(),
        };
        Self { clock, logs: RwLock::new(logs), bells, readers, pulse }
    }

    /// Lets what is durable by now out to all who watch. `game` is the state it led to.
    pub(crate) fn publish(&self, game: &Game, projected: Vec<Projected>) {
        if projected.is_empty() {
            return;
        }
        let is_news = projected.iter().any(|projected| projected.public.is_some());
        let owners: Vec<TeamId> = projected.iter().filter_map(Projected::owner).collect();
        let mut logs = self.logs.write().unwrap_or_else(PoisonError::into_inner);
        for projected in projected {
            logs.published.add(projected);
        }
        // A replaced list changes nothing that is asked of this copy, and a copy costs the engine its own next one.
        if is_news {
            logs.face = convert::clock_to_wire(game);
            logs.game = game.clone();
        }
        drop(logs);
        if is_news {
            self.bells.ring_all();
        } else {
            for owner in owners {
                self.bells.of(Audience::Team(owner)).send_replace(());
            }
        }
    }

    /// Ends all feeds: the game is not served any more.
    pub(crate) fn close(&self) {
        self.logs.write().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.bells.ring_all();
    }

    /// The clock as a message of this moment shows it.
    pub fn face(&self) -> wire::Clock {
        self.stamped(&self.logs.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether nothing more is to come in the game.
    pub fn is_over(&self) -> bool {
        is_over(self.logs.read().unwrap_or_else(PoisonError::into_inner).game.phase())
    }

    /// Whether a team has sealed a list in any round, as everybody may know (`A4`).
    pub fn has_sealed(&self, team: TeamId) -> bool {
        let logs = self.logs.read().unwrap_or_else(PoisonError::into_inner);
        logs.game.rounds().iter().any(|record| record.sealed.contains_key(&team))
    }

    /// How the game and its feeds stand.
    pub fn survey(&self) -> Survey {
        let logs = self.logs.read().unwrap_or_else(PoisonError::into_inner);
        let readers = self.readers();
        let record = logs.game.current_round();
        let sealed = match logs.game.phase() {
            Phase::Bidding { .. } => record.map_or(0, |record| record.sealed.len()),
            Phase::Rebidding { .. } => record.map_or(0, |record| record.sealed_raises.len()),
            _ => 0,
        };
        let slowest = readers.public.values().map(|place| place.load(Ordering::Relaxed)).min();
        Survey {
            face: self.stamped(&logs),
            teams: logs.game.setup().teams.len(),
            sealed,
            is_closed: logs.closed,
            team_readers: readers.teams,
            public_readers: readers.public.len(),
            lag: slowest.map_or(0, |place| {
                usize::try_from(logs.published.public.last.saturating_sub(place)).unwrap_or(usize::MAX)
            }),
        }
    }

    /// The rounds whose lists have been opened, as data; of one round, or of all.
    pub fn opened_rounds(&self, round: Option<RoundNo>) -> Vec<wire::OpenedRound> {
        let logs = self.logs.read().unwrap_or_else(PoisonError::into_inner);
        let records = logs.game.rounds().iter();
        let asked = records.filter(|record| round.is_none_or(|round| record.round == round));
        asked.filter_map(|record| convert::opened_round_to_wire(&logs.game, record)).collect()
    }

    /// Watches from an item on; 0 and 1 both mean from the start.
    pub fn watch(self: &Arc<Self>, audience: Audience, from: u64) -> Result<Watch, FromTheFuture> {
        let changed = self.bells.of(audience).subscribe();
        let logs = self.logs.read().unwrap_or_else(PoisonError::into_inner);
        let length = logs.published.of(audience).map_or(0, |log| log.last);
        drop(logs);
        let cursor = from.saturating_sub(1);
        if cursor > length {
            return Err(FromTheFuture { from, length });
        }
        let place = Arc::new(AtomicU64::new(cursor));
        let number = self.readers().sit_down(audience, &place);
        let feeds = Arc::clone(self);
        Ok(Watch { feeds, audience, cursor, place, number, changed, has_caught_up: false, alarm: None })
    }

    fn readers(&self) -> MutexGuard<'_, Readers> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stamped(&self, logs: &Logs) -> wire::Clock {
        wire::Clock { now_ms: self.clock.now().0, server_unix_ms: self.clock.time_of_day().0, ..logs.face }
    }
}

impl Readers {
    fn sit_down(&mut self, audience: Audience, place: &Arc<AtomicU64>) -> u64 {
        self.next += 1;
        match audience {
            Audience::Public => _ = self.public.insert(self.next, Arc::clone(place)),
            Audience::Team(_) => self.teams += 1,
        }
        self.next
    }

    fn leave(&mut self, audience: Audience, number: u64) {
        match audience {
            Audience::Public => _ = self.public.remove(&number),
            Audience::Team(_) => self.teams = self.teams.saturating_sub(1),
        }
    }
}

/// One watcher's place in a feed. What it would show in `Debug` beyond that counts all that was published, to
/// whomever.
pub struct Watch {
    feeds: Arc<Feeds>,
    audience: Audience,
    /// The number of the last item that it has.
    cursor: u64,
    /// The cursor, for whoever surveys the feeds.
    place: Arc<AtomicU64>,
    number: u64,
    changed: watch::Receiver<()>,
    has_caught_up: bool,
    /// Wakes it for a pulse, or too early: then it is set anew. So an item, which puts the pulse off, sets no alarm.
    alarm: Option<Wakeup>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.feeds.readers().leave(self.audience, self.number);
    }
}

impl Watch {
    /// The next item, or a pulse when there was none for a while; `None` once the game is not served any
    /// more. What an item says is encoded once and shared by all who watch.
    pub async fn next(&mut self) -> Option<WatchGameResponse> {
        // Set once: a change of which this reader may not know must not put its pulse off, or the pulse would tell
        // that a list was replaced (`A4`).
        let due = self.feeds.clock.now().after(PULSE);
        loop {
            self.changed.mark_unchanged();
            match self.ready() {
                Ready::Item(item) => return Some(item),
                Ready::Closed => return None,
                Ready::Nothing => {}
            }
            let alarm = self.alarm.get_or_insert_with(|| self.feeds.clock.reach(due));
            tokio::select! {
                biased;
                _ = self.changed.changed() => {}
                () = alarm => {
                    self.alarm = None;
                    if self.feeds.clock.now() >= due {
                        return Some(self.pulse());
                    }
                }
            }
        }
    }

    fn ready(&mut self) -> Ready {
        let logs = self.feeds.logs.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(Item { number, content }) =
            logs.published.of(self.audience).and_then(|log| log.after(self.cursor))
        {
            let skipped = number.saturating_sub(self.cursor).saturating_sub(1);
            self.cursor = *number;
            self.place.store(self.cursor, Ordering::Relaxed);
            return Ready::Item(WatchGameResponse {
                sequence: *number,
                skipped,
                clock: self.feeds.stamped(&logs),
                content: content.clone(),
            });
        }
        if logs.closed {
            return Ready::Closed;
        }
        drop(logs);
        if self.has_caught_up {
            return Ready::Nothing;
        }
        self.has_caught_up = true;
        Ready::Item(self.pulse())
    }

    fn pulse(&self) -> WatchGameResponse {
        let clock = self.feeds.face();
        WatchGameResponse { sequence: 0, skipped: 0, clock, content: self.feeds.pulse.clone() }
    }
}

enum Ready {
    Item(WatchGameResponse),
    Nothing,
    Closed,
}
