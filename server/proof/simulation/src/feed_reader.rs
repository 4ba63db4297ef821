//! One open feed, polled manually.

use std::task::{Context, Poll, Waker};

use ishigaki_engine::feed::{State, Subscription};
use ishigaki_proto::shared::WatchGameResponse;
use ishigaki_rules::Game;

pub(crate) struct FeedReader<G: State = Game> {
    /// `None` once the feed has ended.
    watch: Option<Subscription<G>>,
}

impl<G: State> FeedReader<G> {
    pub(crate) fn new(watch: Subscription<G>) -> Self {
        Self { watch: Some(watch) }
    }

    /// Returns the next item or pulse, if there is one now.
    pub(crate) fn read(&mut self) -> Option<WatchGameResponse> {
        match self.watch.as_mut()?.poll_next(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => None,
            Poll::Ready(item) => {
                // An ended feed has no more items.
                if item.is_none() {
                    self.watch = None;
                }
                item
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_engine::feed::Audience;
    use ishigaki_rules::{Act, Actor, RoundNo, Secret, TeamId};
    use ishigaki_testkit::{AppendOutcome, SimJournal};

    use super::*;
    use crate::chance::Chance;
    use crate::clock::SimClock;
    use crate::host::Host;
    use crate::setting::Setting;

    /// Returns when the public's pulse comes after the first list, with or without a replacement in between.
    async fn pulse_comes_after(is_replaced: bool) -> u64 {
        let mut setting = Setting::new(&mut Chance::new(1)).unwrap();
        for plan in &mut setting.setup.rounds {
            plan.window = ishigaki_rules::Millis(60_000);
            plan.close = ishigaki_rules::ClosePolicy::AtDeadline;
        }
        let clock = SimClock::new(0, 0);
        let journal = SimJournal::new(|| AppendOutcome::Keep);
        let (setup, after_outage) = (setting.setup, setting.after_outage);
        let mut host: Host = Host::new(setup, after_outage, 1, journal, clock.clone()).unwrap();
        host.start_server().unwrap();
        host.check_changes().unwrap();
        let handle = host.handle().unwrap().clone();
        let team = TeamId(0);
        let round = RoundNo(1);
        handle.act("judge", Actor::Judge, Act::OpenRound { round }).await.unwrap();
        let seal = |replaces| {
            let bids = Secret(Vec::new());
            handle.act(
                "a",
                Actor::Team(team),
                Act::SubmitBids { team, round, attempt: None, replaces, bids, by_hand: None },
            )
        };
        seal(None).await.unwrap();
        let mut public = FeedReader::new(handle.feeds().watch(Audience::Public, 1).unwrap());
        while public.read().is_some() {}
        for millis in 1..10_000 {
            clock.advance(1, false);
            if is_replaced && millis == 1_000 {
                seal(Some(ishigaki_rules::Revision(1))).await.unwrap();
            }
            if public.read().is_some() {
                return millis;
            }
        }
        panic!("no pulse");
    }

    #[test]
    fn pulse_does_not_reveal_list_replacement() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let calm = runtime.block_on(pulse_comes_after(false));
        let busy = runtime.block_on(pulse_comes_after(true));
        assert_eq!(calm, busy);
    }
}
