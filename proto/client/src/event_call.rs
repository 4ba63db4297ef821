//! Acts of events as calls: the one place that knows which act is which call.

use ishigaki_proto::convert::EventRequest as _;
use ishigaki_proto::{event, event_calls};
use ishigaki_tournament::{Act, Actor};
use tonic::Status;

use crate::Link;

macro_rules! calls {
    ($($service:ident {
        $($method:ident $request:ident $response:ident $act:ident $name:literal { $($field:ident),* })*
    })*) => {
        /// Asks for an act in an event, by its id; the number of the feed's item that tells of it.
        ///
        /// # Errors
        /// The server's status, and [`tonic::Code::Unimplemented`] for an act that no call of [`event_calls!`] asks for, which
        /// is not sent.
        pub async fn ask_event(link: &Link, event: &str, act: &Act) -> Result<u64, Status> {
            $($(if let Some(request) = event::$request::of(event, act) {
                return Ok(link.$service().$method(request).await?.into_inner().item);
            })*)*
            Err(Status::unimplemented("no call of an event's services asks for this act"))
        }

        /// Returns whose office an act is.
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
