//! The state of a screen's connection to its server, and the words for it, which are the same on every
//! screen.

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
    /// Connected; what has happened is still coming in.
    CatchingUp,
    /// Connected, and up to date.
    Live,
    /// Lost; it heals by itself.
    Lost {
        since: Instant,
    },
    /// The server answers, and the game is not served any more: its clock stands until the server is started again, or until
    /// another server has taken it over.
    Stopped {
        /// Reason: the server's journal failed, no server has the game at this moment, or something else.
        reason: ErrorReason,
    },
    /// The server refuses the feed.
    Closed(FeedError),
    /// The feed's items do not fit together; the screen may be wrong.
    Astray(MirrorError),
}

impl Contact {
    /// Returns whether the connection is lost.
    pub fn is_lost(&self) -> bool {
        matches!(self, Self::Lost { .. })
    }

    /// Returns whether a call can be made at all.
    pub fn is_online(&self) -> bool {
        matches!(self, Self::Live | Self::CatchingUp | Self::Astray(_))
    }

    /// The seconds since the connection was lost; `None` if it is not.
    pub fn lost_for(&self, now: Option<Instant>) -> Option<u64> {
        match (self, now) {
            (Self::Lost { since }, Some(now)) => Some(now.saturating_duration_since(*since).as_secs()),
            _ => None,
        }
    }

    /// Returns how the screen stands with a server that has not told which games there are.
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

    /// The words for it in a screen's head.
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
            Self::Astray(MirrorError::Unproved { .. }) => words.label("contact-unproved"),
            Self::Astray(_) => words.label("contact-astray"),
        }
    }

    /// The colour of the words.
    pub fn style(&self, palette: Palette) -> Style {
        match self {
            Self::Live => palette.good(),
            Self::Connecting | Self::CatchingUp => palette.warning(),
            Self::Lost { .. } | Self::Stopped { .. } | Self::Closed(_) | Self::Astray(_) => palette.alarm(),
        }
    }

    /// The words in their colour; reversed where nothing heals by itself.
    pub fn span(&self, now: Option<Instant>, words: Words, palette: Palette) -> Span<'static> {
        let (text, style) = (self.text(now, words), self.style(palette));
        match self {
            Self::Stopped { .. } | Self::Closed(_) | Self::Astray(_) => loud(&text, palette),
            Self::Connecting | Self::CatchingUp | Self::Live | Self::Lost { .. } => Span::styled(text, style),
        }
    }
}

/// Returns what nobody may overlook, in a screen's head.
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
