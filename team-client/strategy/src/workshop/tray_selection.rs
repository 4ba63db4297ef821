//! The tray: the team's stones that are not in the draft, and every lot for planning.

use std::collections::BTreeSet;

use ishigaki_rules::{LotId, StoneId};

use super::site::{Piece, PieceLayout, Site};

/// A tray to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tray {
    Stones,
    Lots,
}

/// Choice in each tray.
#[derive(Clone, Debug)]
pub struct TraySelection {
    tray: Tray,
    stone: Option<StoneId>,
    lot: LotId,
    lots: usize,
}

impl TraySelection {
    pub(super) fn new(site: &Site) -> Self {
        Self { tray: Tray::Stones, stone: None, lot: LotId(0), lots: site.lots().count() }
    }

    /// Returns the current tray.
    pub fn tray(&self) -> Tray {
        self.tray
    }

    /// Returns the chosen stone of the team.
    pub fn stone(&self) -> Option<StoneId> {
        self.stone
    }

    /// Returns the chosen lot for planning.
    pub fn lot(&self) -> LotId {
        self.lot
    }

    /// Returns the stones that are not in the draft.
    pub fn unlaid(&self, owned: &BTreeSet<StoneId>, layout: &PieceLayout) -> Vec<StoneId> {
        owned.iter().copied().filter(|&stone| !layout.contains_key(&Piece::Own(stone))).collect()
    }

    pub(super) fn chosen(&self, layout: &PieceLayout) -> Option<Piece> {
        match self.tray {
            Tray::Stones => self.stone.map(Piece::Own),
            Tray::Lots if self.lots == 0 => None,
            Tray::Lots => Some(self.planned(layout)),
        }
    }

    fn planned(&self, layout: &PieceLayout) -> Piece {
        let piece = |number| Piece::Planned { lot: self.lot, number };
        let free = (1..=u32::MAX).map(piece).find(|piece| !layout.contains_key(piece));
        free.unwrap_or(Piece::Planned { lot: self.lot, number: u32::MAX })
    }

    pub(super) fn change_tray(&mut self) {
        self.tray = match self.tray {
            Tray::Stones => Tray::Lots,
            Tray::Lots => Tray::Stones,
        };
    }

    pub(super) fn take(&mut self, piece: Piece) {
        match piece {
            Piece::Own(stone) => (self.tray, self.stone) = (Tray::Stones, Some(stone)),
            Piece::Planned { lot, .. } => (self.tray, self.lot) = (Tray::Lots, lot),
        }
    }

    pub(super) fn step(&mut self, is_back: bool, owned: &BTreeSet<StoneId>, layout: &PieceLayout) {
        match self.tray {
            Tray::Stones => {
                let unlaid = self.unlaid(owned, layout);
                let at = unlaid.iter().position(|stone| Some(*stone) == self.stone);
                self.stone = at.and_then(|at| unlaid.get(stepped(at, is_back, unlaid.len()))).copied();
            }
            Tray::Lots => self.lot = LotId::at(stepped(self.lot.index(), is_back, self.lots)),
        }
    }

    /// Keeps the choice valid: after a stone is placed, the next one is chosen.
    pub(super) fn refresh(&mut self, owned: &BTreeSet<StoneId>, layout: &PieceLayout) {
        let unlaid = self.unlaid(owned, layout);
        let next = unlaid.iter().find(|stone| Some(**stone) >= self.stone).or(unlaid.last());
        self.stone = next.copied();
    }
}

fn stepped(at: usize, is_back: bool, count: usize) -> usize {
    let count = count.max(1);
    (at + if is_back { count - 1 } else { 1 }) % count
}
