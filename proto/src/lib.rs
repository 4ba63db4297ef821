//! Wire shapes: .proto files, generated types, conversions.
//!
//! This room knows how things are written on the wire and in the journal, and how that reads back into the
//! rules' types. It sets up no connection, checks no token and knows no text for people.
//!
//! * [`wire`] has the shared nouns, [`team`], [`judge`], [`board`] and [`organiser`] one service each,
//!   [`standby`] the copying of [`journal`], the durable records.
//! * [`server`] has the server's side of the services, and [`shared`] the feed items it sends.
//! * [`convert`] goes between the rules' types and these.
//! * [`padding`] makes what is sealed equally long.
//! * [`fault`] goes between refusals and gRPC statuses.
//!
//! What comes of the schema stands in `src/generated`; `proto/schema` writes it anew.

#[expect(
    clippy::pedantic,
    clippy::allow_attributes_without_reason,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    reason = "generated: what people have to know stands in the schema"
)]
mod schema {
    include!("generated/schema.rs");
}
#[expect(
    clippy::pedantic,
    clippy::allow_attributes_without_reason,
    unreachable_pub,
    unused_qualifications,
    reason = "generated: what people have to know stands in the schema"
)]
mod services {
    include!("generated/servers/servers.rs");
}
pub mod convert;
pub mod fault;
mod names;
pub mod padding;
mod phase;
mod sealed;
pub mod shared;

pub use schema::ishigaki::board::v1 as board;
pub use schema::ishigaki::journal::v1 as journal;
pub use schema::ishigaki::judge::v1 as judge;
pub use schema::ishigaki::organiser::v1 as organiser;
pub use schema::ishigaki::standby::v1 as standby;
pub use schema::ishigaki::team::v1 as team;
pub use schema::ishigaki::v1 as wire;

/// The server's side of the services.
pub mod server {
    pub use crate::services::ishigaki::board::v1::board_service_server as board;
    pub use crate::services::ishigaki::judge::v1::judge_service_server as judge;
    pub use crate::services::ishigaki::organiser::v1::organiser_service_server as organiser;
    pub use crate::services::ishigaki::standby::v1::standby_service_server as standby;
    pub use crate::services::ishigaki::team::v1::team_service_server as team;
}

/// The name in every server's certificate, which clients ask for whatever address they dial. So the server can move to
/// another machine or address with its certificate; that it is the right server follows from the authority, which
/// clients pin and which certifies nothing else.
pub const SERVER_NAME: &str = "ishigaki.internal";

/// The whole schema as an encoded `google.protobuf.FileDescriptorSet`, without comments: for reflection.
pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!("generated/descriptors.bin");
