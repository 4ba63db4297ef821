//! The watch service: games, feeds, opened rounds and records for every audience. The token alone decides
//! what a caller sees.

use std::sync::Arc;

use ishigaki_engine::archive::Extent;
use ishigaki_engine::clock::local_second;
use ishigaki_engine::directory::GameLocation;
use ishigaki_engine::feed::{self, WatchRange};
use ishigaki_engine::games::GameSlot;
use ishigaki_engine::token::Role;
use ishigaki_engine::tournaments;
use ishigaki_journal::StreamId;
use ishigaki_proto::convert::{CurrentPart, competition_to_wire, group_stage_to_wire};
use ishigaki_proto::padding::request_len;
use ishigaki_proto::server::watch::WatchService;
use ishigaki_proto::shared::{ListRoundsResponse, ReadRecordResponse};
use ishigaki_proto::watch::{
    Audience, EventEntry, EventKind, GameEntry, GameState, ListEventsRequest, ListEventsResponse,
    ListGamesRequest, ListGamesResponse, ListRoundsRequest, PreparedAnswer, ReadRecordRequest, ScheduleEntry,
    ScheduleKind, WatchEventRequest, WatchGameRequest,
};
use ishigaki_proto::wire;
use ishigaki_rules::{RoundNo, TeamSpec};
use ishigaki_scenarios::{self as scenarios, Aids, GameSpec, Start};
use ishigaki_tournament::{Competition, GroupContest, StageId};
use tonic::{Request, Response, Status};

use super::stream::Answers;
use super::{Caller, Services, caller, status};

#[tonic::async_trait]
impl WatchService for Services {
    type WatchGameStream = Answers;
    type WatchEventStream = Answers;

    async fn list_games(
        &self,
        request: Request<ListGamesRequest>,
    ) -> Result<Response<ListGamesResponse>, Status> {
        let (caller, audience) = viewer(&request)?;
        let specs = self.games.specs();
        self.find_unknown(&caller, &specs).await;
        if matches!(caller.role, Role::Team { .. } | Role::JudgeOf { .. }) {
            // These callers have few games, and ask for them next.
            self.know_own(&caller).await;
        }
        let team = match &caller.role {
            Role::Team { team } => team.clone(),
            _ => String::new(),
        };
        let answer = match audience {
            Audience::Judge | Audience::Organiser => {
                let own = specs.iter().filter(|spec| self.judges(&caller, &spec.id));
                let teams = self.games.contest().teams.iter().map(named).collect();
                ListGamesResponse {
                    games: own.map(|spec| self.planned(spec)).collect(),
                    teams,
                    answers: self.games.contest().answers.iter().map(prepared).collect(),
                    ..Default::default()
                }
            }
            Audience::Unspecified | Audience::Board | Audience::Team | Audience::Desk | Audience::Referee => {
                let started = specs.iter().filter_map(|spec| self.started(spec, &caller));
                ListGamesResponse { games: started.collect(), ..Default::default() }
            }
        };
        let servers = self.games.directory().addresses();
        let Aids { solver, adviser } = self.games.contest().aids;
        Ok(Response::new(ListGamesResponse {
            audience: audience.into(),
            team,
            servers,
            solver_off: !solver,
            adviser_off: !adviser,
            schedule: self.games.contest().schedule.iter().map(scheduled).collect(),
            time_of_day_s: local_second(self.clock.time_of_day()),
            ..answer
        }))
    }

    async fn watch_game(
        &self,
        request: Request<WatchGameRequest>,
    ) -> Result<Response<Self::WatchGameStream>, Status> {
        let (caller, _) = viewer(&request)?;
        let request = request.into_inner();
        let (game, audience) = match caller.role {
            Role::Team { .. } => {
                let (game, team) = self.seat(&caller, &request.game).await?;
                (game, feed::Audience::Team(team))
            }
            Role::Judge | Role::JudgeOf { .. } | Role::Organiser => {
                (self.game(&caller, &request.game).await?, feed::Audience::Public)
            }
            // Event staff see an event's games as the hall does. Standbys were refused earlier.
            Role::Board | Role::Desk | Role::Referee | Role::Standby => {
                (self.game(&caller, &request.game).await?, feed::Audience::Board)
            }
        };
        let range = WatchRange { from: request.from_sequence, every_list: request.every_list };
        self.stream(&caller, &game, audience, range).map(Response::new)
    }

    async fn list_rounds(
        &self,
        request: Request<ListRoundsRequest>,
    ) -> Result<Response<ListRoundsResponse>, Status> {
        let (caller, _) = viewer(&request)?;
        let ListRoundsRequest { game, round } = request.into_inner();
        let round = (round > 0).then_some(RoundNo(round));
        let rounds = self.game(&caller, &game).await?.feeds().opened_rounds(round);
        Ok(Response::new(ListRoundsResponse { rounds }))
    }

    async fn read_record(
        &self,
        request: Request<ReadRecordRequest>,
    ) -> Result<Response<ReadRecordResponse>, Status> {
        let (caller, _) = viewer(&request)?;
        let ReadRecordRequest { game, from_line, limit } = request.into_inner();
        let most = usize::try_from(limit).unwrap_or(usize::MAX);
        if let Some(event) = self.tournaments.get(&game) {
            caller.concerns(event.id());
            let lines = event.record().read(from_line, most, Extent::Whole).await;
            return lines.map(Response::new).map_err(|error| status::unreadable(&event, &error));
        }
        let game = self.game(&caller, &game).await?;
        let extent = match caller.role {
            Role::Judge | Role::JudgeOf { .. } | Role::Organiser => Extent::Whole,
            _ if game.feeds().is_outcome_public() => Extent::Whole,
            Role::Team { .. } | Role::Board | Role::Desk | Role::Referee | Role::Standby => {
                Extent::BeforeRanking
            }
        };
        let lines = game.record().read(from_line, most, extent).await;
        lines.map(Response::new).map_err(|error| status::unreadable(&game, &error))
    }

    async fn list_events(
        &self,
        request: Request<ListEventsRequest>,
    ) -> Result<Response<ListEventsResponse>, Status> {
        let (_, audience) = viewer(&request)?;
        let events = self.tournaments.served().iter().map(event_entry).collect();
        Ok(Response::new(ListEventsResponse { events, audience: audience.into() }))
    }

    async fn watch_event(
        &self,
        request: Request<WatchEventRequest>,
    ) -> Result<Response<Self::WatchEventStream>, Status> {
        let (caller, _) = viewer(&request)?;
        let WatchEventRequest { event, from_sequence } = request.into_inner();
        let event = self.event(&event)?;
        caller.concerns(event.id());
        let range = WatchRange { from: from_sequence, every_list: true };
        self.stream(&caller, &event, feed::Audience::Public, range).map(Response::new)
    }
}

fn event_entry(event: &tournaments::Handle) -> EventEntry {
    let (state, items) = event.feeds().standing();
    let competition = state.competition();
    let (stage, current) = competition_to_wire(competition);
    let (round, group_stage) = match current {
        Some(CurrentPart::Round(round)) => (round.0, None),
        Some(CurrentPart::Stage(stage)) => (0, Some(stage)),
        None => (0, None),
    };
    let plan = competition.groups().map(GroupContest::plan);
    let named = |stage: StageId| Some(plan?.stages.get(stage.index())?.name.clone());
    EventEntry {
        event: event.id().to_string(),
        title: event.setup().config.title().to_owned(),
        title_ja: event.setup().config.title_ja().to_owned(),
        stage: stage.into(),
        round,
        entrants: u32::try_from(competition.entrants()).unwrap_or(u32::MAX),
        items,
        kind: match competition {
            Competition::Leagues(_) => EventKind::Leagues,
            Competition::Groups(_) => EventKind::Groups,
        }
        .into(),
        group_stage: group_stage.map_or(0, group_stage_to_wire),
        group_stage_name: group_stage.and_then(named).unwrap_or_default(),
    }
}

impl Services {
    /// Looks up games without a known record that this caller may see.
    async fn find_unknown(&self, caller: &Caller, specs: &[Arc<GameSpec>]) {
        let Some(cluster) = &self.cluster else { return };
        let is_unknown = |spec: &&Arc<GameSpec>| {
            self.games.find(&spec.id).is_none()
                && self.games.directory().locate(&spec.id) == GameLocation::Unrecorded
                && self.may_see(&spec.id, caller)
        };
        let unknown = specs.iter().filter(is_unknown).filter_map(|spec| StreamId::new(&*spec.id).ok());
        let unknown: Vec<StreamId> = unknown.collect();
        if !unknown.is_empty() {
            cluster.inspect(unknown).await;
        }
    }

    /// Returns a game as judges and organisers see it, started or not.
    pub(super) fn planned(&self, spec: &GameSpec) -> GameEntry {
        let state = match self.games.find(&spec.id) {
            Some(game) => return entry(spec, &game),
            None if self.games.is_damaged(&spec.id) => GameState::Damaged,
            None => match self.games.directory().locate(&spec.id) {
                // The server that takes it sets it up.
                location @ GameLocation::Unrecorded
                    if spec.start == Start::Now && self.games.directory().is_shared() =>
                {
                    return self.entry_elsewhere(spec, location);
                }
                GameLocation::Unrecorded => GameState::Waiting,
                location => return self.entry_elsewhere(spec, location),
            },
        };
        let teams = self.games.planned_teams(spec).into_iter().map(|team| team.code).collect();
        GameEntry { state: state.into(), teams, ..planned_entry(spec) }
    }

    /// Returns a started game that another server serves.
    fn entry_elsewhere(&self, spec: &GameSpec, location: GameLocation) -> GameEntry {
        let teams = self.games.planned_teams(spec).into_iter().map(|team| team.code).collect();
        GameEntry {
            state: GameState::Elsewhere.into(),
            teams,
            address: match location {
                GameLocation::At { address } => address,
                GameLocation::Nowhere | GameLocation::Unrecorded => String::new(),
            },
            ..planned_entry(spec)
        }
    }

    /// Returns a game as everyone else sees it; `None` if it has not started or is not visible to this
    /// caller. For a spare it shows only that it is played (`G4`).
    fn started(&self, spec: &GameSpec, caller: &Caller) -> Option<GameEntry> {
        let Some(game) = self.games.find(&spec.id) else {
            let location = self.games.directory().locate(&spec.id);
            let is_visible = location != GameLocation::Unrecorded && self.may_see(&spec.id, caller);
            let entry = is_visible.then(|| self.entry_elsewhere(spec, location))?;
            return Some(GameEntry { seats: 0, spare: self.played_spare(spec), ..entry });
        };
        let game = Some(game).filter(|game| self.is_visible(game, caller))?;
        Some(GameEntry { seats: 0, spare: self.played_spare(spec), ..entry(spec, &game) })
    }

    /// Returns a game's spare once it has started; empty before.
    fn played_spare(&self, spec: &GameSpec) -> String {
        let has_started = |spare: &&String| {
            self.games.find(spare).is_some()
                || self.games.directory().locate(spare) != GameLocation::Unrecorded
        };
        spec.spare.as_ref().filter(has_started).cloned().unwrap_or_default()
    }
}

/// Returns the caller and its audience. Standbys may copy but not watch.
fn viewer<T>(request: &Request<T>) -> Result<(Caller, Audience), Status> {
    let caller = caller(request)?;
    let audience = match caller.role {
        Role::Board => Audience::Board,
        Role::Team { .. } => Audience::Team,
        Role::Judge | Role::JudgeOf { .. } => Audience::Judge,
        Role::Organiser => Audience::Organiser,
        Role::Desk => Audience::Desk,
        Role::Referee => Audience::Referee,
        Role::Standby => {
            return Err(status::permission_denied(&[
                "board",
                "team",
                "judge",
                "organiser",
                "desk",
                "referee",
            ]));
        }
    };
    Ok((caller, audience))
}

/// Returns a game as the contest file describes it.
fn planned_entry(spec: &GameSpec) -> GameEntry {
    GameEntry {
        game: spec.id.clone(),
        title: spec.setup.title.clone(),
        title_ja: spec.setup.title_ja.clone(),
        practice: spec.practice,
        seats: seats(spec),
        spare: spec.spare.clone().unwrap_or_default(),
        sealing_bytes: u32::try_from(request_len(&spec.setup)).unwrap_or(0),
        ..GameEntry::default()
    }
}

fn entry(spec: &GameSpec, game: &GameSlot) -> GameEntry {
    let (title, title_ja) = game.titles();
    GameEntry {
        game: spec.id.clone(),
        title,
        title_ja,
        state: GameState::Started.into(),
        teams: game.teams().into_iter().map(|team| team.code).collect(),
        clock: game.face(),
        practice: spec.practice,
        seats: seats(spec),
        spare: spec.spare.clone().unwrap_or_default(),
        sealing_bytes: game.sealing_bytes(),
        address: String::new(),
    }
}

fn seats(spec: &GameSpec) -> u32 {
    spec.seats.map_or(0, |seats| u32::try_from(seats).unwrap_or(u32::MAX))
}

fn scheduled(entry: &scenarios::ScheduleEntry) -> ScheduleEntry {
    let scenarios::ScheduleEntry { start, title, title_ja, kind } = entry;
    let kind = match kind {
        scenarios::ScheduleKind::Game => ScheduleKind::Game,
        scenarios::ScheduleKind::Break => ScheduleKind::Break,
        scenarios::ScheduleKind::Ceremony => ScheduleKind::Ceremony,
        scenarios::ScheduleKind::Other => ScheduleKind::Other,
    };
    ScheduleEntry { start: *start, title: title.clone(), title_ja: title_ja.clone(), kind: kind.into() }
}

fn prepared(answer: &scenarios::PreparedAnswer) -> PreparedAnswer {
    PreparedAnswer { text: answer.text.clone(), text_ja: answer.text_ja.clone() }
}

fn named(team: &TeamSpec) -> wire::Team {
    wire::Team { code: team.code.clone(), name: team.name.clone() }
}
