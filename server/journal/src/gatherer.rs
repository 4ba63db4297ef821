//! The gatherer: how long a group waits for those who were answered last, and are about to ask again.

use std::thread;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TryRecvError;

/// Number of times that others get the core before a small group. Not more: on a busy machine each time may give it away for as
/// long as many syncs take.
const YIELDS: u32 = 2;
/// For how long they get it at a time before a large one: on a busy machine they use it to ask...
const NAP: Duration = Duration::from_micros(300);
/// ...and how often.
const NAPS: u32 = 3;

/// Waits until as many requests are together as the groups of a moment ago had. The first few of them would otherwise be written
/// alone, and all others wait for two syncs: with it a group is dear, and each request more hardly dearer. Whoever asks alone
/// waits for nobody.
#[derive(Debug)]
pub struct Gatherer {
    /// The size of a group now.
    usual: usize,
    /// From this size on the thread sleeps while it waits. It loses time where it waits in vain, which so many rarely let it.
    large: usize,
    /// So many are not waited for: they share the cost of a sync well enough.
    enough: usize,
}

impl Gatherer {
    /// Makes a gatherer that sleeps for groups of `large` requests and more, and waits for `enough` at the most.
    pub fn new(large: usize, enough: usize) -> Self {
        Self { usual: 0, large, enough }
    }

    /// Adds to a group what comes, at most up to the usual size: that of the last group, or a sixteenth less than a large one was.
    pub fn gather<J>(&mut self, queue: &mut mpsc::Receiver<J>, jobs: &mut Vec<J>) {
        let is_large = self.usual >= self.large;
        let mut pauses = if is_large { NAPS } else { YIELDS };
        while jobs.len() < self.usual {
            match queue.try_recv() {
                Ok(job) => jobs.push(job),
                Err(TryRecvError::Empty) if pauses > 0 => {
                    pauses -= 1;
                    if is_large {
                        thread::sleep(NAP);
                    } else {
                        thread::yield_now();
                    }
                }
                Err(_) => break,
            }
        }
        let remembered = if is_large { self.usual * 15 / 16 } else { 0 };
        self.usual = jobs.len().min(self.enough).max(remembered);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Journal as _;
    use crate::queue::Requests;

    /// Asks so often from other threads; what was asked is dropped with the queue.
    fn ask(requests: &Requests, count: usize) {
        for _ in 0..count {
            let requests = requests.clone();
            thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
                drop(runtime.block_on(requests.streams()));
            });
        }
    }

    #[test]
    fn a_group_waits_for_as_many_as_the_last_one_had_and_for_no_more() {
        let (requests, mut queue) = Requests::channel();
        ask(&requests, 5);
        let (mut gatherer, mut jobs) = (Gatherer::new(2, 64), Vec::new());
        while jobs.len() < 3 {
            gatherer.usual = 3;
            gatherer.gather(&mut queue, &mut jobs);
        }
        assert_eq!((jobs.len(), gatherer.usual), (3, 3));
        gatherer.gather(&mut queue, &mut jobs);
        assert_eq!(jobs.len(), 3, "it is large enough");
    }

    #[test]
    fn who_asks_alone_is_soon_waited_for_no_more() {
        let (requests, mut queue) = Requests::channel();
        let mut gatherer = Gatherer { usual: 64, large: 24, enough: 64 };
        let mut sizes = Vec::new();
        while gatherer.usual > 1 {
            ask(&requests, 1);
            let mut jobs = vec![queue.blocking_recv().unwrap()];
            gatherer.gather(&mut queue, &mut jobs);
            sizes.push(gatherer.usual);
        }
        assert!(sizes.is_sorted_by(|one, next| one > next) && sizes.len() < 40, "{sizes:?}");
        assert_eq!(gatherer.usual, 1, "a group of one has its size");
    }

    #[test]
    fn where_nobody_is_left_nobody_is_waited_for() {
        let (requests, mut queue) = Requests::channel();
        drop(requests);
        let (mut gatherer, mut jobs) = (Gatherer { usual: 3, large: 2, enough: 64 }, Vec::new());
        gatherer.gather(&mut queue, &mut jobs);
        assert!(jobs.is_empty());
    }
}
