//! Columns of printouts: what each holds and what its head says.

use ishigaki_rules::ranking::Criterion;
use ishigaki_words::Words;

/// Key of a column, or of a card's fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKey {
    /// The number of the board a game is played at, from 1.
    Table,
    /// The pool of a game (`TP`).
    Pool,
    /// A player's draw number (`TD5`, `TD6`).
    Number,
    Player,
    /// The opponent's draw number.
    OpponentNumber,
    Opponent,
    Result,
    /// Discs at the end (`TO5`).
    Discs,
    /// Remark on what is unusual about a result.
    Remark,
    /// A signature (`TO9`).
    Signature,
    /// Player of black (`TO10`).
    Black,
    /// The call of the hidden disc, 伏せ石 (`TO10`).
    HiddenDisc,
    /// Holder of the draw-win right (`TO5`).
    DrawWin,
    /// The handicap (`TO6`).
    Handicap,
    /// Reason for a game's end (`TO9`).
    Reason,
    /// A place, from 1.
    Place,
    /// Place of a player in the event: in a league, qualified, withdrawn (`TF`).
    Whereabouts,
    /// Round of a player: what it was for them; counted from 1.
    Round(u32),
    /// Wins (`TR1`).
    Wins,
    Losses,
    /// Wins before the latest round (`TR2`).
    Before,
    /// `S_k` (`TR3`).
    Strength(u32),
    /// An award (`TE`).
    Award,
    /// A rank, 段位 (`TE5`).
    Dan,
    /// The right to play in the next event (`TE5`).
    Invited,
    /// A play-off game (`TK`).
    Bout,
    /// The round of a game.
    RoundOf,
    /// The first player of a play-off game.
    First,
    Second,
    Winner,
    /// A line of the roster, from 1.
    Line,
    /// 抽選予備番号 (`TD4`).
    X,
    /// The number by x alone (`TD5`).
    Base,
    /// The class of seeds (`TD6`).
    SeedClass,
    /// Whether somebody is absent (`TD7`).
    Attendance,
    /// A lottery (`TD2`).
    Lottery,
    /// Digits of its result that stand in the seed.
    Digits,
    /// Byes that the bye's receiver had before (`TP3` (a)).
    Byes,
    /// Games that pairs have played before (`TP3` (b)).
    Rematches,
    /// Pairs of each gap in wins (`TP3` (c)).
    Gaps,
    Id,
    Team,
    /// Figure that a team is ranked by (`E2`).
    Criterion(Criterion),
    Date,
    /// Destination of a team after a stage (`TG4`, `TG5`).
    Advancement,
    Game,
    /// Difference between a team and the next one (`E2`).
    DecidedBy,
    /// A round of the auction, from 1 (`A1`).
    Auction,
    /// State of a round: final, void.
    State,
    /// TSUYAMA held when a round opened.
    Held,
    /// TSUYAMA spent in a round (`A10`).
    Spent,
    /// TSUYAMA left after a round.
    Left,
    Stones,
    Stone,
    /// The number of a list's line, which is its priority (`A2`).
    Priority,
    /// A type of stone.
    Lot,
    Price,
    /// Prices of re-bids, wave by wave (`A7`).
    Rebids,
    /// Outcome of a line, with its rule.
    Outcome,
    /// Whether a stone lies on the wall (`W4`).
    Laid,
    /// A moment of the game.
    Moment,
    Happened,
}

impl ColumnKey {
    /// Returns whether it holds figures, which lean to the end.
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

    /// The head in a language.
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
            Self::Black => words.label("shared-black"),
            Self::HiddenDisc => words.label("print-head-hidden-disc"),
            Self::DrawWin => words.label("print-head-draw-win"),
            Self::Handicap => words.label("print-head-handicap"),
            Self::Reason => words.label("print-head-reason"),
            Self::Place => words.label("print-head-place"),
            Self::Whereabouts => words.label("print-head-whereabouts"),
            Self::Round(round) => words.say("print-head-round", &[("round", round.into())]),
            Self::Wins => words.label("print-head-wins"),
            Self::Losses => words.label("print-head-losses"),
            Self::Before => words.label("print-head-before"),
            Self::Strength(depth) => words.say("print-head-strength", &[("depth", depth.into())]),
            Self::Award => words.label("print-head-award"),
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
