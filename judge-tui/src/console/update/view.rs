//! Keys that only change the view.

use std::time::Instant;

use ishigaki_client::CallError;
use ishigaki_client::presence::TeamPresence;
use ishigaki_rules::{Game, Phase};
use ishigaki_words::Words;

use super::{handout, help, offer};
use crate::console::dialog::{Dialog, UncoverProgress};
use crate::console::event::Effect;
use crate::console::keymap::{Context, Intent};
use crate::console::log::Filter;
use crate::console::notice::Notice;
use crate::console::panel::Panel;
use crate::console::state::State;
use crate::console::why::{self, ExplanationSubject};
use ishigaki_board::Cover;

pub(super) fn press(state: &mut State, intent: Intent) {
    if let Some(down) = intent.step() {
        return scroll(state, down);
    }
    match intent {
        Intent::Show(panel) => {
            state.panel = panel;
            if panel == Panel::HandOut {
                handout::select_waiting(state);
            }
        }
        Intent::NextPanel => state.panel = state.panel.offset_by(1),
        Intent::PreviousPanel => state.panel = state.panel.offset_by(Panel::ALL.len() - 1),
        Intent::Help => open_help(state),
        Intent::OtherLanguage => switch_language(state),
        Intent::Why => open_explanation(state),
        Intent::Enlarge if state.panel == Panel::Walls => state.walls.is_enlarged = !state.walls.is_enlarged,
        Intent::StoneNames => {
            state.walls.names_stones = !state.walls.names_stones;
            state.panel = Panel::Walls;
        }
        Intent::Reveal | Intent::Uncover => show_to_hall(state, intent),
        Intent::Presence => state.dialog = Some(Dialog::Presence { top: 0 }),
        Intent::LogTeam | Intent::LogKind | Intent::Moves => filter_log(state, intent),
        Intent::Search => search(state),
        Intent::Back => {
            state.walls.is_enlarged = false;
            if state.log.filter().is_narrow() {
                let moves = state.log.filter().moves;
                state.show_log(Filter { moves, ..Filter::default() });
            }
        }
        // Movements were handled before.
        Intent::Up
        | Intent::Down
        | Intent::FarUp
        | Intent::FarDown
        | Intent::First
        | Intent::Last
        | Intent::Begin(_)
        | Intent::Tick
        | Intent::TickTeam
        | Intent::Questions
        | Intent::Games
        | Intent::NextGame
        | Intent::PauseAll
        | Intent::ResumeAll
        | Intent::StartGame
        | Intent::ByHand
        | Intent::EraseAll
        | Intent::Backward
        | Intent::Forward
        | Intent::Enlarge
        | Intent::HoldNext
        | Intent::Accept
        | Intent::Erase
        | Intent::Cancel
        | Intent::Quit
        | Intent::Repaint
        | Intent::QuitNow => {}
    }
}

pub(super) fn press_in_dialog(state: &mut State, intent: Intent) {
    let most = match state.dialog {
        Some(Dialog::Help { place, ref here, .. }) => help::of(state, place, here).pages().saturating_sub(1),
        Some(Dialog::Why { subject, record, .. }) => state
            .game()
            .and_then(|game| game.rounds().get(record))
            .map_or(0, |record| why::entries(record, subject).len().saturating_sub(1)),
        Some(Dialog::Presence { .. }) => {
            state.game().map_or(0, |game| game.setup().teams.len().saturating_sub(1))
        }
        Some(Dialog::Reveal { .. }) => state.ranked().0.len(),
        _ => usize::MAX,
    };
    let rounds = state.game().map_or(0, |game| game.rounds().len());
    let Some(dialog) = &mut state.dialog else {
        return;
    };
    match intent.step() {
        Some(down) => dialog.step(down),
        None if intent == Intent::Erase => dialog.erase(),
        None if intent == Intent::EraseAll => dialog.clear(),
        None => {}
    }
    match (dialog, intent) {
        (Dialog::Why { record, top, .. }, Intent::PreviousPanel) => {
            (*record, *top) = (record.saturating_sub(1), 0);
        }
        (Dialog::Why { record, top, .. }, Intent::NextPanel) => {
            (*record, *top) = ((*record + 1).min(rounds.saturating_sub(1)), 0);
        }
        (
            Dialog::Help { page: top, .. }
            | Dialog::Why { top, .. }
            | Dialog::Presence { top }
            | Dialog::Reveal { shown: top },
            _,
        ) => {
            *top = (*top).min(most);
        }
        _ => {}
    }
    // A look before the declaration is the judge's own.
    if let Some(shown) = state.revealing() {
        state.revealed |= shown == most;
    }
    if intent == Intent::HoldNext {
        hold_next(state);
    }
}

pub(super) fn renew_help(state: &mut State) {
    if state.is_lobby || !matches!(state.dialog, Some(Dialog::Help { .. })) {
        return;
    }
    let now = offer::here(state);
    if let Some(Dialog::Help { here, .. }) = &mut state.dialog {
        *here = now;
    }
}

pub(super) fn follow_reveal(state: &mut State, before: Option<usize>) -> Option<Effect> {
    let places = state.revealing().filter(|_| state.is_online() && !state.game_id.is_empty())?;
    let places_now = u32::try_from(places).unwrap_or(u32::MAX);
    let is_news = before != Some(places);
    if is_news {
        state.hall.ranking_steering.request(places_now);
    }
    is_news.then(|| Effect::Reveal { game: state.game_id.clone(), places: places_now })
}

pub(super) fn uncover_progress(state: &State) -> Option<UncoverProgress> {
    match state.dialog {
        Some(Dialog::Uncover(uncover)) => Some(uncover),
        _ => None,
    }
}

/// A look changes nothing.
pub(super) fn steer_opening(state: &mut State, before: Option<UncoverProgress>) -> Option<Effect> {
    let now = uncover_progress(state)?;
    let before = before.unwrap_or_else(|| UncoverProgress { holds_next: state.hall.holds_next(), ..now });
    if before == now || state.game_id.is_empty() {
        return None;
    }
    if !state.is_online() {
        (state.dialog, state.notice) = (None, Some(Notice::Offline));
        return None;
    }
    let uncovering = now.to_wire();
    state.hall.opening_steering.request(uncovering);
    Some(Effect::Uncover {
        game: state.game_id.clone(),
        opening: uncovering.opening,
        steps: uncovering.steps,
    })
}

pub(super) fn finish_steering(state: &mut State, outcome: Result<(), CallError>) {
    state.surface.touch();
    if let Err(trouble) = outcome {
        state.notice = Some(Notice::NotFollowed(trouble));
    }
}

/// Repeats the boards' progress to a server that has taken the game over.
pub(super) fn resend_steering(state: &mut State) -> Vec<Effect> {
    let Some(phase) =
        state.game().map(Game::phase).filter(|_| state.is_online() && !state.game_id.is_empty())
    else {
        return Vec::new();
    };
    let game = state.game_id.clone();
    let (is_held, holds_next) = (state.hall.is_held(), state.hall.holds_next() && awaits_opening(state));
    if let Some(uncovering) = state.hall.opening_steering.unreported().filter(|_| is_held || holds_next) {
        state.hall.opening_steering.mark_resent();
        return vec![Effect::Uncover { game, opening: uncovering.opening, steps: uncovering.steps }];
    }
    if let Some(places) = state.hall.ranking_steering.unreported().filter(|_| phase == Phase::Declared) {
        state.hall.ranking_steering.mark_resent();
        return vec![Effect::Reveal { game, places }];
    }
    Vec::new()
}

pub(crate) fn awaits_opening(state: &State) -> bool {
    state.game().is_some_and(|game| {
        matches!(
            game.phase(),
            Phase::Ready { .. } | Phase::Bidding { .. } | Phase::Rebidding { .. } | Phase::Confirming
        )
    })
}

pub(super) fn advance_opening(state: &mut State, now: Instant) {
    let was_covered = state.hall.cover().is_some();
    let has_advanced = state.hall.advance(now, true);
    let Some(Dialog::Uncover(asked)) = state.dialog else { return };
    let hall = &state.hall;
    let (opening, holds_next) = (hall.opening(), hall.holds_next());
    let next = match (hall.cover().map(Cover::progress), hall.progress()) {
        (Some((_, of)), _) if opening == asked.opening && of == asked.of && !has_advanced => Some(asked),
        (Some((steps, of)), _) if opening == asked.opening || asked.holds_next => {
            Some(UncoverProgress { opening, steps, of, holds_next })
        }
        // It may be covered again in a moment.
        (None, Some((_, of))) if !was_covered && opening == asked.opening => {
            Some(UncoverProgress { of, ..asked })
        }
        (None, progress) if holds_next && awaits_opening(state) => {
            let of = progress.map_or(0, |(_, of)| of);
            Some(UncoverProgress { opening, steps: of, of, holds_next })
        }
        _ => None,
    };
    state.surface.touch_if(next != Some(asked));
    state.dialog = next.map(Dialog::Uncover);
}

fn uncover(state: &mut State) {
    let hall = &state.hall;
    let (opening, holds_next) = (hall.opening(), hall.holds_next());
    state.dialog = match hall.progress() {
        Some((steps, of)) => Some(UncoverProgress { opening, steps, of, holds_next }),
        None => awaits_opening(state).then_some(UncoverProgress {
            opening,
            holds_next: true,
            ..UncoverProgress::default()
        }),
    }
    .map(Dialog::Uncover);
    if state.dialog.is_none() {
        state.notice = Some(Notice::NoOpening);
    }
}

fn hold_next(state: &mut State) {
    let may_hold = state.hall.cover().is_none() && awaits_opening(state);
    if let Some(Dialog::Uncover(uncover)) = state.dialog.as_mut().filter(|_| may_hold) {
        uncover.holds_next = true;
    }
}

pub(super) fn request_presence(state: &mut State, now: Instant) -> Vec<Effect> {
    // Before a round the judge must know who is missing.
    let is_ready = state.game().is_some_and(|game| matches!(game.phase(), Phase::Ready { .. }));
    let is_shown = matches!(state.dialog, Some(Dialog::Presence { .. })) || is_ready;
    let is_shown = is_shown && !state.game_id.is_empty();
    if is_shown && state.is_online() && state.presence.poll.take_due(now) {
        return vec![Effect::ListPresence { game: state.game_id.clone() }];
    }
    Vec::new()
}

pub(super) fn take_presence(
    state: &mut State,
    game: &str,
    teams_result: Result<Vec<TeamPresence>, CallError>,
) {
    if game != state.game_id {
        return;
    }
    let presence = &mut state.presence;
    match teams_result {
        Ok(teams) => {
            presence.poll.finish();
            (presence.teams, presence.stale) = (Some(teams), false);
        }
        Err(trouble) => {
            presence.poll.fail(!trouble.is_passing());
            presence.stale = true;
        }
    }
}

fn show_to_hall(state: &mut State, intent: Intent) {
    if intent == Intent::Uncover { uncover(state) } else { reveal(state) }
}

fn reveal(state: &mut State) {
    if !state.is_over() {
        state.notice = Some(Notice::NoReveal);
        return;
    }
    // If another console has begun, this one continues: nothing that the hall has seen is covered again.
    let shown = state.shown_to_hall().unwrap_or(0).min(state.ranked().0.len());
    state.dialog = Some(Dialog::Reveal { shown });
}

fn open_help(state: &mut State) {
    state.dialog = Some(Dialog::Help { place: Context::Main, here: offer::here(state), page: 0 });
}

fn open_explanation(state: &mut State) {
    let lot = state.selected_lot().filter(|_| state.panel == Panel::Lots).map(ExplanationSubject::Lot);
    let subject = lot.or_else(|| state.selected_team().map(ExplanationSubject::Team));
    let rounds = state.game().map_or(0, |game| game.rounds().len());
    if let Some(subject) = subject {
        state.dialog = Some(Dialog::Why { subject, record: rounds.saturating_sub(1), top: 0 });
    }
}

fn search(state: &mut State) {
    state.panel = Panel::Log;
    state.dialog = Some(Dialog::Search { text: state.log.filter().text.clone() });
}

fn filter_log(state: &mut State, intent: Intent) {
    state.panel = Panel::Log;
    let filter = state.log.filter();
    let filter = match (intent, state.game()) {
        (Intent::LogTeam, Some(game)) => filter.next_team(game.setup()),
        (Intent::LogKind, _) => filter.next_kind(),
        (Intent::Moves, _) => Filter { moves: !filter.moves, ..filter.clone() },
        _ => return,
    };
    state.show_log(filter);
}

pub(crate) fn switch_language(state: &mut State) {
    state.words = Words::new(state.words.lang().other());
    // The search matches the sentences shown.
    let (place, filter) = (state.place(Panel::Log), state.log.filter().clone());
    state.show_log(filter);
    state.set_place(Panel::Log, place);
}

pub(super) fn scroll(state: &mut State, down: isize) {
    let panel = state.panel;
    let down = if panel == Panel::Log { down.checked_neg().unwrap_or(isize::MAX) } else { down };
    state.set_place(panel, state.place(panel).saturating_add_signed(down));
}
