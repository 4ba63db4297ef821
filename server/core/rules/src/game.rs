//! The game: one contest game from setup to final result, as commands and events.

mod actor;
mod announcement;
mod apply;
mod command;
mod count;
mod decide;
mod digest;
mod event;
mod inbox;
mod messages;
mod question;
mod rejection;
mod state;
mod text;
mod view;

pub use actor::Actor;
pub use announcement::{Announcement, AnnouncementError};
pub use command::{Act, Command, LotChoice};
pub use count::WallCount;
pub use decide::{DecidedEvent, cause, decide, decide_settled};
pub use digest::SettlementDigest;
pub use event::{Author, Event, Fact, RecordEffect, Sealed, Secrecy, Topic};
pub use messages::{Answer, AskedQuestion, Broadcast, Message};
pub use question::Question;
pub use rejection::Rejection;
pub use state::{Extension, Game, Phase, RoundRecord, RoundState, TeamState};
pub use text::{LONGEST_REASON, TextError, check_line, check_reason};
pub use view::Standing;
