//! Does a transcript follow from the rules, and is it the one that the server signed?
//!
//! [`verify`] goes from what is cheap to what is dear; each step stands on those before it:
//!
//! 1. The server's key, if a fingerprint is given; then the chain over the exact bytes of the lines, and the
//!    signature of each head. From here on every line up to the last signed head is one that the server wrote.
//! 2. Every line in its place and in its one spelling.
//! 3. The game, decided again from nothing but its first line. Every fact that somebody brought about is turned
//!    back into the act behind it, and the rules judge that act at that moment on the game as it then stood;
//!    everything that follows by the rules (openings, waves, final rounds, the end) must stand in the record
//!    right behind it, equal in every figure, and nothing else may. What the clock brings about must be due,
//!    and nothing else may happen once it is.
//! 4. On the way, for every sealing its counter, revision and the signature of its receipt; for every opened
//!    list that it is the last one its team sealed, that the commitment is that of nonce and list, and that the
//!    key opens the box to them.
//! 5. The last line must be what the rules compute.
//!
//! A list is sealed long before the public sees it, so the check looks ahead: what the opening shows of a team
//! is judged as if the team had sealed it when the record says that it sealed.
//!
//! # What no record can show
//!
//! * Whose key it is: that takes the fingerprint. Whoever has no fingerprint learns only that the record is
//!   signed throughout by one key ([`Report::signer`]).
//! * Whether lists were valid that were never opened: replaced ones, those of a disqualified team, of a voided
//!   round ([`Report::unopened`] counts them).
//! * That the clock was on time: a window that closes late is in order (`T`); one that closes early is not.
//! * That whoever is named was the one who acted, that a janken went as the judge entered it (`E2`), and that
//!   a reason is true.
//! * What was refused. It leaves no trace in the record.
//! * That the record is whole, if its game was never declared or abandoned ([`Report::ending`]).
//!   [`Report::unsigned`] records at its end are not signed yet.

mod cause;
mod fault;
mod heads;
mod own;
mod replay;
mod report;
mod seals;

use crate::result::GameResult;
use crate::signing::Fingerprint;
use crate::transcript::{self, Located, Transcript};

pub use fault::{Fault, Finding, Part};
pub use own::{OwnFault, OwnReport, Uncovered, own_lists};
pub use report::{Ending, Report, Signer};

/// Verifies a transcript; see the module. With a fingerprint also that its signer is the one expected.
///
/// The finding is the first one in the order of the lines of the first of the steps that finds something.
pub fn verify(text: &str, expected: Option<&Fingerprint>) -> Result<Report, Finding> {
    let lines = transcript::split(text).map_err(unreadable)?;
    let header = transcript::read_header(&lines).map_err(unreadable)?;
    let found = header.server_key.fingerprint();
    if let Some(&expected) = expected
        && expected != found
    {
        return Err(Finding { line: 1, fault: Fault::WrongSigner { expected, found } });
    }
    let signer = if expected.is_some() { Signer::Checked } else { Signer::NotChecked };
    let walked = heads::walk(&header, &lines)?;
    let transcript = transcript::read_all(header, &lines).map_err(unreadable)?;
    let mut report = decided_again(&transcript, lines.len())?;
    report.signer = signer;
    report.heads = transcript.signed.len();
    report.unsigned = walked.unsigned;
    Ok(report)
}

/// Replays the game and compares the last line, on which the result stands.
fn decided_again(transcript: &Transcript, last_line: usize) -> Result<Report, Finding> {
    let (game, report) = replay::run(transcript)?;
    let finding = |fault| Finding { line: last_line, fault };
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
