//! Verification of an event's record: does it follow from the rules, and did the server sign it?
//!
//! It needs only the record. Its first line has the plan. Every fact is turned back into its act, which the rules
//! judge again in the state at that time, and which must lead to exactly this fact. Every commitment is therefore
//! hashed again from settings and roster (`TV1`), every round is paired again with its certificate (`TV2`), and
//! the last line must be the derived one. Chain and signatures are checked over the exact bytes of the lines.

use ishigaki_catalogue::{Message, Value};
use std::io::{self, BufRead};

use ishigaki_matching::Blossom;
use ishigaki_tournament::{
    Actor, Command, Competition, CompetitionRejection, Event, Fact, GroupContest, StageId, cause,
};
use serde::Serialize;

use super::commitment::Commitment;
use super::reader::{Parsed, Parser};
use super::result::TournamentResult;
use super::{Entry, Header};
use crate::branch::{Branch, Instance};
use crate::chain::{Head, NotedHead};
use crate::signing::{self, Fingerprint, verify_head};
use crate::transcript::{Error, Signed};
use crate::verify::{Ending, Expected, Gap, Lines};

/// A violation in an event's record: the first line that doesn't follow from those before it.
#[derive(Debug, thiserror::Error, Message)]
#[message("violation-line")]
pub struct EventViolation {
    #[message(display)]
    pub line: usize,
    #[source]
    pub kind: EventViolationKind,
}

/// The kind of an [`EventViolation`].
#[derive(Debug, thiserror::Error, Message)]
#[message("violation")]
pub enum EventViolationKind {
    /// The line isn't one of an event's record, or is misplaced.
    Unreadable(#[source] Error),
    /// The server's key is not the one expected.
    WrongSigner {
        #[message(display)]
        expected: Fingerprint,
        #[message(display)]
        found: Fingerprint,
    },
    /// The lines don't lead to this head.
    #[message("violation-event-head")]
    WrongHead {
        #[message(display)]
        sequence: u64,
        #[message(display)]
        computed: Head,
        #[message(display)]
        written: Head,
    },
    /// The head is right, but its signature isn't the server's.
    HeadSignature {
        #[message(display)]
        sequence: u64,
        #[source]
        source: signing::Error,
    },
    WrongRecords {
        #[message(display)]
        written: u64,
        #[message(display)]
        found: u64,
    },
    /// The noted head isn't one of the record's signed heads.
    #[message("violation-noted-head")]
    OtherHead {
        #[message(display)]
        expected: NotedHead,
    },
    /// Its time is before that of the previous event.
    TimeGoesBack {
        #[message(display)]
        at: u64,
        #[message(display)]
        before: u64,
    },
    /// An act of the server has a token, or another act has none.
    #[message("violation-event-principal")]
    WrongPrincipal { found: String },
    /// The commitment isn't that of settings and roster (`TV1`).
    WrongCommitment {
        #[message(display)]
        computed: Commitment,
        #[message(display)]
        written: Commitment,
    },
    #[message(why = rejection.rule())]
    Refused {
        #[message(skip)]
        rejection: CompetitionRejection,
    },
    /// The rules decide differently here, for example pair the round differently (`TV2`).
    #[message(count = expected.len())]
    #[message(facts = Value::List(expected.iter().map(|event| event.fact.name().into()).collect()))]
    #[message("violation-event-different")]
    Different {
        #[message(skip)]
        expected: Vec<Event>,
    },
    #[message("violation-event-result")]
    WrongResult {
        #[message(skip)]
        expected: Box<TournamentResult>,
    },
}

/// Error of a record that can't be read or verified.
#[derive(Debug, thiserror::Error, Message)]
#[message("violation")]
pub enum Stop {
    /// The source can't be read.
    #[message("record-unreadable")]
    Io(#[from] io::Error),
    #[message(transparent)]
    Violation(#[from] EventViolation),
}

/// Contents of a verified record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    pub event: String,
    pub instance: Instance,
    pub ending: Ending,
    /// 1 plus the number of times that a server opened it again.
    pub epochs: u32,
    pub records: u64,
    /// Number of rounds, all paired again with the same pairs and cost; 0 in groups.
    pub rounds: usize,
    /// Number of drawn stages, all drawn again; 0 in leagues.
    pub stages: usize,
    pub results: usize,
    pub players: usize,
    /// Places in the final ranking with roster lines, from 1; empty until all games are decided.
    pub ranking: Vec<(u32, u32)>,
    /// The commitment, hashed again.
    pub commitment: Option<Commitment>,
    pub fingerprint: Fingerprint,
    /// True if the signer was compared with a given fingerprint.
    pub signer_checked: bool,
    pub head: Option<Head>,
    pub noted_earlier: bool,
    /// Lines after the last signed head, without the result line; before the first event, line 1.
    pub unsigned: usize,
}

impl Report {
    /// Returns what the record leaves open although it is valid; empty if it proves everything.
    pub fn gaps(&self) -> Vec<Gap> {
        let gaps = [
            (Gap::Signer, !self.signer_checked),
            (Gap::Unsigned, self.unsigned > 0),
            (Gap::EarlierHead, self.noted_earlier),
        ];
        gaps.into_iter().filter(|(_, is_open)| *is_open).map(|(gap, _)| gap).collect()
    }
}

/// Verifies an event's record; see the module.
pub fn verify(source: impl BufRead, expected: &Expected) -> Result<Report, Stop> {
    let mut lines = Lines::new(source);
    let unreadable = |line| move |error| EventViolation { line, kind: EventViolationKind::Unreadable(error) };
    let first = lines.next()?.unwrap_or(Err(Error::Misplaced { expected: "tournament" }));
    let first = first.map_err(unreadable(1))?;
    let parser = Parser::start(first).map_err(unreadable(1))?;
    let mut check = Check::new(parser, first, expected).map_err(|kind| EventViolation { line: 1, kind })?;
    let mut last = 1;
    while let Some(text) = lines.next()? {
        last += 1;
        let text = text.map_err(unreadable(last))?;
        check.line(text).map_err(|kind| EventViolation { line: last, kind })?;
    }
    if !check.parser.order.has_ended() {
        return Err(unreadable(last + 1)(Error::MissingResult).into());
    }
    Ok(check.finish().map_err(|kind| EventViolation { line: last, kind })?)
}

struct Check<'a> {
    parser: Parser,
    expected: &'a Expected,
    competition: Competition,
    roster: String,
    at: u64,
    head: Head,
    records: u64,
    unsigned: usize,
    last_signed: Option<Head>,
    /// Progress of the noted head: false once it is found, true once another head is signed after it.
    noted: Option<bool>,
}

impl<'a> Check<'a> {
    fn new(parser: Parser, first: &str, expected: &'a Expected) -> Result<Self, EventViolationKind> {
        let found = parser.header.server_key.fingerprint();
        if let Some(expected) = expected.key.filter(|expected| *expected != found) {
            return Err(EventViolationKind::WrongSigner { expected, found });
        }
        let competition = Competition::new(parser.header.config.plan().clone());
        Ok(Self {
            parser,
            expected,
            competition,
            roster: "[]".to_owned(),
            at: 0,
            head: Head::START.then(first.as_bytes()),
            records: 0,
            unsigned: 1,
            last_signed: None,
            noted: None,
        })
    }

    fn line(&mut self, text: &str) -> Result<(), EventViolationKind> {
        match self.parser.line(text).map_err(EventViolationKind::Unreadable)? {
            Parsed::Entry(entry) => {
                self.head = self.head.then(text.as_bytes());
                self.unsigned += 1;
                self.records += 1;
                self.entry(*entry)
            }
            Parsed::Takeover(_) => {
                self.head = self.head.then(text.as_bytes());
                self.unsigned += 1;
                Ok(())
            }
            Parsed::Signed(signed) => self.signed(&signed),
            Parsed::Result { records, head, result } => {
                if records != self.records {
                    return Err(EventViolationKind::WrongRecords { written: records, found: self.records });
                }
                self.leads_to(head)?;
                let expected = TournamentResult::of(&self.competition);
                if *result == expected {
                    Ok(())
                } else {
                    Err(EventViolationKind::WrongResult { expected: Box::new(expected) })
                }
            }
        }
    }

    fn entry(&mut self, Entry { event, roster, principal, .. }: Entry) -> Result<(), EventViolationKind> {
        if event.at.0 < self.at {
            return Err(EventViolationKind::TimeGoesBack { at: event.at.0, before: self.at });
        }
        if principal.is_empty() != (event.by == Actor::Server) {
            return Err(EventViolationKind::WrongPrincipal { found: principal });
        }
        self.at = event.at.0;
        if let Fact::Committed { commitment } = event.fact {
            self.committed(commitment)?;
        }
        let command = Command::new(event.at, event.by, cause(&event.fact));
        let decided = self.competition.decide(&command, &Blossom);
        let expected = decided.map_err(|rejection| EventViolationKind::Refused { rejection })?;
        if expected != [event.clone()] {
            return Err(EventViolationKind::Different { expected });
        }
        if let Some(roster) = roster {
            roster.text().clone_into(&mut self.roster);
        }
        self.competition.apply(&event);
        Ok(())
    }

    fn committed(&self, written: [u8; 32]) -> Result<(), EventViolationKind> {
        let config = self.parser.header.config.text();
        let computed = ishigaki_preset::Commitment::of(config, &self.roster).0;
        if computed == written {
            return Ok(());
        }
        Err(EventViolationKind::WrongCommitment {
            computed: Commitment(computed),
            written: Commitment(written),
        })
    }

    fn signed(&mut self, signed: &Signed) -> Result<(), EventViolationKind> {
        let Signed { sequence, head, signature } = signed;
        self.leads_to(*head)?;
        let (key, branch): (_, &Branch) = (&self.parser.header.server_key, self.parser.order.branch());
        verify_head(key, branch, *sequence, *head, signature)
            .map_err(|source| EventViolationKind::HeadSignature { sequence: *sequence, source })?;
        self.unsigned = 0;
        self.last_signed = Some(*head);
        self.noted = match &self.expected.head {
            Some(noted) if noted.is_of(head) => Some(false),
            _ => self.noted.map(|_| true),
        };
        Ok(())
    }

    fn leads_to(&self, written: Head) -> Result<(), EventViolationKind> {
        if self.head == written {
            return Ok(());
        }
        Err(EventViolationKind::WrongHead { sequence: self.records, computed: self.head, written })
    }

    fn finish(self) -> Result<Report, EventViolationKind> {
        if let (Some(expected), None) = (&self.expected.head, self.noted) {
            return Err(EventViolationKind::OtherHead { expected: expected.clone() });
        }
        let Header { event, instance, server_key, .. } = self.parser.header;
        let (tournament, contest) = (self.competition.leagues(), self.competition.groups());
        let counted = |contest: &GroupContest| contest.games().filter(|(_, group)| !group.is_open()).count();
        let drawn = |contest: &GroupContest| {
            (0..contest.plan().stages.len()).filter(|at| contest.drawn(StageId::at(*at)).is_some()).count()
        };
        Ok(Report {
            event,
            instance,
            ending: if self.competition.is_declared() {
                Ending::Declared
            } else if self.competition.is_abandoned() {
                Ending::Abandoned
            } else {
                Ending::Open
            },
            epochs: self.parser.order.branch().epoch,
            records: self.records,
            rounds: tournament.map_or(0, |tournament| tournament.rounds().len()),
            stages: contest.map_or(0, drawn),
            results: tournament
                .map(|tournament| tournament.entries().len())
                .or(contest.map(counted))
                .unwrap_or(0),
            players: self.competition.entrants(),
            ranking: TournamentResult::of(&self.competition).ranking(),
            commitment: self.competition.commitment().map(Commitment),
            fingerprint: server_key.fingerprint(),
            signer_checked: self.expected.key.is_some(),
            head: self.last_signed,
            noted_earlier: self.noted == Some(true),
            unsigned: self.unsigned,
        })
    }
}
