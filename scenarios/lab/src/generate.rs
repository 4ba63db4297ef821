//! `lab generate`: generates scenarios from parameters.

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
    /// Parameters (TOML): name, title, teams, rounds, types, awkwardness, frame, seed
    #[arg(value_name = "FILE")]
    parameters: PathBuf,
    /// Seed, instead of the one in the file
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Folder to write to; golden walls, lists and results go into its `golden` folder. Existing files with
    /// other content are not overwritten
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Print one JSON object per scenario
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: Language,
}

#[derive(Debug, Serialize)]
struct GeneratedReport<'a> {
    scenario: &'a str,
    seed: u64,
    teams: Option<usize>,
    frame: usize,
    stones: u64,
    planted_walls: usize,
    files: Vec<String>,
}

impl Generate {
    /// Generates the scenario and its spare, and prints their files.
    ///
    /// # Errors
    /// Unreadable or invalid parameters, different existing files, or failing output.
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
            let made = self.report(generated, &parameters);
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

    fn report<'a>(&self, generated: &'a Generated, parameters: &Parameters) -> GeneratedReport<'a> {
        let scenario = &generated.scenario;
        GeneratedReport {
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

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let failed = |source| Error::Write { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    match fs::OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => Ok(file.write_all(text.as_bytes()).map_err(failed)?),
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(failed(error).into()),
        // Compares bytes, because the file need not be text.
        Err(_) => match fs::read(path) {
            Ok(there) if there == text.as_bytes() => Ok(()),
            Ok(_) => Err(FileExists { path: path.to_owned() }.into()),
            Err(error) => Err(failed(error).into()),
        },
    }
}
