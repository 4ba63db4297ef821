//! The one place where refusals become gRPC statuses.
//!
//! Clients act on the reason in the status' details; the message is for people who read logs of other
//! programs, in English.

use ishigaki_engine::archive;
use ishigaki_engine::engine::{ActError, Handle, Refused, Subject};
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

/// The language of the messages in statuses. Clients put the reason into their reader's language.
pub const SERVER_LOCALE: Lang = Lang::En;

/// After how long whoever finds the house full may come again, in milliseconds.
const BREATH: u64 = 1_000;

/// After how long somebody may serve what nobody serves now, in milliseconds.
const MOMENT: u64 = 100;

pub(super) fn refused(error: &ActError, setup: &Setup, origin: &RequestOrigin) -> Status {
    match error {
        ActError::Rejected(rejection) => status(&Fault::of_rejected(rejection, setup, origin)),
        ActError::Busy => status(&Fault::new(ErrorReason::Busy).retrying_in(BREATH)),
        ActError::Stopped(stop_reason) => halted(*stop_reason),
    }
}

/// A game that is not served any more.
pub(super) fn halted(stop_reason: StopReason) -> Status {
    status(&Fault::new(match stop_reason {
        StopReason::Stopping => ErrorReason::ServerStopping,
        StopReason::Journal => ErrorReason::JournalFailed,
        StopReason::Record => ErrorReason::GameStopped,
        StopReason::Elsewhere => ErrorReason::GameElsewhere,
    }))
}

/// A game or event that another server serves, where that is known.
pub(super) fn elsewhere(id: &str, address: Option<&str>) -> Status {
    let fault = Fault::new(ErrorReason::GameElsewhere).with("game", id);
    status(&match address {
        Some(address) => fault.with("address", address),
        None => fault.retrying_in(MOMENT),
    })
}

/// There is no such server.
pub(super) fn unknown_server(server: u64) -> Status {
    status(&Fault::new(ErrorReason::UnknownServer).with("server", server))
}

/// Somebody's time runs in a game.
pub(super) fn window_open(game: &str) -> Status {
    status(&Fault::new(ErrorReason::WindowOpen).with("game", game))
}

/// The journal is one that only this server can have open.
pub(super) fn single_server() -> Status {
    status(&Fault::new(ErrorReason::SingleServer))
}

/// A game whose stream in the journal is damaged.
pub(super) fn damaged(game: &str) -> Status {
    status(&Fault::new(ErrorReason::GameDamaged).with("game", game))
}

/// A dormant game that is not brought back.
pub(super) fn not_woken(game: &str, error: &games::Error) -> Status {
    match error {
        games::Error::Damaged(game) => damaged(game),
        error => {
            tracing::error!(game, error = error as &dyn std::error::Error, "the game cannot be brought back");
            halted(StopReason::Journal)
        }
    }
}

/// A record that cannot be read is the server's fault; what is wrong with it stands in its log.
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

/// That the caller's token is not of one of these roles, which may.
pub(super) fn permission_denied(roles: &[&str]) -> Status {
    status(&Fault::new(ErrorReason::PermissionDenied).with("needs", roles.join(" ")))
}

/// Among whom there are too many calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuotaScope {
    /// Those of one token.
    Token,
    /// Those from one address.
    Address,
    /// Those that need no token.
    Strangers,
    Server,
}

impl QuotaScope {
    /// The name on the wire.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Token => "token",
            Self::Address => "address",
            Self::Strangers => "strangers",
            Self::Server => "server",
        }
    }
}

pub(super) fn too_many_calls(among: QuotaScope, most: usize) -> Status {
    let fault = Fault::new(ErrorReason::TooManyCalls).with("of", among.name()).with("most", most);
    status(&fault.retrying_in(BREATH))
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
    status(&fault.retrying_in(BREATH))
}

pub(super) fn slow_standby(after: Millis) -> Status {
    status(&Fault::new(ErrorReason::SlowStandby).with("millis", after.0).retrying_in(BREATH))
}

pub(super) fn unknown_game(game: &str) -> Status {
    status(&Fault::new(ErrorReason::UnknownGame).with("game", game))
}

pub(super) fn missing_field(field: &str) -> Status {
    status(&Fault::new(ErrorReason::MissingField).with("field", field))
}

/// Number of games that a refusal names.
const NAMED: usize = 8;

/// No game is named, and several could be meant, such as these.
pub(super) fn several_games<'a>(games: impl Iterator<Item = &'a str>) -> Status {
    status(&Fault::missing_field("game").with("games", some_of(games)))
}

/// No event is named, and several could be meant, such as these.
pub(super) fn several_events<'a>(events: impl Iterator<Item = &'a str>) -> Status {
    status(&Fault::missing_field("event").with("events", some_of(events)))
}

/// The first of these ids by their names.
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
            tracing::error!(error = error as &dyn std::error::Error, "a game does not start");
            halted(if error.is_of_journal() { StopReason::Journal } else { StopReason::Record })
        }
    }
}

/// Returns the status of an event's refusal.
pub(super) fn refused_in_event(error: &ActError<Refused>) -> Status {
    match error {
        ActError::Rejected(Refused::Rejected(rejection)) => status(&Fault::of_competition(rejection)),
        ActError::Rejected(Refused::Roster(error)) => bad_roster(error),
        ActError::Busy => status(&Fault::new(ErrorReason::Busy).retrying_in(BREATH)),
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

/// A member of what a field holds.
fn within(field: &str, member: &str) -> String {
    if member.is_empty() { field.to_owned() } else { format!("{field}.{member}") }
}

/// An error with what stands behind it.
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
            tracing::error!(error = error as &dyn std::error::Error, "an event does not start");
            halted(if error.is_of_journal() { StopReason::Journal } else { StopReason::Record })
        }
    }
}

/// A game that an event plans, and that is not made.
pub(super) fn not_made(error: &tournaments::MakeError) -> Status {
    match error {
        tournaments::MakeError::Planned(error) => {
            tracing::error!(error = error as &dyn std::error::Error, "a game of an event cannot be made");
            halted(StopReason::Record)
        }
        tournaments::MakeError::Game(error) => not_started(error),
    }
}

/// The status of any fault, with its sentence.
pub(super) fn status(fault: &Fault) -> Status {
    fault.to_status(Words::new(SERVER_LOCALE).fault(fault))
}
