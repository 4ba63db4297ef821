//! Boards: the disc on each square.

use core::fmt;

use crate::square::{Colour, Square, Squares};

/// A board: a disc or none on each of the 64 squares (`TO1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(crate) black: u64,
    pub(crate) white: u64,
}

/// Black discs on corners before the first move (`TO6`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Handicap {
    /// None: black moves first.
    #[default]
    None,
    /// 1子局: a1. White moves first, as in all larger handicaps.
    One,
    Two,
    Three,
    Four,
}

impl Handicap {
    /// All of them, by the number of discs.
    pub const ALL: [Self; 5] = [Self::None, Self::One, Self::Two, Self::Three, Self::Four];

    /// Returns the handicap of `discs` discs, 0 to 4.
    pub fn of(discs: u8) -> Option<Self> {
        Self::ALL.get(usize::from(discs)).copied()
    }

    /// Returns the number of black's corner discs.
    pub fn discs(self) -> u8 {
        match self {
            Self::None => 0,
            Self::One => 1,
            Self::Two => 2,
            Self::Three => 3,
            Self::Four => 4,
        }
    }

    const fn corners(self) -> u64 {
        const A1: u64 = 1;
        const H1: u64 = 1 << 7;
        const A8: u64 = 1 << 56;
        const H8: u64 = 1 << 63;
        match self {
            Self::None => 0,
            Self::One => A1,
            Self::Two => A1 | H8,
            Self::Three => A1 | H8 | H1,
            Self::Four => A1 | H8 | H1 | A8,
        }
    }

    /// Returns the side that moves first.
    pub const fn first(self) -> Colour {
        match self {
            Self::None => Colour::Black,
            Self::One | Self::Two | Self::Three | Self::Four => Colour::White,
        }
    }
}

/// Error of an invalid board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardFault {
    Length {
        characters: usize,
    },
    /// A character isn't `X`, `O` or `-`.
    Character {
        place: usize,
    },
}

impl Board {
    /// Returns the board before the first move: black e4 d5, white d4 e5 (`TO1`), and the handicap's corners
    /// (`TO6`).
    pub const fn start(handicap: Handicap) -> Self {
        const CENTRE_BLACK: u64 = 1 << 28 | 1 << 35;
        const CENTRE_WHITE: u64 = 1 << 27 | 1 << 36;
        Self { black: CENTRE_BLACK | handicap.corners(), white: CENTRE_WHITE }
    }

    /// Reads a board in one line: a1, b1, … h8; `X` black, `O` white, `-` empty (`TO1`).
    pub fn parse(text: &str) -> Result<Self, BoardFault> {
        let characters = text.chars().count();
        if characters != 64 {
            return Err(BoardFault::Length { characters });
        }
        let mut board = Self { black: 0, white: 0 };
        for (place, character) in text.chars().enumerate() {
            match character {
                'X' => board.black |= 1 << place,
                'O' => board.white |= 1 << place,
                '-' => {}
                _ => return Err(BoardFault::Character { place }),
            }
        }
        Ok(board)
    }

    /// Returns the squares with a disc of this colour.
    pub const fn discs(&self, colour: Colour) -> Squares {
        match colour {
            Colour::Black => Squares(self.black),
            Colour::White => Squares(self.white),
        }
    }

    /// Returns the squares without a disc.
    pub const fn empty(&self) -> Squares {
        Squares(!(self.black | self.white))
    }

    /// Returns the colour of the disc on a square.
    pub const fn disc(&self, square: Square) -> Option<Colour> {
        if Squares(self.black).contains(square) {
            Some(Colour::Black)
        } else if Squares(self.white).contains(square) {
            Some(Colour::White)
        } else {
            None
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in (0..64).filter_map(Square::at) {
            f.write_str(match self.disc(square) {
                Some(Colour::Black) => "X",
                Some(Colour::White) => "O",
                None => "-",
            })?;
        }
        Ok(())
    }
}
