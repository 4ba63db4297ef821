//! The organiser's entries for a team by a command (`G6`): a list, a re-bid, a wall, a count.
//!
//! Nothing of what is sealed is ever repeated; only a refusal has figures, for whoever sent the list (`A4`).

use std::path::Path;

use ishigaki_client::{FollowError, Follower, Link, Mirror, list_games, read_text_or_input};
use ishigaki_proto::watch::Audience;
use ishigaki_rules::{Phase, Secret};
use serde::Serialize;

use super::error::Error;
use crate::entry::{self, EntryContent, EntryKind, Meant};
use crate::options::{EntryArgs, UsageError};
use ishigaki_client::CallError;
use ishigaki_client::listing::Listed;

/// Result of `enter`: the team, the kind of entry and its size, not its contents.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct EntryObject {
    pub(crate) game: String,
    pub(crate) team: String,
    /// The round, attempt and wave it is meant for, where it is for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attempt: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wave: Option<u32>,
    /// Number of its lines or stones; of a count 1, of none 0.
    entries: usize,
    #[serde(skip)]
    pub(crate) kind: EntryKind,
}

/// Enters what stands on the args.
pub(crate) async fn enter(link: &Link, kind: EntryKind, args: EntryArgs) -> Result<EntryObject, Error> {
    let Secret(text) = args.text()?;
    let kind = if kind == EntryKind::Count && args.nothing { EntryKind::Uncount } else { kind };
    let content = entry::read(kind, &text).map_err(UsageError::Entry)?;
    let meant = meant(link, kind, &args).await?;
    let entered = EntryObject::of(kind, &content, &meant);
    let Secret(reason) = args.reason;
    content.request(meant, reason).send(link.organiser()).await.map_err(CallError::from)?;
    Ok(entered)
}

/// For whom and for what it is meant: what is sealed, for the round, attempt and wave that are open now.
async fn meant(link: &Link, kind: EntryKind, args: &EntryArgs) -> Result<Meant, CallError> {
    let (game, team) = (args.game.clone(), args.team.clone());
    if kind == EntryKind::Wall {
        let wall = wall_now(link, &game, &team).await?;
        return Ok(Meant { game, team, wall, ..Meant::default() });
    }
    if !kind.is_sealed() {
        return Ok(Meant { game, team, ..Meant::default() });
    }
    let answer = list_games(link, &[Audience::Organiser, Audience::Judge]).await?;
    let entry = answer.games.into_iter().find(|entry| entry.game == game);
    let length = entry.as_ref().map_or(0, |entry| entry.sealing_bytes);
    let standing = entry.map(Listed::from).and_then(|listed| listed.standing);
    let wave = match standing.and_then(|standing| standing.phase) {
        Some(Phase::Rebidding { wave, .. }) => wave.0,
        // No wave is open, as the server will say.
        _ => 1,
    };
    let round = standing.and_then(|standing| standing.round).map_or(1, |round| round.0);
    let attempt = standing.and_then(|standing| standing.attempt).unwrap_or(0);
    let length = usize::try_from(length).unwrap_or(0);
    Ok(Meant { game, team, round, attempt, wave, wall: 0, length })
}

/// The revision of a team's wall as it is now; 0 for a team that the game does not have, as the server will say.
async fn wall_now(link: &Link, game: &str, team: &str) -> Result<u32, CallError> {
    let mut follower = Follower::open(link.clone(), game, Mirror::of(game));
    match follower.catch_up().await {
        // What this program cannot follow, the server judges all the same.
        Ok(()) | Err(FollowError::Mirror(_)) => {}
        Err(error) => return Err(error.into()),
    }
    let known = follower.session.game().and_then(|game| game.team(game.setup().team_by_code(team)?));
    Ok(known.and_then(|team| team.wall).map_or(0, |wall| wall.0))
}

impl EntryObject {
    /// The command that enters it.
    pub(crate) fn command(&self) -> &'static str {
        match self.kind {
            EntryKind::List => "enter-bids",
            EntryKind::Rebid => "enter-rebid",
            EntryKind::Wall => "enter-wall",
            EntryKind::Count | EntryKind::Uncount => "enter-count",
        }
    }

    fn of(kind: EntryKind, content: &EntryContent, meant: &Meant) -> Self {
        let sealed = kind.is_sealed();
        Self {
            game: meant.game.clone(),
            team: meant.team.clone(),
            round: sealed.then_some(meant.round),
            attempt: sealed.then_some(meant.attempt),
            wave: (kind == EntryKind::Rebid).then_some(meant.wave),
            entries: content.len(),
            kind,
        }
    }
}

impl EntryArgs {
    /// Returns the paper's text. Nothing has to be said as such, so that a file that was lost on the way declines for
    /// nobody.
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

/// A file's text, or that of standard input.
pub(super) fn read(file: &Path) -> Result<String, UsageError> {
    read_text_or_input(file)
        .map_err(|error| UsageError::EntryFile { file: file.display().to_string(), what: (&error).into() })
}
