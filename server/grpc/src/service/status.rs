//! Converts refusals to gRPC statuses.
//!
//! Clients act on the reason in the status details. The English message is for logs of other programs.

use ishigaki_engine::archive;
use ishigaki_engine::engine::{ActError, ActRejection, Handle, Subject};
use ishigaki_engine::feed::ResumeError;
use ishigaki_engine::games;
use ishigaki_engine::stop_reason::StopReason;
use ishigaki_engine::tournaments;
use ishigaki_preset::{EventConfigError, LONGEST_ID, RosterError};
use ishigaki_proto::fault::{ErrorReason, Fault, RequestOrigin};
use ishigaki_rules::{Millis, Setup};
use ishigaki_scenarios::EventIdFault;
use ishigaki_words::{Lang, Words};
use tonic::Status;

use crate::limits::rate_limit::RateLimit;

/// Language of the messages in statuses. Clients translate the reason.
pub const SERVER_LOCALE: Lang = Lang::En;

/// Retry delay when the server is full, in milliseconds.
const FULL_RETRY_DELAY: u64 = 1_000;

/// Retry delay while no server serves a game, in milliseconds.
const UNSERVED_RETRY_DELAY: u64 = 100;

pub(super) fn refused(error: &ActError, setup: &Setup, origin: &RequestOrigin) -> Status {
    match error {
        ActError::Rejected(rejection) => status(&Fault::of_rejected(rejection, setup, origin)),
        ActError::Busy => status(&Fault::new(ErrorReason::Busy).retrying_in(FULL_RETRY_DELAY)),
        ActError::Stopped(stop_reason) => halted(*stop_reason),
    }
}

/// The game is no longer served.
pub(super) fn halted(stop_reason: StopReason) -> Status {
    status(&Fault::new(match stop_reason {
        StopReason::Stopping => ErrorReason::ServerStopping,
        StopReason::Journal => ErrorReason::JournalFailed,
        StopReason::Record => ErrorReason::GameStopped,
        StopReason::Elsewhere => ErrorReason::GameElsewhere,
    }))
}

/// Another server serves this game or event, at `address` if known.
pub(super) fn elsewhere(id: &str, address: Option<&str>) -> Status {
    let fault = Fault::new(ErrorReason::GameElsewhere).with("game", id);
    status(&match address {
        Some(address) => fault.with("address", address),
        None => fault.retrying_in(UNSERVED_RETRY_DELAY),
    })
}

pub(super) fn unknown_server(server: u64) -> Status {
    status(&Fault::new(ErrorReason::UnknownServer).with("server", server))
}

/// A window is open in this game.
pub(super) fn window_open(game: &str) -> Status {
    status(&Fault::new(ErrorReason::WindowOpen).with("game", game))
}

/// The journal can be open on one server only.
pub(super) fn single_server() -> Status {
    status(&Fault::new(ErrorReason::SingleServer))
}

/// The game's stream in the journal is damaged.
pub(super) fn damaged(game: &str) -> Status {
    status(&Fault::new(ErrorReason::GameDamaged).with("game", game))
}

/// A game could not be opened.
pub(super) fn not_opened(game: &str, error: &games::Error) -> Status {
    match error {
        games::Error::Damaged(game) => damaged(game),
        error => {
            tracing::error!(game, error = error as &dyn std::error::Error, "can't open the game");
            halted(StopReason::Journal)
        }
    }
}

/// A record could not be read. The log has the cause.
pub(super) fn unreadable<S: Subject>(game: &Handle<S>, error: &archive::Error) -> Status {
    tracing::error!(game = %game.id(), error = error as &dyn std::error::Error, "the record cannot be read");
    halted(if matches!(error, archive::Error::Journal(_)) { StopReason::Journal } else { StopReason::Record })
}

pub(super) fn unauthenticated() -> Status {
    status(&Fault::new(ErrorReason::Unauthenticated))
}

pub(super) fn token_revoked() -> Status {
    status(&Fault::new(ErrorReason::TokenRevoked))
}

/// The caller's token has none of these roles.
pub(super) fn permission_denied(roles: &[&str]) -> Status {
    status(&Fault::new(ErrorReason::PermissionDenied).with("needs", roles.join(" ")))
}

ishigaki_catalogue::keyed! {
    /// Scope of an exhausted quota.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum QuotaScope: pub(super) name {
        Token = "token",
        Address = "address",
        /// Calls without a token.
        Unauthenticated = "unauthenticated",
        Server = "server",
    }
}

pub(super) fn too_many_calls(among: QuotaScope, most: usize) -> Status {
    let fault = Fault::new(ErrorReason::TooManyCalls).with("of", among.name()).with("most", most);
    status(&fault.retrying_in(FULL_RETRY_DELAY))
}

pub(super) fn too_fast(pace: RateLimit, wait: Millis) -> Status {
    let fault = Fault::new(ErrorReason::TooFast)
        .with("burst", pace.burst)
        .with("per_second", pace.per_second)
        .retrying_in(wait.0);
    status(&fault)
}

pub(super) fn message_too_large(bytes: usize) -> Status {
    status(&Fault::new(ErrorReason::MessageTooLarge).with("bytes", bytes))
}

pub(super) fn not_a_message() -> Status {
    status(&Fault::new(ErrorReason::Unreadable))
}

pub(super) fn timed_out(after: Millis) -> Status {
    status(&Fault::new(ErrorReason::TimedOut).with("millis", after.0))
}

pub(super) fn slow_reader(from_sequence: u64) -> Status {
    let fault = Fault::new(ErrorReason::SlowReader).with("from_sequence", from_sequence);
    status(&fault.retrying_in(FULL_RETRY_DELAY))
}

pub(super) fn slow_standby(after: Millis) -> Status {
    status(&Fault::new(ErrorReason::SlowStandby).with("millis", after.0).retrying_in(FULL_RETRY_DELAY))
}

pub(super) fn unknown_game(game: &str) -> Status {
    status(&Fault::new(ErrorReason::UnknownGame).with("game", game))
}

pub(super) fn missing_field(field: &str) -> Status {
    status(&Fault::new(ErrorReason::MissingField).with("field", field))
}

/// Number of games that a refusal lists.
const NAMED: usize = 8;

/// No game is named, and several match.
pub(super) fn several_games<'a>(games: impl Iterator<Item = &'a str>) -> Status {
    status(&Fault::missing_field("game").with("games", some_of(games)))
}

/// No event is named, and several match.
pub(super) fn several_events<'a>(events: impl Iterator<Item = &'a str>) -> Status {
    status(&Fault::missing_field("event").with("events", some_of(events)))
}

/// Lists the first of these ids.
fn some_of<'a>(ids: impl Iterator<Item = &'a str>) -> String {
    let mut ids: Vec<&str> = ids.collect();
    ids.sort_unstable();
    ids.truncate(NAMED);
    ids.join(" ")
}

pub(super) fn unknown_item(error: &ResumeError) -> Status {
    let fault = Fault::new(ErrorReason::BadField)
        .with("field", "from_sequence")
        .with("value", error.from.to_string())
        .with("most", error.length.saturating_add(1).to_string());
    status(&fault)
}

pub(super) fn not_started(error: &games::Error) -> Status {
    match error {
        games::Error::UnknownGame(game) => unknown_game(game),
        games::Error::Damaged(game) => damaged(game),
        games::Error::Taken(game) | games::Error::AlreadyStarted(game) => {
            status(&Fault::new(ErrorReason::AlreadyStarted).with("game", game))
        }
        games::Error::NoSpare(game) => {
            status(&Fault::new(ErrorReason::NoSpare).under("G4").with("game", game))
        }
        games::Error::Elsewhere(game) => elsewhere(game, None),
        games::Error::UnknownTeam(team) => status(&Fault::unknown_team("teams", team)),
        games::Error::Seats { game, seats, named } => {
            let fault =
                Fault::new(ErrorReason::WrongSeats).under("G2").with("game", game).with("named", named);
            status(&match seats {
                Some(seats) => fault.with("seats", seats),
                None => fault,
            })
        }
        games::Error::Teams(_) => status(&Fault::bad_field("teams").under("G2")),
        games::Error::Abandon { error, setup } => refused(error, setup, &RequestOrigin::default()),
        games::Error::Engine(error) => {
            tracing::error!(error = error as &dyn std::error::Error, "can't start a game");
            halted(if error.is_of_journal() { StopReason::Journal } else { StopReason::Record })
        }
    }
}

pub(super) fn refused_in_event(error: &ActError<ActRejection>) -> Status {
    match error {
        ActError::Rejected(ActRejection::Rejected(rejection)) => status(&Fault::of_competition(rejection)),
        ActError::Rejected(ActRejection::Roster(error)) => bad_roster(error),
        ActError::Busy => status(&Fault::new(ErrorReason::Busy).retrying_in(FULL_RETRY_DELAY)),
        ActError::Stopped(stop_reason) => halted(*stop_reason),
    }
}

pub(super) fn unknown_event(event: &str) -> Status {
    status(&Fault::new(ErrorReason::UnknownEvent).with("event", event))
}

pub(super) fn bad_config(error: &EventConfigError) -> Status {
    let fault = Fault::new(ErrorReason::BadConfig).under("TV1");
    status(&fault.with("field", within("config", error.field())).with("why", chain(error)))
}

pub(super) fn bad_roster(error: &RosterError) -> Status {
    let fault =
        Fault::new(ErrorReason::BadRoster).under("TD4").with("field", within("roster", error.field()));
    let fault = match error {
        RosterError::Id { id, .. } if id.is_empty() => fault.with("why", "EMPTY_ID"),
        RosterError::Id { id, .. } => fault.with("why", "SAME_ID").with("value", id),
        RosterError::LongId { characters, .. } => {
            fault.with("why", "LONG_ID").with("characters", *characters).with("most", LONGEST_ID)
        }
        RosterError::Control { .. } => fault.with("why", "CONTROL"),
        RosterError::SeedClass { class, known, .. } => fault
            .with("why", "SEED_CLASS")
            .with("value", class)
            .with("known", if known.is_empty() { "-".to_owned() } else { known.join(", ") }),
        RosterError::Shape(_) | RosterError::Lines { .. } | RosterError::NotCanonical(_) => fault,
    };
    status(&match error.line() {
        Some(line) => fault.with("line", line),
        None => fault,
    })
}

/// Names a member of a field.
fn within(field: &str, member: &str) -> String {
    if member.is_empty() { field.to_owned() } else { format!("{field}.{member}") }
}

/// Joins an error and its sources.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

pub(super) fn not_created(error: &tournaments::Error) -> Status {
    match error {
        tournaments::Error::BadId { fault: EventIdFault::Length { characters }, .. } => status(
            &Fault::bad_field("event")
                .with("characters", characters)
                .with("most", ishigaki_scenarios::LONGEST_ID),
        ),
        tournaments::Error::BadId { id, fault: EventIdFault::Sign } => {
            status(&Fault::bad_field("event").with("value", id).with("signs", "a-z 0-9 -"))
        }
        tournaments::Error::Exists(id) => status(&Fault::new(ErrorReason::EventExists).with("event", id)),
        tournaments::Error::Planned(error) => {
            let fault = Fault::new(ErrorReason::BadConfig).under("TG");
            status(&fault.with("field", within("config", "stage")).with("why", chain(error)))
        }
        tournaments::Error::Engine(error) => {
            tracing::error!(error = error as &dyn std::error::Error, "can't start an event");
            halted(if error.is_of_journal() { StopReason::Journal } else { StopReason::Record })
        }
    }
}

/// A planned game of an event could not be made.
pub(super) fn not_made(error: &tournaments::MakeError) -> Status {
    match error {
        tournaments::MakeError::Planned(error) => {
            tracing::error!(error = error as &dyn std::error::Error, "can't create a game of an event");
            halted(StopReason::Record)
        }
        tournaments::MakeError::Game(error) => not_started(error),
    }
}

/// Returns the status of any fault, with its message.
pub(super) fn status(fault: &Fault) -> Status {
    fault.to_status(Words::new(SERVER_LOCALE).fault(fault))
}
