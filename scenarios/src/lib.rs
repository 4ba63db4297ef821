//! Contest files: scenarios, contests and fixed lists, and their reader.
//!
//! A [`Scenario`] is what a game is played with (`G1`): frame, stones, money, rounds. A [`Contest`] is what a
//! server serves: teams and games. [`Lists`] are fixed lists beside a scenario, for rehearsals and tests.
//! All three are TOML; what is wrong in them is told as [`Located`] faults, as many as one pass can find.
//!
//! This room knows files and the rule book's [set-up](ishigaki_rules::Setup). It knows no wire format, no
//! server and no clock. What a file says beyond what it takes to start a game (can the frame be filled, are
//! two stones the same one turned) is for the [linter](lint).

mod basis;
mod contest;
mod drawing;
mod error;
mod file;
mod id;
mod kind;
pub mod lint;
mod lists;
mod located;
mod page;
mod replay;
mod results;
mod scenario;
mod shipped;
mod team;
mod wording;

pub use basis::{BASES, Basis};
pub use contest::{AfterOutage, Contest, EventSpec, GameSpec, JudgeSpec, PlanSource, Start};
pub use error::Error;
pub use file::{MOST_BYTES, read_bytes, read_text};
pub use id::{EventIdFault, LONGEST_ID, LONGEST_TEAM_ID, check_event_id};
pub use lists::{FirstTry, Line, Lists, RefusalCode, RoundLists};
pub use located::{Located, line_and_column};
pub use replay::{MisfitPlace, PlayedRound, ReplayError, replay};
pub use results::results;
pub use scenario::Scenario;
pub use shipped::{builtin, builtin_lists, names};
pub use team::EntrantSpec;
