//! Squares, sets of squares, and colours.

use core::fmt;

crate::named! {
    /// A colour, and the side that plays it.
    pub enum Colour {
        Black "black",
        White "white",
    }
}

impl Colour {
    /// Returns the opponent's colour.
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
    /// Returns the square at this index of the order a1, b1, … h1, a2, … h8.
    pub const fn at(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// Returns the index in the order a1, b1, … h1, a2, … h8, from 0 to 63.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the square of a text such as `f5` or `F5`.
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
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Returns the number of squares, 0 to 64.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set has `square`.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// Returns the union of both sets.
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Returns the set of one square.
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
        // An empty set has 64 trailing zeros, and there is no square 64.
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
