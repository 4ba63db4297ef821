//! Presence of teams: which teams have called, and how many feeds of a game each one watches.
//!
//! The judge sees it; nothing depends on it, a restart forgets it, and it knows no lists.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum length of a program's name, in bytes.
const PROGRAM: usize = 64;

/// Presence of the teams' programs since the server started. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct Presence {
    state: Arc<Mutex<PresenceState>>,
}

#[derive(Debug, Default)]
struct PresenceState {
    /// Program of the latest call, by team code.
    teams: BTreeMap<String, String>,
    /// Number of open feeds, by team and game.
    feeds: BTreeMap<(String, String), u32>,
}

/// Counts a feed as open until dropped.
#[derive(Debug)]
#[must_use = "the feed counts as open only as long as this lives"]
pub struct OpenFeed {
    presence: Presence,
    feed: (String, String),
}

impl Presence {
    /// Makes an empty register.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes a call of a team, and the name its program gives.
    pub fn mark_seen(&self, team: &str, program: &str) {
        let program = program.get(..PROGRAM).unwrap_or(program);
        let mut state = self.lock();
        if state.teams.get(team).is_none_or(|before| before != program) {
            state.teams.insert(team.to_owned(), program.to_owned());
        }
    }

    /// Counts one more feed of a game for a team.
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

    /// Returns the program of a team's latest call; empty if it gave no name.
    pub fn program(&self, team: &str) -> String {
        self.lock().teams.get(team).cloned().unwrap_or_default()
    }

    /// Returns the number of feeds of a game that a team watches now.
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
    fn team_stays_seen_after_call_and_program_is_truncated() {
        let presence = Presence::new();
        assert!(!presence.is_seen("a"));
        presence.mark_seen("a", "one/1");
        presence.mark_seen("a", &"x".repeat(100));
        assert!(presence.is_seen("a") && !presence.is_seen("b"));
        assert_eq!((presence.program("a").len(), presence.program("b").len()), (PROGRAM, 0));
    }
}
