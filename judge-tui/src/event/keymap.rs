//! The keymap of the event's screen: what each key means, whose office it is, and what the help says of it.

use ishigaki_screen::terminal::Key;
use ishigaki_screen::{Keymap, bind};
use ishigaki_tournament::Actor;

use super::Panel;

/// Where a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// On a panel.
    Panel,
    /// In a form, or at a question.
    Form,
    /// While something is looked for.
    Find,
    /// Among several events.
    Choice,
    /// In a text that is only read: the help, and why.
    Read,
}

impl Context {
    /// All of them in the order of the help.
    pub const ALL: [Self; 5] = [Self::Panel, Self::Form, Self::Find, Self::Choice, Self::Read];

    /// The catalogue's key of its name.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Panel => "tournament-keys-panel",
            Self::Form => "tournament-keys-form",
            Self::Find => "tournament-keys-find",
            Self::Choice => "tournament-keys-choice",
            Self::Read => "tournament-keys-read",
        }
    }
}

/// What a key means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Show a panel.
    Look(Panel),
    /// Show the panel beside: the next one, or the one before.
    Beside(bool),
    /// Move up or down by so many lines.
    Move(isize),
    /// Move by a page.
    Page(isize),
    /// To the first line, or the last.
    End(isize),
    /// Move the picture to the left or right; in a form, the cursor or the choice.
    Shift(isize),
    /// Show the round before, or the next.
    Round(isize),
    /// Look for a player.
    Find,
    /// Do what is next in the event.
    Next,
    /// Create an event.
    Create,
    /// Set the roster.
    Roster,
    /// Note that the player is absent, or there after all.
    Attendance,
    /// Note a seed's slip.
    Slip,
    /// Note that the player withdraws.
    Withdraw,
    /// Enter the game's result; once it has one, overrule it.
    Result,
    /// Say why the pairing is as it is.
    Why,
    /// Name a league's first.
    NameFirst,
    /// Confirm a league's first.
    ConfirmFirst,
    /// Put a ruling on record.
    Rule,
    /// Give the event up.
    Abandon,
    /// Print the panel.
    Print,
    /// Choose another event.
    Events,
    /// Speak the other language.
    OtherLanguage,
    /// Paint the whole screen afresh.
    Repaint,
    /// Show the keys.
    Help,
    /// Send the form, answer yes, take what is chosen.
    Accept,
    /// Close what is open.
    Close,
    /// Take back the last character.
    Erase,
    /// Take back the whole field.
    Clear,
    /// Leave.
    Quit,
}

impl Intent {
    /// Whose office it is; `None` for what everybody may do.
    pub const fn office(self) -> Option<Actor> {
        Some(match self {
            Self::Next | Self::Create | Self::Roster | Self::Abandon => Actor::Organiser,
            Self::Attendance | Self::Slip | Self::Withdraw => Actor::Desk,
            Self::NameFirst | Self::ConfirmFirst | Self::Rule => Actor::Referee,
            _ => return None,
        })
    }
}

/// One line of the keymap.
pub type Binding = ishigaki_screen::Binding<Context, Intent>;

use Context::{Choice, Find, Form, Panel as OnPanel, Read};

/// All keys.
pub const KEYMAP: Keymap<Context, Intent> = Keymap(&[
    bind(OnPanel, &[Key::Char('n')], Intent::Next, "tournament-key-next"),
    bind(OnPanel, &[Key::Enter], Intent::Result, "tournament-key-result"),
    bind(OnPanel, &[Key::Char('w')], Intent::Why, "tournament-key-why"),
    bind(OnPanel, &[Key::Char('/')], Intent::Find, "tournament-key-find"),
    bind(OnPanel, &[Key::Char('a')], Intent::Attendance, "tournament-key-attendance"),
    bind(OnPanel, &[Key::Char('s')], Intent::Slip, "tournament-key-slip"),
    bind(OnPanel, &[Key::Char('x')], Intent::Withdraw, "tournament-key-withdraw"),
    bind(OnPanel, &[Key::Char('R')], Intent::Roster, "tournament-key-roster"),
    bind(OnPanel, &[Key::Char('C')], Intent::Create, "tournament-key-create"),
    bind(OnPanel, &[Key::Char('f')], Intent::NameFirst, "tournament-key-name-first"),
    bind(OnPanel, &[Key::Char('c')], Intent::ConfirmFirst, "tournament-key-confirm-first"),
    bind(OnPanel, &[Key::Char('u')], Intent::Rule, "tournament-key-rule"),
    bind(OnPanel, &[Key::Char('A')], Intent::Abandon, "tournament-key-abandon"),
    bind(OnPanel, &[Key::Char('p')], Intent::Print, "tournament-key-print"),
    bind(OnPanel, &[Key::Char('1')], Intent::Look(Panel::Roster), "tournament-panel-roster"),
    bind(OnPanel, &[Key::Char('2')], Intent::Look(Panel::Draw), "tournament-panel-draw"),
    bind(OnPanel, &[Key::Char('3')], Intent::Look(Panel::Round), "tournament-panel-round"),
    bind(OnPanel, &[Key::Char('4')], Intent::Look(Panel::Leagues), "tournament-panel-leagues"),
    bind(OnPanel, &[Key::Char('5')], Intent::Look(Panel::Standings), "tournament-panel-standings"),
    bind(OnPanel, &[Key::Char('6')], Intent::Look(Panel::Bracket), "tournament-panel-bracket"),
    bind(OnPanel, &[Key::Char('7')], Intent::Look(Panel::Ranking), "tournament-panel-ranking"),
    bind(OnPanel, &[Key::Char('8')], Intent::Look(Panel::Rulings), "tournament-panel-rulings"),
    bind(OnPanel, &[Key::Tab], Intent::Beside(true), "tournament-key-next-panel"),
    bind(OnPanel, &[Key::BackTab], Intent::Beside(false), "tournament-key-previous-panel"),
    bind(OnPanel, &[Key::Char('[')], Intent::Round(-1), "tournament-key-round-before"),
    bind(OnPanel, &[Key::Char(']')], Intent::Round(1), "tournament-key-round-after"),
    bind(OnPanel, &[Key::Up, Key::Char('k')], Intent::Move(-1), "tournament-key-up"),
    bind(OnPanel, &[Key::Down, Key::Char('j')], Intent::Move(1), "tournament-key-down"),
    bind(OnPanel, &[Key::PageUp], Intent::Page(-1), "tournament-key-page-up"),
    bind(OnPanel, &[Key::PageDown, Key::Char(' ')], Intent::Page(1), "tournament-key-page-down"),
    bind(OnPanel, &[Key::Home], Intent::End(-1), "tournament-key-first"),
    bind(OnPanel, &[Key::End], Intent::End(1), "tournament-key-last"),
    bind(OnPanel, &[Key::Left], Intent::Shift(-1), "tournament-key-left"),
    bind(OnPanel, &[Key::Right], Intent::Shift(1), "tournament-key-right"),
    bind(OnPanel, &[Key::Esc], Intent::Close, "tournament-key-all-again"),
    bind(OnPanel, &[Key::Char('e')], Intent::Events, "tournament-key-events"),
    bind(OnPanel, &[Key::Char('L')], Intent::OtherLanguage, "tournament-key-language"),
    bind(OnPanel, &[Key::Char('?')], Intent::Help, "tournament-key-help"),
    bind(OnPanel, &[Key::Char('q')], Intent::Quit, "tournament-key-quit"),
    bind(Form, &[Key::Enter], Intent::Accept, "tournament-key-send"),
    bind(Form, &[Key::Tab, Key::Down], Intent::Move(1), "tournament-key-next-field"),
    bind(Form, &[Key::BackTab, Key::Up], Intent::Move(-1), "tournament-key-previous-field"),
    bind(Form, &[Key::Right], Intent::Shift(1), "tournament-key-next-choice"),
    bind(Form, &[Key::Left], Intent::Shift(-1), "tournament-key-previous-choice"),
    bind(Form, &[Key::Backspace], Intent::Erase, "tournament-key-erase"),
    bind(Form, &[Key::Ctrl('u')], Intent::Clear, "tournament-key-clear"),
    bind(Form, &[Key::Esc], Intent::Close, "tournament-key-close"),
    bind(Find, &[Key::Enter], Intent::Accept, "tournament-key-take-find"),
    bind(Find, &[Key::Backspace], Intent::Erase, "tournament-key-erase"),
    bind(Find, &[Key::Ctrl('u')], Intent::Clear, "tournament-key-clear"),
    bind(Find, &[Key::Esc], Intent::Close, "tournament-key-all-again"),
    bind(Choice, &[Key::Enter], Intent::Accept, "tournament-key-take"),
    bind(Choice, &[Key::Down, Key::Char('j')], Intent::Move(1), "tournament-key-down"),
    bind(Choice, &[Key::Up, Key::Char('k')], Intent::Move(-1), "tournament-key-up"),
    bind(Choice, &[Key::Esc], Intent::Close, "tournament-key-close"),
    bind(
        Read,
        &[Key::Esc, Key::Enter, Key::Char('q'), Key::Char('?')],
        Intent::Close,
        "tournament-key-close",
    ),
    bind(
        Read,
        &[Key::Down, Key::Right, Key::PageDown, Key::Char(' ')],
        Intent::Move(1),
        "tournament-key-page-down",
    ),
    bind(Read, &[Key::Up, Key::Left, Key::PageUp], Intent::Move(-1), "tournament-key-page-up"),
    bind(OnPanel, &[Key::Ctrl('l')], Intent::Repaint, "console-key-repaint").everywhere(),
    bind(OnPanel, &[Key::Ctrl('c')], Intent::Quit, "tournament-key-quit").everywhere(),
]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things() {
        assert_eq!(KEYMAP.clash(), None);
    }
}
