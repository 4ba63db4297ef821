//! The origin of an act's parts in its request, so that a refusal can point there.

use std::fmt;

use ishigaki_rules::wall::{Placement, Placing};
use ishigaki_rules::{Cell, LotId, Setup, StoneId};

use crate::names::Names;
use crate::wire;

/// The most squares that a refusal names.
const MOST_SQUARES: usize = 8;

/// Parts of a request that its act lacks: codes of unknown lots, and the lot or stone of each entry of a list
/// or wall.
///
/// `Debug` omits it, because it may contain a list (`A4`).
#[derive(Clone, Default, PartialEq, Eq)]
pub struct RequestOrigin {
    kind: EntryPath,
    requested: Vec<RequestedPlacing>,
    /// The codes behind the ids after the last lot's.
    unknown: Vec<String>,
}

#[derive(Clone, Default, PartialEq, Eq)]
enum EntryPath {
    /// Not known, or nothing that a refusal of several things could point to.
    #[default]
    Other,
    List(Vec<LotId>),
    Wall(Vec<StoneId>),
    Field(&'static str),
}

#[derive(Clone, PartialEq, Eq)]
struct RequestedPlacing {
    placement: Placement<StoneId>,
    turns: Option<u32>,
}

/// Path of a field in a request, and the entries where a list of them is meant.
pub(super) struct FieldPath {
    pub(super) field: String,
    pub(super) entries: Option<String>,
}

impl RequestOrigin {
    pub(crate) fn of_list(lots: Vec<LotId>, unknown: Vec<String>) -> Self {
        Self { kind: EntryPath::List(lots), requested: Vec::new(), unknown }
    }

    pub(crate) fn of_wall(stones: Vec<StoneId>, unknown: Vec<String>) -> Self {
        Self { kind: EntryPath::Wall(stones), requested: Vec::new(), unknown }
    }

    pub(crate) fn of_field(field: &'static str) -> Self {
        Self { kind: EntryPath::Field(field), requested: Vec::new(), unknown: Vec::new() }
    }

    pub(crate) fn with_placement(
        mut self,
        placement: &Placement<StoneId>,
        request: &wire::Placement,
    ) -> Self {
        let turns = match request.placing {
            Some(wire::placement::Placing::Spot(spot)) => Some(spot.quarter_turns),
            Some(wire::placement::Placing::Cells(_)) | None => None,
        };
        self.requested.push(RequestedPlacing { placement: placement.clone(), turns });
        self
    }

    pub(super) fn turns_of(&self, stones: &[StoneId]) -> Option<String> {
        let mut turns: Vec<u32> = self.requested_of(stones).filter_map(|requested| requested.turns).collect();
        turns.sort_unstable();
        turns.dedup();
        let turns: Vec<String> = turns.iter().map(ToString::to_string).collect();
        (!turns.is_empty()).then(|| turns.join(" "))
    }

    /// The squares of stones that are outside the frame, no more than the first few.
    pub(super) fn squares_outside(&self, setup: &Setup, stones: &[StoneId]) -> Option<String> {
        let squares = self.requested_of(stones).flat_map(|requested| requested.squares(setup));
        let outside = squares.filter(|&square| !setup.frame.contains(square)).take(MOST_SQUARES);
        let outside: Vec<String> = outside.map(|Cell { row, col }| format!("{row},{col}")).collect();
        (!outside.is_empty()).then(|| outside.join(" "))
    }

    fn requested_of(&self, stones: &[StoneId]) -> impl Iterator<Item = &RequestedPlacing> {
        self.requested.iter().filter(|requested| stones.contains(&requested.placement.stone))
    }

    pub(super) fn lot(&self, names: Names<'_>, lot: LotId) -> String {
        let beyond = lot.index().checked_sub(names.0.lots.len());
        beyond.and_then(|at| self.unknown.get(at)).cloned().unwrap_or_else(|| names.lot(lot))
    }

    pub(super) fn stone(&self, names: Names<'_>, stone: StoneId) -> String {
        format!("{}-{}", self.lot(names, stone.lot), stone.copy)
    }

    pub(super) fn lines_of(&self, lot: LotId) -> Option<String> {
        let EntryPath::List(lots) = &self.kind else { return None };
        Some(spelled(lots.iter().enumerate().filter(|(_, named)| **named == lot).map(|(at, _)| at)))
    }

    pub(super) fn lines_beyond(&self, most: u32) -> Option<String> {
        let EntryPath::List(lots) = &self.kind else { return None };
        Some(spelled((0..lots.len()).skip(usize::try_from(most).unwrap_or(usize::MAX))))
    }

    pub(super) fn of_stones(&self, stones: &[StoneId]) -> FieldPath {
        match &self.kind {
            EntryPath::Wall(placed) => {
                let entries: Vec<usize> =
                    (0..placed.len()).filter(|&at| stones.contains(&placed[at])).collect();
                let field = match entries[..] {
                    [only] => format!("placements[{only}]"),
                    _ => "placements".to_owned(),
                };
                FieldPath { field, entries: (!entries.is_empty()).then(|| spelled(entries.into_iter())) }
            }
            EntryPath::Field(field) => FieldPath { field: (*field).to_owned(), entries: None },
            EntryPath::Other | EntryPath::List(_) => {
                FieldPath { field: "placements".to_owned(), entries: None }
            }
        }
    }
}

impl RequestedPlacing {
    fn squares(&self, setup: &Setup) -> Vec<Cell> {
        let Placement { stone, placing } = &self.placement;
        match (placing, setup.lot(stone.lot)) {
            (Placing::Turned(spot), Some(lot)) => {
                let shape = lot.shape.turned(spot.turn);
                let moved = |cell: &Cell| {
                    Cell::new(cell.row.saturating_add(spot.at.row), cell.col.saturating_add(spot.at.col))
                };
                shape.cells().iter().map(moved).collect()
            }
            (Placing::Cells(cells), _) => cells.clone(),
            (Placing::Turned(_), None) | (Placing::BadRotation, _) => Vec::new(),
        }
    }
}

fn spelled(places: impl Iterator<Item = usize>) -> String {
    places.map(|at| at.to_string()).collect::<Vec<_>>().join(" ")
}

impl fmt::Debug for RequestOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestOrigin").finish_non_exhaustive()
    }
}
