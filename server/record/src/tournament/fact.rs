//! Facts of an event, as they are spelled. Players are lines of the roster, from 1.

use ishigaki_preset::Roster;
use ishigaki_tournament::{
    Bout, Certificate, DrawNumber, Fact, LeagueId, Plan, PlayerId, PoolId, PoolPairing, Round,
};
use serde::{Deserialize, Serialize};

use super::canonical::Canonical;
use super::commitment::Commitment;
use super::player::Player;
use super::slip::SlipLine;
use crate::transcript::Error;

#[derive(Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum FactLine {
    RosterSet { roster: Canonical },
    Committed { commitment: Commitment },
    DigitsEntered { results: Vec<String> },
    AttendanceMarked { player: Player, absent: bool },
    SlipDrawn { player: Player, number: u32 },
    LeaguesMade {},
    RoundPaired { round: u32, pools: Vec<PoolLine>, games: Vec<GameLine> },
    ResultEntered { round: u32, slip: SlipLine },
    PlayerWithdrew { player: Player },
    ResultOverruled { entry: u32, slip: SlipLine, reason: String },
    FirstNamed { league: String, player: Player, reason: String },
    FirstConfirmed { league: String },
    Ruled { text: String },
    RankingDeclared {},
    EventAbandoned { reason: String },
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

impl FactLine {
    pub(super) fn of(fact: &Fact, roster: Option<&Roster>) -> Result<Self, Error> {
        Ok(match fact {
            Fact::RosterSet { .. } => {
                let text = roster.ok_or(Error::WrongProof)?.text();
                Self::RosterSet { roster: Canonical::read(text)? }
            }
            Fact::Committed { commitment } => Self::Committed { commitment: Commitment(*commitment) },
            Fact::DigitsEntered { results } => Self::DigitsEntered { results: results.clone() },
            Fact::AttendanceMarked { player, absent } => {
                Self::AttendanceMarked { player: (*player).into(), absent: *absent }
            }
            Fact::SlipDrawn { player, number } => {
                Self::SlipDrawn { player: (*player).into(), number: number.0 }
            }
            Fact::LeaguesMade => Self::LeaguesMade {},
            Fact::RoundPaired { round, pools, bouts } => Self::RoundPaired {
                round: round.0,
                pools: pools.iter().map(PoolLine::of).collect(),
                games: bouts.iter().map(GameLine::of).collect(),
            },
            Fact::ResultEntered { round, slip } => {
                Self::ResultEntered { round: round.0, slip: SlipLine::of(slip) }
            }
            Fact::PlayerWithdrew { player } => Self::PlayerWithdrew { player: (*player).into() },
            Fact::ResultOverruled { entry, slip, reason } => {
                Self::ResultOverruled { entry: *entry, slip: SlipLine::of(slip), reason: reason.clone() }
            }
            Fact::FirstNamed { league, player, reason } => Self::FirstNamed {
                league: league.to_string(),
                player: (*player).into(),
                reason: reason.clone(),
            },
            Fact::FirstConfirmed { league } => Self::FirstConfirmed { league: league.to_string() },
            Fact::Ruled { text } => Self::Ruled { text: text.clone() },
            Fact::RankingDeclared => Self::RankingDeclared {},
            Fact::EventAbandoned { reason } => Self::EventAbandoned { reason: reason.clone() },
        })
    }

    /// The fact, and of a roster the roster as it was entered.
    pub(super) fn read(self, plan: &Plan) -> Result<(Fact, Option<Roster>), Error> {
        let fact = match self {
            Self::RosterSet { roster: Canonical(roster) } => {
                let roster = Roster::of(&roster).map_err(Error::Roster)?;
                let entrants = roster.entrants(plan).map_err(Error::Roster)?;
                return Ok((Fact::RosterSet { roster: entrants }, Some(roster)));
            }
            Self::Committed { commitment: Commitment(commitment) } => Fact::Committed { commitment },
            Self::DigitsEntered { results } => Fact::DigitsEntered { results },
            Self::AttendanceMarked { player, absent } => {
                Fact::AttendanceMarked { player: player.id()?, absent }
            }
            Self::SlipDrawn { player, number } => {
                Fact::SlipDrawn { player: player.id()?, number: DrawNumber(number) }
            }
            Self::LeaguesMade {} => Fact::LeaguesMade,
            Self::RoundPaired { round, pools, games } => Fact::RoundPaired {
                round: Round(round),
                pools: pools.into_iter().map(PoolLine::read).collect::<Result<_, _>>()?,
                bouts: games.iter().map(GameLine::read).collect::<Result<_, _>>()?,
            },
            Self::ResultEntered { round, slip } => {
                Fact::ResultEntered { round: Round(round), slip: slip.read()? }
            }
            Self::PlayerWithdrew { player } => Fact::PlayerWithdrew { player: player.id()? },
            Self::ResultOverruled { entry, slip, reason } => {
                Fact::ResultOverruled { entry, slip: slip.read()?, reason }
            }
            Self::FirstNamed { league, player, reason } => {
                Fact::FirstNamed { league: league_of(&league)?, player: player.id()?, reason }
            }
            Self::FirstConfirmed { league } => Fact::FirstConfirmed { league: league_of(&league)? },
            Self::Ruled { text } => Fact::Ruled { text },
            Self::RankingDeclared {} => Fact::RankingDeclared,
            Self::EventAbandoned { reason } => Fact::EventAbandoned { reason },
        };
        Ok((fact, None))
    }
}

fn league_of(letter: &str) -> Result<LeagueId, Error> {
    LeagueId::parse(letter).ok_or_else(|| Error::UnknownPool { pool: letter.to_owned() })
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
