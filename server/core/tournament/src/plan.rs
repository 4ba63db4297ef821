//! Plans: the settings of an event, fixed before the draw (`TV1`).

mod check;
mod fault;

use alloc::string::String;
use alloc::vec::Vec;

use crate::id::{DrawNumber, Round};

pub use fault::PlanFault;

/// Plan of an event in leagues, or of a small one without them (`TS`). A preset is the plan of a real event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// 0 for a small event, whose players are all in one pool (`TS1`).
    pub leagues: u8,
    /// True if every two players meet once, in an event without leagues (`TS2`).
    pub is_round_robin: bool,
    /// The last round in which a league may be undecided (予選リーグ最大); at least 1.
    pub league_rounds: Round,
    /// The last round of leagues and placement league, T; at least `league_rounds`. In a round robin, the most
    /// rounds that a roster may need.
    pub last_round: Round,
    /// The largest k of `S_k` in the provisional ranking (`TR3`).
    pub strength_depth: u32,
    /// The lotteries that give the seed, in order (`TD2`).
    pub lotteries: Vec<Lottery>,
    /// How seeds get their numbers (`TD6`).
    pub seed_mode: SeedMode,
    pub seed_classes: Vec<SeedClass>,
    /// Which gaps in wins are avoided first (`TP6`).
    pub gap: GapRule,
    /// Value of a win by forfeit in `S_k` (`TW3`).
    pub forfeit_tiebreak: ForfeitTiebreak,
    /// `None` without leagues (`TS1`).
    pub knock_out: Option<KnockOut>,
    pub prizes: PrizeRule,
    /// Criteria for players not placed by the knock-out (`TE`), most important first. Players equal in all of
    /// them share a place.
    pub criteria: Vec<PlaceCriterion>,
    /// The ranks (段位) that the event awards (`TE5`).
    pub diplomas: Option<Diplomas>,
    pub titles: Titles,
}

/// A public lottery, and the part of its result that goes into the seed (`TD2`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lottery {
    pub name: String,
    pub digits: u32,
    pub zeros: u32,
    /// Date of the drawing (`2026-12-05`). A server requires it for an event; presets have none.
    pub date: Option<String>,
}

/// How seeds get their numbers (`TD6`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeedMode {
    #[default]
    Manual,
    /// In the order of their x.
    Lcg,
}

/// A class of seeds (シード) with its slip numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedClass {
    pub name: String,
    /// Its numbers in order; 1 to 10, and no number in two classes.
    pub numbers: Vec<DrawNumber>,
}

/// Which gaps in wins are avoided first (`TP6`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GapRule {
    /// Minimises pairs with the largest gap, then with the next smaller one, and so on.
    #[default]
    WorstFirst,
    /// Maximises pairs with gap 0, then with gap 1, and so on.
    BestFirst,
}

/// Value of a win by forfeit in `S_k` (`TW3`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ForfeitTiebreak {
    #[default]
    Opponent,
    Phantom,
}

/// The knock-out (決勝トーナメント) (`TK1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnockOut {
    /// The round of the semi-finals of four leagues. `None` with two leagues, because their firsts only play the
    /// final.
    pub semi_finals: Option<Round>,
    /// The round of the final and the other last games; after the leagues' last round.
    pub finals: Round,
    /// True if the losers of the semi-finals play for third place; otherwise both are third.
    pub third_place_game: bool,
    pub womens_final: bool,
}

/// Rule for prizes (入賞).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrizeRule {
    #[default]
    Nobody,
    /// Six of those with at most one loss in the placement league, decided by games if there are more
    /// (`TK2`).
    Games,
    /// Players without a loss, or with a single one to a league's first (`TE3`).
    LostToKnockOut,
}

/// Criterion for places below the knock-out (`TE`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceCriterion {
    Wins,
    Prize,
    /// The provisional order, among prize-winners only.
    PrizeOrder,
    Before,
    /// The provisional order, which has no ties.
    Provisional,
}

/// The ranks (段位) that an event awards (`TE5`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diplomas {
    pub champion: u32,
    pub runner_up: u32,
    pub third: u32,
    pub fourth: u32,
    pub prize: u32,
    /// Ranks for other players by minimum number of wins, most wins first.
    pub by_wins: Vec<(u32, u32)>,
    /// Minimum number of wins that qualify for the next event (王座戦出場権).
    pub invited_from: u32,
}

/// Titles and prizes (MH賞, 賞金) that come with each award, in the organiser's words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Titles {
    pub champion: Vec<String>,
    pub runner_up: Vec<String>,
    pub third: Vec<String>,
    pub fourth: Vec<String>,
    pub prize: Vec<String>,
    pub womens_champion: Vec<String>,
    /// Terms of the awards, published with the ranking.
    pub notes: Vec<String>,
}

impl Plan {
    /// Returns the index of a seed class.
    pub fn seed_class(&self, name: &str) -> Option<usize> {
        self.seed_classes.iter().position(|class| class.name == name)
    }

    /// Returns the last round with a game.
    pub fn end(&self) -> Round {
        self.knock_out.map_or(self.last_round, |knock_out| knock_out.finals)
    }

    /// Returns whether the firsts of leagues play semi-finals.
    pub fn has_semi_finals(&self) -> bool {
        self.knock_out.is_some_and(|knock_out| knock_out.semi_finals.is_some())
    }

    /// Returns the least number of players (`TL3`, `TS1`).
    pub fn least_players(&self) -> usize {
        (2 * usize::from(self.leagues)).max(2)
    }

    /// Returns the largest number of players, if there is one: all players meet in a round robin (`TS2`).
    pub fn most_players(&self) -> Option<usize> {
        let Round(rounds) = self.last_round;
        self.is_round_robin.then(|| usize::try_from(rounds + rounds % 2).unwrap_or(usize::MAX))
    }

    /// Returns the plan for this number of players: a round robin ends when all players have met (`TS2`).
    #[must_use]
    pub fn of_players(&self, players: usize) -> Self {
        if !self.is_round_robin {
            return self.clone();
        }
        let rounds = u32::try_from(players + players % 2).unwrap_or(u32::MAX).saturating_sub(1);
        Self { last_round: Round(rounds), league_rounds: Round(rounds), ..self.clone() }
    }
}
