//! Walls with their figures and the stones that are not on them.

use std::collections::BTreeMap;

use ishigaki_rules::{Game, LotId, TeamId};
use ishigaki_screen::{Scale, Wall};
use ishigaki_words::columns::{truncate, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::Painter;
use super::shapes::GAP;

const NAME: usize = 16;
/// Least columns of a small wall, for its name.
const SMALL: u16 = 12;

impl Painter<'_> {
    pub(super) fn wall(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let Some(me) = self.state.me() else {
            return;
        };
        self.team_wall(game, me, &self.wall_counts(game), area, buffer);
    }

    /// The table shows the figures as well, so they are left out where they don't fit.
    pub(super) fn own_wall(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        if let Some(me) = self.state.me() {
            let counts = self.fitting_counts(game, me, area.width);
            self.team_wall(game, me, &counts, area, buffer);
        }
    }

    pub(super) fn fitting_counts(&self, game: &Game, team: TeamId, columns: u16) -> String {
        let counts = self.counts_of(game, team);
        if width(&counts) <= usize::from(columns) { counts } else { String::new() }
    }

    /// A wall in the largest scale that fits, below its heading and next to the stones that are not on it.
    pub(super) fn team_wall(&self, game: &Game, team: TeamId, head: &str, area: Rect, buffer: &mut Buffer) {
        Line::from(truncate(head, usize::from(area.width)).into_owned()).render(area, buffer);
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let scale = largest_scale(game, (body.width, body.height)).unwrap_or(Scale::Half);
        let (columns, lines) = scale.size(&game.setup().frame);
        let place = Rect { width: columns.min(body.width), height: lines.min(body.height), ..body };
        (&Wall::of(game, team, scale, self.palette)).render(place, buffer);
        let used = place.width.saturating_add(GAP).min(body.width);
        let beside = Rect { x: body.x + used, width: body.width - used, ..body };
        self.hand(game, team, beside, buffer);
    }

    /// Draws the walls of teams in rows at one scale, as many as fit.
    pub(super) fn small_walls(&self, game: &Game, teams: &[TeamId], area: Rect, buffer: &mut Buffer) {
        let scale = small_scale(game, teams.len(), area).unwrap_or(Scale::Half);
        let (per_row, most) = small_wall_grid(game, scale, area);
        let (columns, lines) = scale.size(&game.setup().frame);
        let (wide, high) = (columns.max(SMALL), lines + 2);
        let names = self.words.short_names(game.setup(), usize::from(wide).min(NAME));
        for (at, &team) in teams.iter().take(most).enumerate() {
            let (row, column) = (at / per_row.max(1), at % per_row.max(1));
            let x = area.x + u16::try_from(column).unwrap_or(0) * (wide + GAP);
            let y = area.y + u16::try_from(row).unwrap_or(0) * high;
            let is_own = Some(team) == self.state.me();
            let style = if is_own { self.palette.heading() } else { self.palette.faint() };
            Line::styled(names.of(team).to_owned(), style)
                .render(Rect { x, y, width: wide, height: 1 }, buffer);
            let place = Rect { x, y: y + 1, width: columns, height: lines }.intersection(area);
            (&Wall::of(game, team, scale, self.palette)).render(place, buffer);
        }
    }

    pub(crate) fn wall_counts(&self, game: &Game) -> String {
        self.state.me().map_or_else(|| self.words.label("team-wall-none"), |me| self.counts_of(game, me))
    }

    fn counts_of(&self, game: &Game, team: TeamId) -> String {
        let Some(tally) = game.tally(team) else {
            return self.words.label("team-wall-none");
        };
        let gaps = [
            ("empty", tally.empty.into()),
            ("gaps", tally.top_gaps.into()),
            ("used", tally.used.into()),
            ("unused", tally.unused.into()),
        ];
        self.words.say("team-wall-counts", &gaps)
    }

    /// `W4`.
    fn hand(&self, game: &Game, team: TeamId, area: Rect, buffer: &mut Buffer) {
        let mut counts: BTreeMap<LotId, usize> = BTreeMap::new();
        if let Some(team) = game.team(team) {
            for stone in team.stones.iter().filter(|stone| !team.laid.contains_key(stone)) {
                *counts.entry(stone.lot).or_default() += 1;
            }
        }
        let key = if counts.is_empty() { "team-wall-hand-none" } else { "team-wall-hand" };
        let head = self.words.label(key);
        let used = u16::from(width(&head) <= usize::from(area.width));
        if used > 0 {
            Line::styled(head, self.palette.faint()).render(area, buffer);
        }
        let label = |lot, count| format!("{} ×{count}", self.words.lot(game.setup(), lot));
        let below = Rect { y: area.y.saturating_add(used), height: area.height.saturating_sub(used), ..area };
        self.shapes(game, counts.into_iter().map(|(lot, count)| (lot, label(lot, count))), below, buffer);
    }
}

/// Returns the largest scale that fits; the largest of all is for a hall.
pub(super) fn largest_scale(game: &Game, (columns, lines): (u16, u16)) -> Option<Scale> {
    let fits = |scale: &Scale| {
        let (wide, high) = scale.size(&game.setup().frame);
        wide <= columns && high <= lines
    };
    [Scale::Wide, Scale::Narrow, Scale::Half].into_iter().find(fits)
}

pub(super) fn fits_small_walls(game: &Game, teams: usize, area: Rect) -> bool {
    small_scale(game, teams, area).is_some()
}

fn small_scale(game: &Game, teams: usize, area: Rect) -> Option<Scale> {
    let fits = |scale: &Scale| small_wall_grid(game, *scale, area).1 >= teams;
    [Scale::Wide, Scale::Narrow, Scale::Half].into_iter().find(fits)
}

/// Returns the walls per row, and in all, with their names.
fn small_wall_grid(game: &Game, scale: Scale, area: Rect) -> (usize, usize) {
    let (columns, lines) = scale.size(&game.setup().frame);
    let per_row = usize::from((area.width + GAP) / (columns.max(SMALL) + GAP));
    (per_row, per_row * usize::from((area.height + 1) / (lines + 2)))
}
