//! Files in the formats of spreadsheets.

use encoding_rs::SHIFT_JIS;
use ishigaki_roster::{IdRule, RosterDraft, RosterFileError, RosterRules, read_roster};
use rust_xlsxwriter::Workbook;

/// Reads the roster of a league event with the seed classes A and B.
pub(crate) fn read(bytes: &[u8]) -> Result<RosterDraft, Vec<RosterFileError>> {
    let classes = ["A".to_owned(), "B".to_owned()];
    read_roster(bytes, RosterRules { seed_classes: Some(&classes), ids: IdRule::Any })
}

/// Reads the roster of teams, whose ids become codes.
pub(crate) fn read_teams(bytes: &[u8]) -> Result<RosterDraft, Vec<RosterFileError>> {
    read_roster(bytes, RosterRules { seed_classes: None, ids: IdRule::Team { longest: 16 } })
}

/// Returns the members in one line each, such as `1 佐藤 さとう woman`.
pub(crate) fn lines(draft: &RosterDraft) -> Vec<String> {
    let line = |values: &serde_json::Map<String, serde_json::Value>| {
        let members = ishigaki_roster::MEMBERS.into_iter().filter_map(|name| match values.get(name)? {
            serde_json::Value::String(text) => Some(text.clone()),
            serde_json::Value::Bool(flag) => flag.then(|| name.to_owned()),
            _ => None,
        });
        members.collect::<Vec<_>>().join("|")
    };
    draft.members.iter().map(|member| line(&member.values)).collect()
}

/// Returns text as CSV of Excel in Japanese Windows.
pub(crate) fn windows(text: &str) -> Vec<u8> {
    SHIFT_JIS.encode(&text.replace('\n', "\r\n")).0.into_owned()
}

/// Returns text as Excel's "Unicode text".
pub(crate) fn unicode_text(text: &str) -> Vec<u8> {
    let tabs = text.replace('\n', "\r\n").replace(',', "\t");
    "\u{feff}".encode_utf16().chain(tabs.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

/// Returns a workbook with a sheet for each text. Numbers become numbers, as when they are typed.
pub(crate) fn workbook(sheets: &[(&str, &str)]) -> Vec<u8> {
    let mut book = Workbook::new();
    for (name, text) in sheets {
        let sheet = book.add_worksheet();
        sheet.set_name(*name).unwrap();
        for (row, line) in (0..).zip(text.lines()) {
            for (column, cell) in (0..).zip(line.split(',')) {
                match cell.parse::<f64>() {
                    Ok(number) => sheet.write_number(row, column, number).unwrap(),
                    Err(_) if cell.is_empty() => sheet,
                    Err(_) => sheet.write_string(row, column, cell).unwrap(),
                };
            }
        }
    }
    book.save_to_buffer().unwrap()
}
