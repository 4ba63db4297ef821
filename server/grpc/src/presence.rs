//! The presence of teams: which have called at all, and how many feeds of a game each watches at this moment.
//!
//! For information only, for whoever runs the game: nothing follows from it, nothing is kept over a restart, and
//! it knows no lists. This room knows names and counts, not the network.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Length of a program's name that is kept, in bytes.
const PROGRAM: usize = 64;

/// Presence of the teams' programs since the server started. Cheap to clone; all copies are one.
#[derive(Clone, Debug, Default)]
pub struct Presence {
    state: Arc<Mutex<PresenceState>>,
}

#[derive(Debug, Default)]
struct PresenceState {
    /// The codes of the teams that have made any call, and the program of the latest.
    teams: BTreeMap<String, String>,
    /// Number of feeds that are open, by team and game; where there are none, there is no entry.
    feeds: BTreeMap<(String, String), u32>,
}

/// Guard of an open feed, which counts until this is dropped.
#[derive(Debug)]
#[must_use = "the feed counts as open only as long as this lives"]
pub struct OpenFeed {
    presence: Presence,
    feed: (String, String),
}

impl Presence {
    /// Nobody has been seen.
    pub fn new() -> Self {
        Self::default()
    }

    /// A team has made a call, by a program that names itself so.
    pub fn saw(&self, team: &str, program: &str) {
        let program = program.get(..PROGRAM).unwrap_or(program);
        let mut state = self.lock();
        if state.teams.get(team).is_none_or(|before| before != program) {
            state.teams.insert(team.to_owned(), program.to_owned());
        }
    }

    /// A team begins to watch a game.
    pub fn watch(&self, team: &str, game: &str) -> OpenFeed {
        let feed = (team.to_owned(), game.to_owned());
        let mut state = self.lock();
        let open = state.feeds.entry(feed.clone()).or_default();
        *open = open.saturating_add(1);
        drop(state);
        OpenFeed { presence: self.clone(), feed }
    }

    /// Returns whether a team has made any call.
    pub fn is_seen(&self, team: &str) -> bool {
        self.lock().teams.contains_key(team)
    }

    /// The program of a team's latest call, as it names itself; empty if it does not say.
    pub fn program(&self, team: &str) -> String {
        self.lock().teams.get(team).cloned().unwrap_or_default()
    }

    /// Returns how many feeds of a game a team watches now.
    pub fn feeds(&self, team: &str, game: &str) -> u32 {
        self.lock().feeds.get(&(team.to_owned(), game.to_owned())).copied().unwrap_or(0)
    }

    fn lock(&self) -> MutexGuard<'_, PresenceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenFeed {
    fn drop(&mut self) {
        let mut state = self.presence.lock();
        if let Some(open) = state.feeds.get_mut(&self.feed) {
            *open = open.saturating_sub(1);
            if *open == 0 {
                state.feeds.remove(&self.feed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feeds_count_by_team_and_game_until_they_are_dropped() {
        let presence = Presence::new();
        let first = presence.watch("a", "g");
        let second = presence.clone().watch("a", "g");
        let other = presence.watch("a", "h");
        assert_eq!((presence.feeds("a", "g"), presence.feeds("a", "h"), presence.feeds("b", "g")), (2, 1, 0));
        drop(first);
        assert_eq!(presence.feeds("a", "g"), 1);
        drop((second, other));
        assert_eq!((presence.feeds("a", "g"), presence.feeds("a", "h")), (0, 0));
    }

    #[test]
    fn a_team_that_has_called_stays_seen() {
        let presence = Presence::new();
        assert!(!presence.is_seen("a"));
        presence.saw("a", "one/1");
        presence.saw("a", &"x".repeat(100));
        assert!(presence.is_seen("a") && !presence.is_seen("b"));
        assert_eq!((presence.program("a").len(), presence.program("b").len()), (PROGRAM, 0));
    }
}
