//! Conversions between the rules' types and the wire.
//!
//! `*_to_wire` can't fail; `*_from_wire` and [`act`] return a [`Fault`] that names the field. The wire has
//! codes of lots and teams, so most conversions need the game's [`Setup`]. Nothing here panics on any input;
//! the rules decide what is allowed.

pub mod act;
mod auction;
mod clock;
mod consequences;
mod event;
mod field;
mod history;
mod proof;
mod setup;
mod tournament;
mod wall;

use ishigaki_rules::{LotId, Setup, StoneId, TeamId};

use crate::fault::Fault;
use crate::names::Names;
use crate::wire;

pub use crate::names::{player_to_wire, script_name};
pub use crate::phase::{CurrentPart, competition_to_wire, phase_to_wire};
pub use act::{JudgeRequest, RequestedAct};
pub use auction::{bids_from_wire, bids_to_wire, raises_from_wire, raises_to_wire};
pub use clock::clock_to_wire;
pub use consequences::{derived, outcome_name, settlement_to_wire, standings_to_wire};
pub use event::{actor_from_wire, actor_to_wire, event_from_wire, event_to_wire};
pub use field::check_reason;
pub use history::opened_round_to_wire;
pub use proof::{attach_receipt, bytes_from_wire};
pub use setup::{setup_from_wire, setup_to_wire};
pub use tournament::{
    EventRequest, entrant_team_from_wire, game_result_from_wire, game_result_to_wire, group_game_from_wire,
    group_game_to_wire, group_stage_from_wire, group_stage_to_wire, janken_from_wire, league_from_wire,
    player_from_wire, slip_from_wire, slip_to_wire, tournament_event_from_wire, tournament_event_to_wire,
};
pub use wall::{placement_from_wire, placement_to_wire, spot_from_wire, spot_to_wire};

/// Returns a stone as the wire names it.
pub fn stone_to_wire(stone: StoneId, setup: &Setup) -> wire::Stone {
    wire::Stone { lot: Names(setup).lot(stone.lot), copy: stone.copy }
}

/// Returns the stone that the wire names; the field is named in the fault.
///
/// # Errors
///
/// [`Fault`]: it is missing, or its lot is none of the game's.
pub fn stone_from_wire(stone: Option<&wire::Stone>, setup: &Setup, field: &str) -> Result<StoneId, Fault> {
    let stone = stone.ok_or_else(|| Fault::missing_field(field))?;
    let lot = Names(setup).find_lot(&stone.lot, "lot").map_err(|fault| fault.within(field))?;
    Ok(StoneId { lot, copy: stone.copy })
}

/// The lots that a request names: those of the game, and those that are none of it, which the rules refuse with all
/// else that is wrong (`A2`). These get the ids after the last lot's, in the order in which they are named.
pub(crate) struct LotReader<'a> {
    setup: &'a Setup,
    unknown: Vec<String>,
}

impl<'a> LotReader<'a> {
    pub(crate) fn new(setup: &'a Setup) -> Self {
        Self { setup, unknown: Vec::new() }
    }

    pub(crate) fn read(&mut self, code: &str) -> LotId {
        if let Some(lot) = self.setup.lot_by_code(code) {
            return lot;
        }
        let known = self.unknown.iter().position(|unknown| unknown == code);
        let at = known.unwrap_or_else(|| {
            self.unknown.push(code.to_owned());
            self.unknown.len() - 1
        });
        LotId::at(self.setup.lots.len().saturating_add(at))
    }

    pub(crate) fn into_unknown(self) -> Vec<String> {
        self.unknown
    }
}

impl Names<'_> {
    pub(crate) fn find_team(self, code: &str, field: &str) -> Result<TeamId, Fault> {
        if code.is_empty() {
            return Err(Fault::missing_field(field));
        }
        self.0.team_by_code(code).ok_or_else(|| Fault::unknown_team(field, code))
    }

    pub(crate) fn find_lot(self, code: &str, field: &str) -> Result<LotId, Fault> {
        if code.is_empty() {
            return Err(Fault::missing_field(field));
        }
        self.0.lot_by_code(code).ok_or_else(|| {
            let fault = Fault::unknown_lot(field, code);
            match self.similar_lot(code) {
                Some(similar) => fault.with("similar", similar),
                None => fault,
            }
        })
    }
}

/// Returns a number that counts from 1, where 0 says that it is missing.
pub fn counted(number: u32, field: &str) -> Result<u32, Fault> {
    if number == 0 { Err(Fault::missing_field(field).with("least", 1)) } else { Ok(number) }
}
