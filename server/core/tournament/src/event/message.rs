//! The announcements and calls of an event (`TV4`). The event doesn't depend on them.

use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_rules::{GameTime, TextError, check_line};

use crate::id::{PlayerId, Round};

/// An announcement of the event's staff: a line in English, in Japanese, or in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventNotice {
    pub at: GameTime,
    /// Empty if there is only the other text.
    pub english: String,
    pub japanese: String,
}

/// A call of players to their table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCall {
    pub at: GameTime,
    pub round: Round,
    /// From 1, in the order of the round's games.
    pub table: u32,
    pub players: Vec<PlayerId>,
}

/// The announcements and calls of an event, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventMessages {
    notices: Vec<EventNotice>,
    calls: Vec<TableCall>,
}

/// Error of a text in one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoticeFault {
    pub language: &'static str,
    pub error: TextError,
}

impl EventMessages {
    /// Maximum number of announcements and calls of an event.
    pub const MOST: usize = 2_000;

    /// Maximum number of characters of an announcement in one language.
    pub const LONGEST: usize = ishigaki_rules::LONGEST_REASON;

    /// Returns the announcements, oldest first.
    pub fn notices(&self) -> &[EventNotice] {
        &self.notices
    }

    /// Returns the calls to tables, oldest first.
    pub fn calls(&self) -> &[TableCall] {
        &self.calls
    }

    pub(crate) fn post(&mut self, at: GameTime, english: &str, japanese: &str) {
        self.notices.push(EventNotice { at, english: english.into(), japanese: japanese.into() });
    }

    pub(crate) fn call(&mut self, call: TableCall) {
        self.calls.push(call);
    }

    pub(crate) const fn is_full(&self) -> bool {
        self.notices.len().saturating_add(self.calls.len()) >= Self::MOST
    }
}

/// Returns the texts of an announcement without surrounding white space.
///
/// # Errors
///
/// Fails if there is no text, or if one is too long, has a forbidden character, or has no visible one.
pub(crate) fn notice_texts(english: &str, japanese: &str) -> Result<(String, String), NoticeFault> {
    let line = |text, language| match check_line(text, EventMessages::LONGEST) {
        Ok(text) => Ok(text),
        Err(TextError::Empty) => Ok(""),
        Err(error) => Err(NoticeFault { language, error }),
    };
    let (english, japanese) = (line(english, "english")?, line(japanese, "japanese")?);
    if english.is_empty() && japanese.is_empty() {
        return Err(NoticeFault { language: "english", error: TextError::Empty });
    }
    Ok((english.into(), japanese.into()))
}
