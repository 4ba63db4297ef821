//! Updates of the board. Pure: no clock, no terminal, no connection.

use std::time::{Duration, Instant};

use ishigaki_client::CallError;
use ishigaki_client::listing::{Listed, Programme};
use ishigaki_proto::watch::{EventEntry, EventStage};
use ishigaki_rules::{Phase, RoundNo};
use ishigaki_words::Words;

use super::keymap::{Intent, KEYMAP};
use super::state::{EventSource, GameSource, ListRequest, RequestedView};
use super::{Effect, Event, Show, State, TournamentShow};
use ishigaki_screen::terminal::{Input, Key};
use ishigaki_screen::{Contact, FeedEvent};

const LIST_INTERVAL: Duration = Duration::from_secs(2);

/// Applies an event, and returns the wanted effects.
///
/// [`State::revision`] changes if there is something new to show; without events at most once a second.
pub fn update(state: &mut State, event: Event) -> Vec<Effect> {
    let (before, timed_content) = (state.surface.revision(), state.timed_content());
    let mut effects = Vec::new();
    match event {
        Event::Input(input) => effects = take_input(state, &input),
        Event::Games(games) => effects = take_games(state, games),
        Event::Events(events) => effects = take_events(state, events),
        Event::EventFeed { event, news } => take_event_news(state, &event, news),
        Event::Feed { game, event } => effects.extend(take_news(state, &game, event)),
        Event::Examined(trouble) => {
            if state.checkup.found(trouble) {
                state.surface.touch();
            }
        }
    }
    if state.surface.revision() == before && state.timed_content() != timed_content {
        state.surface.touch();
    }
    effects
}

fn take_input(state: &mut State, input: &Input) -> Vec<Effect> {
    let turn = state.turn();
    let repaint = state.surface.take(input).then_some(Effect::Repaint);
    match *input {
        Input::Tick { now } => tick(state, now, turn, repaint),
        Input::Key(key) => press(state, key),
        Input::Resize { .. } | Input::Paste(_) | Input::Mouse { .. } => repaint.into_iter().collect(),
    }
}

fn take_news(state: &mut State, game: &str, event: FeedEvent) -> Option<Effect> {
    if let FeedEvent::Item { item, received } = event {
        state.surface.advance_to(received);
        let bell = state.bell;
        let show = find(state, game)?;
        let was_opening = show.hall.is_opening();
        let is_new = show.take(&item, received);
        let rings = show.update_bell(was_opening) && bell;
        state.surface.touch_if(is_new);
        return rings.then_some(Effect::Ring);
    }
    state.surface.touch();
    let show = find(state, game)?;
    match event {
        FeedEvent::Item { .. } => {}
        FeedEvent::Connection(connection) => show.connect(connection),
        FeedEvent::Closed(error) => show.close(error),
    }
    None
}

fn take_event_news(state: &mut State, event: &str, news: FeedEvent) {
    if let FeedEvent::Item { received, .. } = &news {
        state.surface.advance_to(*received);
    }
    let Some(show) = state.tournaments.iter_mut().find(|show| show.id() == event) else { return };
    let is_new = match news {
        FeedEvent::Item { item, received } => show.take(&item, received),
        FeedEvent::Connection(connection) => {
            show.connect(connection);
            true
        }
        FeedEvent::Closed(error) => {
            show.close(error);
            true
        }
    };
    state.surface.touch_if(is_new);
}

fn find<'s>(state: &'s mut State, game: &str) -> Option<&'s mut Show> {
    state.shows.iter_mut().find(|show| show.id() == game)
}

fn tick(state: &mut State, now: Instant, turn: usize, repaint: Option<Effect>) -> Vec<Effect> {
    let is_first = state.started.is_none();
    state.started.get_or_insert(now);
    let visible_games = state.visible_games();
    let (mut is_opening, mut is_ringing) = (false, false);
    for show in state.shows.get_mut(visible_games).unwrap_or_default() {
        if show.hall.advance(now, state.auto) {
            state.surface.touch();
        }
        is_opening |= show.hall.is_opening();
        is_ringing |= show.update_warning(now);
    }
    if state.auto && !is_opening && state.turn() > turn && state.pages() > 1 {
        state.pages_on += 1;
        state.surface.touch();
    }
    let mut effects = Vec::new();
    effects.extend((is_ringing && state.bell).then_some(Effect::Ring));
    effects.extend(repaint);
    if is_first && state.source == GameSource::Named {
        // Named games are watched from the start.
        effects.extend(state.shows.iter().map(|show| Effect::Watch { game: show.id().to_owned() }));
        let events = state.tournaments.iter().map(|show| Effect::WatchEvent { event: show.id().to_owned() });
        effects.extend(events);
    }
    if state.paginate_sheets() {
        state.surface.touch();
    }
    effects.extend(ask(state, now));
    effects.extend(ask_for_events(state, now));
    effects.extend(state.checkup.take_due(state.is_lost(), now).then_some(Effect::Examine));
    effects
}

fn ask(state: &mut State, now: Instant) -> Option<Effect> {
    let is_needed = match state.source {
        GameSource::Named => !state.game_list_request.answered || state.shows.iter().any(Show::wants_listing),
        GameSource::Running => true,
    };
    (is_needed && state.game_list_request.begin(now)).then_some(Effect::ListGames)
}

fn ask_for_events(state: &mut State, now: Instant) -> Option<Effect> {
    let is_needed = state.event_source == EventSource::Running;
    (is_needed && state.event_list_request.begin(now)).then_some(Effect::ListEvents)
}

impl ListRequest {
    fn begin(&mut self, now: Instant) -> bool {
        let rested =
            self.sent_at.is_none_or(|sent_at| now.saturating_duration_since(sent_at) >= LIST_INTERVAL);
        let begins = rested && !self.is_pending && !self.refused;
        if begins {
            (self.sent_at, self.is_pending) = (Some(now), true);
        }
        begins
    }
}

fn take_events(state: &mut State, events: Result<Vec<EventEntry>, CallError>) -> Vec<Effect> {
    state.event_list_request.is_pending = false;
    let events = match events {
        Ok(events) => events,
        Err(trouble) => {
            state.event_list_request.refused = !trouble.is_passing();
            return Vec::new();
        }
    };
    // The final ranking of an event stays while others are played.
    let is_abandoned = |entry: &&EventEntry| entry.stage() == EventStage::Abandoned;
    let (abandoned, mut wanted): (Vec<&EventEntry>, Vec<&EventEntry>) = events.iter().partition(is_abandoned);
    if wanted.is_empty() && state.tournaments.is_empty() {
        wanted.extend(abandoned.last());
    }
    if wanted.is_empty() {
        return Vec::new();
    }
    let has_gone = |show: &TournamentShow| {
        abandoned.iter().any(|entry| entry.event == show.id())
            && wanted.iter().all(|entry| entry.event != show.id())
    };
    let (gone, stay): (Vec<TournamentShow>, Vec<TournamentShow>) =
        state.tournaments.drain(..).partition(has_gone);
    state.tournaments = stay;
    let is_new = |entry: &&EventEntry| state.tournaments.iter().all(|show| show.id() != entry.event);
    let new: Vec<String> = wanted.into_iter().filter(is_new).map(|entry| entry.event.clone()).collect();
    if gone.is_empty() && new.is_empty() {
        return Vec::new();
    }
    state.surface.touch();
    state.tournaments.extend(new.iter().cloned().map(TournamentShow::new));
    let place = |show: &TournamentShow| {
        events.iter().position(|entry| entry.event == show.id()).unwrap_or(events.len())
    };
    state.tournaments.sort_by_key(place);
    let leave = gone.into_iter().map(|show| Effect::LeaveEvent { event: show.id().to_owned() });
    leave.chain(new.into_iter().map(|event| Effect::WatchEvent { event })).collect()
}

fn take_games(state: &mut State, programme: Result<Programme, CallError>) -> Vec<Effect> {
    state.game_list_request.is_pending = false;
    let Programme { games, schedule, .. } = match programme {
        Ok(programme) => programme,
        Err(trouble) => {
            state.game_list_request.refused = !trouble.is_passing();
            // For a named game the feed reports the connection.
            if state.source == GameSource::Running {
                state.surface.touch();
                state.contact = state.contact.after(trouble, state.surface.now());
            }
            return Vec::new();
        }
    };
    state.game_list_request.answered = true;
    if state.schedule.entries() != schedule.entries() {
        state.surface.touch();
    }
    state.schedule = schedule;
    take_listings(state, &games);
    if state.source == GameSource::Named {
        return Vec::new();
    }
    if !matches!(state.contact, Contact::Live) {
        state.contact = Contact::Live;
        state.surface.touch();
    }
    let runs = |game: &&Listed| game.is_under_way();
    let mut wanted: Vec<&Listed> = games.iter().filter(runs).collect();
    if wanted.is_empty() && state.shows.is_empty() {
        wanted.extend(games.iter().rfind(|game| game.has_started()));
    }
    // A practice game that hasn't begun takes no space from running games.
    let is_idle = |game: &Listed| {
        let next = game.standing.and_then(|standing| standing.phase);
        game.practice && matches!(next, Some(Phase::Ready { next: RoundNo(1) }))
    };
    let has_games = wanted.iter().any(|game| !is_idle(game));
    let gives_way =
        |show: &Show| has_games && games.iter().any(|game| game.game == show.id() && is_idle(game));
    wanted.retain(|game| !has_games || !is_idle(game));
    let is_new = |game: &&&Listed| !state.shows.iter().any(|show| show.id() == game.game);
    let new: Vec<&Listed> = wanted.into_iter().filter(|game| is_new(&game)).collect();
    if new.is_empty() {
        return Vec::new();
    }
    state.surface.touch();
    // A game with a covered ranking stays, so that the hall sees its reveal.
    let is_shown = |show: &Show| show.hall.is_over() && show.hall.hidden_places().is_none();
    let (over, stay): (Vec<Show>, Vec<Show>) =
        state.shows.drain(..).partition(|show| is_shown(show) || gives_way(show));
    state.shows = stay;
    state.shows.extend(new.iter().map(|game| Show::new(game.game.clone())));
    take_listings(state, &games);
    let leave = over.into_iter().map(|show| Effect::Leave { game: show.id().to_owned() });
    leave.chain(new.into_iter().map(|game| Effect::Watch { game: game.game.clone() })).collect()
}

fn take_listings(state: &mut State, games: &[Listed]) {
    for show in &mut state.shows {
        let replaced = games.iter().find(|listed| listed.spare.as_deref() == Some(show.id()));
        let stands_for = replaced.map(|replaced| replaced.game.as_str());
        if let Some(listed) = games.iter().find(|listed| listed.game == show.id())
            && show.take_listing(listed.practice, stands_for)
        {
            state.surface.touch();
        }
    }
}

fn press(state: &mut State, key: Key) -> Vec<Effect> {
    match KEYMAP.intent((), key) {
        Some(Intent::Uncover) => uncover(state),
        Some(Intent::Auto) => state.auto = !state.auto,
        Some(Intent::Bell) => state.bell = !state.bell,
        Some(Intent::View(view)) => {
            state.requested_view = view.map_or(RequestedView::Fitting, RequestedView::Games);
        }
        Some(Intent::Event) => state.requested_view = RequestedView::Event,
        Some(Intent::NextPage) => state.pages_on = state.page() + 1,
        Some(Intent::PreviousPage) => state.pages_on = state.page() + state.pages() - 1,
        Some(Intent::OtherLanguage) => {
            state.words = Words::new(state.words.lang().other());
        }
        Some(Intent::Repaint) => return vec![Effect::Repaint],
        Some(Intent::Help) => state.shows_help = !state.shows_help,
        Some(Intent::Close) => state.shows_help = false,
        Some(Intent::Quit) => return vec![Effect::Quit],
        None => {}
    }
    Vec::new()
}

fn uncover(state: &mut State) {
    let (Some(now), visible_games) = (state.surface.now(), state.visible_games()) else {
        return;
    };
    let shows = state.shows.get_mut(visible_games).unwrap_or_default();
    if let Some(show) = shows.iter_mut().find(|show| show.hall.is_opening()) {
        state.auto = false;
        show.hall.uncover(now);
    }
}
