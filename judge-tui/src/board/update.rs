//! Folding what happens into the board. Pure: no clock, no terminal, no connection.

use std::time::{Duration, Instant};

use ishigaki_client::FeedError;
use ishigaki_words::{Lang, Words};

use super::keymap::{self, Intent};
use super::state::{Asking, Source};
use super::{Effect, Event, Show, State};
use crate::console::Contact;
use crate::listing::{CallError, Listed};
use ishigaki_screen::terminal::Key;

/// How often the server is asked which games run.
const EVERY: Duration = Duration::from_secs(2);

/// Folds an event into the state, and says what is wanted from outside.
///
/// [`State::revision`] changes if there is anything new to be seen; while nothing happens, once a second at most.
pub fn update(state: &mut State, event: Event) -> Vec<Effect> {
    let (before, moving) = (state.revision, state.moving());
    let mut effects = Vec::new();
    match event {
        Event::Tick { now } => effects = tick(state, now),
        Event::Key(key) => {
            state.revision += 1;
            effects = press(state, key);
        }
        Event::Resize { columns, lines } => {
            state.revision += 1;
            state.size = (columns, lines);
            state.afresh.resized(state.now);
            effects.push(Effect::Repaint);
        }
        Event::Games(games) => effects = take_games(state, games),
        Event::Item { game, item, received } => {
            state.now = state.now.max(Some(received));
            let bell = state.bell;
            if let Some(show) = find(state, &game) {
                let was_opening = show.is_opening();
                let is_new = show.take(&item, received);
                effects.extend((show.rings(was_opening) && bell).then_some(Effect::Ring));
                state.revision += u64::from(is_new);
            }
        }
        Event::Connection { game, connection } => {
            state.revision += 1;
            if let Some(show) = find(state, &game) {
                show.connect(connection);
            }
        }
        Event::Examined(trouble) => {
            if state.checkup.found(trouble) {
                state.revision += 1;
            }
        }
        Event::Closed { game, error } => {
            state.revision += 1;
            if let Some(show) = find(state, &game) {
                show.close(error);
            }
        }
    }
    if state.revision == before && state.moving() != moving {
        state.revision += 1;
    }
    effects
}

fn find<'s>(state: &'s mut State, game: &str) -> Option<&'s mut Show> {
    state.shows.iter_mut().find(|show| show.id() == game)
}

fn tick(state: &mut State, now: Instant) -> Vec<Effect> {
    let is_first = state.started.is_none();
    let turn = state.turn();
    state.started.get_or_insert(now);
    state.now = state.now.max(Some(now));
    let on_screen = state.on_screen();
    let (mut is_opening, mut is_ringing) = (false, false);
    for show in state.shows.get_mut(on_screen).unwrap_or_default() {
        if show.go_on(now, state.auto) {
            state.revision += 1;
        }
        is_opening |= show.is_opening();
        is_ringing |= show.warns(now);
    }
    if state.auto && !is_opening && state.turn() > turn && state.pages() > 1 {
        state.pages_on += 1;
        state.revision += 1;
    }
    let mut effects = Vec::new();
    effects.extend((is_ringing && state.bell).then_some(Effect::Ring));
    if state.afresh.is_due(now) {
        effects.push(Effect::Repaint);
    }
    if is_first && state.source == Source::Named {
        // Each game that was named is watched from the first moment on.
        effects.extend(state.shows.iter().map(|show| Effect::Watch { game: show.id().to_owned() }));
    }
    effects.extend(ask(state, now));
    effects.extend(state.checkup.is_due(state.is_lost(), now).then_some(Effect::Examine));
    effects
}

/// Asks for the list of games, if it is time to and anything of it is wanted.
fn ask(state: &mut State, now: Instant) -> Option<Effect> {
    let is_wanted = match state.source {
        Source::Named => state.shows.iter().any(Show::wants_billing),
        Source::Running => true,
    };
    let Asking { asked, awaiting, refused } = &mut state.asking;
    let rested = asked.is_none_or(|asked| now.saturating_duration_since(asked) >= EVERY);
    if *awaiting || *refused || !rested || !is_wanted {
        return None;
    }
    (*asked, *awaiting) = (Some(now), true);
    Some(Effect::ListGames)
}

/// Games that run are shown, those that are over as long as there is nothing else to be seen.
fn take_games(state: &mut State, games: Result<Vec<Listed>, CallError>) -> Vec<Effect> {
    state.asking.awaiting = false;
    let games = match games {
        Ok(games) => games,
        Err(trouble) => {
            state.asking.refused = !trouble.is_passing();
            // How the board stands with a game that was named, its feed says.
            if state.source == Source::Running {
                state.revision += 1;
                state.contact = lost(state, trouble);
            }
            return Vec::new();
        }
    };
    bill(state, &games);
    if state.source == Source::Named {
        return Vec::new();
    }
    if !matches!(state.contact, Contact::Live) {
        state.contact = Contact::Live;
        state.revision += 1;
    }
    let runs = |game: &&Listed| game.is_under_way();
    let mut wanted: Vec<&Listed> = games.iter().filter(runs).collect();
    if wanted.is_empty() && state.shows.is_empty() {
        wanted.extend(games.iter().rfind(|game| game.has_started()));
    }
    let is_new = |game: &&&Listed| !state.shows.iter().any(|show| show.id() == game.game);
    let new: Vec<&Listed> = wanted.into_iter().filter(|game| is_new(&game)).collect();
    if new.is_empty() {
        return Vec::new();
    }
    state.revision += 1;
    let (over, stay): (Vec<Show>, Vec<Show>) = state.shows.drain(..).partition(Show::is_over);
    state.shows = stay;
    state.shows.extend(new.iter().map(|game| Show::new(game.game.clone())));
    bill(state, &games);
    let leave = over.into_iter().map(|show| Effect::Leave { game: show.id().to_owned() });
    leave.chain(new.into_iter().map(|game| Effect::Watch { game: game.game.clone() })).collect()
}

/// Tells each game what the list says of it.
fn bill(state: &mut State, games: &[Listed]) {
    for show in &mut state.shows {
        if let Some(listed) = games.iter().find(|listed| listed.game == show.id())
            && show.bill(listed.practice)
        {
            state.revision += 1;
        }
    }
}

/// How the board stands with a server that does not tell which games run.
fn lost(state: &State, trouble: CallError) -> Contact {
    match (trouble, &state.contact, state.now) {
        (trouble, Contact::Lost { since }, _) if trouble.is_passing() => Contact::Lost { since: *since },
        (trouble, _, Some(since)) if trouble.is_passing() => Contact::Lost { since },
        (CallError::Refused(fault), ..) => Contact::Closed(FeedError::Refused(fault)),
        (CallError::Unanswered { code } | CallError::Unknown { code }, ..) => {
            Contact::Closed(FeedError::Unknown { code })
        }
    }
}

fn press(state: &mut State, key: Key) -> Vec<Effect> {
    match keymap::intent(key) {
        Some(Intent::Uncover) => uncover(state),
        Some(Intent::Auto) => state.auto = !state.auto,
        Some(Intent::Bell) => state.bell = !state.bell,
        Some(Intent::Look(view)) => state.view = view,
        Some(Intent::NextPage) => state.pages_on = state.page() + 1,
        Some(Intent::PreviousPage) => state.pages_on = state.page() + state.pages() - 1,
        Some(Intent::OtherLanguage) => {
            state.words = Words::new(match state.words.lang() {
                Lang::En => Lang::Ja,
                Lang::Ja => Lang::En,
            });
        }
        Some(Intent::Repaint) => return vec![Effect::Repaint],
        Some(Intent::Help) => state.helps = !state.helps,
        Some(Intent::Close) => state.helps = false,
        Some(Intent::Quit) => return vec![Effect::Quit],
        None => {}
    }
    Vec::new()
}

/// The first opening on the screen goes one step on. Whoever does that by hand goes on by hand.
fn uncover(state: &mut State) {
    let (Some(now), on_screen) = (state.now, state.on_screen()) else {
        return;
    };
    let shows = state.shows.get_mut(on_screen).unwrap_or_default();
    if let Some(show) = shows.iter_mut().find(|show| show.is_opening()) {
        state.auto = false;
        show.uncover(now);
    }
}
