//! Rosters (名簿) from files: CSV with a head, or the JSON list that the server takes.

use serde_json::{Map, Value};

/// The JSON list of a roster's text (`TD4`). Of CSV, the head names the members; an empty cell is none, and columns that
/// the rules do not know stay the organiser's own.
///
/// # Errors
/// If it is CSV of no equal rows, or `woman` is neither yes nor no; the server judges everything else.
pub(crate) fn roster_json(text: &str) -> Result<String, String> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('[') {
        return Ok(text.to_owned());
    }
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let head = reader.headers().map_err(|error| error.to_string())?.clone();
    let mut lines = Vec::new();
    for (at, record) in (1..).zip(reader.records()) {
        let record = record.map_err(|error| error.to_string())?;
        let mut line = Map::new();
        for (name, cell) in head.iter().zip(&record).filter(|(_, cell)| !cell.is_empty()) {
            let value = if name == "woman" { woman(cell, at)? } else { cell.into() };
            line.insert(name.to_owned(), value);
        }
        lines.push(Value::Object(line));
    }
    Ok(Value::Array(lines).to_string())
}

fn woman(cell: &str, line: usize) -> Result<Value, String> {
    match cell.to_ascii_lowercase().as_str() {
        "yes" | "true" | "1" | "○" => Ok(true.into()),
        "no" | "false" | "0" => Ok(false.into()),
        _ => Err(format!("line {line}, woman: {cell:?} is neither yes nor no")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Value {
        serde_json::from_str(&roster_json(text).unwrap()).unwrap()
    }

    #[test]
    fn a_spreadsheet_becomes_the_list_that_the_server_takes() {
        let text = "\u{feff}id,name,seed,woman,club\nP1,佐藤,A,○,石垣\nP2,\"Ito, Ken\",,no,\n";
        let expected = json!([
            { "id": "P1", "name": "佐藤", "seed": "A", "woman": true, "club": "石垣" },
            { "id": "P2", "name": "Ito, Ken", "woman": false },
        ]);
        assert_eq!(read(text), expected);
        assert_eq!(read(&expected.to_string()), expected, "a list is taken as it is");
    }

    #[test]
    fn rows_that_do_not_fit_their_head_are_refused() {
        assert!(roster_json("id,name\nP1\n").is_err());
        assert!(roster_json("id,woman\nP1,perhaps\n").unwrap_err().contains("line 1"));
    }
}
