//! A team's games as the server lists them: which one is meant, which are on, and what comes next.

use ishigaki_proto::watch::{Audience, GameEntry, ListGamesResponse};
use ishigaki_proto::wire;

use crate::{CallError, Link, list_games};

/// A team's games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TeamGames {
    pub team: String,
    /// The games, in the server's order.
    pub games: Vec<GameEntry>,
}

impl TeamGames {
    /// Asks for them.
    ///
    /// # Errors
    /// What the server refuses, a token that is no team's among it; or no answer.
    pub async fn list(link: &Link) -> Result<Self, CallError> {
        Ok(list_games(link, &[Audience::Team]).await?.into())
    }

    /// The id of the game that is meant: the one that is named, else the only one that is not over, practice only if there
    /// is no other, or, if all are over, the only one that was not for practice; empty if that is none or several. Receipts
    /// and heads are signed with it, and a feed that heals must go on with the game that it began with, so the empty name
    /// does not do.
    pub fn meant(&self, named: String) -> String {
        if !named.is_empty() {
            return named;
        }
        let (mut real, mut practice): (Vec<_>, Vec<_>) = self.games.iter().partition(|game| !game.practice);
        if !self.games.iter().all(is_over) {
            real.retain(|game| !is_over(game));
            practice.retain(|game| !is_over(game));
            if real.is_empty() {
                real = practice;
            }
        }
        match real[..] {
            [game] => game.game.clone(),
            // The server will say what is wrong with none and with several.
            _ => named,
        }
    }

    /// The id of the game that is meant for reading: as [`TeamGames::meant`], and of several that are over the newest, practice
    /// only if there is no other; empty if several are on, and if there is none.
    pub fn readable(&self, named: String) -> String {
        let meant = self.meant(named);
        if !meant.is_empty() || self.on().next().is_some() {
            return meant;
        }
        let newest = |practice| self.games.iter().rfind(|game| game.practice == practice);
        newest(false).or_else(|| newest(true)).map(|game| game.game.clone()).unwrap_or_default()
    }

    /// The id of the game that a team goes on to from one, if it has another one than that.
    pub fn after(&self, left: &str) -> Option<String> {
        Some(self.meant(String::new())).filter(|next| !next.is_empty() && next != left)
    }

    /// Returns whether a game of this id is played for practice.
    pub fn is_practice(&self, id: &str) -> bool {
        self.games.iter().any(|game| game.game == id && game.practice)
    }

    /// Returns whether a round of the game has been opened: until then nothing in it has to be done in time.
    pub fn has_begun(&self, id: &str) -> bool {
        let clock = self.games.iter().find(|game| game.game == id).and_then(|game| game.clock);
        clock.is_some_and(|clock| clock.phase() != wire::Phase::Ready || clock.round > 1)
    }

    /// The games that are on.
    pub fn on(&self) -> impl Iterator<Item = &GameEntry> {
        self.games.iter().filter(|game| !is_over(game))
    }

    /// The games that are over.
    pub fn over(&self) -> impl Iterator<Item = &GameEntry> {
        self.games.iter().filter(|game| is_over(game))
    }
}

impl From<ListGamesResponse> for TeamGames {
    fn from(listed: ListGamesResponse) -> Self {
        Self { team: listed.team, games: listed.games }
    }
}

fn is_over(game: &GameEntry) -> bool {
    game.clock.is_some_and(|clock| matches!(clock.phase(), wire::Phase::Declared | wire::Phase::Abandoned))
}

#[cfg(test)]
mod tests {
    use wire::Phase::{Abandoned, Bidding, Declared, Ready};

    use super::*;

    fn listed(games: &[(&str, bool, wire::Phase)]) -> TeamGames {
        let entry = |&(game, practice, phase): &(&str, bool, wire::Phase)| GameEntry {
            game: game.into(),
            practice,
            clock: Some(wire::Clock { phase: phase.into(), ..Default::default() }),
            ..Default::default()
        };
        TeamGames { team: "a".into(), games: games.iter().map(entry).collect() }
    }

    #[test]
    fn who_names_no_game_means_the_only_one_that_goes_on_and_practice_only_where_there_is_no_other() {
        let meant = |games: &[_]| listed(games).meant(String::new());
        assert_eq!(meant(&[("try", true, Bidding)]), "try");
        assert_eq!(meant(&[("try", true, Bidding), ("g", false, Ready)]), "g");
        assert_eq!(meant(&[("try", true, Abandoned), ("g", false, Ready)]), "g");
        assert_eq!(meant(&[("try", true, Bidding), ("g", false, Declared)]), "try");
        assert_eq!(meant(&[("try", true, Abandoned), ("g", false, Declared)]), "g");
        assert_eq!(meant(&[("g", false, Ready), ("h", false, Ready)]), "", "nobody guesses between two");
        assert_eq!(meant(&[("try", true, Declared)]), "");
        assert_eq!(meant(&[]), "");
        assert_eq!(listed(&[("g", false, Ready)]).meant("h".into()), "h");
        assert_eq!(listed(&[("g", false, Ready)]).after("g"), None);
        assert_eq!(listed(&[("g", false, Ready)]).after("try").as_deref(), Some("g"));
    }

    #[test]
    fn of_several_games_that_are_over_the_newest_is_read_and_none_is_guessed_at_while_any_is_on() {
        let readable = |games: &[_]| listed(games).readable(String::new());
        assert_eq!(readable(&[("g", false, Declared), ("h", false, Declared)]), "h");
        assert_eq!(
            readable(&[("g", false, Declared), ("h", false, Abandoned), ("try", true, Declared)]),
            "h"
        );
        assert_eq!(readable(&[("try", true, Declared), ("again", true, Declared)]), "again");
        assert_eq!(readable(&[("g", false, Declared), ("h", false, Ready)]), "h");
        assert_eq!(readable(&[("f", false, Declared), ("g", false, Ready), ("h", false, Ready)]), "");
        assert_eq!(readable(&[]), "");
        assert_eq!(listed(&[("g", false, Declared)]).readable("h".into()), "h");
    }

    #[test]
    fn a_game_has_begun_from_its_first_round_on() {
        let games = |phase: wire::Phase, round| {
            let mut games = listed(&[("g", false, phase)]);
            games.games[0].clock.as_mut().unwrap().round = round;
            games
        };
        assert!(!games(Ready, 1).has_begun("g"));
        assert!(games(Bidding, 1).has_begun("g"));
        assert!(games(Ready, 2).has_begun("g"), "between two rounds");
        assert!(!games(Bidding, 1).has_begun("other"));
    }
}
