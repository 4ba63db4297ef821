//! The chief judge: plays the game to its end, with random interruptions.

use ishigaki_rules::{Act, Actor, Announcement, Game, LotChoice, Millis, Phase, RoundNo, TeamId};

use super::{Intent, Weather, messages, stones};
use crate::chance::Chance;

pub(super) fn act(chance: &mut Chance, game: &Game, weather: Weather) -> Option<Intent> {
    let soon = |act| Some(Intent::soon(Actor::Judge, act));
    if game.paused_since().is_some() && chance.permille(if weather.is_calm { 1_000 } else { 400 }) {
        return soon(Act::Resume);
    }
    if !weather.is_calm
        && chance.permille(weather.faults.trouble)
        && let Some(act) = trouble(chance, game, weather.calls)
    {
        return soon(act);
    }
    match game.phase() {
        Phase::Ready { next } if chance.permille(800) => soon(Act::OpenRound { round: next }),
        Phase::Confirming if chance.permille(700) => soon(confirm(chance, game)?),
        Phase::Building if chance.permille(if weather.is_calm { 1_000 } else { 120 }) => soon(Act::SignalEnd),
        Phase::Ended => soon(finish(chance, game)),
        _ => None,
    }
}

fn confirm(chance: &mut Chance, game: &Game) -> Option<Act> {
    let record = game.current_round()?;
    let open = record.unconfirmed();
    let lots = match chance.pick(&open) {
        Some(&lot) if chance.permille(300) => LotChoice::One(lot),
        _ => LotChoice::All,
    };
    let (round, attempt, seen) = (record.round, record.attempt, record.digest());
    Some(Act::ConfirmLots { round, attempt, lots, seen })
}

fn finish(chance: &mut Chance, game: &Game) -> Act {
    let open = game.ranking().janken_needed;
    let Some(mut order) = open.into_iter().next() else {
        return Act::DeclareResult;
    };
    let turn = chance.index(order.len());
    order.rotate_left(turn);
    Act::EnterJanken { order }
}

fn trouble(chance: &mut Chance, game: &Game, nth: u64) -> Option<Act> {
    let reason = format!("reason {nth}");
    let team = TeamId::at(chance.index(game.setup().teams.len()));
    let (round, attempt) =
        game.current_round().map_or((RoundNo::FIRST, None), |record| (record.round, Some(record.attempt)));
    Some(match chance.below(16) {
        0..=1 => Act::Pause { reason },
        2..=3 => Act::Extend { by: Millis(chance.between(1, 2_000)), reason },
        4..=6 => Act::VoidRound { round, attempt: attempt.filter(|_| chance.permille(500)), reason },
        7..=8 => Act::Disqualify { team, reason },
        9..=10 => {
            let fallen = game.setup().team_ids();
            let team = fallen
                .into_iter()
                .find(|team| game.team(*team).is_some_and(|team| team.disqualified.is_some()))?;
            Act::Reinstate { team, reason }
        }
        11..=13 => return stones::tick(chance, game),
        14 if chance.permille(300) => Act::Remark { text: reason },
        14 if chance.permille(500) => return messages::answer(chance, game),
        14 => {
            let teams = if chance.permille(500) { Vec::new() } else { vec![team] };
            Act::Announce { teams, text: Announcement::new(&reason, "").ok()?, asked: None, corrects: false }
        }
        _ if chance.permille(250) => Act::Abandon { reason },
        _ => return None,
    })
}
