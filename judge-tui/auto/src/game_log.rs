//! The log of one game: when what happened that the plan counts from, and what judges have done.
//!
//! Folded from the feed's events alone. Moments are of the game's time; those that a pause came after are moved by it, as
//! windows are (`T`).

use ishigaki_rules::{Actor, Event, Fact, GameTime, Millis};
use ishigaki_words::columns::clean;

/// Facts of a game beside its state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GameLog {
    /// Time at which the last round opened.
    pub(super) opened: Option<GameTime>,
    /// Time at which the last lists or re-bids were opened.
    pub(super) shown: Option<GameTime>,
    /// Time at which the last round became final.
    pub(super) finalised: Option<GameTime>,
    /// Time since which the clocks stand, while they do.
    paused: Option<GameTime>,
    /// Acts of a judge or the organiser, in order.
    pub(super) acts: Vec<Event>,
}

impl GameLog {
    /// Takes an event in.
    pub(super) fn note(&mut self, event: &Event) {
        let at = event.at;
        match &event.fact {
            Fact::RoundOpened { .. } => self.opened = Some(at),
            Fact::ListsOpened { .. } | Fact::RebidsOpened { .. } => self.shown = Some(at),
            Fact::RoundFinalised { .. } => self.finalised = Some(at),
            Fact::Paused { .. } => self.paused = Some(at),
            Fact::Resumed { .. } => {
                let stood = self.paused.take().map_or(Millis(0), |since| at.since(since));
                for moment in [&mut self.opened, &mut self.shown, &mut self.finalised] {
                    *moment = moment.map(|moment| moment.after(stood));
                }
            }
            _ => {}
        }
        if matches!(event.by, Actor::Judge | Actor::Organiser) {
            self.acts.push(event.clone());
        }
    }

    /// Returns the reason for which the game was abandoned, if it was.
    pub(super) fn why_abandoned(&self) -> Option<String> {
        self.acts.iter().rev().find_map(|event| match &event.fact {
            Fact::GameAbandoned { reason } => Some(clean(reason).into_owned()),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::RoundNo;

    use super::*;

    #[test]
    fn a_pause_moves_what_went_before_it() {
        let mut game_log = GameLog::default();
        let mut note = |at, fact| game_log.note(&Event { at: GameTime(at), by: Actor::Judge, fact });
        note(1_000, Fact::RoundFinalised { round: RoundNo(1) });
        note(3_000, Fact::Paused { reason: "a fire alarm".into() });
        note(9_000, Fact::Resumed { closes_at: None });
        assert_eq!((game_log.finalised, game_log.opened), (Some(GameTime(7_000)), None));
        assert_eq!(game_log.acts.len(), 3);
    }
}
