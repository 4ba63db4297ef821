//! The team's own wall, how it counts, and the stones that are not on it.

use std::collections::BTreeMap;

use ishigaki_rules::{Game, LotId};
use ishigaki_screen::{Ink, Scale, Stone, Wall};
use ishigaki_words::columns::{truncate, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::Painter;

/// Columns between two shapes.
const GAP: u16 = 2;

impl Painter<'_> {
    pub(super) fn wall(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let Some(me) = self.state.me() else {
            return;
        };
        let head = self.wall_counts(game);
        Line::from(truncate(&head, usize::from(area.width)).into_owned()).render(area, buffer);
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let frame = &game.setup().frame;
        let fits = |scale: &Scale| {
            let (columns, lines) = scale.size(frame);
            columns <= body.width && lines <= body.height
        };
        // The largest is for a hall.
        let scale = [Scale::Wide, Scale::Narrow, Scale::Half].into_iter().find(fits).unwrap_or(Scale::Half);
        let (columns, lines) = scale.size(frame);
        let place = Rect { width: columns.min(body.width), height: lines.min(body.height), ..body };
        (&Wall::of(game, me, scale, self.palette)).render(place, buffer);
        let used = place.width.saturating_add(GAP).min(body.width);
        let beside = Rect { x: body.x + used, width: body.width - used, ..body };
        self.hand(game, beside, buffer);
    }

    fn wall_counts(&self, game: &Game) -> String {
        let tally = self.state.me().and_then(|me| game.tally(me));
        let Some(tally) = tally else {
            return self.words.label("team-wall-none");
        };
        let gaps = [
            ("empty", tally.empty.into()),
            ("gaps", tally.top_gaps.into()),
            ("used", tally.used.into()),
            ("unused", tally.unused.into()),
        ];
        self.words.say("team-wall-counts", &gaps)
    }

    /// The stones that the team was handed and has not laid (`W4`).
    fn hand(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let mut counts: BTreeMap<LotId, usize> = BTreeMap::new();
        if let Some(team) = self.state.view().and_then(|view| view.team()) {
            for stone in team.stones.iter().filter(|stone| !team.laid.contains_key(stone)) {
                *counts.entry(stone.lot).or_default() += 1;
            }
        }
        let key = if counts.is_empty() { "team-wall-hand-none" } else { "team-wall-hand" };
        let head = truncate(&self.words.label(key), usize::from(area.width)).into_owned();
        Line::styled(head, self.palette.faint()).render(area, buffer);
        let (mut x, mut y, mut tallest) = (area.x, area.y.saturating_add(1), 0);
        for (lot, count) in counts {
            let Some(spec) = game.setup().lot(lot) else {
                continue;
            };
            let stone = Stone::new(&spec.shape, Ink::of(lot.index()), self.palette);
            let label = format!("{} ×{count}", self.words.lot(game.setup(), lot));
            let wide =
                u16::try_from(width(&label)).unwrap_or(u16::MAX).max(stone.size().0).saturating_add(GAP);
            if x > area.x && x.saturating_add(wide) > area.right().saturating_add(GAP) {
                (x, y, tallest) = (area.x, y.saturating_add(tallest).saturating_add(1), 0);
            }
            let high = stone.size().1.saturating_add(1);
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
}
