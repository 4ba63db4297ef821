//! A team's games, one after another.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use ishigaki_client::team::{TeamEvents, TeamGames, TeamPath};
use ishigaki_client::{Link, connect};
use ishigaki_proto::watch::GameEntry;
use ishigaki_proto::wire::Phase;

use crate::{Client, Error, Options};

const RETRY_DELAY: Duration = Duration::from_secs(1);

/// The team's games, one after another: from practice to the contest, through the stages of an event, and into
/// spare games (`G4`).
#[derive(Debug)]
pub struct GameSequence {
    link: Link,
    /// The only game, if one was named.
    named: Option<String>,
    receipts: PathBuf,
    stays: bool,
    events: TeamEvents,
    left: BTreeSet<String>,
    is_started: bool,
    progress: Option<Progress>,
}

/// Progress of a team between its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub team: String,
    /// The team's way through its event; `None` outside events.
    pub path: Option<TeamPath>,
}

impl GameSequence {
    /// Makes the sequence of all games of the team, or of the named one only. Receipts are kept in this
    /// directory. Must be called within a tokio runtime.
    pub fn new(options: Options, receipts: PathBuf) -> Self {
        let Options { address, token, game } = options;
        Self {
            link: connect(&address, &token),
            named: Some(game).filter(|game| !game.is_empty()),
            receipts,
            stays: false,
            events: TeamEvents::default(),
            left: BTreeSet::new(),
            is_started: false,
            progress: None,
        }
    }

    /// Sets whether [`GameSequence::next`] also waits if no game may follow.
    #[must_use]
    pub fn staying(mut self, stays: bool) -> Self {
        self.stays = stays;
        self
    }

    /// Excludes a game, for example one that was entered otherwise.
    pub fn leave(&mut self, game: &str) {
        self.left.insert(game.to_owned());
        self.is_started = true;
    }

    /// Waits for the team's next game and connects to it; `None` once no game may follow: the team is out of
    /// its events, or its last game outside events has a result. A game is entered once. `wait` is called
    /// before waiting, and when the awaited step changes. After the first answer outages of the server are
    /// tolerated.
    ///
    /// # Errors
    /// If the server rejects the token; at the start also if it can't be reached, or if several games are
    /// open.
    pub async fn next(&mut self, mut wait: impl FnMut(&Progress)) -> Result<Option<Client>, Error> {
        let mut reported: Option<Progress> = None;
        loop {
            match self.look().await {
                Ok(Outlook::Game(client)) => {
                    self.leave(client.id());
                    return Ok(Some(*client));
                }
                Ok(Outlook::End) => return Ok(None),
                Ok(Outlook::Wait) => {
                    self.is_started = true;
                    if reported != self.progress {
                        self.progress.iter().for_each(&mut wait);
                        reported.clone_from(&self.progress);
                    }
                }
                Err(error) if self.is_started && error.is_passing() => {}
                Err(error) => return Err(error),
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }

    /// Waits until a game that counts is open while a practice game is played.
    pub async fn end_of_practice(&self) {
        loop {
            tokio::time::sleep(RETRY_DELAY).await;
            if let Ok(games) = TeamGames::list(&self.link).await
                && self.open(&games).any(|game| !game.practice)
            {
                return;
            }
        }
    }

    /// Returns the team's progress as of the last wait or end.
    pub fn progress(&self) -> Option<&Progress> {
        self.progress.as_ref()
    }

    async fn look(&mut self) -> Result<Outlook, Error> {
        if let Some(game) = &self.named {
            return if self.left.contains(game) { Ok(Outlook::End) } else { self.enter(game.clone()).await };
        }
        let games = TeamGames::list(&self.link).await?;
        if let Some(game) = self.choose(&games) {
            return self.enter(game).await;
        }
        self.events.refresh(&self.link).await?;
        let paths = self.events.paths(&games.team);
        let may_follow =
            paths.iter().any(|path| path.may_play) || paths.is_empty() && may_follow_outside_events(&games);
        self.progress = Some(Progress { path: self.events.path(&games.team), team: games.team });
        Ok(if self.stays || may_follow { Outlook::Wait } else { Outlook::End })
    }

    async fn enter(&self, game: String) -> Result<Outlook, Error> {
        let receipts = Some(self.receipts.clone());
        let client = Client::enter_with(self.link.clone(), game, receipts).await?;
        Ok(Outlook::Game(Box::new(client)))
    }

    /// Real games precede practice. At the start the server explains that several are open, because a person
    /// can name one.
    fn choose(&self, games: &TeamGames) -> Option<String> {
        let mut open: Vec<&GameEntry> = self.open(games).collect();
        if open.iter().any(|game| !game.practice) {
            open.retain(|game| !game.practice);
        }
        match open[..] {
            [_, _, ..] if !self.is_started => Some(String::new()),
            _ => open.first().map(|game| game.game.clone()),
        }
    }

    fn open<'a>(&'a self, games: &'a TeamGames) -> impl Iterator<Item = &'a GameEntry> {
        games.on().filter(|game| !self.left.contains(&game.game))
    }
}

enum Outlook {
    Game(Box<Client>),
    Wait,
    End,
}

/// Before its first real game, and after an abandoned one (`G4`), a team outside events may get another.
fn may_follow_outside_events(games: &TeamGames) -> bool {
    let real = games.games.iter().rfind(|game| !game.practice);
    real.and_then(|game| game.clock).is_none_or(|clock| clock.phase() == Phase::Abandoned)
}
