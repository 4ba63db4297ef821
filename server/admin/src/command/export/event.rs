//! Sheets and tables of an event, from its public record.

use std::collections::BTreeSet;

use ishigaki_command::Exit;
use ishigaki_printout::Printout;
use ishigaki_record::tournament::Stop;
use ishigaki_report::{EventError, EventExport};
use ishigaki_words::Words;

use super::{Format, Options, Product, deliver};
use crate::command::{refused_gaps, say};

/// What there is of an event: its result pages and its certificates.
const EVENT_TABLES: [&str; 2] = ["results", "certificates"];

pub(super) fn run(options: &Options, record: &str, words: Words) -> anyhow::Result<Exit> {
    let event = match EventExport::of(record, &options.proof.expected()) {
        Ok(event) => event,
        Err(error) => {
            let what = match &error {
                EventError::NotInOrder(Stop::Violation(violation)) => words.event_record_violation(violation),
                error => words.with_sources(error),
            };
            say(&(words.not_in_order(&what) + "\n"))?;
            return Ok(Exit::Failed);
        }
    };
    if let Some(exit) = refused_gaps(&options.proof, &event.gaps(), words)? {
        return Ok(exit);
    }
    let name = options.table.as_deref();
    let tables = [("tables", words.list(EVENT_TABLES.map(String::from)).into())];
    let is_there = name.is_none_or(|name| EVENT_TABLES.contains(&name)) && options.team.is_none();
    anyhow::ensure!(is_there, "{}", words.say("export-of-event", &tables));
    anyhow::ensure!(
        name != Some("certificates") || event.is_declared(),
        "{}",
        words.label("export-no-certificates")
    );
    anyhow::ensure!(!options.format.contains(&Format::Json), "{}", words.say("export-of-event", &tables));
    let is_wanted = |of: &str| name.is_none_or(|name| name == of);
    let mut printouts: Vec<(String, Printout)> = Vec::new();
    if is_wanted("results") {
        printouts.extend(event.results(words.lang()));
    }
    if is_wanted("certificates") && event.is_declared() {
        let certificates = event.certificates(options.date.as_deref(), words.lang());
        printouts.extend(certificates.map(|printout| ("certificates".to_owned(), printout)));
    }
    let mut products = Vec::new();
    for &format in &options.format.iter().copied().collect::<BTreeSet<_>>() {
        for (name, printout) in &printouts {
            products.extend(product(name, printout, format)?);
        }
    }
    deliver(options, products, event.is_declared(), words)
}

fn product(name: &str, printout: &Printout, format: Format) -> anyhow::Result<Vec<Product>> {
    let text = match format {
        Format::Html => printout.html(),
        Format::Text => printout.text(),
        Format::Csv | Format::Json => {
            let sheets = printout.csv()?;
            let is_single = sheets.len() == 1;
            let file =
                |sheet: &str| if is_single { format!("{name}.csv") } else { format!("{name}-{sheet}.csv") };
            return Ok(sheets
                .into_iter()
                .map(|sheet| Product { file: file(&sheet.name), bytes: sheet.bytes })
                .collect());
        }
    };
    Ok(vec![Product { file: format!("{name}.{}", format.ending()), bytes: text.into_bytes() }])
}
