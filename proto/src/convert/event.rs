//! Events, fact by fact, by the table of facts.

use ishigaki_rules::{Actor, Event, Fact, GameTime, Setup};

use super::Names;
use super::field::WireField;
use crate::fault::Fault;
use crate::wire;

/// Returns an event with all its contents. The caller must remove sealed contents first.
pub fn event_to_wire(event: &Event, setup: &Setup) -> wire::Event {
    wire::Event {
        at_ms: event.at.0,
        by: Some(actor_to_wire(event.by, setup)),
        fact: Some(fact_to_wire(&event.fact, Names(setup))),
    }
}

/// Reads an event of the game with this setup.
///
/// # Errors
///
/// [`Fault`] with a missing or invalid field.
pub fn event_from_wire(event: &wire::Event, setup: &Setup) -> Result<Event, Fault> {
    let by = event.by.as_ref().ok_or_else(|| Fault::missing_field("event.by"))?;
    let fact = event.fact.as_ref().ok_or_else(|| Fault::missing_field("event.fact"))?;
    Ok(Event {
        at: GameTime(event.at_ms),
        by: actor_from_wire(by, setup)?,
        fact: fact_from_wire(fact, Names(setup))?,
    })
}

/// Converts who acted.
pub fn actor_to_wire(actor: Actor, setup: &Setup) -> wire::Actor {
    let (kind, team) = match actor {
        Actor::Clock => (wire::ActorKind::Clock, String::new()),
        Actor::Judge => (wire::ActorKind::Judge, String::new()),
        Actor::Organiser => (wire::ActorKind::Organiser, String::new()),
        Actor::Team(team) => (wire::ActorKind::Team, Names(setup).team(team)),
    };
    wire::Actor { kind: kind.into(), team }
}

/// Converts who acted.
///
/// # Errors
/// [`Fault`]: the kind is missing, or the team is none of the game's.
pub fn actor_from_wire(actor: &wire::Actor, setup: &Setup) -> Result<Actor, Fault> {
    match actor.kind() {
        wire::ActorKind::Unspecified => Err(Fault::missing_field("event.by.kind")),
        wire::ActorKind::Clock => Ok(Actor::Clock),
        wire::ActorKind::Judge => Ok(Actor::Judge),
        wire::ActorKind::Organiser => Ok(Actor::Organiser),
        wire::ActorKind::Team => Names(setup).find_team(&actor.team, "event.by.team").map(Actor::Team),
    }
}

macro_rules! by_table {
    ($($fact:ident $name:literal $author:ident $topic:ident $secrecy:ident $effect:ident { $($field:ident: $spelled:ident),* })*) => {
        fn fact_to_wire(fact: &Fact, names: Names<'_>) -> wire::event::Fact {
            match fact {
                $(Fact::$fact { $($field),* } => {
                    wire::event::Fact::$fact(wire::$fact { $($spelled: $field.to_wire(names)),* })
                })*
            }
        }

        fn fact_from_wire(fact: &wire::event::Fact, names: Names<'_>) -> Result<Fact, Fault> {
            Ok(match fact {
                $(wire::event::Fact::$fact(wire::$fact { $($spelled),* }) => Fact::$fact {
                    $($field: WireField::from_wire($spelled, names, concat!($name, ".", stringify!($spelled)))?),*
                },)*
            })
        }
    };
}

ishigaki_rules::facts!(by_table);
