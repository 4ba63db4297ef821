//! The hall's board: the public state of running games, read only.
//!
//! An opening arrives from the server all at once, and the board reveals it lot by lot ([`Cover`]). Until the
//! last lot is revealed nothing that follows from the opening is shown: no standings, money, walls, next
//! window or announcement of it.
//!
//! It shows an event's printouts at its stage ([`TournamentShow`]), alternating with the games' pages while
//! no game needs attention.
//!
//! The same state is painted in a terminal ([`draw()`]) or in browsers (`pages`).
//!
//! As in the console, everything that happens is an [`Event`]; [`update()`] applies it to the [`State`] and
//! returns the wanted [`Effect`]s; [`draw()`] paints the state and changes nothing.

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
mod uncovered_opening;
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

pub(crate) use announcement::{announcement_lines, current_announcements};
pub(crate) use hall_view::HallView;
pub(crate) use run::{BoardSelection, admit, run, run_pages};
pub(crate) use scene::Scene;
