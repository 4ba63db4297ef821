//! Widgets and runner shared by all screens: console, board, replay, team's screen.
//!
//! An [`App`] is a screen's program. [`run`] runs it on the terminal ([`terminal`]) with a [`Driver`] for the
//! outside world, or as pages in a [`Browser`]. Its state has a [`Surface`], and a [`WatchedFeed`] for each
//! feed. A widget is made from values and painted at once; it knows no connection.
//!
//! Colour is never the only sign: a symbol or pattern always repeats it, so that a screen reads the same
//! without colour ([`Palette::PLAIN`]).

mod background;
mod browser;
mod contact;
mod countdown;
mod digits;
mod excerpt;
mod field;
mod hanging_indent;
mod help;
mod hints;
mod keymap;
mod log;
mod mark;
mod money;
mod notices;
mod palette;
mod popup;
mod ranking;
mod runner;
mod seals;
mod shapes;
#[cfg(feature = "stage")]
pub mod stage;
mod stone;
mod surface;
pub mod terminal;
mod title;
mod wall;
mod wall_grid;
mod watched_feed;

pub use ishigaki_words::wrap::{wrap, wrap_around, wrap_within};

pub use background::{Background, WatchGuard};
pub use browser::{Browser, ClosingMoment, PageClock, PagePainter, Uptime, page_text};
pub use contact::{Contact, loud};
pub use countdown::Countdown;
pub use digits::Digits;
pub use excerpt::{Excerpt, mark_on_frame};
pub use field::Field;
pub use hanging_indent::hanging_indent;
pub use help::{Help, Section, frame_keys, key_popup, rule_sections};
pub use hints::{Hint, Need, foot, hints};
pub use keymap::{Binding, Keymap, bind};
pub use log::log_lines;
pub use mark::GameMark;
pub use money::money;
pub use notices::notices;
pub use palette::{Palette, StonePattern};
pub use popup::{Popup, lines, render_too_small, wrapped};
pub use ranking::{Ranking, RankingLayout};
pub use runner::{App, Control, Display, Driver, run, run_on};
pub use seals::{Seal, SealLights};
pub use shapes::shapes;
pub use stone::StoneDrawing;
pub use surface::Surface;
pub use title::{TitleRow, paused_mark, practice_mark};
pub use wall::{Scale, Wall, inks, own_ink};
pub use wall_grid::{Tile, WallGrid};
pub use watched_feed::{FeedEvent, FoldGame, WatchedFeed, WatchedGame};
