//! The replay's keymap: what each key means, and what the help says of it.

use crate::board::GamePart;
use ishigaki_screen::terminal::Key;
use ishigaki_screen::{Keymap, bind};

/// Meaning of a key in a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Go on or back by so many records.
    Step(isize),
    /// Go to the next round.
    NextRound,
    /// Go to where this round was opened, or the one before.
    PreviousRound,
    /// Go to the start.
    First,
    /// Go to the end.
    Last,
    Play,
    Faster,
    Slower,
    /// Show one view, or the one that fits the moment.
    Look(Option<GamePart>),
    /// Show what did not fit.
    Turn,
    /// Speak the other language.
    OtherLanguage,
    /// Paint the whole screen afresh.
    Repaint,
    /// Show the keys, or hide them.
    Help,
    Close,
    Quit,
}

/// One line of the keymap.
pub type Binding = ishigaki_screen::Binding<(), Intent>;

/// All keys.
pub const KEYMAP: Keymap<(), Intent> = Keymap(&[
    bind((), &[Key::Char(' ')], Intent::Play, "replay-key-play"),
    bind((), &[Key::Right, Key::Char('l')], Intent::Step(1), "replay-key-next"),
    bind((), &[Key::Left, Key::Char('h')], Intent::Step(-1), "replay-key-previous"),
    bind((), &[Key::PageDown, Key::Down], Intent::NextRound, "replay-key-next-round"),
    bind((), &[Key::PageUp, Key::Up], Intent::PreviousRound, "replay-key-previous-round"),
    bind((), &[Key::Home, Key::Char('g')], Intent::First, "replay-key-first"),
    bind((), &[Key::End, Key::Char('G')], Intent::Last, "replay-key-last"),
    bind((), &[Key::Char('+'), Key::Char('=')], Intent::Faster, "replay-key-faster"),
    bind((), &[Key::Char('-')], Intent::Slower, "replay-key-slower"),
    bind((), &[Key::Char('0')], Intent::Look(None), "board-key-by-itself"),
    bind((), &[Key::Char('1')], Intent::Look(Some(GamePart::Lots)), "shared-stones"),
    bind((), &[Key::Char('2')], Intent::Look(Some(GamePart::Walls)), "shared-log-kind-walls"),
    bind((), &[Key::Char('3')], Intent::Look(Some(GamePart::Standings)), "shared-standings"),
    bind((), &[Key::Tab], Intent::Turn, "replay-key-turn"),
    bind((), &[Key::Char('L')], Intent::OtherLanguage, "shared-language"),
    bind((), &[Key::Ctrl('l')], Intent::Repaint, "console-key-repaint"),
    bind((), &[Key::Char('?')], Intent::Help, "board-key-help"),
    bind((), &[Key::Esc], Intent::Close, "key-close"),
    bind((), &[Key::Char('q'), Key::Ctrl('c')], Intent::Quit, "key-quit"),
]);
