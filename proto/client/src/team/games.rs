//! A team's games: the meant one, the current ones, and the next.

use ishigaki_proto::watch::{Audience, GameEntry, ListGamesResponse};
use ishigaki_proto::wire;

use crate::{CallError, Link, list_games};

/// Aids that the organiser has switched off for the contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AidsOff {
    pub solver: bool,
    pub adviser: bool,
}

/// A team's games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TeamGames {
    pub team: String,
    /// The games, in the server's order.
    pub games: Vec<GameEntry>,
    pub aids_off: AidsOff,
}

impl TeamGames {
    /// Lists the team's games.
    ///
    /// # Errors
    ///
    /// The server's rejection, for example of a token that isn't a team's; or no answer.
    pub async fn list(link: &Link) -> Result<Self, CallError> {
        Ok(list_games(link, &[Audience::Team]).await?.into())
    }

    /// Returns the id of the meant game: the named one; otherwise the only one that isn't over, preferring
    /// real games over practice; or, if all are over, the only real one; otherwise empty. Receipts and heads
    /// are signed with the id, and a healed feed must continue with the same game, so the empty id isn't
    /// enough.
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
            // The server will explain the error.
            _ => named,
        }
    }

    /// Returns the id of the game to read: like [`TeamGames::meant`], but of several finished ones the
    /// newest, preferring real games; empty if there are several current ones or none.
    pub fn readable(&self, named: String) -> String {
        let meant = self.meant(named);
        if !meant.is_empty() || self.on().next().is_some() {
            return meant;
        }
        let newest = |practice| self.games.iter().rfind(|game| game.practice == practice);
        newest(false).or_else(|| newest(true)).map(|game| game.game.clone()).unwrap_or_default()
    }

    /// Returns the id of the team's next game after this one.
    pub fn after(&self, left: &str) -> Option<String> {
        Some(self.meant(String::new())).filter(|next| !next.is_empty() && next != left)
    }

    /// Returns whether a game of this id is played for practice.
    pub fn is_practice(&self, id: &str) -> bool {
        self.games.iter().any(|game| game.game == id && game.practice)
    }

    /// Returns whether a round of the game has been opened, before which nothing is urgent.
    pub fn has_begun(&self, id: &str) -> bool {
        let clock = self.games.iter().find(|game| game.game == id).and_then(|game| game.clock);
        clock.is_some_and(|clock| clock.phase() != wire::Phase::Ready || clock.round > 1)
    }

    /// Returns the current games.
    pub fn on(&self) -> impl Iterator<Item = &GameEntry> {
        self.games.iter().filter(|game| !is_over(game))
    }

    /// Returns the finished games.
    pub fn over(&self) -> impl Iterator<Item = &GameEntry> {
        self.games.iter().filter(|game| is_over(game))
    }
}

impl From<ListGamesResponse> for TeamGames {
    fn from(listed: ListGamesResponse) -> Self {
        let aids_off = AidsOff { solver: listed.solver_off, adviser: listed.adviser_off };
        Self { team: listed.team, games: listed.games, aids_off }
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
        TeamGames { team: "a".into(), games: games.iter().map(entry).collect(), ..TeamGames::default() }
    }

    #[test]
    fn unnamed_game_is_the_only_running_one_before_practice() {
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
    fn newest_of_finished_games_is_read_unless_one_runs() {
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
    fn game_has_begun_once_first_round_opens() {
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
