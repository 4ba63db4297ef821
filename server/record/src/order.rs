//! The order of a record's lines, for games and events, independent of their contents.

use crate::branch::{Branch, EpochTag};
use crate::transcript::Error;

#[derive(Debug)]
pub(crate) struct LineOrder {
    branch: Branch,
    events: u64,
    /// True if the next line must be the signed head of the last event.
    is_due: bool,
    has_ended: bool,
}

impl LineOrder {
    pub(crate) fn new(branch: Branch) -> Self {
        Self { branch, events: 0, is_due: false, has_ended: false }
    }

    pub(crate) fn line(&self) -> Result<(), Error> {
        if self.has_ended { Err(Error::Misplaced { expected: "nothing after the result" }) } else { Ok(()) }
    }

    pub(crate) fn event(&mut self, found: u64) -> Result<(), Error> {
        self.all_signed()?;
        let expected = self.events + 1;
        if found != expected {
            return Err(Error::Gap { expected, found });
        }
        self.events = expected;
        Ok(())
    }

    pub(crate) fn expect_signature(&mut self) {
        self.is_due = true;
    }

    pub(crate) fn epoch(&mut self, found: u32, tag: EpochTag) -> Result<(), Error> {
        self.all_signed()?;
        let expected = self.branch.epoch.saturating_add(1);
        if found != expected {
            return Err(Error::EpochGap { expected, found });
        }
        self.branch = self.branch.next(tag);
        Ok(())
    }

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

    pub(crate) fn result(&mut self) -> Result<(), Error> {
        self.all_signed()?;
        self.has_ended = true;
        Ok(())
    }

    /// Checks that the file may end here: the head of the last event must be signed if it needs to be.
    pub(crate) fn all_signed(&self) -> Result<(), Error> {
        if self.is_due { Err(Error::NotSigned { sequence: self.events }) } else { Ok(()) }
    }

    pub(crate) fn branch(&self) -> &Branch {
        &self.branch
    }

    pub(crate) fn events(&self) -> u64 {
        self.events
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended
    }
}
