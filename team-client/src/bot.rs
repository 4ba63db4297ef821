//! Programs that play: what a strategy decides, and what it sees when it does.
//!
//! A [`Strategy`] knows the game as its team may see it and nothing else: no clock, no connection, no file.
//! [`play()`] carries its decisions to the server. [`Mason`] plays by itself, as its [`Temperament`] says,
//! [`Advised`] as the adviser says, [`Scripted`] by a script; [`Breed`] knows them by name.

mod advised;
mod breed;
mod dice;
mod mason;
mod play;
mod scripted;
mod temperament;
mod worth;

use std::fmt;
use std::pin::Pin;

use ishigaki_rules::auction::{Bid, Raise, Settlement, Tie};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{
    Game, Phase, Priority, RoundNo, RoundRecord, StoneId, TeamId, TeamState, Tsuyama, WaveNo,
};

pub use advised::Advised;
pub use breed::Breed;
pub(crate) use dice::{About, dice};
pub use mason::Mason;
pub use play::{Note, play, play_with};
pub use scripted::{Script, Scripted};
pub use temperament::Temperament;

/// The game as a team sees it when it decides something.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The game: what is public, and the team's own sealed lists.
    pub game: &'a Game,
    /// The team.
    pub me: TeamId,
}

/// One line of a list by the lot's code, which need not exist: what the server makes of it is its matter. The
/// price shows in no debug output (`A4`).
#[derive(Clone, PartialEq, Eq)]
pub struct Line {
    /// The lot's code.
    pub lot: String,
    /// The price offered.
    pub price: Tsuyama,
}

/// Something to wait for.
pub type Hold = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What a team does, decided by a program.
///
/// Each is asked when its moment has come, and asked again if the answer got lost on its way: a strategy that
/// answers by the [`View`] alone gives the same answer again. Moves that the rules refuse lead to nothing.
pub trait Strategy: Send {
    /// Lists to send before the one that counts, in order. They may be refused; an accepted one is replaced.
    /// Asked once in each attempt of a round. A program has no use for this, a rehearsal does.
    fn tries(&mut self, _view: &View<'_>) -> Vec<Vec<Line>> {
        Vec::new()
    }

    /// Something to wait for before the list that counts is sent. A program has no use for this; a rehearsal
    /// uses it to put several bots in order where it matters who seals last.
    fn before_sealing(&mut self, _view: &View<'_>) -> Option<Hold> {
        None
    }

    /// The list for the round that is open (`A2`). None at all is a decline.
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid>;

    /// The new prices for the team's tied lines in the wave that is open (`A7`). None at all is a pass.
    fn raises(&mut self, view: &View<'_>) -> Vec<Raise>;

    /// The whole wall with the stones in hand (`W5`); `None` to leave it as it is. Asked whenever stones have
    /// been handed out.
    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>>;
}

impl<S: Strategy + ?Sized> Strategy for Box<S> {
    fn tries(&mut self, view: &View<'_>) -> Vec<Vec<Line>> {
        (**self).tries(view)
    }

    fn before_sealing(&mut self, view: &View<'_>) -> Option<Hold> {
        (**self).before_sealing(view)
    }

    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        (**self).bids(view)
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        (**self).raises(view)
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        (**self).wall(view)
    }
}

impl<'a> View<'a> {
    /// The team's state; `None` if the game has no such team.
    pub fn team(&self) -> Option<&'a TeamState> {
        self.game.team(self.me)
    }

    /// The TSUYAMA the team holds.
    pub fn held(&self) -> Tsuyama {
        self.team().map_or(Tsuyama::ZERO, |team| team.held)
    }

    /// The round that is under way.
    pub fn record(&self) -> Option<&'a RoundRecord> {
        self.game.current_round()
    }

    /// The round and attempt in which the team can seal a list now: bidding is open and it takes part.
    pub fn open_bidding(&self) -> Option<(RoundNo, u32)> {
        let record = self.record()?;
        let open = matches!(self.game.phase(), Phase::Bidding { .. }) && self.game.takes_part(self.me);
        open.then_some((record.round, record.attempt))
    }

    /// The round, attempt and wave in which the team can re-bid now: it takes part, has a tied line and the
    /// money to raise one.
    pub fn open_wave(&self) -> Option<(RoundNo, u32, WaveNo)> {
        let Phase::Rebidding { wave, .. } = self.game.phase() else {
            return None;
        };
        let record = self.record()?;
        let open = self.game.takes_part(self.me) && self.game.can_raise(self.me);
        open.then_some((record.round, record.attempt, wave))
    }

    /// The team's tied lines in the open wave, each with its tie.
    pub fn tied_lines(&self) -> Vec<(Priority, &'a Tie)> {
        let ties = self.record().and_then(|record| record.settlement.as_ref()).map(Settlement::ties);
        let mine = |tie: &'a Tie| {
            tie.lines.iter().filter(|line| line.team == self.me).map(move |line| (line.priority, tie))
        };
        ties.unwrap_or_default().iter().flat_map(mine).collect()
    }

    /// The most the team may name in the open wave (`A7`).
    pub fn rebid_budget(&self) -> Option<Tsuyama> {
        self.record()?.settlement.as_ref()?.rebid_budget(self.me, self.held())
    }
}

impl fmt::Debug for View<'_> {
    /// The game carries the team's own sealed list, so nothing of it shows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("me", &self.me).finish_non_exhaustive()
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}
