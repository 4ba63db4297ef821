//! A rehearsal from the first file to the verdict: starts the server, connects all clients, prints the game,
//! and compares the observations with the rules.

use std::path::PathBuf;

use ishigaki_client::connect;
use ishigaki_rules::Setup;
use tempfile::TempDir;

use crate::credentials::Credentials;
use crate::database::ScratchJournal;
use crate::error::Error;
use crate::options::{Links, RehearsalOptions};
use crate::orchestrator::{GameObservations, Orchestrator};
use crate::report::Report;
use crate::server::{Server, ServerFiles, ServerProgram};
use crate::story::{Story, StoryHeader};
use crate::story_writer::StoryWriter;
use crate::verdict;

/// Outcome of a rehearsal.
#[derive(Debug)]
pub enum Outcome {
    Played(Box<Report>),
    Stopped,
}

/// Directory of a server's files: private and removed at the end, or the requested one.
pub enum ServerFolder {
    Private(TempDir),
    Kept(PathBuf),
}

impl ServerFolder {
    /// Makes a private directory, or the requested one, which must not contain another rehearsal.
    ///
    /// # Errors
    /// [`Error::Folder`] or [`Error::Make`] if it can't be made, [`Error::Used`] if it contains another
    /// rehearsal.
    pub fn new(keep: Option<&PathBuf>) -> anyhow::Result<Self> {
        match keep {
            None => Ok(Self::Private(
                tempfile::Builder::new().prefix("rehearsal-").tempdir().map_err(Error::Folder)?,
            )),
            Some(path) => {
                std::fs::create_dir_all(path).map_err(|source| Error::Make { path: path.clone(), source })?;
                let is_used = ServerFiles::in_folder(path).is_used();
                anyhow::ensure!(!is_used, Error::Used(path.clone()));
                let path = path.canonicalize()?;
                Ok(Self::Kept(path))
            }
        }
    }

    /// Returns its files.
    pub fn files(&self) -> ServerFiles {
        match self {
            Self::Private(folder) => ServerFiles::in_private_folder(folder.path()),
            Self::Kept(path) => ServerFiles::in_folder(path),
        }
    }

    /// Removes it and its database unless it was requested.
    ///
    /// # Errors
    /// As [`ScratchJournal::remove`].
    pub fn clear(self, database: Option<ScratchJournal>) -> anyhow::Result<()> {
        if let (Self::Private(_), Some(database)) = (&self, database) {
            database.remove()?;
        }
        Ok(())
    }

    /// Keeps it for inspection.
    pub fn keep(self) -> PathBuf {
        match self {
            Self::Private(folder) => folder.keep(),
            Self::Kept(path) => path,
        }
    }
}

/// Rehearses a game. `stop` ends it early; no process remains, and no file but the requested ones.
///
/// # Errors
/// Inconsistencies, unexpected rejections, and failures to start.
pub async fn rehearse(
    options: &RehearsalOptions,
    writer: &mut StoryWriter,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<Outcome> {
    if let Some(path) = &options.transcript {
        // A game takes long, so an unwritable path is reported first.
        std::fs::write(path, "").map_err(|source| Error::Write { path: path.clone(), source })?;
    }
    let folder = ServerFolder::new(options.keep.as_ref())?;
    let (files, database) = folder.files().with_encryption(&[])?.with_journal(options.journal.as_ref())?;
    let outcome = rehearse_with(options, writer, files, stop).await;
    folder.clear(database)?;
    outcome
}

async fn rehearse_with(
    options: &RehearsalOptions,
    writer: &mut StoryWriter,
    files: ServerFiles,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<Outcome> {
    files.write_contest(&options.prepared.contest()?)?;
    let credentials = Credentials::issue(&files, codes(&options.prepared.setup))?;
    let mut server = Server::start(ServerProgram::Own, files).await?;
    let played = tokio::select! {
        played = play(options, writer, &mut server, &credentials) => played.map(Some),
        () = stop => Ok(None),
    };
    let observations = match played {
        Ok(Some(observations)) => observations,
        Ok(None) => {
            server.kill().await?;
            return Ok(Outcome::Stopped);
        }
        Err(error) => {
            server.kill().await?;
            return Err(error);
        }
    };
    server.stop().await?;
    verdict::check(options, writer, &observations).await.map(|report| Outcome::Played(Box::new(report)))
}

pub(crate) fn codes(setup: &Setup) -> impl Iterator<Item = &str> {
    setup.teams.iter().map(|team| team.code.as_str())
}

async fn play(
    options: &RehearsalOptions,
    writer: &mut StoryWriter,
    server: &mut Server,
    credentials: &Credentials,
) -> anyhow::Result<GameObservations> {
    let address = server.client_address()?;
    let links = Links {
        judge: connect(&address, &credentials.judge),
        board: connect(&address, &credentials.board),
        teams: credentials.teams.iter().map(|token| connect(&address, token)).collect(),
        tokens: credentials.teams.clone(),
        address,
    };
    let story = Story::new(options.words, &options.prepared.setup, options.columns);
    if !options.is_quiet {
        let lines = story.beginning(&options.prepared.setup, &header(options));
        writer.tell(&lines).await?;
    }
    Orchestrator::new(options, story, &links)?.run(writer, server).await
}

fn header(options: &RehearsalOptions) -> StoryHeader {
    let scenario = &options.prepared.scenario;
    let japanese = scenario.title_ja.as_ref().filter(|_| options.words.lang() == ishigaki_words::Lang::Ja);
    StoryHeader {
        title: ishigaki_words::columns::clean(japanese.unwrap_or(&scenario.title)).into_owned(),
        scenario: scenario.name.clone(),
        seed: options.seed,
        bots: options.prepared.breeds(options.seed),
    }
}
