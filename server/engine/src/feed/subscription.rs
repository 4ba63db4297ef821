//! A subscription to a feed: the next item for one watcher, and a monitor of its progress.

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

const PULSE: Millis = Millis(2_000);

/// Number of items that may wait without counting as lag.
const NOT_BEHIND: u64 = 64;

/// Reads one feed for one watcher. `Debug` omits its position, which counts all published items.
pub struct Subscription<G: State = Game> {
    feeds: Arc<Feeds<G>>,
    audience: Audience,
    id: SubscriberId,
    subscriber: Arc<Subscriber>,
    cursor: u64,
    /// Replay of the team's own submissions.
    replay: Option<Replay>,
    /// Time at which it began to lag; reset when no item is left.
    behind_since: Option<Monotonic>,
    seen: Option<u64>,
    has_caught_up: bool,
    /// Set once it has been sent the stopped clock after the last item.
    knows_standstill: bool,
    /// Time of the next pulse. Set once, with the previous item: a change that this reader may not see must
    /// not delay its pulse, because that would reveal a replaced list (`A4`).
    due: GameTime,
    /// Wakes it for a pulse or earlier, and is then set again. Items postpone the pulse without setting an
    /// alarm.
    alarm: Option<PendingAlarm>,
    /// Set if an item was returned since the alarm was checked.
    has_given: bool,
}

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

    /// Returns the number of the next item. A watch from there on loses nothing.
    pub fn next_number(&self) -> u64 {
        self.cursor.saturating_add(1)
    }

    /// Returns the reason for the end of the feed.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.feeds.stop_reason()
    }

    /// Returns whether it has been dismissed and gets no more items.
    pub fn is_let_go(&self) -> bool {
        self.subscriber.is_let_go()
    }

    /// Returns the next item, or a pulse after a while without items; `None` once the game isn't served any
    /// more, or the reader is dismissed. Items are encoded once and shared by all watchers.
    pub async fn next(&mut self) -> Option<WatchGameResponse> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    /// Polls for [`Subscription::next`]; the last polling task is woken.
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<WatchGameResponse>> {
        if let Poll::Ready(next) = self.poll_item() {
            return Poll::Ready(next);
        }
        self.subscriber.register_waker(cx);
        // For items that were published before the registration.
        if let Poll::Ready(next) = self.poll_item() {
            return Poll::Ready(next);
        }
        self.poll_alarm(cx).map(|()| Some(self.pulse()))
    }

    fn poll_alarm(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let has_given = std::mem::take(&mut self.has_given);
        if let Some(alarm) = &self.alarm
            && has_given
            && self.due < alarm.at.after(PULSE)
            && alarm.task.will_wake(cx.waker())
        {
            // The alarm was pending when the item was returned, and still wakes this task.
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

    fn poll_item(&mut self) -> Poll<Option<WatchGameResponse>> {
        // Checked before an item is taken: the next item's number stays fixed from here on.
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

/// A reader for logs. Team readers are shown without position, because their item numbers count replaced
/// lists (`A4`).
fn watch_of(audience: Audience, cursor: u64) -> String {
    match audience {
        Audience::Public | Audience::Board => format!("watch of {audience:?} after item {cursor}"),
        Audience::Team(_) => format!("watch of {audience:?}"),
    }
}

/// Returns the time since which too many items wait for a reader that has taken none.
fn too_much(log: &Log, taken: ReadPosition) -> Option<Monotonic> {
    let item = log.after(taken.cursor.saturating_add(NOT_BEHIND))?;
    Some(item.at.max(taken.at))
}

/// Monitors whether one subscriber takes its items.
pub struct SubscriberMonitor<G: State = Game> {
    feeds: Arc<Feeds<G>>,
    audience: Audience,
    subscriber: Arc<Subscriber>,
    /// The last observed state and item number. Stored, because only the latest of a team's replaced lists
    /// and their times are kept.
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
    /// Time since which it has taken nothing although too many items wait.
    pub idle_since: Option<Monotonic>,
    /// Time since which items have always been waiting, once there were too many.
    pub behind_since: Option<Monotonic>,
}

impl<G: State> SubscriberMonitor<G> {
    /// Returns the current backlog. A subscriber without one can only lag later.
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

    /// Ends when the game isn't served any more.
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
