//! Ids and numbers. Each kind is its own type.

use core::fmt;

/// A line of the roster (名簿), from 0: a player of an Othello event, or a team of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u32);

impl PlayerId {
    /// Returns the index in the roster, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the line at this index. An index above `u32::MAX` is capped; no roster is that long.
    pub fn at(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

/// A draw number (抽選番号), from 1. Smaller is better in a draw, larger is better in a tie (`TR4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DrawNumber(pub u32);

/// A round of an event, from 1; 0 means before the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Round(pub u32);

impl Round {
    /// Returns the next round.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// A league (予選リーグ), counted from 0. People see its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LeagueId(pub u8);

impl LeagueId {
    /// Returns the index among the leagues, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the league at this index. A larger index than that of the last letter (26 leagues) is capped.
    pub fn at(index: usize) -> Self {
        Self(u8::try_from(index).unwrap_or(u8::MAX))
    }

    /// Returns the league with this letter, even if the event doesn't have it.
    pub fn parse(letter: &str) -> Option<Self> {
        match letter.as_bytes() {
            &[letter @ b'A'..=b'Z'] => Some(Self(letter - b'A')),
            _ => None,
        }
    }
}

impl fmt::Display for LeagueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, char::from(b'A'.saturating_add(self.0)))
    }
}

/// A stage of a contest in groups: its index in the plan, from 0. People see its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StageId(pub u32);

impl StageId {
    /// Returns the index among the plan's stages, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the stage at this index, capped at `u32::MAX`.
    pub fn at(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

/// A group of a stage: its index in the draw, from 0. People count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(pub u32);

impl GroupId {
    /// Returns the index among the stage's groups, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the group at this index, capped at `u32::MAX`.
    pub fn at(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }
}
