//! The walls of all teams, as large as there is room for.

use ishigaki_rules::TeamId;
use ishigaki_screen::{Scale, Wall};
use ishigaki_words::columns::truncate;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::{Scene, more, shown};
use ishigaki_screen::lines;

/// The lines of a wall's caption: the name, and what is still empty.
const CAPTION: u16 = 2;
/// The columns between two walls, and the least of one.
const GAP: u16 = 2;
const TILE: u16 = 16;

impl Scene<'_> {
    /// How many walls there is room for.
    fn capacity(&self, scale: Scale, area: Rect) -> usize {
        let (columns, lines) = self.tile(scale);
        usize::from(((area.width + GAP) / columns).max(1)) * usize::from((area.height / lines).max(1))
    }

    /// The columns and lines of a wall with its caption and the gap beside it.
    fn tile(&self, scale: Scale) -> (u16, u16) {
        let (columns, lines) = scale.size(&self.game.setup().frame);
        (columns.max(TILE) + GAP, lines.saturating_add(CAPTION))
    }

    /// The place, among scales from the largest on, of the first in which all walls have room.
    pub(super) fn scale_of_walls(&self, area: Rect) -> usize {
        let teams = self.game.setup().teams.len();
        // Without colour, two squares in one sign cannot be told apart.
        let last = Scale::ALL.len() - if self.palette.has_colour() { 1 } else { 2 };
        let fits = |scale: &Scale| self.capacity(*scale, area) >= teams;
        Scale::ALL.iter().take(last).position(fits).unwrap_or(last)
    }

    pub(super) fn walls(&self, area: Rect, buffer: &mut Buffer) {
        let teams: Vec<TeamId> = self.game.setup().team_ids().collect();
        let scale = Scale::ALL.get(self.scale_of_walls(area)).copied().unwrap_or(Scale::Narrow);
        let (columns, height) = self.tile(scale);
        let abreast = ((area.width + GAP) / columns).max(1);
        // Where not all have room, the lowest line says so.
        let cut = u16::from(self.capacity(scale, area) < teams.len());
        let whole = area;
        let area = Rect { height: area.height.saturating_sub(cut), ..area };
        let range = shown(teams.len(), self.capacity(scale, area), self.turn);
        for (at, &team) in (0_u16..).zip(teams.get(range.clone()).unwrap_or_default()) {
            let (x, y) = (area.x + at % abreast * columns, area.y + (at / abreast).saturating_mul(height));
            let place = Rect { x, y, width: columns - GAP, height }.intersection(area);
            self.wall(team, scale, place, buffer);
        }
        more(&range, teams.len(), self.palette.warning(), whole, buffer);
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

    /// How many squares of a wall are empty, in words; nothing if that cannot be said.
    pub(crate) fn empty(&self, team: TeamId) -> String {
        if let Some(count) = self.game.team(team).and_then(|team| team.counted) {
            return self.words.say("board-wall-counted", &[("empty", count.empty.into())]);
        }
        let score = self.game.wall_verdict(team).and_then(|verdict| verdict.score);
        score.map(|score| self.words.say("board-wall", &[("empty", score.empty.into())])).unwrap_or_default()
    }
}
