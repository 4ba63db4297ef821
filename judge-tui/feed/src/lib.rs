//! Feed for other software: public events of games as JSON lines with stable ids.
//!
//! `docs/reference/feed.md` documents every line. The numbers are those of the board's feed, from a server and from a record
//! alike. A record's own numbers count every submission, so they must not be shown while a window is open
//! (`A4`).

mod args;
mod cursor;
mod line;
mod live;
mod record_lines;
mod start;

pub use args::FeedArgs;
pub use cursor::{Cursor, CursorError};
pub use live::print_live;
pub use record_lines::print_record;

use line::LineMaker;
use start::FeedStart;
