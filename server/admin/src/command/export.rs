//! `export`: tables and sheets of a game or event, from its public record.

mod event;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use ishigaki_client_command::ProofArgs;
use ishigaki_command::{AnswerShape, Exit, Language, json_line, write_file};
use ishigaki_record::tournament;
use ishigaki_record::transcript::read_text;
use ishigaki_report::{GameExport, GameSheet, GameTable, NAMES, Particulars, SHEETS};
use ishigaki_rules::Setup;
use ishigaki_words::Words;
use ishigaki_words::columns::clean;

use crate::explanation::{UnreadableFile, UnwritableFile};
use anyhow::Context as _;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use serde_json::{Map, Value as Json};

use super::{refused_gaps, refused_record, say};

#[derive(Debug, Args)]
pub struct Options {
    /// Record, as written by `transcript`
    file: PathBuf,
    /// Table to print, or `team` for a team's own game; without it, all tables go to --out. Of an event:
    /// `results` or `certificates`, not as JSON
    #[arg(value_name = "TABLE", value_parser = PossibleValuesParser::new(names()))]
    table: Option<String>,
    /// Folder to write to, created if missing; existing files are replaced
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Formats, separated by commas with --out. `html` and `text` exist only for results, certificates and
    /// team
    #[arg(long, value_name = "FORMAT", default_value = "csv", value_delimiter = ',')]
    format: Vec<Format>,
    /// Code of a team
    #[arg(long, value_name = "CODE")]
    team: Option<String>,
    /// Title of the contest for sheets and certificates
    #[arg(long, value_name = "TITLE")]
    contest: Option<String>,
    /// Japanese title of the contest
    #[arg(long, value_name = "TITLE")]
    contest_ja: Option<String>,
    /// Date on certificates
    #[arg(long, value_name = "TEXT")]
    date: Option<String>,
    /// CSV with romanised team names for English sheets, such as a roster: columns id, name, romaji
    #[arg(long, value_name = "FILE")]
    names: Option<PathBuf>,
    #[command(flatten)]
    proof: ProofArgs,
    #[command(flatten)]
    language: Language,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum Format {
    /// Spreadsheet, UTF-8 with byte order mark
    Csv,
    /// Array of objects, one per row; for a team, an object of such arrays
    Json,
    /// Page for A4 in one file
    Html,
    /// Plain text
    Text,
}

impl Format {
    fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Html => "html",
            Self::Text => "txt",
        }
    }

    fn is_printed(self) -> bool {
        matches!(self, Self::Html | Self::Text)
    }
}

/// Returns all table names.
fn names() -> Vec<&'static str> {
    NAMES.into_iter().chain(SHEETS.into_iter().filter(|name| !NAMES.contains(name))).collect()
}

/// A product and its file name.
struct Product {
    file: String,
    bytes: Vec<u8>,
}

pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let words = options.language.words();
    if options.table.is_none() && options.out.is_none() {
        let tables = words.list(names().into_iter().map(str::to_owned));
        let reason = words.say("export-no-table", &[("tables", tables.into())]);
        return Ok(AnswerShape::of_process().fail(&words.label("fail-error"), &reason, Exit::Misused));
    }
    let particulars = options.particulars(words)?;
    let record =
        fs::File::open(&options.file).and_then(read_text).map_err(UnreadableFile::of(&options.file))?;
    if tournament::is_record(&record) {
        return event::run(options, &record, words);
    }
    let export = match GameExport::of(&record, &options.proof.expected()) {
        Ok(export) => export,
        Err(error) => return refused_record(error, words),
    };
    if let Some(exit) = refused_gaps(&options.proof, &export.gaps(), words)? {
        return Ok(exit);
    }
    options.check(&export, words)?;
    let mut products = Vec::new();
    for &format in &options.format.iter().copied().collect::<BTreeSet<_>>() {
        products.extend(options.products(&export, &particulars, format, words)?);
    }
    deliver(options, products, export.is_declared(), words)
}

/// Writes the products to the folder or prints them.
fn deliver(
    options: &Options,
    products: Vec<Product>,
    is_declared: bool,
    words: Words,
) -> anyhow::Result<Exit> {
    let Some(folder) = &options.out else {
        for product in products {
            say(&String::from_utf8(product.bytes)?)?;
        }
        return Ok(Exit::Done);
    };
    let written = write(folder, products)?;
    say(&(words.say("export-done", &[("files", words.list(written).into())]) + "\n"))?;
    if options.table.is_none() && !is_declared {
        say(&(words.label("export-not-declared") + "\n"))?;
    }
    Ok(Exit::Done)
}

/// Writes all products into a directory, and returns their paths.
fn write(folder: &Path, products: Vec<Product>) -> anyhow::Result<Vec<String>> {
    fs::create_dir_all(folder).map_err(UnwritableFile::of(folder))?;
    let mut written = Vec::new();
    for Product { file, bytes } in products {
        let path = folder.join(file);
        write_file(&path, bytes).map_err(UnwritableFile::of(&path))?;
        written.push(path.display().to_string());
    }
    Ok(written)
}

impl Options {
    fn particulars(&self, words: Words) -> anyhow::Result<Particulars> {
        let names = self.names.as_ref().map(|file| {
            let bytes = fs::read(file).map_err(UnreadableFile::of(file))?;
            let bad = || words.say("names-bad", &[("path", file.display().to_string().into())]);
            Particulars::read_names(&bytes).with_context(bad)
        });
        Ok(Particulars {
            title: self.contest.clone(),
            title_ja: self.contest_ja.clone(),
            date: self.date.clone(),
            names: names.transpose()?.unwrap_or_default(),
        })
    }

    /// Rejects unknown teams and tables.
    fn check(&self, export: &GameExport, words: Words) -> anyhow::Result<()> {
        let is = |name: &str| self.table.as_deref() == Some(name);
        if let Some(code) = &self.team {
            let is_there = export.setup().teams.iter().any(|team| team.code == *code);
            anyhow::ensure!(is_there, "{}", unknown_team(code, export.setup(), words));
        }
        anyhow::ensure!(
            !is("certificates") || export.is_declared(),
            "{}",
            words.label("export-no-certificates")
        );
        if self.out.is_some() {
            return Ok(());
        }
        anyhow::ensure!(self.format.len() == 1, "{}", words.label("export-one-format"));
        anyhow::ensure!(!is("team") || self.team.is_some(), "{}", words.label("export-which-team"));
        Ok(())
    }

    /// Returns the requested products in a format.
    fn products(
        &self,
        export: &GameExport,
        particulars: &Particulars,
        format: Format,
        words: Words,
    ) -> anyhow::Result<Vec<Product>> {
        let name = self.table.as_deref();
        let is_wanted = |of: &str| name.is_none_or(|name| name == of);
        if format.is_printed() {
            let gaps = [
                ("table", name.unwrap_or_default().into()),
                ("sheets", words.list(SHEETS.map(String::from)).into()),
            ];
            anyhow::ensure!(
                name.is_none_or(|name| SHEETS.contains(&name)),
                "{}",
                words.say("export-not-printed", &gaps)
            );
            let sheets = export.sheets(particulars, words.lang()).into_iter();
            let sheets =
                sheets.filter(|sheet| is_wanted(sheet.name) && self.is_of_team(sheet, export.setup()));
            return Ok(sheets.map(|sheet| printed(&sheet, format)).collect());
        }
        let mut tables = export.tables(particulars, words.lang());
        if let Some(code) = &self.team {
            for table in &mut tables {
                table.retain_team(code);
            }
        }
        tables.retain(|table| table.name != "certificates" || export.is_declared());
        if name == Some("team") {
            anyhow::ensure!(format == Format::Json, "{}", words.label("export-team-tables"));
            let Some(code) = &self.team else { anyhow::bail!("{}", words.label("export-which-team")) };
            let file = export.team_file(code).unwrap_or_default();
            return Ok(vec![Product { file: file + ".json", bytes: line(&all(&tables))? }]);
        }
        tables.into_iter().filter(|table| is_wanted(table.name)).map(|table| tabled(&table, format)).collect()
    }

    fn is_of_team(&self, sheet: &GameSheet, setup: &Setup) -> bool {
        let code = sheet.team.and_then(|team| setup.team(team)).map(|team| &team.code);
        match (&self.team, code) {
            (Some(wanted), Some(code)) => wanted == code,
            // With a team but no table, only its own game is written.
            (Some(_), None) => self.table.is_some(),
            (None, _) => true,
        }
    }
}

fn printed(sheet: &GameSheet, format: Format) -> Product {
    let text = if format == Format::Html { sheet.printout.html() } else { sheet.printout.text() };
    Product { file: format!("{}.{}", sheet.file, format.ending()), bytes: text.into_bytes() }
}

fn tabled(table: &GameTable, format: Format) -> anyhow::Result<Product> {
    let bytes = if format == Format::Csv { table.csv()?.bytes } else { line(&table.json())? };
    Ok(Product { file: format!("{}.{}", table.name, format.ending()), bytes })
}

fn all(tables: &[GameTable]) -> Json {
    tables.iter().map(|table| (table.name.to_owned(), table.json())).collect::<Map<String, Json>>().into()
}

fn line(json: &Json) -> anyhow::Result<Vec<u8>> {
    Ok(json_line(json)?)
}

fn unknown_team(code: &str, setup: &Setup, words: Words) -> String {
    let codes = words.list(setup.teams.iter().map(|team| clean(&team.code).into_owned()));
    words.say("export-no-team", &[("team", clean(code).into_owned().into()), ("teams", codes.into())])
}
