//! The plan: pieces in the draft that aren't won yet.

use ishigaki_rules::StoneId;
use ishigaki_rules::wall::Spot;

use super::{Piece, PieceGrid, Workshop};

impl Workshop {
    /// Returns how many planned pieces could become stones that are won and not placed.
    pub fn realisable(&self) -> usize {
        let mut left = self.hand.unlaid(&self.owned, &self.layout);
        let planned = self.layout.keys().filter(|piece| piece.is_planned());
        let has_stone = |piece: &&Piece| {
            let at = left.iter().position(|stone| stone.lot == piece.lot());
            at.map(|at| left.remove(at)).is_some()
        };
        planned.filter(has_stone).count()
    }

    /// Turns planned pieces into won stones as far as the team's own stones support them (`W3`), and returns
    /// their number.
    pub fn realise(&mut self) -> usize {
        let before = self.layout.clone();
        let mut made = 0;
        while let Some((planned, stone, spot)) = self.next_real() {
            self.layout.remove(&planned);
            self.layout.insert(Piece::Own(stone), spot);
            made += 1;
        }
        if made > 0 {
            self.history.keep(&before);
            self.moving = None;
        }
        self.refresh();
        made
    }

    fn next_real(&self) -> Option<(Piece, StoneId, Spot)> {
        let unlaid = self.hand.unlaid(&self.owned, &self.layout);
        self.layout.iter().filter(|(piece, _)| piece.is_planned()).find_map(|(&planned, &spot)| {
            let stone = *unlaid.iter().find(|stone| stone.lot == planned.lot())?;
            let shape = self.shape(planned)?;
            let rejections =
                PieceGrid::without(&self.site, &self.layout, Piece::Own(stone)).rejections(shape, spot);
            (!rejections.iter().any(|rejection| self.bars(rejection))).then_some((planned, stone, spot))
        })
    }
}
