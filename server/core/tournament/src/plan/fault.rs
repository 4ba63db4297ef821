//! Faults of plans.

use crate::id::{DrawNumber, Round};

/// Fault of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanFault {
    /// There must be two leagues, or four with semi-finals (`TK1`).
    Leagues {
        leagues: u8,
        expected: u8,
    },
    /// A round is out of order (`TF`, `TK1`).
    Round {
        field: &'static str,
        round: Round,
        least: Round,
        most: Round,
    },
    /// The seed of the draw needs 1 to 18 digits from lotteries with at least one each (`TD2`).
    SeedDigits {
        digits: u64,
    },
    /// A seed's number isn't 1 to 10, or is repeated (`TD6`).
    SeedNumber {
        number: DrawNumber,
    },
    /// A seed class has an empty or repeated name (`TD6`).
    SeedClass {
        class: usize,
    },
    NoSemiFinals,
    /// Prizes depend on leagues (`TK2`, `TE3`), which the plan doesn't have.
    PrizesWithoutLeagues,
    /// Only an event without leagues can be a round robin (`TS2`).
    RoundRobinOfLeagues,
    /// A women's final can't be combined with a game for third place or prize games, because a woman could
    /// have two games in one round.
    TwoGames,
    /// `S_k` needs at least `S_1` and at most `S_12` (`TR3`).
    StrengthDepth {
        depth: u32,
    },
    /// The order of prize-winners is used before prize-winners are determined (`TE1`).
    PrizeOrder {
        at: usize,
    },
}

impl PlanFault {
    /// Returns the number of the rule behind it.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Leagues { .. } | Self::NoSemiFinals => "TK1",
            Self::PrizesWithoutLeagues => "TK2",
            Self::RoundRobinOfLeagues => "TS2",
            Self::Round { .. } => "TF",
            Self::SeedDigits { .. } => "TD2",
            Self::SeedNumber { .. } | Self::SeedClass { .. } => "TD6",
            Self::TwoGames => "TK3",
            Self::StrengthDepth { .. } => "TR3",
            Self::PrizeOrder { .. } => "TE1",
        }
    }

    /// Returns the field's name in preset files.
    pub const fn field(&self) -> &'static str {
        match self {
            Self::Leagues { .. } => "leagues.count",
            Self::Round { field, .. } => field,
            Self::SeedDigits { .. } => "lottery",
            Self::SeedNumber { .. } | Self::SeedClass { .. } => "seeds.numbers",
            Self::NoSemiFinals => "knock_out.third_place_game",
            Self::PrizesWithoutLeagues => "places.prizes",
            Self::RoundRobinOfLeagues => "pairing.round_robin",
            Self::TwoGames => "knock_out.womens_final",
            Self::StrengthDepth { .. } => "leagues.strength_depth",
            Self::PrizeOrder { .. } => "places.criteria",
        }
    }
}
