//! Painting of the console.

mod by_hand;
mod copy;
mod dialog;
mod fault_text;
mod handout;
mod head;
mod lists;
mod log;
mod lots;
mod message;
mod notice;
mod overview;
mod presence;
mod queue;
mod reveal;
mod standings;
mod start;
mod walls;
mod why;

use ishigaki_screen::{Excerpt, Need, Palette, Popup, foot, mark_on_frame};
use ishigaki_words::Words;
use ishigaki_words::columns::{truncate, width};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Widget};

use crate::console::consoles::Consoles;
use crate::console::panel::Panel;
use crate::console::pointer::Aim;
use crate::console::state::State;
use crate::console::update::offer;
use overview::ListPainter;
use queue::QueuePainter;

const MIN_SIZE: (u16, u16) = (40, 12);
const MEDIUM: (u16, u16) = (110, 30);
const LARGE: (u16, u16) = (170, 40);

/// Paints the whole screen.
pub fn draw(state: &State, palette: Palette, frame: &mut Frame<'_>) {
    let area = frame.area();
    let words = state.words.of_practice(state.programme_entry.is_practice());
    Painter { state, words, palette }.screen(area, frame.buffer_mut());
}

/// Returns the mouse target at a position of the painted screen, if any.
pub fn aim(state: &State, column: u16, row: u16) -> Option<Aim> {
    let area = Rect::new(0, 0, state.size().0, state.size().1);
    let place = Position::new(column, row);
    if state.dialog.is_some() || !Painter::fits(area) {
        return Some(Aim::Question);
    }
    let painter = Painter { state, words: state.words, palette: Palette::PLAIN };
    let [_, body, _, _] = painter.sections(area);
    let panels = arrange(state.panel, painter.teams(), body, area);
    panels.into_iter().find(|(_, area)| area.contains(place)).map(|(panel, _)| Aim::Panel(panel))
}

/// Paints the front console, the list or the queue, with the open question over it.
pub fn draw_all(consoles: &Consoles, palette: Palette, frame: &mut Frame<'_>) {
    if consoles.queue().is_open() {
        let area = frame.area();
        QueuePainter::new(consoles, palette).screen(area, frame.buffer_mut());
    } else if consoles.overview().is_open() {
        let area = frame.area();
        ListPainter::new(consoles, palette).screen(area, frame.buffer_mut());
    } else {
        draw(consoles.front(), palette, frame);
    }
}

/// Returns the mouse target at a position of the screen painted by [`draw_all`].
pub fn aim_all(consoles: &Consoles, column: u16, row: u16) -> Option<Aim> {
    let area = Rect::new(0, 0, consoles.size().0, consoles.size().1);
    if consoles.queue().is_open() {
        if consoles.active_console().is_some() || !Painter::fits(area) {
            return Some(Aim::Question);
        }
        let queued = QueuePainter::new(consoles, Palette::PLAIN).queued_at(area, Position::new(column, row));
        return Some(queued.map_or(Aim::Question, Aim::Queued));
    }
    if !consoles.overview().is_open() {
        return aim(consoles.front(), column, row);
    }
    if consoles.active_console().is_some() || !Painter::fits(area) {
        return Some(Aim::Question);
    }
    let place = ListPainter::new(consoles, Palette::PLAIN).game_at(area, Position::new(column, row));
    Some(place.map_or(Aim::Question, Aim::Game))
}

struct Painter<'a> {
    state: &'a State,
    words: Words,
    palette: Palette,
}

impl Painter<'_> {
    fn screen(&self, area: Rect, buffer: &mut Buffer) {
        if !Self::fits(area) {
            return self.too_small(area, buffer);
        }
        let [head, body, notice_area, foot] = self.sections(area);
        let notice = self.notice_lines(area.width);
        self.head(head, buffer);
        for (panel, place) in arrange(self.state.panel, self.teams(), body, area) {
            self.panel(panel, place, buffer);
        }
        for (line, row) in notice.into_iter().zip(notice_area.rows()) {
            line.render(row, buffer);
        }
        self.foot(foot, buffer);
        self.dialog(area, buffer);
    }

    fn too_small(&self, area: Rect, buffer: &mut Buffer) {
        ishigaki_screen::render_too_small(MIN_SIZE, "console-too-small", &self.words, area, buffer);
    }

    fn fits(area: Rect) -> bool {
        area.width >= MIN_SIZE.0 && area.height >= MIN_SIZE.1
    }

    fn sections(&self, area: Rect) -> [Rect; 4] {
        let notice = u16::try_from(self.notice_lines(area.width).len()).unwrap_or(1);
        Layout::vertical([
            Constraint::Length(self.head_height(area.width)),
            Constraint::Min(3),
            Constraint::Length(notice),
            Constraint::Length(2),
        ])
        .areas(area)
    }

    fn teams(&self) -> usize {
        self.state.game().map_or(0, |game| game.setup().teams.len())
    }

    fn panel(&self, panel: Panel, area: Rect, buffer: &mut Buffer) {
        let active = panel == self.state.panel;
        let style = if active { self.palette.heading() } else { self.palette.faint() };
        let title = format!(" {} {} ", panel.index() + 1, self.panel_title(panel));
        let title = truncate(&title, usize::from(area.width).saturating_sub(2)).into_owned();
        let title_style = if active { style } else { Style::new().add_modifier(Modifier::BOLD) };
        let mut block = Block::bordered().border_style(style).title(Span::styled(title, title_style));
        let inner = block.inner(area).inner(ratatui::layout::Margin::new(1, 0));
        let mark = match (self.state.game(), panel) {
            (None, _) => {
                Line::from(self.words.label("console-no-game")).render(inner, buffer);
                None
            }
            (Some(game), Panel::Lots) => self.lots(game, inner, buffer),
            (Some(game), Panel::Lists) => self.lists(game, inner, buffer),
            (Some(game), Panel::Walls) => self.walls(game, inner, buffer),
            (Some(game), Panel::Standings) => self.standings(game, inner, buffer),
            (Some(game), Panel::Log) => self.log(game, inner, buffer),
            (Some(game), Panel::HandOut) => self.hand_out(game, inner, buffer),
        };
        let taken = mark.as_ref().map_or(0, |mark| u16::try_from(width(mark) + 2).unwrap_or(u16::MAX));
        if active && let Some(hint) = self.panel_hints(panel, area.width.saturating_sub(taken)) {
            block = block.title_bottom(hint);
        }
        block.render(area, buffer);
        mark_on_frame(mark, area, self.palette, buffer);
    }

    fn scrolled(
        &self,
        panel: Panel,
        lines: Vec<(usize, Line<'static>)>,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Option<String> {
        let selected = self.state.place(panel);
        let at = lines.iter().position(|(entry, _)| *entry == selected).unwrap_or(0);
        let excerpt = Excerpt::from(at, lines.len(), usize::from(area.height));
        if let Ok(row) = u16::try_from(at.saturating_sub(excerpt.first())) {
            self.marker(panel, row, area, buffer);
        }
        ishigaki_screen::lines(lines.into_iter().skip(excerpt.first()).map(|(_, line)| line), area, buffer);
        excerpt.mark()
    }

    fn marker(&self, panel: Panel, row: u16, area: Rect, buffer: &mut Buffer) {
        if panel == self.state.panel && row < area.height && area.x > 0 {
            buffer.set_string(area.x - 1, area.y + row, "›", self.palette.heading());
        }
    }

    fn panel_hints(&self, panel: Panel, columns: u16) -> Option<Line<'static>> {
        let keys = self.keys(offer::in_panel(self.state, panel), |_| Need::Usual);
        let room = usize::from(columns).saturating_sub(2);
        if keys.is_empty() { None } else { foot(keys, room, 1, self.palette).into_iter().next() }
    }

    fn panel_title(&self, panel: Panel) -> String {
        let name = self.words.label(panel.title());
        let about = match (panel, self.state.record()) {
            (Panel::Lots | Panel::Lists, Some(record)) => Some(self.round_title(record)),
            (Panel::Standings, _) => self.standings_title(),
            (Panel::Log, _) => self.log_title(),
            (Panel::HandOut, _) => self.hand_out_title(),
            _ => None,
        };
        match about {
            Some(about) => self.about(name, about),
            None => name,
        }
    }

    fn about(&self, name: String, about: String) -> String {
        self.words.say("console-about", &[("name", name.into()), ("about", about.into())])
    }

    fn marked_window(
        &self,
        title: &str,
        mark: Option<String>,
        columns: u16,
        lines: u16,
        screen: Rect,
        buffer: &mut Buffer,
    ) -> Rect {
        Popup { title, which: self.which_game(), mark, palette: self.palette }
            .render(columns, lines, screen, buffer)
    }

    fn window(&self, title: &str, columns: u16, lines: u16, screen: Rect, buffer: &mut Buffer) -> Rect {
        self.marked_window(title, None, columns, lines, screen, buffer)
    }
}

fn arrange(active: Panel, teams: usize, body: Rect, screen: Rect) -> Vec<(Panel, Rect)> {
    let has = |least: (u16, u16)| screen.width >= least.0 && screen.height >= least.1;
    let halves = |column: Rect| -> [Rect; 2] {
        Layout::vertical([Constraint::Percentage(50), Constraint::Percentage(50)]).areas(column)
    };
    // Standings need two or three lines per team; the rest is for the panel below.
    let stacked = |column: Rect| -> [Rect; 2] {
        if active == Panel::Standings {
            return halves(column);
        }
        let lines = u16::try_from(teams * 3 + 3).unwrap_or(u16::MAX).min(column.height / 2);
        Layout::vertical([Constraint::Length(lines), Constraint::Min(0)]).areas(column)
    };
    let places = if has(LARGE) {
        let [main, middle, side] =
            Layout::horizontal([Constraint::Percentage(40), Constraint::Percentage(30), Constraint::Min(0)])
                .areas(body);
        let [standings, log] = stacked(side);
        let [upper, lower] = halves(middle);
        vec![main, standings, log, upper, lower]
    } else if has(MEDIUM) {
        let [main, side] =
            Layout::horizontal([Constraint::Percentage(60), Constraint::Percentage(40)]).areas(body);
        let [upper, lower] = stacked(side);
        vec![main, upper, lower]
    } else {
        vec![body]
    };
    let companions = active.companions(places.len().saturating_sub(1));
    std::iter::once(active).chain(companions).zip(places).collect()
}
