//! Reads files.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::columns::Column;
use crate::decode::decode;
use crate::draft::{RosterDraft, RosterMember, RosterRules, id_fault, remarks_of};
use crate::fault::{RosterFault, RosterFileError, RosterRemark};
use crate::list::read_list;
use crate::table::{RawRow, Table};
use crate::text::{character_fault, composed, unified};
use crate::workbook::{is_workbook, read_workbook};

/// Line breaks of a text that is read; a Windows line end counts twice.
const MAX_BREAKS: usize = 10_000;

/// First bytes of PDF, PNG, JPEG and GIF files.
const SIGNATURES: [&[u8]; 4] = [b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8"];

/// Reads a roster from a workbook, CSV, or the server's JSON list.
///
/// # Errors
/// All faults with their positions, or only those of the header or of text that can't be read. The server
/// reports invalid JSON.
pub fn read_roster(bytes: &[u8], rules: RosterRules<'_>) -> Result<RosterDraft, Vec<RosterFileError>> {
    if bytes.trim_ascii().is_empty() {
        return Err(vec![RosterFileError::of_head(RosterFault::EmptyFile)]);
    }
    if SIGNATURES.iter().any(|signature| bytes.starts_with(signature)) {
        return Err(vec![RosterFileError::of_head(RosterFault::NoTable)]);
    }
    if is_workbook(bytes) {
        return read_table(&read_workbook(bytes)?, rules);
    }
    let text = decode(bytes);
    if let Some((at, _)) = text.match_indices(['\n', '\r']).nth(MAX_BREAKS) {
        let line = u64::try_from(text.get(..at).unwrap_or_default().lines().count()).unwrap_or(u64::MAX);
        return Err(vec![RosterFileError::at(line, 1, RosterFault::TooLarge)]);
    }
    if text.trim_start().starts_with('[') {
        return read_list(&text, rules);
    }
    read_table(&Table::of_csv(&text)?, rules)
}

fn read_table(table: &Table, rules: RosterRules<'_>) -> Result<RosterDraft, Vec<RosterFileError>> {
    let mut reader = TableReader { table, rules, errors: table.stray_cells() };
    reader.check_columns()?;
    if table.rows.is_empty() {
        reader.errors.push(RosterFileError::of_head(RosterFault::Nobody));
    }
    let members: Vec<RosterMember> =
        table.rows.iter().enumerate().map(|(at, row)| reader.member(at, row)).collect();
    reader.check_repeated_ids(&members);
    let TableReader { mut errors, .. } = reader;
    errors.sort_by_key(|error| (error.line, error.column));
    if !errors.is_empty() {
        return Err(errors);
    }
    let list = members.iter().map(|member| Value::Object(member.values.clone())).collect();
    let mut remarks = left_out(table, rules);
    if table.column(Column::Id).is_none() {
        remarks.push(RosterRemark::Numbered);
    }
    remarks.extend(table.totals.iter().map(|line| RosterRemark::TotalRow { line: *line }));
    remarks.extend(remarks_of(&members));
    Ok(RosterDraft { json: Value::Array(list).to_string(), members, remarks })
}

struct TableReader<'a> {
    table: &'a Table,
    rules: RosterRules<'a>,
    errors: Vec<RosterFileError>,
}

impl TableReader<'_> {
    fn check_columns(&self) -> Result<(), Vec<RosterFileError>> {
        if self.name_columns().is_empty() {
            return Err(vec![RosterFileError::of_head(RosterFault::NoNames)]);
        }
        Ok(())
    }

    /// Returns the columns that name a player: the name, both of its parts, or else the school or club.
    fn name_columns(&self) -> Vec<usize> {
        let found = |columns: &[Column]| -> Vec<usize> {
            columns.iter().filter_map(|column| self.table.column(*column)).collect()
        };
        let choices = [
            found(&[Column::Name]),
            found(&[Column::FamilyName, Column::GivenName]),
            found(&[Column::School]),
            found(&[Column::Affiliation]),
        ];
        choices.into_iter().find(|columns| !columns.is_empty()).unwrap_or_default()
    }

    fn member(&mut self, at: usize, row: &RawRow) -> RosterMember {
        let mut values = Map::new();
        values.insert("id".to_owned(), self.id(at, row).into());
        let name = self.name_columns();
        let kana = self.first_of(&[&[Column::Kana], &[Column::FamilyKana, Column::GivenKana]]);
        let texts = [
            ("name", self.joined(row, &name, composed)),
            ("kana", self.joined(row, &kana, unified)),
            ("romaji", self.text(row, Column::Romaji, unified)),
            ("seed", self.seed(row)),
            ("rank", self.rank(row)),
            ("affiliation", self.text(row, Column::Affiliation, composed)),
            ("school", self.text(row, Column::School, composed)),
            ("division", self.text(row, Column::Division, unified)),
        ];
        if let (Some(column), "") = (name.first(), &*texts[0].1)
            && row.cells.get(*column).is_none_or(Result::is_ok)
        {
            self.error(row, *column, RosterFault::Empty);
        }
        for (member, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            values.insert(member.to_owned(), text.into());
        }
        if let Some(woman) = self.woman(row) {
            values.insert("woman".to_owned(), woman.into());
        }
        RosterMember { line: row.line, values }
    }

    fn first_of(&self, choices: &[&[Column]]) -> Vec<usize> {
        let found = choices.iter().map(|columns| {
            columns.iter().filter_map(|column| self.table.column(*column)).collect::<Vec<_>>()
        });
        found.into_iter().find(|columns| !columns.is_empty()).unwrap_or_default()
    }

    fn error(&mut self, row: &RawRow, column: usize, fault: RosterFault) {
        self.errors.push(self.table.error_at(row, column, fault));
    }

    /// Returns a cell's text, and notes its fault.
    fn cell(&mut self, row: &RawRow, column: usize, read: fn(&str) -> String) -> String {
        let fault = match row.cells.get(column) {
            Some(Err(fault)) => Some(fault.clone()),
            Some(Ok(text)) => character_fault(&read(text)),
            None => None,
        };
        if let Some(fault) = fault {
            self.error(row, column, fault);
        }
        read(row.text(column))
    }

    fn text(&mut self, row: &RawRow, column: Column, read: fn(&str) -> String) -> String {
        self.table.column(column).map(|column| self.cell(row, column, read)).unwrap_or_default()
    }

    fn joined(&mut self, row: &RawRow, columns: &[usize], read: fn(&str) -> String) -> String {
        let parts: Vec<String> = columns.iter().map(|column| self.cell(row, *column, read)).collect();
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the id, which is the number in the file's order without a column of ids.
    fn id(&mut self, at: usize, row: &RawRow) -> String {
        let Some(column) = self.table.column(Column::Id) else { return (at + 1).to_string() };
        let errors = self.errors.len();
        let id = self.cell(row, column, unified);
        if self.errors.len() == errors
            && let Some(fault) = id_fault(&id, self.rules.ids)
        {
            self.error(row, column, fault);
        }
        id
    }

    fn seed(&mut self, row: &RawRow) -> String {
        let (Some(classes), Some(column)) = (self.rules.seed_classes, self.table.column(Column::Seed)) else {
            return String::new();
        };
        let seed = self.cell(row, column, unified);
        let named = |class: &&String| {
            let (class, seed) = (unified(class).to_lowercase(), seed.to_lowercase());
            seed.strip_suffix("シード").unwrap_or(&seed).trim() == class
        };
        match classes.iter().find(named) {
            Some(class) => class.clone(),
            None if ["", "-", "なし", "無"].contains(&&*seed) => String::new(),
            None => {
                let known = if classes.is_empty() { "-".to_owned() } else { classes.join(", ") };
                self.error(row, column, RosterFault::NoSeedClass { class: seed.clone(), known });
                seed
            }
        }
    }

    /// Returns whether a player is a woman, if the roster says so: by a mark or the sex.
    fn woman(&mut self, row: &RawRow) -> Option<bool> {
        self.rules.seed_classes?;
        let marked = self.table.column(Column::Woman).map(|column| {
            let cell = self.cell(row, column, unified);
            let flag = flag(&cell);
            if flag.is_none() {
                self.error(row, column, RosterFault::NeitherYesNorNo { cell: cell.clone() });
            }
            (flag, !cell.is_empty())
        });
        let column = self.table.column(Column::Sex);
        let told = column.and_then(|column| {
            let cell = self.cell(row, column, unified);
            let woman = is_woman(&cell);
            if woman.is_none() && !cell.is_empty() {
                self.error(row, column, RosterFault::UnknownSex { cell });
            }
            woman
        });
        match (marked, told) {
            (Some((Some(marked), true)), Some(told)) if marked != told => {
                let other = self.table.column(Column::Woman).and_then(|at| self.table.head.get(at)).cloned();
                let other = other.unwrap_or_default();
                self.error(row, column.unwrap_or_default(), RosterFault::Contradiction { other });
                None
            }
            (Some((Some(marked), true)), _) => Some(marked),
            (_, told) => told,
        }
    }

    /// Returns the rank in dan or kyu. A number alone gets the word of its column.
    fn rank(&mut self, row: &RawRow) -> String {
        let columns = [(Column::Rank, ""), (Column::Dan, "段"), (Column::Kyu, "級")];
        let ranks = columns.map(|(column, word)| {
            let rank = self.text(row, column, unified);
            let is_number = !rank.is_empty() && rank.chars().all(|digit| digit.is_ascii_digit());
            if is_number { format!("{rank}{word}") } else { rank }
        });
        ranks.into_iter().find(|rank| !["", "-", "なし", "無"].contains(&&**rank)).unwrap_or_default()
    }

    fn check_repeated_ids(&mut self, members: &[RosterMember]) {
        let column = self.table.column(Column::Id);
        let mut first = BTreeMap::new();
        for (row, member) in self.table.rows.iter().zip(members) {
            let id = member.text("id");
            let before = *first.entry(id).or_insert(member.line);
            if !id.is_empty() && before != member.line {
                let fault = RosterFault::Twice { id: id.to_owned(), before };
                self.errors.push(self.table.error_at(row, column.unwrap_or_default(), fault));
            }
        }
    }
}

fn flag(cell: &str) -> Option<bool> {
    match cell.to_lowercase().as_str() {
        "yes" | "y" | "true" | "1" | "○" | "◯" | "〇" | "●" | "✓" | "✔" | "はい" | "有" | "女" => {
            Some(true)
        }
        "no" | "n" | "false" | "0" | "×" | "✕" | "✗" | "-" | "ー" | "いいえ" | "無" | "男" | "" => {
            Some(false)
        }
        _ => None,
    }
}

fn is_woman(cell: &str) -> Option<bool> {
    match cell.to_lowercase().as_str() {
        "女" | "女性" | "女子" | "f" | "female" | "woman" => Some(true),
        "男" | "男性" | "男子" | "m" | "male" | "man" => Some(false),
        _ => None,
    }
}

fn left_out(table: &Table, rules: RosterRules<'_>) -> Vec<RosterRemark> {
    let is_left_out = |column: Option<Column>| match column {
        None => true,
        Some(Column::Seed | Column::Woman | Column::Sex) => rules.seed_classes.is_none(),
        Some(_) => false,
    };
    let columns = table.head.iter().zip(&table.columns);
    let names = columns.filter(|(name, column)| !name.is_empty() && is_left_out(**column));
    names.map(|(name, _)| RosterRemark::LeftOut { name: composed(name) }).collect()
}
