//! The public facts as they are spelled: the rules' [`Fact`]s with codes for ids, and with what proves them.

use std::collections::BTreeMap;

use ishigaki_rules::auction::{Bid, Raise, TeamList, TeamRaises};
use ishigaki_rules::wall::Spot;
use ishigaki_rules::{
    Cell, Fact, GameTime, Priority, Revision, RoundNo, StoneId, TeamId, Tsuyama, Turn, WallCount, WaveNo,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Error, OpenedProof, Proof, SealProof};
use crate::bytes::spelled;
use crate::codes::Codes;
use crate::sealing::{Commitment, ListKey, Nonce};
use crate::signing::Signature;

#[derive(Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum FactLine {
    RoundOpened {
        round: u32,
        attempt: u32,
        closes_at_ms: u64,
    },
    BidsSealed(SealLine),
    ListsOpened {
        lists: Vec<ListLine>,
        #[serde(skip_serializing_if = "Option::is_none")]
        rebid_closes_at_ms: Option<u64>,
    },
    RebidSealed(SealLine),
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
        #[serde(skip_serializing_if = "Option::is_none")]
        by_hand: Option<String>,
    },
    WallCounted {
        team: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        count: Option<CountLine>,
        reason: String,
    },
    StonesTicked {
        stones: Vec<String>,
        carried: bool,
    },
    StonesChecked {
        team: String,
        stones: Vec<String>,
    },
    Remarked {
        text: String,
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

/// A list or re-bid that was sealed: what commits to it, the box that holds it, the receipt's signature.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SealLine {
    team: String,
    revision: u32,
    counter: u64,
    commitment: Commitment,
    #[serde(rename = "box")]
    sealed_box: String,
    signature: Signature,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_hand: Option<String>,
}

/// What was counted on a wall by hand.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CountLine {
    empty: u32,
    top_gaps: u32,
    used: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListLine {
    team: String,
    bids: Vec<BidLine>,
    counter: u64,
    nonce: String,
    key: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BidLine {
    lot: String,
    price: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RaisesLine {
    team: String,
    raises: Vec<RaiseLine>,
    counter: u64,
    nonce: String,
    key: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RaiseLine {
    priority: u32,
    price: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LaidLine {
    stone: String,
    turn: u32,
    row: i32,
    col: i32,
}

impl FactLine {
    /// Spells a fact with its proof; every fact has exactly one kind of proof.
    pub(super) fn of(codes: Codes<'_>, fact: &Fact, proof: &Proof) -> Result<Self, Error> {
        match (fact, proof) {
            (Fact::BidsSealed { sealed: Some(_), .. } | Fact::RebidSealed { sealed: Some(_), .. }, _) => {
                Err(Error::Sealed)
            }
            (Fact::BidsSealed { team, sealed: None }, Proof::Sealed(proof)) => {
                Ok(Self::BidsSealed(SealLine::of(codes, *team, proof)?))
            }
            (Fact::RebidSealed { team, sealed: None }, Proof::Sealed(proof)) => {
                Ok(Self::RebidSealed(SealLine::of(codes, *team, proof)?))
            }
            (Fact::ListsOpened { lists, rebid_closes_at }, Proof::Opened(proofs))
                if lists.iter().map(|list| list.team).eq(proofs.iter().map(|proof| proof.team)) =>
            {
                let lists = lists.iter().zip(proofs).map(|(list, proof)| ListLine::of(codes, list, proof));
                let rebid_closes_at_ms = rebid_closes_at.map(|at| at.0);
                Ok(Self::ListsOpened { lists: lists.collect::<Result<_, _>>()?, rebid_closes_at_ms })
            }
            (Fact::RebidsOpened { wave, raises, rebid_closes_at }, Proof::Opened(proofs))
                if raises.iter().map(|sent| sent.team).eq(proofs.iter().map(|proof| proof.team)) =>
            {
                let raises =
                    raises.iter().zip(proofs).map(|(sent, proof)| RaisesLine::of(codes, sent, proof));
                let rebid_closes_at_ms = rebid_closes_at.map(|at| at.0);
                let raises = raises.collect::<Result<_, _>>()?;
                Ok(Self::RebidsOpened { wave: wave.0, raises, rebid_closes_at_ms })
            }
            (fact, Proof::None) => Self::of_bare(codes, fact),
            _ => Err(Error::WrongProof),
        }
    }

    /// The fact as it is spelled, without what proves it; of what is sealed only that it is (`A4`).
    pub(super) fn unproven(codes: Codes<'_>, fact: &Fact) -> Result<Value, Error> {
        let name = fact.name();
        let at = |at: &Option<GameTime>| at.map(|at| at.0);
        let value = match fact {
            Fact::BidsSealed { team, .. } | Fact::RebidSealed { team, .. } => {
                return Ok(json!({ "fact": name, "team": codes.team(*team)? }));
            }
            Fact::ListsOpened { lists, rebid_closes_at } => {
                let list = |list: &TeamList| {
                    let bids =
                        list.bids.iter().map(|bid| BidLine::of(codes, bid)).collect::<Result<Vec<_>, _>>()?;
                    Ok(json!({ "team": codes.team(list.team)?, "bids": bids }))
                };
                let lists = lists.iter().map(list).collect::<Result<Vec<_>, Error>>()?;
                json!({ "fact": name, "lists": lists, "rebid_closes_at_ms": at(rebid_closes_at) })
            }
            Fact::RebidsOpened { wave, raises, rebid_closes_at } => {
                let sent = |sent: &TeamRaises| {
                    let raises: Vec<_> = sent.raises.iter().map(RaiseLine::of).collect();
                    Ok(json!({ "team": codes.team(sent.team)?, "raises": raises }))
                };
                let raises = raises.iter().map(sent).collect::<Result<Vec<_>, Error>>()?;
                let closes = at(rebid_closes_at);
                json!({ "fact": name, "wave": wave.0, "raises": raises, "rebid_closes_at_ms": closes })
            }
            bare => return serde_json::to_value(Self::of_bare(codes, bare)?).map_err(Error::Json),
        };
        Ok(without_nulls(value))
    }

    /// A fact that needs no proof.
    fn of_bare(codes: Codes<'_>, fact: &Fact) -> Result<Self, Error> {
        Ok(match fact {
            Fact::RoundOpened { round, attempt, closes_at } => {
                Self::RoundOpened { round: round.0, attempt: *attempt, closes_at_ms: closes_at.0 }
            }
            Fact::LotsConfirmed { lots } => Self::LotsConfirmed {
                lots: lots.iter().map(|&lot| codes.lot(lot)).collect::<Result<_, _>>()?,
            },
            Fact::RoundFinalised { round } => Self::RoundFinalised { round: round.0 },
            Fact::StonePlaced { .. }
            | Fact::StoneTakenOut { .. }
            | Fact::WallReplaced { .. }
            | Fact::WallCounted { .. }
            | Fact::StonesTicked { .. }
            | Fact::StonesChecked { .. } => {
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
            Fact::WallReplaced { team, laid, by_hand } => {
                let laid = laid.iter().map(|(&stone, &spot)| LaidLine::of(codes, stone, spot));
                Self::WallReplaced {
                    team: codes.team(*team)?,
                    wall: laid.collect::<Result<_, _>>()?,
                    by_hand: by_hand.clone(),
                }
            }
            Fact::WallCounted { team, count, reason } => Self::WallCounted {
                team: codes.team(*team)?,
                count: count.map(|WallCount { empty, top_gaps, used }| CountLine { empty, top_gaps, used }),
                reason: reason.clone(),
            },
            Fact::StonesTicked { stones, carried } => {
                Self::StonesTicked { stones: stones_of(codes, stones)?, carried: *carried }
            }
            Fact::StonesChecked { team, stones } => {
                Self::StonesChecked { team: codes.team(*team)?, stones: stones_of(codes, stones)? }
            }
            _ => return Err(Error::Foreign),
        })
    }

    fn of_judge(codes: Codes<'_>, fact: &Fact) -> Result<Self, Error> {
        Ok(match fact {
            Fact::EndSignalled { ends_at } => Self::EndSignalled { ends_at_ms: ends_at.0 },
            Fact::Remarked { text } => Self::Remarked { text: text.clone() },
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
            _ => return Err(Error::WrongProof),
        })
    }

    /// The fact, and what proves it.
    pub(super) fn read(self, codes: Codes<'_>) -> Result<(Fact, Proof), Error> {
        Ok(match self {
            Self::BidsSealed(seal) => {
                let (team, proof) = seal.read(codes)?;
                (Fact::BidsSealed { team, sealed: None }, Proof::Sealed(proof))
            }
            Self::RebidSealed(seal) => {
                let (team, proof) = seal.read(codes)?;
                (Fact::RebidSealed { team, sealed: None }, Proof::Sealed(proof))
            }
            Self::ListsOpened { lists, rebid_closes_at_ms } => {
                let read = lists.iter().map(|list| list.read(codes));
                let (lists, proofs) = read.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
                let rebid_closes_at = rebid_closes_at_ms.map(GameTime);
                (Fact::ListsOpened { lists, rebid_closes_at }, Proof::Opened(proofs))
            }
            Self::RebidsOpened { wave, raises, rebid_closes_at_ms } => {
                let read = raises.iter().map(|sent| sent.read(codes));
                let (raises, proofs) = read.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
                let rebid_closes_at = rebid_closes_at_ms.map(GameTime);
                (Fact::RebidsOpened { wave: WaveNo(wave), raises, rebid_closes_at }, Proof::Opened(proofs))
            }
            bare => (bare.read_bare(codes)?, Proof::None),
        })
    }

    fn read_bare(self, codes: Codes<'_>) -> Result<Fact, Error> {
        Ok(match self {
            Self::RoundOpened { round, attempt, closes_at_ms } => {
                Fact::RoundOpened { round: RoundNo(round), attempt, closes_at: GameTime(closes_at_ms) }
            }
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
            Self::WallReplaced { team, wall, by_hand } => {
                let laid = wall.iter().map(|laid| laid.read(codes));
                let laid = laid.collect::<Result<BTreeMap<StoneId, Spot>, _>>()?;
                Fact::WallReplaced { team: codes.read_team(&team)?, laid, by_hand }
            }
            Self::WallCounted { team, count, reason } => {
                let count =
                    count.map(|CountLine { empty, top_gaps, used }| WallCount { empty, top_gaps, used });
                Fact::WallCounted { team: codes.read_team(&team)?, count, reason }
            }
            Self::StonesTicked { stones, carried } => {
                Fact::StonesTicked { stones: read_stones(codes, &stones)?, carried }
            }
            Self::StonesChecked { team, stones } => {
                Fact::StonesChecked { team: codes.read_team(&team)?, stones: read_stones(codes, &stones)? }
            }
            other => return other.read_judge(codes),
        })
    }

    fn read_judge(self, codes: Codes<'_>) -> Result<Fact, Error> {
        Ok(match self {
            Self::EndSignalled { ends_at_ms } => Fact::EndSignalled { ends_at: GameTime(ends_at_ms) },
            Self::Remarked { text } => Fact::Remarked { text },
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

fn stones_of(codes: Codes<'_>, stones: &[StoneId]) -> Result<Vec<String>, Error> {
    stones.iter().map(|&stone| codes.stone(stone)).collect()
}

fn read_stones(codes: Codes<'_>, stones: &[String]) -> Result<Vec<StoneId>, Error> {
    stones.iter().map(|stone| codes.read_stone(stone)).collect()
}

impl SealLine {
    fn of(codes: Codes<'_>, team: TeamId, proof: &SealProof) -> Result<Self, Error> {
        Ok(Self {
            team: codes.team(team)?,
            revision: proof.revision.0,
            counter: proof.counter,
            commitment: proof.commitment,
            sealed_box: spelled(&proof.sealed_box),
            signature: proof.signature,
            by_hand: proof.by_hand.clone(),
        })
    }

    fn read(&self, codes: Codes<'_>) -> Result<(TeamId, SealProof), Error> {
        let proof = SealProof {
            revision: Revision(self.revision),
            counter: self.counter,
            commitment: self.commitment,
            sealed_box: hex::decode(&self.sealed_box).map_err(|_| Error::BadBox)?,
            signature: self.signature,
            by_hand: self.by_hand.clone(),
        };
        Ok((codes.read_team(&self.team)?, proof))
    }
}

impl ListLine {
    fn of(codes: Codes<'_>, list: &TeamList, proof: &OpenedProof) -> Result<Self, Error> {
        Ok(Self {
            team: codes.team(list.team)?,
            bids: list.bids.iter().map(|bid| BidLine::of(codes, bid)).collect::<Result<_, _>>()?,
            counter: proof.counter,
            nonce: proof.nonce.to_hex(),
            key: proof.key.to_hex(),
        })
    }

    fn read(&self, codes: Codes<'_>) -> Result<(TeamList, OpenedProof), Error> {
        let bid = |bid: &BidLine| Ok(Bid { lot: codes.read_lot(&bid.lot)?, price: Tsuyama(bid.price) });
        let team = codes.read_team(&self.team)?;
        let list = TeamList { team, bids: self.bids.iter().map(bid).collect::<Result<_, Error>>()? };
        Ok((list, opened(team, self.counter, &self.nonce, &self.key)?))
    }
}

impl RaisesLine {
    fn of(codes: Codes<'_>, sent: &TeamRaises, proof: &OpenedProof) -> Result<Self, Error> {
        Ok(Self {
            team: codes.team(sent.team)?,
            raises: sent.raises.iter().map(RaiseLine::of).collect(),
            counter: proof.counter,
            nonce: proof.nonce.to_hex(),
            key: proof.key.to_hex(),
        })
    }

    fn read(&self, codes: Codes<'_>) -> Result<(TeamRaises, OpenedProof), Error> {
        let raise =
            |raise: &RaiseLine| Raise { priority: Priority(raise.priority), price: Tsuyama(raise.price) };
        let team = codes.read_team(&self.team)?;
        let sent = TeamRaises { team, raises: self.raises.iter().map(raise).collect() };
        Ok((sent, opened(team, self.counter, &self.nonce, &self.key)?))
    }
}

impl BidLine {
    fn of(codes: Codes<'_>, bid: &Bid) -> Result<Self, Error> {
        Ok(Self { lot: codes.lot(bid.lot)?, price: bid.price.0 })
    }
}

impl RaiseLine {
    fn of(raise: &Raise) -> Self {
        Self { priority: raise.priority.0, price: raise.price.0 }
    }
}

/// The object without what is absent, which the format leaves out.
fn without_nulls(mut value: Value) -> Value {
    if let Value::Object(fields) = &mut value {
        fields.retain(|_, field| !field.is_null());
    }
    value
}

fn opened(team: TeamId, counter: u64, nonce: &str, key: &str) -> Result<OpenedProof, Error> {
    Ok(OpenedProof { team, counter, nonce: Nonce::from_hex(nonce)?, key: ListKey::from_hex(key)? })
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
