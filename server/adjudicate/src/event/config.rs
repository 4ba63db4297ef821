//! Settings: a preset and what a request replaces of it.

use ishigaki_tournament::{DrawNumber, ForfeitTiebreak, GapRule, Plan, SeedClass, SeedMode};
use serde::Deserialize;

use super::fault::Fault;
use crate::request::ById;

/// A request's settings.
#[derive(Deserialize)]
pub(super) struct Config {
    preset: String,
    gap: Option<String>,
    forfeit_tiebreak: Option<String>,
    seed_mode: Option<String>,
    seed_numbers: Option<SeedNumbers>,
}

type SeedNumbers = ById<Vec<i64>>;

impl Config {
    /// The plan that they make.
    ///
    /// # Errors
    /// If the preset or a value is not known, or the seeds' numbers are wrong.
    pub(super) fn plan(&self) -> Result<Plan, Fault> {
        let mut plan = ishigaki_preset::shipped(&self.preset).ok_or(Fault::BadConfig)?.plan;
        if let Some(name) = &self.gap {
            plan.gap = gap(name)?;
        }
        if let Some(name) = &self.forfeit_tiebreak {
            plan.forfeit_tiebreak = match name.as_str() {
                "opponent" => ForfeitTiebreak::Opponent,
                "phantom" => ForfeitTiebreak::Phantom,
                _ => return Err(Fault::BadConfig),
            };
        }
        if let Some(name) = &self.seed_mode {
            plan.seed_mode = match name.as_str() {
                "manual" => SeedMode::Manual,
                "lcg" => SeedMode::Lcg,
                _ => return Err(Fault::BadConfig),
            };
        }
        if let Some(numbers) = &self.seed_numbers {
            plan.seed_classes = seed_classes(numbers)?;
        }
        plan.check().map_err(|_| Fault::BadConfig)
    }
}

/// A way to weigh gaps.
///
/// # Errors
/// If it is not known.
pub(super) fn gap(name: &str) -> Result<GapRule, Fault> {
    match name {
        "worst_first" => Ok(GapRule::WorstFirst),
        "best_first" => Ok(GapRule::BestFirst),
        _ => Err(Fault::BadConfig),
    }
}

/// The classes of seeds: A, and B if there are two.
fn seed_classes(ById(classes): &SeedNumbers) -> Result<Vec<SeedClass>, Fault> {
    if !classes.contains_key("A") || classes.keys().any(|name| !["A", "B"].contains(&name.as_str())) {
        return Err(Fault::BadConfig);
    }
    let number = |number: i64| u32::try_from(number).map(DrawNumber).map_err(|_| Fault::BadConfig);
    let class = |(name, numbers): (&String, &Vec<i64>)| {
        let numbers: Result<_, _> = numbers.iter().copied().map(number).collect();
        Ok(SeedClass { name: name.clone(), numbers: numbers? })
    };
    classes.iter().map(class).collect()
}
