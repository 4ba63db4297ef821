//! The standings, with what separates each team from the next.

use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{Game, Phase, Standing};
use ishigaki_screen::hanging;
use ishigaki_words::columns::{pad_end, pad_start, truncate, width};
use ishigaki_words::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::Painter;
use crate::console::panel::Panel;

/// The most columns of a name.
const NAME: usize = 18;

/// How much is said of what separates teams.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reasons {
    Whole,
    /// A line each.
    Cut,
    /// Of the selected team only.
    Selected,
    None,
}

impl Painter<'_> {
    pub(super) fn standings_title(&self) -> Option<String> {
        let key = match self.state.game()?.phase() {
            Phase::Declared => "console-standings-final",
            Phase::Ended => "console-standings-ended",
            Phase::Abandoned => "console-standings-abandoned",
            _ => "console-standings-live",
        };
        Some(self.words.label(key))
    }

    pub(super) fn standings(&self, game: &Game, area: Rect, buffer: &mut Buffer) -> Option<String> {
        let columns = usize::from(area.width);
        let room = usize::from(area.height).saturating_sub(1);
        let body = |reasons: Reasons| self.ranking(game, reasons, columns);
        let fitting =
            [Reasons::Whole, Reasons::Cut].into_iter().map(body).find(|(_, body)| body.len() <= room);
        // No team falls off for what separates others.
        let least = if self.state.panel == Panel::Standings { Reasons::Selected } else { Reasons::None };
        let (head, body) = fitting.unwrap_or_else(|| body(least));
        ishigaki_screen::lines([head], area, buffer);
        let rest = Rect { y: area.y + 1.min(area.height), height: area.height.saturating_sub(1), ..area };
        self.scrolled(Panel::Standings, body, rest, buffer)
    }

    /// The ranking in a line a team, as it is declared.
    pub(super) fn ranking_lines(&self, game: &Game, columns: usize) -> Vec<Line<'static>> {
        let (head, body) = self.ranking(game, Reasons::None, columns);
        std::iter::once(head).chain(body.into_iter().map(|(_, line)| line)).collect()
    }

    /// The head, and the lines of each row.
    fn ranking(
        &self,
        game: &Game,
        reasons: Reasons,
        columns: usize,
    ) -> (Line<'static>, Vec<(usize, Line<'static>)>) {
        let setup = game.setup();
        let rows = game.standings();
        let heads = Criterion::RANKED.map(|criterion| self.words.criterion_head(criterion));
        let mut widths = heads.each_ref().map(|head| width(head));
        for count in rows.iter().filter_map(|row| row.tally).map(|tally| tally.figures()) {
            for (width, count) in widths.iter_mut().zip(count) {
                *width = grouped(count).len().max(*width);
            }
        }
        let places = rows.iter().map(|row| width(&self.words.place(row.place))).max().unwrap_or(0);
        let figures: usize = widths.iter().map(|width| width + 1).sum();
        let most = columns.saturating_sub(places + 1 + figures).clamp(4, NAME);
        let short = self.words.short_names(setup, most);
        let names = short.width().max(4);
        let heads = heads.iter().zip(widths).map(|(head, width)| format!(" {}", pad_start(head, width)));
        let head = format!("{:1$}{2}", "", places + 1 + names, heads.collect::<String>());
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let line = |row: &Standing| {
            let place = pad_start(&self.words.place(row.place), places);
            let name = pad_end(short.of(row.team), names);
            Line::raw(format!("{place} {name}{}", self.figures(row, widths)))
        };
        let selected = self.state.place(Panel::Standings);
        let is_over = game.phase().is_ranked();
        let is_told = |at: usize| match reasons {
            Reasons::Whole | Reasons::Cut => true,
            Reasons::Selected => at == selected,
            Reasons::None => false,
        };
        let below = |at: usize, row: &Standing| match (row.decided_by, rows.get(at + 1)) {
            (Some(criterion), Some(next)) if is_told(at) => {
                let why = match criterion {
                    // Before the end nothing is to be held: it is only so far that nothing tells them apart.
                    Criterion::JankenNeeded if !is_over => self.words.label("console-equal-so-far"),
                    _ => self.words.criterion(criterion, row.tally.as_ref(), next.tally.as_ref()),
                };
                self.reason(&why, places + 1, columns, reasons != Reasons::Whole)
            }
            _ => Vec::new(),
        };
        let of_row = |(at, row): (usize, &Standing)| {
            let lines: Vec<Line<'static>> = std::iter::once(line(row)).chain(below(at, row)).collect();
            lines.into_iter().map(move |line| (at, line))
        };
        let body = rows.iter().enumerate().flat_map(of_row).collect();
        (Line::styled(head, bold), body)
    }

    /// What separates a team from the next one; in one line, if it has to be cut.
    fn reason(&self, why: &str, indent: usize, columns: usize, is_cut: bool) -> Vec<Line<'static>> {
        let arrow = format!("{:indent$}↓ ", "");
        let faint = self.palette.faint();
        if is_cut {
            return vec![Line::styled(truncate(&format!("{arrow}{why}"), columns).into_owned(), faint)];
        }
        hanging(vec![Span::raw(arrow)], why, columns).into_iter().map(|line| line.style(faint)).collect()
    }

    /// The figures of a row in one line, each with its name.
    pub(super) fn figures_named(&self, row: &Standing) -> String {
        let Some(tally) = row.tally else {
            return self.words.label("console-disqualified");
        };
        let named = Criterion::RANKED
            .into_iter()
            .zip(tally.figures())
            .map(|(criterion, count)| format!("{} {}", self.words.criterion_head(criterion), grouped(count)));
        self.words.list(named)
    }

    fn figures(&self, row: &Standing, widths: [usize; Criterion::RANKED.len()]) -> String {
        let Some(tally) = row.tally else {
            return format!(" {}", self.words.label("console-disqualified"));
        };
        let figure = |(count, width): (u64, usize)| format!(" {}", pad_start(&grouped(count), width));
        tally.figures().into_iter().zip(widths).map(figure).collect()
    }
}
