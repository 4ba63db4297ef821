//! From a fact back to the act behind it, and who may have done it.

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::{Placement, Placing};
use ishigaki_rules::{Act, Actor, Fact, Game, LotChoice, Millis, Revision, RoundNo, Secret, TeamId, WaveNo};

/// What will be opened of a list or re-bid that is sealed now; empty where it never is, and where the fact
/// seals nothing.
#[derive(Clone, Default)]
pub(super) struct Opened {
    pub(super) bids: Vec<Bid>,
    pub(super) raises: Vec<Raise>,
    /// Why the organiser entered it, if that is how it came.
    pub(super) by_hand: Option<String>,
}

/// The act that brings this fact about in this game. `None` if no act does: it only follows from others.
pub(super) fn act(game: &Game, fact: &Fact, opened: Opened) -> Option<Act> {
    let record = game.current_round();
    // Where no round is under way the rules refuse the act whatever round it names.
    let round = record.map_or(RoundNo::FIRST, |record| record.round);
    let attempt = record.map_or(1, |record| record.attempt);
    Some(match fact {
        Fact::ListsOpened { .. } | Fact::RebidsOpened { .. } | Fact::GameEnded => Act::Tick,
        Fact::RoundFinalised { .. } => return None,
        Fact::RoundOpened { round, .. } => Act::OpenRound { round: *round },
        Fact::BidsSealed { team, .. } => {
            let replaces = record.and_then(|record| record.revision(*team));
            let (bids, by_hand) = (Secret(opened.bids), opened.by_hand);
            Act::SubmitBids { team: *team, attempt: None, round, replaces, bids, by_hand }
        }
        Fact::RebidSealed { team, .. } => {
            let waves = record.map_or(0, |record| record.waves.len());
            let wave = WaveNo(u32::try_from(waves).unwrap_or(u32::MAX)).next();
            let replaces = record.and_then(|record| record.raise_revision(*team));
            let (raises, by_hand) = (Secret(opened.raises), opened.by_hand);
            Act::SubmitRebid { team: *team, attempt: None, round, wave, replaces, raises, by_hand }
        }
        Fact::LotsConfirmed { lots } => {
            let lots = if let [lot] = lots[..] { LotChoice::One(lot) } else { LotChoice::All };
            Act::ConfirmLots { round, attempt, lots, seen: None }
        }
        Fact::StonePlaced { team, stone, spot } => {
            let placement = Placement { stone: *stone, placing: Placing::Turned(*spot) };
            Act::PlaceStone { team: *team, replaces: wall_of(game, *team), placement }
        }
        Fact::StoneTakenOut { team, stone } => {
            Act::TakeOutStone { team: *team, replaces: wall_of(game, *team), stone: *stone }
        }
        Fact::WallReplaced { team, laid, by_hand } => {
            let placement = |(&stone, &spot)| Placement { stone, placing: Placing::Turned(spot) };
            let placements = laid.iter().map(placement).collect();
            let replaces = wall_of(game, *team);
            Act::SubmitWall { team: *team, replaces, placements, by_hand: by_hand.clone() }
        }
        Fact::WallCounted { team, count, reason } => {
            Act::CountWall { team: *team, count: *count, reason: reason.clone() }
        }
        Fact::StonesTicked { stones, carried } => {
            Act::TickStones { stones: stones.clone(), carried: *carried }
        }
        Fact::StonesChecked { team, stones } => Act::CheckStones { team: *team, stones: stones.clone() },
        Fact::Remarked { text } => Act::Remark { text: text.clone() },
        Fact::EndSignalled { .. } => Act::SignalEnd,
        Fact::JankenEntered { order } => Act::EnterJanken { order: order.clone() },
        Fact::TeamDisqualified { team, reason } => Act::Disqualify { team: *team, reason: reason.clone() },
        Fact::TeamReinstated { team, reason } => Act::Reinstate { team: *team, reason: reason.clone() },
        Fact::ResultDeclared => Act::DeclareResult,
        Fact::Paused { reason } => Act::Pause { reason: reason.clone() },
        Fact::Resumed { .. } => Act::Resume,
        Fact::WindowExtended { closes_at, reason } => {
            let by = game.phase().closes_at().map_or(Millis(0), |before| closes_at.since(before));
            Act::Extend { by, reason: reason.clone() }
        }
        Fact::RoundVoided { round, reason, .. } => {
            Act::VoidRound { attempt: None, round: *round, reason: reason.clone() }
        }
        Fact::GameAbandoned { reason } => Act::Abandon { reason: reason.clone() },
    })
}

/// Whether this actor can be the one behind this fact.
///
/// The organiser may do what the judge may, and act for a team. The clock closes what is due, and pauses the
/// game after an outage if the contest is set so (`T`).
pub(super) fn may_bring_about(by: Actor, fact: &Fact) -> bool {
    match fact {
        Fact::ListsOpened { .. }
        | Fact::RebidsOpened { .. }
        | Fact::RoundFinalised { .. }
        | Fact::GameEnded => by == Actor::Clock,
        Fact::BidsSealed { team, .. }
        | Fact::RebidSealed { team, .. }
        | Fact::StonePlaced { team, .. }
        | Fact::StoneTakenOut { team, .. }
        | Fact::WallReplaced { team, .. } => by == Actor::Team(*team) || by == Actor::Organiser,
        Fact::WallCounted { .. } => by == Actor::Organiser,
        Fact::StonesChecked { team, .. } => by == Actor::Team(*team),
        Fact::Paused { .. } => matches!(by, Actor::Judge | Actor::Organiser | Actor::Clock),
        Fact::RoundOpened { .. }
        | Fact::LotsConfirmed { .. }
        | Fact::EndSignalled { .. }
        | Fact::StonesTicked { .. }
        | Fact::Remarked { .. }
        | Fact::JankenEntered { .. }
        | Fact::TeamDisqualified { .. }
        | Fact::TeamReinstated { .. }
        | Fact::ResultDeclared
        | Fact::Resumed { .. }
        | Fact::WindowExtended { .. }
        | Fact::RoundVoided { .. }
        | Fact::GameAbandoned { .. } => matches!(by, Actor::Judge | Actor::Organiser),
    }
}

/// The wall that a move on it replaces: it follows from the facts before, and stands in none.
fn wall_of(game: &Game, team: TeamId) -> Option<Revision> {
    game.team(team).and_then(|team| team.wall)
}
