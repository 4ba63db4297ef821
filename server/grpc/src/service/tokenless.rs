//! Calls that need no token, such as health and schema: few at a time, a share for each address, and none for long.

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use ishigaki_engine::clock::{Clock, Monotonic, Wakeup};
use ishigaki_page::eldest_of_busiest;
use tokio::sync::oneshot;
use tonic::Status;

use super::status::{self, QuotaScope};
use crate::limits::Limits;

/// Limits the calls that need no token; evicts the eldest. Cheap to clone; all copies are one.
#[derive(Clone, Default)]
pub(super) struct TokenlessCalls(Arc<Mutex<CallQueue>>);

#[derive(Default)]
struct CallQueue {
    next: u64,
    /// By the order in which they came: from where, and how to end it.
    known: BTreeMap<u64, (IpAddr, oneshot::Sender<()>)>,
}

/// A call under way that needs no token.
pub(super) struct TokenlessCall {
    tokenless: TokenlessCalls,
    number: u64,
    /// Ends when somebody else needs the place more.
    dismissed: oneshot::Receiver<()>,
    /// Rings when it has taken long enough.
    over: Wakeup,
    limits: Arc<Limits>,
}

impl fmt::Debug for TokenlessCalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenlessCalls")
    }
}

impl fmt::Debug for TokenlessCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenlessCall")
    }
}

impl TokenlessCalls {
    /// Admits a call from there. When all permits are out, the eldest has to go of the address that has the most, unless
    /// that is the one that asks.
    pub(super) fn enter(
        &self,
        origin: IpAddr,
        limits: &Arc<Limits>,
        clock: &dyn Clock,
    ) -> Result<TokenlessCall, Status> {
        let Limits { calls_of_strangers, calls_of_strangers_per_address, call_of_stranger_ms, .. } = **limits;
        let mut visits = self.lock();
        let own = visits.known.values().filter(|(from, _)| *from == origin).count();
        if own >= calls_of_strangers_per_address {
            return Err(status::too_many_calls(QuotaScope::Address, calls_of_strangers_per_address));
        }
        if visits.known.len() >= calls_of_strangers {
            let eldest = eldest_of_busiest(visits.known.iter().map(|(number, (from, _))| (*number, *from)));
            let eldest = eldest.filter(|eldest| eldest.of > own);
            match eldest.and_then(|eldest| visits.known.remove(&eldest.key)) {
                // It may be over already.
                Some((_, dismiss)) => drop(dismiss.send(())),
                None => return Err(status::too_many_calls(QuotaScope::Strangers, calls_of_strangers)),
            }
        }
        let (dismiss, dismissed) = oneshot::channel();
        let number = visits.next;
        visits.next += 1;
        visits.known.insert(number, (origin, dismiss));
        drop(visits);
        let over = clock.reach(Monotonic(clock.now().0.saturating_add(call_of_stranger_ms)));
        Ok(TokenlessCall { tokenless: self.clone(), number, dismissed, over, limits: Arc::clone(limits) })
    }

    fn lock(&self) -> MutexGuard<'_, CallQueue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TokenlessCall {
    /// Ready with why it has to end, once it has.
    pub(super) fn poll_end(&mut self, cx: &mut Context<'_>) -> Poll<Status> {
        if let Poll::Ready(dismissed) = Pin::new(&mut self.dismissed).poll(cx)
            && dismissed.is_ok()
        {
            return Poll::Ready(status::too_many_calls(
                QuotaScope::Strangers,
                self.limits.calls_of_strangers,
            ));
        }
        self.over.as_mut().poll(cx).map(|()| status::timed_out(self.limits.call_of_stranger()))
    }
}

impl Drop for TokenlessCall {
    fn drop(&mut self) {
        self.tokenless.lock().known.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_engine::clock::SystemClock;

    use super::*;

    async fn poll_over(visit: &mut TokenlessCall) -> bool {
        std::future::poll_fn(|cx| Poll::Ready(visit.poll_end(cx).is_ready())).await
    }

    #[tokio::test]
    async fn whoever_has_the_most_makes_room_and_nobody_for_himself() {
        let limits = Arc::new(Limits {
            calls_of_strangers: 4,
            calls_of_strangers_per_address: 3,
            ..Limits::default()
        });
        let (tokenless, clock) = (TokenlessCalls::default(), SystemClock::new());
        let enter = |last: u8| tokenless.enter(IpAddr::from([192, 0, 2, last]), &limits, &clock);
        let mut first: Vec<_> = (0..3).map(|_| enter(1).unwrap()).collect();
        assert!(enter(1).is_err(), "its share is taken");
        let mut second = enter(2).unwrap();
        let third = enter(3).unwrap();
        assert!(poll_over(&mut first[0]).await, "the eldest of the busiest address");
        assert!(!poll_over(&mut first[1]).await && !poll_over(&mut second).await);
        drop(third);
        assert!(enter(1).is_ok(), "there is room again");
        assert_eq!(tokenless.lock().known.len(), 3);
    }
}
