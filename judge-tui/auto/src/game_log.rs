//! The log of one game: the times that the plan counts from, and the acts of judges.
//!
//! Built from the feed's events alone. Game times before a pause are shifted by it, as windows are (`T`).

use ishigaki_rules::{Actor, Event, Fact, GameTime, Millis};
use ishigaki_words::columns::clean;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GameLog {
    pub(super) opened: Option<GameTime>,
    pub(super) shown: Option<GameTime>,
    pub(super) finalised: Option<GameTime>,
    paused: Option<GameTime>,
    pub(super) acts: Vec<Event>,
}

impl GameLog {
    pub(super) fn record(&mut self, event: &Event) {
        let at = event.at;
        match &event.fact {
            Fact::RoundOpened { .. } => self.opened = Some(at),
            Fact::ListsOpened { .. } | Fact::RebidsOpened { .. } => self.shown = Some(at),
            Fact::RoundFinalised { .. } => self.finalised = Some(at),
            Fact::Paused { .. } => self.paused = Some(at),
            Fact::Resumed { .. } => {
                let paused_for = self.paused.take().map_or(Millis(0), |since| at.since(since));
                for moment in [&mut self.opened, &mut self.shown, &mut self.finalised] {
                    *moment = moment.map(|moment| moment.after(paused_for));
                }
            }
            _ => {}
        }
        if matches!(event.by, Actor::Judge | Actor::Organiser) {
            self.acts.push(event.clone());
        }
    }

    pub(super) fn abandon_reason(&self) -> Option<String> {
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
    fn pause_shifts_earlier_times() {
        let mut game_log = GameLog::default();
        let mut record = |at, fact| game_log.record(&Event { at: GameTime(at), by: Actor::Judge, fact });
        record(1_000, Fact::RoundFinalised { round: RoundNo(1) });
        record(3_000, Fact::Paused { reason: "a fire alarm".into() });
        record(9_000, Fact::Resumed { closes_at: None });
        assert_eq!((game_log.finalised, game_log.opened), (Some(GameTime(7_000)), None));
        assert_eq!(game_log.acts.len(), 3);
    }
}
