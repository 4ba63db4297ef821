//! Programs that play: what a strategy decides, and what it sees when it does.
//!
//! A [`Strategy`] knows the game as its team may see it and nothing else: no clock, no connection, no file.
//! [`play()`] carries its decisions to the server, [`play_offline()`] plays a whole game without one.

mod offline;
mod play;

use std::pin::Pin;

use ishigaki_proto::fault::Fault;
use ishigaki_rules::StoneId;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;

pub use crate::line::Line;
pub use crate::view::View;
pub use offline::{play_offline, play_offline_telling};
pub use play::{BotRemark, play, play_with};

/// Something to wait for.
pub type SealingDelay = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Strategy: what a team does, decided by a program.
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
    fn before_sealing(&mut self, _view: &View<'_>) -> Option<SealingDelay> {
        None
    }

    /// Is told that a game begins, or that it goes on where it is.
    fn begin(&mut self, _view: &View<'_>) {}

    /// The list for the round that is open (`A2`). None at all is a decline.
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid>;

    /// The new prices for the team's tied lines in the wave that is open (`A7`). None at all is a pass.
    fn raises(&mut self, view: &View<'_>) -> Vec<Raise>;

    /// The whole wall with the stones in hand (`W5`); `None` to leave it as it is. Asked whenever stones have
    /// been handed out.
    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>>;

    /// Is told that the rules refused its last answer.
    fn refused(&mut self, _fault: &Fault) {}

    /// Is told that the game is over.
    fn over(&mut self, _view: &View<'_>) {}
}

impl<S: Strategy + ?Sized> Strategy for Box<S> {
    fn tries(&mut self, view: &View<'_>) -> Vec<Vec<Line>> {
        (**self).tries(view)
    }

    fn before_sealing(&mut self, view: &View<'_>) -> Option<SealingDelay> {
        (**self).before_sealing(view)
    }

    fn begin(&mut self, view: &View<'_>) {
        (**self).begin(view);
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

    fn refused(&mut self, fault: &Fault) {
        (**self).refused(fault);
    }

    fn over(&mut self, view: &View<'_>) {
        (**self).over(view);
    }
}
