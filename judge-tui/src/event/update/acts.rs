//! Keys for acts: forms and calls.

use ishigaki_client::event_office;
use ishigaki_printout::{PrintKind, Printout};
use ishigaki_proto::convert::group_stage_to_wire;
use ishigaki_proto::fault::Fault;
use ishigaki_tournament::{
    Act, Actor, DrawNumber, GameResult, GroupGame, LeagueId, PlayerId, Slip, Stage, Tournament,
};

use super::super::form::{FieldName, Form, FormContext, FormPurpose, MissingInput};
use super::super::keymap::Intent;
use super::super::sheet::{LineTarget, shown_round, shown_stage, why};
use super::super::state::{Dialog, Notice, State};
use super::super::{
    Effect, EventCall, EventStep, EventSteps as _, NamedEvent, NamedStanding, Panel, preview,
};
use super::show_reason;
use crate::counts::last_drawn;
use ishigaki_board::EntrantError;

pub(super) fn act(state: &mut State, intent: Intent) -> Vec<Effect> {
    if intent != Intent::Create && state.standing().is_none() {
        return show_reason(state, "tournament-none-chosen");
    }
    if let Some(office) = state.office(intent).filter(|office| !state.has_office(*office)) {
        return show_missing_office(state, office);
    }
    match intent {
        Intent::Create => open(state, FormPurpose::Create),
        Intent::Roster => open(state, FormPurpose::Roster),
        Intent::Rule => open(state, Act::Rule { text: String::new() }),
        Intent::PostNotice => {
            let (english, japanese) = (String::new(), String::new());
            open(state, Act::PostNotice { english, japanese })
        }
        Intent::CallPlayers => call_players(state),
        Intent::Abandon => open(state, Act::Abandon { reason: String::new() }),
        Intent::NameFirst => {
            let (league, player) = (LeagueId::at(0), PlayerId::at(0));
            open(state, Act::NameFirst { league, player, reason: String::new() })
        }
        Intent::ConfirmFirst => open(state, Act::ConfirmFirst { league: LeagueId::at(0) }),
        Intent::Next => next(state),
        Intent::Attendance => attendance(state),
        Intent::Slip => {
            with_player(state, |state, player| open(state, Act::DrawSlip { player, number: DrawNumber(0) }))
        }
        Intent::Withdraw => with_player(state, |state, player| ask(state, Act::Withdraw { player })),
        Intent::Excuse => {
            with_player(state, |state, player| open(state, Act::Excuse { player, reason: String::new() }))
        }
        Intent::Unpair => unpair(state),
        Intent::PairByRuling => with_player(state, pair_by_ruling),
        Intent::Reopen => reopen(state),
        Intent::Result => result(state),
        Intent::Why => explain(state),
        Intent::Game => game(state),
        Intent::Count => count(state),
        Intent::OverruleDigits => overrule_digits(state),
        Intent::OverruleGame => with_game(state, |game| Act::OverruleGame {
            game,
            result: GameResult::default(),
            reason: String::new(),
        }),
        Intent::OverruleJanken => overrule_janken(state),
        Intent::Replace => {
            with_game(state, |game| Act::ReplaceGame { game, reason: String::new(), counted: false })
        }
        Intent::Print => print(state),
        _ => Vec::new(),
    }
}

fn open(state: &mut State, purpose: impl Into<FormPurpose>) -> Vec<Effect> {
    let purpose = purpose.into();
    let context = FormContext::of(&purpose, state.standing());
    state.dialog = Some(Dialog::Form(Box::new(Form::of(purpose, context))));
    Vec::new()
}

/// Reported before anything is typed.
fn show_missing_office(state: &mut State, office: Actor) -> Vec<Effect> {
    state.notice = Some(Notice::NotYours(office));
    Vec::new()
}

fn event_id(state: &State) -> String {
    state.event.clone().unwrap_or_default()
}

fn next(state: &mut State) -> Vec<Effect> {
    let Some(step) = state.standing().map(NamedStanding::next_step) else { return Vec::new() };
    match step {
        None => show_reason(state, "tournament-is-over"),
        Some(EventStep::EnterResults(_)) => show_reason(state, "tournament-results-first"),
        Some(EventStep::AwaitGames(_)) => show_reason(state, "tournament-games-first"),
        Some(EventStep::SetRoster) => open(state, FormPurpose::Roster),
        Some(EventStep::Commit) => ask(state, EventCall::Commit),
        Some(EventStep::EnterDigits(lotteries)) => {
            open(state, Act::EnterDigits { results: vec![String::new(); lotteries] })
        }
        Some(EventStep::MakeLeagues) => ask(state, Act::MakeLeagues),
        Some(EventStep::Pair(round)) => ask(state, Act::PairRound { round }),
        Some(EventStep::DrawGroups(stage)) => ask(state, Act::DrawGroups { stage, without_game: false }),
        Some(EventStep::Janken(stage, teams)) => open(state, Act::EnterJanken { stage, order: teams }),
        Some(EventStep::CloseStage(stage)) => ask(state, Act::CloseStage { stage }),
        Some(EventStep::Declare) => ask(state, Act::Declare),
    }
}

fn ask(state: &mut State, call: impl Into<EventCall>) -> Vec<Effect> {
    let call = call.into();
    match state.standing().and_then(|event| event.rejection_of(&call)) {
        Some(rejection) => {
            state.notice = Some(Notice::NotYet(Box::new(Fault::of_competition(&rejection))));
            Vec::new()
        }
        None => open(state, FormPurpose::Ask(call)),
    }
}

fn game(state: &mut State) -> Vec<Effect> {
    let Some(LineTarget::Group(game)) = state.target() else { return no_game(state) };
    state.dialog = Some(Dialog::Game { game, top: 0 });
    Vec::new()
}

fn no_game(state: &mut State) -> Vec<Effect> {
    let is_drawn = state
        .watched
        .session
        .contest()
        .is_some_and(|named| named.contest.drawn(shown_stage(named.contest, state.round)).is_some());
    let why = match state.panel {
        Panel::Round if is_drawn => "tournament-no-game-here",
        _ if !is_drawn => "tournament-no-games-yet",
        _ => "tournament-look-at-groups",
    };
    show_reason(state, why)
}

fn with_game(state: &mut State, act: impl FnOnce(GroupGame) -> Act) -> Vec<Effect> {
    match state.target() {
        Some(LineTarget::Group(game)) => open(state, act(game)),
        _ => no_game(state),
    }
}

/// Only a game that is not on the server is counted by hand.
fn count(state: &mut State) -> Vec<Effect> {
    let contest = state.watched.session.contest().map(|named| named.contest);
    match (state.target(), contest) {
        (Some(LineTarget::Group(game)), Some(contest)) if contest.scenario(game).is_some() => {
            show_reason(state, "tournament-counts-by-itself")
        }
        _ => with_game(state, |game| Act::CountGame { game, result: GameResult::default() }),
    }
}

/// Until something is drawn from them.
fn overrule_digits(state: &mut State) -> Vec<Effect> {
    match state.standing().and_then(NamedStanding::digits) {
        Some((results, true)) => {
            let results = results.to_vec();
            open(state, Act::OverruleDigits { results, reason: String::new() })
        }
        Some((_, false)) => show_reason(state, "tournament-digits-stand"),
        None => show_reason(state, "tournament-no-digits"),
    }
}

fn overrule_janken(state: &mut State) -> Vec<Effect> {
    let janken = state.watched.session.contest().and_then(|named| {
        let stage =
            state.round.map_or(last_drawn(named.contest), |_| shown_stage(named.contest, state.round));
        Some((stage, named.contest.jankens(stage).last()?.clone()))
    });
    match janken {
        Some((stage, order)) => open(state, Act::OverruleJanken { stage, order, reason: String::new() }),
        None => show_reason(state, "tournament-no-janken"),
    }
}

fn with_player(state: &mut State, act: impl FnOnce(&mut State, PlayerId) -> Vec<Effect>) -> Vec<Effect> {
    match state.target() {
        Some(LineTarget::Player(player)) => act(state, player),
        _ => show_reason(state, "tournament-no-player-here"),
    }
}

/// Repeating it undoes it. In leagues it takes a ruling once the digits are known.
fn attendance(state: &mut State) -> Vec<Effect> {
    if let Some(LineTarget::Team(team)) = state.target() {
        let Some(contest) = state.watched.session.contest().map(|named| named.contest) else {
            return Vec::new();
        };
        let stage = shown_stage(contest, None);
        let absent = !contest.is_absent(stage, team);
        return vec![call(state, Act::MarkTeamAttendance { stage, team, absent })];
    }
    if state.is_in_groups() {
        return show_reason(state, "tournament-no-team-here");
    }
    with_player(state, |state, player| {
        let tournament = state.named_event().map(NamedEvent::tournament);
        let absent = !tournament.is_some_and(|tournament| tournament.is_absent(player));
        if tournament.is_some_and(|tournament| tournament.stage() == Stage::Reception) {
            return open(state, Act::OverruleAttendance { player, absent, reason: String::new() });
        }
        vec![call(state, Act::MarkAttendance { player, absent })]
    })
}

fn unpair(state: &mut State) -> Vec<Effect> {
    let last = state.named_event().and_then(|event| event.tournament().rounds().last());
    match last.map(|paired| paired.round) {
        Some(round) => open(state, Act::UnpairRound { round, reason: String::new() }),
        None => show_reason(state, "tournament-no-round"),
    }
}

/// The form asks for the opponent of this player.
fn pair_by_ruling(state: &mut State, player: PlayerId) -> Vec<Effect> {
    let stage = state.named_event().map(|event| event.tournament().stage());
    match stage {
        Some(Stage::Between { next }) => open(
            state,
            Act::PairByRuling { round: next, fixed: vec![(player, player)], reason: String::new() },
        ),
        Some(Stage::Playing { .. }) => show_reason(state, "tournament-unpair-first"),
        _ => show_reason(state, "tournament-no-pairing"),
    }
}

/// Opens a decided game of the shown round again.
fn reopen(state: &mut State) -> Vec<Effect> {
    let Some(LineTarget::Game(one, other)) = state.target() else { return no_game_selected(state) };
    let act = state.named_event().and_then(|event| act_on_game(event.tournament(), state, one, other));
    match act {
        Some(Act::Overrule { entry, .. }) => open(state, Act::ReopenGame { entry, reason: String::new() }),
        _ => show_reason(state, "tournament-no-result"),
    }
}

fn no_game_selected(state: &mut State) -> Vec<Effect> {
    let is_round = state.panel == Panel::Round;
    show_reason(state, if is_round { "tournament-no-game-here" } else { "tournament-look-at-round" })
}

fn result(state: &mut State) -> Vec<Effect> {
    let Some(LineTarget::Game(one, other)) = state.target() else { return no_game_selected(state) };
    let act = state.named_event().and_then(|event| act_on_game(event.tournament(), state, one, other));
    let Some(act) = act else { return Vec::new() };
    // A slip is the desk's, a ruling the referee's.
    let office = event_office(&act);
    if state.has_office(office) { open(state, act) } else { show_missing_office(state, office) }
}

/// Asks with the words of the call, before it is shown.
fn call_players(state: &mut State) -> Vec<Effect> {
    let target = state.target();
    let rounds = state.named_event().map(|event| event.tournament().rounds()).unwrap_or_default();
    let called = shown_round(rounds, state.round).and_then(|paired| match target? {
        LineTarget::Game(one, other) => {
            let table = (1..).zip(paired.games()).find(|(_, (_, a, b))| [*a, *b] == [one, other]);
            Some((paired.round, table?.0))
        }
        _ => None,
    });
    match called {
        Some((round, table)) => ask(state, Act::CallPlayers { round, table, players: Vec::new() }),
        None => no_game_selected(state),
    }
}

fn act_on_game(tournament: &Tournament, state: &State, one: PlayerId, other: PlayerId) -> Option<Act> {
    let paired = shown_round(tournament.rounds(), state.round)?;
    let slip = Slip::plain(one, other);
    Some(match paired.results.get(&(one.min(other), one.max(other))) {
        Some(decided) => Act::Overrule { entry: decided.entry, slip, reason: String::new() },
        None => Act::EnterResult { round: paired.round, slip },
    })
}

fn explain(state: &mut State) -> Vec<Effect> {
    let Some(LineTarget::Game(one, other)) = state.target() else {
        return show_reason(state, "tournament-look-at-round");
    };
    let text = state.named_event().and_then(|event| {
        let paired = shown_round(event.tournament().rounds(), state.round)?;
        Some(why(event, paired, (one, other), state.words))
    });
    if let Some(text) = text {
        state.dialog = Some(Dialog::Why { text });
    }
    Vec::new()
}

fn print(state: &mut State) -> Vec<Effect> {
    let is_printed = !state.is_in_groups() || matches!(state.panel, Panel::Round | Panel::Ranking);
    if !is_printed {
        return show_reason(state, "tournament-print-in-groups");
    }
    let Some((kind, number, printout)) = printed(state) else {
        return show_reason(state, "cli-event-nothing-to-print");
    };
    let option = if state.is_in_groups() { "--stage" } else { "--round" };
    let (of, at) = match number {
        Some(number) => (format!(" {option} {number}"), format!("-{number}")),
        None => (String::new(), String::new()),
    };
    let file = format!("{}-{}{at}.html", event_id(state), kind.name());
    state.printing = format!("judge-tui event print {}{of} --html --out {file}", kind.name());
    vec![Effect::Print { file, page: printout.html() }]
}

fn printed(state: &State) -> Option<(PrintKind, Option<u32>, Printout)> {
    match state.standing()? {
        NamedStanding::Leagues(event) => {
            let kind = state.panel.printed()?;
            let shown = shown_round(event.tournament().rounds(), state.round).map(|paired| paired.round);
            let round = shown.filter(|_| state.panel == Panel::Round);
            let printout = event.edition(state.words).print(kind, round)?;
            Some((kind, round.map(|round| round.0), printout))
        }
        NamedStanding::Groups(contest) if state.panel == Panel::Ranking => {
            Some((PrintKind::Ranking, None, contest.edition(state.words).ranking()?))
        }
        NamedStanding::Groups(contest) => {
            let stage = shown_stage(contest.contest, state.round);
            let printout = contest.edition(state.words).groups(stage)?;
            Some((PrintKind::Groups, Some(group_stage_to_wire(stage)), printout))
        }
    }
}

pub(super) fn send(state: &mut State) -> Vec<Effect> {
    let Some(Dialog::Form(form)) = &state.dialog else { return Vec::new() };
    let mut named = None;
    let typed = form.typed(FieldName::Player);
    if form.purpose.names_player() && !typed.is_empty() {
        match state.named_event().map(|event| event.player(&typed, state.words)) {
            Some(Ok(player)) => named = Some(player),
            Some(Err(usage)) => {
                let players = match usage {
                    EntrantError::SeveralPlayers { players, .. } => players,
                    _ => Vec::new(),
                };
                state.notice = Some(Notice::NotNamed { named: typed, players });
                return Vec::new();
            }
            None => {}
        }
    }
    let is_roster = form.purpose == FormPurpose::Roster;
    let called = form.call(named, state.standing());
    let changes = called.as_ref().map(|call| changes(call, state)).unwrap_or_default();
    let asks_first = (form.is_grave() || !changes.is_empty()) && !form.is_confirming;
    let classes = state.standing().map(NamedStanding::seed_classes).unwrap_or_default();
    let ticket = next_ticket(state);
    let Some(Dialog::Form(form)) = &mut state.dialog else { return Vec::new() };
    match called {
        Err(lack) => {
            form.is_warned = lack == MissingInput::Signatures;
            if let Some(name) = lack.field()
                && let Some(at) = form.fields.iter().position(|field| field.name == name)
            {
                form.at = at;
            }
            state.notice = Some(Notice::Lacks(lack));
            Vec::new()
        }
        Ok(_) if asks_first => {
            form.is_confirming = true;
            form.changes = changes;
            state.notice = None;
            Vec::new()
        }
        Ok(call) => {
            form.pending_ticket = Some(ticket);
            state.notice = Some(Notice::Sent);
            state.done_key = Some((ticket, call.done_key()));
            if let EventCall::Create { event, .. } = &call {
                state.created = Some(event.clone());
            }
            vec![if is_roster {
                Effect::ReadRoster { ticket, file: form.typed(FieldName::File), classes }
            } else {
                Effect::Call { ticket, call }
            }]
        }
    }
}

/// Returns what a ruling changes (`TV3`); nothing if the server will refuse it.
fn changes(call: &EventCall, state: &State) -> Vec<String> {
    let is_ruling = matches!(call, EventCall::Act(act) if event_office(act) == Actor::Referee);
    let standing = state.standing().filter(|_| is_ruling);
    standing.and_then(|standing| preview(call, standing, state.words).ok()).unwrap_or_default()
}

fn next_ticket(state: &mut State) -> ishigaki_client::Ticket {
    state.ticket = ishigaki_client::Ticket(state.ticket.0 + 1);
    state.ticket
}

fn call(state: &mut State, act: Act) -> Effect {
    let call = EventCall::from(act);
    let ticket = next_ticket(state);
    state.done_key = Some((ticket, call.done_key()));
    state.notice = Some(Notice::Sent);
    Effect::Call { ticket, call }
}
