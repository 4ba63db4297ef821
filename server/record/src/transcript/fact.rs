//! Spelling of facts: the rules' [`Fact`]s by their table, with codes for ids and with proofs.

mod field;

use std::fmt;

use ishigaki_rules::auction::{Bid, Raise, TeamList, TeamRaises};
use ishigaki_rules::{Fact, GameTime, Priority, Revision, TeamId, Tsuyama, WaveNo};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{Error, NoteProof, OpenedProof, Proof, SealProof};
use crate::bytes::spelled;
use crate::codes::Codes;
use crate::sealing::{Commitment, ListKey, Nonce, NoteKey, NoteKeys};

use field::{NamedValues, SpelledField, Spelling};

pub(crate) enum FactLine {
    Proven(ProvenLine),
    Bare(BareLine),
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ProvenLine {
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
    NoteSealed(NoteLine),
    ResultDeclared {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        note_keys: Vec<NoteKeyLine>,
    },
    GameAbandoned {
        reason: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        note_keys: Vec<NoteKeyLine>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoteKeyLine {
    epoch: u32,
    key: String,
}

/// A fact without a proof: its name, and its fields in the table's order.
pub(crate) struct BareLine {
    name: &'static str,
    fields: NamedValues,
}

/// Names of the facts of a [`ProvenLine`].
const PROVEN: [&str; 7] = [
    "bids_sealed",
    "lists_opened",
    "rebid_sealed",
    "rebids_opened",
    "note_sealed",
    "result_declared",
    "game_abandoned",
];

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoteLine {
    note: u32,
    commitment: Commitment,
    #[serde(rename = "box")]
    sealed_box: String,
}

/// A sealed list or re-bid: its commitment and box.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SealLine {
    team: String,
    revision: u32,
    counter: u64,
    commitment: Commitment,
    #[serde(rename = "box")]
    sealed_box: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_hand: Option<String>,
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

impl FactLine {
    pub(crate) const ROOM: usize = 256;

    const AROUND_BOX: usize = 304;

    /// Returns the capacity for this fact's line, if it is known.
    pub(crate) fn room(&self) -> usize {
        match self {
            Self::Proven(ProvenLine::BidsSealed(line) | ProvenLine::RebidSealed(line)) => {
                line.sealed_box.len() + Self::AROUND_BOX
            }
            _ => Self::ROOM,
        }
    }
}

impl Serialize for FactLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Proven(line) => line.serialize(serializer),
            Self::Bare(BareLine { name, fields }) => {
                let mut map = serializer.serialize_map(Some(fields.0.len() + 1))?;
                map.serialize_entry("fact", name)?;
                for (field, value) in &fields.0 {
                    map.serialize_entry(field, value)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for FactLine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = deserializer.deserialize_map(UniqueFields)?;
        let tag = fields.iter().position(|(field, _)| field == "fact").map(|at| fields.remove(at));
        let Some((_, Value::String(name))) = tag else { return Err(D::Error::missing_field("fact")) };
        if PROVEN.contains(&&*name) {
            fields.push(("fact".to_owned(), Value::String(name)));
            let line = ProvenLine::deserialize(Value::Object(fields.into_iter().collect()));
            return line.map(Self::Proven).map_err(D::Error::custom);
        }
        let known = Fact::NAMES.iter().find(|known| **known == name);
        let name = known.ok_or_else(|| D::Error::unknown_variant(&name, Fact::NAMES))?;
        let fields =
            fields.into_iter().map(|(field, value)| (field.into(), Spelling::Value(value))).collect();
        Ok(Self::Bare(BareLine { name, fields: NamedValues(fields) }))
    }
}

/// Rejects repeated fields of an object.
struct UniqueFields;

impl<'de> Visitor<'de> for UniqueFields {
    type Value = Vec<(String, Value)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a fact")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields: Self::Value = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            if fields.iter().any(|(known, _)| *known == name) {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            fields.push((name, value));
        }
        Ok(fields)
    }
}

impl FactLine {
    pub(super) fn of(codes: Codes<'_>, fact: &Fact, proof: &Proof) -> Result<Self, Error> {
        Ok(Self::Proven(match (fact, proof) {
            (Fact::BidsSealed { sealed: Some(_), .. } | Fact::RebidSealed { sealed: Some(_), .. }, _) => {
                return Err(Error::Sealed);
            }
            (Fact::BidsSealed { team, sealed: None }, Proof::Sealed(proof)) => {
                ProvenLine::BidsSealed(SealLine::of(codes, *team, proof)?)
            }
            (Fact::RebidSealed { team, sealed: None }, Proof::Sealed(proof)) => {
                ProvenLine::RebidSealed(SealLine::of(codes, *team, proof)?)
            }
            (Fact::ListsOpened { lists, rebid_closes_at }, Proof::Opened(proofs))
                if lists.iter().map(|list| list.team).eq(proofs.iter().map(|proof| proof.team)) =>
            {
                let lists = lists.iter().zip(proofs).map(|(list, proof)| ListLine::of(codes, list, proof));
                let rebid_closes_at_ms = rebid_closes_at.map(|at| at.0);
                ProvenLine::ListsOpened { lists: lists.collect::<Result<_, _>>()?, rebid_closes_at_ms }
            }
            (Fact::RebidsOpened { wave, raises, rebid_closes_at }, Proof::Opened(proofs))
                if raises.iter().map(|sent| sent.team).eq(proofs.iter().map(|proof| proof.team)) =>
            {
                let raises =
                    raises.iter().zip(proofs).map(|(sent, proof)| RaisesLine::of(codes, sent, proof));
                let rebid_closes_at_ms = rebid_closes_at.map(|at| at.0);
                let raises = raises.collect::<Result<_, _>>()?;
                ProvenLine::RebidsOpened { wave: wave.0, raises, rebid_closes_at_ms }
            }
            (fact, Proof::Note(note)) if fact.addressees().is_some() => {
                ProvenLine::NoteSealed(NoteLine::of(note))
            }
            (Fact::ResultDeclared, proof) => ProvenLine::ResultDeclared { note_keys: note_keys(proof)? },
            (Fact::GameAbandoned { reason }, proof) => {
                ProvenLine::GameAbandoned { reason: reason.clone(), note_keys: note_keys(proof)? }
            }
            (fact, Proof::None) if fact.addressees().is_some() => return Err(Error::Sealed),
            (fact, Proof::None) if !PROVEN.contains(&fact.name()) => {
                return BareLine::of(codes, fact).map(Self::Bare);
            }
            _ => return Err(Error::WrongProof),
        }))
    }

    /// Spells a restricted fact inside a note.
    pub(super) fn private(codes: Codes<'_>, fact: &Fact) -> Result<Self, Error> {
        if fact.addressees().is_none() || *fact == Fact::NoteSealed {
            return Err(Error::WrongProof);
        }
        BareLine::of(codes, fact).map(Self::Bare)
    }

    /// Spells a fact without proof; sealed contents are omitted (`A4`).
    pub(super) fn unproven(codes: Codes<'_>, fact: &Fact) -> Result<Value, Error> {
        serde_json::to_value(Self::Bare(BareLine::of(codes, fact)?)).map_err(Error::Json)
    }

    pub(super) fn read(self, codes: Codes<'_>) -> Result<(Fact, Proof), Error> {
        let line = match self {
            Self::Proven(line) => line,
            Self::Bare(line) => return Ok((line.read(codes)?, Proof::None)),
        };
        Ok(match line {
            ProvenLine::BidsSealed(seal) => {
                let (team, proof) = seal.read(codes)?;
                (Fact::BidsSealed { team, sealed: None }, Proof::Sealed(proof))
            }
            ProvenLine::RebidSealed(seal) => {
                let (team, proof) = seal.read(codes)?;
                (Fact::RebidSealed { team, sealed: None }, Proof::Sealed(proof))
            }
            ProvenLine::ListsOpened { lists, rebid_closes_at_ms } => {
                let read = lists.iter().map(|list| list.read(codes));
                let (lists, proofs) = read.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
                let rebid_closes_at = rebid_closes_at_ms.map(GameTime);
                (Fact::ListsOpened { lists, rebid_closes_at }, Proof::Opened(proofs))
            }
            ProvenLine::RebidsOpened { wave, raises, rebid_closes_at_ms } => {
                let read = raises.iter().map(|sent| sent.read(codes));
                let (raises, proofs) = read.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
                let rebid_closes_at = rebid_closes_at_ms.map(GameTime);
                (Fact::RebidsOpened { wave: WaveNo(wave), raises, rebid_closes_at }, Proof::Opened(proofs))
            }
            ProvenLine::NoteSealed(note) => (Fact::NoteSealed, Proof::Note(note.read()?)),
            ProvenLine::ResultDeclared { note_keys } => (Fact::ResultDeclared, notes_opened(&note_keys)?),
            ProvenLine::GameAbandoned { reason, note_keys } => {
                (Fact::GameAbandoned { reason }, notes_opened(&note_keys)?)
            }
        })
    }
}

macro_rules! by_table {
    ($($fact:ident $name:literal $author:ident $topic:ident $secrecy:ident $effect:ident { $($field:ident: $spelled:ident),* })*) => {
        impl BareLine {
            fn of(codes: Codes<'_>, fact: &Fact) -> Result<Self, Error> {
                let mut fields = NamedValues::default();
                match fact {
                    $(Fact::$fact { $($field),* } => {
                        $($field.spell(stringify!($spelled), codes, &mut fields)?;)*
                    })*
                }
                Ok(Self { name: fact.name(), fields })
            }

            fn read(self, codes: Codes<'_>) -> Result<Fact, Error> {
                let mut fields = self.fields;
                let fact = match self.name {
                    $($name => Fact::$fact {
                        $($field: SpelledField::read(stringify!($spelled), codes, &mut fields)?),*
                    },)*
                    _ => return Err(Error::Foreign),
                };
                fields.end()?;
                Ok(fact)
            }
        }
    };
}

ishigaki_rules::facts!(by_table);

impl SealLine {
    fn of(codes: Codes<'_>, team: TeamId, proof: &SealProof) -> Result<Self, Error> {
        Ok(Self {
            team: codes.team(team)?,
            revision: proof.revision.0,
            counter: proof.counter,
            commitment: proof.commitment,
            sealed_box: spelled(&proof.sealed_box),
            by_hand: proof.by_hand.clone(),
        })
    }

    fn read(&self, codes: Codes<'_>) -> Result<(TeamId, SealProof), Error> {
        let proof = SealProof {
            revision: Revision(self.revision),
            counter: self.counter,
            commitment: self.commitment,
            sealed_box: hex::decode(&self.sealed_box).map_err(|_| Error::BadBox)?,
            by_hand: self.by_hand.clone(),
        };
        Ok((codes.read_team(&self.team)?, proof))
    }
}

impl NoteLine {
    fn of(proof: &NoteProof) -> Self {
        let NoteProof { number, commitment, sealed_box } = proof;
        Self { note: *number, commitment: *commitment, sealed_box: spelled(sealed_box) }
    }

    fn read(&self) -> Result<NoteProof, Error> {
        let sealed_box = hex::decode(&self.sealed_box).map_err(|_| Error::BadBox)?;
        Ok(NoteProof { number: self.note, commitment: self.commitment, sealed_box })
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

/// The keys of the notes; empty without notes.
fn note_keys(proof: &Proof) -> Result<Vec<NoteKeyLine>, Error> {
    match proof {
        Proof::None => Ok(Vec::new()),
        Proof::NotesOpened(keys) => {
            Ok(keys.iter().map(|(epoch, key)| NoteKeyLine { epoch, key: key.to_hex() }).collect())
        }
        _ => Err(Error::WrongProof),
    }
}

/// Reads keys of notes. Repeated or unsorted epochs are detected by the canonical spelling.
fn notes_opened(lines: &[NoteKeyLine]) -> Result<Proof, Error> {
    let keys = lines.iter().map(|line| Ok((line.epoch, NoteKey::from_hex(&line.key)?)));
    let keys = keys.collect::<Result<NoteKeys, Error>>()?;
    Ok(if keys.is_empty() { Proof::None } else { Proof::NotesOpened(keys) })
}

fn opened(team: TeamId, counter: u64, nonce: &str, key: &str) -> Result<OpenedProof, Error> {
    Ok(OpenedProof { team, counter, nonce: Nonce::from_hex(nonce)?, key: ListKey::from_hex(key)? })
}
