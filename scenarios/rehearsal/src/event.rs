//! A whole event by one command: a server process, organiser, desk, referee and board as gRPC clients, random
//! results, and verification of the record.

mod args;
mod entrants;
mod narrator;
mod observer;
mod officials;
mod play;
mod report;
mod verification;

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
    pub preset: EventPreset,
    pub players: usize,
    pub seed: u64,
    pub kill_in_round: Option<u32>,
    pub transcript: Option<PathBuf>,
    /// Otherwise a private directory, which is removed.
    pub keep: Option<PathBuf>,
    pub words: Words,
    pub columns: usize,
    pub is_quiet: bool,
}

/// Outcome of a rehearsal of an event.
#[derive(Clone, Debug)]
pub enum EventOutcome {
    Held(Box<EventReport>),
    Stopped,
}

/// The contest file has the event alone, because the organiser sets the roster.
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
    ContestFile { event: vec![event], ..ContestFile::default() }.text()
}

/// Rehearses an event. `stop` ends it early; no process remains, and no file but the requested ones.
///
/// # Errors
/// Inconsistencies, unexpected rejections, and failures to start.
pub async fn rehearse_event(
    options: &EventOptions,
    writer: &mut StoryWriter,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<EventOutcome> {
    if let Some(path) = &options.transcript {
        // An event takes long, so an unwritable path is reported first.
        std::fs::write(path, "").map_err(|source| Error::Write { path: path.clone(), source })?;
    }
    let folder = ServerFolder::new(options.keep.as_ref())?;
    let files = folder.files().with_encryption(&[])?;
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
