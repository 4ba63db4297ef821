//! Starting one game: a waiting one, one planned by an event, or a spare for an abandoned one (`G4`).

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};

use ishigaki_rules::{Act, Actor, Phase, Rejection, Setup, SetupFault, TeamSpec};
use ishigaki_scenarios::GameSpec;

use super::{Error, Games, recorded};
use crate::engine::{self, ActError, Handle};

impl Games {
    /// Starts a waiting game with these teams, or the contest file's if none are given. `seats` overrides the
    /// planned number of teams.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownGame`], [`Error::Damaged`], [`Error::AlreadyStarted`] or [`Error::Elsewhere`] for the
    /// game; [`Error::UnknownTeam`], [`Error::Seats`] or [`Error::Teams`] for its teams; [`Error::Engine`] if
    /// its engine doesn't start.
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

    /// Makes and serves a game planned by an event. A game that is already served is returned unchanged.
    ///
    /// # Errors
    ///
    /// [`Error::Taken`], [`Error::Damaged`] or [`Error::Elsewhere`] for the game; [`Error::Teams`] if its
    /// setup can't be played; [`Error::Engine`] if its engine doesn't start.
    pub async fn make(&self, spec: GameSpec) -> Result<Handle, Error> {
        let _one_at_a_time = self.starting.lock().await;
        if self.contest.game(&spec.id).is_some() {
            return Err(Error::Taken(spec.id));
        }
        if let Some(game) = self.open_game(&spec.id).await? {
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

    /// Returns the default teams of a game: those of the contest file, or for a spare those of its game once
    /// that has started. Empty while they are undetermined.
    pub fn planned_teams(&self, spec: &GameSpec) -> Vec<TeamSpec> {
        let specs = self.specs();
        let stands_in_for = |game: &&Arc<GameSpec>| game.spare.as_deref() == Some(spec.id.as_str());
        let first = specs.iter().filter(stands_in_for).find_map(|game| self.find(&game.id));
        first.map_or_else(|| spec.setup.teams.clone(), |first| first.teams())
    }

    /// Abandons a game, unless it is abandoned already, and starts its spare with the same teams (`G4`). The
    /// abandoned game's record has `by` and `principal`.
    ///
    /// # Errors
    ///
    /// [`Error::NoSpare`]; [`Error::UnknownGame`] or [`Error::Damaged`] for either game,
    /// [`Error::AlreadyStarted`] or [`Error::Elsewhere`] for the spare; [`Error::Abandon`] if the game
    /// doesn't end; [`Error::Seats`] or [`Error::Teams`] if the spare doesn't fit its teams;
    /// [`Error::Engine`] if an engine doesn't start.
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
        let game = self.open_game(id).await?.ok_or_else(|| Error::UnknownGame(id.into()))?;
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

    async fn refuse_recorded(&self, id: &str) -> Result<(), Error> {
        if self.directory.is_shared() && recorded(&self.context).await?.contains(id) {
            return Err(Error::Elsewhere(id.into()));
        }
        Ok(())
    }

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

fn seat(spec: &GameSpec, teams: Vec<TeamSpec>) -> Result<Setup, Error> {
    let named = teams.len();
    spec.seat(teams).map_err(|fault| match fault {
        SetupFault::TeamCount { .. } => Error::Seats { game: spec.id.clone(), seats: spec.seats, named },
        other => Error::Teams(other),
    })
}
