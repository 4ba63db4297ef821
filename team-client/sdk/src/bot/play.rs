//! Carrying a strategy's decisions to the server, whatever happens on the way.
//!
//! Everything is decided by what the feed shows. A call without an answer may have taken effect: the feed is
//! read up to now, and if it does not show what was sent, it is sent again.

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

/// Time for which a busy server is left alone.
const BREATH: Duration = Duration::from_millis(200);

/// Note of a bot to whoever looks on.
#[derive(Clone, Debug)]
pub enum BotRemark {
    /// A list to be tried first was sealed, and will be replaced.
    TrySealed { round: RoundNo },
    /// A list to be tried first was refused.
    TryRefused {
        round: RoundNo,
        /// Fault of the refusal.
        fault: Box<Fault>,
    },
    /// The list that counts is sealed.
    Sealed {
        round: RoundNo,
        revision: Revision,
        /// Number of its lines; none is a decline.
        lines: usize,
    },
    /// The re-bid is sealed.
    Raised {
        round: RoundNo,
        wave: WaveNo,
        /// Number of lines that it raises; none is a pass.
        raises: usize,
    },
    /// The wall was rebuilt.
    Built {
        /// Number of stones on it.
        stones: usize,
    },
    /// The rules refused what the strategy wanted.
    Refused {
        /// Fault of the refusal.
        fault: Box<Fault>,
    },
    /// Somebody else of the team has sealed in the meantime; it stays as it is.
    LeftAlone { round: RoundNo },
    /// Something happened in the game, or to the connection.
    Changed(FeedChange),
}

/// Plays a game until its result is declared or it is abandoned.
///
/// Outlives outages of the server. Fails if the server does not let the team in, or if the feed is over.
///
/// # Errors
/// The server does not let the team in, or the feed is over.
pub async fn play(client: &mut Client, strategy: impl Strategy) -> Result<(), Error> {
    play_with(client, strategy, |_, _| {}).await
}

/// As [`play`], telling `note` what it does, with the client as it stands then.
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
    /// The last attempt of a round in which the lists to try first have been sent.
    tried_in: Option<(RoundNo, u32)>,
    /// The last one in which nothing is left to send.
    bid_in: Option<(RoundNo, u32)>,
    /// The last wave in which nothing is left to send.
    raised_in: Option<(RoundNo, u32, WaveNo)>,
    /// The stones that were in hand when the wall was last thought about.
    built_with: Option<BTreeSet<StoneId>>,
}

/// Reaction to a call that did not come through.
enum AfterError {
    /// Nothing: its moment is over.
    GiveUp,
    /// Look at the game again, and try again.
    TryAgain,
    /// Wait for the next change.
    Wait,
    /// Something else: the rules refuse what was sent.
    Mend(Box<Fault>),
}

impl<S: Strategy, N: FnMut(&Client, BotRemark) + Send> BotPlayer<'_, S, N> {
    fn is_over(&self) -> bool {
        self.client.game().phase().is_over()
    }

    fn tell(&mut self, note: BotRemark) {
        (self.note)(self.client, note);
    }

    /// Does all that can be done now.
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

    /// Seals the list of a round's attempt; `true` if nothing is left to send in it.
    async fn bid(&mut self, moment: (RoundNo, u32)) -> Result<bool, Error> {
        if self.tried_in != Some(moment) {
            self.tried_in = Some(moment);
            self.send_tries(moment.0).await?;
        }
        if let Some(hold) = self.strategy.before_sealing(&self.client.view()) {
            hold.await;
            self.client.sync_patiently().await?;
        }
        let bids = aside(|| self.strategy.bids(&self.client.view()));
        self.seal(moment, self.as_lines(&bids)).await
    }

    async fn send_tries(&mut self, round: RoundNo) -> Result<(), Error> {
        for list in aside(|| self.strategy.tries(&self.client.view())) {
            let answer = self.client.seal_lines(&list).await;
            match answer {
                Ok(_) => {
                    self.client.sync_patiently().await?;
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
                        // Nobody shall wait for a list that does not come.
                        wanted.clear();
                    }
                },
            }
        }
        Ok(false)
    }

    /// Seals the re-bid of a wave; `true` if nothing is left to send in it.
    async fn raise(&mut self, moment: (RoundNo, u32, WaveNo)) -> Result<bool, Error> {
        let (round, _, wave) = moment;
        let mut wanted = aside(|| self.strategy.raises(&self.client.view()));
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

    /// Rebuilds the wall when stones have been handed out since the last time.
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
            let Some(placements) = aside(|| self.strategy.wall(&view)) else {
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

    /// Returns what to do after an error. Whatever may have changed is in the game by then.
    async fn after(&mut self, error: Error) -> Result<AfterError, Error> {
        let fault = match error {
            Error::Call(CallError::Refused(fault)) => fault,
            Error::Call(CallError::Unanswered { .. }) => {
                self.client.sync_patiently().await?;
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
                tokio::time::sleep(fault.retry_after().unwrap_or(BREATH)).await;
                self.client.sync_patiently().await?;
                Ok(AfterError::TryAgain)
            }
            ErrorReason::Replaced | ErrorReason::WallChanged => {
                self.client.sync_patiently().await?;
                Ok(AfterError::TryAgain)
            }
            ErrorReason::Paused => {
                self.client.sync_patiently().await?;
                Ok(AfterError::Wait)
            }
            ErrorReason::WrongPhase
            | ErrorReason::WrongRound
            | ErrorReason::WrongAttempt
            | ErrorReason::WrongWave
            | ErrorReason::Late
            | ErrorReason::NotTied
            | ErrorReason::Disqualified => {
                self.client.sync_patiently().await?;
                Ok(AfterError::GiveUp)
            }
            _ => Ok(AfterError::Mend(fault)),
        }
    }

    /// Bids as lines. A lot that the game does not have gets a code that it does not have either.
    fn as_lines(&self, bids: &[Bid]) -> Vec<Line> {
        let code = |bid: &Bid| match self.client.setup().lot(bid.lot) {
            Some(lot) => lot.code.clone(),
            None => format!("#{}", bid.lot.0),
        };
        bids.iter().map(|bid| Line { lot: code(bid), price: bid.price }).collect()
    }
}

/// Lets a strategy think without keeping other tasks from this thread's turn. A runtime of one thread has no other to give it to.
fn aside<T>(think: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::CurrentThread => think(),
        _ => block_in_place(think),
    }
}
