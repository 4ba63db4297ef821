//! Judge's client: judges one game at full speed, interferes at random, and logs its calls.

use std::time::Duration;

use ishigaki_catalogue::Message;
use ishigaki_client::{Connection, Feed, FeedError, Link, Mirror, MirrorError, Update};
use ishigaki_rules::{Act, Actor, Setup};
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::auditor::SurvivingClient;
use super::contest::EndMode;
use super::{Endings, StopSignal, call, moves};
use ishigaki_audit::{Call, Outcome};

const MAX_PAUSE: u64 = 25;

#[derive(Debug)]
pub(super) struct CrashJudge {
    link: Link,
    game: String,
    ending: EndMode,
    feed: Feed,
    mirror: Mirror,
    rng: ChaCha8Rng,
    calls: Vec<Call>,
    fault: Option<Error>,
    facts: u64,
    /// Makes reasons unique.
    sent: u64,
}

#[derive(Clone, Debug, thiserror::Error, Message)]
#[message("crash")]
pub(super) enum Error {
    #[message(transparent)]
    Feed(#[from] FeedError),
    #[message(transparent)]
    Mirror(#[from] MirrorError),
    #[message("crash-silent")]
    Silent,
}

impl CrashJudge {
    pub(super) async fn join(
        link: Link,
        game: String,
        ending: EndMode,
        rng: ChaCha8Rng,
    ) -> Result<Self, Error> {
        let feed = Feed::open(link.clone(), game.clone(), 1);
        let mirror = Mirror::new();
        let mut judge =
            Self { link, game, ending, feed, mirror, rng, calls: Vec::new(), fault: None, facts: 0, sent: 0 };
        judge.catch_up(0).await?;
        Ok(judge)
    }

    pub(super) fn setup(&self) -> Option<&Setup> {
        self.mirror.setup()
    }

    pub(super) fn take_calls(&mut self) -> (Actor, Vec<Call>) {
        (Actor::Judge, std::mem::take(&mut self.calls))
    }

    pub(super) fn witness(&self) -> Option<SurvivingClient> {
        let game = self.mirror.game()?.clone();
        Some(SurvivingClient { by: Actor::Judge, folded: self.mirror.next_sequence() - 1, game })
    }

    pub(super) async fn catch_up(&mut self, facts: u64) -> Result<(), Error> {
        self.facts = facts;
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        super::retry(async || self.sync().await).await?.ok_or(Error::Silent)
    }

    async fn sync(&mut self) -> Result<Option<()>, Error> {
        let next = self.mirror.next_sequence();
        self.feed = Feed::open(self.link.clone(), self.game.clone(), next);
        loop {
            match self.next().await? {
                Some(Connection::CaughtUp) => return Ok(Some(())),
                Some(Connection::Lost { .. } | Connection::Stopped { .. }) => return Ok(None),
                Some(Connection::Connected) | None => {}
            }
        }
    }

    async fn next(&mut self) -> Result<Option<Connection>, Error> {
        match self.feed.next().await.ok_or(Error::Silent)?? {
            Update::Item { item, received } => {
                self.mirror.fold(&item, received)?;
                Ok(None)
            }
            Update::Connection(connection) => Ok(Some(connection)),
        }
    }

    pub(super) async fn judge(mut self, stop: StopSignal, endings: Endings) -> Self {
        while !*stop.borrow() && self.fault.is_none() {
            self.read().await;
            let Some(game) = self.mirror.game() else { break };
            self.sent += 1;
            let reason = format!("judge's reason {}", self.sent);
            let act = moves::of_judge(game, self.facts, self.ending, reason, &mut self.rng);
            if let Some(act) = act {
                if matches!(act, Act::Abandon { .. } | Act::DeclareResult) {
                    endings.send_modify(|endings| *endings += 1);
                }
                let outcome = call::send(&self.link, &self.game, game.setup(), &act).await;
                self.calls.push(Call { act, outcome });
                if outcome == Outcome::Unknown {
                    break;
                }
            }
            tokio::time::sleep(Duration::from_millis(self.rng.random_range(0..MAX_PAUSE))).await;
        }
        self
    }

    async fn read(&mut self) {
        while self.fault.is_none() {
            tokio::select! {
                biased;
                update = self.next() => self.fault = update.err(),
                () = std::future::ready(()) => break,
            }
        }
    }
}
