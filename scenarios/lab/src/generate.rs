//! `lab generate`: makes scenarios by a file of parameters and writes them.
//!
//! Knows the command line, words and files; what is drawn is the generator's.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use ishigaki_command::{Language, Output};
use ishigaki_generator::{Generated, Parameters, generate};
use ishigaki_scenarios::Error as FileError;
use rehearsal::error::Error;
use serde::Serialize;

use crate::error::{FileExists, OptionsError};

/// Arguments of `lab generate`.
#[derive(Debug, clap::Args)]
pub struct Generate {
    /// The parameters, a TOML file: name, title, teams, rounds, types, awkwardness, frame, seed.
    #[arg(value_name = "FILE")]
    parameters: PathBuf,
    /// Draw from this seed instead of the one in the file.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Write into this folder; golden walls, lists and results go into `golden` in it. No file that is there is overwritten
    /// by another one.
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Answer with one JSON object for each scenario.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: Language,
}

/// A scenario that was made, for programs.
#[derive(Debug, Serialize)]
struct Made<'a> {
    scenario: &'a str,
    seed: u64,
    teams: Option<usize>,
    frame: usize,
    stones: u64,
    planted_walls: usize,
    files: Vec<String>,
}

impl Generate {
    /// Makes the scenario and its spare, and tells on standard output which files they are.
    ///
    /// # Errors
    /// Parameters that cannot be read, are out of their range or lead to nothing; files that are there with other content, or
    /// cannot be written.
    pub fn run(&self) -> anyhow::Result<()> {
        let words = self.language.words();
        let text = ishigaki_scenarios::read_text(&self.parameters)
            .map_err(|source| FileError::Unreadable { path: self.parameters.clone(), source })?;
        let file = || self.parameters.display().to_string();
        let mut parameters =
            Parameters::parse(&text).map_err(|fault| OptionsError::Parameters { file: file(), fault })?;
        parameters.seed = self.seed.unwrap_or(parameters.seed);
        let made = generate(&parameters)
            .map_err(|error| OptionsError::NotMade { file: file(), fault: error.to_string() })?;
        for (path, text) in made.iter().flat_map(|generated| &generated.files) {
            write(&self.out.join(path), text)?;
        }
        let mut out = Output::new(self.json);
        for generated in &made {
            let made = self.made(generated, &parameters);
            if self.json {
                out.object(&made)?;
                continue;
            }
            let gaps = [
                ("scenario", made.scenario.to_owned().into()),
                ("squares", made.frame.into()),
                ("stones", made.stones.to_string().into()),
                ("walls", made.planted_walls.into()),
            ];
            out.text(&format!("{}\n  {}\n", words.say("generate-made", &gaps), made.files.join("\n  ")))?;
        }
        Ok(())
    }

    fn made<'a>(&self, generated: &'a Generated, parameters: &Parameters) -> Made<'a> {
        let scenario = &generated.scenario;
        Made {
            scenario: &scenario.name,
            seed: parameters.seed,
            teams: scenario.made_for,
            frame: scenario.frame.area(),
            stones: scenario.lots.iter().map(|lot| u64::from(lot.copies)).sum(),
            planted_walls: generated.walls.len(),
            files: generated
                .files
                .iter()
                .map(|(path, _)| self.out.join(path).display().to_string())
                .collect(),
        }
    }
}

/// Writes a file, unless something else is there.
fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let failed = |source| Error::Write { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    match fs::OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => Ok(file.write_all(text.as_bytes()).map_err(failed)?),
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(failed(error).into()),
        // In bytes: what stands there need not be text.
        Err(_) => match fs::read(path) {
            Ok(there) if there == text.as_bytes() => Ok(()),
            Ok(_) => Err(FileExists { path: path.to_owned() }.into()),
            Err(error) => Err(failed(error).into()),
        },
    }
}
