//! Byte strings of fixed length, in lower-case hexadecimal.

use ishigaki_catalogue::Message;

/// Error of a text that isn't lower-case hexadecimal of the expected length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("record-error-hex")]
pub struct HexError {
    /// Expected number of bytes.
    #[message(display)]
    pub length: usize,
}

/// Reads exactly `N` bytes.
pub(crate) fn read<const N: usize>(text: &str) -> Result<[u8; N], HexError> {
    let fault = HexError { length: N };
    let mut bytes = [0; N];
    if text.bytes().any(|sign| sign.is_ascii_uppercase()) {
        return Err(fault);
    }
    hex::decode_to_slice(text, &mut bytes).map_err(|_| fault)?;
    Ok(bytes)
}

pub(crate) fn spelled(bytes: &[u8]) -> String {
    let mut text = vec![0; bytes.len() * 2];
    // Faster than `hex::encode`, which works character by character and would dominate a sealing's line. The
    // length always fits.
    let _ = hex::encode_to_slice(bytes, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// Public bytes, in hexadecimal in `Display`, `Debug`, `FromStr` and the record.
macro_rules! open_bytes {
    ($(#[$doc:meta])* $name:ident, $length:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub [u8; $length]);

        impl $name {
            /// Calls `used` with the hexadecimal spelling, without allocating.
            fn with_spelling<T>(&self, used: impl FnOnce(&str) -> T) -> T {
                let mut text = [0; 2 * $length];
                // The length always fits.
                let _ = hex::encode_to_slice(self.0, &mut text);
                used(std::str::from_utf8(&text).unwrap_or_default())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.with_spelling(|text| f.write_str(text))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::bytes::HexError;

            /// Accepts lower case only, because records have one spelling.
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::bytes::read(text).map(Self)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                self.with_spelling(|text| to.serialize_str(text))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(from)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

/// Bytes that are secret, at least for a while: no `Debug` output, no `Display`, wiped on drop.
macro_rules! secret_bytes {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        /// Omitted by `Debug`; wiped from memory on drop.
        #[derive(Clone, PartialEq, Eq, zeroize::ZeroizeOnDrop)]
        pub struct $name(pub [u8; 32]);

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(secret)"))
            }
        }
    };
}

/// A secret that an opening shows, so that its hexadecimal spelling needs an explicit call.
macro_rules! opening_bytes {
    ($(#[$doc:meta])* $name:ident) => {
        secret_bytes! { $(#[$doc])* $name }

        impl $name {
            /// Returns the lower-case hexadecimal spelling, for an opening or the owner.
            pub fn to_hex(&self) -> String {
                $crate::bytes::spelled(&self.0)
            }

            /// Reads the lower-case hexadecimal spelling.
            ///
            /// # Errors
            ///
            /// [`HexError`](crate::bytes::HexError) if length or characters are wrong.
            pub fn from_hex(text: &str) -> Result<Self, $crate::bytes::HexError> {
                $crate::bytes::read(text).map(Self)
            }
        }
    };
}

pub(crate) use {open_bytes, opening_bytes, secret_bytes};
