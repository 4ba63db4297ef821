//! The hall's board: the public state of running games, read only.
//!
//! An opening arrives from the server all at once, and the board reveals it lot by lot ([`Cover`]). Until the
//! last lot is revealed nothing that follows from the opening is shown: no standings, money, walls, next
//! window or announcement of it.
//!
//! It shows each event's printouts at its stage ([`TournamentShow`]), alternating with the games' pages while
//! no game needs attention.
//!
//! The same state is painted in a terminal ([`draw()`]) or in browsers (`pages`).
//!
//! As in the console, everything that happens is an [`Event`]; [`update()`] applies it to the [`State`] and
//! returns the wanted [`Effect`]s; [`draw()`] paints the state and changes nothing.

mod announcement;
mod bell;
mod calls;
mod cover;
mod draw;
mod entrant_search;
mod event;
mod hall_view;
mod keymap;
mod named_event;
mod pages;
mod requested_value;
mod rulings;
mod run;
mod scene;
mod sheets;
mod show;
mod stage;
mod state;
mod tournament;
mod uncovered_opening;
mod update;
mod view;

pub use announcement::{announcement_lines, current_announcements};
pub use cover::Cover;
pub use draw::draw;
pub use entrant_search::EntrantError;
pub use event::{Effect, Event};
pub use hall_view::{HallView, HiddenPlaces};
pub use keymap::{Binding, Intent, KEYMAP};
pub use named_event::{NamedContest, NamedEvent, NamedMirror, NamedStanding};
pub use pages::{hosted_hall_page, own_assets, page_state};
pub use run::{BoardOptions, admit, run, run_hosted, run_pages};
pub use scene::Scene;
pub use show::Show;
pub use stage::{listed_stage, stage_name, stage_of};
pub use state::State;
pub use tournament::TournamentShow;
pub use update::update;
pub use view::GamePart;
