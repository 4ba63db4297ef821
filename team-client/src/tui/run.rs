//! The screen's way to the world outside: the connection, the receipts' file, the solver and the adviser.

use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::time::Duration;

use ishigaki_client::receipts::read_kept;
use ishigaki_client::team::TeamGames;
use ishigaki_client::team::compare_receipts;
use ishigaki_client::{Feed, Link, ReceiptStore, connect, examine};
use ishigaki_proto::watch::GameEntry;
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_rules::Secret;
use ishigaki_screen::terminal::{Input, Screen};
use ishigaki_screen::{App, Background, Control, Display, Driver, FeedEvent, Palette, Surface};
use ishigaki_words::Lang;
use ratatui::Frame;
use tokio::sync::mpsc;

use super::act::Act;
use super::draw::{draw, seen_messages};
use super::event::{Effect, Event, GameChoice, GameFinding};
use super::inquire::inquire;
use super::requests::{send_mark, send_question, send_sealing, send_wall};
use super::search::{Search, search};
use super::state::State;
use super::update::update;
use crate::drafts::{Draft, DraftFile};
use team_client_sdk::{Error, Options};

/// Time for which a server that does not answer at the start is left alone.
const AGAIN: Duration = Duration::from_secs(1);

/// Options of a team's screen, and of its connection.
#[derive(Clone, Debug)]
pub struct ScreenOptions {
    /// Options of the connection: where to connect to, and as whom.
    pub options: Options,
    /// The folder in which receipts are kept.
    pub receipts: PathBuf,
    /// The language to begin with.
    pub lang: Lang,
    /// Colours to paint with.
    pub palette: Palette,
    /// Whether the game ends when the screen is left: a practice that is held for it alone.
    pub ends_game: bool,
}

/// Error of a screen that did not come up, or went away by itself.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The server does not let the team in.
    #[error(transparent)]
    Client(#[from] Error),
    /// Nobody can listen at the page's port.
    #[error("nobody can listen at port {port}")]
    Listen {
        port: u16,
        /// Error of the system.
        source: io::Error,
    },
    /// There is no terminal, or it is gone.
    #[error(transparent)]
    Terminal(#[from] io::Error),
}

/// Shows a team's screen until somebody leaves it or the terminal is gone. Must be called within a tokio runtime.
///
/// A server that is not there yet is waited for, and so is a game if none is named and none has started, or several are over
/// and the next one is still to come. When that game
/// is over, its result stays until the first round of the team's next one opens; from an abandoned one (`G4`) the
/// screen goes on as soon as the next one has started. A lost connection heals by itself and the draft stays; it is
/// kept in the receipts' folder until its round closes. What is sealed comes back from the server.
///
/// # Errors
/// The team is not let in, or there is no terminal.
pub async fn run(screening: ScreenOptions) -> Result<(), RunError> {
    // Who is not let in is told so before the terminal is taken.
    let (link, entered) = knock(&screening).await?;
    let screen = Screen::open(screening.palette)?;
    let (state, outside) = set_up(screening, link, entered, screen.size()?);
    // State and drafts are large for the stack of whoever awaits this.
    Box::pin(ishigaki_screen::run(screen, state, outside)).await
}

/// As [`run`], on a display that is not a terminal; what is done there comes as acts. The display is made once the server has
/// let the team in, or is waited for.
///
/// # Errors
/// The team is not let in, or the display fails.
pub async fn run_on<D: Display<State>>(
    screening: ScreenOptions,
    display: impl Future<Output = Result<D, RunError>>,
    acts: mpsc::Receiver<Act>,
) -> Result<(), RunError> {
    let (link, entered) = knock(&screening).await?;
    let display = display.await?;
    let (state, outside) = set_up(screening, link, entered, (u16::MAX, u16::MAX));
    Box::pin(ishigaki_screen::run_on(display, state, PageDriver { outside, acts })).await
}

/// Asks the server which game it is to be.
async fn knock(screening: &ScreenOptions) -> Result<(Link, Result<EntryOutcome, Error>), RunError> {
    let ScreenOptions { options, receipts, .. } = screening;
    let link = connect(&options.address, &options.token);
    match entered(&link, &options.game, receipts).await {
        Err(error) if !error.is_passing() => Err(error.into()),
        entered => Ok((link, entered)),
    }
}

/// A screen that begins with what the server said.
fn set_up(
    screening: ScreenOptions,
    link: Link,
    entered: Result<EntryOutcome, Error>,
    (columns, lines): (u16, u16),
) -> (State, TeamDriver) {
    let ScreenOptions { options, receipts, lang, ends_game, .. } = screening;
    let mut state = State::new(lang, options.address.to_string(), "", "", columns, lines);
    state.end_game_on_leaving(ends_game);
    let mut outside = TeamDriver::new(link, options, receipts);
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
        outside.enter(outside.options.game.clone(), None);
    }
    (state, outside)
}

/// Driver of the team's page: that of a terminal, and the acts that are done on the page.
struct PageDriver {
    outside: TeamDriver,
    acts: mpsc::Receiver<Act>,
}

impl Driver<State> for PageDriver {
    type Error = RunError;

    async fn next(&mut self, state: &State) -> Result<Event, RunError> {
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

    fn seen(&self) -> Option<Event> {
        let seen = seen_messages(self);
        seen.iter().any(|message| !self.seen.contains(message)).then_some(Event::Seen(seen))
    }

    fn can_wait(event: &Event) -> bool {
        matches!(event, Event::Feed(FeedEvent::Item { .. }) | Event::Found { .. })
    }
}

/// Driver of the team's screen: the server, the disk, the solver and the adviser as it reaches them.
struct TeamDriver {
    link: Link,
    options: Options,
    /// The folder in which receipts are kept.
    receipts: PathBuf,
    joined: Option<JoinedGame>,
    /// The draft of the game that has just been entered, as it is to be told.
    draft: Option<Event>,
    /// The way into a game, while it is gone.
    entry: Option<EntryFuture>,
    background: Background<Event>,
    found: mpsc::UnboundedSender<Event>,
    finds: mpsc::UnboundedReceiver<Event>,
    /// The solver at work, if it is.
    searching: Option<Search>,
}

impl TeamDriver {
    fn new(link: Link, options: Options, receipts: PathBuf) -> Self {
        let (found, finds) = mpsc::unbounded_channel();
        Self {
            link,
            options,
            receipts,
            joined: None,
            draft: None,
            entry: None,
            background: Background::default(),
            found,
            finds,
            searching: None,
        }
    }

    /// Sets out for a game; from the one that is left, if it has one.
    fn enter(&mut self, game: String, left: Option<FinishedGame>) {
        let (link, receipts, tell) =
            (self.link.clone(), self.receipts.clone(), self.background.sender().clone());
        self.entry =
            Some(Box::pin(async move { entered_patiently(&link, game, left, &receipts, &tell).await }));
    }

    /// Is in a game from now on; whatever was thought about was the other game's.
    fn join(&mut self, joined: JoinedGame) -> Event {
        (self.searching, self.entry) = (None, None);
        let event = joined.event();
        // Before anything of its feed.
        self.draft = Some(Event::DraftRead(Secret(joined.drafts.read())));
        self.joined = Some(joined);
        event
    }

    /// Writes a receipt down before anything else happens.
    fn keep(&mut self, stored: &StoredReceipt) {
        let Some(joined) = &mut self.joined else { return };
        joined.kept.keep(stored);
        if let Some(error) = joined.kept.error() {
            // The channel has room: one call at most is on its way.
            let _ = self.background.sender().try_send(Event::NotKept(error.clone()));
        }
    }

    /// Compares the receipts that are kept, and those that have come, with what the server holds.
    fn compare(&self, state: &State, fed: u64) {
        let Some(joined) = &self.joined else { return };
        let come = state.watched.session.receipts().all().cloned();
        // Files that cannot be read prove nothing.
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

    /// Writes the draft down, or takes it away.
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
        if self.entry.is_none() && self.options.game.is_empty() && state.is_over() {
            let left = |joined: &JoinedGame| FinishedGame {
                game: joined.game.clone(),
                has_result: state.has_result(),
            };
            if let Some(left) = self.joined.as_ref().map(left) {
                self.enter(String::new(), Some(left));
            }
        }
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
            Effect::Enter { game } => self.enter(game, None),
            Effect::Seal { ticket, request: Secret(request) } => {
                self.background.set_out(send_sealing(self.link.clone(), ticket, request));
            }
            Effect::Build { ticket, request } => {
                self.background.set_out(send_wall(self.link.clone(), ticket, request));
            }
            Effect::Ask { ticket, text: Secret(text) } => {
                let game = state.watched.session.game_id().to_owned();
                self.background.set_out(send_question(self.link.clone(), ticket, game, text));
            }
            Effect::MarkRead { ticket, through } => {
                let game = state.watched.session.game_id().to_owned();
                self.background.set_out(send_mark(self.link.clone(), ticket, game, through));
            }
            Effect::Examine => {
                let address = self.options.address.clone();
                self.background.set_out(async move { Event::Examined(examine(&address).await) });
            }
            Effect::Search { ticket, frame, stones } => {
                let found = self.found.clone();
                let tell = move |event| found.send(event).is_ok();
                self.searching = Some(search(ticket, *frame, stones, tell));
            }
            Effect::StopSearch { ticket } => {
                self.searching.take_if(|search| search.ticket() == ticket);
            }
            Effect::Advise { ticket, question: Secret(question) } => {
                let found = self.found.clone();
                // Nobody waits for it any more if the screen has been left.
                inquire(ticket, *question, move |event| drop(found.send(event)));
            }
            Effect::ListGames => {
                let link = self.link.clone();
                self.background.set_out(async move { Event::Games(games_on(&link).await) });
            }
            Effect::KeepDraft(Secret(draft)) => self.keep_draft(draft.as_deref()),
            Effect::Compare { fed } => self.compare(state, fed),
            Effect::Keep(Secret(stored)) => self.keep(&stored),
        }
        Control::Continue
    }
}

/// A game that the server has let the team into.
struct JoinedGame {
    game: String,
    team: String,
    /// Whether the game is for practice.
    practice: bool,
    kept: ReceiptStore,
    drafts: DraftFile,
    /// `None` once it is closed.
    feed: Option<Feed>,
}

impl JoinedGame {
    /// The game of this id, among a team's games.
    fn at(link: &Link, game: String, games: &TeamGames, receipts: &Path) -> Self {
        let (team, practice) = (games.team.clone(), games.is_practice(&game));
        let kept = ReceiptStore::new(receipts.to_owned());
        let drafts = DraftFile::new(receipts, &game, &team);
        let feed = Some(Feed::lasting(link.clone(), game.clone(), 1));
        Self { game, team, practice, kept, drafts, feed }
    }

    /// Returns what the screen is told of it.
    fn event(&self) -> Event {
        let (game, team, practice) = (self.game.clone(), self.team.clone(), self.practice);
        Event::Entered { game, team, practice }
    }
}

/// Future of an entry into a game.
type EntryFuture = Pin<Box<dyn Future<Output = Result<JoinedGame, Error>>>>;

/// Outcome of an entry into a game.
enum EntryOutcome {
    /// The game is entered.
    In(JoinedGame),
    /// No game is named, and the team has none to enter yet.
    Early { team: String },
    /// No game is named, and the team plays in several that are on.
    Several { team: String, games: Vec<GameChoice> },
}

/// A game that is over, and that the screen goes on from.
struct FinishedGame {
    game: String,
    /// Whether it has a result, which is to be seen until the next game needs the screen.
    has_result: bool,
}

fn on(games: &TeamGames) -> Vec<GameChoice> {
    let choice = |game: &GameEntry| GameChoice {
        game: game.game.clone(),
        title: game.title.clone(),
        title_ja: game.title_ja.clone(),
        practice: game.practice,
    };
    games.on().map(choice).collect()
}

/// The team's games that are on; none if the server does not say.
async fn games_on(link: &Link) -> Vec<GameChoice> {
    TeamGames::list(link).await.map(|games| on(&games)).unwrap_or_default()
}

/// Takes away the team's drafts for games that are over: the screen that would have done it may have been closed before.
fn clear_drafts(games: &TeamGames, receipts: &Path) {
    for game in games.over() {
        // What cannot be taken away stays as secret as it was, and is tried again at the next start.
        let _ = DraftFile::new(receipts, &game.game, &games.team).keep(None);
    }
}

async fn entered(link: &Link, game: &str, receipts: &Path) -> Result<EntryOutcome, Error> {
    let games = TeamGames::list(link).await?;
    clear_drafts(&games, receipts);
    Ok(chosen(link, game, games, receipts))
}

/// Enters the game that is meant. A feed of no name would change from one game to another, and what is signed for the other
/// would look forged.
fn chosen(link: &Link, game: &str, games: TeamGames, receipts: &Path) -> EntryOutcome {
    let meant = games.meant(game.to_owned());
    if !meant.is_empty() {
        return EntryOutcome::In(JoinedGame::at(link, meant, &games, receipts));
    }
    let several = on(&games);
    if several.len() > 1 {
        return EntryOutcome::Several { team: games.team, games: several };
    }
    EntryOutcome::Early { team: games.team }
}

/// As [`entered`], and waits for a server that does not answer and for a game that has not started; which of them it is,
/// is told. If a game has been left, it waits for the team's next one; while the result of that game is to be seen, until
/// a round of the next one opens.
async fn entered_patiently(
    link: &Link,
    game: String,
    left: Option<FinishedGame>,
    receipts: &Path,
    tell: &mpsc::Sender<Event>,
) -> Result<JoinedGame, Error> {
    // Asked once: whoever leaves the question is not asked again before there are other games.
    let mut offered = Vec::new();
    // So is what comes next.
    let mut announced = None;
    // Whoever has chosen a game is let in at once.
    let mut is_asked_again = left.is_some() || game.is_empty();
    loop {
        if is_asked_again {
            tokio::time::sleep(AGAIN).await;
        }
        is_asked_again = true;
        let Some(left) = &left else {
            let listing = match entered(link, &game, receipts).await {
                Err(error) if error.is_passing() => GameFinding::Silence,
                Ok(EntryOutcome::Early { team }) => GameFinding::NoGame { team },
                Ok(EntryOutcome::Several { team, games }) => GameFinding::Several { team, games },
                Ok(EntryOutcome::In(joined)) => return Ok(joined),
                Err(error) => return Err(error),
            };
            // Nobody waits for it any more if the screen has been left.
            let _ = tell.send(Event::Listed(listing)).await;
            continue;
        };
        // What is wrong with the line or the token, the feed of the game that is shown says.
        let Ok(games) = TeamGames::list(link).await else { continue };
        if let Some(next) = games.after(&left.game) {
            if left.has_result && !games.has_begun(&next) {
                if announced.as_ref() != Some(&next) {
                    announced = Some(next.clone());
                    let _ = tell.send(Event::Listed(GameFinding::Next { game: next })).await;
                }
                continue;
            }
            return Ok(JoinedGame::at(link, next, &games, receipts));
        }
        let several = on(&games);
        if several.len() > 1 && offered != several && games.meant(String::new()).is_empty() {
            offered.clone_from(&several);
            let _ = tell.send(Event::Listed(GameFinding::Several { team: games.team, games: several })).await;
        }
    }
}

/// The game that is entered; never, if none is to be.
async fn next_entry(entry: &mut Option<EntryFuture>) -> Result<JoinedGame, Error> {
    match entry {
        Some(entry) => entry.await,
        None => std::future::pending().await,
    }
}

/// The next news of the game's feed; never, once the feed is closed.
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

#[cfg(test)]
mod tests {
    use ishigaki_proto::wire;

    use super::*;

    fn listed(game: &str, phase: wire::Phase) -> GameEntry {
        GameEntry {
            game: game.into(),
            clock: Some(wire::Clock { phase: phase.into(), ..wire::Clock::default() }),
            ..GameEntry::default()
        }
    }

    #[tokio::test]
    async fn a_team_between_two_stages_waits_for_its_next_game_and_one_in_several_is_asked() {
        use wire::Phase::{Abandoned, Declared, Ready};
        let link = connect(&"http://127.0.0.1:1".parse().unwrap(), &"token".parse().unwrap());
        let entered = |games: &[(&str, wire::Phase)]| {
            let games = games.iter().map(|&(game, phase)| listed(game, phase)).collect();
            match chosen(&link, "", TeamGames { team: "a".into(), games }, Path::new("receipts")) {
                EntryOutcome::In(joined) => joined.game,
                EntryOutcome::Early { team } => format!("early: {team}"),
                EntryOutcome::Several { games, .. } => format!("several: {}", games.len()),
            }
        };
        assert_eq!(entered(&[]), "early: a");
        assert_eq!(entered(&[("heat", Declared)]), "heat", "its result is to be seen");
        assert_eq!(entered(&[("heat", Declared), ("repechage", Declared)]), "early: a");
        assert_eq!(entered(&[("heat", Abandoned), ("spare", Declared)]), "early: a");
        assert_eq!(entered(&[("heat", Declared), ("repechage", Declared), ("semi", Ready)]), "semi");
        assert_eq!(entered(&[("heat", Declared), ("one", Ready), ("other", Ready)]), "several: 2");
    }

    #[test]
    fn drafts_for_games_that_are_over_are_taken_away_and_no_others() {
        let folder = std::env::temp_dir().join(format!("ishigaki-over-{}", std::process::id()));
        let draft = Draft { instance: None, round: 1, attempt: 0, base: 0, lines: Vec::new() };
        let file = |game: &str, team: &str| DraftFile::new(&folder, game, team);
        for (game, team) in [("over", "a"), ("left", "a"), ("on", "a"), ("over", "b")] {
            file(game, team).keep(Some(&draft)).unwrap();
        }
        let games = vec![
            listed("over", wire::Phase::Declared),
            listed("left", wire::Phase::Abandoned),
            listed("on", wire::Phase::Bidding),
        ];
        clear_drafts(&TeamGames { team: "a".into(), games }, &folder);
        let kept = [("over", "a"), ("left", "a"), ("on", "a"), ("over", "b")];
        let kept = kept.map(|(game, team)| file(game, team).read().is_some());
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(kept, [false, false, true, true]);
    }
}
