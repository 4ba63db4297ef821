//! Spelling of fields: codes for ids, plain numbers and texts for the rest.

use std::borrow::Cow;
use std::collections::BTreeMap;

use ishigaki_rules::auction::{Bid, Raise, TeamList, TeamRaises};
use ishigaki_rules::wall::Spot;
use ishigaki_rules::{
    Announcement, Cell, GameTime, LotId, MessageNo, Question, QuestionNo, RoundNo, Sealed, StoneId, TeamId,
    Turn, WallCount, WaveNo,
};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::super::Error;
use super::{BidLine, RaiseLine};
use crate::codes::Codes;

/// Named values of one fact, in order.
#[derive(Default)]
pub(super) struct NamedValues(pub(super) Vec<(Cow<'static, str>, Spelling)>);

/// A spelled value. Fields have a fixed order, which [`Value`] doesn't keep.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Spelling {
    Value(Value),
    Wall(Vec<LaidLine>),
    Count(CountLine),
}

impl NamedValues {
    fn put(&mut self, name: &'static str, value: impl Into<Value>) {
        self.0.push((name.into(), Spelling::Value(value.into())));
    }

    /// Removes a value; `None` if it is absent.
    fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, Error> {
        let Some(at) = self.0.iter().position(|(known, _)| known == name) else { return Ok(None) };
        let (_, value) = self.0.swap_remove(at);
        let value = serde_json::to_value(value).map_err(Error::Json)?;
        serde_json::from_value(value).map(Some).map_err(Error::Json)
    }

    fn need<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<T, Error> {
        self.take(name)?.ok_or_else(|| Error::Json(serde_json::Error::missing_field(name)))
    }

    pub(super) fn end(self) -> Result<(), Error> {
        match self.0.first() {
            None => Ok(()),
            Some((name, _)) => Err(Error::Json(serde_json::Error::unknown_field(name, &[]))),
        }
    }
}

pub(super) trait SpelledField: Sized {
    /// Adds the value, unless it is absent.
    fn spell(&self, name: &'static str, codes: Codes<'_>, fields: &mut NamedValues) -> Result<(), Error>;

    fn read(name: &'static str, codes: Codes<'_>, fields: &mut NamedValues) -> Result<Self, Error>;
}

/// Types spelled as one number, text or Boolean.
macro_rules! plain {
    ($($field:ty: $spelled:ty = |$value:ident| $spell:expr, |$read:ident| $made:expr;)*) => {$(
        impl SpelledField for $field {
            fn spell(&self, name: &'static str, _: Codes<'_>, fields: &mut NamedValues) -> Result<(), Error> {
                let $value = self;
                fields.put(name, $spell);
                Ok(())
            }

            fn read(name: &'static str, _: Codes<'_>, fields: &mut NamedValues) -> Result<Self, Error> {
                let $read: $spelled = fields.need(name)?;
                Ok($made)
            }
        }
    )*};
}

plain! {
    bool: Self = |value| *value, |read| read;
    u32: Self = |value| *value, |read| read;
    String: Self = |value| value.clone(), |read| read;
    RoundNo: u32 = |value| value.0, |read| Self(read);
    WaveNo: u32 = |value| value.0, |read| Self(read);
    GameTime: u64 = |value| value.0, |read| Self(read);
    QuestionNo: u32 = |value| value.0, |read| Self(read);
    MessageNo: u32 = |value| value.0, |read| Self(read);
}

/// Types of the game with codes.
macro_rules! coded {
    ($($field:ty = $code:ident, $read:ident;)*) => {$(
        impl SpelledField for $field {
            fn spell(&self, name: &'static str, codes: Codes<'_>, fields: &mut NamedValues) -> Result<(), Error> {
                fields.put(name, codes.$code(*self)?);
                Ok(())
            }

            fn read(name: &'static str, codes: Codes<'_>, fields: &mut NamedValues) -> Result<Self, Error> {
                codes.$read(&fields.need::<String>(name)?)
            }
        }

        impl SpelledField for Vec<$field> {
            fn spell(&self, name: &'static str, codes: Codes<'_>, fields: &mut NamedValues) -> Result<(), Error> {
                let all = self.iter().map(|one| codes.$code(*one)).collect::<Result<Vec<_>, _>>()?;
                fields.put(name, all);
                Ok(())
            }

            fn read(name: &'static str, codes: Codes<'_>, fields: &mut NamedValues) -> Result<Self, Error> {
                fields.need::<Vec<String>>(name)?.iter().map(|code| codes.$read(code)).collect()
            }
        }
    )*};
}

coded! {
    TeamId = team, read_team;
    LotId = lot, read_lot;
    StoneId = stone, read_stone;
}

impl SpelledField for Option<GameTime> {
    fn spell(&self, name: &'static str, codes: Codes<'_>, fields: &mut NamedValues) -> Result<(), Error> {
        self.map_or(Ok(()), |moment| moment.spell(name, codes, fields))
    }

    fn read(name: &'static str, _: Codes<'_>, fields: &mut NamedValues) -> Result<Self, Error> {
        Ok(fields.take(name)?.map(GameTime))
    }
}

impl SpelledField for Option<String> {
    fn spell(&self, name: &'static str, codes: Codes<'_>, fields: &mut NamedValues) -> Result<(), Error> {
        self.as_ref().map_or(Ok(()), |text| text.spell(name, codes, fields))
    }

    fn read(name: &'static str, _: Codes<'_>, fields: &mut NamedValues) -> Result<Self, Error> {
        fields.take(name)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CountLine {
    empty: u32,
    top_gaps: u32,
    used: u32,
}

impl SpelledField for Option<WallCount> {
    fn spell(&self, name: &'static str, _: Codes<'_>, fields: &mut NamedValues) -> Result<(), Error> {
        if let Some(WallCount { empty, top_gaps, used }) = *self {
            fields.0.push((name.into(), Spelling::Count(CountLine { empty, top_gaps, used })));
        }
        Ok(())
    }

    fn read(name: &'static str, _: Codes<'_>, fields: &mut NamedValues) -> Result<Self, Error> {
        let count = fields.take(name)?;
        Ok(count.map(|CountLine { empty, top_gaps, used }| WallCount { empty, top_gaps, used }))
    }
}

impl SpelledField for Announcement {
    fn spell(&self, _: &'static str, _: Codes<'_>, fields: &mut NamedValues) -> Result<(), Error> {
        for (language, text) in [("english", self.english()), ("japanese", self.japanese())] {
            if let Some(text) = text {
                fields.put(language, text);
            }
        }
        Ok(())
    }

    fn read(_: &'static str, _: Codes<'_>, fields: &mut NamedValues) -> Result<Self, Error> {
        let mut text = |language| fields.take::<String>(language).map(Option::unwrap_or_default);
        let (english, japanese) = (text("english")?, text("japanese")?);
        Self::new(&english, &japanese)
            .map_err(|_| Error::Json(serde_json::Error::custom("this is no text of an announcement")))
    }
}

impl SpelledField for Question {
    fn spell(&self, name: &'static str, _: Codes<'_>, fields: &mut NamedValues) -> Result<(), Error> {
        fields.put(name, self.text());
        Ok(())
    }

    fn read(name: &'static str, _: Codes<'_>, fields: &mut NamedValues) -> Result<Self, Error> {
        question(&fields.need::<String>(name)?)
    }
}

impl SpelledField for Option<Question> {
    fn spell(&self, name: &'static str, codes: Codes<'_>, fields: &mut NamedValues) -> Result<(), Error> {
        self.as_ref().map_or(Ok(()), |question| question.spell(name, codes, fields))
    }

    fn read(name: &'static str, _: Codes<'_>, fields: &mut NamedValues) -> Result<Self, Error> {
        fields.take::<String>(name)?.map(|text| question(&text)).transpose()
    }
}

fn question(text: &str) -> Result<Question, Error> {
    Question::new(text).map_err(|_| Error::Json(serde_json::Error::custom("this is no text of a question")))
}

impl SpelledField for Spot {
    fn spell(&self, _: &'static str, _: Codes<'_>, fields: &mut NamedValues) -> Result<(), Error> {
        fields.put("turn", self.turn.quarters());
        fields.put("row", self.at.row);
        fields.put("col", self.at.col);
        Ok(())
    }

    fn read(_: &'static str, _: Codes<'_>, fields: &mut NamedValues) -> Result<Self, Error> {
        spot(fields.need("turn")?, fields.need("row")?, fields.need("col")?)
    }
}

fn spot(quarters: u32, row: i32, col: i32) -> Result<Spot, Error> {
    let turn = Turn::from_quarters(quarters).ok_or(Error::BadTurn { quarters })?;
    Ok(Spot { turn, at: Cell { row, col } })
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LaidLine {
    stone: String,
    turn: u32,
    row: i32,
    col: i32,
}

impl SpelledField for BTreeMap<StoneId, Spot> {
    fn spell(&self, name: &'static str, codes: Codes<'_>, fields: &mut NamedValues) -> Result<(), Error> {
        let laid = |(&stone, spot): (&StoneId, &Spot)| {
            let (turn, Cell { row, col }) = (spot.turn.quarters(), spot.at);
            Ok(LaidLine { stone: codes.stone(stone)?, turn, row, col })
        };
        let laid = self.iter().map(laid).collect::<Result<Vec<_>, Error>>()?;
        fields.0.push((name.into(), Spelling::Wall(laid)));
        Ok(())
    }

    fn read(name: &'static str, codes: Codes<'_>, fields: &mut NamedValues) -> Result<Self, Error> {
        let laid = fields.need::<Vec<LaidLine>>(name)?;
        let laid = laid.iter().map(|LaidLine { stone, turn, row, col }| {
            Ok((codes.read_stone(stone)?, spot(*turn, *row, *col)?))
        });
        laid.collect()
    }
}

/// Sealed fields, which aren't spelled; the line's proof has their public part (`A4`).
macro_rules! silent {
    ($($lines:ty),*) => {$(
        impl SpelledField for Option<Sealed<$lines>> {
            fn spell(&self, _: &'static str, _: Codes<'_>, _: &mut NamedValues) -> Result<(), Error> {
                Ok(())
            }

            fn read(_: &'static str, _: Codes<'_>, _: &mut NamedValues) -> Result<Self, Error> {
                Err(Error::WrongProof)
            }
        }
    )*};
}

silent!(Bid, Raise);

impl SpelledField for Vec<TeamList> {
    fn spell(&self, name: &'static str, codes: Codes<'_>, fields: &mut NamedValues) -> Result<(), Error> {
        let list = |list: &TeamList| {
            let bids = list.bids.iter().map(|bid| BidLine::of(codes, bid)).collect::<Result<Vec<_>, _>>()?;
            Ok(json!({ "team": codes.team(list.team)?, "bids": bids }))
        };
        fields.put(name, self.iter().map(list).collect::<Result<Vec<_>, Error>>()?);
        Ok(())
    }

    fn read(_: &'static str, _: Codes<'_>, _: &mut NamedValues) -> Result<Self, Error> {
        Err(Error::WrongProof)
    }
}

impl SpelledField for Vec<TeamRaises> {
    fn spell(&self, name: &'static str, codes: Codes<'_>, fields: &mut NamedValues) -> Result<(), Error> {
        let sent = |sent: &TeamRaises| {
            let raises: Vec<_> = sent.raises.iter().map(RaiseLine::of).collect();
            Ok(json!({ "team": codes.team(sent.team)?, "raises": raises }))
        };
        fields.put(name, self.iter().map(sent).collect::<Result<Vec<_>, Error>>()?);
        Ok(())
    }

    fn read(_: &'static str, _: Codes<'_>, _: &mut NamedValues) -> Result<Self, Error> {
        Err(Error::WrongProof)
    }
}
