//! The hold on the record (`A4`): which facts are signed at once, and how far the record is open.

use ishigaki_rules::Fact;

/// Returns whether this fact opens the record up to itself: lists are opened, or nothing comes after it.
pub fn is_closing(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::ListsOpened { .. }
            | Fact::RebidsOpened { .. }
            | Fact::ResultDeclared
            | Fact::GameAbandoned { .. }
    )
}

/// Returns whether the head is signed right after this fact: it is a closing one, or changes the result by itself.
pub fn is_signed(fact: &Fact) -> bool {
    is_closing(fact)
        || matches!(
            fact,
            Fact::RoundFinalised { .. }
                | Fact::RoundVoided { .. }
                | Fact::WallCounted { .. }
                | Fact::TeamDisqualified { .. }
                | Fact::TeamReinstated { .. }
                | Fact::GameEnded
                | Fact::JankenEntered { .. }
        )
}

/// Tells, fact by fact, whether the record is held back: from a round's start, or an opening that calls a wave, to the next
/// opening (`A4`).
///
/// What is signed meanwhile stands in the record and in no feed: the sequence of its head counts the sealings before it, and
/// so says that a list was replaced. The next opening's head covers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hold {
    is_held: bool,
}

impl Hold {
    /// Takes in the next fact; whether the head after it goes out with it to everybody.
    pub fn take(&mut self, fact: &Fact) -> bool {
        match fact {
            Fact::ListsOpened { rebid_closes_at, .. } | Fact::RebidsOpened { rebid_closes_at, .. } => {
                self.is_held = rebid_closes_at.is_some();
            }
            Fact::ResultDeclared | Fact::GameAbandoned { .. } => self.is_held = false,
            Fact::RoundOpened { .. } => self.is_held = true,
            _ => {}
        }
        is_closing(fact) || is_signed(fact) && !self.is_held
    }
}
