//! A judge's session in one game: what the feed has brought, which acts are on their way, and what the rules say of the next.
//!
//! Pure: items of the feed and answers come in, acts and refusals go out; who has the session makes the calls. What there is
//! to do next follows from the game alone ([`NextStep`]), for the console and for the automatic judge.

mod act;
mod call;
mod next;

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
pub use next::NextStep;

/// A judge's session in one game.
#[derive(Clone, Debug, Default)]
pub struct JudgeSession {
    mirror: Mirror,
    /// Whether the feed has brought what does not fit together.
    is_astray: bool,
    acts: BTreeMap<Ticket, JudgeAct>,
    last_ticket: Ticket,
}

impl JudgeSession {
    /// A session of which nothing is known yet, around a mirror that has seen nothing.
    pub fn new(mirror: Mirror) -> Self {
        Self { mirror, ..Self::default() }
    }

    /// The mirror: the server's clock, key and signed heads, the feed's sequence.
    pub fn mirror(&self) -> &Mirror {
        &self.mirror
    }

    /// The game; `None` before its set-up has come.
    pub fn game(&self) -> Option<&Game> {
        self.mirror.game()
    }

    /// Folds an item of the feed that arrived at this moment.
    ///
    /// # Errors
    /// The feed cannot be right, as [`Mirror::fold`] finds it.
    pub fn fold(&mut self, item: &wire::FeedItem, received: Instant) -> Result<Folded, MirrorError> {
        let folded = self.mirror.fold(item, received);
        self.is_astray |= folded.is_err();
        folded
    }

    /// A ticket that no call of this session has had.
    pub fn next_ticket(&mut self) -> Ticket {
        self.last_ticket.next()
    }

    /// Takes an act for sent; `None` if the very same one is on its way: an impatient key is not a second act.
    pub fn send(&mut self, act: &JudgeAct) -> Option<Ticket> {
        if self.acts().any(|sent| sent == act) {
            return None;
        }
        let ticket = self.next_ticket();
        self.acts.insert(ticket, act.clone());
        Some(ticket)
    }

    /// The act that is answered; `None` of one that this session does not know any more.
    pub fn take_answered(&mut self, ticket: Ticket) -> Option<JudgeAct> {
        self.acts.remove(&ticket)
    }

    /// The acts that are on their way.
    pub fn acts(&self) -> impl Iterator<Item = &JudgeAct> {
        self.acts.values()
    }

    /// Returns the reason for which the rules would refuse an act now, by the game as its feed shows it; `None` if they
    /// would not. `listed` is the game as the contest lists it, if that is known.
    ///
    /// The server judges again, of course: this saves the judge a wait and a slip. Where the picture is known to be wrong,
    /// all is left to the server.
    pub fn refusal(&self, act: &JudgeAct, listed: Option<&Listed>, now: Option<Instant>) -> Option<Fault> {
        let game = self.game()?;
        if let JudgeAct::Replace { .. } = act {
            // What is not known of the contest, the server knows.
            if let Some(own) = listed.filter(|own| own.spare.is_none()) {
                return Some(Fault::new(ErrorReason::NoSpare).with("game", &own.game).under("G4"));
            }
            if game.phase() == Phase::Abandoned {
                return None;
            }
        }
        self.refusal_of(Actor::Judge, act.to_rules(), now)
    }

    /// Returns the reason for which the rules would refuse anybody's act now, as [`JudgeSession::refusal`].
    pub fn refusal_of(
        &self,
        by: Actor,
        asked: impl Into<RequestedAct>,
        now: Option<Instant>,
    ) -> Option<Fault> {
        let game = self.game().filter(|_| !self.is_astray)?;
        let RequestedAct { act, origin } = asked.into();
        let at = now.and_then(|now| self.mirror.game_time(now)).unwrap_or_default();
        let rejection = decide(game, &Command { at, by, act }).err()?;
        Some(Fault::of_rejected(&rejection, game.setup(), &origin))
    }
}
