//! Starts: from where on each game is told.

use ishigaki_record::branch::Instance;
use ishigaki_words::Words;

use crate::Cursor;

/// From where on games are told.
#[derive(Clone, Debug, Default)]
pub(super) struct FeedStart {
    /// The first number that is told of a game of which no line is known.
    pub(super) from: u64,
    /// The last lines that are known.
    pub(super) after: Vec<Cursor>,
}

impl FeedStart {
    /// Returns what is to be said of a game that has only so many lines: that the first one that is told is beyond
    /// its end.
    pub(super) fn beyond(first: u64, last: u64, game: &str, words: &Words) -> Option<String> {
        let gaps =
            [("game", game.into()), ("first", first.to_string().into()), ("last", last.to_string().into())];
        (first > last.saturating_add(1)).then(|| words.say("feed-beyond", &gaps))
    }

    /// The first number of this game that is told.
    pub(super) fn of(&self, game: &str, instance: Instance) -> u64 {
        let own = |cursor: &&Cursor| cursor.game == game;
        let known = self.after.iter().filter(own).filter(|cursor| cursor.instance == instance);
        match known.map(|cursor| cursor.sequence).max() {
            Some(last) => last.saturating_add(1),
            // Set up anew: nothing of it is known.
            None if self.after.iter().any(|cursor| own(&cursor)) => 1,
            None => self.from,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_goes_on_behind_its_last_known_line_and_starts_over_when_it_was_set_up_anew() {
        let (old, new) = (Instance([1; 16]), Instance([2; 16]));
        let cursor = |sequence| Cursor { game: "g".into(), instance: old, sequence };
        let start = FeedStart { from: 5, after: vec![cursor(9), cursor(7)] };
        assert_eq!((start.of("g", old), start.of("g", new), start.of("h", new)), (10, 1, 5));
    }
}
