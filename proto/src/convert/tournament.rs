//! Events around the games: their facts and slips. Players are lines of the roster, from 1 on the wire, so nothing else of
//! the event is needed.

mod act;
mod field;
mod name;
mod slip;

use ishigaki_rules::{GameTime, TeamId};
use ishigaki_tournament::{Entrant, Event, Fact, GameResult, GroupGame, LeagueId, PlayerId, StageId};

use self::field::EventWireField;
use self::name::{needed, number_of};
use super::counted;
use crate::event as wire;
use crate::event::event::Fact as WireFact;
use crate::fault::Fault;
use crate::names::player_to_wire;

pub use act::EventRequest;
pub use slip::{slip_from_wire, slip_to_wire};

/// Returns an event's fact for the wire. The caller adds a roster's text and names.
pub fn tournament_event_to_wire(event: &Event) -> wire::Event {
    wire::Event { at_ms: event.at.0, by: number_of(event.by), fact: Some(fact_to_wire(&event.fact)) }
}

/// Reads an event's fact.
///
/// # Errors
///
/// [`Fault`] with a missing or invalid field.
pub fn tournament_event_from_wire(event: &wire::Event) -> Result<Event, Fault> {
    let fact = event.fact.as_ref().ok_or_else(|| Fault::missing_field("fact"))?;
    Ok(Event { at: GameTime(event.at_ms), by: needed(event.by, "by")?, fact: fact_from_wire(fact)? })
}

/// Reads a player by roster line, from 1. The fault names the field. The rules check that the roster has it.
pub fn player_from_wire(line: u32, field: &str) -> Result<PlayerId, Fault> {
    Ok(PlayerId(counted(line, field)?.saturating_sub(1)))
}

/// Reads a team by roster line, from 1. The fault names the field. The rules check that the roster has it.
pub fn entrant_team_from_wire(line: u32, field: &str) -> Result<TeamId, Fault> {
    Ok(TeamId(counted(line, field)?.saturating_sub(1)))
}

/// Reads a stage of a plan in groups by its number, from 1.
///
/// # Errors
///
/// [`Fault`] if the field is missing or too large.
pub fn group_stage_from_wire(number: u32, field: &str) -> Result<StageId, Fault> {
    StageId::from_wire(&number, field)
}

/// Returns a stage's number, from 1.
pub fn group_stage_to_wire(stage: StageId) -> u32 {
    stage.to_wire()
}

/// Teams by their lines of the roster, from 1; the field is named in the fault.
pub fn janken_from_wire(order: &[u32], field: &str) -> Result<Vec<TeamId>, Fault> {
    order.iter().map(|line| entrant_team_from_wire(*line, field)).collect()
}

/// Returns a group's game that the wire says; the field is named in the fault.
pub fn group_game_from_wire(game: Option<&wire::GroupGame>, field: &str) -> Result<GroupGame, Fault> {
    field::group_game(game, field)
}

/// Returns a group's game as the wire has it.
pub fn group_game_to_wire(game: GroupGame) -> Option<wire::GroupGame> {
    game.to_wire()
}

/// Returns a group's result that the wire says; the field is named in the fault.
pub fn game_result_from_wire(result: Option<&wire::GameResult>, field: &str) -> Result<GameResult, Fault> {
    field::game_result(result, field)
}

/// Returns a group's result as the wire has it.
pub fn game_result_to_wire(result: &GameResult) -> Option<wire::GameResult> {
    result.to_wire()
}

fn some_player(line: u32) -> Option<PlayerId> {
    line.checked_sub(1).map(PlayerId)
}

fn line_of(player: Option<PlayerId>) -> u32 {
    player.map_or(0, player_to_wire)
}

/// Returns the league of a letter; the field is named in the fault.
///
/// # Errors
///
/// [`Fault`]: the field is missing, or holds no letter of a league.
pub fn league_from_wire(letter: &str, field: &str) -> Result<LeagueId, Fault> {
    if letter.is_empty() {
        return Err(Fault::missing_field(field));
    }
    LeagueId::parse(letter).ok_or_else(|| Fault::bad_field(field).with("value", letter))
}

macro_rules! by_table {
    ($(
        $(#[$doc:meta])+
        $fact:ident $name:literal = $act:ident $({ $($field:ident: $type:ty),* $(,)? }
            $(with { $($made:ident: $made_type:ty),* $(,)? })? $(if $flag:ident)?)?
    )*) => {
        fn fact_to_wire(fact: &Fact) -> WireFact {
            match fact {
                Fact::RosterSet { roster } => WireFact::RosterSet(wire::RosterSet {
                    text: String::new(),
                    entrants: roster.iter().map(entrant_to_wire).collect(),
                }),
                $(Fact::$fact { $($($field,)* $($($made,)*)?)? } => WireFact::$fact(wire::$fact {
                    $($($field: $field.to_wire(),)* $($($made: $made.to_wire(),)*)?)?
                }),)*
            }
        }

        fn fact_from_wire(fact: &WireFact) -> Result<Fact, Fault> {
            Ok(match fact {
                WireFact::RosterSet(set) => {
                    Fact::RosterSet { roster: set.entrants.iter().map(entrant_from_wire).collect() }
                }
                $(WireFact::$fact(wire::$fact { $($($field,)* $($($made,)*)?)? }) => Fact::$fact {
                    $($($field: EventWireField::from_wire($field, stringify!($field))?,)*
                    $($($made: EventWireField::from_wire($made, stringify!($made))?,)*)?)?
                },)*
            })
        }
    };
}

ishigaki_tournament::facts!(by_table);

fn entrant_to_wire(entrant: &Entrant) -> wire::Entrant {
    let class = entrant
        .seed
        .map_or(0, |class| u32::try_from(class).map_or(u32::MAX, |class| class.saturating_add(1)));
    wire::Entrant { id: entrant.id.clone(), seed_class: class, woman: entrant.woman, ..Default::default() }
}

fn entrant_from_wire(entrant: &wire::Entrant) -> Entrant {
    let seed = entrant.seed_class.checked_sub(1).and_then(|class| usize::try_from(class).ok());
    Entrant { id: entrant.id.clone(), seed, woman: entrant.woman }
}
