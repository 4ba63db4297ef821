//! Keys that ask for something: which form they open, and what is sent.

use ishigaki_printout::{PrintKind, Printout};
use ishigaki_proto::convert::group_stage_to_wire;
use ishigaki_proto::fault::Fault;
use ishigaki_tournament::{Act, Actor, DrawnGroup, GroupGame, PlayerId, Stage, Tournament};

use super::super::form::{FieldName, Form, FormPurpose, MissingInput};
use super::super::keymap::Intent;
use super::super::sheet::{LineTarget, shown_round, shown_stage, why};
use super::super::state::{Dialog, Notice, State};
use super::super::step::EventStep;
use super::super::{Effect, EventCall, NamedEvent, NamedStanding, Panel};
use super::nothing;
use crate::counts::last_drawn;
use crate::options::EventUsage;

/// Does what a key asks for, or opens the form that it needs.
pub(super) fn act(state: &mut State, intent: Intent) -> Vec<Effect> {
    if intent != Intent::Create && state.standing().is_none() {
        return nothing(state, "tournament-none-chosen");
    }
    if let Some(office) = state.office(intent).filter(|office| !state.holds(*office)) {
        return not_yours(state, office);
    }
    match intent {
        Intent::Create => open(state, FormPurpose::Create),
        Intent::Roster => open(state, FormPurpose::Roster),
        Intent::Rule => open(state, FormPurpose::Rule),
        Intent::Abandon => open(state, FormPurpose::Abandon),
        Intent::NameFirst => with_leagues(state, FormPurpose::NameFirst),
        Intent::ConfirmFirst => with_leagues(state, FormPurpose::ConfirmFirst),
        Intent::Next => next(state),
        Intent::Attendance => attendance(state),
        Intent::Slip => with_player(state, |state, player| open(state, FormPurpose::Slip(player))),
        Intent::Withdraw => with_player(state, |state, player| ask(state, Act::Withdraw { player })),
        Intent::Result => result(state),
        Intent::Why => explain(state),
        Intent::Game => game(state),
        Intent::Count => count(state),
        Intent::OverruleDigits => overrule_digits(state),
        Intent::OverruleGame => with_game(state, FormPurpose::OverruleGame),
        Intent::OverruleJanken => overrule_janken(state),
        Intent::Replace => with_game(state, |game, _| FormPurpose::Replace(game)),
        Intent::Print => print(state),
        _ => Vec::new(),
    }
}

fn open(state: &mut State, purpose: FormPurpose) -> Vec<Effect> {
    state.dialog = Some(Dialog::Form(Box::new(Form::of(purpose))));
    Vec::new()
}

/// A form about one of the leagues.
fn with_leagues(state: &mut State, purpose: fn(usize) -> FormPurpose) -> Vec<Effect> {
    let leagues = state.named().map_or(0, |event| usize::from(event.tournament().plan().leagues));
    open(state, purpose(leagues))
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
    let Some(step) = state.standing().map(NamedStanding::next_step) else { return Vec::new() };
    match step {
        None => nothing(state, "tournament-is-over"),
        Some(EventStep::EnterResults(_)) => nothing(state, "tournament-results-first"),
        Some(EventStep::AwaitGames(_)) => nothing(state, "tournament-games-first"),
        Some(EventStep::SetRoster) => open(state, FormPurpose::Roster),
        Some(EventStep::Commit) => ask(state, EventCall::Commit),
        Some(EventStep::EnterDigits(lotteries)) => open(state, FormPurpose::Digits(lotteries)),
        Some(EventStep::MakeLeagues) => ask(state, Act::MakeLeagues),
        Some(EventStep::Pair(round)) => ask(state, Act::PairRound { round }),
        Some(EventStep::DrawGroups(stage)) => ask(state, Act::DrawGroups { stage, without_game: false }),
        Some(EventStep::Janken(stage, teams)) => open(state, FormPurpose::Janken(stage, teams)),
        Some(EventStep::CloseStage(stage)) => ask(state, Act::CloseStage { stage }),
        Some(EventStep::Declare) => ask(state, Act::Declare),
    }
}

/// Opens a question, or says what stands against the answer: nobody is asked for what cannot be.
fn ask(state: &mut State, call: impl Into<EventCall>) -> Vec<Effect> {
    let call = call.into();
    match state.standing().and_then(|event| event.against(&call)) {
        Some(rejection) => {
            state.notice = Some(Notice::NotYet(Box::new(Fault::of_competition(&rejection))));
            Vec::new()
        }
        None => open(state, FormPurpose::Ask(call)),
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
fn with_game(state: &mut State, form: impl FnOnce(GroupGame, DrawnGroup) -> FormPurpose) -> Vec<Effect> {
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
        _ => with_game(state, FormPurpose::Count),
    }
}

/// The lotteries' results, until something is drawn from them.
fn overrule_digits(state: &mut State) -> Vec<Effect> {
    match state.standing().and_then(NamedStanding::digits) {
        Some((results, true)) => {
            let results = results.to_vec();
            open(state, FormPurpose::OverruleDigits(results))
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
        Some((stage, order)) => open(state, FormPurpose::OverruleJanken(stage, order)),
        None => nothing(state, "tournament-no-janken"),
    }
}

/// Does something about whoever is under the cursor.
fn with_player(state: &mut State, act: impl FnOnce(&mut State, PlayerId) -> Vec<Effect>) -> Vec<Effect> {
    match state.target() {
        Some(LineTarget::Player(player)) => act(state, player),
        _ => nothing(state, "tournament-no-player-here"),
    }
}

/// Attendance is noted at once: noting it otherwise takes it back. In leagues it takes a ruling once the digits are known.
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
        return nothing(state, "tournament-no-team-here");
    }
    with_player(state, |state, player| {
        let tournament = state.named().map(NamedEvent::tournament);
        let absent = !tournament.is_some_and(|tournament| tournament.is_absent(player));
        if tournament.is_some_and(|tournament| tournament.stage() == Stage::Reception) {
            return open(state, FormPurpose::OverruleAttendance(player, absent));
        }
        vec![call(state, Act::MarkAttendance { player, absent })]
    })
}

/// The slip of the game under the cursor; of a game that has a result, the ruling that takes its place.
fn result(state: &mut State) -> Vec<Effect> {
    let Some(LineTarget::Game(one, other)) = state.target() else {
        return nothing(
            state,
            if state.panel == Panel::Round { "tournament-no-game-here" } else { "tournament-look-at-round" },
        );
    };
    let form = state.named().and_then(|event| form_of(event.tournament(), state, one, other));
    let Some(form) = form else { return Vec::new() };
    // A slip is the desk's, a ruling the referee's.
    let office = if matches!(form, FormPurpose::Overrule(..)) { Actor::Referee } else { Actor::Desk };
    if state.holds(office) { open(state, form) } else { not_yours(state, office) }
}

fn form_of(tournament: &Tournament, state: &State, one: PlayerId, other: PlayerId) -> Option<FormPurpose> {
    let paired = shown_round(tournament.rounds(), state.round)?;
    Some(match paired.results.get(&(one.min(other), one.max(other))) {
        Some(decided) => FormPurpose::Overrule(decided.entry, one, other),
        None => FormPurpose::Result(paired.round, one, other),
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
    if matches!(form.purpose, FormPurpose::NameFirst(_)) && !typed.is_empty() {
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
    let called = form.call(named);
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

fn next_ticket(state: &mut State) -> ishigaki_client::Ticket {
    state.ticket = ishigaki_client::Ticket(state.ticket.0 + 1);
    state.ticket
}

/// A call that no form stands before.
fn call(state: &mut State, act: Act) -> Effect {
    let call = EventCall::from(act);
    let ticket = next_ticket(state);
    state.done_key = Some((ticket, call.done_key()));
    state.notice = Some(Notice::Sent);
    Effect::Call { ticket, call }
}
