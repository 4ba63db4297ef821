//! Results panel: outcome of each line of a team's lists with reasons, last round first, and the other teams'
//! wins in that round.

use ishigaki_rules::auction::{Award, Bid, Outcome, Settlement};
use ishigaki_rules::{Game, Priority, RoundRecord, RoundState, TeamId};
use ishigaki_screen::{hanging_indent, money};
use ishigaki_words::columns::{pad_end, pad_start, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::Painter;
use crate::tui::bid_fate::BidFate;
use crate::tui::panel::Panel;

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
        for (at, record) in shown.enumerate() {
            lines.extend(self.round(game, record, team, usize::from(area.width)));
            if at == 0 {
                lines.extend(self.others(game, record, team, usize::from(area.width)));
            }
        }
        if lines.is_empty() {
            lines.push(Line::styled(self.words.label("team-results-none"), self.palette.faint()));
        }
        self.scrolled(lines, 0, area, buffer);
    }

    fn round(&self, game: &Game, record: &RoundRecord, team: TeamId, columns: usize) -> Vec<Line<'static>> {
        let words = self.words;
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
            // A team that couldn't bid has not declined (`E3`).
            let key =
                if record.absent.contains(&team) { "team-results-absent" } else { "team-results-no-list" };
            lines.push(Line::styled(words.label(key), self.palette.faint()));
            return lines;
        };
        lines.extend(self.own_lines(game, settlement, team, &list.bids, columns));
        let charge = settlement.charge(team);
        let gaps = [("charge", charge.into())];
        lines.push(Line::styled(words.say("team-results-charge", &gaps), self.palette.faint()));
        lines
    }

    /// Won lines first, then open and lost ones, then those not needed.
    fn own_lines(
        &self,
        game: &Game,
        settlement: &Settlement,
        team: TeamId,
        bids: &[Bid],
        columns: usize,
    ) -> Vec<Line<'static>> {
        let (words, setup) = (self.words, game.setup());
        let code = bids.iter().map(|bid| width(&words.lot(setup, bid.lot))).max().unwrap_or(1).min(8);
        let outcome = |(priority, bid)| (priority, bid, settlement.outcome(team, priority));
        let mut rows: Vec<(Priority, &Bid, Option<Outcome>)> =
            (1..).map(Priority).zip(bids).map(outcome).collect();
        rows.sort_by_key(|(_, _, outcome)| outcome.as_ref().map(|outcome| BidFate::of(outcome, team)));
        let row = |(priority, bid, outcome): (Priority, &Bid, Option<Outcome>)| {
            let fate = outcome.as_ref().map(|outcome| BidFate::of(outcome, team));
            let text = outcome.map(|outcome| words.outcome(setup, team, &outcome)).unwrap_or_default();
            let is_won = fate == Some(BidFate::Won);
            let bold = if is_won { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
            let marker = match fate {
                Some(BidFate::Won) => Span::styled("✓", self.palette.good()),
                Some(BidFate::Open) => Span::styled("?", self.palette.warning()),
                Some(BidFate::Lost) => Span::styled("✗", self.palette.alarm()),
                Some(BidFate::NotNeeded) => Span::styled("-", self.palette.faint()),
                None => Span::raw(" "),
            };
            let head = vec![
                marker,
                Span::styled(pad_start(&format!("{priority}."), 4), self.palette.faint()),
                Span::styled(format!(" {}", pad_end(&words.lot(setup, bid.lot), code)), bold),
                money(bid.price, FIGURE),
                Span::raw("  "),
            ];
            hanging_indent(head, &text, columns)
        };
        rows.into_iter().flat_map(row).collect()
    }

    /// Public results of the round besides those of the shown team.
    fn others(&self, game: &Game, record: &RoundRecord, team: TeamId, columns: usize) -> Vec<Line<'static>> {
        let (words, setup) = (self.words, game.setup());
        let Some(settlement) = &record.settlement else { return Vec::new() };
        let mut awards: Vec<_> = settlement.awards().iter().filter(|award| award.team != team).collect();
        awards.sort_by_key(|award| (award.lot, std::cmp::Reverse(award.price)));
        let award = |award: &Award| {
            let (lot, team) = (words.lot(setup, award.lot), words.team(setup, award.team));
            let gaps = [("lot", lot.into()), ("team", team.into()), ("price", award.price.into())];
            words.say("team-results-award", &gaps)
        };
        let awards: Vec<String> = awards.into_iter().map(award).collect();
        let ties = settlement.ties().iter().map(|tie| words.tie(setup, tie));
        let failures = settlement.failures().iter().map(|failure| words.failure(setup, failure));
        let mut lines = vec![Line::styled(words.label("team-results-others"), self.palette.heading())];
        let texts: Vec<String> = ties.chain(failures).collect();
        lines.extend(texts.iter().flat_map(|text| hanging_indent(vec![Span::raw("  ")], text, columns)));
        if awards.is_empty() {
            lines.push(Line::from(format!("  {}", words.label("team-results-others-none"))));
        }
        lines.extend(rows_of(awards, columns));
        lines
    }
}

/// Returns texts in rows, with no text on two rows.
fn rows_of(texts: Vec<String>, columns: usize) -> Vec<Line<'static>> {
    let mut rows: Vec<String> = Vec::new();
    for text in texts {
        match rows.last_mut().filter(|row| width(row) + 3 + width(&text) <= columns) {
            Some(row) => {
                row.push_str("   ");
                row.push_str(&text);
            }
            None => rows.push(format!("  {text}")),
        }
    }
    rows.into_iter().map(Line::from).collect()
}
