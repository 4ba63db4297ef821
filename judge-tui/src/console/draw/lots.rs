//! The lots of the round: results, and bids on the selected one.

use ishigaki_rules::auction::{Bid, Settlement};
use ishigaki_rules::{Game, LotId, Phase, Priority, RoundRecord, RoundState, TeamId};
use ishigaki_screen::{Excerpt, StoneDrawing, StonePattern, hanging_indent, money, wrap};
use ishigaki_words::ShortNames;
use ishigaki_words::columns::{pad_end, pad_start, truncate, width};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Painter;
use crate::console::keymap::Intent;
use crate::console::panel::Panel;

const SIDE_BY_SIDE_COLUMNS: u16 = 100;
const MIN_ROWS: u16 = 3;
const MAX_CODE_COLUMNS: usize = 8;
const MAX_NAME_COLUMNS: usize = 16;
const MIN_NAME_COLUMNS: usize = 8;
const FIGURE_COLUMNS: usize = 6;

struct NamedLotLine {
    team: TeamId,
    priority: Priority,
    bid: Bid,
}

struct Detail<'a> {
    stone: Option<StoneDrawing<'a>>,
    lines: Vec<Line<'static>>,
}

impl Detail<'_> {
    fn height(&self) -> u16 {
        let lines = u16::try_from(self.lines.len()).unwrap_or(u16::MAX);
        lines.max(self.stone.map_or(0, |stone| stone.size().1))
    }

    fn render(mut self, more: impl Fn(usize) -> String, area: Rect, buffer: &mut Buffer) {
        let room = usize::from(area.height);
        if self.lines.len() > room && room > 0 {
            let cut = self.lines.len() + 1 - room;
            self.lines.truncate(room - 1);
            self.lines.push(Line::from(more(cut)));
        }
        if let Some(stone) = self.stone {
            let (columns, _) = stone.size();
            let x = area.right().saturating_sub(columns).max(area.x);
            stone.render(Rect { x, width: columns, ..area }.intersection(area), buffer);
        }
        for (line, row) in self.lines.into_iter().zip(area.rows()) {
            line.render(row, buffer);
        }
    }
}

impl Painter<'_> {
    pub(super) fn lots(&self, game: &Game, area: Rect, buffer: &mut Buffer) -> Option<String> {
        let lots = self.state.lots();
        let selected = lots.get(self.state.place(Panel::Lots)).copied();
        let detail = |columns: u16| selected.map(|lot| self.lot_detail(game, lot, columns));
        let key = Intent::Why.binding().and_then(|binding| binding.keys.first()).map(ToString::to_string);
        let key = key.unwrap_or_default();
        let more = |count: usize| {
            self.words.say("console-more-lines", &[("count", count.into()), ("key", key.as_str().into())])
        };
        if area.width >= SIDE_BY_SIDE_COLUMNS {
            let [table, _, detail_area] =
                Layout::horizontal([Constraint::Percentage(50), Constraint::Length(2), Constraint::Min(0)])
                    .areas(area);
            let mark = self.lot_table(game, &lots, table, buffer);
            if let Some(detail) = detail(detail_area.width) {
                detail.render(more, detail_area, buffer);
            }
            return mark;
        }
        // The table takes the necessary space, but leaves half of the space to the lot if necessary, and
        // keeps at least one line for lots.
        let detail = detail(area.width);
        let detail_height = detail.as_ref().map_or(0, Detail::height).min(area.height / 2);
        let rows = u16::try_from(lots.len()).unwrap_or(u16::MAX).saturating_add(1);
        let rows = rows.min(area.height.saturating_sub(detail_height + 1).max(MIN_ROWS)).min(area.height);
        let [table, _, below] = Layout::vertical([
            Constraint::Length(rows),
            Constraint::Length(u16::from(rows < area.height)),
            Constraint::Min(0),
        ])
        .areas(area);
        let mark = self.lot_table(game, &lots, table, buffer);
        if let Some(detail) = detail {
            detail.render(more, below, buffer);
        }
        mark
    }

    fn lot_table(&self, game: &Game, lots: &[LotId], area: Rect, buffer: &mut Buffer) -> Option<String> {
        let setup = game.setup();
        let codes = lots.iter().map(|&lot| width(&self.words.lot(setup, lot)));
        let heads =
            ["head-lot", "console-head-copies", "head-min", "head-result"].map(|key| self.words.label(key));
        let [lot, copies, min, result] = &heads;
        let code_width = codes.max().unwrap_or(0).max(width(lot)).min(MAX_CODE_COLUMNS);
        let copies_width = width(copies).max(2);
        let head = format!(
            "   {}  {copies}  {}  {result}",
            pad_end(lot, code_width),
            pad_start(min, FIGURE_COLUMNS.max(width(min)))
        );
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let room = usize::from(area.height).saturating_sub(1);
        let selected = self.state.place(Panel::Lots);
        let excerpt = Excerpt::around(selected, lots.len(), room);
        let min_width = FIGURE_COLUMNS.max(width(min));
        // Marker, symbol, and two columns between fields.
        let results = usize::from(area.width).saturating_sub(9 + code_width + copies_width + min_width);
        // All names are shortened alike, unless they would become unrecognisable.
        let names = self.words.names_with(setup, MIN_NAME_COLUMNS, |names| {
            lots.iter().all(|&lot| width(&self.lot_result(game, lot, names)) <= results)
        });
        let rows = lots.iter().enumerate().skip(excerpt.first()).map(|(at, &lot)| {
            let (symbol, symbol_style) = self.lot_symbol(game, lot);
            let mut line = Line::from(vec![
                Span::raw(if at == selected { "›" } else { " " }),
                Span::styled(format!("{symbol} "), symbol_style),
                Span::raw(pad_end(&self.words.lot(setup, lot), code_width)),
                Span::raw("  "),
                Span::raw(pad_start(&self.copies(game, lot).to_string(), copies_width)),
                Span::raw("  "),
                money(setup.lot(lot).map(|lot| lot.min_price).unwrap_or_default(), min_width),
                Span::raw("  "),
            ]);
            let result = self.lot_result(game, lot, &names);
            let result = if width(&result) > results {
                self.words.fitted(setup, results, |names| self.lot_result(game, lot, names))
            } else {
                result
            };
            line.push_span(Span::raw(result));
            let is_active = at == selected && self.state.panel == Panel::Lots;
            if is_active { self.filled(&line, usize::from(area.width)) } else { line }
        });
        ishigaki_screen::lines(std::iter::once(Line::styled(head, bold)).chain(rows), area, buffer);
        excerpt.mark()
    }

    fn filled(&self, line: &Line<'static>, columns: usize) -> Line<'static> {
        let text: String = line.spans.iter().map(|span| span.content.as_ref()).collect();
        Line::styled(pad_end(&text, columns), self.palette.selected())
    }

    fn copies(&self, game: &Game, lot: LotId) -> u32 {
        let offered = self.state.record().and_then(|record| record.offer.lots.get(lot.index()));
        let left = || game.pool().get(lot.index()).copied().unwrap_or(0);
        offered.map_or_else(left, |offered| offered.copies)
    }

    fn lot_symbol(&self, game: &Game, lot: LotId) -> (&'static str, Style) {
        let confirmed = self.state.record().is_some_and(|record| record.confirmed.contains(&lot));
        if confirmed {
            ("✓", self.palette.good())
        } else if game.phase() == Phase::Confirming {
            ("?", self.palette.warning())
        } else {
            (" ", Style::new())
        }
    }

    fn lot_result(&self, game: &Game, lot: LotId, names: &ShortNames) -> String {
        let Some(record) = self.state.record() else {
            return String::new();
        };
        let Some(settlement) = &record.settlement else {
            return self.words.label(unopened_lot(game, record));
        };
        let words = self.words;
        let awards = settlement.awards().iter().filter(|award| award.lot == lot).map(|award| {
            let gaps = [("team", names.of(award.team).into()), ("price", award.price.into())];
            words.say("shared-award", &gaps)
        });
        let ties = settlement.ties().iter().filter(|tie| tie.lot == lot).map(|tie| {
            let mut teams: Vec<TeamId> = tie.lines.iter().map(|line| line.team).collect();
            teams.dedup();
            let gaps = [("price", tie.price.into()), ("teams", names.all(&words, teams).into())];
            words.say("shared-tie", &gaps)
        });
        let failures = settlement.failures().iter().filter(|failure| failure.lot == lot).map(|failure| {
            let why = words.failure_reason(failure.reason);
            words.say("console-lot-failed", &[("copies", failure.copies.into()), ("why", why.into())])
        });
        let mut parts: Vec<String> = awards.chain(ties).chain(failures).collect();
        let free = settlement.free_copies().get(lot.index()).copied().unwrap_or(0);
        let settled = settlement.is_settled();
        match (parts.is_empty(), free) {
            (true, _) => {
                let key = if settled { "console-lot-unsold" } else { "console-lot-open" };
                parts.push(words.label(key));
            }
            (false, 0) => {}
            (false, free) => {
                let key = if settled { "console-lot-rest-unsold" } else { "console-lot-rest-open" };
                parts.push(words.say(key, &[("copies", free.into())]));
            }
        }
        words.list(parts)
    }

    fn lot_detail<'g>(&self, game: &'g Game, lot: LotId, columns: u16) -> Detail<'g> {
        let setup = game.setup();
        let spec = setup.lot(lot);
        let stone =
            spec.map(|spec| StoneDrawing::new(&spec.shape, StonePattern::of(lot.index()), self.palette));
        let stone = stone.filter(|stone| columns > stone.size().0.saturating_add(40));
        let room = usize::from(columns - stone.map_or(0, |stone| stone.size().0 + 1));
        let gaps = [
            ("lot", self.words.lot(setup, lot).into()),
            ("copies", self.copies(game, lot).into()),
            ("min", spec.map(|lot| lot.min_price).unwrap_or_default().into()),
        ];
        let head = self.words.say("console-lot-head", &gaps);
        let head = Line::styled(truncate(&head, room).into_owned(), self.palette.heading());
        let mut lines = vec![head];
        let opened = self.state.record().and_then(|record| Some((record, record.settlement.as_ref()?)));
        if let Some((record, settlement)) = opened {
            lines.extend(self.lot_reasons(game, record, settlement, lot, room));
        } else {
            let key = self.state.record().map_or("console-no-round", |record| unopened(game, record));
            lines.extend(wrap(&self.words.label(key), room).into_iter().map(Line::from));
        }
        Detail { stone, lines }
    }

    fn lot_reasons(
        &self,
        game: &Game,
        record: &RoundRecord,
        settlement: &Settlement,
        lot: LotId,
        columns: usize,
    ) -> Vec<Line<'static>> {
        let setup = game.setup();
        let ties = settlement.ties().iter().filter(|tie| tie.lot == lot);
        let failures = settlement.failures().iter().filter(|failure| failure.lot == lot);
        let sentences = ties
            .map(|tie| self.words.tie(setup, tie))
            .chain(failures.map(|one| self.words.failure(setup, one)));
        let mut lines: Vec<Line<'static>> = sentences
            .flat_map(|sentence| wrap(&sentence, columns))
            .map(|line| Line::styled(line, self.palette.warning()))
            .collect();
        let namings = namings(record, lot);
        if namings.is_empty() {
            lines.push(Line::styled(self.words.label("console-lot-unnamed"), self.palette.faint()));
        }
        let names = self.words.short_names(setup, MAX_NAME_COLUMNS);
        let name_width = namings.iter().map(|naming| width(names.of(naming.team))).max().unwrap_or(0);
        for NamedLotLine { team, priority, bid } in namings {
            let outcome = settlement.outcome(team, priority);
            let outcome =
                outcome.map(|outcome| self.words.outcome(setup, team, &outcome)).unwrap_or_default();
            let head = vec![
                Span::raw(pad_end(names.of(team), name_width)),
                Span::styled(pad_start(&format!("{priority}."), 4), self.palette.faint()),
                money(bid.price, FIGURE_COLUMNS),
                Span::raw("  "),
            ];
            lines.extend(hanging_indent(head, &outcome, columns));
        }
        lines
    }
}

fn unopened_lot(game: &Game, record: &RoundRecord) -> &'static str {
    match record.state {
        RoundState::Void { .. } => "shared-round-void",
        _ if game.phase() == Phase::Abandoned => "console-standings-abandoned",
        _ => "console-lot-sealed",
    }
}

pub(super) fn unopened(game: &Game, record: &RoundRecord) -> &'static str {
    let is_over = matches!(record.state, RoundState::Void { .. }) || game.phase() == Phase::Abandoned;
    if is_over { "console-never-opened" } else { "console-sealed" }
}

fn namings(record: &RoundRecord, lot: LotId) -> Vec<NamedLotLine> {
    let of_list = |list: &ishigaki_rules::auction::TeamList| {
        let team = list.team;
        let numbered = (1..).map(Priority).zip(list.bids.clone());
        numbered.filter(move |(_, bid)| bid.lot == lot).map(move |(priority, bid)| NamedLotLine {
            team,
            priority,
            bid,
        })
    };
    let mut namings: Vec<NamedLotLine> = record.lists.iter().flat_map(of_list).collect();
    namings.sort_by_key(|naming| (std::cmp::Reverse(naming.bid.price), naming.team, naming.priority));
    namings
}
