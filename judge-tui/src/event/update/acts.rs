//! Keys that ask for something: which form they open, and what is sent.

use ishigaki_printout::{PrintKind, Printout};
use ishigaki_proto::convert::{group_stage_to_wire, player_to_wire};
use ishigaki_proto::event as wire;
use ishigaki_tournament::{GroupPhase, PlayerId, Stage, Tournament};

use super::super::form::{FieldName, Form, Lack, Purpose};
use super::super::keymap::Intent;
use super::super::sheet::{Target, shown_round, shown_stage, why};
use super::super::state::{Dialog, Notice, State};
use super::super::{Effect, EventCall, NamedContest, NamedEvent, NamedStanding, Panel};
use super::nothing;
use crate::options::EventUsage;

/// The preset of a contest in groups.
const GROUPS: &str = "ishigaki";

/// Does what a key asks for, or opens the form that it needs.
pub(super) fn act(state: &mut State, intent: Intent) -> Vec<Effect> {
    let presets = ishigaki_preset::names().chain([GROUPS]).map(str::to_owned);
    match intent {
        Intent::Create => open(state, Form::create(presets)),
        _ if state.standing().is_none() => nothing(state, "tournament-none-chosen"),
        Intent::Roster => open(state, Form::roster()),
        Intent::Rule => open(state, Form::rule()),
        Intent::Abandon => open(state, Form::abandon()),
        Intent::NameFirst if state.named().is_none() => name_groups(state),
        Intent::NameFirst | Intent::ConfirmFirst => {
            let leagues = state.named().map_or(0, |event| usize::from(event.tournament().plan().leagues));
            let is_naming = intent == Intent::NameFirst;
            open(state, if is_naming { Form::name_first(leagues) } else { Form::confirm_first(leagues) })
        }
        Intent::Next => next(state),
        Intent::Attendance => attendance(state),
        Intent::Slip => with_player(state, Form::slip),
        Intent::Withdraw if matches!(state.target(), Some(Target::Group(_))) => replace(state),
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
    let next = match state.standing() {
        Some(NamedStanding::Leagues(event)) => next_in_leagues(event),
        Some(NamedStanding::Groups(contest)) => next_in_groups(contest),
        None => return Vec::new(),
    };
    match next {
        Ok(form) => open(state, form),
        Err(why) => nothing(state, why),
    }
}

/// The next step of an event in leagues, or why there is none.
fn next_in_leagues(named: NamedEvent<'_>) -> Result<Form, &'static str> {
    let event = named.id().to_owned();
    let tournament = named.tournament();
    Ok(match tournament.stage() {
        Stage::Roster if tournament.roster().is_empty() => Form::roster(),
        Stage::Roster => Form::ask(wire::CommitRosterRequest { event }),
        Stage::Committed => Form::digits(tournament.plan().lotteries.len()),
        Stage::Reception => Form::ask(wire::MakeLeaguesRequest { event }),
        Stage::Between { next } => Form::ask(wire::PairRoundRequest { event, round: next.0 }),
        Stage::Over => Form::ask(wire::DeclareRankingRequest { event }),
        Stage::Playing { .. } => return Err("tournament-results-first"),
        Stage::Declared | Stage::Abandoned => return Err("tournament-is-over"),
    })
}

/// The next step of a contest in groups, or why there is none.
fn next_in_groups(named: NamedContest<'_>) -> Result<Form, &'static str> {
    let event = named.standing.event.clone();
    let contest = named.contest;
    Ok(match contest.phase() {
        GroupPhase::Roster if contest.teams().is_empty() => Form::roster(),
        GroupPhase::Roster => Form::ask(wire::CommitRosterRequest { event }),
        GroupPhase::Committed => Form::digits(contest.plan().lotteries.len()),
        GroupPhase::Reception { stage } => {
            Form::ask(wire::DrawGroupsRequest { event, stage: group_stage_to_wire(stage) })
        }
        GroupPhase::Playing { stage } => match contest.janken_needed(stage).into_iter().next() {
            Some(teams) => Form::janken(stage, teams),
            None if contest.drawn(stage).is_some_and(|drawn| drawn.open() > 0) => {
                return Err("tournament-games-first");
            }
            None => Form::ask(wire::CloseStageRequest { event, stage: group_stage_to_wire(stage) }),
        },
        GroupPhase::Over => Form::ask(wire::DeclareRankingRequest { event }),
        GroupPhase::Declared | GroupPhase::Abandoned => return Err("tournament-is-over"),
    })
}

/// How many groups the stage has that is under way.
fn name_groups(state: &mut State) -> Vec<Effect> {
    let stage = state.watched.session.contest().map(|named| shown_stage(named.contest, None));
    stage.map(|stage| open(state, Form::name_groups(stage))).unwrap_or_default()
}

/// The spare in the place of the game under the cursor.
fn replace(state: &mut State) -> Vec<Effect> {
    match state.target() {
        Some(Target::Group(game)) => open(state, Form::replace(game)),
        _ => nothing(state, "tournament-no-game-here"),
    }
}

/// Whoever is under the cursor, and a form about them.
fn with_player(state: &mut State, form: impl FnOnce(PlayerId) -> Form) -> Vec<Effect> {
    match state.target() {
        Some(Target::Player(player)) => open(state, form(player)),
        _ => nothing(state, "tournament-no-player-here"),
    }
}

/// Attendance is noted at once: noting it otherwise takes it back.
fn attendance(state: &mut State) -> Vec<Effect> {
    let event = event_id(state);
    if let Some(Target::Team(team)) = state.target() {
        let Some(contest) = state.watched.session.contest().map(|named| named.contest) else {
            return Vec::new();
        };
        let stage = shown_stage(contest, None);
        let absent = !contest.is_absent(stage, team);
        let (stage, team) = (group_stage_to_wire(stage), player_to_wire(PlayerId::at(team.index())));
        return vec![call(state, wire::MarkTeamAttendanceRequest { event, stage, team, absent }.into())];
    }
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
    let Some((kind, number, printout)) = printed(state) else {
        return nothing(state, "cli-event-nothing-to-print");
    };
    let number = number.map(|number| format!("-{number}")).unwrap_or_default();
    let file = format!("{}-{}{number}.html", event_id(state), kind.name());
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
