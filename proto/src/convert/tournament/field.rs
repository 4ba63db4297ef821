//! Fields of an event's facts, as the messages spell them.

use ishigaki_rules::ranking::{Contender, Tally};
use ishigaki_rules::{TeamId, Tsuyama};
use ishigaki_tournament::{
    Bout, Certificate, DrawNumber, GameResult, GroupGame, GroupId, LeagueId, PlayerId, PoolId, PoolPairing,
    Round, Slip, StageId,
};

use super::{
    entrant_team_from_wire, janken_from_wire, league_from_wire, line_of, player_from_wire, slip_from_wire,
    slip_to_wire, some_player,
};
use crate::convert::consequences::tally_to_wire;
use crate::convert::{bytes_from_wire, counted};
use crate::event as wire;
use crate::fault::Fault;
use crate::names::player_to_wire;
use crate::wire::Tally as WireTally;

pub(super) trait EventWireField: Sized {
    type Wire;

    fn to_wire(&self) -> Self::Wire;

    fn from_wire(wire: &Self::Wire, field: &str) -> Result<Self, Fault>;
}

/// Types with one way there and one back.
macro_rules! fields {
    ($($type:ty: $wire:ty = |$value:ident| $to:expr, |$read:ident, $field:ident| $from:expr;)*) => {$(
        impl EventWireField for $type {
            type Wire = $wire;

            fn to_wire(&self) -> $wire {
                let $value = self;
                $to
            }

            fn from_wire($read: &$wire, $field: &str) -> Result<Self, Fault> {
                $from
            }
        }
    )*};
}

fields! {
    bool: Self = |value| *value, |read, _field| Ok(*read);
    String: Self = |value| value.clone(), |read, _field| Ok(read.clone());
    Vec<String>: Self = |value| value.clone(), |read, _field| Ok(read.clone());
    [u8; 32]: Vec<u8> = |value| value.to_vec(), |read, field| bytes_from_wire(read, field);
    // Numbers count from 1.
    u32: Self = |value| *value, |read, field| counted(*read, field);
    DrawNumber: u32 = |value| value.0, |read, field| counted(*read, field).map(Self);
    Round: u32 = |value| value.0, |read, field| counted(*read, field).map(Self);
    PlayerId: u32 = |value| player_to_wire(*value), |read, field| player_from_wire(*read, field);
    Vec<PlayerId>: Vec<u32> = |value| value.iter().map(EventWireField::to_wire).collect(),
        |read, field| read.iter().map(|line| player_from_wire(*line, field)).collect();
    TeamId: u32 = |value| value.0.saturating_add(1), |read, field| entrant_team_from_wire(*read, field);
    StageId: u32 = |value| value.0.saturating_add(1),
        |read, field| Ok(Self(counted(*read, field)?.saturating_sub(1)));
    GroupId: u32 = |value| value.0.saturating_add(1),
        |read, field| Ok(Self(counted(*read, field)?.saturating_sub(1)));
    LeagueId: String = |value| value.to_string(), |read, field| league_from_wire(read, field);
    Slip: Option<wire::Slip> = |value| Some(slip_to_wire(value)),
        |read, field| slip_from_wire(read.as_ref(), field);
    Vec<TeamId>: Vec<u32> = |value| value.iter().map(EventWireField::to_wire).collect(),
        |read, field| janken_from_wire(read, field);
    Vec<PoolPairing>: Vec<wire::PoolPairing> = |value| value.iter().map(pool_to_wire).collect(),
        |read, _field| read.iter().map(pool_from_wire).collect();
    Vec<(PlayerId, PlayerId)>: Vec<wire::Pair> = |value| value.iter().copied().map(pair_to_wire).collect(),
        |read, field| read.iter().map(|pair| pair_from_wire(*pair, field)).collect();
    Vec<(Bout, PlayerId, PlayerId)>: Vec<wire::PlayoffGame> = |value| value.iter().map(bout_to_wire).collect(),
        |read, _field| read.iter().map(bout_from_wire).collect();
    GroupGame: Option<wire::GroupGame> = |value| Some(wire::GroupGame {
        stage: value.stage.to_wire(),
        group: value.group.to_wire(),
        spare: value.spare,
    }), |read, field| group_game(read.as_ref(), field);
    GameResult: Option<wire::GameResult> = |value| Some(wire::GameResult {
        contenders: value.contenders.iter().map(contender_to_wire).collect(),
        janken: value.janken.iter().map(|order| wire::JankenOrder { teams: order.to_wire() }).collect(),
    }), |read, field| game_result(read.as_ref(), field);
}

pub(super) fn group_game(game: Option<&wire::GroupGame>, field: &str) -> Result<GroupGame, Fault> {
    let wire::GroupGame { stage, group, spare } = game.ok_or_else(|| Fault::missing_field(field))?;
    Ok(GroupGame {
        stage: StageId::from_wire(stage, "stage").map_err(|fault| fault.within(field))?,
        group: GroupId::from_wire(group, "group").map_err(|fault| fault.within(field))?,
        spare: *spare,
    })
}

pub(super) fn game_result(result: Option<&wire::GameResult>, field: &str) -> Result<GameResult, Fault> {
    let wire::GameResult { contenders, janken } = result.ok_or_else(|| Fault::missing_field(field))?;
    let contender = |(at, contender): (usize, &wire::Contender)| {
        let team = entrant_team_from_wire(contender.team, "team");
        Ok(Contender {
            team: team.map_err(|fault| fault.within(format_args!("{field}.contenders[{at}]")))?,
            tally: contender.tally.map(tally_from_wire),
        })
    };
    let order = |(at, order): (usize, &wire::JankenOrder)| {
        let order = janken_from_wire(&order.teams, "teams");
        order.map_err(|fault| fault.within(format_args!("{field}.janken[{at}]")))
    };
    Ok(GameResult {
        contenders: contenders.iter().enumerate().map(contender).collect::<Result<_, Fault>>()?,
        janken: janken.iter().enumerate().map(order).collect::<Result<_, Fault>>()?,
    })
}

fn contender_to_wire(contender: &Contender) -> wire::Contender {
    wire::Contender { team: contender.team.to_wire(), tally: contender.tally.map(tally_to_wire) }
}

fn tally_from_wire(tally: WireTally) -> Tally {
    let WireTally { empty, top_gaps, held, used, unused } = tally;
    Tally { empty, top_gaps, held: Tsuyama(held), used, unused }
}

fn pair_to_wire((higher, lower): (PlayerId, PlayerId)) -> wire::Pair {
    wire::Pair { higher: player_to_wire(higher), lower: player_to_wire(lower) }
}

fn pair_from_wire(pair: wire::Pair, field: &str) -> Result<(PlayerId, PlayerId), Fault> {
    let player = |line, part| player_from_wire(line, part).map_err(|fault| fault.within(field));
    Ok((player(pair.higher, "higher")?, player(pair.lower, "lower")?))
}

fn pool_to_wire(pool: &PoolPairing) -> wire::PoolPairing {
    wire::PoolPairing {
        pool: pool.pool.to_string(),
        pairs: pool.pairs.iter().copied().map(pair_to_wire).collect(),
        bye: line_of(pool.bye),
        certificate: pool.certificate.as_ref().map(|certificate| wire::Certificate {
            byes: certificate.byes,
            rematches: certificate.rematches,
            gaps: certificate.gaps.clone(),
        }),
    }
}

fn pool_from_wire(pool: &wire::PoolPairing) -> Result<PoolPairing, Fault> {
    let pair = |pair: &wire::Pair| pair_from_wire(*pair, "pairs");
    Ok(PoolPairing {
        pool: PoolId::parse(&pool.pool).ok_or_else(|| Fault::bad_field("pool").with("value", &pool.pool))?,
        pairs: pool.pairs.iter().map(pair).collect::<Result<_, Fault>>()?,
        bye: some_player(pool.bye),
        certificate: pool.certificate.as_ref().map(|certificate| Certificate {
            byes: certificate.byes,
            rematches: certificate.rematches,
            gaps: certificate.gaps.clone(),
        }),
    })
}

fn bout_to_wire((bout, a, b): &(Bout, PlayerId, PlayerId)) -> wire::PlayoffGame {
    wire::PlayoffGame { game: bout.to_string(), a: player_to_wire(*a), b: player_to_wire(*b) }
}

fn bout_from_wire(game: &wire::PlayoffGame) -> Result<(Bout, PlayerId, PlayerId), Fault> {
    let bout = Bout::parse(&game.game).ok_or_else(|| Fault::bad_field("game").with("value", &game.game))?;
    Ok((bout, player_from_wire(game.a, "games.a")?, player_from_wire(game.b, "games.b")?))
}
