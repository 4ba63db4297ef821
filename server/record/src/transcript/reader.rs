//! Reading: order and canonical spelling of lines. It doesn't judge their contents.

use std::io::{self, Read};

use ishigaki_rules::{Event, GameTime, Setup};
use serde::Deserialize;

use super::notes::open_all;
use super::setup::SetupLine;
use super::{
    Entry, Error, FORMAT, Line, LineError, MOST_LINE, Signed, Takeover, Transcript, epoch_line, event_line,
    fold, game_line, is_signed, signed_line,
};
use crate::branch::{Branch, Instance};
use crate::chain::Head;
use crate::codes::Codes;
use crate::order::LineOrder;
use crate::result::GameResult;
use crate::signing::PublicKey;

/// Contents of line 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub game: String,
    pub instance: Instance,
    pub server_key: PublicKey,
    /// Time of the game's foundation in milliseconds since 1970, for people.
    pub unix_ms: u64,
    pub setup: Setup,
}

/// Maximum size of a transcript that is read into memory: 512 MiB. The longest of a playable game is far
/// smaller. Verification reads line by line and needs no limit.
pub const MOST_BYTES: u64 = 512 << 20;

/// Reads a file as a text.
///
/// # Errors
///
/// Fails if the source can't be read, isn't UTF-8, or exceeds [`MOST_BYTES`].
pub fn read_text(source: impl Read) -> io::Result<String> {
    let mut text = String::new();
    let length = source.take(MOST_BYTES + 1).read_to_string(&mut text)?;
    if u64::try_from(length).is_ok_and(|length| length <= MOST_BYTES) {
        return Ok(text);
    }
    let what = format!("it has more than {MOST_BYTES} bytes, and no record of a game does");
    Err(io::Error::new(io::ErrorKind::FileTooLarge, what))
}

/// Reads a transcript, and opens its notes if its game is closed. It doesn't judge the lines.
///
/// # Errors
///
/// [`LineError`]: the first line that is malformed, not canonical, or misplaced.
pub fn read(text: &str) -> Result<Transcript, LineError> {
    let (body, lines) = Body::read(text)?;
    let missing = LineError { line: lines + 1, error: Error::MissingResult };
    let (records, head, result) = body.result.ok_or(missing)?;
    let Header { game, instance, server_key, unix_ms, setup } = body.parser.header;
    let (mut entries, takeovers, signed) = (body.entries, body.takeovers, body.signed);
    open_all(&setup, &mut entries, &takeovers);
    Ok(Transcript {
        game,
        instance,
        server_key,
        unix_ms,
        setup,
        entries,
        takeovers,
        signed,
        records,
        head,
        result,
    })
}

/// Completes a transcript that ends with its last record or signed head: derives the result and appends its
/// line.
///
/// Like [`read`], it doesn't judge the lines.
pub fn complete(lines: &str) -> Result<String, LineError> {
    let (body, count) = Body::read(lines)?;
    if body.result.is_some() {
        return Err(LineError {
            line: count,
            error: Error::Misplaced { expected: "event, epoch or signed" },
        });
    }
    let located = |error| LineError { line: count + 1, error };
    let game = fold(&body.parser.header.setup, &body.entries);
    let chained = lines.lines().filter(|line| !line.starts_with(SIGNED));
    let head = chained.fold(Head::START, |head, line| head.then(line.as_bytes()));
    let records = body.entries.len() as u64;
    let result = GameResult::of(&game).map_err(located)?;
    let result = Line::result(records, head, result).spelled().map_err(located)?;
    Ok(format!("{lines}{result}\n"))
}

/// Beginning of every signed line and no other.
const SIGNED: &str = r#"{"kind":"signed","#;
/// Beginning of every event's line and no other.
pub(crate) const EVENT: &str = r#"{"kind":"event","#;
/// Beginning of every epoch's line and no other.
pub(crate) const EPOCH: &str = r#"{"kind":"epoch","#;

#[derive(Debug)]
pub(crate) enum Parsed {
    Entry(Box<Entry>),
    Takeover(Takeover),
    Signed(Signed),
    /// Number of records, last head, and result, as the line claims.
    Result(Box<(u64, Head, GameResult)>),
}

/// Reads the lines after the first one in order, without storing them.
#[derive(Debug)]
pub(crate) struct Parser {
    pub(crate) header: Header,
    pub(crate) order: LineOrder,
}

impl Parser {
    pub(crate) fn start(text: &str) -> Result<Self, Error> {
        let header = header(text)?;
        let order = LineOrder::new(Branch::first(header.game.clone(), header.instance));
        Ok(Self { header, order })
    }

    /// Reads the next line, without its line feed.
    pub(crate) fn line(&mut self, text: &str) -> Result<Parsed, Error> {
        self.order.line()?;
        match Line::parsed(text)? {
            Line::Game { .. } => Err(Error::Misplaced { expected: "event, epoch, signed or result" }),
            Line::Event { sequence, at_ms, unix_ms, by, principal, fact } => {
                self.order.event(sequence)?;
                let codes = Codes(&self.header.setup);
                let (fact, proof) = fact.read(codes)?;
                let event = Event { at: GameTime(at_ms), by: codes.read_actor(&by)?, fact };
                let entry = Entry { event, unix_ms, principal, proof };
                // Written from the entry, so that the comparison covers what was read.
                same(text, &event_line(&self.header.setup, sequence, &entry)?)?;
                if is_signed(&entry.event.fact) {
                    self.order.expect_signature();
                }
                Ok(Parsed::Entry(Box::new(entry)))
            }
            Line::Epoch { number, tag, unix_ms } => {
                self.order.epoch(number, tag)?;
                same(text, &epoch_line(number, tag, unix_ms))?;
                Ok(Parsed::Takeover(Takeover { after: self.order.events(), epoch: number, tag, unix_ms }))
            }
            Line::Signed { sequence, head, signature } => {
                self.order.signed(sequence)?;
                same(text, &signed_line(sequence, head, &signature))?;
                Ok(Parsed::Signed(Signed { sequence, head, signature }))
            }
            Line::Result(result) => {
                self.order.result()?;
                let (records, head, result) = result.read();
                same(text, &Line::result(records, head, result.clone()).spelled()?)?;
                Ok(Parsed::Result(Box::new((records, head, result))))
            }
        }
    }
}

fn header(text: &str) -> Result<Header, Error> {
    #[derive(Deserialize)]
    struct CommonMembers {
        format: u32,
    }
    if let Ok(CommonMembers { format }) = serde_json::from_str(text)
        && format != FORMAT
    {
        return Err(Error::UnknownFormat { found: format });
    }
    let Line::Game { format: _, game, instance, server_key, unix_ms, setup } = Line::parsed(text)? else {
        return Err(Error::Misplaced { expected: "game" });
    };
    let setup: Setup = SetupLine::read(setup)?;
    setup.check().map_err(Error::Setup)?;
    let header = Header { game, instance, server_key, unix_ms, setup };
    same(text, &game_line(&header)?)?;
    Ok(header)
}

/// All lines of a transcript in memory, up to a result line.
struct Body {
    parser: Parser,
    entries: Vec<Entry>,
    takeovers: Vec<Takeover>,
    signed: Vec<Signed>,
    result: Option<(u64, Head, GameResult)>,
}

impl Body {
    fn read(text: &str) -> Result<(Self, usize), LineError> {
        let mut lines = (1..).zip(split(text));
        let nothing = LineError { line: 1, error: Error::Misplaced { expected: "game" } };
        let (_, first) = lines.next().ok_or(nothing)?;
        let parser = first.and_then(Parser::start).map_err(|error| LineError { line: 1, error })?;
        let (entries, takeovers, signed) = (Vec::new(), Vec::new(), Vec::new());
        let mut body = Self { parser, entries, takeovers, signed, result: None };
        let mut count = 1;
        for (line, text) in lines {
            let parsed = text.and_then(|text| body.parser.line(text));
            match parsed.map_err(|error| LineError { line, error })? {
                Parsed::Entry(entry) => body.entries.push(*entry),
                Parsed::Takeover(takeover) => body.takeovers.push(takeover),
                Parsed::Signed(signed) => body.signed.push(signed),
                Parsed::Result(result) => body.result = Some(*result),
            }
            count = line;
        }
        body.parser.order.all_signed().map_err(|error| LineError { line: count + 1, error })?;
        Ok((body, count))
    }
}

/// The lines of a text without their line feeds.
fn split(text: &str) -> impl Iterator<Item = Result<&str, Error>> {
    text.split_inclusive('\n').enumerate().map(|(place, line)| {
        let line = line.strip_suffix('\n').ok_or(Error::Unterminated)?;
        check_line(line, place == 0)
    })
}

pub(crate) fn check_line(line: &str, is_first: bool) -> Result<&str, Error> {
    if is_first && line.starts_with('\u{feff}') {
        return Err(Error::ByteOrderMark);
    }
    if line.len() > MOST_LINE {
        return Err(Error::LongLine);
    }
    if line.contains('\r') { Err(Error::CarriageReturn) } else { Ok(line) }
}

fn same(text: &str, spelled: &str) -> Result<(), Error> {
    if spelled == text { Ok(()) } else { Err(Error::NotCanonical) }
}
