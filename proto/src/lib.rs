//! Wire shapes: .proto files, generated types, conversions.
//!
//! This room knows how things are written on the wire and in the journal, and how that reads back into the
//! rules' types. It sets up no connection, checks no token and knows no text for people.
//!
//! * [`wire`] has the shared nouns, [`watch`] the service for all who look on, [`team`], [`judge`] and [`organiser`] one
//!   service each for what only they may do, [`event`] nouns and services of events around the games, [`standby`] the copying of [`journal`], the durable records.
//! * [`server`] has the server's side of the services, and [`shared`] the feed items it sends.
//! * [`convert`] goes between the rules' types and these.
//! * [`receipt`] and [`branch`] are the codecs of receipts and of what signatures are bound to.
//! * [`codec`] turns messages into bytes and back.
//! * [`padding`] makes what is sealed equally long.
//! * [`fault`] goes between refusals and gRPC statuses.
//!
//! What comes of the schema stands in `src/generated`; `proto/schema` writes it anew.

#[expect(
    clippy::pedantic,
    clippy::allow_attributes_without_reason,
    unreachable_pub,
    unused_qualifications,
    reason = "generated: what people have to know stands in the schema"
)]
mod schema {
    include!("generated/schema.rs");
}
pub mod branch;
mod call;
pub mod codec;
pub mod convert;
pub mod fault;
mod names;
pub mod padding;
mod phase;
pub mod receipt;
mod sealed;
pub mod shared;

pub use schema::ishigaki::event::v1 as event;
pub use schema::ishigaki::journal::v1 as journal;
pub use schema::ishigaki::judge::v1 as judge;
pub use schema::ishigaki::organiser::v1 as organiser;
pub use schema::ishigaki::standby::v1 as standby;
pub use schema::ishigaki::team::v1 as team;
pub use schema::ishigaki::v1 as wire;
pub use schema::ishigaki::watch::v1 as watch;

/// The server's side of the services.
pub mod server {
    pub use crate::event::desk_service_server as event_desk;
    pub use crate::event::event_organiser_service_server as event_organiser;
    pub use crate::event::referee_service_server as event_referee;
    pub use crate::judge::judge_service_server as judge;
    pub use crate::organiser::organiser_service_server as organiser;
    pub use crate::standby::standby_service_server as standby;
    pub use crate::team::team_service_server as team;
    pub use crate::watch::watch_service_server as watch;
}

/// The name in every server's certificate, which clients ask for whatever address they dial. So the server can move to
/// another machine or address with its certificate; that it is the right server follows from the authority, which
/// clients pin and which certifies nothing else.
pub const SERVER_NAME: &str = "ishigaki.internal";

/// The name and version that programs of this project give themselves: clients in `user-agent`, the server in `server`.
pub const AGENT: &str = concat!("ishigaki/", env!("CARGO_PKG_VERSION"));

/// The whole schema as an encoded `google.protobuf.FileDescriptorSet`, without comments: for reflection.
pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!("generated/descriptors.bin");
