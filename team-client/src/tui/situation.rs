//! The situation in which a notice was shown, so that it disappears with it.

use std::mem::{Discriminant, discriminant};

use ishigaki_client::team::WindowId;
use ishigaki_proto::fault::ErrorReason;
use ishigaki_rules::{Phase, Revision};

use super::notice::{Notice, WallNotice};
use super::state::State;

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
    built: Option<Revision>,
    unread: usize,
    questions: (usize, usize),
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
            built: state.view().and_then(|view| view.team()?.wall),
            unread: state.unread(),
            questions: state.count_questions(),
        }
    }

    fn stage(self) -> impl PartialEq {
        (self.window, self.phase, self.is_paused, self.takes_part)
    }

    pub(crate) fn ends(self, notice: &Notice, now: Self) -> bool {
        let window = (self.window, self.takes_part) != (now.window, now.takes_part);
        match notice {
            Notice::Sent | Notice::OnItsWay => window,
            Notice::Sealed { revision, .. }
            | Notice::SealedUnanswered { revision }
            | Notice::Elsewhere { revision } => window || now.sealed.is_some_and(|sealed| sealed > *revision),
            Notice::Same | Notice::DraftBack | Notice::NotSealed => window || self.sealed != now.sealed,
            Notice::NothingSealed => self.stage() != now.stage() || self.sealed != now.sealed,
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
            | Notice::ListRefused(_)
            | Notice::NoAdvice
            | Notice::AdviserOff
            | Notice::AdviceStale
            | Notice::AdviceSame
            | Notice::AdviceTaken => self.stage() != now.stage(),
            Notice::Offline => now.is_online,
            // A missed round stays reported until the next one opens.
            Notice::Missed { .. } => now.window.is_some_and(|window| window.is_bidding),
            Notice::Wall(notice) => {
                let parted = (self.builds, self.takes_part) != (now.builds, now.takes_part);
                let is_of_the_wall = matches!(
                    notice,
                    WallNotice::Built(_)
                        | WallNotice::Same
                        | WallNotice::NotBuilt
                        | WallNotice::Loose(_)
                        | WallNotice::OnlyWhole
                        | WallNotice::Refused(_)
                );
                parted
                    || (is_of_the_wall && self.built != now.built)
                    || (matches!(notice, WallNotice::Refused(_)) && self.stage() != now.stage())
            }
            Notice::Asked { .. } => self.questions.1 != now.questions.1,
            Notice::AskedUnanswered => self.questions != now.questions,
            Notice::NothingUnread => now.unread > 0,
            Notice::Unseen { count } => self.unread != now.unread && now.unread != *count,
            Notice::NotMarked => self.unread != now.unread,
            Notice::NoQuestion(_)
            | Notice::NothingToTry
            | Notice::NoOtherGame
            | Notice::Again
            | Notice::NoSuchLot
            | Notice::NoPrice
            | Notice::NotKept(_)
            | Notice::DraftNotKept(_)
            | Notice::WrongReceipt(_)
            | Notice::WentOn { .. }
            | Notice::NextWaits { .. }
            | Notice::Path(_)
            | Notice::Astray(_) => false,
        }
    }
}
