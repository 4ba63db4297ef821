//! The public facts as they are spelled: the rules' [`Fact`]s with codes for ids, without what is sealed.

use std::collections::BTreeMap;

use ishigaki_rules::auction::{Bid, Raise, TeamList, TeamRaises};
use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Cell, Fact, GameTime, Priority, RoundNo, StoneId, TeamId, Tsuyama, Turn, WaveNo};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::Error;
use crate::codes::Codes;

#[derive(Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum FactLine {
    RoundOpened {
        round: u32,
        attempt: u32,
        closes_at_ms: u64,
    },
    BidsSealed {
        team: String,
        /// Is there only to be named when it should not be.
        #[serde(default, skip_serializing)]
        sealed: Option<IgnoredAny>,
    },
    ListsOpened {
        lists: Vec<ListLine>,
        #[serde(skip_serializing_if = "Option::is_none")]
        rebid_closes_at_ms: Option<u64>,
    },
    RebidSealed {
        team: String,
        /// Is there only to be named when it should not be.
        #[serde(default, skip_serializing)]
        sealed: Option<IgnoredAny>,
    },
    RebidsOpened {
        wave: u32,
        raises: Vec<RaisesLine>,
        #[serde(skip_serializing_if = "Option::is_none")]
        rebid_closes_at_ms: Option<u64>,
    },
    LotsConfirmed {
        lots: Vec<String>,
    },
    RoundFinalised {
        round: u32,
    },
    StonePlaced {
        team: String,
        stone: String,
        turn: u32,
        row: i32,
        col: i32,
    },
    StoneTakenOut {
        team: String,
        stone: String,
    },
    WallReplaced {
        team: String,
        wall: Vec<LaidLine>,
    },
    EndSignalled {
        ends_at_ms: u64,
    },
    GameEnded {},
    JankenEntered {
        order: Vec<String>,
    },
    TeamDisqualified {
        team: String,
        reason: String,
    },
    TeamReinstated {
        team: String,
        reason: String,
    },
    ResultDeclared {},
    Paused {
        reason: String,
    },
    Resumed {
        #[serde(skip_serializing_if = "Option::is_none")]
        closes_at_ms: Option<u64>,
    },
    WindowExtended {
        closes_at_ms: u64,
        reason: String,
    },
    RoundVoided {
        round: u32,
        attempt: u32,
        reason: String,
    },
    GameAbandoned {
        reason: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListLine {
    team: String,
    bids: Vec<BidLine>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BidLine {
    lot: String,
    price: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RaisesLine {
    team: String,
    raises: Vec<RaiseLine>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RaiseLine {
    priority: u32,
    price: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LaidLine {
    stone: String,
    turn: u32,
    row: i32,
    col: i32,
}

impl FactLine {
    pub(super) fn of(codes: Codes<'_>, fact: &Fact) -> Result<Self, Error> {
        Ok(match fact {
            Fact::RoundOpened { round, attempt, closes_at } => {
                Self::RoundOpened { round: round.0, attempt: *attempt, closes_at_ms: closes_at.0 }
            }
            Fact::BidsSealed { sealed: Some(_), .. } | Fact::RebidSealed { sealed: Some(_), .. } => {
                return Err(Error::Sealed);
            }
            Fact::BidsSealed { team, sealed: None } => {
                Self::BidsSealed { team: codes.team(*team)?, sealed: None }
            }
            Fact::ListsOpened { lists, rebid_closes_at } => Self::ListsOpened {
                lists: lists.iter().map(|list| ListLine::of(codes, list)).collect::<Result<_, _>>()?,
                rebid_closes_at_ms: rebid_closes_at.map(|at| at.0),
            },
            Fact::RebidSealed { team, sealed: None } => {
                Self::RebidSealed { team: codes.team(*team)?, sealed: None }
            }
            Fact::RebidsOpened { wave, raises, rebid_closes_at } => Self::RebidsOpened {
                wave: wave.0,
                raises: raises.iter().map(|sent| RaisesLine::of(codes, sent)).collect::<Result<_, _>>()?,
                rebid_closes_at_ms: rebid_closes_at.map(|at| at.0),
            },
            Fact::LotsConfirmed { lots } => Self::LotsConfirmed {
                lots: lots.iter().map(|&lot| codes.lot(lot)).collect::<Result<_, _>>()?,
            },
            Fact::RoundFinalised { round } => Self::RoundFinalised { round: round.0 },
            Fact::StonePlaced { .. } | Fact::StoneTakenOut { .. } | Fact::WallReplaced { .. } => {
                return Self::of_wall(codes, fact);
            }
            other => return Self::of_judge(codes, other),
        })
    }

    fn of_wall(codes: Codes<'_>, fact: &Fact) -> Result<Self, Error> {
        Ok(match fact {
            Fact::StonePlaced { team, stone, spot } => {
                let LaidLine { stone, turn, row, col } = LaidLine::of(codes, *stone, *spot)?;
                Self::StonePlaced { team: codes.team(*team)?, stone, turn, row, col }
            }
            Fact::StoneTakenOut { team, stone } => {
                Self::StoneTakenOut { team: codes.team(*team)?, stone: codes.stone(*stone)? }
            }
            Fact::WallReplaced { team, laid } => {
                let laid = laid.iter().map(|(&stone, &spot)| LaidLine::of(codes, stone, spot));
                Self::WallReplaced { team: codes.team(*team)?, wall: laid.collect::<Result<_, _>>()? }
            }
            _ => return Err(Error::Foreign),
        })
    }

    fn of_judge(codes: Codes<'_>, fact: &Fact) -> Result<Self, Error> {
        Ok(match fact {
            Fact::EndSignalled { ends_at } => Self::EndSignalled { ends_at_ms: ends_at.0 },
            Fact::GameEnded => Self::GameEnded {},
            Fact::JankenEntered { order } => Self::JankenEntered {
                order: order.iter().map(|&team| codes.team(team)).collect::<Result<_, _>>()?,
            },
            Fact::TeamDisqualified { team, reason } => {
                Self::TeamDisqualified { team: codes.team(*team)?, reason: reason.clone() }
            }
            Fact::TeamReinstated { team, reason } => {
                Self::TeamReinstated { team: codes.team(*team)?, reason: reason.clone() }
            }
            Fact::ResultDeclared => Self::ResultDeclared {},
            Fact::Paused { reason } => Self::Paused { reason: reason.clone() },
            Fact::Resumed { closes_at } => Self::Resumed { closes_at_ms: closes_at.map(|at| at.0) },
            Fact::WindowExtended { closes_at, reason } => {
                Self::WindowExtended { closes_at_ms: closes_at.0, reason: reason.clone() }
            }
            Fact::RoundVoided { round, attempt, reason } => {
                Self::RoundVoided { round: round.0, attempt: *attempt, reason: reason.clone() }
            }
            Fact::GameAbandoned { reason } => Self::GameAbandoned { reason: reason.clone() },
            _ => return Err(Error::Foreign),
        })
    }

    pub(super) fn read(self, codes: Codes<'_>) -> Result<Fact, Error> {
        Ok(match self {
            Self::RoundOpened { round, attempt, closes_at_ms } => {
                Fact::RoundOpened { round: RoundNo(round), attempt, closes_at: GameTime(closes_at_ms) }
            }
            Self::BidsSealed { sealed: Some(_), .. } | Self::RebidSealed { sealed: Some(_), .. } => {
                return Err(Error::Sealed);
            }
            Self::BidsSealed { team, sealed: None } => {
                Fact::BidsSealed { team: codes.read_team(&team)?, sealed: None }
            }
            Self::ListsOpened { lists, rebid_closes_at_ms } => Fact::ListsOpened {
                lists: lists.iter().map(|list| list.read(codes)).collect::<Result<_, _>>()?,
                rebid_closes_at: rebid_closes_at_ms.map(GameTime),
            },
            Self::RebidSealed { team, sealed: None } => {
                Fact::RebidSealed { team: codes.read_team(&team)?, sealed: None }
            }
            Self::RebidsOpened { wave, raises, rebid_closes_at_ms } => Fact::RebidsOpened {
                wave: WaveNo(wave),
                raises: raises.iter().map(|sent| sent.read(codes)).collect::<Result<_, _>>()?,
                rebid_closes_at: rebid_closes_at_ms.map(GameTime),
            },
            Self::LotsConfirmed { lots } => Fact::LotsConfirmed {
                lots: lots.iter().map(|lot| codes.read_lot(lot)).collect::<Result<_, _>>()?,
            },
            Self::RoundFinalised { round } => Fact::RoundFinalised { round: RoundNo(round) },
            Self::StonePlaced { team, stone, turn, row, col } => {
                let (stone, spot) = LaidLine { stone, turn, row, col }.read(codes)?;
                Fact::StonePlaced { team: codes.read_team(&team)?, stone, spot }
            }
            Self::StoneTakenOut { team, stone } => {
                Fact::StoneTakenOut { team: codes.read_team(&team)?, stone: codes.read_stone(&stone)? }
            }
            Self::WallReplaced { team, wall } => {
                let laid = wall.iter().map(|laid| laid.read(codes));
                let laid = laid.collect::<Result<BTreeMap<StoneId, Spot>, _>>()?;
                Fact::WallReplaced { team: codes.read_team(&team)?, laid }
            }
            other => return other.read_judge(codes),
        })
    }

    fn read_judge(self, codes: Codes<'_>) -> Result<Fact, Error> {
        Ok(match self {
            Self::EndSignalled { ends_at_ms } => Fact::EndSignalled { ends_at: GameTime(ends_at_ms) },
            Self::GameEnded {} => Fact::GameEnded,
            Self::JankenEntered { order } => {
                let order = order.iter().map(|team| codes.read_team(team));
                Fact::JankenEntered { order: order.collect::<Result<Vec<TeamId>, _>>()? }
            }
            Self::TeamDisqualified { team, reason } => {
                Fact::TeamDisqualified { team: codes.read_team(&team)?, reason }
            }
            Self::TeamReinstated { team, reason } => {
                Fact::TeamReinstated { team: codes.read_team(&team)?, reason }
            }
            Self::ResultDeclared {} => Fact::ResultDeclared,
            Self::Paused { reason } => Fact::Paused { reason },
            Self::Resumed { closes_at_ms } => Fact::Resumed { closes_at: closes_at_ms.map(GameTime) },
            Self::WindowExtended { closes_at_ms, reason } => {
                Fact::WindowExtended { closes_at: GameTime(closes_at_ms), reason }
            }
            Self::RoundVoided { round, attempt, reason } => {
                Fact::RoundVoided { round: RoundNo(round), attempt, reason }
            }
            Self::GameAbandoned { reason } => Fact::GameAbandoned { reason },
            _ => return Err(Error::Foreign),
        })
    }
}

impl ListLine {
    fn of(codes: Codes<'_>, list: &TeamList) -> Result<Self, Error> {
        let bid = |bid: &Bid| Ok(BidLine { lot: codes.lot(bid.lot)?, price: bid.price.0 });
        Ok(Self { team: codes.team(list.team)?, bids: list.bids.iter().map(bid).collect::<Result<_, _>>()? })
    }

    fn read(&self, codes: Codes<'_>) -> Result<TeamList, Error> {
        let bid = |bid: &BidLine| Ok(Bid { lot: codes.read_lot(&bid.lot)?, price: Tsuyama(bid.price) });
        Ok(TeamList {
            team: codes.read_team(&self.team)?,
            bids: self.bids.iter().map(bid).collect::<Result<_, _>>()?,
        })
    }
}

impl RaisesLine {
    fn of(codes: Codes<'_>, sent: &TeamRaises) -> Result<Self, Error> {
        let raise = |raise: &Raise| RaiseLine { priority: raise.priority.0, price: raise.price.0 };
        Ok(Self { team: codes.team(sent.team)?, raises: sent.raises.iter().map(raise).collect() })
    }

    fn read(&self, codes: Codes<'_>) -> Result<TeamRaises, Error> {
        let raise =
            |raise: &RaiseLine| Raise { priority: Priority(raise.priority), price: Tsuyama(raise.price) };
        Ok(TeamRaises { team: codes.read_team(&self.team)?, raises: self.raises.iter().map(raise).collect() })
    }
}

impl LaidLine {
    fn of(codes: Codes<'_>, stone: StoneId, spot: Spot) -> Result<Self, Error> {
        Ok(Self {
            stone: codes.stone(stone)?,
            turn: spot.turn.quarters(),
            row: spot.at.row,
            col: spot.at.col,
        })
    }

    fn read(&self, codes: Codes<'_>) -> Result<(StoneId, Spot), Error> {
        let turn = Turn::from_quarters(self.turn).ok_or(Error::BadTurn { quarters: self.turn })?;
        let at = Cell { row: self.row, col: self.col };
        Ok((codes.read_stone(&self.stone)?, Spot { turn, at }))
    }
}
