//! Names of teams, lots, stones and actors in a game, safe for terminals.

use ishigaki_rules::{Actor, LotId, Setup, StoneId, TeamId, TeamSpec};

use crate::columns::clean;
use crate::{Lang, Words};

impl Words {
    /// Returns a game's title, in the reader's language if there is one.
    pub fn title(&self, setup: &Setup) -> String {
        self.title_of(&setup.title, &setup.title_ja)
    }

    /// Returns the title in this language, or the other title if the Japanese one is empty.
    pub fn title_of(&self, title: &str, title_ja: &str) -> String {
        let is_japanese = self.lang() == Lang::Ja && !title_ja.is_empty();
        clean(if is_japanese { title_ja } else { title }).into_owned()
    }

    /// Returns a team's name. For an unknown team the name says so.
    pub fn team(&self, setup: &Setup, team: TeamId) -> String {
        match setup.team(team) {
            Some(spec) => {
                let name = clean(&spec.name);
                let is_alike = |other: &TeamSpec| other.code != spec.code && clean(&other.name) == name;
                // Lists number equal names in the same way.
                if setup.teams.iter().any(is_alike) {
                    format!("{name}#{}", team.index() + 1)
                } else {
                    name.into_owned()
                }
            }
            None => self.say("name-unknown", &[("index", team.0.into())]),
        }
    }

    /// Returns several teams' names.
    pub fn teams(&self, setup: &Setup, teams: impl IntoIterator<Item = TeamId>) -> String {
        self.list(teams.into_iter().map(|team| self.team(setup, team)))
    }

    /// Returns a lot's code: `L`.
    pub fn lot(&self, setup: &Setup, lot: LotId) -> String {
        match setup.lot(lot) {
            Some(spec) => clean(&spec.code).into_owned(),
            None => self.say("name-unknown", &[("index", lot.0.into())]),
        }
    }

    /// Returns several lots' codes.
    pub fn lots(&self, setup: &Setup, lots: impl IntoIterator<Item = LotId>) -> String {
        self.list(lots.into_iter().map(|lot| self.lot(setup, lot)))
    }

    /// Returns a stone's lot and copy: `L-2`.
    pub fn stone(&self, setup: &Setup, stone: StoneId) -> String {
        format!("{}-{}", self.lot(setup, stone.lot), stone.copy)
    }

    /// Returns several stones.
    pub fn stones(&self, setup: &Setup, stones: impl IntoIterator<Item = StoneId>) -> String {
        self.list(stones.into_iter().map(|stone| self.stone(setup, stone)))
    }

    /// Returns the name of an actor.
    pub fn actor(&self, setup: &Setup, actor: Actor) -> String {
        match actor {
            Actor::Clock => self.label("name-clock"),
            Actor::Judge => self.label("name-judge"),
            Actor::Organiser => self.label("name-organiser"),
            Actor::Team(team) => self.team(setup, team),
        }
    }
}

impl Words {
    /// Returns the name of a stage of a contest in groups: for the shipped preset in the reader's language,
    /// otherwise from its plan (`TG`).
    pub fn stage_name(&self, name: &str) -> String {
        match name {
            "heats" => self.label("print-stage-heats"),
            "repechage" => self.label("print-stage-repechage"),
            "semi-finals" => self.label("print-stage-semi-finals"),
            "final" => self.label("print-stage-final"),
            other => clean(other).into_owned(),
        }
    }
}
