//! A wall that was counted by hand (`E2`).

/// Count of a team's wall by somebody, where the wall as it lies here is not the one that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WallCount {
    /// Squares of the frame that no stone covers.
    pub empty: u32,
    /// Uncovered squares in the frame's top row, at most `empty`.
    pub top_gaps: u32,
    /// Stones used, at most as many as the team has been handed.
    pub used: u32,
}
