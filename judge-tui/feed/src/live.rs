//! The lines of games as their feeds bring them, of several at once, of those that are started later too.

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

/// Interval at which it is asked which games there are, and whether somebody reads of them.
const LIST: Duration = Duration::from_secs(2);
/// Number of lines that wait for a slow reader before the feeds are held up.
const READ_AHEAD: usize = 64;

/// Tells games until they are over or nobody reads it any more, or, of all of the contest, until somebody stops it. Takes a board's token only: what is told
/// to some teams alone has no place in it, and would have other numbers.
///
/// # Errors
/// What the server refuses, and an output that cannot be written.
pub async fn tell(link: &Link, args: FeedArgs, words: &Words, out: &mut Output) -> Result<(), Error> {
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
    let mut looks = interval(LIST);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut stop = std::pin::pin!(stopped());
    let mut unread = std::pin::pin!(unread());
    let mut trouble = None;
    loop {
        tokio::select! {
            // What was told comes before its end.
            biased;
            Some(told) = lines.recv() => match told {
                LiveItem::Line(line) => out.object(&line)?,
                LiveItem::Remark(remark) => out.remark(&remark)?,
            },
            () = &mut stop => return Ok(()),
            () = &mut unread => return Ok(()),
            Some(ended) = watched.feeds.join_next() => {
                if let Err(error) = ended.map_err(io::Error::other)? {
                    trouble = Some(error);
                }
                looks.reset_immediately();
            }
            _ = looks.tick() => {
                if watched.look().await? {
                    return trouble.map_or(Ok(()), |error| Err(Error::Call(error)));
                }
            }
        }
    }
}

/// Message of a game for the reader.
enum LiveItem {
    Line(Value),
    /// Remark beside the lines.
    Remark(String),
}

struct WatchedGames {
    link: Link,
    /// Those that are meant; none: all of the contest.
    wanted: Vec<String>,
    start: FeedStart,
    words: Words,
    sender: mpsc::Sender<LiveItem>,
    /// Those that were taken up.
    known: BTreeSet<String>,
    feeds: JoinSet<Result<(), CallError>>,
}

impl WatchedGames {
    /// Asks which games there are and takes up those that have started; whether all that are meant are over.
    async fn look(&mut self) -> Result<bool, CallError> {
        let games = match list_games(&self.link, &[Audience::Board]).await.map_err(CallError::from) {
            Ok(answer) => answer.games,
            // An outage is waited for once there has been something to tell.
            Err(error) if error.is_passing() && !self.known.is_empty() => return Ok(false),
            Err(error) => return Err(error),
        };
        if let Some(stranger) = self.wanted.iter().find(|id| games.iter().all(|game| game.game != **id)) {
            let metadata = [("game".to_owned(), stranger.clone())].into();
            let reason = ErrorReason::UnknownGame;
            let fault = Fault { reason, rule: None, metadata, violations: Vec::new() };
            return Err(CallError::Refused(Box::new(fault)));
        }
        let is_meant = |game: &Listed| self.wanted.is_empty() || self.wanted.contains(&game.game);
        let started = games.into_iter().map(Listed::from).filter(|game| is_meant(game) && game.has_started());
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
                told: None,
            };
            self.feeds.spawn(feed.run());
        }
        Ok(!self.wanted.is_empty() && self.feeds.is_empty() && self.known.len() == self.wanted.len())
    }
}

/// One game on its way to the reader.
struct LiveGame {
    link: Link,
    game: String,
    start: FeedStart,
    words: Words,
    sender: mpsc::Sender<LiveItem>,
    /// The lines' maker and the number of the last item that was folded; `None` before the set-up.
    told: Option<(LineMaker, u64)>,
}

impl LiveGame {
    /// Tells the game until it is over. A feed that breaks off is read again from its start, once at the same place: the server may
    /// have set the game up anew.
    async fn run(mut self) -> Result<(), CallError> {
        let mut broken_at = None;
        loop {
            let error = match self.follow().await {
                Ok(()) => return Ok(()),
                Err(error) => error,
            };
            let at = self.told.as_ref().map(|(lines, last)| (lines.instance(), *last));
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
                            self.told = Some((lines, 0));
                            line
                        }
                        Folded::Event(event) => {
                            let told = self.told.as_mut().zip(mirror.game());
                            told.map(|((lines, _), game)| lines.event(item.sequence, game, &event))
                        }
                        Folded::Pulse { .. } => {
                            // The first one comes when all there is has been sent.
                            if !std::mem::replace(&mut has_caught_up, true) {
                                self.remark_beyond(first).await;
                            }
                            None
                        }
                    };
                    let over = over(mirror);
                    if let (Some(line), Some((_, last))) = (line, &mut self.told) {
                        *last = item.sequence;
                        if item.sequence >= first && !self.send(line).await {
                            return Ok(());
                        }
                    }
                    if let Some(game) = over {
                        let told = self.told.as_ref().filter(|_| game.phase() == Phase::Declared);
                        let line = told.map(|(lines, last)| lines.ranking(*last, &game));
                        if let Some(line) = line
                            && !self.send(line).await
                        {
                            return Ok(());
                        }
                        if !has_caught_up {
                            self.remark_beyond(first).await;
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

    /// Says so if there is nothing from this number on.
    async fn remark_beyond(&self, first: u64) {
        let last = self.told.as_ref().map_or(0, |(_, last)| *last);
        if let Some(remark) = FeedStart::beyond(first, last, &self.game, &self.words) {
            // Whether anybody reads, the next line tells.
            drop(self.sender.send(LiveItem::Remark(remark)).await);
        }
    }

    /// The first number that is still to be told of this game.
    fn first(&self, instance: ishigaki_record::branch::Instance) -> u64 {
        let told = self.told.as_ref().filter(|(lines, _)| lines.instance() == instance);
        let next = told.map_or(0, |(_, last)| last.saturating_add(1));
        self.start.of(&self.game, instance).max(next)
    }

    /// Returns whether anybody reads it.
    async fn send(&self, line: Value) -> bool {
        self.sender.send(LiveItem::Line(line)).await.is_ok()
    }
}

/// Returns the game if all of it has been told: of a declared one also its ranking, once that is revealed.
fn over(mirror: &Mirror) -> Option<Game> {
    mirror.game().filter(|game| game.phase().is_over() && mirror.covered_rows() == 0).cloned()
}

/// Comes when nobody reads the output any more. A write would tell as well, but where a server is away there is none.
async fn unread() {
    let mut looks = interval(LIST);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        looks.tick().await;
        let output = io::stdout();
        let mut polled = [PollFd::new(&output, PollFlags::empty())];
        let is_told = poll(&mut polled, Some(&Timespec::default())).is_ok();
        if is_told && polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            return;
        }
    }
}

/// Comes when somebody stops the program.
async fn stopped() {
    tokio::select! {
        // Without that signal there are the others.
        Ok(()) = tokio::signal::ctrl_c() => {}
        () = stop_signal() => {}
    }
}
