//! The ranking as lines: place, name, all criteria (`E2`), and the difference from the next one.

use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{Game, Standing};
use ishigaki_words::columns::{pad_end, pad_start, width};
use ishigaki_words::{ShortNames, Words, grouped};

/// Layout of a ranking.
#[derive(Clone, Copy, Debug)]
pub struct RankingLayout {
    pub columns: usize,
    pub lead: usize,
    pub gap: usize,
    pub name: (usize, usize),
}

/// The ranking of a game, as wide as its widest figures and names.
#[derive(Clone, Debug)]
pub struct Ranking {
    words: Words,
    is_over: bool,
    rows: Vec<Standing>,
    short: ShortNames,
    layout: RankingLayout,
    places: usize,
    names: usize,
    widths: [usize; Criterion::RANKED.len()],
}

impl Ranking {
    /// Returns the current ranking of a game.
    pub fn of(words: Words, game: &Game, layout: RankingLayout) -> Self {
        let rows = game.standings();
        let mut widths = Criterion::RANKED.map(|criterion| width(&words.criterion_head(criterion)));
        for count in rows.iter().filter_map(|row| row.tally).map(|tally| tally.figures()) {
            for (width, count) in widths.iter_mut().zip(count) {
                *width = grouped(count).len().max(*width);
            }
        }
        let places = rows.iter().map(|row| width(&words.place(row.place))).max().unwrap_or(0);
        let figures: usize = widths.iter().map(|width| width + layout.gap).sum();
        let (least, most) = layout.name;
        let room = layout.columns.saturating_sub(layout.lead + places + 1 + figures).clamp(least, most);
        let short = words.short_names(game.setup(), room);
        let names = short.width().max(least);
        Self { words, is_over: game.phase().is_ranked(), rows, short, layout, places, names, widths }
    }

    /// Returns the rows, best first.
    pub fn rows(&self) -> &[Standing] {
        &self.rows
    }

    /// Returns the columns before the names.
    pub const fn indent(&self) -> usize {
        self.layout.lead + self.places + 1
    }

    /// Returns the column headings.
    pub fn head(&self) -> String {
        let heads = Criterion::RANKED.map(|criterion| self.words.criterion_head(criterion));
        format!("{:1$}{2}", "", self.indent() + self.names, self.figures(&heads))
    }

    /// Returns a row.
    pub fn row(&self, row: &Standing) -> String {
        let place = pad_start(&self.words.place(row.place), self.places);
        let name = pad_end(self.short.of(row.team), self.names);
        let figures = match row.tally {
            Some(tally) => self.figures(&tally.figures().map(grouped)),
            None => format!("{:1$}{2}", "", self.layout.gap, self.words.label("console-disqualified")),
        };
        format!("{place} {name}{figures}")
    }

    /// Returns a row with `*` before the figure that decides against the next row. Needs a gap of at least 2.
    pub fn marked_row(&self, row: &Standing) -> String {
        let place = pad_start(&self.words.place(row.place), self.places);
        let name = pad_end(self.short.of(row.team), self.names);
        let Some(tally) = row.tally else { return self.row(row) };
        let mut cells = tally.figures().map(grouped);
        let decided = Criterion::RANKED.iter().position(|criterion| Some(*criterion) == row.decided_by);
        if let Some(cell) = decided.and_then(|at| cells.get_mut(at)) {
            *cell = format!("*{cell}");
        }
        format!("{place} {name}{}", self.figures(&cells))
    }

    /// Returns the columns of a row with these names.
    pub fn width(&self) -> usize {
        let figures: usize = self.widths.iter().map(|width| width + self.layout.gap).sum();
        self.indent() - self.layout.lead + self.names + figures
    }

    /// Returns what separates the row at this position from the next one; `None` if they share a place.
    pub fn why(&self, at: usize) -> Option<String> {
        let (row, next) = self.rows.get(at).zip(self.rows.get(at + 1))?;
        Some(match row.decided_by? {
            // Before the end no janken is needed, because the tie may still be broken.
            Criterion::JankenNeeded if !self.is_over => self.words.label("console-equal-so-far"),
            criterion => self.words.criterion(criterion, row.tally.as_ref(), next.tally.as_ref()),
        })
    }

    fn figures(&self, cells: &[String; Criterion::RANKED.len()]) -> String {
        let gap = self.layout.gap;
        let cells = cells.iter().zip(self.widths).map(|(cell, width)| pad_start(cell, gap + width));
        cells.collect()
    }
}
