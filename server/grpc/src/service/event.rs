//! Event services of organiser, desk and referee.

use std::sync::Arc;

use ishigaki_engine::engine::{ActAnswer, ActError, Request as Asked};
use ishigaki_engine::stop_reason::StopReason;
use ishigaki_engine::token::Role;
use ishigaki_engine::tournaments::Handle;
use ishigaki_preset::{EventConfig, Roster};
use ishigaki_proto::convert::EventRequest as _;
use ishigaki_proto::event::{
    self, CommitRosterRequest, CommitRosterResponse, CreateEventRequest, CreateEventResponse,
    SetRosterRequest, SetRosterResponse,
};
use ishigaki_proto::server::event_desk::DeskService;
use ishigaki_proto::server::event_organiser::EventOrganiserService;
use ishigaki_proto::server::event_referee::RefereeService;
use ishigaki_tournament::{Act, Actor};
use tonic::{Request, Response, Status};

use super::{Caller, Services, caller, status};

/// Returns the caller if it is an organiser.
fn organising<T>(request: &Request<T>) -> Result<(Caller, Actor), Status> {
    let caller = caller(request)?;
    if caller.role == Role::Organiser {
        Ok((caller, Actor::Organiser))
    } else {
        Err(status::permission_denied(&["organiser"]))
    }
}

/// Returns the caller if it is the desk, the organiser, or, for announcements and calls, the referee.
fn at_the_desk<T>(request: &Request<T>) -> Result<(Caller, Actor), Status> {
    let caller = caller(request)?;
    match caller.role {
        Role::Desk => Ok((caller, Actor::Desk)),
        Role::Organiser => Ok((caller, Actor::Organiser)),
        Role::Referee | Role::Judge => Ok((caller, Actor::Referee)),
        Role::JudgeOf { .. } | Role::Team { .. } | Role::Board | Role::Standby => {
            Err(status::permission_denied(&["desk", "organiser"]))
        }
    }
}

/// Returns the caller if it is the referee, which the chief judge of all games also is.
fn refereeing<T>(request: &Request<T>) -> Result<(Caller, Actor), Status> {
    let caller = caller(request)?;
    match caller.role {
        Role::Referee | Role::Judge => Ok((caller, Actor::Referee)),
        Role::JudgeOf { .. }
        | Role::Team { .. }
        | Role::Organiser
        | Role::Board
        | Role::Desk
        | Role::Standby => Err(status::permission_denied(&["referee", "judge"])),
    }
}

/// Refuses the referee's acts that are the desk's.
fn check_referee(by: Actor, act: &Act) -> Result<(), Status> {
    let is_allowed = by != Actor::Referee || act.is_ruling() || act.is_message();
    if is_allowed { Ok(()) } else { Err(status::permission_denied(&["desk", "organiser"])) }
}

impl Services {
    /// Returns the event that a caller means: by id, or the only one that is not over.
    pub(super) fn event(&self, id: &str) -> Result<Handle, Status> {
        if !id.is_empty() {
            if self.games.directory().is_late() {
                return Err(status::elsewhere(id, None));
            }
            let event = self.tournaments.get(id);
            return event.ok_or_else(|| self.located(id).unwrap_or_else(|| status::unknown_event(id)));
        }
        let mut events = self.tournaments.served();
        if events.iter().any(|event| !event.feeds().is_over()) {
            events.retain(|event| !event.feeds().is_over());
        }
        match &events[..] {
            [event] => Ok(event.clone()),
            [] => Err(self.only_event_elsewhere()),
            several => Err(status::several_events(several.iter().map(|event| event.id().as_str()))),
        }
    }

    /// Returns where the only event is that another server serves.
    fn only_event_elsewhere(&self) -> Status {
        let others = self.games.directory().others();
        let is_of = |id: &str, event: &str| id.strip_prefix(event).is_some_and(|rest| rest.starts_with('-'));
        let is_event =
            |id: &&String| self.games.spec(id).is_none() && !others.iter().any(|event| is_of(id, event));
        let events: Vec<&String> = others.iter().filter(is_event).collect();
        let mut planned = self.games.contest().events.iter().map(|event| &event.id);
        let only = planned.next().filter(|_| planned.next().is_none());
        let only = only.or_else(|| events.first().copied().filter(|_| events.len() == 1));
        only.and_then(|event| self.located(event)).unwrap_or_else(|| status::unknown_event(""))
    }

    async fn create(&self, request: CreateEventRequest) -> Result<(), Status> {
        let CreateEventRequest { event, config } = request;
        if event.is_empty() {
            return Err(status::missing_field("event"));
        }
        let config = EventConfig::read(&config).and_then(EventConfig::check_dates);
        let config = config.map_err(|error| status::bad_config(&error))?;
        let tournaments = Arc::clone(&self.tournaments);
        // Runs on without its caller: otherwise the event would be in the journal without being served.
        let created = tokio::spawn(async move { tournaments.create(&event, config).await }).await;
        let created = created.map_err(|_| status::halted(StopReason::Stopping))?;
        created.map(drop).map_err(|error| status::not_created(&error))
    }

    /// Queues an act in an event and waits until it is durable.
    async fn perform_in(
        &self,
        (caller, by): (Caller, Actor),
        event: &str,
        request: Asked,
    ) -> Result<ActAnswer, Status> {
        let event = self.event(event)?;
        caller.concerns(event.id());
        let is_drawing = matches!(request, Asked::Act(Act::DrawGroups { .. }));
        let is_ending = matches!(
            request,
            Asked::Act(Act::OverruleGame { .. } | Act::Abandon { .. } | Act::ReplaceGame { .. })
        );
        let done = event.act(&caller.name, by, request).await;
        let granted = done.map_err(|error| match error {
            ActError::Stopped(StopReason::Elsewhere) => self.moved(event.id().as_str()),
            error => status::refused_in_event(&error),
        })?;
        if is_drawing {
            self.tournaments.make_drawn(&event).await;
        }
        if is_ending {
            self.tournaments.end_unneeded(&event).await;
        }
        Ok(granted)
    }
}

/// Defines the acts, which are alike on the wire: a request that names its event, an answer with the feed's
/// item.
macro_rules! acts {
    ($service:ident $who:ident { $($own:item)* }
        $($method:ident $request:ident $response:ident $act:ident $name:literal { $($field:ident),* })*
    ) => {
        #[tonic::async_trait]
        impl $service for Services {
            $($own)*

            $(async fn $method(
                &self,
                request: Request<event::$request>,
            ) -> Result<Response<event::$response>, Status> {
                let who = $who(&request)?;
                let request = request.into_inner();
                let act = request.act().map_err(|fault| status::status(&fault))?;
                check_referee(who.1, &act)?;
                let ActAnswer { item, .. } = self.perform_in(who, request.event(), Asked::Act(act)).await?;
                Ok(Response::new(event::$response { item }))
            })*
        }
    };
}

macro_rules! services {
    (event_organiser { $($organiser:tt)* } desk { $($desk:tt)* } referee { $($referee:tt)* }) => {
        acts! {
            EventOrganiserService organising {
                async fn create_event(
                    &self,
                    request: Request<CreateEventRequest>,
                ) -> Result<Response<CreateEventResponse>, Status> {
                    organising(&request)?;
                    self.create(request.into_inner()).await?;
                    Ok(Response::new(CreateEventResponse { item: 1 }))
                }

                async fn set_roster(
                    &self,
                    request: Request<SetRosterRequest>,
                ) -> Result<Response<SetRosterResponse>, Status> {
                    let who = organising(&request)?;
                    let SetRosterRequest { event, roster } = request.into_inner();
                    let roster = Roster::read(&roster).map_err(|error| status::bad_roster(&error))?;
                    let request = Asked::SetRoster(Box::new(roster));
                    let ActAnswer { item, .. } = self.perform_in(who, &event, request).await?;
                    Ok(Response::new(SetRosterResponse { item }))
                }

                async fn commit_roster(
                    &self,
                    request: Request<CommitRosterRequest>,
                ) -> Result<Response<CommitRosterResponse>, Status> {
                    let who = organising(&request)?;
                    let event = request.into_inner().event;
                    let ActAnswer { item, commitment } = self.perform_in(who, &event, Asked::Commit).await?;
                    let commitment = commitment.map(Vec::from).unwrap_or_default();
                    Ok(Response::new(CommitRosterResponse { item, commitment }))
                }
            }
            $($organiser)*
        }
        acts! { DeskService at_the_desk {} $($desk)* }
        acts! { RefereeService refereeing {} $($referee)* }
    };
}

ishigaki_proto::event_calls!(services);
