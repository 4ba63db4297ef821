//! Keymap of the event's screen, by kind of event and role.

use ishigaki_screen::terminal::Key;
use ishigaki_screen::{Keymap, bind};
use ishigaki_tournament::Actor;

use super::Panel;

ishigaki_catalogue::keyed! {
    /// Context in which a key is pressed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Context: pub(crate) label {
        Panel = "tournament-keys-panel",
        Leagues = "tournament-keys-panel",
        Groups = "tournament-keys-panel",
        Form = "tournament-keys-form",
        Ask = "tournament-keys-ask",
        Find = "tournament-keys-find",
        Choice = "tournament-keys-choice",
        Read = "tournament-keys-read",
    }
}

impl Context {
    /// Sections of the help in order; that of panels also has the keys of one kind of event.
    pub const ALL: [Self; 6] = [Self::Panel, Self::Form, Self::Ask, Self::Find, Self::Choice, Self::Read];

    const fn other(self) -> Self {
        match self {
            Self::Groups => Self::Leagues,
            _ => Self::Groups,
        }
    }

    pub(crate) fn bindings(self, kind: Self) -> impl Iterator<Item = &'static Binding> {
        KEYMAP.iter().filter(move |binding| {
            binding.context == self || (self == Self::Panel && binding.context == kind)
        })
    }

    pub(crate) fn intent(self, kind: Self, key: Key) -> Option<Intent> {
        let of_kind = || (self == Self::Panel).then(|| KEYMAP.intent(kind, key)).flatten();
        KEYMAP.intent(self, key).or_else(of_kind)
    }

    pub(crate) fn is_of_other(self, kind: Self, key: Key) -> bool {
        self == Self::Panel && KEYMAP.at(kind.other()).any(|binding| binding.keys.contains(&key))
    }
}

/// Meaning of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    Show(Panel),
    StepPanel(bool),
    Move(isize),
    Page(isize),
    End(isize),
    Shift(isize),
    Round(isize),
    Find,
    Next,
    Create,
    Roster,
    Attendance,
    Slip,
    Withdraw,
    Excuse,
    Unpair,
    PairByRuling,
    Reopen,
    Result,
    Why,
    Game,
    Count,
    PostNotice,
    CallPlayers,
    OverruleGame,
    OverruleDigits,
    OverruleJanken,
    Replace,
    NameFirst,
    ConfirmFirst,
    Rule,
    Abandon,
    Print,
    Events,
    OtherLanguage,
    Repaint,
    Help,
    Accept,
    Close,
    Erase,
    Clear,
    Quit,
}

impl Intent {
    /// Returns the role that may do it; `None` for all roles.
    pub const fn office(self) -> Option<Actor> {
        Some(match self {
            Self::Next | Self::Create | Self::Roster | Self::Abandon | Self::Count => Actor::Organiser,
            Self::Attendance | Self::Slip | Self::Withdraw => Actor::Desk,
            Self::NameFirst
            | Self::ConfirmFirst
            | Self::Rule
            | Self::Excuse
            | Self::Unpair
            | Self::PairByRuling
            | Self::Reopen
            | Self::OverruleGame
            | Self::OverruleDigits
            | Self::OverruleJanken
            | Self::Replace => Actor::Referee,
            _ => return None,
        })
    }
}

/// A line of the keymap.
pub type Binding = ishigaki_screen::Binding<Context, Intent>;

use Context::{Ask, Choice, Find, Form, Groups, Leagues, Panel as OnPanel, Read};

/// All keys.
pub const KEYMAP: Keymap<Context, Intent> = Keymap(&[
    bind(OnPanel, &[Key::Char('n')], Intent::Next, "tournament-key-next"),
    bind(Leagues, &[Key::Enter], Intent::Result, "tournament-key-result"),
    bind(Groups, &[Key::Enter], Intent::Game, "tournament-key-game"),
    bind(Leagues, &[Key::Char('w')], Intent::Why, "tournament-key-why"),
    bind(OnPanel, &[Key::Char('/')], Intent::Find, "tournament-key-find"),
    bind(OnPanel, &[Key::Char('a')], Intent::Attendance, "tournament-key-attendance"),
    bind(Leagues, &[Key::Char('s')], Intent::Slip, "tournament-key-slip"),
    bind(Leagues, &[Key::Char('x')], Intent::Withdraw, "tournament-key-withdraw"),
    bind(Leagues, &[Key::Char('X')], Intent::Excuse, "tournament-key-excuse"),
    bind(Leagues, &[Key::Char('U')], Intent::Unpair, "tournament-key-unpair"),
    bind(Leagues, &[Key::Char('P')], Intent::PairByRuling, "tournament-key-pair-by-ruling"),
    bind(Leagues, &[Key::Char('G')], Intent::Reopen, "tournament-key-reopen"),
    bind(Groups, &[Key::Char('N')], Intent::Replace, "tournament-key-replace"),
    bind(Groups, &[Key::Char('c')], Intent::Count, "tournament-key-count"),
    bind(Groups, &[Key::Char('o')], Intent::OverruleGame, "tournament-key-overrule-game"),
    bind(Groups, &[Key::Char('J')], Intent::OverruleJanken, "tournament-key-overrule-janken"),
    bind(OnPanel, &[Key::Char('R')], Intent::Roster, "tournament-key-roster"),
    bind(OnPanel, &[Key::Char('C')], Intent::Create, "tournament-key-create"),
    bind(Leagues, &[Key::Char('f')], Intent::NameFirst, "tournament-key-name-first"),
    bind(Leagues, &[Key::Char('c')], Intent::ConfirmFirst, "tournament-key-confirm-first"),
    bind(OnPanel, &[Key::Char('d')], Intent::OverruleDigits, "tournament-key-overrule-digits"),
    bind(OnPanel, &[Key::Char('u')], Intent::Rule, "tournament-key-rule"),
    bind(OnPanel, &[Key::Char('m')], Intent::PostNotice, "tournament-key-announce"),
    bind(Leagues, &[Key::Char('t')], Intent::CallPlayers, "tournament-key-call"),
    bind(OnPanel, &[Key::Char('A')], Intent::Abandon, "tournament-key-abandon"),
    bind(OnPanel, &[Key::Char('p')], Intent::Print, "tournament-key-print"),
    bind(OnPanel, &[Key::Char('1')], Intent::Show(Panel::Roster), "tournament-panel-roster"),
    bind(Leagues, &[Key::Char('2')], Intent::Show(Panel::Draw), "tournament-panel-draw"),
    bind(Leagues, &[Key::Char('3')], Intent::Show(Panel::Round), "tournament-panel-round"),
    bind(Groups, &[Key::Char('3')], Intent::Show(Panel::Round), "tournament-groups"),
    bind(Leagues, &[Key::Char('4')], Intent::Show(Panel::Leagues), "tournament-panel-leagues"),
    bind(Leagues, &[Key::Char('5')], Intent::Show(Panel::Standings), "shared-standings"),
    bind(Leagues, &[Key::Char('6')], Intent::Show(Panel::Bracket), "tournament-panel-bracket"),
    bind(OnPanel, &[Key::Char('7')], Intent::Show(Panel::Ranking), "tournament-panel-ranking"),
    bind(OnPanel, &[Key::Char('8')], Intent::Show(Panel::Rulings), "tournament-panel-rulings"),
    bind(OnPanel, &[Key::Tab], Intent::StepPanel(true), "key-next-panel"),
    bind(OnPanel, &[Key::BackTab], Intent::StepPanel(false), "key-previous-panel"),
    bind(Leagues, &[Key::Char('[')], Intent::Round(-1), "tournament-key-round-before"),
    bind(Leagues, &[Key::Char(']')], Intent::Round(1), "tournament-key-round-after"),
    bind(Groups, &[Key::Char('[')], Intent::Round(-1), "tournament-key-stage-before"),
    bind(Groups, &[Key::Char(']')], Intent::Round(1), "tournament-key-stage-after"),
    bind(OnPanel, &[Key::Up, Key::Char('k')], Intent::Move(-1), "key-up"),
    bind(OnPanel, &[Key::Down, Key::Char('j')], Intent::Move(1), "key-down"),
    bind(OnPanel, &[Key::PageUp], Intent::Page(-1), "tournament-key-page-up"),
    bind(OnPanel, &[Key::PageDown, Key::Char(' ')], Intent::Page(1), "tournament-key-page-down"),
    bind(OnPanel, &[Key::Home], Intent::End(-1), "tournament-key-first"),
    bind(OnPanel, &[Key::End], Intent::End(1), "key-last"),
    bind(OnPanel, &[Key::Left], Intent::Shift(-1), "tournament-key-left"),
    bind(OnPanel, &[Key::Right], Intent::Shift(1), "tournament-key-right"),
    bind(OnPanel, &[Key::Esc], Intent::Close, "tournament-key-all-again"),
    bind(OnPanel, &[Key::Char('e')], Intent::Events, "tournament-key-events"),
    bind(OnPanel, &[Key::Char('L')], Intent::OtherLanguage, "shared-language"),
    bind(OnPanel, &[Key::Char('?')], Intent::Help, "key-help"),
    bind(OnPanel, &[Key::Char('q')], Intent::Quit, "tournament-key-quit"),
    bind(Form, &[Key::Enter], Intent::Accept, "tournament-key-send"),
    bind(Form, &[Key::Tab, Key::Down], Intent::Move(1), "tournament-key-next-field"),
    bind(Form, &[Key::BackTab, Key::Up], Intent::Move(-1), "tournament-key-previous-field"),
    bind(Form, &[Key::Right], Intent::Shift(1), "tournament-key-next-choice"),
    bind(Form, &[Key::Left], Intent::Shift(-1), "tournament-key-previous-choice"),
    bind(Form, &[Key::Backspace], Intent::Erase, "tournament-key-erase"),
    bind(Form, &[Key::Ctrl('u')], Intent::Clear, "tournament-key-clear"),
    bind(Form, &[Key::Esc], Intent::Close, "key-close"),
    bind(Ask, &[Key::Char('Y')], Intent::Accept, "console-key-yes-grave"),
    bind(Ask, &[Key::Esc], Intent::Close, "key-close"),
    bind(Find, &[Key::Enter], Intent::Accept, "tournament-key-take-find"),
    bind(Find, &[Key::Backspace], Intent::Erase, "tournament-key-erase"),
    bind(Find, &[Key::Ctrl('u')], Intent::Clear, "tournament-key-clear"),
    bind(Find, &[Key::Esc], Intent::Close, "tournament-key-all-again"),
    bind(Choice, &[Key::Enter], Intent::Accept, "shared-take"),
    bind(Choice, &[Key::Down, Key::Char('j')], Intent::Move(1), "key-down"),
    bind(Choice, &[Key::Up, Key::Char('k')], Intent::Move(-1), "key-up"),
    bind(Choice, &[Key::Esc], Intent::Close, "key-close"),
    bind(Read, &[Key::Esc, Key::Enter, Key::Char('q'), Key::Char('?')], Intent::Close, "key-close"),
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
    fn keys_have_one_meaning_per_context() {
        assert_eq!(KEYMAP.clash(), None);
        for kind in [Leagues, Groups] {
            let keys = |context| KEYMAP.at(context).flat_map(|binding| binding.keys);
            let both = keys(kind).find(|key| keys(OnPanel).any(|other| other == *key));
            assert_eq!(both, None, "on panels of {kind:?}");
        }
    }

    #[test]
    fn key_of_other_event_kind_is_recognised() {
        let here = OnPanel;
        for (kind, key) in [(Groups, 'w'), (Groups, '4'), (Leagues, 'N')] {
            let key = Key::Char(key);
            assert!(here.intent(kind, key).is_none() && here.is_of_other(kind, key), "{key} in {kind:?}");
        }
        assert!(!here.is_of_other(Groups, Key::Char('z')));
        assert!(!Form.is_of_other(Groups, Key::Char('w')), "a form takes letters");
    }
}
