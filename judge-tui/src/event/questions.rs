//! Number of open questions in the contest's games, for officials who may answer them.

use std::collections::BTreeMap;
use std::time::Instant;

use ishigaki_client::listing::{Listed, Programme};
use ishigaki_client::{CallError, Mirror};
use ishigaki_screen::{FeedEvent, WatchedGame};

use super::Effect;
use crate::poll::Poll;

#[derive(Clone, Debug, Default)]
pub(super) struct Questions {
    poll: Poll,
    games: BTreeMap<String, WatchedGame>,
}

impl Questions {
    pub(super) fn ask(&mut self, now: Instant) -> Option<Effect> {
        self.poll.take_due(now).then_some(Effect::ListGames)
    }

    pub(super) fn take_games(&mut self, programme: Result<Programme, CallError>) -> Option<Effect> {
        let programme = match programme {
            Ok(programme) => programme,
            Err(trouble) => {
                self.poll.fail(!trouble.is_passing());
                return None;
            }
        };
        self.poll.finish();
        let games = &programme.games;
        let goes_on = |game: &&Listed| game.has_started() && game.goes_on(games);
        let wanted: Vec<String> = games.iter().filter(goes_on).map(|game| game.game.clone()).collect();
        let is_as_before =
            wanted.len() == self.games.len() && wanted.iter().all(|game| self.games.contains_key(game));
        if is_as_before {
            return None;
        }
        self.games.retain(|game, _| wanted.contains(game));
        for game in &wanted {
            let unseen = || WatchedGame::new(Mirror::of(game.clone()));
            self.games.entry(game.clone()).or_insert_with(unseen);
        }
        Some(Effect::WatchGames { games: wanted })
    }

    pub(super) fn take_news(&mut self, game: &str, news: &FeedEvent) {
        // The game's own screen reports inconsistencies.
        if let (Some(watched), FeedEvent::Item { item, received }) = (self.games.get_mut(game), news) {
            watched.fold(item, *received);
        }
    }

    pub(super) fn waiting(&self) -> usize {
        self.games.values().filter_map(WatchedGame::game).map(|game| game.waiting_questions().count()).sum()
    }
}
