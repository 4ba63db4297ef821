//! Calls with their outcomes as known to clients, and the facts they caused.

use std::sync::Arc;

use ishigaki_rules::{Act, Actor, Command, Event, Game, GameTime, Revision, decide};

/// One call of a client. A client's calls are sequential.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub act: Act,
    pub outcome: Outcome,
}

/// Outcome of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Acknowledged(Acknowledgement),
    Refused,
    Unknown,
}

/// Acknowledgement of a call: the parts of the fact in the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Acknowledgement {
    pub revision: Option<Revision>,
    pub received_at: Option<GameTime>,
    /// The server's clock when it answered: the fact cannot be later.
    pub answered_at: Option<GameTime>,
}

/// A fact caused by an actor, with the game before it.
#[derive(Clone, Debug)]
pub struct Effect {
    pub before: Arc<Game>,
    pub event: Event,
    pub is_consequence: bool,
}

impl Effect {
    /// Returns whether this act, by the fact's actor in the game before, leads to the fact.
    pub fn follows_from(&self, act: &Act) -> bool {
        let command = Command { at: self.event.at, by: self.event.by, act: act.clone() };
        *act != Act::Tick
            && self.event.by != Actor::Clock
            && decide(&self.before, &command).is_ok_and(|events| events.first() == Some(&self.event))
    }
}

impl Call {
    /// Returns whether the answer matches the fact.
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
