//! The acts of the desk: attendance, slips of seeds, and results.

use ishigaki_othello::Reason;
use ishigaki_tournament::{
    Act, Actor, Attendance, PlayerId, PlayerState, Slip, Stage, Tournament, class_slips,
};

use super::{ActContext, allowed, anybody};
use crate::chance::Chance;

pub(super) fn act(chance: &mut Chance, tournament: &Tournament, context: ActContext<'_>) -> Option<Act> {
    match tournament.stage() {
        Stage::Committed | Stage::Reception => receive(chance, tournament, context),
        Stage::Between { .. } if chance.permille(context.habits.leaving) => leave(chance, tournament),
        Stage::Playing { .. } if chance.permille(context.habits.leaving / 20) => leave(chance, tournament),
        Stage::Playing { .. } if !context.is_calm && chance.permille(30) => call(chance, tournament),
        Stage::Playing { .. } => result(chance, tournament),
        Stage::Roster | Stage::Between { .. } | Stage::Over | Stage::Declared | Stage::Abandoned => None,
    }
}

fn receive(chance: &mut Chance, tournament: &Tournament, context: ActContext<'_>) -> Option<Act> {
    // Once the digits are known, only the referee rules on attendance.
    if tournament.stage() == Stage::Committed {
        return attendance(chance, tournament, context)
            .map(|(player, absent)| Act::MarkAttendance { player, absent });
    }
    slip(tournament)
}

pub(super) fn attendance(
    chance: &mut Chance,
    tournament: &Tournament,
    context: ActContext<'_>,
) -> Option<(PlayerId, bool)> {
    let players = || (0..tournament.roster().len()).map(PlayerId::at);
    let absent = players().filter(|player| tournament.is_absent(*player)).count();
    let lines = players().count();
    let may_miss = (lines / 12).min(lines.saturating_sub(least(tournament)));
    if absent > may_miss {
        let player = players().find(|player| tournament.is_absent(*player))?;
        return Some((player, false));
    }
    if !context.is_calm && chance.permille(150) {
        let absent = absent < may_miss && chance.permille(600);
        return Some((anybody(chance, tournament), absent));
    }
    None
}

fn least(tournament: &Tournament) -> usize {
    2 * usize::from(tournament.plan().leagues)
}

/// Returns the drawing of a slip by a present seed that hasn't drawn yet (`TD6`).
fn slip(tournament: &Tournament) -> Option<Act> {
    let seeds: Vec<Option<usize>> = tournament.roster().iter().map(|entrant| entrant.seed).collect();
    let absent: Vec<bool> = (0..seeds.len()).map(|at| tournament.is_absent(PlayerId::at(at))).collect();
    let roster = Attendance { seeds: &seeds, absent: &absent };
    // A slip's number is never also a draw number.
    let lots = tournament.lots()?;
    let waiting = lots.iter().enumerate().filter(|(at, lot)| lot.number == Some(lot.base) && !absent[*at]);
    let mut slips =
        waiting.filter_map(|(at, _)| Some((PlayerId::at(at), seeds[at]?))).flat_map(|(player, class)| {
            let numbers = class_slips(tournament.plan(), roster, class).into_iter();
            numbers.map(move |number| Act::DrawSlip { player, number })
        });
    slips.find(|act| allowed(tournament, Actor::Desk, act.clone()).is_ok())
}

fn leave(chance: &mut Chance, tournament: &Tournament) -> Option<Act> {
    let flow = tournament.flow()?;
    let plays =
        |player: &PlayerId| matches!(flow.state_of(*player), PlayerState::League(_) | PlayerState::Placement);
    let playing: Vec<PlayerId> = flow.field().present().filter(plays).collect();
    Some(Act::Withdraw { player: *chance.pick(&playing)? })
}

/// Returns a call to a table, sometimes to one without an open game, or an announcement.
fn call(chance: &mut Chance, tournament: &Tournament) -> Option<Act> {
    if chance.permille(300) {
        let (english, japanese) = ("The next round starts at 13:00".to_owned(), String::new());
        return Some(Act::PostNotice { english, japanese });
    }
    let paired = tournament.rounds().last()?;
    let games: Vec<(PlayerId, PlayerId)> = paired.games().map(|(_, a, b)| (a, b)).collect();
    let at = chance.index(games.len());
    let table = u32::try_from(at + 1).ok()?;
    let (one, other) = *games.get(at)?;
    // A fact names both players, also if the act names neither.
    let players = if chance.permille(500) { vec![one] } else { vec![one, other] };
    Some(Act::CallPlayers { round: paired.round, table, players })
}

/// Returns a random result of a game without one, sometimes of a game that already has one.
fn result(chance: &mut Chance, tournament: &Tournament) -> Option<Act> {
    let paired = tournament.rounds().last()?;
    let is_open = |(a, b): &(PlayerId, PlayerId)| !paired.results.contains_key(&((*a).min(*b), (*a).max(*b)));
    let games: Vec<(PlayerId, PlayerId)> = paired.games().map(|(_, a, b)| (a, b)).collect();
    let open: Vec<(PlayerId, PlayerId)> = games.iter().copied().filter(is_open).collect();
    let meant = if chance.permille(30) { &games } else { &open };
    let (a, b) = *chance.pick(meant)?;
    let (winner, loser) = if chance.permille(500) { (a, b) } else { (b, a) };
    let reason = match chance.below(30) {
        0 => Reason::Forfeit,
        1 => Reason::Time,
        _ => Reason::Normal,
    };
    let black = chance.permille(300).then_some(a);
    let slip = Slip { reason, black, ..Slip::plain(winner, loser) };
    Some(Act::EnterResult { round: paired.round, slip })
}
