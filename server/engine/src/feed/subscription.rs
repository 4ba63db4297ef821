//! A subscription to a feed: the next item for one watcher, and a monitor of whether it reads at all.

use std::fmt;
use std::future::poll_fn;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use ishigaki_proto::shared::{Content, WatchGameResponse};
use ishigaki_proto::wire;
use ishigaki_rules::{Game, GameTime, Millis};
use tokio::sync::watch;

use super::log::{Item, Log, Replay};
use super::notifier::{ReadPosition, Subscriber, SubscriberId};
use super::{Audience, Feeds, State};
use crate::clock::{Monotonic, Wakeup};
use crate::stop_reason::StopReason;

/// Longest silence of a feed: then a pulse carries the server's time.
const PULSE: Millis = Millis(2_000);

/// Number of items that may wait for a reader who is not behind.
const NOT_BEHIND: u64 = 64;

/// Reads one feed for one watcher. Shows nothing more in `Debug`: it would count all that was published, to whomever.
pub struct Subscription<G: State = Game> {
    feeds: Arc<Feeds<G>>,
    audience: Audience,
    id: SubscriberId,
    /// Subscriber, for whoever looks from outside.
    subscriber: Arc<Subscriber>,
    /// The number of the last item that it has.
    cursor: u64,
    /// What it passes over of the team's own sealings, if it does.
    replay: Option<Replay>,
    /// Since when it is behind; over when nothing is left for it.
    behind_since: Option<Monotonic>,
    /// The count of notifications when there was nothing left.
    seen: Option<u64>,
    has_caught_up: bool,
    /// Whether it has been told where the clock stands, after the last item there will be.
    knows_standstill: bool,
    /// Time of the next pulse, if nothing else comes. Set once, with the item before: a change of which this reader may
    /// not know must not put its pulse off, or the pulse would tell that a list was replaced (`A4`).
    due: GameTime,
    /// Wakes it for a pulse, or too early: then it is set anew. So an item, which puts the pulse off, sets no alarm.
    alarm: Option<PendingAlarm>,
    /// Whether an item was given since the alarm was looked at.
    has_given: bool,
}

/// An alarm that is set.
struct PendingAlarm {
    at: GameTime,
    wakeup: Wakeup,
    task: Waker,
}

impl<G: State> Drop for Subscription<G> {
    fn drop(&mut self) {
        self.feeds.notifiers.of(self.audience).unsubscribe(self.id);
    }
}

impl<G: State> fmt::Debug for Subscription<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&watch_of(self.audience, self.cursor))
    }
}

impl<G: State> Subscription<G> {
    pub(super) fn new(
        feeds: &Arc<Feeds<G>>,
        audience: Audience,
        cursor: u64,
        replay: Option<Replay>,
        connection: u64,
    ) -> Self {
        let now = feeds.clock.machine().now();
        let (id, subscriber) = feeds.notifiers.of(audience).subscribe(connection, cursor, now);
        Self {
            feeds: Arc::clone(feeds),
            audience,
            id,
            subscriber,
            cursor,
            replay,
            behind_since: None,
            seen: None,
            has_caught_up: false,
            knows_standstill: false,
            due: feeds.clock.now().after(PULSE),
            alarm: None,
            has_given: false,
        }
    }

    /// Returns a monitor of this subscription, for use outside its task.
    pub fn monitor(&self) -> SubscriberMonitor<G> {
        SubscriberMonitor {
            feeds: Arc::clone(&self.feeds),
            audience: self.audience,
            subscriber: Arc::clone(&self.subscriber),
            idle: None,
            closing: self.feeds.closing.subscribe(),
        }
    }

    /// Returns the number of the next item. Whoever asks for the feed from there on loses nothing.
    pub fn next_number(&self) -> u64 {
        self.cursor.saturating_add(1)
    }

    /// Returns the reason for which there are no more items, if the game is not served any more.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.feeds.stop_reason()
    }

    /// Returns whether it has been let go, and so gets nothing more.
    pub fn is_let_go(&self) -> bool {
        self.subscriber.is_let_go()
    }

    /// The next item, or a pulse when there was none for a while; `None` once the game is not served any more, or this
    /// reader is let go. What an item says is encoded once and shared by all who watch.
    pub async fn next(&mut self) -> Option<WatchGameResponse> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    /// As [`Subscription::next`]; the task that has asked last is woken.
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<WatchGameResponse>> {
        if let Poll::Ready(next) = self.look() {
            return Poll::Ready(next);
        }
        self.subscriber.register_waker(cx);
        // For what came before that.
        if let Poll::Ready(next) = self.look() {
            return Poll::Ready(next);
        }
        self.poll_alarm(cx).map(|()| Some(self.pulse()))
    }

    /// Ready when a pulse is due.
    fn poll_alarm(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let has_given = std::mem::take(&mut self.has_given);
        if let Some(alarm) = &self.alarm
            && has_given
            && self.due < alarm.at.after(PULSE)
            && alarm.task.will_wake(cx.waker())
        {
            // It was still to come when the item was given, and wakes this task when it does.
            return Poll::Pending;
        }
        loop {
            let at = self.due;
            let alarm = self.alarm.get_or_insert_with(|| PendingAlarm {
                at,
                wakeup: self.feeds.clock.reach(at),
                task: cx.waker().clone(),
            });
            if !alarm.task.will_wake(cx.waker()) {
                alarm.task.clone_from(cx.waker());
            }
            ready!(alarm.wakeup.as_mut().poll(cx));
            self.alarm = None;
            if self.feeds.clock.now() >= self.due {
                return Poll::Ready(());
            }
        }
    }

    /// Returns what there is at this moment.
    fn look(&mut self) -> Poll<Option<WatchGameResponse>> {
        // Before anything is taken: from here on the number of the next item stands.
        if self.subscriber.is_let_go() {
            return Poll::Ready(None);
        }
        let notifications = self.feeds.notifiers.of(self.audience).notifications();
        if self.seen == Some(notifications) {
            return Poll::Pending;
        }
        let logs = self.feeds.logs.read().unwrap_or_else(PoisonError::into_inner);
        let log = logs.published.log(self.audience);
        let next = log.and_then(|log| Some((log, log.next(self.cursor, self.replay.as_ref())?)));
        if let Some((log, (Item { number, .. }, content))) = next {
            let at = self.feeds.clock.machine().now();
            let since = self.behind_since.or_else(|| too_much(log, self.subscriber.taken()));
            self.behind_since = since.filter(|_| *number < log.last);
            let item = WatchGameResponse {
                sequence: *number,
                skipped: number.saturating_sub(self.cursor).saturating_sub(1),
                clock: self.feeds.stamped(&logs, at),
                content: content.content(),
                signature: content.signature(),
            };
            if self.has_caught_up && *number == log.last && logs.closed.is_none() {
                self.seen = Some(notifications);
            }
            drop(logs);
            self.cursor = item.sequence;
            self.subscriber.take(ReadPosition { cursor: self.cursor, at, behind_since: self.behind_since });
            self.due = GameTime(item.clock.now_ms).after(PULSE);
            self.has_given = true;
            return Poll::Ready(Some(item));
        }
        if logs.closed.is_some() {
            let is_news = logs.face.stopped_at_ms.is_some() && !self.knows_standstill;
            drop(logs);
            self.knows_standstill = true;
            return Poll::Ready(is_news.then(|| self.pulse()));
        }
        let filler_len = logs.published.own_len;
        drop(logs);
        self.seen = Some(notifications);
        if self.has_caught_up {
            return Poll::Pending;
        }
        if let Some(replay) = self.replay.as_mut().filter(|replay| replay.is_current) {
            replay.is_current = false;
            self.seen = None;
            return Poll::Ready(Some(self.filler(filler_len)));
        }
        self.has_caught_up = true;
        Poll::Ready(Some(self.pulse()))
    }

    /// An item that says nothing, as long as a sealing of the team.
    fn filler(&self, length: usize) -> WatchGameResponse {
        let pulse = wire::feed_item::Body::Pulse(wire::Pulse { caught_up: false, ranking: None });
        let content = Content::new(pulse, None).padded_to(length);
        WatchGameResponse { sequence: 0, skipped: 0, clock: self.feeds.face(), content, signature: None }
    }

    fn pulse(&mut self) -> WatchGameResponse {
        let clock = self.feeds.face();
        self.due = GameTime(clock.now_ms).after(PULSE);
        WatchGameResponse {
            sequence: 0,
            skipped: 0,
            clock,
            content: self.feeds.ranked_pulse.get().unwrap_or(&self.feeds.pulse).clone(),
            signature: None,
        }
    }
}

/// A reader, for logs. Of a team not how far it has read: the numbers of its items count the lists that it has replaced (`A4`).
fn watch_of(audience: Audience, cursor: u64) -> String {
    match audience {
        Audience::Public | Audience::Board => format!("watch of {audience:?} after item {cursor}"),
        Audience::Team(_) => format!("watch of {audience:?}"),
    }
}

/// Since when more waits for a reader than may, if it does, and it has taken nothing.
fn too_much(log: &Log, taken: ReadPosition) -> Option<Monotonic> {
    let item = log.after(taken.cursor.saturating_add(NOT_BEHIND))?;
    Some(item.at.max(taken.at))
}

/// Monitors from outside whether one subscriber takes what there is.
pub struct SubscriberMonitor<G: State = Game> {
    feeds: Arc<Feeds<G>>,
    audience: Audience,
    subscriber: Arc<Subscriber>,
    /// State that was seen last, and the number of the last item that the reader had then. Kept, because of a team's
    /// replaced lists only the latest remain, and with the others goes when they came.
    idle: Option<(u64, Monotonic)>,
    closing: watch::Receiver<bool>,
}

impl<G: State> fmt::Debug for SubscriberMonitor<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&watch_of(self.audience, self.subscriber.taken().cursor))
    }
}

/// A subscriber's backlog.
#[derive(Clone, Copy, Debug)]
pub struct Backlog {
    /// Since when it has taken nothing while more waits for it than may.
    pub idle_since: Option<Monotonic>,
    /// Since when something has always been left for it, once more waited than may.
    pub behind_since: Option<Monotonic>,
}

impl<G: State> SubscriberMonitor<G> {
    /// Returns the backlog at this moment. A subscriber without one falls behind later than now.
    pub fn backlog(&mut self) -> Backlog {
        let logs = self.feeds.logs.read().unwrap_or_else(PoisonError::into_inner);
        let taken = self.subscriber.taken();
        let idle_since = logs.published.log(self.audience).and_then(|log| too_much(log, taken));
        drop(logs);
        let before = self.idle.filter(|(cursor, _)| *cursor == taken.cursor).map(|(_, since)| since);
        let idle_since = idle_since.map(|since| before.map_or(since, |before| before.min(since)));
        self.idle = idle_since.map(|since| (taken.cursor, since));
        Backlog { idle_since, behind_since: taken.behind_since.or(idle_since) }
    }

    /// Ends when the game is not served any more.
    pub async fn closed(&mut self) {
        if self.closing.wait_for(|is_closing| *is_closing).await.is_err() {
            // The feeds live as long as this.
            std::future::pending::<()>().await;
        }
    }

    /// Dismisses the subscriber.
    pub fn let_go(&self) {
        self.subscriber.let_go();
    }
}
