//! The desk: ticks by runners, checks by teams.

use ishigaki_rules::{Act, Game, StoneId, TeamId};

use crate::chance::Chance;

pub(super) fn tick(chance: &mut Chance, game: &Game) -> Option<Act> {
    let team = TeamId::at(chance.index(game.setup().teams.len()));
    Some(Act::TickStones { stones: some_stones(chance, game, team)?, carried: chance.permille(800) })
}

pub(super) fn check(chance: &mut Chance, game: &Game, team: TeamId) -> Option<Act> {
    Some(Act::CheckStones { team, stones: some_stones(chance, game, team)? })
}

fn some_stones(chance: &mut Chance, game: &Game, team: TeamId) -> Option<Vec<StoneId>> {
    let own: Vec<StoneId> = game.team(team)?.stones.iter().copied().collect();
    let &one = chance.pick(&own)?;
    Some(own.into_iter().filter(|&stone| stone == one || chance.permille(300)).collect())
}
