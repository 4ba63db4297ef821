//! The hand a game is in: the automatic judge's, or that of a person who has acted.
//!
//! Told of every act of the automatic judge's own before it goes out, and of every act that the feed shows. An act that shows
//! and is not an own one is a person's.

use ishigaki_client::judging::leads_to;
use ishigaki_rules::{Act, Event, Fact};

/// Controller of a game: a person or the automatic judge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Hand {
    /// The automatic judge.
    #[default]
    Own,
    /// A person, until it is handed back.
    Person,
}

/// Effect of an act in the feed on who controls the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Nothing changes.
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
pub(super) struct Hands {
    hand: Hand,
    /// The last act of the automatic judge's own that has not been seen yet.
    own: Option<Act>,
}

impl Hands {
    pub(super) fn hand(&self) -> Hand {
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
        self.hand = Hand::Own;
    }

    /// Takes in an act that the feed shows.
    pub(super) fn see(&mut self, event: &Event) -> Turn {
        match &event.fact {
            Fact::Paused { .. } => return Turn::Paused,
            Fact::Resumed { .. } => {
                self.hand = Hand::Own;
                return Turn::Resumed;
            }
            fact if self.own.as_ref().is_some_and(|own| leads_to(own, fact)) => {
                // Of what a confirmation leads to, the round's becoming final is the last.
                if !matches!(fact, Fact::LotsConfirmed { .. }) {
                    self.own = None;
                }
                return Turn::None;
            }
            fact if !takes_over(fact) => return Turn::None,
            _ => {}
        }
        self.hand = Hand::Person;
        Turn::TakenOver
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

    fn see(hands: &mut Hands, fact: Fact) -> Turn {
        hands.see(&Event { at: GameTime(0), by: Actor::Judge, fact })
    }

    fn opened(round: u32) -> Fact {
        Fact::RoundOpened { round: RoundNo(round), attempt: 1, closes_at: GameTime(9) }
    }

    #[test]
    fn an_own_act_keeps_the_game_and_the_same_act_of_a_person_takes_it() {
        let mut hands = Hands::default();
        hands.acts(&Act::OpenRound { round: RoundNo(1) });
        assert_eq!((see(&mut hands, opened(1)), hands.hand()), (Turn::None, Hand::Own));
        assert_eq!((see(&mut hands, opened(2)), hands.hand()), (Turn::TakenOver, Hand::Person));
        hands.hand_back();
        hands.acts(&Act::SignalEnd);
        hands.refused();
        assert_eq!(see(&mut hands, Fact::EndSignalled { ends_at: GameTime(9) }), Turn::TakenOver);
    }

    #[test]
    fn a_confirmation_is_own_with_all_that_it_leads_to() {
        let mut hands = Hands::default();
        let round = RoundNo(3);
        hands.acts(&Act::ConfirmLots { round, attempt: 1, lots: LotChoice::All, seen: None });
        assert_eq!(see(&mut hands, Fact::LotsConfirmed { lots: Vec::new() }), Turn::None);
        assert_eq!(see(&mut hands, Fact::RoundFinalised { round }), Turn::None);
        assert_eq!(see(&mut hands, Fact::LotsConfirmed { lots: Vec::new() }), Turn::TakenOver);
    }

    #[test]
    fn a_resumed_clock_hands_back_and_a_remark_takes_nothing() {
        let mut hands = Hands::default();
        let out = Fact::TeamDisqualified { team: TeamId(1), reason: "x".into() };
        assert_eq!(see(&mut hands, out), Turn::TakenOver);
        assert_eq!(see(&mut hands, Fact::Paused { reason: "x".into() }), Turn::Paused);
        assert_eq!(
            (see(&mut hands, Fact::Resumed { closes_at: None }), hands.hand()),
            (Turn::Resumed, Hand::Own)
        );
        assert_eq!(see(&mut hands, Fact::Remarked { text: "x".into() }), Turn::None);
        assert_eq!(see(&mut hands, Fact::JankenEntered { order: Vec::new() }), Turn::None);
        assert_eq!(hands.hand(), Hand::Own);
    }
}
