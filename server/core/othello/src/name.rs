//! Names of an enum's variants for messages and records.

/// Enum with named variants, made by [`named!`](crate::named).
pub trait Named: Copy + PartialEq + 'static {
    /// Each variant with its name in snake case. Messages number them in this order, from 1.
    const NAMES: &'static [(Self, &'static str)];

    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(value, _)| *value == self).map_or("", |(_, name)| name)
    }

    /// Returns the variant of a name, if there is one.
    fn of_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, other)| *other == name).map(|(value, _)| *value)
    }
}

/// Makes an enum of variants with names.
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* pub enum $enum:ident { $($(#[$doc:meta])* $variant:ident $name:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $enum {
            $($(#[$doc])* $variant,)+
        }

        impl $crate::Named for $enum {
            const NAMES: &'static [(Self, &'static str)] = &[$((Self::$variant, $name)),+];
        }
    };
}
