//! Submission of acts, from a key to the call: details, reasons, questions.

use ishigaki_client::judging::{JudgeAct, confirm, open_round};
use ishigaki_client::listing::Listed;
use ishigaki_rules::{Act, Game, LotChoice, Phase, QuestionNo, Revision, RoundNo, TeamId};

use crate::console::act::{ActWeight, message_of, text_of, to_teams, with_text};
use crate::console::dialog::{Dialog, TeamPurpose};
use crate::console::event::Effect;
use crate::console::keymap::ActKind;
use crate::console::log::Filter;
use crate::console::message::MessageText;
use crate::console::notice::Notice;
use crate::console::state::State;

enum FirstStep {
    Act(JudgeAct),
    Dialog(Dialog, JudgeAct),
    Follow(Listed),
    Impossible,
}

const SAMPLE_REASON: &str = "-";

pub(crate) fn begin(state: &mut State, kind: ActKind) -> Vec<Effect> {
    if !state.is_online() {
        state.notice = Some(Notice::Offline);
        return Vec::new();
    }
    let Some(start) = state.game().map(|game| start(state, game, kind)) else {
        return Vec::new();
    };
    match start {
        FirstStep::Act(act) => return submit(state, act),
        FirstStep::Follow(game) => return vec![Effect::Watch { game: game.game }],
        FirstStep::Dialog(dialog, sample) => match state.refusal(&sample) {
            Some(fault) => state.notice = Some(Notice::Refused(fault)),
            None => state.dialog = Some(dialog),
        },
        FirstStep::Impossible => state.notice = Some(Notice::NoTeam),
    }
    Vec::new()
}

pub(crate) fn is_possible(state: &State, kind: ActKind) -> bool {
    let Some(game) = state.game() else {
        return false;
    };
    // Not offered before a spare is known.
    if kind == ActKind::Replace && state.programme_entry.spare().is_none() {
        return false;
    }
    match start(state, game, kind) {
        FirstStep::Follow(_) => true,
        FirstStep::Act(act) | FirstStep::Dialog(_, act) => state.refusal(&act).is_none(),
        FirstStep::Impossible => false,
    }
}

fn start(state: &State, game: &Game, kind: ActKind) -> FirstStep {
    let last = game.rounds().last();
    let (round, attempt) = last.map_or((RoundNo::FIRST, 1), |record| (record.round, record.attempt));
    let reason = String::new;
    let label_text = |label: &str| state.words.label(label);
    match kind {
        ActKind::OpenRound => act(open_round(game)),
        ActKind::ConfirmLot => {
            let lots = state.selected_lot().map_or(LotChoice::All, LotChoice::One);
            act(confirm(game, lots))
        }
        ActKind::ConfirmAll => act(confirm(game, LotChoice::All)),
        ActKind::Pause => act(Act::Pause { reason: label_text("console-reason-pause") }),
        ActKind::Resume => act(Act::Resume),
        ActKind::Extend => {
            let dialog = Dialog::span();
            let Dialog::Span { by } = dialog else {
                return FirstStep::Impossible;
            };
            FirstStep::Dialog(dialog, Act::Extend { by, reason: SAMPLE_REASON.to_owned() }.into())
        }
        ActKind::VoidRound => with_reason(Act::VoidRound { round, attempt: Some(attempt), reason: reason() }),
        ActKind::SignalEnd => act(Act::SignalEnd),
        ActKind::EnterJanken => start_janken(game),
        ActKind::Declare => act(Act::DeclareResult),
        ActKind::Disqualify => start_choice(state, TeamPurpose::Disqualify),
        ActKind::Reinstate => start_choice(state, TeamPurpose::Reinstate),
        ActKind::Abandon => with_reason(Act::Abandon { reason: reason() }),
        ActKind::Replace if game.phase() == Phase::Abandoned => match state.programme_entry.spare() {
            Some(spare) if spare.has_started() => FirstStep::Follow(spare.clone()),
            // The reason for abandoning it is recorded already.
            _ => FirstStep::Act(JudgeAct::Replace { reason: SAMPLE_REASON.to_owned() }),
        },
        ActKind::Replace => with_reason(JudgeAct::Replace { reason: reason() }),
        ActKind::Remark => with_reason(Act::Remark { text: reason() }),
        ActKind::Announce => start_message(state, game),
    }
}

fn act(act: Act) -> FirstStep {
    FirstStep::Act(act.into())
}

fn with_reason(act: impl Into<JudgeAct>) -> FirstStep {
    let act = act.into();
    FirstStep::Dialog(Dialog::reason(act.clone()), with_text(act, SAMPLE_REASON))
}

fn start_choice(state: &State, purpose: TeamPurpose) -> FirstStep {
    let teams = state.teams_for(purpose);
    let Some(&team) = teams.first() else {
        return FirstStep::Impossible;
    };
    let sample = with_text(ruling(purpose, team), SAMPLE_REASON);
    FirstStep::Dialog(Dialog::Team { purpose, teams, at: 0 }, sample)
}

fn ruling(purpose: TeamPurpose, team: TeamId) -> JudgeAct {
    let reason = String::new();
    JudgeAct::InGame(match purpose {
        TeamPurpose::Disqualify => Act::Disqualify { team, reason },
        TeamPurpose::Reinstate => Act::Reinstate { team, reason },
    })
}

fn start_message(state: &State, game: &Game) -> FirstStep {
    start_with(state, blank_message(state, game))
}

fn start_with(state: &State, message: MessageText) -> FirstStep {
    let sample = sample_of(state, &message);
    sample
        .map_or(FirstStep::Impossible, |sample| FirstStep::Dialog(Dialog::Message(Box::new(message)), sample))
}

fn blank_message(state: &State, game: &Game) -> MessageText {
    MessageText::new(game.setup().team_ids().collect(), state.other_games.clone(), state.words.lang())
}

fn sample_of(state: &State, message: &MessageText) -> Option<JudgeAct> {
    let mut sample = message.clone().written(SAMPLE_REASON, "");
    if message.answering().is_some() {
        sample.correct(seen_answer_revision(state, message));
    }
    to_teams(&sample)
}

pub(super) fn seen_answer_revision(state: &State, message: &MessageText) -> Option<Revision> {
    let answering = message.answering()?;
    state.game()?.question(answering.team, answering.question)?.answer_revision()
}

pub(crate) fn begin_answer(state: &mut State, team: TeamId, question: QuestionNo) {
    let asked = state.game().and_then(|game| game.question(team, question));
    let Some(blank) = asked.map(|asked| MessageText::answer(asked, state.words.lang())) else { return };
    let message = match state.drafts.get(&(team, question)) {
        Some(draft) => draft.clone().at_first_stage(),
        None => blank,
    };
    if !state.is_online() {
        state.notice = Some(Notice::Offline);
        return;
    }
    match start_with(state, message) {
        FirstStep::Dialog(dialog, sample) => match state.refusal(&sample) {
            Some(fault) => state.notice = Some(Notice::Refused(fault)),
            None => state.dialog = Some(dialog),
        },
        FirstStep::Act(_) | FirstStep::Follow(_) | FirstStep::Impossible => {}
    }
}

pub(super) fn keep_draft(state: &mut State, message: MessageText) {
    let Some(answering) = message.answering() else { return };
    let (team, question) = (answering.team, answering.question);
    let asked = state.game().and_then(|game| game.question(team, question));
    let blank = asked.map(|asked| MessageText::answer(asked, message.first()));
    if blank.is_some_and(|blank| !blank.has_same_text(&message)) {
        state.drafts.insert((team, question), message);
    }
}

pub(super) fn keep_unanswered_draft(state: &mut State, act: &JudgeAct) {
    let message = state.game().and_then(|game| message_of(act, game, blank_message(state, game)));
    if let Some(message) = message {
        keep_draft(state, message);
    }
}

pub(super) fn drop_draft(state: &mut State, act: &JudgeAct) {
    if let JudgeAct::InGame(Act::AnswerQuestion { team, question, .. }) = act {
        state.drafts.remove(&(*team, *question));
    }
}

fn start_janken(game: &Game) -> FirstStep {
    let open = game.ranking().janken_needed.into_iter().next();
    match open.or_else(|| game.tied_groups().into_iter().next()) {
        Some(group) => {
            let sample = Act::EnterJanken { order: group.clone() };
            FirstStep::Dialog(Dialog::Order { group, order: Vec::new(), at: 0 }, sample.into())
        }
        None => act(Act::EnterJanken { order: Vec::new() }),
    }
}

pub(super) fn accept(state: &mut State) -> Vec<Effect> {
    let Some(dialog) = state.dialog.take() else {
        return Vec::new();
    };
    match dialog {
        Dialog::Quit => return vec![Effect::Quit],
        Dialog::Help { .. }
        | Dialog::Why { .. }
        | Dialog::Reveal { .. }
        | Dialog::Uncover(_)
        | Dialog::Presence { .. }
        | Dialog::ByHand(_)
        | Dialog::Message(_)
        // Questions of the contest are answered there.
        | Dialog::Start(_)
        | Dialog::Seats(_)
        | Dialog::PauseAll { .. }
        | Dialog::ResumeAll { .. } => {}
        // In a running window every question costs time, so a standard reason is used.
        Dialog::Span { by } => {
            let reason = state.words.label("console-reason-extend");
            return submit(state, Act::Extend { by, reason }.into());
        }
        Dialog::Search { text } => {
            let filter = Filter { text: text.trim().to_owned(), ..state.log.filter().clone() };
            state.show_log(filter);
        }
        Dialog::Team { purpose, teams, at } => {
            state.dialog = teams.get(at).map(|&team| Dialog::reason(ruling(purpose, team)));
        }
        // A reason is recorded, so the question stays open without one.
        Dialog::Reason { ref text, .. } if text.trim().is_empty() => {
            state.dialog = Some(dialog);
            state.notice = Some(Notice::NoReason);
        }
        // Text is kept if there is no connection.
        Dialog::Reason { .. } | Dialog::Ask { .. } if !state.is_online() => {
            state.dialog = Some(dialog);
            state.notice = Some(Notice::Offline);
        }
        Dialog::Reason { act, text } => {
            let act = with_text(act, text.trim());
            let effects = submit(state, act.clone());
            if let Some(Notice::Refused(_)) = state.notice {
                reopen_dialog(state, &act);
            }
            return effects;
        }
        Dialog::Order { group, mut order, at } => {
            order.extend(Dialog::unplaced(&group, &order).get(at));
            match Dialog::unplaced(&group, &order).as_slice() {
                // The last place needs no choice.
                [last] => {
                    order.push(*last);
                    return submit(state, Act::EnterJanken { order }.into());
                }
                _ => state.dialog = Some(Dialog::Order { group, order, at: 0 }),
            }
        }
        Dialog::Ask { act, .. } => return send_if_possible(state, act),
    }
    Vec::new()
}

fn submit(state: &mut State, act: JudgeAct) -> Vec<Effect> {
    if let Some(fault) = state.refusal(&act) {
        state.notice = Some(Notice::Refused(fault));
        return Vec::new();
    }
    let weight = state.row(&act).weight;
    if weight == ActWeight::Light {
        return send(state, act);
    }
    state.dialog = Some(Dialog::Ask { act, grave: weight == ActWeight::Grave });
    Vec::new()
}

pub(crate) fn send_if_possible(state: &mut State, act: JudgeAct) -> Vec<Effect> {
    if !state.is_online() {
        state.notice = Some(Notice::Offline);
        return Vec::new();
    }
    match state.refusal(&act) {
        Some(fault) => {
            state.notice = Some(Notice::Refused(fault));
            Vec::new()
        }
        None => send(state, act),
    }
}

/// An identical pending act is not sent twice.
fn send(state: &mut State, act: JudgeAct) -> Vec<Effect> {
    let Some(ticket) = state.watched.session.send(&act) else {
        state.notice = Some(Notice::OnItsWay(act));
        return Vec::new();
    };
    state.notice = Some(Notice::Sent(act.clone()));
    vec![Effect::Call { ticket, act }]
}

pub(super) fn reopen_dialog(state: &mut State, act: &JudgeAct) {
    let message = state.game().and_then(|game| message_of(act, game, blank_message(state, game)));
    if state.dialog.is_some() {
        // An answer waits with its question until that is opened again.
        if let Some(message) = message {
            keep_draft(state, message);
        }
        return;
    }
    if let Some(message) = message {
        let sample = sample_of(state, &message);
        let is_possible = sample.is_some_and(|sample| state.refusal(&sample).is_none());
        state.dialog = is_possible.then(|| Dialog::Message(Box::new(message)));
        return;
    }
    let sample = with_text(act.clone(), SAMPLE_REASON);
    if state.row(act).text.is_some() && still_applies(state, &sample) {
        state.dialog = Some(Dialog::Reason { act: with_text(sample, ""), text: text_of(act) });
    }
}

/// Closes the open question if the game has moved on, because the answer would mean something else.
pub(super) fn close_outdated_dialog(state: &mut State) {
    let applies = match &state.dialog {
        None
        | Some(
            Dialog::Help { .. }
            | Dialog::Why { .. }
            | Dialog::Uncover(_)
            | Dialog::Presence { .. }
            | Dialog::Search { .. }
            | Dialog::Start(_)
            | Dialog::Seats(_)
            | Dialog::PauseAll { .. }
            | Dialog::ResumeAll { .. }
            | Dialog::ByHand(_)
            | Dialog::Quit,
        ) => true,
        Some(Dialog::Reveal { .. }) => state.is_over(),
        Some(Dialog::Span { by }) => {
            let sample = Act::Extend { by: *by, reason: SAMPLE_REASON.to_owned() };
            state.refusal(&sample.into()).is_none()
        }
        Some(Dialog::Team { purpose, teams, .. }) => *teams == state.teams_for(*purpose),
        Some(Dialog::Reason { act, .. }) => still_applies(state, &with_text(act.clone(), SAMPLE_REASON)),
        Some(Dialog::Order { group, .. }) => {
            still_applies(state, &Act::EnterJanken { order: group.clone() }.into())
        }
        Some(Dialog::Message(message)) => {
            let sample = sample_of(state, message);
            sample.is_some_and(|sample| still_applies(state, &sample))
        }
        Some(Dialog::Ask { act, .. }) => still_applies(state, act),
    };
    if !applies {
        state.dialog = None;
        state.notice = Some(Notice::MovedOn);
    }
}

fn still_applies(state: &State, act: &JudgeAct) -> bool {
    let same_attempt = match (act, state.record()) {
        (JudgeAct::InGame(Act::VoidRound { round, attempt, .. }), Some(record)) => {
            (*round, *attempt) == (record.round, Some(record.attempt))
        }
        _ => true,
    };
    same_attempt && state.refusal(act).is_none()
}
