//! The hold on the record (`A4`): which facts are signed at once, and how far the record is open.

use ishigaki_rules::Fact;

/// Effect of a fact on the record. Every fact has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordEffect {
    /// A round begins: the record is held back.
    Starts,
    /// Lists are opened, after which the record is held back again if a wave is called.
    Opens {
        /// Whether a wave is called.
        calls_wave: bool,
    },
    /// Nothing comes after it.
    Ends,
    /// It changes the result by itself.
    Decides,
    /// None of these.
    Goes,
}

/// Returns what a fact is to the record.
pub const fn weight(fact: &Fact) -> RecordEffect {
    match fact {
        Fact::RoundOpened { .. } => RecordEffect::Starts,
        Fact::ListsOpened { rebid_closes_at, .. } | Fact::RebidsOpened { rebid_closes_at, .. } => {
            RecordEffect::Opens { calls_wave: rebid_closes_at.is_some() }
        }
        Fact::ResultDeclared | Fact::GameAbandoned { .. } => RecordEffect::Ends,
        Fact::RoundFinalised { .. }
        | Fact::RoundVoided { .. }
        | Fact::WallCounted { .. }
        | Fact::TeamDisqualified { .. }
        | Fact::TeamReinstated { .. }
        | Fact::GameEnded
        | Fact::JankenEntered { .. } => RecordEffect::Decides,
        Fact::BidsSealed { .. }
        | Fact::RebidSealed { .. }
        | Fact::LotsConfirmed { .. }
        | Fact::StonePlaced { .. }
        | Fact::StoneTakenOut { .. }
        | Fact::WallReplaced { .. }
        | Fact::StonesTicked { .. }
        | Fact::StonesChecked { .. }
        | Fact::Remarked { .. }
        | Fact::Announced { .. }
        | Fact::QuestionAsked { .. }
        | Fact::QuestionAnswered { .. }
        | Fact::MessagesRead { .. }
        | Fact::NoteSealed
        | Fact::EndSignalled { .. }
        | Fact::Paused { .. }
        | Fact::Resumed { .. }
        | Fact::WindowExtended { .. } => RecordEffect::Goes,
    }
}

/// Returns whether this fact opens the record up to itself: lists are opened, or nothing comes after it.
pub fn is_closing(fact: &Fact) -> bool {
    matches!(weight(fact), RecordEffect::Opens { .. } | RecordEffect::Ends)
}

/// Returns whether the head is signed right after this fact: it is a closing one, or changes the result by itself.
pub fn is_signed(fact: &Fact) -> bool {
    match weight(fact) {
        RecordEffect::Opens { .. } | RecordEffect::Ends | RecordEffect::Decides => true,
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
        self.is_held = match weight(fact) {
            RecordEffect::Starts => true,
            RecordEffect::Opens { calls_wave } => calls_wave,
            RecordEffect::Ends => false,
            RecordEffect::Decides | RecordEffect::Goes => self.is_held,
        };
        is_closing(fact) || is_signed(fact) && !self.is_held
    }
}
