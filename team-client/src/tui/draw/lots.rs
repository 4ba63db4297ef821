//! What is on offer: the lots as a table, and the selected one as a shape with all that it has cost.

use ishigaki_rules::{Game, LotId, Tsuyama};
use ishigaki_widgets::{Ink, Stone, wrap};
use ishigaki_words::columns::{pad_end, pad_start, truncate, width};
use ishigaki_words::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Painter;
use crate::tui::market::{Past, offer, past};
use crate::tui::panel::Panel;

/// The most columns of a lot's code.
const CODE: usize = 8;
/// The columns of a price.
const FIGURE: usize = 7;
/// Columns between two shapes.
const GAP: u16 = 2;

impl Painter<'_> {
    pub(super) fn lots(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let lots = self.state.lots();
        if lots.is_empty() {
            return Line::from(self.words.label("team-lots-none")).render(area, buffer);
        }
        let [table, _, beside] =
            Layout::horizontal([Constraint::Percentage(46), Constraint::Length(2), Constraint::Min(0)])
                .areas(area);
        self.lot_table(game, &lots, table, buffer);
        if let Some(lot) = self.state.selected_lot() {
            let used = self.lot_detail(game, lot, beside, buffer);
            let below = Rect { y: beside.y + used, height: beside.height - used, ..beside };
            self.shapes(game, &lots, lot, below, buffer);
        }
    }

    fn lot_table(&self, game: &Game, lots: &[LotId], area: Rect, buffer: &mut Buffer) {
        let words = self.words;
        let setup = game.setup();
        let heads =
            ["team-head-lot", "team-head-squares", "team-head-left", "team-head-min", "team-head-last"]
                .map(|key| words.label(key));
        let [lot_head, squares, left, min, last] = &heads;
        let code = lots.iter().map(|&lot| width(&words.lot(setup, lot))).max().unwrap_or(0);
        let code = code.max(width(lot_head)).min(CODE);
        let (squares_wide, left_wide) = (width(squares).max(2), width(left).max(3));
        let head = format!(
            "  {} {} {} {} {}",
            pad_end(lot_head, code),
            pad_start(squares, squares_wide),
            pad_start(left, left_wide),
            pad_start(min, FIGURE),
            pad_start(last, FIGURE),
        );
        let bold = Style::new().add_modifier(Modifier::BOLD);
        Line::styled(truncate(&head, usize::from(area.width)).into_owned(), bold).render(area, buffer);
        let room = usize::from(area.height).saturating_sub(1).max(1);
        let selected = self.state.place(Panel::Lots);
        let first = (selected + 1).saturating_sub(room);
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let copies = offer(game).map(|(_, offer)| offer.lots);
        let rows = lots.iter().enumerate().skip(first).map(|(at, &lot)| {
            let spec = setup.lot(lot);
            let left = copies.as_ref().and_then(|lots| lots.get(lot.index())).map_or(0, |lot| lot.copies);
            let of = spec.map_or(0, |spec| spec.copies);
            let area = spec.map_or(0, |spec| spec.shape.area());
            let last = past(game, lot).iter().rev().find_map(|past| past.paid.first().copied());
            let text = format!(
                "{} {} {} {} {} {}",
                if at == selected { "›" } else { " " },
                pad_end(&words.lot(setup, lot), code),
                pad_start(&area.to_string(), squares_wide),
                pad_start(&format!("{left}/{of}"), left_wide),
                pad_start(&grouped(spec.map_or(0, |spec| spec.min_price.0)), FIGURE),
                pad_start(&last.map_or_else(|| "-".to_owned(), |price| grouped(price.0)), FIGURE),
            );
            let style = if at == selected { self.palette.selected() } else { Style::new() };
            Line::styled(text, style)
        });
        Self::lines(rows, body, buffer);
    }

    /// The selected lot: its name, its shape beside what it has cost. The lines used.
    fn lot_detail(&self, game: &Game, lot: LotId, area: Rect, buffer: &mut Buffer) -> u16 {
        let Some(spec) = game.setup().lot(lot) else {
            return 0;
        };
        let stone = Stone::new(&spec.shape, Ink::of(lot.index()), self.palette);
        let (wide, high) = stone.size();
        let gaps = [("lot", self.words.lot(game.setup(), lot).into()), ("min", spec.min_price.into())];
        let head = self.words.say("team-lot-head", &gaps);
        let head = truncate(&head, usize::from(area.width)).into_owned();
        Line::styled(head, self.palette.heading()).render(area, buffer);
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        stone.render(Rect { width: wide.min(body.width), ..body }, buffer);
        let indent = wide.saturating_add(GAP).min(body.width);
        let beside = Rect { x: body.x + indent, width: body.width - indent, ..body };
        let lines = self.history(&past(game, lot), beside.width);
        let used = high.max(u16::try_from(lines.len()).unwrap_or(u16::MAX)).saturating_add(2);
        Self::lines(lines, beside, buffer);
        used.min(area.height)
    }

    /// What a lot came to, a line each round.
    fn history(&self, past: &[Past], columns: u16) -> Vec<Line<'static>> {
        if past.is_empty() {
            return Self::wrapped(&self.words.label("team-history-none"), self.palette.faint(), columns);
        }
        let said = |prices: &[Tsuyama]| self.words.list(prices.iter().map(|price| grouped(price.0)));
        let line = |past: &Past| {
            let key = match (past.paid.is_empty(), past.bid.is_empty()) {
                (false, _) => "team-history-sold",
                (true, false) => "team-history-bid",
                (true, true) => "team-history-unsold",
            };
            let gaps = [
                ("round", past.round.into()),
                ("paid", said(&past.paid).into()),
                ("bids", past.bid.len().into()),
                ("most", past.bid.first().copied().unwrap_or_default().into()),
            ];
            self.words.say(key, &gaps)
        };
        let lines = past.iter().rev().flat_map(|past| wrap(&line(past), usize::from(columns)));
        lines.map(Line::from).collect()
    }

    /// The shapes of the other lots, as many as there is room for.
    fn shapes(&self, game: &Game, lots: &[LotId], selected: LotId, area: Rect, buffer: &mut Buffer) {
        let (mut x, mut y, mut tallest) = (area.x, area.y, 0);
        for &lot in lots.iter().filter(|lot| **lot != selected) {
            let Some(spec) = game.setup().lot(lot) else {
                continue;
            };
            let stone = Stone::new(&spec.shape, Ink::of(lot.index()), self.palette);
            let label = truncate(&self.words.lot(game.setup(), lot), CODE).into_owned();
            let wide =
                u16::try_from(width(&label)).unwrap_or(u16::MAX).max(stone.size().0).saturating_add(GAP);
            if x > area.x && x.saturating_add(wide) > area.right().saturating_add(GAP) {
                (x, y, tallest) = (area.x, y.saturating_add(tallest).saturating_add(1), 0);
            }
            let high = stone.size().1.saturating_add(1);
            // A shape that is cut would be another one.
            let fits =
                x.saturating_add(stone.size().0) <= area.right() && y.saturating_add(high) <= area.bottom();
            if !fits {
                break;
            }
            buffer.set_stringn(x, y, &label, usize::from(area.right() - x), self.palette.faint());
            stone.render(Rect { x, y: y + 1, width: stone.size().0, height: stone.size().1 }, buffer);
            x = x.saturating_add(wide);
            tallest = tallest.max(high);
        }
    }

    /// A lot's code in its column, and whether it is the selected one.
    pub(super) fn code(&self, game: &Game, lot: LotId) -> Span<'static> {
        Span::raw(pad_end(&self.words.lot(game.setup(), lot), CODE))
    }
}
