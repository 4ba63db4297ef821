//! Verification of an event's record: does it follow from its rules, and is it the one that the server signed?
//!
//! From nothing but the record: its first line gives the plan; every fact is turned back into the act behind it, which the
//! rules judge again on the event as it then stood, and must lead to exactly this fact. So every commitment is hashed anew
//! from settings and roster (`TV1`), every round paired again with its certificate (`TV2`), and the last line must be what
//! follows. Chain and signatures are checked over the exact bytes of the lines.

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

/// A violation of an event's record: the first line that does not follow from those before it.
#[derive(Debug, thiserror::Error, Message)]
#[message("violation-line")]
pub struct EventViolation {
    /// The line, counted from 1.
    #[message(display)]
    pub line: usize,
    #[source]
    pub kind: EventViolationKind,
}

/// The kind of an [`EventViolation`].
#[derive(Debug, thiserror::Error, Message)]
#[message("violation")]
pub enum EventViolationKind {
    /// It is not a line of an event's record, or not in its place.
    Unreadable(#[source] Error),
    /// The server's key is not the one expected.
    WrongSigner {
        /// The fingerprint that was given.
        #[message(display)]
        expected: Fingerprint,
        /// The one that the key has.
        #[message(display)]
        found: Fingerprint,
    },
    /// The lines do not lead to the head that stands here.
    #[message("violation-event-head")]
    WrongHead {
        /// The last event before it.
        #[message(display)]
        sequence: u64,
        /// The head that the lines lead to.
        #[message(display)]
        computed: Head,
        /// The one that stands here.
        #[message(display)]
        written: Head,
    },
    /// The head is right, and its signature is not the server's.
    HeadSignature {
        #[message(display)]
        sequence: u64,
        /// Error of the signature.
        #[source]
        source: signing::Error,
    },
    /// The last line counts other records than there are.
    WrongRecords {
        /// Number that it says.
        #[message(display)]
        written: u64,
        /// Number that there are.
        #[message(display)]
        found: u64,
    },
    /// No signed head of the record is the one that was noted.
    #[message("violation-noted-head")]
    OtherHead {
        #[message(display)]
        expected: NotedHead,
    },
    /// It is earlier than the event before it.
    TimeGoesBack {
        /// Time at which it says it happened.
        #[message(display)]
        at: u64,
        /// Time of the event before it.
        #[message(display)]
        before: u64,
    },
    /// The server uses no token, and everybody else uses one.
    #[message("violation-event-principal")]
    WrongPrincipal {
        /// Text in its place.
        found: String,
    },
    /// The commitment is not that of settings and roster (`TV1`).
    WrongCommitment {
        /// The one that they have.
        #[message(display)]
        computed: Commitment,
        /// The one that stands here.
        #[message(display)]
        written: Commitment,
    },
    /// The rules refuse the act.
    #[message(why = rejection.rule())]
    Refused {
        /// Reason for the rejection.
        #[message(skip)]
        rejection: CompetitionRejection,
    },
    /// The rules decide something else here; of a round: it is not paired so (`TV2`).
    #[message(count = expected.len())]
    #[message(facts = Value::List(expected.iter().map(|event| event.fact.name().into()).collect()))]
    #[message("violation-event-different")]
    Different {
        /// Events that are missing; nothing, where the act changes nothing.
        #[message(skip)]
        expected: Vec<Event>,
    },
    /// The result line is not what follows.
    #[message("violation-event-result")]
    WrongResult {
        #[message(skip)]
        expected: Box<TournamentResult>,
    },
}

/// Error of a record that is not found in order.
#[derive(Debug, thiserror::Error, Message)]
#[message("violation")]
pub enum Stop {
    /// It cannot be read from where it stands.
    #[message("record-unreadable")]
    Io(#[from] io::Error),
    /// Something is wrong with it.
    #[message(transparent)]
    Violation(#[from] EventViolation),
}

/// Contents of a verified record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Name of the event.
    pub event: String,
    /// Instance of that name that the event is.
    pub instance: Instance,
    /// End of the event.
    pub ending: Ending,
    /// Number of times that it was created or taken up by a server.
    pub epochs: u32,
    /// Events; each was decided again.
    pub records: u64,
    /// Rounds; each was paired again, to the same pairs at the same cost. None in groups.
    pub rounds: usize,
    /// Stages whose groups were drawn; each was drawn again. None in leagues.
    pub stages: usize,
    /// Results that were entered; in groups games that have one.
    pub results: usize,
    /// Lines of the roster.
    pub players: usize,
    /// Everybody's place in the final ranking and line of the roster, from 1; empty until everything is played.
    pub ranking: Vec<(u32, u32)>,
    /// The commitment, hashed again; none if there is none yet.
    pub commitment: Option<Commitment>,
    /// The fingerprint of the key that signed.
    pub fingerprint: Fingerprint,
    /// Whether that is the one that was given; `false` if none was.
    pub signer_checked: bool,
    /// The last signed head.
    pub head: Option<Head>,
    /// Whether the head that was noted is an earlier one.
    pub noted_earlier: bool,
    /// Lines behind the last signed head, the result line left out; before the first event, line 1.
    pub unsigned: usize,
}

impl Report {
    /// Returns what the record leaves open, although all that it says is in order; nothing: it proves all that it says.
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
///
/// # Errors
/// With the first thing that is wrong.
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

/// A check on its way, line by line.
struct Check<'a> {
    parser: Parser,
    expected: &'a Expected,
    competition: Competition,
    /// The canonical text of the roster that is set.
    roster: String,
    at: u64,
    head: Head,
    records: u64,
    unsigned: usize,
    last_signed: Option<Head>,
    /// Whether the noted head was met, and then whether another was signed after it.
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

    /// Decides an entry again, and applies it.
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
