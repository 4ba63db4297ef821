//! Fields of facts and acts in messages.

use std::collections::BTreeMap;

use ishigaki_rules::auction::{Bid, Raise, TeamList, TeamRaises};
use ishigaki_rules::wall::Spot;
use ishigaki_rules::{
    Announcement, AnnouncementError, GameTime, LotChoice, LotId, MessageNo, Millis, Question, QuestionNo,
    Revision, RoundNo, Sealed, SettlementDigest, StoneId, TeamId, WallCount, WaveNo,
};

use super::auction::{team_list_to_wire, team_raises_to_wire};
use super::{
    Names, bids_from_wire, bids_to_wire, counted, raises_from_wire, raises_to_wire, spot_from_wire,
    spot_to_wire, stone_from_wire, stone_to_wire,
};
use crate::fault::Fault;
use crate::{judge, wire};

pub(super) trait WireField: Sized {
    type Wire;

    fn to_wire(&self, names: Names<'_>) -> Self::Wire;

    fn from_wire(wire: &Self::Wire, names: Names<'_>, field: &str) -> Result<Self, Fault>;
}

impl WireField for bool {
    type Wire = Self;

    fn to_wire(&self, _: Names<'_>) -> Self {
        *self
    }

    fn from_wire(wire: &Self, _: Names<'_>, _: &str) -> Result<Self, Fault> {
        Ok(*wire)
    }
}

impl WireField for String {
    type Wire = Self;

    fn to_wire(&self, _: Names<'_>) -> Self {
        self.clone()
    }

    fn from_wire(wire: &Self, _: Names<'_>, _: &str) -> Result<Self, Fault> {
        Ok(wire.clone())
    }
}

/// A text that is there or, where it is empty, is not.
impl WireField for Option<String> {
    type Wire = String;

    fn to_wire(&self, _: Names<'_>) -> String {
        self.clone().unwrap_or_default()
    }

    fn from_wire(wire: &String, _: Names<'_>, _: &str) -> Result<Self, Fault> {
        Ok((!wire.is_empty()).then(|| wire.clone()))
    }
}

/// A number that counts from 1.
impl WireField for u32 {
    type Wire = Self;

    fn to_wire(&self, _: Names<'_>) -> Self {
        *self
    }

    fn from_wire(wire: &Self, _: Names<'_>, field: &str) -> Result<Self, Fault> {
        counted(*wire, field)
    }
}

/// A number that counts from 1, or 0 for none.
impl WireField for Option<u32> {
    type Wire = u32;

    fn to_wire(&self, _: Names<'_>) -> u32 {
        self.unwrap_or_default()
    }

    fn from_wire(wire: &u32, _: Names<'_>, _: &str) -> Result<Self, Fault> {
        Ok((*wire > 0).then_some(*wire))
    }
}

/// Numbers that count from 1.
macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl WireField for $number {
            type Wire = u32;

            fn to_wire(&self, _: Names<'_>) -> u32 {
                self.0
            }

            fn from_wire(wire: &u32, _: Names<'_>, field: &str) -> Result<Self, Fault> {
                counted(*wire, field).map(Self)
            }
        }
    )*};
}

numbers!(RoundNo, WaveNo, QuestionNo, MessageNo);

impl WireField for Option<Revision> {
    type Wire = u32;

    fn to_wire(&self, _: Names<'_>) -> u32 {
        self.map_or(0, |revision| revision.0)
    }

    fn from_wire(wire: &u32, _: Names<'_>, _: &str) -> Result<Self, Fault> {
        Ok((*wire > 0).then_some(Revision(*wire)))
    }
}

impl WireField for Millis {
    type Wire = u64;

    fn to_wire(&self, _: Names<'_>) -> u64 {
        self.0
    }

    fn from_wire(wire: &u64, _: Names<'_>, _: &str) -> Result<Self, Fault> {
        Ok(Self(*wire))
    }
}

impl WireField for GameTime {
    type Wire = u64;

    fn to_wire(&self, _: Names<'_>) -> u64 {
        self.0
    }

    fn from_wire(wire: &u64, _: Names<'_>, _: &str) -> Result<Self, Fault> {
        Ok(Self(*wire))
    }
}

impl WireField for Option<GameTime> {
    type Wire = Option<u64>;

    fn to_wire(&self, _: Names<'_>) -> Option<u64> {
        self.map(|moment| moment.0)
    }

    fn from_wire(wire: &Option<u64>, _: Names<'_>, _: &str) -> Result<Self, Fault> {
        Ok(wire.map(GameTime))
    }
}

impl WireField for Option<SettlementDigest> {
    type Wire = Option<u64>;

    fn to_wire(&self, _: Names<'_>) -> Option<u64> {
        self.map(|digest| digest.0)
    }

    fn from_wire(wire: &Option<u64>, _: Names<'_>, _: &str) -> Result<Self, Fault> {
        Ok(wire.map(SettlementDigest))
    }
}

impl WireField for TeamId {
    type Wire = String;

    fn to_wire(&self, names: Names<'_>) -> String {
        names.team(*self)
    }

    fn from_wire(wire: &String, names: Names<'_>, field: &str) -> Result<Self, Fault> {
        names.find_team(wire, field)
    }
}

impl WireField for Vec<TeamId> {
    type Wire = Vec<String>;

    fn to_wire(&self, names: Names<'_>) -> Vec<String> {
        self.iter().map(|team| names.team(*team)).collect()
    }

    fn from_wire(wire: &Vec<String>, names: Names<'_>, field: &str) -> Result<Self, Fault> {
        let team = |(at, code): (usize, &String)| {
            names.find_team(code, "").map_err(|fault| fault.within(format_args!("{field}[{at}]")))
        };
        wire.iter().enumerate().map(team).collect()
    }
}

impl WireField for Vec<LotId> {
    type Wire = Vec<String>;

    fn to_wire(&self, names: Names<'_>) -> Vec<String> {
        self.iter().map(|lot| names.lot(*lot)).collect()
    }

    fn from_wire(wire: &Vec<String>, names: Names<'_>, field: &str) -> Result<Self, Fault> {
        let lot = |(at, code): (usize, &String)| {
            names.find_lot(code, "").map_err(|fault| fault.within(format_args!("{field}[{at}]")))
        };
        wire.iter().enumerate().map(lot).collect()
    }
}

impl WireField for LotChoice {
    type Wire = Option<judge::confirm_lots_request::Choice>;

    fn to_wire(&self, names: Names<'_>) -> Self::Wire {
        use judge::confirm_lots_request::Choice;
        Some(match self {
            Self::All => Choice::All(judge::AllLots {}),
            Self::One(lot) => Choice::Lot(names.lot(*lot)),
        })
    }

    fn from_wire(wire: &Self::Wire, names: Names<'_>, field: &str) -> Result<Self, Fault> {
        use judge::confirm_lots_request::Choice;
        match wire {
            None => Err(Fault::missing_field(field)),
            Some(Choice::All(judge::AllLots {})) => Ok(Self::All),
            Some(Choice::Lot(code)) => names.find_lot(code, "lot").map(Self::One),
        }
    }
}

impl WireField for StoneId {
    type Wire = Option<wire::Stone>;

    fn to_wire(&self, names: Names<'_>) -> Self::Wire {
        Some(stone_to_wire(*self, names.0))
    }

    fn from_wire(wire: &Self::Wire, names: Names<'_>, field: &str) -> Result<Self, Fault> {
        stone_from_wire(wire.as_ref(), names.0, field)
    }
}

impl WireField for Vec<StoneId> {
    type Wire = Vec<wire::Stone>;

    fn to_wire(&self, names: Names<'_>) -> Self::Wire {
        self.iter().map(|&stone| stone_to_wire(stone, names.0)).collect()
    }

    fn from_wire(wire: &Self::Wire, names: Names<'_>, field: &str) -> Result<Self, Fault> {
        let stone = |(at, stone): (usize, &wire::Stone)| {
            let read = stone_from_wire(Some(stone), names.0, "");
            read.map_err(|fault| fault.within(format_args!("{field}[{at}]")))
        };
        wire.iter().enumerate().map(stone).collect()
    }
}

impl WireField for Spot {
    type Wire = Option<wire::Spot>;

    fn to_wire(&self, _: Names<'_>) -> Self::Wire {
        Some(spot_to_wire(*self))
    }

    fn from_wire(wire: &Self::Wire, _: Names<'_>, field: &str) -> Result<Self, Fault> {
        spot_from_wire(wire.as_ref(), field)
    }
}

impl WireField for BTreeMap<StoneId, Spot> {
    type Wire = Vec<wire::LaidStone>;

    fn to_wire(&self, names: Names<'_>) -> Self::Wire {
        let laid = |(stone, spot): (&StoneId, &Spot)| wire::LaidStone {
            stone: stone.to_wire(names),
            spot: spot.to_wire(names),
        };
        self.iter().map(laid).collect()
    }

    fn from_wire(wire: &Self::Wire, names: Names<'_>, field: &str) -> Result<Self, Fault> {
        let mut laid = Self::new();
        for stone in wire {
            let id = StoneId::from_wire(&stone.stone, names, "stone").map_err(|fault| fault.within(field))?;
            let spot = Spot::from_wire(&stone.spot, names, "spot").map_err(|fault| fault.within(field))?;
            if laid.insert(id, spot).is_some() {
                return Err(Fault::bad_field(field).with("value", names.stone(id)));
            }
        }
        Ok(laid)
    }
}

impl WireField for Option<WallCount> {
    type Wire = Option<wire::WallCount>;

    fn to_wire(&self, _: Names<'_>) -> Self::Wire {
        self.map(|WallCount { empty, top_gaps, used }| wire::WallCount { empty, top_gaps, used })
    }

    fn from_wire(wire: &Self::Wire, _: Names<'_>, _: &str) -> Result<Self, Fault> {
        Ok(wire.map(|wire::WallCount { empty, top_gaps, used }| WallCount { empty, top_gaps, used }))
    }
}

/// Checks an act's reason or remark; `said` is the field with its text.
///
/// # Errors
///
/// [`Fault`] with the field and the text's fault (`T`).
pub fn check_reason(reason: Option<(&str, &str)>) -> Result<(), Fault> {
    reason.map_or(Ok(()), |(field, text)| {
        ishigaki_rules::check_reason(text).map_err(|error| Fault::of_text(field, error))
    })
}

/// A text that the rules do not know as an announcement's is refused by the name of its field.
impl WireField for Announcement {
    type Wire = Option<wire::Announcement>;

    fn to_wire(&self, _: Names<'_>) -> Self::Wire {
        let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
        Some(wire::Announcement { english: text(self.english()), japanese: text(self.japanese()) })
    }

    fn from_wire(wire: &Self::Wire, _: Names<'_>, field: &str) -> Result<Self, Fault> {
        let text = wire.as_ref().ok_or_else(|| Fault::missing_field(field))?;
        Self::new(&text.english, &text.japanese).map_err(|error| match error {
            AnnouncementError::Empty => Fault::missing_field(field),
            AnnouncementError::NotAText { language, error } => Fault::of_text(language, error).within(field),
        })
    }
}

impl WireField for Question {
    type Wire = String;

    fn to_wire(&self, _: Names<'_>) -> String {
        self.text().to_owned()
    }

    fn from_wire(wire: &String, _: Names<'_>, field: &str) -> Result<Self, Fault> {
        Self::new(wire).map_err(|error| Fault::of_text(field, error))
    }
}

/// A question that is there or, where the text is empty, is not.
impl WireField for Option<Question> {
    type Wire = String;

    fn to_wire(&self, names: Names<'_>) -> String {
        self.as_ref().map(|question| question.to_wire(names)).unwrap_or_default()
    }

    fn from_wire(wire: &String, names: Names<'_>, field: &str) -> Result<Self, Fault> {
        if wire.trim().is_empty() { Ok(None) } else { Question::from_wire(wire, names, field).map(Some) }
    }
}

/// A team's sealing, without its receipt, which is no part of the fact.
impl WireField for Option<Sealed<Bid>> {
    type Wire = Option<wire::SealedBids>;

    fn to_wire(&self, names: Names<'_>) -> Self::Wire {
        self.as_ref().map(|sealed| wire::SealedBids {
            by_hand: sealed.by_hand.to_wire(names),
            revision: sealed.revision.0,
            bids: bids_to_wire(&sealed.lines, names.0),
            receipt: None,
        })
    }

    fn from_wire(wire: &Self::Wire, names: Names<'_>, field: &str) -> Result<Self, Fault> {
        let Some(sealed) = wire else { return Ok(None) };
        Ok(Some(Sealed {
            revision: Revision(counted(sealed.revision, "revision").map_err(|fault| fault.within(field))?),
            lines: bids_from_wire(&sealed.bids, names.0)?.into(),
            by_hand: WireField::from_wire(&sealed.by_hand, names, field)?,
        }))
    }
}

/// A team's sealing, without its receipt, which is no part of the fact.
impl WireField for Option<Sealed<Raise>> {
    type Wire = Option<wire::SealedRaises>;

    fn to_wire(&self, names: Names<'_>) -> Self::Wire {
        self.as_ref().map(|sealed| wire::SealedRaises {
            by_hand: sealed.by_hand.to_wire(names),
            revision: sealed.revision.0,
            raises: raises_to_wire(&sealed.lines),
            receipt: None,
        })
    }

    fn from_wire(wire: &Self::Wire, names: Names<'_>, field: &str) -> Result<Self, Fault> {
        let Some(sealed) = wire else { return Ok(None) };
        Ok(Some(Sealed {
            revision: Revision(counted(sealed.revision, "revision").map_err(|fault| fault.within(field))?),
            lines: raises_from_wire(&sealed.raises).into(),
            by_hand: WireField::from_wire(&sealed.by_hand, names, field)?,
        }))
    }
}

impl WireField for Vec<TeamList> {
    type Wire = Vec<wire::TeamList>;

    fn to_wire(&self, names: Names<'_>) -> Self::Wire {
        self.iter().map(|list| team_list_to_wire(list, names.0)).collect()
    }

    fn from_wire(wire: &Self::Wire, names: Names<'_>, field: &str) -> Result<Self, Fault> {
        let list = |list: &wire::TeamList| {
            let team = names.find_team(&list.team, "team").map_err(|fault| fault.within(field))?;
            Ok(TeamList { team, bids: bids_from_wire(&list.bids, names.0)? })
        };
        wire.iter().map(list).collect()
    }
}

impl WireField for Vec<TeamRaises> {
    type Wire = Vec<wire::TeamRaises>;

    fn to_wire(&self, names: Names<'_>) -> Self::Wire {
        self.iter().map(|sent| team_raises_to_wire(sent, names.0)).collect()
    }

    fn from_wire(wire: &Self::Wire, names: Names<'_>, field: &str) -> Result<Self, Fault> {
        let sent = |sent: &wire::TeamRaises| {
            let team = names.find_team(&sent.team, "team").map_err(|fault| fault.within(field))?;
            Ok(TeamRaises { team, raises: raises_from_wire(&sent.raises) })
        };
        wire.iter().map(sent).collect()
    }
}
