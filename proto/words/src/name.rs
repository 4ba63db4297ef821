//! The names of a game's things. Knows the set-up; names come out harmless for a terminal.

use ishigaki_rules::{Actor, LotId, Setup, StoneId, TeamId, TeamSpec};

use crate::columns::clean;
use crate::{Lang, Words};

impl Words {
    /// Returns what a game is called, in the reader's language if it has a title there.
    pub fn title(&self, setup: &Setup) -> String {
        self.title_of(&setup.title, &setup.title_ja)
    }

    /// The same where only the titles are known: the Japanese one may be empty, the other then stands for both.
    pub fn title_of(&self, title: &str, title_ja: &str) -> String {
        let is_japanese = self.lang() == Lang::Ja && !title_ja.is_empty();
        clean(if is_japanese { title_ja } else { title }).into_owned()
    }

    /// A team's name. The name of a team that the set-up does not have says so.
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

    /// Several teams' names.
    pub fn teams(&self, setup: &Setup, teams: impl IntoIterator<Item = TeamId>) -> String {
        self.list(teams.into_iter().map(|team| self.team(setup, team)))
    }

    /// A lot's code: `L`.
    pub fn lot(&self, setup: &Setup, lot: LotId) -> String {
        match setup.lot(lot) {
            Some(spec) => clean(&spec.code).into_owned(),
            None => self.say("name-unknown", &[("index", lot.0.into())]),
        }
    }

    /// Several lots' codes.
    pub fn lots(&self, setup: &Setup, lots: impl IntoIterator<Item = LotId>) -> String {
        self.list(lots.into_iter().map(|lot| self.lot(setup, lot)))
    }

    /// A stone: its lot and its copy, as `L-2`.
    pub fn stone(&self, setup: &Setup, stone: StoneId) -> String {
        format!("{}-{}", self.lot(setup, stone.lot), stone.copy)
    }

    /// Several stones.
    pub fn stones(&self, setup: &Setup, stones: impl IntoIterator<Item = StoneId>) -> String {
        self.list(stones.into_iter().map(|stone| self.stone(setup, stone)))
    }

    /// Says who acted.
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
    /// Returns what a stage of a contest in groups is called: those of the shipped preset in the reader's language, any other as its
    /// plan does (`TG`).
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
