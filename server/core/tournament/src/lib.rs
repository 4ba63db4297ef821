//! Events of many games: draw, leagues, pairings, rankings, play-offs and awards; groups and advancement.
//!
//! The crate implements the events' rule book (`TD`, `TL`, `TP`, `TF`, `TW`, `TR`, `TK`, `TE`, `TG`, `TV`).
//! Like the rules of the game it has no clock, randomness, IO, serialisation, floating point numbers or hash
//! maps. It doesn't know names of players, hashes or files, and a [`Matcher`] finds its matchings.
//!
//! [`decide`] judges a command against a [`Tournament`], and [`Tournament::apply`] folds events. A contest in
//! groups is a [`GroupContest`] with the same two methods. A [`Competition`] is either of them.
//!
//! The parts can also be used alone: [`draw()`] numbers a roster, [`Division`] deals leagues, [`Pool`] pairs,
//! [`Flow`] follows the leagues round by round, [`History`] ranks, [`Playoffs`] determines the last games,
//! [`final_ranking`] the places.

#![no_std]

extern crate alloc;

mod advance;
mod changes;
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

// Used by the table of facts, which names the types of its fields.
#[doc(hidden)]
pub use ishigaki_othello::{Colour, Handicap, Reason};
pub use ishigaki_rules::TeamId;

pub use advance::{Advance, AdvancedBy, JankenOpen, Quota, advance};
pub use changes::Change;
pub use competition::{Competition, CompetitionPlan, CompetitionRejection};
pub use draw::{
    Attendance, DigitsFault, Generator, Lot, MODULUS, SlipFault, check_slip, class_slips, draw, join_digits,
    seed_value,
};
pub use event::{
    Act, Actor, Command, Decided, Entrant, Event, EventMessages, EventNotice, Fact, NoticeFault,
    OverruledAttendance, OverruledDigits, PairedRound, Rejection, ResultEntry, ResultFault, Score, Slip,
    Stage, TableCall, Tournament, cause, decide,
};
pub use flow::{First, Flow, FlowFault, FoundBy, Passage, Played, PlayerState, PoolId, RoundFault};
pub use group_contest::{
    Counted, DrawnGroup, DrawnStage, Finish, GroupContest, GroupPhase, GroupRejection, Path, PathNext,
    PathStep, StageOutcome,
};
pub use group_game::{GameResult, GroupGame, KnownGame};
pub use group_plan::{GroupPlan, GroupPlanFault, GroupStage, Source, Variant};
pub use groups::{GroupFault, GroupSize, Groups, draw_groups};
pub use id::{DrawNumber, GroupId, LeagueId, PlayerId, Round, StageId};
pub use league::{Division, Field, TooFew, Transfer};
pub use pairing::{Certificate, Matcher, PairFault, Pairing, Pool, Seat, TooWide, first_round};
pub use places::{Award, FinalRanking, FinalRow, final_ranking};
pub use plan::{
    Diplomas, ForfeitTiebreak, GapRule, KnockOut, Lottery, PlaceCriterion, Plan, PlanFault, PrizeRule,
    SeedClass, SeedMode, Titles,
};
pub use playoff::{Bout, Playoff, Playoffs};
pub use round::PoolPairing;
pub use shift::Shift;
pub use standing::{Entry, History, Keys, ProvisionalRank};
pub use timetable::Timetable;
