//! Faults of plans: why no event can be played by one.

use crate::id::{DrawNumber, Round};

/// Fault of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanFault {
    /// Leagues are two, or four with semi-finals (`TK1`).
    Leagues {
        /// Number of leagues that the plan has.
        leagues: u8,
        /// Number of leagues that it has to have.
        expected: u8,
    },
    /// A round that is not where it has to be among the others (`TF`, `TK1`).
    Round {
        /// Name of the field.
        field: &'static str,
        round: Round,
        /// The first it could be.
        least: Round,
        /// The last it could be.
        most: Round,
    },
    /// The seed of the draw has 1 to 18 digits, of lotteries with at least one each (`TD2`).
    SeedDigits {
        /// Number of digits that it would have.
        digits: u64,
    },
    /// A seed's number is not 1 to 10, or stands twice (`TD6`).
    SeedNumber { number: DrawNumber },
    /// Two classes of seeds bear one name, or one bears none (`TD6`).
    SeedClass {
        /// Index of the class, from 0.
        class: usize,
    },
    /// A third-place game without semi-finals (`TK1`).
    NoSemiFinals,
    /// Beside a women's final neither a game for the third place nor prize games: a woman could have two in one round.
    TwoGames,
    /// `S_k` needs at least `S_1` and at most `S_12` (`TR3`).
    StrengthDepth { depth: u32 },
    /// The order of prize-winners decides before it is decided who is one (`TE1`).
    PrizeOrder {
        /// Index among the criteria, from 0.
        at: usize,
    },
}

impl PlanFault {
    /// The rule it stands on.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Leagues { .. } | Self::NoSemiFinals => "TK1",
            Self::Round { .. } => "TF",
            Self::SeedDigits { .. } => "TD2",
            Self::SeedNumber { .. } | Self::SeedClass { .. } => "TD6",
            Self::TwoGames => "TK3",
            Self::StrengthDepth { .. } => "TR3",
            Self::PrizeOrder { .. } => "TE1",
        }
    }

    /// The field, as preset files call it.
    pub const fn field(&self) -> &'static str {
        match self {
            Self::Leagues { .. } => "leagues.count",
            Self::Round { field, .. } => field,
            Self::SeedDigits { .. } => "lottery",
            Self::SeedNumber { .. } | Self::SeedClass { .. } => "seeds.numbers",
            Self::NoSemiFinals => "knock_out.third_place_game",
            Self::TwoGames => "knock_out.womens_final",
            Self::StrengthDepth { .. } => "leagues.strength_depth",
            Self::PrizeOrder { .. } => "places.criteria",
        }
    }
}
