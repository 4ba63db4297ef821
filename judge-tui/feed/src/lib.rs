//! The feed for other software: what everybody may see of games, one JSON object a line, with ids that stay.
//!
//! Knows the board's feeds, records, and the clients' spelling; draws nothing. The page `FEED.md` documents every line. The
//! numbers are those of the board's feed, from a server and from a record alike: a record's own numbers count every sealing, and
//! so could not be told while a window is open (`A4`).

mod args;
mod cursor;
mod line;
mod live;
mod recorded;
mod start;

pub use args::FeedArgs;
pub use cursor::{Cursor, CursorError};
pub use live::tell;
pub use recorded::{RecordError, tell_record};

use line::LineMaker;
use start::FeedStart;
