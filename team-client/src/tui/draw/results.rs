//! The results' panel: what became of each line of a team's lists, and why; the last round first.

use ishigaki_rules::{Game, Priority, RoundRecord, RoundState, TeamId};
use ishigaki_screen::{hanging, money};
use ishigaki_words::columns::{pad_start, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::Painter;
use crate::tui::panel::Panel;

/// The columns of a price.
const FIGURE: usize = 7;

impl Painter<'_> {
    pub(super) fn results_title(&self) -> String {
        let name = self.words.label(Panel::Results.title());
        let Some((game, team)) = self.state.game().zip(self.state.shown_team()) else {
            return name;
        };
        let gaps = [("name", name.into()), ("team", self.words.team(game.setup(), team).into())];
        self.words.say("team-title-of", &gaps)
    }

    pub(super) fn results(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let Some(team) = self.state.shown_team() else {
            return;
        };
        if let (Some(trial), Some(me)) = (&self.state.trial, self.state.me()) {
            return ishigaki_screen::lines(self.trial(game, me, trial, area.width), area, buffer);
        }
        let opened = game.rounds().iter().rev().filter(|record| record.settlement.is_some());
        let shown = opened.skip(self.state.place(Panel::Results));
        let mut lines: Vec<Line<'static>> = Vec::new();
        for record in shown {
            lines.extend(self.round(game, record, team, usize::from(area.width)));
        }
        if lines.is_empty() {
            lines.push(Line::styled(self.words.label("team-results-none"), self.palette.faint()));
        }
        self.scrolled(lines, 0, area, buffer);
    }

    fn round(&self, game: &Game, record: &RoundRecord, team: TeamId, columns: usize) -> Vec<Line<'static>> {
        let (words, setup) = (self.words, game.setup());
        let key = match record.state {
            RoundState::Open => "team-results-open",
            RoundState::Final => "team-results-final",
            RoundState::Void { .. } => "team-results-void",
        };
        let gaps = [("round", record.round.into()), ("attempt", record.attempt.into())];
        let mut lines = vec![Line::styled(words.say(key, &gaps), self.palette.heading())];
        let Some(settlement) = &record.settlement else {
            return lines;
        };
        let list = record.list(team).filter(|list| !list.bids.is_empty());
        let Some(list) = list else {
            // Whoever could not bid has not declined (`E3`).
            let key =
                if record.absent.contains(&team) { "team-results-absent" } else { "team-results-no-list" };
            lines.push(Line::styled(words.label(key), self.palette.faint()));
            return lines;
        };
        let code = list.bids.iter().map(|bid| width(&words.lot(setup, bid.lot))).max().unwrap_or(1).min(8);
        for (priority, bid) in (1..).map(Priority).zip(&list.bids) {
            let outcome = settlement.outcome(team, priority);
            let is_won = matches!(outcome, Some(ishigaki_rules::auction::Outcome::Awarded { .. }));
            let said = outcome.map(|outcome| words.outcome(setup, team, &outcome)).unwrap_or_default();
            let bold = if is_won { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
            let sign = if is_won { Span::styled("✓", self.palette.good()) } else { Span::raw(" ") };
            let head = vec![
                sign,
                Span::styled(pad_start(&format!("{priority}."), 4), self.palette.faint()),
                Span::styled(
                    format!(" {}", ishigaki_words::columns::pad_end(&words.lot(setup, bid.lot), code)),
                    bold,
                ),
                money(bid.price, FIGURE),
                Span::raw("  "),
            ];
            lines.extend(hanging(head, &said, columns));
        }
        let charge = settlement.charge(team);
        let gaps = [("charge", charge.into())];
        lines.push(Line::styled(words.say("team-results-charge", &gaps), self.palette.faint()));
        lines
    }
}
