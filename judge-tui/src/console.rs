//! The chief judge's console.
//!
//! The game is the rules' [`Game`](ishigaki_rules::Game), folded from the public feed, and the rules decide
//! whether an act is possible before the server is called.
//!
//! Everything that happens is an [`Event`]; [`update()`] applies it to the [`State`] and returns the wanted
//! [`Effect`]s; [`draw()`] paints the state and changes nothing. Only the private module `run` uses a
//! terminal or a connection.

mod act;
mod by_hand;
mod consoles;
mod dialog;
mod draw;
mod event;
mod handout;
mod keymap;
mod log;
mod message;
mod notice;
mod overview;
mod panel;
mod pointer;
mod presence;
mod programme_entry;
mod queue;
mod requests;
mod run;
pub(crate) mod seating;
mod start;
mod state;
mod update;
mod why;

pub use act::ActWeight;
pub use by_hand::{EntryForm, EntryStep};
pub use consoles::{Addressed, Consoles};
pub use dialog::{Dialog, TeamPurpose, UncoverProgress};
pub use draw::{aim, aim_all, draw, draw_all};
pub use event::{Effect, Event};
pub use keymap::{ActKind, Binding, Context, Intent, KEYMAP};
pub use message::{MessageStage, MessageText};
pub use notice::Notice;
pub use overview::Overview;
pub use panel::Panel;
pub use pointer::Aim;
pub use queue::{Queue, QueueView};
pub use requests::{PendingEvent, send_request};
pub use seating::{Candidate, Seating};
pub use start::{StartQuestion, StartWarning};
pub use state::State;
pub use update::update;
pub use why::ExplanationSubject;

pub(crate) use run::run;
