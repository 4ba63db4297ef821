//! Values in the spelling of the commitment (`TV1`).

use ishigaki_preset::canonical;
use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::transcript::Error;

/// A value in the spelling of the commitment: keys sorted by code point (`TV1`).
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Canonical(pub(super) Value);

impl Canonical {
    pub(super) fn read(text: &str) -> Result<Self, Error> {
        serde_json::from_str(text).map(Self).map_err(Error::Json)
    }
}

impl Serialize for Canonical {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let text = canonical(&self.0).map_err(S::Error::custom)?;
        RawValue::from_string(text).map_err(S::Error::custom)?.serialize(to)
    }
}
