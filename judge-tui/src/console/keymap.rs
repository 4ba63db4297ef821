//! Keymap of the console.

use crate::console::panel::Panel;
use ishigaki_client::judging::NextStep;
use ishigaki_screen::terminal::Key;
use ishigaki_screen::{Field, Keymap, bind};

/// Context in which a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Context {
    Main,
    Pick,
    Queue,
    Teams,
    Help,
    Read,
    Reveal,
    Uncover,
    Presence,
    Ask,
    GraveAsk,
    Span,
    Choice,
    Order,
    /// Every unbound key is text.
    Text,
    Form,
    Wait,
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
    Begin(ActKind),
    Help,
    OtherLanguage,
    Moves,
    Why,
    Enlarge,
    StoneNames,
    Reveal,
    Uncover,
    HoldNext,
    Presence,
    Questions,
    Games,
    StartGame,
    NextGame,
    PauseAll,
    ResumeAll,
    LogTeam,
    LogKind,
    Search,
    Tick,
    TickTeam,
    Back,
    Accept,
    Erase,
    EraseAll,
    Backward,
    Forward,
    ByHand,
    Cancel,
    Repaint,
    Quit,
    QuitNow,
}

/// Kind of a judge's act without its details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ActKind {
    OpenRound,
    ConfirmLot,
    ConfirmAll,
    Pause,
    Resume,
    Extend,
    VoidRound,
    SignalEnd,
    EnterJanken,
    Declare,
    Disqualify,
    Reinstate,
    Abandon,
    Replace,
    Remark,
    Announce,
}

/// A line of the keymap.
pub type Binding = ishigaki_screen::Binding<Context, Intent>;

const fn act(keys: &'static [Key], kind: ActKind, label: &'static str) -> Binding {
    bind(Context::Main, keys, Intent::Begin(kind), label)
}

const fn in_list(keys: &'static [Key], kind: ActKind, label: &'static str) -> Binding {
    bind(Context::Pick, keys, Intent::Begin(kind), label)
}

const fn show(keys: &'static [Key], panel: Panel) -> Binding {
    bind(Context::Main, keys, Intent::Show(panel), panel.title())
}

const PAGE: isize = 10;

const CANCEL: &[Key] = &[Key::Esc];
const UP: &[Key] = &[Key::Up, Key::Char('k')];
const DOWN: &[Key] = &[Key::Down, Key::Char('j')];

const NEXT_PAGE: &[Key] = &[Key::Right, Key::Down, Key::PageDown, Key::Char('j')];
const PREVIOUS_PAGE: &[Key] = &[Key::Left, Key::Up, Key::PageUp, Key::Char('k')];

/// All keys. Grave acts have capital letters, because shift is not pressed by accident.
pub const KEYMAP: Keymap<Context, Intent> = Keymap(&[
    act(&[Key::Char('o')], ActKind::OpenRound, "console-deed-open-round"),
    act(&[Key::Char('c')], ActKind::ConfirmLot, "console-deed-confirm-lot"),
    act(&[Key::Char('C')], ActKind::ConfirmAll, "console-deed-confirm-all"),
    act(&[Key::Char('p')], ActKind::Pause, "console-deed-pause"),
    act(&[Key::Char('r')], ActKind::Resume, "console-deed-resume"),
    act(&[Key::Char('e')], ActKind::Extend, "console-deed-extend"),
    act(&[Key::Char('E')], ActKind::SignalEnd, "console-deed-signal-end"),
    act(&[Key::Char('J')], ActKind::EnterJanken, "console-deed-enter-janken"),
    act(&[Key::Char('F')], ActKind::Declare, "console-deed-declare"),
    act(&[Key::Char('V')], ActKind::VoidRound, "console-deed-void-round"),
    act(&[Key::Char('D')], ActKind::Disqualify, "console-deed-disqualify"),
    act(&[Key::Char('R')], ActKind::Reinstate, "console-deed-reinstate"),
    act(&[Key::Char('X')], ActKind::Abandon, "console-deed-abandon"),
    act(&[Key::Char('N')], ActKind::Replace, "console-deed-replace"),
    act(&[Key::Char('n')], ActKind::Remark, "console-deed-remark"),
    act(&[Key::Char('S')], ActKind::Announce, "console-deed-announce"),
    show(&[Key::Char('1')], Panel::Lots),
    show(&[Key::Char('2')], Panel::Lists),
    show(&[Key::Char('3')], Panel::Walls),
    show(&[Key::Char('4')], Panel::Standings),
    show(&[Key::Char('5')], Panel::Log),
    show(&[Key::Char('6')], Panel::HandOut),
    bind(Context::Main, &[Key::Tab, Key::Right], Intent::NextPanel, "key-next-panel"),
    bind(Context::Main, &[Key::BackTab, Key::Left], Intent::PreviousPanel, "key-previous-panel"),
    bind(Context::Main, UP, Intent::Up, "key-up"),
    bind(Context::Main, DOWN, Intent::Down, "key-down"),
    bind(Context::Main, &[Key::PageUp], Intent::FarUp, "console-key-far-up"),
    bind(Context::Main, &[Key::PageDown], Intent::FarDown, "console-key-far-down"),
    bind(Context::Main, &[Key::Home, Key::Char('g')], Intent::First, "console-key-first"),
    bind(Context::Main, &[Key::End, Key::Char('G')], Intent::Last, "key-last"),
    bind(Context::Main, &[Key::Char('w')], Intent::Why, "console-key-why"),
    bind(Context::Main, &[Key::Enter], Intent::Enlarge, "console-key-enlarge"),
    bind(Context::Main, &[Key::Char('i')], Intent::StoneNames, "console-key-ids"),
    bind(Context::Main, &[Key::Char('v')], Intent::Reveal, "console-key-reveal"),
    bind(Context::Main, &[Key::Char('u')], Intent::Uncover, "console-key-uncover"),
    bind(Context::Main, &[Key::Char('P')], Intent::Presence, "console-key-presence"),
    bind(Context::Main, &[Key::Char('Q')], Intent::Questions, "console-key-questions"),
    bind(Context::Main, &[Key::Char('b')], Intent::Games, "console-key-games"),
    bind(Context::Main, &[Key::Char('a')], Intent::NextGame, "console-key-next-game"),
    bind(Context::Main, &[Key::Char('t')], Intent::LogTeam, "console-key-log-team"),
    bind(Context::Main, &[Key::Char('f')], Intent::LogKind, "console-key-log-kind"),
    bind(Context::Main, &[Key::Char('/')], Intent::Search, "console-key-search"),
    bind(Context::Main, &[Key::Char(' ')], Intent::Tick, "console-key-tick"),
    bind(Context::Main, &[Key::Char('A')], Intent::TickTeam, "console-key-tick-team"),
    bind(Context::Main, &[Key::Char('H')], Intent::ByHand, "console-key-by-hand"),
    bind(Context::Main, &[Key::Char('m')], Intent::Moves, "console-key-moves"),
    bind(Context::Main, &[Key::Esc], Intent::Back, "console-key-back"),
    bind(Context::Main, &[Key::Char('L')], Intent::OtherLanguage, "shared-language"),
    bind(Context::Main, &[Key::Ctrl('l')], Intent::Repaint, "console-key-repaint").everywhere(),
    bind(Context::Main, &[Key::Char('?')], Intent::Help, "key-help"),
    bind(Context::Main, &[Key::Char('q')], Intent::Quit, "key-quit"),
    bind(Context::Main, &[Key::Ctrl('c')], Intent::QuitNow, "console-key-quit-now").everywhere(),
    bind(Context::Pick, UP, Intent::Up, "key-up"),
    bind(Context::Pick, DOWN, Intent::Down, "key-down"),
    bind(Context::Pick, &[Key::Home, Key::Char('g')], Intent::First, "console-key-first"),
    bind(Context::Pick, &[Key::End, Key::Char('G')], Intent::Last, "key-last"),
    bind(Context::Pick, &[Key::Enter], Intent::Accept, "console-key-choose"),
    bind(Context::Pick, &[Key::Char('s')], Intent::StartGame, "console-key-start-game"),
    bind(Context::Pick, &[Key::Char('a')], Intent::NextGame, "console-key-next-game"),
    in_list(&[Key::Char('o')], ActKind::OpenRound, "console-deed-open-round"),
    in_list(&[Key::Char('C')], ActKind::ConfirmAll, "console-deed-confirm-all"),
    in_list(&[Key::Char('p')], ActKind::Pause, "console-deed-pause"),
    in_list(&[Key::Char('r')], ActKind::Resume, "console-deed-resume"),
    in_list(&[Key::Char('e')], ActKind::Extend, "console-deed-extend"),
    in_list(&[Key::Char('E')], ActKind::SignalEnd, "console-deed-signal-end"),
    in_list(&[Key::Char('J')], ActKind::EnterJanken, "console-deed-enter-janken"),
    in_list(&[Key::Char('F')], ActKind::Declare, "console-deed-declare"),
    in_list(&[Key::Char('N')], ActKind::Replace, "console-deed-replace"),
    in_list(&[Key::Char('n')], ActKind::Remark, "console-deed-remark"),
    in_list(&[Key::Char('S')], ActKind::Announce, "console-deed-announce"),
    bind(Context::Pick, &[Key::Char('Q')], Intent::Questions, "console-key-questions"),
    bind(Context::Pick, &[Key::Char('P')], Intent::PauseAll, "console-key-pause-all"),
    bind(Context::Pick, &[Key::Char('R')], Intent::ResumeAll, "console-key-resume-all"),
    bind(Context::Pick, &[Key::PageUp], Intent::FarUp, "console-key-far-up"),
    bind(Context::Pick, &[Key::PageDown], Intent::FarDown, "console-key-far-down"),
    bind(Context::Pick, &[Key::Char('L')], Intent::OtherLanguage, "shared-language"),
    bind(Context::Pick, &[Key::Char('?')], Intent::Help, "key-help"),
    bind(
        Context::Pick,
        &[Key::Esc, Key::Char('b'), Key::Char('q')],
        Intent::Cancel,
        "console-key-back-to-game",
    ),
    bind(Context::Queue, &[Key::Enter], Intent::Accept, "console-key-answer"),
    bind(Context::Queue, &[Key::Char('S')], Intent::Begin(ActKind::Announce), "console-deed-announce"),
    bind(
        Context::Queue,
        &[Key::Tab, Key::BackTab, Key::Left, Key::Right],
        Intent::NextPanel,
        "console-key-other-messages",
    ),
    bind(Context::Queue, UP, Intent::Up, "key-up"),
    bind(Context::Queue, DOWN, Intent::Down, "key-down"),
    bind(Context::Queue, &[Key::PageUp], Intent::FarUp, "console-key-text-up"),
    bind(Context::Queue, &[Key::PageDown], Intent::FarDown, "console-key-text-down"),
    bind(Context::Queue, &[Key::Home, Key::Char('g')], Intent::First, "console-key-first"),
    bind(Context::Queue, &[Key::End, Key::Char('G')], Intent::Last, "key-last"),
    bind(Context::Queue, &[Key::Char('L')], Intent::OtherLanguage, "shared-language"),
    bind(Context::Queue, &[Key::Char('?')], Intent::Help, "key-help"),
    bind(Context::Queue, &[Key::Esc, Key::Char('Q'), Key::Char('q')], Intent::Cancel, "key-close"),
    bind(Context::Teams, UP, Intent::Up, "key-up"),
    bind(Context::Teams, DOWN, Intent::Down, "key-down"),
    bind(Context::Teams, &[Key::PageUp], Intent::FarUp, "console-key-far-up"),
    bind(Context::Teams, &[Key::PageDown], Intent::FarDown, "console-key-far-down"),
    bind(Context::Teams, &[Key::Home, Key::Char('g')], Intent::First, "console-key-first"),
    bind(Context::Teams, &[Key::End, Key::Char('G')], Intent::Last, "key-last"),
    bind(Context::Teams, &[Key::Char(' ')], Intent::Tick, "console-key-tick-seat"),
    bind(Context::Teams, &[Key::Backspace], Intent::Erase, "console-key-take-back"),
    bind(Context::Teams, &[Key::Enter], Intent::Accept, "console-key-seated"),
    bind(Context::Teams, CANCEL, Intent::Cancel, "console-key-cancel"),
    bind(Context::Help, NEXT_PAGE, Intent::Down, "key-next-page"),
    bind(Context::Help, PREVIOUS_PAGE, Intent::Up, "key-previous-page"),
    bind(Context::Help, &[Key::Home, Key::Char('g')], Intent::First, "console-key-first"),
    bind(Context::Help, &[Key::End, Key::Char('G')], Intent::Last, "key-last"),
    bind(Context::Help, &[Key::Esc, Key::Char('?'), Key::Char('q')], Intent::Cancel, "key-close"),
    bind(Context::Read, UP, Intent::Up, "key-up"),
    bind(Context::Read, DOWN, Intent::Down, "key-down"),
    bind(Context::Read, &[Key::PageUp], Intent::FarUp, "console-key-far-up"),
    bind(Context::Read, &[Key::PageDown], Intent::FarDown, "console-key-far-down"),
    bind(Context::Read, &[Key::Left], Intent::PreviousPanel, "console-key-previous-round"),
    bind(Context::Read, &[Key::Right], Intent::NextPanel, "console-key-next-round"),
    bind(Context::Read, &[Key::Esc, Key::Char('w'), Key::Char('q')], Intent::Cancel, "key-close"),
    bind(
        Context::Reveal,
        &[Key::Enter, Key::Char('v'), Key::Char(' '), Key::Down, Key::Right, Key::PageDown],
        Intent::Down,
        "console-key-next-place",
    ),
    bind(
        Context::Reveal,
        &[Key::Backspace, Key::Up, Key::Left, Key::PageUp],
        Intent::Up,
        "console-key-previous-place",
    ),
    bind(Context::Reveal, &[Key::End, Key::Char('G')], Intent::Last, "console-key-all-places"),
    bind(Context::Reveal, &[Key::Esc, Key::Char('q')], Intent::Cancel, "key-close"),
    bind(
        Context::Uncover,
        &[Key::Enter, Key::Char('u'), Key::Char(' '), Key::Down, Key::Right],
        Intent::Down,
        "console-key-next-step",
    ),
    bind(Context::Uncover, &[Key::Backspace, Key::Up, Key::Left], Intent::Up, "console-key-previous-step"),
    bind(Context::Uncover, &[Key::End, Key::Char('G')], Intent::Last, "console-key-all-steps"),
    bind(Context::Uncover, &[Key::Char('h')], Intent::HoldNext, "console-key-hold-next"),
    bind(Context::Uncover, &[Key::Esc, Key::Char('q')], Intent::Cancel, "key-close"),
    bind(Context::Presence, UP, Intent::Up, "key-up"),
    bind(Context::Presence, DOWN, Intent::Down, "key-down"),
    bind(Context::Presence, &[Key::Esc, Key::Char('P'), Key::Char('q')], Intent::Cancel, "key-close"),
    bind(Context::Ask, &[Key::Char('y')], Intent::Accept, "key-yes"),
    bind(Context::Ask, &[Key::Esc, Key::Char('n')], Intent::Cancel, "key-no"),
    bind(Context::GraveAsk, &[Key::Char('Y')], Intent::Accept, "console-key-yes-grave"),
    bind(Context::GraveAsk, &[Key::Esc, Key::Char('n')], Intent::Cancel, "key-no"),
    bind(Context::Span, &[Key::Up, Key::Right, Key::Char('+')], Intent::Down, "console-key-more-time"),
    bind(Context::Span, &[Key::Down, Key::Left, Key::Char('-')], Intent::Up, "console-key-less-time"),
    bind(Context::Span, &[Key::Enter], Intent::Accept, "console-key-give-time"),
    bind(Context::Span, CANCEL, Intent::Cancel, "console-key-cancel"),
    bind(Context::Choice, UP, Intent::Up, "key-up"),
    bind(Context::Choice, DOWN, Intent::Down, "key-down"),
    bind(Context::Choice, &[Key::Enter], Intent::Accept, "console-key-choose"),
    bind(Context::Choice, CANCEL, Intent::Cancel, "console-key-cancel"),
    bind(Context::Order, UP, Intent::Up, "key-up"),
    bind(Context::Order, DOWN, Intent::Down, "key-down"),
    bind(Context::Order, &[Key::Enter], Intent::Accept, "console-key-next-best"),
    bind(Context::Order, &[Key::Backspace], Intent::Erase, "console-key-take-back"),
    bind(Context::Order, CANCEL, Intent::Cancel, "console-key-cancel"),
    bind(Context::Text, &[Key::Enter], Intent::Accept, "console-key-accept"),
    bind(Context::Text, &[Key::Backspace], Intent::Erase, "console-key-erase"),
    bind(Context::Text, &[Key::Ctrl('u')], Intent::EraseAll, "console-key-erase-all"),
    bind(Context::Text, CANCEL, Intent::Cancel, "console-key-cancel"),
    bind(Context::Form, &[Key::Enter], Intent::Accept, "console-key-accept"),
    bind(Context::Form, CANCEL, Intent::Cancel, "console-key-step-back"),
    bind(Context::Form, &[Key::Backspace], Intent::Erase, "console-key-erase"),
    bind(Context::Form, &[Key::Ctrl('u')], Intent::EraseAll, "console-key-erase-all"),
    bind(Context::Form, &[Key::Up], Intent::Up, "console-key-prepared-before"),
    bind(Context::Form, &[Key::Down], Intent::Down, "console-key-prepared-next"),
    bind(Context::Form, &[Key::Left], Intent::Backward, "console-key-backward"),
    bind(Context::Form, &[Key::Right], Intent::Forward, "console-key-forward"),
    bind(Context::Form, &[Key::Home], Intent::First, "console-key-first"),
    bind(Context::Form, &[Key::End], Intent::Last, "key-last"),
    bind(Context::Wait, CANCEL, Intent::Cancel, "console-key-wait-no-more"),
]);

impl Context {
    /// All contexts but the screen itself, in the order of the help, each with its heading's key.
    pub const ALL: [(Self, &'static str); 16] = [
        (Self::Ask, "console-context-ask"),
        (Self::GraveAsk, "console-context-grave-ask"),
        (Self::Text, "console-context-text"),
        (Self::Form, "console-context-form"),
        (Self::Wait, "console-context-wait"),
        (Self::Span, "console-context-span"),
        (Self::Choice, "console-context-choice"),
        (Self::Order, "console-context-order"),
        (Self::Pick, "console-context-pick"),
        (Self::Queue, "console-context-queue"),
        (Self::Teams, "console-context-seats"),
        (Self::Read, "console-context-read"),
        (Self::Reveal, "console-context-reveal"),
        (Self::Uncover, "console-context-uncover"),
        (Self::Presence, "console-context-presence"),
        (Self::Help, "console-context-help"),
    ];

    /// Returns the meaning of a key here.
    pub fn intent(self, key: Key) -> Option<Intent> {
        KEYMAP.intent(self, key)
    }

    /// Returns the keys with a meaning here.
    pub fn bindings(self) -> impl Iterator<Item = &'static Binding> {
        KEYMAP.at(self)
    }
}

ishigaki_catalogue::keyed! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Group: pub(crate) heading {
        Rounds = "console-group-rounds",
        Clocks = "console-group-clocks",
        End = "console-group-end",
        Rulings = "console-group-rulings",
        Views = "console-group-looks",
        Moves = "console-group-moves",
        Log = "console-group-log",
        HandOut = "console-group-handout",
        Program = "console-group-program",
    }
}

impl Group {
    pub(crate) const ALL: [Self; 9] = [
        Self::Rounds,
        Self::Clocks,
        Self::End,
        Self::Rulings,
        Self::Views,
        Self::Moves,
        Self::Log,
        Self::HandOut,
        Self::Program,
    ];

    pub(crate) const fn of(intent: Intent) -> Self {
        match intent {
            Intent::Begin(kind) => match kind {
                ActKind::OpenRound | ActKind::ConfirmLot | ActKind::ConfirmAll | ActKind::VoidRound => {
                    Self::Rounds
                }
                ActKind::Pause | ActKind::Resume | ActKind::Extend => Self::Clocks,
                ActKind::SignalEnd | ActKind::EnterJanken | ActKind::Declare => Self::End,
                ActKind::Disqualify
                | ActKind::Reinstate
                | ActKind::Abandon
                | ActKind::Replace
                | ActKind::Remark
                | ActKind::Announce => Self::Rulings,
            },
            Intent::Uncover => Self::Rounds,
            Intent::Reveal => Self::End,
            Intent::ByHand | Intent::Presence | Intent::Questions | Intent::Games | Intent::StartGame => {
                Self::Rulings
            }
            Intent::Show(_) | Intent::Why | Intent::Enlarge | Intent::StoneNames => Self::Views,
            Intent::NextPanel
            | Intent::PreviousPanel
            | Intent::Up
            | Intent::Down
            | Intent::FarUp
            | Intent::FarDown
            | Intent::First
            | Intent::Last => Self::Moves,
            Intent::LogTeam | Intent::LogKind | Intent::Search | Intent::Moves | Intent::Back => Self::Log,
            Intent::Tick | Intent::TickTeam => Self::HandOut,
            _ => Self::Program,
        }
    }
}

impl Intent {
    pub(crate) fn edit(self, field: &mut Field) -> bool {
        match self {
            Self::Backward => field.go(-1),
            Self::Forward => field.go(1),
            Self::First => field.go(isize::MIN),
            Self::Last => field.go(isize::MAX),
            Self::Erase => field.erase(),
            Self::EraseAll => field.clear(),
            _ => {}
        }
        matches!(self, Self::Erase | Self::EraseAll)
    }

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

    /// Returns its binding on the screen itself.
    pub fn binding(self) -> Option<&'static Binding> {
        KEYMAP.binding(Context::Main, self)
    }
}

impl ActKind {
    /// Returns the act for the next step, if it is one.
    pub const fn of(step: &NextStep) -> Option<Self> {
        match step {
            NextStep::Resume => Some(Self::Resume),
            NextStep::OpenRound { .. } => Some(Self::OpenRound),
            NextStep::Confirm { .. } => Some(Self::ConfirmAll),
            NextStep::SignalEnd => Some(Self::SignalEnd),
            NextStep::EnterJanken { .. } => Some(Self::EnterJanken),
            NextStep::Declare => Some(Self::Declare),
            NextStep::Replace { .. } => Some(Self::Replace),
            NextStep::AwaitFeed
            | NextStep::AwaitLists { .. }
            | NextStep::AwaitRebids { .. }
            | NextStep::AwaitEnd
            | NextStep::Reveal
            | NextStep::Over => None,
        }
    }

    /// Returns whether it can be done in several games at once.
    pub const fn is_for_games(self) -> bool {
        matches!(self, Self::Announce)
    }

    /// Returns its binding.
    pub fn binding(self) -> Option<&'static Binding> {
        KEYMAP.iter().find(|binding| binding.intent == Intent::Begin(self))
    }
}
