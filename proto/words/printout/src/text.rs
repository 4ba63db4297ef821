//! Printouts as monospaced text, for terminals and line printers.

use std::fmt::Write;

use ishigaki_words::columns::width;
use ishigaki_words::{Align, Table};

use crate::columns::ColumnKey;
use crate::printout::{BracketNode, Part, PrintCard, PrintCell, PrintTable, Printout};
use crate::wall::PrintWall;

const FORM_FEED: char = '\u{c}';
const LEAST: usize = 12;
const CUT: &str = "- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -";

impl Printout {
    /// Returns the printout as text: lines with line breaks, aligned columns (a full-width character takes
    /// two), and a form feed between pages of cards.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n{}\n{}\n", self.event, self.heading, "=".repeat(width(&self.heading)));
        for part in &self.parts {
            match part {
                Part::Table(table) => push_table(&mut text, table),
                Part::Cards { per_page, cards } => push_cards(&mut text, &self.event, *per_page, cards),
                Part::Bracket(node) => push_bracket(&mut text, node),
                Part::Walls(walls) => push_walls(&mut text, walls),
            }
        }
        if !self.notes.is_empty() {
            text.push('\n');
        }
        for note in &self.notes {
            text.push_str(note);
            text.push('\n');
        }
        text
    }
}

fn push_table(text: &mut String, table: &PrintTable) {
    text.push('\n');
    if !table.heading.is_empty() {
        text.push_str(&table.heading);
        text.push('\n');
    }
    for line in table.lines() {
        text.push_str(&line);
        text.push('\n');
    }
}

impl PrintTable {
    /// Returns the table's lines as text, with the header first.
    pub fn lines(&self) -> Vec<String> {
        self.table().lines()
    }

    /// Returns the same within these columns if possible, by omitting ranks held and a team's draw number, and
    /// then shortening the longest text to at least 12 columns.
    pub fn lines_within(&self, columns: usize) -> Vec<String> {
        let lines = self.lines();
        let over = lines.iter().map(|line| width(line)).max().unwrap_or(0).saturating_sub(columns);
        let place = |key| self.columns.iter().position(|column| column.key == key);
        let draw_number = place(ColumnKey::X).filter(|_| place(ColumnKey::Id).is_some());
        if let Some(at) = place(ColumnKey::Rank).or(draw_number).filter(|_| over > 0) {
            return self.clone().without(at).lines_within(columns);
        }
        let widest = |at: usize| {
            let texts = self.rows.iter().filter_map(|row| row.get(at)).map(cell);
            texts.map(|text| width(&text)).max().unwrap_or(0)
        };
        let texts = (0..).zip(&self.columns).filter(|(_, column)| !column.key.is_figure());
        match texts.map(|(at, _)| (widest(at), at)).max() {
            Some((wide, at)) if over > 0 => {
                self.table().at_most(at, wide.saturating_sub(over).max(LEAST)).lines()
            }
            _ => lines,
        }
    }

    fn table(&self) -> Table {
        let align = |is_figure| if is_figure { Align::End } else { Align::Start };
        let columns = self.columns.iter().map(|column| (column.head.as_str(), align(column.key.is_figure())));
        let mut table = Table::new(columns);
        for row in &self.rows {
            table.row(row.iter().map(cell));
        }
        table
    }
}

impl BracketNode {
    /// Returns the drawing of the knock-out in lines.
    pub fn lines(&self) -> Vec<String> {
        NodeText::of(self).lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
    }
}

fn push_cards(text: &mut String, event: &str, per_page: usize, cards: &[PrintCard]) {
    for (at, card) in cards.iter().enumerate() {
        match at.checked_rem(per_page) {
            _ if at == 0 => text.push('\n'),
            Some(0) => text.push(FORM_FEED),
            _ => {
                text.push_str(CUT);
                text.push_str("\n\n");
            }
        }
        text.push_str(event);
        text.push('\n');
        text.push_str(&card.heading);
        text.push_str("\n\n");
        let mut facts = Table::new([("", Align::Start), ("", Align::Start)]);
        for (column, value) in card.shown_facts() {
            facts.row([column.head.clone(), cell(value)]);
        }
        push_lines(text, &facts);
        if !card.table.columns.is_empty() {
            push_table(text, &card.table);
        }
        if !card.text.is_empty() {
            text.push('\n');
            text.push_str(&card.text);
            text.push('\n');
        }
        text.push('\n');
    }
}

fn push_bracket(text: &mut String, node: &BracketNode) {
    text.push('\n');
    for line in node.lines() {
        text.push_str(&line);
        text.push('\n');
    }
}

fn push_walls(text: &mut String, walls: &[PrintWall]) {
    for wall in walls {
        text.push('\n');
        for line in [&wall.heading, &wall.caption].into_iter().filter(|line| !line.is_empty()) {
            text.push_str(line);
            text.push('\n');
        }
        for line in wall.lines() {
            text.push_str(&line);
            text.push('\n');
        }
    }
}

struct NodeText {
    lines: Vec<String>,
    root: usize,
}

impl NodeText {
    fn of(node: &BracketNode) -> Self {
        match node {
            BracketNode::Entrant(name) => Self { lines: vec![name.clone()], root: 0 },
            BracketNode::Bout { heading, winner, from } => {
                let [above, below] = &**from;
                let label = if winner.is_empty() { heading } else { winner };
                Self::joined(&Self::of(above), &Self::of(below), label)
            }
        }
    }

    fn joined(above: &Self, below: &Self, label: &str) -> Self {
        let widest = above.lines.iter().chain(&below.lines).map(|line| width(line)).max().unwrap_or(0);
        let root = above.lines.len();
        let last = root + 1 + below.root;
        let lines =
            above.lines.iter().map(String::as_str).chain([""]).chain(below.lines.iter().map(String::as_str));
        let lines = lines.enumerate().map(|(at, line)| {
            let space = widest - width(line);
            match at {
                _ if at == above.root => format!("{line} {}─┐", "─".repeat(space)),
                _ if at == last => format!("{line} {}─┘", "─".repeat(space)),
                _ if at == root => format!("{:widest$}  ├─ {label}", ""),
                _ if (above.root..last).contains(&at) => format!("{line}{:space$}  │", ""),
                _ => format!("{line}{:space$}", ""),
            }
        });
        Self { lines: lines.collect(), root }
    }
}

fn push_lines(text: &mut String, table: &Table) {
    // Writing to a string can't fail.
    let _ = write!(text, "{table}");
}

fn cell(cell: &PrintCell) -> String {
    match cell {
        PrintCell::Text(text) => text.clone(),
        PrintCell::Figure(figure) => figure.to_string(),
        PrintCell::Blank => "________".to_owned(),
        PrintCell::Choice(choices) => {
            choices.iter().map(|choice| format!("[ ] {choice}")).collect::<Vec<_>>().join("  ")
        }
    }
}
