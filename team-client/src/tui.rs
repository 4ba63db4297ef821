//! A team's screen: what is on offer, what the team is about to bid and what it has sealed, and what came of it.
//!
//! This room knows what a team may see and do, how a screen is laid out, and which keys mean what. It knows no
//! rule of the contest of its own: the game is the rules' [`Game`](ishigaki_rules::Game), folded from the team's
//! own feed, and every list is put to the rules' own check while it is typed.
//!
//! Everything that happens is an [`Event`]; [`update()`] folds it into the [`State`] and says which [`Effect`]s are
//! wanted; [`draw()`] paints the state and changes nothing. [`run()`] is the only part that touches a terminal, a
//! connection or a file; [`search()`] starts the solver and [`inquire()`] the adviser, each in a thread of its own.
//!
//! The draft and the sealed list are the team's alone until the opening (`A4`): they are on the screen, and in no
//! debug output, notice or log.

mod act;
mod advice;
mod bulletin;
mod dialog;
mod draft_search;
mod draw;
mod event;
mod inquire;
mod keymap;
mod market;
mod messages;
mod notice;
mod page;
mod panel;
mod price;
mod raises;
mod read;
mod requests;
mod run;
mod saved_draft;
mod search;
mod seat;
mod sheet;
mod situation;
mod state;
mod trial;
mod update;
mod waiting;
mod work;
mod writing;

pub use act::{Act, Button, PieceName, PlacementFields};
pub use advice::{AdviserAnswer, AdviserQuestion};
pub use dialog::Dialog;
pub use draw::draw;
pub use event::{CallResult, Effect, Event, GameChoice, GameFinding, SEARCH};
pub use inquire::inquire;
pub use ishigaki_screen::terminal::Key;
pub use ishigaki_strategy::doubt::Doubt;
pub use keymap::{Binding, Context, Intent, KEYMAP};
pub use notice::{Notice, WallNotice};
pub use page::{PageAddress, page_state, run_page};
pub use panel::Panel;
pub use requests::{send_mark, send_question, send_sealing, send_wall};
pub use run::{RunError, ScreenOptions, run, run_on};
pub use search::{Search, search};
pub use state::State;
pub use update::update;
pub use work::Work;
