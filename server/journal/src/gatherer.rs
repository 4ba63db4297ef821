//! Gathers requests into groups: waits for callers that were just answered and are about to send the next
//! request.

use std::thread;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TryRecvError;

/// Number of yields before a small group. On a busy machine each may take as long as many syncs.
const YIELDS: u32 = 2;
/// Duration of a sleep before a large group, which other threads use to make requests.
const SLEEP: Duration = Duration::from_micros(300);
const MAX_SLEEPS: u32 = 3;

/// Waits for as many requests as recent groups had. Otherwise the first few would be written alone, and all
/// others would wait for two syncs, although groups are expensive and further requests in one are cheap. A
/// single caller waits for nothing.
#[derive(Debug)]
pub struct Gatherer {
    usual: usize,
    /// Group size that makes the thread sleep while waiting. The sleep is wasted if no request comes, which
    /// is rare at this size.
    large: usize,
    /// Group size that ends the wait, because enough requests share the cost of the sync.
    enough: usize,
}

impl Gatherer {
    /// Makes a gatherer that sleeps for groups of `large` requests and more, and waits for at most `enough`.
    pub fn new(large: usize, enough: usize) -> Self {
        Self { usual: 0, large, enough }
    }

    /// Adds arriving requests to a group, up to the usual size: that of the last group, or a sixteenth less
    /// than a large one.
    pub fn gather<J>(&mut self, queue: &mut mpsc::Receiver<J>, jobs: &mut Vec<J>) {
        let is_large = self.usual >= self.large;
        let mut pauses = if is_large { MAX_SLEEPS } else { YIELDS };
        while jobs.len() < self.usual {
            match queue.try_recv() {
                Ok(job) => jobs.push(job),
                Err(TryRecvError::Empty) if pauses > 0 => {
                    pauses -= 1;
                    if is_large {
                        thread::sleep(SLEEP);
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

    /// Sends `count` requests from other threads; they are dropped with the queue.
    fn send_requests(requests: &Requests, count: usize) {
        for _ in 0..count {
            let requests = requests.clone();
            thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
                drop(runtime.block_on(requests.streams()));
            });
        }
    }

    #[test]
    fn group_waits_for_the_size_of_the_last_one() {
        let (requests, mut queue) = Requests::channel();
        send_requests(&requests, 5);
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
    fn single_client_soon_stops_waiting_for_others() {
        let (requests, mut queue) = Requests::channel();
        let mut gatherer = Gatherer { usual: 64, large: 24, enough: 64 };
        let mut sizes = Vec::new();
        while gatherer.usual > 1 {
            send_requests(&requests, 1);
            let mut jobs = vec![queue.blocking_recv().unwrap()];
            gatherer.gather(&mut queue, &mut jobs);
            sizes.push(gatherer.usual);
        }
        assert!(sizes.is_sorted_by(|one, next| one > next) && sizes.len() < 40, "{sizes:?}");
        assert_eq!(gatherer.usual, 1, "a group of one has its size");
    }

    #[test]
    fn closed_request_channel_ends_waiting() {
        let (requests, mut queue) = Requests::channel();
        drop(requests);
        let (mut gatherer, mut jobs) = (Gatherer { usual: 3, large: 2, enough: 64 }, Vec::new());
        gatherer.gather(&mut queue, &mut jobs);
        assert!(jobs.is_empty());
    }
}
