//! Events, fact by fact.

use std::collections::BTreeMap;

use ishigaki_rules::auction::{TeamList, TeamRaises};
use ishigaki_rules::wall::Spot;
use ishigaki_rules::{
    Actor, Event, Fact, GameTime, Revision, RoundNo, Sealed, Setup, StoneId, TeamId, WallCount, WaveNo,
};

use super::auction::{team_list_to_wire, team_raises_to_wire};
use super::{
    Names, bids_from_wire, bids_to_wire, counted, raises_from_wire, raises_to_wire, spot_from_wire,
    spot_to_wire, stone_from_wire, stone_to_wire,
};
use crate::fault::Fault;
use crate::wire;

/// An event with all it carries: what the reader may not see must be gone from it before.
pub fn event_to_wire(event: &Event, setup: &Setup) -> wire::Event {
    wire::Event {
        at_ms: event.at.0,
        by: Some(actor_to_wire(event.by, setup)),
        fact: Some(fact_to_wire(&event.fact, setup)),
    }
}

/// An event of the game with this set-up.
pub fn event_from_wire(event: &wire::Event, setup: &Setup) -> Result<Event, Fault> {
    let by = event.by.as_ref().ok_or_else(|| Fault::missing_field("event.by"))?;
    let fact = event.fact.as_ref().ok_or_else(|| Fault::missing_field("event.fact"))?;
    Ok(Event {
        at: GameTime(event.at_ms),
        by: actor_from_wire(by, setup)?,
        fact: fact_from_wire(fact, Names(setup))?,
    })
}

/// Who acted.
pub fn actor_to_wire(actor: Actor, setup: &Setup) -> wire::Actor {
    let (kind, team) = match actor {
        Actor::Clock => (wire::ActorKind::Clock, String::new()),
        Actor::Judge => (wire::ActorKind::Judge, String::new()),
        Actor::Organiser => (wire::ActorKind::Organiser, String::new()),
        Actor::Team(team) => (wire::ActorKind::Team, Names(setup).team(team)),
    };
    wire::Actor { kind: kind.into(), team }
}

/// Who acted.
pub fn actor_from_wire(actor: &wire::Actor, setup: &Setup) -> Result<Actor, Fault> {
    match actor.kind() {
        wire::ActorKind::Unspecified => Err(Fault::missing_field("event.by.kind")),
        wire::ActorKind::Clock => Ok(Actor::Clock),
        wire::ActorKind::Judge => Ok(Actor::Judge),
        wire::ActorKind::Organiser => Ok(Actor::Organiser),
        wire::ActorKind::Team => Names(setup).find_team(&actor.team, "event.by.team").map(Actor::Team),
    }
}

fn fact_to_wire(fact: &Fact, setup: &Setup) -> wire::event::Fact {
    use wire::event::Fact as To;
    let names = Names(setup);
    let team_of = |team: &TeamId| names.team(*team);
    match fact {
        Fact::RoundOpened { round, attempt, closes_at } => To::RoundOpened(wire::RoundOpened {
            round: round.0,
            attempt: *attempt,
            closes_at_ms: closes_at.0,
        }),
        Fact::BidsSealed { team, sealed } => {
            let sealed = sealed.as_ref().map(|sealed| wire::SealedBids {
                by_hand: sealed.by_hand.clone().unwrap_or_default(),
                revision: sealed.revision.0,
                bids: bids_to_wire(&sealed.lines, setup),
                receipt: None,
            });
            To::BidsSealed(wire::BidsSealed { team: team_of(team), sealed })
        }
        Fact::ListsOpened { lists, rebid_closes_at } => {
            let lists = lists.iter().map(|list| team_list_to_wire(list, setup)).collect();
            To::ListsOpened(wire::ListsOpened { lists, rebid_closes_at_ms: moment(*rebid_closes_at) })
        }
        Fact::RebidSealed { team, sealed } => {
            let sealed = sealed.as_ref().map(|sealed| wire::SealedRaises {
                by_hand: sealed.by_hand.clone().unwrap_or_default(),
                revision: sealed.revision.0,
                raises: raises_to_wire(&sealed.lines),
                receipt: None,
            });
            To::RebidSealed(wire::RebidSealed { team: team_of(team), sealed })
        }
        Fact::RebidsOpened { wave, raises, rebid_closes_at } => To::RebidsOpened(wire::RebidsOpened {
            wave: wave.0,
            raises: raises.iter().map(|sent| team_raises_to_wire(sent, setup)).collect(),
            rebid_closes_at_ms: moment(*rebid_closes_at),
        }),
        Fact::LotsConfirmed { lots } => {
            To::LotsConfirmed(wire::LotsConfirmed { lots: lots.iter().map(|lot| names.lot(*lot)).collect() })
        }
        Fact::RoundFinalised { round } => To::RoundFinalised(wire::RoundFinalised { round: round.0 }),
        Fact::StonePlaced { team, stone, spot } => To::StonePlaced(wire::StonePlaced {
            team: team_of(team),
            stone: Some(stone_to_wire(*stone, setup)),
            spot: Some(spot_to_wire(*spot)),
        }),
        Fact::StoneTakenOut { team, stone } => To::StoneTakenOut(wire::StoneTakenOut {
            team: team_of(team),
            stone: Some(stone_to_wire(*stone, setup)),
        }),
        Fact::WallReplaced { team, laid, by_hand } => {
            let stone = |(stone, spot): (&StoneId, &Spot)| wire::LaidStone {
                stone: Some(stone_to_wire(*stone, setup)),
                spot: Some(spot_to_wire(*spot)),
            };
            To::WallReplaced(wire::WallReplaced {
                team: team_of(team),
                laid: laid.iter().map(stone).collect(),
                by_hand: by_hand.clone().unwrap_or_default(),
            })
        }
        Fact::WallCounted { team, count, reason } => To::WallCounted(wire::WallCounted {
            team: team_of(team),
            count: count.map(count_to_wire),
            reason: reason.clone(),
        }),
        Fact::StonesTicked { stones, carried } => {
            To::StonesTicked(wire::StonesTicked { stones: stones_to_wire(stones, setup), carried: *carried })
        }
        Fact::StonesChecked { team, stones } => To::StonesChecked(wire::StonesChecked {
            team: team_of(team),
            stones: stones_to_wire(stones, setup),
        }),
        Fact::Remarked { text } => To::Remarked(wire::Remarked { text: text.clone() }),
        Fact::EndSignalled { ends_at } => To::EndSignalled(wire::EndSignalled { ends_at_ms: ends_at.0 }),
        Fact::GameEnded => To::GameEnded(wire::GameEnded {}),
        Fact::JankenEntered { order } => {
            To::JankenEntered(wire::JankenEntered { order: order.iter().map(team_of).collect() })
        }
        Fact::TeamDisqualified { team, reason } => {
            To::TeamDisqualified(wire::TeamDisqualified { team: team_of(team), reason: reason.clone() })
        }
        Fact::TeamReinstated { team, reason } => {
            To::TeamReinstated(wire::TeamReinstated { team: team_of(team), reason: reason.clone() })
        }
        Fact::ResultDeclared => To::ResultDeclared(wire::ResultDeclared {}),
        Fact::Paused { reason } => To::Paused(wire::Paused { reason: reason.clone() }),
        Fact::Resumed { closes_at } => To::Resumed(wire::Resumed { closes_at_ms: moment(*closes_at) }),
        Fact::WindowExtended { closes_at, reason } => {
            To::WindowExtended(wire::WindowExtended { closes_at_ms: closes_at.0, reason: reason.clone() })
        }
        Fact::RoundVoided { round, attempt, reason } => {
            To::RoundVoided(wire::RoundVoided { round: round.0, attempt: *attempt, reason: reason.clone() })
        }
        Fact::GameAbandoned { reason } => To::GameAbandoned(wire::GameAbandoned { reason: reason.clone() }),
    }
}

fn fact_from_wire(fact: &wire::event::Fact, names: Names<'_>) -> Result<Fact, Fault> {
    use wire::event::Fact as From;
    Ok(match fact {
        From::RoundOpened(fact) => Fact::RoundOpened {
            round: RoundNo(counted(fact.round, "round_opened.round")?),
            attempt: counted(fact.attempt, "round_opened.attempt")?,
            closes_at: GameTime(fact.closes_at_ms),
        },
        From::BidsSealed(fact) => Fact::BidsSealed {
            team: names.find_team(&fact.team, "bids_sealed.team")?,
            sealed: match &fact.sealed {
                None => None,
                Some(sealed) => Some(Sealed {
                    revision: Revision(counted(sealed.revision, "bids_sealed.sealed.revision")?),
                    lines: bids_from_wire(&sealed.bids, names.0)?,
                    by_hand: given(&sealed.by_hand),
                }),
            },
        },
        From::ListsOpened(fact) => lists_opened_from_wire(fact, names)?,
        From::RebidSealed(fact) => Fact::RebidSealed {
            team: names.find_team(&fact.team, "rebid_sealed.team")?,
            sealed: match &fact.sealed {
                None => None,
                Some(sealed) => Some(Sealed {
                    revision: Revision(counted(sealed.revision, "rebid_sealed.sealed.revision")?),
                    lines: raises_from_wire(&sealed.raises),
                    by_hand: given(&sealed.by_hand),
                }),
            },
        },
        From::RebidsOpened(fact) => rebids_opened_from_wire(fact, names)?,
        From::LotsConfirmed(fact) => {
            let lots = fact.lots.iter().map(|lot| names.find_lot(lot, "lots_confirmed.lots"));
            Fact::LotsConfirmed { lots: lots.collect::<Result<_, _>>()? }
        }
        From::RoundFinalised(fact) => {
            Fact::RoundFinalised { round: RoundNo(counted(fact.round, "round_finalised.round")?) }
        }
        From::StonePlaced(fact) => Fact::StonePlaced {
            team: names.find_team(&fact.team, "stone_placed.team")?,
            stone: stone_from_wire(fact.stone.as_ref(), names.0, "stone_placed.stone")?,
            spot: spot_from_wire(fact.spot.as_ref(), "stone_placed.spot")?,
        },
        From::StoneTakenOut(fact) => Fact::StoneTakenOut {
            team: names.find_team(&fact.team, "stone_taken_out.team")?,
            stone: stone_from_wire(fact.stone.as_ref(), names.0, "stone_taken_out.stone")?,
        },
        From::WallReplaced(fact) => wall_replaced_from_wire(fact, names)?,
        From::WallCounted(fact) => Fact::WallCounted {
            team: names.find_team(&fact.team, "wall_counted.team")?,
            count: fact.count.as_ref().map(count_from_wire),
            reason: fact.reason.clone(),
        },
        From::StonesTicked(fact) => Fact::StonesTicked {
            stones: stones_from_wire(&fact.stones, names.0, "stones_ticked.stones")?,
            carried: fact.carried,
        },
        From::StonesChecked(fact) => Fact::StonesChecked {
            team: names.find_team(&fact.team, "stones_checked.team")?,
            stones: stones_from_wire(&fact.stones, names.0, "stones_checked.stones")?,
        },
        From::Remarked(fact) => Fact::Remarked { text: fact.text.clone() },
        From::EndSignalled(fact) => Fact::EndSignalled { ends_at: GameTime(fact.ends_at_ms) },
        From::GameEnded(wire::GameEnded {}) => Fact::GameEnded,
        From::JankenEntered(fact) => {
            let order = fact.order.iter().map(|team| names.find_team(team, "janken_entered.order"));
            Fact::JankenEntered { order: order.collect::<Result<_, _>>()? }
        }
        From::TeamDisqualified(fact) => Fact::TeamDisqualified {
            team: names.find_team(&fact.team, "team_disqualified.team")?,
            reason: fact.reason.clone(),
        },
        From::TeamReinstated(fact) => Fact::TeamReinstated {
            team: names.find_team(&fact.team, "team_reinstated.team")?,
            reason: fact.reason.clone(),
        },
        From::ResultDeclared(wire::ResultDeclared {}) => Fact::ResultDeclared,
        From::Paused(fact) => Fact::Paused { reason: fact.reason.clone() },
        From::Resumed(fact) => Fact::Resumed { closes_at: fact.closes_at_ms.map(GameTime) },
        From::WindowExtended(fact) => {
            Fact::WindowExtended { closes_at: GameTime(fact.closes_at_ms), reason: fact.reason.clone() }
        }
        From::RoundVoided(fact) => Fact::RoundVoided {
            round: RoundNo(counted(fact.round, "round_voided.round")?),
            attempt: counted(fact.attempt, "round_voided.attempt")?,
            reason: fact.reason.clone(),
        },
        From::GameAbandoned(fact) => Fact::GameAbandoned { reason: fact.reason.clone() },
    })
}

fn lists_opened_from_wire(fact: &wire::ListsOpened, names: Names<'_>) -> Result<Fact, Fault> {
    let list = |list: &wire::TeamList| {
        let team = names.find_team(&list.team, "lists_opened.lists.team")?;
        Ok(TeamList { team, bids: bids_from_wire(&list.bids, names.0)? })
    };
    let lists = fact.lists.iter().map(list).collect::<Result<_, Fault>>()?;
    Ok(Fact::ListsOpened { lists, rebid_closes_at: fact.rebid_closes_at_ms.map(GameTime) })
}

fn rebids_opened_from_wire(fact: &wire::RebidsOpened, names: Names<'_>) -> Result<Fact, Fault> {
    let sent = |sent: &wire::TeamRaises| {
        let team = names.find_team(&sent.team, "rebids_opened.raises.team")?;
        Ok(TeamRaises { team, raises: raises_from_wire(&sent.raises) })
    };
    Ok(Fact::RebidsOpened {
        wave: WaveNo(counted(fact.wave, "rebids_opened.wave")?),
        raises: fact.raises.iter().map(sent).collect::<Result<_, Fault>>()?,
        rebid_closes_at: fact.rebid_closes_at_ms.map(GameTime),
    })
}

fn wall_replaced_from_wire(fact: &wire::WallReplaced, names: Names<'_>) -> Result<Fact, Fault> {
    let mut laid = BTreeMap::new();
    for stone in &fact.laid {
        let id = stone_from_wire(stone.stone.as_ref(), names.0, "wall_replaced.laid.stone")?;
        let spot = spot_from_wire(stone.spot.as_ref(), "wall_replaced.laid.spot")?;
        if laid.insert(id, spot).is_some() {
            return Err(Fault::bad_field("wall_replaced.laid").with("value", names.stone(id)));
        }
    }
    let team = names.find_team(&fact.team, "wall_replaced.team")?;
    Ok(Fact::WallReplaced { team, laid, by_hand: given(&fact.by_hand) })
}

/// What was counted by hand (`E2`).
pub fn count_to_wire(count: WallCount) -> wire::WallCount {
    wire::WallCount { empty: count.empty, top_gaps: count.top_gaps, used: count.used }
}

/// What was counted by hand (`E2`).
pub fn count_from_wire(count: &wire::WallCount) -> WallCount {
    WallCount { empty: count.empty, top_gaps: count.top_gaps, used: count.used }
}

fn stones_to_wire(stones: &[StoneId], setup: &Setup) -> Vec<wire::Stone> {
    stones.iter().map(|&stone| stone_to_wire(stone, setup)).collect()
}

/// Stones of the game with this set-up; `field` is where they stand in the message.
pub fn stones_from_wire(stones: &[wire::Stone], setup: &Setup, field: &str) -> Result<Vec<StoneId>, Fault> {
    let stone = |(at, stone)| stone_from_wire(Some(stone), setup, &format!("{field}[{at}]"));
    stones.iter().enumerate().map(stone).collect()
}

/// A text that is there or, where it is empty, is not.
fn given(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn moment(moment: Option<GameTime>) -> Option<u64> {
    moment.map(|moment| moment.0)
}
