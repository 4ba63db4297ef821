//! The client's side of the wire: what every client needs to talk to the server, and no screen.
//!
//! This room knows how to reach the server, how to present a token, how to keep a feed alive and how to fold it into a
//! [`Game`](ishigaki_rules::Game), how a game's record is fetched and its signatures are checked, and what a team has
//! sent and what became of it. It knows no sentence for people and no terminal. Of files it knows those of a client's [`Kit`]
//! and of its [`ReceiptStore`], and how a file or folder is made that only its owner reads ([`private_file`]), for the clients'
//! own ones too.
//!
//! * [`Link`] is a connection that heals by itself, to one server or to several that share the games, with the clients of all
//!   services; each call finds the server of its game.
//! * [`list_games`] says which games the caller can see, and as whom the server takes it.
//! * [`judge`] makes the call for an act of the judge.
//! * [`Feed`] watches a game or an event and resumes where it was cut off.
//! * [`Follower`] is a feed that is folded as it arrives.
//! * [`Mirror`] folds what a game's feed brings, checks it, and tells how much time is left; [`EventMirror`] folds an event's.
//! * [`Address`] is where the servers are and whom to trust there; [`join`] makes that from a fingerprint on paper,
//!   [`examine`] says what is wrong with a line, and [`Checkup`] when a screen that stays open has to ask.
//! * `command`, with the feature of that name, is what the clients' command lines have in common: what they take for all
//!   this, and what they say of what goes wrong.
//! * [`record`] fetches a game's public record.
//! * [`JudgeSession`] is what a judge has sent and what the rules say of the next act; [`listing`] has the contest's games, and
//!   [`servers`] the servers that share them.
//! * [`TeamSession`] is what a team has sealed, what is on its way and what got no answer; [`Receipts`] are what the server
//!   signed for it. Both are pure.

mod address;
mod authority;
mod call;
mod checkup;
pub mod code;
mod connect;
mod connection_error;
mod event_call;
mod event_mirror;
mod feed;
mod file;
mod follower;
mod games;
mod heads;
mod inquiry;
mod invitation;
mod joining;
pub mod judging;
mod kit;
mod link;
pub mod listing;
pub mod messages;
mod mirror;
mod moment;
mod patience;
pub mod presence;
pub mod private_file;
pub mod receipts;
pub mod record;
mod server_url;
pub mod servers;
pub mod spelling;
mod stop_signal;
mod target;
pub mod team;
mod token;

pub use address::Address;
pub use authority::{Authority, AuthorityError};
pub use call::{CallError, Ticket};
pub use checkup::Checkup;
pub use code::{CodeError, Pin};
pub use connect::{channel, connect, connect_by};
pub use connection_error::{ConnectionError, io_error_behind};
pub use event_call::{ask_event, event_office};
pub use event_mirror::{EventFolded, EventMirror, EventStanding};
pub use feed::{Connection, Feed, FeedError, FeedSubject, Update};
pub use file::{read_text, read_text_or_input};
pub use follower::{Fold, FollowError, Followed, Follower};
pub use games::list_games;
pub use heads::ProofFault;
pub use inquiry::{Question, inquire};
pub use invitation::{Invitation, InvitationError, JoinTarget};
pub use joining::{JoinError, examine, join};
pub use judging::{JudgeSession, judge};
pub use kit::{Kit, KitError, ServerOptions};
pub use link::{
    Bearer, DeskClient, EventOrganiserClient, JudgeClient, Link, OrganiserClient, RefereeClient, Route,
    StandbyClient, TeamClient, WatchClient,
};
pub use mirror::{Folded, Mirror, MirrorError, TimeLeft};
pub use moment::now;
pub use receipts::{ReceiptFault, ReceiptStore, Receipts, WriteError};
pub use server_url::{ServerUrl, ServerUrls};
pub use stop_signal::stop_signal;
pub use target::{AddressError, UnsafeAddressError};
pub use team::TeamSession;
pub use token::{InvalidTokenError, Token};
