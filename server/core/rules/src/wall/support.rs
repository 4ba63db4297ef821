//! The support of stones: which of them stand (`W3`).
//!
//! Knows who lies above whom, and which row is the bottom; nothing of names, faults or counts. Nothing but
//! the frame's lowest row carries by itself: a ledge of a stepped side or the rim of a hole is no stone.

use alloc::vec;
use alloc::vec::Vec;

use super::layout::Layout;
use crate::Frame;

/// Support of a wall's stones.
pub(super) struct Support {
    grounded: Vec<bool>,
    touches_bottom: bool,
}

impl Support {
    /// Finds the largest set of stones in which everyone has a chain of rests-on to the bottom row, by
    /// climbing from there: stones that only carry each other are never reached.
    ///
    /// The layout must be without overlap and inside the frame.
    pub(super) fn of(layout: &Layout, frame: &Frame) -> Self {
        let bottom = frame.row_start(frame.bottom_row());
        let mut grounded = vec![false; layout.len()];
        let mut open = Vec::with_capacity(layout.len());
        for (stone, grounded) in grounded.iter_mut().enumerate() {
            if layout.squares(stone).iter().any(|&square| square >= bottom) {
                *grounded = true;
                open.push(stone);
            }
        }
        let touches_bottom = !open.is_empty();
        while let Some(carrier) = open.pop() {
            for &square in layout.squares(carrier) {
                if let Some(stone) = layout.above(square)
                    && !grounded[stone]
                {
                    grounded[stone] = true;
                    open.push(stone);
                }
            }
        }
        Self { grounded, touches_bottom }
    }

    /// Returns whether the stone stands.
    pub(super) fn stands(&self, stone: usize) -> bool {
        self.grounded[stone]
    }

    /// Returns whether any stone touches the bottom edge.
    pub(super) fn touches_bottom(&self) -> bool {
        self.touches_bottom
    }
}
