//! The draft that is kept on the disk: what is there, and what should be. Silent in debug output (`A4`).

use crate::drafts::Draft;

/// What is known of the file.
#[derive(Clone, Default)]
pub(crate) enum SavedDraft {
    /// It has not been read: nothing may be written over it.
    #[default]
    Unread,
    /// It was read, and waits for the game to be up to date.
    Read(Option<Draft>),
    /// What stands in it now.
    Open(Option<Draft>),
}
