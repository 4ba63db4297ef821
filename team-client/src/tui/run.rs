//! The only part that touches the terminal, the connection and the receipts' file: events in from all sides, effects
//! out.

use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::time::Duration;

use crossterm::event::EventStream;
use ishigaki_client::{Feed, FeedError, Link, ReceiptStore, Update, connect, examine};
use ishigaki_proto::watch::{GameEntry, ListGamesResponse, ListRoundsRequest};
use ishigaki_proto::wire;
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_rules::Secret;
use ishigaki_screen::Palette;
use ishigaki_screen::terminal::{Input, Screen, stop_signal};
use ishigaki_words::Lang;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};
use tokio_stream::StreamExt as _;

use super::draw::draw;
use super::errand::{building_errand, errand};
use super::event::{Choice, Effect, Event, Listing};
use super::inquire::inquire;
use super::search::{Search, search};
use super::state::State;
use super::update::update;
use crate::client::{Next, is_over, is_practice, only_one, team_games};
use crate::drafts::DraftFile;
use crate::{Error, Options};

/// How often the clock is looked at, and how long news of the feed may wait for the next picture: a long past
/// that streams in is not painted event by event.
const TICK: Duration = Duration::from_millis(50);
/// How long a server that does not answer at the start is left alone.
const AGAIN: Duration = Duration::from_secs(1);
/// More answers than can be on the way at once.
const ANSWERS: usize = 16;

/// What a screen is run with.
#[derive(Clone, Debug)]
pub struct Screening {
    /// Where to connect to, and as whom.
    pub options: Options,
    /// The folder in which receipts are kept.
    pub receipts: PathBuf,
    /// The language to begin with.
    pub lang: Lang,
    /// What to paint with.
    pub palette: Palette,
}

/// Why the screen did not come up, or went away by itself.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The server does not let the team in.
    #[error(transparent)]
    Client(#[from] Error),
    /// There is no terminal, or it is gone.
    #[error(transparent)]
    Terminal(#[from] io::Error),
}

/// Shows a team's screen until somebody leaves it or the terminal is gone. Must be called within a tokio runtime.
///
/// A server that is not there yet is waited for, and so is a game if none is named and none has started. When that game is
/// over, its result stays until the first round of the team's next one opens; from an abandoned one (`G4`) the screen goes
/// on as soon as the next one has started. A lost connection heals by itself and the draft
/// stays; it is kept in the receipts' folder until its round closes. What is sealed comes back from the server.
pub async fn run(screening: Screening) -> Result<(), RunError> {
    let Screening { options, receipts, lang, palette } = screening;
    let link = connect(&options.address, &options.token);
    // Who is not let in is told so before the terminal is taken.
    let (mut desk, listing) = match entered(&link, &options.game, &receipts).await {
        Ok(Entered::In(desk)) => {
            let listing = desk.listing();
            (Some(desk), listing)
        }
        Ok(Entered::Early { team }) => (None, Listing::NoGame { team }),
        Ok(Entered::Several { team, games }) => (None, Listing::Several { team, games }),
        Err(error) if error.is_passing() => (None, Listing::Silence),
        Err(error) => return Err(error.into()),
    };
    let mut screen = Screen::open(palette)?;
    let server = options.address.to_string();
    let mut state = Desk::state(desk.as_ref(), lang, &server, screen.size()?);
    if let Some(desk) = &desk {
        update(&mut state, Event::DraftRead(Secret(desk.drafts.read())));
    }
    update(&mut state, Event::Listed(listing));
    let mut keys = EventStream::new();
    let (answered, mut answers) = mpsc::channel(ANSWERS);
    let enter = |game: String, left: Option<Left>| -> Entry<'_> {
        Box::pin(entered_patiently(&link, game, left, &receipts, &answered))
    };
    let mut entry = desk.is_none().then(|| enter(options.game.clone(), None));
    let (found, mut finds) = mpsc::unbounded_channel();
    let mut errands = Errands { link: &link, options: &options, answered: &answered, found, searching: None };
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut stop = std::pin::pin!(stop_signal());
    let mut shown = None;
    loop {
        let event = tokio::select! {
            key = keys.next() => match key {
                Some(event) => Input::of(&event?).as_ref().and_then(event_of),
                None => return Ok(()),
            },
            answer = answers.recv() => answer,
            found = finds.recv() => found,
            update = next_update(desk.as_mut()) => update,
            entered = next_entry(&mut entry) => {
                let entered = entered?;
                // Whatever was thought about was the other game's.
                errands.searching = None;
                state.go_on(&entered.game, &entered.team);
                let listing = entered.listing();
                update(&mut state, Event::DraftRead(Secret(entered.drafts.read())));
                (desk, entry, shown) = (Some(entered), None, None);
                Some(Event::Listed(listing))
            }
            now = ticks.tick() => match screen.resized_from(state.size())? {
                Some((columns, lines)) => Some(Event::Resize { columns, lines }),
                None => Some(Event::Tick { now: now.into_std() }),
            },
            () = &mut stop => return Ok(()),
        };
        let Some(event) = event else {
            continue;
        };
        let can_wait = matches!(event, Event::Item { .. } | Event::Found { .. });
        for effect in update(&mut state, event) {
            match effect {
                Effect::Quit => return Ok(()),
                Effect::Repaint => {
                    screen.wipe()?;
                    shown = None;
                }
                Effect::Enter { game } => entry = Some(enter(game, None)),
                effect => errands.perform(effect, desk.as_mut()),
            }
        }
        if entry.is_none() && options.game.is_empty() && state.is_over() {
            let left = |desk: &Desk| Left { game: desk.game.clone(), has_result: state.has_result() };
            entry = desk.as_ref().map(|desk| enter(String::new(), Some(left(desk))));
        }
        if !can_wait && shown != Some(state.revision()) {
            screen.paint(|palette, frame| draw(&state, palette, frame))?;
            shown = Some(state.revision());
        }
    }
}

/// Does what the screen wants of the world outside, and has its answers come back as events.
struct Errands<'a> {
    link: &'a Link,
    options: &'a Options,
    answered: &'a mpsc::Sender<Event>,
    found: mpsc::UnboundedSender<Event>,
    /// The solver at work, if it is.
    searching: Option<Search>,
}

impl Errands<'_> {
    fn perform(&mut self, effect: Effect, desk: Option<&mut Desk>) {
        match effect {
            // These are the loop's own.
            Effect::Quit | Effect::Repaint | Effect::Enter { .. } => {}
            Effect::Seal { ticket, request: Secret(request) } => {
                set_out(errand(self.link.clone(), ticket, request), self.answered);
            }
            Effect::Build { ticket, request } => {
                set_out(building_errand(self.link.clone(), ticket, request), self.answered);
            }
            Effect::Examine => {
                let address = self.options.address.clone();
                set_out(async move { Event::Examined(examine(&address).await) }, self.answered);
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
                set_out(async move { Event::Games(games_on(&link).await) }, self.answered);
            }
            Effect::KeepDraft(Secret(draft)) => {
                let kept = desk.map(|desk| desk.drafts.keep(draft.as_deref()));
                if let Some(Err(trouble)) = kept {
                    // The channel has room: one call at most is on its way.
                    let _ = self.answered.try_send(Event::DraftNotKept(trouble));
                }
            }
            Effect::Keep(Secret(stored)) => {
                if let Some(desk) = desk {
                    keep(&mut desk.kept, &stored, self.answered);
                }
            }
        }
    }
}

/// What there is once the server has let the team in.
struct Desk {
    game: String,
    /// The team's code.
    team: String,
    /// Whether the game is for practice.
    practice: bool,
    kept: ReceiptStore,
    drafts: DraftFile,
    /// `None` once it is closed.
    feed: Option<Feed>,
}

impl Desk {
    fn at(link: &Link, next: Next, receipts: &Path) -> Self {
        let Next { game, team, practice } = next;
        let kept = ReceiptStore::new(receipts.to_owned());
        let drafts = DraftFile::new(receipts, &game, &team);
        let feed = Some(Feed::lasting(link.clone(), game.clone(), 1));
        Self { game, team, practice, kept, drafts, feed }
    }

    fn listing(&self) -> Listing {
        Listing::Game { practice: self.practice }
    }

    /// A screen that knows nothing yet but this; without a desk it only waits.
    fn state(desk: Option<&Self>, lang: Lang, server: &str, (columns, lines): (u16, u16)) -> State {
        let (game, team) = desk.map_or(("", ""), |desk| (&desk.game, &desk.team));
        State::new(lang, server.to_owned(), game, team, columns, lines)
    }
}

/// On the way into a game.
type Entry<'a> = Pin<Box<dyn Future<Output = Result<Desk, Error>> + 'a>>;

/// What comes of knocking.
enum Entered {
    /// The game is entered.
    In(Desk),
    /// No game is named, and the team has none to enter yet.
    Early {
        /// The team's code.
        team: String,
    },
    /// No game is named, and the team plays in several that are on.
    Several {
        /// The team's code.
        team: String,
        /// The games.
        games: Vec<Choice>,
    },
}

/// A game that is over, and that the screen goes on from.
struct Left {
    /// Its id.
    game: String,
    /// Whether it has a result, which is to be seen until the next game needs the screen.
    has_result: bool,
}

/// Whether a round of the game has been opened: until then nothing in it has to be done in time.
fn has_begun(id: &str, games: &ListGamesResponse) -> bool {
    let clock = games.games.iter().find(|game| game.game == id).and_then(|game| game.clock);
    clock.is_some_and(|clock| clock.phase() != wire::Phase::Ready || clock.round > 1)
}

/// The games of a list that are on.
fn on(games: &ListGamesResponse) -> Vec<Choice> {
    let on = games.games.iter().filter(|game| !is_over(game));
    let choice = |game: &GameEntry| Choice {
        game: game.game.clone(),
        title: game.title.clone(),
        title_ja: game.title_ja.clone(),
        practice: game.practice,
    };
    on.map(choice).collect()
}

/// The team's games that are on; none if the server does not say.
async fn games_on(link: &Link) -> Vec<Choice> {
    team_games(link).await.map(|games| on(&games)).unwrap_or_default()
}

/// Takes away the team's drafts for games that are over: the screen that would have done it may have been closed before.
fn clear_drafts(games: &ListGamesResponse, receipts: &Path) {
    for game in games.games.iter().filter(|game| is_over(game)) {
        // What cannot be taken away stays as secret as it was, and is tried again at the next start.
        let _ = DraftFile::new(receipts, &game.game, &games.team).keep(None);
    }
}

/// Enters the game.
async fn entered(link: &Link, game: &str, receipts: &Path) -> Result<Entered, Error> {
    let games = team_games(link).await?;
    clear_drafts(&games, receipts);
    let is_early = game.is_empty() && games.games.iter().all(|game| game.practice && is_over(game));
    if is_early {
        return Ok(Entered::Early { team: games.team });
    }
    let meant = only_one(game.to_owned(), &games);
    let several = on(&games);
    if meant.is_empty() && several.len() > 1 {
        return Ok(Entered::Several { team: games.team, games: several });
    }
    if meant.is_empty() {
        // A feed of no name would change from one game to another, and what is signed for the other would look
        // forged. The server says what is wrong with none and with several.
        link.watch().list_rounds(ListRoundsRequest::default()).await?;
        return Ok(Entered::Early { team: games.team });
    }
    let next = Next { practice: is_practice(&meant, &games), game: meant, team: games.team };
    Ok(Entered::In(Desk::at(link, next, receipts)))
}

/// As [`entered`], and waits for a server that does not answer and for a game that has not started; which of them it is,
/// is told. If a game has been left, it waits for the team's next one; while the result of that game is to be seen, until
/// a round of the next one opens.
async fn entered_patiently(
    link: &Link,
    game: String,
    left: Option<Left>,
    receipts: &Path,
    tell: &mpsc::Sender<Event>,
) -> Result<Desk, Error> {
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
                Err(error) if error.is_passing() => Listing::Silence,
                Ok(Entered::Early { team }) => Listing::NoGame { team },
                Ok(Entered::Several { team, games }) => Listing::Several { team, games },
                Ok(Entered::In(desk)) => return Ok(desk),
                Err(error) => return Err(error),
            };
            // Nobody waits for it any more if the screen has been left.
            let _ = tell.send(Event::Listed(listing)).await;
            continue;
        };
        // What is wrong with the line or the token, the feed of the game that is shown says.
        let Ok(games) = team_games(link).await else { continue };
        let next = only_one(String::new(), &games);
        if !next.is_empty() && next != left.game {
            if left.has_result && !has_begun(&next, &games) {
                if announced.as_ref() != Some(&next) {
                    announced = Some(next.clone());
                    let _ = tell.send(Event::Listed(Listing::Next { game: next })).await;
                }
                continue;
            }
            let next = Next { practice: is_practice(&next, &games), game: next, team: games.team };
            return Ok(Desk::at(link, next, receipts));
        }
        let several = on(&games);
        if next.is_empty() && several.len() > 1 && offered != several {
            offered.clone_from(&several);
            let _ = tell.send(Event::Listed(Listing::Several { team: games.team, games: several })).await;
        }
    }
}

/// The desk that is entered; never, if none is to be.
async fn next_entry(entry: &mut Option<Entry<'_>>) -> Result<Desk, Error> {
    match entry {
        Some(entry) => entry.await,
        None => std::future::pending().await,
    }
}

/// What the terminal says, as far as it means anything to a team's screen: pasted text is no row of keys.
fn event_of(input: &Input) -> Option<Event> {
    match *input {
        Input::Key(key) => Some(Event::Key(key)),
        Input::Resize { columns, lines } => Some(Event::Resize { columns, lines }),
        Input::Paste(_) => None,
    }
}

/// Makes a call in the background; its answer comes back as an event.
fn set_out(errand: impl Future<Output = Event> + Send + 'static, answered: &mpsc::Sender<Event>) {
    let answered = answered.clone();
    tokio::spawn(async move {
        let answer = errand.await;
        // Nobody waits for it any more if the screen has been left.
        let _ = answered.send(answer).await;
    });
}

/// Writes a receipt down before anything else happens.
fn keep(kept: &mut ReceiptStore, stored: &StoredReceipt, answered: &mpsc::Sender<Event>) {
    kept.keep(stored);
    if let Some(error) = kept.error() {
        // The channel has room: one call at most is on its way.
        let _ = answered.try_send(Event::NotKept(error.clone()));
    }
}

/// The feed's next news; never, once the feed is closed.
async fn next_update(desk: Option<&mut Desk>) -> Option<Event> {
    let Some(feed) = desk.map(|desk| &mut desk.feed) else {
        return std::future::pending().await;
    };
    let Some(open) = feed else {
        return std::future::pending().await;
    };
    match open.next().await {
        Some(Ok(Update::Item { item, received })) => Some(Event::Item { item, received }),
        Some(Ok(Update::Connection(connection))) => Some(Event::Connection(connection)),
        // It is asked for again and again, and comes back if it can.
        Some(Err(error)) => Some(Event::Closed(error)),
        None => {
            *feed = None;
            Some(Event::Closed(FeedError::Unknown { code: tonic::Code::Cancelled }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drafts::Draft;

    #[test]
    fn drafts_for_games_that_are_over_are_taken_away_and_no_others() {
        let folder = std::env::temp_dir().join(format!("ishigaki-over-{}", std::process::id()));
        let draft = Draft { instance: None, round: 1, attempt: 0, base: 0, lines: Vec::new() };
        let file = |game: &str, team: &str| DraftFile::new(&folder, game, team);
        for (game, team) in [("over", "a"), ("left", "a"), ("on", "a"), ("over", "b")] {
            file(game, team).keep(Some(&draft)).unwrap();
        }
        let listed = |game: &str, phase: wire::Phase| GameEntry {
            game: game.into(),
            clock: Some(wire::Clock { phase: phase.into(), ..wire::Clock::default() }),
            ..GameEntry::default()
        };
        let games = vec![
            listed("over", wire::Phase::Declared),
            listed("left", wire::Phase::Abandoned),
            listed("on", wire::Phase::Bidding),
        ];
        clear_drafts(&ListGamesResponse { team: "a".into(), games, ..ListGamesResponse::default() }, &folder);
        let kept = [("over", "a"), ("left", "a"), ("on", "a"), ("over", "b")];
        let kept = kept.map(|(game, team)| file(game, team).read().is_some());
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(kept, [false, false, true, true]);
    }

    #[test]
    fn a_game_needs_the_screen_from_its_first_round_on() {
        let games = |phase: wire::Phase, round| {
            let clock = wire::Clock { phase: phase.into(), round, ..wire::Clock::default() };
            let game = GameEntry { game: "g".into(), clock: Some(clock), ..GameEntry::default() };
            ListGamesResponse { games: vec![game], ..ListGamesResponse::default() }
        };
        assert!(!has_begun("g", &games(wire::Phase::Ready, 1)));
        assert!(has_begun("g", &games(wire::Phase::Bidding, 1)));
        assert!(has_begun("g", &games(wire::Phase::Ready, 2)), "between two rounds");
        assert!(!has_begun("other", &games(wire::Phase::Bidding, 1)));
    }
}
