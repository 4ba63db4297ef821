//! The result of the declared game: place, deciding figures, counted wall and final standings (`E2`).

use ishigaki_rules::{Game, Standing};
use ishigaki_screen::{Ranking, RankingLayout, Scale, hanging_indent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Painter;
use super::shapes::GAP;
use super::wall::largest_scale;
use crate::tui::panel::Panel;

const NAME: (usize, usize) = (6, 18);
/// Columns before the places, and between the figures, with space for a mark.
const LEAD: usize = 2;
const FIGURE_GAP: usize = 2;
/// Columns of the stones in hand next to a small wall, and of a wall's figures.
const MIN_HAND: u16 = 8;
const MIN_WALL: u16 = 40;

impl Painter<'_> {
    /// Until the own place is revealed, only the revealed part of the standings is shown.
    pub(super) fn result(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let columns = usize::from(area.width);
        let rows = game.standings();
        let Some(at) = self.state.own_revealed_row() else {
            return self.final_table(game, area, buffer);
        };
        let head = self.result_head(game, &rows, at, columns);
        let used = u16::try_from(head.len()).unwrap_or(u16::MAX).min(area.height);
        ishigaki_screen::lines(head, area, buffer);
        let rest = Rect { y: area.y + used, height: area.height - used, ..area };
        let [table, wall] = self.divide_result(game, rows.len(), rest);
        self.final_table(game, table, buffer);
        if !wall.is_empty() {
            self.own_wall(game, wall, buffer);
        }
    }

    fn result_head(&self, game: &Game, rows: &[Standing], at: usize, columns: usize) -> Vec<Line<'static>> {
        let (words, setup) = (self.words, game.setup());
        let gaps = [("place", words.place(rows[at].place).into()), ("teams", rows.len().into())];
        let style = self.palette.good().add_modifier(Modifier::BOLD | Modifier::REVERSED);
        let place = format!(" {} ", words.say("team-result-place", &gaps));
        let mut lines = vec![Line::from(Span::styled(place, style))];
        let ranking = self.final_ranking(game, columns);
        let mut reason = |key: &str, other: &Standing, at: usize| {
            if let Some(why) = ranking.why(at) {
                let gaps = [("team", words.team(setup, other.team).into()), ("why", why.into())];
                lines.extend(hanging_indent(vec![Span::raw(" ")], &words.say(key, &gaps), columns));
            }
        };
        // Nothing of a covered row is shown.
        if at > self.state.covered_rows() {
            reason("team-result-behind", &rows[at - 1], at - 1);
        }
        if let Some(next) = rows.get(at + 1) {
            reason("team-result-ahead", next, at);
        }
        lines.push(Line::default());
        lines
    }

    fn final_ranking(&self, game: &Game, columns: usize) -> Ranking {
        Ranking::of(self.words, game, RankingLayout { columns, lead: LEAD, gap: FIGURE_GAP, name: NAME })
    }

    /// The wall is next to the table if it fits there in full size, otherwise below it, or small.
    fn divide_result(&self, game: &Game, rows: usize, area: Rect) -> [Rect; 2] {
        let (wide, high) = Scale::Wide.size(&game.setup().frame);
        let width = |columns| {
            let width = LEAD + self.final_ranking(game, columns).width();
            u16::try_from(width).unwrap_or(u16::MAX).saturating_add(GAP)
        };
        // Names are shortened if the wall fits only then.
        let besides = [usize::from(area.width), 0].map(|columns| area.width.saturating_sub(width(columns)));
        let beside = besides.into_iter().find(|beside| *beside >= wide).unwrap_or(besides[1]);
        let table = u16::try_from(rows + 2).unwrap_or(u16::MAX);
        let is_narrow = beside < wide.saturating_add(GAP + MIN_HAND);
        if is_narrow && area.height > table.saturating_add(high + 1) {
            let upper = Rect { height: table, ..area };
            let lower = Rect { y: area.y + table + 1, height: area.height - table - 1, ..area };
            return [upper, lower];
        }
        let Some(scale) = largest_scale(game, (beside, area.height.saturating_sub(1))) else {
            return [area, Rect::default()];
        };
        // The stones in hand are next to the wall, and its figures above it.
        let (columns, _) = scale.size(&game.setup().frame);
        let wall = if scale == Scale::Wide {
            columns.saturating_mul(2).max(MIN_WALL)
        } else {
            columns + GAP + MIN_HAND
        };
        let wall = wall.min(beside);
        let table = Rect { width: area.width - wall - GAP, ..area };
        [table, Rect { x: area.right() - wall, width: wall, ..area }]
    }

    fn final_table(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let columns = usize::from(area.width);
        let ranking = self.final_ranking(game, columns);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        Line::styled(ranking.head(), bold).render(area, buffer);
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let covered = self.state.covered_rows();
        let mut lines = Vec::new();
        if covered > 0 {
            lines.extend(hanging_indent(Vec::new(), &self.words.label("ranking-covered"), columns));
        }
        lines.extend(ranking.rows().iter().skip(covered).map(|row| {
            let is_own = Some(row.team) == self.state.me();
            let text = format!("{} {}", if is_own { "›" } else { " " }, ranking.marked_row(row));
            Line::styled(text, if is_own { self.palette.heading() } else { Style::new() })
        }));
        let note = self.words.label("team-result-note");
        lines.extend(ishigaki_screen::wrapped(&note, self.palette.faint(), area.width));
        self.scrolled(lines, self.state.place(Panel::Standings), body, buffer);
    }
}
