//! A closed game: claimed, with only its summary in memory.

use std::sync::Arc;

use ishigaki_journal::{StreamClaim, StreamId};
use ishigaki_proto::wire;

use super::{Handle, KeptCheckpoint};
use crate::checkpoint::Checkpoint;
use crate::clock::{Clock, GameClock};
use crate::feed::Cues;

/// A claimed game. Its records are read when it is opened. Its claim stays valid, because nothing is appended
/// to a closed game.
#[derive(Clone, Debug)]
pub struct ClosedGame {
    pub(crate) id: StreamId,
    pub(super) claim: StreamClaim,
    /// Its checkpoint; for an unfinished game, one of its setup alone.
    pub(crate) summary: Checkpoint,
    /// Clock and cues of a finished game, because records don't contain the reveal.
    pub(super) standing: Option<(GameClock, Cues)>,
}

impl ClosedGame {
    pub(super) fn over(
        id: StreamId,
        claim: StreamClaim,
        checkpoint: Checkpoint,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let clock = GameClock::starting_at(checkpoint.ended_at(), clock);
        let cues = Cues { revealed_places: checkpoint.clock().revealed_places, uncovering: None };
        Self { id, claim, summary: checkpoint, standing: Some((clock, cues)) }
    }

    /// Returns whether it is over, and known by its checkpoint.
    pub fn is_over(&self) -> bool {
        self.standing.is_some()
    }

    /// Returns its checkpoint, if it is over.
    pub fn checkpoint(&self) -> Option<&Checkpoint> {
        Some(&self.summary).filter(|_| self.is_over())
    }

    /// Its clock for a message sent now; `None` for an unfinished game.
    pub(crate) fn face(&self) -> Option<wire::Clock> {
        let (clock, Cues { revealed_places, uncovering }) = self.standing.as_ref()?;
        let (revealed_places, uncovering) = (*revealed_places, *uncovering);
        let (now_ms, server_unix_ms) = (clock.now().0, clock.time_of_day().0);
        Some(wire::Clock { now_ms, server_unix_ms, revealed_places, uncovering, ..self.summary.clock() })
    }
}

impl Handle {
    /// Returns the game closed, if it can be closed now: it is over, its checkpoint is stored, and it has no
    /// other handles or readers.
    pub(crate) fn closed(&self) -> Option<ClosedGame> {
        // One reference is this handle's, the other the engine's.
        let is_quiet = Arc::strong_count(&self.feeds) == 2 && self.feeds.stop_reason().is_none();
        let summary = match &*self.checkpoint.borrow() {
            KeptCheckpoint::Kept(checkpoint) if is_quiet => checkpoint.clone(),
            _ => return None,
        };
        let claim = StreamClaim { epoch: self.epoch, head: summary.records() };
        let standing = Some((self.inbox.clock().clone(), self.feeds.cues()));
        Some(ClosedGame { id: self.id.clone(), claim, summary, standing })
    }
}
