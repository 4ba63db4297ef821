//! The submission of acts, from a key to the call: particulars, reasons, questions.

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

/// First step of an act.
enum FirstStep {
    Act(JudgeAct),
    /// Answers to a question; the act stands for those that could come of it.
    Dialog(Dialog, JudgeAct),
    /// It has been done by somebody else: all that is left is to go where it led.
    GoOver(Listed),
    /// There is nobody whom it could concern.
    Nobody,
}

/// A reason for acts that are only tried out.
const SOME_REASON: &str = "-";

/// Sets about an act: sends the act, or opens the question that has to be answered first, or says why it is
/// not possible now.
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
        FirstStep::GoOver(game) => return vec![Effect::Watch { game: game.game }],
        FirstStep::Dialog(dialog, sample) => match state.refusal(&sample) {
            Some(fault) => state.notice = Some(Notice::Refused(fault)),
            None => state.dialog = Some(dialog),
        },
        FirstStep::Nobody => state.notice = Some(Notice::NoTeam),
    }
    Vec::new()
}

/// Returns whether an act is possible now, as far as the console can see.
pub(crate) fn is_possible(state: &State, kind: ActKind) -> bool {
    let Some(game) = state.game() else {
        return false;
    };
    // Not offered before it is known that there is something to replace it with.
    if kind == ActKind::Replace && state.programme_entry.spare().is_none() {
        return false;
    }
    match start(state, game, kind) {
        FirstStep::GoOver(_) => true,
        FirstStep::Act(act) | FirstStep::Dialog(_, act) => state.refusal(&act).is_none(),
        FirstStep::Nobody => false,
    }
}

fn start(state: &State, game: &Game, kind: ActKind) -> FirstStep {
    let last = game.rounds().last();
    let (round, attempt) = last.map_or((RoundNo::FIRST, 1), |record| (record.round, record.attempt));
    let reason = String::new;
    let given = |label: &str| state.words.label(label);
    match kind {
        ActKind::OpenRound => act(open_round(game)),
        ActKind::ConfirmLot => {
            let lots = state.selected_lot().map_or(LotChoice::All, LotChoice::One);
            act(confirm(game, lots))
        }
        ActKind::ConfirmAll => act(confirm(game, LotChoice::All)),
        ActKind::Pause => act(Act::Pause { reason: given("console-reason-pause") }),
        ActKind::Resume => act(Act::Resume),
        ActKind::Extend => {
            let dialog = Dialog::span();
            let Dialog::Span { by } = dialog else {
                return FirstStep::Nobody;
            };
            FirstStep::Dialog(dialog, Act::Extend { by, reason: SOME_REASON.to_owned() }.into())
        }
        ActKind::VoidRound => with_reason(Act::VoidRound { round, attempt: Some(attempt), reason: reason() }),
        ActKind::SignalEnd => act(Act::SignalEnd),
        ActKind::EnterJanken => start_janken(game),
        ActKind::Declare => act(Act::DeclareResult),
        ActKind::Disqualify => start_choice(state, TeamPurpose::Disqualify),
        ActKind::Reinstate => start_choice(state, TeamPurpose::Reinstate),
        ActKind::Abandon => with_reason(Act::Abandon { reason: reason() }),
        ActKind::Replace if game.phase() == Phase::Abandoned => match state.programme_entry.spare() {
            Some(spare) if spare.has_started() => FirstStep::GoOver(spare.clone()),
            // Why it was abandoned is on record already.
            _ => FirstStep::Act(JudgeAct::Replace { reason: SOME_REASON.to_owned() }),
        },
        ActKind::Replace => with_reason(JudgeAct::Replace { reason: reason() }),
        ActKind::Remark => with_reason(Act::Remark { text: reason() }),
        ActKind::Announce => start_message(state, game),
    }
}

fn act(act: Act) -> FirstStep {
    FirstStep::Act(act.into())
}

/// Asks for the text of an act that has none yet.
fn with_reason(act: impl Into<JudgeAct>) -> FirstStep {
    let act = act.into();
    FirstStep::Dialog(Dialog::reason(act.clone()), with_text(act, SOME_REASON))
}

fn start_choice(state: &State, purpose: TeamPurpose) -> FirstStep {
    let teams = state.teams_for(purpose);
    let Some(&team) = teams.first() else {
        return FirstStep::Nobody;
    };
    let sample = with_text(ruling(purpose, team), SOME_REASON);
    FirstStep::Dialog(Dialog::Team { purpose, teams, at: 0 }, sample)
}

/// Returns the ruling on a team, still without its reason.
fn ruling(purpose: TeamPurpose, team: TeamId) -> JudgeAct {
    let reason = String::new();
    JudgeAct::InGame(match purpose {
        TeamPurpose::Disqualify => Act::Disqualify { team, reason },
        TeamPurpose::Reinstate => Act::Reinstate { team, reason },
    })
}

fn start_message(state: &State, game: &Game) -> FirstStep {
    start_with(state, blank(state, game))
}

fn start_with(state: &State, message: MessageText) -> FirstStep {
    let sample = sample_of(state, &message);
    sample.map_or(FirstStep::Nobody, |sample| FirstStep::Dialog(Dialog::Message(Box::new(message)), sample))
}

/// An announcement of this game without a text.
fn blank(state: &State, game: &Game) -> MessageText {
    MessageText::new(game.setup().team_ids().collect(), state.fellows.clone(), state.words.lang())
}

/// An act that could come of a message, were it the first to be said to its question by now.
fn sample_of(state: &State, message: &MessageText) -> Option<JudgeAct> {
    let mut sample = message.clone().written(SOME_REASON, "");
    if message.answering().is_some() {
        sample.correct(answer_seen(state, message));
    }
    to_teams(&sample)
}

/// The answer that the question of a message has by now, as far as the console knows.
pub(super) fn answer_seen(state: &State, message: &MessageText) -> Option<Revision> {
    let answering = message.answering()?;
    state.game()?.question(answering.team, answering.question)?.answer_revision()
}

/// Opens the answer to a question, with what was typed of it before, or says why it is not possible now.
pub(crate) fn begin_answer(state: &mut State, team: TeamId, question: QuestionNo) {
    let asked = state.game().and_then(|game| game.question(team, question));
    let Some(blank) = asked.map(|asked| MessageText::answer(asked, state.words.lang())) else { return };
    let message = match state.drafts.get(&(team, question)) {
        Some(draft) => draft.clone().begun(),
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
        FirstStep::Act(_) | FirstStep::GoOver(_) | FirstStep::Nobody => {}
    }
}

/// Keeps what was typed of an answer that is not sent, for when its question is opened again.
pub(super) fn keep_draft(state: &mut State, message: MessageText) {
    let Some(answering) = message.answering() else { return };
    let (team, question) = (answering.team, answering.question);
    let asked = state.game().and_then(|game| game.question(team, question));
    let blank = asked.map(|asked| MessageText::answer(asked, message.first()));
    if blank.is_some_and(|blank| !blank.says_what(&message)) {
        state.drafts.insert((team, question), message);
    }
}

/// Keeps the text of an act that nobody knows to be done, if it was typed for a question.
pub(super) fn keep_unanswered(state: &mut State, act: &JudgeAct) {
    let message = state.game().and_then(|game| message_of(act, game, blank(state, game)));
    if let Some(message) = message {
        keep_draft(state, message);
    }
}

/// Drops the draft of what was answered.
pub(super) fn drop_draft(state: &mut State, act: &JudgeAct) {
    if let JudgeAct::InGame(Act::AnswerQuestion { team, question, .. }) = act {
        state.drafts.remove(&(*team, *question));
    }
}

/// The first group that needs a janken; if all have theirs, the first again, to correct it.
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

/// Answers the open question with yes, this one, so.
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
        // What concerns the contest is answered there.
        | Dialog::Start(_)
        | Dialog::Seats(_)
        | Dialog::PauseAll { .. }
        | Dialog::ResumeAll { .. } => {}
        // In a running window every question costs time: a standard reason stands for the judge's own.
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
        // A reason is recorded: without one, the question stays open.
        Dialog::Reason { ref text, .. } if text.trim().is_empty() => {
            state.dialog = Some(dialog);
            state.notice = Some(Notice::NoReason);
        }
        // Nothing that was typed is lost for want of a connection.
        Dialog::Reason { .. } | Dialog::Ask { .. } if !state.is_online() => {
            state.dialog = Some(dialog);
            state.notice = Some(Notice::Offline);
        }
        Dialog::Reason { act, text } => {
            let act = with_text(act, text.trim());
            let effects = submit(state, act.clone());
            if let Some(Notice::Refused(_)) = state.notice {
                ask_again(state, &act);
            }
            return effects;
        }
        Dialog::Order { group, mut order, at } => {
            order.extend(Dialog::unplaced(&group, &order).get(at));
            match Dialog::unplaced(&group, &order).as_slice() {
                // The last place is nobody's choice.
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

/// Sends an act if it is light, asks first if it is not, refuses it if the rules do.
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

/// Sends an act unless there is no connection or the rules refuse it.
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

/// Sends an act, unless the very same one is on its way: an impatient key is not a second act.
fn send(state: &mut State, act: JudgeAct) -> Vec<Effect> {
    let Some(ticket) = state.watched.session.send(&act) else {
        state.notice = Some(Notice::OnItsWay(act));
        return Vec::new();
    };
    state.notice = Some(Notice::Sent(act.clone()));
    vec![Effect::Call { ticket, act }]
}

/// Opens the question again that a refused act was typed for, as it was typed, if it still makes sense and nothing
/// else is asked meanwhile.
pub(super) fn ask_again(state: &mut State, act: &JudgeAct) {
    let message = state.game().and_then(|game| message_of(act, game, blank(state, game)));
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
    let sample = with_text(act.clone(), SOME_REASON);
    if state.row(act).text.is_some() && makes_sense(state, &sample) {
        state.dialog = Some(Dialog::Reason { act: with_text(sample, ""), text: text_of(act) });
    }
}

/// Closes the open question if the game has moved on under it: an answer would mean something else than the
/// judge was asked.
pub(super) fn drop_what_makes_no_sense(state: &mut State) {
    let sense = match &state.dialog {
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
            let sample = Act::Extend { by: *by, reason: SOME_REASON.to_owned() };
            state.refusal(&sample.into()).is_none()
        }
        Some(Dialog::Team { purpose, teams, .. }) => *teams == state.teams_for(*purpose),
        Some(Dialog::Reason { act, .. }) => makes_sense(state, &with_text(act.clone(), SOME_REASON)),
        Some(Dialog::Order { group, .. }) => {
            makes_sense(state, &Act::EnterJanken { order: group.clone() }.into())
        }
        Some(Dialog::Message(message)) => {
            let sample = sample_of(state, message);
            sample.is_some_and(|sample| makes_sense(state, &sample))
        }
        Some(Dialog::Ask { act, .. }) => makes_sense(state, act),
    };
    if !sense {
        state.dialog = None;
        state.notice = Some(Notice::MovedOn);
    }
}

fn makes_sense(state: &State, act: &JudgeAct) -> bool {
    let same_attempt = match (act, state.record()) {
        (JudgeAct::InGame(Act::VoidRound { round, attempt, .. }), Some(record)) => {
            (*round, *attempt) == (record.round, Some(record.attempt))
        }
        _ => true,
    };
    same_attempt && state.refusal(act).is_none()
}
