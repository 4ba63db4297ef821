//! What comes in and what goes out.

use std::time::Instant;

use ishigaki_client::{Connection, ConnectionError, FeedError};
use ishigaki_proto::wire;

use crate::listing::{CallError, Listed};
use ishigaki_screen::terminal::Key;

/// Everything that can happen to the board.
#[derive(Clone, Debug)]
pub enum Event {
    /// A key was pressed.
    Key(Key),
    /// The terminal has another size now.
    Resize {
        /// Its columns.
        columns: u16,
        /// Its lines.
        lines: u16,
    },
    /// Time has passed.
    Tick {
        /// Now.
        now: Instant,
    },
    /// The answer to [`Effect::ListGames`]: the games that can be seen.
    Games(Result<Vec<Listed>, CallError>),
    /// A game's feed brought something.
    Item {
        /// The game's id.
        game: String,
        /// What.
        item: Box<wire::FeedItem>,
        /// When.
        received: Instant,
    },
    /// A game's feed is connected, or was lost and heals by itself.
    Connection {
        /// The game's id.
        game: String,
        /// How it stands.
        connection: Connection,
    },
    /// The answer to [`Effect::Examine`]: what is wrong with the line, if it is more than that nobody answers.
    Examined(Option<ConnectionError>),
    /// The server refuses a game's feed; it will not come back by itself.
    Closed {
        /// The game's id.
        game: String,
        /// Why.
        error: FeedError,
    },
}

/// Everything that the board can want from outside. Nothing of it changes a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Ask which games there are; answered by exactly one [`Event::Games`].
    ListGames,
    /// Watch this game too.
    Watch {
        /// Its id.
        game: String,
    },
    /// Watch this game no longer.
    Leave {
        /// Its id.
        game: String,
    },
    /// Look at the line to the server; answered by exactly one [`Event::Examined`].
    Examine,
    /// Ring the terminal's bell.
    Ring,
    /// Paint the whole screen afresh, whatever the terminal has kept of it.
    Repaint,
    /// Leave.
    Quit,
}
