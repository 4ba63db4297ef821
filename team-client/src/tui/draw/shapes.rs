//! The rows of stones' shapes, each under its label.

use ishigaki_rules::{Game, LotId};
use ishigaki_screen::{Ink, Stone};
use ishigaki_words::columns::width;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::Painter;

/// Columns between two shapes.
pub(super) const GAP: u16 = 2;

impl Painter<'_> {
    /// Paints lots' shapes with their labels, as many as there is room for.
    pub(super) fn shapes(
        &self,
        game: &Game,
        labelled: impl IntoIterator<Item = (LotId, String)>,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let (mut x, mut y, mut tallest) = (area.x, area.y, 0);
        for (lot, label) in labelled {
            let Some(spec) = game.setup().lot(lot) else {
                continue;
            };
            let stone = Stone::new(&spec.shape, Ink::of(lot.index()), self.palette);
            let wide =
                u16::try_from(width(&label)).unwrap_or(u16::MAX).max(stone.size().0).saturating_add(GAP);
            if x > area.x && x.saturating_add(wide) > area.right().saturating_add(GAP) {
                (x, y, tallest) = (area.x, y.saturating_add(tallest).saturating_add(1), 0);
            }
            let high = stone.size().1.saturating_add(1);
            // A shape that is cut would be another one.
            let fits =
                x.saturating_add(stone.size().0) <= area.right() && y.saturating_add(high) <= area.bottom();
            if !fits {
                break;
            }
            buffer.set_stringn(x, y, &label, usize::from(area.right() - x), self.palette.faint());
            stone.render(Rect { x, y: y + 1, width: stone.size().0, height: stone.size().1 }, buffer);
            x = x.saturating_add(wide);
            tallest = tallest.max(high);
        }
    }
}
