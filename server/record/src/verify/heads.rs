//! The chain over the exact bytes of the lines, and the signatures of its heads. Reads only the lines that
//! name a head.

use super::{Fault, Finding};
use crate::chain::Head;
use crate::signing::verify_head;
use crate::transcript::{Error, Header, Line, canonical};

/// How the lines of the chain begin, in their one spelling.
const EVENT: &str = r#"{"kind":"event","#;

/// What the lines lead to.
pub(super) struct Walked {
    /// Records behind the last signed head.
    pub(super) unsigned: usize,
}

/// Follows the chain down to the last line.
pub(super) fn walk(header: &Header, lines: &[&str]) -> Result<Walked, Finding> {
    let first = lines.first().map_or(Head::START, |line| Head::START.then(line.as_bytes()));
    let mut walk = Walk { header, head: first, sequence: 0, signed: 0, since: 1 };
    for (line, text) in (1..).zip(lines).skip(1) {
        walk.line(line, text).map_err(|fault| Finding { line, fault })?;
    }
    Ok(Walked { unsigned: usize::try_from(walk.sequence - walk.signed).unwrap_or(usize::MAX) })
}

struct Walk<'a> {
    header: &'a Header,
    /// The head after the lines so far.
    head: Head,
    /// How many events there were.
    sequence: u64,
    /// The last event whose head is signed.
    signed: u64,
    /// The first line that no signed head covers yet.
    since: usize,
}

impl Walk<'_> {
    fn line(&mut self, line: usize, text: &str) -> Result<(), Fault> {
        if text.starts_with(EVENT) {
            self.head = self.head.then(text.as_bytes());
            self.sequence += 1;
            return Ok(());
        }
        let parsed = Line::parsed(text).map_err(Fault::Unreadable)?;
        canonical(text, &parsed).map_err(Fault::Unreadable)?;
        match parsed {
            Line::Signed { sequence, head, signature } => {
                if sequence != self.sequence {
                    return Err(Fault::Unreadable(Error::Gap { expected: self.sequence, found: sequence }));
                }
                self.leads_to(head)?;
                verify_head(&self.header.server_key, &self.header.game, sequence, head, &signature)
                    .map_err(|source| Fault::HeadSignature { sequence, source })?;
                (self.signed, self.since) = (sequence, line + 1);
                Ok(())
            }
            Line::Result(result) => {
                let (written, head, _) = result.read();
                if written != self.sequence {
                    return Err(Fault::WrongRecords { written, found: self.sequence });
                }
                self.leads_to(head)
            }
            // In its one spelling an event begins as an event does.
            Line::Game { .. } | Line::Event { .. } => {
                Err(Fault::Unreadable(Error::Misplaced { expected: "event, signed or result" }))
            }
        }
    }

    fn leads_to(&self, written: Head) -> Result<(), Fault> {
        let Self { head: computed, sequence, since, .. } = *self;
        if computed == written {
            Ok(())
        } else {
            Err(Fault::WrongHead { sequence, computed, written, since })
        }
    }
}
