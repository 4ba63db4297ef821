//! The shape of one stone.

use ishigaki_rules::Shape;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use crate::{Palette, StonePattern};

/// A stone before any rotation, two columns per square.
#[derive(Clone, Copy, Debug)]
pub struct StoneDrawing<'a> {
    shape: &'a Shape,
    ink: StonePattern,
    palette: Palette,
}

impl<'a> StoneDrawing<'a> {
    /// A stone of this shape.
    pub fn new(shape: &'a Shape, ink: StonePattern, palette: Palette) -> Self {
        Self { shape, ink, palette }
    }

    /// Returns its columns and lines.
    pub fn size(&self) -> (u16, u16) {
        let clamp = |length: i32| u16::try_from(length).unwrap_or(u16::MAX);
        (clamp(self.shape.width()).saturating_mul(2), clamp(self.shape.height()))
    }
}

impl Widget for StoneDrawing<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        for cell in self.shape.cells() {
            let (Ok(row), Ok(col)) = (u16::try_from(cell.row), u16::try_from(cell.col)) else {
                continue;
            };
            let col = col.saturating_mul(2);
            if row < area.height && col < area.width {
                let room = usize::from(area.width - col).min(2);
                let (x, y) = (area.x + col, area.y + row);
                buffer.set_stringn(x, y, self.ink.pattern(), room, self.palette.stone(self.ink));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::Cell;

    use super::*;

    #[test]
    fn stone_is_drawn_and_clipped_to_area() {
        let shape = Shape::new([(0, 1), (0, 2), (1, 0), (1, 1)].map(|(row, col)| Cell { row, col })).unwrap();
        let stone = StoneDrawing::new(&shape, StonePattern::of(2), Palette::PLAIN);
        assert_eq!(stone.size(), (6, 2));
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 2));
        stone.render(buffer.area, &mut buffer);
        assert_eq!(buffer, Buffer::with_lines(["  ####", "####  "]));
        let mut narrow = Buffer::empty(Rect::new(0, 0, 3, 1));
        stone.render(narrow.area, &mut narrow);
        assert_eq!(narrow, Buffer::with_lines(["  #"]));
    }
}
