//! Between the rules' types and the wire.
//!
//! `*_to_wire` cannot fail; `*_from_wire` and [`act`] give a [`Fault`] that names the field. The wire names
//! lots and teams by their codes, so most of these need the game's [`Setup`]. Nothing here panics, whatever
//! comes in; whether something is allowed is the rules' to say.

pub mod act;
mod auction;
mod clock;
mod derived;
mod event;
mod history;
mod proof;
mod setup;
mod wall;

use ishigaki_rules::{LotId, Setup, StoneId, TeamId};

use crate::fault::Fault;
use crate::wire;

pub use act::Asked;
pub use auction::{bids_from_wire, bids_to_wire, raises_from_wire, raises_to_wire};
pub use clock::{clock_to_wire, phase_to_wire};
pub use derived::{derived, settlement_to_wire, standings_to_wire};
pub use event::{
    actor_from_wire, actor_to_wire, count_from_wire, count_to_wire, event_from_wire, event_to_wire,
    stones_from_wire,
};
pub use history::opened_round_to_wire;
pub use proof::{attach_receipt, bytes_from_wire};
pub use setup::{setup_from_wire, setup_to_wire};
pub use wall::{placement_from_wire, placement_to_wire, spot_from_wire, spot_to_wire};

/// A stone as the wire names it.
pub fn stone_to_wire(stone: StoneId, setup: &Setup) -> wire::Stone {
    wire::Stone { lot: Names(setup).lot(stone.lot), copy: stone.copy }
}

/// The stone that the wire names; the field is named in the fault.
pub fn stone_from_wire(stone: Option<&wire::Stone>, setup: &Setup, field: &str) -> Result<StoneId, Fault> {
    let stone = stone.ok_or_else(|| Fault::missing_field(field))?;
    let lot = Names(setup).find_lot(&stone.lot, &format!("{field}.lot"))?;
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

    /// The codes that are none of the game's.
    pub(crate) fn into_unknown(self) -> Vec<String> {
        self.unknown
    }
}

/// Codes for ids and back, in one game.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a>(pub(crate) &'a Setup);

impl Names<'_> {
    /// The code of a team. One that the game does not have gets its number, so that a fault can name it.
    pub(crate) fn team(self, team: TeamId) -> String {
        self.0.team(team).map_or_else(|| unknown(team.0), |team| team.code.clone())
    }

    /// The code of a lot, as [`Names::team`].
    pub(crate) fn lot(self, lot: LotId) -> String {
        self.0.lot(lot).map_or_else(|| unknown(lot.0), |lot| lot.code.clone())
    }

    /// A stone as people and figures name it: `L-2`.
    pub(crate) fn stone(self, stone: StoneId) -> String {
        format!("{}-{}", self.lot(stone.lot), stone.copy)
    }

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

    /// The code of the lot that is as good as meant: it differs in the case or the width of letters only.
    pub(crate) fn similar_lot(self, code: &str) -> Option<String> {
        let is_similar = |known: &&str| known.chars().map(plain).eq(code.chars().map(plain));
        self.0.lots.iter().map(|lot| lot.code.as_str()).find(is_similar).map(str::to_owned)
    }
}

/// A letter or a sign without its case and width.
fn plain(letter: char) -> char {
    let code = u32::from(letter);
    let narrow = match code {
        0xff01..=0xff5e => char::from_u32(code - 0xfee0).unwrap_or(letter),
        _ => letter,
    };
    narrow.to_ascii_lowercase()
}

fn unknown(number: u32) -> String {
    format!("#{}", u64::from(number) + 1)
}

/// A number that counts from 1, where 0 says that it is missing.
fn counted(number: u32, field: &str) -> Result<u32, Fault> {
    if number == 0 { Err(Fault::missing_field(field)) } else { Ok(number) }
}
