//! The story of an event: one screen for the draw, one per round, one for the podium.

use ishigaki_preset::Commitment;
use ishigaki_printout::{ColumnKey, Part, PrintCell, PrintTable, Printout};
use ishigaki_tournament::{Certificate, LeagueId, PlayerId, Round};
use ishigaki_words::{Align, Table, Value};

use super::observer::EventObserver;
use crate::page::{INDENT, StoryPage};
use crate::styled_text::{StyledLine, TextStyle};

const TABLES: usize = 6;
const LEADERS: usize = 5;
const PLACES: usize = 10;
const NAME: usize = 18;

#[derive(Clone, Copy, Debug)]
pub(super) struct EventNarrator {
    pub(super) page: StoryPage,
}

impl EventNarrator {
    fn say(&self, key: &str, gaps: &[(&str, Value)]) -> String {
        self.page.words.say(key, gaps)
    }

    pub(super) fn beginning(&self, title: &str, players: usize, seed: u64) -> Vec<StyledLine> {
        let words = self.page.words;
        let mut lines = self.page.section(TextStyle::Title, title);
        lines.extend(self.page.text(TextStyle::Strong, &words.label("rehearsal-event-what")));
        let gaps = [("players", players.into()), ("seed", seed.to_string().into())];
        lines.extend(self.page.text(TextStyle::Plain, &self.say("rehearsal-event-facts", &gaps)));
        lines.extend(self.page.text(TextStyle::Faint, &words.label("rehearsal-event-server")));
        lines
    }

    pub(super) fn draw(&self, gallery: &EventObserver, commitment: &[u8; 32]) -> Vec<StyledLine> {
        let tournament = &gallery.tournament;
        let mut lines = self.page.part(&self.page.words.label("print-draw"));
        let hash = Commitment(*commitment).to_string();
        lines.extend(self.page.remark(TextStyle::Plain, "print-commitment", &[("hash", hash.into())]));
        lines.extend(self.page.remark(TextStyle::Good, "rehearsal-event-digits-refused", &[]));
        let seed = tournament.seed().unwrap_or_default();
        lines.extend(self.page.remark(TextStyle::Plain, "rehearsal-event-digits", &[("seed", seed.into())]));
        let absent: Vec<String> = (0..tournament.roster().len())
            .map(PlayerId::at)
            .filter(|player| tournament.is_absent(*player))
            .map(|player| self.name(gallery, player))
            .collect();
        if !absent.is_empty() {
            let gaps = [("players", self.page.words.list(absent).into())];
            lines.extend(self.page.remark(TextStyle::Warn, "rehearsal-event-absent", &gaps));
        }
        if let Some(flow) = tournament.flow().filter(|flow| !flow.dealt().is_empty()) {
            let league =
                |(at, league): (usize, &Vec<PlayerId>)| format!("{} {}", LeagueId::at(at), league.len());
            let leagues = self.page.words.list(flow.dealt().iter().enumerate().map(league));
            lines.extend(self.page.remark(
                TextStyle::Plain,
                "rehearsal-event-leagues",
                &[("leagues", leagues.into())],
            ));
        }
        lines
    }

    pub(super) fn name(&self, gallery: &EventObserver, player: PlayerId) -> String {
        gallery.edition(self.page.words).player(player)
    }

    pub(super) fn paired(&self, gallery: &EventObserver, round: Round) -> Vec<StyledLine> {
        let words = self.page.words;
        let edition = gallery.edition(words);
        let Some(pairings) = edition.pairings(round) else { return Vec::new() };
        let mut lines = self.page.section(TextStyle::Title, &pairings.heading);
        for first in self.firsts_before(gallery, round) {
            lines.extend(self.page.mark_line(TextStyle::Good, &first));
        }
        let paired = gallery.tournament.rounds().iter().find(|paired| paired.round == round);
        for pool in paired.into_iter().flat_map(|paired| &paired.pools) {
            let text = match &pool.certificate {
                Some(certificate) => self.certificate(certificate),
                None if gallery.tournament.plan().is_round_robin => {
                    words.label("rehearsal-event-by-schedule")
                }
                None => words.label("rehearsal-event-by-number"),
            };
            let name = edition.pool(pool.pool);
            // The only pool of a small event has no name (TS1).
            let key = if name.is_empty() { "rehearsal-event-games" } else { "rehearsal-event-pool" };
            let gaps = [("pool", name.into()), ("games", pool.pairs.len().into()), ("text", text.into())];
            lines.extend(self.page.remark(TextStyle::Plain, key, &gaps));
        }
        lines
    }

    fn firsts_before(&self, gallery: &EventObserver, round: Round) -> Vec<String> {
        let edition = gallery.edition(self.page.words);
        let Some(flow) = gallery.tournament.flow() else { return Vec::new() };
        let found = flow.firsts().iter().flatten();
        // Both lists are in the order of the leagues.
        let firsts = edition.firsts().into_iter().zip(found);
        firsts.filter(|(_, first)| first.after.next() == round).map(|(text, _)| text).collect()
    }

    fn certificate(&self, certificate: &Certificate) -> String {
        let Certificate { byes, rematches, gaps } = certificate;
        let gap = |(gap, pairs): (u32, &u32)| {
            self.say("print-gap", &[("gap", gap.into()), ("pairs", (*pairs).into())])
        };
        let pairs = (0..).zip(gaps).filter(|(_, pairs)| **pairs > 0).map(gap);
        let gaps = [
            ("byes", (*byes).into()),
            ("rematches", (*rematches).into()),
            ("gaps", self.page.words.list(pairs).into()),
        ];
        self.say("rehearsal-event-certificate", &gaps)
    }

    pub(super) fn played(&self, gallery: &EventObserver, round: Round) -> Vec<StyledLine> {
        let edition = gallery.edition(self.page.words);
        let Some(results) = edition.results(round) else { return Vec::new() };
        let mut lines = Vec::new();
        // The only pool of a small event has no name (TS1).
        let has_leagues = gallery.tournament.plan().leagues > 0;
        let names_pool = |key| has_leagues || key != ColumnKey::Pool;
        if let Some(table) = first_table(&results) {
            let gaps = [("shown", table.rows.len().min(TABLES).into()), ("games", table.rows.len().into())];
            // After the finals, the play-off games come first.
            let bouts = gallery.tournament.rounds().last().map_or(0, |paired| paired.bouts.len());
            let (games, bouts) = table.rows.split_at(table.rows.len().saturating_sub(bouts));
            let top = bouts.iter().chain(games).take(TABLES.max(bouts.len()));
            lines.extend(self.page.part(&self.say("rehearsal-event-tables", &gaps)));
            let shown = |key| !matches!(key, ColumnKey::Table | ColumnKey::OpponentNumber) && names_pool(key);
            lines.extend(excerpt(self.page, table, top, shown));
        }
        if let Some(table) = edition.standings().as_ref().and_then(first_table)
            && round <= gallery.tournament.plan().last_round
        {
            lines.extend(self.page.part(&self.page.words.label("rehearsal-event-leaders")));
            let shown = |key| !matches!(key, ColumnKey::Strength(depth) if depth > 3) && names_pool(key);
            lines.extend(excerpt(self.page, table, table.rows.iter().take(LEADERS), shown));
        }
        lines
    }

    pub(super) fn podium(&self, gallery: &EventObserver) -> Vec<StyledLine> {
        let mut lines = self.page.section(TextStyle::Title, &self.page.words.label("print-ranking"));
        let Some(ranking) = gallery.edition(self.page.words).ranking() else { return lines };
        if let Some(table) = first_table(&ranking) {
            let shown = |key| !matches!(key, ColumnKey::Before | ColumnKey::Invited);
            lines.extend(excerpt(self.page, table, table.rows.iter().take(PLACES), shown));
        }
        // The first sentence explains the columns.
        for note in ranking.notes.iter().skip(1) {
            lines.extend(self.page.mark_line(TextStyle::Plain, note));
        }
        lines
    }
}

pub(crate) fn excerpt<'a>(
    page: StoryPage,
    table: &PrintTable,
    rows: impl Iterator<Item = &'a Vec<PrintCell>>,
    shown: impl Fn(ColumnKey) -> bool,
) -> Vec<StyledLine> {
    let align = |key: ColumnKey| if key.is_figure() { Align::End } else { Align::Start };
    let columns: Vec<_> = table.columns.iter().enumerate().filter(|(_, column)| shown(column.key)).collect();
    let heads = columns.iter().map(|(_, column)| (column.head.as_str(), align(column.key)));
    let mut text = Table::new(heads);
    for (at, (_, column)) in columns.iter().enumerate() {
        if matches!(column.key, ColumnKey::Player | ColumnKey::Opponent) {
            text = text.at_most(at, NAME);
        }
    }
    for row in rows {
        text.row(columns.iter().map(|(at, _)| row.get(*at).map(cell).unwrap_or_default()));
    }
    let lines = text.lines().into_iter().enumerate();
    lines
        .map(|(at, line)| {
            let style = if at == 0 { TextStyle::Faint } else { TextStyle::Plain };
            let room = page.columns.saturating_sub(INDENT);
            let line = ishigaki_words::columns::truncate(&line, room).into_owned();
            StyledLine::of(TextStyle::Plain, " ".repeat(INDENT)).and(style, line)
        })
        .collect()
}

fn first_table(printout: &Printout) -> Option<&PrintTable> {
    printout.parts.iter().find_map(|part| match part {
        Part::Table(table) => Some(table),
        Part::Cards { .. } | Part::Bracket(_) | Part::Walls(_) => None,
    })
}

fn cell(cell: &PrintCell) -> String {
    match cell {
        PrintCell::Text(text) => text.clone(),
        PrintCell::Figure(figure) => figure.to_string(),
        PrintCell::Blank | PrintCell::Choice(_) => String::new(),
    }
}
