//! Reading: every line in its place and in its one spelling. Does not judge what it says.

use ishigaki_rules::{Event, GameTime, Setup};
use serde::Deserialize;

use super::setup::SetupLine;
use super::{
    Entry, Error, FORMAT, Line, Located, Signed, Transcript, event_line, fold, is_closing, signed_line,
};
use crate::chain::Head;
use crate::codes::Codes;
use crate::result::GameResult;
use crate::signing::PublicKey;

/// Reads a whole transcript. Does not judge what it says.
pub fn read(text: &str) -> Result<Transcript, Located> {
    let lines = split(text)?;
    read_all(read_header(&lines)?, &lines)
}

/// Completes a transcript that ends with its last record or signed head: works out what follows from the
/// records and appends the result line.
///
/// Reads every line as [`read`] does, and like it does not judge what they say.
pub fn complete(lines: &str) -> Result<String, Located> {
    let split = split(lines)?;
    let mut body = Body::new(read_header(&split)?);
    body.read(&split)?;
    if body.result.is_some() {
        return Err(Located { line: split.len(), error: Error::Misplaced { expected: "event or signed" } });
    }
    let located = |error| Located { line: split.len() + 1, error };
    let game = fold(&body.header.setup, &body.entries);
    let chained = split.iter().filter(|line| !line.starts_with(SIGNED));
    let head = chained.fold(Head::START, |head, line| head.then(line.as_bytes()));
    let records = body.entries.len() as u64;
    let result = GameResult::of(&game).map_err(located)?;
    let result = Line::result(records, head, result).spelled().map_err(located)?;
    Ok(format!("{lines}{result}\n"))
}

/// How every signed line begins, and no other.
const SIGNED: &str = r#"{"kind":"signed","#;

/// What line 1 says.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    pub(crate) game: String,
    pub(crate) server_key: PublicKey,
    pub(crate) unix_ms: u64,
    pub(crate) setup: Setup,
}

/// The lines of a file without their line feeds; at least one.
pub(crate) fn split(text: &str) -> Result<Vec<&str>, Located> {
    if text.starts_with('\u{feff}') {
        return Err(Located { line: 1, error: Error::ByteOrderMark });
    }
    let mut lines = Vec::new();
    for (line, text) in (1..).zip(text.split_inclusive('\n')) {
        let located = |error| Located { line, error };
        let text = text.strip_suffix('\n').ok_or(located(Error::Unterminated))?;
        if text.contains('\r') {
            return Err(located(Error::CarriageReturn));
        }
        lines.push(text);
    }
    if lines.is_empty() {
        return Err(Located { line: 1, error: Error::Misplaced { expected: "game" } });
    }
    Ok(lines)
}

/// Reads line 1.
pub(crate) fn read_header(lines: &[&str]) -> Result<Header, Located> {
    let located = |error| Located { line: 1, error };
    lines.first().ok_or(Error::Misplaced { expected: "game" }).and_then(header).map_err(located)
}

fn header(text: &&str) -> Result<Header, Error> {
    /// What every format has in common.
    #[derive(Deserialize)]
    struct Common {
        format: u32,
    }
    if let Ok(Common { format }) = serde_json::from_str(text)
        && format != FORMAT
    {
        return Err(Error::UnknownFormat { found: format });
    }
    let Line::Game { format: _, game, server_key, unix_ms, setup } = Line::parsed(text)? else {
        return Err(Error::Misplaced { expected: "game" });
    };
    let setup = setup.read()?;
    setup.check().map_err(Error::Setup)?;
    let again = SetupLine::of(&setup);
    canonical(text, &Line::Game { format: FORMAT, game: game.clone(), server_key, unix_ms, setup: again })?;
    Ok(Header { game, server_key, unix_ms, setup })
}

/// Reads what stands behind line 1, down to a result line.
pub(crate) fn read_all(header: Header, lines: &[&str]) -> Result<Transcript, Located> {
    let mut body = Body::new(header);
    body.read(lines)?;
    let missing = Located { line: lines.len() + 1, error: Error::MissingResult };
    let (records, head, result) = body.result.ok_or(missing)?;
    let Header { game, server_key, unix_ms, setup } = body.header;
    let (entries, signed) = (body.entries, body.signed);
    Ok(Transcript { game, server_key, unix_ms, setup, entries, signed, records, head, result })
}

struct Body {
    header: Header,
    entries: Vec<Entry>,
    signed: Vec<Signed>,
    result: Option<(u64, Head, GameResult)>,
}

impl Body {
    fn new(header: Header) -> Self {
        Self { header, entries: Vec::new(), signed: Vec::new(), result: None }
    }

    /// Reads all lines but the first; the last event must be signed if it closes something.
    fn read(&mut self, lines: &[&str]) -> Result<(), Located> {
        for (line, text) in (1..).zip(lines).skip(1) {
            self.line(text).map_err(|error| Located { line, error })?;
        }
        self.all_signed().map_err(|error| Located { line: lines.len() + 1, error })
    }

    fn line(&mut self, text: &str) -> Result<(), Error> {
        if self.result.is_some() {
            return Err(Error::Misplaced { expected: "nothing after the result" });
        }
        let sequence = self.entries.len() as u64;
        match Line::parsed(text)? {
            Line::Game { .. } => return Err(Error::Misplaced { expected: "event, signed or result" }),
            Line::Event { sequence: found, at_ms, unix_ms, by, principal, fact } => {
                self.all_signed()?;
                let expected = sequence + 1;
                if found != expected {
                    return Err(Error::Gap { expected, found });
                }
                let codes = Codes(&self.header.setup);
                let (fact, proof) = fact.read(codes)?;
                let event = Event { at: GameTime(at_ms), by: codes.read_actor(&by)?, fact };
                let entry = Entry { event, unix_ms, principal, proof };
                // From the entry and not from the line: what the reader made of it must be what stands there.
                same(text, &event_line(&self.header.setup, found, &entry)?)?;
                self.entries.push(entry);
            }
            Line::Signed { sequence: found, head, signature } => {
                if !self.is_due() {
                    return Err(Error::NotClosing { sequence });
                }
                if found != sequence {
                    return Err(Error::Gap { expected: sequence, found });
                }
                same(text, &signed_line(found, head, &signature))?;
                self.signed.push(Signed { sequence, head, signature });
            }
            Line::Result(result) => {
                self.all_signed()?;
                let (records, head, result) = result.read();
                canonical(text, &Line::result(records, head, result.clone()))?;
                self.result = Some((records, head, result));
            }
        }
        Ok(())
    }

    /// Whether the last event closes something and is not signed yet.
    fn is_due(&self) -> bool {
        let is_closed = self.entries.last().is_some_and(|entry| is_closing(&entry.event.fact));
        let signed = self.signed.last().map_or(0, |signed| signed.sequence);
        is_closed && signed < self.entries.len() as u64
    }

    fn all_signed(&self) -> Result<(), Error> {
        if self.is_due() { Err(Error::NotSigned { sequence: self.entries.len() as u64 }) } else { Ok(()) }
    }
}

pub(crate) fn canonical(text: &str, line: &Line) -> Result<(), Error> {
    same(text, &line.spelled()?)
}

fn same(text: &str, spelled: &str) -> Result<(), Error> {
    if spelled == text { Ok(()) } else { Err(Error::NotCanonical) }
}
