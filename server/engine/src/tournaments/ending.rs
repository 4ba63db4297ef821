//! Games that an event goes on without: which they are, why, and how they end.
//!
//! A game that is not over, though nothing of the event waits for it any more, is abandoned: its teams are free, its judge and its
//! hall are done with it, and no later result of it can contradict the event's.

use ishigaki_catalogue::Message;
use ishigaki_rules::{Act, Actor, Phase, Rejection};
use ishigaki_tournament::{DrawnGroup, GroupContest, GroupGame, GroupPhase};
use ishigaki_words::{Lang, Words};

use super::planned::PlannedGames;
use crate::engine::ActError;
use crate::games::{self, Games, ListedGame};

/// Reason for which an event goes on without a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndingCause {
    /// A ruling has replaced it by its spare (`G4`).
    Replaced,
    /// A ruling says what it came to (`TV3`).
    Overruled,
    /// The event was given up.
    Abandoned,
}

/// Error of a game that does not end.
#[derive(Debug, thiserror::Error, Message)]
#[message("ending")]
pub(super) enum Error {
    #[message(transparent)]
    Game(#[from] games::Error),
    Refused(#[message("why", debug)] ActError),
}

impl EndingCause {
    /// Returns the reason for which the event goes on without the game that a group plays now, if it does.
    pub(super) fn of(groups: &GroupContest, group: &DrawnGroup) -> Option<Self> {
        let is_ruled = || group.counted.as_ref().is_some_and(|counted| counted.ruling.is_some());
        match groups.phase() {
            GroupPhase::Abandoned => Some(Self::Abandoned),
            _ => is_ruled().then_some(Self::Overruled),
        }
    }

    /// Returns the reason, as the game's record has it. Readers see it in their language.
    fn reason(self, event: &str) -> String {
        let key = match self {
            Self::Replaced => "event-game-is-replaced",
            Self::Overruled => "event-game-is-overruled",
            Self::Abandoned => "event-game-of-abandoned",
        };
        Words::new(Lang::En).say(key, &[("event", event.into())])
    }
}

impl PlannedGames<'_> {
    /// The games of a group that the event goes on without.
    pub(super) fn unneeded(&self, game: GroupGame, group: &DrawnGroup) -> Vec<(String, EndingCause)> {
        let replaced = game.spare.then_some((GroupGame { spare: false, ..game }, EndingCause::Replaced));
        let current = EndingCause::of(self.groups, group).map(|cause| (game, cause));
        let named = |(game, cause)| Some((self.id(game)?, cause));
        replaced.into_iter().chain(current).filter_map(named).collect()
    }

    /// Abandons a game, if it is served here and still goes on.
    pub(super) async fn end(&self, games: &Games, id: &str, cause: EndingCause) -> Result<(), Error> {
        let is_over = |game: ListedGame| game.is_over();
        if games.find(id).is_none_or(is_over) {
            return Ok(());
        }
        let Some(game) = games.wake(id).await? else { return Ok(()) };
        if game.feeds().is_over() {
            return Ok(());
        }
        let act = Act::Abandon { reason: cause.reason(self.event) };
        match game.act(self.event, Actor::Organiser, act).await {
            // Somebody else has ended it meanwhile.
            Ok(_)
            | Err(ActError::Rejected(Rejection::WrongPhase { phase: Phase::Abandoned | Phase::Declared })) => {
                Ok(())
            }
            Err(error) if !game.feeds().is_over() => Err(Error::Refused(error)),
            Err(_) => Ok(()),
        }
    }
}
