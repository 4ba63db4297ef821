//! A whole event by one command: the server as a process of its own, organiser, desk, referee and board as clients over
//! gRPC, results by chance, and the record verified at the end.

mod args;
mod entrants;
mod narrator;
mod observer;
mod officials;
mod play;
mod report;
mod verified;

use std::path::PathBuf;

use anyhow::Context as _;
use ishigaki_preset::shipped;
use ishigaki_words::Words;

use crate::contest_file::{ContestFile, EventTable, LOTTERY_DATE};
use crate::credentials::Credentials;
use crate::error::Error;
use crate::page::StoryPage;
use crate::rehearse::ServerFolder;
use crate::server::{Server, ServerProgram};
use crate::story_writer::StoryWriter;
use play::HeldEvent;

pub use args::{EventAsked, EventPreset};
pub(crate) use narrator::excerpt;

pub use report::{EventReport, PlaceReport, RoundReport};

/// Options of a rehearsal of an event.
#[derive(Clone, Debug)]
pub struct EventOptions {
    /// Preset of the event that is held.
    pub preset: EventPreset,
    /// Lines of the roster.
    pub players: usize,
    /// Seed that everything is drawn from.
    pub seed: u64,
    /// In which round the server is killed, if it is.
    pub kill_in_round: Option<u32>,
    /// Path of the record, if it is kept.
    pub transcript: Option<PathBuf>,
    /// Folder in which the server's files stay; a private folder that is removed unless told.
    pub keep: Option<PathBuf>,
    /// The language of the story.
    pub words: Words,
    /// Width of the story, in columns.
    pub columns: usize,
    /// Whether only the podium and the verdict are told.
    pub is_quiet: bool,
}

/// Outcome of a rehearsal of an event.
#[derive(Clone, Debug)]
pub enum EventOutcome {
    /// It was held, and its record is in order.
    Held(Box<EventReport>),
    /// It was stopped from outside.
    Stopped,
}

/// The text of the contest file: the event alone, whose roster the organiser sets.
fn contest(options: &EventOptions) -> anyhow::Result<String> {
    let preset = shipped(options.preset.name()).context("there is no such preset")?;
    let (title, id) = options.preset.title_and_id();
    let (title, title_ja) = (Some(title.to_owned()), Some(preset.title));
    let event = EventTable {
        id,
        preset: options.preset.name(),
        title,
        title_ja,
        lottery_date: LOTTERY_DATE,
        close: None,
    };
    ContestFile { event: Some(event), ..ContestFile::default() }.text()
}

/// Rehearses an event. `stop` ends it early; whatever happens, no process is left behind, and no file but those that were
/// asked for.
///
/// # Errors
/// Whatever is inconsistent, refused against expectation, or cannot be started.
pub async fn rehearse_event(
    options: &EventOptions,
    writer: &mut StoryWriter,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<EventOutcome> {
    if let Some(path) = &options.transcript {
        // An event is too long to find out only after it that its record has no place.
        std::fs::write(path, "").map_err(|source| Error::Write { path: path.clone(), source })?;
    }
    let folder = ServerFolder::new(options.keep.as_ref())?;
    let files = folder.files().encrypted()?;
    files.write_contest(&contest(options)?)?;
    let credentials = Credentials::issue(&files, std::iter::empty::<String>())?;
    let mut server = Server::start(ServerProgram::Own, files).await?;
    let page = StoryPage { words: options.words, columns: options.columns };
    let held = tokio::select! {
        held = HeldEvent::hold(options, page, writer, &mut server, &credentials) => held.map(Some),
        () = stop => Ok(None),
    };
    match held {
        Ok(Some(report)) => {
            server.stop().await?;
            Ok(EventOutcome::Held(Box::new(report)))
        }
        Ok(None) => {
            server.kill().await?;
            Ok(EventOutcome::Stopped)
        }
        Err(error) => {
            server.kill().await?;
            Err(error)
        }
    }
}
