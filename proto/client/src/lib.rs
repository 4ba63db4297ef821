//! The client side of the protocol, without a user interface.
//!
//! It connects to servers, presents a token, keeps a feed alive and folds it into a
//! [`Game`](ishigaki_rules::Game), downloads records and checks their signatures, and tracks a team's
//! submissions. It only uses the files of a client's [`Kit`] and [`ReceiptStore`], and creates files readable
//! by their owner.
//!
//! * [`Link`] is a self-healing connection to one or several servers of a contest; each call finds the server
//!   of its game.
//! * [`list_games`] returns the games and the role of the caller.
//! * [`judge`] makes the call for an act of the judge.
//! * [`Feed`] watches a game or event and resumes after a cut.
//! * [`Follower`] is a feed folded on arrival.
//! * [`Mirror`] folds and checks a game's feed and computes the time left; [`EventMirror`] folds an event's.
//! * [`Address`] is the servers' addresses and authority; [`join`] makes it from a fingerprint on paper,
//!   [`examine`] diagnoses a connection, and [`Checkup`] says when to.
//! * `command` (feature) has the common parts of command lines: arguments and error texts.
//! * [`record`] downloads a public record.
//! * [`JudgeSession`] tracks a judge's acts; [`listing`] has the contest's games, and [`servers`] its
//!   servers.
//! * [`TeamSession`] tracks a team's submissions; [`Receipts`] are the server's receipts for them. Both are
//!   pure.

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
pub mod presence;
pub mod receipts;
pub mod record;
mod schedule;
mod server_url;
pub mod servers;
pub mod spelling;
mod stop_signal;
mod target;
pub mod team;
mod timeouts;
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
pub use invitation::{Invitation, InvitationError, JoinTarget, PageLink};
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
pub use schedule::{NextPart, Schedule};
pub use server_url::{ServerUrl, ServerUrls};
pub use stop_signal::stop_signal;
pub use target::{AddressError, UnsafeAddressError};
pub use team::TeamSession;
pub use token::{InvalidTokenError, Token};
