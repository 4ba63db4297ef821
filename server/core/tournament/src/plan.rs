//! Plans: how an event is played, as its organiser sets it before the draw (`TV1`).

mod check;
mod fault;

use alloc::string::String;
use alloc::vec::Vec;

use crate::id::{DrawNumber, Round};

pub use fault::PlanFault;

/// Plan of an event in leagues. A preset is one, with the figures of an event that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Leagues (予選リーグ): 2 or 4.
    pub leagues: u8,
    /// The last round in which a league may still be undecided (予選リーグ最大); at least 1.
    pub league_rounds: Round,
    /// The last round of leagues and placement league, T; not before `league_rounds`.
    pub last_round: Round,
    /// The largest k of `S_k` in the provisional ranking (`TR3`).
    pub strength_depth: u32,
    /// The lotteries whose results make the seed, in order (`TD2`).
    pub lotteries: Vec<Lottery>,
    /// Way in which seeds get their numbers (`TD6`).
    pub seed_mode: SeedMode,
    /// The classes of seeds and their numbers.
    pub seed_classes: Vec<SeedClass>,
    /// Rule on which gaps in wins are avoided first (`TP6`).
    pub gap: GapRule,
    /// Worth of a win by forfeit in `S_k` (`TW3`).
    pub forfeit_tiebreak: ForfeitTiebreak,
    /// The knock-out and what is played beside it.
    pub knock_out: KnockOut,
    /// Rule on who is a prize-winner (入賞).
    pub prizes: PrizeRule,
    /// Criteria that order those whom the knock-out does not place (`TE`), first things first. Those equal in all of it
    /// share a place.
    pub criteria: Vec<PlaceCriterion>,
    /// The ranks that are awarded (段位), if any (`TE5`).
    pub diplomas: Option<Diplomas>,
}

/// A public lottery and what of its result stands in the seed (`TD2`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lottery {
    /// Name where it is drawn.
    pub name: String,
    /// Digits of a result.
    pub digits: u32,
    /// Zeros that are written before them.
    pub zeros: u32,
    /// Date of the drawing, as year, month and day (`2026-12-05`). A server creates no event without it, a preset has none.
    pub date: Option<String>,
}

/// Method by which seeds get their numbers (`TD6`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeedMode {
    /// By slips that are drawn by hand at reception.
    #[default]
    Manual,
    /// By the order of their x.
    Lcg,
}

/// A class of seeds (シード) and the numbers on its slips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedClass {
    /// Name in the roster.
    pub name: String,
    /// Its numbers, in the order of the list; 1 to 10, no number in two classes.
    pub numbers: Vec<DrawNumber>,
}

/// Rule on which gaps in wins are avoided first (`TP6`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GapRule {
    /// Fewest pairs of the largest gap, then of the next smaller one, and so on.
    #[default]
    WorstFirst,
    /// Most pairs of gap 0, then of gap 1, and so on.
    BestFirst,
}

/// Value of a win by forfeit in `S_k` (`TW3`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ForfeitTiebreak {
    /// As much as its opponent.
    #[default]
    Opponent,
    /// As much as a bye: -1.
    Phantom,
}

/// The knock-out (決勝トーナメント) (`TK1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnockOut {
    /// The round of the semi-finals, of four leagues; `None` with two, whose firsts play the final at once.
    pub semi_finals: Option<Round>,
    /// The round of the final and of what is played beside it; after the leagues' last round.
    pub finals: Round,
    /// Whether the losers of the semi-finals play for the third place; else both are third.
    pub third_place_game: bool,
    /// Whether there is a women's final (`TK3`).
    pub womens_final: bool,
}

/// Rule on who is a prize-winner (入賞).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrizeRule {
    #[default]
    Nobody,
    /// Six of those with at most one loss in the placement league, by games if they are more (`TK2`).
    Games,
    /// Players who lost at most one game, and that to a league's first (`TE3`).
    LostToKnockOut,
}

/// Criterion of places below the knock-out (`TE`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceCriterion {
    Wins,
    Prize,
    /// Among prize-winners: the provisional order.
    PrizeOrder,
    /// More wins before the latest round (`TR2`).
    Before,
    /// The provisional order: nobody is equal.
    Provisional,
}

/// The ranks (段位) that an event awards (`TE5`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diplomas {
    pub champion: u32,
    pub runner_up: u32,
    /// Of the third place.
    pub third: u32,
    /// Of the fourth place.
    pub fourth: u32,
    pub prize: u32,
    /// Everybody else's: at least so many wins, this rank; the most wins first.
    pub by_wins: Vec<(u32, u32)>,
    /// Wins that give the right to play in the next event (王座戦出場権).
    pub invited_from: u32,
}

impl Plan {
    /// The place of a class of seeds among the classes.
    pub fn seed_class(&self, name: &str) -> Option<usize> {
        self.seed_classes.iter().position(|class| class.name == name)
    }

    /// The last round in which anything is played.
    pub fn end(&self) -> Round {
        self.knock_out.finals
    }
}
