//! Settings: a preset with a request's changes.

use ishigaki_tournament::{DrawNumber, ForfeitTiebreak, GapRule, Plan, SeedClass, SeedMode};
use serde::Deserialize;

use super::fault::RequestFault;
use crate::request::ById;

#[derive(Deserialize)]
pub(super) struct ConfigFields {
    preset: String,
    gap: Option<String>,
    forfeit_tiebreak: Option<String>,
    seed_mode: Option<String>,
    seed_numbers: Option<SeedNumbers>,
}

type SeedNumbers = ById<Vec<i64>>;

impl ConfigFields {
    /// The plan that they make.
    ///
    /// # Errors
    /// If the preset or a value is not known, or the seeds' numbers are wrong.
    pub(super) fn plan(&self) -> Result<Plan, RequestFault> {
        let preset = ishigaki_preset::shipped(&self.preset).filter(|preset| preset.plan.leagues > 0);
        let mut plan = preset.ok_or(RequestFault::BadConfig)?.plan;
        if let Some(name) = &self.gap {
            plan.gap = gap(name)?;
        }
        if let Some(name) = &self.forfeit_tiebreak {
            plan.forfeit_tiebreak = match name.as_str() {
                "opponent" => ForfeitTiebreak::Opponent,
                "phantom" => ForfeitTiebreak::Phantom,
                _ => return Err(RequestFault::BadConfig),
            };
        }
        if let Some(name) = &self.seed_mode {
            plan.seed_mode = match name.as_str() {
                "manual" => SeedMode::Manual,
                "lcg" => SeedMode::Lcg,
                _ => return Err(RequestFault::BadConfig),
            };
        }
        if let Some(numbers) = &self.seed_numbers {
            plan.seed_classes = seed_classes(numbers)?;
        }
        plan.check().map_err(|_| RequestFault::BadConfig)
    }
}

/// A way to weigh gaps.
///
/// # Errors
/// If it is not known.
pub(super) fn gap(name: &str) -> Result<GapRule, RequestFault> {
    match name {
        "worst_first" => Ok(GapRule::WorstFirst),
        "best_first" => Ok(GapRule::BestFirst),
        _ => Err(RequestFault::BadConfig),
    }
}

/// The classes of seeds: A, and B if there are two.
fn seed_classes(ById(classes): &SeedNumbers) -> Result<Vec<SeedClass>, RequestFault> {
    if !classes.contains_key("A") || classes.keys().any(|name| !["A", "B"].contains(&name.as_str())) {
        return Err(RequestFault::BadConfig);
    }
    let number = |number: i64| u32::try_from(number).map(DrawNumber).map_err(|_| RequestFault::BadConfig);
    let class = |(name, numbers): (&String, &Vec<i64>)| {
        let numbers: Result<_, _> = numbers.iter().copied().map(number).collect();
        Ok(SeedClass { name: name.clone(), numbers: numbers? })
    };
    classes.iter().map(class).collect()
}
