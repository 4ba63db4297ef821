//! A strategy that follows a script, with a fallback.

use std::collections::BTreeMap;
use std::fmt;

use ishigaki_proto::fault::Fault;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{LotId, RoundNo, StoneId, WaveNo};

use super::{Line, SealingDelay, Strategy, View};

/// Script of a team: its submissions by time.
///
/// A list belongs to an attempt; a voided round that runs again needs its own. `Debug` omits prices, because
/// lists are secret before the opening (`A4`).
#[derive(Clone, Default, PartialEq, Eq)]
pub struct TeamScript {
    /// Lists to submit before the real one, by round and attempt.
    pub tries: BTreeMap<(RoundNo, u32), Vec<Vec<Line>>>,
    /// Lists by round and attempt. An empty one is a decline.
    pub lists: BTreeMap<(RoundNo, u32), Vec<Line>>,
    /// Raises by round, attempt and wave. An empty list is a pass.
    pub raises: BTreeMap<(RoundNo, u32, WaveNo), Vec<Raise>>,
}

/// Plays by a script, and otherwise as `inner`. Builds as `inner`.
#[derive(Clone, Debug)]
pub struct Scripted<S> {
    script: TeamScript,
    inner: S,
}

impl TeamScript {
    /// Returns an empty script.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a list to submit before the real one, in the first attempt of a round.
    #[must_use]
    pub fn try_first(mut self, round: RoundNo, list: Vec<Line>) -> Self {
        self.tries.entry((round, 1)).or_default().push(list);
        self
    }

    /// Sets the list of a round's first attempt.
    #[must_use]
    pub fn list(mut self, round: RoundNo, list: Vec<Line>) -> Self {
        self.lists.insert((round, 1), list);
        self
    }

    /// Sets the raises of a wave in a round's first attempt.
    #[must_use]
    pub fn raise(mut self, round: RoundNo, wave: WaveNo, raises: Vec<Raise>) -> Self {
        self.raises.insert((round, 1, wave), raises);
        self
    }
}

impl<S: Strategy> Scripted<S> {
    /// Returns a bot that plays by the script, and otherwise as `inner`.
    pub fn new(script: TeamScript, inner: S) -> Self {
        Self { script, inner }
    }
}

impl<S: Strategy> Strategy for Scripted<S> {
    fn tries(&mut self, view: &View<'_>) -> Vec<Vec<Line>> {
        let moment = view.open_bidding();
        let scripted = moment.and_then(|moment| self.script.tries.get(&moment)).cloned();
        scripted.unwrap_or_else(|| self.inner.tries(view))
    }

    fn before_sealing(&mut self, view: &View<'_>) -> Option<SealingDelay> {
        self.inner.before_sealing(view)
    }

    fn begin(&mut self, view: &View<'_>) {
        self.inner.begin(view);
    }

    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        let setup = view.game.setup();
        let bid = |line: &Line| Bid {
            // An unknown lot stays unknown, so that the list is rejected as intended.
            lot: setup.lot_by_code(&line.lot).unwrap_or(LotId(u32::MAX)),
            price: line.price,
        };
        let scripted = view.open_bidding().and_then(|moment| self.script.lists.get(&moment));
        match scripted {
            Some(lines) => lines.iter().map(bid).collect(),
            None => self.inner.bids(view),
        }
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        match view.open_wave().and_then(|moment| self.script.raises.get(&moment)) {
            Some(raises) => raises.clone(),
            None => self.inner.raises(view),
        }
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        self.inner.wall(view)
    }

    fn refused(&mut self, fault: &Fault) {
        self.inner.refused(fault);
    }

    fn over(&mut self, view: &View<'_>) {
        self.inner.over(view);
    }
}

impl fmt::Debug for TeamScript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TeamScript").finish_non_exhaustive()
    }
}
