//! The standings, with the difference from the next team if there is space.

use ishigaki_rules::{Phase, Standing, TeamId};
use ishigaki_screen::{Ranking, RankingLayout, lines};
use ishigaki_words::columns::truncate;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::{Scene, render_range, visible_range};
use crate::HiddenPlaces;

const NAME: usize = 24;

impl Scene<'_> {
    pub(crate) fn first_open(&self, rows: &[Standing]) -> usize {
        let counted = rows.iter().filter(|row| row.tally.is_some()).count();
        self.hidden_places.map_or(0, |hidden_places| match hidden_places {
            HiddenPlaces { has_begun: false, .. } => rows.len(),
            HiddenPlaces { places, .. } => counted.saturating_sub(places),
        })
    }

    /// Returns the rows of the first place. Empty until the whole ranking is declared and revealed.
    pub(crate) fn winners(&self) -> Vec<Standing> {
        if self.hidden_places.is_some() || !matches!(self.game.phase(), Phase::Declared) {
            return Vec::new();
        }
        let rows = self.game.standings();
        let Some(first) = rows.first().map(|row| row.place) else { return Vec::new() };
        rows.into_iter().filter(|row| row.place == first && row.tally.is_some()).collect()
    }

    /// Returns what separates a row of the ranking from the next one.
    pub(crate) fn deciding_text(&self, at: usize) -> Option<String> {
        let layout = RankingLayout { columns: usize::from(u16::MAX), lead: 0, gap: 2, name: (4, NAME) };
        Ranking::of(self.words, self.game, layout).why(at)
    }

    pub(super) fn is_covered(&self, team: TeamId) -> bool {
        if self.hidden_places.is_none() {
            return false;
        }
        let rows = self.game.standings();
        rows.iter().take(self.first_open(&rows)).any(|row| row.team == team)
    }

    pub(super) fn standings(&self, area: Rect, buffer: &mut Buffer) {
        let columns = usize::from(area.width);
        let layout = RankingLayout { columns, lead: 0, gap: 2, name: (4, NAME) };
        let ranking = Ranking::of(self.words, self.game, layout);
        let rows = ranking.rows();
        let counted = rows.iter().filter(|row| row.tally.is_some()).count();
        let open = self.first_open(rows);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let has_room = usize::from(area.height) > rows.len() * 2;
        let room = usize::from(area.height).saturating_sub(1);
        // If not all fit, the last line says so.
        let room = room.saturating_sub(usize::from(rows.len() > room)).max(1);
        let range = visible_range(rows.len(), room, self.turn);
        let mut text = vec![Line::styled(ranking.head(), self.palette.faint())];
        for at in range.clone() {
            let Some(row) = rows.get(at) else {
                break;
            };
            if at < open {
                let covered = format!("{:1$}{2}", "", ranking.indent(), self.words.label("board-covered"));
                text.push(Line::styled(covered, self.palette.faint()));
                continue;
            }
            let line = ranking.row(row);
            let is_news = self.hidden_places.is_some() && at == open && at < counted;
            let style = if is_news { bold.patch(self.palette.selected()) } else { bold };
            text.push(Line::styled(truncate(&line, columns).into_owned(), style));
            if let Some(why) = ranking.why(at).filter(|_| has_room) {
                let why = format!("{:1$}↓ {why}", "", ranking.indent());
                text.push(Line::styled(truncate(&why, columns).into_owned(), self.palette.faint()));
            }
        }
        lines(text, area, buffer);
        render_range(&range, rows.len(), self.palette.warning(), area, buffer);
    }
}
