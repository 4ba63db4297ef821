//! Clients as state machines: each folds its own feed and acts on its own view.

mod invalid_call;
mod judge;
mod messages;
mod organiser;
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Team(TeamId),
    Judge,
    Organiser,
    Board,
}

pub(crate) struct Client {
    pub(crate) role: Role,
    pub(crate) mirror: Rc<Mirror>,
}

pub(crate) type Intent = crate::world::Intent<GameSubject>;

impl Client {
    pub(crate) fn new(role: Role) -> Self {
        Self { role, mirror: Rc::default() }
    }

    pub(crate) fn audience(&self) -> Audience {
        match self.role {
            Role::Team(team) => Audience::Team(team),
            Role::Judge | Role::Organiser => Audience::Public,
            Role::Board => Audience::Board,
        }
    }

    pub(crate) fn fold(&mut self, item: &wire::FeedItem, moment: Instant) -> Checked<bool> {
        match Rc::make_mut(&mut self.mirror).fold(item, moment) {
            Ok(folded) => Ok(matches!(folded, Folded::Pulse { .. })),
            Err(error) => Err(Violation::Broken(format!("{:?} cannot follow its feed: {error}", self.role))),
        }
    }

    pub(crate) fn adopt(&mut self, item: &WatchGameResponse, folded: &Rc<Mirror>) -> bool {
        let is_due = item.sequence == self.mirror.next_sequence() && item.skipped == 0;
        if is_due {
            self.mirror = Rc::clone(folded);
        }
        is_due
    }

    pub(crate) fn think(&self, chance: &mut Chance, weather: Weather) -> Option<Intent> {
        let game = self.mirror.game()?;
        let intent = match self.role {
            Role::Team(team) => {
                let is_premature = chance.permille(weather.faults.wrong / 10);
                if is_premature {
                    invalid_call::impersonate(chance, game, team, weather)
                } else {
                    team::act(chance, game, team)
                }
            }
            Role::Judge => judge::act(chance, game, weather),
            Role::Organiser => organiser::act(chance, game, weather),
            Role::Board => None,
        }?;
        if !weather.is_calm && chance.permille(weather.faults.wrong) {
            return Some(invalid_call::invalidate(chance, game, intent));
        }
        Some(intent)
    }
}
