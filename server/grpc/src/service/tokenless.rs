//! Calls without a token, such as health and schema: limited in number, per address and in time.

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

/// Limits calls without a token; evicts the oldest. Clones share their state.
#[derive(Clone, Default)]
pub(super) struct TokenlessCalls(Arc<Mutex<CallQueue>>);

#[derive(Default)]
struct CallQueue {
    next: u64,
    /// In order of arrival: the address, and the sender that ends the call.
    known: BTreeMap<u64, (IpAddr, oneshot::Sender<()>)>,
}

pub(super) struct TokenlessCall {
    tokenless: TokenlessCalls,
    number: u64,
    /// Ends when another call needs the place.
    dismissed: oneshot::Receiver<()>,
    /// Fires at the time limit.
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
    /// Admits a call. At the limit, the oldest call of the busiest address is ended, unless the caller has
    /// that address.
    pub(super) fn enter(
        &self,
        origin: IpAddr,
        limits: &Arc<Limits>,
        clock: &dyn Clock,
    ) -> Result<TokenlessCall, Status> {
        let Limits {
            unauthenticated_calls, unauthenticated_calls_per_address, unauthenticated_call_ms, ..
        } = **limits;
        let mut visits = self.lock();
        let own = visits.known.values().filter(|(from, _)| *from == origin).count();
        if own >= unauthenticated_calls_per_address {
            return Err(status::too_many_calls(QuotaScope::Address, unauthenticated_calls_per_address));
        }
        if visits.known.len() >= unauthenticated_calls {
            let eldest = eldest_of_busiest(visits.known.iter().map(|(number, (from, _))| (*number, *from)));
            let eldest = eldest.filter(|eldest| eldest.of > own);
            match eldest.and_then(|eldest| visits.known.remove(&eldest.key)) {
                // It may be over already.
                Some((_, dismiss)) => drop(dismiss.send(())),
                None => {
                    return Err(status::too_many_calls(QuotaScope::Unauthenticated, unauthenticated_calls));
                }
            }
        }
        let (dismiss, dismissed) = oneshot::channel();
        let number = visits.next;
        visits.next += 1;
        visits.known.insert(number, (origin, dismiss));
        drop(visits);
        let over = clock.reach(Monotonic(clock.now().0.saturating_add(unauthenticated_call_ms)));
        Ok(TokenlessCall { tokenless: self.clone(), number, dismissed, over, limits: Arc::clone(limits) })
    }

    fn lock(&self) -> MutexGuard<'_, CallQueue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TokenlessCall {
    /// Polls for the reason to end the call.
    pub(super) fn poll_end(&mut self, cx: &mut Context<'_>) -> Poll<Status> {
        if let Poll::Ready(dismissed) = Pin::new(&mut self.dismissed).poll(cx)
            && dismissed.is_ok()
        {
            return Poll::Ready(status::too_many_calls(
                QuotaScope::Unauthenticated,
                self.limits.unauthenticated_calls,
            ));
        }
        self.over.as_mut().poll(cx).map(|()| status::timed_out(self.limits.unauthenticated_call()))
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
    async fn busiest_address_loses_oldest_unauthenticated_call() {
        let limits = Arc::new(Limits {
            unauthenticated_calls: 4,
            unauthenticated_calls_per_address: 3,
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
