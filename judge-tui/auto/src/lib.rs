//! Automatic chief judge: opens rounds, confirms, starts the countdown, declares the result.
//!
//! It is a client of the judge's feed and service, and takes the next step of each state of the game
//! ([`NextStep`]). A [`Readiness`] decides when, and decides the janken: that of a rehearsal, of a practice,
//! or of a plan for real games (the private module `plan`), in which a person may take the game over at any
//! time.
//!
//! Its acts depend on the state of the game alone and name their target. It does nothing twice, even if
//! others act, an answer is lost, or a process restarts.

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

const RETRY_DELAY: Duration = Duration::from_millis(100);

/// Decides whether it is time for the judge's next act.
pub trait Readiness: Send {
    /// Returns whether all participants are done with this state of the game.
    fn check(&mut self, game: &Game) -> bool;

    /// Waits until the answer may change. Cancel-safe.
    fn changed(&mut self) -> impl Future<Output = anyhow::Result<()>> + Send;

    /// Decides the janken of these teams, best first (`E2`); `None` leaves it to a person.
    fn janken(&mut self, group: &[TeamId]) -> Option<Vec<TeamId>>;

    /// Called before an act is sent.
    fn before_act(&mut self, _act: &Act) {}

    /// Called after an act was carried out.
    fn after_act(&mut self, _act: &Act, _game: &Game) {}

    /// Called when an act failed for now; the state of the game decides what is next.
    fn on_failure(&mut self, _error: &CallError) {}
}

/// The judge's act was rejected for a lasting reason.
#[derive(Debug, thiserror::Error, Message)]
#[message("auto-refused-act")]
pub struct RefusedAct {
    #[message(debug)]
    pub act: Act,
    #[message(display)]
    pub fault: Box<Fault>,
}

/// Judges the game with this id until its result is declared or it is abandoned. `view` is the game as the
/// judge's feed shows it, `None` before its set-up.
///
/// # Errors
/// [`RefusedAct`], errors of `ready`, and a closed `view`.
pub async fn judge(
    link: Link,
    id: &str,
    mut view: watch::Receiver<Option<Game>>,
    ready: &mut impl Readiness,
) -> anyhow::Result<()> {
    loop {
        let game = view.wait_for(Option::is_some).await?.clone();
        let Some(game) = game else { continue };
        if game.phase().is_over() {
            return Ok(());
        }
        let act = if ready.check(&game) { next_act(&game, ready) } else { None };
        let Some(act) = act else {
            tokio::select! {
                changed = view.changed() => changed?,
                changed = ready.changed() => changed?,
            }
            continue;
        };
        ready.before_act(&act);
        match call(&link, id, game.setup(), &act).await.map_err(CallError::from) {
            Ok(_) => {
                ready.after_act(&act, &game);
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
            Err(error) => {
                ready.on_failure(&error);
                sleep(RETRY_DELAY).await;
                continue;
            }
        }
        // An act must appear in the feed before the next one.
        let shows = |now: &Game| now.phase() != game.phase() || now.janken() != game.janken();
        view.wait_for(|now| now.as_ref().is_some_and(shows)).await?;
    }
}

/// Reveals the whole declared ranking, because no person is there to reveal it place by place.
async fn reveal(link: &Link, id: &str) -> anyhow::Result<()> {
    loop {
        match listing::reveal(link, id.to_owned(), u32::MAX).await {
            Err(CallError::Unanswered { .. }) => sleep(RETRY_DELAY).await,
            revealed => return Ok(revealed?),
        }
    }
}

fn next_act(game: &Game, ready: &mut impl Readiness) -> Option<Act> {
    match NextStep::of(Some(game), None) {
        NextStep::EnterJanken { teams } => Some(Act::EnterJanken { order: ready.janken(&teams)? }),
        // Paused clocks are a person's to resume.
        NextStep::Resume => None,
        step => step.act(game),
    }
}
