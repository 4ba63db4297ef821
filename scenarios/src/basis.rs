//! What a finding stands on: a rule of the contest, or what asks for it.

use std::fmt;

/// The rule that a finding stands on, with its number, or what asks for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Basis {
    english: &'static str,
    key: Option<&'static str>,
}

impl Basis {
    /// What the catalogue has a sentence for under this key.
    pub const fn new(key: &'static str, english: &'static str) -> Self {
        Self { english, key: Some(key) }
    }

    /// A rule by its number alone.
    pub const fn rule(number: &'static str) -> Self {
        Self { english: number, key: None }
    }

    /// The catalogue's key; `None` for a number, which is the same in every language.
    pub const fn key(self) -> Option<&'static str> {
        self.key
    }

    /// The English text.
    pub const fn english(self) -> &'static str {
        self.english
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.english)
    }
}

impl fmt::Debug for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.english)
    }
}

macro_rules! bases {
    ($($name:ident = $key:literal, $english:literal;)*) => {
        $(pub(crate) const $name: Basis = Basis::new($key, $english);)*

        /// Every basis of a finding in a scenario, contest or lists file.
        pub const BASES: &[Basis] = &[$($name),*];
    };
}

bases! {
    TOML = "basis-toml", "TOML";
    FORMAT = "basis-format", "the file format, scenarios/README.md";
    UNIQUE = "basis-unique", "ids are unique";
    SQUARES_JOINED = "basis-squares-joined", "W1: frames and stones are squares joined edge to edge";
    SIGNS = "basis-signs", "W1: drawings are rows of # and .";
    FLAT = "basis-flat", "W1: a frame is flat at the top and at the bottom";
    ROW_0 = "basis-row-0", "W1: row 0 is on top of the drawing";
    SAME_STONE = "basis-same-stone", "W2: a turned stone is the same stone";
    TURNED_OVER = "basis-turned-over", "W2: no stone may be turned over";
    FIRST_SQUARE = "basis-first-square", "W2: a stone starts at its first square";
    INSIDE = "basis-inside", "W2: stones lie inside the frame";
    SUPPORT = "basis-support", "W5: support";
    TOLD_BEFORE = "basis-told-before", "G1: all of it is told before the game";
    MONEY_SAME = "basis-money-same", "G1: whole TSUYAMA, the same for all";
    MONEY_WHOLE = "basis-money-whole", "G1: whole TSUYAMA, never negative";
    MONEY = "basis-money", "G1: money is what bids compete with";
    ROUND_LIMITS = "basis-round-limits", "G1: each round has its most bids M and most wins W";
    ROUND_EMPTY = "basis-round-empty", "G1: a round without bids or wins is none";
    ROUNDS_FIXED = "basis-rounds-fixed", "G1: the scenario fixes the rounds";
    COPIES = "basis-copies", "G1: each stone type has a count";
    SEVERAL_STONES = "basis-several-stones", "G1: a wall is built of several stones";
    SCENARIO = "basis-scenario", "G1: a game needs its scenario";
    NEEDS = "basis-needs", "G1: what a game needs";
    PLAYS_ONCE = "basis-plays-once", "G1: a team plays once";
    TEAMS_FIXED = "basis-teams-fixed", "G1: a game has its teams from the start";
    SO_MANY_TEAMS = "basis-so-many-teams", "G1: stones and rounds are for so many teams";
    NAMES = "basis-names", "G1: people write and say these names";
    TEAMS = "basis-teams", "G2: teams a game";
    COMPUTERS = "basis-computers", "G2: a team has at most three members and two computers";
    POOL = "basis-pool", "G3: one pool of stones for the whole game";
    SPARE = "basis-spare", "G4: a game is replayed with another problem";
    LINE = "basis-line", "A2: a line is a stone type and a price";
    LIST = "basis-list", "A2: what a list may be";
    REFUSED = "basis-refused", "A2: why a list is refused";
    NO_BID = "basis-no-bid", "A2: nobody could ever bid for it";
    LINES_OF_TYPE = "basis-lines-of-type", "A2: a type stands on at most as many lines as it has copies";
    WINDOW = "basis-window", "A3: bidding has a window";
    WINDOW_USUAL = "basis-window-usual", "A3: bidding closes after 1-2 minutes";
    CLOSING = "basis-closing", "A3: when bidding closes";
    NO_EARLY_CLOSE = "basis-no-early-close", "A3: no early close by default";
    WON_BY_LINE = "basis-won-by-line", "A5: each stone won is a line of the list";
    REBID_WINDOW = "basis-rebid-window", "A7: a re-bid has a window";
    REBID_SHORT = "basis-rebid-short", "A7: a re-bid is a short one";
    REBID = "basis-rebid", "A7: what a re-bid may be";
    RAISE = "basis-raise", "A7: a tied line gets a new price";
    WAVES = "basis-waves", "A7: a re-bid is called while something is tied";
    COUNTDOWN = "basis-countdown", "E1: a countdown of a few seconds";
    FILLING = "basis-filling", "E2: the fewest empty squares win";
    JUDGE = "basis-judge", "E4: the result of a game is its chief judge's act";
    OUTAGE = "basis-outage", "T: after a restart windows go on, or wait";
    STARTS = "basis-starts", "a game starts with the server or when told to";
    EVENT_PLAN = "basis-event-plan", "TG: an event is held by a plan";
    EVENT_GROUPS = "basis-event-groups", "TG1: groups of teams";
    EVENT_ROSTER = "basis-event-roster", "TD4: a roster is an event's";
    NEEDS_SCENARIO = "basis-needs-scenario", "lists need their scenario";
    THERE = "basis-there", "it must be there";
    UTF8 = "basis-utf8", "TOML is text in UTF-8";
    NO_FOLDER = "basis-no-folder", "it must be a file, not a folder";
    ALLOWED = "basis-allowed", "whoever looks at it must be allowed to read it";
    ENDS = "basis-ends", "it must end";
    READABLE = "basis-readable", "it must be readable";
}
