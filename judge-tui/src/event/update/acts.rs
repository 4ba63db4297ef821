//! Keys that ask for something: which form they open, and what is sent.

use ishigaki_printout::{PrintKind, Printout};
use ishigaki_proto::convert::{group_stage_to_wire, player_to_wire};
use ishigaki_proto::event as wire;
use ishigaki_proto::fault::Fault;
use ishigaki_tournament::{Actor, DrawnGroup, GroupGame, PlayerId, Stage, Tournament};

use super::super::form::{FieldName, Form, FormPurpose, MissingInput};
use super::super::keymap::Intent;
use super::super::sheet::{LineTarget, shown_round, shown_stage, why};
use super::super::state::{Dialog, Notice, State};
use super::super::step::EventStep;
use super::super::{Effect, EventCall, NamedStanding, Panel};
use super::nothing;
use crate::counts::last_drawn;
use crate::options::EventUsage;

/// The preset of a contest in groups.
const GROUPS: &str = "ishigaki";

/// Does what a key asks for, or opens the form that it needs.
pub(super) fn act(state: &mut State, intent: Intent) -> Vec<Effect> {
    let presets = ishigaki_preset::names().chain([GROUPS]).map(str::to_owned);
    if intent != Intent::Create && state.standing().is_none() {
        return nothing(state, "tournament-none-chosen");
    }
    if let Some(office) = state.office(intent).filter(|office| !state.holds(*office)) {
        return not_yours(state, office);
    }
    match intent {
        Intent::Create => open(state, Form::create(presets)),
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
            match state.target() {
                Some(LineTarget::Player(player)) => {
                    let player = player_to_wire(player);
                    ask(state, Form::ask(wire::WithdrawPlayerRequest { event, player }))
                }
                _ => nothing(state, "tournament-no-player-here"),
            }
        }
        Intent::Result => result(state),
        Intent::Why => explain(state),
        Intent::Game => game(state),
        Intent::Count => count(state),
        Intent::OverruleDigits => overrule_digits(state),
        Intent::OverruleGame => with_game(state, Form::overrule_game),
        Intent::OverruleJanken => overrule_janken(state),
        Intent::Replace => with_game(state, |game, _| Form::replace(game)),
        Intent::Print => print(state),
        _ => Vec::new(),
    }
}

fn open(state: &mut State, form: Form) -> Vec<Effect> {
    state.dialog = Some(Dialog::Form(Box::new(form)));
    Vec::new()
}

/// What the key asks for is somebody else's office: said before anything is typed.
fn not_yours(state: &mut State, office: Actor) -> Vec<Effect> {
    state.notice = Some(Notice::NotYours(office));
    Vec::new()
}

fn event_id(state: &State) -> String {
    state.event.clone().unwrap_or_default()
}

/// The next step of the event: the form for it, or why there is none.
fn next(state: &mut State) -> Vec<Effect> {
    let event = event_id(state);
    let Some(step) = state.standing().map(NamedStanding::next_step) else { return Vec::new() };
    let form = match step {
        None => return nothing(state, "tournament-is-over"),
        Some(EventStep::EnterResults(_)) => return nothing(state, "tournament-results-first"),
        Some(EventStep::AwaitGames(_)) => return nothing(state, "tournament-games-first"),
        Some(EventStep::SetRoster) => Form::roster(),
        Some(EventStep::Commit) => Form::ask(wire::CommitRosterRequest { event }),
        Some(EventStep::EnterDigits(lotteries)) => Form::digits(lotteries),
        Some(EventStep::MakeLeagues) => Form::ask(wire::MakeLeaguesRequest { event }),
        Some(EventStep::Pair(round)) => Form::ask(wire::PairRoundRequest { event, round: round.0 }),
        Some(EventStep::DrawGroups(stage)) => {
            let stage = group_stage_to_wire(stage);
            Form::ask(wire::DrawGroupsRequest { event, stage, without_game: false })
        }
        Some(EventStep::Janken(stage, teams)) => Form::janken(stage, teams),
        Some(EventStep::CloseStage(stage)) => {
            Form::ask(wire::CloseStageRequest { event, stage: group_stage_to_wire(stage) })
        }
        Some(EventStep::Declare) => Form::ask(wire::DeclareRankingRequest { event }),
    };
    ask(state, form)
}

/// Opens a question, or says what stands against the answer: nobody is asked for what cannot be.
fn ask(state: &mut State, form: Form) -> Vec<Effect> {
    let against = match (&form.purpose, state.standing()) {
        (FormPurpose::Ask(call), Some(event)) => event.against(call),
        _ => None,
    };
    match against {
        Some(rejection) => {
            state.notice = Some(Notice::NotYet(Box::new(Fault::of_competition(&rejection))));
            Vec::new()
        }
        None => open(state, form),
    }
}

/// The group's game under the cursor, in a window.
fn game(state: &mut State) -> Vec<Effect> {
    let Some(LineTarget::Group(game)) = state.target() else { return no_game(state) };
    state.dialog = Some(Dialog::Game { game, top: 0 });
    Vec::new()
}

/// Says where games stand: not here.
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
    nothing(state, why)
}

/// The group's game under the cursor, and a form about it.
fn with_game(state: &mut State, form: impl FnOnce(GroupGame, DrawnGroup) -> Form) -> Vec<Effect> {
    let Some(LineTarget::Group(game)) = state.target() else { return no_game(state) };
    let contest = state.watched.session.contest().map(|named| named.contest);
    let drawn =
        contest.and_then(|contest| contest.drawn(game.stage)?.groups.get(game.group.index()).cloned());
    drawn.map(|drawn| open(state, form(game, drawn))).unwrap_or_default()
}

/// What the group's game under the cursor came to, by hand; only a game that the server does not hold is counted so.
fn count(state: &mut State) -> Vec<Effect> {
    let contest = state.watched.session.contest().map(|named| named.contest);
    match (state.target(), contest) {
        (Some(LineTarget::Group(game)), Some(contest)) if contest.scenario(game).is_some() => {
            nothing(state, "tournament-counts-by-itself")
        }
        _ => with_game(state, Form::count),
    }
}

/// The lotteries' results, until something is drawn from them.
fn overrule_digits(state: &mut State) -> Vec<Effect> {
    match state.standing().and_then(NamedStanding::digits) {
        Some((results, true)) => {
            let form = Form::overrule_digits(results);
            open(state, form)
        }
        Some((_, false)) => nothing(state, "tournament-digits-stand"),
        None => nothing(state, "tournament-no-digits"),
    }
}

/// The janken of the stage that is shown; of several, the one that was entered last.
fn overrule_janken(state: &mut State) -> Vec<Effect> {
    let janken = state.watched.session.contest().and_then(|named| {
        let stage =
            state.round.map_or(last_drawn(named.contest), |_| shown_stage(named.contest, state.round));
        Some((stage, named.contest.jankens(stage).last()?.clone()))
    });
    match janken {
        Some((stage, order)) => open(state, Form::overrule_janken(stage, order)),
        None => nothing(state, "tournament-no-janken"),
    }
}

/// Whoever is under the cursor, and a form about them.
fn with_player(state: &mut State, form: impl FnOnce(PlayerId) -> Form) -> Vec<Effect> {
    match state.target() {
        Some(LineTarget::Player(player)) => open(state, form(player)),
        _ => nothing(state, "tournament-no-player-here"),
    }
}

/// Attendance is noted at once: noting it otherwise takes it back. In leagues it takes a ruling once the digits are known.
fn attendance(state: &mut State) -> Vec<Effect> {
    let event = event_id(state);
    if let Some(LineTarget::Team(team)) = state.target() {
        let Some(contest) = state.watched.session.contest().map(|named| named.contest) else {
            return Vec::new();
        };
        let stage = shown_stage(contest, None);
        let absent = !contest.is_absent(stage, team);
        let (stage, team) = (group_stage_to_wire(stage), player_to_wire(PlayerId::at(team.index())));
        return vec![call(state, wire::MarkTeamAttendanceRequest { event, stage, team, absent }.into())];
    }
    let Some(LineTarget::Player(player)) = state.target() else {
        let of_teams = state.is_in_groups();
        return nothing(
            state,
            if of_teams { "tournament-no-team-here" } else { "tournament-no-player-here" },
        );
    };
    let is_absent = state.named().is_some_and(|event| event.tournament().is_absent(player));
    if state.named().is_some_and(|event| event.tournament().stage() == Stage::Reception) {
        return open(state, Form::overrule_attendance(player, !is_absent));
    }
    let request = wire::MarkAttendanceRequest { event, player: player_to_wire(player), absent: !is_absent };
    vec![call(state, request.into())]
}

/// The slip of the game under the cursor; of a game that has a result, the ruling that takes its place.
fn result(state: &mut State) -> Vec<Effect> {
    let Some(LineTarget::Game(one, other)) = state.target() else {
        return nothing(
            state,
            if state.panel == Panel::Round { "tournament-no-game-here" } else { "tournament-look-at-round" },
        );
    };
    let Some(form) = state.named().and_then(|event| form_of(event.tournament(), state, one, other)) else {
        return Vec::new();
    };
    // A slip is the desk's, a ruling the referee's.
    let office = if matches!(form.purpose, FormPurpose::Overrule(..)) { Actor::Referee } else { Actor::Desk };
    if state.holds(office) { open(state, form) } else { not_yours(state, office) }
}

fn form_of(tournament: &Tournament, state: &State, one: PlayerId, other: PlayerId) -> Option<Form> {
    let paired = shown_round(tournament.rounds(), state.round)?;
    Some(match paired.results.get(&(one.min(other), one.max(other))) {
        Some(decided) => Form::overrule(decided.entry, one, other),
        None => Form::result(paired.round, one, other),
    })
}

fn explain(state: &mut State) -> Vec<Effect> {
    let Some(LineTarget::Game(one, other)) = state.target() else {
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
    let is_printed = !state.is_in_groups() || matches!(state.panel, Panel::Round | Panel::Ranking);
    if !is_printed {
        return nothing(state, "tournament-print-in-groups");
    }
    let Some((kind, number, printout)) = printed(state) else {
        return nothing(state, "cli-event-nothing-to-print");
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

/// What is printed of the panel, with the number of the round or stage that it is of.
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

/// Sends what is asked, or says what it lacks.
pub(super) fn send(state: &mut State) -> Vec<Effect> {
    let Some(Dialog::Form(form)) = &state.dialog else { return Vec::new() };
    let mut named = None;
    let typed = form.typed(FieldName::Player);
    if form.purpose == FormPurpose::NameFirst && !typed.is_empty() {
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
    let is_roster = form.purpose == FormPurpose::Roster;
    let asks_first = form.is_grave() && !form.is_sure;
    let called = form.call(&event_id(state), named);
    let classes = state.standing().map(NamedStanding::seed_classes).unwrap_or_default();
    let ticket = next_ticket(state);
    let Some(Dialog::Form(form)) = &mut state.dialog else { return Vec::new() };
    match called {
        Err(lack) => {
            form.is_warned = lack == MissingInput::Signatures;
            if let MissingInput::Empty(name) | MissingInput::Unreadable(name) = lack
                && let Some(at) = form.fields.iter().position(|field| field.name == name)
            {
                form.at = at;
            }
            state.notice = Some(Notice::Lacks(lack));
            Vec::new()
        }
        Ok(_) if asks_first => {
            form.is_sure = true;
            state.notice = None;
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
                Effect::ReadRoster { ticket, file: form.typed(FieldName::File), classes }
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
