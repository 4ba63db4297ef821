//! The board's keymap: what each key means, and what the help says of it.

use super::GamePart;
use ishigaki_screen::terminal::Key;
use ishigaki_screen::{Keymap, bind};

/// Meaning of a key on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Uncover the next lot of the opening.
    Uncover,
    /// Uncover by itself, or by key only.
    Auto,
    /// Ring at a window's opening, shortly before its close and at it, or not.
    Bell,
    /// Show one view, or the one that fits the moment.
    Look(Option<GamePart>),
    /// Show the event, and nothing else.
    Event,
    /// Show the next games or sheet.
    NextPage,
    /// Show the games or the sheet before.
    PreviousPage,
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
    bind((), &[Key::Char(' ')], Intent::Uncover, "board-key-uncover"),
    bind((), &[Key::Char('a')], Intent::Auto, "board-key-auto"),
    bind((), &[Key::Char('0')], Intent::Look(None), "board-key-by-itself"),
    bind((), &[Key::Char('1')], Intent::Look(Some(GamePart::Lots)), "shared-stones"),
    bind((), &[Key::Char('2')], Intent::Look(Some(GamePart::Walls)), "shared-log-kind-walls"),
    bind((), &[Key::Char('3')], Intent::Look(Some(GamePart::Standings)), "shared-standings"),
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
