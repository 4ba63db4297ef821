//! Does a transcript follow from the rules, and is it the one that the server signed?
//!
//! [`verify`] reads line by line and keeps none but the last: what it takes of memory depends on the game and not on the
//! file. It checks:
//!
//! 1. The server's key, if a fingerprint is given; the chain over the exact bytes of the lines, and the signature of each
//!    head. Up to the last signed head every line is one that the server wrote.
//! 2. Every line in its place and in its one spelling.
//! 3. The game, decided again from nothing but its first line. Every fact that somebody brought about is turned
//!    back into the act behind it, and the rules judge that act at that moment on the game as it then stood;
//!    everything that follows by the rules (openings, waves, final rounds, the end) must stand in the record
//!    right behind it, equal in every figure, and nothing else may. What the clock brings about must be due,
//!    and nothing else may happen once it is.
//! 4. On the way, for every sealing its counter and revision; for every opened list that it is the last one its team
//!    sealed, that the commitment is that of nonce and list, and that the key opens the box to them.
//! 5. Of what only some were told that it is sealed while the game goes on, and, once the record shows the key, that each
//!    note opens to something that the rules lead to where it stands, among all that was said.
//! 6. The last line must be what the rules compute.
//!
//! What is wrong with a line is told once the next head has shown that the line is what the server signed; otherwise it
//! is told that a line has been changed.
//!
//! A list is sealed long before the public sees it: until then an empty one stands for it, of which nothing follows, and
//! what the opening shows of a team is judged as if the team had sealed it.
//!
//! # What no record can show
//!
//! * Whose key it is: that takes the fingerprint. Whoever has no fingerprint learns only that the record is
//!   signed throughout by one key ([`Report::signer`]).
//! * That it is the game that was played, and not another one of the same name that the same server signed: that takes
//!   a head that somebody has noted ([`Expected::head`]), or a team's receipts.
//! * Whether lists were valid that were never opened: replaced ones, those of a disqualified team, of a voided
//!   round ([`Report::unopened`] counts them).
//! * That the clock was on time: a window that closes late is in order (`T`); one that closes early is not.
//! * What stands in the notes of a game that is not closed ([`Report::notes_opened`]).
//! * That whoever is named was the one who acted, that a janken went as the judge entered it (`E2`), and that
//!   a reason is true.
//! * What was refused. It leaves no trace in the record.
//! * That the record is whole, if its game was never declared or abandoned ([`Report::ending`]).
//!   [`Report::unsigned`] lines at its end are not signed yet, and could be anybody's.

mod head_chain;
mod lines;
mod notes;
mod openings;
mod own;
mod replay;
mod report;
mod seals;
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

pub use own::{ForeignReceipts, OwnLists, OwnReport, ReceiptViolation, Uncovered, own_lists};
pub use report::{Ending, Gap, HeadCheck, Ranked, Report, Signer};
pub use violation::{MOST_WEIGHT, Part, TranscriptViolation, TranscriptViolationKind};

/// Expectations of somebody who knows the game from elsewhere than its record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The fingerprint of the server's key.
    pub key: Option<Fingerprint>,
    /// The last signed head, as it was noted when the result was declared.
    pub head: Option<NotedHead>,
}

/// Error of a record that is not found in order.
#[derive(Debug, thiserror::Error, Message)]
#[message("violation")]
pub enum VerifyError {
    /// It cannot be read.
    #[message("record-unreadable")]
    Io(#[from] io::Error),
    /// Something is wrong with it.
    #[message(transparent)]
    Violation(#[from] TranscriptViolation),
}

/// Somebody who looks on while a record is read. Nothing that it sees has been found in order yet.
pub trait Observer {
    /// Takes what line 1 says.
    fn game(&mut self, _: &Header) {}
    /// A record on this line, that is about to be applied to this game on this branch.
    fn entry(&mut self, _line: usize, _before: &Game, _: &Entry, _: &Branch) {}
    /// The game is taken up.
    fn takeover(&mut self, _line: usize, _: &Takeover) {}
}

impl Observer for () {}

/// Verifies a transcript; see the module. With a fingerprint also that its signer is the one expected.
///
/// # Errors
/// [`TranscriptViolation`]: the first thing that is wrong, and on which line.
pub fn verify(text: &str, key: Option<&Fingerprint>) -> Result<Report, TranscriptViolation> {
    let expected = Expected { key: key.copied(), head: None };
    verify_from(text.as_bytes(), &expected, &mut ()).map_err(|failure| match failure {
        VerifyError::Violation(violation) => violation,
        VerifyError::Io(error) => {
            TranscriptViolation::at(1, TranscriptViolationKind::Unreadable(Error::Io(error)))
        }
    })
}

/// Verifies a transcript as it is read; see the module. What it takes of memory does not depend on how long the transcript
/// is.
///
/// # Errors
/// [`VerifyError`]: the source cannot be read, or the first thing that is wrong in it.
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

/// A check on its way, line by line.
struct Check<'a> {
    parser: Parser,
    heads: HeadChain,
    replay: Replay,
    expected: &'a Expected,
    observer: &'a mut dyn Observer,
    noted: Option<HeadCheck>,
    result: Option<GameResult>,
    /// Violation that was found, as soon as a head has shown that the lines up to it are the server's.
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
        // What is no line at all is followed by nothing that could be read.
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
        // Nothing comes behind the result that could show more.
        match self.violation.take_if(|_| self.parser.order.has_ended()) {
            Some(violation) => Err(violation),
            None => Ok(()),
        }
    }

    /// A line behind one that is wrong: does the next head show that a line has been changed?
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

    /// Compares the head that was just signed with the one that was noted.
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
