//! Updates of the team's screen. Pure: no clock, no terminal, no connection, no file.

mod advise;
mod build;
mod edit;
mod feed;
mod games;
pub(crate) mod help;
mod lookup;
mod messages;
mod obstacle;
pub(crate) mod offer;
mod page;
mod saved_draft;
mod seal;
mod trial;
mod unanswered_calls;

use ishigaki_client::team::{ReceiptComparison, is_behind};
use ishigaki_client::{Connection, Ticket};
use ishigaki_rules::Secret;
use ishigaki_words::{Lang, Words};

use super::dialog::Dialog;
use super::event::{CallResult, Effect, Event, GameFinding};
use super::keymap::{Context, Intent};
use super::notice::Notice;
use super::panel::Panel;
use super::saved_draft::SavedDraft;
use super::situation::Situation;
use super::state::State;
use super::trial::Trial;
use ishigaki_screen::terminal::{Input, Key, narrow};
use ishigaki_screen::{Contact, FeedEvent};

/// Applies an event, and returns the wanted effects.
///
/// [`State::revision`] changes if there is something new to show; without events at most once a second.
pub fn update(state: &mut State, event: Event) -> Vec<Effect> {
    let (before, seconds) = (state.surface.revision(), state.seconds());
    let (situation, notice) = (Situation::of(state), state.notice.clone());
    let was_revealed = state.own_revealed_row().is_some();
    let mut effects = take(state, event);
    // Removes notices about an earlier situation, but keeps those of this event.
    let now = Situation::of(state);
    if situation != now
        && state.notice == notice
        && state.notice.take_if(|notice| situation.ends(notice, now)).is_some()
    {
        state.surface.touch();
    }
    if !was_revealed && state.own_revealed_row().is_some() && !is_writing(state) {
        effects.extend(show(state, Panel::Standings));
    }
    let receipts = state.watched.session.take_new_receipts();
    effects.extend(receipts.into_iter().map(|stored| Effect::Keep(Secret(Box::new(stored)))));
    effects.extend(saved_draft::keep(state));
    state.first = state.first.or(state.surface.now());
    if state.surface.revision() == before && state.seconds() != seconds {
        state.surface.touch();
    }
    effects
}

fn take(state: &mut State, event: Event) -> Vec<Effect> {
    match event {
        Event::Input(input) => {
            let repaint = state.surface.take(&input).then_some(Effect::Repaint);
            return repaint.into_iter().chain(take_input(state, &input)).collect();
        }
        Event::Act(Secret(act)) => {
            state.surface.touch();
            return page::take(state, act);
        }
        Event::Seen(messages) => state.seen.extend(messages),
        Event::Feed(event) => return take_feed(state, event),
        Event::Examined(trouble) => {
            if state.checkup.found(trouble) {
                state.surface.touch();
            }
        }
        Event::Answer { ticket, answer } => take_answer(state, ticket, answer),
        Event::Entered { game, team, practice, aids_off } => {
            state.go_on(&game, &team);
            state.aids_off = aids_off;
            take_listing(state, GameFinding::Game { practice });
        }
        Event::Listed(listing) => take_listing(state, listing),
        Event::Games(games) => {
            state.surface.touch();
            games::offer(state, games);
        }
        Event::DraftRead(Secret(draft)) => state.saved_draft = SavedDraft::Read(draft),
        Event::DraftNotKept(trouble) => tell(state, Notice::DraftNotKept(trouble)),
        Event::Compared { fed, comparison } => return take_comparison(state, fed, comparison),
        Event::NotKept(trouble) => tell(state, Notice::NotKept(trouble)),
        Event::Searching { ticket, progress } => {
            state.surface.touch();
            build::take_progress(state, ticket, progress);
        }
        Event::Found { ticket, wall } => {
            state.surface.touch();
            build::take_found(state, ticket, &wall);
        }
        Event::Searched { ticket, is_proved } => {
            state.surface.touch();
            build::end_search(state, ticket, is_proved);
        }
        Event::Advised { ticket, answer } => {
            state.surface.touch();
            advise::take_answer(state, ticket, answer);
        }
    }
    Vec::new()
}

fn take_feed(state: &mut State, event: FeedEvent) -> Vec<Effect> {
    match event {
        FeedEvent::Item { item, received } => feed::fold(state, &item, received),
        FeedEvent::Connection(connection) => {
            state.surface.touch();
            connect(state, connection);
            let is_up_to_date = matches!(connection, Connection::CaughtUp | Connection::Stopped { .. });
            if is_up_to_date && !state.watched.session.game_id().is_empty() {
                return vec![Effect::Compare { fed: state.watched.session.receipts().fed() }];
            }
        }
        FeedEvent::Closed(error) => {
            state.surface.touch();
            let is_behind = is_behind(&error);
            state.watched.close(error);
            if is_behind {
                return vec![Effect::Enter { game: state.watched.session.game_id().to_owned() }];
            }
        }
    }
    Vec::new()
}

fn take_comparison(state: &mut State, fed: u64, comparison: ReceiptComparison) -> Vec<Effect> {
    state.surface.touch();
    if comparison.held < fed {
        // The screen's state differs from the server's, so it starts again.
        return vec![Effect::Enter { game: state.watched.session.game_id().to_owned() }];
    }
    (state.missing, state.compared) = (comparison.missing, comparison.held);
    Vec::new()
}

fn take_answer(state: &mut State, ticket: Ticket, answer: CallResult) {
    state.surface.touch();
    match answer {
        CallResult::Sealed(answer) => seal::take_answer(state, ticket, answer),
        CallResult::Built(answer) => build::take_answer(state, ticket, answer),
        CallResult::Asked(answer) => messages::take_answer(state, ticket, answer),
        CallResult::Marked(answer) => messages::take_mark(state, ticket, answer),
    }
}

fn tell(state: &mut State, notice: Notice) {
    state.surface.touch();
    state.notice = Some(notice);
}

/// Pasted text isn't treated as keys.
fn take_input(state: &mut State, input: &Input) -> Vec<Effect> {
    match *input {
        Input::Tick { now } => {
            // Before the first connection nothing else shows the connection's state.
            let is_lost = matches!(state.watched.contact(), Contact::Connecting | Contact::Lost { .. });
            state.checkup.take_due(is_lost, now).then_some(Effect::Examine).into_iter().collect()
        }
        Input::Key(key) => press(state, key),
        Input::Paste(ref text) if context(state) == Context::Question => {
            messages::paste(state, &text.0);
            Vec::new()
        }
        Input::Resize { .. } | Input::Paste(_) | Input::Mouse { .. } => Vec::new(),
    }
}

/// For a watched game the feed knows the connection better.
fn take_listing(state: &mut State, listing: GameFinding) {
    let is_for_a_game = !state.watched.session.game_id().is_empty();
    let is_early = match listing {
        GameFinding::Path(_) => state.is_early,
        GameFinding::NoGame { .. } => !is_for_a_game,
        _ => false,
    };
    match listing {
        GameFinding::Game { practice } => {
            state.surface.touch_if(state.is_practice != practice);
            state.is_practice = practice;
        }
        // It was reported before the game was entered.
        GameFinding::NoGame { .. } | GameFinding::Silence if is_for_a_game => {}
        GameFinding::Several { games, .. } if is_for_a_game => {
            state.surface.touch();
            games::offer(state, games);
        }
        GameFinding::Several { team, games } => {
            state.surface.touch();
            state.team = team;
            state.watched.set_contact(Contact::Live);
            games::offer(state, games);
        }
        GameFinding::NoGame { team } => {
            state.team = team;
            state.watched.set_contact(Contact::Live);
        }
        GameFinding::Next { game } => {
            state.surface.touch();
            state.next_game = Some(game);
            show_next(state);
        }
        GameFinding::Path(path) => {
            state.surface.touch();
            (state.next_game, state.path) = (None, Some(path));
            if state.notice.as_ref().is_none_or(|notice| !notice.is_bad()) {
                show_next(state);
            }
        }
        GameFinding::Silence => state.watched.set_contact(Contact::Connecting),
    }
    state.surface.touch_if(state.is_early != is_early);
    state.is_early = is_early;
}

fn connect(state: &mut State, connection: Connection) {
    if state.watched.is_inconsistent() {
        return;
    }
    match connection {
        Connection::Connected | Connection::Lost { .. } => {}
        Connection::CaughtUp => {
            unanswered_calls::catch_up(state);
            saved_draft::restore(state);
        }
        Connection::Stopped { .. } => unanswered_calls::catch_up(state),
    }
    state.watched.connect(connection);
}

pub(crate) fn context(state: &State) -> Context {
    if let Some(dialog) = &state.dialog {
        return dialog.context();
    }
    context_below(state)
}

pub(crate) fn context_below(state: &State) -> Context {
    if state.search.is_some() {
        return Context::Search;
    }
    let typing = if state.is_rebidding() { state.raises.is_typing() } else { state.sheet.is_typing() };
    match state.panel {
        Panel::Sheet if typing => Context::Price,
        // An empty draft has nothing to edit, so the keys begin a list.
        Panel::Sheet if is_blank(state) => Context::Lots,
        Panel::Sheet => Context::Sheet,
        Panel::Lots if state.sheet.is_typing() => Context::LotPrice,
        Panel::Lots => Context::Lots,
        Panel::Results if trial::is_on(state) => Context::Trial,
        Panel::Results => Context::Results,
        Panel::Advice => Context::Advice,
        Panel::Messages if state.writing.is_typing => Context::Question,
        Panel::Messages => Context::Messages,
        Panel::Wall => Context::Wall,
        Panel::Rivals => Context::Rivals,
        Panel::Standings | Panel::Log => Context::Main,
    }
}

fn is_writing(state: &State) -> bool {
    matches!(context_below(state), Context::Question | Context::Search)
}

fn is_blank(state: &State) -> bool {
    !state.is_rebidding() && state.sheet.lines().is_empty()
}

const fn begins_a_list(intent: Intent) -> bool {
    intent.step().is_some() || matches!(intent, Intent::Price | Intent::Digit(_))
}

fn press(state: &mut State, key: Key) -> Vec<Effect> {
    state.notice = None;
    let pending = state.pending_char.take();
    let intent = intent_of(state, key);
    if intent.is_none_or(|intent| intent == Intent::Cheaper) {
        state.pending_char = pending_char(state, key);
    }
    let effects = match intent {
        Some(Intent::Digit(digit)) if pending.is_some() && state.dialog.is_none() => {
            pending.into_iter().chain([digit]).flat_map(|char| act(state, Intent::Digit(char))).collect()
        }
        Some(Intent::QuitNow) => vec![Effect::Quit],
        Some(Intent::Repaint) => vec![Effect::Repaint],
        Some(intent) if state.dialog.is_some() => answer(state, intent),
        Some(intent) => act(state, intent),
        None => Vec::new(),
    };
    // The next game is announced again if the key had no other effect.
    if state.notice.is_none() && state.dialog.is_none() && intent != Some(Intent::OtherGame) {
        show_next(state);
    }
    effects
}

/// A character after the start of a price belongs to it and has no other meaning.
fn intent_of(state: &State, key: Key) -> Option<Intent> {
    let context = context(state);
    let is_begun = match context {
        Context::Price if state.is_rebidding() => state.raises.is_typing(),
        Context::Price | Context::LotPrice => state.sheet.is_begun(),
        Context::Trial => state.trial.as_ref().is_some_and(Trial::is_typing),
        _ => false,
    };
    match key {
        Key::Char(char) if is_begun && matches!(narrow(char), '+' | '-' | '=' | '<' | '>') => {
            Some(Intent::NoDigit(char))
        }
        _ => context.intent(key),
    }
}

fn pending_char(state: &State, key: Key) -> Option<char> {
    let Key::Char(char) = key else { return None };
    let takes_price = matches!(
        context(state),
        Context::Lots | Context::LotPrice | Context::Sheet | Context::Price | Context::Trial
    );
    let is_punctuation = matches!(narrow(char), '-' | '.' | ',' | '、' | '。' | '−' | '‐' | '–' | 'ー');
    (takes_price && is_punctuation).then_some(char)
}

fn show_next(state: &mut State) {
    let path = || state.path.clone().filter(|_| state.is_over()).map(Notice::Path);
    state.notice = state.next_game.clone().map(|game| Notice::NextWaits { game }).or_else(path);
}

fn answer(state: &mut State, intent: Intent) -> Vec<Effect> {
    match (intent, state.dialog.take()) {
        (Intent::Accept, Some(Dialog::Seal { doubts })) => return seal::seal_anyway(state, &doubts),
        (Intent::Accept, Some(Dialog::Decline)) => return seal::decline_now(state),
        (Intent::Accept, Some(Dialog::TakeSealed)) => edit::take_sealed_now(state),
        (Intent::Accept, Some(Dialog::TakeAdvice)) => advise::take_now(state),
        (Intent::Accept, Some(Dialog::ReplaceWall { seen, is_whole })) => {
            return build::replace_wall(state, &seen, is_whole);
        }
        (Intent::Accept, Some(Dialog::TakeWall)) => return build::take_wall_now(state),
        (Intent::Accept, Some(Dialog::Quit)) => return vec![Effect::Quit],
        (Intent::Cancel, Some(Dialog::Games { games, at })) => games::leave(state, games, at),
        (Intent::Cancel, _) => {}
        (Intent::Accept, Some(Dialog::Games { games, at })) => return games::enter(games, at),
        (intent, Some(Dialog::Games { games, at })) => {
            let on = intent.step().unwrap_or(0);
            let at = at.saturating_add_signed(on).min(games.len().saturating_sub(1));
            state.dialog = Some(Dialog::Games { games, at });
        }
        (intent, Some(Dialog::Help { page })) => {
            let on = intent.step().unwrap_or(0);
            let last = help::of(state).pages().saturating_sub(1);
            state.dialog = Some(Dialog::Help { page: page.saturating_add_signed(on).min(last) });
        }
        (_, dialog) => state.dialog = dialog,
    }
    Vec::new()
}

fn act(state: &mut State, intent: Intent) -> Vec<Effect> {
    let mut effects = Vec::new();
    if state.panel == Panel::Sheet && is_blank(state) && begins_a_list(intent) {
        state.panel = Panel::Lots;
    }
    match intent {
        Intent::Seal => return seal::begin(state),
        Intent::Decline => seal::begin_decline(state),
        Intent::Work(work) => return build::press(state, work),
        Intent::TakeSealed => edit::take_sealed(state),
        Intent::AskAdvice => return advise::ask(state),
        Intent::TakeAdvice => advise::take(state),
        Intent::Search => effects = lookup::begin(state),
        intent if state.search.is_some() => lookup::press(state, intent),
        intent if context(state) == Context::Question => return messages::press(state, intent),
        Intent::AskQuestion => messages::begin(state),
        Intent::MarkRead => return messages::mark_seen(state),
        Intent::Show(panel) => effects = show(state, panel),
        Intent::NextPanel => effects = show(state, state.panel.stepped(1)),
        Intent::PreviousPanel => effects = show(state, state.panel.stepped(Panel::ALL.len() - 1)),
        Intent::WhatIf => trial::begin(state),
        Intent::PreviousTeam => look_at(state, -1),
        Intent::NextTeam => look_at(state, 1),
        Intent::OtherGame => return vec![Effect::ListGames],
        Intent::PlayAgain => return games::play_again(state),
        Intent::PutAway => state.dismiss_bulletins(),
        Intent::Help => state.dialog = Some(Dialog::Help { page: 0 }),
        Intent::OtherLanguage => {
            let other = if state.words.lang() == Lang::En { Lang::Ja } else { Lang::En };
            state.words = Words::new(other);
        }
        Intent::Quit => effects = quit(state),
        Intent::QuitNow => return vec![Effect::Quit],
        Intent::Repaint => return vec![Effect::Repaint],
        Intent::Letter(_) => {}
        _ => match intent.step() {
            Some(down) => go(state, down),
            None => write(state, intent),
        },
    }
    point_out(state);
    effects
}

fn quit(state: &mut State) -> Vec<Effect> {
    // A revoked token or a finished game leaves nothing to lose.
    if state.is_revoked() || state.is_over() {
        return vec![Effect::Quit];
    }
    // Typed text is kept as it is.
    state.sheet.accept();
    state.dialog = Some(Dialog::Quit);
    Vec::new()
}

fn write(state: &mut State, intent: Intent) {
    match intent {
        Intent::Dearer
        | Intent::Cheaper
        | Intent::MuchDearer
        | Intent::MuchCheaper
        | Intent::Digit(_)
        | Intent::NoDigit(_)
        | Intent::Erase
        | Intent::Accept
        | Intent::Cancel
            if trial::is_on(state) =>
        {
            trial::press(state, intent);
        }
        _ => edit::press(state, intent),
    }
}

fn point_out(state: &mut State) {
    let lot = match state.panel {
        Panel::Sheet if state.is_rebidding() => {
            state.raises.lines().get(state.raises.at()).map(|line| line.lot)
        }
        Panel::Sheet => state.sheet.selected().map(|bid| bid.lot),
        _ => None,
    };
    if let Some(place) = lot.and_then(|lot| state.lots().iter().position(|other| *other == lot)) {
        state.set_place(Panel::Lots, place);
    }
}

/// A typed price is accepted as it is. Advice is refreshed.
fn show(state: &mut State, panel: Panel) -> Vec<Effect> {
    state.sheet.accept();
    state.raises.accept();
    (state.trial, state.search) = (None, None);
    state.writing.is_typing = false;
    state.panel = panel;
    if panel == Panel::Advice { advise::open(state) } else { Vec::new() }
}

fn go(state: &mut State, down: isize) {
    match state.panel {
        Panel::Lots => {
            state.sheet.accept();
            state.set_place(Panel::Lots, state.place(Panel::Lots).saturating_add_signed(down));
        }
        Panel::Sheet if state.is_rebidding() => state.raises.go(down),
        Panel::Sheet => state.sheet.go(down),
        Panel::Results if trial::is_on(state) => trial::go(state, down),
        Panel::Wall => build::scroll_far(state, down),
        // The log begins at its end.
        Panel::Log => {
            let up = down.checked_neg().unwrap_or(isize::MAX);
            state.set_place(Panel::Log, state.place(Panel::Log).saturating_add_signed(up));
        }
        panel => state.set_place(panel, state.place(panel).saturating_add_signed(down)),
    }
}

fn look_at(state: &mut State, down: isize) {
    let Some((view, shown)) = state.view().zip(state.shown_team()) else {
        return;
    };
    let last = view.game.setup().teams.len().saturating_sub(1);
    let next = ishigaki_rules::TeamId::at(shown.index().saturating_add_signed(down).min(last));
    state.looked_at = Some(next).filter(|next| *next != view.me);
}
