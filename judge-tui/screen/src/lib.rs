//! What every screen is made of: the judge's console, the hall's board, a replay, a team's screen.
//!
//! This room knows the rules' own types, how wide words are, how to paint a ratatui buffer, and the terminal with its
//! keys ([`terminal`]). It knows no connection: a widget is made from values and painted at once.
//!
//! Colour never stands alone. Whatever is told by a colour is told by a sign or a fill pattern too, so that a
//! screen reads the same without colour ([`Palette::PLAIN`]).

mod countdown;
mod digits;
mod excerpt;
mod help;
mod hints;
mod mark;
mod money;
mod palette;
mod seals;
mod stone;
pub mod terminal;
mod wall;
mod wrap;

pub use countdown::Countdown;
pub use digits::Digits;
pub use excerpt::{Excerpt, mark_on_frame};
pub use help::{Help, Section};
pub use hints::{Hint, Need, foot, hints};
pub use mark::GameMark;
pub use money::money;
pub use palette::{Ink, Palette};
pub use seals::{Seal, Seals};
pub use stone::Stone;
pub use wall::{Scale, Wall, inks, own_ink};
pub use wrap::{hanging, wrap, wrap_around, wrap_within};
