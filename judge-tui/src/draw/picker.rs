//! The list of games to choose from.

use ishigaki_widgets::wrap;
use ishigaki_words::columns::{clean, pad_end, truncate};
use ishigaki_words::{Align, Table, Words};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Widget};

use super::Painter;
use crate::cli::show;
use crate::keymap::Context;
use crate::listing::Listed;
use crate::picker::Picker;

/// The most columns of a game's id.
const MOST: usize = 20;
/// From so many columns on, the teams are shown.
const WIDE: usize = 90;

impl Painter<'_> {
    pub(super) fn picker(&self, picker: &Picker, area: Rect, buffer: &mut Buffer) {
        let notice = self.notice_lines(area.width);
        let hints = self.hints(Context::Pick.bindings(), usize::from(area.width));
        let [head, body, notice_area, foot] = self.picker_sections(area);
        self.title(head, buffer);
        let title =
            Span::styled(format!(" {} ", self.words.label("console-pick-title")), self.palette.heading());
        let block = Block::bordered().border_style(self.palette.heading()).title(title);
        let inner = block.inner(body).inner(Margin::new(1, 0));
        block.render(body, buffer);
        match picker.games() {
            None => {
                let text = wrap(&self.await_server(), usize::from(inner.width));
                Self::lines(text.into_iter().map(Line::from), inner, buffer);
            }
            Some([]) => {
                let text = wrap(&self.words.label("console-pick-none"), usize::from(inner.width));
                Self::lines(text.into_iter().map(Line::from), inner, buffer);
            }
            Some(games) => Self::lines(self.games(games, picker.at(), inner), inner, buffer),
        }
        Self::lines(notice, notice_area, buffer);
        Self::lines(hints, foot, buffer);
        self.dialog(area, buffer);
    }

    /// The place of the game that stands in a place of the screen; `None` if none does.
    pub(super) fn game_at(&self, picker: &Picker, area: Rect, place: Position) -> Option<usize> {
        let [_, body, ..] = self.picker_sections(area);
        let inner = Block::bordered().inner(body);
        let row = usize::from(place.y.checked_sub(inner.y)?).checked_sub(1)?;
        let at = first(picker.at(), inner.height) + row;
        (inner.contains(place) && at < picker.games()?.len()).then_some(at)
    }

    /// Head, list, notice and foot.
    fn picker_sections(&self, area: Rect) -> [Rect; 4] {
        let lines = |lines: Vec<Line<'_>>| u16::try_from(lines.len()).unwrap_or(1);
        Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(3),
            Constraint::Length(lines(self.notice_lines(area.width))),
            Constraint::Length(lines(self.hints(Context::Pick.bindings(), usize::from(area.width)))),
        ])
        .areas(area)
    }

    /// The head and the games; of a list that is too long, the part around the selected one.
    fn games(&self, games: &[Listed], at: usize, area: Rect) -> Vec<Line<'static>> {
        let words = self.words;
        let column = |key: &str, align: Align| (words.label(key), align);
        let columns = usize::from(area.width);
        // The marker of the selected game stands before its id.
        let mut heads = vec![
            (format!("  {}", words.label("console-head-game")), Align::Start),
            column("console-head-phase", Align::Start),
            column("console-head-round", Align::End),
            column("console-head-title", Align::Start),
        ];
        if columns >= WIDE {
            heads.push(column("console-head-teams", Align::Start));
        }
        // Where the title stands last, the screen's edge is limit enough.
        let title = if columns >= WIDE { columns / 3 } else { columns };
        let mut table = Table::new(heads).at_most(0, MOST).at_most(3, title);
        for (place, game) in games.iter().enumerate() {
            table.row([
                format!("{} {}", if place == at { "›" } else { " " }, clean(&game.game)),
                state(game, games, &words),
                show::round(game),
                show::title(game, &words),
                show::teams(game, &words),
            ]);
        }
        let first = first(at, area.height);
        let styled = |(place, line): (usize, String)| match place.checked_sub(1) {
            None => Line::styled(truncate(&line, columns).into_owned(), self.palette.faint()),
            Some(place) => {
                let style = if place == at { self.palette.selected() } else { Style::new() };
                Line::styled(pad_end(&line, columns), style)
            }
        };
        let lines = table.lines().into_iter().enumerate();
        lines.filter(|(place, _)| *place == 0 || *place > first).map(styled).collect()
    }
}

/// The first game shown of a list with this one selected, in so many lines with a head.
fn first(at: usize, lines: u16) -> usize {
    let room = usize::from(lines).saturating_sub(1).max(1);
    (at + 1).saturating_sub(room)
}

/// Where a game stands: its phase, that it is damaged, or that it waits, and what for if it is a spare.
fn state(game: &Listed, games: &[Listed], words: &Words) -> String {
    if game.is_damaged {
        return words.label("console-game-damaged");
    }
    if !game.is_waiting() {
        return show::phase(game, words);
    }
    let stands_in_for = |other: &&Listed| other.spare.as_deref() == Some(game.game.as_str());
    match games.iter().find(stands_in_for) {
        Some(other) => words.say("console-game-spare", &[("game", clean(&other.game).into_owned().into())]),
        None => words.label("console-game-waits"),
    }
}
