//! Squares of the grid, and quarter turns.

/// One square: row 0 is on top, column 0 on the left (`W1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    pub row: i32,
    pub col: i32,
}

impl Cell {
    /// Returns the square at this row and column.
    pub const fn new(row: i32, col: i32) -> Self {
        Self { row, col }
    }
}

/// Rotation of a stone in clockwise quarter turns (`W2`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    #[default]
    None,
    Quarter,
    Half,
    ThreeQuarters,
}

impl Turn {
    /// All turns, fewest quarters first.
    pub const ALL: [Self; 4] = [Self::None, Self::Quarter, Self::Half, Self::ThreeQuarters];

    /// Returns the rotation by this number of clockwise quarter turns, or `None` unless it is 0 to 3.
    pub const fn from_quarters(quarters: u32) -> Option<Self> {
        match quarters {
            0 => Some(Self::None),
            1 => Some(Self::Quarter),
            2 => Some(Self::Half),
            3 => Some(Self::ThreeQuarters),
            _ => None,
        }
    }

    /// Returns the number of clockwise quarter turns, 0 to 3.
    pub const fn quarters(self) -> u32 {
        self as u32
    }
}
