//! The SDK: one team's connection to one game.
//!
//! Knows the teams' service, the list of games and the feed. Every call names the round, the wave and the revision it replaces
//! from what the feed has brought, so that what is sent is meant for what the caller was looking at.

mod call;
mod check;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

use ishigaki_client::listing::list_events;
use ishigaki_client::receipts::{MissingSealing, ReadReceiptsError, read_kept};
use ishigaki_client::team::{ReceiptComparison, SealStream, TeamGames, compare_receipts, is_behind};
use ishigaki_client::{
    Address, Connection, Feed, FeedError, Folded, Link, Mirror, ReceiptStore, Receipts, TeamSession, Token,
    Update, WriteError, connect, now,
};
use ishigaki_proto::watch::{EventEntry, EventStage};
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_rules::{Event, Game, Phase, Revision, Setup, TeamId};
use tokio::task::JoinHandle;
use tonic::Code;

use crate::Error;
use crate::view::View;

pub use call::SealedAnswer;
pub use check::{CheckError, Checked};

/// Time for which the server is left alone before it is asked again for the next game.
const AGAIN: Duration = Duration::from_secs(1);

/// Options of a connection: where to connect to, and as whom.
#[derive(Clone, Debug)]
pub struct Options {
    pub address: Address,
    pub token: Token,
    /// The game's id; empty for the only game the team can see that is not over, or else the newest that is.
    pub game: String,
}

/// Returns whether no game of an event can start any more.
fn is_closed(event: &EventEntry) -> bool {
    matches!(event.stage(), EventStage::Declared | EventStage::Abandoned)
}

/// One team's connection to one game. It heals by itself; what it shows is what its feed has brought so far.
#[derive(Debug)]
pub struct Client {
    link: Link,
    seals: SealStream,
    id: String,
    me: TeamId,
    watch: FeedWatch,
    /// The game before anything happened: what there is to show until the feed has brought more.
    blank: Game,
    /// Whether the game was chosen by the server's list, not named.
    is_unnamed: bool,
    /// Whether the game is for practice.
    is_practice: bool,
}

/// Change that a feed has brought.
#[derive(Clone, Debug)]
pub enum FeedChange {
    /// Something happened; the game has it already.
    Event(Box<Event>),
    /// The connection stands otherwise.
    Connection(Connection),
    /// Nothing happened; the clock is right.
    Pulse,
    /// The server came back and has lost something that the team has a receipt for.
    Missing(Vec<MissingSealing>),
}

/// A feed and what it has brought.
#[derive(Debug)]
struct FeedWatch {
    feed: Feed,
    session: TeamSession,
    /// Store of the receipts; `None`: they are not kept.
    store: Option<ReceiptStore>,
    /// `None` before the first attempt has come to an end.
    connection: Option<Connection>,
    /// Read ahead of [`Client::next`] by [`Client::sync`].
    unread: VecDeque<FeedChange>,
    link: Link,
    /// Comparison of the receipts with a server that has come back.
    comparison: Option<JoinHandle<Option<ReceiptComparison>>>,
    /// Error with which the feed ended, while something is to be told before it.
    last_error: Option<FeedError>,
}

impl Client {
    /// Connects, and reads the feed until it shows the game as it is now. Must be called within a tokio
    /// runtime.
    ///
    /// Fails at once if the server cannot be reached, does not let the team in. Receipts are kept in memory only.
    ///
    /// # Errors
    /// The server cannot be reached or does not let the team in, or the team plays in no such game.
    pub async fn connect(options: Options) -> Result<Self, Error> {
        Self::enter(options, None).await
    }

    /// As [`Client::connect`], and keeps every receipt in a file in this folder, see [`Receipts`]. Also those that
    /// are only seen in the team's own feed: of answers that got lost, and of other computers of the team.
    ///
    /// # Errors
    /// As [`Client::connect`].
    pub async fn connect_keeping(options: Options, receipts: PathBuf) -> Result<Self, Error> {
        Self::enter(options, Some(receipts)).await
    }

    /// As [`Client::connect_keeping`], and waits for the team's first game if none has started, unless all events are closed.
    /// `wait` is called before, with the team's code.
    ///
    /// # Errors
    /// As [`Client::connect`].
    pub async fn connect_when_started(
        options: Options,
        receipts: PathBuf,
        wait: impl FnOnce(&str),
    ) -> Result<Self, Error> {
        let Options { address, token, game } = options;
        let link = connect(&address, &token);
        let is_unnamed = game.is_empty();
        let mut wait = Some(wait);
        loop {
            match Self::enter_by(link.clone(), game.clone(), is_unnamed, Some(receipts.clone())).await {
                Err(Error::NoGame { team }) => {
                    let events = list_events(&link).await.map(|listed| listed.events).unwrap_or_default();
                    if !events.is_empty() && events.iter().all(is_closed) {
                        return Err(Error::NoGame { team });
                    }
                    if let Some(wait) = wait.take() {
                        wait(&team);
                    }
                }
                // The server may be away while a team waits.
                Err(error) if wait.is_none() && error.is_passing() => {}
                entered => return entered,
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    async fn enter(options: Options, folder: Option<PathBuf>) -> Result<Self, Error> {
        let Options { address, token, game } = options;
        let is_unnamed = game.is_empty();
        Self::enter_by(connect(&address, &token), game, is_unnamed, folder).await
    }

    /// Enters a game; the one that the server's list leads to if the text is empty. A game found by an earlier one of the same
    /// client is unnamed, too.
    async fn enter_by(
        link: Link,
        game: String,
        is_unnamed: bool,
        folder: Option<PathBuf>,
    ) -> Result<Self, Error> {
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
        // A game that stands still has told all there is, too.
        while !matches!(watch.connection, Some(Connection::CaughtUp | Connection::Stopped { .. })) {
            let change = watch.read().await?;
            match change {
                FeedChange::Connection(Connection::Lost { code, .. }) => return Err(Error::unanswered(code)),
                // Whoever connects may want to hear what has happened, but not how it came here.
                FeedChange::Connection(_) | FeedChange::Pulse | FeedChange::Missing(_) => {}
                FeedChange::Event(_) => watch.unread.push_back(change),
            }
        }
        let setup = watch.session.setup().ok_or(Error::unanswered(Code::DataLoss))?;
        let me = watch.session.me().ok_or(Error::NotInGame { team: games.team })?;
        let blank = Game::new(setup.clone());
        Ok(Self { link, seals: SealStream::new(), id, me, watch, blank, is_unnamed, is_practice })
    }

    /// Returns whether another game of the team may follow this one when it is over: it was for practice, it was abandoned and
    /// a spare may replace it (`G4`), or an event is open. Never after a game that was named.
    ///
    /// # Errors
    /// The server cannot be reached or does not let the team in.
    pub async fn may_have_next_game(&self) -> Result<bool, Error> {
        if !self.is_unnamed {
            return Ok(false);
        }
        if self.is_practice || self.game().phase() == Phase::Abandoned {
            return Ok(true);
        }
        let events = list_events(&self.link).await?.events;
        Ok(!events.iter().all(is_closed))
    }

    /// Waits until the team's next game has started and enters it, keeping receipts as before; `None` as soon as no game may
    /// follow. Outlives outages of the server.
    ///
    /// # Errors
    /// The server does not let the team in.
    pub async fn next_game(&self) -> Result<Option<Self>, Error> {
        loop {
            match self.enter_next().await {
                Err(error) if !error.is_passing() => return Err(error),
                Ok(Some(next)) => return Ok(Some(next)),
                Err(_) => {}
                Ok(None) => match self.may_have_next_game().await {
                    Ok(false) => return Ok(None),
                    Err(error) if !error.is_passing() => return Err(error),
                    Ok(true) | Err(_) => {}
                },
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Enters the team's next game, if it has one.
    async fn enter_next(&self) -> Result<Option<Self>, Error> {
        let Some(next) = TeamGames::list(&self.link).await?.after(&self.id) else { return Ok(None) };
        let folder = self.watch.store.as_ref().map(|store| store.folder().to_owned());
        Self::enter_by(self.link.clone(), next, true, folder).await.map(Some)
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

    /// Returns what was told to the teams before the game.
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

    /// Returns how long the running window or countdown still is; `None` if none is running (`T`).
    pub fn remaining(&self) -> Option<Duration> {
        self.mirror().remaining(now())
    }

    /// Returns how the connection stands.
    pub fn connection(&self) -> Option<Connection> {
        self.watch.connection
    }

    /// The server's receipts for what the team has sealed in this game.
    pub fn receipts(&self) -> &Receipts {
        self.watch.session.receipts()
    }

    /// Returns the error of the last receipt that could not be kept; `None` if all were, and if none is to
    /// be.
    pub fn receipt_error(&self) -> Option<&WriteError> {
        self.watch.store.as_ref()?.error()
    }

    /// Returns what the server has lost of what the kept receipts are for, as far as the feed has shown.
    ///
    /// # Errors
    /// The receipts that are kept cannot be read.
    pub fn missing(&self) -> Result<Vec<MissingSealing>, ReadReceiptsError> {
        Ok(self.watch.session.missing(&self.watch.known()?))
    }

    /// Returns what is sealed, on its way and unanswered.
    pub fn session(&self) -> &TeamSession {
        &self.watch.session
    }

    /// The mirror itself: the server's clock, key and signed heads, the feed's sequence.
    pub fn mirror(&self) -> &Mirror {
        self.watch.session.mirror()
    }

    /// Waits for the next change; the first ones are what happened before connecting. Nothing is lost if the
    /// future is dropped. An error is final: the feed is over.
    ///
    /// # Errors
    /// The feed is over: it is refused, or does not fit.
    pub async fn next(&mut self) -> Result<FeedChange, Error> {
        match self.watch.unread.pop_front() {
            Some(change) => Ok(change),
            None => self.watch.read().await,
        }
    }

    /// Forgets the changes that [`Client::next`] has not told yet; the game has them all the same.
    pub fn skip_to_now(&mut self) {
        self.watch.unread.clear();
    }

    /// Returns whether [`Client::next`] has told all changes that have come.
    pub fn is_read(&self) -> bool {
        self.watch.unread.is_empty()
    }

    /// Waits until the game shows everything that had happened when this was called, this client's own acts
    /// included. [`Client::next`] tells the changes afterwards.
    ///
    /// Fails with [`CallError::Unanswered`](crate::CallError::Unanswered) as soon as the server cannot be reached.
    ///
    /// # Errors
    /// No answer came, or the feed is over.
    pub async fn sync(&mut self) -> Result<(), Error> {
        self.catch_up(false).await
    }

    /// As [`Client::sync`], but waits for as long as the server cannot be reached or the game stands still.
    ///
    /// # Errors
    /// The feed is over.
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
                FeedChange::Event(_) | FeedChange::Missing(_) => self.watch.unread.push_back(change),
                FeedChange::Connection(Connection::Lost { code, .. }) => {
                    self.watch.unread.push_back(change);
                    if !patient {
                        return Err(Error::unanswered(code));
                    }
                    was_lost = true;
                }
                // All there is has come, and more does not before the server is started again.
                FeedChange::Connection(Connection::Stopped { .. }) => {
                    self.watch.unread.push_back(change);
                    if !patient {
                        return Ok(());
                    }
                    was_lost = true;
                }
                FeedChange::Connection(Connection::CaughtUp) => {
                    // What is still without an answer has not arrived.
                    self.watch.session.catch_up();
                    // That the new watch has caught up is no news, unless the one before was cut off.
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

/// The outcome of a comparison, if it finds anything; pending while none is under way.
async fn compared(
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
                Some(missing) = compared(&mut self.comparison) => return Ok(FeedChange::Missing(missing)),
                update = self.feed.next() => update,
            };
            let Some(update) = update else {
                // The feed has told its last error before, and whoever asks again hears that it is over.
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

    /// The receipts that are kept, and those that have come.
    fn known(&self) -> Result<Vec<StoredReceipt>, ReadReceiptsError> {
        let kept = self.store.as_ref().map(|store| read_kept(store.folder())).transpose()?;
        let come = self.session.receipts().all().cloned();
        Ok(kept.unwrap_or_default().into_iter().chain(come).collect())
    }

    /// The comparison of what a server holds that has come back.
    fn comparison(&self) -> impl Future<Output = Option<ReceiptComparison>> + Send + use<> {
        let receipts = self.session.receipts();
        let (game, team) = (receipts.game().to_owned(), receipts.team().to_owned());
        // Files that cannot be read are told at the start.
        compare_receipts(self.link.clone(), game, team, self.known().unwrap_or_default())
    }

    fn begin_comparison(&mut self) {
        if self.session.receipts().fed() > 0 {
            self.comparison = Some(tokio::spawn(self.comparison()));
        }
    }

    async fn compare(&self) -> Vec<MissingSealing> {
        self.comparison().await.map(|compared| compared.missing).unwrap_or_default()
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
