//! Codes in a transcript: teams and lots by their codes, stones by lot and copy (`L-2`).

use ishigaki_rules::{Actor, LotId, Setup, StoneId, TeamId};

use crate::error::Error;

/// Prefix of a team as an actor, before its code.
const TEAM: &str = "team ";

#[derive(Clone, Copy)]
pub(crate) struct Codes<'a>(pub(crate) &'a Setup);

impl Codes<'_> {
    pub(crate) fn team(self, team: TeamId) -> Result<String, Error> {
        self.0.team(team).map(|team| team.code.clone()).ok_or(Error::Foreign)
    }

    pub(crate) fn lot(self, lot: LotId) -> Result<String, Error> {
        self.0.lot(lot).map(|lot| lot.code.clone()).ok_or(Error::Foreign)
    }

    pub(crate) fn stone(self, stone: StoneId) -> Result<String, Error> {
        Ok(format!("{}-{}", self.lot(stone.lot)?, stone.copy))
    }

    pub(crate) fn actor(self, actor: Actor) -> Result<String, Error> {
        Ok(match actor {
            Actor::Clock => "clock".into(),
            Actor::Judge => "judge".into(),
            Actor::Organiser => "organiser".into(),
            Actor::Team(team) => format!("{TEAM}{}", self.team(team)?),
        })
    }

    pub(crate) fn read_team(self, code: &str) -> Result<TeamId, Error> {
        self.0.team_by_code(code).ok_or_else(|| Error::UnknownTeam { code: code.into() })
    }

    pub(crate) fn read_lot(self, code: &str) -> Result<LotId, Error> {
        self.0.lot_by_code(code).ok_or_else(|| Error::UnknownLot { code: code.into() })
    }

    pub(crate) fn read_stone(self, code: &str) -> Result<StoneId, Error> {
        // A lot's code may contain dashes, a copy's number can't.
        let (lot, copy) = code.rsplit_once('-').ok_or_else(|| Error::UnknownStone { code: code.into() })?;
        let copy = copy.parse().map_err(|_| Error::UnknownStone { code: code.into() })?;
        Ok(StoneId { lot: self.read_lot(lot)?, copy })
    }

    pub(crate) fn read_actor(self, by: &str) -> Result<Actor, Error> {
        Ok(match by {
            "clock" => Actor::Clock,
            "judge" => Actor::Judge,
            "organiser" => Actor::Organiser,
            other => match other.strip_prefix(TEAM) {
                Some(code) => Actor::Team(self.read_team(code)?),
                None => return Err(Error::UnknownActor { by: other.into() }),
            },
        })
    }
}
