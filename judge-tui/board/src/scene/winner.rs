//! The winner's screen: name, place, deciding figure, and the wall as large as possible.

use ishigaki_screen::{Tile, Wall, WallGrid, lines, wrap};
use ishigaki_words::columns::clean;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::Scene;

const TILE: Tile = Tile { least: 1, caption: 0, gap: (4, 1) };

impl Scene<'_> {
    /// Paints the winner. Returns false if there is none yet.
    pub(crate) fn winner(&self, area: Rect, buffer: &mut Buffer) -> bool {
        let winners = self.winners();
        if winners.is_empty() {
            return false;
        }
        let bold = self.palette.good().add_modifier(Modifier::BOLD);
        let columns = usize::from(area.width);
        let mut text =
            vec![Line::styled(self.words.label("board-winner"), self.palette.heading()), Line::default()];
        for row in &winners {
            let name = clean(&self.words.team(self.game.setup(), row.team)).into_owned();
            let place = self.words.place(row.place);
            text.extend(
                wrap(&format!("{place}  {name}"), columns).into_iter().map(|line| Line::styled(line, bold)),
            );
            text.extend(wrap(&self.empty(row.team), columns).into_iter().map(Line::from));
        }
        if let Some(why) = self.deciding_text(winners.len() - 1) {
            let why = self.words.say("board-winner-why", &[("why", why.into())]);
            text.extend(wrap(&why, columns).into_iter().map(|line| Line::styled(line, self.palette.faint())));
        }
        let height = u16::try_from(text.len() + 1).unwrap_or(u16::MAX).min(area.height);
        let [head, walls] = Layout::vertical([Constraint::Length(height), Constraint::Min(0)]).areas(area);
        lines(text.into_iter().map(Line::centered), head, buffer);
        let grid = WallGrid::fitting(&self.game.setup().frame, winners.len(), TILE, walls, self.palette);
        let (width, _) = grid.scale().size(&self.game.setup().frame);
        let row = u16::try_from(winners.len()).unwrap_or(1).saturating_mul(width + TILE.gap.0) - TILE.gap.0;
        let left = walls.width.saturating_sub(row) / 2;
        let centred = Rect { x: walls.x + left, width: walls.width - left, ..walls };
        for (place, row) in grid.places(centred).zip(&winners) {
            (&Wall::of(self.game, row.team, grid.scale(), self.palette)).render(place, buffer);
        }
        true
    }
}
