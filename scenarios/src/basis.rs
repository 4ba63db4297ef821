//! Basis of a finding: a rule of the contest, or another requirement.

use std::fmt;

use ishigaki_catalogue::Catalogue;

/// Basis of a finding: a rule with its number, or another requirement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Basis {
    Text(&'static str),
    Rule(&'static str),
}

impl Basis {
    /// Returns the key of the text, or the rule's number.
    pub fn code(self) -> &'static str {
        match self {
            Self::Text(code) | Self::Rule(code) => code,
        }
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(key) => f.write_str(&Catalogue::current().label(key)),
            Self::Rule(number) => f.write_str(number),
        }
    }
}

impl fmt::Debug for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

macro_rules! bases {
    ($($name:ident = $key:literal;)*) => {
        $(pub(crate) const $name: Basis = Basis::Text($key);)*

        /// All bases of findings in scenario, contest and lists files.
        pub const BASES: &[Basis] = &[$($name),*];
    };
}

bases! {
    TOML = "basis-toml";
    FORMAT = "basis-format";
    UNIQUE = "basis-unique";
    SQUARES_JOINED = "basis-squares-joined";
    SIGNS = "basis-signs";
    FLAT = "basis-flat";
    ROW_0 = "basis-row-0";
    SAME_STONE = "basis-same-stone";
    TURNED_OVER = "basis-turned-over";
    FIRST_SQUARE = "basis-first-square";
    INSIDE = "basis-inside";
    SUPPORT = "basis-support";
    TOLD_BEFORE = "basis-told-before";
    MONEY_SAME = "basis-money-same";
    MONEY_WHOLE = "basis-money-whole";
    MONEY = "basis-money";
    ROUND_LIMITS = "basis-round-limits";
    ROUND_EMPTY = "basis-round-empty";
    ROUNDS_FIXED = "basis-rounds-fixed";
    COPIES = "basis-copies";
    SEVERAL_STONES = "basis-several-stones";
    SCENARIO = "basis-scenario";
    NEEDS = "basis-needs";
    PLAYS_ONCE = "basis-plays-once";
    TEAMS_FIXED = "basis-teams-fixed";
    SO_MANY_TEAMS = "basis-so-many-teams";
    NAMES = "basis-names";
    TEAMS = "basis-teams";
    COMPUTERS = "basis-computers";
    POOL = "basis-pool";
    SPARE = "basis-spare";
    LINE = "basis-line";
    LIST = "basis-list";
    REFUSED = "basis-refused";
    NO_BID = "basis-no-bid";
    LINES_OF_TYPE = "basis-lines-of-type";
    WINDOW = "basis-window";
    WINDOW_USUAL = "basis-window-usual";
    CLOSING = "basis-closing";
    NO_EARLY_CLOSE = "basis-no-early-close";
    WON_BY_LINE = "basis-won-by-line";
    REBID_WINDOW = "basis-rebid-window";
    REBID_SHORT = "basis-rebid-short";
    REBID = "basis-rebid";
    RAISE = "basis-raise";
    WAVES = "basis-waves";
    COUNTDOWN = "basis-countdown";
    FILLING = "basis-filling";
    JUDGE = "basis-judge";
    OUTAGE = "basis-outage";
    STARTS = "basis-starts";
    EVENT_PLAN = "basis-event-plan";
    EVENT_GROUPS = "basis-event-groups";
    EVENT_ROSTER = "basis-event-roster";
    NEEDS_SCENARIO = "basis-needs-scenario";
    THERE = "basis-there";
    UTF8 = "basis-utf8";
    NO_FOLDER = "basis-no-folder";
    ALLOWED = "basis-allowed";
    ENDS = "basis-ends";
    READABLE = "basis-readable";
}
