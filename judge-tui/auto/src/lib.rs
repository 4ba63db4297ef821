//! An automatic chief judge: opens rounds, confirms, signals the end, declares the result.
//!
//! It is a client like any other: it knows the judge's feed and the judge's service, and does of each state of the game
//! the one thing that is next ([`NextStep`]). When it is time for that, and how a janken came out, a [`Readiness`] says:
//! of a rehearsal, of a practice, or of a plan for real games (the private module `plan`), in which a person may take the
//! game over at any moment.
//!
//! What it does follows from the state of the game alone, and every act names what it is meant for. So it does nothing twice,
//! whoever else acts, whatever answer gets lost, and whenever it or the server is started again.

mod controller;
mod game_log;
mod judged_game;
mod narrator;
mod plan;
mod supervisor;

use std::time::Duration;

use ishigaki_catalogue::Message;
use ishigaki_client::judging::{NextStep, is_overtaken, judge as call};
use ishigaki_client::{CallError, Link, listing};
use ishigaki_proto::fault::Fault;
use ishigaki_rules::{Act, Game, TeamId};
use tokio::sync::watch;
use tokio::time::sleep;

pub use narrator::Narrator;
pub use plan::{ActTiming, AttendanceRule};
pub use supervisor::{ListingError, judge_games};

/// Time for which the judge waits before an act that did not get through is tried again.
const AGAIN: Duration = Duration::from_millis(100);

/// Decides whether it is time for the judge's next act.
pub trait Readiness: Send {
    /// Checks whether everybody is done with what led to this state of the game.
    fn check(&mut self, game: &Game) -> bool;

    /// Waits until that may be otherwise. Nothing is lost if the future is dropped.
    fn changed(&mut self) -> impl Future<Output = anyhow::Result<()>> + Send;

    /// Plays the janken of these teams, best first (`E2`); `None` leaves it to a person.
    fn janken(&mut self, group: &[TeamId]) -> Option<Vec<TeamId>>;

    /// This act goes out now.
    fn acts(&mut self, _act: &Act) {}

    /// This act is carried out.
    fn acted(&mut self, _act: &Act, _game: &Game) {}

    /// This act has come to nothing for now; the state of the game says what is next.
    fn failed(&mut self, _trouble: &CallError) {}
}

/// The judge's act is refused for a reason that does not go by.
#[derive(Debug, thiserror::Error, Message)]
#[message("auto-refused-act")]
pub struct RefusedAct {
    #[message(debug)]
    pub act: Act,
    /// Reason for the refusal.
    #[message(display)]
    pub fault: Box<Fault>,
}

/// Judges the game with this id until its result is declared or it is abandoned. `sight` is the game as the judge's feed
/// shows it, `None` before its set-up has come.
///
/// # Errors
/// [`RefusedAct`], and what `ready` fails with; a sight that nobody keeps up any more.
pub async fn judge(
    link: Link,
    id: &str,
    mut sight: watch::Receiver<Option<Game>>,
    ready: &mut impl Readiness,
) -> anyhow::Result<()> {
    loop {
        let game = sight.wait_for(Option::is_some).await?.clone();
        let Some(game) = game else { continue };
        if game.phase().is_over() {
            return Ok(());
        }
        let act = if ready.check(&game) { next_act(&game, ready) } else { None };
        let Some(act) = act else {
            tokio::select! {
                changed = sight.changed() => changed?,
                changed = ready.changed() => changed?,
            }
            continue;
        };
        ready.acts(&act);
        match call(&link, id, game.setup(), &act).await.map_err(CallError::from) {
            Ok(_) => {
                ready.acted(&act, &game);
                if act == Act::DeclareResult {
                    return reveal(&link, id).await;
                }
            }
            Err(CallError::Refused(fault)) if !is_overtaken(&fault) => {
                return Err(RefusedAct { act, fault }.into());
            }
            Err(CallError::Unknown { code }) => {
                anyhow::bail!("the judge's act {act:?} is answered with {code:?}")
            }
            Err(trouble) => {
                ready.failed(&trouble);
                sleep(AGAIN).await;
                continue;
            }
        }
        // What was done shows in the feed, and only then is it time for the next act.
        let shows = |now: &Game| now.phase() != game.phase() || now.janken() != game.janken();
        sight.wait_for(|now| now.as_ref().is_some_and(shows)).await?;
    }
}

/// Reveals the whole ranking that was declared: a game that goes by itself has nobody to reveal it place by place.
async fn reveal(link: &Link, id: &str) -> anyhow::Result<()> {
    loop {
        match listing::reveal(link, id.to_owned(), u32::MAX).await {
            Err(CallError::Unanswered { .. }) => sleep(AGAIN).await,
            revealed => return Ok(revealed?),
        }
    }
}

fn next_act(game: &Game, ready: &mut impl Readiness) -> Option<Act> {
    match NextStep::of(Some(game), None) {
        NextStep::EnterJanken { teams } => Some(Act::EnterJanken { order: ready.janken(&teams)? }),
        // Clocks that stand are a person's to let go on.
        NextStep::Resume => None,
        step => step.act(game),
    }
}
