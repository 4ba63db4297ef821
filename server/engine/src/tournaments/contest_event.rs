//! The event that the contest file asks for: created at the first start, its roster the file's teams, if it has any.

use ishigaki_catalogue::Message;
use ishigaki_preset::{EventConfig, Roster, RosterError};
use ishigaki_scenarios::{Contest, EntrantSpec, EventSpec};
use ishigaki_tournament::{Actor, Competition, CompetitionPlan, GroupPhase, Stage};
use serde_json::{Value, json};

use super::{Handle, Tournaments};
use crate::engine::Request;
use crate::planned_config;

/// Error of holding the contest file's event.
#[derive(Debug, thiserror::Error, Message)]
#[message("contest-event")]
pub enum Error {
    /// It has no settings.
    #[message(transparent)]
    Config(#[from] planned_config::Error),
    /// The contest's teams are no roster.
    Roster { event: String, source: RosterError },
    /// It is held in groups, and the file has no teams: nobody could seal for them.
    NoTeams { event: String },
    /// It cannot be created.
    Created {
        event: String,
        /// Error of the event.
        source: super::Error,
    },
    /// The roster cannot be set.
    Unset { event: String, why: String },
}

/// The roster: the contest's teams in the order of the file.
pub fn roster(contest: &Contest, event: &EventSpec) -> Result<Roster, Error> {
    Roster::of(&entered(contest, event)).map_err(|source| Error::Roster { event: event.id.clone(), source })
}

/// Everything that keeps the contest's teams from being the roster of an event of this plan.
pub(super) fn roster_errors(contest: &Contest, event: &EventSpec, plan: &CompetitionPlan) -> Vec<Error> {
    let errors = Roster::errors(&entered(contest, event), plan).into_iter();
    errors.map(|source| Error::Roster { event: event.id.clone(), source }).collect()
}

fn entered(contest: &Contest, event: &EventSpec) -> Value {
    let line = |(at, team): (usize, &ishigaki_rules::TeamSpec)| {
        let mut line = json!({ "id": team.code, "name": team.name });
        if let Some(EntrantSpec { kana, romaji, seed, woman }) = event.entrants.get(at) {
            let named =
                [("kana", kana.as_str()), ("romaji", romaji), ("seed", seed.as_deref().unwrap_or(""))];
            for (member, text) in named.into_iter().filter(|(_, text)| !text.is_empty()) {
                line[member] = text.into();
            }
            if *woman {
                line["woman"] = true.into();
            }
        }
        line
    };
    contest.teams.iter().enumerate().map(line).collect()
}

impl Tournaments {
    /// The event that the contest file asks for, with its settings.
    ///
    /// # Errors
    /// If it cannot be held.
    pub fn contest_event(&self) -> Result<Option<(&EventSpec, EventConfig)>, Error> {
        let contest = self.games.contest();
        let Some(event) = &contest.event else { return Ok(None) };
        let config = planned_config::of(event)?;
        if contest.teams.is_empty() && config.plan().leagues().is_none() {
            return Err(Error::NoTeams { event: event.id.clone() });
        }
        Ok(Some((event, config)))
    }

    /// Creates the event that the contest file asks for, if it is not there, and lets its roster follow the file until it is
    /// committed (`TV1`), or the organiser has set another. A file without teams leaves the roster to the organiser.
    ///
    /// # Errors
    /// If it cannot be held.
    pub async fn follow_contest(&self) -> Result<(), Error> {
        let contest = self.games.contest();
        let Some((event, config)) = self.contest_event()? else { return Ok(()) };
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
                "THE CONTEST FILE HAS BEEN CHANGED, AND THIS EVENT HAS NOT: its plan and titles are as it was created. To hold it \
                 as the file has it now, give it another id in the file"
            );
        }
        if contest.teams.is_empty() {
            return Ok(());
        }
        let roster = roster(contest, event)?;
        let fits = roster.entrants(config.plan());
        fits.map_err(|source| Error::Roster { event: event.id.clone(), source })?;
        let (state, _) = handle.feeds().standing();
        if state.roster().text() == roster.text() {
            return Ok(());
        }
        if !is_open(state.competition()) {
            tracing::warn!(
                event = event.id,
                "THE TEAMS OF THE CONTEST FILE HAVE BEEN CHANGED, AND THE EVENT'S ROSTER HAS NOT: it is committed (TV1)"
            );
            return Ok(());
        }
        if state.roster_by() == Some(Actor::Organiser) {
            tracing::warn!(
                event = event.id,
                "THE CONTEST FILE HAS OTHER TEAMS THAN THE EVENT'S ROSTER: the organiser has set that, and it stays. To hold the \
                 event with the file's teams, set them as the roster"
            );
            return Ok(());
        }
        set(&handle, roster).await
    }
}

/// Returns whether the roster can still be set.
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
