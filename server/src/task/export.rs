//! `export`: a game's tables for spreadsheets and other programs, from its public record.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use ishigaki_command::{Exit, Language, write_file};
use ishigaki_record::signing::Fingerprint;
use ishigaki_report::{Error, GameTable, NAMES, tables};

use super::{object, say};

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The record: a file as `transcript` writes it.
    file: PathBuf,
    /// The table to print; without it all are, into the folder of --out.
    #[arg(value_name = "TABLE", value_parser = PossibleValuesParser::new(NAMES), required_unless_present = "out")]
    table: Option<String>,
    /// The folder that the tables are written to, one file each; made if it is not there. Existing files are replaced.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// What the tables are written as.
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: Format,
    /// The fingerprint of the server's key, from the team sheet or the board: the record has to be signed by it.
    #[arg(long, value_name = "FINGERPRINT")]
    key: Option<Fingerprint>,
    #[command(flatten)]
    language: Language,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For spreadsheets, in UTF-8 with a byte order mark.
    Csv,
    /// An array of objects, one a row.
    Json,
}

impl Format {
    fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }

    fn bytes(self, table: &GameTable) -> anyhow::Result<Vec<u8>> {
        Ok(match self {
            Self::Csv => table.csv()?.bytes,
            Self::Json => serde_json::to_vec(&table.json())?,
        })
    }
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Exit> {
    let (words, file) = (options.language.words(), options.file.display());
    let record = fs::read_to_string(&options.file).with_context(|| format!("cannot read {file}"))?;
    let mut tables = match tables(&record, options.key.as_ref(), words.lang()) {
        Ok(tables) => tables,
        Err(error @ (Error::NotInOrder(_) | Error::Unreadable(_))) => {
            let what = anyhow::Error::from(error);
            say(&(words.not_in_order(&format!("{what:#}")) + "\n"))?;
            return Ok(Exit::Failed);
        }
    };
    if let Some(name) = &options.table {
        tables.retain(|table| table.name == name);
    }
    let Some(folder) = &options.out else {
        for table in &tables {
            match options.format {
                Format::Csv => say(&String::from_utf8(table.csv()?.bytes)?)?,
                Format::Json => object(&table.json())?,
            }
        }
        return Ok(Exit::Done);
    };
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut written = Vec::new();
    for table in &tables {
        let path = folder.join(format!("{}.{}", table.name, options.format.name()));
        write_file(&path, options.format.bytes(table)?)
            .with_context(|| format!("cannot write {}", path.display()))?;
        written.push(path.display().to_string());
    }
    say(&(words.say("export-done", &[("files", words.list(written).into())]) + "\n"))?;
    Ok(Exit::Done)
}
