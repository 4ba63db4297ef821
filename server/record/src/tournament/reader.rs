//! Reading an event's record: order and canonical spelling of lines. It doesn't judge their contents.

use ishigaki_preset::EventConfig;
use ishigaki_rules::GameTime;
use ishigaki_tournament::{Competition, Event};

use super::canonical::Canonical;
use super::line::Line;
use super::result::TournamentResult;
use super::{Entry, Header, entry_line};
use crate::branch::{Branch, EpochTag};
use crate::chain::Head;
use crate::order::LineOrder;
use crate::transcript::{Error, FORMAT, LineError, Signed, check_line};

pub(super) enum Parsed {
    Entry(Box<Entry>),
    Takeover(EventTakeover),
    Signed(Signed),
    Result { records: u64, head: Head, result: Box<TournamentResult> },
}

pub(super) struct Parser {
    pub(super) header: Header,
    pub(super) order: LineOrder,
}

impl Parser {
    pub(super) fn start(text: &str) -> Result<Self, Error> {
        let Line::Tournament { format, event, instance, server_key, unix_ms, config } = Line::read(text)?
        else {
            return Err(Error::Misplaced { expected: "tournament" });
        };
        if format != FORMAT {
            return Err(Error::UnknownFormat { found: format });
        }
        let Canonical(config) = config;
        let config = EventConfig::of(&config).map_err(|error| Error::Config(Box::new(error)))?;
        let order = LineOrder::new(Branch::first(event.clone(), instance));
        let header = Header { event, instance, server_key, unix_ms, config };
        Ok(Self { header, order })
    }

    pub(super) fn line(&mut self, text: &str) -> Result<Parsed, Error> {
        self.order.line()?;
        match Line::read(text)? {
            Line::Tournament { .. } => Err(Error::Misplaced { expected: "event, epoch, signed or result" }),
            Line::Event { sequence, at_ms, unix_ms, by, principal, fact } => {
                self.order.event(sequence)?;
                self.order.expect_signature();
                let (fact, roster) = fact.read(self.header.config.plan())?;
                let event = Event { at: GameTime(at_ms), by: by.0, fact };
                let entry = Entry { event, roster, unix_ms, principal };
                // Names that are read in several spellings, such as squares, are written in one.
                if entry_line(sequence, &entry)? != text {
                    return Err(Error::NotCanonical);
                }
                Ok(Parsed::Entry(Box::new(entry)))
            }
            Line::Epoch { number, tag, unix_ms } => {
                self.order.epoch(number, tag)?;
                Ok(Parsed::Takeover(EventTakeover { epoch: number, tag, unix_ms }))
            }
            Line::Signed { sequence, head, signature } => {
                self.order.signed(sequence)?;
                Ok(Parsed::Signed(Signed { sequence, head, signature }))
            }
            Line::Result { records, head, result } => {
                self.order.result()?;
                Ok(Parsed::Result { records, head, result: Box::new(result) })
            }
        }
    }
}

/// A record as read.
#[derive(Clone, Debug)]
pub struct EventRecord {
    pub header: Header,
    /// Contents of the following lines, in order.
    pub contents: Vec<RecordContent>,
}

/// Content of a record.
#[derive(Clone, Debug)]
pub enum RecordContent {
    Entry(Box<Entry>),
    Takeover(EventTakeover),
}

/// Takeover of an event by a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventTakeover {
    pub epoch: u32,
    pub tag: EpochTag,
    /// Time of day in milliseconds since 1970, for people.
    pub unix_ms: u64,
}

/// Reads a record, with or without its last line. It doesn't judge the lines.
///
/// # Errors
///
/// Returns the first line that can't be read or is misplaced.
pub fn read(lines: &str) -> Result<EventRecord, LineError> {
    let mut numbered = (1..).zip(lines.lines());
    let located = |line| move |error| LineError { line, error };
    let (_, first) = numbered.next().ok_or(located(1)(Error::Misplaced { expected: "tournament" }))?;
    let first = check_line(first, true).map_err(located(1))?;
    let mut parser = Parser::start(first).map_err(located(1))?;
    let mut contents = Vec::new();
    for (number, text) in numbered {
        match check_line(text, false).and_then(|text| parser.line(text)).map_err(located(number))? {
            Parsed::Entry(entry) => contents.push(RecordContent::Entry(entry)),
            Parsed::Takeover(takeover) => contents.push(RecordContent::Takeover(takeover)),
            Parsed::Signed(_) | Parsed::Result { .. } => {}
        }
    }
    Ok(EventRecord { header: parser.header, contents })
}

/// Completes a record that ends with its last signed head: derives the result and appends its line. It
/// doesn't judge the lines.
///
/// # Errors
///
/// Returns the first line that can't be read or is misplaced.
pub fn complete(lines: &str) -> Result<String, LineError> {
    let mut numbered = (1..).zip(lines.lines());
    let located = |line| move |error| LineError { line, error };
    let (_, first) = numbered.next().ok_or(located(1)(Error::Misplaced { expected: "tournament" }))?;
    let first = check_line(first, true).map_err(located(1))?;
    let mut parser = Parser::start(first).map_err(located(1))?;
    let mut competition = Competition::new(parser.header.config.plan().clone());
    let mut head = Head::START.then(first.as_bytes());
    let (mut records, mut last) = (0, 1);
    for (number, text) in numbered {
        last = number;
        let parsed = check_line(text, false).and_then(|text| parser.line(text)).map_err(located(number))?;
        match parsed {
            Parsed::Entry(entry) => {
                head = head.then(text.as_bytes());
                competition.apply(&entry.event);
                records += 1;
            }
            Parsed::Takeover(_) => head = head.then(text.as_bytes()),
            Parsed::Signed(_) => {}
            Parsed::Result { .. } => {
                return Err(located(number)(Error::Misplaced { expected: "event, epoch or signed" }));
            }
        }
    }
    let result = Line::Result { records, head, result: TournamentResult::of(&competition) };
    let result = result.spelled().map_err(located(last + 1))?;
    Ok(format!("{lines}{result}\n"))
}
