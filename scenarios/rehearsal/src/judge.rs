//! An automatic chief judge: opens rounds, confirms, signals the end, settles a janken, declares the result.
//!
//! It is a client like any other: it knows the judge's feed and the judge's service. Beyond that it only
//! waits, as a judge does, until everybody is ready; who that is, a [`Readiness`] says.

use std::time::Duration;

use ishigaki_link::Link;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::judge;
use ishigaki_rules::{Game, Phase, RoundNo, TeamId};
use tonic::{Code, Status};

use crate::cast::GAME;
use crate::lookout::Sight;

/// How long the judge waits before an act that did not get through is tried again.
const AGAIN: Duration = Duration::from_millis(100);

/// Whether everybody is ready for the judge's next act.
pub trait Readiness: Send {
    /// Whether everybody is done with what led to this state of the game.
    fn is_for(&mut self, game: &Game) -> bool;

    /// Waits until that may be otherwise. Nothing is lost if the future is dropped.
    fn changed(&mut self) -> impl Future<Output = anyhow::Result<()>> + Send;
}

/// What the judge does next.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Act {
    Open(RoundNo),
    Confirm(RoundNo, u32),
    SignalEnd,
    Janken(Vec<TeamId>),
    Declare,
}

/// Judges a game to its final result.
///
/// `ready` says of each state of the game whether everybody is done with what led to it; the judge waits.
pub async fn judge(link: Link, mut sight: Sight, mut ready: impl Readiness, seed: u64) -> anyhow::Result<()> {
    loop {
        let game = sight.wait_for(Option::is_some).await?.clone();
        let Some(game) = game else { continue };
        if game.phase() == Phase::Declared {
            return Ok(());
        }
        let act = next_act(&game, seed).filter(|_| ready.is_for(&game));
        if let Some(act) = act {
            match carry_out(&link, &game, &act).await {
                Ok(()) => {}
                Err(status) if is_passing(&status) => {
                    tokio::time::sleep(AGAIN).await;
                    continue;
                }
                Err(status) => anyhow::bail!("the judge's act {act:?} is refused: {}", status.message()),
            }
            // What was done shows in the feed, and only then is it time for the next act.
            let shows = |now: &Game| now.phase() != game.phase() || now.janken() != game.janken();
            sight.wait_for(|now| now.as_ref().is_some_and(shows)).await?;
        } else {
            tokio::select! {
                changed = sight.changed() => changed?,
                changed = ready.changed() => changed?,
            }
        }
    }
}

fn next_act(game: &Game, seed: u64) -> Option<Act> {
    match game.phase() {
        Phase::Ready { next } => Some(Act::Open(next)),
        Phase::Confirming => game.current_round().map(|record| Act::Confirm(record.round, record.attempt)),
        Phase::Building => Some(Act::SignalEnd),
        Phase::Ended => match game.ranking().janken_needed.into_iter().next() {
            Some(group) => Some(Act::Janken(janken(group, seed))),
            None => Some(Act::Declare),
        },
        Phase::Bidding { .. }
        | Phase::Rebidding { .. }
        | Phase::Countdown { .. }
        | Phase::Declared
        | Phase::Abandoned => None,
    }
}

async fn carry_out(link: &Link, game: &Game, act: &Act) -> Result<(), Status> {
    let mut client = link.judge();
    let id = GAME.to_owned();
    match act {
        Act::Open(round) => {
            client.open_round(judge::OpenRoundRequest { game: id, round: round.0 }).await?;
        }
        Act::Confirm(round, attempt) => {
            let all = judge::confirm_lots_request::Choice::All(judge::AllLots {});
            let request = judge::ConfirmLotsRequest {
                game: id,
                round: round.0,
                attempt: *attempt,
                choice: Some(all),
                settlement_digest: None,
            };
            client.confirm_lots(request).await?;
        }
        Act::SignalEnd => {
            client.signal_end(judge::SignalEndRequest { game: id }).await?;
        }
        Act::Janken(order) => {
            let code = |team: &TeamId| game.setup().team(*team).map(|spec| spec.code.clone());
            let order = order.iter().filter_map(code).collect();
            client.enter_janken(judge::EnterJankenRequest { game: id, order }).await?;
        }
        Act::Declare => {
            client.declare_result(judge::DeclareResultRequest { game: id }).await?;
        }
    }
    Ok(())
}

/// Whether an act may simply be tried again: the server was away, or it has been carried out already and only
/// the answer got lost, which the feed will show.
fn is_passing(status: &Status) -> bool {
    match Fault::from_status(status) {
        Some(fault) => {
            fault.is_passing()
                || matches!(
                    fault.reason,
                    ErrorReason::WrongPhase | ErrorReason::WrongRound | ErrorReason::AlreadyConfirmed
                )
        }
        None => matches!(
            status.code(),
            Code::Unavailable | Code::Cancelled | Code::Unknown | Code::DeadlineExceeded
        ),
    }
}

/// The order of a janken: by seed, so that it comes out the same every time.
fn janken(mut group: Vec<TeamId>, seed: u64) -> Vec<TeamId> {
    let lot = |team: &TeamId| {
        // Far apart for neighbours: the finaliser of SplitMix64.
        let mut number = seed.wrapping_add(u64::from(team.0).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (number ^ (number >> 31), team.0)
    };
    group.sort_by_key(lot);
    group
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_janken_is_the_same_for_a_seed_and_not_for_all() {
        let group: Vec<TeamId> = (0..4).map(TeamId).collect();
        let orders: BTreeSet<Vec<TeamId>> = (0..40).map(|seed| janken(group.clone(), seed)).collect();
        assert!(orders.len() > 10, "{} orders", orders.len());
        assert_eq!(janken(group.clone(), 7), janken(group.iter().rev().copied().collect(), 7));
    }
}
