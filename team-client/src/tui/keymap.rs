//! Keymap of the team's screen.

use ishigaki_screen::terminal::{Key, narrow};
use ishigaki_screen::{Keymap, bind};

use super::panel::Panel;
use super::work::Work;

/// Context in which a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Context {
    Main,
    Lots,
    LotPrice,
    Search,
    Sheet,
    Price,
    Results,
    Trial,
    Rivals,
    Advice,
    Messages,
    Question,
    Wall,
    Games,
    Ask,
    Help,
}

/// Meaning of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    Show(Panel),
    NextPanel,
    PreviousPanel,
    Up,
    Down,
    FarUp,
    FarDown,
    First,
    Last,
    Add,
    Price,
    Search,
    Letter(char),
    Remove,
    Dearer,
    Cheaper,
    MuchDearer,
    MuchCheaper,
    Sooner,
    Later,
    Undo,
    Redo,
    Digit(char),
    /// A character that makes the typed price invalid.
    NoDigit(char),
    Erase,
    Accept,
    Seal,
    Decline,
    TakeSealed,
    AskAdvice,
    TakeAdvice,
    Work(Work),
    WhatIf,
    AskQuestion,
    MarkRead,
    PreviousTeam,
    NextTeam,
    PutAway,
    OtherGame,
    PlayAgain,
    Help,
    OtherLanguage,
    Cancel,
    Repaint,
    Quit,
    QuitNow,
}

const PAGE: isize = 10;

impl Intent {
    pub(crate) const fn step(self) -> Option<isize> {
        match self {
            Self::Up => Some(-1),
            Self::Down => Some(1),
            Self::FarUp => Some(-PAGE),
            Self::FarDown => Some(PAGE),
            Self::First => Some(isize::MIN),
            Self::Last => Some(isize::MAX),
            _ => None,
        }
    }
}

/// A line of the keymap.
pub type Binding = ishigaki_screen::Binding<Context, Intent>;

const fn show(keys: &'static [Key], panel: Panel) -> Binding {
    bind(Context::Main, keys, Intent::Show(panel), panel.title())
}

const fn work(keys: &'static [Key], work: Work, label: &'static str) -> Binding {
    bind(Context::Wall, keys, Intent::Work(work), label)
}

/// All keys but the digits, which write a price wherever one can be written.
pub const KEYMAP: Keymap<Context, Intent> = Keymap(&[
    bind(Context::Main, &[Key::Char('s')], Intent::Seal, "team-key-seal"),
    bind(Context::Main, &[Key::Char('a')], Intent::Add, "team-key-add"),
    bind(Context::Main, &[Key::Char('r')], Intent::TakeSealed, "team-key-take-sealed"),
    bind(Context::Main, &[Key::Char('D')], Intent::Decline, "team-key-decline"),
    show(&[Key::Char('l')], Panel::Lots),
    show(&[Key::Char('b')], Panel::Sheet),
    show(&[Key::Char('v')], Panel::Results),
    bind(Context::Main, &[Key::Char('o')], Intent::Show(Panel::Rivals), "team-key-rivals"),
    show(&[Key::Char('O')], Panel::Standings),
    show(&[Key::Char('w')], Panel::Wall),
    show(&[Key::Char('A')], Panel::Advice),
    show(&[Key::Char('M')], Panel::Messages),
    show(&[Key::Char('h')], Panel::Log),
    bind(Context::Main, &[Key::Tab], Intent::NextPanel, "team-key-next-panel"),
    bind(Context::Main, &[Key::BackTab], Intent::PreviousPanel, "team-key-previous-panel"),
    bind(Context::Main, &[Key::Up, Key::Char('k')], Intent::Up, "team-key-up"),
    bind(Context::Main, &[Key::Down, Key::Char('j')], Intent::Down, "team-key-down"),
    bind(Context::Main, &[Key::PageUp], Intent::FarUp, "team-key-far-up"),
    bind(Context::Main, &[Key::PageDown], Intent::FarDown, "team-key-far-down"),
    bind(Context::Main, &[Key::Home, Key::Char('g')], Intent::First, "team-key-first"),
    bind(Context::Main, &[Key::End, Key::Char('G')], Intent::Last, "team-key-last"),
    bind(Context::Main, &[Key::Esc], Intent::PutAway, "team-key-put-away"),
    bind(Context::Main, &[Key::Char('c')], Intent::OtherGame, "team-key-other-game"),
    bind(Context::Main, &[Key::Char('P')], Intent::PlayAgain, "team-key-play-again"),
    bind(Context::Main, &[Key::Char('L')], Intent::OtherLanguage, "shared-language"),
    bind(Context::Main, &[Key::Ctrl('l')], Intent::Repaint, "console-key-repaint").everywhere(),
    bind(Context::Main, &[Key::Char('?')], Intent::Help, "team-key-help"),
    bind(Context::Main, &[Key::Char('q')], Intent::Quit, "key-quit"),
    bind(Context::Main, &[Key::Ctrl('c')], Intent::QuitNow, "team-key-quit-now").everywhere(),
    bind(Context::Main, &[Key::Char('/')], Intent::Search, "team-key-search"),
    bind(Context::Lots, &[Key::Enter], Intent::Price, "team-key-price"),
    bind(Context::Lots, &[Key::Char('a')], Intent::Add, "team-key-add"),
    bind(Context::Lots, &[Key::Char('u')], Intent::Undo, "team-work-undo"),
    bind(Context::Lots, &[Key::Char('U')], Intent::Redo, "team-work-redo"),
    bind(Context::LotPrice, &[Key::Enter], Intent::Accept, "team-key-next-lot"),
    bind(Context::LotPrice, &[Key::Backspace], Intent::Erase, "team-key-erase"),
    bind(Context::LotPrice, &[Key::Esc], Intent::Cancel, "team-key-price-back"),
    bind(Context::Search, &[Key::Enter], Intent::Accept, "shared-take"),
    bind(Context::Search, &[Key::Down], Intent::Down, "team-key-search-next"),
    bind(Context::Search, &[Key::Up], Intent::Up, "team-key-search-previous"),
    bind(Context::Search, &[Key::Backspace], Intent::Erase, "team-key-erase"),
    bind(Context::Search, &[Key::Esc], Intent::Cancel, "team-key-search-leave"),
    bind(Context::Sheet, &[Key::Char('+'), Key::Char('='), Key::Right], Intent::Dearer, "team-key-dearer"),
    bind(Context::Sheet, &[Key::Char('-'), Key::Left], Intent::Cheaper, "team-key-cheaper"),
    bind(Context::Sheet, &[Key::Char('>')], Intent::MuchDearer, "team-key-much-dearer"),
    bind(Context::Sheet, &[Key::Char('<')], Intent::MuchCheaper, "team-key-much-cheaper"),
    bind(Context::Sheet, &[Key::Char('K'), Key::Char('[')], Intent::Sooner, "team-key-sooner"),
    bind(Context::Sheet, &[Key::Char('J'), Key::Char(']')], Intent::Later, "team-key-later"),
    bind(Context::Sheet, &[Key::Char('x')], Intent::Remove, "team-key-remove"),
    bind(Context::Sheet, &[Key::Char('u')], Intent::Undo, "team-work-undo"),
    bind(Context::Sheet, &[Key::Char('U')], Intent::Redo, "team-work-redo"),
    bind(Context::Price, &[Key::Enter], Intent::Accept, "team-key-accept"),
    bind(Context::Price, &[Key::Backspace], Intent::Erase, "team-key-erase"),
    bind(Context::Price, &[Key::Esc], Intent::Cancel, "team-key-price-back"),
    bind(Context::Results, &[Key::Left], Intent::PreviousTeam, "team-key-previous-team"),
    bind(Context::Results, &[Key::Right], Intent::NextTeam, "team-key-next-team"),
    bind(Context::Results, &[Key::Char('i')], Intent::WhatIf, "team-key-what-if"),
    bind(Context::Trial, &[Key::Esc], Intent::Cancel, "team-key-what-if-leave"),
    bind(Context::Trial, &[Key::Char('+'), Key::Char('='), Key::Right], Intent::Dearer, "team-key-dearer"),
    bind(Context::Trial, &[Key::Char('-'), Key::Left], Intent::Cheaper, "team-key-cheaper"),
    bind(Context::Trial, &[Key::Char('>')], Intent::MuchDearer, "team-key-much-dearer"),
    bind(Context::Trial, &[Key::Char('<')], Intent::MuchCheaper, "team-key-much-cheaper"),
    bind(Context::Trial, &[Key::Enter], Intent::Accept, "team-key-accept"),
    bind(Context::Trial, &[Key::Backspace], Intent::Erase, "team-key-erase"),
    bind(Context::Rivals, &[Key::Up, Key::Char('k')], Intent::Up, "team-key-previous-team"),
    bind(Context::Rivals, &[Key::Down, Key::Char('j')], Intent::Down, "team-key-next-team"),
    bind(Context::Advice, &[Key::Enter], Intent::TakeAdvice, "team-key-take-advice"),
    bind(Context::Advice, &[Key::Char('n')], Intent::AskAdvice, "team-key-ask-advice"),
    bind(Context::Messages, &[Key::Enter], Intent::MarkRead, "team-key-mark-read"),
    bind(Context::Messages, &[Key::Char('a')], Intent::AskQuestion, "team-key-ask-question"),
    bind(Context::Question, &[Key::Enter], Intent::Accept, "team-key-send-question"),
    bind(Context::Question, &[Key::Backspace], Intent::Erase, "team-key-erase"),
    bind(Context::Question, &[Key::Esc], Intent::Cancel, "team-key-question-later"),
    work(&[Key::Up, Key::Char('k')], Work::Up, "team-work-go"),
    work(&[Key::Down, Key::Char('j')], Work::Down, "team-work-go"),
    work(&[Key::Left], Work::Left, "team-work-go"),
    work(&[Key::Right], Work::Right, "team-work-go"),
    work(&[Key::Char('t'), Key::Char(' ')], Work::Turn, "team-work-turn"),
    work(&[Key::Char('.')], Work::NextPlace, "team-work-next-place"),
    work(&[Key::Enter], Work::Lay, "team-work-lay"),
    work(&[Key::Char('n')], Work::NextStone, "team-work-next-stone"),
    work(&[Key::Char('W')], Work::SendWall, "team-work-send-wall"),
    work(&[Key::Char('e')], Work::SendStone, "team-work-send-stone"),
    work(&[Key::Char('x')], Work::TakeOut, "team-work-take-out"),
    work(&[Key::Char('u')], Work::Undo, "team-work-undo"),
    work(&[Key::Char('p')], Work::OtherTray, "team-work-other-tray"),
    work(&[Key::Char('f')], Work::Fill, "team-work-fill"),
    work(&[Key::Char('m')], Work::TakeUp, "team-work-take-up"),
    work(&[Key::Char('R')], Work::Realise, "team-work-realise"),
    work(&[Key::Char('T')], Work::TurnBack, "team-work-turn-back"),
    work(&[Key::Char(',')], Work::PreviousPlace, "team-work-previous-place"),
    work(&[Key::Char('N')], Work::PreviousStone, "team-work-previous-stone"),
    work(&[Key::Char('X')], Work::TakeOutAll, "team-work-take-out-all"),
    work(&[Key::Char('U')], Work::Redo, "team-work-redo"),
    work(&[Key::Char('r')], Work::TakeWall, "team-work-take-wall"),
    work(&[Key::Char('F')], Work::FillWithPlan, "team-work-fill-with-plan"),
    work(&[Key::Char('!')], Work::LayLoose, "team-work-lay-loose"),
    work(&[Key::Esc], Work::LetGo, "team-work-let-go"),
    bind(Context::Games, &[Key::Up, Key::Char('k')], Intent::Up, "team-key-up"),
    bind(Context::Games, &[Key::Down, Key::Char('j')], Intent::Down, "team-key-down"),
    bind(Context::Games, &[Key::Enter], Intent::Accept, "team-key-enter-game"),
    bind(Context::Games, &[Key::Esc], Intent::Cancel, "team-key-stay"),
    bind(Context::Games, &[Key::Char('q')], Intent::QuitNow, "key-quit"),
    bind(Context::Ask, &[Key::Char('y')], Intent::Accept, "key-yes"),
    bind(Context::Ask, &[Key::Esc, Key::Char('n')], Intent::Cancel, "key-no"),
    bind(
        Context::Help,
        &[Key::Right, Key::Down, Key::PageDown, Key::Char('j')],
        Intent::Down,
        "key-next-page",
    ),
    bind(Context::Help, &[Key::Left, Key::Up, Key::PageUp, Key::Char('k')], Intent::Up, "key-previous-page"),
    bind(Context::Help, &[Key::Home, Key::Char('g')], Intent::First, "team-key-first"),
    bind(Context::Help, &[Key::End, Key::Char('G')], Intent::Last, "team-key-last"),
    bind(Context::Help, &[Key::Esc, Key::Char('?'), Key::Char('q')], Intent::Cancel, "key-close"),
]);

/// Contexts with the digits in their help.
pub(crate) const FIGURED: [Context; 3] = [Context::Lots, Context::Sheet, Context::Trial];

impl Context {
    /// All contexts in the order of the help, each with its heading's key.
    pub const ALL: [(Self, &'static str); 16] = [
        (Self::Main, "team-context-main"),
        (Self::Lots, "panel-lots"),
        (Self::LotPrice, "team-context-lot-price"),
        (Self::Search, "team-context-search"),
        (Self::Sheet, "team-panel-sheet"),
        (Self::Price, "team-context-price"),
        (Self::Results, "team-panel-results"),
        (Self::Trial, "team-context-trial"),
        (Self::Rivals, "team-panel-rivals"),
        (Self::Advice, "team-panel-advice"),
        (Self::Messages, "team-panel-messages"),
        (Self::Question, "team-context-question"),
        (Self::Wall, "team-panel-wall"),
        (Self::Games, "team-context-games"),
        (Self::Ask, "team-context-ask"),
        (Self::Help, "team-context-help"),
    ];

    const fn around(self) -> Option<Self> {
        match self {
            Self::Price | Self::LotPrice => Some(Self::Sheet),
            Self::Lots
            | Self::Sheet
            | Self::Results
            | Self::Trial
            | Self::Rivals
            | Self::Advice
            | Self::Messages
            | Self::Wall => Some(Self::Main),
            Self::Main | Self::Question | Self::Search | Self::Games | Self::Ask | Self::Help => None,
        }
    }

    /// Returns the meaning of a key here.
    pub fn intent(self, key: Key) -> Option<Intent> {
        if let (Self::Search | Self::Question, Key::Char(char)) = (self, key) {
            return Some(Intent::Letter(char));
        }
        if let (Self::Lots | Self::LotPrice | Self::Sheet | Self::Price | Self::Trial, Key::Char(char)) =
            (self, key)
            && narrow(char).is_ascii_digit()
        {
            return Some(Intent::Digit(narrow(char)));
        }
        KEYMAP.intent(self, key).or_else(|| self.around()?.intent(key)).or(match (self, key) {
            // An unbound character makes the price invalid, so that no other price than the typed one is
            // used.
            (Self::LotPrice | Self::Price | Self::Trial, Key::Char(char)) => Some(Intent::NoDigit(char)),
            _ => None,
        })
    }

    /// Returns the first key for a panel.
    pub fn key_of(panel: Panel) -> String {
        let binding = KEYMAP.iter().find(|binding| binding.intent == Intent::Show(panel));
        binding.map(Binding::key).unwrap_or_default()
    }

    /// Returns the keys with a meaning only here.
    pub fn bindings(self) -> impl Iterator<Item = &'static Binding> {
        KEYMAP.at(self)
    }
}
