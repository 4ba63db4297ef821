//! The situation when something was said: what was said of a thing that is over goes with it.

use std::mem::{Discriminant, discriminant};

use ishigaki_client::team::WindowId;
use ishigaki_proto::fault::ErrorReason;
use ishigaki_rules::{Phase, Revision};

use super::notice::{Notice, WallNotice};
use super::state::State;

/// As much of how things stand as notices speak of.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own, and all are only compared")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Situation {
    window: Option<WindowId>,
    phase: Option<Discriminant<Phase>>,
    is_paused: bool,
    takes_part: bool,
    is_online: bool,
    builds: bool,
    sealed: Option<Revision>,
}

impl Situation {
    pub(crate) fn of(state: &State) -> Self {
        let game = state.game();
        Self {
            window: state.window_id(),
            phase: game.map(|game| discriminant(&game.phase())),
            is_paused: game.is_some_and(|game| game.paused_since().is_some()),
            takes_part: state.view().is_none_or(|view| view.game.takes_part(view.me)),
            is_online: state.is_online(),
            builds: !state.is_over_for_walls(),
            sealed: state.revisions().0,
        }
    }

    /// Returns what a refusal or a hint speaks of: where the game stands, and whether the team has a part in
    /// it.
    fn stage(self) -> impl PartialEq {
        (self.window, self.phase, self.is_paused, self.takes_part)
    }

    /// Returns whether a notice speaks of what is over, now that things stand otherwise.
    pub(crate) fn ends(self, notice: &Notice, now: Self) -> bool {
        let window = (self.window, self.takes_part) != (now.window, now.takes_part);
        match notice {
            Notice::Sent
            | Notice::OnItsWay
            | Notice::Sealed { .. }
            | Notice::SealedUnanswered { .. }
            | Notice::Same
            | Notice::Elsewhere { .. }
            | Notice::DraftBack => window,
            Notice::NotSealed => window || self.sealed != now.sealed,
            Notice::Refused(fault) => {
                let is_for_good = matches!(
                    fault.reason,
                    ErrorReason::TokenRevoked | ErrorReason::Unauthenticated | ErrorReason::PermissionDenied
                );
                !is_for_good && self.stage() != now.stage()
            }
            Notice::NotNow
            | Notice::Faulty
            | Notice::NothingOffered
            | Notice::NothingSealed
            | Notice::ListRefused(_)
            | Notice::NoAdvice
            | Notice::AdviceStale
            | Notice::AdviceSame
            | Notice::AdviceTaken => self.stage() != now.stage(),
            Notice::Offline => now.is_online,
            // Whoever has missed a round reads it until the next one opens.
            Notice::Missed { .. } => now.window.is_some_and(|window| window.is_bidding),
            Notice::Wall(notice) => {
                let parted = (self.builds, self.takes_part) != (now.builds, now.takes_part);
                parted || (matches!(notice, WallNotice::Refused(_)) && self.stage() != now.stage())
            }
            Notice::Asked { .. }
            | Notice::AskedUnanswered
            | Notice::NoQuestion(_)
            | Notice::NothingUnread
            | Notice::Unseen { .. }
            | Notice::NotMarked
            | Notice::NothingToTry
            | Notice::NoOtherGame
            | Notice::NoSuchLot
            | Notice::NoPrice
            | Notice::NotKept(_)
            | Notice::DraftNotKept(_)
            | Notice::WrongReceipt(_)
            | Notice::WentOn { .. }
            | Notice::NextWaits { .. }
            | Notice::Astray(_) => false,
        }
    }
}
