//! A contest in groups as a stream of facts: stages of drawn groups with one game each, from heats to the
//! final (`TG`).
//!
//! It uses the same acts and facts as an event in leagues: [`GroupContest::decide`] judges one command,
//! [`GroupContest::apply`] folds one event. Teams have ids, because a plan names guests by them; a
//! [`TeamId`](ishigaki_rules::TeamId) is a line of the contest's roster. Every line of a stage's roster uses
//! one number of the stream, even if the team is absent (`TD4`). A stage with a single present team has a
//! group without a game, and that team is its best. A stage without present teams has no group.

mod apply;
mod decide;
mod finish;
mod path;
mod rejection;
mod state;

pub use finish::Finish;
pub use path::{Path, PathNext, PathStep, StageOutcome};
pub use rejection::GroupRejection;
pub use state::{Counted, DrawnGroup, DrawnStage, GroupContest, GroupPhase};
