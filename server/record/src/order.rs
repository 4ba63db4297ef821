//! The order of a record's lines, of a game's as of an event's: what may follow what, whatever it says.

use crate::branch::{Branch, EpochTag};
use crate::transcript::Error;

/// What the lines read so far allow for the next one.
#[derive(Debug)]
pub(crate) struct LineOrder {
    /// The branch of the lines that come next.
    branch: Branch,
    /// Number of events so far.
    events: u64,
    /// Whether the head of the last event must stand on the next line.
    is_due: bool,
    has_ended: bool,
}

impl LineOrder {
    /// Behind the first line, of a game or event that starts on this branch.
    pub(crate) fn new(branch: Branch) -> Self {
        Self { branch, events: 0, is_due: false, has_ended: false }
    }

    /// A line of whatever kind comes.
    pub(crate) fn line(&self) -> Result<(), Error> {
        if self.has_ended { Err(Error::Misplaced { expected: "nothing after the result" }) } else { Ok(()) }
    }

    /// An event of this number comes.
    pub(crate) fn event(&mut self, found: u64) -> Result<(), Error> {
        self.all_signed()?;
        let expected = self.events + 1;
        if found != expected {
            return Err(Error::Gap { expected, found });
        }
        self.events = expected;
        Ok(())
    }

    /// The last event is one whose head is signed.
    pub(crate) fn expect_signature(&mut self) {
        self.is_due = true;
    }

    /// An epoch of this number comes, with its tag.
    pub(crate) fn epoch(&mut self, found: u32, tag: EpochTag) -> Result<(), Error> {
        self.all_signed()?;
        let expected = self.branch.epoch.saturating_add(1);
        if found != expected {
            return Err(Error::EpochGap { expected, found });
        }
        self.branch = self.branch.next(tag);
        Ok(())
    }

    /// A signed head comes, of the event of this number.
    pub(crate) fn signed(&mut self, found: u64) -> Result<(), Error> {
        if !self.is_due {
            return Err(Error::NotClosing { sequence: self.events });
        }
        if found != self.events {
            return Err(Error::Gap { expected: self.events, found });
        }
        self.is_due = false;
        Ok(())
    }

    /// The result comes.
    pub(crate) fn result(&mut self) -> Result<(), Error> {
        self.all_signed()?;
        self.has_ended = true;
        Ok(())
    }

    /// Checks that all has been read that must be there before the file may end: the head of the last event, if that is
    /// signed.
    pub(crate) fn all_signed(&self) -> Result<(), Error> {
        if self.is_due { Err(Error::NotSigned { sequence: self.events }) } else { Ok(()) }
    }

    /// The branch of the lines that come next.
    pub(crate) fn branch(&self) -> &Branch {
        &self.branch
    }

    /// Number of events so far.
    pub(crate) fn events(&self) -> u64 {
        self.events
    }

    /// Returns whether the result line has come.
    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended
    }
}
