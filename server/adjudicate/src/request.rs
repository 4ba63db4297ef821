//! Reading requests more strictly than serde does by default.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

/// A `T` written as a JSON object. On its own, serde would take an array of the fields' values as well.
pub(super) struct Object<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectFields<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectFields<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_map(ObjectFields(PhantomData)).map(Object)
    }
}

/// A JSON object from ids to `T`, each id once. On its own, serde would let the last one win.
#[derive(Default)]
pub(super) struct ById<T>(pub(super) BTreeMap<String, T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ById<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = BTreeMap<String, T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object from ids")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = BTreeMap::new();
                while let Some((id, entry)) = map.next_entry::<String, T>()? {
                    if entries.contains_key(&id) {
                        return Err(A::Error::custom(format_args!("{id:?} is given twice")));
                    }
                    entries.insert(id, entry);
                }
                Ok(entries)
            }
        }

        deserializer.deserialize_map(Entries(PhantomData)).map(ById)
    }
}
