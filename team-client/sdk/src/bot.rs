//! Strategies and their view of a game.
//!
//! A [`Strategy`] sees only the game as its team may see it: no clock, no connection, no file. [`play()`]
//! carries its decisions to the server, [`play_offline()`] plays a whole game without one.

mod offline;
mod play;

use std::pin::Pin;

use ishigaki_proto::fault::Fault;
use ishigaki_rules::StoneId;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;

pub use crate::line::Line;
pub use crate::view::View;
pub use offline::{play_offline, play_offline_with};
pub use play::{BotRemark, play, play_with};

/// A future that delays a submission.
pub type SealingDelay = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A strategy: decides what a team does.
///
/// A decision is requested again if its answer was lost, so a strategy must decide by the [`View`] alone.
/// Moves that the rules reject have no effect.
pub trait Strategy: Send {
    /// Returns lists to submit before the real one, in order. They may be rejected; an accepted one is
    /// replaced. Called once per attempt of a round, and of use only to rehearsals.
    fn tries(&mut self, _view: &View<'_>) -> Vec<Vec<Line>> {
        Vec::new()
    }

    /// Returns a future to wait for before the real list is submitted. Useful only for rehearsals, which
    /// order several bots if it matters who submits last.
    fn before_sealing(&mut self, _view: &View<'_>) -> Option<SealingDelay> {
        None
    }

    /// Called when a game begins or is resumed.
    fn begin(&mut self, _view: &View<'_>) {}

    /// Returns the list for the open round (`A2`). An empty list is a decline.
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid>;

    /// Returns new prices for the team's tied lines in the open wave (`A7`). An empty list is a pass.
    fn raises(&mut self, view: &View<'_>) -> Vec<Raise>;

    /// Returns the whole wall with the stones in hand (`W5`); `None` leaves it unchanged. Called whenever
    /// stones were handed out.
    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>>;

    /// Called when the rules rejected the last answer.
    fn refused(&mut self, _fault: &Fault) {}

    /// Called when the game is over.
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
