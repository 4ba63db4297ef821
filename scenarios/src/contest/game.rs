//! Reads contest files: teams, `[[game]]` tables, and their scenarios.

use std::collections::BTreeMap;
use std::path::Path;

use ishigaki_rules::{ClosePolicy, Setup, SetupFault, TeamSpec};
use toml::Spanned;
use toml::de::DeValue;

use super::spare::{SpareReference, check_spares, read_spare};
use super::{
    AfterOutage, Aids, Contest, EventSpec, GameSpec, JudgeSpec, PreparedAnswer, ScheduleEntry, Start, event,
    override_close, scenario, schedule,
};
use crate::id::LONGEST_ID;
use crate::kind::Kind;
use crate::page::{FORMAT, Page, Table};
use crate::scenario::CLOSE_POLICIES;
use crate::team::{Ids, ReadTeam, read_teams};
use crate::wording::Wording;
use crate::{Basis, Scenario, basis};
use ishigaki_catalogue::Phrase;

pub(crate) struct Reading<'t> {
    pub(crate) teams: Vec<ReadTeam<'t>>,
    pub(crate) games: Vec<ReadGame<'t>>,
    pub(crate) events: Vec<EventSpec>,
    after_outage: AfterOutage,
    aids: Aids,
    judges: Vec<JudgeSpec>,
    schedule: Vec<ScheduleEntry>,
    answers: Vec<PreparedAnswer>,
    left_out: Vec<String>,
}

pub(crate) struct ReadGame<'t> {
    pub(crate) spec: GameSpec,
    pub(crate) own_spare: Option<GameSpec>,
    pub(crate) made_for: Option<usize>,
    pub(crate) table: Table<'t>,
    pub(crate) scenario_file: Option<String>,
}

impl Reading<'_> {
    pub(crate) fn into_contest(self, file: &str) -> Contest {
        let games = self.games.into_iter().flat_map(|game| [Some(game.spec), game.own_spare]).flatten();
        Contest {
            teams: self.teams.into_iter().map(|team| team.spec).collect(),
            after_outage: self.after_outage,
            aids: self.aids,
            judges: self.judges,
            schedule: self.schedule,
            answers: self.answers,
            left_out: self.left_out,
            events: self.events,
            games: games.collect(),
            folder: Path::new(file).parent().map(Path::to_owned).unwrap_or_default(),
        }
    }
}

pub(super) enum Players {
    Named(Vec<TeamSpec>),
    Seats(usize),
}

pub(crate) fn read<'t>(page: &mut Page<'_>, mut root: Table<'t>) -> Option<Reading<'t>> {
    if !Kind::Contest.expect(page, &root) {
        return None;
    }
    let teams = read_teams(page, &mut root);
    let server = read_server(page, &mut root);
    let aids = read_aids(page, &mut root);
    let is_event = root.has("event");
    let events = event::read(page, &mut root, &teams);
    let tables = root.tables(page, "game");
    if tables.is_empty() && !is_event {
        page.report(0, Wording::NoGame, FORMAT);
    }
    let game_ids: Vec<String> =
        tables.iter().filter_map(|table| Some(table.peek("id")?.to_owned())).collect();
    let specs: Vec<TeamSpec> = teams.iter().map(|team| team.spec.clone()).collect();
    let teams_by_code = specs.iter().map(|team| (&*team.code, team)).collect();
    let known = ContestNames { teams: &specs, teams_by_code, games: &game_ids };
    let mut ids = Ids::new("game");
    let games: Vec<ReadGame<'_>> =
        tables.into_iter().filter_map(|table| read_game(page, table, &mut ids, &known)).collect();
    for event in &events {
        event::check_ids(page, event, games.iter().map(|game| (game.spec.id.as_str(), game.table.start())));
    }
    let judges = read_judges(page, &mut root, &games);
    let schedule = schedule::read_schedule(page, &mut root);
    let answers = schedule::read_answers(page, &mut root);
    root.close(page);
    let specs: Vec<_> = games.iter().map(|game| (&game.spec, game.table.place_of("spare"))).collect();
    check_spares(page, &specs);
    let ServerTable { after_outage, left_out } = server;
    Some(Reading { teams, games, events, after_outage, aids, judges, schedule, answers, left_out })
}

#[derive(Default)]
struct ServerTable {
    after_outage: AfterOutage,
    left_out: Vec<String>,
}

fn read_server(page: &mut Page<'_>, root: &mut Table<'_>) -> ServerTable {
    let mut server = ServerTable::default();
    let Some(mut table) = root.find("server").and_then(|value| Table::of(page, "server", value)) else {
        return server;
    };
    let chosen = table.find("after_outage").and_then(|value| {
        let choices = [("resume", AfterOutage::Resume), ("wait", AfterOutage::Wait)];
        page.choice("after_outage", value, &choices, basis::OUTAGE)
    });
    server.after_outage = chosen.unwrap_or_default();
    if let Some(value) = table.find("left_out") {
        let named = page.texts("left_out", value).unwrap_or_default();
        server.left_out.extend(named.into_iter().map(|id| (*id.get_ref()).to_owned()));
    }
    table.close(page);
    server
}

fn read_aids(page: &mut Page<'_>, root: &mut Table<'_>) -> Aids {
    let Some(mut table) = root.find("aids").and_then(|value| Table::of(page, "aids", value)) else {
        return Aids::default();
    };
    let mut is_on = |key| table.find(key).and_then(|value| page.flag(key, value)).unwrap_or(true);
    let aids = Aids { solver: is_on("solver"), adviser: is_on("adviser") };
    table.close(page);
    aids
}

fn read_judges(page: &mut Page<'_>, root: &mut Table<'_>, games: &[ReadGame<'_>]) -> Vec<JudgeSpec> {
    const WHY: Basis = basis::JUDGE;
    let mut ids = Ids::new("judge");
    let mut judges = Vec::new();
    for mut table in root.tables(page, "judge") {
        let id = table.need(page, "id", FORMAT).and_then(|value| {
            let id = page.code("id", value, LONGEST_ID, "-_")?;
            if STAFF.contains(&id.as_str()) {
                page.report(value.span().start, Wording::NameOfStaff { id: id.into() }, WHY);
                return None;
            }
            ids.take(page, value, &id).then_some(id)
        });
        let named = table.need(page, "games", WHY).and_then(|value| page.texts("games", value));
        table.close(page);
        let Some(named) = named else { continue };
        if named.is_empty() {
            page.report(table.place("games"), Wording::NoGames, WHY);
        }
        for game in &named {
            let id = *game.get_ref();
            let is_spare = |game: &ReadGame<'_>| game.own_spare.as_ref().is_some_and(|spare| spare.id == id);
            if !games.iter().any(|game| game.spec.id == id || is_spare(game)) {
                page.report(game.span().start, Wording::UnknownGame { game: id.into() }, WHY);
            }
        }
        let games = named.iter().map(|game| (*game.get_ref()).to_owned()).collect();
        judges.extend(id.map(|id| JudgeSpec { id, games }));
    }
    judges
}

/// Reserved names of officials of the whole contest.
const STAFF: [&str; 4] = ["organiser", "judge", "board", "standby"];

struct ContestNames<'a> {
    teams: &'a [TeamSpec],
    teams_by_code: BTreeMap<&'a str, &'a TeamSpec>,
    games: &'a [String],
}

fn read_game<'t>(
    page: &mut Page<'_>,
    mut table: Table<'t>,
    ids: &mut Ids,
    known: &ContestNames<'_>,
) -> Option<ReadGame<'t>> {
    let id = table.need(page, "id", FORMAT).and_then(|value| {
        let id = page.code("id", value, LONGEST_ID, "-_")?;
        ids.take(page, value, &id).then_some(id)
    });
    let title = table.find("title").map(|value| page.title("title", value));
    let title_ja = table.find("title_ja").map(|value| page.title("title_ja", value));
    let named = table.need(page, "scenario", FORMAT);
    let scenario = named.and_then(|value| scenario::read(page, "scenario", value, None));
    let players = match table.find("teams") {
        Some(value) => read_players(page, value, known),
        None => Some(Players::Named(known.teams.to_vec())),
    };
    let close = table.find("close").map(|value| page.choice("close", value, &CLOSE_POLICIES, CLOSING));
    let start = match table.find("starts") {
        Some(value) => page.choice("starts", value, &STARTS, basis::STARTS),
        None => Some(Start::Now),
    };
    let practice = table.find("practice").map_or(Some(false), |value| page.flag("practice", value));
    let naming = table.find("spare").map(|value| read_spare(page, value, id.as_deref(), known.games));
    table.close(page);

    if matches!((&players, start), (Some(Players::Seats(_)), Some(Start::Now))) {
        page.report(table.place("starts"), Wording::SeatsNow, basis::TEAMS_FIXED);
    }
    let scenario_file = named.and_then(|value| scenario::path_of(page, value.get_ref().as_str()?));
    // A Japanese title alone would be combined with the scenario's English one.
    if title.is_none() && title_ja.is_some() {
        page.report(table.place("title_ja"), Wording::TitleMissing, FORMAT);
        return None;
    }
    let title = title.map(|title| Some(Title { own: title?, ja: title_ja.flatten().unwrap_or_default() }));
    let title = title.map_or(Some(None), |title| title.map(Some))?;
    let played = GameSettings { players: players?, close: close.flatten(), title };
    let scenario = scenario?;
    let setup = played.of(page, table.place("teams"), &scenario)?;
    let (id, start, practice) = (id?, start?, practice?);
    let naming = naming.map_or(Some(SpareReference::None), |naming| naming)?;
    let mut game = ReadGame {
        spec: GameSpec { id, setup, seats: played.players.seats(), start, practice, spare: None },
        own_spare: None,
        made_for: scenario.made_for,
        table,
        scenario_file,
    };
    match naming {
        SpareReference::None => {}
        SpareReference::Game(other) => game.spec.spare = Some(other),
        SpareReference::Scenario(scenario) => add_own_spare(page, &mut game, &played, &scenario)?,
    }
    Some(game)
}

fn add_own_spare(
    page: &mut Page<'_>,
    game: &mut ReadGame<'_>,
    played: &GameSettings,
    scenario: &Scenario,
) -> Option<()> {
    let at = game.table.place("spare");
    let spare = GameSpec {
        id: format!("{}-spare", game.spec.id),
        setup: played.of_spare(page, at, scenario)?,
        seats: game.spec.seats,
        start: Start::ByOrganiser,
        practice: game.spec.practice,
        spare: None,
    };
    game.spec.spare = Some(spare.id.clone());
    game.own_spare = Some(spare);
    Some(())
}

const CLOSING: Basis = basis::CLOSING;
const STARTS: [(&str, Start); 2] = [("now", Start::Now), ("by-organiser", Start::ByOrganiser)];

impl Players {
    fn seats(&self) -> Option<usize> {
        match self {
            Self::Named(_) => None,
            Self::Seats(count) => Some(*count),
        }
    }
}

struct GameSettings {
    players: Players,
    close: Option<ClosePolicy>,
    title: Option<Title>,
}

struct Title {
    own: String,
    ja: String,
}

impl GameSettings {
    fn of_spare(&self, page: &mut Page<'_>, at: usize, scenario: &Scenario) -> Option<Setup> {
        let mut setup = self.of(page, at, scenario)?;
        if let Some(Title { own, ja }) = &self.title {
            setup.title = format!("{own} (spare)");
            setup.title_ja = if ja.is_empty() { String::new() } else { format!("{ja}（予備）") };
        }
        Some(setup)
    }

    fn of(&self, page: &mut Page<'_>, at: usize, scenario: &Scenario) -> Option<Setup> {
        let mut setup = match &self.players {
            Players::Seats(_) => scenario.setup_without_teams(),
            Players::Named(teams) => match scenario.setup(teams.clone()) {
                Ok(setup) => setup,
                Err(fault) => {
                    report_setup(page, at, &fault);
                    return None;
                }
            },
        };
        if let Some(close) = self.close {
            override_close(&mut setup, close);
        }
        if let Some(Title { own, ja }) = &self.title {
            (setup.title, setup.title_ja) = (own.clone(), ja.clone());
        }
        Some(setup)
    }
}

fn read_players(
    page: &mut Page<'_>,
    value: &Spanned<DeValue<'_>>,
    known: &ContestNames<'_>,
) -> Option<Players> {
    if value.get_ref().as_integer().is_some() {
        let seats = page.whole("teams", value, 2..=16, basis::TEAMS)?;
        let seats = usize::try_from(seats).ok()?;
        if seats > known.teams.len() {
            let what = Wording::ManySeats { seats: seats.into(), teams: known.teams.len().into() };
            page.report(value.span().start, what, basis::PLAYS_ONCE);
            return None;
        }
        return Some(Players::Seats(seats));
    }
    let mut players: Vec<TeamSpec> = Vec::new();
    let mut good = true;
    for id in page.texts("teams", value)? {
        let place = id.span().start;
        let id = *id.get_ref();
        if players.iter().any(|player| player.code == id) {
            page.report(place, Wording::NamedTwice { team: id.into() }, basis::PLAYS_ONCE);
            good = false;
        } else if let Some(&team) = known.teams_by_code.get(id) {
            players.push(team.clone());
        } else {
            page.report(place, Wording::UnknownTeam { team: id.into() }, FORMAT);
            good = false;
        }
    }
    good.then_some(Players::Named(players))
}

pub(crate) fn report_setup(page: &mut Page<'_>, at: usize, fault: &SetupFault) {
    let why = match fault {
        SetupFault::TeamCount { .. } => basis::TEAMS,
        SetupFault::DuplicateTeam { .. } => basis::PLAYS_ONCE,
        SetupFault::NoLots
        | SetupFault::DuplicateLot { .. }
        | SetupFault::NoCopies { .. }
        | SetupFault::NoRounds
        | SetupFault::EmptyRound { .. } => basis::NEEDS,
    };
    page.report(at, Phrase::from(fault), why);
}
