//! The hold on the record (`A4`): facts that are signed at once, and the open part of the record.

use ishigaki_rules::{Fact, RecordEffect};

/// Returns whether this fact opens the record up to itself: an opening, or the last fact.
pub fn is_closing(fact: &Fact) -> bool {
    matches!(fact.record_effect(), RecordEffect::Opens | RecordEffect::Ends)
}

/// Returns whether the head is signed right after this fact: it opens the record, or changes the result by
/// itself.
pub fn is_signed(fact: &Fact) -> bool {
    match fact.record_effect() {
        RecordEffect::Opens | RecordEffect::Ends | RecordEffect::Decides => true,
        RecordEffect::Starts | RecordEffect::Goes => false,
    }
}

/// Tracks fact by fact whether the record is held back: from a round's start, or an opening that calls a
/// wave, to the next opening (`A4`).
///
/// Heads signed in between are in the record but in no feed, because the sequence of a head counts
/// submissions and so reveals replaced lists. The head of the next opening covers them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HoldTracker {
    is_held: bool,
}

impl HoldTracker {
    /// Adds the next fact, and returns whether its head is published.
    pub fn take(&mut self, fact: &Fact) -> bool {
        self.is_held = match fact.record_effect() {
            RecordEffect::Starts => true,
            RecordEffect::Opens => fact.calls_wave(),
            RecordEffect::Ends => false,
            RecordEffect::Decides | RecordEffect::Goes => self.is_held,
        };
        is_closing(fact) || is_signed(fact) && !self.is_held
    }
}
