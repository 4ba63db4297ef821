//! The team's screen: offer, draft, submissions, results and wall.
//!
//! The game is the rules' [`Game`](ishigaki_rules::Game), folded from the team's own feed, and every list is
//! checked by the rules while it is typed.
//!
//! Everything that happens is an [`Event`]; [`update()`] applies it to the [`State`] and returns the wanted
//! [`Effect`]s; [`draw()`] paints the state and changes nothing. Only [`run()`] uses a terminal, a connection
//! or a file; [`search()`] runs the solver and [`inquire()`] the adviser, each in its own thread.
//!
//! The draft and the sealed list are secret until the opening (`A4`): they appear on the screen, but never in
//! `Debug`, notices or logs.

mod act;
mod advice;
mod bid_fate;
mod bulletin;
mod clock_text;
mod dialog;
mod draft_content;
mod draft_search;
mod draw;
mod entry;
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
mod read_marks;
mod rematch;
mod requests;
mod run;
mod saved_draft;
mod seal_time;
mod search;
mod seat;
mod sheet;
mod situation;
mod state;
mod trial;
mod turns;
mod update;
mod work;
mod writing;

pub use act::{Act, Button, PieceName, PlacementFields};
pub use advice::{AdviserAnswer, AdviserQuestion};
pub use dialog::Dialog;
pub use draw::draw;
pub use event::{CallResult, Effect, Event, GameChoice, GameFinding, SEARCH, SearchProgress};
pub use inquire::inquire;
pub use ishigaki_screen::terminal::Key;
pub use ishigaki_strategy::doubt::Doubt;
pub use keymap::{Binding, Context, Intent, KEYMAP};
pub use notice::{Notice, WallNotice};
pub use page::{
    ActReceiver, ActSender, PageAddress, act_channel, page_assets, page_state, run_hosted, run_page,
};
pub use panel::Panel;
pub use rematch::Rematch;
pub use requests::{send_mark, send_question, send_sealing, send_wall};
pub use run::{RunError, ScreenOptions, run, run_on};
pub use search::{Search, search, search_in_turn};
pub use state::State;
pub use turns::{ScreenTurns, TeamTurns, Turn, TurnQueue, TurnQueues, TurnWait};
pub use update::update;
pub use work::Work;
