//! `verify`: whether a game's public record holds.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::verify::{self, Ending, Report, Signer};

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The record: a file as `transcript` writes it, or `-` for standard input.
    file: PathBuf,
    /// The fingerprint of the server's key, from the team sheet or the board. Without it the record is checked
    /// in itself, but not who signed it.
    #[arg(long, value_name = "FINGERPRINT")]
    key: Option<Fingerprint>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let text = read(&options.file)?;
    let mut out = io::stdout().lock();
    match verify::verify(&text, options.key.as_ref()) {
        Ok(report) => {
            for line in told(&report) {
                writeln!(out, "{line}")?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(finding) => {
            writeln!(out, "NOT IN ORDER: {}", with_sources(&finding))?;
            Ok(ExitCode::FAILURE)
        }
    }
}

fn read(file: &Path) -> anyhow::Result<String> {
    if file == Path::new("-") {
        let mut text = String::new();
        io::stdin().lock().read_to_string(&mut text).context("cannot read standard input as text")?;
        return Ok(text);
    }
    fs::read_to_string(file).with_context(|| format!("cannot read {} as text", file.display()))
}

/// What was checked, in plain words.
fn told(report: &Report) -> Vec<String> {
    let ending = match report.ending {
        Ending::Declared => "the result is declared (E4)",
        Ending::Abandoned => "the game was abandoned (G4)",
        Ending::Open => "the game is not over: there may be more that is not in this record",
    };
    let signer = match report.signer {
        Signer::Checked => format!("signer checked: {}", report.fingerprint),
        Signer::NotChecked => format!(
            "signer not checked: compare {} with the team sheet or the board, or give it as --key",
            report.fingerprint
        ),
    };
    let mut lines = vec![
        format!(
            "IN ORDER: game {}, {} teams, {} records; {ending}",
            report.game, report.teams, report.records
        ),
        signer,
        format!("chain and signatures: {} signed heads, {} receipts", report.heads, report.seals),
        format!(
            "openings: {} lists with {} bids, {} waves with {} re-bids; all of them what was sealed",
            report.lists, report.bids, report.waves, report.rebids
        ),
        format!(
            "by the rules again: {} final rounds, {} void, {} stones handed out, {} changes of walls, {} acts of \
             the judge; money, walls and ranking are as written",
            report.final_rounds, report.void_rounds, report.stones, report.wall_changes, report.judge_acts
        ),
    ];
    if report.unopened > 0 {
        let told =
            format!("{} sealed lists were never opened; nobody can say what stands in them", report.unopened);
        lines.push(told);
    }
    if report.unsigned > 0 {
        lines.push(format!("{} records at the end are not signed yet", report.unsigned));
    }
    lines
}

/// An error with what stands behind it.
fn with_sources(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text.push_str(": ");
        text.push_str(&error.to_string());
        source = error.source();
    }
    text
}
