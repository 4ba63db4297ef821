//! The hall's board: what everybody in the hall may see of the games that run. It looks, and does nothing.
//!
//! This room knows how games look from far away, and when the hall is shown what: an opening arrives from the server
//! all at once, and the hall sees it lot by lot ([`Cover`]). Until the last lot is uncovered nothing that follows
//! from the opening is shown anywhere, neither standings nor money, walls, the next window or what was said of it.
//! It knows no rule of its own, and no act: it never sends anything but the wish to look.
//!
//! Of an event it shows what is printed at its stage ([`TournamentShow`]): sheets that take turns with the games' pages, while
//! no game has the hall's attention.
//!
//! The same state is seen in a terminal ([`draw()`]) or in browsers (`pages`): one model, two painters.
//!
//! As in the console, everything that happens is an [`Event`]; [`update()`] folds it into the [`State`] and says
//! which [`Effect`]s are wanted; [`draw()`] paints the state and changes nothing.

mod announcement;
mod bell;
mod cover;
mod draw;
mod event;
mod hall_view;
mod keymap;
mod pages;
mod requested_value;
mod run;
mod scene;
mod sheets;
mod show;
mod state;
mod tournament;
mod uncovered;
mod update;
mod view;

pub use cover::Cover;
pub use draw::draw;
pub use event::{Effect, Event};
pub use hall_view::HiddenPlaces;
pub use keymap::{Binding, Intent, KEYMAP};
pub use pages::page_state;
pub use show::Show;
pub use state::State;
pub use tournament::TournamentShow;
pub use update::update;
pub use view::GamePart;

pub(crate) use announcement::{announcement_lines, standing};
pub(crate) use hall_view::HallView;
pub(crate) use run::{BoardSelection, admit, run, run_pages};
pub(crate) use scene::Scene;
