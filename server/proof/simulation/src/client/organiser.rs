//! The organiser: enters lists, walls and counts for teams by hand.

use ishigaki_rules::{Act, Actor, Game, Revision, StoneId, TeamId, WallCount};

use super::{Intent, Weather, team};
use crate::chance::Chance;

/// Occasionally enters a list, a re-bid, a wall or a count for a team.
pub(super) fn act(chance: &mut Chance, game: &Game, weather: Weather) -> Option<Intent> {
    if !chance.permille(60) {
        return None;
    }
    let whom = TeamId::at(chance.index(game.setup().teams.len()));
    if chance.permille(150) {
        return Some(Intent::soon(Actor::Organiser, count(chance, game, whom, weather)?));
    }
    // Only the team itself can check stones, ask questions and mark messages as read.
    let is_own =
        |act: &Act| matches!(act, Act::CheckStones { .. } | Act::AskQuestion { .. } | Act::MarkRead { .. });
    let mut intent = team::act(chance, game, whom).filter(|intent| !is_own(&intent.act))?;
    // Sometimes the reason is missing.
    let reason = chance.permille(900).then(|| format!("by hand {}", weather.calls));
    if let Act::SubmitBids { by_hand, .. }
    | Act::SubmitRebid { by_hand, .. }
    | Act::SubmitWall { by_hand, .. } = &mut intent.act
    {
        *by_hand = reason;
    }
    let record = game.current_round();
    // Others' lists are hidden, so it knows only whether there is one. Sometimes it is not meant to be replaced.
    if let Act::SubmitBids { replaces, .. } = &mut intent.act {
        let has_list = record.is_some_and(|record| record.sealed.contains_key(&whom));
        *replaces = (has_list && chance.permille(900)).then_some(Revision::FIRST);
    }
    if let Act::SubmitRebid { replaces, .. } = &mut intent.act {
        let has_rebid = record.is_some_and(|record| record.sealed_raises.contains_key(&whom));
        *replaces = (has_rebid && chance.permille(900)).then_some(Revision::FIRST);
    }
    Some(Intent { by: Actor::Organiser, ..intent })
}

/// Returns a count that is usually within bounds, or removes the count.
fn count(chance: &mut Chance, game: &Game, team: TeamId, weather: Weather) -> Option<Act> {
    let state = game.team(team)?;
    let area = |&stone: &StoneId| game.shape(stone).map_or(0, ishigaki_rules::Shape::area);
    let covered: usize = state.stones.iter().map(area).sum();
    let cells = game.setup().frame.area();
    let least = u32::try_from(cells.saturating_sub(covered)).unwrap_or(u32::MAX);
    let most = u32::try_from(cells).unwrap_or(u32::MAX);
    let used = u32::try_from(state.stones.len()).unwrap_or(u32::MAX);
    // Sometimes one stone more than the team has.
    let beyond = u32::from(chance.permille(100));
    let count = WallCount {
        empty: chance.count(least, most),
        top_gaps: chance.count(0, 1),
        used: chance.count(0, used.saturating_add(beyond)),
    };
    let reason = format!("counted {}", weather.calls);
    Some(Act::CountWall { team, count: chance.permille(800).then_some(count), reason })
}
