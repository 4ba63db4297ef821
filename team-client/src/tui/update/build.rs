//! Keys in the workshop, what is sent of its draft, and what comes back: the wall as the server has it, answers, and
//! the walls that the solver finds. Nothing here loses what was built.

use ishigaki_client::team::{TeamNews, WallChange, WallOutcome};
use ishigaki_client::{CallError, Ticket};
use ishigaki_rules::{Revision, Turn};
use ishigaki_solver::Problem;

use super::obstacle::check_call;
use crate::tui::dialog::Dialog;
use crate::tui::draft_search::DraftSearch;
use crate::tui::event::Effect;
use crate::tui::notice::{Notice, WallNotice};
use crate::tui::state::State;
use crate::tui::work::Work;
use ishigaki_strategy::workshop::{Filled, Site, WallTotals, WallUpdate, Workshop};

/// A workshop for the game that has been set up.
pub(super) fn set_up(state: &mut State) {
    if let (None, Some(setup)) = (&state.workshop, state.watched.session.setup()) {
        state.workshop = Some(Workshop::new(Site::of(setup)));
    }
}

/// Brings the workshop up to date with the team's stones and its wall.
pub(super) fn attend(state: &mut State, brought: &TeamNews) {
    let is_over = state.is_over_for_walls();
    let (Some(team), Some(workshop)) = (state.watched.session.team(), &mut state.workshop) else { return };
    let before = workshop.realisable();
    let news = workshop.attend(&team.stones, &team.laid, brought.built.as_ref());
    if is_over {
        // From now on every screen shows what counts.
        workshop.close();
        return;
    }
    let realisable = workshop.realisable();
    let is_calm = state.notice.as_ref().is_none_or(|notice| !notice.is_bad());
    match news {
        // While the past streams in there is nothing to tell.
        WallUpdate::Followed
            if is_calm && matches!(state.watched.contact(), ishigaki_screen::Contact::Live) =>
        {
            tell(state, WallNotice::Followed);
        }
        WallUpdate::Elsewhere => tell(state, WallNotice::Elsewhere),
        WallUpdate::Followed | WallUpdate::None if realisable > before => {
            tell(state, WallNotice::Realisable { count: realisable });
        }
        WallUpdate::Followed | WallUpdate::None => {}
    }
    if brought.is_confirmed {
        tell_built(state);
    }
    let asks = matches!(state.dialog, Some(Dialog::ReplaceWall { .. }));
    if asks && state.workshop.as_ref().is_some_and(|workshop| !workshop.is_overtaken()) {
        state.dialog = None;
    }
}

/// Tells how the wall counts, once both the answer and the feed's news of it are there.
fn tell_built(state: &mut State) {
    let tally = state.view().and_then(|view| view.game.wall_score(view.me));
    if let Some(score) = tally {
        let count = WallTotals { empty: score.empty, top_gaps: score.top_gaps, used: score.used };
        tell(state, WallNotice::Built(count));
    }
}

fn tell(state: &mut State, notice: WallNotice) {
    state.notice = Some(Notice::Wall(notice));
}

/// A key in the workshop.
pub(super) fn press(state: &mut State, work: Work) -> Vec<Effect> {
    // A search that is under way can be stopped still.
    if state.is_over_for_walls() && work != Work::LetGo {
        state.notice = Some(Notice::NotNow);
        return Vec::new();
    }
    let Some(workshop) = &mut state.workshop else { return Vec::new() };
    let notice = match work {
        Work::Up => moved(workshop, -1, 0),
        Work::Down => moved(workshop, 1, 0),
        Work::Left => moved(workshop, 0, -1),
        Work::Right => moved(workshop, 0, 1),
        Work::Turn => turned(workshop, 1),
        Work::TurnBack => turned(workshop, 3),
        Work::NextPlace => placed(workshop, false),
        Work::PreviousPlace => placed(workshop, true),
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

/// A key that changes the draft: the solver, if it is at work, stops, for its walls would undo that.
fn change(state: &mut State, work: Work) -> Vec<Effect> {
    let effects = stop_search(state);
    let Some(workshop) = &mut state.workshop else { return effects };
    let notice = match work {
        Work::Lay | Work::LayLoose => laid(workshop, work == Work::LayLoose),
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

fn moved(workshop: &mut Workshop, rows: i32, cols: i32) -> Option<WallNotice> {
    workshop.go(rows, cols);
    None
}

fn turned(workshop: &mut Workshop, quarters: u32) -> Option<WallNotice> {
    workshop.turn(quarters);
    None
}

fn placed(workshop: &mut Workshop, is_back: bool) -> Option<WallNotice> {
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

fn laid(workshop: &mut Workshop, is_loose: bool) -> Option<WallNotice> {
    if workshop.held().is_none() {
        return Some(WallNotice::NothingHeld);
    }
    (!workshop.lay(is_loose)).then_some(WallNotice::CannotLie)
}

/// Moves the ghost far, up and down only.
pub(super) fn go_far(state: &mut State, down: isize) {
    if let Some(workshop) = &mut state.workshop {
        let far = 1 << 16;
        workshop.go(i32::try_from(down).unwrap_or(if down < 0 { -far } else { far }).clamp(-far, far), 0);
    }
}

/// Sends the draft, or one stone of it, after asking if it would replace what was changed from elsewhere.
fn begin_sending(state: &mut State, is_whole: bool) -> Vec<Effect> {
    if !check_send(state) {
        return Vec::new();
    }
    let Some(workshop) = &state.workshop else { return Vec::new() };
    if !workshop.differs() {
        tell(state, WallNotice::Same);
        return Vec::new();
    }
    if workshop.is_overtaken() {
        state.dialog = Some(Dialog::ReplaceWall { seen: workshop.wall().clone(), is_whole });
        return Vec::new();
    }
    send(state, is_whole)
}

/// Yes, replace the wall that was asked about; if it has changed since, that is asked anew.
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
            tell(state, notice);
            return Vec::new();
        }
        WallChange::Replace(workshop.draft())
    } else {
        let Some(step) = workshop.next_step() else {
            tell(state, WallNotice::OnlyWhole);
            return Vec::new();
        };
        step.change()
    };
    let Some((ticket, request)) = state.watched.session.build(change) else { return Vec::new() };
    state.notice = Some(Notice::Sent);
    vec![Effect::Build { ticket, request }]
}

/// Takes the answer to what was sent. Whatever the server says, the draft stays.
pub(super) fn take_answer(state: &mut State, ticket: Ticket, answer: Result<Option<Revision>, CallError>) {
    match state.watched.session.take_wall_answer(ticket, answer, state.surface.now()) {
        Some(WallOutcome::Built { is_confirmed: true }) => tell_built(state),
        Some(WallOutcome::Refused(fault)) => tell(state, WallNotice::Refused(fault)),
        Some(WallOutcome::Unanswered { is_done: false, .. }) => state.notice = None,
        None
        | Some(WallOutcome::Built { is_confirmed: false } | WallOutcome::Unanswered { is_done: true, .. }) => {
        }
    }
}

/// Takes the wall that the server knows into the draft; asks first if the draft says something else.
fn begin_taking(state: &mut State) -> Vec<Effect> {
    if state.workshop.as_ref().is_some_and(Workshop::differs) {
        state.dialog = Some(Dialog::TakeWall);
    } else {
        tell(state, WallNotice::Same);
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

/// Lets the solver search for the draft, or stops it.
fn toggle_search(state: &mut State, has_plan: bool) -> Vec<Effect> {
    if state.draft_search.is_some() {
        return stop_search(state);
    }
    let Some(workshop) = &state.workshop else { return Vec::new() };
    let (fill, stones) = workshop.fill(has_plan);
    let frame = workshop.site().frame().clone();
    if stones.is_empty() {
        tell(state, WallNotice::NoStones);
        return Vec::new();
    }
    if Problem::new(frame.clone(), stones.clone()).is_err() {
        tell(state, WallNotice::TooLarge);
        return Vec::new();
    }
    let ticket = state.next_ticket();
    state.draft_search = Some(DraftSearch { ticket, fill, is_laid: false });
    tell(state, WallNotice::Searching);
    vec![Effect::Search { ticket, frame: Box::new(frame), stones }]
}

/// Stops the solver, if it is at work; what it has found stays in the draft, and can be undone.
fn stop_search(state: &mut State) -> Vec<Effect> {
    let Some(draft_search) = state.draft_search.take() else { return Vec::new() };
    let best = draft_search.fill.best();
    tell(state, WallNotice::Searched { best, is_proved: false, is_laid: draft_search.is_laid });
    vec![Effect::StopSearch { ticket: draft_search.ticket }]
}

/// A better wall; of a search that nobody wants any more it is no news.
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

/// The search has ended by itself.
pub(super) fn end_search(state: &mut State, ticket: Ticket, is_proved: bool) {
    if let Some(draft_search) = state.draft_search.take_if(|draft_search| draft_search.ticket == ticket) {
        let best = draft_search.fill.best();
        tell(state, WallNotice::Searched { best, is_proved, is_laid: draft_search.is_laid });
    }
}
