//! Starting one game: one that waits, one that an event plans, a spare in the place of one that is abandoned (`G4`).

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};

use ishigaki_rules::{Act, Actor, Phase, Rejection, Setup, SetupFault, TeamSpec};
use ishigaki_scenarios::GameSpec;

use super::{Error, Games, recorded};
use crate::engine::{self, ActError, Handle};

impl Games {
    /// Starts a game that waits, with these teams instead of the contest file's if any are named. `seats` is how many
    /// play where that is not what the file plans; `None`: as many as it plans.
    ///
    /// # Errors
    /// [`Error::UnknownGame`], [`Error::Damaged`], [`Error::AlreadyStarted`] or [`Error::Elsewhere`] of the game;
    /// [`Error::UnknownTeam`], [`Error::Seats`] or [`Error::Teams`] of its teams; [`Error::Engine`] if its engine does
    /// not start.
    pub async fn start(&self, id: &str, teams: &[String], seats: Option<usize>) -> Result<Handle, Error> {
        let _one_at_a_time = self.starting.lock().await;
        let spec = &*self.sound(id)?;
        if self.find(id).is_some() {
            return Err(Error::AlreadyStarted(id.into()));
        }
        self.refuse_recorded(id).await?;
        let setup = if teams.is_empty() {
            seat(spec, self.planned_teams(spec))?
        } else {
            let teams = self.teams(teams)?;
            let named = teams.iter().map(|team| &team.code).collect::<BTreeSet<_>>().len();
            let seats = seats.or(spec.seats);
            if named != teams.len() || seats.is_some_and(|seats| seats != named) {
                return Err(Error::Seats { game: id.into(), seats, named });
            }
            seat(spec, teams)?
        };
        self.serve(id, setup).await
    }

    /// Makes a game that an event plans, and serves it; one that is served already is answered with as it is.
    ///
    /// # Errors
    /// [`Error::Taken`], [`Error::Damaged`] or [`Error::Elsewhere`] of the game; [`Error::Teams`] if its set-up cannot
    /// be played; [`Error::Engine`] if its engine does not start.
    pub async fn make(&self, spec: GameSpec) -> Result<Handle, Error> {
        let _one_at_a_time = self.starting.lock().await;
        if self.contest.game(&spec.id).is_some() {
            return Err(Error::Taken(spec.id));
        }
        if let Some(game) = self.wake(&spec.id).await? {
            return Ok(game);
        }
        if self.is_damaged(&spec.id) {
            return Err(Error::Damaged(spec.id));
        }
        spec.setup.check().map_err(Error::Teams)?;
        let handle = self.serve(&spec.id, spec.setup.clone()).await?;
        let spec = GameSpec { setup: handle.setup().clone(), ..spec };
        self.specs.write().unwrap_or_else(PoisonError::into_inner).extend([Arc::new(spec)]);
        Ok(handle)
    }

    /// The teams that play a game if nobody names others: those of the contest file; of a spare those of the game that it
    /// is played for, once that has started. Empty while they are still to be named.
    pub fn planned_teams(&self, spec: &GameSpec) -> Vec<TeamSpec> {
        let specs = self.specs();
        let stands_in_for = |game: &&Arc<GameSpec>| game.spare.as_deref() == Some(spec.id.as_str());
        let first = specs.iter().filter(stands_in_for).find_map(|game| self.find(&game.id));
        first.map_or_else(|| spec.setup.teams.clone(), |first| first.teams())
    }

    /// Abandons a game, unless it is abandoned already, and starts its spare with the same teams (`G4`). `by` and
    /// `principal` stand in the abandoned game's record.
    ///
    /// # Errors
    /// [`Error::NoSpare`]; [`Error::UnknownGame`] or [`Error::Damaged`] of either game, [`Error::AlreadyStarted`] or
    /// [`Error::Elsewhere`] of the spare; [`Error::Abandon`] if the game does not end; [`Error::Seats`] or
    /// [`Error::Teams`] if the spare is not for its teams; [`Error::Engine`] if an engine does not start.
    pub async fn replace(
        &self,
        id: &str,
        by: Actor,
        principal: &str,
        reason: String,
    ) -> Result<Handle, Error> {
        let _one_at_a_time = self.starting.lock().await;
        let spec = self.sound(id)?;
        let spare = spec.spare.as_deref().ok_or_else(|| Error::NoSpare(id.into()))?;
        let game = self.wake(id).await?.ok_or_else(|| Error::UnknownGame(id.into()))?;
        if self.find(spare).is_some() {
            return Err(Error::AlreadyStarted(spare.into()));
        }
        self.refuse_recorded(spare).await?;
        let abandoned = game.act(principal, by, Act::Abandon { reason }).await;
        match abandoned {
            Ok(_) | Err(ActError::Rejected(Rejection::WrongPhase { phase: Phase::Abandoned })) => {}
            Err(error) => return Err(Error::Abandon { error, setup: Arc::new(game.setup().clone()) }),
        }
        let setup = seat(&*self.sound(spare)?, game.setup().teams.clone())?;
        self.serve(spare, setup).await
    }

    /// Refuses a game that another server has started.
    async fn refuse_recorded(&self, id: &str) -> Result<(), Error> {
        if self.directory.is_shared() && recorded(&self.context).await?.contains(id) {
            return Err(Error::Elsewhere(id.into()));
        }
        Ok(())
    }

    /// A game whose records are not damaged.
    fn sound(&self, id: &str) -> Result<Arc<GameSpec>, Error> {
        if self.is_damaged(id) {
            return Err(Error::Damaged(id.into()));
        }
        self.spec(id).ok_or_else(|| Error::UnknownGame(id.into()))
    }

    fn teams(&self, codes: &[String]) -> Result<Vec<TeamSpec>, Error> {
        let find = |code: &String| {
            let known = self.contest.teams.iter().find(|team| team.code == *code);
            known.cloned().ok_or_else(|| Error::UnknownTeam(code.clone()))
        };
        codes.iter().map(find).collect()
    }

    async fn serve(&self, id: &str, setup: Setup) -> Result<Handle, Error> {
        match engine::start(self.options(id, setup)?).await {
            Ok(running) => Ok(self.enter(running)),
            Err(error) if error.is_held() => Err(Error::Elsewhere(id.into())),
            Err(error) => Err(error.into()),
        }
    }
}

/// The set-up of a game with these teams.
fn seat(spec: &GameSpec, teams: Vec<TeamSpec>) -> Result<Setup, Error> {
    let named = teams.len();
    spec.seat(teams).map_err(|fault| match fault {
        SetupFault::TeamCount { .. } => Error::Seats { game: spec.id.clone(), seats: spec.seats, named },
        other => Error::Teams(other),
    })
}
