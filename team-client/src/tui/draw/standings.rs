//! The standings: where each team stands by what everybody may know, and what separates it from the next (`E2`).

use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{Game, Phase, Standing};
use ishigaki_screen::hanging;
use ishigaki_words::columns::{pad_end, pad_start, width};
use ishigaki_words::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Painter;
use crate::tui::panel::Panel;

/// The most columns of a team's name, and the least.
const NAME: usize = 18;
const LEAST: usize = 6;

impl Painter<'_> {
    pub(super) fn standings_title(&self) -> String {
        let name = self.words.label(Panel::Standings.title());
        let key = match self.state.game().map(Game::phase) {
            Some(Phase::Declared) => "console-standings-final",
            Some(Phase::Ended) => "console-standings-ended",
            Some(Phase::Abandoned) => "console-standings-abandoned",
            _ => "console-standings-live",
        };
        self.words.say("team-title-of", &[("name", name.into()), ("team", self.words.label(key).into())])
    }

    pub(super) fn standings(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let (words, setup, rows) = (self.words, game.setup(), game.standings());
        let heads = Criterion::RANKED.map(|criterion| words.criterion_head(criterion));
        let mut wide = heads.each_ref().map(|head| width(head));
        for count in rows.iter().filter_map(|row| row.tally).map(|tally| tally.figures()) {
            for (wide, count) in wide.iter_mut().zip(count) {
                *wide = grouped(count).len().max(*wide);
            }
        }
        let places = rows.iter().map(|row| width(&words.place(row.place))).max().unwrap_or(0);
        let figures: usize = wide.iter().map(|wide| wide + 1).sum();
        let room = usize::from(area.width).saturating_sub(places + 3 + figures).clamp(LEAST, NAME);
        let short = words.short_names(setup, room);
        let names = short.width();
        let cells = |cells: &[String; Criterion::RANKED.len()]| -> String {
            let cells = cells.iter().zip(wide).map(|(cell, wide)| pad_start(cell, wide));
            cells.fold(String::new(), |row, cell| row + " " + &cell)
        };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let head = format!("{:1$}{2}", "", places + 3 + names, cells(&heads));
        Line::styled(head, bold).render(area, buffer);
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let is_over = game.phase().is_ranked();
        let mut lines = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            let is_own = Some(row.team) == self.state.me();
            let figures = row.tally.map_or_else(
                || format!(" {}", words.label("team-rival-out")),
                |tally| cells(&tally.figures().map(grouped)),
            );
            let text = format!(
                "{} {} {}{figures}",
                if is_own { "›" } else { " " },
                pad_start(&words.place(row.place), places),
                pad_end(short.of(row.team), names),
            );
            lines.push(Line::styled(text, if is_own { self.palette.heading() } else { Style::new() }));
            lines.extend(self.below(row, rows.get(at + 1), is_over, places + 3, usize::from(area.width)));
        }
        self.scrolled(lines, self.state.place(Panel::Standings), body, buffer);
    }

    /// What separates a team from the next one.
    fn below(
        &self,
        row: &Standing,
        next: Option<&Standing>,
        is_over: bool,
        indent: usize,
        columns: usize,
    ) -> Vec<Line<'static>> {
        let Some((criterion, next)) = row.decided_by.zip(next) else { return Vec::new() };
        let why = match criterion {
            // Before the end nothing is to be held: it is only so far that nothing tells them apart.
            Criterion::JankenNeeded if !is_over => self.words.label("console-equal-so-far"),
            _ => self.words.criterion(criterion, row.tally.as_ref(), next.tally.as_ref()),
        };
        let head = vec![Span::raw(format!("{:indent$}↓ ", ""))];
        hanging(head, &why, columns).into_iter().map(|line| line.style(self.palette.faint())).collect()
    }
}
