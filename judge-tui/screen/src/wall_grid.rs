//! A grid of walls with captions, as large as fits.

use ishigaki_rules::Frame;
use ratatui::layout::Rect;

use crate::{Palette, Scale};

/// The tiles of a grid of walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WallGrid {
    scale: Scale,
    size: (u16, u16),
    step: (u16, u16),
    per_row: u16,
    capacity: usize,
}

/// Measures of a grid's tile apart from its wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    pub least: u16,
    pub caption: u16,
    pub gap: (u16, u16),
}

impl WallGrid {
    /// Returns the grid with the largest scale in which all walls fit in the area, or else the smallest
    /// scale.
    pub fn fitting(frame: &Frame, walls: usize, tile: Tile, area: Rect, palette: Palette) -> Self {
        let scales = Scale::offered(palette);
        let at = |&scale: &Scale| Self::at(frame, scale, tile, area);
        let fits = scales.iter().map(at).find(|grid| grid.capacity >= walls);
        fits.unwrap_or_else(|| at(scales.last().unwrap_or(&Scale::Narrow)))
    }

    /// The grid of this scale.
    pub fn at(frame: &Frame, scale: Scale, tile: Tile, area: Rect) -> Self {
        let (columns, lines) = scale.size(frame);
        let size = (columns.max(tile.least), lines.saturating_add(tile.caption));
        let step = (size.0.saturating_add(tile.gap.0), size.1.saturating_add(tile.gap.1));
        let per_row = (area.width.saturating_add(tile.gap.0) / step.0.max(1)).max(1);
        let rows = area.height.saturating_add(tile.gap.1) / step.1.max(1);
        let capacity = if columns <= area.width { usize::from(per_row) * usize::from(rows) } else { 0 };
        Self { scale, size, step, per_row, capacity }
    }

    /// Returns its scale.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// Returns how many whole walls fit at once.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Returns the number of walls per page: at least one row, even if it is cut.
    pub fn page(&self) -> usize {
        self.capacity.max(usize::from(self.per_row))
    }

    /// Returns the areas of a page's walls, row by row.
    pub fn places(self, area: Rect) -> impl Iterator<Item = Rect> {
        (0..).map(move |at: u16| {
            let x = area.x.saturating_add((at % self.per_row).saturating_mul(self.step.0));
            let y = area.y.saturating_add((at / self.per_row).saturating_mul(self.step.1));
            Rect { x, y, width: self.size.0, height: self.size.1 }.intersection(area)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TILE: Tile = Tile { least: 4, caption: 1, gap: (2, 1) };

    fn frame() -> Frame {
        Frame::parse(&["######", "######"]).unwrap()
    }

    #[test]
    fn walls_are_as_large_as_all_of_them_have_room() {
        let area = Rect::new(0, 0, 26, 3);
        let scale = |walls, palette| WallGrid::fitting(&frame(), walls, TILE, area, palette).scale();
        assert_eq!(scale(2, Palette::COLOUR), Scale::Wide);
        assert_eq!(scale(3, Palette::COLOUR), Scale::Narrow);
        assert_eq!(scale(9, Palette::COLOUR), Scale::Half);
        assert_eq!(scale(9, Palette::PLAIN), Scale::Narrow, "two squares in one sign cannot be told apart");
    }

    #[test]
    fn tiles_fill_rows_and_page_has_at_least_one_row() {
        let area = Rect::new(1, 1, 15, 7);
        let grid = WallGrid::at(&frame(), Scale::Narrow, TILE, area);
        assert_eq!((grid.capacity(), grid.page()), (4, 4));
        let places: Vec<Rect> = grid.places(area).take(3).collect();
        assert_eq!(places, [Rect::new(1, 1, 6, 3), Rect::new(9, 1, 6, 3), Rect::new(1, 5, 6, 3)]);
        let narrow = WallGrid::at(&frame(), Scale::Narrow, TILE, Rect::new(0, 0, 5, 2));
        assert_eq!((narrow.capacity(), narrow.page()), (0, 1));
    }
}
