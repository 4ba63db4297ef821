//! Events as their organiser, desk and referee see them: folded from the feed, with the names of the roster; their acts as
//! calls; and the screen on which an event is held.
//!
//! As on the other screens, everything that happens is an [`Event`]; [`update()`] folds it into the [`State`] and says
//! which [`Effect`]s are wanted; [`draw()`] paints the state and changes nothing. A panel is a sheet of lines, most of them
//! printouts; acts are forms, and what was typed stays in them until the server has granted it. What a role may do is the
//! server's to say: the screen only shows the keys of the token's own.

mod call;
mod draw;
mod effect;
mod form;
mod keymap;
mod mirror;
mod naming;
mod panel;
mod questions;
mod roster;
mod run;
mod sheet;
mod stage;
mod state;
mod step;
mod subject;
mod update;

pub use call::{EventAnswer, EventCall};
pub use draw::draw;
pub use effect::{Effect, Event};
pub use form::{FieldChoice, FieldContent, FieldName, Form, FormField, FormPurpose, MissingInput};
pub use keymap::{Binding, Context, Intent, KEYMAP};
pub use panel::Panel;
pub use sheet::{LineKind, LineTarget, PanelSheet, SheetLine};
pub use state::{Dialog, Notice, State};
pub use update::update;

pub(crate) use mirror::{NamedContest, NamedEvent, NamedMirror, NamedStanding, title};
pub use roster::RosterTrouble;
pub(crate) use roster::{read_roster, say_spreadsheet};
pub(crate) use run::run;
pub(crate) use sheet::shown_stage;
pub(crate) use stage::{listed_stage, stage_name, stage_of};
pub(crate) use subject::subject;
