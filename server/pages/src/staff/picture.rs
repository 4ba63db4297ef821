//! The state of a staff page as JSON. Its members are replaced one by one when they change.

use ishigaki_board::{NamedEvent, NamedStanding, listed_stage, stage_of};
use ishigaki_catalogue::names::fold_reading;
use ishigaki_event::{EventCall, EventStep, EventSteps as _, question};
use ishigaki_preset::SlipCheck;
use ishigaki_printout::PrintKind;
use ishigaki_proto::convert::{group_stage_to_wire, player_to_wire, slip_to_wire};
use ishigaki_proto::event::Slip;
use ishigaki_proto::fault::Fault;
use ishigaki_tournament::{
    Act, Actor, CompetitionRejection, Decided, DrawnGroup, FoundBy, GroupGame, LeagueId, Lottery,
    PairedRound, PlayerId, PlayerState, Rejection, Stage, TableCall, Tournament,
};
use ishigaki_words::Words;
use serde::Serialize;

use super::notes::StaffNotes;
use super::view::StaffView;
use crate::session::SessionHash;

/// Number of announcements on the page.
const SHOWN_NOTICES: usize = 5;

#[derive(Default, Serialize)]
pub(crate) struct Picture {
    live: bool,
    #[serde(flatten)]
    offices: Offices,
    events: Vec<EventChoice>,
    event: Option<EventPicture>,
    players: Vec<PlayerPicture>,
    rounds: Vec<RoundPicture>,
    reports: Vec<ReportPicture>,
    next: Option<NextPicture>,
    rulings: Vec<String>,
    /// Latest announcements first.
    notices: Vec<String>,
    prints: Vec<PrintPicture>,
    /// Firsts that the referee can confirm, and leagues without one.
    firsts: Vec<FirstPicture>,
    /// Groups of the stage in play, in an event in groups.
    groups: Vec<GroupPicture>,
}

/// Roles of the token.
#[derive(Default, Serialize)]
struct Offices {
    desk: bool,
    referee: bool,
    organiser: bool,
}

#[derive(Serialize)]
struct EventChoice {
    event: String,
    title: String,
    stage: String,
}

#[derive(Serialize)]
struct EventPicture {
    event: String,
    title: String,
    in_leagues: bool,
    stage: String,
    /// Name of the stage in the schema.
    code: &'static str,
    /// True if a second person checks each slip.
    second_person: bool,
    entrants: usize,
    leagues: u8,
    /// Hash of settings and roster, once they are locked.
    commitment: Option<String>,
}

#[derive(Serialize)]
struct PlayerPicture {
    /// Line of the roster, from 1.
    line: u32,
    id: String,
    number: Option<u32>,
    name: String,
    reading: String,
    /// Texts that a search finds.
    found: Vec<String>,
    /// True if marked absent.
    absent: bool,
    /// True if seen at reception.
    seen: bool,
    /// League, or how the player has left.
    place: String,
    /// True if the player can be paired again.
    plays: bool,
    /// The slip that a seed has drawn, and those that are left.
    slip: Option<u32>,
    slips: Vec<u32>,
}

#[derive(Serialize)]
struct RoundPicture {
    round: u32,
    games: Vec<GamePicture>,
}

#[derive(Serialize)]
struct GamePicture {
    table: u32,
    pool: String,
    /// Lines of the roster.
    one: u32,
    other: u32,
    /// Number of calls to the game (`TV4`).
    called: usize,
    result: Option<ResultPicture>,
}

#[derive(Serialize)]
struct ResultPicture {
    entry: u32,
    slip: Slip,
    ruling: bool,
}

#[derive(Serialize)]
struct ReportPicture {
    round: u32,
    slip: Slip,
    /// True if this device has reported it.
    own: bool,
}

/// The organiser's next step.
#[derive(Serialize)]
struct NextPicture {
    step: &'static str,
    text: String,
    /// Method of the step's call; empty if it isn't one call.
    call: &'static str,
    request: serde_json::Value,
    question: String,
    /// Why it is impossible now.
    blocked: Option<String>,
    /// Names and digits of the lotteries, for their results.
    lotteries: Vec<LotteryPicture>,
}

#[derive(Serialize)]
struct LotteryPicture {
    name: String,
    digits: u32,
    date: Option<String>,
}

#[derive(Serialize)]
struct PrintPicture {
    kind: &'static str,
    name: String,
    /// Rounds to choose from; empty for a printout of the whole event.
    rounds: Vec<u32>,
}

#[derive(Serialize)]
struct FirstPicture {
    league: String,
    /// The first by ranking, to be confirmed; `None` for a league without a first.
    player: Option<String>,
}

#[derive(Serialize)]
struct GroupPicture {
    stage: u32,
    group: u32,
    spare: bool,
    game: String,
    teams: Vec<String>,
    counted: bool,
}

impl Picture {
    pub(super) fn of(view: &StaffView, notes: &StaffNotes, device: &SessionHash, words: Words) -> Self {
        let choice = |listed: &ishigaki_proto::watch::EventEntry| EventChoice {
            event: listed.event.clone(),
            title: words.title_of(&listed.title, &listed.title_ja),
            stage: listed_stage(listed, words),
        };
        let picture = Self {
            live: view.is_live,
            offices: Offices {
                desk: view.has_office(Actor::Desk),
                referee: view.has_office(Actor::Referee),
                organiser: view.has_office(Actor::Organiser),
            },
            events: view.events.iter().map(choice).collect(),
            ..Self::default()
        };
        let followed = view.event.as_ref().and(view.mirror.named_standing().zip(view.mirror.instance()));
        let Some((standing, instance)) = followed else { return picture };
        let painter = Painter { standing, words };
        let report = |report: super::notes::Report| ReportPicture {
            round: report.round,
            own: report.device == *device,
            slip: report.slip,
        };
        let seen = notes.seen(instance);
        Self {
            event: Some(painter.event()),
            players: painter.players(&seen),
            rounds: painter.rounds(),
            reports: notes.reports(instance).into_iter().map(report).collect(),
            next: painter.next(),
            notices: painter.notices(),
            rulings: standing.rulings(words),
            prints: painter.prints(),
            firsts: painter.firsts(),
            groups: painter.groups(),
            ..picture
        }
    }
}

struct Painter<'a> {
    standing: NamedStanding<'a>,
    words: Words,
}

impl<'a> Painter<'a> {
    fn leagues(&self) -> Option<(NamedEvent<'a>, &'a Tournament)> {
        match self.standing {
            NamedStanding::Leagues(event) => Some((event, event.tournament())),
            NamedStanding::Groups(_) => None,
        }
    }

    fn event(&self) -> EventPicture {
        let standing = self.standing.standing();
        let (stage, _) = ishigaki_proto::convert::competition_to_wire(&standing.competition);
        EventPicture {
            event: standing.event.clone(),
            title: self.standing.title(self.words).to_owned(),
            in_leagues: self.leagues().is_some(),
            stage: stage_of(self.standing, self.words),
            code: ishigaki_board::stage_name(stage),
            second_person: standing.config.slip_check() == SlipCheck::SecondPerson,
            entrants: standing.entrants.len(),
            leagues: self.leagues().map_or(0, |(_, tournament)| tournament.plan().leagues),
            commitment: standing.competition.commitment().map(hex::encode),
        }
    }

    fn players(&self, seen: &std::collections::BTreeSet<String>) -> Vec<PlayerPicture> {
        let entrants = self.standing.standing().entrants.iter().enumerate();
        entrants
            .map(|(at, entrant)| {
                let player = PlayerId::at(at);
                let found = [&entrant.id, &entrant.name, &entrant.kana, &entrant.romaji].into_iter().cloned();
                let found = found.chain([fold_reading(&entrant.kana)]).filter(|text| !text.is_empty());
                let picture = PlayerPicture {
                    line: player_to_wire(player),
                    id: entrant.id.clone(),
                    number: None,
                    name: self.standing.entrant_name(at, self.words),
                    reading: entrant.kana.clone(),
                    found: found.collect(),
                    absent: false,
                    seen: seen.contains(&entrant.id),
                    place: String::new(),
                    plays: false,
                    slip: None,
                    slips: Vec::new(),
                };
                match self.leagues() {
                    Some((event, tournament)) => self.player(event, tournament, player, picture),
                    None => picture,
                }
            })
            .collect()
    }

    fn player(
        &self,
        event: NamedEvent<'_>,
        tournament: &Tournament,
        player: PlayerId,
        picture: PlayerPicture,
    ) -> PlayerPicture {
        let edition = event.edition(self.words);
        let state = tournament.flow().map(|flow| flow.state_of(player));
        let is_leaving = tournament.leaving().contains(&player);
        PlayerPicture {
            number: edition.number(player),
            absent: tournament.is_absent(player),
            place: match state {
                Some(_) if is_leaving => self.words.label("page-staff-leaving"),
                state => state.map(|state| edition.player_state(state)).unwrap_or_default(),
            },
            plays: !is_leaving && matches!(state, Some(PlayerState::League(_) | PlayerState::Placement)),
            slip: tournament.drawn_slip(player).map(|number| number.0),
            slips: tournament.open_slips(player).into_iter().map(|number| number.0).collect(),
            ..picture
        }
    }

    fn rounds(&self) -> Vec<RoundPicture> {
        let Some((event, tournament)) = self.leagues() else { return Vec::new() };
        let edition = event.edition(self.words);
        let game = |paired: &PairedRound, seating: ishigaki_printout::TableSeating| {
            let (one, other) = (seating.higher, seating.lower);
            let result = paired.results.get(&(one.min(other), one.max(other)));
            let result = result.map(|Decided { slip, entry, ruling }| ResultPicture {
                entry: *entry,
                slip: slip_to_wire(slip),
                ruling: ruling.is_some(),
            });
            let (one, other) = (player_to_wire(one), player_to_wire(other));
            let is_call = |call: &&TableCall| (call.round, call.table) == (paired.round, seating.table);
            let called = tournament.messages().calls().iter().filter(is_call).count();
            GamePicture { table: seating.table, pool: seating.pool, one, other, called, result }
        };
        let round = |paired: &PairedRound| RoundPicture {
            round: paired.round.0,
            games: edition.seatings(paired).into_iter().map(|seating| game(paired, seating)).collect(),
        };
        tournament.rounds().iter().map(round).collect()
    }

    fn notices(&self) -> Vec<String> {
        let messages = match self.standing {
            NamedStanding::Leagues(event) => event.tournament().messages(),
            NamedStanding::Groups(named) => named.contest.messages(),
        };
        let latest = messages.notices().iter().rev().take(SHOWN_NOTICES);
        latest.map(|notice| self.words.notice(&notice.english, &notice.japanese).to_owned()).collect()
    }

    fn next(&self) -> Option<NextPicture> {
        let step = self.standing.next_step()?;
        let (name, call) = step_of(&step);
        let text = self.standing.step_label(&step, self.words);
        let request = request_of(&step);
        let asked = EventCall::read(call, request.clone()).ok();
        let blocked = asked.as_ref().and_then(|call| self.standing.rejection_of(call));
        let blocked =
            blocked.map(|rejection| self.standing.refusal(&Fault::of_competition(&rejection), self.words));
        let question = asked.map(|call| question(&call, Some(self.standing), self.words)).unwrap_or_default();
        let lotteries = self.standing.lotteries().iter().map(|Lottery { name, digits, date, .. }| {
            LotteryPicture { name: name.clone(), digits: *digits, date: date.clone() }
        });
        let lotteries = if name == "digits" { lotteries.collect() } else { Vec::new() };
        Some(NextPicture { step: name, text, call, request, question, blocked, lotteries })
    }

    fn prints(&self) -> Vec<PrintPicture> {
        let print = |kind: PrintKind, rounds| PrintPicture {
            kind: kind.name(),
            name: self.words.label(print_key(kind)),
            rounds,
        };
        let Some((event, tournament)) = self.leagues() else {
            let kinds = [PrintKind::Groups, PrintKind::Ranking];
            return kinds.into_iter().map(|kind| print(kind, Vec::new())).collect();
        };
        let edition = event.edition(self.words);
        let rounds = || tournament.rounds().iter().map(|paired| paired.round.0).collect();
        let is_of_round = |kind| matches!(kind, PrintKind::Pairings | PrintKind::Slips | PrintKind::Results);
        let kinds = PrintKind::OF_EVENTS.into_iter().filter(|kind| edition.print(*kind, None).is_some());
        kinds.map(|kind| print(kind, if is_of_round(kind) { rounds() } else { Vec::new() })).collect()
    }

    fn firsts(&self) -> Vec<FirstPicture> {
        let Some((event, tournament)) = self.leagues() else { return Vec::new() };
        let Some(flow) = tournament.flow() else { return Vec::new() };
        let edition = event.edition(self.words);
        let ranked = flow.firsts().iter().enumerate().filter_map(|(at, first)| {
            let (league, first) = (LeagueId::at(at), (*first)?);
            let is_open = first.by == FoundBy::Ranking && !tournament.is_confirmed(league);
            let player = Some(edition.player(first.player));
            is_open.then(|| FirstPicture { league: league.to_string(), player })
        });
        // The next pairing fails while only the referee can name the first of a league.
        let Stage::Between { .. } = tournament.stage() else { return ranked.collect() };
        // Any player shows whether the league has nobody left.
        let can_be_named = |league: LeagueId| {
            let act = Act::NameFirst { league, player: PlayerId::at(0), reason: ".".to_owned() };
            let rejection = self.standing.rejection_of(&act.into());
            matches!(rejection, None | Some(CompetitionRejection::Leagues(Rejection::CannotBeFirst { .. })))
        };
        let leagues = (0..usize::from(tournament.plan().leagues)).map(LeagueId::at);
        let empty = leagues.filter(|league| can_be_named(*league));
        ranked.chain(empty.map(|league| FirstPicture { league: league.to_string(), player: None })).collect()
    }

    fn groups(&self) -> Vec<GroupPicture> {
        let NamedStanding::Groups(named) = self.standing else { return Vec::new() };
        let game = |(game, group): (GroupGame, &DrawnGroup)| GroupPicture {
            stage: group_stage_to_wire(game.stage),
            group: u32::try_from(game.group.index() + 1).unwrap_or(u32::MAX),
            spare: game.spare,
            game: named.game_id(game),
            teams: group.teams.iter().map(|team| named.team_name(*team, self.words)).collect(),
            counted: group.counted.is_some(),
        };
        named.contest.games().map(game).collect()
    }
}

const fn print_key(kind: PrintKind) -> &'static str {
    match kind {
        PrintKind::Draw => "page-staff-print-draw",
        PrintKind::Pairings => "page-staff-print-pairings",
        PrintKind::Slips => "page-staff-print-slips",
        PrintKind::Results => "page-staff-print-results",
        PrintKind::Standings => "page-staff-print-standings",
        PrintKind::Leagues => "page-staff-print-leagues",
        PrintKind::Bracket => "page-staff-print-bracket",
        PrintKind::Diplomas => "page-staff-print-diplomas",
        PrintKind::Groups => "page-staff-print-groups",
        // Events have no sheets of games.
        PrintKind::Ranking | PrintKind::Game | PrintKind::Team => "page-staff-print-ranking",
    }
}

/// Returns the step's name in the page, and its call.
const fn step_of(step: &EventStep) -> (&'static str, &'static str) {
    match step {
        EventStep::SetRoster => ("roster", ""),
        EventStep::Commit => ("act", "commit_roster"),
        EventStep::EnterDigits(_) => ("digits", ""),
        EventStep::MakeLeagues => ("act", "make_leagues"),
        EventStep::Pair(_) => ("act", "pair_round"),
        EventStep::EnterResults(_) => ("results", ""),
        EventStep::DrawGroups(_) => ("act", "draw_groups"),
        EventStep::AwaitGames(_) => ("games", ""),
        EventStep::Janken(..) => ("janken", ""),
        EventStep::CloseStage(_) => ("act", "close_stage"),
        EventStep::Declare => ("act", "declare_ranking"),
    }
}

/// Returns the request of the step's call; of a janken, the stage and the teams in any order.
fn request_of(step: &EventStep) -> serde_json::Value {
    match step {
        EventStep::Pair(round) => serde_json::json!({ "round": round.0 }),
        EventStep::DrawGroups(stage) | EventStep::CloseStage(stage) => {
            serde_json::json!({ "stage": group_stage_to_wire(*stage) })
        }
        EventStep::Janken(stage, teams) => {
            let teams: Vec<u32> =
                teams.iter().map(|team| player_to_wire(PlayerId::at(team.index()))).collect();
            serde_json::json!({ "stage": group_stage_to_wire(*stage), "order": teams })
        }
        _ => serde_json::json!({}),
    }
}
