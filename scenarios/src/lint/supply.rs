//! Stones against frame, rounds and money (`G1`, `A2`, `E2`).
//!
//! What is said here are bounds, not forecasts: what no team could ever do, and what any team always could.

use ishigaki_rules::{LotSpec, Setup};

use super::Level;
use crate::Scenario;
use crate::page::Page;
use crate::scenario::Places;

const FILLING: &str = "E2: the fewest empty squares win";
const POOL: &str = "G3: one pool of stones for the whole game";
const MONEY: &str = "G1: money is what bids compete with";

/// Money that pays so many times for all stones at their minimum prices restrains nobody.
const RICH: u64 = 3;

pub(super) fn check(page: &mut Page<'_>, scenario: &Scenario, places: &Places) {
    check_area(page, scenario, places);
    check_wins(page, scenario, places);
    check_money(page, scenario, places);
    check_rounds(page, scenario, places);
    if let Some(teams) = scenario.made_for {
        check_teams(page, places.teams, teams);
        let setup = scenario.setup_without_teams();
        check_pool(page, places.teams, &setup, teams);
    }
}

/// The squares of all stones together.
pub(super) fn area(scenario: &Scenario) -> usize {
    scenario.lots.iter().map(lot_area).sum()
}

fn lot_area(lot: &LotSpec) -> usize {
    lot.shape.area().saturating_mul(usize::try_from(lot.copies).unwrap_or(usize::MAX))
}

fn check_area(page: &mut Page<'_>, scenario: &Scenario, places: &Places) {
    let (stones, frame) = (area(scenario), scenario.frame.area());
    if stones < frame {
        let what = format!("all stones together have {stones} squares, `frame` has {frame}");
        page.remark(Level::Error, places.frame.start, what, FILLING);
    } else if stones * 4 < frame * 5 {
        let what = format!("all stones together have {stones} squares, hardly more than `frame`, {frame}");
        page.remark(Level::Warning, places.frame.start, what, FILLING);
    }
}

/// Checks what one team can win in all rounds against the frame.
fn check_wins(page: &mut Page<'_>, scenario: &Scenario, places: &Places) {
    let most = scenario.rounds.iter().map(|round| u64::from(round.max_wins.min(round.max_bids))).sum();
    let mut areas: Vec<(usize, u64)> =
        scenario.lots.iter().map(|lot| (lot.shape.area(), u64::from(lot.copies))).collect();
    areas.sort_unstable_by(|one, other| other.cmp(one));
    let (mut left, mut covered) = (most, 0_u64);
    for (area, copies) in areas {
        let taken = copies.min(left);
        covered = covered.saturating_add(taken.saturating_mul(u64::try_from(area).unwrap_or(u64::MAX)));
        left -= taken;
    }
    let frame = u64::try_from(scenario.frame.area()).unwrap_or(u64::MAX);
    // Too few stones at all is told elsewhere.
    if covered < frame && left == 0 {
        let at = places.rounds.first().map_or(0, |round| round.wins);
        let what =
            format!("the {most} largest stones, all a team can win, have {covered} squares of {frame}");
        page.remark(Level::Error, at, what, FILLING);
    }
}

fn check_money(page: &mut Page<'_>, scenario: &Scenario, places: &Places) {
    let money = scenario.money.0;
    let price = |lot: &LotSpec| lot.min_price.0.saturating_mul(u64::from(lot.copies));
    let all: u64 = scenario.lots.iter().map(price).fold(0, u64::saturating_add);
    let full = cheapest_wall(scenario);
    // Without squares enough for a wall there is no such price.
    if full > money && area(scenario) >= scenario.frame.area() {
        let what = format!("a full wall costs at least {full} at minimum prices; a team has {money}");
        page.remark(Level::Error, places.money, what, FILLING);
    } else if money / RICH >= all {
        let what = format!("`money`, {money}, pays {} times for all stones at minimum prices, {all}", {
            money.checked_div(all).unwrap_or(money)
        });
        page.remark(Level::Warning, places.money, what, MONEY);
    }
    for (lot, place) in scenario.lots.iter().zip(&places.lots) {
        if lot.min_price.0 == 0 {
            let what = format!("stone {:?} may be had for 0", lot.code);
            page.remark(Level::Warning, place.min_price, what, MONEY);
        } else if lot.min_price.0 * 2 > money && lot.min_price.0 <= money {
            let what = format!("stone {:?} takes {} of the {money} a team has", lot.code, lot.min_price.0);
            page.remark(Level::Warning, place.min_price, what, MONEY);
        }
    }
}

/// Returns the least cost of so many squares, if the dearest stone may be cut: no full wall is cheaper.
fn cheapest_wall(scenario: &Scenario) -> u64 {
    let mut lots: Vec<(u64, u64, u64)> = scenario
        .lots
        .iter()
        .map(|lot| {
            (lot.min_price.0, u64::try_from(lot.shape.area()).unwrap_or(u64::MAX), u64::from(lot.copies))
        })
        .collect();
    lots.sort_by(|(price, area, _), (other_price, other_area, _)| {
        (u128::from(*price) * u128::from(*other_area)).cmp(&(u128::from(*other_price) * u128::from(*area)))
    });
    let mut left = u64::try_from(scenario.frame.area()).unwrap_or(u64::MAX);
    let mut cost = 0_u64;
    for (price, area, copies) in lots {
        let squares = left.min(area.saturating_mul(copies));
        // Rounded down: a bound from below stays one.
        cost = cost.saturating_add(squares.saturating_mul(price) / area.max(1));
        left -= squares;
    }
    cost
}

/// Each round's M and W against one another and against the stock (`A2`, `A5`).
fn check_rounds(page: &mut Page<'_>, scenario: &Scenario, places: &Places) {
    let copies: u64 = scenario.lots.iter().map(|lot| u64::from(lot.copies)).sum();
    for (round, place) in scenario.rounds.iter().zip(&places.rounds) {
        let (bids, wins) = (u64::from(round.max_bids), u64::from(round.max_wins));
        if bids < wins {
            let what = format!("a list of {bids} bids can never win {wins} stones");
            page.remark(Level::Warning, place.wins, what, "A5: each stone won is a line of the list");
        } else if wins >= copies {
            let what = format!("one team may win all {copies} stones in one round");
            page.remark(Level::Warning, place.wins, what, POOL);
        }
        if bids > copies {
            let what = format!("a list has at most a line for each copy, {copies}, never {bids}");
            page.remark(
                Level::Warning,
                place.bids,
                what,
                "A2: a type stands on as many lines as it has copies",
            );
        }
    }
}

/// Checks the number of a game's teams.
pub(super) fn check_teams(page: &mut Page<'_>, at: usize, teams: usize) {
    if !(4..=9).contains(&teams) {
        page.remark(Level::Warning, at, format!("{teams} teams; games have 4 to 9"), "G2: teams a game");
    }
}

/// The pool of stones against what so many teams can win and use.
pub(super) fn check_pool(page: &mut Page<'_>, at: usize, setup: &Setup, teams: usize) {
    let copies: u64 = setup.lots.iter().map(|lot| u64::from(lot.copies)).sum();
    let players = u64::try_from(teams).unwrap_or(u64::MAX);
    let wins: Vec<u64> = setup.rounds.iter().map(|round| u64::from(round.max_wins)).collect();
    let most = wins.iter().sum::<u64>().saturating_mul(players);
    if most < copies {
        let what =
            format!("{teams} teams can win {most} stones in all; {} of {copies} go to nobody", copies - most);
        page.remark(Level::Warning, at, what, POOL);
    }
    if let [first, _, ..] = wins[..]
        && first.saturating_mul(players) >= copies
    {
        let what = format!("{teams} teams can win all {copies} stones in the first round");
        page.remark(Level::Warning, at, what, POOL);
    }
    let stones: usize = setup.lots.iter().map(lot_area).sum();
    let walls = setup.frame.area().saturating_mul(teams);
    if stones * 2 < walls {
        let what = format!("all stones together have {stones} squares, not half of {teams} frames, {walls}");
        page.remark(Level::Warning, at, what, FILLING);
    } else if stones > walls.saturating_mul(3) {
        let what =
            format!("all stones together have {stones} squares, more than thrice {teams} frames, {walls}");
        page.remark(Level::Warning, at, what, FILLING);
    }
}
