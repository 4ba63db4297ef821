//! Question to the judge being written, and pending calls about messages.

use ishigaki_client::Ticket;
use ishigaki_rules::QuestionNo;
use ishigaki_screen::Field;

#[derive(Clone, Default)]
pub(crate) struct Writing {
    /// Kept until the question is sent.
    pub(crate) field: Field,
    pub(crate) is_typing: bool,
    pub(crate) sent: Option<(Ticket, String)>,
    /// Set if the feed shows the question before its answer.
    pub(crate) seen: Option<QuestionNo>,
    /// A question with unknown outcome.
    pub(crate) unanswered: Option<String>,
    pub(crate) marking: Option<Ticket>,
    pub(crate) asked: u64,
}

impl Writing {
    pub(crate) fn mark_asked(&mut self, text: &str) {
        if self.field.text().trim() == text.trim() {
            self.field.clear();
            self.is_typing = false;
            self.asked += 1;
        }
    }
}
