//! Enums by name.

use std::borrow::Cow;

use ishigaki_othello::Named;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

#[derive(Clone, Copy)]
pub(super) struct Name<T>(pub(super) T);

impl<T: Named> Serialize for Name<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de, T: Named> Deserialize<'de> for Name<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        T::of_name(&name).map(Self).ok_or_else(|| de::Error::custom(format_args!("unknown name `{name}`")))
    }
}
