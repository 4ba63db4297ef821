//! The record of a game played without a server: exactly the lines that a server would write.

use std::sync::Arc;

use ishigaki_record::transcript::{complete, game_line};
use ishigaki_rules::{Actor, Event, Game, Setup};

use super::seals::SealStore;
use super::writer::{Error, RecordWriter};
use crate::clock::UnixMillis;
use crate::entropy::Entropy;
use crate::key::ServerKey;

/// Writes the whole record of these events with their sealed contents, under this key. `principal` gives the
/// token name of an actor; the time of day is game time from 1970 on.
///
/// # Errors
///
/// Fails without randomness, or if the events don't fit a game with this setup.
pub fn transcribe(
    game: &str,
    setup: &Setup,
    events: &[Event],
    principal: impl Fn(Actor) -> String,
    key: Arc<ServerKey>,
    entropy: Arc<dyn Entropy>,
) -> Result<String, Error> {
    let seals = SealStore::new(game, setup, key, entropy);
    let (mut writer, founding) = RecordWriter::found(game, setup, seals, UnixMillis(0))?;
    let mut text = game_line(&founding.header)? + "\n";
    let mut state = Game::new(setup.clone());
    for event in events {
        let written = writer.note(&state, event, &principal(event.by), UnixMillis(event.at.0))?;
        for line in written.lines {
            text.push_str(&line);
            text.push('\n');
        }
        state.apply(event);
    }
    complete(&text).map_err(|error| Error::Line(error.error))
}
