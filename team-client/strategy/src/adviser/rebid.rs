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

/// Distance above a tied price that rivals are thought to go at most, in hundredths of it.
const RIVALS_GO: u64 = 70;

/// Manner of bidding in a tie.
#[derive(Clone, Copy)]
struct RebidManner {
    /// Margin above the tied price that the stone is worth, in hundredths of it.
    over: u64,
    /// Greatest margin above the best price that an offer has by chance, in TSUYAMA, beside a twentieth of the tied
    /// price.
    stray: u64,
}

/// The usual way.
const USUAL: RebidManner = RebidManner { over: 10, stray: 3 };

/// Of whoever knows what its rivals can pay, while it is not late: another stone is as good, so a TSUYAMA kept for the end (`E2`) is
/// worth more than the tie.
const THRIFTY: RebidManner = RebidManner { over: 10, stray: 1 };

/// Of the same, once it is late: the next line is not as good any more.
const RESOLUTE: RebidManner = RebidManner { over: 30, stray: 3 };

/// From so many failed ties of its own on a team takes its rivals for its like: who thinks alike and strays little ties again.
const ALIKE: u64 = 4;

/// Further distance that its offers stray then at most, by one for each tie that failed beyond those.
const FURTHER: u64 = 3;

/// Offer for one tied line. Silent in debug output, as a re-bid is secret (`A7`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RaiseAdvice {
    /// The line and its new price.
    pub raise: Raise,
    pub lot: LotId,
    /// The price at which it is tied.
    pub tied_at: Tsuyama,
    /// Squares of the stone.
    pub value: SquareShare,
    /// Other teams that are tied for it.
    pub rivals: u32,
    /// Probability that the offer wins a copy.
    pub chance: Chance,
}

/// Returns what to offer in the wave that is open, within its budget (`A7`); `None` if the team is not in one. A tied line
/// that is not in it is better given up.
pub fn advise_raises(view: &View<'_>, seed: u64) -> Option<(RoundNo, WaveNo, Vec<RaiseAdvice>)> {
    advise_knowing(view, seed, USUAL, |_| None)
}

/// As [`advise_raises`], knowing what each tied rival can pay at most (`A7`): its money and the opened lists are public. What it
/// offers strays less while there is time, unless its ties have failed again and again (`A8`).
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
    advise_knowing(view, seed, manner, |team| rebid_budget(view, team))
}

/// Returns the most that a team can name in the open wave.
fn rebid_budget(view: &View<'_>, team: TeamId) -> Option<u64> {
    let record = view.record()?;
    let held = record.held.get(team.index()).copied()?;
    record.settlement.as_ref().and_then(|settled| settled.rebid_budget(team, held)).map(|most| most.0)
}

fn advise_knowing(
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
    // What was bid is about what the stone is worth. Whoever loses the wave takes the next live line at its own price (A9),
    // often as good a stone, so little more than the least that counts is worth naming: with half of the price
    // again on top, bots that gave up every tie came to better places.
    let worth = tied_at.saturating_add(share(tied_at, manner.over, 100) + 1);
    // How far above the tied price each of the others may go: not beyond what it can pay.
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
    // Whoever thinks alike would offer the same, and equal offers fail (A8): some TSUYAMA more by chance, of high prices
    // some hundredths.
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
