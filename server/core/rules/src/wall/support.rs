//! The support of stones (`W3`).
//!
//! Only the frame's lowest row supports by itself. A ledge of a stepped side or the rim of a hole doesn't.

use alloc::vec;
use alloc::vec::Vec;

use super::layout::Layout;
use crate::Frame;

pub(super) struct Support {
    grounded: Vec<bool>,
    touches_bottom: bool,
}

impl Support {
    /// Finds all stones with a chain of support to the bottom row by climbing from there, so that stones that
    /// only support each other are never reached.
    ///
    /// The layout must be inside the frame and without overlap.
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

    pub(super) fn is_supported(&self, stone: usize) -> bool {
        self.grounded[stone]
    }

    pub(super) fn touches_bottom(&self) -> bool {
        self.touches_bottom
    }
}
