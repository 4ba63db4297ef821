//! The hand a game is in: the automatic judge's, or that of a person who has acted.
//!
//! Told of every act of the automatic judge's own before it goes out, and of every act that the feed shows. An act that shows
//! and is not an own one is a person's.

use ishigaki_client::judging::leads_to;
use ishigaki_rules::{Act, Event, Fact};

/// Controller of a game: a person or the automatic judge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Controller {
    #[default]
    Own,
    /// A person, until it is handed back.
    Person,
}

/// Effect of an act in the feed on who controls the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ControlChange {
    None,
    /// A person has taken the game over.
    TakenOver,
    /// A person has stopped the clocks; they stand until they are resumed.
    Paused,
    /// A person let the clocks go on, which hands the game back as well.
    Resumed,
}

/// Tracks who controls a game.
#[derive(Debug, Default)]
pub(super) struct ControlTracker {
    hand: Controller,
    /// The last act of the automatic judge's own that has not been seen yet.
    own: Option<Act>,
}

impl ControlTracker {
    pub(super) fn hand(&self) -> Controller {
        self.hand
    }

    /// This act goes out.
    pub(super) fn acts(&mut self, act: &Act) {
        self.own = Some(act.clone());
    }

    /// The act that went out last was refused: whatever shows is not that.
    pub(super) fn refused(&mut self) {
        self.own = None;
    }

    /// A person gives the game back.
    pub(super) fn hand_back(&mut self) {
        self.hand = Controller::Own;
    }

    /// Takes in an act that the feed shows.
    pub(super) fn see(&mut self, event: &Event) -> ControlChange {
        match &event.fact {
            Fact::Paused { .. } => return ControlChange::Paused,
            Fact::Resumed { .. } => {
                self.hand = Controller::Own;
                return ControlChange::Resumed;
            }
            fact if self.own.as_ref().is_some_and(|own| leads_to(own, fact)) => {
                // Of what a confirmation leads to, the round's becoming final is the last.
                if !matches!(fact, Fact::LotsConfirmed { .. }) {
                    self.own = None;
                }
                return ControlChange::None;
            }
            fact if !takes_over(fact) => return ControlChange::None,
            _ => {}
        }
        self.hand = Controller::Person;
        ControlChange::TakenOver
    }
}

/// Returns whether a person who does this has taken the game over. A remark, a tick, more time, something entered for a
/// team and the janken that was asked for leave it where it is.
fn takes_over(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::RoundOpened { .. }
            | Fact::LotsConfirmed { .. }
            | Fact::RoundFinalised { .. }
            | Fact::RoundVoided { .. }
            | Fact::EndSignalled { .. }
            | Fact::TeamDisqualified { .. }
            | Fact::TeamReinstated { .. }
    )
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::{Actor, GameTime, LotChoice, RoundNo, TeamId};

    use super::*;

    fn see(hands: &mut ControlTracker, fact: Fact) -> ControlChange {
        hands.see(&Event { at: GameTime(0), by: Actor::Judge, fact })
    }

    fn opened(round: u32) -> Fact {
        Fact::RoundOpened { round: RoundNo(round), attempt: 1, closes_at: GameTime(9) }
    }

    #[test]
    fn an_own_act_keeps_the_game_and_the_same_act_of_a_person_takes_it() {
        let mut hands = ControlTracker::default();
        hands.acts(&Act::OpenRound { round: RoundNo(1) });
        assert_eq!((see(&mut hands, opened(1)), hands.hand()), (ControlChange::None, Controller::Own));
        assert_eq!(
            (see(&mut hands, opened(2)), hands.hand()),
            (ControlChange::TakenOver, Controller::Person)
        );
        hands.hand_back();
        hands.acts(&Act::SignalEnd);
        hands.refused();
        assert_eq!(see(&mut hands, Fact::EndSignalled { ends_at: GameTime(9) }), ControlChange::TakenOver);
    }

    #[test]
    fn a_confirmation_is_own_with_all_that_it_leads_to() {
        let mut hands = ControlTracker::default();
        let round = RoundNo(3);
        hands.acts(&Act::ConfirmLots { round, attempt: 1, lots: LotChoice::All, seen: None });
        assert_eq!(see(&mut hands, Fact::LotsConfirmed { lots: Vec::new() }), ControlChange::None);
        assert_eq!(see(&mut hands, Fact::RoundFinalised { round }), ControlChange::None);
        assert_eq!(see(&mut hands, Fact::LotsConfirmed { lots: Vec::new() }), ControlChange::TakenOver);
    }

    #[test]
    fn a_resumed_clock_hands_back_and_a_remark_takes_nothing() {
        let mut hands = ControlTracker::default();
        let out = Fact::TeamDisqualified { team: TeamId(1), reason: "x".into() };
        assert_eq!(see(&mut hands, out), ControlChange::TakenOver);
        assert_eq!(see(&mut hands, Fact::Paused { reason: "x".into() }), ControlChange::Paused);
        assert_eq!(
            (see(&mut hands, Fact::Resumed { closes_at: None }), hands.hand()),
            (ControlChange::Resumed, Controller::Own)
        );
        assert_eq!(see(&mut hands, Fact::Remarked { text: "x".into() }), ControlChange::None);
        assert_eq!(see(&mut hands, Fact::JankenEntered { order: Vec::new() }), ControlChange::None);
        assert_eq!(hands.hand(), Controller::Own);
    }
}
