//! Verification: does a transcript follow from the rules, and did the server sign it?
//!
//! [`verify`] reads line by line and keeps only the last line, so that its memory use depends on the game and
//! not on the file. It checks:
//!
//! 1. The server's key, if a fingerprint is given; the chain over the exact bytes of the lines, and the
//!    signature of each head. Up to the last signed head, the server wrote every line.
//! 2. Order and canonical spelling of the lines.
//! 3. The game, decided again from its first line alone. Every fact caused by an actor is turned back into
//!    its act, and the rules judge that act in the state at that time. All consequences (openings, waves,
//!    final rounds, the end) must follow in the record with equal figures, and nothing else may. Facts of the
//!    clock must be due, and nothing else may happen once one is due.
//! 4. For every submission its counter and revision. Every opened list must be the last one of its team,
//!    match the commitment with its nonce, and be in the box that its key opens.
//! 5. Restricted messages must be sealed during the game. Once the record shows the key, each note must open
//!    to a message that the rules allow at its position.
//! 6. The last line must be what the rules compute.
//!
//! A wrong line is reported as such only once the next head shows that the server signed it; otherwise the
//! line is reported as changed.
//!
//! Until its opening an empty list represents a sealed one, which has no consequences. An opened list is
//! judged as if the team had submitted it.
//!
//! # Limits
//!
//! No record can show:
//!
//! * The owner of the key. That takes the fingerprint; without one, the record is only known to be signed by one
//!   key throughout ([`Report::signer`]).
//! * That it is the game that was played, not another one of the same name by the same server. That takes a
//!   noted head ([`Expected::head`]) or a team's receipts.
//! * Whether unopened lists were valid: replaced ones, those of a disqualified team or of a voided round
//!   ([`Report::unopened`] counts them).
//! * That the clock was punctual. A window may close late (`T`) but not early.
//! * The contents of notes of an open game ([`Report::notes_opened`]).
//! * That the named actor acted, that a janken went as entered (`E2`), and that a reason is true.
//! * Rejected commands, which aren't recorded.
//! * That the record is complete, if the game was never declared or abandoned ([`Report::ending`]).
//!   [`Report::unsigned`] lines at its end aren't signed and prove nothing.

mod head_chain;
mod lines;
mod notes;
mod openings;
mod replay;
mod report;
mod seals;
mod team_receipts;
mod violation;

use ishigaki_catalogue::Message;
use std::io::{self, BufRead};

use ishigaki_rules::Game;

use crate::branch::Branch;
use crate::chain::NotedHead;
use crate::result::GameResult;
use crate::signing::Fingerprint;
use crate::transcript::{Entry, Error, Header, Parsed, Parser, Takeover};
use head_chain::HeadChain;
pub(crate) use lines::Lines;
use replay::Replay;

pub use report::{Ending, Gap, HeadCheck, Ranked, Report, Signer};
pub use team_receipts::{
    ForeignReceipts, MissingReceipt, ReceiptChecker, ReceiptReport, ReceiptViolation, own_lists,
};
pub use violation::{MOST_WEIGHT, Part, TranscriptViolation, TranscriptViolationKind};

/// Expectations from outside the record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    pub key: Option<Fingerprint>,
    /// The last signed head, as noted when the result was declared.
    pub head: Option<NotedHead>,
}

/// Error of a record that can't be read or verified.
#[derive(Debug, thiserror::Error, Message)]
#[message("violation")]
pub enum VerifyError {
    #[message("record-unreadable")]
    Io(#[from] io::Error),
    #[message(transparent)]
    Violation(#[from] TranscriptViolation),
}

/// Observer of a record while it is read. Nothing that it sees is verified yet.
pub trait Observer {
    fn game(&mut self, _: &Header) {}
    /// Called with a record on this line before it is applied to this game on this branch.
    fn entry(&mut self, _line: usize, _before: &Game, _: &Entry, _: &Branch) {}
    fn takeover(&mut self, _line: usize, _: &Takeover) {}
}

impl Observer for () {}

/// Verifies a transcript (see the module), and its signer if a fingerprint is given.
///
/// # Errors
///
/// [`TranscriptViolation`]: the first violation with its line.
pub fn verify(text: &str, key: Option<&Fingerprint>) -> Result<Report, TranscriptViolation> {
    let expected = Expected { key: key.copied(), head: None };
    verify_from(text.as_bytes(), &expected, &mut ()).map_err(|failure| match failure {
        VerifyError::Violation(violation) => violation,
        VerifyError::Io(error) => {
            TranscriptViolation::at(1, TranscriptViolationKind::Unreadable(Error::Io(error)))
        }
    })
}

/// Verifies a transcript while reading it (see the module). Memory use doesn't depend on its length.
///
/// # Errors
///
/// [`VerifyError`] if the source can't be read, or with the first violation.
pub fn verify_from(
    source: impl BufRead,
    expected: &Expected,
    observer: &mut dyn Observer,
) -> Result<Report, VerifyError> {
    let mut lines = Lines::new(source);
    let unreadable =
        |line| move |error| TranscriptViolation::at(line, TranscriptViolationKind::Unreadable(error));
    let first = lines.next()?.unwrap_or(Err(Error::Misplaced { expected: "game" }));
    let first = first.map_err(unreadable(1))?;
    let parser = Parser::start(first).map_err(unreadable(1))?;
    let heads = HeadChain::start(first);
    let setup = parser.header.setup.clone();
    let mut check = Check::new(parser, heads, expected, observer)?;
    let mut last = 1;
    while let Some(text) = lines.next()? {
        last += 1;
        check.line(last, text).map_err(|violation| violation.of(&setup))?;
    }
    Ok(check.finish(last).map_err(|violation| violation.of(&setup))?)
}

struct Check<'a> {
    parser: Parser,
    heads: HeadChain,
    replay: Replay,
    expected: &'a Expected,
    observer: &'a mut dyn Observer,
    noted: Option<HeadCheck>,
    result: Option<GameResult>,
    /// Violation to report once a head shows that the lines up to it are the server's.
    violation: Option<TranscriptViolation>,
}

impl<'a> Check<'a> {
    fn new(
        parser: Parser,
        heads: HeadChain,
        expected: &'a Expected,
        observer: &'a mut dyn Observer,
    ) -> Result<Self, TranscriptViolation> {
        let found = parser.header.server_key.fingerprint();
        if let Some(expected) = expected.key.filter(|expected| *expected != found) {
            return Err(TranscriptViolation::at(1, TranscriptViolationKind::WrongSigner { expected, found }));
        }
        observer.game(&parser.header);
        let replay = Replay::new(&parser.header);
        Ok(Self { parser, heads, replay, expected, observer, noted: None, result: None, violation: None })
    }

    fn line(&mut self, line: usize, text: Result<&str, Error>) -> Result<(), TranscriptViolation> {
        let unreadable = |error| TranscriptViolation::at(line, TranscriptViolationKind::Unreadable(error));
        // After a malformed line nothing can be read.
        let text = text.map_err(|error| self.violation.take().unwrap_or(unreadable(error)))?;
        self.heads.chain(text);
        let parsed = self.parser.line(text);
        if let Some(violation) = self.violation.take() {
            return self.behind(violation, line, parsed.ok());
        }
        let checked = match parsed {
            Err(error) if !HeadChain::is_chained(text) => return Err(unreadable(error)),
            Err(error) => Err(unreadable(error)),
            Ok(Parsed::Entry(entry)) => {
                self.replay.take(line, *entry, self.parser.order.branch().clone(), self.observer)
            }
            Ok(Parsed::Takeover(takeover)) => self.replay.take_over(line, takeover, self.observer),
            Ok(Parsed::Signed(signed)) => {
                let key = &self.parser.header.server_key;
                let checked = self.heads.signed(line, key, self.parser.order.branch(), &signed);
                checked.map_err(|kind| TranscriptViolation::at(line, kind))?;
                self.note();
                Ok(())
            }
            Ok(Parsed::Result(result)) => {
                let (records, head, result) = *result;
                self.heads.result(records, head).map_err(|kind| TranscriptViolation::at(line, kind))?;
                self.result = Some(result);
                self.replay.finish(line, self.observer)
            }
        };
        self.violation = checked.err();
        // No head can follow the result.
        match self.violation.take_if(|_| self.parser.order.has_ended()) {
            Some(violation) => Err(violation),
            None => Ok(()),
        }
    }

    /// Handles a line after a violation: does the next head show that a line was changed?
    fn behind(
        &mut self,
        violation: TranscriptViolation,
        line: usize,
        parsed: Option<Parsed>,
    ) -> Result<(), TranscriptViolation> {
        let key = &self.parser.header.server_key;
        let shown = match parsed {
            Some(Parsed::Signed(signed)) => self.heads.signed(line, key, self.parser.order.branch(), &signed),
            Some(Parsed::Result(result)) => self.heads.result(result.0, result.1),
            _ => {
                self.violation = Some(violation);
                return Ok(());
            }
        };
        Err(shown.err().map_or(violation, |kind| TranscriptViolation::at(line, kind)))
    }

    fn note(&mut self) {
        let (Some(noted), Some((sequence, head))) = (&self.expected.head, self.heads.last()) else { return };
        if noted.is_of(&head) {
            self.noted = Some(HeadCheck::At { sequence });
        }
    }

    fn finish(mut self, last: usize) -> Result<Report, TranscriptViolation> {
        if let Some(violation) = self.violation.take() {
            return Err(violation);
        }
        let missing = |error| TranscriptViolation::at(last + 1, TranscriptViolationKind::Unreadable(error));
        self.parser.order.all_signed().map_err(missing)?;
        let result = self.result.take().ok_or_else(|| missing(Error::MissingResult))?;
        let (game, mut report) = self.replay.close();
        let violation = |kind| TranscriptViolation::at(last, kind);
        let right =
            GameResult::of(&game).map_err(|error| violation(TranscriptViolationKind::Unreadable(error)))?;
        if let Some(part) = first_difference(&right, &result) {
            return Err(violation(TranscriptViolationKind::WrongResult { part, expected: Box::new(right) }));
        }
        if let (Some(expected), None) = (&self.expected.head, self.noted) {
            let found = self.heads.last().map(|(_, head)| head);
            return Err(violation(TranscriptViolationKind::OtherHead { expected: expected.clone(), found }));
        }
        report.signer = if self.expected.key.is_some() { Signer::Checked } else { Signer::NotChecked };
        report.noted = self.noted.unwrap_or(HeadCheck::Nothing);
        self.heads.report(&mut report);
        report.rank(game.setup(), &right);
        Ok(report)
    }
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
