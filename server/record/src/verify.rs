//! Does a transcript follow from the rules?
//!
//! [`verify`] reads a transcript and decides its game again from nothing but its first line. Every fact that
//! somebody brought about is turned back into the act behind it, and the rules judge that act at that moment
//! on the game as it then stood; everything that follows by the rules (openings, waves, final rounds, the end)
//! must stand in the record right behind it, equal in every figure, and nothing else may. What the clock
//! brings about must be due, and nothing else may happen once it is. The last line must be what the rules
//! compute.
//!
//! A list is sealed long before the public sees it, so the check looks ahead: what the opening shows of a team
//! is judged as if the team had sealed it when the record says that it sealed.
//!
//! # What public facts alone cannot show
//!
//! * That a list or re-bid is the one that the team sealed, and that its last version came in time: only the
//!   first sealing of a team is public (`A4`). A price that changes no award, changed in the opening, follows
//!   from the rules as well as before. The same is true of any record that is changed throughout, result
//!   included. Seeing that takes something that was fixed before: a hash chain, the teams' receipts.
//! * Whether lists were valid that were never opened: those of a disqualified team, of a voided round
//!   ([`Report::unopened`] counts them).
//! * That the clock was on time: a window that closes late is in order (`T`); one that closes early is not.
//! * That whoever is named was the one who acted, that a janken went as the judge entered it (`E2`), and that
//!   a reason is true.
//! * What was refused. It leaves no trace in the record.
//! * A line on which nothing depends, if it is left out and the rest numbered anew: a list that was never
//!   opened, a stone that was moved again.
//! * That the record is whole, if its game was never declared or abandoned ([`Report::ending`]).

mod cause;
mod replay;
mod report;

use ishigaki_rules::auction::{BidFault, RebidFault};
use ishigaki_rules::{Event, GameTime, Rejection};

use crate::result::GameResult;
use crate::transcript::{self, Located, Transcript};

pub use report::{Ending, Report};

/// What is wrong with a transcript: the first line that does not follow from those before it.
#[derive(Debug, thiserror::Error)]
#[error("line {line}")]
pub struct Finding {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    #[source]
    pub fault: Fault,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// It is not a line of a transcript, or not in its place.
    #[error("it cannot be read")]
    Unreadable(#[source] transcript::Error),
    /// It is earlier than the line before it.
    #[error("time goes back from {} ms to {} ms", .before.0, .at.0)]
    TimeGoesBack {
        /// When it says it happened.
        at: GameTime,
        /// When the event before it happened.
        before: GameTime,
    },
    /// Nobody who could bring this about is named.
    #[error("whoever is named cannot bring this about")]
    WrongActor,
    /// Something happened although a window or the countdown had run out before and had to close first.
    #[error("a deadline passed at {} ms and should have been seen to first", .due.0)]
    Overdue {
        /// When it ran out.
        due: GameTime,
    },
    /// The clock closed something whose time had not come.
    #[error("nothing was due yet")]
    NotDue,
    /// This happens only in consequence of something else, which is not there.
    #[error("nothing leads to this")]
    Unprompted,
    /// The rules refuse the act.
    #[error("the rules refuse it ({}): {rejection:?}", .rejection.rule())]
    Refused {
        /// Why.
        rejection: Rejection,
    },
    /// A list or re-bid was opened of a team that has none sealed (`A4`, `A8`).
    #[error("team {team:?} had nothing sealed")]
    NotSealed {
        /// The team's code.
        team: String,
    },
    /// A sealed list or re-bid was not opened (`A5`, `A8`).
    #[error("what team {team:?} sealed is missing")]
    NotOpened {
        /// The team's code.
        team: String,
    },
    /// An opened list is not valid (`A2`).
    #[error("the list of team {team:?} is not valid: {faults:?}")]
    InvalidList {
        /// The team's code.
        team: String,
        /// All that is wrong with it.
        faults: Vec<BidFault>,
    },
    /// An opened re-bid is not valid (`A7`).
    #[error("the re-bid of team {team:?} is not valid: {faults:?}")]
    InvalidRebid {
        /// The team's code.
        team: String,
        /// All that is wrong with it.
        faults: Vec<RebidFault>,
    },
    /// The rules decide something else here.
    #[error("the rules decide something else here: {expected:?}")]
    Different {
        /// What.
        expected: Box<Event>,
    },
    /// The events end before all that must follow has happened.
    #[error("something must follow that is missing: {expected:?}")]
    Missing {
        /// What.
        expected: Box<Event>,
    },
    /// The result line is not what the rules compute.
    #[error("the result differs in {part:?}")]
    WrongResult {
        /// Where it differs first.
        part: Part,
        /// What the rules compute.
        expected: Box<GameResult>,
    },
}

/// A part of the result line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The final rounds; this one, counted from 0 in the list.
    Round(usize),
    /// The teams; this one, counted from 0 in the list.
    Team(usize),
    /// The ranking; this row, counted from 0.
    Row(usize),
}

/// Verifies a transcript; see the module.
///
/// The finding is the first one in the order of the lines, except that a file that cannot be read as a
/// transcript is not looked at any further.
pub fn verify(text: &str) -> Result<Report, Finding> {
    let transcript = transcript::read(text).map_err(unreadable)?;
    check(&transcript)
}

fn check(transcript: &Transcript) -> Result<Report, Finding> {
    let (game, report) = replay::run(transcript)?;
    let finding = |fault| Finding { line: replay::line(transcript.events.len()), fault };
    let expected = GameResult::of(&game).map_err(|error| finding(Fault::Unreadable(error)))?;
    match first_difference(&expected, &transcript.result) {
        Some(part) => Err(finding(Fault::WrongResult { part, expected: Box::new(expected) })),
        None => Ok(report),
    }
}

fn unreadable(Located { line, error }: Located) -> Finding {
    Finding { line, fault: Fault::Unreadable(error) }
}

fn first_difference(expected: &GameResult, found: &GameResult) -> Option<Part> {
    let rounds = differs_at(&expected.rounds, &found.rounds).map(Part::Round);
    let teams = || differs_at(&expected.teams, &found.teams).map(Part::Team);
    let ranking = || differs_at(&expected.ranking, &found.ranking).map(Part::Row);
    rounds.or_else(teams).or_else(ranking)
}

fn differs_at<T: PartialEq>(expected: &[T], found: &[T]) -> Option<usize> {
    let common = expected.iter().zip(found).take_while(|(expected, found)| expected == found).count();
    (common < expected.len().max(found.len())).then_some(common)
}
