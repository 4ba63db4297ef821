//! Events around the games: draw, leagues, pairings, rankings, play-offs and awards; groups and who advances.
//!
//! This room knows the events' rule book (`TD`, `TL`, `TP`, `TF`, `TW`, `TR`, `TK`, `TE`, `TG`, `TV`) and nothing else.
//! Like the rules of the game it has no clock, no randomness, no input or output, no serialisation, no floating point
//! numbers and no hash maps. Names of players, hashes and files are others' matter; matchings are found by whoever
//! implements [`Matcher`].
//!
//! [`decide`] judges a command against a [`Tournament`], [`Tournament::apply`] folds what happened; a contest in groups is a
//! [`GroupContest`], with [`GroupContest::decide`] and [`GroupContest::apply`]. A [`Competition`] is either of them.
//!
//! The pieces stand alone: [`draw()`] gives a roster's lines their numbers, [`Division`] deals leagues, [`Pool`] pairs,
//! [`Flow`] follows the leagues round by round, [`History`] ranks, [`Playoffs`] says what is played at the end,
//! [`final_ranking`] who has which place.

#![no_std]

extern crate alloc;

mod advance;
mod competition;
mod draw;
mod event;
mod flow;
mod group_contest;
mod group_game;
mod group_plan;
mod groups;
mod id;
mod league;
mod pairing;
mod places;
mod plan;
mod playoff;
mod round;
mod shift;
mod standing;
mod timetable;

// For the table of facts, whose rows name the types of their fields.
#[doc(hidden)]
pub use ishigaki_othello::{Handicap, Reason};
pub use ishigaki_rules::TeamId;

pub use advance::{Advance, AdvancedBy, JankenOpen, Quota, advance};
pub use competition::{Competition, CompetitionPlan, CompetitionRejection};
pub use draw::{
    Attendance, DigitsFault, Generator, Lot, MODULUS, SlipFault, check_slip, class_slips, draw, join_digits,
    seed_value,
};
pub use event::{
    Act, Actor, Command, Decided, Entrant, Event, Fact, OverruledAttendance, OverruledDigits, PairedRound,
    Rejection, ResultEntry, ResultFault, Score, Slip, Stage, Tournament, cause, decide,
};
pub use flow::{First, Flow, FlowFault, FoundBy, Passage, Played, PoolId, RoundFault, Whereabouts};
pub use group_contest::{Counted, DrawnGroup, DrawnStage, Finish, GroupContest, GroupPhase, GroupRejection};
pub use group_game::{GameResult, GroupGame, KnownGame};
pub use group_plan::{GroupPlan, GroupPlanFault, GroupStage, Source, Variant};
pub use groups::{GroupFault, GroupSize, Groups, draw_groups};
pub use id::{DrawNumber, GroupId, LeagueId, PlayerId, Round, StageId};
pub use league::{Division, Field, TooFew, Transfer};
pub use pairing::{Certificate, Matcher, Pairing, Pool, Seat, TooWide, first_round};
pub use places::{Award, FinalRanking, FinalRow, final_ranking};
pub use plan::{
    Diplomas, ForfeitTiebreak, GapRule, KnockOut, Lottery, PlaceCriterion, Plan, PlanFault, PrizeRule,
    SeedClass, SeedMode,
};
pub use playoff::{Bout, Playoff, Playoffs};
pub use round::PoolPairing;
pub use shift::Shift;
pub use standing::{Entry, History, Keys, ProvisionalRank};
pub use timetable::Timetable;
