//! Calls, with what came of them as far as their clients know, and the facts that they led to.

use std::sync::Arc;

use ishigaki_rules::{Act, Actor, Command, Event, Game, GameTime, Revision, decide};

/// One call of one client, in the order of its calls: a client sends one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Act that was sent.
    pub act: Act,
    /// Outcome of the call.
    pub outcome: Outcome,
}

/// Outcome of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The server says that it is done, and this about it.
    Acknowledged(Acknowledgement),
    /// The server says that it comes to nothing.
    Refused,
    Unknown,
}

/// Acknowledgement of a call: what the answer tells of the fact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Acknowledgement {
    /// The revision of what was sealed.
    pub revision: Option<Revision>,
    /// Time at which the server received it.
    pub received_at: Option<GameTime>,
    /// The server's clock when it answered: the fact cannot be later.
    pub answered_at: Option<GameTime>,
}

/// A fact that somebody brought about, and the game before it.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The game, with all that is sealed in it.
    pub before: Arc<Game>,
    /// The fact, with all that is sealed in it.
    pub event: Event,
    /// Whether it follows at once from the effect before it, and so from the call that led to that: an answer to all is
    /// announced.
    pub is_consequence: bool,
}

impl Effect {
    /// Returns whether this act of the one who brought the fact about leads to it: the rules decide so in the game before.
    pub fn follows_from(&self, act: &Act) -> bool {
        let command = Command { at: self.event.at, by: self.event.by, act: act.clone() };
        *act != Act::Tick
            && self.event.by != Actor::Clock
            && decide(&self.before, &command).is_ok_and(|events| events.first() == Some(&self.event))
    }
}

impl Call {
    /// Returns whether what the answer said of the fact is true of it.
    pub fn fits(&self, effect: &Effect) -> bool {
        let Outcome::Acknowledged(answer) = self.outcome else {
            return true;
        };
        let Event { at, fact, .. } = &effect.event;
        answer.revision.is_none_or(|revision| fact.revision() == Some(revision))
            && answer.received_at.is_none_or(|received_at| received_at == *at)
            && answer.answered_at.is_none_or(|answered_at| *at <= answered_at)
    }
}
