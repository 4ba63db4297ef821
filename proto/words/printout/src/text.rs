//! Printouts as monospaced text, for terminals and line printers.

use std::fmt::Write;

use ishigaki_words::columns::width;
use ishigaki_words::{Align, Table};

use crate::printout::{Part, PrintCard, PrintCell, PrintTable, Printout};

/// Between pages.
const FORM_FEED: char = '\u{c}';
/// Between cards of one page, where they are cut.
const CUT: &str = "- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -";

impl Printout {
    /// The printout as text: lines with line breaks, columns that line up where a full-width character takes two, a form
    /// feed between pages of cards.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n{}\n{}\n", self.event, self.heading, "=".repeat(width(&self.heading)));
        for part in &self.parts {
            match part {
                Part::Table(table) => push_table(&mut text, table),
                Part::Cards { per_page, cards } => push_cards(&mut text, *per_page, cards),
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
    let align = |is_figure| if is_figure { Align::End } else { Align::Start };
    let columns = table.columns.iter().map(|column| (column.head.as_str(), align(column.key.is_figure())));
    let mut lines = Table::new(columns);
    for row in &table.rows {
        lines.row(row.iter().map(cell));
    }
    push_lines(text, &lines);
}

fn push_cards(text: &mut String, per_page: usize, cards: &[PrintCard]) {
    for (at, card) in cards.iter().enumerate() {
        match at.checked_rem(per_page) {
            _ if at == 0 => text.push('\n'),
            Some(0) => text.push(FORM_FEED),
            _ => {
                text.push_str(CUT);
                text.push_str("\n\n");
            }
        }
        text.push_str(&card.heading);
        text.push_str("\n\n");
        let mut facts = Table::new([("", Align::Start), ("", Align::Start)]);
        for (column, value) in card.facts.iter().filter(|(_, value)| !value.is_empty()) {
            facts.row([column.head.clone(), cell(value)]);
        }
        push_lines(text, &facts);
        if !card.table.columns.is_empty() {
            push_table(text, &card.table);
        }
        text.push('\n');
    }
}

fn push_lines(text: &mut String, table: &Table) {
    // Writing into a text cannot fail.
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
