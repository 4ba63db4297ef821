//! A judge's session in one game: feed, pending acts, and the rules' verdict on the next act.
//!
//! Pure: feed items and answers come in, acts and rejections go out; the owner makes the calls. The next step
//! follows from the game alone ([`NextStep`]), for the console and the automatic judge.

mod act;
mod call;
mod next_step;

use std::collections::BTreeMap;
use std::time::Instant;

use ishigaki_proto::convert::RequestedAct;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::wire;
use ishigaki_rules::{Actor, Command, Game, Phase, decide};

use crate::listing::Listed;
use crate::{Folded, Mirror, MirrorError, Ticket};

pub use act::{JudgeAct, confirm, is_overtaken, leads_to, open_round};
pub use call::judge;
pub use next_step::NextStep;

/// A judge's session in one game.
#[derive(Clone, Debug, Default)]
pub struct JudgeSession {
    mirror: Mirror,
    is_astray: bool,
    acts: BTreeMap<Ticket, JudgeAct>,
    last_ticket: Ticket,
}

impl JudgeSession {
    /// Returns a session for an empty mirror.
    pub fn new(mirror: Mirror) -> Self {
        Self { mirror, ..Self::default() }
    }

    /// Returns the mirror, with the server's clock, key and signed heads, and the feed's sequence.
    pub fn mirror(&self) -> &Mirror {
        &self.mirror
    }

    /// Returns the game; `None` before its setup.
    pub fn game(&self) -> Option<&Game> {
        self.mirror.game()
    }

    /// Folds an item that arrived at this moment.
    pub fn fold(&mut self, item: &wire::FeedItem, received: Instant) -> Result<Folded, MirrorError> {
        let folded = self.mirror.fold(item, received);
        self.is_astray |= folded.is_err();
        folded
    }

    /// Returns an unused ticket.
    pub fn next_ticket(&mut self) -> Ticket {
        self.last_ticket.next()
    }

    /// Registers an act as sent; `None` if the same act is pending, because a repeated key press isn't a
    /// second act.
    pub fn send(&mut self, act: &JudgeAct) -> Option<Ticket> {
        if self.acts().any(|sent| sent == act) {
            return None;
        }
        let ticket = self.next_ticket();
        self.acts.insert(ticket, act.clone());
        Some(ticket)
    }

    /// Returns the answered act; `None` if the session doesn't know it any more.
    pub fn take_answered(&mut self, ticket: Ticket) -> Option<JudgeAct> {
        self.acts.remove(&ticket)
    }

    /// Returns the pending acts.
    pub fn acts(&self) -> impl Iterator<Item = &JudgeAct> {
        self.acts.values()
    }

    /// Returns why the rules would reject an act now, by the feed's state of the game. `listed` is the game's
    /// entry in the contest.
    ///
    /// The server decides; this saves the judge a wait. An inconsistent session leaves it to the server.
    pub fn refusal(&self, act: &JudgeAct, listed: Option<&Listed>, now: Option<Instant>) -> Option<Fault> {
        let game = self.game()?;
        if let JudgeAct::Replace { .. } = act {
            // The server knows what this client doesn't.
            if let Some(own) = listed.filter(|own| own.spare.is_none()) {
                return Some(Fault::new(ErrorReason::NoSpare).with("game", &own.game).under("G4"));
            }
            if game.phase() == Phase::Abandoned {
                return None;
            }
        }
        self.refusal_of(Actor::Judge, act.to_rules(), now)
    }

    /// Returns why the rules would reject anyone's act now, like [`JudgeSession::refusal`].
    pub fn refusal_of(
        &self,
        by: Actor,
        request: impl Into<RequestedAct>,
        now: Option<Instant>,
    ) -> Option<Fault> {
        let game = self.game().filter(|_| !self.is_astray)?;
        let RequestedAct { act, origin } = request.into();
        let at = now.and_then(|now| self.mirror.game_time(now)).unwrap_or_default();
        let rejection = decide(game, &Command { at, by, act }).err()?;
        Some(Fault::of_rejected(&rejection, game.setup(), &origin))
    }
}
