//! An event's staff as state machines: each folds its own feed and acts on its own view.

mod desk;
mod groups;
mod invalid_act;
mod organiser;
mod referee;

use ishigaki_audit::{Checked, Violation};
use ishigaki_client::{EventFolded, EventMirror};
use ishigaki_engine::engine::Request;
use ishigaki_matching::Blossom;
use ishigaki_preset::EventConfig;
use ishigaki_proto::shared::WatchGameResponse;
use ishigaki_rules::GameTime;
use ishigaki_tournament::{
    Act, Actor, Command, Competition, LeagueId, PlayerId, Rejection, Tournament, decide,
};

use super::setting::Habits;
use crate::chance::Chance;
use crate::setting::FaultRates;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Organiser,
    Desk,
    Referee,
    Board,
}

pub(crate) struct Client {
    pub(crate) role: Role,
    pub(crate) mirror: EventMirror,
}

#[derive(Clone, Copy)]
pub(crate) struct ActContext<'a> {
    pub(crate) config: &'a EventConfig,
    pub(crate) habits: Habits,
    pub(crate) faults: FaultRates,
    /// Set when the event has lasted long and must come to its end.
    pub(crate) is_calm: bool,
}

pub(crate) type Intent = (Actor, Request);

impl Client {
    pub(crate) fn new(role: Role) -> Self {
        Self { role, mirror: EventMirror::new() }
    }

    pub(crate) fn competition(&self) -> Option<&Competition> {
        self.mirror.standing().map(|standing| &standing.competition)
    }

    pub(crate) fn fold(&mut self, item: &WatchGameResponse) -> Checked<bool> {
        let decoded = item.item().map_err(|error| Violation::Broken(format!("a garbled item: {error}")))?;
        match self.mirror.fold(&decoded) {
            Ok(folded) => Ok(matches!(folded, EventFolded::Pulse { .. })),
            Err(error) => Err(Violation::Broken(format!("{:?} cannot follow its feed: {error}", self.role))),
        }
    }

    pub(crate) fn think(&self, chance: &mut Chance, context: ActContext<'_>) -> Checked<Option<Intent>> {
        let tournament = match self.competition() {
            None => return Ok(None),
            Some(Competition::Groups(contest)) => return groups::act(self.role, chance, contest, context),
            Some(Competition::Leagues(tournament)) => tournament,
        };
        let (by, request) = match self.role {
            Role::Organiser => (Actor::Organiser, organiser::act(chance, tournament, context)?),
            Role::Desk => (Actor::Desk, desk::act(chance, tournament, context).map(Request::Act)),
            Role::Referee => (Actor::Referee, referee::act(chance, tournament, context).map(Request::Act)),
            Role::Board => return Ok(None),
        };
        if !context.is_calm && chance.permille(context.faults.wrong) {
            return Ok(Some(invalid_act::invalidate(chance, tournament, by)));
        }
        Ok(request.map(|request| (by, request)))
    }
}

fn anybody(chance: &mut Chance, tournament: &Tournament) -> PlayerId {
    PlayerId::at(chance.index(tournament.roster().len()))
}

fn allowed(tournament: &Tournament, by: Actor, act: Act) -> Result<(), Rejection> {
    decide(tournament, &Command::new(GameTime::default(), by, act), &Blossom).map(drop)
}

/// Returns the league without a first that only the referee can determine, with the candidates (`TF4`).
fn stuck(tournament: &Tournament) -> Option<(LeagueId, Vec<PlayerId>)> {
    let flow = tournament.flow()?;
    let name = |league, player| Act::NameFirst { league, player, reason: "nobody is left".to_owned() };
    let is_allowed = |league, player| allowed(tournament, Actor::Referee, name(league, player));
    (0..flow.firsts().len()).map(LeagueId::at).find_map(|league| {
        let is_stuck =
            matches!(is_allowed(league, PlayerId::at(0)), Ok(()) | Err(Rejection::CannotBeFirst { .. }));
        is_stuck.then(|| {
            let present = flow.field().present();
            (league, present.filter(|player| is_allowed(league, *player).is_ok()).collect())
        })
    })
}
