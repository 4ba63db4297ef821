//! The opened lists by team, with the outcome of each line.

use ishigaki_rules::{Game, Priority, RoundRecord, TeamId, Tsuyama};
use ishigaki_screen::{hanging_indent, money, wrap};
use ishigaki_words::columns::{pad_end, pad_start};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::Painter;
use super::lots::unopened;
use crate::console::panel::Panel;

impl Painter<'_> {
    pub(super) fn lists(&self, game: &Game, area: Rect, buffer: &mut Buffer) -> Option<String> {
        let columns = usize::from(area.width);
        let Some(record) = self.state.record() else {
            let lines = wrap(&self.words.label("console-no-round"), columns).into_iter().map(Line::from);
            ishigaki_screen::lines(lines, area, buffer);
            return None;
        };
        if record.settlement.is_none() {
            let lines = wrap(&self.words.label(unopened(game, record)), columns).into_iter().map(Line::from);
            ishigaki_screen::lines(lines, area, buffer);
            return None;
        }
        let teams = game.setup().team_ids();
        let entries = teams.flat_map(|team| self.team_entries(game, record, team, columns)).enumerate();
        let lines = entries.flat_map(|(entry, lines)| lines.into_iter().map(move |line| (entry, line)));
        self.scrolled(Panel::Lists, lines.collect(), area, buffer)
    }

    pub(super) fn team_list(
        &self,
        game: &Game,
        record: &RoundRecord,
        team: TeamId,
        columns: usize,
    ) -> Vec<Line<'static>> {
        self.team_entries(game, record, team, columns).into_iter().flatten().collect()
    }

    fn team_entries(
        &self,
        game: &Game,
        record: &RoundRecord,
        team: TeamId,
        columns: usize,
    ) -> Vec<Vec<Line<'static>>> {
        let setup = game.setup();
        let held = record.held.get(team.index()).copied().unwrap_or_default();
        let list = record.list(team);
        let bids = list.map(|list| list.bids.clone()).unwrap_or_default();
        let total: Tsuyama = bids.iter().map(|bid| bid.price).sum();
        let gaps = [
            ("team", self.words.team(setup, team).into()),
            ("lines", bids.len().into()),
            ("total", total.into()),
            ("held", held.into()),
        ];
        // Both decline (`A4`), but only one of them explicitly. A team that couldn't bid has not declined
        // (`E3`).
        let key = match list {
            None if record.absent.contains(&team) => "console-list-absent",
            None => "console-list-none",
            Some(list) if list.bids.is_empty() => "console-list-declines",
            Some(_) => "console-list-head",
        };
        let head = self.words.say(key, &gaps);
        let head = wrap(&head, columns).into_iter().map(|line| Line::styled(line, self.palette.heading()));
        let mut entries: Vec<Vec<Line<'static>>> = vec![head.collect()];
        for (priority, bid) in (1..).map(Priority).zip(bids) {
            let outcome = record.settlement.as_ref().and_then(|settled| settled.outcome(team, priority));
            let outcome =
                outcome.map(|outcome| self.words.outcome(setup, team, &outcome)).unwrap_or_default();
            let head = vec![
                Span::styled(pad_start(&format!("{priority}."), 4), self.palette.faint()),
                Span::raw(" "),
                Span::raw(pad_end(&self.words.lot(setup, bid.lot), 5)),
                money(bid.price, 6),
                Span::raw("  "),
            ];
            entries.push(hanging_indent(head, &outcome, columns));
        }
        entries
    }
}
