//! The hold on the record (`A4`): which facts are signed at once, and how far the record is open.

use ishigaki_rules::{Fact, RecordEffect};

/// Returns whether this fact opens the record up to itself: lists are opened, or nothing comes after it.
pub fn is_closing(fact: &Fact) -> bool {
    matches!(fact.record_effect(), RecordEffect::Opens | RecordEffect::Ends)
}

/// Returns whether the head is signed right after this fact: it is a closing one, or changes the result by itself.
pub fn is_signed(fact: &Fact) -> bool {
    match fact.record_effect() {
        RecordEffect::Opens | RecordEffect::Ends | RecordEffect::Decides => true,
        RecordEffect::Starts | RecordEffect::Goes => false,
    }
}

/// Tells, fact by fact, whether the record is held back: from a round's start, or an opening that calls a wave, to the next
/// opening (`A4`).
///
/// What is signed meanwhile stands in the record and in no feed: the sequence of its head counts the sealings before it, and
/// so says that a list was replaced. The next opening's head covers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HoldTracker {
    is_held: bool,
}

impl HoldTracker {
    /// Takes in the next fact; whether the head after it goes out with it to everybody.
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
