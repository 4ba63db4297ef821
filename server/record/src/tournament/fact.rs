//! Spelling of an event's facts, generated from the table of facts. Players and teams are roster lines, from
//! 1.

use ishigaki_preset::Roster;
use ishigaki_tournament::{CompetitionPlan, Fact};
use serde::{Deserialize, Serialize};

use super::canonical::Canonical;
use super::field::SpelledEventField;
use crate::transcript::Error;

macro_rules! by_table {
    ($(
        $(#[$doc:meta])+
        $fact:ident $name:literal = $act:ident $({ $($field:ident: $type:ty),* $(,)? }
            $(with { $($made:ident: $made_type:ty),* $(,)? })? $(if $flag:ident)?)?
    )*) => {
        #[derive(Serialize, Deserialize)]
        #[serde(tag = "fact", rename_all = "snake_case", deny_unknown_fields)]
        pub(super) enum FactLine {
            RosterSet { roster: Canonical },
            $($fact {
                $($($field: <$type as SpelledEventField>::Line,)* $($($made: <$made_type as SpelledEventField>::Line,)*)?)?
            },)*
        }

        impl FactLine {
            pub(super) fn of(fact: &Fact, roster: Option<&Roster>) -> Result<Self, Error> {
                Ok(match fact {
                    Fact::RosterSet { .. } => {
                        let text = roster.ok_or(Error::WrongProof)?.text();
                        Self::RosterSet { roster: Canonical::read(text)? }
                    }
                    $(Fact::$fact { $($($field,)* $($($made,)*)?)? } => Self::$fact {
                        $($($field: $field.spell(),)* $($($made: $made.spell(),)*)?)?
                    },)*
                })
            }

            pub(super) fn read(self, plan: &CompetitionPlan) -> Result<(Fact, Option<Roster>), Error> {
                Ok(match self {
                    Self::RosterSet { roster: Canonical(roster) } => {
                        let roster = Roster::of(&roster).map_err(Error::Roster)?;
                        let entrants = roster.entrants(plan).map_err(Error::Roster)?;
                        (Fact::RosterSet { roster: entrants }, Some(roster))
                    }
                    $(Self::$fact { $($($field,)* $($($made,)*)?)? } => (Fact::$fact {
                        $($($field: SpelledEventField::read($field)?,)* $($($made: SpelledEventField::read($made)?,)*)?)?
                    }, None),)*
                })
            }
        }
    };
}

ishigaki_tournament::facts!(by_table);
