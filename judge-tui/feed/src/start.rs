//! Start positions of games.

use ishigaki_record::branch::Instance;
use ishigaki_words::Words;

use crate::Cursor;

#[derive(Clone, Debug, Default)]
pub(super) struct FeedStart {
    pub(super) from: u64,
    pub(super) after: Vec<Cursor>,
}

impl FeedStart {
    pub(super) fn beyond_end_remark(first: u64, last: u64, game: &str, words: &Words) -> Option<String> {
        let gaps =
            [("game", game.into()), ("first", first.to_string().into()), ("last", last.to_string().into())];
        (first > last.saturating_add(1)).then(|| words.say("feed-beyond", &gaps))
    }

    pub(super) fn of(&self, game: &str, instance: Instance) -> u64 {
        let is_of_game = |cursor: &&Cursor| cursor.game == game;
        let known = self.after.iter().filter(is_of_game).filter(|cursor| cursor.instance == instance);
        match known.map(|cursor| cursor.sequence).max() {
            Some(last) => last.saturating_add(1),
            // The game was set up again.
            None if self.after.iter().any(|cursor| is_of_game(&cursor)) => 1,
            None => self.from,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_resumes_after_its_last_line_or_restarts_if_set_up_again() {
        let (old, new) = (Instance([1; 16]), Instance([2; 16]));
        let cursor = |sequence| Cursor { game: "g".into(), instance: old, sequence };
        let start = FeedStart { from: 5, after: vec![cursor(9), cursor(7)] };
        assert_eq!((start.of("g", old), start.of("g", new), start.of("h", new)), (10, 1, 5));
    }
}
