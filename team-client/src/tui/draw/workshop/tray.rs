//! Tray: shapes of the team's stones that are not placed, or of the lots for planning.

use ishigaki_rules::{Game, LotId, Shape, StoneId, Turn};
use ishigaki_screen::{StoneDrawing, StonePattern, own_ink};
use ishigaki_words::columns::{truncate, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::super::Painter;
use ishigaki_strategy::workshop::{Tray, Workshop};

const GAP: u16 = 2;

struct Card {
    label: String,
    shape: Shape,
    ink: StonePattern,
    is_chosen: bool,
}

impl Card {
    fn new(game: &Game, label: &str, lot: LotId, ink: StonePattern, held: Option<Turn>) -> Option<Self> {
        let shape = game.setup().lot(lot)?.shape.turned(held.unwrap_or_default());
        let marker = if held.is_some() { '›' } else { ' ' };
        Some(Self { label: format!("{marker}{label}"), shape, ink, is_chosen: held.is_some() })
    }

    fn size(&self) -> (u16, u16) {
        let clamp = |length: i32| u16::try_from(length).unwrap_or(u16::MAX);
        let wide = clamp(self.shape.width()).saturating_mul(2);
        let label = u16::try_from(width(&self.label)).unwrap_or(u16::MAX);
        (wide.max(label), clamp(self.shape.height()).saturating_add(1))
    }
}

impl Painter<'_> {
    pub(super) fn tray(&self, game: &Game, workshop: &Workshop, area: Rect, buffer: &mut Buffer) {
        let cards = match workshop.hand().tray() {
            Tray::Stones => self.stone_cards(game, workshop),
            Tray::Lots => self.lot_cards(game, workshop),
        };
        let key = match workshop.hand().tray() {
            Tray::Stones if cards.is_empty() => "team-work-tray-none",
            Tray::Stones => "team-work-tray-stones",
            Tray::Lots => "team-work-tray-lots",
        };
        let head = self.words.say(key, &[("count", cards.len().into())]);
        let head = truncate(&head, usize::from(area.width)).into_owned();
        Line::styled(head, self.palette.faint()).render(area, buffer);
        let body = Rect { y: area.y.saturating_add(1), height: area.height.saturating_sub(1), ..area };
        self.cards(&cards, body.intersection(area), buffer);
    }

    fn stone_cards(&self, game: &Game, workshop: &Workshop) -> Vec<Card> {
        let Some(team) = self.state.me().and_then(|me| game.team(me)) else { return Vec::new() };
        let held = workshop.held().and_then(ishigaki_strategy::workshop::Piece::own);
        let card = |stone: StoneId| {
            let marker = if team.checked.contains(&stone) {
                " ✓"
            } else if team.carried.contains(&stone) {
                " →"
            } else {
                ""
            };
            let label = format!("{}{marker}", self.words.stone(game.setup(), stone));
            Card::new(
                game,
                &label,
                stone.lot,
                own_ink(stone),
                (held == Some(stone)).then(|| workshop.spot().turn),
            )
        };
        workshop.hand().unlaid(&team.stones, workshop.layout()).into_iter().filter_map(card).collect()
    }

    fn lot_cards(&self, game: &Game, workshop: &Workshop) -> Vec<Card> {
        let card = |lot: LotId| {
            let left = game.pool().get(lot.index()).copied().unwrap_or(0);
            let label = format!("{} ×{left}", self.words.lot(game.setup(), lot));
            let is_held = !workshop.is_moving() && workshop.hand().lot() == lot;
            Card::new(game, &label, lot, StonePattern::of(lot.index()), is_held.then(|| workshop.spot().turn))
        };
        workshop.site().lots().filter_map(card).collect()
    }

    fn cards(&self, cards: &[Card], area: Rect, buffer: &mut Buffer) {
        let mut rows: Vec<Vec<&Card>> = Vec::new();
        let mut used = 0_u16;
        for card in cards {
            let wide = card.size().0;
            if used == 0 || used.saturating_add(wide) > area.width {
                rows.push(Vec::new());
                used = 0;
            }
            if let Some(row) = rows.last_mut() {
                row.push(card);
            }
            used = used.saturating_add(wide).saturating_add(GAP);
        }
        let height = |row: &[&Card]| row.iter().map(|card| card.size().1).max().unwrap_or(0);
        let chosen = rows.iter().position(|row| row.iter().any(|card| card.is_chosen)).unwrap_or(0);
        // First row with space for the chosen one.
        let fits = |first: &usize| {
            let lines: u32 =
                rows.iter().take(chosen + 1).skip(*first).map(|row| u32::from(height(row))).sum();
            lines <= u32::from(area.height)
        };
        let first = (0..=chosen).find(fits).unwrap_or(chosen);
        let mut y = area.y;
        for row in rows.iter().skip(first) {
            let mut x = area.x;
            for card in row {
                let place = Rect { x, y, width: card.size().0, height: card.size().1 }.intersection(area);
                self.paint_card(card, place, buffer);
                x = x.saturating_add(card.size().0).saturating_add(GAP);
            }
            y = y.saturating_add(height(row));
            if y >= area.bottom() {
                break;
            }
        }
    }

    fn paint_card(&self, card: &Card, place: Rect, buffer: &mut Buffer) {
        if place.is_empty() {
            return;
        }
        let style = if card.is_chosen { self.palette.heading() } else { self.palette.faint() };
        buffer.set_stringn(place.x, place.y, &card.label, usize::from(place.width), style);
        let below = Rect { y: place.y + 1, height: place.height - 1, ..place };
        StoneDrawing::new(&card.shape, card.ink, self.palette).render(below, buffer);
    }
}
