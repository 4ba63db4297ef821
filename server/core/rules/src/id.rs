//! Names for things: every id is a type of its own, so that a lot is never taken for a team.

use core::fmt;

macro_rules! index_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The place in the set-up's list, counted from 0.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of the thing at place `index` of the set-up's list.
            ///
            /// Lists of more than `u32::MAX` things do not exist; a larger index is capped.
            pub fn at(index: usize) -> Self {
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }
        }
    };
}

index_id! {
    /// A team: its place in the set-up's list of teams, from 0. People see the team's code instead.
    TeamId
}
index_id! {
    /// A lot, that is a stone type on offer: its place in the set-up's list of lots, from 0. People see the
    /// lot's code instead.
    LotId
}

macro_rules! counted {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The first one.
            pub const FIRST: Self = Self(1);

            /// The one after this.
            #[must_use]
            pub const fn next(self) -> Self {
                Self(self.0.saturating_add(1))
            }

            /// The place in a list that starts with the first one.
            pub const fn index(self) -> usize {
                (self.0 as usize).saturating_sub(1)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

counted! {
    /// A round of the game, counted from 1.
    RoundNo
}
counted! {
    /// A re-bid wave within a round, counted from 1 (`A7`).
    WaveNo
}
counted! {
    /// A line's place in its list, counted from 1: 1 is what the team wants most (`A2`).
    Priority
}
counted! {
    /// Number of times that a team has sealed a list in a round's attempt, or that its wall has changed in the
    /// game; counted from 1. A new list or wall names the revision it replaces, so that two laptops of one team
    /// cannot overwrite each other unseen.
    Revision
}
counted! {
    /// A question of a team, counted from 1 for each team.
    QuestionNo
}
counted! {
    /// A message to a team, counted from 1 for each team: announcements that are for it, and answers to it.
    MessageNo
}

/// One stone of the game: its type, and which copy of it, counted from 1 (`A10`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoneId {
    pub lot: LotId,
    /// Number of the copy of the type, from 1, in the order in which the copies were handed out.
    pub copy: u32,
}
