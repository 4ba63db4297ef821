//! Printouts as self-contained A4 pages in HTML.

use ishigaki_words::{Lang, Words};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::columns::ColumnKey;
use crate::printout::{BracketNode, Part, PrintCard, PrintCell, PrintColumn, PrintTable, Printout};
use crate::qr::qr_code;
use crate::vertical::{self, upright};
use crate::wall::{PrintStone, PrintWall, outline, squares};

/// The style sheet of all printouts.
pub const STYLE: &str = include_str!("page.css");
/// Lines of an A4 page by row height, and lines that a table's heading and head take.
const LINES_OF_PAGE: usize = 40;
const DENSE_LINES_OF_PAGE: usize = 54;
const LINES_OF_HEADS: usize = 3;
/// Number of colours for stones; further stones start again with the first.
const INKS: usize = 8;

/// Addresses of a printout's page on a server, which may have no inline style.
#[derive(Clone, Copy, Debug)]
pub struct Hosting<'a> {
    /// Address of [`STYLE`].
    pub style: &'a str,
    /// Address of a module that prints the page when the element `print` is pressed.
    pub script: &'a str,
    /// Address of the page before it.
    pub back: &'a str,
}

impl Printout {
    /// Returns the printout as a page: HTML in UTF-8 with its language, without scripts and links. Texts are
    /// escaped.
    pub fn html(&self) -> String {
        self.linked_html(&[])
    }

    /// Returns the same page with links to other pages above it, each with its label and address. They are not
    /// printed.
    pub fn linked_html(&self, links: &[(String, String)]) -> String {
        let head = html! { style { (PreEscaped(STYLE)) } };
        let above = html! {
            @if !links.is_empty() {
                nav { @for (label, address) in links { a href=(address) { (label) } " " } }
            }
        };
        self.page(&head, &above)
    }

    /// Returns the same page with its style and script in files, a button that prints it, and the way back.
    pub fn hosted_html(&self, hosting: Hosting<'_>) -> String {
        let words = Words::new(self.lang);
        let head = html! {
            link rel="stylesheet" href=(hosting.style);
            script type="module" src=(hosting.script) {}
        };
        let above = html! {
            nav {
                a href=(hosting.back) { (words.label("print-back")) } " "
                button type="button" id="print" { (words.label("print-button")) }
            }
        };
        self.page(&head, &above)
    }

    fn page(&self, head: &Markup, above: &Markup) -> String {
        let page = html! {
            (DOCTYPE)
            html lang=(self.lang.code()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.heading) " – " (self.event) }
                    (head)
                }
                body class={ (self.kind.name()) " " (self.density()) } {
                    (above)
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

impl Printout {
    /// Returns the class of the row height with which the tables fit on one page, if they can.
    fn density(&self) -> &'static str {
        let lines = self.parts.iter().map(|part| match part {
            Part::Table(table) => table.rows.len() + LINES_OF_HEADS,
            _ => 0,
        });
        match lines.sum::<usize>() + self.notes.len() {
            0..=LINES_OF_PAGE => "normal",
            lines if lines <= DENSE_LINES_OF_PAGE => "dense",
            _ => "denser",
        }
    }
}

fn section(table: &PrintTable) -> Markup {
    let is_whole = table.rows.len() <= LINES_OF_PAGE;
    html! {
        section class=[is_whole.then_some("whole")] {
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

/// A card to fill in. Its heading has the round and the table.
fn article(event: &str, card: &PrintCard) -> Markup {
    let is_open = |cell: &PrintCell| matches!(cell, PrintCell::Choice(_) | PrintCell::Blank);
    let facts = |open| card.shown_facts().filter(move |(_, value)| is_open(value) == open);
    let is_wide = |cell: &PrintCell| matches!(cell, PrintCell::Choice(choices) if choices.len() > 2);
    html! {
        article {
            header {
                div {
                    p { (event) }
                    h2 { (card.heading) }
                    @for (column, value) in facts(false) { p { (column.head) " " (cell(value)) } }
                }
                @if let Some(code) = card.link.as_deref().and_then(qr_code) { div class="code" { (code) } }
            }
            @if !card.table.columns.is_empty() { (players(&card.table)) }
            dl {
                @for (column, value) in facts(true) {
                    div class=[is_wide(value).then_some("wide")] { dt { (column.head) } dd { (cell(value)) } }
                }
            }
            @if !card.text.is_empty() { p class="note" { (card.text) } }
        }
    }
}

/// The players of a card, each in two lines to leave space for writing.
fn players(table: &PrintTable) -> Markup {
    let is_name = |column: &PrintColumn| matches!(column.key, ColumnKey::Number | ColumnKey::Player);
    let open = || table.columns.iter().filter(|column| !is_name(column));
    html! {
        table {
            colgroup { @for column in open() { col class=[class(column)]; } }
            @for row in &table.rows {
                tbody {
                    tr {
                        th scope="rowgroup" colspan=(open().count()) {
                            @for (column, value) in table.columns.iter().zip(row) {
                                @if is_name(column) { (cell(value)) "  " }
                            }
                        }
                    }
                    tr {
                        @for (column, value) in table.columns.iter().zip(row) {
                            @if !is_name(column) {
                                td class=[class(column)] { small { (column.head) } " " (cell(value)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A diploma as it hangs on a wall, on a page of its own: in Japanese in vertical lines.
fn diploma(event: &str, card: &PrintCard, lang: Lang) -> Markup {
    let words = Words::new(lang);
    let line = |text: &str| match lang {
        Lang::Ja => upright(text),
        Lang::En => html! { (text) },
    };
    let fact = |key: ColumnKey| {
        let mut facts = card.facts.iter().filter(|(column, _)| column.key == key);
        facts.find_map(|(_, value)| match value {
            PrintCell::Text(text) if !text.is_empty() => Some(text.as_str()),
            _ => None,
        })
    };
    let award = fact(ColumnKey::Award).or_else(|| fact(ColumnKey::Place)).unwrap_or_default();
    let name = fact(ColumnKey::Player).or_else(|| fact(ColumnKey::Team)).unwrap_or_default();
    let date = match (fact(ColumnKey::Date), lang) {
        (Some(date), Lang::Ja) => vertical::date(date),
        (Some(date), Lang::En) => date.to_owned(),
        (None, _) => words.label("print-diploma-date"),
    };
    html! {
        article class="diploma" {
            div {
                h2 { (card.heading) }
                p class="award" { (line(award)) }
                @if let Some(titles) = fact(ColumnKey::Titles) { p class="titles" { (line(titles)) } }
                @if let Some(dan) = fact(ColumnKey::Dan) { p class="titles" { (words.label("print-diploma-dan")) " " (line(dan)) } }
                @if fact(ColumnKey::Invited).is_some() { p class="titles" { (words.label("print-diploma-invited")) } }
                div class="holder" {
                    @if let Some(affiliation) = fact(ColumnKey::Affiliation) { p { (line(affiliation)) } }
                    p class="name" { (line(name)) }
                }
                p class="praise" {
                    @if let Some(game) = fact(ColumnKey::Game) { (line(game)) " " }
                    (card.text)
                }
                p class="date" { (date) }
                p class="event" { (line(event)) }
                p class="presenter" {
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
        | ColumnKey::Affiliation
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
