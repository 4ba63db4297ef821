//! Facts of an event, as they are spelled, by the table of facts. Players and teams are lines of the roster, from 1.

use ishigaki_preset::Roster;
use ishigaki_tournament::{CompetitionPlan, Fact};
use serde::{Deserialize, Serialize};

use super::canonical::Canonical;
use super::field::SpelledEventField;
use crate::transcript::Error;

macro_rules! by_table {
    ($($fact:ident $name:literal { $($field:ident: $type:ty),* })*) => {
        #[derive(Serialize, Deserialize)]
        #[serde(tag = "fact", rename_all = "snake_case", deny_unknown_fields)]
        pub(super) enum FactLine {
            RosterSet { roster: Canonical },
            $($fact { $($field: <$type as SpelledEventField>::Line),* },)*
        }

        impl FactLine {
            pub(super) fn of(fact: &Fact, roster: Option<&Roster>) -> Result<Self, Error> {
                Ok(match fact {
                    Fact::RosterSet { .. } => {
                        let text = roster.ok_or(Error::WrongProof)?.text();
                        Self::RosterSet { roster: Canonical::read(text)? }
                    }
                    $(Fact::$fact { $($field),* } => Self::$fact { $($field: $field.spell()),* },)*
                })
            }

            /// The fact, and of a roster the roster as it was entered.
            pub(super) fn read(self, plan: &CompetitionPlan) -> Result<(Fact, Option<Roster>), Error> {
                Ok(match self {
                    Self::RosterSet { roster: Canonical(roster) } => {
                        let roster = Roster::of(&roster).map_err(Error::Roster)?;
                        let entrants = roster.entrants(plan).map_err(Error::Roster)?;
                        (Fact::RosterSet { roster: entrants }, Some(roster))
                    }
                    $(Self::$fact { $($field),* } => {
                        (Fact::$fact { $($field: SpelledEventField::read($field)?),* }, None)
                    })*
                })
            }
        }
    };
}

ishigaki_tournament::facts!(by_table);
