//! Judging automatically, by a command.

use ishigaki_client::{FeedError, Link};
use ishigaki_command::Output;
use ishigaki_words::Words;

use super::failure::Failure;
use crate::auto::{Plan, Refused, Teller, Unlisted, preside};
use crate::listing::{self, Listed, Trouble};
use crate::options::{Asked, Misuse};

/// Judges what is asked for until it is over or somebody stops it.
pub(crate) async fn judge(link: &Link, asked: Asked, words: &Words, out: &mut Output) -> Result<(), Failure> {
    let plan = Plan {
        every: asked.every,
        pause: asked.pause,
        confirm: asked.confirm_after,
        end: asked.end_after,
        attendance: asked.wait_for_teams,
        declares: asked.declare,
    };
    let games = if asked.all || !asked.games.is_empty() { asked.games } else { vec![only(link).await?] };
    preside(link, plan, games, &mut Teller::new(words, out)).await.map_err(failure)
}

/// The only game that runs.
async fn only(link: &Link) -> Result<String, Failure> {
    let games = listing::all(link).await?.games;
    let mut running: Vec<String> =
        games.into_iter().filter(Listed::is_under_way).map(|game| game.game).collect();
    if running.len() > 1 {
        return Err(Misuse::WhichGames { games: running }.into());
    }
    running.pop().ok_or_else(|| Misuse::WhichGames { games: Vec::new() }.into())
}

/// What the program ends with.
fn failure(error: anyhow::Error) -> Failure {
    let refused = |fault| Failure::Call(Trouble::Refused(fault));
    let error = match error.downcast::<Unlisted>() {
        Ok(Unlisted(trouble)) => return Failure::Call(trouble),
        Err(error) => error,
    };
    let error = match error.downcast::<Refused>() {
        Ok(Refused { fault, .. }) => return refused(fault),
        Err(error) => error,
    };
    let error = match error.downcast::<FeedError>() {
        Ok(FeedError::Refused(fault)) => return refused(fault),
        Ok(FeedError::Unknown { code }) => return Failure::Call(Trouble::Unknown { code }),
        Err(error) => error,
    };
    match error.downcast::<std::io::Error>() {
        Ok(error) => Failure::Output(error),
        Err(error) => Failure::Console(error),
    }
}
