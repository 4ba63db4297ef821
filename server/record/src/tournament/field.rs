//! Spelling of the fields of an event's facts.

use ishigaki_rules::ranking::{Contender, Tally};
use ishigaki_rules::{TeamId, Tsuyama};
use ishigaki_tournament::{
    Bout, Certificate, DrawNumber, GameResult, GroupGame, GroupId, LeagueId, PlayerId, PoolId, PoolPairing,
    Round, Slip, StageId,
};
use serde::{Deserialize, Serialize};

use super::commitment::Commitment;
use super::player::{Player, numbered};
use super::slip::SlipLine;
use crate::transcript::Error;

pub(super) trait SpelledEventField: Sized {
    type Line;

    fn spell(&self) -> Self::Line;

    fn read(line: Self::Line) -> Result<Self, Error>;
}

/// Types with a conversion in each direction.
macro_rules! fields {
    ($($type:ty: $line:ty = |$value:ident| $spell:expr, |$read:ident| $made:expr;)*) => {$(
        impl SpelledEventField for $type {
            type Line = $line;

            fn spell(&self) -> $line {
                let $value = self;
                $spell
            }

            fn read($read: $line) -> Result<Self, Error> {
                $made
            }
        }
    )*};
}

fields! {
    bool: Self = |value| *value, |read| Ok(read);
    u32: Self = |value| *value, |read| Ok(read);
    String: Self = |value| value.clone(), |read| Ok(read);
    Vec<String>: Self = |value| value.clone(), |read| Ok(read);
    [u8; 32]: Commitment = |value| Commitment(*value), |read| Ok(read.0);
    DrawNumber: u32 = |value| value.0, |read| Ok(Self(read));
    Round: u32 = |value| value.0, |read| Ok(Self(read));
    PlayerId: Player = |value| (*value).into(), |read| read.id();
    Vec<PlayerId>: Vec<Player> = |value| value.iter().map(SpelledEventField::spell).collect(),
        |read| read.into_iter().map(SpelledEventField::read).collect();
    // Lines, stages and groups are counted from 1.
    TeamId: u32 = |value| value.0.saturating_add(1), |read| numbered(read).map(Self);
    StageId: u32 = |value| value.0.saturating_add(1), |read| numbered(read).map(Self);
    GroupId: u32 = |value| value.0.saturating_add(1), |read| numbered(read).map(Self);
    LeagueId: String = |value| value.to_string(),
        |read| Self::parse(&read).ok_or_else(|| Error::UnknownPool { pool: read.clone() });
    Slip: SlipLine = |value| SlipLine::of(value), |read| read.read();
    Vec<TeamId>: Vec<u32> = |value| value.iter().map(SpelledEventField::spell).collect(),
        |read| read.into_iter().map(SpelledEventField::read).collect();
    Vec<PoolPairing>: Vec<PoolLine> = |value| value.iter().map(PoolLine::of).collect(),
        |read| read.into_iter().map(PoolLine::read).collect();
    Vec<(PlayerId, PlayerId)>: Vec<(Player, Player)> =
        |value| value.iter().map(|(one, other)| ((*one).into(), (*other).into())).collect(),
        |read| read.into_iter().map(|(one, other)| Ok((one.id()?, other.id()?))).collect();
    Vec<(Bout, PlayerId, PlayerId)>: Vec<GameLine> = |value| value.iter().map(GameLine::of).collect(),
        |read| read.iter().map(GameLine::read).collect();
    GroupGame: GroupGameLine = |value| GroupGameLine {
        stage: value.stage.spell(),
        group: value.group.spell(),
        spare: value.spare,
    }, |read| Ok(Self { stage: SpelledEventField::read(read.stage)?, group: SpelledEventField::read(read.group)?, spare: read.spare });
    GameResult: ResultLine = |value| ResultLine::of(value), |read| read.read();
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PoolLine {
    pool: String,
    pairs: Vec<(Player, Player)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bye: Option<Player>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cost: Option<CostLine>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CostLine {
    byes: u32,
    rematches: u32,
    gaps: Vec<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameLine {
    game: String,
    a: Player,
    b: Player,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupGameLine {
    stage: u32,
    group: u32,
    spare: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResultLine {
    contenders: Vec<ContenderLine>,
    janken: Vec<Vec<u32>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ContenderLine {
    team: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tally: Option<TallyLine>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TallyLine {
    empty: u32,
    top_gaps: u32,
    held: u64,
    used: u32,
    unused: u32,
}

impl ResultLine {
    fn of(result: &GameResult) -> Self {
        let tally = |Tally { empty, top_gaps, held, used, unused }: Tally| TallyLine {
            empty,
            top_gaps,
            held: held.0,
            used,
            unused,
        };
        let contender = |contender: &Contender| ContenderLine {
            team: contender.team.spell(),
            tally: contender.tally.map(tally),
        };
        Self {
            contenders: result.contenders.iter().map(contender).collect(),
            janken: result.janken.iter().map(SpelledEventField::spell).collect(),
        }
    }

    fn read(self) -> Result<GameResult, Error> {
        let tally = |TallyLine { empty, top_gaps, held, used, unused }: TallyLine| Tally {
            empty,
            top_gaps,
            held: Tsuyama(held),
            used,
            unused,
        };
        let contender = |line: ContenderLine| {
            Ok(Contender { team: SpelledEventField::read(line.team)?, tally: line.tally.map(tally) })
        };
        Ok(GameResult {
            contenders: self.contenders.into_iter().map(contender).collect::<Result<_, Error>>()?,
            janken: self.janken.into_iter().map(SpelledEventField::read).collect::<Result<_, Error>>()?,
        })
    }
}

impl PoolLine {
    fn of(pool: &PoolPairing) -> Self {
        let cost = |cost: &Certificate| CostLine {
            byes: cost.byes,
            rematches: cost.rematches,
            gaps: cost.gaps.clone(),
        };
        Self {
            pool: pool.pool.to_string(),
            pairs: pool.pairs.iter().map(|(higher, lower)| ((*higher).into(), (*lower).into())).collect(),
            bye: pool.bye.map(Player::from),
            cost: pool.certificate.as_ref().map(cost),
        }
    }

    fn read(self) -> Result<PoolPairing, Error> {
        let Self { pool, pairs, bye, cost } = self;
        let pair = |(higher, lower): (Player, Player)| Ok((higher.id()?, lower.id()?));
        Ok(PoolPairing {
            pool: PoolId::parse(&pool).ok_or(Error::UnknownPool { pool })?,
            pairs: pairs.into_iter().map(pair).collect::<Result<_, Error>>()?,
            bye: bye.map(Player::id).transpose()?,
            certificate: cost.map(|CostLine { byes, rematches, gaps }| Certificate { byes, rematches, gaps }),
        })
    }
}

impl GameLine {
    fn of((bout, a, b): &(Bout, PlayerId, PlayerId)) -> Self {
        Self { game: bout.to_string(), a: (*a).into(), b: (*b).into() }
    }

    fn read(&self) -> Result<(Bout, PlayerId, PlayerId), Error> {
        let bout = Bout::parse(&self.game).ok_or_else(|| Error::UnknownPool { pool: self.game.clone() })?;
        Ok((bout, self.a.id()?, self.b.id()?))
    }
}
