//! The question that is being written to the judge, and what of the messages is on its way.

use ishigaki_client::Ticket;
use ishigaki_rules::QuestionNo;
use ishigaki_screen::Field;

/// A question that is being written, and calls that are on their way.
#[derive(Clone, Default)]
pub(crate) struct Writing {
    /// Text that is typed; it stays until the question is asked.
    pub(crate) field: Field,
    /// Whether keys write in it.
    pub(crate) is_typing: bool,
    /// A question that is on its way.
    pub(crate) sent: Option<(Ticket, String)>,
    /// Its number, if the feed tells of it before its answer comes.
    pub(crate) seen: Option<QuestionNo>,
    /// A question that may have been asked or not: no answer came.
    pub(crate) unanswered: Option<String>,
    /// A mark that is on its way.
    pub(crate) marking: Option<Ticket>,
    /// Number of times that the field was emptied because its question was asked.
    pub(crate) asked: u64,
}

impl Writing {
    /// The question is asked: its text is not needed any more, unless something else has been typed meanwhile.
    pub(crate) fn mark_asked(&mut self, text: &str) {
        if self.field.text().trim() == text.trim() {
            self.field.clear();
            self.is_typing = false;
            self.asked += 1;
        }
    }
}
