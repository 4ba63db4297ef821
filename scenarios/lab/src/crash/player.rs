//! Team's client: plays one game through the SDK at full speed, and logs its calls.

use std::time::Duration;

use ishigaki_rules::{Act, Actor};
use ishigaki_strategy::bot::Mason;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use team_client_sdk::{CallError, Client, Error, Options, SealedAnswer};
use tonic::Code;

use super::auditor::SurvivingClient;
use super::{StopSignal, moves};
use ishigaki_audit::{Acknowledgement, Call, Outcome};

const MAX_PAUSE: u64 = 30;
const IDLE: Duration = Duration::from_millis(5);

#[derive(Debug)]
pub(super) struct TeamPlayer {
    client: Client,
    mason: Mason,
    rng: ChaCha8Rng,
    calls: Vec<Call>,
    fault: Option<Error>,
}

impl TeamPlayer {
    pub(super) async fn join(options: Options, mut rng: ChaCha8Rng) -> Result<Self, Error> {
        let mut client = Client::connect(options).await?;
        client.skip_to_now();
        let mason = Mason::new(rng.random());
        Ok(Self { client, mason, rng, calls: Vec::new(), fault: None })
    }

    pub(super) fn take_calls(&mut self) -> (Actor, Vec<Call>) {
        (Actor::Team(self.client.me()), std::mem::take(&mut self.calls))
    }

    pub(super) fn witness(&self) -> SurvivingClient {
        let folded = self.client.mirror().next_sequence() - 1;
        SurvivingClient { by: Actor::Team(self.client.me()), folded, game: self.client.game().clone() }
    }

    pub(super) async fn catch_up(&mut self) -> Result<(), Error> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let client = &mut self.client;
        let done = super::retry(async || match client.sync().await {
            Err(Error::Call(CallError::Unanswered { .. })) => Ok(None),
            Err(error) => Err(error),
            Ok(()) => Ok(Some(())),
        });
        done.await?.ok_or(CallError::Unanswered { code: Code::DeadlineExceeded })?;
        self.client.skip_to_now();
        Ok(())
    }

    pub(super) async fn play(mut self, stop: StopSignal) -> Self {
        while !*stop.borrow() && self.fault.is_none() {
            self.read().await;
            let act = moves::of_team(&self.client.view(), self.client.wall(), &mut self.mason, &mut self.rng);
            let Some(act) = act else {
                self.wait().await;
                continue;
            };
            let outcome = self.send(&act).await;
            self.calls.push(Call { act, outcome });
            if outcome == Outcome::Unknown {
                break;
            }
            if self.rng.random_range(0..3) == 0 {
                tokio::time::sleep(Duration::from_millis(self.rng.random_range(0..MAX_PAUSE))).await;
            } else if outcome == Outcome::Refused || self.rng.random_bool(0.8) {
                // A rejected act would be rejected again, and an accepted one appears in the feed.
                self.wait().await;
            }
        }
        self
    }

    async fn read(&mut self) {
        while self.fault.is_none() {
            tokio::select! {
                biased;
                change = self.client.next() => self.fault = change.err(),
                () = std::future::ready(()) => break,
            }
        }
    }

    async fn wait(&mut self) {
        if let Ok(change) = tokio::time::timeout(IDLE, self.client.next()).await {
            self.fault = change.err();
        }
    }

    async fn send(&mut self, act: &Act) -> Outcome {
        let sealed = |sealed: SealedAnswer| Acknowledgement {
            revision: Some(sealed.revision),
            received_at: Some(sealed.received_at),
            answered_at: None,
        };
        let client = &mut self.client;
        let done = match act {
            Act::SubmitBids { bids, .. } => client.seal(&bids.0).await.map(sealed),
            Act::SubmitRebid { raises, .. } => client.raise(&raises.0).await.map(sealed),
            Act::PlaceStone { placement, .. } => {
                client.place(placement).await.map(|()| Acknowledgement::default())
            }
            Act::TakeOutStone { stone, .. } => {
                client.take_out(*stone).await.map(|()| Acknowledgement::default())
            }
            Act::SubmitWall { placements, .. } => {
                client.submit_wall(placements).await.map(|()| Acknowledgement::default())
            }
            Act::AskQuestion { text, .. } => {
                client.ask(text.text()).await.map(|_| Acknowledgement::default())
            }
            Act::MarkRead { through, .. } => {
                client.mark_read(*through).await.map(|()| Acknowledgement::default())
            }
            // The others are not acts of a team.
            _ => return Outcome::Refused,
        };
        match done {
            Ok(answer) => Outcome::Acknowledged(answer),
            Err(Error::Call(CallError::Refused(fault))) if !fault.is_standstill() => Outcome::Refused,
            Err(_) => Outcome::Unknown,
        }
    }
}
