//! Printouts as pages and spreadsheets, read back by independent parsers.

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use ishigaki_printout::{Part, PrintCell, PrintKind, PrintTable, Printout};
use ishigaki_tournament::{Round, StageId};
use ishigaki_words::Lang;
use markup5ever_rcdom::{Handle, NodeData, RcDom};

use crate::event::play::{day, declared};

fn all(lang: Lang) -> Vec<Printout> {
    let event = declared("M42");
    let edition = event.edition(lang);
    let day = day();
    let groups = day.edition(lang);
    let printed = PrintKind::OF_EVENTS.into_iter().filter(|kind| *kind != PrintKind::Groups).map(|kind| {
        // This round has the most varied results.
        edition.print(kind, Some(Round(5)))
    });
    let printed = printed.chain([groups.groups(StageId(0)), groups.ranking()]);
    printed.map(|printout| printout.expect("it can be printed")).collect()
}

fn parse(page: &str) -> RcDom {
    let options = ParseOpts::default();
    parse_document(RcDom::default(), options).from_utf8().one(page.as_bytes())
}

fn elements(node: &Handle, name: &str, found: &mut Vec<Handle>) {
    if let NodeData::Element { name: own, .. } = &node.data
        && &*own.local == name
    {
        found.push(node.clone());
    }
    for child in node.children.borrow().iter() {
        elements(child, name, found);
    }
}

fn find(dom: &RcDom, name: &str) -> Vec<Handle> {
    let mut found = Vec::new();
    elements(&dom.document, name, &mut found);
    found
}

fn content(node: &Handle) -> String {
    match &node.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => node.children.borrow().iter().map(content).collect(),
    }
}

fn attribute(node: &Handle, name: &str) -> Option<String> {
    let NodeData::Element { attrs, .. } = &node.data else { return None };
    let attrs = attrs.borrow();
    attrs.iter().find(|attribute| &*attribute.name.local == name).map(|found| found.value.to_string())
}

fn tables(printout: &Printout) -> impl Iterator<Item = &PrintTable> {
    printout.parts.iter().filter_map(|part| match part {
        Part::Table(table) => Some(table),
        Part::Cards { .. } | Part::Bracket(_) | Part::Walls(_) => None,
    })
}

fn cell_text(cell: &PrintCell) -> String {
    match cell {
        PrintCell::Text(text) => text.clone(),
        PrintCell::Figure(figure) => figure.to_string(),
        PrintCell::Blank | PrintCell::Choice(_) => String::new(),
    }
}

#[test]
fn html_pages_are_well_formed_and_declare_language() {
    for printout in Lang::ALL.into_iter().flat_map(all) {
        let page = printout.html();
        let dom = parse(&page);
        assert!(dom.errors.borrow().is_empty(), "{:?}: {:?}", printout.kind, dom.errors.borrow());
        let html = find(&dom, "html");
        assert_eq!(attribute(&html[0], "lang").as_deref(), Some(printout.lang.code()));
        assert_eq!(content(&find(&dom, "h1")[0]), printout.heading);
        assert!(page.contains("@media print"));
        // The page is self-contained: it loads nothing and runs no scripts.
        for outside in ["script", "link", "img", "iframe"] {
            assert!(find(&dom, outside).is_empty(), "{outside} in {:?}", printout.kind);
        }
        assert!(!page.contains("url(") && !page.contains("@import"));
    }
}

#[test]
fn html_page_has_all_cells_and_escapes_names() {
    for printout in Lang::ALL.into_iter().flat_map(all) {
        if printout.parts.iter().any(|part| matches!(part, Part::Cards { .. })) {
            continue;
        }
        let expected: Vec<String> =
            tables(&printout).flat_map(|table| table.rows.iter().flatten()).map(cell_text).collect();
        let dom = parse(&printout.html());
        let found: Vec<String> = find(&dom, "td").iter().map(content).collect();
        assert_eq!(found, expected, "{:?}", printout.kind);
    }
    let event = declared("M42");
    let page = event.edition(Lang::Ja).standings().expect("leagues are made").html();
    assert!(page.contains("&lt;script&gt;&amp;amp;&lt;/script&gt;"), "the name stands as it is");
}

#[test]
fn slips_lie_four_to_a_page_with_both_signatures() {
    let event = declared("M42");
    let printout = event.edition(Lang::En).slips(Round(1)).expect("it was paired");
    let dom = parse(&printout.html());
    let pages: Vec<Handle> = find(&dom, "div")
        .into_iter()
        .filter(|div| attribute(div, "class").as_deref() == Some("page of-4"))
        .collect();
    let slips_of = |page: &Handle| {
        let mut slips = Vec::new();
        elements(page, "article", &mut slips);
        slips.len()
    };
    let games = event.tournament.rounds()[0].games().count();
    assert_eq!(games, 11);
    assert_eq!(pages.iter().map(slips_of).collect::<Vec<_>>(), [4, 4, 3]);
    for article in find(&dom, "article") {
        let mut rows = Vec::new();
        elements(&article, "tbody", &mut rows);
        let blanks = |row: &Handle| {
            let mut spans = Vec::new();
            elements(row, "span", &mut spans);
            spans.iter().filter(|span| attribute(span, "class").as_deref() == Some("blank")).count()
        };
        // Discs and signature of both players.
        assert_eq!(rows.iter().map(blanks).sum::<usize>(), 4);
    }
}

#[test]
fn spreadsheets_read_back_as_the_rows_they_were_made_of() {
    for printout in Lang::ALL.into_iter().flat_map(all) {
        let sheets = printout.csv().expect("rows are as long as their heads");
        let parts: Vec<&Part> =
            printout.parts.iter().filter(|part| !matches!(part, Part::Bracket(_))).collect();
        assert_eq!(sheets.len(), parts.len());
        for (sheet, part) in sheets.iter().zip(parts) {
            let bytes = sheet.bytes.strip_prefix("\u{feff}".as_bytes()).expect("a byte order mark");
            let mut reader = csv::Reader::from_reader(bytes);
            let head: Vec<String> = reader.headers().expect("a head").iter().map(str::to_owned).collect();
            let rows: Vec<Vec<String>> = reader
                .records()
                .map(|record| record.expect("as long as the head").iter().map(str::to_owned).collect())
                .collect();
            match part {
                Part::Table(table) => {
                    let heads: Vec<&str> = table.columns.iter().map(|column| column.head.as_str()).collect();
                    assert_eq!(head, heads);
                    let plain = |cell: &PrintCell| cell_text(cell).replace("=HYPERLINK", "'=HYPERLINK");
                    let expected: Vec<Vec<String>> =
                        table.rows.iter().map(|row| row.iter().map(plain).collect()).collect();
                    assert_eq!(rows, expected, "{}", sheet.name);
                }
                Part::Cards { cards, .. } => {
                    let lines: usize = cards.iter().map(|card| card.table.rows.len().max(1)).sum();
                    assert_eq!(rows.len(), lines, "{}", sheet.name);
                }
                Part::Bracket(_) | Part::Walls(_) => unreachable!("a bracket has no file"),
            }
        }
    }
}

#[test]
fn csv_escapes_names_that_look_like_formulas() {
    let event = declared("M42");
    let sheets = event.edition(Lang::En).standings().expect("leagues are made").csv().expect("even rows");
    let text = String::from_utf8(sheets[0].bytes.clone()).expect("UTF-8");
    assert!(text.contains("\"'=HYPERLINK(\"\"x\"\")\""), "{text}");
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let is_formula = |field: &str| field.starts_with(['=', '+', '@']);
    assert!(!reader.records().any(|record| record.expect("a record").iter().any(is_formula)));
}

#[test]
fn html_page_and_csv_match_snapshots() {
    let event = declared("M42");
    let printout = event.edition(Lang::Ja).ranking().expect("all is played");
    insta::assert_snapshot!("ranking_ja_html", printout.html());
    let slips = event.edition(Lang::En).slips(Round(7)).expect("it was paired");
    let sheet = slips.csv().expect("even rows").remove(0);
    insta::assert_snapshot!("slips_en_csv", String::from_utf8(sheet.bytes).expect("UTF-8"));
}

#[test]
fn bracket_has_a_box_for_every_entrant_and_winner() {
    let event = declared("M42");
    let printout = event.edition(Lang::En).bracket().expect("leagues are made");
    let dom = parse(&printout.html());
    let with = |name: &str| {
        let divs = find(&dom, "div").into_iter();
        divs.filter(|div| attribute(div, "class").as_deref() == Some(name)).collect::<Vec<_>>()
    };
    assert_eq!((with("entrant").len(), with("bout").len()), (4 + 3, 3));
    let champion = event.tournament.final_ranking().expect("all is played").rows[0].player;
    let name = event.names[champion.index()].romaji.clone().expect("a name in Latin letters");
    assert!(content(with("entrant").last().expect("the final's")).ends_with(&name));
}
