//! Painting the state. Changes nothing, decides nothing.

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

/// The least columns and lines on which anything can be shown.
const LEAST: (u16, u16) = (60, 16);
/// From so many columns and lines on, two panels stand beside the active one.
const LARGE: (u16, u16) = (110, 30);

/// Below so many lines a panel has a rule above it instead of a frame around it.
const FRAMED: u16 = 20;
/// The least lines of a panel: its title, a heading, a line, and one below it.
const LEAST_PANEL: u16 = 4;

/// Paints the whole screen.
pub fn draw(state: &State, palette: Palette, frame: &mut Frame<'_>) {
    let area = frame.area();
    Painter { state, words: state.words, palette, hints: Hints::Keys }.screen(area, frame.buffer_mut());
}

/// The messages that are on the screen as it is painted of this state, each as a whole.
pub(crate) fn seen_messages(state: &State) -> Vec<MessageNo> {
    let (columns, lines) = state.size();
    Painter { state, words: state.words, palette: Palette::PLAIN, hints: Hints::Keys }
        .seen_messages(Rect::new(0, 0, columns, lines))
}

/// Painting context of all parts of the screen.
pub(crate) struct Painter<'a> {
    state: &'a State,
    words: Words,
    palette: Palette,
    hints: Hints,
}

impl<'a> Painter<'a> {
    /// The sentences alone, for a page with buttons.
    pub(crate) const fn of_page(state: &'a State) -> Self {
        Self { state, words: state.words, palette: Palette::PLAIN, hints: Hints::Buttons }
    }
}

impl Painter<'_> {
    fn screen(&self, area: Rect, buffer: &mut Buffer) {
        if !has_room(area) {
            return ishigaki_screen::say_too_small(LEAST, "team-too-small", &self.words, area, buffer);
        }
        let notice = self.news(area);
        let [head, body, notice_area, foot] = self.divide(area, notice.len());
        self.head(head, buffer);
        for (panel, place) in arrange(self.state.panel, self.wanted(area), body, area) {
            self.panel(panel, place, buffer);
        }
        ishigaki_screen::lines(notice, notice_area, buffer);
        self.foot(foot, buffer);
        self.dialog(area, buffer);
    }

    /// Head, body, news and foot of a screen.
    fn divide(&self, screen: Rect, news: usize) -> [Rect; 4] {
        Layout::vertical([
            Constraint::Length(self.head_height(screen.width)),
            Constraint::Min(3),
            Constraint::Length(u16::try_from(news).unwrap_or(1)),
            Constraint::Length(2),
        ])
        .areas(screen)
    }

    fn wanted(&self, screen: Rect) -> PanelHeights {
        let frame = if screen.height >= FRAMED { 2 } else { 1 };
        let lots = u16::try_from(self.state.lots().len().max(3)).unwrap_or(u16::MAX);
        let is_rebid = self.state.is_rebidding();
        PanelHeights {
            lots: lots.saturating_add(1 + frame),
            sheet: self.sheet_lines(screen.width).saturating_add(frame),
            is_rebid,
        }
    }

    /// Returns what holds, and below it what the last key led to; one empty line if there is neither, so that the screen
    /// does not jump.
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
            let said = self.words.say("team-search", &[("text", text.as_str().into())]);
            lines.extend(ishigaki_screen::wrapped(&said, self.palette.heading(), screen.width));
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
            return Line::from(self.words.label("team-no-game")).render(inner, buffer);
        };
        match panel {
            Panel::Lots => self.lots(game, inner, buffer),
            Panel::Sheet if self.state.is_rebidding() => self.rebid(inner, buffer),
            Panel::Sheet => self.sheet(game, inner, buffer),
            Panel::Results => self.results(game, inner, buffer),
            Panel::Rivals => self.rivals(game, inner, buffer),
            Panel::Standings => self.standings(game, inner, buffer),
            Panel::Wall => match &self.state.workshop {
                // After the end only what counts is shown: the draft is for nothing any more (`W6`).
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

    /// The panel's name, and what it is about.
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
            (Panel::Standings, _) => self.standings_title(),
            _ => words.label(panel.title()),
        }
    }

    /// Lines of an area from one of them on; in the place of what does not fit it says how much more there is.
    fn scrolled(&self, lines: Vec<Line<'static>>, top: usize, area: Rect, buffer: &mut Buffer) {
        let window = VisibleLines::new(lines.len(), top, area);
        let VisibleLines { top, more, .. } = window;
        let mut shown: Vec<Line<'static>> = lines.into_iter().skip(top).take(window.room).collect();
        let said = |key: &str, count: usize| {
            Line::styled(self.words.say(key, &[("count", count.into())]), self.palette.faint())
        };
        if let Some(last) = shown.last_mut().filter(|_| more > 0) {
            *last = said("team-more-below", more + 1);
        }
        if let Some(first) = shown.first_mut().filter(|_| top > 0) {
            *first = said("team-more-above", top + 1);
        }
        ishigaki_screen::lines(shown, area, buffer);
    }

    /// A box in the middle of the screen, and the room in it. It covers what is below.
    fn window(&self, title: &str, columns: u16, lines: u16, screen: Rect, buffer: &mut Buffer) -> Rect {
        Popup { title, which: self.which_game(), mark: None, palette: self.palette }
            .render(columns, lines, screen, buffer)
    }
}

/// The part of a panel's lines that is on the screen.
#[derive(Clone, Copy)]
struct VisibleLines {
    /// Number of lines above it.
    top: usize,
    /// Number of lines that it has room for.
    room: usize,
    /// Number of lines below it.
    more: usize,
}

impl VisibleLines {
    /// The window into so many lines, as far down as asked for and possible.
    fn new(lines: usize, top: usize, area: Rect) -> Self {
        let room = usize::from(area.height);
        let top = top.min(lines.saturating_sub(room));
        Self { top, room, more: lines.saturating_sub(top + room) }
    }

    /// Returns whether these lines are shown: all of them, or the last of more than there is room for. In the place of the
    /// outermost lines stands how much more there is.
    fn shows(self, lines: &Range<usize>) -> bool {
        let first = self.top + usize::from(self.top > 0);
        let end = (self.top + self.room).saturating_sub(usize::from(self.more > 0));
        let is_too_long = lines.len() > end.saturating_sub(first);
        first < end && (first + 1..=end).contains(&lines.end) && (lines.start >= first || is_too_long)
    }
}

/// Returns whether anything can be shown on a screen.
fn has_room(screen: Rect) -> bool {
    screen.width >= LEAST.0 && screen.height >= LEAST.1
}

/// The frame of a panel, and the room within; on a low screen a rule above it.
fn frame(area: Rect, screen: Rect) -> (Block<'static>, Rect) {
    let is_framed = screen.height >= FRAMED;
    let block = Block::new().borders(if is_framed { Borders::ALL } else { Borders::TOP });
    let inner = block.inner(area).inner(Margin::new(1, 0));
    (block, inner)
}

/// Heights that the two panels of a list would like to have, in lines, what frames them included.
#[derive(Clone, Copy)]
struct PanelHeights {
    lots: u16,
    sheet: u16,
    /// Whether the sheet is a re-bid.
    is_rebid: bool,
}

/// Returns the layout of panels in the body of a screen: the lots above the sheet, and beside the active panel what
/// there is room for.
fn arrange(active: Panel, wanted: PanelHeights, body: Rect, screen: Rect) -> Vec<(Panel, Rect)> {
    let large = screen.width >= LARGE.0 && screen.height >= LARGE.1;
    let [main, side] = if large {
        Layout::horizontal([Constraint::Percentage(58), Constraint::Min(0)]).areas(body)
    } else {
        [body, Rect::default()]
    };
    let halves = |column: Rect| -> [Rect; 2] {
        Layout::vertical([Constraint::Percentage(50), Constraint::Min(0)]).areas(column)
    };
    let mut places =
        if active.is_bidding() { arrange_bidding(active, wanted, main) } else { vec![(active, main)] };
    if large {
        places.extend(active.companions(2).zip(halves(side)));
    }
    places
}

/// The lots above the sheet. Where not all of both fits, the active one has the larger part; a re-bid, for which there is
/// little time, has all of it.
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
