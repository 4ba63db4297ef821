//! The `auto` command.

use ishigaki_client::{FollowError, Link};
use ishigaki_command::Output;
use ishigaki_words::Words;

use super::error::Error;
use crate::options::{AutoArgs, UsageError};
use ishigaki_auto::{ActTiming, ListingError, Narrator, RefusedAct, judge_games};
use ishigaki_client::CallError;
use ishigaki_client::listing::{self, Listed};

pub(crate) async fn judge(link: &Link, args: AutoArgs, words: &Words, out: &mut Output) -> Result<(), Error> {
    let plan = ActTiming {
        every: args.every,
        pause: args.pause,
        confirm: args.confirm_after,
        end: args.end_after,
        attendance: args.wait_for_teams,
        declares: args.declare,
    };
    let games =
        if args.all || !args.games.is_empty() { args.games } else { vec![only_running_game(link).await?] };
    judge_games(link, plan, games, &mut Narrator::new(words, out)).await.map_err(to_cli_error)
}

async fn only_running_game(link: &Link) -> Result<String, Error> {
    let games = listing::all(link).await?.games;
    let mut running: Vec<String> =
        games.into_iter().filter(Listed::is_under_way).map(|game| game.game).collect();
    if running.len() > 1 {
        return Err(UsageError::WhichGames { games: running }.into());
    }
    running.pop().ok_or_else(|| UsageError::NoGame.into())
}

fn to_cli_error(error: anyhow::Error) -> Error {
    let refused = |fault| Error::call(CallError::Refused(fault));
    let error = match error.downcast::<ListingError>() {
        Ok(ListingError(error)) => return Error::call(error),
        Err(error) => error,
    };
    let error = match error.downcast::<RefusedAct>() {
        Ok(RefusedAct { fault, .. }) => return refused(fault),
        Err(error) => error,
    };
    let error = match error.downcast::<FollowError>() {
        Ok(FollowError::Feed(error)) => return Error::call(error.into()),
        Ok(error) => error.into(),
        Err(error) => error,
    };
    match error.downcast::<std::io::Error>() {
        Ok(error) => error.into(),
        Err(error) => Error::Console(error),
    }
}
