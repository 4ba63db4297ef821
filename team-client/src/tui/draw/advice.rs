//! The adviser's panel: a list with reasons, or prices in a re-bid, and the worth of each lot.

use ishigaki_rules::{Game, Tsuyama};
use ishigaki_words::Table;
use ishigaki_words::columns::truncate;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::Painter;
use crate::advice::{self as tables, Room};
use crate::tui::advice::{AdviserAnswer, GivenAdvice};
use crate::tui::keymap::Intent;
use crate::tui::panel::Panel;
use ishigaki_strategy::adviser::{Advice, RaiseAdvice};

const CODE: usize = 8;

impl Painter<'_> {
    pub(crate) fn advice_title(&self) -> String {
        let name = self.words.label(Panel::Advice.title());
        let Some(given) = &self.state.advice else { return name };
        let mut gaps = vec![("name", name.into()), ("round", given.subject.round.into())];
        let Some(wave) = given.subject.wave else { return self.words.say("team-advice-title", &gaps) };
        gaps.push(("wave", wave.into()));
        self.words.say("team-advice-title-rebid", &gaps)
    }

    pub(super) fn advice(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let mut lines = Vec::new();
        if self.state.inquiry.is_some() {
            let text = self.words.label("team-advice-thinking");
            lines.extend(ishigaki_screen::wrapped(&text, self.palette.warning(), area.width));
        }
        match &self.state.advice {
            Some(given) => lines.extend(self.given(game, given, area.width)),
            None if self.state.inquiry.is_none() => {
                let text = self.words.label(self.no_advice());
                lines.extend(ishigaki_screen::wrapped(&text, self.palette.faint(), area.width));
            }
            None => {}
        }
        let room = usize::from(area.height);
        let top = self.state.place(Panel::Advice).min(lines.len().saturating_sub(room));
        let is_more = lines.len() > top + room;
        let mut shown: Vec<Line<'static>> = lines.into_iter().skip(top).take(room).collect();
        if let Some(last) = shown.last_mut().filter(|_| is_more) {
            *last = Line::styled("↓", self.palette.faint());
        }
        ishigaki_screen::lines(shown, area, buffer);
    }

    /// Why there is no advice.
    pub(crate) const fn no_advice(&self) -> &'static str {
        if self.state.aids_off.adviser { "team-adviser-off" } else { "team-advice-none" }
    }

    fn given(&self, game: &Game, given: &GivenAdvice, columns: u16) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        if self.state.is_advice_stale() {
            let style = self.palette.alarm().add_modifier(Modifier::REVERSED);
            lines.extend(ishigaki_screen::wrapped(
                &self.hinted("team-advice-stale", "ask", Intent::AskAdvice),
                style,
                columns,
            ));
        }
        lines.extend(match &given.answer {
            AdviserAnswer::List(advice) => self.list_advice(game, advice, columns),
            AdviserAnswer::Raises(raises) => self.raise_advice(game, given.subject.money, raises, columns),
            AdviserAnswer::Nothing => ishigaki_screen::wrapped(
                &self.words.label("cli-advise-nothing"),
                self.palette.faint(),
                columns,
            ),
        });
        lines
    }

    fn list_advice(&self, game: &Game, advice: &Advice, columns: u16) -> Vec<Line<'static>> {
        let (words, setup) = (self.words, game.setup());
        let gaps = [
            ("now", advice.now.empty.into()),
            ("now-gaps", advice.now.top_gaps.into()),
            ("then", advice.reachable.empty.into()),
            ("then-gaps", advice.reachable.top_gaps.into()),
            ("stones", u32::try_from(advice.needs).unwrap_or(u32::MAX).into()),
            ("cost", advice.cost.into()),
        ];
        let mut lines =
            ishigaki_screen::wrapped(&words.say("team-advice-walls", &gaps), Style::new(), columns);
        if advice.list.is_empty() {
            let text = words.label("cli-advise-decline");
            lines.extend(ishigaki_screen::wrapped(&text, self.palette.warning(), columns));
        } else {
            let total: Tsuyama = advice.list.iter().map(|line| line.bid.price).sum();
            let gaps = [("total", total.into()), ("held", advice.held.into())];
            let text = words.say("team-advice-list", &gaps);
            lines.extend(ishigaki_screen::wrapped(&text, self.palette.heading(), columns));
            let table = tables::list(setup, advice, Room::Scant, &words);
            lines.extend(Self::table_lines(&table, columns));
        }
        lines.push(Line::default());
        lines.extend(self.lot_advice(game, advice, columns));
        lines.extend(ishigaki_screen::wrapped(
            &words.label("team-advice-legend"),
            self.palette.faint(),
            columns,
        ));
        for rival in tables::rivals(setup, advice, &words) {
            lines.extend(ishigaki_screen::wrapped(&rival, Style::new(), columns));
        }
        lines
    }

    fn lot_advice(&self, game: &Game, advice: &Advice, columns: u16) -> Vec<Line<'static>> {
        let table = tables::lots(game.setup(), advice, Room::Scant, &self.words).at_most(0, CODE);
        Self::table_lines(&table, columns)
    }

    fn raise_advice(
        &self,
        game: &Game,
        budget: Tsuyama,
        raises: &[RaiseAdvice],
        columns: u16,
    ) -> Vec<Line<'static>> {
        let words = self.words;
        if raises.is_empty() {
            return ishigaki_screen::wrapped(
                &words.label("cli-advise-pass"),
                self.palette.warning(),
                columns,
            );
        }
        let total: Tsuyama = raises.iter().map(|advice| advice.raise.price).sum();
        let gaps = [("total", total.into()), ("held", budget.into())];
        let mut lines =
            ishigaki_screen::wrapped(&words.say("team-advice-list", &gaps), self.palette.heading(), columns);
        let table = tables::raises(game.setup(), raises, &words);
        lines.extend(Self::table_lines(&table, columns));
        let text = words.label("team-advice-raises");
        lines.extend(ishigaki_screen::wrapped(&text, self.palette.faint(), columns));
        lines
    }

    fn table_lines(table: &Table, columns: u16) -> Vec<Line<'static>> {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let line = |(at, line): (usize, String)| {
            let line = truncate(&line, usize::from(columns)).into_owned();
            Line::styled(line, if at == 0 { bold } else { Style::new() })
        };
        table.lines().into_iter().enumerate().map(line).collect()
    }
}
