//! Keymap of the board.

use super::GamePart;
use ishigaki_screen::terminal::Key;
use ishigaki_screen::{Keymap, bind};

/// Meaning of a key on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    Uncover,
    Auto,
    Bell,
    View(Option<GamePart>),
    Event,
    NextPage,
    PreviousPage,
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
    bind((), &[Key::Char(' ')], Intent::Uncover, "board-key-uncover"),
    bind((), &[Key::Char('a')], Intent::Auto, "board-key-auto"),
    bind((), &[Key::Char('0')], Intent::View(None), "board-key-by-itself"),
    bind((), &[Key::Char('1')], Intent::View(Some(GamePart::Lots)), "shared-stones"),
    bind((), &[Key::Char('2')], Intent::View(Some(GamePart::Walls)), "shared-log-kind-walls"),
    bind((), &[Key::Char('3')], Intent::View(Some(GamePart::Standings)), "shared-standings"),
    bind((), &[Key::Char('4')], Intent::Event, "board-key-event"),
    bind((), &[Key::Right, Key::Tab], Intent::NextPage, "key-next-page"),
    bind((), &[Key::Left, Key::BackTab], Intent::PreviousPage, "key-previous-page"),
    bind((), &[Key::Char('b')], Intent::Bell, "board-key-bell"),
    bind((), &[Key::Char('L')], Intent::OtherLanguage, "shared-language"),
    bind((), &[Key::Ctrl('l')], Intent::Repaint, "console-key-repaint"),
    bind((), &[Key::Char('?')], Intent::Help, "board-key-help"),
    bind((), &[Key::Esc], Intent::Close, "key-close"),
    bind((), &[Key::Char('q'), Key::Ctrl('c')], Intent::Quit, "key-quit"),
]);
