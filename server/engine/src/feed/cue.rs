//! Cues of a game's judge: how far an opening is uncovered, and how much of the ranking is revealed.

use std::sync::PoisonError;

use ishigaki_proto::fault::Fault;
use ishigaki_proto::{convert, wire};
use ishigaki_rules::{Game, Phase, Rejection};

use super::{Feeds, Logs, State, openings, pulse_of};

/// Cues of a game's judge for the hall: what is shown and when. No record has them; that a ranking is revealed whole is kept
/// with the checkpoint of its game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cues {
    pub(crate) revealed_places: Option<u32>,
    pub(crate) uncovering: Option<wire::Uncovering>,
}

impl<G: State> Feeds<G> {
    /// Returns what the judge has shown to the hall so far.
    pub(crate) fn cues(&self) -> Cues {
        let wire::Clock { revealed_places, uncovering, .. } =
            self.logs.read().unwrap_or_else(PoisonError::into_inner).face;
        Cues { revealed_places, uncovering }
    }
}

impl Logs<Game> {
    /// Returns whether the declared ranking is revealed whole.
    fn is_revealed(&self) -> bool {
        self.game.phase() == Phase::Declared && self.game.covered_rows(self.face.revealed_places) == 0
    }
}

impl Feeds {
    /// Reveals so many places of the declared ranking, from the last: the next pulse of each reader says so. A ranking that is
    /// revealed whole stays so.
    ///
    /// # Errors
    ///
    /// The result is not declared (`E4`).
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

    /// Returns whether the declared ranking is revealed whole.
    pub fn is_revealed(&self) -> bool {
        *self.revealed.borrow()
    }

    /// Returns whether everybody may know how the game ended: its declared ranking is revealed, or it is abandoned.
    pub fn is_outcome_public(&self) -> bool {
        self.is_revealed() || self.standing().0.phase() == Phase::Abandoned
    }

    /// Waits until the game is over and everybody may know how: its declared ranking is revealed, or it is abandoned.
    pub(crate) async fn outcome_public(&self) {
        self.over().await;
        if self.standing().0.phase() == Phase::Declared {
            // The sender lives as long as the feeds.
            _ = self.revealed.subscribe().wait_for(|is_revealed| *is_revealed).await;
        }
    }

    /// Shows to the hall what was shown before.
    pub(crate) fn steer(&self, cues: Cues) {
        let Cues { revealed_places, uncovering } = cues;
        let mut logs = self.logs.write().unwrap_or_else(PoisonError::into_inner);
        logs.face = wire::Clock { revealed_places, uncovering, ..logs.face };
        self.note_reveal(&logs);
    }

    /// Takes note of a ranking that is revealed whole from now on.
    fn note_reveal(&self, logs: &Logs<Game>) {
        if logs.is_revealed() {
            self.ranked_pulse.get_or_init(|| pulse_of(Some(convert::standings_to_wire(&logs.game))));
        }
        self.revealed.send_replace(logs.is_revealed());
    }

    /// Lets the hall see so many steps of an opening, or none of the one that comes next: the next message of each reader says
    /// so. Opening 0 is none: boards go on by themselves.
    ///
    /// # Errors
    ///
    /// Neither has it been, nor is it the next one; or no opening is to come any more (`A5`).
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
