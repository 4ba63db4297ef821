//! The SDK: one team's connection to one game.
//!
//! Knows the teams' service, the list of games and the feed. Every call names the round, the wave and the revision it replaces
//! from what the feed has brought, so that what is sent is meant for what the caller was looking at.

mod call;
mod check;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

use ishigaki_client::{
    Address, Connection, Feed, Folded, Link, Mirror, ReceiptStore, Receipts, TeamSession, Token, Update,
    WriteError, connect, list_games, now,
};
use ishigaki_proto::watch::{self, Audience};
use ishigaki_proto::wire;
use ishigaki_rules::{Event, Game, Revision, Setup, TeamId};
use tonic::Code;

use crate::Error;
use crate::view::View;

pub use call::Sealed;
pub use check::{CheckError, Checked};

/// How long the server is left alone before it is asked again for the next game.
const AGAIN: Duration = Duration::from_secs(1);

/// Where to connect to, and as whom.
#[derive(Clone, Debug)]
pub struct Options {
    /// The server.
    pub address: Address,
    /// The team's token.
    pub token: Token,
    /// The game's id; empty for the only game the team can see that is not over.
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
    /// Whether nobody has named the game, and it is for practice.
    is_passage: bool,
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
    session: TeamSession,
    /// Where receipts are kept; `None`: nowhere.
    store: Option<ReceiptStore>,
    /// `None` before the first attempt has come to an end.
    connection: Option<Connection>,
    /// Read ahead of [`Client::next`] by [`Client::sync`].
    unread: VecDeque<Change>,
}

impl Client {
    /// Connects, and reads the feed until it shows the game as it is now. Must be called within a tokio
    /// runtime.
    ///
    /// Fails at once if the server cannot be reached, does not let the team in. Receipts are kept in memory only.
    pub async fn connect(options: Options) -> Result<Self, Error> {
        Self::enter(options, None).await
    }

    /// As [`Client::connect`], and keeps every receipt in a file in this folder, see [`Receipts`]. Also those that
    /// are only seen in the team's own feed: of answers that got lost, and of other computers of the team.
    pub async fn connect_keeping(options: Options, receipts: PathBuf) -> Result<Self, Error> {
        Self::enter(options, Some(receipts)).await
    }

    async fn enter(options: Options, folder: Option<PathBuf>) -> Result<Self, Error> {
        let Options { address, token, game } = options;
        Self::enter_by(connect(&address, &token), game, folder).await
    }

    async fn enter_by(link: Link, game: String, folder: Option<PathBuf>) -> Result<Self, Error> {
        let games = team_games(&link).await?;
        let is_unnamed = game.is_empty();
        let id = only_one(game, &games);
        let is_passage = is_unnamed && is_practice(&id, &games);
        let mut watch = Watch {
            feed: Feed::open(link.clone(), id.clone(), 1),
            session: TeamSession::new(id.clone(), games.team.clone()),
            store: folder.map(ReceiptStore::new),
            connection: None,
            unread: VecDeque::new(),
        };
        // A game that stands still has told all there is, too.
        while !matches!(watch.connection, Some(Connection::CaughtUp | Connection::Stopped { .. })) {
            let change = watch.read().await?;
            match change {
                Change::Connection(Connection::Lost { code, .. }) => return Err(Error::Unanswered { code }),
                // Whoever connects may want to hear what has happened, but not how it came here.
                Change::Connection(_) | Change::Pulse => {}
                Change::Event(_) => watch.unread.push_back(change),
            }
        }
        let setup = watch.session.setup().ok_or(Error::Unanswered { code: Code::DataLoss })?;
        let me = watch.session.me().ok_or(Error::NotInGame { team: games.team })?;
        let blank = Game::new(setup.clone());
        Ok(Self { link, id, me, watch, blank, is_passage })
    }

    /// Whether the game is one for practice that nobody has named: when it is over, [`Client::next_game`] waits for the
    /// one it was for.
    pub fn has_next_game(&self) -> bool {
        self.is_passage
    }

    /// Waits until the team's next game has started, and enters it, keeping receipts as before. Outlives outages of the
    /// server; fails if it does not let the team in.
    pub async fn next_game(&self) -> Result<Self, Error> {
        loop {
            let entered = match next_game(&self.link, &self.id).await {
                Ok(next) => {
                    let folder = self.watch.store.as_ref().map(|store| store.folder().to_owned());
                    Self::enter_by(self.link.clone(), next.game, folder).await
                }
                Err(error) => Err(error),
            };
            match entered {
                Err(error) if error.is_passing() => tokio::time::sleep(AGAIN).await,
                settled => return settled,
            }
        }
    }

    /// The game's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The team.
    pub fn me(&self) -> TeamId {
        self.me
    }

    /// The game as the feed has brought it: what is public, and the team's own sealed lists.
    pub fn game(&self) -> &Game {
        self.watch.session.game().unwrap_or(&self.blank)
    }

    /// What was told to the teams before the game.
    pub fn setup(&self) -> &Setup {
        self.game().setup()
    }

    /// The game as a strategy sees it.
    pub fn view(&self) -> View<'_> {
        View { game: self.game(), me: self.me }
    }

    /// The team's wall as the next call that changes it names it: how often it has changed, as far as the feed and the
    /// answers to this client's own calls have told. `None`: never.
    pub fn wall(&self) -> Option<Revision> {
        self.watch.session.wall()
    }

    /// How long the running window or countdown still is; `None` if none is running (`T`).
    pub fn remaining(&self) -> Option<Duration> {
        self.mirror().remaining(now())
    }

    /// How the connection stands.
    pub fn connection(&self) -> Option<Connection> {
        self.watch.connection
    }

    /// The server's receipts for what the team has sealed in this game.
    pub fn receipts(&self) -> &Receipts {
        self.watch.session.receipts()
    }

    /// Why the last receipt that could not be kept was not; `None` if all were, and if none is to be.
    pub fn receipt_error(&self) -> Option<&WriteError> {
        self.watch.store.as_ref()?.error()
    }

    /// What is sealed, on its way and unanswered.
    pub fn session(&self) -> &TeamSession {
        &self.watch.session
    }

    /// The mirror itself: the server's clock, key and signed heads, the feed's sequence.
    pub fn mirror(&self) -> &Mirror {
        self.watch.session.mirror()
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

    /// As [`Client::sync`], but waits for as long as the server cannot be reached or the game stands still.
    pub async fn sync_patiently(&mut self) -> Result<(), Error> {
        self.catch_up(true).await
    }

    async fn catch_up(&mut self, patient: bool) -> Result<(), Error> {
        // A new watch brings all there is and then says so; the one that runs says it once only.
        let next = self.mirror().next_sequence();
        self.watch.feed = Feed::open(self.link.clone(), self.id.clone(), next);
        let mut was_lost =
            matches!(self.watch.connection, Some(Connection::Lost { .. } | Connection::Stopped { .. }));
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
                // All there is has come, and more does not before the server is started again.
                Change::Connection(Connection::Stopped { .. }) => {
                    self.watch.unread.push_back(change);
                    if !patient {
                        return Ok(());
                    }
                    was_lost = true;
                }
                Change::Connection(Connection::CaughtUp) => {
                    // What is still without an answer has not arrived.
                    self.watch.session.catch_up();
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

/// The id of the game that is meant: the one that is named, else the only one that is not over, practice only if there is
/// no other, or, if all are over, the only one that was not for practice. Receipts and heads are signed with it, and a feed that heals must go on with the game
/// that it began with, so the empty name does not do.
pub(crate) fn only_one(named: String, games: &watch::ListGamesResponse) -> String {
    if !named.is_empty() {
        return named;
    }
    let (mut real, mut practice): (Vec<_>, Vec<_>) = games.games.iter().partition(|game| !game.practice);
    if !games.games.iter().all(is_over) {
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

/// Whether a game is over.
pub(crate) fn is_over(game: &watch::GameEntry) -> bool {
    game.clock.is_some_and(|clock| matches!(clock.phase(), wire::Phase::Declared | wire::Phase::Abandoned))
}

/// Whether a game of this id is played for practice.
pub(crate) fn is_practice(id: &str, games: &watch::ListGamesResponse) -> bool {
    games.games.iter().any(|game| game.game == id && game.practice)
}

/// The team's games. Refuses a token that is no team's.
pub(crate) async fn team_games(link: &Link) -> Result<watch::ListGamesResponse, Error> {
    Ok(list_games(link, &[Audience::Team]).await?)
}

/// A game that a team goes on to.
pub(crate) struct Next {
    /// Its id.
    pub(crate) game: String,
    /// The team's code.
    pub(crate) team: String,
    /// Whether it is played for practice.
    pub(crate) practice: bool,
}

/// Waits until a team that names no game has another one than the one it leaves.
pub(crate) async fn next_game(link: &Link, left: &str) -> Result<Next, Error> {
    loop {
        let games = team_games(link).await?;
        let next = only_one(String::new(), &games);
        if !next.is_empty() && next != left {
            return Ok(Next { practice: is_practice(&next, &games), game: next, team: games.team });
        }
        tokio::time::sleep(AGAIN).await;
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
                Update::Item { item, received } => {
                    let news = self.session.fold(&item, received)?;
                    self.keep();
                    if let Some(fault) = news.fault {
                        return Err(fault.into());
                    }
                    match news.folded {
                        Folded::SetUp => {}
                        Folded::Event(event) => return Ok(Change::Event(Box::new(event))),
                        Folded::Pulse { .. } => return Ok(Change::Pulse),
                    }
                }
                Update::Connection(connection) => {
                    self.connection = Some(connection);
                    return Ok(Change::Connection(connection));
                }
            }
        }
    }

    /// Keeps the receipts that are new.
    ///
    /// Writing blocks the thread for a moment, on purpose: a future dropped in between must not lose the event.
    fn keep(&mut self) {
        for stored in self.session.take_new_receipts() {
            if let Some(store) = &mut self.store {
                store.keep(&stored);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(games: &[(&str, bool, wire::Phase)]) -> watch::ListGamesResponse {
        let summary = |&(game, practice, phase): &(&str, bool, wire::Phase)| watch::GameEntry {
            game: game.into(),
            practice,
            clock: Some(wire::Clock { phase: phase.into(), ..Default::default() }),
            ..Default::default()
        };
        watch::ListGamesResponse { games: games.iter().map(summary).collect(), ..Default::default() }
    }

    #[test]
    fn who_names_no_game_means_the_only_one_that_goes_on_and_practice_only_where_there_is_no_other() {
        use wire::Phase::{Abandoned, Bidding, Declared, Ready};
        let meant = |games: &[_]| only_one(String::new(), &listed(games));
        assert_eq!(meant(&[("try", true, Bidding)]), "try");
        assert_eq!(meant(&[("try", true, Bidding), ("g", false, Ready)]), "g");
        assert_eq!(meant(&[("try", true, Abandoned), ("g", false, Ready)]), "g");
        assert_eq!(meant(&[("try", true, Bidding), ("g", false, Declared)]), "try");
        assert_eq!(meant(&[("try", true, Abandoned), ("g", false, Declared)]), "g");
        assert_eq!(meant(&[("g", false, Ready), ("h", false, Ready)]), "", "nobody guesses between two");
        assert_eq!(meant(&[("try", true, Declared)]), "");
        assert_eq!(meant(&[]), "");
        assert_eq!(only_one("h".into(), &listed(&[("g", false, Ready)])), "h");
    }
}
