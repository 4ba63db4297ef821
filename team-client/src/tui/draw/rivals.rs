//! Rivals panel: money, needs, stones and walls of all teams, from public information.

use ishigaki_rules::{Game, TeamId};
use ishigaki_screen::Scale;
use ishigaki_words::columns::{pad_end, pad_start, truncate, width};
use ishigaki_words::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::Painter;
use super::shapes::GAP;
use super::wall::{fits_small_walls, largest_scale};
use crate::tui::market::{RivalFigures, rivals};
use crate::tui::panel::Panel;

const NAME: usize = 16;
const AMOUNT: usize = 7;
const COUNT: usize = 3;

/// Least columns of the table next to a wall.
const MIN_TABLE: u16 = 42;

impl Painter<'_> {
    /// On the active panel the wall of the selected team is next to the table or below it. Small walls of all
    /// teams follow if there is room for all.
    pub(super) fn rivals(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let teams: Vec<TeamId> = game.setup().team_ids().collect();
        let is_active = self.state.panel == Panel::Rivals;
        let selected = teams.get(self.state.place(Panel::Rivals)).copied().filter(|_| is_active);
        let beside = selected.and_then(|team| Some((team, self.place_beside(game, area)?)));
        let table = beside.map_or(area, |(_, wall)| Rect { width: wall.x - area.x - GAP, ..area });
        let note = ishigaki_screen::wrapped(
            &self.words.label("team-rivals-note"),
            self.palette.faint(),
            table.width,
        );
        let lines_with = |shows_stones| {
            let mut lines = self.rival_lines(game, selected, shows_stones, table.width);
            lines.extend(note.iter().cloned());
            lines
        };
        let wall_height = beside.map_or(0, |(_, wall)| wall.height);
        let small = |lines: &[Line<'_>]| below(area, height(lines).max(wall_height).saturating_add(1));
        let has_small = |lines: &[Line<'_>]| fits_small_walls(game, teams.len(), small(lines));
        let (plain, full) = (lines_with(false), lines_with(true));
        let (lines, shows_all) = if height(&full) <= area.height && has_small(&full) {
            (full, true)
        } else if is_active && has_small(&plain) {
            (plain, true)
        } else if height(&full) <= area.height {
            (full, false)
        } else {
            (plain, false)
        };
        let small = small(&lines);
        let end = if shows_all { Rect { height: height(&lines), ..table } } else { table };
        if let Some((team, wall)) = beside {
            self.selected_wall(game, team, wall, buffer);
        } else if let Some(team) = selected.filter(|_| !shows_all) {
            let rest = below(area, height(&lines).saturating_add(1));
            let (_, high) = Scale::Half.size(&game.setup().frame);
            if rest.height > high + 1 {
                self.selected_wall(game, team, rest, buffer);
            }
        }
        // With the last team the note is visible.
        let at = self.state.place(Panel::Rivals);
        let at = if at + 1 == teams.len() { lines.len() } else { at };
        self.rival_table(game, lines, selected.map_or(0, |_| at), end, buffer);
        if shows_all {
            self.small_walls(game, &teams, small, buffer);
        }
    }

    fn rival_table(
        &self,
        game: &Game,
        lines: Vec<Line<'static>>,
        at: usize,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let columns = RivalColumns::of(self, game, area.width);
        let head = columns.row(" ", &self.words.label("lint-word-team"), &columns.heads);
        Line::styled(head, bold).render(area, buffer);
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let top = (at + 2).saturating_sub(usize::from(body.height));
        self.scrolled(lines, top, body, buffer);
    }

    fn rival_lines(
        &self,
        game: &Game,
        selected: Option<TeamId>,
        shows_stones: bool,
        width: u16,
    ) -> Vec<Line<'static>> {
        let (words, setup) = (self.words, game.setup());
        let columns = RivalColumns::of(self, game, width);
        let covered = self.state.covered_rows();
        let cells = |rival: &RivalFigures| {
            [
                grouped(rival.purse.0),
                rival.stones.to_string(),
                rival.squares.to_string(),
                rival.needs_text(covered, &words),
                rival.empty_text(covered, &words),
            ]
        };
        let mut lines: Vec<Line<'static>> = Vec::new();
        for rival in rivals(game) {
            let is_own = Some(rival.team) == self.state.me();
            let is_marked = selected.map_or(is_own, |selected| selected == rival.team);
            let marker = if is_marked { "›" } else { " " };
            let style = match selected {
                Some(selected) if selected == rival.team => self.palette.selected(),
                _ if is_own => self.palette.heading(),
                _ => Style::new(),
            };
            let text = columns.row(marker, columns.names.of(rival.team), &cells(&rival));
            lines.push(Line::styled(text, style));
            let won = game.team(rival.team).filter(|team| shows_stones && !team.stones.is_empty());
            if let Some(team) = won {
                let stones = words.stones(setup, team.stones.iter().copied());
                let stones = truncate(&stones, usize::from(width).saturating_sub(4)).into_owned();
                lines.push(Line::styled(format!("    {stones}"), self.palette.faint()));
            }
        }
        lines
    }

    /// Returns the place of a wall next to the table: as large as possible, with the lines that it needs.
    fn place_beside(&self, game: &Game, area: Rect) -> Option<Rect> {
        let room = (area.width.saturating_sub(MIN_TABLE + GAP), area.height.saturating_sub(2));
        let (wide, high) = largest_scale(game, room)?.size(&game.setup().frame);
        let table = (area.width - wide - GAP).min(RivalColumns::of(self, game, area.width).total());
        let x = area.x + table + GAP;
        Some(Rect { x, width: area.right() - x, height: high + 2, ..area })
    }

    fn selected_wall(&self, game: &Game, team: TeamId, area: Rect, buffer: &mut Buffer) {
        let name = self.words.team(game.setup(), team);
        let head = self.words.say("team-wall-of", &[("team", name.into())]);
        let head = truncate(&head, usize::from(area.width)).into_owned();
        Line::styled(head, self.palette.heading()).render(area, buffer);
        let counts = if self.state.covered_rows() > 0 {
            self.words.label("ranking-covered")
        } else {
            self.fitting_counts(game, team, area.width)
        };
        self.team_wall(game, team, &counts, below(area, 1), buffer);
    }
}

/// Returns the lines of the table with its heading.
fn height(lines: &[Line<'_>]) -> u16 {
    u16::try_from(lines.len() + 1).unwrap_or(u16::MAX)
}

fn below(area: Rect, used: u16) -> Rect {
    let used = used.min(area.height);
    Rect { y: area.y + used, height: area.height - used, ..area }
}

struct RivalColumns {
    heads: [String; 5],
    wide: [usize; 5],
    names: ishigaki_words::ShortNames,
    name: usize,
    width: usize,
}

impl RivalColumns {
    fn of(painter: &Painter<'_>, game: &Game, columns: u16) -> Self {
        let words = painter.words;
        let heads = [
            "team-head-purse",
            "shared-stones",
            "team-head-squares-won",
            "team-head-needs",
            "team-head-empty",
        ]
        .map(|key| words.label(key));
        let mut wide = heads.each_ref().map(|head| width(head).max(COUNT));
        wide[0] = wide[0].max(AMOUNT);
        let figures: usize = wide.iter().map(|wide| wide + 1).sum();
        let room = usize::from(columns).saturating_sub(figures + 2).max(4);
        let names = words.short_names(game.setup(), room.min(NAME));
        let name = names.width().max(width(&words.label("lint-word-team")).min(room));
        Self { heads, wide, names, name, width: usize::from(columns) }
    }

    fn total(&self) -> u16 {
        let figures: usize = self.wide.iter().map(|wide| wide + 1).sum();
        u16::try_from(2 + self.name + figures).unwrap_or(u16::MAX)
    }

    fn row(&self, marker: &str, name: &str, cells: &[String; 5]) -> String {
        let cells = cells.iter().zip(self.wide).map(|(cell, wide)| format!(" {}", pad_start(cell, wide)));
        let text = format!("{marker} {}{}", pad_end(name, self.name), cells.collect::<String>());
        truncate(&text, self.width).into_owned()
    }
}
