//! Rejections on the wire: reasons, figures, gRPC statuses, but no texts.

mod origin;
mod rejection;
mod status;
mod tournament;

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use ishigaki_rules::TextError;

pub use crate::wire::ErrorReason;
pub use origin::RequestOrigin;
pub use status::{DOMAIN, code, refusal_from_wire, refusal_to_wire};

/// Rejection of a call with figures. Faults of a list or wall are in `violations`.
///
/// Debug output and [`fmt::Display`] omit figures, because a rejected list is as secret as a sealed one
/// (`A4`).
#[derive(Clone, PartialEq, Eq)]
pub struct Fault {
    /// The reason. See the schema for the figures that go with each.
    pub reason: ErrorReason,
    pub rule: Option<String>,
    /// The figures, by the keys that the schema names with the reason.
    pub metadata: BTreeMap<String, String>,
    /// Each thing that is wrong with a list, a re-bid or a wall; empty for other reasons.
    pub violations: Vec<Violation>,
}

/// Single fault of a request.
#[derive(Clone, PartialEq, Eq)]
pub struct Violation {
    /// The path of the field in the request, places counted from 0: `bids[2].price`.
    pub field: String,
    pub reason: ErrorReason,
    pub rule: Option<String>,
    /// The figures, by the keys that the schema names with the reason.
    pub metadata: BTreeMap<String, String>,
}

impl Fault {
    /// Returns a fault without figures and without a rule.
    pub fn new(reason: ErrorReason) -> Self {
        Self { reason, rule: None, metadata: BTreeMap::new(), violations: Vec::new() }
    }

    /// Adds a figure.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "figures are numbers and short texts, named in place")]
    pub fn with(mut self, key: &str, value: impl ToString) -> Self {
        self.metadata.insert(key.to_string(), value.to_string());
        self
    }

    #[must_use]
    pub(crate) fn within(mut self, outer: impl fmt::Display) -> Self {
        if let Some(field) = self.metadata.get_mut("field") {
            *field = if field.is_empty() { outer.to_string() } else { format!("{outer}.{field}") };
        }
        self
    }

    /// Names the rule.
    #[must_use]
    pub fn under(mut self, rule: &str) -> Self {
        self.rule = Some(rule.to_string());
        self
    }

    /// Says after how long the same call may come again. It travels as `google.rpc.RetryInfo`, too.
    #[must_use]
    pub fn retrying_in(self, millis: u64) -> Self {
        self.with(RETRY, millis)
    }

    /// Returns the retry delay, if there is one.
    pub fn retry_after(&self) -> Option<Duration> {
        self.figure(RETRY)?.parse().ok().map(Duration::from_millis)
    }

    /// Returns whether the server answers but the game isn't served any more: its clock is stopped, and
    /// acknowledged data is safe. It continues after the server's next start.
    pub fn is_standstill(&self) -> bool {
        matches!(self.reason, ErrorReason::GameStopped | ErrorReason::JournalFailed)
    }

    /// Returns whether the same call may succeed later by itself.
    pub fn is_passing(&self) -> bool {
        matches!(
            self.reason,
            ErrorReason::Busy
                | ErrorReason::GameElsewhere
                | ErrorReason::GameStopped
                | ErrorReason::JournalFailed
                | ErrorReason::ServerStopping
                | ErrorReason::SlowReader
                | ErrorReason::SlowStandby
                | ErrorReason::TimedOut
                | ErrorReason::TooFast
                | ErrorReason::TooManyCalls
        )
    }

    /// Returns the fault of a text in this field.
    pub(crate) fn of_text(field: &str, error: TextError) -> Self {
        match error {
            TextError::Empty => Self::missing_field(field),
            TextError::TooLong { characters, most } => {
                Self::bad_field(field).with("characters", characters).with("most", most)
            }
            TextError::Sign { sign, place } => {
                let sign = format!("U+{:04X}", u32::from(sign));
                Self::bad_field(field).with("sign", sign).with("place", place)
            }
            TextError::Invisible { characters } => Self::bad_field(field).with("invisible", characters),
        }
    }

    /// Returns a required field is missing.
    pub fn missing_field(field: &str) -> Self {
        Self::new(ErrorReason::MissingField).with("field", field)
    }

    /// Returns the fault of an invalid field.
    pub fn bad_field(field: &str) -> Self {
        Self::new(ErrorReason::BadField).with("field", field)
    }

    /// Returns a message names a team that the game does not have (`G2`).
    pub fn unknown_team(field: &str, code: &str) -> Self {
        Self::new(ErrorReason::UnknownTeam).under("G2").with("team", code).with("field", field)
    }

    /// Returns a message names a lot that the game does not have (`G1`).
    pub fn unknown_lot(field: &str, code: &str) -> Self {
        Self::new(ErrorReason::UnknownLot).under("G1").with("lot", code).with("field", field)
    }

    /// Returns all that is wrong with a list, a re-bid or a wall. A single violation gives the call its own
    /// reason and figures; of several, or none, the reason is `several`.
    pub fn of_violations(several: ErrorReason, rule: &str, violations: Vec<Violation>) -> Self {
        let fault = match violations.as_slice() {
            [only] => {
                Self { rule: only.rule.clone(), metadata: only.metadata.clone(), ..Self::new(only.reason) }
            }
            _ => Self::new(several).under(rule).with("faults", violations.len()),
        };
        Self { violations, ..fault }
    }

    /// Returns a figure.
    pub fn figure(&self, key: &str) -> Option<&str> {
        self.metadata.get(key).map(String::as_str)
    }
}

impl Violation {
    /// Returns a violation without figures.
    pub fn new(field: impl Into<String>, reason: ErrorReason, rule: &str) -> Self {
        Self { field: field.into(), reason, rule: Some(rule.to_string()), metadata: BTreeMap::new() }
    }

    /// Adds a figure.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "figures are numbers and short texts, named in place")]
    pub fn with(mut self, key: &str, value: impl ToString) -> Self {
        self.metadata.insert(key.to_string(), value.to_string());
        self
    }

    /// Adds a figure, if it is known and there is something to it.
    fn with_some(self, key: &str, value: Option<String>) -> Self {
        match value.filter(|value| !value.is_empty()) {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// Returns a figure.
    pub fn figure(&self, key: &str) -> Option<&str> {
        self.metadata.get(key).map(String::as_str)
    }
}

/// Returns a reason's name as it travels: without the prefix of the schema, such as `OVER_BUDGET`.
pub fn reason_name(reason: ErrorReason) -> &'static str {
    let name = reason.as_str_name();
    name.strip_prefix(PREFIX).unwrap_or(name)
}

/// Returns the reason with this name, if this schema has it.
pub fn reason_by_name(name: &str) -> Option<ErrorReason> {
    ErrorReason::from_str_name(&format!("{PREFIX}{name}"))
}

const RETRY: &str = "retry_ms";

const PREFIX: &str = "ERROR_REASON_";

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fault").field("reason", &self.reason).finish_non_exhaustive()
    }
}

impl fmt::Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Violation").field("reason", &self.reason).finish_non_exhaustive()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(reason_name(self.reason))?;
        self.rule.as_ref().map_or(Ok(()), |rule| write!(f, " ({rule})"))
    }
}

impl std::error::Error for Fault {}
