//! Events as organiser, desk and referee see them: folded from the feed, with the roster's names; their acts
//! as calls; and the event's screen.
//!
//! As on the other screens, everything that happens is an [`Event`]; [`update()`] applies it to the [`State`]
//! and returns the wanted [`Effect`]s; [`draw()`] paints the state and changes nothing. A panel is a sheet of
//! lines, mostly printouts; acts are forms, which keep their text until the server accepts it. The server
//! checks permissions: the screen only shows the keys of the token's role.

mod draw;
mod effect;
mod form;
mod keymap;
mod panel;
mod questions;
mod roster;
mod run;
mod sheet;
mod state;
mod update;

pub use draw::draw;
pub use effect::{Effect, Event};
pub use form::{
    FieldChoice, FieldContent, FieldName, Form, FormContext, FormField, FormPurpose, MissingInput,
};
pub use keymap::{Binding, Context, Intent, KEYMAP};
pub use panel::Panel;
pub use sheet::{LineKind, LineTarget, PanelSheet, SheetLine};
pub use state::{Dialog, Notice, State};
pub use update::update;

pub use ishigaki_event::{EventAnswer, EventCall};
pub(crate) use ishigaki_event::{EventStep, EventSteps, group_of, is_counted, preview, question, subject};

pub(crate) use ishigaki_board::{
    NamedContest, NamedEvent, NamedMirror, NamedStanding, listed_stage, stage_name, stage_of,
};
pub use roster::RosterError;
pub(crate) use roster::{read_roster, roster_fault_sentences};
pub(crate) use run::run;
pub(crate) use sheet::shown_stage;
