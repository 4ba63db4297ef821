//! Ranking figures in the record, named and ordered like the criteria (`E2`).

use std::fmt;

use ishigaki_rules::ranking::{self, Criterion, Tally};
use serde::de::{self, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::ser::{SerializeMap as _, Serializer};
use serde::{Deserialize, Serialize};

/// A team's ranking figures: `{"empty":3,"top_gaps":1,"held":9,"used":5,"unused":0}`. Read in any order, each
/// exactly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures(pub ranking::Figures);

impl From<Tally> for Figures {
    fn from(tally: Tally) -> Self {
        Self(tally.figures())
    }
}

impl Serialize for Figures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ranked(Some(self), serializer)
    }
}

impl<'de> Deserialize<'de> for Figures {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Reader)
    }
}

/// Writes figures as fields of the surrounding object, all `null` for an unranked team; for `#[serde(flatten,
/// serialize_with = "..")]`.
pub fn flat<S: Serializer>(figures: &Option<Figures>, serializer: S) -> Result<S::Ok, S::Error> {
    ranked(figures.as_ref(), serializer)
}

fn ranked<S: Serializer>(figures: Option<&Figures>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(Criterion::RANKED.len()))?;
    for (place, criterion) in Criterion::RANKED.iter().enumerate() {
        map.serialize_entry(criterion.name(), &figures.and_then(|figures| figures.0.get(place)))?;
    }
    map.end()
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Figures;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("what a team is ranked by")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Figures, M::Error> {
        let mut found = [None; Criterion::RANKED.len()];
        while let Some(name) = map.next_key::<String>()? {
            let place = Criterion::RANKED.iter().position(|criterion| criterion.name() == name);
            let Some(figure) = place.and_then(|place| found.get_mut(place)) else {
                map.next_value::<IgnoredAny>()?;
                return Err(de::Error::custom(format_args!("no team is ranked by `{name}`")));
            };
            if figure.replace(map.next_value::<u64>()?).is_some() {
                return Err(de::Error::custom(format_args!("`{name}` stands twice")));
            }
        }
        let mut figures = ranking::Figures::default();
        for ((figure, found), criterion) in figures.iter_mut().zip(found).zip(Criterion::RANKED) {
            *figure = found.ok_or_else(|| de::Error::missing_field(criterion.name()))?;
        }
        Ok(Figures(figures))
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::Tsuyama;

    use super::*;

    #[test]
    fn figures_have_the_names_of_criteria_and_are_read_back() {
        let tally = Tally { empty: 3, top_gaps: 1, held: Tsuyama(9), used: 5, unused: 0 };
        let text = r#"{"empty":3,"top_gaps":1,"held":9,"used":5,"unused":0}"#;
        assert_eq!(serde_json::to_string(&Figures::from(tally)).unwrap(), text);
        assert_eq!(serde_json::from_str::<Figures>(text).unwrap(), tally.into());
        for wrong in [
            text.replace("used", "worn"),
            text.replacen("unused", "used", 1),
            text.replace(r#","held":9"#, ""),
            text.replace('9', "-1"),
        ] {
            serde_json::from_str::<Figures>(&wrong).unwrap_err();
        }
    }
}
