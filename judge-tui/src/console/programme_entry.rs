//! The entry of the judged game in the contest's list: whether it counts, and its spare (`G4`).

use ishigaki_client::listing::Listed;

#[derive(Clone, Debug, Default)]
pub(crate) struct ProgrammeEntry {
    own: Option<Listed>,
    spare: Option<Listed>,
    has_others: bool,
    is_one_of_many: bool,
}

impl ProgrammeEntry {
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

    pub(crate) fn own(&self) -> Option<&Listed> {
        self.own.as_ref()
    }

    pub(crate) fn spare(&self) -> Option<&Listed> {
        self.spare.as_ref()
    }

    pub(crate) fn is_practice(&self) -> bool {
        self.own.as_ref().is_some_and(|own| own.practice)
    }

    pub(crate) fn can_leave_practice(&self) -> bool {
        self.is_practice() && self.has_others
    }

    pub(crate) fn is_one_of_many(&self) -> bool {
        self.is_one_of_many
    }

    /// Returns whether to request the list: it is missing, a practice game has no successor yet, or the game
    /// is abandoned and its spare may start.
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
