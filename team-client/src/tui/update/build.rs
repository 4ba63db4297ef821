//! Workshop: keys, submissions, answers, the server's wall, and walls of the solver. Nothing here loses the
//! draft.

use ishigaki_client::team::{TeamNews, WallChange, WallOutcome};
use ishigaki_client::{CallError, Ticket};
use ishigaki_rules::{Revision, Turn};
use ishigaki_solver::Problem;

use super::obstacle::check_call;
use crate::tui::dialog::Dialog;
use crate::tui::draft_search::DraftSearch;
use crate::tui::event::{Effect, SearchProgress};
use crate::tui::notice::{Notice, WallNotice};
use crate::tui::state::State;
use crate::tui::work::Work;
use ishigaki_strategy::workshop::{Filled, Site, WallTotals, WallUpdate, Workshop};

pub(super) fn set_up(state: &mut State) {
    if let (None, Some(setup)) = (&state.workshop, state.watched.session.setup()) {
        state.workshop = Some(Workshop::new(Site::of(setup)));
    }
}

pub(super) fn follow_wall(state: &mut State, brought: &TeamNews) {
    let is_over = state.is_over_for_walls();
    let (Some(team), Some(workshop)) = (state.watched.session.team(), &mut state.workshop) else { return };
    let before = workshop.realisable();
    let news = workshop.update(&team.stones, &team.laid, brought.built.as_ref());
    if is_over {
        // Shows the final wall on every screen from now on.
        workshop.close();
        return;
    }
    let realisable = workshop.realisable();
    let is_calm = state.notice.as_ref().is_none_or(|notice| !notice.is_bad());
    match news {
        // Not reported while past events arrive.
        WallUpdate::Followed
            if is_calm && matches!(state.watched.contact(), ishigaki_screen::Contact::Live) =>
        {
            set_notice(state, WallNotice::Followed);
        }
        WallUpdate::Elsewhere => set_notice(state, WallNotice::Elsewhere),
        WallUpdate::Followed | WallUpdate::None if realisable > before => {
            set_notice(state, WallNotice::Realisable { count: realisable });
        }
        WallUpdate::Followed | WallUpdate::None => {}
    }
    if brought.is_confirmed {
        report_built(state);
    }
    let asks = matches!(state.dialog, Some(Dialog::ReplaceWall { .. }));
    if asks && state.workshop.as_ref().is_some_and(|workshop| !workshop.is_overtaken()) {
        state.dialog = None;
    }
}

fn report_built(state: &mut State) {
    let tally = state.view().and_then(|view| view.game.wall_score(view.me));
    if let Some(score) = tally {
        let count = WallTotals { empty: score.empty, top_gaps: score.top_gaps, used: score.used };
        set_notice(state, WallNotice::Built(count));
    }
}

fn set_notice(state: &mut State, notice: WallNotice) {
    state.notice = Some(Notice::Wall(notice));
}

pub(super) fn press(state: &mut State, work: Work) -> Vec<Effect> {
    // A running search can still be stopped.
    if state.is_over_for_walls() && work != Work::LetGo {
        state.notice = Some(Notice::NotNow);
        return Vec::new();
    }
    let Some(workshop) = &mut state.workshop else { return Vec::new() };
    let notice = match work {
        Work::Up => move_piece(workshop, -1, 0),
        Work::Down => move_piece(workshop, 1, 0),
        Work::Left => move_piece(workshop, 0, -1),
        Work::Right => move_piece(workshop, 0, 1),
        Work::Turn => turn(workshop, 1),
        Work::TurnBack => turn(workshop, 3),
        Work::NextPlace => try_next_place(workshop, false),
        Work::PreviousPlace => try_next_place(workshop, true),
        Work::NextStone | Work::PreviousStone => {
            workshop.choose(work == Work::PreviousStone);
            None
        }
        Work::OtherTray => {
            workshop.change_tray();
            None
        }
        Work::TakeUp => (!workshop.take_up()).then_some(WallNotice::NothingThere),
        Work::SendStone | Work::SendWall => return begin_sending(state, work == Work::SendWall),
        Work::TakeWall => return begin_taking(state),
        Work::Fill | Work::FillWithPlan => return toggle_search(state, work == Work::FillWithPlan),
        Work::LetGo => {
            workshop.let_go();
            return stop_search(state);
        }
        Work::Lay
        | Work::LayLoose
        | Work::TakeOut
        | Work::TakeOutAll
        | Work::Undo
        | Work::Redo
        | Work::Realise => {
            return change(state, work);
        }
    };
    state.notice = notice.map(Notice::Wall);
    Vec::new()
}

/// Stops the solver, because its walls would undo the change.
fn change(state: &mut State, work: Work) -> Vec<Effect> {
    let effects = stop_search(state);
    let Some(workshop) = &mut state.workshop else { return effects };
    let notice = match work {
        Work::Lay | Work::LayLoose => lay(workshop, work == Work::LayLoose),
        Work::TakeOut | Work::TakeOutAll => Some(match workshop.take_out(work == Work::TakeOutAll) {
            None => WallNotice::NothingThere,
            Some(Ok(piece)) => WallNotice::TakenOut(piece),
            Some(Err(rejection)) => WallNotice::Carries(rejection),
        }),
        Work::Undo => match workshop.put_back() {
            Some(piece) => Some(WallNotice::PutBack(piece)),
            None => (!workshop.undo()).then_some(WallNotice::NoChange),
        },
        Work::Redo => (!workshop.redo()).then_some(WallNotice::NoChange),
        Work::Realise => {
            let made = workshop.realise();
            Some(WallNotice::Realised { made, waiting: workshop.realisable() })
        }
        _ => None,
    };
    state.notice = notice.map(Notice::Wall);
    effects
}

fn move_piece(workshop: &mut Workshop, rows: i32, cols: i32) -> Option<WallNotice> {
    workshop.go(rows, cols);
    None
}

fn turn(workshop: &mut Workshop, quarters: u32) -> Option<WallNotice> {
    workshop.turn(quarters);
    None
}

fn try_next_place(workshop: &mut Workshop, is_back: bool) -> Option<WallNotice> {
    if workshop.held().is_none() {
        return Some(WallNotice::NothingHeld);
    }
    if workshop.next_place(is_back) {
        return None;
    }
    let mut other = workshop.clone();
    let elsewise = Turn::ALL.iter().skip(1).any(|_| {
        other.turn(1);
        !other.places().is_empty()
    });
    Some(WallNotice::NoPlace { elsewise })
}

fn lay(workshop: &mut Workshop, is_loose: bool) -> Option<WallNotice> {
    if workshop.held().is_none() {
        return Some(WallNotice::NothingHeld);
    }
    (!workshop.lay(is_loose)).then_some(WallNotice::CannotLie)
}

pub(super) fn scroll_far(state: &mut State, down: isize) {
    if let Some(workshop) = &mut state.workshop {
        let far = 1 << 16;
        workshop.go(i32::try_from(down).unwrap_or(if down < 0 { -far } else { far }).clamp(-far, far), 0);
    }
}

fn begin_sending(state: &mut State, is_whole: bool) -> Vec<Effect> {
    if !check_send(state) {
        return Vec::new();
    }
    let Some(workshop) = &state.workshop else { return Vec::new() };
    if !workshop.differs() {
        set_notice(state, WallNotice::Same);
        return Vec::new();
    }
    if workshop.is_overtaken() {
        state.dialog = Some(Dialog::ReplaceWall { seen: workshop.wall().clone(), is_whole });
        return Vec::new();
    }
    send(state, is_whole)
}

/// Asks again if the wall has changed since.
pub(super) fn replace_wall(
    state: &mut State,
    seen: &ishigaki_strategy::workshop::StoneLayout,
    is_whole: bool,
) -> Vec<Effect> {
    if !check_send(state) {
        return Vec::new();
    }
    let Some(workshop) = &mut state.workshop else { return Vec::new() };
    if workshop.wall() != seen {
        state.dialog = Some(Dialog::ReplaceWall { seen: workshop.wall().clone(), is_whole });
        return Vec::new();
    }
    workshop.rest_on_wall();
    send(state, is_whole)
}

fn check_send(state: &mut State) -> bool {
    let builds = state
        .view()
        .is_some_and(|view| view.game.phase().is_building_time() && view.game.takes_part(view.me));
    let is_building = state.watched.session.is_building();
    check_call(state, builds, is_building)
}

fn send(state: &mut State, is_whole: bool) -> Vec<Effect> {
    let Some(workshop) = &state.workshop else { return Vec::new() };
    let change = if is_whole {
        if !workshop.can_be_sent() {
            let own = workshop.loose().iter().filter(|piece| !piece.is_planned());
            let notice = WallNotice::Loose(own.copied().collect());
            set_notice(state, notice);
            return Vec::new();
        }
        WallChange::Replace(workshop.draft())
    } else {
        let Some(step) = workshop.next_step() else {
            set_notice(state, WallNotice::OnlyWhole);
            return Vec::new();
        };
        step.change()
    };
    let Some((ticket, request)) = state.watched.session.build(change) else { return Vec::new() };
    state.notice = Some(Notice::Sent);
    vec![Effect::Build { ticket, request }]
}

/// The draft stays whatever the answer.
pub(super) fn take_answer(state: &mut State, ticket: Ticket, answer: Result<Option<Revision>, CallError>) {
    match state.watched.session.take_wall_answer(ticket, answer, state.surface.now()) {
        Some(WallOutcome::Built { is_confirmed: true }) => report_built(state),
        Some(WallOutcome::Refused(fault)) => set_notice(state, WallNotice::Refused(fault)),
        Some(WallOutcome::Unanswered { is_done: false, .. }) => state.notice = None,
        None
        | Some(WallOutcome::Built { is_confirmed: false } | WallOutcome::Unanswered { is_done: true, .. }) => {
        }
    }
}

fn begin_taking(state: &mut State) -> Vec<Effect> {
    if state.workshop.as_ref().is_some_and(Workshop::differs) {
        state.dialog = Some(Dialog::TakeWall);
    } else {
        set_notice(state, WallNotice::Same);
    }
    Vec::new()
}

pub(super) fn take_wall_now(state: &mut State) -> Vec<Effect> {
    let effects = stop_search(state);
    if let Some(workshop) = &mut state.workshop {
        workshop.take_wall();
    }
    effects
}

fn toggle_search(state: &mut State, has_plan: bool) -> Vec<Effect> {
    if state.draft_search.is_some() {
        return stop_search(state);
    }
    if state.aids_off.solver {
        set_notice(state, WallNotice::SolverOff);
        return Vec::new();
    }
    let Some(workshop) = &state.workshop else { return Vec::new() };
    let (fill, stones) = workshop.fill(has_plan);
    let frame = workshop.site().frame().clone();
    if stones.is_empty() {
        set_notice(state, WallNotice::NoStones);
        return Vec::new();
    }
    if Problem::new(frame.clone(), stones.clone()).is_err() {
        set_notice(state, WallNotice::TooLarge);
        return Vec::new();
    }
    let ticket = state.next_ticket();
    state.draft_search = Some(DraftSearch { ticket, fill, is_laid: false, progress: None });
    set_notice(state, WallNotice::Searching(None));
    vec![Effect::Search { ticket, frame: Box::new(frame), stones }]
}

/// Found walls stay in the draft, and can be undone.
fn stop_search(state: &mut State) -> Vec<Effect> {
    let Some(draft_search) = state.draft_search.take() else { return Vec::new() };
    let best = draft_search.fill.best();
    set_notice(state, WallNotice::Searched { best, is_proved: false, is_laid: draft_search.is_laid });
    vec![Effect::StopSearch { ticket: draft_search.ticket }]
}

pub(super) fn take_progress(state: &mut State, ticket: Ticket, progress: SearchProgress) {
    let Some(search) = state.draft_search.as_mut().filter(|search| search.ticket == ticket) else { return };
    search.progress = Some(progress);
    set_notice(state, WallNotice::Searching(Some(progress)));
}

pub(super) fn take_found(state: &mut State, ticket: Ticket, wall: &ishigaki_solver::Wall) {
    let is_over = state.is_over_for_walls();
    let Some(draft_search) = state.draft_search.as_mut().filter(|draft_search| draft_search.ticket == ticket)
    else {
        return;
    };
    if let Some(workshop) = state.workshop.as_mut().filter(|_| !is_over)
        && workshop.fill_with(&mut draft_search.fill, wall) == Filled::Laid
    {
        draft_search.is_laid = true;
    }
}

pub(super) fn end_search(state: &mut State, ticket: Ticket, is_proved: bool) {
    if let Some(draft_search) = state.draft_search.take_if(|draft_search| draft_search.ticket == ticket) {
        let best = draft_search.fill.best();
        set_notice(state, WallNotice::Searched { best, is_proved, is_laid: draft_search.is_laid });
    }
}
