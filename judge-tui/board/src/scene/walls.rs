//! The walls of all teams, as large as possible.

use ishigaki_rules::TeamId;
use ishigaki_screen::{Scale, Tile, Wall, WallGrid};
use ishigaki_words::columns::truncate;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::{Scene, render_range, visible_range};
use ishigaki_screen::lines;

const CAPTION: u16 = 2;
const TILE: Tile = Tile { least: 16, caption: CAPTION, gap: (2, 0) };

impl Scene<'_> {
    fn grid(&self, area: Rect) -> WallGrid {
        let setup = self.game.setup();
        WallGrid::fitting(&setup.frame, setup.teams.len(), TILE, area, self.palette)
    }

    pub(super) fn scale_of_walls(&self, area: Rect) -> usize {
        let scale = self.grid(area).scale();
        Scale::ALL.iter().position(|other| *other == scale).unwrap_or(Scale::ALL.len())
    }

    pub(super) fn walls(&self, area: Rect, buffer: &mut Buffer) {
        let teams: Vec<TeamId> = self.game.setup().team_ids().collect();
        let grid = self.grid(area);
        // If not all fit, the last line says so.
        let cut = u16::from(grid.page() < teams.len());
        let whole = area;
        let area = Rect { height: area.height.saturating_sub(cut), ..area };
        let grid = WallGrid::at(&self.game.setup().frame, grid.scale(), TILE, area);
        let range = visible_range(teams.len(), grid.page(), self.turn);
        for (place, &team) in grid.places(area).zip(teams.get(range.clone()).unwrap_or_default()) {
            self.wall(team, grid.scale(), place, buffer);
        }
        render_range(&range, teams.len(), self.palette.warning(), whole, buffer);
    }

    fn wall(&self, team: TeamId, scale: Scale, area: Rect, buffer: &mut Buffer) {
        let room = usize::from(area.width);
        let names = self.words.short_names(self.game.setup(), room);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let captions = [
            Line::styled(names.of(team).to_owned(), bold),
            Line::styled(truncate(&self.empty(team), room).into_owned(), self.palette.faint()),
        ];
        lines(captions, area, buffer);
        let (y, height) = (area.y + CAPTION.min(area.height), area.height.saturating_sub(CAPTION));
        (&Wall::of(self.game, team, scale, self.palette)).render(Rect { y, height, ..area }, buffer);
    }

    pub(crate) fn empty(&self, team: TeamId) -> String {
        if self.is_covered(team) {
            return String::new();
        }
        if let Some(count) = self.game.team(team).and_then(|team| team.counted) {
            return self.words.say("board-wall-counted", &[("empty", count.empty.into())]);
        }
        let score = self.game.wall_score(team);
        score.map(|score| self.words.say("board-wall", &[("empty", score.empty.into())])).unwrap_or_default()
    }
}
