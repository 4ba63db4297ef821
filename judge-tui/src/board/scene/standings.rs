//! The standings, with what separates each team from the next where there is room for it.

use ishigaki_rules::{Standing, TeamId};
use ishigaki_screen::{Ranking, RankingLayout, lines};
use ishigaki_words::columns::truncate;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::{Scene, more, shown};
use crate::board::HiddenPlaces;

/// The most columns of a name.
const NAME: usize = 24;

impl Scene<'_> {
    /// From which of the ranking's rows on they may be seen; what is disqualified, as soon as the reveal has begun.
    pub(crate) fn first_open(&self, rows: &[Standing]) -> usize {
        let counted = rows.iter().filter(|row| row.tally.is_some()).count();
        self.veil.map_or(0, |veil| match veil {
            HiddenPlaces { has_begun: false, .. } => rows.len(),
            HiddenPlaces { places, .. } => counted.saturating_sub(places),
        })
    }

    /// Returns whether a team's row of the ranking is still covered.
    pub(super) fn is_covered(&self, team: TeamId) -> bool {
        if self.veil.is_none() {
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
        // Where not all have room, the lowest line says so.
        let room = room.saturating_sub(usize::from(rows.len() > room)).max(1);
        let range = shown(rows.len(), room, self.turn);
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
            let is_news = self.veil.is_some() && at == open && at < counted;
            let style = if is_news { bold.patch(self.palette.selected()) } else { bold };
            text.push(Line::styled(truncate(&line, columns).into_owned(), style));
            if let Some(why) = ranking.why(at).filter(|_| has_room) {
                let why = format!("{:1$}↓ {why}", "", ranking.indent());
                text.push(Line::styled(truncate(&why, columns).into_owned(), self.palette.faint()));
            }
        }
        lines(text, area, buffer);
        more(&range, rows.len(), self.palette.warning(), area, buffer);
    }
}
