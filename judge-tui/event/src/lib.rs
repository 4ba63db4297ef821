//! Acts of an event before they are made: the next step, the question and the changes of an act, and its call.
//!
//! The console, the commands and the staff's pages make the same calls. The server checks permissions.

mod call;
mod preview;
mod question;
mod step;
mod subject;

pub use call::{EventAnswer, EventCall, RequestError};
pub use preview::preview;
pub use question::{group_of, is_counted, question};
pub use step::{EventStep, EventSteps};
pub use subject::subject;
