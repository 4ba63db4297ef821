//! The options of the automatic judge.

use std::time::Duration;

use clap::builder::{RangedU64ValueParser, TypedValueParser};

use ishigaki_auto::AttendanceRule;

/// What is judged automatically, and by which plan. Spans are in seconds.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct AutoArgs {
    /// The ids of the games; one that waits is judged as soon as somebody starts it. Without any, the only one that runs.
    #[arg(value_name = "GAME")]
    pub(crate) games: Vec<String>,
    /// Judge all games of the contest, each as soon as somebody starts it; while an event is open, wait for those of its next
    /// stage.
    #[arg(long, conflicts_with = "games")]
    pub(crate) all: bool,
    /// Open a round so long after the one before was opened, but never before the pause is over.
    #[arg(long, value_name = "SECONDS", value_parser = span())]
    pub(crate) every: Option<Duration>,
    /// Open a round no sooner than so long after the one before is final.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = span())]
    pub(crate) pause: Duration,
    /// Confirm a round so long after its lists, or its last re-bids, were opened (A10).
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = span())]
    pub(crate) confirm_after: Duration,
    /// Signal the end so long after the last round is final; a contest's rules ask for 30 to 60 (E1).
    #[arg(long, value_name = "SECONDS", default_value = "45", value_parser = span())]
    pub(crate) end_after: Duration,
    /// Which rounds wait until every team is connected.
    #[arg(long, value_name = "ROUNDS", value_enum, default_value = "first")]
    pub(crate) wait_for_teams: AttendanceRule,
    /// Declare the result and reveal its ranking, too; without this it is left to the chief judge (E4).
    #[arg(long)]
    pub(crate) declare: bool,
    /// Tell what is done as JSON, one object a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads a whole number of seconds, up to a day.
fn span() -> impl TypedValueParser<Value = Duration> {
    RangedU64ValueParser::<u64>::new().range(0..=24 * 60 * 60).map(Duration::from_secs)
}
