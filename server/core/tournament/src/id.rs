//! Names for things: every id and number is a type of its own.

use core::fmt;

/// A line of the roster (名簿), counted from 0: a player of an Othello event, a team of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u32);

impl PlayerId {
    /// The line's place in the roster, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The line at place `index`. Rosters of more than `u32::MAX` lines do not exist; a larger index is capped.
    pub fn at(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

/// A draw number (抽選番号), from 1; the smaller one is the better one in a draw, the larger one in a tie (`TR4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DrawNumber(pub u32);

/// A round of an event, from 1; 0 stands for "before the first one".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Round(pub u32);

impl Round {
    /// The one after this.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// A league (予選リーグ), counted from 0. People see its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LeagueId(pub u8);

impl LeagueId {
    /// The league's place among the leagues, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The league at place `index`; at most 26 leagues have a letter, a larger index is capped.
    pub fn at(index: usize) -> Self {
        Self(u8::try_from(index).unwrap_or(u8::MAX))
    }

    /// The league that a letter names, whether or not an event has it.
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

/// A stage of a contest in groups: its place among the plan's stages, from 0. People see its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StageId(pub u32);

impl StageId {
    /// The stage's place among the plan's stages, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The stage at place `index`; a larger one than `u32::MAX` is capped.
    pub fn at(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

/// A group of a stage: its place in the draw, from 0. People count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(pub u32);

impl GroupId {
    /// The group's place among the stage's groups, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The group at place `index`; a larger one than `u32::MAX` is capped.
    pub fn at(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }
}
