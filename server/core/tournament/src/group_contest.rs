//! A contest in groups as a stream of facts: stages of drawn groups, a game each, from heats to the final (`TG`).
//!
//! Like an event in leagues, by the same acts and facts: [`GroupContest::decide`] judges one command, [`GroupContest::apply`]
//! folds one event. Teams bear their ids, since a plan names guests by them; a [`TeamId`](ishigaki_rules::TeamId) is a line of the contest's
//! roster. Every line of a stage's roster takes a number of the stream, also of a team that does not come (`TD4`). A stage
//! for which only one team is there has a group without a game, in which that team is the best; a stage for which nobody
//! is there has none.

mod apply;
mod decide;
mod finish;
mod rejection;
mod state;

pub use finish::Finish;
pub use rejection::GroupRejection;
pub use state::{Counted, DrawnGroup, DrawnStage, GroupContest, GroupPhase};
