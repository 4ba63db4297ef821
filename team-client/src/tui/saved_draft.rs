//! The draft that is kept on the disk: what is there, and what should be. Silent in debug output (`A4`).

use crate::drafts::Draft;

/// State of the draft's file.
#[derive(Clone, Default)]
pub(crate) enum SavedDraft {
    /// It has not been read: nothing may be written over it.
    #[default]
    Unread,
    /// It was read, and waits for the game to be up to date.
    Read(Option<Draft>),
    /// Contents of the file now.
    Open(Option<Draft>),
}
