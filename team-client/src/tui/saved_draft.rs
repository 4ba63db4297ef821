//! The saved draft: content of the file, and wanted content. `Debug` omits it (`A4`).

use crate::drafts::Draft;

#[derive(Clone, Default)]
pub(crate) enum SavedDraft {
    /// Not read yet, so it must not be overwritten.
    #[default]
    Unread,
    Read(Option<Draft>),
    Open(Option<Draft>),
}
