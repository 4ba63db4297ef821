//! The acts of the referee (`TV3`).

use ishigaki_tournament::{Act, FoundBy, LeagueId, Slip, Stage, Tournament};

use super::desk::attendance;
use super::organiser::results;
use super::{ActContext, stuck};
use crate::chance::Chance;

pub(super) fn act(chance: &mut Chance, tournament: &Tournament, context: ActContext<'_>) -> Option<Act> {
    if matches!(tournament.stage(), Stage::Declared | Stage::Abandoned) {
        return None;
    }
    if let Stage::Between { .. } = tournament.stage()
        && let Some((league, candidates)) = stuck(tournament)
    {
        let player = *chance.pick(&candidates)?;
        return Some(Act::NameFirst { league, player, reason: "nobody of the league is left".to_owned() });
    }
    if let Some(league) = unconfirmed(tournament) {
        return Some(Act::ConfirmFirst { league });
    }
    if tournament.stage() == Stage::Reception
        && let Some((player, absent)) = attendance(chance, tournament, context)
    {
        let reason = "the train was late".to_owned();
        return Some(Act::OverruleAttendance { player, absent, reason });
    }
    if context.is_calm {
        return None;
    }
    if chance.permille(context.habits.ruling) {
        return match chance.index(10) {
            0..=2 => pairing(chance, tournament),
            3 => reopen(chance, tournament),
            _ => overrule(chance, tournament),
        };
    }
    if tournament.stage() == Stage::Reception && chance.permille(40) {
        let results = results(chance, &tournament.plan().lotteries);
        return Some(Act::OverruleDigits { results, reason: "two digits were swapped".to_owned() });
    }
    chance.permille(2).then(|| Act::Rule { text: "the round starts five minutes late".to_owned() })
}

/// Takes the pairing back, or excuses a player or fixes a pair before the next one.
fn pairing(chance: &mut Chance, tournament: &Tournament) -> Option<Act> {
    let reason = "two brothers were paired".to_owned();
    match tournament.stage() {
        Stage::Playing { round } => Some(Act::UnpairRound { round, reason }),
        Stage::Between { next } => {
            let pools = tournament.flow()?.pools();
            let (_, members) = chance.pick(&pools)?;
            let (one, other) = (*chance.pick(members)?, *chance.pick(members)?);
            Some(if chance.permille(500) {
                Act::Excuse { player: one, reason }
            } else {
                Act::PairByRuling { round: next, fixed: vec![(one, other)], reason }
            })
        }
        _ => None,
    }
}

fn unconfirmed(tournament: &Tournament) -> Option<LeagueId> {
    let firsts = tournament.flow()?.firsts().iter().enumerate();
    firsts
        .filter(|(_, first)| first.is_some_and(|first| first.by == FoundBy::Ranking))
        .map(|(at, _)| LeagueId::at(at))
        .find(|league| !tournament.is_confirmed(*league))
}

/// Takes back a result, mostly of the last round.
fn reopen(chance: &mut Chance, tournament: &Tournament) -> Option<Act> {
    let entries = tournament.entries().len();
    let at = if chance.permille(900) { entries.checked_sub(1)? } else { chance.index(entries) };
    let entry = u32::try_from(at + 1).unwrap_or(u32::MAX);
    Some(Act::ReopenGame { entry, reason: "the game was played with wrong colours".to_owned() })
}

fn overrule(chance: &mut Chance, tournament: &Tournament) -> Option<Act> {
    let at = chance.index(tournament.entries().len());
    let Slip { winner, loser, .. } = tournament.entries().get(at)?.slip;
    let (winner, loser) = if chance.permille(500) { (loser, winner) } else { (winner, loser) };
    let entry = u32::try_from(at + 1).unwrap_or(u32::MAX);
    let reason = "the cards were swapped".to_owned();
    Some(Act::Overrule { entry, slip: Slip::plain(winner, loser), reason })
}
