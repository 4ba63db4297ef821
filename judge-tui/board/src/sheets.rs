//! Printouts of an event, cut to the size of the board.

use ishigaki_printout::{ColumnKey, Part, PrintCell, PrintTable, Printout};
use ishigaki_screen::wrap;
use ishigaki_words::columns::{pad_end, pad_start, truncate, width};

const CELL_GAP: usize = 2;
const BLOCK_GAP: usize = 4;
const TEXT: (usize, usize) = (24, 6);
const SENTENCE: usize = 40;
const MIN_ROWS_BELOW_HEAD: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Heading,
    Plain,
    Winner,
    Faint,
}

pub(super) type Toned = (String, Tone);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PrintoutScreen {
    pub(super) heading: String,
    pub(super) number: (usize, usize),
    pub(super) lines: Vec<Vec<Toned>>,
}

struct PrintoutBlock {
    heads: Vec<Vec<Toned>>,
    rows: Vec<Vec<Toned>>,
    width: usize,
    is_table: bool,
}

pub(super) fn sheets(printout: &Printout, notes: bool, columns: usize, lines: usize) -> Vec<PrintoutScreen> {
    let lines = lines.max(MIN_ROWS_BELOW_HEAD + 2);
    // A single table has the whole width for its names.
    let longest = match &printout.parts[..] {
        [Part::Table(table)] if table.rows.len() + 2 <= lines => columns,
        _ => TEXT.0,
    };
    let mut blocks: Vec<PrintoutBlock> =
        printout.parts.iter().filter_map(|part| PrintoutBlock::of(part, columns, longest)).collect();
    let wide = blocks.iter().map(|block| block.width).max().unwrap_or(0);
    if notes && !printout.notes.is_empty() {
        blocks.push(PrintoutBlock::of_notes(&printout.notes, wide.max(SENTENCE).min(columns)));
    }
    let wide = blocks.iter().map(|block| block.width).max().unwrap_or(0);
    let per_row = ((columns + BLOCK_GAP) / (wide + BLOCK_GAP)).max(1);
    let stacks = balance(&blocks, lines, per_row);
    // Short tables get blank lines, which are readable from farther away, except a bracket.
    let is_airy =
        |page: &Vec<Vec<Toned>>| blocks.iter().all(|block| block.is_table) && page.len() * 2 <= lines;
    let pages: Vec<Vec<Vec<Toned>>> = stacks
        .chunks(per_row)
        .map(|stacks| side_by_side(stacks, wide))
        .map(|page| {
            if is_airy(&page) { page.into_iter().flat_map(|line| [line, Vec::new()]).collect() } else { page }
        })
        .collect();
    let of = pages.len();
    let sheet =
        |(at, lines)| PrintoutScreen { heading: printout.heading.clone(), number: (at + 1, of), lines };
    pages.into_iter().enumerate().map(sheet).collect()
}

fn balance(blocks: &[PrintoutBlock], lines: usize, per_row: usize) -> Vec<Vec<Vec<Toned>>> {
    let filled = stack(blocks, lines);
    let sheets = filled.len().div_ceil(per_row);
    // A table stays above its notes.
    if sheets == 1 && blocks.iter().filter(|block| block.is_table).count() < 2 {
        return filled;
    }
    let least = blocks.iter().map(|block| block.heads.len() + block.rows.len()).max().unwrap_or(0);
    let mut lower = (least.max(MIN_ROWS_BELOW_HEAD + 2)..lines).map(|lines| stack(blocks, lines));
    lower.find(|stacks| stacks.len().div_ceil(per_row) <= sheets).unwrap_or(filled)
}

fn stack(blocks: &[PrintoutBlock], lines: usize) -> Vec<Vec<Vec<Toned>>> {
    let mut stacks: Vec<Vec<Vec<Toned>>> = Vec::new();
    let mut stack: Vec<Vec<Toned>> = Vec::new();
    for block in blocks {
        let whole = block.heads.len() + block.rows.len();
        let room = lines.saturating_sub(stack.len() + 1);
        let is_parted = whole > lines;
        let least = if is_parted { block.heads.len() + MIN_ROWS_BELOW_HEAD } else { whole };
        if !stack.is_empty() && least > room {
            stacks.push(std::mem::take(&mut stack));
        }
        if !stack.is_empty() {
            stack.push(Vec::new());
        }
        stack.extend(block.heads.iter().cloned());
        for row in &block.rows {
            if stack.len() >= lines {
                stacks.push(std::mem::take(&mut stack));
                stack.extend(block.heads.iter().cloned());
            }
            stack.push(row.clone());
        }
    }
    stacks.extend((!stack.is_empty()).then_some(stack));
    stacks
}

fn side_by_side(stacks: &[Vec<Vec<Toned>>], wide: usize) -> Vec<Vec<Toned>> {
    let height = stacks.iter().map(Vec::len).max().unwrap_or(0);
    let line = |at: usize| {
        let mut line: Vec<Toned> = Vec::new();
        for (place, stack) in stacks.iter().enumerate() {
            let begin = place * (wide + BLOCK_GAP);
            let used: usize = line.iter().map(|(text, _)| width(text)).sum();
            if let Some(row) = stack.get(at).filter(|row| !row.is_empty()) {
                line.push((" ".repeat(begin.saturating_sub(used)), Tone::Plain));
                line.extend(row.iter().cloned());
            }
        }
        line
    };
    (0..height).map(line).collect()
}

impl PrintoutBlock {
    fn of(part: &Part, columns: usize, longest: usize) -> Option<Self> {
        match part {
            Part::Table(table) if !table.rows.is_empty() => Some(Self::of_table(table, columns, longest)),
            Part::Bracket(node) => {
                let lines = node.lines();
                let wide = lines.iter().map(|line| width(line)).max().unwrap_or(0).min(columns);
                let line = |line: String| vec![(truncate(&line, columns).into_owned(), Tone::Plain)];
                let rows = lines.into_iter().map(line).collect();
                Some(Self { heads: Vec::new(), rows, width: wide, is_table: false })
            }
            Part::Table(_) | Part::Cards { .. } | Part::Walls(_) => None,
        }
    }

    fn of_notes(notes: &[String], columns: usize) -> Self {
        let lines = notes.iter().flat_map(|note| wrap(note, columns));
        let rows = lines.map(|line| vec![(line, Tone::Faint)]).collect();
        Self { heads: Vec::new(), rows, width: columns, is_table: false }
    }

    fn of_table(table: &PrintTable, columns: usize, longest: usize) -> Self {
        let cells: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(text).collect()).collect();
        // Empty columns take no space.
        let is_needed = |at: &usize| {
            let has_text = cells.iter().any(|row| row.get(*at).is_some_and(|cell| !cell.is_empty()));
            has_text || table.columns.get(*at).is_some_and(|column| is_always_shown(column.key))
        };
        let mut kept: Vec<usize> = (0..table.columns.len()).filter(is_needed).collect();
        if total(&kept.iter().map(|at| widest(table, &cells, *at)).collect::<Vec<_>>()) > columns {
            // Group numbers are for paper; here people look for names.
            let has_ids = table.columns.iter().any(|column| column.key == ColumnKey::Id);
            kept.retain(|at| {
                !has_ids || table.columns.get(*at).is_none_or(|column| column.key != ColumnKey::X)
            });
        }
        let widths = widths(table, &cells, &kept, (columns, longest));
        let head = kept.iter().zip(&widths).filter_map(|(&at, &wide)| {
            let column = table.columns.get(at)?;
            Some(cell(&column.head, column.key, wide))
        });
        let head = vec![(head.collect::<Vec<_>>().join(&" ".repeat(CELL_GAP)), Tone::Faint)];
        let heading = truncate(&table.heading, columns).into_owned();
        let heading = (!heading.is_empty()).then(|| vec![(heading, Tone::Heading)]);
        let rows = cells.iter().map(|row| toned_cells(table, row, &kept, &widths)).collect();
        let wide = total(&widths);
        let widest = heading.iter().flatten().map(|(text, _)| width(text)).max().unwrap_or(0);
        let heads = heading.into_iter().chain([head]).collect();
        Self { heads, rows, width: wide.max(widest).min(columns), is_table: true }
    }
}

const fn is_always_shown(key: ColumnKey) -> bool {
    matches!(key, ColumnKey::Result | ColumnKey::Discs | ColumnKey::Winner | ColumnKey::Criterion(_))
}

fn widest(table: &PrintTable, cells: &[Vec<String>], at: usize) -> usize {
    let head = table.columns.get(at).map_or(0, |column| width(&column.head));
    let texts = cells.iter().filter_map(|row| row.get(at)).map(|cell| width(cell));
    texts.max().unwrap_or(0).max(head)
}

fn total(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + CELL_GAP * widths.len().saturating_sub(1)
}

fn widths(
    table: &PrintTable,
    cells: &[Vec<String>],
    kept: &[usize],
    (columns, longest): (usize, usize),
) -> Vec<usize> {
    let widest = |at: &usize| widest(table, cells, *at);
    let is_text = |&at: &usize| table.columns.get(at).is_some_and(|column| !column.key.is_figure());
    let mut widths: Vec<usize> =
        kept.iter().map(|at| if is_text(at) { widest(at).min(longest) } else { widest(at) }).collect();
    while total(&widths) > columns {
        let texts = kept.iter().zip(&mut widths).filter(|(at, wide)| is_text(at) && **wide > TEXT.1);
        let Some((_, longest)) = texts.max_by_key(|(_, wide)| **wide) else { break };
        *longest -= 1;
    }
    widths
}

fn toned_cells(table: &PrintTable, row: &[String], kept: &[usize], widths: &[usize]) -> Vec<Toned> {
    let winner = winner(table, row);
    let mut line: Vec<Toned> = Vec::new();
    for (place, (&at, &wide)) in kept.iter().zip(widths).enumerate() {
        let (Some(column), Some(text)) = (table.columns.get(at), row.get(at)) else { continue };
        let gap = if place == 0 { 0 } else { CELL_GAP };
        let tone = if winner == Some(column.key) { Tone::Winner } else { Tone::Plain };
        line.push((" ".repeat(gap), Tone::Plain));
        line.push((cell(text, column.key, wide), tone));
    }
    line
}

fn winner(table: &PrintTable, row: &[String]) -> Option<ColumnKey> {
    let cell = |key: ColumnKey| {
        let at = table.columns.iter().position(|column| column.key == key)?;
        row.get(at).filter(|cell| !cell.is_empty())
    };
    if let Some(won) = cell(ColumnKey::Winner) {
        let is_first = cell(ColumnKey::First) == Some(won);
        return Some(if is_first { ColumnKey::First } else { ColumnKey::Second });
    }
    match cell(ColumnKey::Result)?.as_str() {
        "○" => Some(ColumnKey::Player),
        _ => Some(ColumnKey::Opponent),
    }
}

fn cell(text: &str, key: ColumnKey, wide: usize) -> String {
    let text = truncate(text, wide);
    if key.is_figure() { pad_start(&text, wide) } else { pad_end(&text, wide) }
}

pub(super) fn text(cell: &PrintCell) -> String {
    match cell {
        PrintCell::Text(text) => text.clone(),
        PrintCell::Figure(figure) => figure.to_string(),
        // Forms are not filled in on a board.
        PrintCell::Blank | PrintCell::Choice(_) => String::new(),
    }
}
