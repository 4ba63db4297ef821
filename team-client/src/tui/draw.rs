//! Painting of the team's screen.

mod advice;
mod bulletin;
mod dialog;
pub(crate) mod head;
mod hint;
mod log;
pub(crate) mod lots;
mod messages;
mod notice;
mod rebid;
mod result;
mod results;
mod rivals;
mod shapes;
mod sheet;
mod standings;
mod trial;
mod wall;
mod wall_notice;
mod workshop;

use std::ops::Range;

use ishigaki_rules::{MessageNo, Phase};
use ishigaki_screen::{Palette, Popup};
use ishigaki_words::Words;
use ishigaki_words::columns::truncate;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Widget};

use super::keymap::Context;
use super::panel::Panel;
use super::state::State;
use hint::Hints;

const MIN_SIZE: (u16, u16) = (60, 16);
const LARGE: (u16, u16) = (110, 30);

const FRAMED: u16 = 20;
const LEAST_PANEL: u16 = 4;

/// Paints the whole screen.
pub fn draw(state: &State, palette: Palette, frame: &mut Frame<'_>) {
    let area = frame.area();
    Painter { state, words: state.words, palette, hints: Hints::Keys }.screen(area, frame.buffer_mut());
}

pub(crate) fn seen_messages(state: &State) -> Vec<MessageNo> {
    let (columns, lines) = state.size();
    Painter { state, words: state.words, palette: Palette::PLAIN, hints: Hints::Keys }
        .seen_messages(Rect::new(0, 0, columns, lines))
}

pub(crate) struct Painter<'a> {
    state: &'a State,
    words: Words,
    palette: Palette,
    hints: Hints,
}

impl<'a> Painter<'a> {
    pub(crate) const fn of_page(state: &'a State, words: Words) -> Self {
        Self { state, words, palette: Palette::PLAIN, hints: Hints::Buttons }
    }

    pub(crate) const fn words(&self) -> Words {
        self.words
    }
}

impl Painter<'_> {
    fn screen(&self, area: Rect, buffer: &mut Buffer) {
        if !has_room(area) {
            return ishigaki_screen::render_too_small(MIN_SIZE, "team-too-small", &self.words, area, buffer);
        }
        let notice = self.news(area);
        let [head, body, notice_area, foot] = self.divide(area, notice.len());
        self.head(head, buffer);
        for (panel, place) in self.arrange(self.state.panel, body, area) {
            self.panel(panel, place, buffer);
        }
        ishigaki_screen::lines(notice, notice_area, buffer);
        self.foot(foot, buffer);
        self.dialog(area, buffer);
    }

    fn divide(&self, screen: Rect, news: usize) -> [Rect; 4] {
        Layout::vertical([
            Constraint::Length(self.head_height(screen.width)),
            Constraint::Min(3),
            Constraint::Length(u16::try_from(news).unwrap_or(1)),
            Constraint::Length(2),
        ])
        .areas(screen)
    }

    fn arrange(&self, active: Panel, body: Rect, screen: Rect) -> Vec<(Panel, Rect)> {
        arrange(active, self.state.companions(active), self.wanted(screen), body, screen)
    }

    fn wanted(&self, screen: Rect) -> PanelHeights {
        let frame = if screen.height >= FRAMED { 2 } else { 1 };
        let lots = u16::try_from(self.state.lots().len().max(3)).unwrap_or(u16::MAX);
        let is_rebid = self.state.is_rebidding();
        PanelHeights {
            lots: lots.saturating_add(1 + frame),
            sheet: self.sheet_lines(main_columns(screen).saturating_sub(4)).saturating_add(frame),
            is_rebid,
        }
    }

    fn news(&self, screen: Rect) -> Vec<Line<'static>> {
        let notice = self.notice_lines(screen.width);
        let most = match screen.height {
            ..20 => 3,
            20..30 => 4,
            _ => 6,
        };
        let mut lines = self.bulletins(screen.width, (most - notice.len().min(most)).max(1));
        lines.extend(notice);
        if let Some(text) = &self.state.search {
            let prompt = self.words.say("team-search", &[("text", text.as_str().into())]);
            lines.extend(ishigaki_screen::wrapped(&prompt, self.palette.heading(), screen.width));
        }
        if lines.is_empty() {
            lines.push(Line::default());
        }
        lines
    }

    fn panel(&self, panel: Panel, area: Rect, buffer: &mut Buffer) {
        let active = panel == self.state.panel;
        let style = if active { self.palette.heading() } else { self.palette.faint() };
        let title = format!(" {} {} ", Context::key_of(panel), self.panel_title(panel));
        let title = truncate(&title, usize::from(area.width).saturating_sub(2)).into_owned();
        let title_style = if active { style } else { Style::new().add_modifier(Modifier::BOLD) };
        let (block, inner) = frame(area, buffer.area);
        let block = block.border_style(style).title(Span::styled(title, title_style));
        block.render(area, buffer);
        let Some(game) = self.state.game() else {
            let text = match (self.state.is_early, active) {
                (false, _) => self.words.label("team-no-game"),
                (true, true) => self.awaited(),
                (true, false) => String::new(),
            };
            let lines = ishigaki_screen::wrapped(&text, Style::new(), inner.width);
            return ishigaki_screen::lines(lines, inner, buffer);
        };
        match panel {
            Panel::Lots => self.lots(game, inner, buffer),
            Panel::Sheet if self.state.is_rebidding() => self.rebid(inner, buffer),
            Panel::Sheet => self.sheet(game, inner, buffer),
            Panel::Results => self.results(game, inner, buffer),
            Panel::Rivals => self.rivals(game, inner, buffer),
            Panel::Standings => self.standings(game, inner, buffer),
            Panel::Wall => match &self.state.workshop {
                // After the end only the final wall is shown (`W6`).
                Some(workshop) if active && game.phase().is_building_time() => {
                    self.workshop(game, workshop, inner, buffer);
                }
                _ => self.wall(game, inner, buffer),
            },
            Panel::Advice => self.advice(game, inner, buffer),
            Panel::Messages => self.messages(game, inner, buffer),
            Panel::Log => self.log(game, inner, buffer),
        }
    }

    pub(crate) fn panel_title(&self, panel: Panel) -> String {
        let words = self.words;
        if let (Panel::Lots, Some(round)) = (panel, self.state.unsettled_round()) {
            let gaps = [("name", words.label(panel.title()).into()), ("round", round.into())];
            return words.say("team-title-unsettled", &gaps);
        }
        match (panel, self.state.terms()) {
            (Panel::Sheet, _) if self.state.is_rebidding() => words.label("team-panel-rebid"),
            (Panel::Lots | Panel::Sheet, Some((round, offer, _))) => {
                let open = self.state.game().is_some_and(|game| {
                    let is_bidding = matches!(game.phase(), Phase::Bidding { .. });
                    is_bidding && game.current_round().is_some_and(|record| record.round == round)
                });
                let key = if open { "team-title-open" } else { "team-title-coming" };
                let gaps = [
                    ("name", words.label(panel.title()).into()),
                    ("round", round.into()),
                    ("bids", offer.max_bids.into()),
                    ("wins", offer.max_wins.into()),
                ];
                words.say(key, &gaps)
            }
            (Panel::Results, _) => self.results_title(),
            (Panel::Advice, _) => self.advice_title(),
            (Panel::Standings, _) if self.state.own_revealed_row().is_some() => {
                words.label("team-result-title")
            }
            (Panel::Standings, _) => self.standings_title(),
            _ => words.label(panel.title()),
        }
    }

    fn scrolled(&self, lines: Vec<Line<'static>>, top: usize, area: Rect, buffer: &mut Buffer) {
        let window = VisibleLines::new(lines.len(), top, area);
        let VisibleLines { top, more, .. } = window;
        let mut shown: Vec<Line<'static>> = lines.into_iter().skip(top).take(window.room).collect();
        let more_lines = |key: &str, count: usize| {
            Line::styled(self.words.say(key, &[("count", count.into())]), self.palette.faint())
        };
        if let Some(last) = shown.last_mut().filter(|_| more > 0) {
            *last = more_lines("team-more-below", more + 1);
        }
        if let Some(first) = shown.first_mut().filter(|_| top > 0) {
            *first = more_lines("team-more-above", top + 1);
        }
        ishigaki_screen::lines(shown, area, buffer);
    }

    fn window(&self, title: &str, columns: u16, lines: u16, screen: Rect, buffer: &mut Buffer) -> Rect {
        Popup { title, which: self.which_game(), mark: None, palette: self.palette }
            .render(columns, lines, screen, buffer)
    }
}

#[derive(Clone, Copy)]
struct VisibleLines {
    top: usize,
    room: usize,
    more: usize,
}

impl VisibleLines {
    fn new(lines: usize, top: usize, area: Rect) -> Self {
        let room = usize::from(area.height);
        let top = top.min(lines.saturating_sub(room));
        Self { top, room, more: lines.saturating_sub(top + room) }
    }

    fn shows(self, lines: &Range<usize>) -> bool {
        let first = self.top + usize::from(self.top > 0);
        let end = (self.top + self.room).saturating_sub(usize::from(self.more > 0));
        let is_too_long = lines.len() > end.saturating_sub(first);
        first < end && (first + 1..=end).contains(&lines.end) && (lines.start >= first || is_too_long)
    }
}

fn has_room(screen: Rect) -> bool {
    screen.width >= MIN_SIZE.0 && screen.height >= MIN_SIZE.1
}

fn frame(area: Rect, screen: Rect) -> (Block<'static>, Rect) {
    let is_framed = screen.height >= FRAMED;
    let block = Block::new().borders(if is_framed { Borders::ALL } else { Borders::TOP });
    let inner = block.inner(area).inner(Margin::new(1, 0));
    (block, inner)
}

fn is_large(screen: Rect) -> bool {
    screen.width >= LARGE.0 && screen.height >= LARGE.1
}

/// Returns the columns of the active panel with its frame.
fn main_columns(screen: Rect) -> u16 {
    let part = u16::try_from(u32::from(screen.width) * 58 / 100).unwrap_or(screen.width);
    if is_large(screen) { part } else { screen.width }
}

#[derive(Clone, Copy)]
struct PanelHeights {
    lots: u16,
    sheet: u16,
    is_rebid: bool,
}

fn arrange(
    active: Panel,
    companions: [Panel; 2],
    wanted: PanelHeights,
    body: Rect,
    screen: Rect,
) -> Vec<(Panel, Rect)> {
    let large = is_large(screen);
    let [main, side] = if large {
        Layout::horizontal([Constraint::Length(main_columns(screen)), Constraint::Min(0)]).areas(body)
    } else {
        [body, Rect::default()]
    };
    let halves = |column: Rect| -> [Rect; 2] {
        Layout::vertical([Constraint::Percentage(50), Constraint::Min(0)]).areas(column)
    };
    let mut places =
        if active.is_bidding() { arrange_bidding(active, wanted, main) } else { vec![(active, main)] };
    if large {
        places.extend(companions.into_iter().zip(halves(side)));
    }
    places
}

/// If not all fits, the active panel gets the larger part; a re-bid, which is urgent, gets all.
fn arrange_bidding(active: Panel, wanted: PanelHeights, main: Rect) -> Vec<(Panel, Rect)> {
    let total = main.height;
    let PanelHeights { lots, sheet, is_rebid } = wanted;
    if is_rebid && active == Panel::Sheet && sheet.saturating_add(LEAST_PANEL) > total {
        return vec![(Panel::Sheet, main)];
    }
    let lower = if lots.saturating_add(sheet) <= total {
        (total / 2).clamp(sheet, total - lots)
    } else if active == Panel::Lots {
        sheet.min((total * 2 / 5).max(LEAST_PANEL)).max(total.saturating_sub(lots))
    } else {
        sheet.min(total.saturating_sub(lots.min((total / 3).max(LEAST_PANEL))))
    };
    let [upper, lower] = Layout::vertical([Constraint::Min(0), Constraint::Length(lower)]).areas(main);
    vec![(Panel::Lots, upper), (Panel::Sheet, lower)]
}
