//! Clients as state machines: each folds its own feed, and acts on the picture it has.

mod judge;
mod messages;
mod organiser;
mod spoil;
mod stones;
mod team;

use std::rc::Rc;
use std::time::Instant;

use ishigaki_audit::{Checked, Violation};
use ishigaki_client::{Folded, Mirror};
use ishigaki_engine::engine::GameSubject;
use ishigaki_engine::feed::Audience;
use ishigaki_proto::shared::WatchGameResponse;
use ishigaki_proto::wire;
use ishigaki_rules::TeamId;

use crate::chance::Chance;
use crate::world::Weather;

/// Role of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// One of a team's devices.
    Team(TeamId),
    Judge,
    /// Enters lists for teams now and then.
    Organiser,
    Board,
}

pub(crate) struct Client {
    pub(crate) role: Role,
    /// Shared with whoever has been told the same.
    pub(crate) mirror: Rc<Mirror>,
}

/// Call that a client wants to make.
pub(crate) type Intent = crate::world::Intent<GameSubject>;

impl Client {
    pub(crate) fn new(role: Role) -> Self {
        Self { role, mirror: Rc::default() }
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
    pub(crate) fn think(&self, chance: &mut Chance, weather: Weather) -> Option<Intent> {
        let game = self.mirror.game()?;
        let intent = match self.role {
            Role::Team(team) => {
                let rash = chance.permille(weather.faults.wrong / 10);
                if rash { spoil::usurp(chance, game, team, weather) } else { team::act(chance, game, team) }
            }
            Role::Judge => judge::act(chance, game, weather),
            Role::Organiser => organiser::act(chance, game, weather),
            Role::Board => None,
        }?;
        if !weather.is_calm && chance.permille(weather.faults.wrong) {
            return Some(spoil::spoil(chance, game, intent));
        }
        Some(intent)
    }
}
