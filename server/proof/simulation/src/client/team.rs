//! A team's device: submits and replaces lists, re-bids, builds.

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{
    Act, Actor, Cell, Game, GameTime, LotId, Phase, RoundRecord, Secret, StoneId, TeamId, Turn,
};

use super::{Intent, messages, stones};
use crate::chance::Chance;
use crate::price::canary;

pub(super) fn act(chance: &mut Chance, game: &Game, team: TeamId) -> Option<Intent> {
    if !game.takes_part(team) && chance.permille(900) {
        return None;
    }
    if chance.permille(40)
        && let Some(act) = stones::check(chance, game, team)
    {
        return Some(Intent::soon(Actor::Team(team), act));
    }
    if chance.permille(25)
        && let Some(act) = messages::of_team(chance, game, team)
    {
        return Some(Intent::soon(Actor::Team(team), act));
    }
    match (game.phase(), game.current_round()) {
        (Phase::Bidding { closes_at }, Some(record)) if chance.permille(750) => {
            bid(chance, game, team, record, closes_at)
        }
        (Phase::Rebidding { closes_at, .. }, Some(record)) if chance.permille(900) => {
            rebid(chance, game, team, record, closes_at)
        }
        _ => build(chance, game, team),
    }
}

fn stage(game: &Game) -> u64 {
    let attempts = u64::try_from(game.rounds().len()).unwrap_or(u64::MAX);
    let waves = game.current_round().and_then(|record| record.settlement.as_ref());
    let wave = waves.map_or(0, |settlement| u64::from(settlement.waves_held()) + 1);
    attempts.saturating_sub(1) * 5 + wave
}

/// Returns a price of this stage. There are few levels, so that teams tie.
fn price(chance: &mut Chance, game: &Game) -> ishigaki_rules::Tsuyama {
    let level = if chance.permille(700) { chance.below(2) } else { chance.below(6) };
    canary(stage(game), level)
}

/// Sometimes aims a call at the very end of the window, or just after it.
fn aim(chance: &mut Chance, closes_at: GameTime) -> Option<GameTime> {
    chance.permille(200).then(|| GameTime((closes_at.0 + chance.below(3)).saturating_sub(1)))
}

fn bid(
    chance: &mut Chance,
    game: &Game,
    team: TeamId,
    record: &RoundRecord,
    closes_at: GameTime,
) -> Option<Intent> {
    let replaces = record.revision(team);
    if replaces.is_some() && !chance.permille(200) {
        return None;
    }
    let lots: Vec<LotId> = record.lots().collect();
    let held = game.team(team)?.held;
    let mut bids: Vec<Bid> = Vec::new();
    let mut total = 0_u64;
    let wanted = if chance.permille(80) { 0 } else { record.offer.max_bids.min(chance.count(1, 4)) };
    // Teams with the same lots in the same order meet again after a failed tie.
    let in_order = chance.permille(500);
    for nth in 0..wanted {
        let next = if in_order { lots.get(nth as usize) } else { chance.pick(&lots) };
        let Some(&lot) = next else { break };
        let copies = record.offer.lots.get(lot.index()).map_or(0, |lot| lot.copies);
        let price = price(chance, game);
        let lines = bids.iter().filter(|bid| bid.lot == lot).count();
        if lines < copies as usize && total + price.0 <= held.0 {
            total += price.0;
            bids.push(Bid { lot, price });
        }
    }
    let attempt = chance.permille(700).then_some(record.attempt);
    let act =
        Act::SubmitBids { team, round: record.round, attempt, replaces, bids: Secret(bids), by_hand: None };
    Some(Intent { by: Actor::Team(team), act, aim: aim(chance, closes_at) })
}

fn rebid(
    chance: &mut Chance,
    game: &Game,
    team: TeamId,
    record: &RoundRecord,
    closes_at: GameTime,
) -> Option<Intent> {
    let Phase::Rebidding { wave, .. } = game.phase() else {
        return None;
    };
    let replaces = record.raise_revision(team);
    if replaces.is_some() && !chance.permille(150) {
        return None;
    }
    let settlement = record.settlement.as_ref()?;
    let budget = settlement.rebid_budget(team, game.team(team)?.held)?;
    let lines = settlement.ties().iter().flat_map(|tie| &tie.lines).filter(|line| line.team == team);
    let mut raises = Vec::new();
    let mut total = 0_u64;
    for line in lines {
        let price = price(chance, game);
        if chance.permille(850) && (total + price.0 <= budget.0 || chance.permille(100)) {
            total += price.0;
            raises.push(Raise { priority: line.priority, price });
        }
    }
    let attempt = chance.permille(700).then_some(record.attempt);
    let raises = Secret(raises);
    let act = Act::SubmitRebid { team, round: record.round, attempt, wave, replaces, raises, by_hand: None };
    Some(Intent { by: Actor::Team(team), act, aim: aim(chance, closes_at) })
}

fn build(chance: &mut Chance, game: &Game, team: TeamId) -> Option<Intent> {
    let state = game.team(team)?;
    let stones: Vec<StoneId> = state.stones.iter().copied().collect();
    let &stone = chance.pick(&stones)?;
    if !game.phase().is_building_time() && chance.permille(950) {
        return None;
    }
    let by = Actor::Team(team);
    let laid = state.laid.contains_key(&stone);
    if laid && !chance.permille(250) {
        return None;
    }
    if laid && chance.permille(600) {
        return Some(Intent::soon(by, Act::TakeOutStone { team, replaces: state.wall, stone }));
    }
    let mut wall: Vec<Placement<StoneId>> = state
        .laid
        .iter()
        .filter(|(other, _)| **other != stone)
        .map(|(&stone, &spot)| Placement { stone, placing: Placing::Turned(spot) })
        .collect();
    for _ in 0..4 {
        wall.push(Placement { stone, placing: somewhere(chance, game, stone)? });
        if game.judge_wall(team, &wall).faults.is_empty() {
            break;
        }
        if wall.len() > 1 || chance.permille(900) {
            wall.pop();
        }
    }
    if chance.permille(200) {
        let (replaces, placements) = (state.wall, wall);
        return Some(Intent::soon(by, Act::SubmitWall { team, replaces, placements, by_hand: None }));
    }
    let placement = wall.pop().filter(|placement| placement.stone == stone);
    let placement = match placement {
        Some(placement) => placement,
        None => Placement { stone, placing: somewhere(chance, game, stone)? },
    };
    Some(Intent::soon(by, Act::PlaceStone { team, replaces: state.wall, placement }))
}

fn somewhere(chance: &mut Chance, game: &Game, stone: StoneId) -> Option<Placing> {
    let frame = &game.setup().frame;
    let turn = *chance.pick(&Turn::ALL)?;
    let shape = game.shape(stone)?.turned(turn);
    let mut least = |extent: i32, size: i32| {
        let room = u64::try_from(extent - size + 1).unwrap_or(1).max(1);
        i32::try_from(chance.below(room)).unwrap_or(0)
    };
    let at = Cell { row: least(frame.height(), shape.height()), col: least(frame.width(), shape.width()) };
    if chance.permille(150) {
        let squares = shape.cells().iter();
        return Some(Placing::Cells(
            squares.map(|cell| Cell { row: cell.row + at.row, col: cell.col + at.col }).collect(),
        ));
    }
    Some(Placing::Turned(Spot { turn, at }))
}
