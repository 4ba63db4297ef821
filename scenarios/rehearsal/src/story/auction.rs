//! A round as spectators see it: submissions, opening, re-bids (`A1`–`A9`).

use ishigaki_rules::auction::{Bid, Outcome, Settlement, Tie, TiedLine};
use ishigaki_rules::{Event, Game, Priority, RoundNo, RoundRecord, Setup, TeamId};
use ishigaki_words::columns::{pad_end, pad_start};
use ishigaki_words::grouped;

use super::{Story, TriedList};
use crate::drawing::widest;
use crate::styled_text::{StyledLine, TextStyle};

struct ListWidths {
    name: usize,
    lot: usize,
    price: usize,
}

struct StoryLine {
    team: TeamId,
    priority: Priority,
    bid: Bid,
    outcome: Outcome,
}

impl Story {
    pub(super) fn round_opened(&self, game: &Game, round: RoundNo, event: &Event) -> Vec<StyledLine> {
        let setup = game.setup();
        let gaps = [("round", round.into()), ("rounds", setup.rounds.len().into())];
        let mut lines = self.section(TextStyle::Title, &self.words.say("rehearsal-round", &gaps));
        lines.extend(self.sentence(game, event));
        if let Some(plan) = setup.round(round) {
            let gaps = [("bids", plan.max_bids.into()), ("wins", plan.max_wins.into())];
            lines.extend(self.text(TextStyle::Plain, &self.words.say("rehearsal-round-rules", &gaps)));
        }
        lines.extend(game.current_round().map(|record| self.on_offer(setup, record)).unwrap_or_default());
        lines.push(StyledLine::new());
        lines
    }

    fn on_offer(&self, setup: &Setup, record: &RoundRecord) -> Vec<StyledLine> {
        if record.lots().next().is_none() {
            return self.text(TextStyle::Plain, &self.words.label("rehearsal-nothing-on-offer"));
        }
        let mut lines = Vec::new();
        let mut line = StyledLine::of(TextStyle::Plain, "  ")
            .and(TextStyle::Plain, self.words.label("rehearsal-on-offer"));
        let start = line.width() + 1;
        for lot in record.lots() {
            let copies = record.offer.lots.get(lot.index()).map_or(0, |lot| lot.copies);
            let mut entry = self.chip(setup, lot);
            entry.push(TextStyle::Plain, format!("×{copies}"));
            if line.width() + 2 + entry.width() > self.columns {
                lines.push(std::mem::take(&mut line));
            }
            line.pad_to(if line.width() <= start { start } else { line.width() + 2 });
            line.append(entry);
        }
        lines.push(line);
        lines
    }

    pub(super) fn sealed(&self, game: &Game, event: &Event) -> Vec<StyledLine> {
        let (done, waited_for) = game.current_round().map_or((0, 0), |record| match &record.settlement {
            None => {
                let awaited = game.setup().team_ids().filter(|&team| game.takes_part(team)).count();
                (record.sealed.len(), awaited)
            }
            Some(settlement) => {
                let silent = game.awaited_in_wave().map_or(0, |teams| teams.len());
                let sealed = record.sealed_raises.len();
                (sealed, (sealed + silent).min(settlement.tied_teams().len()))
            }
        });
        let dots = format!("{}{}", "●".repeat(done), "○".repeat(waited_for.saturating_sub(done)));
        let start =
            StyledLine::of(TextStyle::Plain, "  ").and(TextStyle::Warn, dots).and(TextStyle::Plain, "  ");
        self.hanging(start, TextStyle::Plain, &self.words.event(game, event))
    }

    pub(super) fn lists_opened(&self, game: &Game, event: &Event) -> Vec<StyledLine> {
        let mut lines = self.part(&self.words.label("shared-opening"));
        lines.extend(self.sentence(game, event));
        lines.push(StyledLine::new());
        let Some((record, settlement)) = opened(game) else { return lines };
        let setup = game.setup();
        let columns = self.list_columns(setup, record);
        for team in setup.team_ids() {
            let story_lines = story_lines(record, settlement, team);
            if story_lines.is_empty() {
                lines.extend(self.declined(setup, record, team, &columns));
            }
            for (at, line) in story_lines.iter().enumerate() {
                lines.extend(self.list_line(setup, line, at == 0, &columns));
            }
        }
        lines.extend(self.tried_lists(setup, record));
        lines.extend(self.ties(setup, settlement.ties()));
        lines
    }

    /// `A8`, `A9`.
    pub(super) fn rebids_opened(&self, game: &Game, event: &Event) -> Vec<StyledLine> {
        let Some((record, settlement)) = opened(game) else { return Vec::new() };
        let setup = game.setup();
        let wave = record.waves.len();
        let mut lines = self.part(&self.words.say("rehearsal-rebid", &[("wave", wave.into())]));
        lines.extend(self.sentence(game, event));
        lines.push(StyledLine::new());
        let before = replayed(record, wave.saturating_sub(1));
        let columns = self.list_columns(setup, record);
        let raised = self.raised(record, &before, settlement);
        let offers = widest(raised.iter().map(|(_, offer)| offer.as_str()));
        for (line, offer) in &raised {
            lines.extend(self.raised_line(setup, line, &pad_end(offer, offers), &columns));
        }
        for failure in settlement.failures().iter().filter(|failure| !before.failures().contains(failure)) {
            lines.push(StyledLine::new());
            let start = StyledLine::of(TextStyle::Warn, "  ✗ ");
            lines.extend(self.hanging(start, TextStyle::Warn, &self.words.failure(setup, failure)));
        }
        let fallen = fallen_back(setup, record, &before, settlement);
        if !fallen.is_empty() {
            lines.push(StyledLine::new());
            lines.extend(self.text(TextStyle::Plain, &self.words.label("rehearsal-next-lines")));
        }
        for line in &fallen {
            lines.extend(self.list_line(setup, line, true, &columns));
        }
        lines.extend(self.ties(setup, settlement.ties()));
        lines
    }

    fn raised(
        &self,
        record: &RoundRecord,
        before: &Settlement,
        after: &Settlement,
    ) -> Vec<(StoryLine, String)> {
        let mut raised = Vec::new();
        for tie in before.ties() {
            for &TiedLine { team, priority } in &tie.lines {
                let sent = record.waves.last().and_then(|wave| wave.iter().find(|sent| sent.team == team));
                let raise = sent.map(|sent| sent.raises.iter().find(|raise| raise.priority == priority));
                let offer = match raise {
                    Some(Some(raise)) => grouped(raise.price.0),
                    Some(None) => self.words.label("rehearsal-passed"),
                    None => self.words.label("rehearsal-silent"),
                };
                if let Some(outcome) = after.outcome(team, priority) {
                    let bid = Bid { lot: tie.lot, price: tie.price };
                    raised.push((StoryLine { team, priority, bid, outcome }, offer));
                }
            }
        }
        raised
    }

    fn ties(&self, setup: &Setup, ties: &[Tie]) -> Vec<StyledLine> {
        let mut lines = Vec::new();
        if !ties.is_empty() {
            lines.push(StyledLine::new());
        }
        for tie in ties {
            let start = StyledLine::of(TextStyle::Warn, "  = ");
            lines.extend(self.hanging(start, TextStyle::Warn, &self.words.tie(setup, tie)));
        }
        if !ties.is_empty() {
            lines.push(StyledLine::new());
        }
        lines
    }

    fn list_columns(&self, setup: &Setup, record: &RoundRecord) -> ListWidths {
        let bids = || record.lists.iter().flat_map(|list| &list.bids);
        let names: Vec<String> = setup.team_ids().map(|team| self.name(setup, team)).collect();
        let lots: Vec<String> = bids().map(|bid| self.words.lot(setup, bid.lot)).collect();
        let prices: Vec<String> = bids().map(|bid| grouped(bid.price.0)).collect();
        ListWidths {
            name: widest(names.iter().map(String::as_str)),
            lot: widest(lots.iter().map(String::as_str)),
            price: widest(prices.iter().map(String::as_str)),
        }
    }

    fn line_start(
        &self,
        setup: &Setup,
        story_line: &StoryLine,
        with_name: bool,
        columns: &ListWidths,
    ) -> StyledLine {
        let name = if with_name { self.name(setup, story_line.team) } else { String::new() };
        let mut line =
            StyledLine::of(TextStyle::Plain, "  ").and(TextStyle::Strong, pad_end(&name, columns.name));
        line.push(TextStyle::Faint, pad_start(&story_line.priority.to_string(), 4));
        line.push(TextStyle::Plain, "  ");
        let end = line.width() + columns.lot + 2;
        line.append(self.chip(setup, story_line.bid.lot));
        line.pad_to(end);
        line
    }

    fn list_line(
        &self,
        setup: &Setup,
        story_line: &StoryLine,
        with_name: bool,
        columns: &ListWidths,
    ) -> Vec<StyledLine> {
        let mut line = self.line_start(setup, story_line, with_name, columns);
        let price = pad_start(&grouped(story_line.bid.price.0), columns.price + 1);
        line.push(TextStyle::Plain, format!("{price}  "));
        self.with_outcome(setup, line, story_line)
    }

    fn raised_line(
        &self,
        setup: &Setup,
        story_line: &StoryLine,
        offer: &str,
        columns: &ListWidths,
    ) -> Vec<StyledLine> {
        let mut line = self.line_start(setup, story_line, true, columns);
        let price = pad_start(&grouped(story_line.bid.price.0), columns.price + 1);
        line.push(TextStyle::Plain, format!("{price} → "));
        line.push(TextStyle::Strong, format!("{offer}  "));
        self.with_outcome(setup, line, story_line)
    }

    fn with_outcome(&self, setup: &Setup, mut line: StyledLine, story_line: &StoryLine) -> Vec<StyledLine> {
        let (mark, style) = mark(&story_line.outcome);
        line.push(style, format!("{mark} "));
        self.hanging(line, style, &self.words.outcome(setup, story_line.team, &story_line.outcome))
    }

    fn declined(
        &self,
        setup: &Setup,
        record: &RoundRecord,
        team: TeamId,
        columns: &ListWidths,
    ) -> Vec<StyledLine> {
        let key = if record.list(team).is_some() { "rehearsal-declined" } else { "rehearsal-no-list" };
        let name = pad_end(&self.name(setup, team), columns.name);
        let start = StyledLine::of(TextStyle::Plain, "  ")
            .and(TextStyle::Strong, name)
            .and(TextStyle::Faint, "   –  ");
        self.hanging(start, TextStyle::Faint, &self.words.label(key))
    }

    fn tried_lists(&self, setup: &Setup, record: &RoundRecord) -> Vec<StyledLine> {
        let mut lines = Vec::new();
        for TriedList { team, list, refused, .. } in
            self.tried_lists.iter().filter(|tried| tried.round == record.round)
        {
            let list = self.words.list(list.iter().cloned());
            let mut gaps = vec![("team", self.words.team(setup, *team).into()), ("list", list.into())];
            let (style, key) = match refused {
                Some(why) => {
                    gaps.push(("why", why.as_str().into()));
                    (TextStyle::Bad, "rehearsal-refused-before")
                }
                None => (TextStyle::Faint, "rehearsal-replaced-before"),
            };
            lines.push(StyledLine::new());
            lines.extend(self.hanging(StyledLine::of(style, "  » "), style, &self.words.say(key, &gaps)));
        }
        lines
    }
}

fn opened(game: &Game) -> Option<(&RoundRecord, &Settlement)> {
    let record = game.current_round()?;
    Some((record, record.settlement.as_ref()?))
}

pub(crate) fn replayed(record: &RoundRecord, waves: usize) -> Settlement {
    let mut settlement = Settlement::open(&record.offer, &record.lists);
    for raises in record.waves.iter().take(waves) {
        // It was possible before, so it is again.
        if settlement.wave(raises).is_err() {
            break;
        }
    }
    settlement
}

fn story_lines(record: &RoundRecord, settlement: &Settlement, team: TeamId) -> Vec<StoryLine> {
    let bids = record.list(team).map(|list| list.bids.as_slice()).unwrap_or_default();
    let line = |(priority, &bid): (Priority, &Bid)| {
        Some(StoryLine { team, priority, bid, outcome: settlement.outcome(team, priority)? })
    };
    (1..).map(Priority).zip(bids).filter_map(line).collect()
}

/// Lines that were not tied and were decided by the wave: next priorities (`A9`).
fn fallen_back(
    setup: &Setup,
    record: &RoundRecord,
    before: &Settlement,
    after: &Settlement,
) -> Vec<StoryLine> {
    let moved = |line: &StoryLine| {
        let was = before.outcome(line.team, line.priority);
        was == Some(Outcome::Waiting) && line.outcome != Outcome::Waiting
    };
    setup.team_ids().flat_map(|team| story_lines(record, after, team)).filter(moved).collect()
}

fn mark(outcome: &Outcome) -> (char, TextStyle) {
    match outcome {
        Outcome::Awarded { .. } => ('✓', TextStyle::Good),
        Outcome::Tied { .. } => ('=', TextStyle::Warn),
        Outcome::FailedTie { .. } => ('✗', TextStyle::Warn),
        Outcome::Outbid { .. } | Outcome::LostRebid { .. } => ('✗', TextStyle::Bad),
        Outcome::GivenUp | Outcome::Closed | Outcome::NoCopyLeft => ('✗', TextStyle::Faint),
        Outcome::QuotaFull | Outcome::Waiting => ('–', TextStyle::Faint),
    }
}
