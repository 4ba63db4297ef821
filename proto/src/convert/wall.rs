//! Squares, spots and placements.

use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{Cell, Setup, StoneId, Turn};

use super::{LotReader, stone_from_wire, stone_to_wire};
use crate::fault::Fault;
use crate::wire;

/// Converts a stone's position.
pub fn spot_to_wire(spot: Spot) -> wire::Spot {
    wire::Spot { quarter_turns: spot.turn.quarters(), row: spot.at.row, col: spot.at.col }
}

/// Converts a stone's position.
///
/// # Errors
/// [`Fault`]: it is missing, or has more than 3 quarter turns.
pub fn spot_from_wire(spot: Option<&wire::Spot>, field: &str) -> Result<Spot, Fault> {
    let spot = spot.ok_or_else(|| Fault::missing_field(field))?;
    let turn = Turn::from_quarters(spot.quarter_turns).ok_or_else(|| {
        let fault = Fault::bad_field("quarter_turns").within(field);
        fault.with("value", spot.quarter_turns).with("most", 3)
    })?;
    Ok(Spot { turn, at: Cell::new(spot.row, spot.col) })
}

/// Converts a placement that a team wants.
pub fn placement_to_wire(placement: &Placement<StoneId>, setup: &Setup) -> wire::Placement {
    let placing = match &placement.placing {
        Placing::Turned(spot) => wire::placement::Placing::Spot(spot_to_wire(*spot)),
        Placing::BadRotation => {
            wire::placement::Placing::Spot(wire::Spot { quarter_turns: 4, row: 0, col: 0 })
        }
        Placing::Cells(cells) => {
            let cell = |cell: &Cell| wire::Cell { row: cell.row, col: cell.col };
            wire::placement::Placing::Cells(wire::Cells { cells: cells.iter().map(cell).collect() })
        }
    };
    wire::Placement { stone: Some(stone_to_wire(placement.stone, setup)), placing: Some(placing) }
}

/// Converts a placement that a team wants. A turn that is none is left for the rules to refuse (`W2`).
///
/// # Errors
/// [`Fault`]: the stone or the placing is missing, or the lot is none of the game's.
pub fn placement_from_wire(
    placement: &wire::Placement,
    setup: &Setup,
    field: &str,
) -> Result<Placement<StoneId>, Fault> {
    let stone =
        stone_from_wire(placement.stone.as_ref(), setup, "stone").map_err(|fault| fault.within(field))?;
    let placing = placing_from_wire(placement).map_err(|fault| fault.within(field))?;
    Ok(Placement { stone, placing })
}

pub(super) fn requested_placement(
    placement: &wire::Placement,
    lots: &mut LotReader<'_>,
) -> Result<Placement<StoneId>, Fault> {
    let stone = placement.stone.as_ref().ok_or_else(|| Fault::missing_field("stone"))?;
    let stone = StoneId { lot: lots.read(&stone.lot), copy: stone.copy };
    Ok(Placement { stone, placing: placing_from_wire(placement)? })
}

fn placing_from_wire(placement: &wire::Placement) -> Result<Placing, Fault> {
    Ok(match &placement.placing {
        None => return Err(Fault::missing_field("placing")),
        Some(wire::placement::Placing::Spot(spot)) => Turn::from_quarters(spot.quarter_turns)
            .map_or(Placing::BadRotation, |turn| {
                Placing::Turned(Spot { turn, at: Cell::new(spot.row, spot.col) })
            }),
        Some(wire::placement::Placing::Cells(squares)) => {
            Placing::Cells(squares.cells.iter().map(|cell| Cell::new(cell.row, cell.col)).collect())
        }
    })
}
