//! The gatherer: how long a group waits for those who were answered last, and are about to ask again.

use std::thread;
use std::time::{Duration, Instant};

use ishigaki_journal::engine::Job;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TryRecvError;

/// Which part of the time that the last group took is waited at the most...
const PART: u32 = 8;
/// ...and how long, whatever held that one up.
const LONGEST: Duration = Duration::from_millis(2);

/// Waits until as many requests are together as the last group had. The first few of them would otherwise be written alone, and
/// all others wait for two statements: with its round trip and its sync one is dear, and the next ones hardly dearer.
#[derive(Default)]
pub(crate) struct Gatherer {
    /// How many the last group had.
    usual: usize,
    /// How long it took.
    took: Duration,
}

impl Gatherer {
    /// Adds to a group what comes, at most up to the size of the last one.
    pub(crate) fn gather(&self, queue: &mut mpsc::Receiver<Job>, jobs: &mut Vec<Job>) {
        let (begin, patience) = (now(), (self.took / PART).min(LONGEST));
        while jobs.len() < self.usual {
            match queue.try_recv() {
                Ok(job) => jobs.push(job),
                Err(TryRecvError::Empty) if begin.elapsed() < patience => thread::yield_now(),
                Err(_) => break,
            }
        }
    }

    /// Does what a group of this size wants, and notes how long that takes.
    pub(crate) async fn time<T>(&mut self, size: usize, work: impl Future<Output = T>) -> T {
        let begin = now();
        let done = work.await;
        (self.usual, self.took) = (size, begin.elapsed());
        done
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "what is written does not depend on how long a group is waited for"
)]
fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use ishigaki_journal::Journal;
    use ishigaki_journal::engine::Requests;

    use super::*;

    /// Asks so often from another thread; what was asked is dropped with the queue.
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
        let gatherer = Gatherer { usual: 3, took: Duration::MAX };
        ask(&requests, 5);
        let mut jobs = Vec::new();
        while jobs.len() < 3 {
            gatherer.gather(&mut queue, &mut jobs);
        }
        assert_eq!(jobs.len(), 3);
        gatherer.gather(&mut queue, &mut jobs);
        assert_eq!(jobs.len(), 3, "it is large enough");
    }

    #[test]
    fn nobody_is_waited_for_after_a_group_that_took_no_time_or_where_nobody_is_left() {
        let (requests, mut queue) = Requests::channel();
        let mut jobs = Vec::new();
        Gatherer { usual: 3, took: Duration::ZERO }.gather(&mut queue, &mut jobs);
        drop(requests);
        Gatherer { usual: 3, took: Duration::MAX }.gather(&mut queue, &mut jobs);
        assert!(jobs.is_empty());
    }

    #[test]
    fn a_group_is_measured() {
        let mut gatherer = Gatherer::default();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        assert_eq!(runtime.block_on(gatherer.time(7, async { "done" })), "done");
        assert_eq!(gatherer.usual, 7);
    }
}
