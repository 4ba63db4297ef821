//! The acts of a team's page: what a pointer, a finger or a field does there. Knows no page and no browser.
//!
//! Whatever can be done with one key of the terminal is done by the same intents; only what a pointer does at once, and a
//! terminal in many small steps, stands here by itself. A price may be in an act, so it has no debug output (`A4`).

use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Cell, LotId, Priority, StoneId, Turn};
use ishigaki_screen::terminal::Key;
use serde::{Deserialize, Serialize};

use super::keymap::Intent;
use super::panel::Panel;
use super::work::Work;
use ishigaki_strategy::workshop::Piece;

/// One act, as the page sends it.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// Press a button that is a key elsewhere.
    Press {
        /// Button that was pressed.
        button: Button,
    },
    /// Press a key that means the same on the page as on the terminal.
    Key {
        /// The key, by the browser's name of it.
        key: String,
        /// Whether it was pressed on the wall.
        wall: bool,
    },
    Show {
        /// Panel that is meant.
        panel: Panel,
    },
    /// Answer the open question.
    Answer {
        yes: bool,
        /// Of several things to choose from, which, from 0.
        #[serde(default)]
        choice: usize,
    },
    /// Add a line for a lot.
    Add {
        /// The lot's place in the set-up, from 0.
        lot: u32,
    },
    /// Write the price of a line of the draft.
    Price {
        /// Its place, from 0.
        line: usize,
        /// The lot that it is for; another one means that the draft has changed meanwhile.
        lot: u32,
        /// The text, as it was typed.
        text: String,
    },
    /// Move a line of the draft.
    Move {
        /// Its place, from 0.
        line: usize,
        /// Index that it goes to.
        to: usize,
    },
    /// Take a line of the draft away.
    Remove {
        /// Its place, from 0.
        line: usize,
    },
    /// Write the new price of a tied line, or give it up (`A7`).
    Offer {
        /// The line's place in the sealed list, from 1.
        line: u32,
        /// The text, as it was typed; an empty one gives it up.
        text: String,
    },
    /// Try another price for a line of the round that is tried.
    Try {
        /// Its place, from 0.
        line: usize,
        /// The text, as it was typed; none is for the price that the line had.
        #[serde(default)]
        text: Option<String>,
    },
    /// Raise a price, or lower it.
    Turn { field: PriceField, by: i64 },
    /// Write the question to the judge; nothing is asked by that.
    Write { text: String },
    /// Ask what is written.
    Ask,
    /// Mark messages as read.
    Read {
        /// The last one that was shown.
        through: u32,
    },
    /// Work at the wall as a key does.
    Work {
        /// Work that is done.
        work: Work,
    },
    /// Hold a piece over the wall.
    Hold { piece: PieceName },
    /// Put the held piece somewhere, to see whether it can lie there and why not.
    Point {
        /// Place of the piece.
        at: PlacementFields,
    },
    /// Lay a piece somewhere.
    Lay {
        piece: PieceName,
        /// Place of the piece.
        at: PlacementFields,
    },
    /// Take a piece out of the draft.
    TakeOut {
        piece: PieceName,
        /// Whether all that only it carries comes out, too.
        #[serde(default)]
        all: bool,
    },
}

/// A field of the page in which a price is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PriceField {
    /// Of a line of the draft, from 0.
    Line(usize),
    /// Of a tied line, by its place in the sealed list, from 1.
    Tied(u32),
    /// Of the line that is tried.
    Tried,
}

/// A button of the page that does what a key of the terminal does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Button {
    Seal,
    Decline,
    /// Take what is sealed into the draft.
    TakeSealed,
    Messages,
    /// Ask the adviser anew.
    AskAdvice,
    /// Take its proposal into the draft.
    TakeAdvice,
    /// Try other prices for an opened round.
    WhatIf,
    Leave,
    /// Put away what has been read.
    PutAway,
    /// Go over to another game.
    OtherGame,
    /// Speak the other language.
    Language,
    Help,
    /// Leave the program, after asking.
    Quit,
}

impl Button {
    /// Those that have a key on the page, too.
    pub(crate) const WITH_KEY: [Self; 7] =
        [Self::Seal, Self::Decline, Self::TakeSealed, Self::PutAway, Self::OtherGame, Self::Help, Self::Quit];

    /// The same as a key's meaning.
    pub(crate) const fn intent(self) -> Intent {
        match self {
            Self::Seal => Intent::Seal,
            Self::Decline => Intent::Decline,
            Self::TakeSealed => Intent::TakeSealed,
            Self::Messages => Intent::Show(Panel::Messages),
            Self::AskAdvice => Intent::AskAdvice,
            Self::TakeAdvice => Intent::TakeAdvice,
            Self::WhatIf => Intent::WhatIf,
            Self::Leave => Intent::Cancel,
            Self::PutAway => Intent::PutAway,
            Self::OtherGame => Intent::OtherGame,
            Self::Language => Intent::OtherLanguage,
            Self::Help => Intent::Help,
            Self::Quit => Intent::Quit,
        }
    }
}

/// A piece as the page names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceName {
    /// The lot's place in the set-up, from 0.
    pub lot: u32,
    /// Number of the copy, or of the planned one, from 1.
    pub number: u32,
    /// Whether it is in the plan only.
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
    /// Quarters, 0 to 3.
    pub turn: u32,
    /// The least row, from 0 on top.
    pub row: i32,
    /// The least column, from 0 on the left.
    pub col: i32,
}

impl PlacementFields {
    /// As the rules have it; `None` if there is no such turn.
    pub(crate) fn spot(self) -> Option<Spot> {
        Some(Spot { turn: Turn::from_quarters(self.turn)?, at: Cell { row: self.row, col: self.col } })
    }
}

pub(crate) const fn priority(line: u32) -> Priority {
    Priority(line)
}

/// The key that a browser names so; `None` if it is none of the terminal's.
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
