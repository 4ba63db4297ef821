//! Squares, sets of squares, and the two colours.

use core::fmt;

crate::named! {
    /// A colour, and the side that plays it.
    pub enum Colour {
        /// 黒.
        Black "black",
        /// 白.
        White "white",
    }
}

impl Colour {
    /// The opponent's colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// A square: column a-h from the left, row 1-8 from the top (`TO1`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square at place `index` of the order a1, b1, … h1, a2, … h8; `None` from 64 on.
    pub const fn at(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The place in the order a1, b1, … h1, a2, … h8, from 0 to 63.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The square that a text such as `f5` or `F5` names; `None` if it names none.
    pub fn parse(text: &str) -> Option<Self> {
        let &[column, row] = text.as_bytes() else { return None };
        let column = column.to_ascii_lowercase().checked_sub(b'a').filter(|column| *column < 8)?;
        let row = row.checked_sub(b'1').filter(|row| *row < 8)?;
        Self::at(row * 8 + column)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 8), self.0 / 8 + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares. Iterates in the order a1, b1, … h1, a2, … h8.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Squares(pub(crate) u64);

impl Squares {
    /// No square.
    pub const NONE: Self = Self(0);

    /// Returns how many there are, 0 to 64.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether `square` is one of them.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// These and the other ones.
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The set of one square.
    pub const fn only(square: Square) -> Self {
        Self(1 << square.0)
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        Iter(self)
    }
}

/// The squares of a set, in the order a1, b1, … h8.
#[derive(Clone, Debug)]
pub struct Iter(Squares);

impl Iterator for Iter {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let Squares(left) = self.0;
        // A set without a square has 64 trailing zeros, and no square is at 64.
        let square = u8::try_from(left.trailing_zeros()).ok().and_then(Square::at)?;
        self.0 = Squares(left & (left - 1));
        Some(square)
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
