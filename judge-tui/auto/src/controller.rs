//! Control of a game: by the automatic judge, or by a person after an act.
//!
//! The tracker learns of the judge's own acts before they are sent. Any other act in the feed is a person's.

use ishigaki_client::judging::leads_to;
use ishigaki_rules::{Act, Event, Fact};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Controller {
    #[default]
    Own,
    Person,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ControlChange {
    None,
    TakenOver,
    Paused,
    Resumed,
}

#[derive(Debug, Default)]
pub(super) struct ControlTracker {
    controller: Controller,
    own: Option<Act>,
}

impl ControlTracker {
    pub(super) fn controller(&self) -> Controller {
        self.controller
    }

    /// The judge's last act that hasn't appeared in the feed.
    pub(super) fn record_act(&mut self, act: &Act) {
        self.own = Some(act.clone());
    }

    /// Forgets the last act, which was rejected.
    pub(super) fn forget_act(&mut self) {
        self.own = None;
    }

    pub(super) fn hand_back(&mut self) {
        self.controller = Controller::Own;
    }

    pub(super) fn observe(&mut self, event: &Event) -> ControlChange {
        match &event.fact {
            Fact::Paused { .. } => return ControlChange::Paused,
            Fact::Resumed { .. } => {
                self.controller = Controller::Own;
                return ControlChange::Resumed;
            }
            fact if self.own.as_ref().is_some_and(|own| leads_to(own, fact)) => {
                // The final round is the last effect of a confirmation.
                if !matches!(fact, Fact::LotsConfirmed { .. }) {
                    self.own = None;
                }
                return ControlChange::None;
            }
            fact if !takes_over(fact) => return ControlChange::None,
            _ => {}
        }
        self.controller = Controller::Person;
        ControlChange::TakenOver
    }
}

/// Returns whether this act of a person takes the game over. An announcement, a tick, an extension, a manual
/// entry and a requested janken don't.
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

    fn observe(control: &mut ControlTracker, fact: Fact) -> ControlChange {
        control.observe(&Event { at: GameTime(0), by: Actor::Judge, fact })
    }

    fn round_opened(round: u32) -> Fact {
        Fact::RoundOpened { round: RoundNo(round), attempt: 1, closes_at: GameTime(9) }
    }

    #[test]
    fn own_act_keeps_the_game_and_a_persons_act_takes_it() {
        let mut control = ControlTracker::default();
        control.record_act(&Act::OpenRound { round: RoundNo(1) });
        assert_eq!(
            (observe(&mut control, round_opened(1)), control.controller()),
            (ControlChange::None, Controller::Own)
        );
        assert_eq!(
            (observe(&mut control, round_opened(2)), control.controller()),
            (ControlChange::TakenOver, Controller::Person)
        );
        control.hand_back();
        control.record_act(&Act::SignalEnd);
        control.forget_act();
        assert_eq!(
            observe(&mut control, Fact::EndSignalled { ends_at: GameTime(9) }),
            ControlChange::TakenOver
        );
    }

    #[test]
    fn own_confirmation_and_its_consequence_keep_control() {
        let mut control = ControlTracker::default();
        let round = RoundNo(3);
        control.record_act(&Act::ConfirmLots { round, attempt: 1, lots: LotChoice::All, seen: None });
        assert_eq!(observe(&mut control, Fact::LotsConfirmed { lots: Vec::new() }), ControlChange::None);
        assert_eq!(observe(&mut control, Fact::RoundFinalised { round }), ControlChange::None);
        assert_eq!(observe(&mut control, Fact::LotsConfirmed { lots: Vec::new() }), ControlChange::TakenOver);
    }

    #[test]
    fn resume_returns_control_and_remark_keeps_it() {
        let mut control = ControlTracker::default();
        let out = Fact::TeamDisqualified { team: TeamId(1), reason: "x".into() };
        assert_eq!(observe(&mut control, out), ControlChange::TakenOver);
        assert_eq!(observe(&mut control, Fact::Paused { reason: "x".into() }), ControlChange::Paused);
        assert_eq!(
            (observe(&mut control, Fact::Resumed { closes_at: None }), control.controller()),
            (ControlChange::Resumed, Controller::Own)
        );
        assert_eq!(observe(&mut control, Fact::Remarked { text: "x".into() }), ControlChange::None);
        assert_eq!(observe(&mut control, Fact::JankenEntered { order: Vec::new() }), ControlChange::None);
        assert_eq!(control.controller(), Controller::Own);
    }
}
