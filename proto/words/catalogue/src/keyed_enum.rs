//! Enums with a text for each value: a catalogue key or a name for programs.

/// Declares an enum with a text for each value, and the function that returns it: `enum Panel: pub title {
/// Lots = "panel-lots" }`. `ALL` after the function's name adds a list of its values.
#[macro_export]
macro_rules! keyed {
    ($(#[$meta:meta])* $vis:vis enum $name:ident: $text_vis:vis $text:ident, ALL {
        $($(#[$doc:meta])* $variant:ident = $key:literal),* $(,)?
    }) => {
        $crate::keyed! {
            $(#[$meta])* $vis enum $name: $text_vis $text { $($(#[$doc])* $variant = $key),* }
        }

        impl $name {
            /// All values, in their order.
            $vis const ALL: [Self; [$($key),*].len()] = [$(Self::$variant),*];
        }
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident: $text_vis:vis $text:ident {
        $($(#[$doc:meta])* $variant:ident $(($field:ty))? = $key:literal),* $(,)?
    }) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$doc])* $variant $(($field))?),*
        }

        impl $name {
            #[doc = concat!("Returns its ", stringify!($text), ".")]
            $text_vis const fn $text(self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $key),*
                }
            }
        }
    };
}
