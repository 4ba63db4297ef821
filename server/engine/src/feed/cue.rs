//! Cues of a game's judge: how much of an opening is uncovered, and of the ranking revealed.

use std::sync::PoisonError;

use ishigaki_proto::fault::Fault;
use ishigaki_proto::{convert, wire};
use ishigaki_rules::{Game, Phase, Rejection};

use super::{Feeds, Logs, State, openings, pulse_of};

/// Progress of the judge's presentation. Records don't contain it, except that a full reveal is stored in the
/// game's checkpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cues {
    pub(crate) revealed_places: Option<u32>,
    pub(crate) uncovering: Option<wire::Uncovering>,
}

impl<G: State> Feeds<G> {
    pub(crate) fn cues(&self) -> Cues {
        let wire::Clock { revealed_places, uncovering, .. } =
            self.logs.read().unwrap_or_else(PoisonError::into_inner).face;
        Cues { revealed_places, uncovering }
    }
}

impl Logs<Game> {
    fn is_revealed(&self) -> bool {
        self.game.phase() == Phase::Declared && self.game.covered_rows(self.face.revealed_places) == 0
    }
}

impl Feeds {
    /// Reveals this number of places of the declared ranking from the last; the next pulse of each reader has
    /// it. A full reveal is final.
    pub fn reveal(&self, places: u32) -> Result<(), Rejection> {
        let mut logs = self.logs.write().unwrap_or_else(PoisonError::into_inner);
        match logs.game.phase() {
            Phase::Declared if *self.revealed.borrow() => Ok(()),
            Phase::Declared => {
                logs.face.revealed_places = Some(places);
                self.note_reveal(&logs);
                Ok(())
            }
            phase => Err(Rejection::WrongPhase { phase }),
        }
    }

    /// Returns whether the declared ranking is fully revealed.
    pub fn is_revealed(&self) -> bool {
        *self.revealed.borrow()
    }

    /// Returns whether the outcome is public: the declared ranking is revealed, or the game is abandoned.
    pub fn is_outcome_public(&self) -> bool {
        self.is_revealed() || self.standing().0.phase() == Phase::Abandoned
    }

    /// Waits until the outcome is public: the declared ranking is revealed, or the game is abandoned.
    pub(crate) async fn outcome_public(&self) {
        self.over().await;
        if self.standing().0.phase() == Phase::Declared {
            // The sender lives as long as the feeds.
            _ = self.revealed.subscribe().wait_for(|is_revealed| *is_revealed).await;
        }
    }

    /// Restores earlier cues.
    pub(crate) fn steer(&self, cues: Cues) {
        let Cues { revealed_places, uncovering } = cues;
        let mut logs = self.logs.write().unwrap_or_else(PoisonError::into_inner);
        logs.face = wire::Clock { revealed_places, uncovering, ..logs.face };
        self.note_reveal(&logs);
    }

    fn note_reveal(&self, logs: &Logs<Game>) {
        if logs.is_revealed() {
            self.ranked_pulse.get_or_init(|| pulse_of(Some(convert::standings_to_wire(&logs.game))));
        }
        self.revealed.send_replace(logs.is_revealed());
    }

    /// Uncovers steps of an opening, or resets the next one; the next message of each reader has it. Opening
    /// 0 means none, and boards proceed by themselves.
    ///
    /// # Errors
    ///
    /// Fails unless the opening has happened or is next, or if no more openings follow (`A5`).
    pub fn uncover(&self, uncovering: wire::Uncovering) -> Result<(), Fault> {
        let mut logs = self.logs.write().unwrap_or_else(PoisonError::into_inner);
        let (openings, phase) = (openings(&logs.game), logs.game.phase());
        let comes = matches!(
            phase,
            Phase::Ready { .. } | Phase::Bidding { .. } | Phase::Rebidding { .. } | Phase::Confirming
        );
        if uncovering.opening > openings && !comes {
            return Err(Fault::of_rejection(&Rejection::WrongPhase { phase }, logs.game.setup()));
        }
        let most = openings.saturating_add(1);
        if uncovering.opening > most {
            let fault = Fault::bad_field("opening").under("A5");
            return Err(fault.with("value", uncovering.opening).with("most", most));
        }
        logs.face.uncovering = Some(uncovering);
        Ok(())
    }
}
