//! Ids. Each kind is its own type, so that a lot can't be confused with a team.

use core::fmt;

macro_rules! index_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// Returns the index in the setup's list, from 0.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the id at this index of the setup's list.
            ///
            /// An index above `u32::MAX` is capped; no list is that long.
            pub fn at(index: usize) -> Self {
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }
        }
    };
}

index_id! {
    /// A team: its index in the setup's list of teams, from 0. People see the team's code instead.
    TeamId
}
index_id! {
    /// A lot (a stone type on offer): its index in the setup's list of lots, from 0. People see the lot's
    /// code instead.
    LotId
}

macro_rules! counted {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The first number.
            pub const FIRST: Self = Self(1);

            /// Returns the next number.
            #[must_use]
            pub const fn next(self) -> Self {
                Self(self.0.saturating_add(1))
            }

            /// Returns the index in a list that starts with the first number.
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
    /// A line's position in its list, counted from 1. Priority 1 is the most wanted (`A2`).
    Priority
}
counted! {
    /// Number of lists a team has submitted in an attempt of a round, or of changes to its wall; counted from
    /// 1. A new list or wall names the revision that it replaces, so that two laptops of one team can't
    /// overwrite each other unnoticed.
    Revision
}
counted! {
    /// A question of a team, counted from 1 for each team.
    QuestionNo
}
counted! {
    /// A message to a team, counted from 1 for each team: announcements to it, and answers to its questions.
    MessageNo
}

/// One stone of the game: its type and the number of the copy, counted from 1 (`A10`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoneId {
    pub lot: LotId,
    /// Number of the copy, from 1, in the order in which copies were handed out.
    pub copy: u32,
}
