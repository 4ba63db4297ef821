//! All walls, as large as there is room for.

use ishigaki_rules::{Game, TeamId};
use ishigaki_widgets::{Scale, Wall};
use ishigaki_words::columns::{truncate, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::Painter;
use crate::panel::Panel;

/// The lines of a wall's caption.
const CAPTION: u16 = 2;
/// The columns between two walls, and the least and most of one.
const GAP: u16 = 2;
const TILE: (u16, u16) = (12, 26);

impl Painter<'_> {
    pub(super) fn walls(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let teams = game.setup().teams.len();
        let captions = game.setup().team_ids().map(|team| self.wall_counts(game, team));
        let widest = captions.map(|caption| width(&caption)).max().unwrap_or(0);
        let widest = u16::try_from(widest).unwrap_or(u16::MAX).clamp(TILE.0, TILE.1);
        let tile = |scale: Scale| {
            let (columns, lines) = scale.size(&game.setup().frame);
            (columns.max(widest) + GAP, lines.saturating_add(CAPTION))
        };
        let capacity = |scale: Scale| {
            let (columns, lines) = tile(scale);
            usize::from(((area.width + GAP) / columns).max(1)) * usize::from(area.height / lines)
        };
        // Without colour, two squares in one sign cannot be told apart.
        let scales =
            Scale::ALL.into_iter().filter(|scale| self.palette.has_colour() || *scale != Scale::Half);
        let smallest = if self.palette.has_colour() { Scale::Half } else { Scale::Narrow };
        let scale = scales.into_iter().find(|&scale| capacity(scale) >= teams).unwrap_or(smallest);
        let (columns, lines) = tile(scale);
        let in_row = ((area.width + GAP) / columns).max(1);
        let shown = game.setup().team_ids().skip(if capacity(scale) < teams {
            self.state.place(Panel::Walls)
        } else {
            0
        });
        for (at, team) in (0_u16..).zip(shown) {
            let (x, y) = (area.x + at % in_row * columns, area.y + (at / in_row).saturating_mul(lines));
            if y >= area.bottom() {
                break;
            }
            self.wall(
                game,
                team,
                scale,
                Rect { x, y, width: columns, height: lines }.intersection(area),
                buffer,
            );
        }
    }

    fn wall(&self, game: &Game, team: TeamId, scale: Scale, area: Rect, buffer: &mut Buffer) {
        let room = usize::from(area.width.saturating_sub(GAP.min(area.width.saturating_sub(TILE.0))));
        let name = self.words.team(game.setup(), team);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let captions = [
            Line::styled(truncate(&name, room).into_owned(), bold),
            Line::styled(truncate(&self.wall_counts(game, team), room).into_owned(), self.palette.faint()),
        ];
        Self::lines(captions, area, buffer);
        let below = Rect {
            y: area.y + CAPTION.min(area.height),
            height: area.height.saturating_sub(CAPTION),
            ..area
        };
        (&Wall::of(game, team, scale, self.palette)).render(below, buffer);
    }

    fn wall_counts(&self, game: &Game, team: TeamId) -> String {
        let Some(score) = game.wall_verdict(team).and_then(|verdict| verdict.score) else {
            return String::new();
        };
        let gaps = [
            ("empty", score.empty.into()),
            ("gaps", score.top_gaps.into()),
            ("lifted", score.lifted.len().into()),
        ];
        self.words.say("console-wall-counts", &gaps)
    }
}
