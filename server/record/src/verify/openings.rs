//! The openings: opened lists replace the sealed ones.
//!
//! Until the opening an empty list represents each sealed one: it is always valid and has no consequences.
//! The opening is decided with the opened lists, as far as the rules accept them; a rejected one stays empty,
//! so that the opening is found to differ.

use ishigaki_rules::auction::{TeamList, TeamRaises, check_bids, check_rebid};
use ishigaki_rules::{Actor, Event, Fact, Game, RoundRecord, TeamId, Tsuyama};

pub(super) fn reveal(game: &mut Game, opening: &Fact) {
    let Some(record) = game.current_round() else { return };
    let facts: Vec<(TeamId, Fact)> = match opening {
        Fact::ListsOpened { lists, .. } => {
            lists.iter().filter_map(|list| sealed_bids(record, list)).collect()
        }
        Fact::RebidsOpened { raises, .. } => {
            raises.iter().filter_map(|sent| sealed_raises(record, sent)).collect()
        }
        _ => return,
    };
    for (team, fact) in facts {
        game.apply(&Event { at: game.now(), by: Actor::Team(team), fact });
    }
}

fn sealed_bids(record: &RoundRecord, TeamList { team, bids }: &TeamList) -> Option<(TeamId, Fact)> {
    let mut sealed = record.sealed.get(team)?.clone()?;
    check_bids(&record.offer, held(record, *team), bids).ok()?;
    sealed.lines = bids.as_slice().into();
    Some((*team, Fact::BidsSealed { team: *team, sealed: Some(sealed) }))
}

fn sealed_raises(record: &RoundRecord, TeamRaises { team, raises }: &TeamRaises) -> Option<(TeamId, Fact)> {
    let mut sealed = record.sealed_raises.get(team)?.clone()?;
    check_rebid(record.settlement.as_ref()?, *team, held(record, *team), raises).ok()?;
    sealed.lines = raises.as_slice().into();
    Some((*team, Fact::RebidSealed { team: *team, sealed: Some(sealed) }))
}

pub(super) fn held(record: &RoundRecord, team: TeamId) -> Tsuyama {
    record.held.get(team.index()).copied().unwrap_or_default()
}

/// Returns how much of the game's memory this fact uses permanently, in lots, teams and lines.
pub(super) fn weight(fact: &Fact, game: &Game) -> u64 {
    let count = match fact {
        Fact::RoundOpened { .. } => game.setup().lots.len() + game.setup().teams.len(),
        Fact::ListsOpened { lists, .. } => lists.iter().map(|list| list.bids.len()).sum(),
        Fact::RebidsOpened { raises, .. } => raises.iter().map(|sent| sent.raises.len()).sum::<usize>() + 1,
        _ => 0,
    };
    u64::try_from(count).unwrap_or(u64::MAX)
}
