//! Scenario, contest and lists files, and their reader.
//!
//! A [`Scenario`] has the parameters of a game (`G1`): frame, stones, money, rounds. A [`Contest`] has the
//! teams and games of a server. [`Lists`] are fixed lists for a scenario, for rehearsals and tests. All three
//! are TOML; the reader reports as many [`Located`] faults as one pass can find.
//!
//! The [linter](lint) checks what a file means beyond that: whether the frame can be filled, or two stones
//! are equal up to rotation.

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
pub use contest::{
    AfterOutage, Aids, Contest, EventSpec, GameSpec, JudgeSpec, PlanSource, PreparedAnswer, ScheduleEntry,
    ScheduleKind, Start,
};
pub use error::Error;
pub use file::{MOST_BYTES, read_bytes, read_text};
pub use id::{EventIdFault, LONGEST_ID, LONGEST_TEAM_ID, check_event_id};
pub use lists::{FirstTry, Line, Lists, RefusalCode, RoundLists};
pub use located::{Located, line_and_column};
pub use replay::{MisfitPlace, PlayedRound, ReplayError, replay};
pub use results::results;
pub use scenario::Scenario;
pub use shipped::{builtin, builtin_lists, names};
pub use team::{ENTRANT_TEXTS, EntrantSpec};
