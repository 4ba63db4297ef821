//! Stones against frame, rounds and money (`G1`, `A2`, `E2`).
//!
//! These are upper and lower bounds for every team.

use ishigaki_rules::{LotSpec, Setup};

use super::Level;
use crate::Scenario;
use crate::basis::{self, FILLING, MONEY, POOL};
use crate::page::Page;
use crate::scenario::Places;
use crate::wording::Wording;

/// Money for this many times all stones at their minimum prices doesn't restrain any team.
const RICH: u64 = 3;

pub(super) fn check(page: &mut Page<'_>, scenario: &Scenario, places: &Places<'_>) {
    check_area(page, scenario, places);
    check_wins(page, scenario, places);
    check_money(page, scenario, places);
    check_rounds(page, scenario, places);
    if let Some(teams) = scenario.made_for {
        check_teams(page, places.root.place("teams"), teams);
        let setup = scenario.setup_without_teams();
        check_pool(page, places.root.place("teams"), &setup, teams);
    }
}

pub(super) fn area(scenario: &Scenario) -> usize {
    scenario.lots.iter().map(lot_area).sum()
}

fn lot_area(lot: &LotSpec) -> usize {
    lot.shape.area().saturating_mul(usize::try_from(lot.copies).unwrap_or(usize::MAX))
}

fn check_area(page: &mut Page<'_>, scenario: &Scenario, places: &Places<'_>) {
    let (stones, frame) = (area(scenario), scenario.frame.area());
    if stones < frame {
        let what = Wording::TooFewSquares { squares: stones.into(), frame: frame.into() };
        page.remark(Level::Error, places.frame.start, what, FILLING);
    } else if stones * 4 < frame * 5 {
        let what = Wording::FewSquares { squares: stones.into(), frame: frame.into() };
        page.remark(Level::Warning, places.frame.start, what, FILLING);
    }
}

fn check_wins(page: &mut Page<'_>, scenario: &Scenario, places: &Places<'_>) {
    let most = scenario.rounds.iter().map(|round| u64::from(round.max_wins.min(round.max_bids))).sum();
    let mut areas: Vec<(usize, u64)> =
        scenario.lots.iter().map(|lot| (lot.shape.area(), u64::from(lot.copies))).collect();
    areas.sort_unstable_by(|a, b| b.cmp(a));
    let (mut left, mut covered) = (most, 0_u64);
    for (area, copies) in areas {
        let taken = copies.min(left);
        covered = covered.saturating_add(taken.saturating_mul(u64::try_from(area).unwrap_or(u64::MAX)));
        left -= taken;
    }
    let frame = u64::try_from(scenario.frame.area()).unwrap_or(u64::MAX);
    // Too few stones are reported elsewhere.
    if covered < frame && left == 0 {
        let at = places.rounds.first().map_or(0, |round| round.place("wins"));
        let what = Wording::FewWins { most: u64::into(most), squares: covered.into(), frame: frame.into() };
        page.remark(Level::Error, at, what, FILLING);
    }
}

fn check_money(page: &mut Page<'_>, scenario: &Scenario, places: &Places<'_>) {
    let money = scenario.money.0;
    let price = |lot: &LotSpec| lot.min_price.0.saturating_mul(u64::from(lot.copies));
    let all: u64 = scenario.lots.iter().map(price).fold(0, u64::saturating_add);
    let full = cheapest_wall(scenario);
    // Without enough squares for a wall the price is undefined.
    if full > money && area(scenario) >= scenario.frame.area() {
        let what = Wording::DearWall { price: full.into(), money: money.into() };
        page.remark(Level::Error, places.root.place("money"), what, FILLING);
    } else if money / RICH >= all {
        let times = money.checked_div(all).unwrap_or(money);
        let what = Wording::MuchMoney { money: money.into(), times: times.into(), price: all.into() };
        page.remark(Level::Warning, places.root.place("money"), what, MONEY);
    }
    for (lot, place) in scenario.lots.iter().zip(&places.lots) {
        if lot.min_price.0 == 0 {
            let what = Wording::FreeStone { stone: (&lot.code).into() };
            page.remark(Level::Warning, place.table.place("min_price"), what, MONEY);
        } else if lot.min_price.0 * 2 > money && lot.min_price.0 <= money {
            let (stone, price) = ((&lot.code).into(), lot.min_price.0.into());
            let what = Wording::DearStone { stone, price, money: money.into() };
            page.remark(Level::Warning, place.table.place("min_price"), what, MONEY);
        }
    }
}

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
        // Rounded down to stay a lower bound.
        cost = cost.saturating_add(squares.saturating_mul(price) / area.max(1));
        left -= squares;
    }
    cost
}

fn check_rounds(page: &mut Page<'_>, scenario: &Scenario, places: &Places<'_>) {
    let copies: u64 = scenario.lots.iter().map(|lot| u64::from(lot.copies)).sum();
    for (round, table) in scenario.rounds.iter().zip(&places.rounds) {
        let (bids, wins) = (u64::from(round.max_bids), u64::from(round.max_wins));
        if bids < wins {
            let what = Wording::FewBids { bids: bids.into(), wins: wins.into() };
            page.remark(Level::Warning, table.place("wins"), what, basis::WON_BY_LINE);
        } else if wins >= copies {
            page.remark(
                Level::Warning,
                table.place("wins"),
                Wording::AllInOneRound { copies: copies.into() },
                POOL,
            );
        }
        if bids > copies {
            let what = Wording::ManyBids { copies: copies.into(), bids: bids.into() };
            page.remark(Level::Warning, table.place("bids"), what, basis::LINES_OF_TYPE);
        }
    }
}

pub(super) fn check_teams(page: &mut Page<'_>, at: usize, teams: usize) {
    if !(4..=9).contains(&teams) {
        page.remark(Level::Warning, at, Wording::TeamsOfGame { teams: teams.into() }, basis::TEAMS);
    }
}

pub(super) fn check_pool(page: &mut Page<'_>, at: usize, setup: &Setup, teams: usize) {
    let copies: u64 = setup.lots.iter().map(|lot| u64::from(lot.copies)).sum();
    let players = u64::try_from(teams).unwrap_or(u64::MAX);
    let wins: Vec<u64> = setup.rounds.iter().map(|round| u64::from(round.max_wins)).collect();
    let most = wins.iter().sum::<u64>().saturating_mul(players);
    if most < copies {
        let what = Wording::LeftOver {
            teams: teams.into(),
            most: most.into(),
            left: (copies - most).into(),
            copies: copies.into(),
        };
        page.remark(Level::Warning, at, what, POOL);
    }
    if let [first, _, ..] = wins[..]
        && first.saturating_mul(players) >= copies
    {
        let what = Wording::AllInFirstRound { teams: teams.into(), copies: copies.into() };
        page.remark(Level::Warning, at, what, POOL);
    }
    let stones: usize = setup.lots.iter().map(lot_area).sum();
    let walls = setup.frame.area().saturating_mul(teams);
    if stones * 2 < walls {
        let (squares, teams, walls) = (stones.into(), teams.into(), walls.into());
        let what = Wording::ScarceStones { squares, teams, walls };
        page.remark(Level::Warning, at, what, FILLING);
    } else if stones > walls.saturating_mul(3) {
        let (squares, teams, walls) = (stones.into(), teams.into(), walls.into());
        let what = Wording::PlentyOfStones { squares, teams, walls };
        page.remark(Level::Warning, at, what, FILLING);
    }
}
