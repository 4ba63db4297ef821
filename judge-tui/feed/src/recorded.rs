//! A game's lines from its record.

use std::path::Path;

use ishigaki_command::Output;
use ishigaki_rules::{Game, Phase};
use ishigaki_words::Words;

use super::{FeedStart, LineMaker};
use crate::FeedArgs;
use ishigaki_client_command::{Unplayable, read_record};

/// Error of a record that cannot be told.
#[derive(Debug)]
pub enum RecordError {
    /// It is none, or does not hold.
    Unplayable(Unplayable),
    /// Nobody reads any more, or nothing can be written.
    Output(std::io::Error),
}

/// Tells a game from its record, verified first: the lines that the board's feed has brought of it, with the same ids.
///
/// # Errors
/// [`RecordError`].
pub fn tell_record(file: &Path, args: &FeedArgs, words: &Words, out: &mut Output) -> Result<(), RecordError> {
    let (record, report) = read_record(file, &args.proof.expected()).map_err(RecordError::Unplayable)?;
    if let Some(open) = args.proof.refusal(&report.gaps(), words) {
        return Err(RecordError::Unplayable(Unplayable::Partly(open)));
    }
    let start = FeedStart { from: args.from, after: args.after.clone() };
    let first = start.of(&record.game, record.instance);
    let mut lines = LineMaker::new(&record.game, record.instance, *words);
    let mut game = Game::new(record.setup.clone());
    if first <= 1 {
        out.object(&lines.set_up(&record.setup, &record.server_key)).map_err(RecordError::Output)?;
    }
    let mut sequence = 1;
    for entry in &record.entries {
        let event = &entry.event;
        let is_told = game.is_news(event) && event.fact.addressees().is_none();
        game.apply(event);
        if !is_told {
            continue;
        }
        sequence += 1;
        let line = lines.event(sequence, &game, event);
        if sequence >= first {
            out.object(&line).map_err(RecordError::Output)?;
        }
    }
    // Whoever has the record has the ranking.
    if game.phase() == Phase::Declared && sequence >= first {
        out.object(&lines.ranking(sequence, &game)).map_err(RecordError::Output)?;
    }
    if let Some(remark) = FeedStart::beyond(first, sequence, &record.game, words) {
        out.remark(&remark).map_err(RecordError::Output)?;
    }
    Ok(())
}
