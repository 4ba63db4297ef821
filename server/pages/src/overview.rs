//! An overview of the contest for the start page, read with the board's token.

use std::time::{Duration, Instant};

use ishigaki_client::listing::{self, Listed, Programme};
use ishigaki_client::{Address, Link, Token, connect, list_games, now};
use ishigaki_proto::watch::{Audience, EventEntry, EventKind, EventStage};
use ishigaki_rules::Phase;
use ishigaki_words::Words;
use tokio::sync::Mutex;
use tokio::time::timeout;

/// Validity of an answer, so that many visitors need few calls.
const LIFETIME: Duration = Duration::from_secs(3);
const TIMEOUT: Duration = Duration::from_secs(2);

/// The contest's titles, and which pages have content.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each stands for a link of its own")]
pub(crate) struct Overview {
    /// Titles of the events, or else of the games, each with its Japanese title.
    titles: Vec<(String, String)>,
    /// True if teams play games of the server.
    pub(crate) has_games: bool,
    pub(crate) has_events: bool,
    pub(crate) has_schedule: bool,
    pub(crate) has_results: bool,
}

impl Overview {
    fn of(programme: &Programme, events: &[EventEntry]) -> Self {
        let of_game = |game: &Listed| (game.title.clone(), game.title_ja.clone());
        let of_event = |event: &EventEntry| (event.title.clone(), event.title_ja.clone());
        let has_ended =
            |game: &Listed| game.standing.and_then(|standing| standing.phase).is_some_and(Phase::is_over);
        let is_played = |event: &EventEntry| match event.stage() {
            EventStage::Between => event.round > 1,
            EventStage::Playing | EventStage::Over | EventStage::Declared => true,
            _ => false,
        };
        let is_othello = |event: &EventEntry| event.kind() == EventKind::Leagues;
        Self {
            titles: match events {
                [] => programme.games.iter().map(of_game).collect(),
                _ => events.iter().map(of_event).collect(),
            },
            // A board's list doesn't have the games that wait for their start.
            has_games: !programme.games.is_empty() || events.is_empty() || !events.iter().all(is_othello),
            has_events: !events.is_empty(),
            has_schedule: !programme.schedule.entries().is_empty(),
            has_results: programme.games.iter().any(has_ended) || events.iter().any(is_played),
        }
    }

    /// Returns the contest's title: the title that all others begin with, as those of divisions do, or else the
    /// titles of all events. `None` without one.
    pub(crate) fn title(&self, words: Words) -> Option<String> {
        let titles: Vec<String> = self.titles.iter().map(|(title, ja)| words.title_of(title, ja)).collect();
        let shortest = titles.iter().min_by_key(|title| title.chars().count())?;
        let is_common = titles.iter().all(|title| title.starts_with(shortest.as_str()));
        if is_common {
            return Some(shortest.clone());
        }
        // The games of a contest are parts without a common title.
        self.has_events.then(|| titles.join(" · "))
    }
}

/// Reads the overview when visitors ask for it.
#[derive(Debug)]
pub(crate) struct OverviewReader {
    link: Link,
    last: Mutex<Option<(Instant, Option<Overview>)>>,
}

impl OverviewReader {
    pub(crate) fn new(address: &Address, token: &Token) -> Self {
        Self { link: connect(address, token), last: Mutex::default() }
    }

    /// Returns the overview; `None` if the contest server doesn't answer in time.
    pub(crate) async fn read(&self) -> Option<Overview> {
        let mut last = self.last.lock().await;
        let is_fresh =
            |(at, _): &&(Instant, Option<Overview>)| now().saturating_duration_since(*at) < LIFETIME;
        if let Some((_, overview)) = last.as_ref().filter(is_fresh) {
            return overview.clone();
        }
        let overview = timeout(TIMEOUT, self.ask()).await.ok().flatten();
        *last = Some((now(), overview.clone()));
        overview
    }

    async fn ask(&self) -> Option<Overview> {
        let games =
            list_games(&self.link, &[Audience::Board, Audience::Judge, Audience::Organiser]).await.ok()?;
        let events = listing::events(&self.link).await.ok()?;
        Some(Overview::of(&Programme::from(games), &events))
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_words::Lang;

    use super::*;

    fn title(titles: &[&str]) -> Option<String> {
        let titles = titles.iter().map(|title| ((*title).to_owned(), String::new())).collect();
        Overview { titles, has_events: false, ..Overview::default() }.title(Words::new(Lang::En))
    }

    #[test]
    fn title_is_what_titles_of_divisions_begin_with() {
        assert_eq!(title(&[]), None);
        assert_eq!(title(&["Meijin"]).as_deref(), Some("Meijin"));
        assert_eq!(title(&["Meijin, women", "Meijin", "Meijin, junior"]).as_deref(), Some("Meijin"));
        assert_eq!(title(&["Heat 1", "Final"]), None);
        let titles = ["Meijin", "Oza"].map(|title| (title.to_owned(), String::new()));
        let events = Overview { titles: titles.into(), has_events: true, ..Overview::default() };
        assert_eq!(events.title(Words::new(Lang::En)).as_deref(), Some("Meijin · Oza"));
    }
}
