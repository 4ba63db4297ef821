//! Cursors: the ids of the feed's lines, with which a reader resumes.

use std::fmt;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use ishigaki_catalogue::Message;
use ishigaki_command::{ValueError, value_of};
use ishigaki_record::branch::Instance;

/// Id of a line: `GAME/INSTANCE/SEQUENCE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    pub game: String,
    pub instance: Instance,
    pub sequence: u64,
}

/// Invalid id of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("usage-form-line-id")]
pub struct CursorError;

impl Cursor {
    /// Parses an id on a command line.
    pub fn parser() -> impl TypedValueParser<Value = Self> {
        value_of(|_: &CursorError| ValueError::new("usage-form-line-id"))
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.game, hex::encode(self.instance.0), self.sequence)
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let read = || {
            let mut parts = text.rsplitn(3, '/');
            let sequence = parts.next()?.parse().ok()?;
            let mut instance = Instance([0; 16]);
            hex::decode_to_slice(parts.next()?, &mut instance.0).ok()?;
            let game = parts.next().filter(|game| !game.is_empty())?.to_owned();
            Some(Self { game, instance, sequence })
        };
        read().ok_or(CursorError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_id_round_trips_for_any_game_name() {
        for game in ["g", "heat/1", "予選"] {
            let cursor = Cursor { game: game.into(), instance: Instance([0xa5; 16]), sequence: 17 };
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
        let id = "/".to_owned() + &"0".repeat(32) + "/1";
        for wrong in
            ["", "g", "g/1", "g/00/1", &id, &format!("g{id}x"), &format!("g{}", id.replace("/1", "/-1"))]
        {
            assert_eq!(wrong.parse::<Cursor>(), Err(CursorError), "{wrong}");
        }
    }
}
