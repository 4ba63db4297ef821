//! Columns of printouts: contents and headings.

use ishigaki_rules::ranking::Criterion;
use ishigaki_words::Words;

/// Key of a column, or of a card's fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKey {
    /// The number of the board a game is played at, from 1.
    Table,
    /// A league or pool, or how a player has left it (`TF`).
    Pool,
    Number,
    Player,
    OpponentNumber,
    Opponent,
    Result,
    Discs,
    Remark,
    Signature,
    /// Club or school of a player (所属).
    Affiliation,
    /// Rank held by a player (段級位).
    Rank,
    Black,
    /// The call of the hidden disc, 伏せ石 (`TO10`).
    HiddenDisc,
    /// The player who calls the hidden disc's colour.
    Caller,
    DrawWin,
    Handicap,
    Reason,
    /// A place, from 1.
    Place,
    Round(u32),
    Wins,
    Losses,
    Before,
    Strength(u32),
    Award,
    /// Titles and prizes that come with an award.
    Titles,
    Dan,
    /// The right to play in the next event (`TE5`).
    Invited,
    Bout,
    RoundOf,
    First,
    Second,
    Winner,
    /// A line of the roster, from 1.
    Line,
    X,
    Base,
    SeedClass,
    Attendance,
    Lottery,
    Digits,
    /// Byes that the bye's receiver had before (`TP3` (a)).
    Byes,
    /// Games that pairs have played before (`TP3` (b)).
    Rematches,
    /// Pairs of each gap in wins (`TP3` (c)).
    Gaps,
    Id,
    Team,
    /// Figure that determines a team's rank (`E2`).
    Criterion(Criterion),
    Date,
    /// Destination of a team after a stage (`TG4`, `TG5`).
    Advancement,
    Game,
    /// Difference between a team and the next one (`E2`).
    DecidedBy,
    /// A round of the auction, from 1 (`A1`).
    Auction,
    State,
    Held,
    /// TSUYAMA spent in a round (`A10`).
    Spent,
    Left,
    Stones,
    Stone,
    /// The number of a list's line, which is its priority (`A2`).
    Priority,
    Lot,
    Price,
    /// Prices of re-bids, wave by wave (`A7`).
    Rebids,
    Outcome,
    Laid,
    Moment,
    Happened,
}

impl ColumnKey {
    /// Returns whether a printout is the same without it while all its cells are empty: an event may have no
    /// leagues, seeds or absent players.
    pub(crate) const fn is_optional(self) -> bool {
        matches!(self, Self::Pool | Self::SeedClass | Self::Attendance)
    }

    /// Returns whether it has figures, which are aligned at the end.
    pub const fn is_figure(self) -> bool {
        matches!(
            self,
            Self::Table
                | Self::Number
                | Self::OpponentNumber
                | Self::Place
                | Self::Wins
                | Self::Losses
                | Self::Before
                | Self::Strength(_)
                | Self::RoundOf
                | Self::Line
                | Self::X
                | Self::Base
                | Self::Digits
                | Self::Byes
                | Self::Rematches
                | Self::Criterion(_)
                | Self::Auction
                | Self::Held
                | Self::Spent
                | Self::Left
                | Self::Priority
                | Self::Price
                | Self::Moment
        )
    }

    #[expect(clippy::too_many_lines, reason = "a table of one row per column")]
    pub(crate) fn head(self, words: Words) -> String {
        match self {
            Self::Table => words.label("print-head-table"),
            Self::Pool => words.label("print-head-pool"),
            Self::Number | Self::OpponentNumber => words.label("print-head-number"),
            Self::Player | Self::First | Self::Second => words.label("shared-player"),
            Self::Opponent => words.label("print-head-opponent"),
            Self::Result => words.label("print-head-result"),
            Self::Discs => words.label("print-head-discs"),
            Self::Remark => words.label("print-head-remark"),
            Self::Signature => words.label("print-head-signature"),
            Self::Affiliation => words.label("print-head-affiliation"),
            Self::Rank => words.label("print-head-rank"),
            Self::Black => words.label("shared-black"),
            Self::HiddenDisc => words.label("print-head-hidden-disc"),
            Self::Caller => words.label("print-head-caller"),
            Self::DrawWin => words.label("print-head-draw-win"),
            Self::Handicap => words.label("print-head-handicap"),
            Self::Reason => words.label("print-head-reason"),
            Self::Place => words.label("print-head-place"),
            Self::Round(round) => words.say("print-head-round", &[("round", round.into())]),
            Self::Wins => words.label("print-head-wins"),
            Self::Losses => words.label("print-head-losses"),
            Self::Before => words.label("print-head-before"),
            Self::Strength(depth) => words.say("print-head-strength", &[("depth", depth.into())]),
            Self::Award => words.label("print-head-award"),
            Self::Titles => words.label("print-head-titles"),
            Self::Dan => words.label("print-head-dan"),
            Self::Invited => words.label("print-head-invited"),
            Self::Bout => words.label("print-head-bout"),
            Self::RoundOf => words.label("print-head-round-of"),
            Self::Winner => words.label("print-head-winner"),
            Self::Line => words.label("print-head-line"),
            Self::X => words.label("print-head-x"),
            Self::Base => words.label("print-head-base"),
            Self::SeedClass => words.label("print-head-seed-class"),
            Self::Attendance => words.label("print-head-attendance"),
            Self::Lottery => words.label("print-head-lottery"),
            Self::Digits => words.label("print-head-digits"),
            Self::Byes => words.label("print-head-byes"),
            Self::Rematches => words.label("print-head-rematches"),
            Self::Gaps => words.label("print-head-gaps"),
            Self::Id => words.label("shared-id"),
            Self::Team => words.label("lint-word-team"),
            Self::Criterion(criterion) => words.criterion_head(criterion),
            Self::Date => words.label("print-head-date"),
            Self::Advancement => words.label("print-head-fate"),
            Self::Game => words.label("lint-word-game"),
            Self::DecidedBy => words.label("print-head-decided-by"),
            Self::Auction => words.label("lint-word-round"),
            Self::State => words.label("head-state"),
            Self::Held => words.label("print-head-held"),
            Self::Spent => words.label("print-head-spent"),
            Self::Left => words.label("head-left"),
            Self::Stones => words.label("shared-stones"),
            Self::Stone => words.label("lint-word-stone"),
            Self::Priority => words.label("print-head-priority"),
            Self::Lot => words.label("shared-lot"),
            Self::Price => words.label("print-head-price"),
            Self::Rebids => words.label("print-head-rebids"),
            Self::Outcome => words.label("print-head-outcome"),
            Self::Laid => words.label("print-head-laid"),
            Self::Moment => words.label("print-head-moment"),
            Self::Happened => words.label("print-head-happened"),
        }
    }
}
