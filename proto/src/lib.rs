//! The wire format: .proto files, generated types, conversions.
//!
//! The crate converts between the rules' types and messages of wire and journal. It has no connections,
//! tokens or texts.
//!
//! * [`wire`] has the shared nouns, [`watch`] the watchers' service, [`team`], [`judge`] and [`organiser`]
//!   one service for each role, [`event`] nouns and services of events of many games, [`standby`] the copying
//!   of the [`journal`]'s records.
//! * [`server`] has the server's side of the services, and [`shared`] the feed items it sends.
//! * [`convert`] converts between the rules' types and these.
//! * [`receipt`] and [`branch`] are the codecs of receipts and branches.
//! * [`codec`] encodes and decodes messages.
//! * [`padding`] gives sealed contents equal lengths.
//! * [`fault`] converts between rejections and gRPC statuses.
//!
//! `proto/schema` generates `src/generated` from the schema.

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
mod redacted_debug;
pub mod shared;

pub use schema::ishigaki::event::v1 as event;
pub use schema::ishigaki::journal::v1 as journal;
pub use schema::ishigaki::judge::v1 as judge;
pub use schema::ishigaki::organiser::v1 as organiser;
pub use schema::ishigaki::standby::v1 as standby;
pub use schema::ishigaki::team::v1 as team;
pub use schema::ishigaki::v1 as wire;
pub use schema::ishigaki::watch::v1 as watch;

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

/// The name in every server's certificate, which clients expect at any address, so that a server can move
/// with its certificate. The authority, which clients pin and which certifies nothing else, shows that it is
/// the right one.
pub const SERVER_NAME: &str = "ishigaki.internal";

/// The name and version that programs of this project give themselves: clients in `user-agent`, the server in `server`.
pub const AGENT: &str = concat!("ishigaki/", env!("CARGO_PKG_VERSION"));

/// The whole schema as an encoded `google.protobuf.FileDescriptorSet`, without comments: for reflection.
pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!("generated/descriptors.bin");
