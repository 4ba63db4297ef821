//! Texts of faults from crates that don't depend on the catalogue.

use ishigaki_rules::{Cell, FrameFault, SetupFault, ShapeFault};
use ishigaki_tournament::{GroupFault, GroupPlanFault, PlanFault};

use crate::{Argument, Phrase, Value};

fn phrase<const N: usize>(key: &'static str, arguments: [(&'static str, Value); N]) -> Phrase {
    Phrase::new(key, arguments.into())
}

impl From<&SetupFault> for Phrase {
    fn from(fault: &SetupFault) -> Self {
        let why = match fault {
            SetupFault::TeamCount { teams } => {
                return phrase("lint-team-count", [("teams", (*teams).into())]);
            }
            SetupFault::DuplicateTeam { code } => return phrase("lint-team-twice", [("team", code.into())]),
            SetupFault::NoLots => phrase("lint-word-no-stones", []),
            SetupFault::DuplicateLot { code } => phrase("lint-word-stone-twice", [("stone", code.into())]),
            SetupFault::NoCopies { lot } => {
                phrase("lint-word-no-copies", [("number", (lot.index() + 1).into())])
            }
            SetupFault::NoRounds => phrase("lint-word-no-rounds", []),
            SetupFault::EmptyRound { round } => phrase("lint-word-empty-round", [("round", (*round).into())]),
        };
        phrase("lint-unplayable", [("why", why.into())])
    }
}

impl From<&PlanFault> for Phrase {
    fn from(fault: &PlanFault) -> Self {
        let what = match fault {
            PlanFault::Leagues { leagues, expected } => {
                let key = match expected {
                    4 => "lint-leagues-semi",
                    0 => "lint-leagues-none",
                    _ => "lint-leagues",
                };
                phrase(key, [("leagues", (*leagues).into()), ("expected", (*expected).into())])
            }
            PlanFault::Round { round, least, most, .. } if least == most => {
                phrase("lint-round", [("round", round.0.into()), ("least", least.0.into())])
            }
            PlanFault::Round { round, least, most, .. } => {
                let arguments =
                    [("round", round.0.into()), ("least", least.0.into()), ("most", most.0.into())];
                phrase("lint-round-range", arguments)
            }
            PlanFault::SeedDigits { digits } => phrase("lint-seed-digits", [("digits", (*digits).into())]),
            PlanFault::SeedNumber { number } => phrase("lint-seed-number", [("number", number.0.into())]),
            PlanFault::SeedClass { class } => phrase("lint-seed-class", [("class", (class + 1).into())]),
            PlanFault::NoSemiFinals => phrase("lint-no-semi-finals", []),
            PlanFault::PrizesWithoutLeagues => phrase("lint-prizes-without-leagues", []),
            PlanFault::RoundRobinOfLeagues => phrase("lint-round-robin-of-leagues", []),
            PlanFault::TwoGames => phrase("lint-womens-final", []),
            PlanFault::StrengthDepth { depth } => phrase("lint-strength-depth", [("depth", (*depth).into())]),
            PlanFault::PrizeOrder { at } => phrase("lint-prize-order", [("criterion", (at + 1).into())]),
        };
        of_field(fault.field(), fault.rule(), what)
    }
}

impl From<&GroupPlanFault> for Phrase {
    fn from(fault: &GroupPlanFault) -> Self {
        let of_stage = |key, stage: &String| phrase(key, [("stage", stage.into())]);
        let what = match fault {
            GroupPlanFault::NoStage => phrase("lint-no-stage", []),
            GroupPlanFault::Name { stage } => of_stage("lint-stage-name", stage),
            GroupPlanFault::Source { stage } => of_stage("lint-stage-source", stage),
            GroupPlanFault::Size { stage, fault } => {
                phrase("lint-stage-size", [("stage", stage.into()), ("what", fault.argument())])
            }
            GroupPlanFault::TwoSizes { stage } => of_stage("lint-stage-two-sizes", stage),
            GroupPlanFault::PerGroup { stage, per_group, most } => {
                let arguments =
                    [("stage", stage.into()), ("teams", (*per_group).into()), ("most", (*most).into())];
                phrase("lint-stage-per-group", arguments)
            }
            GroupPlanFault::Variant { stage, teams } => {
                phrase("lint-stage-game", [("stage", stage.into()), ("teams", (*teams).into())])
            }
            GroupPlanFault::SeedDigits { digits } => {
                phrase("lint-group-seed-digits", [("digits", (*digits).into())])
            }
        };
        of_field(fault.field(), fault.rule(), what)
    }
}

impl From<&FrameFault> for Phrase {
    fn from(fault: &FrameFault) -> Self {
        match fault {
            FrameFault::Empty => phrase("record-error-empty", []),
            FrameFault::UnknownSign { cell: _, sign } => {
                phrase("record-error-other-sign", [("sign", sign.argument())])
            }
            FrameFault::Disconnected { cell } => at("record-error-disconnected", *cell),
            FrameFault::TooLarge => phrase("record-error-large", []),
        }
    }
}

impl From<&ShapeFault> for Phrase {
    fn from(fault: &ShapeFault) -> Self {
        match fault {
            ShapeFault::Empty => phrase("record-error-empty", []),
            ShapeFault::Repeated { cell } => at("record-error-repeated", *cell),
            ShapeFault::Disconnected { cell } => at("record-error-disconnected", *cell),
            ShapeFault::TooLarge => phrase("record-error-large", []),
        }
    }
}

fn at(key: &'static str, cell: Cell) -> Phrase {
    phrase(key, [("row", cell.row.into()), ("column", cell.col.into())])
}

fn of_field(field: &'static str, rule: &'static str, what: Phrase) -> Phrase {
    phrase("lint-field", [("field", field.into()), ("rule", rule.into()), ("what", what.into())])
}

impl From<&GroupFault> for Phrase {
    fn from(fault: &GroupFault) -> Self {
        match fault {
            GroupFault::TooFew { teams } => phrase("lint-few-teams", [("teams", (*teams).into())]),
            GroupFault::Target { target } => phrase("lint-target", [("target", (*target).into())]),
            GroupFault::Groups { groups } => phrase("lint-groups", [("groups", (*groups).into())]),
        }
    }
}

macro_rules! fault_arguments {
    ($($fault:ty),*) => {
        $(impl Argument for $fault {
            fn argument(&self) -> Value {
                Phrase::from(self).into()
            }
        }

        impl From<&$fault> for Value {
            fn from(fault: &$fault) -> Self {
                Phrase::from(fault).into()
            }
        })*
    };
}

fault_arguments!(SetupFault, PlanFault, GroupPlanFault, GroupFault, FrameFault, ShapeFault);
