//! Messages with the judge ([`Game::messages`](ishigaki_rules::Game::messages)).

use ishigaki_rules::{AskedQuestion, MessageNo};

use super::state::State;

impl State {
    /// Returns the number of unread messages.
    pub fn unread(&self) -> usize {
        self.game().zip(self.me()).map_or(0, |(game, me)| game.unread(me))
    }

    pub(crate) fn last_message(&self) -> Option<MessageNo> {
        let (game, me) = self.game().zip(self.me())?;
        let count = u32::try_from(game.message_count(me)).unwrap_or(u32::MAX);
        (count > 0).then_some(MessageNo(count))
    }

    pub(crate) fn seen_through(&self) -> Option<MessageNo> {
        let (game, me) = self.game().zip(self.me())?;
        let read = game.read_through(me).map_or(0, |read| read.0);
        let new = (read + 1..=self.last_message()?.0).map(MessageNo);
        new.take_while(|message| self.seen.contains(message)).last()
    }

    pub(crate) fn own_questions(&self) -> Vec<&AskedQuestion> {
        let asked = self.game().zip(self.me()).map(|(game, me)| game.questions_of(me).rev().collect());
        asked.unwrap_or_default()
    }

    pub(crate) fn count_questions(&self) -> (usize, usize) {
        let asked = self.own_questions();
        (asked.len(), asked.iter().filter(|asked| !asked.answers.is_empty()).count())
    }
}
