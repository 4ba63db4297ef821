//! The messages with the judge as the screen asks the game for them ([`Game::messages`](ishigaki_rules::Game::messages)).

use ishigaki_rules::{AskedQuestion, MessageNo};

use super::state::State;

impl State {
    /// Returns the number of messages that nobody of the team has marked as read.
    pub fn unread(&self) -> usize {
        self.game().zip(self.me()).map_or(0, |(game, me)| game.unread(me))
    }

    /// The last message, if there is any.
    pub(crate) fn last_message(&self) -> Option<MessageNo> {
        let (game, me) = self.game().zip(self.me())?;
        let told = u32::try_from(game.told(me)).unwrap_or(u32::MAX);
        (told > 0).then_some(MessageNo(told))
    }

    /// Up to which message all are read or have been on the screen; `None` if that is so of no new one.
    pub(crate) fn seen_through(&self) -> Option<MessageNo> {
        let (game, me) = self.game().zip(self.me())?;
        let read = game.read_through(me).map_or(0, |read| read.0);
        let new = (read + 1..=self.last_message()?.0).map(MessageNo);
        new.take_while(|message| self.seen.contains(message)).last()
    }

    /// The team's questions, the last one first.
    pub(crate) fn own_questions(&self) -> Vec<&AskedQuestion> {
        let asked = self.game().zip(self.me()).map(|(game, me)| game.asked(me).rev().collect());
        asked.unwrap_or_default()
    }

    /// Returns how many questions the team has asked, and how many of them are answered.
    pub(crate) fn count_questions(&self) -> (usize, usize) {
        let asked = self.own_questions();
        (asked.len(), asked.iter().filter(|asked| !asked.answers.is_empty()).count())
    }
}
