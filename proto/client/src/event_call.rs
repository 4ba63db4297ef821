//! The only mapping from acts of events to calls.

use ishigaki_proto::convert::EventRequest as _;
use ishigaki_proto::{event, event_calls};
use ishigaki_tournament::{Act, Actor};
use tonic::Status;

use crate::Link;

macro_rules! calls {
    ($($service:ident {
        $($method:ident $request:ident $response:ident $act:ident $name:literal { $($field:ident),* })*
    })*) => {
        /// Requests an act in an event. Returns the number of its feed item.
        ///
        /// # Errors
        ///
        /// The server's status, and [`tonic::Code::Unimplemented`] for an act without a call in
        /// [`event_calls!`], which isn't sent.
        pub async fn ask_event(link: &Link, event: &str, act: &Act) -> Result<u64, Status> {
            $($(if let Some(request) = event::$request::of(event, act) {
                return Ok(link.$service().$method(request).await?.into_inner().item);
            })*)*
            Err(Status::unimplemented("no call of an event's services asks for this act"))
        }

        /// Returns which role makes an act.
        pub const fn event_office(act: &Act) -> Actor {
            match act {
                $($(Act::$act { .. } => office!($service),)*)*
                Act::SetRoster { .. } | Act::Commit { .. } => Actor::Organiser,
            }
        }
    };
}

macro_rules! office {
    (event_organiser) => {
        Actor::Organiser
    };
    (desk) => {
        Actor::Desk
    };
    (referee) => {
        Actor::Referee
    };
}

event_calls!(calls);
