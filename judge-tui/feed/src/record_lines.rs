//! Lines of a game from its record.

use std::path::Path;

use ishigaki_command::Output;
use ishigaki_rules::{Game, Phase};
use ishigaki_words::Words;

use super::{FeedStart, LineMaker};
use crate::FeedArgs;
use ishigaki_client_command::{Error, read_record};

/// Prints the lines of a game from its verified record, with the ids of the board's feed.
///
/// # Errors
/// If the record is invalid or the output can't be written.
pub fn print_record(file: &Path, args: &FeedArgs, words: &Words, out: &mut Output) -> Result<(), Error> {
    let (record, _) = read_record(file, &args.proof, words)?;
    let start = FeedStart { from: args.from, after: args.after.clone() };
    let first = start.of(&record.game, record.instance);
    let mut lines = LineMaker::new(&record.game, record.instance, *words);
    let mut game = Game::new(record.setup.clone());
    if first <= 1 {
        out.object(&lines.set_up(&record.setup, &record.server_key))?;
    }
    let mut sequence = 1;
    for entry in &record.entries {
        let event = &entry.event;
        let is_public = game.is_news(event) && event.fact.addressees().is_none();
        game.apply(event);
        if !is_public {
            continue;
        }
        sequence += 1;
        let line = lines.event(sequence, &game, event);
        if sequence >= first {
            out.object(&line)?;
        }
    }
    // The record contains the ranking.
    if game.phase() == Phase::Declared && sequence >= first {
        out.object(&lines.ranking(sequence, &game))?;
    }
    if let Some(remark) = FeedStart::beyond_end_remark(first, sequence, &record.game, words) {
        out.remark(&remark)?;
    }
    Ok(())
}
