//! The standings, with the difference from the next team.

use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{Game, Phase, Standing};
use ishigaki_screen::{Ranking, RankingLayout, hanging_indent};
use ishigaki_words::columns::truncate;
use ishigaki_words::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::Painter;
use crate::console::panel::Panel;

const MAX_NAME_COLUMNS: usize = 18;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reasons {
    Whole,
    Cut,
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
        // No team is hidden in favour of reasons.
        let least = if self.state.panel == Panel::Standings { Reasons::Selected } else { Reasons::None };
        let (head, body) = fitting.unwrap_or_else(|| body(least));
        ishigaki_screen::lines([head], area, buffer);
        let rest = Rect { y: area.y + 1.min(area.height), height: area.height.saturating_sub(1), ..area };
        self.scrolled(Panel::Standings, body, rest, buffer)
    }

    pub(super) fn ranking_lines(&self, game: &Game, columns: usize) -> Vec<Line<'static>> {
        let (head, body) = self.ranking(game, Reasons::None, columns);
        std::iter::once(head).chain(body.into_iter().map(|(_, line)| line)).collect()
    }

    fn ranking(
        &self,
        game: &Game,
        reasons: Reasons,
        columns: usize,
    ) -> (Line<'static>, Vec<(usize, Line<'static>)>) {
        let layout = RankingLayout { columns, lead: 0, gap: 1, name: (4, MAX_NAME_COLUMNS) };
        let ranking = Ranking::of(self.words, game, layout);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let selected = self.state.place(Panel::Standings);
        let is_told = |at: usize| match reasons {
            Reasons::Whole | Reasons::Cut => true,
            Reasons::Selected => at == selected,
            Reasons::None => false,
        };
        let below = |at: usize| match ranking.why(at) {
            Some(why) if is_told(at) => {
                self.reason(&why, ranking.indent(), columns, reasons != Reasons::Whole)
            }
            _ => Vec::new(),
        };
        let of_row = |(at, row): (usize, &Standing)| {
            let line = Line::raw(ranking.row(row));
            let lines: Vec<Line<'static>> = std::iter::once(line).chain(below(at)).collect();
            lines.into_iter().map(move |line| (at, line))
        };
        let body = ranking.rows().iter().enumerate().flat_map(of_row).collect();
        (Line::styled(ranking.head(), bold), body)
    }

    fn reason(&self, why: &str, indent: usize, columns: usize, is_cut: bool) -> Vec<Line<'static>> {
        let arrow = format!("{:indent$}↓ ", "");
        let faint = self.palette.faint();
        if is_cut {
            return vec![Line::styled(truncate(&format!("{arrow}{why}"), columns).into_owned(), faint)];
        }
        hanging_indent(vec![Span::raw(arrow)], why, columns)
            .into_iter()
            .map(|line| line.style(faint))
            .collect()
    }

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
}
