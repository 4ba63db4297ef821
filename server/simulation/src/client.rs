//! Clients as state machines: each folds its own feed, and acts on the picture it has.

mod judge;
mod messages;
mod organiser;
mod spoil;
mod stones;
mod team;

use std::rc::Rc;
use std::time::Instant;

use ishigaki_client::{Folded, Mirror};
use ishigaki_proto::shared::WatchGameResponse;
use ishigaki_proto::wire;
use ishigaki_rules::{Act, Actor, GameTime, TeamId};
use ishigaki_server::feed::Audience;

use crate::chance::Chance;
use crate::feed_reader::FeedReader;
use crate::setting::FaultRates;
use ishigaki_audit::{Checked, Violation};

/// Role of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// One of a team's devices.
    Team(TeamId),
    /// The chief judge.
    Judge,
    /// Enters lists for teams now and then.
    Organiser,
    /// Only watches.
    Board,
}

/// A client.
pub(crate) struct Client {
    pub(crate) role: Role,
    /// Shared with whoever has been told the same.
    pub(crate) mirror: Rc<Mirror>,
    pub(crate) feed: Option<FeedReader>,
    /// Whether the feed has not said yet that it has brought all there is.
    pub(crate) is_new: bool,
    /// The call it waits for, and until when.
    pub(crate) waiting: Option<(u64, u64)>,
    /// The latest of its calls that reached the server.
    pub(crate) arrived: u64,
}

/// Call that a client wants to make.
pub(crate) struct Intent {
    pub(crate) by: Actor,
    pub(crate) act: Act,
    /// Time at which it shall arrive, in game time; `None`: soon.
    pub(crate) aim: Option<GameTime>,
}

impl Intent {
    fn soon(by: Actor, act: Act) -> Self {
        Self { by, act, aim: None }
    }
}

/// Circumstances of a client's act.
#[derive(Clone, Copy)]
pub(crate) struct ActContext {
    pub(crate) faults: FaultRates,
    /// The game has gone on for long: bring it to its end.
    pub(crate) is_calm: bool,
    /// Tells apart what is given as a reason.
    pub(crate) nth: u64,
}

impl Client {
    pub(crate) fn new(role: Role) -> Self {
        Self { role, mirror: Rc::default(), feed: None, is_new: false, waiting: None, arrived: 0 }
    }

    /// Returns the audience whose feed it watches.
    pub(crate) fn audience(&self) -> Audience {
        match self.role {
            Role::Team(team) => Audience::Team(team),
            Role::Judge | Role::Organiser => Audience::Public,
            Role::Board => Audience::Board,
        }
    }

    /// Folds an item of its feed; says whether it was a pulse.
    pub(crate) fn fold(&mut self, item: &wire::FeedItem, moment: Instant) -> Checked<bool> {
        match Rc::make_mut(&mut self.mirror).fold(item, moment) {
            Ok(folded) => Ok(matches!(folded, Folded::Pulse { .. })),
            Err(error) => Err(Violation::Broken(format!("{:?} cannot follow its feed: {error}", self.role))),
        }
    }

    /// Takes the next item of its feed, which somebody has folded to this who was told the same up to there. Whether that is the
    /// item that is due.
    pub(crate) fn adopt(&mut self, item: &WatchGameResponse, folded: &Rc<Mirror>) -> bool {
        let is_due = item.sequence == self.mirror.next_sequence() && item.skipped == 0;
        if is_due {
            self.mirror = Rc::clone(folded);
        }
        is_due
    }

    /// Returns the call that it wants to make, as far as it knows.
    pub(crate) fn think(&self, chance: &mut Chance, context: ActContext) -> Option<Intent> {
        let game = self.mirror.game()?;
        let intent = match self.role {
            Role::Team(team) => {
                let rash = chance.permille(context.faults.wrong / 10);
                if rash { spoil::usurp(chance, game, team, context) } else { team::act(chance, game, team) }
            }
            Role::Judge => judge::act(chance, game, context),
            Role::Organiser => organiser::act(chance, game, context),
            Role::Board => None,
        }?;
        if !context.is_calm && chance.permille(context.faults.wrong) {
            return Some(spoil::spoil(chance, game, intent));
        }
        Some(intent)
    }
}
