//! The chief judge's console.
//!
//! This room knows what a judge may see and do, how a screen is laid out, and which keys mean what. It knows
//! no rule of the contest of its own: the game is the rules' [`Game`](ishigaki_rules::Game), folded from the
//! public feed, and whether an act is possible is asked of the rules before the server is troubled. It never
//! depends on the server; all it knows came over the wire.
//!
//! Everything that happens is an [`Event`]; [`update()`] folds it into the [`State`] and says which [`Effect`]s
//! are wanted; [`draw()`] paints the state and changes nothing. The private module `run` is the only part that
//! touches a terminal or a connection.
//!
//! [`auto`] judges by itself, by a plan or as a rehearsal's readiness has it.
//!
//! Beside the console stand commands for a contest of many games, in the private module `cli`: [`launch`] starts
//! whichever is asked for.

mod act;
pub mod auto;
mod billing;
pub mod board;
mod by_hand;
mod cli;
mod consoles;
mod dialog;
mod draw;
mod entry;
mod errand;
mod event;
mod feeds;
mod field;
mod handout;
mod judge;
mod keymap;
mod listing;
mod log;
mod next;
mod notice;
mod options;
mod overview;
mod panel;
mod phase;
mod pointer;
mod poll;
mod presence;
pub mod replay;
mod run;
mod seating;
mod sentences;
mod start;
mod state;
mod terminal;
mod update;
mod why;

pub use act::{Draft, JudgeAct, Weight};
pub use by_hand::{ByHand, Stage};
pub use cli::launch;
pub use consoles::{Addressed, Consoles};
pub use dialog::{Dialog, Purpose};
pub use draw::{aim, aim_all, draw, draw_all};
pub use entry::{Kind as EntryKind, Request as EntryRequest, Slip};
pub use errand::{Errand, errand};
pub use event::{Answer, Effect, Event, Ticket};
pub use ishigaki_screen::terminal::Key;
pub use keymap::{Binding, Context, Deed, Intent, KEYMAP};
pub use listing::{Listed, Programme, Role, Standing, Trouble};
pub use next::NextStep;
pub use notice::Notice;
pub use options::Options;
pub use overview::Overview;
pub use panel::Panel;
pub use pointer::{Aim, Pointer};
pub use presence::{Light, There};
pub use seating::{Candidate, Seating};
pub use start::{Start, Unusual};
pub use state::{Contact, State};
pub use update::update;
pub use why::Subject;
