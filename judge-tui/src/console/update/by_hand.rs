//! Keys in the organiser's entry for a team (`G6`), and the answer to its call.

use ishigaki_client::Ticket;
use ishigaki_client::listing::TokenRole;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::padding::request_len;
use ishigaki_rules::{Actor, Game, Phase, RoundRecord, Secret, TeamId};

use crate::console::by_hand::{EntryForm, EntryProblem, EntryStep};
use crate::console::dialog::Dialog;
use crate::console::event::Effect;
use crate::console::keymap::Intent;
use crate::console::notice::Notice;
use crate::console::state::State;
use crate::entry::{self, EntryContent, EntryKind, EntryTarget, Request};
use crate::judge::ActOutcome;

const SAMPLE_REASON: &str = "-";

pub(super) fn begin(state: &mut State) {
    if !state.is_online() {
        state.notice = Some(Notice::Offline);
        return;
    }
    let team = state.selected_team().or_else(|| state.game()?.setup().team_ids().next());
    let is_organiser = state.role != Some(TokenRole::Judge);
    let form = state.game().zip(team).map(|(game, team)| EntryForm::new(game, team, is_organiser));
    state.dialog = form.map(|form| Dialog::ByHand(Box::new(form)));
}

pub(super) fn press(state: &mut State, mut form: Box<EntryForm>, intent: Intent) -> Vec<Effect> {
    let mut effects = Vec::new();
    let stays = match intent {
        Intent::Cancel => back(&mut form),
        Intent::Accept => {
            effects = advance(state, &mut form);
            true
        }
        Intent::Up => step(state, &mut form, -1),
        Intent::Down => step(state, &mut form, 1),
        _ => {
            if form.field().is_some_and(|field| intent.edit(field)) {
                form.refused = None;
            }
            true
        }
    };
    state.dialog = stays.then_some(Dialog::ByHand(form));
    effects
}

fn back(form: &mut EntryForm) -> bool {
    form.stage = match form.stage {
        EntryStep::Whom | EntryStep::Wait(_) => return false,
        EntryStep::What => EntryStep::Whom,
        EntryStep::Reason if form.kind != EntryKind::Uncount => EntryStep::Text,
        EntryStep::Text | EntryStep::Reason => EntryStep::What,
        EntryStep::Ask => EntryStep::Reason,
    };
    form.refused = None;
    true
}

fn step(state: &State, form: &mut EntryForm, down: isize) -> bool {
    match form.stage {
        EntryStep::Whom => {
            let teams: Vec<TeamId> =
                state.game().into_iter().flat_map(|game| game.setup().team_ids()).collect();
            form.team = neighbour(&teams, form.team, down);
        }
        EntryStep::What => {
            let kind = neighbour(&EntryKind::ALL, form.kind, down);
            if kind != form.kind {
                form.kind = kind;
                form.text.clear();
            }
        }
        EntryStep::Text | EntryStep::Reason | EntryStep::Ask | EntryStep::Wait(_) => {}
    }
    true
}

fn neighbour<T: Copy + PartialEq>(all: &[T], now: T, down: isize) -> T {
    let at = all.iter().position(|item| *item == now).unwrap_or(0);
    let at = at.saturating_add_signed(down).min(all.len().saturating_sub(1));
    all.get(at).copied().unwrap_or(now)
}

/// Doubts are already on the screen.
fn advance(state: &mut State, form: &mut EntryForm) -> Vec<Effect> {
    let Some(game) = state.game() else {
        return Vec::new();
    };
    match form.stage {
        EntryStep::Whom => form.stage = EntryStep::What,
        EntryStep::What if form.problem_with(state, game, form.kind).is_none() => {
            form.begin_text(game, entry_target(state, game, form.team, form.kind));
        }
        EntryStep::Text if form.request(state, game).is_ok() => {
            form.stage = EntryStep::Reason;
            form.refused = None;
        }
        EntryStep::Reason if !form.reason.is_blank() => form.stage = EntryStep::Ask,
        EntryStep::Reason => state.notice = Some(Notice::NoReason),
        EntryStep::Ask if !state.is_online() => state.notice = Some(Notice::Offline),
        EntryStep::Ask => match form.request(state, game) {
            Ok(request) => {
                let ticket = state.next_ticket();
                state.entries.insert(ticket, (form.team, form.kind));
                form.stage = EntryStep::Wait(ticket);
                return vec![Effect::Enter { ticket, request: Secret(request) }];
            }
            Err(_) => form.stage = first_stage(form.kind),
        },
        EntryStep::What | EntryStep::Text | EntryStep::Wait(_) => {}
    }
    Vec::new()
}

const fn first_stage(kind: EntryKind) -> EntryStep {
    match kind {
        EntryKind::Uncount => EntryStep::Reason,
        EntryKind::List | EntryKind::Rebid | EntryKind::Wall | EntryKind::Count => EntryStep::Text,
    }
}

/// Goes back from the confirmation to the text if the rules would now reject it; the text is kept.
pub(super) fn reconsider(state: &mut State) {
    let refused = match (&state.dialog, state.game()) {
        (Some(Dialog::ByHand(form)), Some(game)) if form.stage == EntryStep::Ask => {
            form.request(state, game).is_err()
        }
        _ => false,
    };
    if let Some(Dialog::ByHand(form)) = state.dialog.as_mut().filter(|_| refused) {
        form.stage = first_stage(form.kind);
    }
}

/// A rejected entry opens again with the reason; no notice shows its content.
pub(super) fn take_answer(
    state: &mut State,
    ticket: Ticket,
    (team, kind): (TeamId, EntryKind),
    answer: ActOutcome,
) {
    let waiting = match state.dialog.take() {
        Some(Dialog::ByHand(form)) if form.stage == EntryStep::Wait(ticket) => Some(form),
        other => {
            state.dialog = other;
            None
        }
    };
    match answer {
        ActOutcome::Refused(fault) => match waiting {
            Some(form) => reopen(state, form, first_stage(kind), Some(fault)),
            None => state.notice = Some(Notice::EntryRefused { team, kind }),
        },
        ActOutcome::Silent { code } => {
            state.notice = Some(Notice::EntrySilent { team, kind, code });
            if let Some(form) = waiting {
                reopen(state, form, EntryStep::Ask, None);
            }
        }
        ActOutcome::Done | ActOutcome::Replaced(_) => state.notice = Some(Notice::Entered { team, kind }),
    }
}

fn reopen(state: &mut State, mut form: Box<EntryForm>, stage: EntryStep, refused: Option<Fault>) {
    form.stage = stage;
    form.refused = refused;
    state.dialog = Some(Dialog::ByHand(form));
}

impl EntryForm {
    pub(crate) fn request(&self, state: &State, game: &Game) -> Result<Request, EntryProblem> {
        let content = self.content(game).map_err(EntryProblem::Unreadable)?;
        let reason = if self.reason.is_blank() { SAMPLE_REASON.to_owned() } else { self.reason.text() };
        let request = content.request(self.target.clone(), reason.trim().to_owned());
        Self::check_request(state, game, request)
    }

    pub(crate) fn problem_with(&self, state: &State, game: &Game, kind: EntryKind) -> Option<EntryProblem> {
        // Rejected before typing if the token doesn't allow it.
        if state.role == Some(TokenRole::Judge) && kind.needs_organiser() {
            let denied = Fault::new(ErrorReason::PermissionDenied).with("needs", "organiser");
            return Some(EntryProblem::Fault(denied));
        }
        let team = game.team(self.team)?;
        let content = match kind {
            EntryKind::List => EntryContent::List(Vec::new()),
            EntryKind::Rebid => EntryContent::Rebid(Vec::new()),
            EntryKind::Wall => entry::read(kind, &entry::wall_text(team, game.setup()))
                .map_err(EntryProblem::Unreadable)
                .ok()?,
            EntryKind::Uncount if team.counted.is_none() => return Some(EntryProblem::NotCounted),
            EntryKind::Count | EntryKind::Uncount => EntryContent::Count(None),
        };
        let request = content.request(entry_target(state, game, self.team, kind), SAMPLE_REASON.to_owned());
        Self::check_request(state, game, request).err()
    }

    fn check_request(state: &State, game: &Game, request: Request) -> Result<Request, EntryProblem> {
        let act = request.act(game.setup()).map_err(EntryProblem::Fault)?;
        match state.refusal_of(Actor::Organiser, act) {
            Some(fault) => Err(EntryProblem::Fault(fault)),
            None => Ok(request),
        }
    }
}

fn entry_target(state: &State, game: &Game, team: TeamId, kind: EntryKind) -> EntryTarget {
    let record = game.current_round();
    let has_submitted = |record: &RoundRecord| match kind {
        EntryKind::List => record.sealed.contains_key(&team),
        EntryKind::Rebid => record.sealed_raises.contains_key(&team),
        EntryKind::Wall | EntryKind::Count | EntryKind::Uncount => false,
    };
    let wave = match game.phase() {
        Phase::Rebidding { wave, .. } => wave.0,
        _ => 1,
    };
    EntryTarget {
        game: state.game_id().to_owned(),
        team: game.setup().team(team).map(|team| team.code.clone()).unwrap_or_default(),
        // If none is open, the rules report that for any.
        round: record.map_or(1, |record| record.round.0),
        attempt: record.map_or(0, |record| record.attempt),
        wave,
        wall: game.team(team).and_then(|team| team.wall).map_or(0, |wall| wall.0),
        replaces: record.is_some_and(has_submitted),
        length: request_len(game.setup()),
    }
}
