//! Lines of several games from their feeds, including games that start later.

use std::collections::BTreeSet;
use std::io;
use std::time::Duration;

use ishigaki_client::listing::Listed;
use ishigaki_client::stop_signal;
use ishigaki_client::{CallError, Folded, FollowError, Followed, Follower, Link, Mirror, list_games};
use ishigaki_client_command::Error;
use ishigaki_command::Output;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::watch::Audience;
use ishigaki_rules::{Game, Phase};
use ishigaki_words::Words;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use super::line::{connection, failed};
use super::{FeedStart, LineMaker};
use crate::FeedArgs;

const LIST_INTERVAL: Duration = Duration::from_secs(2);
const READ_AHEAD: usize = 64;

/// Prints games until they are over or the reader is gone; with all games, until stopped. Accepts only a
/// board's token, because messages to some teams would change the numbers.
///
/// # Errors
/// Rejections by the server, and output errors.
pub async fn print_live(link: &Link, args: FeedArgs, words: &Words, out: &mut Output) -> Result<(), Error> {
    let (sender, mut lines) = mpsc::channel(READ_AHEAD);
    let mut watched = WatchedGames {
        link: link.clone(),
        wanted: args.games,
        start: FeedStart { from: args.from, after: args.after },
        words: *words,
        sender,
        known: BTreeSet::new(),
        feeds: JoinSet::new(),
    };
    let mut ticks = interval(LIST_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut stop = std::pin::pin!(stop_requested());
    let mut reader_gone = std::pin::pin!(reader_gone());
    let mut trouble = None;
    loop {
        tokio::select! {
            // Lines come before the end.
            biased;
            Some(item) = lines.recv() => match item {
                LiveItem::Line(line) => out.object(&line)?,
                LiveItem::Remark(remark) => out.remark(&remark)?,
            },
            () = &mut stop => return Ok(()),
            () = &mut reader_gone => return Ok(()),
            Some(ended) = watched.feeds.join_next() => {
                if let Err(error) = ended.map_err(io::Error::other)? {
                    trouble = Some(error);
                }
                ticks.reset_immediately();
            }
            _ = ticks.tick() => {
                if watched.refresh().await? {
                    return trouble.map_or(Ok(()), |error| Err(Error::Call(error)));
                }
            }
        }
    }
}

enum LiveItem {
    Line(Value),
    Remark(String),
}

struct WatchedGames {
    link: Link,
    wanted: Vec<String>,
    start: FeedStart,
    words: Words,
    sender: mpsc::Sender<LiveItem>,
    known: BTreeSet<String>,
    feeds: JoinSet<Result<(), CallError>>,
}

impl WatchedGames {
    async fn refresh(&mut self) -> Result<bool, CallError> {
        let games = match list_games(&self.link, &[Audience::Board]).await.map_err(CallError::from) {
            Ok(answer) => answer.games,
            // An outage is tolerated once a game was taken up.
            Err(error) if error.is_passing() && !self.known.is_empty() => return Ok(false),
            Err(error) => return Err(error),
        };
        if let Some(unknown) = self.wanted.iter().find(|id| games.iter().all(|game| game.game != **id)) {
            let metadata = [("game".to_owned(), unknown.clone())].into();
            let reason = ErrorReason::UnknownGame;
            let fault = Fault { reason, rule: None, metadata, violations: Vec::new() };
            return Err(CallError::Refused(Box::new(fault)));
        }
        let is_wanted = |game: &Listed| self.wanted.is_empty() || self.wanted.contains(&game.game);
        let started =
            games.into_iter().map(Listed::from).filter(|game| is_wanted(game) && game.has_started());
        let new: Vec<String> =
            started.map(|game| game.game).filter(|game| !self.known.contains(game)).collect();
        for game in new {
            self.known.insert(game.clone());
            let feed = LiveGame {
                link: self.link.clone(),
                game,
                start: self.start.clone(),
                words: self.words,
                sender: self.sender.clone(),
                printed: None,
            };
            self.feeds.spawn(feed.run());
        }
        Ok(!self.wanted.is_empty() && self.feeds.is_empty() && self.known.len() == self.wanted.len())
    }
}

struct LiveGame {
    link: Link,
    game: String,
    start: FeedStart,
    words: Words,
    sender: mpsc::Sender<LiveItem>,
    printed: Option<(LineMaker, u64)>,
}

impl LiveGame {
    /// A feed that breaks off is read again from its start, because the server may have set the game up
    /// again.
    async fn run(mut self) -> Result<(), CallError> {
        let mut broken_at = None;
        loop {
            let error = match self.follow().await {
                Ok(()) => return Ok(()),
                Err(error) => error,
            };
            let at = self.printed.as_ref().map(|(lines, last)| (lines.instance(), *last));
            if at.is_none() || broken_at == at {
                self.send(failed(&self.game, &error.to_string())).await;
                return Err(error.into());
            }
            broken_at = at;
        }
    }

    async fn follow(&mut self) -> Result<(), FollowError> {
        let mut follower = Follower::open(self.link.clone(), &*self.game, Mirror::of(&*self.game));
        let (mut first, mut has_caught_up) = (1, false);
        loop {
            match follower.next().await? {
                Followed::News { news, item, .. } => {
                    let mirror = &follower.session;
                    let line = match news {
                        Folded::SetUp => {
                            let Some((key, instance)) = mirror.server_key().zip(mirror.instance()) else {
                                continue;
                            };
                            first = self.first(instance);
                            let lines = LineMaker::new(&self.game, instance, self.words);
                            let line = mirror.setup().map(|setup| lines.set_up(setup, key));
                            self.printed = Some((lines, 0));
                            line
                        }
                        Folded::Event(event) => {
                            let printed = self.printed.as_mut().zip(mirror.game());
                            printed.map(|((lines, _), game)| lines.event(item.sequence, game, &event))
                        }
                        Folded::Pulse { .. } => {
                            // The first one comes after all existing items.
                            if !std::mem::replace(&mut has_caught_up, true) {
                                self.remark_beyond_end(first).await;
                            }
                            None
                        }
                    };
                    let finished_game = finished_game(mirror);
                    if let (Some(line), Some((_, last))) = (line, &mut self.printed) {
                        *last = item.sequence;
                        if item.sequence >= first && !self.send(line).await {
                            return Ok(());
                        }
                    }
                    if let Some(game) = finished_game {
                        let printed = self.printed.as_ref().filter(|_| game.phase() == Phase::Declared);
                        let line = printed.map(|(lines, last)| lines.ranking(*last, &game));
                        if let Some(line) = line
                            && !self.send(line).await
                        {
                            return Ok(());
                        }
                        if !has_caught_up {
                            self.remark_beyond_end(first).await;
                        }
                        return Ok(());
                    }
                }
                Followed::Connection(state) => {
                    if !self.send(connection(&self.game, state)).await {
                        return Ok(());
                    }
                }
            }
        }
    }

    async fn remark_beyond_end(&self, first: u64) {
        let last = self.printed.as_ref().map_or(0, |(_, last)| *last);
        if let Some(remark) = FeedStart::beyond_end_remark(first, last, &self.game, &self.words) {
            // The next line shows whether the reader is gone.
            drop(self.sender.send(LiveItem::Remark(remark)).await);
        }
    }

    fn first(&self, instance: ishigaki_record::branch::Instance) -> u64 {
        let printed = self.printed.as_ref().filter(|(lines, _)| lines.instance() == instance);
        let next = printed.map_or(0, |(_, last)| last.saturating_add(1));
        self.start.of(&self.game, instance).max(next)
    }

    async fn send(&self, line: Value) -> bool {
        self.sender.send(LiveItem::Line(line)).await.is_ok()
    }
}

fn finished_game(mirror: &Mirror) -> Option<Game> {
    mirror.game().filter(|game| game.phase().is_over() && mirror.covered_rows() == 0).cloned()
}

/// Completes when the reader is gone. A write would fail too, but during an outage nothing is written.
async fn reader_gone() {
    let mut ticks = interval(LIST_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let output = io::stdout();
        let mut polled = [PollFd::new(&output, PollFlags::empty())];
        let is_polled = poll(&mut polled, Some(&Timespec::default())).is_ok();
        if is_polled && polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            return;
        }
    }
}

async fn stop_requested() {
    tokio::select! {
        // Without this signal, the others remain.
        Ok(()) = tokio::signal::ctrl_c() => {}
        () = stop_signal() => {}
    }
}
