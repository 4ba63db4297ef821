//! The screen's driver: connection, receipts, solver and adviser.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use ishigaki_catalogue::Message;
use ishigaki_client::receipts::read_kept;
use ishigaki_client::team::compare_receipts;
use ishigaki_client::{CallError, Link, connect, examine};
use ishigaki_page::Hub;
use ishigaki_proto::fault::ErrorReason;
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_rules::Secret;
use ishigaki_screen::terminal::{Input, Screen};
use ishigaki_screen::{App, Background, Control, Display, Driver, FeedEvent, Palette, Surface};
use ishigaki_words::Lang;
use ratatui::Frame;
use tokio::sync::mpsc;

use super::act::Act;
use super::draw::{draw, seen_messages};
use super::entry::{
    Entrance, EntryFuture, EntryOutcome, JoinedGame, LeftGame, LeftKind, enter_game, list_running_games,
};
use super::event::{Effect, Event, GameFinding};
use super::inquire::{inquire, inquire_in_turn};
use super::rematch::Rematch;
use super::requests::{send_mark, send_question, send_sealing, send_wall};
use super::search::{Search, search, search_in_turn};
use super::state::State;
use super::turns::ScreenTurns;
use super::update::update;
use crate::drafts::Draft;
use team_client_sdk::{Error, Options};

/// Time without an open page after which a search no longer waits for its turn.
const CLOSED_PAGE_TIMEOUT: Duration = Duration::from_secs(20);

/// Options of a team's screen and its connection.
#[derive(Clone, Debug)]
pub struct ScreenOptions {
    pub options: Options,
    pub receipts: PathBuf,
    pub lang: Lang,
    pub palette: Palette,
    /// Set in a practice for this team alone, which ends with the screen and can have another game.
    pub rematch: Option<Rematch>,
}

/// Error of a screen.
#[derive(Debug, thiserror::Error, Message)]
#[message("cli")]
pub enum RunError {
    #[message(transparent)]
    Client(#[from] Error),
    Listen {
        #[message(display)]
        port: u16,
        why: io::Error,
    },
    /// The token was revoked while a hosted page was open.
    #[message("fault-token-revoked")]
    Revoked,
    #[message("cli-no-output")]
    #[message(what = field_0)]
    Terminal(#[from] io::Error),
}

impl RunError {
    /// Returns whether the server rejected the token because it is revoked or unknown.
    pub fn is_revoked(&self) -> bool {
        match self {
            Self::Revoked => true,
            Self::Client(Error::Call(CallError::Refused(fault))) => {
                matches!(fault.reason, ErrorReason::TokenRevoked | ErrorReason::Unauthenticated)
            }
            Self::Client(_) | Self::Listen { .. } | Self::Terminal(_) => false,
        }
    }
}

/// Shows a team's screen until it is closed or the terminal is gone. Must be called within a tokio runtime.
///
/// It waits for the server and for a game. After a game its result stays until the first round of the team's
/// next one opens; after an abandoned one (`G4`) the screen continues as soon as the next one has started. It
/// reconnects by itself and keeps the draft, which is saved in the directory of receipts until its round
/// closes. Submissions are restored from the server.
///
/// # Errors
/// If the team is rejected, or there is no terminal.
pub async fn run(screening: ScreenOptions) -> Result<(), RunError> {
    // A rejection is reported before the terminal is set up.
    let (link, entered) = try_entry(&screening).await?;
    let screen = Screen::open(screening.palette)?;
    let (state, outside) = set_up(screening, link, entered, screen.size()?);
    // State and drafts are large for the caller's stack.
    Box::pin(ishigaki_screen::run(screen, state, outside)).await
}

/// Like [`run`], on another display with acts as input. The display is made once the team is admitted, or the
/// server is awaited.
///
/// # Errors
/// If the team is rejected, or the display fails.
pub async fn run_on<D: Display<State>>(
    screening: ScreenOptions,
    display: impl Future<Output = Result<D, RunError>>,
    acts: mpsc::Receiver<Act>,
) -> Result<(), RunError> {
    run_page_driver(screening, display, acts, None).await
}

/// Like [`run_on`]; a hosted screen ends with [`RunError::Revoked`] instead of showing that.
pub(super) async fn run_page_driver<D: Display<State>>(
    screening: ScreenOptions,
    display: impl Future<Output = Result<D, RunError>>,
    acts: mpsc::Receiver<Act>,
    hosted: Option<(ScreenTurns, Hub)>,
) -> Result<(), RunError> {
    let (link, entered) = try_entry(&screening).await?;
    let display = display.await?;
    let (state, mut outside) = set_up(screening, link, entered, (u16::MAX, u16::MAX));
    let ends_if_revoked = hosted.is_some();
    outside.hosted = hosted;
    Box::pin(ishigaki_screen::run_on(display, state, PageDriver { outside, acts, ends_if_revoked })).await
}

async fn try_entry(screening: &ScreenOptions) -> Result<(Link, Result<EntryOutcome, Error>), RunError> {
    let ScreenOptions { options, receipts, .. } = screening;
    let link = connect(&options.address, &options.token);
    match enter_game(&link, &options.game, receipts).await {
        Err(error) if !error.is_passing() => Err(error.into()),
        entered => Ok((link, entered)),
    }
}

fn set_up(
    screening: ScreenOptions,
    link: Link,
    entered: Result<EntryOutcome, Error>,
    (columns, lines): (u16, u16),
) -> (State, TeamDriver) {
    let ScreenOptions { options, receipts, lang, rematch, .. } = screening;
    let mut state = State::new(lang, options.address.to_string(), "", "", columns, lines);
    state.set_private_practice(rematch.is_some());
    let mut outside = TeamDriver::new(link, options, receipts, rematch);
    match entered {
        Ok(EntryOutcome::In(joined)) => drop(update(&mut state, outside.join(joined))),
        Ok(EntryOutcome::Early { team }) => {
            update(&mut state, Event::Listed(GameFinding::NoGame { team }));
        }
        Ok(EntryOutcome::Several { team, games }) => {
            update(&mut state, Event::Listed(GameFinding::Several { team, games }));
        }
        Err(_) => drop(update(&mut state, Event::Listed(GameFinding::Silence))),
    }
    if outside.joined.is_none() {
        outside.enter(outside.options.game.clone());
    }
    (state, outside)
}

struct PageDriver {
    outside: TeamDriver,
    acts: mpsc::Receiver<Act>,
    ends_if_revoked: bool,
}

impl Driver<State> for PageDriver {
    type Error = RunError;

    async fn next(&mut self, state: &State) -> Result<Event, RunError> {
        if self.ends_if_revoked && state.is_revoked() {
            return Err(RunError::Revoked);
        }
        tokio::select! {
            Some(act) = self.acts.recv() => Ok(Event::Act(Secret(act))),
            event = self.outside.next(state) => event,
        }
    }

    fn perform(&mut self, state: &State, effect: Effect) -> Control {
        self.outside.perform(state, effect)
    }
}

impl App for State {
    type Event = Event;
    type Effect = Effect;

    fn event_of(&self, input: Input) -> Option<Event> {
        Some(Event::Input(input))
    }

    fn surface(&self) -> &Surface {
        &self.surface
    }

    fn update(&mut self, event: Event) -> Vec<Effect> {
        update(self, event)
    }

    fn draw(&self, palette: Palette, frame: &mut Frame<'_>) {
        draw(self, palette, frame);
    }

    fn event_after_paint(&self) -> Option<Event> {
        let seen = seen_messages(self);
        seen.iter().any(|message| !self.seen.contains(message)).then_some(Event::Seen(seen))
    }

    fn can_wait(event: &Event) -> bool {
        matches!(event, Event::Feed(FeedEvent::Item { .. }) | Event::Found { .. })
    }
}

struct TeamDriver {
    link: Link,
    options: Options,
    receipts: PathBuf,
    rematch: Option<Rematch>,
    joined: Option<JoinedGame>,
    draft: Option<Event>,
    entry: Option<EntryFuture>,
    /// The kind of the shown game, if its successor is awaited.
    followed: Option<LeftKind>,
    background: Background<Event>,
    found: mpsc::UnboundedSender<Event>,
    finds: mpsc::UnboundedReceiver<Event>,
    searching: Option<Search>,
    /// Turns and page of a screen that isn't on the team's own machine.
    hosted: Option<(ScreenTurns, Hub)>,
}

impl TeamDriver {
    fn new(link: Link, options: Options, receipts: PathBuf, rematch: Option<Rematch>) -> Self {
        let (found, finds) = mpsc::unbounded_channel();
        Self {
            link,
            options,
            receipts,
            rematch,
            joined: None,
            draft: None,
            entry: None,
            followed: None,
            background: Background::default(),
            found,
            finds,
            searching: None,
            hosted: None,
        }
    }

    fn entrance(&self) -> Entrance {
        Entrance::new(self.link.clone(), self.receipts.clone(), self.background.sender().clone())
    }

    fn enter(&mut self, game: String) {
        self.entry = Some(Box::pin(self.entrance().enter(game)));
        self.followed = None;
    }

    fn follow(&mut self, game: String, kind: LeftKind) {
        self.entry = Some(Box::pin(self.entrance().follow(LeftGame { game, kind })));
        self.followed = Some(kind);
    }

    /// Waits for the next game while the shown one is over or for practice. A chosen game comes first.
    fn follow_up(&mut self, state: &State) {
        let Some(joined) = self.joined.as_ref().filter(|_| self.options.game.is_empty()) else { return };
        let kind = if state.has_result() {
            LeftKind::Declared
        } else if state.is_over() {
            LeftKind::Abandoned
        } else if joined.practice && self.rematch.is_none() {
            LeftKind::Practice
        } else {
            return;
        };
        let is_waiting = self.entry.is_some() && self.followed != Some(LeftKind::Practice);
        if !is_waiting && self.followed != Some(kind) {
            self.follow(joined.game.clone(), kind);
        }
    }

    fn join(&mut self, joined: JoinedGame) -> Event {
        (self.searching, self.entry, self.followed) = (None, None, None);
        let event = joined.event();
        // Before anything of its feed.
        self.draft = Some(Event::DraftRead(Secret(joined.drafts.read())));
        self.joined = Some(joined);
        event
    }

    fn keep(&mut self, stored: &StoredReceipt) {
        let Some(joined) = &mut self.joined else { return };
        joined.kept.keep(stored);
        if let Some(error) = joined.kept.error() {
            // The channel has space, because there is at most one call.
            let _ = self.background.sender().try_send(Event::NotKept(error.clone()));
        }
    }

    fn compare(&self, state: &State, fed: u64) {
        let Some(joined) = &self.joined else { return };
        let come = state.watched.session.receipts().all().cloned();
        // Unreadable files prove nothing.
        let kept = read_kept(joined.kept.folder()).unwrap_or_default();
        let known = kept.into_iter().chain(come).collect();
        let (link, game, team) = (self.link.clone(), joined.game.clone(), joined.team.clone());
        let sender = self.background.sender().clone();
        tokio::spawn(async move {
            if let Some(comparison) = compare_receipts(link, game, team, known).await {
                let _ = sender.send(Event::Compared { fed, comparison }).await;
            }
        });
    }

    fn keep_draft(&mut self, draft: Option<&Draft>) {
        let kept = self.joined.as_ref().map(|joined| joined.drafts.keep(draft));
        if let Some(Err(trouble)) = kept {
            // As above.
            let _ = self.background.sender().try_send(Event::DraftNotKept(trouble));
        }
    }
}

impl Driver<State> for TeamDriver {
    type Error = RunError;

    async fn next(&mut self, state: &State) -> Result<Event, RunError> {
        if let Some(draft) = self.draft.take() {
            return Ok(draft);
        }
        self.follow_up(state);
        tokio::select! {
            answer = self.background.next() => Ok(answer),
            Some(found) = self.finds.recv() => Ok(found),
            event = next_of_feed(self.joined.as_mut()) => Ok(event),
            joined = next_entry(&mut self.entry) => Ok(self.join(joined?)),
        }
    }

    fn perform(&mut self, state: &State, effect: Effect) -> Control {
        match effect {
            Effect::Quit => return Control::Quit,
            Effect::Repaint => return Control::Repaint,
            Effect::Enter { game } => self.enter(game),
            Effect::PlayAgain { game } => {
                if let Some(rematch) = &self.rematch {
                    rematch.ask(&game);
                }
                // The next game is entered before its first round.
                self.follow(game, LeftKind::Abandoned);
            }
            Effect::Seal { ticket, request: Secret(request) } => {
                self.background.spawn(send_sealing(self.link.clone(), ticket, request));
            }
            Effect::Build { ticket, request } => {
                self.background.spawn(send_wall(self.link.clone(), ticket, request));
            }
            Effect::Ask { ticket, text: Secret(text) } => {
                let game = state.watched.session.game_id().to_owned();
                self.background.spawn(send_question(self.link.clone(), ticket, game, text));
            }
            Effect::MarkRead { ticket, through } => {
                let game = state.watched.session.game_id().to_owned();
                self.background.spawn(send_mark(self.link.clone(), ticket, game, through));
            }
            Effect::Examine => {
                let address = self.options.address.clone();
                self.background.spawn(async move { Event::Examined(examine(&address).await) });
            }
            Effect::Search { ticket, frame, stones } => {
                let found = self.found.clone();
                let tell = move |event| found.send(event).is_ok();
                self.searching = Some(match self.hosted.clone() {
                    Some((turns, page)) => {
                        let closed = async move { page.wait_unread(CLOSED_PAGE_TIMEOUT).await };
                        search_in_turn(turns.searches, closed, ticket, *frame, stones, tell)
                    }
                    None => search(ticket, *frame, stones, tell),
                });
            }
            Effect::StopSearch { ticket } => {
                self.searching.take_if(|search| search.ticket() == ticket);
            }
            Effect::Advise { ticket, question: Secret(question) } => {
                let found = self.found.clone();
                // The receiver is gone if the screen was left.
                let tell = move |event| drop(found.send(event));
                match self.hosted.clone() {
                    Some((turns, _)) => inquire_in_turn(turns.advice, ticket, *question, tell),
                    None => inquire(ticket, *question, tell),
                }
            }
            Effect::ListGames => {
                let link = self.link.clone();
                self.background.spawn(async move { Event::Games(list_running_games(&link).await) });
            }
            Effect::KeepDraft(Secret(draft)) => self.keep_draft(draft.as_deref()),
            Effect::Compare { fed } => self.compare(state, fed),
            Effect::Keep(Secret(stored)) => self.keep(&stored),
        }
        Control::Continue
    }
}

async fn next_entry(entry: &mut Option<EntryFuture>) -> Result<JoinedGame, Error> {
    match entry {
        Some(entry) => entry.await,
        None => std::future::pending().await,
    }
}

async fn next_of_feed(joined: Option<&mut JoinedGame>) -> Event {
    let Some(feed) = joined.map(|joined| &mut joined.feed) else {
        return std::future::pending().await;
    };
    let Some(open) = feed else {
        return std::future::pending().await;
    };
    let event = open.next().await.map(FeedEvent::from);
    if event.is_none() {
        *feed = None;
    }
    Event::Feed(event.unwrap_or_else(FeedEvent::end))
}
