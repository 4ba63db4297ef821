//! Events as their organiser, desk and referee see them: folded from the feed, with the names of the roster.

mod mirror;
mod roster;

pub(crate) use mirror::{NamedEvent, NamedMirror};
pub(crate) use roster::roster_json;
