//! Panel of lots: a table, and the selected one with shape and past prices.

use ishigaki_rules::{Game, LotId, Tsuyama};
use ishigaki_screen::{StoneDrawing, StonePattern, wrap};
use ishigaki_words::columns::{pad_end, pad_start, truncate, width};
use ishigaki_words::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Painter;
use super::shapes::GAP;
use super::sheet::more_sign;
use crate::tui::market::{Past, last_paid, offer, past};
use crate::tui::panel::Panel;

const CODE: usize = 8;
const FIGURE: usize = 7;

#[derive(Clone, Copy)]
struct LotWidths {
    code: usize,
    squares: usize,
    left: usize,
}

impl LotWidths {
    fn total(self) -> u16 {
        let columns = 2 + self.code + 1 + self.squares + 1 + self.left + 1 + FIGURE + 1 + FIGURE;
        u16::try_from(columns).unwrap_or(u16::MAX)
    }
}

impl Painter<'_> {
    pub(super) fn lots(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let lots = self.state.lots();
        if lots.is_empty() {
            return Line::from(self.words.label("team-lots-none")).render(area, buffer);
        }
        // The table has the width it needs, because truncated figures would be wrong.
        let columns = self.lot_columns(game, &lots);
        let usual = u16::try_from((u32::from(area.width) * 46 + 50) / 100).unwrap_or(area.width);
        let wide = columns.total().max(usual).min(area.width);
        let [table, _, beside] =
            Layout::horizontal([Constraint::Length(wide), Constraint::Length(2), Constraint::Min(0)])
                .areas(area);
        self.lot_table(game, &lots, columns, table, buffer);
        if let Some(lot) = self.state.selected_lot() {
            let used = self.lot_detail(game, lot, beside, buffer);
            let below = Rect { y: beside.y + used, height: beside.height - used, ..beside };
            self.other_shapes(game, &lots, lot, below, buffer);
        }
    }

    fn lot_columns(&self, game: &Game, lots: &[LotId]) -> LotWidths {
        let widest = |head: &str, texts: &dyn Fn(LotId) -> String| {
            let texts = lots.iter().map(|&lot| width(&texts(lot))).max().unwrap_or(0);
            texts.max(width(&self.words.label(head)))
        };
        LotWidths {
            code: widest("head-lot", &|lot| self.words.lot(game.setup(), lot)).min(CODE),
            squares: widest("team-head-squares", &|lot| squares(game, lot)),
            left: widest("head-left", &|lot| copies_left(game, lot)).max(3),
        }
    }

    fn lot_table(&self, game: &Game, lots: &[LotId], columns: LotWidths, area: Rect, buffer: &mut Buffer) {
        let words = self.words;
        let setup = game.setup();
        let heads = ["head-lot", "team-head-squares", "head-left", "head-min", "team-head-last"]
            .map(|key| words.label(key));
        let [lot_head, squares_head, left_head, min, last] = &heads;
        let LotWidths { code, squares: squares_wide, left: left_wide } = columns;
        let room = usize::from(area.height).saturating_sub(1).max(1);
        let selected = self.state.place(Panel::Lots);
        let first = (selected + 1).saturating_sub(room);
        let head = format!(
            "{} {} {} {} {} {}",
            pad_end(more_sign(first > 0, lots.len() > first + room), 1),
            pad_end(lot_head, code),
            pad_start(squares_head, squares_wide),
            pad_start(left_head, left_wide),
            pad_start(min, FIGURE),
            pad_start(last, FIGURE),
        );
        let bold = Style::new().add_modifier(Modifier::BOLD);
        Line::styled(truncate(&head, usize::from(area.width)).into_owned(), bold).render(area, buffer);
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let rows = lots.iter().enumerate().skip(first).map(|(at, &lot)| {
            let spec = setup.lot(lot);
            let last = last_paid(game, lot);
            let text = format!(
                "{} {} {} {} {} {}",
                if at == selected { "›" } else { " " },
                pad_end(&words.lot(setup, lot), code),
                pad_start(&squares(game, lot), squares_wide),
                pad_start(&copies_left(game, lot), left_wide),
                pad_start(&grouped(spec.map_or(0, |spec| spec.min_price.0)), FIGURE),
                pad_start(&last.map_or_else(|| "-".to_owned(), |price| grouped(price.0)), FIGURE),
            );
            let style = if at == selected { self.palette.selected() } else { Style::new() };
            Line::styled(text, style)
        });
        ishigaki_screen::lines(rows, body, buffer);
    }

    fn lot_detail(&self, game: &Game, lot: LotId, area: Rect, buffer: &mut Buffer) -> u16 {
        let Some(spec) = game.setup().lot(lot) else {
            return 0;
        };
        let stone = StoneDrawing::new(&spec.shape, StonePattern::of(lot.index()), self.palette);
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
        ishigaki_screen::lines(lines, beside, buffer);
        used.min(area.height)
    }

    fn history(&self, past: &[Past], columns: u16) -> Vec<Line<'static>> {
        if past.is_empty() {
            return ishigaki_screen::wrapped(
                &self.words.label("team-history-none"),
                self.palette.faint(),
                columns,
            );
        }
        let lines = past.iter().rev().flat_map(|past| wrap(&self.past(past), usize::from(columns)));
        lines.map(Line::from).collect()
    }

    pub(crate) fn past(&self, past: &Past) -> String {
        let price_list = |prices: &[Tsuyama]| self.words.list(prices.iter().map(|price| grouped(price.0)));
        let key = match (past.tied, past.paid.is_empty(), past.bid.is_empty()) {
            (Some(_), true, _) => "team-history-tied",
            (Some(_), false, _) => "team-history-sold-tied",
            (None, false, _) => "team-history-sold",
            (None, true, false) => "team-history-bid",
            (None, true, true) => "team-history-unsold",
        };
        let gaps = [
            ("round", past.round.into()),
            ("tied", past.tied.unwrap_or_default().into()),
            ("paid", price_list(&past.paid).into()),
            ("bids", past.bid.len().into()),
            ("most", past.bid.first().copied().unwrap_or_default().into()),
        ];
        self.words.say(key, &gaps)
    }

    fn other_shapes(&self, game: &Game, lots: &[LotId], selected: LotId, area: Rect, buffer: &mut Buffer) {
        let others = lots.iter().filter(|lot| **lot != selected);
        let label = |lot| truncate(&self.words.lot(game.setup(), lot), CODE).into_owned();
        self.shapes(game, others.map(|&lot| (lot, label(lot))), area, buffer);
    }

    pub(super) fn code(&self, game: &Game, lot: LotId) -> Span<'static> {
        Span::raw(pad_end(&self.words.lot(game.setup(), lot), CODE))
    }
}

fn squares(game: &Game, lot: LotId) -> String {
    game.setup().lot(lot).map_or(0, |spec| spec.shape.area()).to_string()
}

pub(crate) fn copies_left(game: &Game, lot: LotId) -> String {
    let offered = offer(game).and_then(|(_, offer)| Some(offer.lots.get(lot.index())?.copies));
    let of = game.setup().lot(lot).map_or(0, |spec| spec.copies);
    format!("{}/{of}", offered.unwrap_or(0))
}
