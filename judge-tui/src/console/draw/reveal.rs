//! The ranking, revealed place by place from the last, over the whole screen.

use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{Game, Phase, Standing};
use ishigaki_screen::{Digits, Excerpt, mark_on_frame, wrap};
use ishigaki_words::columns::{pad_start, truncate, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::Painter;
use crate::console::keymap::Context;

const MIN_ROOMY_LINES: u16 = 16;

impl Painter<'_> {
    pub(super) fn reveal(&self, shown: usize, screen: Rect, buffer: &mut Buffer) {
        let Some(game) = self.state.game() else {
            return;
        };
        let (rows, out) = self.state.ranked();
        let first = rows.len().saturating_sub(shown);
        let name = self.words.label("panel-standings");
        let title = match self.standings_title() {
            Some(about) => self.about(name, about),
            None => name,
        };
        let title = truncate(&title, usize::from(screen.width.saturating_sub(6))).into_owned();
        let inner = self.window(&title, screen.width, screen.height, screen, buffer);
        let columns = usize::from(inner.width);
        let hints = self.hints(Context::Reveal.bindings(), columns);
        let height = u16::try_from(hints.len()).unwrap_or(1).min(inner.height);
        let [stage, foot] = ratatui::layout::Layout::vertical([
            ratatui::layout::Constraint::Min(0),
            ratatui::layout::Constraint::Length(height),
        ])
        .areas(inner);
        ishigaki_screen::lines(hints, foot, buffer);
        match rows.get(first).filter(|_| shown > 0) {
            None => {
                let gaps = [("teams", rows.len().into())];
                let mut text = wrap(&self.words.say("console-reveal-start", &gaps), columns);
                if !out.is_empty() {
                    let teams = self.words.teams(game.setup(), out.iter().copied());
                    let sentence = self.words.say("console-reveal-out", &[("teams", teams.into())]);
                    text.extend(std::iter::once(String::new()).chain(wrap(&sentence, columns)));
                }
                // Before the declaration it is only the judge's view, which the hall doesn't share (`E4`).
                if game.phase() == Phase::Ended {
                    let sentence = self.words.label("console-reveal-undeclared");
                    text.extend(std::iter::once(String::new()).chain(wrap(&sentence, columns)));
                }
                let middle = Rect { y: stage.y + stage.height / 3, ..stage }.intersection(stage);
                ishigaki_screen::lines(
                    text.into_iter().map(|line| Line::from(line).centered()),
                    middle,
                    buffer,
                );
            }
            Some(row) => {
                let below = rows.get(first + 1..).unwrap_or_default();
                let mark = self.place(game, row, below, stage, buffer);
                mark_on_frame(mark, screen, self.palette, buffer);
            }
        }
    }

    fn place(
        &self,
        game: &Game,
        row: &Standing,
        below: &[Standing],
        area: Rect,
        buffer: &mut Buffer,
    ) -> Option<String> {
        let columns = usize::from(area.width);
        let words = self.words;
        let mut rest = area;
        let take = |rest: &mut Rect, lines: u16| {
            let lines = lines.min(rest.height);
            let taken = Rect { height: lines, ..*rest };
            (rest.y, rest.height) = (rest.y + lines, rest.height - lines);
            taken
        };
        if area.height >= MIN_ROOMY_LINES {
            take(&mut rest, area.height / 10);
            let text = row.place.to_string();
            let digits = Digits { text: &text, scale: 1, style: self.palette.heading() };
            let (wide, high) = digits.size();
            let place = take(&mut rest, high + 1);
            let x = place.x + place.width.saturating_sub(wide) / 2;
            digits.render(Rect { x, width: wide, ..place }.intersection(place), buffer);
        }
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let name = format!("{}  {}", words.place(row.place), words.team(game.setup(), row.team));
        let mut lines = vec![Line::styled(truncate(&name, columns).into_owned(), bold), Line::default()];
        lines.extend(self.merits(row, below.first(), columns).into_iter().map(Line::from));
        lines.push(Line::default());
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        ishigaki_screen::lines(lines.into_iter().map(Line::centered), take(&mut rest, height), buffer);
        let places = below.iter().map(|row| width(&words.place(row.place))).max().unwrap_or(0);
        let names = below.iter().map(|row| width(&words.team(game.setup(), row.team))).max().unwrap_or(0);
        let wide = (places + 2 + names).min(columns);
        let indent = (columns - wide) / 2;
        let before = below.iter().map(|row| {
            let place = pad_start(&words.place(row.place), places);
            let name = format!("{place}  {}", words.team(game.setup(), row.team));
            let name = truncate(&name, wide);
            Line::styled(format!("{:indent$}{name}", ""), self.palette.faint())
        });
        ishigaki_screen::lines(before, rest, buffer);
        Excerpt::from(0, below.len(), usize::from(rest.height)).mark()
    }

    fn merits(&self, row: &Standing, below: Option<&Standing>, columns: usize) -> Vec<String> {
        let figures = self.figures_named(row);
        // A disqualified next team is not a reason.
        let why = row.decided_by.filter(|criterion| *criterion != Criterion::Disqualified).map(|criterion| {
            let below = below.and_then(|below| below.tally);
            self.words.criterion(criterion, row.tally.as_ref(), below.as_ref())
        });
        std::iter::once(figures).chain(why).flat_map(|text| wrap(&text, columns)).collect()
    }
}
