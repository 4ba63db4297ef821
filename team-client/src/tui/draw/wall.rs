//! The team's own wall, how it counts, and the stones that are not on it.

use std::collections::BTreeMap;

use ishigaki_rules::{Game, LotId};
use ishigaki_screen::{Scale, Wall};
use ishigaki_words::columns::truncate;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::Painter;
use super::shapes::GAP;

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

    /// Returns how the wall counts that the server has.
    pub(crate) fn wall_counts(&self, game: &Game) -> String {
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
        let label = |lot, count| format!("{} ×{count}", self.words.lot(game.setup(), lot));
        let below = Rect { y: area.y.saturating_add(1), height: area.height.saturating_sub(1), ..area };
        self.shapes(game, counts.into_iter().map(|(lot, count)| (lot, label(lot, count))), below, buffer);
    }
}
