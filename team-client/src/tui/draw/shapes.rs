//! Rows of stones' shapes with labels.

use ishigaki_rules::{Game, LotId};
use ishigaki_screen::{StoneDrawing, StonePattern, shapes};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Painter;

pub(super) const GAP: u16 = 2;

impl Painter<'_> {
    pub(super) fn shapes(
        &self,
        game: &Game,
        labelled: impl IntoIterator<Item = (LotId, String)>,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let setup = game.setup();
        let stones = labelled.into_iter().filter_map(|(lot, label)| {
            Some((
                StoneDrawing::new(&setup.lot(lot)?.shape, StonePattern::of(lot.index()), self.palette),
                label,
            ))
        });
        shapes(stones, self.palette.faint(), area, buffer);
    }
}
