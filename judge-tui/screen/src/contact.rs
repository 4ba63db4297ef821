//! A screen's connection to its server, and its texts.

use std::time::Instant;

use ishigaki_client::{CallError, Connection, FeedError, MirrorError};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_rules::Millis;
use ishigaki_words::{Words, countdown};
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use crate::Palette;

/// State of a screen's connection to its server.
#[derive(Clone, Debug)]
pub enum Contact {
    Connecting,
    CatchingUp,
    Live,
    Lost {
        since: Instant,
    },
    /// The server answers but doesn't serve the game: its clock is paused until a server takes it up again.
    Stopped {
        reason: ErrorReason,
    },
    Closed(FeedError),
    /// The feed's items are inconsistent, so the screen may be wrong.
    Inconsistent(MirrorError),
}

impl Contact {
    /// Returns whether the connection is lost.
    pub fn is_lost(&self) -> bool {
        matches!(self, Self::Lost { .. })
    }

    /// Returns whether a call can be made.
    pub fn is_online(&self) -> bool {
        matches!(self, Self::Live | Self::CatchingUp | Self::Inconsistent(_))
    }

    /// Returns the seconds since the connection was lost; `None` if it is not.
    pub fn lost_for(&self, now: Option<Instant>) -> Option<u64> {
        match (self, now) {
            (Self::Lost { since }, Some(now)) => Some(now.saturating_duration_since(*since).as_secs()),
            _ => None,
        }
    }

    /// Returns the state after a failed call for the list of games.
    #[must_use]
    pub fn after(&self, error: CallError, now: Option<Instant>) -> Self {
        match (error, self, now) {
            (error, Self::Lost { since }, _) if error.is_passing() => Self::Lost { since: *since },
            (error, _, Some(since)) if error.is_passing() => Self::Lost { since },
            (CallError::Refused(fault), ..) => Self::Closed(FeedError::Refused(fault)),
            (CallError::Unanswered { code } | CallError::Unknown { code }, ..) => {
                Self::Closed(FeedError::Unknown { code })
            }
        }
    }

    /// Returns the text for a screen's title row.
    pub fn text(&self, now: Option<Instant>, words: Words) -> String {
        match self {
            Self::Connecting => words.label("contact-connecting"),
            Self::CatchingUp => words.label("contact-catching-up"),
            Self::Live => words.label("contact-live"),
            Self::Lost { .. } => {
                let lost = Millis(self.lost_for(now).unwrap_or(0).saturating_mul(1000));
                words.say("contact-lost", &[("time", countdown(lost).into())])
            }
            &Self::Stopped { reason } => words.standstill(reason),
            Self::Closed(_) => words.label("contact-closed"),
            Self::Inconsistent(MirrorError::Unproved { .. }) => words.label("contact-unproved"),
            Self::Inconsistent(_) => words.label("contact-astray"),
        }
    }

    /// Returns the colour of the text.
    pub fn style(&self, palette: Palette) -> Style {
        match self {
            Self::Live => palette.good(),
            Self::Connecting | Self::CatchingUp => palette.warning(),
            Self::Lost { .. } | Self::Stopped { .. } | Self::Closed(_) | Self::Inconsistent(_) => {
                palette.alarm()
            }
        }
    }

    /// Returns the text in its colour; reversed if the problem needs a person.
    pub fn span(&self, now: Option<Instant>, words: Words, palette: Palette) -> Span<'static> {
        let (text, style) = (self.text(now, words), self.style(palette));
        match self {
            Self::Stopped { .. } | Self::Closed(_) | Self::Inconsistent(_) => loud(&text, palette),
            Self::Connecting | Self::CatchingUp | Self::Live | Self::Lost { .. } => Span::styled(text, style),
        }
    }
}

/// Returns a span that must not be overlooked.
pub fn loud(text: &str, palette: Palette) -> Span<'static> {
    Span::styled(format!(" {text} "), palette.alarm().add_modifier(Modifier::REVERSED))
}

impl From<Connection> for Contact {
    fn from(connection: Connection) -> Self {
        match connection {
            Connection::Connected => Self::CatchingUp,
            Connection::CaughtUp => Self::Live,
            Connection::Lost { since, .. } => Self::Lost { since },
            Connection::Stopped { reason, .. } => Self::Stopped { reason },
        }
    }
}
