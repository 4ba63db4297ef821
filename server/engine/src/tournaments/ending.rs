//! Games that an event continues without: which, why, and how they end.
//!
//! An unfinished game that the event no longer needs is abandoned, so that its teams, judge and hall are free
//! and no later result can contradict the event's.

use ishigaki_catalogue::Message;
use ishigaki_rules::{Act, Actor, Phase, Rejection};
use ishigaki_tournament::{DrawnGroup, GroupContest, GroupGame, GroupPhase};
use ishigaki_words::{Lang, Words};

use super::planned_games::PlannedGames;
use crate::engine::ActError;
use crate::games::{self, Games};

/// Reason why an event continues without a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndingCause {
    /// A ruling replaced it by its spare (`G4`).
    Replaced,
    /// A ruling set its result (`TV3`).
    Overruled,
    Abandoned,
}

/// Error of a game that can't be ended.
#[derive(Debug, thiserror::Error, Message)]
#[message("ending")]
pub(super) enum Error {
    #[message(transparent)]
    Game(#[from] games::Error),
    Refused(#[message("why", debug)] ActError),
}

impl EndingCause {
    /// Returns the reason why the event no longer needs a group's current game.
    pub(super) fn of(groups: &GroupContest, group: &DrawnGroup) -> Option<Self> {
        let is_ruled = || group.counted.as_ref().is_some_and(|counted| counted.ruling.is_some());
        match groups.phase() {
            GroupPhase::Abandoned => Some(Self::Abandoned),
            _ => is_ruled().then_some(Self::Overruled),
        }
    }

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
    /// The games of a group that the event no longer needs.
    pub(super) fn unneeded(&self, game: GroupGame, group: &DrawnGroup) -> Vec<(String, EndingCause)> {
        let replaced = game.spare.then_some((GroupGame { spare: false, ..game }, EndingCause::Replaced));
        let current = EndingCause::of(self.groups, group).map(|cause| (game, cause));
        let named = |(game, cause)| Some((self.id(game)?, cause));
        replaced.into_iter().chain(current).filter_map(named).collect()
    }

    /// Abandons a game that is served here and isn't over.
    pub(super) async fn end(&self, games: &Games, id: &str, cause: EndingCause) -> Result<(), Error> {
        if games.find(id).is_none_or(|game| game.is_over()) {
            return Ok(());
        }
        let Some(game) = games.open_game(id).await? else { return Ok(()) };
        if game.feeds().is_over() {
            return Ok(());
        }
        let act = Act::Abandon { reason: cause.reason(self.event) };
        match game.act(self.event, Actor::Organiser, act).await {
            // It has ended in the meantime.
            Ok(_)
            | Err(ActError::Rejected(Rejection::WrongPhase { phase: Phase::Abandoned | Phase::Declared })) => {
                Ok(())
            }
            Err(error) if !game.feeds().is_over() => Err(Error::Refused(error)),
            Err(_) => Ok(()),
        }
    }
}
