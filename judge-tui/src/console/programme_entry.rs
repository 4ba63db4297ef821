//! The entry of the judged game in the contest's list: whether it counts, and what is played instead of it (`G4`).

use ishigaki_client::listing::Listed;

/// The game's own line of the list, and that of its spare.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProgrammeEntry {
    own: Option<Listed>,
    spare: Option<Listed>,
    /// Whether another game can be gone to, which counts.
    has_others: bool,
    /// Whether the contest has any other game.
    is_one_of_many: bool,
}

impl ProgrammeEntry {
    /// Returns what the list says of this game.
    pub(crate) fn of(games: &[Listed], game: &str) -> Self {
        let find = |id: &str| games.iter().find(|listed| listed.game == id).cloned();
        let own = find(game);
        let spare = own.as_ref().and_then(|own| own.spare.as_deref()).and_then(find);
        let can_be_gone_to = |listed: &Listed| listed.is_waiting() || listed.is_under_way();
        let has_others =
            games.iter().any(|listed| listed.game != game && !listed.practice && can_be_gone_to(listed));
        let is_one_of_many = games.iter().any(|listed| listed.game != game);
        Self { own, spare, has_others, is_one_of_many }
    }

    /// The game's own line; `None` if the list has not come.
    pub(crate) fn own(&self) -> Option<&Listed> {
        self.own.as_ref()
    }

    /// The game that is played instead; `None` if there is none or it is not known yet.
    pub(crate) fn spare(&self) -> Option<&Listed> {
        self.spare.as_ref()
    }

    /// Returns whether nothing in the game counts.
    pub(crate) fn is_practice(&self) -> bool {
        self.own.as_ref().is_some_and(|own| own.practice)
    }

    /// Returns whether the game is one for practice, and there is another to go to that counts.
    pub(crate) fn can_leave_practice(&self) -> bool {
        self.is_practice() && self.has_others
    }

    /// Returns whether the list of games has anything else to offer.
    pub(crate) fn is_one_of_many(&self) -> bool {
        self.is_one_of_many
    }

    /// Returns whether the list is worth asking for: it has not come, or a practice game has no other to go to
    /// yet, or the game is abandoned and its spare may start at any moment, by whoever's hand.
    pub(crate) fn is_wanted(&self, is_abandoned: bool) -> bool {
        let Some(own) = &self.own else {
            return true;
        };
        if own.practice && !self.has_others {
            return true;
        }
        own.spare.is_some() && self.spare.as_ref().is_none_or(|spare| is_abandoned && spare.is_waiting())
    }
}
