//! The contest file's events: created at the first start, with the file's teams as their rosters.

use ishigaki_catalogue::Message;
use ishigaki_preset::{EventConfig, Roster, RosterError};
use ishigaki_scenarios::{EntrantSpec, EventSpec};
use ishigaki_tournament::{Actor, Competition, CompetitionPlan, GroupPhase, Stage};
use serde_json::{Value, json};

use super::{Handle, Tournaments};
use crate::engine::Request;
use crate::planned_config;

/// Error of the contest file's event.
#[derive(Debug, thiserror::Error, Message)]
#[message("contest-event")]
pub enum Error {
    #[message(transparent)]
    Config(#[from] planned_config::Error),
    Roster {
        event: String,
        source: RosterError,
    },
    /// It is an event in groups, and the file has no teams that could play.
    NoTeams {
        event: String,
    },
    Created {
        event: String,
        source: super::Error,
    },
    Unset {
        event: String,
        why: String,
    },
}

/// Returns the roster: the event's teams in the order of the file.
pub fn roster(event: &EventSpec) -> Result<Roster, Error> {
    Roster::of(&entered(event)).map_err(|source| Error::Roster { event: event.id.clone(), source })
}

/// All errors of the event's teams as the roster of an event with this plan.
pub(super) fn roster_errors(event: &EventSpec, plan: &CompetitionPlan) -> Vec<Error> {
    let errors = Roster::errors(&entered(event), plan).into_iter();
    errors.map(|source| Error::Roster { event: event.id.clone(), source }).collect()
}

fn entered(event: &EventSpec) -> Value {
    let line = |EntrantSpec { team, texts, woman }: &EntrantSpec| {
        let mut line = json!({ "id": team.code, "name": team.name });
        for (member, text) in texts {
            line[member] = text.as_str().into();
        }
        if *woman {
            line["woman"] = true.into();
        }
        line
    };
    event.entrants.iter().map(line).collect()
}

impl Tournaments {
    /// Returns the contest file's events with their settings.
    pub fn contest_events(&self) -> Result<Vec<(&EventSpec, EventConfig)>, Error> {
        let with_config = |event| {
            let config = planned_config::of(event)?;
            if event.entrants.is_empty() && config.plan().leagues().is_none() {
                return Err(Error::NoTeams { event: event.id.clone() });
            }
            Ok((event, config))
        };
        self.games.contest().events.iter().map(with_config).collect()
    }

    /// Creates the contest file's events that don't exist, and updates their rosters from the file until they
    /// are committed (`TV1`) or the organiser has set another. A file without teams leaves the rosters to the
    /// organiser.
    pub async fn follow_contest(&self) -> Result<(), Error> {
        for (event, config) in self.contest_events()? {
            self.follow(event, config).await?;
        }
        Ok(())
    }

    async fn follow(&self, event: &EventSpec, config: EventConfig) -> Result<(), Error> {
        if self.damaged().contains(&event.id) {
            return Ok(());
        }
        let handle = if let Some(handle) = self.get(&event.id) {
            handle
        } else {
            let created = self.create(&event.id, config.clone()).await;
            created.map_err(|source| Error::Created { event: event.id.clone(), source })?
        };
        if handle.setup().config.text() != config.text() {
            tracing::warn!(
                event = event.id,
                "the contest file changed, but this event keeps the plan and titles it was created with. To use the new ones, \
                 give the event another id in the file"
            );
        }
        if event.entrants.is_empty() {
            return Ok(());
        }
        let roster = roster(event)?;
        let fits = roster.entrants(config.plan());
        fits.map_err(|source| Error::Roster { event: event.id.clone(), source })?;
        let (state, _) = handle.feeds().standing();
        if state.roster().text() == roster.text() {
            return Ok(());
        }
        if !is_open(state.competition()) {
            tracing::warn!(
                event = event.id,
                "the teams in the contest file changed, but the event keeps its committed roster (TV1)"
            );
            return Ok(());
        }
        if state.roster_by() == Some(Actor::Organiser) {
            tracing::warn!(
                event = event.id,
                "the teams in the contest file differ from the roster that the organiser set. To use the file's teams, set them \
                 as the roster"
            );
            return Ok(());
        }
        set(&handle, roster).await
    }
}

fn is_open(competition: &Competition) -> bool {
    match competition {
        Competition::Leagues(tournament) => tournament.stage() == Stage::Roster,
        Competition::Groups(groups) => groups.phase() == GroupPhase::Roster,
    }
}

async fn set(event: &Handle, roster: Roster) -> Result<(), Error> {
    let set = event.act("", Actor::Server, Request::SetRoster(Box::new(roster))).await;
    match set {
        Ok(_) => Ok(()),
        Err(error) => Err(Error::Unset { event: event.id().to_string(), why: format!("{error:?}") }),
    }
}
