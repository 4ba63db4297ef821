//! Printouts as self-contained A4 pages in HTML.

use ishigaki_words::{Lang, Words};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::columns::ColumnKey;
use crate::printout::{BracketNode, Part, PrintCard, PrintCell, PrintColumn, PrintTable, Printout};
use crate::qr::qr_code;
use crate::wall::{PrintStone, PrintWall, outline, squares};

/// The style sheet, embedded so that a page needs no other file.
const STYLE: &str = include_str!("page.css");
/// Number of colours for stones; further stones start again with the first.
const INKS: usize = 8;

impl Printout {
    /// Returns the printout as a page: HTML in UTF-8 with its language, without scripts and links. Texts are
    /// escaped.
    pub fn html(&self) -> String {
        self.linked_html(&[])
    }

    /// Returns the same page with links to other pages above it, each with its label and address. They are not
    /// printed.
    pub fn linked_html(&self, links: &[(String, String)]) -> String {
        let page = html! {
            (DOCTYPE)
            html lang=(self.lang.code()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.heading) " – " (self.event) }
                    style { (PreEscaped(STYLE)) }
                }
                body class=(self.kind.name()) {
                    @if !links.is_empty() {
                        nav { @for (label, address) in links { a href=(address) { (label) } " " } }
                    }
                    header {
                        p { (self.event) }
                        h1 { (self.heading) }
                    }
                    @for part in &self.parts {
                        @match part {
                            Part::Table(table) => (section(table)),
                            Part::Cards { per_page: 1, cards } => {
                                @for card in cards { (diploma(&self.event, card, self.lang)) }
                            }
                            Part::Cards { per_page, cards } => (pages(&self.event, *per_page, cards)),
                            Part::Bracket(node) => div class="bracket" { (branch(node)) },
                            Part::Walls(walls) => div class="walls" { @for wall in walls { (figure(wall)) } },
                        }
                    }
                    @if !self.notes.is_empty() {
                        footer {
                            @for note in &self.notes { p { (note) } }
                        }
                    }
                }
            }
        };
        page.into_string()
    }
}

fn section(table: &PrintTable) -> Markup {
    html! {
        section {
            @if !table.heading.is_empty() { h2 { (table.heading) } }
            (grid(table))
        }
    }
}

fn grid(table: &PrintTable) -> Markup {
    html! {
        table {
            thead {
                tr { @for column in &table.columns { th scope="col" class=[class(column)] { (column.head) } } }
            }
            tbody {
                @for row in &table.rows {
                    tr {
                        @for (column, value) in table.columns.iter().zip(row) {
                            td class=[class(column)] { (cell(value)) }
                        }
                    }
                }
            }
        }
    }
}

fn pages(event: &str, per_page: usize, cards: &[PrintCard]) -> Markup {
    html! {
        @for page in cards.chunks(per_page.max(1)) {
            div class={ "page of-" (per_page) } {
                @for card in page { (article(event, card)) }
            }
        }
    }
}

fn article(event: &str, card: &PrintCard) -> Markup {
    html! {
        article {
            @if let Some(code) = card.link.as_deref().and_then(qr_code) { div class="code" { (code) } }
            p { (event) }
            h2 { (card.heading) }
            @if !card.table.columns.is_empty() { (grid(&card.table)) }
            dl {
                @for (column, value) in card.facts.iter().filter(|(_, value)| !value.is_empty()) {
                    div { dt { (column.head) } dd { (cell(value)) } }
                }
            }
            @if !card.text.is_empty() { p { (card.text) } }
        }
    }
}

/// A diploma as it hangs on a wall, on a page of its own.
fn diploma(event: &str, card: &PrintCard, lang: Lang) -> Markup {
    let words = Words::new(lang);
    let fact = |key: ColumnKey| {
        let mut facts = card.facts.iter().filter(|(column, _)| column.key == key);
        facts.find_map(|(_, value)| match value {
            PrintCell::Text(text) if !text.is_empty() => Some(text.clone()),
            _ => None,
        })
    };
    let award = fact(ColumnKey::Award).or_else(|| fact(ColumnKey::Place)).unwrap_or_default();
    let name = fact(ColumnKey::Player).or_else(|| fact(ColumnKey::Team)).unwrap_or_default();
    html! {
        article class="diploma" {
            div {
                h2 { (card.heading) }
                p class="award" { (award) }
                @if let Some(dan) = fact(ColumnKey::Dan) { p class="award" { (words.label("print-diploma-dan")) " " (dan) } }
                @if fact(ColumnKey::Invited).is_some() { p class="award" { (words.label("print-diploma-invited")) } }
                p class="name" { (name) }
                p class="praise" {
                    @if let Some(game) = fact(ColumnKey::Game) { (game) " " }
                    (card.text)
                }
                p class="date" { (fact(ColumnKey::Date).unwrap_or_else(|| words.label("print-diploma-date"))) }
                p class="presenter" {
                    (event) br;
                    (words.label("print-diploma-presenter")) " " span class="line" {}
                    span class="seal" { (words.label("print-diploma-seal")) }
                }
            }
        }
    }
}

fn branch(node: &BracketNode) -> Markup {
    match node {
        BracketNode::Entrant(name) => html! { div class="entrant" { (name) } },
        BracketNode::Bout { heading, winner, from } => html! {
            div class="bout" {
                div class="from" { @for node in from.iter() { (branch(node)) } }
                div class="entrant" { small { (heading) } " " (winner) }
            }
        },
    }
}

fn figure(wall: &PrintWall) -> Markup {
    let (high, wide) = wall.size();
    let margin = 0.1;
    let view =
        format!("-{margin} -{margin} {} {}", f64::from(wide) + 2.0 * margin, f64::from(high) + 2.0 * margin);
    html! {
        figure {
            figcaption {
                @if !wall.heading.is_empty() { h2 { (wall.heading) } }
                @if !wall.caption.is_empty() { p { (wall.caption) } }
            }
            svg viewBox=(view) role="img" aria-label=(wall.heading) style={ "--across:" (wide) } {
                path class="open" d=(squares(&wall.open)) {}
                path class="grid" d=(wall.open.iter().map(|square| outline(&[*square])).collect::<String>()) {}
                @for stone in &wall.stones { (drawn(stone)) }
                path class="frame" d=(outline(&wall.open)) {}
            }
        }
    }
}

/// A stone in its colour, with its type's code in the square nearest to its middle.
fn drawn(stone: &PrintStone) -> Markup {
    let Some((row, col)) = stone.middle() else { return html! {} };
    let size = match stone.code.chars().count() {
        0 | 1 => "0.66",
        2 => "0.5",
        _ => "0.36",
    };
    html! {
        g class={ "stone ink-" (stone.ink % INKS) } {
            path d=(squares(&stone.cells)) {}
            path class="edge" d=(outline(&stone.cells)) {}
            text x=(f64::from(col) + 0.5) y=(f64::from(row) + 0.5) font-size=(size) { (stone.code) }
        }
    }
}

fn class(column: &PrintColumn) -> Option<&'static str> {
    match column.key {
        key if key.is_figure() => Some("figure"),
        ColumnKey::Signature => Some("signature"),
        ColumnKey::Player
        | ColumnKey::Opponent
        | ColumnKey::First
        | ColumnKey::Second
        | ColumnKey::Winner
        | ColumnKey::Award
        | ColumnKey::Team
        | ColumnKey::Lottery
        | ColumnKey::Gaps
        | ColumnKey::DecidedBy
        | ColumnKey::Stones
        | ColumnKey::Outcome
        | ColumnKey::Happened => None,
        _ => Some("short"),
    }
}

fn cell(cell: &PrintCell) -> Markup {
    match cell {
        PrintCell::Text(text) => html! { (text) },
        PrintCell::Figure(figure) => html! { (figure) },
        PrintCell::Blank => html! { span class="blank" {} },
        PrintCell::Choice(choices) => html! {
            @for choice in choices { span class="choice" { (choice) } " " }
        },
    }
}
