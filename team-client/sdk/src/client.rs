//! A team's connection to a game.
//!
//! Every call names the round, wave and revision that the feed has brought, so that it applies to the state
//! that the caller saw.

mod call;
mod check;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

use ishigaki_client::receipts::{MissingSealing, ReadReceiptsError, read_kept};
use ishigaki_client::team::{ReceiptComparison, SealStream, TeamGames, compare_receipts, is_behind};
use ishigaki_client::{
    Address, Connection, Feed, FeedError, Folded, Link, Mirror, ReceiptStore, Receipts, TeamSession, Token,
    Update, WriteError, connect, now,
};
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_rules::{Event, Game, Revision, Setup, TeamId};
use tokio::task::JoinHandle;
use tonic::Code;

use crate::Error;
use crate::view::View;

pub use call::SealedAnswer;
pub use check::{CheckError, Checked};

/// Options of a connection.
#[derive(Clone, Debug)]
pub struct Options {
    pub address: Address,
    pub token: Token,
    /// Id of the game; empty for the team's only open game, or else its newest.
    pub game: String,
}

/// A team's connection to a game. It reconnects by itself and shows the state of its feed.
#[derive(Debug)]
pub struct Client {
    link: Link,
    seals: SealStream,
    id: String,
    me: TeamId,
    watch: FeedWatch,
    blank: Game,
    is_practice: bool,
}

/// A change in the feed.
#[derive(Clone, Debug)]
pub enum FeedChange {
    /// The game already includes it.
    Event(Box<Event>),
    Connection(Connection),
    /// Nothing happened; the clock was updated.
    Pulse,
    /// The server came back without submissions that the team has receipts for.
    Missing(Vec<MissingSealing>),
}

#[derive(Debug)]
struct FeedWatch {
    feed: Feed,
    session: TeamSession,
    store: Option<ReceiptStore>,
    connection: Option<Connection>,
    unread: VecDeque<FeedChange>,
    link: Link,
    comparison: Option<JoinHandle<Option<ReceiptComparison>>>,
    /// The feed's final error, reported after the changes before it.
    last_error: Option<FeedError>,
}

impl Client {
    /// Connects, and reads the feed until the game is up to date. Must be called within a tokio runtime.
    ///
    /// Receipts are kept in memory only.
    ///
    /// # Errors
    /// If the server can't be reached or rejects the token, or the team has no such game.
    pub async fn connect(options: Options) -> Result<Self, Error> {
        Self::enter(options, None).await
    }

    /// Like [`Client::connect`], and keeps every receipt in a file in this directory, see [`Receipts`]. This
    /// includes receipts seen only in the team's feed: for lost answers and for other computers of the team.
    ///
    /// # Errors
    /// As [`Client::connect`].
    pub async fn connect_with_receipts(options: Options, receipts: PathBuf) -> Result<Self, Error> {
        Self::enter(options, Some(receipts)).await
    }

    async fn enter(options: Options, folder: Option<PathBuf>) -> Result<Self, Error> {
        let Options { address, token, game } = options;
        Self::enter_with(connect(&address, &token), game, folder).await
    }

    pub(crate) async fn enter_with(link: Link, game: String, folder: Option<PathBuf>) -> Result<Self, Error> {
        let games = TeamGames::list(&link).await?;
        let id = games.readable(game);
        if games.games.is_empty() && id.is_empty() {
            return Err(Error::NoGame { team: games.team });
        }
        let is_practice = games.is_practice(&id);
        let mut watch = FeedWatch {
            feed: Feed::open(link.clone(), id.clone(), 1),
            session: TeamSession::new(id.clone(), games.team.clone()),
            store: folder.map(ReceiptStore::new),
            connection: None,
            unread: VecDeque::new(),
            link: link.clone(),
            comparison: None,
            last_error: None,
        };
        // A game that is not served has also sent everything.
        while !matches!(watch.connection, Some(Connection::CaughtUp | Connection::Stopped { .. })) {
            let change = watch.read().await?;
            match change {
                FeedChange::Connection(Connection::Lost { code, .. }) => return Err(Error::unanswered(code)),
                // Callers want past events, but not past connection changes.
                FeedChange::Connection(_) | FeedChange::Pulse | FeedChange::Missing(_) => {}
                FeedChange::Event(_) => watch.unread.push_back(change),
            }
        }
        let setup = watch.session.setup().ok_or(Error::unanswered(Code::DataLoss))?;
        let me = watch.session.me().ok_or(Error::NotInGame { team: games.team })?;
        let blank = Game::new(setup.clone());
        Ok(Self { link, seals: SealStream::new(), id, me, watch, blank, is_practice })
    }

    /// Returns the id of the game.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns whether the game is played for practice.
    pub fn is_practice(&self) -> bool {
        self.is_practice
    }

    /// Returns the team.
    pub fn me(&self) -> TeamId {
        self.me
    }

    /// Returns the game as the feed has brought it: the public part, and the team's own sealed lists.
    pub fn game(&self) -> &Game {
        self.watch.session.game().unwrap_or(&self.blank)
    }

    /// Returns the set-up of the game.
    pub fn setup(&self) -> &Setup {
        self.game().setup()
    }

    /// Returns the game as a strategy sees it.
    pub fn view(&self) -> View<'_> {
        View { game: self.game(), me: self.me }
    }

    /// Returns the revision of the team's wall to name in the next call; `None` if it never changed.
    pub fn wall(&self) -> Option<Revision> {
        self.watch.session.wall()
    }

    /// Returns the time left of the running window or countdown; `None` if none is running (`T`).
    pub fn remaining(&self) -> Option<Duration> {
        self.mirror().remaining(now())
    }

    /// Returns the state of the connection.
    pub fn connection(&self) -> Option<Connection> {
        self.watch.connection
    }

    /// Returns the server's receipts for the team's submissions in this game.
    pub fn receipts(&self) -> &Receipts {
        self.watch.session.receipts()
    }

    /// Returns the error of the last receipt that couldn't be saved, if any.
    pub fn receipt_error(&self) -> Option<&WriteError> {
        self.watch.store.as_ref()?.error()
    }

    /// Returns the submissions with a receipt that the server has lost, as far as the feed shows.
    ///
    /// # Errors
    /// If the saved receipts can't be read.
    pub fn missing(&self) -> Result<Vec<MissingSealing>, ReadReceiptsError> {
        Ok(self.watch.session.missing(&self.watch.all_receipts()?))
    }

    /// Returns the submitted, pending and unanswered calls.
    pub fn session(&self) -> &TeamSession {
        &self.watch.session
    }

    /// Returns the mirror: the server's clock, key and signed heads, and the feed's sequence number.
    pub fn mirror(&self) -> &Mirror {
        self.watch.session.mirror()
    }

    /// Waits for the next change, starting with past events. Cancel-safe.
    ///
    /// # Errors
    /// If the feed is rejected or inconsistent. The error is final.
    pub async fn next(&mut self) -> Result<FeedChange, Error> {
        match self.watch.unread.pop_front() {
            Some(change) => Ok(change),
            None => self.watch.read().await,
        }
    }

    /// Discards the changes that [`Client::next`] hasn't returned; the game includes them.
    pub fn skip_to_now(&mut self) {
        self.watch.unread.clear();
    }

    /// Returns whether [`Client::next`] has returned all changes so far.
    pub fn is_read(&self) -> bool {
        self.watch.unread.is_empty()
    }

    /// Waits until the game includes everything that happened before this call, this client's own acts
    /// included. [`Client::next`] returns the changes afterwards.
    ///
    /// # Errors
    /// [`CallError::Unanswered`](crate::CallError::Unanswered) if the server can't be reached, or the end of
    /// the feed.
    pub async fn sync(&mut self) -> Result<(), Error> {
        self.catch_up(false).await
    }

    /// Like [`Client::sync`], but waits while the server can't be reached or doesn't serve the game.
    ///
    /// # Errors
    /// The end of the feed.
    pub async fn sync_with_retry(&mut self) -> Result<(), Error> {
        self.catch_up(true).await
    }

    async fn catch_up(&mut self, patient: bool) -> Result<(), Error> {
        // A new feed sends everything and then reports that it has caught up; the old one reports this only
        // once.
        let next = self.mirror().next_sequence();
        self.watch.feed = Feed::open(self.link.clone(), self.id.clone(), next);
        let mut was_lost =
            matches!(self.watch.connection, Some(Connection::Lost { .. } | Connection::Stopped { .. }));
        loop {
            let change = self.watch.read().await?;
            match change {
                FeedChange::Event(_) | FeedChange::Missing(_) => self.watch.unread.push_back(change),
                FeedChange::Connection(Connection::Lost { code, .. }) => {
                    self.watch.unread.push_back(change);
                    if !patient {
                        return Err(Error::unanswered(code));
                    }
                    was_lost = true;
                }
                // Everything has arrived, and nothing more comes before a server takes the game up.
                FeedChange::Connection(Connection::Stopped { .. }) => {
                    self.watch.unread.push_back(change);
                    if !patient {
                        return Ok(());
                    }
                    was_lost = true;
                }
                FeedChange::Connection(Connection::CaughtUp) => {
                    // Unanswered calls have not arrived.
                    self.watch.session.catch_up();
                    // Catching up is news only if the connection was lost.
                    if was_lost {
                        self.watch.unread.push_back(change);
                    }
                    return Ok(());
                }
                FeedChange::Connection(Connection::Connected) | FeedChange::Pulse => {}
            }
        }
    }
}

async fn next_comparison(
    comparison: &mut Option<JoinHandle<Option<ReceiptComparison>>>,
) -> Option<Vec<MissingSealing>> {
    let Some(running) = comparison else { return std::future::pending().await };
    let outcome = running.await;
    *comparison = None;
    let missing = outcome.ok()??.missing;
    (!missing.is_empty()).then_some(missing)
}

impl FeedWatch {
    async fn read(&mut self) -> Result<FeedChange, Error> {
        loop {
            if let Some(error) = self.last_error.take() {
                return Err(error.into());
            }
            let update = tokio::select! {
                biased;
                Some(missing) = next_comparison(&mut self.comparison) => {
                    return Ok(FeedChange::Missing(missing));
                }
                update = self.feed.next() => update,
            };
            let Some(update) = update else {
                // The final error was reported before, so later callers get this one.
                return Err(Error::unanswered(Code::Cancelled));
            };
            if let Err(error) = &update
                && is_behind(error)
            {
                let missing = self.compare().await;
                self.last_error = update.err();
                return Ok(FeedChange::Missing(missing));
            }
            match update? {
                Update::Item { item, received } => {
                    let news = self.session.fold(&item, received)?;
                    self.keep();
                    if let Some(fault) = news.fault {
                        return Err(fault.into());
                    }
                    match news.folded {
                        Folded::SetUp => {}
                        Folded::Event(event) => return Ok(FeedChange::Event(Box::new(event))),
                        Folded::Pulse { .. } => return Ok(FeedChange::Pulse),
                    }
                }
                Update::Connection(connection) => {
                    if connection == Connection::CaughtUp
                        && matches!(self.connection, Some(Connection::Connected))
                    {
                        self.begin_comparison();
                    }
                    self.connection = Some(connection);
                    return Ok(FeedChange::Connection(connection));
                }
            }
        }
    }

    fn all_receipts(&self) -> Result<Vec<StoredReceipt>, ReadReceiptsError> {
        let kept = self.store.as_ref().map(|store| read_kept(store.folder())).transpose()?;
        let come = self.session.receipts().all().cloned();
        Ok(kept.unwrap_or_default().into_iter().chain(come).collect())
    }

    fn comparison(&self) -> impl Future<Output = Option<ReceiptComparison>> + Send + use<> {
        let receipts = self.session.receipts();
        let (game, team) = (receipts.game().to_owned(), receipts.team().to_owned());
        // Unreadable files were reported at the start.
        compare_receipts(self.link.clone(), game, team, self.all_receipts().unwrap_or_default())
    }

    fn begin_comparison(&mut self) {
        if self.session.receipts().fed() > 0 {
            self.comparison = Some(tokio::spawn(self.comparison()));
        }
    }

    async fn compare(&self) -> Vec<MissingSealing> {
        self.comparison().await.map(|compared| compared.missing).unwrap_or_default()
    }

    /// Blocks the thread on purpose: a future dropped in between must not lose the event.
    fn keep(&mut self) {
        for stored in self.session.take_new_receipts() {
            if let Some(store) = &mut self.store {
                store.keep(&stored);
            }
        }
    }
}
