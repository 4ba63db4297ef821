//! Carries a strategy's decisions to the server.
//!
//! All decisions follow the feed. A call without an answer may have taken effect: the feed is synced, and the
//! call is repeated only if the feed doesn't show it.

use std::collections::BTreeSet;
use std::time::Duration;

use ishigaki_client::team::{SealedState, Sealing};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::auction::Bid;
use ishigaki_rules::{Revision, RoundNo, StoneId, WaveNo};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;

use super::{Line, Strategy};
use crate::client::{Client, FeedChange};
use crate::{CallError, Error};

const BUSY_RETRY_DELAY: Duration = Duration::from_millis(200);

/// Progress report of a bot.
#[derive(Clone, Debug)]
pub enum BotRemark {
    /// A list to be replaced was submitted.
    TrySealed {
        round: RoundNo,
    },
    /// A list to be replaced was rejected.
    TryRefused {
        round: RoundNo,
        fault: Box<Fault>,
    },
    Sealed {
        round: RoundNo,
        revision: Revision,
        /// 0 for a decline.
        lines: usize,
    },
    Raised {
        round: RoundNo,
        wave: WaveNo,
        /// 0 for a pass.
        raises: usize,
    },
    Built {
        stones: usize,
    },
    /// The rules rejected the strategy's decision.
    Refused {
        fault: Box<Fault>,
    },
    /// A teammate has submitted in the meantime, which is left unchanged.
    LeftAlone {
        round: RoundNo,
    },
    Changed(FeedChange),
}

/// Plays a game until its result is declared or it is abandoned.
///
/// Survives outages of the server.
///
/// # Errors
/// If the server rejects the token, or the feed is over.
pub async fn play(client: &mut Client, strategy: impl Strategy) -> Result<(), Error> {
    play_with(client, strategy, |_, _| {}).await
}

/// Like [`play`], passing reports to `note` with the current client.
///
/// # Errors
/// As [`play`].
pub async fn play_with(
    client: &mut Client,
    mut strategy: impl Strategy,
    note: impl FnMut(&Client, BotRemark) + Send,
) -> Result<(), Error> {
    client.skip_to_now();
    strategy.begin(&client.view());
    let mut player =
        BotPlayer { client, strategy, note, tried_in: None, bid_in: None, raised_in: None, built_with: None };
    loop {
        player.act().await?;
        if player.is_over() {
            player.strategy.over(&player.client.view());
            return Ok(());
        }
        let change = player.client.next().await?;
        player.tell(BotRemark::Changed(change));
    }
}

struct BotPlayer<'a, S, N> {
    client: &'a mut Client,
    strategy: S,
    note: N,
    tried_in: Option<(RoundNo, u32)>,
    bid_in: Option<(RoundNo, u32)>,
    raised_in: Option<(RoundNo, u32, WaveNo)>,
    built_with: Option<BTreeSet<StoneId>>,
}

enum AfterError {
    GiveUp,
    TryAgain,
    Wait,
    Mend(Box<Fault>),
}

impl<S: Strategy, N: FnMut(&Client, BotRemark) + Send> BotPlayer<'_, S, N> {
    fn is_over(&self) -> bool {
        self.client.game().phase().is_over()
    }

    fn tell(&mut self, note: BotRemark) {
        (self.note)(self.client, note);
    }

    async fn act(&mut self) -> Result<(), Error> {
        let bidding = self.open_bidding();
        if let Some(moment) = bidding.filter(|_| self.bid_in != bidding)
            && self.bid(moment).await?
        {
            self.bid_in = Some(moment);
        }
        let wave = self.open_wave();
        if let Some(moment) = wave.filter(|_| self.raised_in != wave)
            && self.raise(moment).await?
        {
            self.raised_in = Some(moment);
        }
        self.build().await
    }

    fn open_bidding(&self) -> Option<(RoundNo, u32)> {
        self.client.view().open_bidding().filter(|_| self.client.game().paused_since().is_none())
    }

    fn open_wave(&self) -> Option<(RoundNo, u32, WaveNo)> {
        self.client.view().open_wave().filter(|_| self.client.game().paused_since().is_none())
    }

    /// Submits the list of an attempt, and returns whether nothing is left to submit in it.
    async fn bid(&mut self, moment: (RoundNo, u32)) -> Result<bool, Error> {
        if self.tried_in != Some(moment) {
            self.tried_in = Some(moment);
            self.send_tries(moment.0).await?;
        }
        if let Some(hold) = self.strategy.before_sealing(&self.client.view()) {
            hold.await;
            self.client.sync_with_retry().await?;
        }
        let bids = run_blocking(|| self.strategy.bids(&self.client.view()));
        self.seal(moment, self.as_lines(&bids)).await
    }

    async fn send_tries(&mut self, round: RoundNo) -> Result<(), Error> {
        for list in run_blocking(|| self.strategy.tries(&self.client.view())) {
            let answer = self.client.seal_lines(&list).await;
            match answer {
                Ok(_) => {
                    self.client.sync_with_retry().await?;
                    self.tell(BotRemark::TrySealed { round });
                }
                Err(error) => {
                    if let AfterError::Mend(fault) = self.after(error).await? {
                        self.tell(BotRemark::TryRefused { round, fault });
                    }
                }
            }
        }
        Ok(())
    }

    async fn seal(&mut self, moment: (RoundNo, u32), mut wanted: Vec<Line>) -> Result<bool, Error> {
        let (round, _) = moment;
        while self.open_bidding() == Some(moment) {
            match self.client.session().sealed_state(&Line::sealing(&wanted)) {
                SealedState::This(revision) => {
                    self.tell(BotRemark::Sealed { round, revision, lines: wanted.len() });
                    return Ok(true);
                }
                SealedState::Elsewhere => {
                    self.tell(BotRemark::LeftAlone { round });
                    return Ok(true);
                }
                SealedState::Nothing | SealedState::Own => {}
            }
            match self.client.seal_lines(&wanted).await {
                Ok(sealed) => {
                    self.tell(BotRemark::Sealed { round, revision: sealed.revision, lines: wanted.len() });
                    return Ok(true);
                }
                Err(error) => match self.after(error).await? {
                    AfterError::GiveUp => return Ok(true),
                    AfterError::TryAgain => {}
                    AfterError::Wait => return Ok(false),
                    AfterError::Mend(fault) => {
                        self.strategy.refused(&fault);
                        self.tell(BotRemark::Refused { fault });
                        if wanted.is_empty() || self.client.session().sealed_bids().is_some() {
                            return Ok(true);
                        }
                        // Other teams don't wait for a list that doesn't come.
                        wanted.clear();
                    }
                },
            }
        }
        Ok(false)
    }

    /// Submits the re-bid of a wave, and returns whether nothing is left to submit in it.
    async fn raise(&mut self, moment: (RoundNo, u32, WaveNo)) -> Result<bool, Error> {
        let (round, _, wave) = moment;
        let mut wanted = run_blocking(|| self.strategy.raises(&self.client.view()));
        while self.open_wave() == Some(moment) {
            match self.client.session().sealed_state(&Sealing::Raises(wanted.clone())) {
                SealedState::This(_) => {
                    self.tell(BotRemark::Raised { round, wave, raises: wanted.len() });
                    return Ok(true);
                }
                SealedState::Own | SealedState::Elsewhere => {
                    self.tell(BotRemark::LeftAlone { round });
                    return Ok(true);
                }
                SealedState::Nothing => {}
            }
            match self.client.raise(&wanted).await {
                Ok(_) => {
                    self.tell(BotRemark::Raised { round, wave, raises: wanted.len() });
                    return Ok(true);
                }
                Err(error) => match self.after(error).await? {
                    AfterError::GiveUp => return Ok(true),
                    AfterError::TryAgain => {}
                    AfterError::Wait => return Ok(false),
                    AfterError::Mend(fault) => {
                        self.strategy.refused(&fault);
                        self.tell(BotRemark::Refused { fault });
                        if wanted.is_empty() {
                            return Ok(true);
                        }
                        wanted.clear();
                    }
                },
            }
        }
        Ok(false)
    }

    async fn build(&mut self) -> Result<(), Error> {
        loop {
            let view = self.client.view();
            let stones = view.team().map(|team| &team.stones).filter(|stones| !stones.is_empty());
            let may_build = view.game.phase().is_building_time() && view.game.takes_part(view.me);
            let Some(stones) = stones.filter(|&stones| may_build && self.built_with.as_ref() != Some(stones))
            else {
                return Ok(());
            };
            let stones = stones.clone();
            let Some(placements) = run_blocking(|| self.strategy.wall(&view)) else {
                self.built_with = Some(stones);
                return Ok(());
            };
            match self.client.submit_wall(&placements).await {
                Ok(()) => self.tell(BotRemark::Built { stones: placements.len() }),
                Err(error) => match self.after(error).await? {
                    AfterError::GiveUp => {}
                    AfterError::TryAgain => continue,
                    AfterError::Wait => return Ok(()),
                    AfterError::Mend(fault) => {
                        self.strategy.refused(&fault);
                        self.tell(BotRemark::Refused { fault });
                    }
                },
            }
            self.built_with = Some(stones);
        }
    }

    async fn after(&mut self, error: Error) -> Result<AfterError, Error> {
        let fault = match error {
            Error::Call(CallError::Refused(fault)) => fault,
            Error::Call(CallError::Unanswered { .. }) => {
                self.client.sync_with_retry().await?;
                return Ok(AfterError::TryAgain);
            }
            error => return Err(error),
        };
        match fault.reason {
            ErrorReason::Unauthenticated
            | ErrorReason::TokenRevoked
            | ErrorReason::PermissionDenied
            | ErrorReason::UnknownGame
            | ErrorReason::UnknownTeam
            | ErrorReason::NotYours => Err(Error::refused(fault)),
            _ if fault.is_passing() => {
                tokio::time::sleep(fault.retry_after().unwrap_or(BUSY_RETRY_DELAY)).await;
                self.client.sync_with_retry().await?;
                Ok(AfterError::TryAgain)
            }
            ErrorReason::Replaced | ErrorReason::WallChanged => {
                self.client.sync_with_retry().await?;
                Ok(AfterError::TryAgain)
            }
            ErrorReason::Paused => {
                self.client.sync_with_retry().await?;
                Ok(AfterError::Wait)
            }
            ErrorReason::WrongPhase
            | ErrorReason::WrongRound
            | ErrorReason::WrongAttempt
            | ErrorReason::WrongWave
            | ErrorReason::Late
            | ErrorReason::NotTied
            | ErrorReason::Disqualified => {
                self.client.sync_with_retry().await?;
                Ok(AfterError::GiveUp)
            }
            _ => Ok(AfterError::Mend(fault)),
        }
    }

    /// An unknown lot gets a code that doesn't exist either.
    fn as_lines(&self, bids: &[Bid]) -> Vec<Line> {
        let code = |bid: &Bid| match self.client.setup().lot(bid.lot) {
            Some(lot) => lot.code.clone(),
            None => format!("#{}", bid.lot.0),
        };
        bids.iter().map(|bid| Line { lot: code(bid), price: bid.price }).collect()
    }
}

/// Runs a strategy without blocking other tasks of this thread. A single-threaded runtime has no other thread
/// for them.
fn run_blocking<T>(think: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::CurrentThread => think(),
        _ => block_in_place(think),
    }
}
