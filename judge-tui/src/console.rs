//! The chief judge's console.
//!
//! This room knows what a judge may see and do, how a screen is laid out, and which keys mean what. It knows
//! no rule of the contest of its own: the game is the rules' [`Game`](ishigaki_rules::Game), folded from the
//! public feed, and whether an act is possible is asked of the rules before the server is troubled.
//!
//! Everything that happens is an [`Event`]; [`update()`] folds it into the [`State`] and says which [`Effect`]s
//! are wanted; [`draw()`] paints the state and changes nothing. The private module `run` is the only part that
//! touches a terminal or a connection.

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
mod seating;
mod start;
mod state;
mod update;
mod why;

pub use act::ActWeight;
pub use by_hand::{ByHand, EntryStep};
pub use consoles::{Addressed, Consoles};
pub use dialog::{Dialog, TeamPurpose, Uncover};
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
pub use start::{StartQuestion, Unusual};
pub use state::State;
pub use update::update;
pub use why::ExplainedThing;

pub(crate) use run::run;
