//! Notifiers of a feed's subscribers, with their positions.
//!
//! Each subscriber is the task of one stream. A notification only says that there may be new items.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Waker};

use atomic_waker::AtomicWaker;

use crate::clock::Monotonic;

/// Maximum number of subscribers woken in one group. Subscribers can only be added and removed between
/// groups.
const GROUP: usize = 64;

#[derive(Default)]
pub(super) struct Notifier {
    notifications: AtomicU64,
    readers: Mutex<Subscribers>,
}

#[derive(Default)]
struct Subscribers {
    /// In the order in which they are woken.
    subscribers: BTreeMap<SubscriberId, Arc<Subscriber>>,
    last: u64,
}

/// A subscriber's id. Ids of one connection are adjacent, so that its items leave in one write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SubscriberId {
    connection: u64,
    number: u64,
}

pub(super) struct Subscriber {
    /// Number of its last item. Written last, so that a reader of it sees the other fields too.
    cursor: AtomicU64,
    taken: AtomicU64,
    /// Time at which it began to lag, or [`NEVER`].
    behind_since: AtomicU64,
    is_let_go: AtomicBool,
    waker: AtomicWaker,
}

/// Value for a reader that doesn't lag.
const NEVER: u64 = u64::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct ReadPosition {
    pub(super) cursor: u64,
    pub(super) at: Monotonic,
    pub(super) behind_since: Option<Monotonic>,
}

impl Notifier {
    /// Number of notifications. A subscriber that has read everything at one number finds nothing new until
    /// the number changes.
    pub(super) fn notifications(&self) -> u64 {
        self.notifications.load(Ordering::Acquire)
    }

    pub(super) fn notify(&self) {
        self.notifications.fetch_add(1, Ordering::AcqRel);
        let (mut after, mut group) = (Bound::Unbounded, Vec::new());
        loop {
            let mut count = 0;
            let readers = self.readers();
            for (id, subscriber) in readers.subscribers.range((after, Bound::Unbounded)).take(GROUP) {
                group.extend(subscriber.waker.take());
                after = Bound::Excluded(*id);
                count += 1;
            }
            drop(readers);
            // Wakes outside the lock, because a woken task may unsubscribe at once.
            group.drain(..).for_each(Waker::wake);
            if count < GROUP {
                return;
            }
        }
    }

    pub(super) fn subscribe(
        &self,
        connection: u64,
        cursor: u64,
        now: Monotonic,
    ) -> (SubscriberId, Arc<Subscriber>) {
        let subscriber = Arc::new(Subscriber {
            cursor: AtomicU64::new(cursor),
            taken: AtomicU64::new(now.0),
            behind_since: AtomicU64::new(NEVER),
            is_let_go: AtomicBool::new(false),
            waker: AtomicWaker::new(),
        });
        let mut readers = self.readers();
        readers.last += 1;
        let id = SubscriberId { connection, number: readers.last };
        readers.subscribers.insert(id, Arc::clone(&subscriber));
        drop(readers);
        (id, subscriber)
    }

    pub(super) fn unsubscribe(&self, id: SubscriberId) {
        self.readers().subscribers.remove(&id);
    }

    pub(super) fn count(&self) -> usize {
        self.readers().subscribers.len()
    }

    pub(super) fn slowest(&self) -> Option<u64> {
        self.readers().subscribers.values().map(|subscriber| subscriber.cursor.load(Ordering::Relaxed)).min()
    }

    fn readers(&self) -> MutexGuard<'_, Subscribers> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Subscriber {
    pub(super) fn take(&self, taken: ReadPosition) {
        self.taken.store(taken.at.0, Ordering::Relaxed);
        self.behind_since.store(taken.behind_since.map_or(NEVER, |since| since.0), Ordering::Relaxed);
        self.cursor.store(taken.cursor, Ordering::Release);
    }

    pub(super) fn taken(&self) -> ReadPosition {
        let cursor = self.cursor.load(Ordering::Acquire);
        let behind_since = Some(self.behind_since.load(Ordering::Relaxed)).filter(|since| *since != NEVER);
        let at = Monotonic(self.taken.load(Ordering::Relaxed));
        ReadPosition { cursor, at, behind_since: behind_since.map(Monotonic) }
    }

    /// Registers the task to wake. The caller must check again afterwards.
    pub(super) fn register_waker(&self, cx: &Context<'_>) {
        self.waker.register(cx.waker());
    }

    pub(super) fn let_go(&self) {
        self.is_let_go.store(true, Ordering::Release);
        self.waker.wake();
    }

    pub(super) fn is_let_go(&self) -> bool {
        self.is_let_go.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use std::task::Wake;

    use super::*;

    /// Records the woken subscribers.
    struct RecordingWaker {
        name: u64,
        woken: Arc<Mutex<Vec<u64>>>,
    }

    impl Wake for RecordingWaker {
        fn wake(self: Arc<Self>) {
            self.woken.lock().unwrap().push(self.name);
        }
    }

    #[test]
    fn notifier_wakes_each_once_grouped_by_connection() {
        let notifier = Notifier::default();
        let woken = Arc::<Mutex<Vec<u64>>>::default();
        let subscriptions: Vec<_> =
            (0..300).map(|name| (name, notifier.subscribe(name % 3, 0, Monotonic(0)))).collect();
        let sleep = || {
            for (name, (_, subscriber)) in &subscriptions {
                let waker = Waker::from(Arc::new(RecordingWaker { name: *name, woken: Arc::clone(&woken) }));
                subscriber.register_waker(&Context::from_waker(&waker));
            }
        };
        sleep();
        notifier.notify();
        let mut expected: Vec<u64> = (0..300).collect();
        expected.sort_by_key(|name| name % 3);
        assert_eq!(std::mem::take(&mut *woken.lock().unwrap()), expected);
        assert_eq!(notifier.notifications(), 1);
        sleep();
        for (name, (id, _)) in &subscriptions {
            if name % 3 != 1 {
                notifier.unsubscribe(*id);
            }
        }
        notifier.notify();
        expected.retain(|name| name % 3 == 1);
        assert_eq!(*woken.lock().unwrap(), expected, "who has left is not woken");
        assert_eq!((notifier.count(), notifier.slowest()), (100, Some(0)));
    }

    #[test]
    fn woken_subscriber_can_unsubscribe_immediately() {
        struct LeavingWaker(Arc<Notifier>, SubscriberId);
        impl Wake for LeavingWaker {
            fn wake(self: Arc<Self>) {
                self.0.unsubscribe(self.1);
            }
        }
        let notifier = Arc::new(Notifier::default());
        for _ in 0..2 * GROUP {
            let (id, subscriber) = notifier.subscribe(0, 0, Monotonic(0));
            let waker = Waker::from(Arc::new(LeavingWaker(Arc::clone(&notifier), id)));
            subscriber.register_waker(&Context::from_waker(&waker));
        }
        notifier.notify();
        assert_eq!((notifier.count(), notifier.slowest()), (0, None));
    }
}
