//! Options of the automatic judge.

use std::time::Duration;

use clap::builder::{RangedU64ValueParser, TypedValueParser};

use ishigaki_auto::AttendanceRule;

/// Games to judge automatically, and the plan. Times are in seconds.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct AutoArgs {
    /// Ids of the games; a waiting game is judged once it is started. Without ids, the only running game
    #[arg(value_name = "GAME")]
    pub(crate) games: Vec<String>,
    /// Judge all games of the contest, including later stages of an open event
    #[arg(long, conflicts_with = "games")]
    pub(crate) all: bool,
    /// Time from one round's opening to the next
    #[arg(long, value_name = "SECONDS", value_parser = span())]
    pub(crate) every: Option<Duration>,
    /// Minimum time from a final round to the next opening
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = span())]
    pub(crate) pause: Duration,
    /// Time from an opening to its confirmation (A10)
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = span())]
    pub(crate) confirm_after: Duration,
    /// Time from the last final round to the countdown; a contest uses 30 to 60 (E1)
    #[arg(long, value_name = "SECONDS", default_value = "45", value_parser = span())]
    pub(crate) end_after: Duration,
    /// Rounds that wait until every team is connected
    #[arg(long, value_name = "ROUNDS", value_enum, default_value = "first")]
    pub(crate) wait_for_teams: AttendanceRule,
    /// Declare the result and reveal its ranking too (E4)
    #[arg(long)]
    pub(crate) declare: bool,
    /// Print JSON, one object per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Parses a whole number of seconds, up to a day.
fn span() -> impl TypedValueParser<Value = Duration> {
    RangedU64ValueParser::<u64>::new().range(0..=24 * 60 * 60).map(Duration::from_secs)
}
