//! Acts on the team's page by mouse, touch or field.
//!
//! Everything that has a key in the terminal uses the same intents; only direct manipulations have their own
//! acts. An act may contain a price, so it has no `Debug` (`A4`).

use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Cell, LotId, Priority, StoneId, Turn};
use ishigaki_screen::terminal::Key;
use serde::{Deserialize, Serialize};

use super::keymap::Intent;
use super::work::Work;
use ishigaki_strategy::workshop::Piece;

/// An act of the page.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    Press {
        button: Button,
    },
    Key {
        key: String,
        wall: bool,
    },
    Answer {
        yes: bool,
        #[serde(default)]
        choice: usize,
    },
    Add {
        lot: u32,
    },
    Price {
        line: usize,
        /// A different lot means that the draft has changed.
        lot: u32,
        text: String,
    },
    Move {
        line: usize,
        to: usize,
    },
    Remove {
        line: usize,
    },
    /// Set the new price of a tied line, or give it up (`A7`).
    Offer {
        line: u32,
        /// Empty to give it up.
        text: String,
    },
    Try {
        line: usize,
        /// `None` for the original price.
        #[serde(default)]
        text: Option<String>,
    },
    Turn {
        field: PriceField,
        by: i64,
    },
    Write {
        text: String,
    },
    Ask,
    Read {
        through: u32,
    },
    Work {
        work: Work,
    },
    Hold {
        piece: PieceName,
    },
    /// Shows whether the piece fits there.
    Point {
        at: PlacementFields,
    },
    Lay {
        piece: PieceName,
        at: PlacementFields,
    },
    TakeOut {
        piece: PieceName,
        #[serde(default)]
        all: bool,
    },
}

/// A price field of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PriceField {
    Line(usize),
    Tied(u32),
    Tried,
}

/// A button of the page with the effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Button {
    Seal,
    Decline,
    TakeSealed,
    AskAdvice,
    TakeAdvice,
    WhatIf,
    Leave,
    PutAway,
    OtherGame,
    PlayAgain,
    Quit,
}

impl Button {
    pub(crate) const WITH_KEY: [Self; 7] = [
        Self::Seal,
        Self::Decline,
        Self::TakeSealed,
        Self::PutAway,
        Self::OtherGame,
        Self::PlayAgain,
        Self::Quit,
    ];

    pub(crate) const fn intent(self) -> Intent {
        match self {
            Self::Seal => Intent::Seal,
            Self::Decline => Intent::Decline,
            Self::TakeSealed => Intent::TakeSealed,
            Self::AskAdvice => Intent::AskAdvice,
            Self::TakeAdvice => Intent::TakeAdvice,
            Self::WhatIf => Intent::WhatIf,
            Self::Leave => Intent::Cancel,
            Self::PutAway => Intent::PutAway,
            Self::OtherGame => Intent::OtherGame,
            Self::PlayAgain => Intent::PlayAgain,
            Self::Quit => Intent::Quit,
        }
    }
}

/// A piece in the page's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceName {
    pub lot: u32,
    pub number: u32,
    pub planned: bool,
}

impl From<Piece> for PieceName {
    fn from(piece: Piece) -> Self {
        match piece {
            Piece::Own(StoneId { lot, copy }) => Self { lot: lot.0, number: copy, planned: false },
            Piece::Planned { lot, number } => Self { lot: lot.0, number, planned: true },
        }
    }
}

impl From<PieceName> for Piece {
    fn from(PieceName { lot, number, planned }: PieceName) -> Self {
        let lot = LotId(lot);
        if planned { Self::Planned { lot, number } } else { Self::Own(StoneId { lot, copy: number }) }
    }
}

/// A place on the wall: clockwise quarter turns, and the least row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct PlacementFields {
    pub turn: u32,
    pub row: i32,
    pub col: i32,
}

impl PlacementFields {
    pub(crate) fn spot(self) -> Option<Spot> {
        Some(Spot { turn: Turn::from_quarters(self.turn)?, at: Cell { row: self.row, col: self.col } })
    }
}

pub(crate) const fn priority(line: u32) -> Priority {
    Priority(line)
}

pub(crate) fn key(name: &str) -> Option<Key> {
    let mut letters = name.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return Some(Key::Char(letter));
    }
    Some(match name {
        "ArrowUp" => Key::Up,
        "ArrowDown" => Key::Down,
        "ArrowLeft" => Key::Left,
        "ArrowRight" => Key::Right,
        "Enter" => Key::Enter,
        "Escape" => Key::Esc,
        _ => return None,
    })
}
