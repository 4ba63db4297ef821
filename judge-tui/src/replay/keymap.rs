//! Keymap of the replay.

use ishigaki_board::GamePart;
use ishigaki_screen::terminal::Key;
use ishigaki_screen::{Keymap, bind};

/// Meaning of a key in a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    Step(isize),
    NextRound,
    PreviousRound,
    First,
    Last,
    Play,
    Faster,
    Slower,
    View(Option<GamePart>),
    Turn,
    OtherLanguage,
    Repaint,
    Help,
    Close,
    Quit,
}

/// A line of the keymap.
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
    bind((), &[Key::Char('0')], Intent::View(None), "board-key-by-itself"),
    bind((), &[Key::Char('1')], Intent::View(Some(GamePart::Lots)), "shared-stones"),
    bind((), &[Key::Char('2')], Intent::View(Some(GamePart::Walls)), "shared-log-kind-walls"),
    bind((), &[Key::Char('3')], Intent::View(Some(GamePart::Standings)), "shared-standings"),
    bind((), &[Key::Tab], Intent::Turn, "replay-key-turn"),
    bind((), &[Key::Char('L')], Intent::OtherLanguage, "shared-language"),
    bind((), &[Key::Ctrl('l')], Intent::Repaint, "console-key-repaint"),
    bind((), &[Key::Char('?')], Intent::Help, "board-key-help"),
    bind((), &[Key::Esc], Intent::Close, "key-close"),
    bind((), &[Key::Char('q'), Key::Ctrl('c')], Intent::Quit, "key-quit"),
]);
