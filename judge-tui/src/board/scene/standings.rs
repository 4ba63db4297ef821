//! The standings, with what separates each team from the next where there is room for it.

use ishigaki_rules::Standing;
use ishigaki_rules::ranking::Criterion;
use ishigaki_words::columns::{pad_end, pad_start, truncate, width};
use ishigaki_words::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::{Scene, more, shown};
use crate::board::Veil;
use ishigaki_screen::lines;

/// The most columns of a name.
const NAME: usize = 24;

impl Scene<'_> {
    pub(super) fn standings(&self, area: Rect, buffer: &mut Buffer) {
        let rows = self.game.standings();
        let counted = rows.iter().filter(|row| row.tally.is_some()).count();
        // The rows from here on may be seen; what is disqualified, as soon as the reveal has begun.
        let open = self.veil.map_or(0, |veil| match veil {
            Veil { has_begun: false, .. } => rows.len(),
            Veil { places, .. } => counted.saturating_sub(places),
        });
        let columns = usize::from(area.width);
        let heads = Criterion::RANKED.map(|criterion| self.words.criterion_head(criterion));
        let mut widths = heads.each_ref().map(|head| width(head));
        for count in rows.iter().filter_map(|row| row.tally).map(|tally| tally.figures()) {
            for (width, count) in widths.iter_mut().zip(count) {
                *width = grouped(count).len().max(*width);
            }
        }
        let places = rows.iter().map(|row| width(&self.words.place(row.place))).max().unwrap_or(0);
        let figures: usize = widths.iter().map(|width| width + 2).sum();
        let short = self
            .words
            .short_names(self.game.setup(), columns.saturating_sub(places + 1 + figures).clamp(4, NAME));
        let names = short.width().max(4);
        let heads = heads.iter().zip(widths).map(|(head, width)| format!("  {}", pad_start(head, width)));
        let head = format!("{:1$}{2}", "", places + 1 + names, heads.collect::<String>());
        let bold = Style::new().add_modifier(Modifier::BOLD);
        // Before the end nothing is to be held: it is only so far that nothing tells them apart.
        let is_over = self.game.phase().is_ranked();
        let has_room = usize::from(area.height) > rows.len() * 2;
        let room = usize::from(area.height).saturating_sub(1);
        // Where not all have room, the lowest line says so.
        let room = room.saturating_sub(usize::from(rows.len() > room)).max(1);
        let range = shown(rows.len(), room, self.turn);
        let mut text = vec![Line::styled(head, self.palette.faint())];
        for at in range.clone() {
            let Some(row) = rows.get(at) else {
                break;
            };
            if at < open {
                let covered = format!("{:1$}{2}", "", places + 1, self.words.label("board-covered"));
                text.push(Line::styled(covered, self.palette.faint()));
                continue;
            }
            let line = format!(
                "{} {}{}",
                pad_start(&self.words.place(row.place), places),
                pad_end(short.of(row.team), names),
                self.figures(row, widths)
            );
            let is_news = self.veil.is_some() && at == open && at < counted;
            let style = if is_news { bold.patch(self.palette.selected()) } else { bold };
            text.push(Line::styled(truncate(&line, columns).into_owned(), style));
            if let (true, Some(criterion), Some(next)) = (has_room, row.decided_by, rows.get(at + 1)) {
                let why = match criterion {
                    Criterion::JankenNeeded if !is_over => self.words.label("console-equal-so-far"),
                    _ => self.words.criterion(criterion, row.tally.as_ref(), next.tally.as_ref()),
                };
                let why = format!("{:1$}↓ {why}", "", places + 1);
                text.push(Line::styled(truncate(&why, columns).into_owned(), self.palette.faint()));
            }
        }
        lines(text, area, buffer);
        more(&range, rows.len(), self.palette.warning(), area, buffer);
    }

    fn figures(&self, row: &Standing, widths: [usize; Criterion::RANKED.len()]) -> String {
        let Some(tally) = row.tally else {
            return format!("  {}", self.words.label("board-disqualified"));
        };
        let figure = |(count, width): (u64, usize)| format!("  {}", pad_start(&grouped(count), width));
        tally.figures().into_iter().zip(widths).map(figure).collect()
    }
}
