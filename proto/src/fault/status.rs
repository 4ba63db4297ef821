//! Faults as gRPC statuses with `google.rpc` details, and back.

use std::collections::BTreeMap;

use prost::{DecodeError, Message};
use tonic::{Code, Status};
use tonic_types::pb;

use super::{ErrorReason, Fault, Violation, reason_by_name, reason_name};
use crate::wire;

/// The domain of our reasons in `google.rpc.ErrorInfo`.
pub const DOMAIN: &str = "ishigaki";

const RULE: &str = "rule";

const ERROR_INFO: &str = "type.googleapis.com/google.rpc.ErrorInfo";
const BAD_REQUEST: &str = "type.googleapis.com/google.rpc.BadRequest";
const RETRY_INFO: &str = "type.googleapis.com/google.rpc.RetryInfo";
const VIOLATIONS: &str = "type.googleapis.com/ishigaki.v1.Violations";

const MOST_VIOLATIONS: usize = 16;
const LONGEST_FIGURE: usize = 240;
const LONGEST_MESSAGE: usize = 600;

impl Fault {
    /// Returns the status of this fault with a message for people.
    ///
    /// Long lists of violations and very long figures are cut; the figure `faults` has the full number.
    pub fn to_status(&self, message: String) -> Status {
        let message = clipped(message, LONGEST_MESSAGE);
        let mut details = vec![any(ERROR_INFO, &self.error_info())];
        if let Some(wait) = self.retry_after() {
            details.push(any(RETRY_INFO, &pb::RetryInfo { retry_delay: wait.try_into().ok() }));
        }
        if !self.violations.is_empty() {
            let violations = &self.violations[..self.violations.len().min(MOST_VIOLATIONS)];
            let bad_request =
                pb::BadRequest { field_violations: violations.iter().map(field_violation).collect() };
            details.push(any(BAD_REQUEST, &bad_request));
            let own = wire::Violations { violations: violations.iter().map(violation_to_wire).collect() };
            details.push(any(VIOLATIONS, &own));
        }
        let code = code(self.reason);
        let status = pb::Status { code: code.into(), message: message.clone(), details };
        Status::with_details(code, message, status.encode_to_vec().into())
    }

    /// Returns the fault in a status; `None` without one, or if this schema doesn't know its reason.
    pub fn from_status(status: &Status) -> Option<Self> {
        let details = pb::Status::decode(status.details()).ok()?.details;
        let info: pb::ErrorInfo = find(&details, ERROR_INFO)?;
        if info.domain != DOMAIN {
            return None;
        }
        let mut metadata: BTreeMap<String, String> = info.metadata.into_iter().collect();
        let rule = metadata.remove(RULE);
        let own: Option<wire::Violations> = find(&details, VIOLATIONS);
        let violations = own.unwrap_or_default().violations.into_iter().map(violation_from_wire).collect();
        Some(Self { reason: reason_by_name(&info.reason)?, rule, metadata, violations })
    }

    fn error_info(&self) -> pb::ErrorInfo {
        let rule = self.rule.iter().map(|rule| (RULE.to_string(), rule.clone()));
        let figures = clipped_figures(&self.metadata);
        pb::ErrorInfo {
            reason: reason_name(self.reason).to_string(),
            domain: DOMAIN.to_string(),
            metadata: figures.into_iter().chain(rule).collect(),
        }
    }
}

/// Encodes a rejection as an item of a stream that continues: the bytes of its status.
pub fn refusal_to_wire(status: &Status) -> Vec<u8> {
    if !status.details().is_empty() {
        return status.details().to_vec();
    }
    let (code, message) = (status.code().into(), status.message().to_owned());
    pb::Status { code, message, details: Vec::new() }.encode_to_vec()
}

/// Decodes a rejection in a stream.
pub fn refusal_from_wire(bytes: &[u8]) -> Result<Status, DecodeError> {
    let pb::Status { code, message, .. } = pb::Status::decode(bytes)?;
    Ok(Status::with_details(Code::from(code), message, bytes.to_vec().into()))
}

/// The table of codes: a reason in no row or in two rows doesn't compile.
macro_rules! codes {
    ($($code:ident { $($reason:ident)* })*) => {
        /// Returns the gRPC code of each reason.
        pub const fn code(reason: ErrorReason) -> Code {
            match reason {
                $($(ErrorReason::$reason)|* => Code::$code,)*
            }
        }
    };
}

codes! {
    Unknown {
        Unspecified
    }
    Unauthenticated {
        Unauthenticated TokenRevoked
    }
    PermissionDenied {
        PermissionDenied NotYours NotByHand NotTheReferee
    }
    NotFound {
        UnknownGame UnknownEvent UnknownServer
    }
    Unavailable {
        GameStopped JournalFailed ServerStopping
    }
    DataLoss {
        GameDamaged
    }
    ResourceExhausted {
        Busy TooManyCalls TooFast MessageTooLarge SlowReader SlowStandby
    }
    DeadlineExceeded {
        TimedOut
    }
    Aborted {
        Replaced AlreadySubmitted StaleSettlement WallChanged AlreadyAnswered
    }
    InvalidArgument {
        MissingField BadField Unreadable UnknownTeam UnknownLot InvalidList InvalidRebid InvalidWall
        NotOwned NotATiedGroup NoReason BadCount WrongSeats NoStones BadExtension TooManyBids
        TooManyOfLot NoCopyOnOffer BelowMin OverBudget DuplicateLine LineNotTied NotAbove
        OverRebidBudget BadRotation DuplicateStone Mirrored NoBottom OutOfFrame Overlap
        ShapeMismatch Unsupported UnknownPlayer UnknownSeedClass BadDigits BadSlip BadResult NotPaired
        NoSuchEntry CannotBeFirst BadPairs UnknownTable NotAtTable BadConfig BadRoster NotOfStage NoGroupGame OtherTeams BadOrder
    }
    FailedPrecondition {
        Disqualified WrongPhase Paused NotPaused WrongRound WrongAttempt WrongWave Late NotTied
        AlreadyConfirmed NotOnOffer NotOnWall JankenOpen AlreadyDisqualified NotDisqualified
        NothingToExtend AlreadyStarted NoSpare OtherJournal WrongStage TooFewPlayers TooManyPlayers ResultsOpen
        ResultsEntered
        BuiltUpon CannotWithdraw NobodyLeft NothingToRule TooWide TooFewTeams UnknownGuest
        TooManyQuestions TooManyMessages UnknownQuestion UnknownMessage
        NeverPlays BadGroups NoScenario NoGroupSpare NoJanken GamesOpen JankenMissing StageBuiltUpon
        OtherStage OfAnotherKind GameElsewhere WindowOpen SingleServer DrawStands AttendanceStands
        GameServed EntryTakenBack LaterRoundPaired
    }
    AlreadyExists {
        EventExists AlreadyEntered AlreadyCounted
    }
}

fn field_violation(violation: &Violation) -> pb::bad_request::FieldViolation {
    let reason = reason_name(violation.reason).to_string();
    pb::bad_request::FieldViolation {
        field: clipped(violation.field.clone(), LONGEST_FIGURE),
        description: violation.rule.clone().unwrap_or_default(),
        reason,
        localized_message: None,
    }
}

fn violation_to_wire(violation: &Violation) -> wire::Violation {
    wire::Violation {
        field: clipped(violation.field.clone(), LONGEST_FIGURE),
        reason: violation.reason.into(),
        rule: violation.rule.clone().unwrap_or_default(),
        metadata: clipped_figures(&violation.metadata),
    }
}

fn violation_from_wire(violation: wire::Violation) -> Violation {
    Violation {
        reason: violation.reason(),
        rule: Some(violation.rule).filter(|rule| !rule.is_empty()),
        field: violation.field,
        metadata: violation.metadata,
    }
}

fn any(type_url: &str, message: &impl Message) -> prost_types::Any {
    prost_types::Any { type_url: type_url.to_string(), value: message.encode_to_vec() }
}

fn find<M: Message + Default>(details: &[prost_types::Any], type_url: &str) -> Option<M> {
    let is_meant = |detail: &&prost_types::Any| name_in(&detail.type_url) == name_in(type_url);
    M::decode(details.iter().find(is_meant)?.value.as_slice()).ok()
}

fn name_in(type_url: &str) -> Option<&str> {
    type_url.rsplit('/').next()
}

fn clipped_figures(figures: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    figures.iter().map(|(key, value)| (key.clone(), clipped(value.clone(), LONGEST_FIGURE))).collect()
}

fn clipped(mut text: String, most: usize) -> String {
    if text.len() > most {
        let end = (0..=most).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        text.truncate(end);
        text.push('…');
    }
    text
}
