//! Rows of stones' shapes, each above its label.

use ishigaki_words::columns::width;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::StoneDrawing;

const GAP: (u16, u16) = (2, 1);

/// Paints as many stones with labels as fit, and returns whether all fit.
pub fn shapes<'a>(
    labelled: impl IntoIterator<Item = (StoneDrawing<'a>, String)>,
    style: Style,
    area: Rect,
    buffer: &mut Buffer,
) -> bool {
    let (mut x, mut y, mut tallest) = (area.x, area.y, 0);
    for (stone, label) in labelled {
        let (columns, lines) = stone.size();
        let wide = u16::try_from(width(&label)).unwrap_or(u16::MAX).max(columns).saturating_add(GAP.0);
        if x > area.x && x.saturating_add(wide) > area.right().saturating_add(GAP.0) {
            (x, y, tallest) = (area.x, y.saturating_add(tallest).saturating_add(GAP.1), 0);
        }
        let high = lines.saturating_add(1);
        // A truncated shape would look like another one.
        if x.saturating_add(columns) > area.right() || y.saturating_add(high) > area.bottom() {
            return false;
        }
        buffer.set_stringn(x, y, &label, usize::from(area.right() - x), style);
        stone.render(Rect { x, y: y + 1, width: columns, height: lines }, buffer);
        x = x.saturating_add(wide);
        tallest = tallest.max(high);
    }
    true
}
