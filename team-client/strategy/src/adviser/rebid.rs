//! New prices for tied lines (`A7`).

use std::cmp::Reverse;

use ishigaki_rules::auction::{Raise, Tie};
use ishigaki_rules::{LotId, Priority, RoundNo, TeamId, Tsuyama, WaveNo};
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::rivals::failed_ties;
use super::{Chance, SquareShare, is_late, prices, share};
use crate::dice::{About, dice};
use team_client_sdk::bot::View;

/// Highest raise expected of rivals above a tied price, in hundredths of it.
const RIVALS_GO: u64 = 70;

#[derive(Clone, Copy)]
struct RebidManner {
    over: u64,
    stray: u64,
}

const USUAL: RebidManner = RebidManner { over: 10, stray: 3 };

/// For a rival-aware bot that is not late: other stones are as good, so a TSUYAMA kept for the end (`E2`) is
/// worth more than the tie.
const THRIFTY: RebidManner = RebidManner { over: 10, stray: 1 };

/// For a rival-aware bot that is late: the next line is no longer as good.
const RESOLUTE: RebidManner = RebidManner { over: 30, stray: 3 };

/// Number of failed ties after which a team assumes that its rivals decide like itself, so that small random
/// margins tie again.
const ALIKE: u64 = 4;

/// Maximum growth of the random margin, by one per further failed tie.
const FURTHER: u64 = 3;

/// Offer for a tied line. `Debug` omits it, because a re-bid is secret (`A7`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RaiseAdvice {
    pub raise: Raise,
    pub lot: LotId,
    pub tied_at: Tsuyama,
    pub value: SquareShare,
    pub rivals: u32,
    pub chance: Chance,
}

/// Returns offers for the open wave within the budget (`A7`); `None` if the team is not in one. Tied lines
/// without an offer should be given up.
pub fn advise_raises(view: &View<'_>, seed: u64) -> Option<(RoundNo, WaveNo, Vec<RaiseAdvice>)> {
    advise_with_budgets(view, seed, USUAL, |_| None)
}

/// Like [`advise_raises`], using the public money and lists to bound each rival's offer (`A7`). Its offers
/// have smaller random margins while it is not late, unless ties failed repeatedly (`A8`).
pub fn advise_raises_within_budgets(
    view: &View<'_>,
    seed: u64,
) -> Option<(RoundNo, WaveNo, Vec<RaiseAdvice>)> {
    let manner = if is_late(view) {
        RESOLUTE
    } else {
        let further = failed_ties(view).saturating_sub(ALIKE).min(FURTHER);
        RebidManner { stray: THRIFTY.stray + further, ..THRIFTY }
    };
    advise_with_budgets(view, seed, manner, |team| rebid_budget(view, team))
}

fn rebid_budget(view: &View<'_>, team: TeamId) -> Option<u64> {
    let record = view.record()?;
    let held = record.held.get(team.index()).copied()?;
    record.settlement.as_ref().and_then(|settled| settled.rebid_budget(team, held)).map(|most| most.0)
}

fn advise_with_budgets(
    view: &View<'_>,
    seed: u64,
    manner: RebidManner,
    budget: impl Fn(TeamId) -> Option<u64>,
) -> Option<(RoundNo, WaveNo, Vec<RaiseAdvice>)> {
    let (round, _, wave) = view.open_wave()?;
    let mut rng = dice(seed, view, About::Raises);
    let mut left = view.rebid_budget()?.0;
    let mut raises = Vec::new();
    let mut tied = view.tied_lines();
    tied.sort_by_key(|(priority, _)| *priority);
    for (priority, tie) in tied {
        if let Some(advice) = raise(view, (priority, tie), left, manner, &budget, &mut rng) {
            left -= advice.raise.price.0;
            raises.push(advice);
        }
    }
    Some((round, wave, raises))
}

fn raise(
    view: &View<'_>,
    (priority, tie): (Priority, &Tie),
    left: u64,
    manner: RebidManner,
    budget: impl Fn(TeamId) -> Option<u64>,
    rng: &mut ChaCha8Rng,
) -> Option<RaiseAdvice> {
    let setup = view.game.setup();
    let area = setup.lot(tie.lot)?.shape.area() as u64;
    let rivals = tie.lines.iter().filter(|line| line.team != view.me).count() as u64;
    let tied_at = tie.price.0;
    let reach = share(tied_at, RIVALS_GO, 100) + 1;
    // The bid is about the stone's worth. A team that loses the wave continues with its next live line at its
    // own price (A9), often for a stone as good, so only a small raise pays: with half of the price on top,
    // bots that gave up every tie ranked higher.
    let worth = tied_at.saturating_add(share(tied_at, manner.over, 100) + 1);
    // Maximum raise of each rival, bounded by its money.
    let most = |team: TeamId| budget(team).map_or(reach, |most| most.saturating_sub(tied_at).min(reach));
    let others = tie.lines.iter().filter(|line| line.team != view.me);
    let go: Vec<u64> = others.map(|line| most(line.team)).collect();
    let chance = |price: u64| {
        let beaten = |most: &u64| {
            share(Chance::CERTAIN.0, price.saturating_sub(tied_at), most + 1).min(Chance::CERTAIN.0)
        };
        go.iter().take(4).fold(Chance::CERTAIN.0, |all, most| all * beaten(most) / Chance::CERTAIN.0)
    };
    let prospect = |price: &u64| {
        (u128::from(chance(*price)) * u128::from((worth + 1).saturating_sub(*price)), Reverse(*price))
    };
    let prices = prices(tied_at + 1, worth.min(left));
    // Bots with the same estimate would offer the same, and equal offers fail (A8): add a random margin.
    let best = prices.max_by_key(prospect)? + rng.random_range(0..=manner.stray + tied_at / 20);
    let best = best.min(left);
    Some(RaiseAdvice {
        raise: Raise { priority, price: Tsuyama(best) },
        lot: tie.lot,
        tied_at: tie.price,
        value: SquareShare(area * 100),
        rivals: u32::try_from(rivals).unwrap_or(u32::MAX),
        chance: Chance(chance(best)),
    })
}

impl std::fmt::Debug for RaiseAdvice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("sealed")
    }
}
