//! The rivals' panel: what each team holds, can pay and needs, and which stones it has: from what everybody may know.

use ishigaki_rules::Game;
use ishigaki_words::columns::{pad_end, pad_start, truncate, width};
use ishigaki_words::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::Painter;
use crate::tui::market::{RivalFigures, rivals};
use crate::tui::panel::Panel;

/// The most columns of a team's name.
const NAME: usize = 16;
/// The least columns of an amount, and of a count.
const AMOUNT: usize = 7;
const COUNT: usize = 3;

impl Painter<'_> {
    pub(super) fn rivals(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let (words, setup) = (self.words, game.setup());
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
        let room = usize::from(area.width).saturating_sub(figures + 2).max(4);
        let short = words.short_names(setup, room.min(NAME));
        let names = short.width().max(width(&words.label("lint-word-team")).min(room));
        let row = |sign: &str, name: &str, cells: [String; 5]| {
            let cells = cells.iter().zip(wide).map(|(cell, wide)| format!(" {}", pad_start(cell, wide)));
            let text = format!("{sign} {}{}", pad_end(name, names), cells.collect::<String>());
            truncate(&text, usize::from(area.width)).into_owned()
        };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        Line::styled(row(" ", &words.label("lint-word-team"), heads.clone()), bold).render(area, buffer);
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let cells = |rival: &RivalFigures| {
            [
                grouped(rival.purse.0),
                rival.stones.to_string(),
                rival.squares.to_string(),
                rival.needs_text(self.state.covered_rows(), &words),
                rival.empty_text(self.state.covered_rows(), &words),
            ]
        };
        let has_room = usize::from(area.height) > 2 * setup.teams.len();
        let mut lines: Vec<Line<'static>> = Vec::new();
        for rival in rivals(game) {
            let own = Some(rival.team) == self.state.me();
            let text = row(if own { "›" } else { " " }, short.of(rival.team), cells(&rival));
            lines.push(Line::styled(text, if own { self.palette.heading() } else { Style::new() }));
            if has_room && let Some(team) = game.team(rival.team).filter(|team| !team.stones.is_empty()) {
                let stones = words.stones(setup, team.stones.iter().copied());
                let stones = truncate(&stones, usize::from(area.width).saturating_sub(4)).into_owned();
                lines.push(Line::styled(format!("    {stones}"), self.palette.faint()));
            }
        }
        let note =
            ishigaki_screen::wrapped(&words.label("team-rivals-note"), self.palette.faint(), area.width);
        lines.extend(note);
        self.scrolled(lines, self.state.place(Panel::Rivals), body, buffer);
    }
}
