//! The visible part of a long list, and its mark.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use crate::Palette;

/// A part of a list. Never scrolls past the end while more of the start could be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excerpt {
    first: usize,
    room: usize,
    of: usize,
}

impl Excerpt {
    /// Returns the part from `first` on that fits in `room` of `of` lines.
    pub fn from(first: usize, of: usize, room: usize) -> Self {
        Self { first: first.min(of.saturating_sub(room)), room, of }
    }

    /// Returns the part around the selected line, scrolled as little as possible.
    pub fn around(selected: usize, of: usize, room: usize) -> Self {
        Self::from((selected + 1).saturating_sub(room), of, room)
    }

    /// Returns the visible positions, from 0.
    pub fn range(self) -> Range<usize> {
        self.first..(self.first + self.room).min(self.of)
    }

    /// Returns the first visible position, from 0.
    pub fn first(self) -> usize {
        self.first
    }

    /// Returns `3-12 / 40`, from 1; `None` if all of it is shown.
    pub fn mark(self) -> Option<String> {
        let Range { start, end } = self.range();
        (end - start < self.of).then(|| format!("{}-{end} / {}", (start + 1).min(self.of), self.of))
    }
}

/// Paints the mark on the right of a frame's bottom line.
pub fn mark_on_frame(mark: Option<String>, frame: Rect, palette: Palette, buffer: &mut Buffer) {
    let (Some(mark), true) = (mark, frame.width > 4 && frame.height > 0) else { return };
    let row = Rect { x: frame.x + 1, y: frame.bottom() - 1, width: frame.width - 2, height: 1 };
    Line::styled(format!(" {mark} "), palette.warning()).right_aligned().render(row, buffer);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitting_list_has_no_mark() {
        let all = Excerpt::from(3, 5, 8);
        assert_eq!((all.range(), all.mark()), (0..5, None));
        assert_eq!(Excerpt::from(0, 0, 0).mark(), None);
    }

    #[test]
    fn excerpt_is_clamped_to_list_end() {
        let part = Excerpt::from(38, 40, 10);
        assert_eq!((part.range(), part.mark().as_deref()), (30..40, Some("31-40 / 40")));
        assert_eq!(Excerpt::from(2, 40, 10).mark().as_deref(), Some("3-12 / 40"));
    }

    #[test]
    fn selected_row_is_always_visible() {
        for selected in 0..20 {
            assert!(Excerpt::around(selected, 20, 7).range().contains(&selected));
        }
        assert_eq!(Excerpt::around(3, 20, 7).first(), 0);
    }

    #[test]
    fn zero_height_shows_only_mark() {
        assert_eq!(Excerpt::from(0, 3, 0).mark().as_deref(), Some("1-0 / 3"));
    }
}
