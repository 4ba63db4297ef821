//! Wrong calls: valid calls with an error added, and acts of another role or team.

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placing;
use ishigaki_rules::{
    Act, Actor, Game, LotId, Millis, Priority, Revision, RoundNo, StoneId, TeamId, Tsuyama, WaveNo,
};

use super::{Intent, Weather};
use crate::chance::Chance;
use crate::price;

/// Returns an act that the team may not do: another team's or the judge's.
pub(super) fn impersonate(
    chance: &mut Chance,
    game: &Game,
    team: TeamId,
    weather: Weather,
) -> Option<Intent> {
    let reason = format!("usurped {}", weather.calls);
    let act = if chance.permille(400) {
        let others: Vec<TeamId> = game.setup().team_ids().filter(|&other| other != team).collect();
        let &other = chance.pick(&others)?;
        super::team::act(chance, game, other)?.act
    } else {
        match chance.below(4) {
            0 => Act::Pause { reason },
            1 => Act::Disqualify { team, reason },
            2 => Act::DeclareResult,
            _ => Act::OpenRound { round: RoundNo::FIRST },
        }
    };
    Some(Intent::soon(Actor::Team(team), act))
}

pub(super) fn invalidate(chance: &mut Chance, game: &Game, intent: Intent) -> Intent {
    let mut act = intent.act;
    match &mut act {
        Act::SubmitBids { .. } => invalidate_bids(chance, game, &mut act),
        Act::SubmitRebid { .. } => invalidate_rebid(chance, &mut act),
        Act::ConfirmLots { round, attempt, lots, .. } => match chance.below(3) {
            0 => *round = round.next(),
            1 => *attempt += 1,
            _ => *lots = ishigaki_rules::LotChoice::One(LotId(chance.count(0, 4))),
        },
        Act::PlaceStone { replaces, .. }
        | Act::TakeOutStone { replaces, .. }
        | Act::SubmitWall { replaces, .. }
            if chance.permille(300) =>
        {
            *replaces =
                if chance.permille(500) { None } else { Some(replaces.map_or(Revision(2), Revision::next)) };
        }
        Act::PlaceStone { placement, .. } => match chance.below(3) {
            0 => placement.stone = StoneId { lot: LotId(0), copy: chance.count(0, 5) },
            1 => placement.placing = Placing::BadRotation,
            _ => placement.placing = Placing::Cells(Vec::new()),
        },
        Act::TakeOutStone { stone, .. } => stone.copy += 1,
        Act::SubmitWall { placements, .. } => placements.extend(placements.clone()),
        Act::EnterJanken { order } => order.extend(order.clone()),
        Act::Extend { by, .. } => *by = Millis(0),
        Act::OpenRound { round } | Act::VoidRound { round, .. } => *round = round.next(),
        Act::Disqualify { team, .. } | Act::Reinstate { team, .. } | Act::CountWall { team, .. } => {
            *team = TeamId(99);
        }
        Act::Pause { reason } | Act::Abandon { reason } | Act::Remark { text: reason } => {
            *reason = "  ".into();
        }
        Act::Announce { teams, .. } => teams.push(TeamId(99)),
        Act::MarkRead { through, .. } => through.0 += 99,
        Act::AnswerQuestion { question, replaces, .. } => {
            if chance.permille(500) {
                question.0 += 99;
            } else {
                *replaces = Some(replaces.map_or(Revision(2), Revision::next));
            }
        }
        Act::TickStones { stones, .. } | Act::CheckStones { stones, .. } => stones.clear(),
        // Other acts have no values that could be wrong.
        _ => {}
    }
    Intent { act, ..intent }
}

fn invalidate_bids(chance: &mut Chance, game: &Game, act: &mut Act) {
    let Act::SubmitBids { round, attempt, replaces, bids, .. } = act else { return };
    match chance.below(7) {
        0 => *round = round.next(),
        6 => bids.0.push(Bid { lot: LotId(0), price: Tsuyama(price::LEAST.0 - 2) }),
        1 => *attempt = Some(attempt.map_or(2, |attempt| attempt.saturating_sub(1))),
        2 => *replaces = Some(replaces.map_or(Revision(2), Revision::next)),
        3 => *replaces = None,
        4 => bids.0.push(Bid { lot: LotId(99), price: game.setup().initial }),
        _ => {
            for bid in &mut bids.0 {
                bid.price = price::canary(255, 63);
            }
            let again = bids.0.clone();
            bids.0.extend(again);
        }
    }
}

fn invalidate_rebid(chance: &mut Chance, act: &mut Act) {
    let Act::SubmitRebid { round, wave, raises, .. } = act else { return };
    match chance.below(4) {
        0 => *round = round.next(),
        1 => *wave = WaveNo(wave.0 + 1),
        2 => raises.0.push(Raise { priority: Priority(9), price: price::canary(255, 1) }),
        _ => {
            for raise in &mut raises.0 {
                raise.price = price::canary(0, 0);
            }
        }
    }
}
