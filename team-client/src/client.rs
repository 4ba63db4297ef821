//! The SDK: one team's connection to one game.
//!
//! Knows the teams' service and the feed. Every call names the round, the wave and the revision it replaces
//! from what the feed has brought, so that what is sent is meant for what the caller was looking at.

mod call;

use std::collections::VecDeque;
use std::time::Duration;

use ishigaki_link::{Address, Audience, Connection, Feed, Folded, Link, Mirror, Token, Update, connect, now};
use ishigaki_proto::team::ListGamesRequest;
use ishigaki_rules::{Event, Game, Setup, TeamId};
use tonic::Code;

use crate::Error;
use crate::bot::View;

pub use call::Sealed;

/// Where to connect to, and as whom.
#[derive(Clone, Debug)]
pub struct Options {
    /// The server.
    pub address: Address,
    /// The team's token.
    pub token: Token,
    /// The game's id; empty for the only game the team can see.
    pub game: String,
}

/// One team's connection to one game. It heals by itself; what it shows is what its feed has brought so far.
#[derive(Debug)]
pub struct Client {
    link: Link,
    id: String,
    me: TeamId,
    watch: Watch,
    /// The game before anything happened: what there is to show until the feed has brought more.
    blank: Game,
}

/// What is new.
#[derive(Clone, Debug)]
pub enum Change {
    /// Something happened; the game has it already.
    Event(Box<Event>),
    /// The connection stands otherwise.
    Connection(Connection),
    /// Nothing happened; the clock is right.
    Pulse,
}

/// A feed and what it has brought.
#[derive(Debug)]
struct Watch {
    feed: Feed,
    mirror: Mirror,
    /// `None` before the first attempt has come to an end.
    connection: Option<Connection>,
    /// Read ahead of [`Client::next`] by [`Client::sync`].
    unread: VecDeque<Change>,
}

impl Client {
    /// Connects, and reads the feed until it shows the game as it is now. Must be called within a tokio
    /// runtime.
    ///
    /// Fails at once if the server cannot be reached, does not let the team in.
    pub async fn connect(options: Options) -> Result<Self, Error> {
        let Options { address, token, game: id } = options;
        let link = connect(&address, &token);
        let games = link.team().list_games(ListGamesRequest {}).await?.into_inner();
        let mut watch = Watch {
            feed: Feed::open(link.clone(), Audience::Team, id.clone(), 1),
            mirror: Mirror::new(),
            connection: None,
            unread: VecDeque::new(),
        };
        while watch.connection != Some(Connection::CaughtUp) {
            let change = watch.read().await?;
            match change {
                Change::Connection(Connection::Lost { code, .. }) => return Err(Error::Unanswered { code }),
                // Whoever connects may want to hear what has happened, but not how it came here.
                Change::Connection(_) | Change::Pulse => {}
                Change::Event(_) => watch.unread.push_back(change),
            }
        }
        let setup = watch.mirror.setup().ok_or(Error::Unanswered { code: Code::DataLoss })?;
        let me = setup.team_by_code(&games.team).ok_or(Error::NotInGame { team: games.team })?;
        let blank = Game::new(setup.clone());
        Ok(Self { link, id, me, watch, blank })
    }

    /// The game's id, as it was given; empty for the only one.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The team.
    pub fn me(&self) -> TeamId {
        self.me
    }

    /// The game as the feed has brought it: what is public, and the team's own sealed lists.
    pub fn game(&self) -> &Game {
        self.watch.mirror.game().unwrap_or(&self.blank)
    }

    /// What was told to the teams before the game.
    pub fn setup(&self) -> &Setup {
        self.game().setup()
    }

    /// The game as a strategy sees it.
    pub fn view(&self) -> View<'_> {
        View { game: self.game(), me: self.me }
    }

    /// How long the running window or countdown still is; `None` if none is running (`T`).
    pub fn remaining(&self) -> Option<Duration> {
        self.watch.mirror.remaining(now())
    }

    /// How the connection stands.
    pub fn connection(&self) -> Option<Connection> {
        self.watch.connection
    }

    /// The mirror itself: the server's clock, the feed's sequence.
    pub fn mirror(&self) -> &Mirror {
        &self.watch.mirror
    }

    /// Waits for the next change; the first ones are what happened before connecting. Nothing is lost if the
    /// future is dropped. An error is final: the feed is over.
    pub async fn next(&mut self) -> Result<Change, Error> {
        match self.watch.unread.pop_front() {
            Some(change) => Ok(change),
            None => self.watch.read().await,
        }
    }

    /// Forgets the changes that [`Client::next`] has not told yet; the game has them all the same.
    pub fn skip_to_now(&mut self) {
        self.watch.unread.clear();
    }

    /// Whether [`Client::next`] has told all changes that have come.
    pub fn is_read(&self) -> bool {
        self.watch.unread.is_empty()
    }

    /// Waits until the game shows everything that had happened when this was called, this client's own acts
    /// included. [`Client::next`] tells the changes afterwards.
    ///
    /// Fails with [`Error::Unanswered`] as soon as the server cannot be reached.
    pub async fn sync(&mut self) -> Result<(), Error> {
        self.catch_up(false).await
    }

    /// As [`Client::sync`], but waits for as long as the server cannot be reached.
    pub async fn sync_patiently(&mut self) -> Result<(), Error> {
        self.catch_up(true).await
    }

    async fn catch_up(&mut self, patient: bool) -> Result<(), Error> {
        // A new watch brings all there is and then says so; the one that runs says it once only.
        let next = self.watch.mirror.next_sequence();
        self.watch.feed = Feed::open(self.link.clone(), Audience::Team, self.id.clone(), next);
        let mut was_lost = matches!(self.watch.connection, Some(Connection::Lost { .. }));
        loop {
            let change = self.watch.read().await?;
            match change {
                Change::Event(_) => self.watch.unread.push_back(change),
                Change::Connection(Connection::Lost { code, .. }) => {
                    self.watch.unread.push_back(change);
                    if !patient {
                        return Err(Error::Unanswered { code });
                    }
                    was_lost = true;
                }
                Change::Connection(Connection::CaughtUp) => {
                    // That the new watch has caught up is no news, unless the one before was cut off.
                    if was_lost {
                        self.watch.unread.push_back(change);
                    }
                    return Ok(());
                }
                Change::Connection(Connection::Connected) | Change::Pulse => {}
            }
        }
    }
}

impl Watch {
    async fn read(&mut self) -> Result<Change, Error> {
        loop {
            let Some(update) = self.feed.next().await else {
                // The feed has told its last error before, and whoever asks again hears that it is over.
                return Err(Error::Unanswered { code: Code::Cancelled });
            };
            match update? {
                Update::Item { item, received } => match self.mirror.fold(&item, received)? {
                    Folded::SetUp => {}
                    Folded::Event(event) => return Ok(Change::Event(Box::new(event))),
                    Folded::Pulse { .. } => return Ok(Change::Pulse),
                },
                Update::Connection(connection) => {
                    self.connection = Some(connection);
                    return Ok(Change::Connection(connection));
                }
            }
        }
    }
}
