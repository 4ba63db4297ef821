//! The standings from public information, with the difference from the next team (`E2`).

use ishigaki_rules::{Game, Phase};
use ishigaki_screen::{Ranking, RankingLayout, hanging_indent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Painter;
use crate::tui::panel::Panel;

const NAME: usize = 18;
const LEAST: usize = 6;

impl Painter<'_> {
    pub(crate) fn standings_title(&self) -> String {
        let name = self.words.label(Panel::Standings.title());
        let key = match self.state.game().map(Game::phase) {
            Some(Phase::Declared) => "console-standings-final",
            Some(Phase::Ended) => "console-standings-ended",
            Some(Phase::Abandoned) => "console-standings-abandoned",
            _ => "console-standings-live",
        };
        self.words.say("team-title-of", &[("name", name.into()), ("team", self.words.label(key).into())])
    }

    pub(super) fn standings(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        if game.phase() == Phase::Declared {
            return self.result(game, area, buffer);
        }
        let columns = usize::from(area.width);
        let layout = RankingLayout { columns, lead: 2, gap: 1, name: (LEAST, NAME) };
        let ranking = Ranking::of(self.words, game, layout);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        Line::styled(ranking.head(), bold).render(area, buffer);
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let mut lines = Vec::new();
        let covered = self.state.covered_rows();
        if covered > 0 {
            let label = self.words.label("ranking-covered");
            lines.extend(hanging_indent(Vec::new(), &label, columns));
        }
        for (at, row) in ranking.rows().iter().enumerate().skip(covered) {
            let is_own = Some(row.team) == self.state.me();
            let text = format!("{} {}", if is_own { "›" } else { " " }, ranking.row(row));
            lines.push(Line::styled(text, if is_own { self.palette.heading() } else { Style::new() }));
            if let Some(why) = ranking.why(at) {
                let head = vec![Span::raw(format!("{:1$}↓ ", "", ranking.indent()))];
                let why = hanging_indent(head, &why, columns).into_iter();
                lines.extend(why.map(|line| line.style(self.palette.faint())));
            }
        }
        self.scrolled(lines, self.state.place(Panel::Standings), body, buffer);
    }
}
