//! The ranking as lines: place, name, every criterion (`E2`), and what separates a team from the next one.
//!
//! Knows how columns line up; which rows are shown, and in which colour, is the screen's.

use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{Game, Standing};
use ishigaki_words::columns::{pad_end, pad_start, width};
use ishigaki_words::{ShortNames, Words, grouped};

/// Layout of a ranking.
#[derive(Clone, Copy, Debug)]
pub struct RankingLayout {
    /// The columns there are.
    pub columns: usize,
    /// The columns before the places, which are the screen's.
    pub lead: usize,
    /// The columns between figures.
    pub gap: usize,
    /// The least and the most columns of a name.
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
    /// The ranking of a game as it stands.
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

    /// The rows, best first.
    pub fn rows(&self) -> &[Standing] {
        &self.rows
    }

    /// The columns before the names.
    pub const fn indent(&self) -> usize {
        self.layout.lead + self.places + 1
    }

    /// The heads of the figures, above them.
    pub fn head(&self) -> String {
        let heads = Criterion::RANKED.map(|criterion| self.words.criterion_head(criterion));
        format!("{:1$}{2}", "", self.indent() + self.names, self.figures(&heads))
    }

    /// A row behind what leads it.
    pub fn row(&self, row: &Standing) -> String {
        let place = pad_start(&self.words.place(row.place), self.places);
        let name = pad_end(self.short.of(row.team), self.names);
        let figures = match row.tally {
            Some(tally) => self.figures(&tally.figures().map(grouped)),
            None => format!("{:1$}{2}", "", self.layout.gap, self.words.label("console-disqualified")),
        };
        format!("{place} {name}{figures}")
    }

    /// Returns what separates the row at this place of the list from the next one; `None` if they share a place.
    pub fn why(&self, at: usize) -> Option<String> {
        let (row, next) = self.rows.get(at).zip(self.rows.get(at + 1))?;
        Some(match row.decided_by? {
            // Before the end nothing is to be held: it is only so far that nothing tells them apart.
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
