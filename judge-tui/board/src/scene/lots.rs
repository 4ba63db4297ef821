//! The lots on offer: shapes, copies, minimum prices; after the opening their results.

use std::borrow::Cow;

use ishigaki_rules::auction::{FailureReason, Settlement};
use ishigaki_rules::{Game, LotId, TeamId, Tsuyama};
use ishigaki_screen::{StoneDrawing, StonePattern, wrap_around, wrap_within};
use ishigaki_words::ShortNames;
use ishigaki_words::columns::{pad_end, truncate, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{Scene, render_range, visible_range};
use ishigaki_screen::lines;

const CARD: u16 = 18;
const TEXT: (u16, u16) = (1, 2);
const CELL: (u16, u16) = (20, 38);
const GAP: u16 = 2;
const MIN_NAME_COLUMNS: usize = 8;

struct LotResultText {
    text: String,
    style: Style,
}

struct Cards {
    wide: u16,
    high: u16,
    per_row: u16,
    result_lines: u16,
}

impl Scene<'_> {
    pub(super) fn lots(&self, area: Rect, buffer: &mut Buffer) {
        let lots = self.lot_ids();
        if lots.is_empty() {
            return Line::from(self.words.label("board-no-lots")).render(area, buffer);
        }
        let Some(cards) = self.cards(&lots, area) else {
            return self.cells(&lots, self.has_results(), area, buffer);
        };
        let Cards { wide, high, per_row, result_lines } = cards;
        let height = high + TEXT.0 + result_lines;
        for (at, &lot) in (0_u16..).zip(&lots) {
            let (x, y) = (area.x + at % per_row * (wide + GAP), area.y + at / per_row * (height + 1));
            let place = Rect { x, y, width: wide, height }.intersection(area);
            self.card(lot, high, usize::from(result_lines), place, buffer);
        }
    }

    pub(super) fn draws_lots(&self, area: Rect) -> bool {
        self.cards(&self.lot_ids(), area).is_some()
    }

    fn cards(&self, lots: &[LotId], area: Rect) -> Option<Cards> {
        let shapes = lots
            .iter()
            .filter_map(|&lot| self.game.setup().lot(lot))
            .map(|spec| StoneDrawing::new(&spec.shape, StonePattern::of(0), self.palette).size());
        let (wide, high) =
            shapes.fold((CARD, 1), |(columns, lines), size| (columns.max(size.0), lines.max(size.1)));
        let per_row = ((area.width + GAP) / (wide + GAP)).max(1);
        let rows = |lines: u16| (area.height + 1) / (high + TEXT.0 + lines + 1);
        let fits = |lines: &u16| usize::from(per_row) * usize::from(rows(*lines)) >= lots.len();
        // Space for results is reserved from the start, so that nothing moves when the opening begins.
        let least = u16::from(self.has_results());
        let result_lines = (least..=TEXT.1).rev().find(fits)?;
        Some(Cards { wide, high, per_row, result_lines })
    }

    fn card(&self, lot: LotId, high: u16, most: usize, area: Rect, buffer: &mut Buffer) {
        let setup = self.game.setup();
        if let Some(spec) = setup.lot(lot) {
            let stone = StoneDrawing::new(&spec.shape, StonePattern::of(lot.index()), self.palette);
            // Shapes are aligned at the bottom.
            let top = high.saturating_sub(stone.size().1);
            let place = Rect { y: area.y + top, height: area.height.saturating_sub(top), ..area };
            stone.render(place.intersection(area), buffer);
        }
        let below = Rect { y: area.y + high, height: area.height.saturating_sub(high), ..area };
        let columns = usize::from(area.width);
        let caption = pad_end(&truncate(&self.offer(lot), columns), columns);
        let mut style = Style::new().add_modifier(Modifier::BOLD);
        if self.lit.contains(&lot) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let caption = Line::styled(caption, style);
        let wrapped = |names: &ShortNames| {
            let result = self.result_text(lot, names)?;
            let whole: Vec<String> = setup.team_ids().map(|team| names.of(team).to_owned()).collect();
            Some((wrap_around(&result.text, &whole, columns), result))
        };
        // Names are shortened before anything is truncated.
        let names = self
            .words
            .names_with(setup, 0, |names| wrapped(names).is_none_or(|(text, _)| text.len() <= most));
        let result = self.result_text(lot, &names).into_iter().flat_map(|result| {
            let text = match wrapped(&names) {
                Some((text, _)) if text.len() <= most => text,
                // More fits if a name is wrapped.
                _ => wrap_within(&result.text, columns, most),
            };
            text.into_iter().map(move |line| Line::styled(line, result.style))
        });
        lines(std::iter::once(caption).chain(result), below, buffer);
    }

    fn cells(&self, lots: &[LotId], has_results: bool, area: Rect, buffer: &mut Buffer) {
        let least = if has_results { CELL.1 } else { CELL.0 };
        let all = usize::from(area.height) * usize::from(((area.width + GAP) / (least + GAP)).max(1));
        // If not all fit, the last line says so.
        let room = usize::from(area.height).saturating_sub(usize::from(lots.len() > all)).max(1);
        let needed = u16::try_from(lots.len().div_ceil(room.max(1))).unwrap_or(u16::MAX).max(1);
        let most = ((area.width + GAP) / (least + GAP)).max(1);
        let per_row = needed.min(most);
        let wide = (area.width + GAP) / per_row - GAP;
        let range = visible_range(lots.len(), usize::from(per_row) * room, self.turn);
        let heads = lots.iter().map(|&lot| width(&self.offer(lot))).max().unwrap_or(0);
        let setup = self.game.setup();
        let result_columns = usize::from(wide).saturating_sub(heads + 5);
        let result_width = |lot: LotId, names: &ShortNames| {
            self.result_text(lot, names).map_or(0, |result| width(&result.text))
        };
        // All names are shortened alike, unless they would become unrecognisable.
        let names = self.words.names_with(setup, MIN_NAME_COLUMNS, |names| {
            lots.iter().all(|&lot| result_width(lot, names) <= result_columns)
        });
        for (at, &lot) in lots.get(range.clone()).unwrap_or_default().iter().enumerate() {
            let (Ok(column), Ok(line)) = (u16::try_from(at / room), u16::try_from(at % room)) else {
                return;
            };
            let place = Rect { x: area.x + column * (wide + GAP), y: area.y + line, width: wide, height: 1 };
            let mut style = Style::new().add_modifier(Modifier::BOLD);
            if self.lit.contains(&lot) {
                style = style.add_modifier(Modifier::REVERSED);
            }
            let ink = StonePattern::of(lot.index());
            let mut spans = vec![
                Span::styled(ink.pattern(), self.palette.stone(ink)),
                Span::raw(" "),
                Span::styled(pad_end(&self.offer(lot), heads), style),
            ];
            if let Some(result) = self.result_text(lot, &names) {
                let text = if width(&result.text) > result_columns {
                    let text = |names: &ShortNames| {
                        self.result_text(lot, names).map(|result| result.text).unwrap_or_default()
                    };
                    self.words.fitted(setup, result_columns, text)
                } else {
                    result.text
                };
                spans.push(Span::raw("  "));
                spans.push(Span::styled(text, result.style));
            }
            Line::from(spans).render(place.intersection(area), buffer);
        }
        render_range(&range, lots.len(), self.palette.warning(), area, buffer);
    }

    pub(crate) fn lot_ids(&self) -> Vec<LotId> {
        let left = |lot: &LotId| self.game.pool().get(lot.index()).is_some_and(|&copies| copies > 0);
        match self.record() {
            Some(record) => record.lots().collect(),
            None => self.game.setup().lot_ids().filter(left).collect(),
        }
    }

    fn has_results(&self) -> bool {
        self.cover.is_some() || self.record().is_some_and(|record| record.settlement.is_some())
    }

    pub(crate) fn uncovered_text(&self) -> Option<String> {
        let setup = self.game.setup();
        let names = self.words.short_names(setup, usize::MAX);
        // Lots with the same result are combined.
        let mut results: Vec<(Vec<LotId>, String)> = Vec::new();
        for &lot in self.lit {
            let Some(result) = self.result_text(lot, &names) else { continue };
            match results.iter_mut().find(|(_, text)| *text == result.text) {
                Some((lots, _)) => lots.push(lot),
                None => results.push((vec![lot], result.text)),
            }
        }
        let results = results.into_iter().map(|(lots, text)| {
            let gaps = [("name", self.words.lots(setup, lots).into()), ("about", text.into())];
            self.words.say("console-about", &gaps)
        });
        let results: Vec<String> = results.collect();
        (!results.is_empty()).then(|| results.join("  "))
    }

    pub(crate) fn copies(&self, lot: LotId) -> u32 {
        let offered = self.record().and_then(|record| record.offer.lots.get(lot.index()));
        let left = || self.game.pool().get(lot.index()).copied().unwrap_or(0);
        offered.map_or_else(left, |offered| offered.copies)
    }

    fn offer(&self, lot: LotId) -> String {
        let setup = self.game.setup();
        let gaps = [
            ("lot", self.words.lot(setup, lot).into()),
            ("copies", self.copies(lot).into()),
            ("min", setup.lot(lot).map(|lot| lot.min_price).unwrap_or_default().into()),
        ];
        self.words.say("board-lot", &gaps)
    }

    fn result_text(&self, lot: LotId, names: &ShortNames) -> Option<LotResultText> {
        match self.result(lot)? {
            LotResult::Covered => {
                Some(LotResultText { text: self.words.label("board-covered"), style: self.palette.faint() })
            }
            LotResult::Open(outcome) => Some(self.outcome_text(&outcome, names)),
        }
    }

    pub(crate) fn result(&self, lot: LotId) -> Option<LotResult> {
        if self.cover.is_some_and(|cover| cover.covers(lot)) {
            return Some(LotResult::Covered);
        }
        let opened = self.cover.filter(|cover| cover.has_uncovered(lot)).map(Cow::Borrowed);
        let game: &Game = match &opened {
            Some(cover) => cover.opened(),
            None => self.game,
        };
        let scene = Scene { game, ..*self };
        let mut outcome = LotOutcome::of(scene.record()?.settlement.as_ref()?, lot);
        // Lots without bids are revealed first, and must not show whether a covered one is tied.
        outcome.is_settled &= self.cover.is_none();
        Some(LotResult::Open(outcome))
    }

    /// Prices come first, because names may be truncated.
    fn outcome_text(&self, outcome: &LotOutcome, names: &ShortNames) -> LotResultText {
        let words = self.words;
        let ties = outcome.ties.iter().map(|(price, teams)| {
            let teams = names.all(&words, teams.iter().copied());
            words.say("shared-tie", &[("price", (*price).into()), ("teams", teams.into())])
        });
        let awards = outcome.awards.iter().map(|&(team, price)| {
            let gaps = [("team", names.of(team).into()), ("price", price.into())];
            words.say("shared-award", &gaps)
        });
        let style = if !outcome.ties.is_empty() {
            self.palette.warning()
        } else if !outcome.awards.is_empty() {
            self.palette.good()
        } else if !outcome.failures.is_empty() {
            self.palette.alarm()
        } else {
            self.palette.faint()
        };
        LotResultText { text: words.list(ties.chain(awards).chain(self.rest(outcome))), style }
    }

    pub(crate) fn rest(&self, outcome: &LotOutcome) -> Vec<String> {
        let words = self.words;
        let failures = outcome.failures.iter().map(|&(copies, reason)| {
            let why = words.failure_reason(reason);
            words.say("board-lot-failed", &[("copies", copies.into()), ("why", why.into())])
        });
        let free = (outcome.free > 0).then(|| {
            let key = if outcome.is_settled { "board-lot-unsold" } else { "board-lot-free" };
            words.say(key, &[("copies", outcome.free.into())])
        });
        failures.chain(free).collect()
    }
}

#[derive(Clone, Debug)]
pub(crate) enum LotResult {
    Covered,
    Open(LotOutcome),
}

#[derive(Clone, Debug)]
pub(crate) struct LotOutcome {
    pub(crate) ties: Vec<(Tsuyama, Vec<TeamId>)>,
    pub(crate) awards: Vec<(TeamId, Tsuyama)>,
    /// `A8`.
    pub(crate) failures: Vec<(u32, FailureReason)>,
    pub(crate) free: u32,
    pub(crate) is_settled: bool,
}

impl LotOutcome {
    fn of(settlement: &Settlement, lot: LotId) -> Self {
        let ties = settlement.ties().iter().filter(|tie| tie.lot == lot).map(|tie| {
            let mut teams: Vec<TeamId> = tie.lines.iter().map(|line| line.team).collect();
            teams.dedup();
            (tie.price, teams)
        });
        let awards = settlement.awards().iter().filter(|award| award.lot == lot);
        let failures = settlement.failures().iter().filter(|failure| failure.lot == lot);
        Self {
            ties: ties.collect(),
            awards: awards.map(|award| (award.team, award.price)).collect(),
            failures: failures.map(|failure| (failure.copies, failure.reason)).collect(),
            free: settlement.free_copies().get(lot.index()).copied().unwrap_or(0),
            is_settled: settlement.is_settled(),
        }
    }
}
