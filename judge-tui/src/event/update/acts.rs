//! Keys that ask for something: which form they open, and what is sent.

use ishigaki_proto::convert::player_to_wire;
use ishigaki_proto::event as wire;
use ishigaki_tournament::{PlayerId, Stage, Tournament};

use super::super::form::{FieldName, Form, Lack, Purpose};
use super::super::keymap::Intent;
use super::super::sheet::{Target, shown_round, why};
use super::super::state::{Dialog, Notice, State};
use super::super::{Effect, EventCall, Panel};
use super::nothing;
use crate::options::EventUsage;

/// Does what a key asks for, or opens the form that it needs.
pub(super) fn act(state: &mut State, intent: Intent) -> Vec<Effect> {
    let presets = ishigaki_preset::names().map(str::to_owned);
    match intent {
        Intent::Create => open(state, Form::create(presets)),
        _ if state.named().is_none() => nothing(state, "tournament-none-chosen"),
        Intent::Roster => open(state, Form::roster()),
        Intent::Rule => open(state, Form::rule()),
        Intent::Abandon => open(state, Form::abandon()),
        Intent::NameFirst | Intent::ConfirmFirst => {
            let leagues = state.named().map_or(0, |event| usize::from(event.tournament().plan().leagues));
            let is_naming = intent == Intent::NameFirst;
            open(state, if is_naming { Form::name_first(leagues) } else { Form::confirm_first(leagues) })
        }
        Intent::Next => next(state),
        Intent::Attendance => attendance(state),
        Intent::Slip => with_player(state, Form::slip),
        Intent::Withdraw => {
            let event = event_id(state);
            with_player(state, |player| {
                Form::ask(wire::WithdrawPlayerRequest { event, player: player_to_wire(player) })
            })
        }
        Intent::Result => result(state),
        Intent::Why => explain(state),
        Intent::Print => print(state),
        _ => Vec::new(),
    }
}

fn open(state: &mut State, form: Form) -> Vec<Effect> {
    state.dialog = Some(Dialog::Form(Box::new(form)));
    Vec::new()
}

fn event_id(state: &State) -> String {
    state.event.clone().unwrap_or_default()
}

/// What is next in the event is the organiser's: it follows from the stage.
fn next(state: &mut State) -> Vec<Effect> {
    let event = event_id(state);
    let Some(named) = state.named() else { return Vec::new() };
    let tournament = named.tournament();
    let form = match tournament.stage() {
        Stage::Roster if tournament.roster().is_empty() => Form::roster(),
        Stage::Roster => Form::ask(wire::CommitRosterRequest { event }),
        Stage::Committed => Form::digits(tournament.plan().lotteries.len()),
        Stage::Reception => Form::ask(wire::MakeLeaguesRequest { event }),
        Stage::Between { next } => Form::ask(wire::PairRoundRequest { event, round: next.0 }),
        Stage::Over => Form::ask(wire::DeclareRankingRequest { event }),
        Stage::Playing { .. } => return nothing(state, "tournament-results-first"),
        Stage::Declared | Stage::Abandoned => return nothing(state, "tournament-is-over"),
    };
    open(state, form)
}

/// Whoever is under the cursor, and a form about them.
fn with_player(state: &mut State, form: impl FnOnce(PlayerId) -> Form) -> Vec<Effect> {
    match state.target() {
        Some(Target::Player(player)) => open(state, form(player)),
        Some(Target::Game(..)) | None => nothing(state, "tournament-no-player-here"),
    }
}

/// Attendance is noted at once: noting it otherwise takes it back.
fn attendance(state: &mut State) -> Vec<Effect> {
    let event = event_id(state);
    let Some(Target::Player(player)) = state.target() else {
        return nothing(state, "tournament-no-player-here");
    };
    let is_absent = state.named().is_some_and(|event| event.tournament().is_absent(player));
    let request = wire::MarkAttendanceRequest { event, player: player_to_wire(player), absent: !is_absent };
    vec![call(state, request.into())]
}

/// The slip of the game under the cursor; of a game that has a result, the ruling that takes its place.
fn result(state: &mut State) -> Vec<Effect> {
    let Some(Target::Game(one, other)) = state.target() else {
        return nothing(
            state,
            if state.panel == Panel::Round { "tournament-no-game-here" } else { "tournament-look-at-round" },
        );
    };
    let Some(form) = state.named().and_then(|event| form_of(event.tournament(), state, one, other)) else {
        return Vec::new();
    };
    open(state, form)
}

fn form_of(tournament: &Tournament, state: &State, one: PlayerId, other: PlayerId) -> Option<Form> {
    let paired = shown_round(tournament.rounds(), state.round)?;
    Some(match paired.results.get(&(one.min(other), one.max(other))) {
        Some(decided) => Form::overrule(decided.entry, one, other),
        None => Form::result(paired.round, one, other),
    })
}

fn explain(state: &mut State) -> Vec<Effect> {
    let Some(Target::Game(one, other)) = state.target() else {
        return nothing(state, "tournament-look-at-round");
    };
    let text = state.named().and_then(|event| {
        let paired = shown_round(event.tournament().rounds(), state.round)?;
        Some(why(event, paired, (one, other), state.words))
    });
    if let Some(text) = text {
        state.dialog = Some(Dialog::Why { text });
    }
    Vec::new()
}

/// Writes the panel as a page beside where the program was started.
fn print(state: &mut State) -> Vec<Effect> {
    let Some(event) = state.named() else { return Vec::new() };
    let shown = shown_round(event.tournament().rounds(), state.round).map(|paired| paired.round);
    let of_round = shown.filter(|_| state.panel == Panel::Round);
    let printed = state
        .panel
        .printed()
        .and_then(|kind| Some((kind, event.edition(state.words).print(kind, of_round)?)));
    let Some((kind, printout)) = printed else { return nothing(state, "cli-event-nothing-to-print") };
    let round = of_round.map(|round| format!("-{}", round.0)).unwrap_or_default();
    let file = format!("{}-{}{round}.html", event.id(), kind.name());
    vec![Effect::Print { file, page: printout.html() }]
}

/// Sends what is asked, or says what it lacks.
pub(super) fn send(state: &mut State) -> Vec<Effect> {
    let Some(Dialog::Form(form)) = &state.dialog else { return Vec::new() };
    let mut named = None;
    let typed = form.typed(FieldName::Player);
    if form.purpose == Purpose::NameFirst && !typed.is_empty() {
        match state.named().map(|event| event.player(&typed, state.words)) {
            Some(Ok(player)) => named = Some(player),
            Some(Err(usage)) => {
                let players = match usage {
                    EventUsage::SeveralPlayers { players, .. } => players,
                    _ => Vec::new(),
                };
                state.notice = Some(Notice::NotNamed { named: typed, players });
                return Vec::new();
            }
            None => {}
        }
    }
    let is_roster = form.purpose == Purpose::Roster;
    let called = form.call(&event_id(state), named);
    let ticket = next_ticket(state);
    let Some(Dialog::Form(form)) = &mut state.dialog else { return Vec::new() };
    match called {
        Err(lack) => {
            form.is_warned = lack == Lack::Signatures;
            if let Lack::Empty(name) | Lack::Unreadable(name) = lack
                && let Some(at) = form.fields.iter().position(|field| field.name == name)
            {
                form.at = at;
            }
            state.notice = Some(Notice::Lacks(lack));
            Vec::new()
        }
        Ok(call) => {
            form.awaits = Some(ticket);
            state.notice = Some(Notice::Sent);
            state.done_key = Some((ticket, call.done_key()));
            if let EventCall::Create(request) = &call {
                state.created = Some(request.event.clone());
            }
            vec![if is_roster {
                Effect::ReadRoster { ticket, file: form.typed(FieldName::File) }
            } else {
                Effect::Call { ticket, call }
            }]
        }
    }
}

fn next_ticket(state: &mut State) -> ishigaki_client::Ticket {
    state.ticket = ishigaki_client::Ticket(state.ticket.0 + 1);
    state.ticket
}

/// A call that no form stands before.
fn call(state: &mut State, call: EventCall) -> Effect {
    let ticket = next_ticket(state);
    state.done_key = Some((ticket, call.done_key()));
    state.notice = Some(Notice::Sent);
    Effect::Call { ticket, call }
}
