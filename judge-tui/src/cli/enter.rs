//! The organiser's entries for a team (`G6`): list, re-bid, wall, count.
//!
//! Sealed content is never repeated; only a rejection has figures, for the sender of the list (`A4`).

use std::path::Path;

use ishigaki_client::{FollowError, Follower, Link, Mirror, list_games, read_text_or_input};
use ishigaki_proto::watch::Audience;
use ishigaki_rules::{Phase, Secret};
use serde::Serialize;

use super::error::Error;
use crate::entry::{self, EntryContent, EntryKind, EntryTarget};
use crate::options::{EntryArgs, SubmissionArgs, UsageError};
use ishigaki_client::CallError;
use ishigaki_client::listing::Listed;

/// Result of an entry: team, kind and size, without its content.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct EntryObject {
    pub(crate) game: String,
    pub(crate) team: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attempt: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wave: Option<u32>,
    entries: usize,
    #[serde(skip)]
    pub(crate) kind: EntryKind,
}

pub(crate) async fn enter(
    link: &Link,
    kind: EntryKind,
    SubmissionArgs { entry: args, replace: replaces }: SubmissionArgs,
) -> Result<EntryObject, Error> {
    let Secret(text) = args.text()?;
    let kind = if kind == EntryKind::Count && args.nothing { EntryKind::Uncount } else { kind };
    let content = entry::read(kind, &text).map_err(UsageError::Entry)?;
    let target = EntryTarget { replaces, ..entry_target(link, kind, &args).await? };
    let entered = EntryObject::of(kind, &content, &target);
    let Secret(reason) = args.reason;
    content.request(target, reason).send(link.organiser()).await.map_err(CallError::from)?;
    Ok(entered)
}

async fn entry_target(link: &Link, kind: EntryKind, args: &EntryArgs) -> Result<EntryTarget, CallError> {
    let (game, team) = (args.game.clone(), args.team.clone());
    if kind == EntryKind::Wall {
        let wall = current_wall_revision(link, &game, &team).await?;
        return Ok(EntryTarget { game, team, wall, ..EntryTarget::default() });
    }
    if !kind.is_sealed() {
        return Ok(EntryTarget { game, team, ..EntryTarget::default() });
    }
    let answer = list_games(link, &[Audience::Organiser, Audience::Judge]).await?;
    let entry = answer.games.into_iter().find(|entry| entry.game == game);
    let length = entry.as_ref().map_or(0, |entry| entry.sealing_bytes);
    let standing = entry.map(Listed::from).and_then(|listed| listed.standing);
    let wave = match standing.and_then(|standing| standing.phase) {
        Some(Phase::Rebidding { wave, .. }) => wave.0,
        // No wave is open; the server reports that.
        _ => 1,
    };
    let round = standing.and_then(|standing| standing.round).map_or(1, |round| round.0);
    let attempt = standing.and_then(|standing| standing.attempt).unwrap_or(0);
    let length = usize::try_from(length).unwrap_or(0);
    Ok(EntryTarget { game, team, round, attempt, wave, length, ..EntryTarget::default() })
}

async fn current_wall_revision(link: &Link, game: &str, team: &str) -> Result<u32, CallError> {
    let mut follower = Follower::open(link.clone(), game, Mirror::of(game));
    match follower.catch_up().await {
        // If this program can't follow the feed, the server still checks the entry.
        Ok(()) | Err(FollowError::Mirror(_)) => {}
        Err(error) => return Err(error.into()),
    }
    let known = follower.session.game().and_then(|game| game.team(game.setup().team_by_code(team)?));
    Ok(known.and_then(|team| team.wall).map_or(0, |wall| wall.0))
}

impl EntryObject {
    /// If this program can't follow the feed, the server still checks the entry.
    pub(crate) fn command(&self) -> &'static str {
        match self.kind {
            EntryKind::List => "enter-bids",
            EntryKind::Rebid => "enter-rebid",
            EntryKind::Wall => "enter-wall",
            EntryKind::Count | EntryKind::Uncount => "enter-count",
        }
    }

    fn of(kind: EntryKind, content: &EntryContent, target: &EntryTarget) -> Self {
        let sealed = kind.is_sealed();
        Self {
            game: target.game.clone(),
            team: target.team.clone(),
            round: sealed.then_some(target.round),
            attempt: sealed.then_some(target.attempt),
            wave: (kind == EntryKind::Rebid).then_some(target.wave),
            entries: content.len(),
            kind,
        }
    }
}

impl EntryArgs {
    /// An empty entry must be explicit, so that an empty file doesn't decline by accident.
    fn text(&self) -> Result<Secret<String>, UsageError> {
        if self.nothing {
            return Ok(Secret(String::new()));
        }
        let text = match &self.file {
            Some(file) => read(file)?,
            None => self.entries.iter().map(|Secret(entry)| entry.as_str()).collect::<Vec<_>>().join(", "),
        };
        if text.trim().is_empty() { Err(UsageError::NothingEntered) } else { Ok(Secret(text)) }
    }
}

pub(super) fn read(file: &Path) -> Result<String, UsageError> {
    read_text_or_input(file)
        .map_err(|error| UsageError::EntryFile { file: file.display().to_string(), what: (&error).into() })
}
