//! A contest in groups by one command (`TG`): a server process makes, serves and counts all games; bots play
//! those of a stage at the same time, each with an automatic judge, from the heats to the final; and every
//! record is verified.

mod course;
mod group_game;
mod narrator;
mod report;
mod roster;

use crate::credentials::Credentials;
use crate::error::{Error, OptionsError};
use crate::event::EventOptions;
use crate::page::StoryPage;
use crate::rehearse::ServerFolder;
use crate::server::{Server, ServerProgram};
use crate::story_writer::StoryWriter;
use course::HeldContest;
use roster::{MOST, codes, contest};

pub use report::{GroupsReport, StageReport, TeamReport};

const EVENT: &str = "ishigaki";

/// Rehearses a contest in groups; `None` if it was stopped. No process remains, and no file but the requested
/// ones.
///
/// # Errors
/// Inconsistencies, unexpected rejections, and failures to start.
pub async fn rehearse_groups(
    options: &EventOptions,
    writer: &mut StoryWriter,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<Option<GroupsReport>> {
    anyhow::ensure!(options.players <= MOST, OptionsError::Roster { teams: options.players, most: MOST });
    if let Some(path) = &options.transcript {
        std::fs::write(path, "").map_err(|source| Error::Write { path: path.clone(), source })?;
    }
    let folder = ServerFolder::new(options.keep.as_ref())?;
    let files = folder.files().with_encryption(&[])?;
    files.write_contest(&contest(options.players)?)?;
    let credentials = Credentials::issue(&files, codes(options.players))?;
    let mut server = Server::start(ServerProgram::Own, files).await?;
    let page = StoryPage { words: options.words, columns: options.columns };
    let held = tokio::select! {
        held = HeldContest::hold(options, page, writer, &mut server, &credentials) => held.map(Some),
        () = stop => Ok(None),
    };
    match held {
        Ok(Some(report)) => {
            server.stop().await?;
            Ok(Some(report))
        }
        other => {
            server.kill().await?;
            other
        }
    }
}
