//! Writing: lines in order, the chain over them, and the required signed heads.

use std::io::Write;

use ishigaki_rules::Game;

use super::{Entry, Error, Header, Line, epoch_line, event_line, game_line, is_signed, signed_line};
use crate::branch::{Branch, EpochTag};
use crate::chain::Head;
use crate::result::GameResult;
use crate::signing::{Signature, SigningKey, sign_head};

/// Writes a transcript line by line, keeping chain and game up to date.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    branch: Branch,
    /// The public state after the written lines.
    game: Game,
    sequence: u64,
    head: Head,
    /// True if the head of the last event must still be signed.
    is_due: bool,
}

impl<W: Write> Writer<W> {
    /// Starts a transcript with the line of the game.
    pub fn start(out: W, header: &Header) -> Result<Self, Error> {
        let line = game_line(header)?;
        let head = Head::START.then(line.as_bytes());
        let branch = Branch::first(header.game.clone(), header.instance);
        let game = Game::new(header.setup.clone());
        let mut writer = Self { out, branch, game, sequence: 0, head, is_due: false };
        writer.put(line)?;
        Ok(writer)
    }

    /// Writes the next record. Returns whether its head must now be signed, by [`Writer::sign`] or
    /// [`Writer::signed`].
    pub fn entry(&mut self, entry: &Entry) -> Result<bool, Error> {
        self.all_signed()?;
        let line = event_line(self.game.setup(), self.sequence + 1, entry)?;
        self.head = self.head.then(line.as_bytes());
        self.put(line)?;
        self.sequence += 1;
        self.game.apply(&entry.event);
        self.is_due = is_signed(&entry.event.fact);
        Ok(self.is_due)
    }

    /// Writes the start of the next epoch.
    pub fn epoch(&mut self, tag: EpochTag, unix_ms: u64) -> Result<(), Error> {
        self.all_signed()?;
        self.branch = self.branch.next(tag);
        let line = epoch_line(self.branch.epoch, tag, unix_ms);
        self.head = self.head.then(line.as_bytes());
        self.put(line)
    }

    /// Returns the branch of the next line.
    pub fn branch(&self) -> &Branch {
        &self.branch
    }

    /// Returns the head after the last record.
    pub fn head(&self) -> Head {
        self.head
    }

    /// Signs the head of the event that was just written.
    pub fn sign(&mut self, key: &SigningKey) -> Result<(), Error> {
        let signature = sign_head(key, &self.branch, self.sequence, self.head);
        self.signed(&signature)
    }

    /// Writes an existing signature of the last event without checking it.
    pub fn signed(&mut self, signature: &Signature) -> Result<(), Error> {
        if !self.is_due {
            return Err(Error::NotClosing { sequence: self.sequence });
        }
        self.is_due = false;
        self.put(signed_line(self.sequence, self.head, signature))
    }

    /// Writes the derived result, flushes, and returns the output.
    pub fn finish(mut self) -> Result<W, Error> {
        self.all_signed()?;
        let line = Line::result(self.sequence, self.head, GameResult::of(&self.game)?).spelled()?;
        self.put(line)?;
        self.out.flush().map_err(Error::Io)?;
        Ok(self.out)
    }

    fn all_signed(&self) -> Result<(), Error> {
        if self.is_due { Err(Error::NotSigned { sequence: self.sequence }) } else { Ok(()) }
    }

    /// The only place that writes: one whole line at a time.
    fn put(&mut self, mut line: String) -> Result<(), Error> {
        line.push('\n');
        self.out.write_all(line.as_bytes()).map_err(Error::Io)
    }
}
