//! Manual counts of walls (`E2`).

/// Manual count of a team's wall, for use where the real wall differs from the recorded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WallCount {
    /// Uncovered squares of the frame.
    pub empty: u32,
    /// Uncovered squares in the frame's top row, at most `empty`.
    pub top_gaps: u32,
    /// At most the number of stones that the team has been handed.
    pub used: u32,
}
