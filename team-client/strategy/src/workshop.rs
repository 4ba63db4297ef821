//! Workshop of a team: a draft of its wall, and a plan with stones that it hasn't won.
//!
//! Based on the rules of a wall (`W1`–`W5`): where the selected stone fits, why not elsewhere, the history,
//! and the difference from the server's wall. Every change updates all derived state, so that reading is
//! cheap.
//!
//! Planned stones are in the same draft. They don't block or support stones, count only in
//! [`Workshop::count_with_plan`], and are never submitted.

mod board;
mod delta;
mod fill;
mod history;
mod plan;
mod rejection;
mod site;
mod tray_selection;

use std::collections::BTreeSet;

use ishigaki_client::team::WallChange;
use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Cell, Shape, StoneId, Turn};

pub use board::PieceGrid;
pub use delta::DeltaStep;
pub use fill::{Fill, Filled};
pub use rejection::PieceRejection;
pub use site::{Piece, PieceLayout, Site, StoneLayout, WallTotals};
pub use tray_selection::{Tray, TraySelection};

use delta::{delta, first_possible};
use history::LayoutHistory;

/// A draft of a team's wall, and the selected stone above it.
#[derive(Clone, Debug)]
pub struct Workshop {
    site: Site,
    owned: BTreeSet<StoneId>,
    /// The server's wall.
    wall: StoneLayout,
    /// The wall that the draft was based on.
    base: StoneLayout,
    layout: PieceLayout,
    history: LayoutHistory,
    hand: TraySelection,
    moving: Option<Piece>,
    turn: Turn,
    at: Cell,
    /// True if the position was pointed at explicitly.
    is_put: bool,
    found: DerivedState,
}

#[derive(Clone, Debug, Default)]
struct DerivedState {
    places: Vec<Cell>,
    reach: Vec<bool>,
    rejections: Vec<PieceRejection>,
    loose: BTreeSet<Piece>,
    draft: WallTotals,
    with_plan: WallTotals,
    steps: Vec<DeltaStep>,
}

/// Effect of a new wall of the server on the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallUpdate {
    None,
    /// The draft was equal to the wall, and follows it.
    Followed,
    /// The draft stays, and is now based on an outdated wall.
    Elsewhere,
}

impl Workshop {
    /// Returns the empty workshop of a team.
    pub fn new(site: Site) -> Self {
        let mut workshop = Self {
            hand: TraySelection::new(&site),
            owned: BTreeSet::new(),
            wall: StoneLayout::new(),
            base: StoneLayout::new(),
            layout: PieceLayout::new(),
            history: LayoutHistory::default(),
            moving: None,
            turn: Turn::None,
            at: Cell { row: site.frame().bottom_row(), col: 0 },
            is_put: false,
            found: DerivedState::default(),
            site,
        };
        workshop.refresh();
        workshop
    }

    /// Returns the frame and the stones' shapes.
    pub fn site(&self) -> &Site {
        &self.site
    }

    /// Returns all pieces in the draft, planned ones included.
    pub fn layout(&self) -> &PieceLayout {
        &self.layout
    }

    /// Returns the team's own stones in the draft, which can be submitted.
    pub fn draft(&self) -> StoneLayout {
        self.layout.iter().filter_map(|(piece, &spot)| Some((piece.own()?, spot))).collect()
    }

    /// Returns the server's wall.
    pub fn wall(&self) -> &StoneLayout {
        &self.wall
    }

    /// Returns the stones and lots to choose from.
    pub fn hand(&self) -> &TraySelection {
        &self.hand
    }

    /// Returns the selected piece: one from the tray, or one being moved.
    pub fn held(&self) -> Option<Piece> {
        self.moving.or_else(|| self.hand.chosen(&self.layout))
    }

    /// Returns whether the selected piece is in the draft and being moved.
    pub fn is_moving(&self) -> bool {
        self.moving.is_some()
    }

    /// Returns the position of the selected piece: rotation, least row and column.
    pub fn spot(&self) -> Spot {
        Spot { turn: self.turn, at: self.at }
    }

    /// Returns the squares of the selected piece, or else the square pointed at.
    pub fn ghost(&self) -> Vec<Cell> {
        self.held().map_or_else(|| vec![self.at], |piece| self.site.squares(piece, self.spot()))
    }

    /// Returns the places where the selected piece fits in this rotation, by least row and column.
    pub fn places(&self) -> &[Cell] {
        &self.found.places
    }

    /// Returns whether the selected piece can cover this square in this rotation.
    pub fn is_in_reach(&self, cell: Cell) -> bool {
        self.site.frame().index(cell).and_then(|at| self.found.reach.get(at)).copied().unwrap_or(false)
    }

    /// Returns why the selected piece can't be placed at its position.
    pub fn rejections(&self) -> &[PieceRejection] {
        &self.found.rejections
    }

    /// Returns whether the selected piece can be placed at its position.
    pub fn can_lay(&self) -> bool {
        self.held().is_some() && !self.found.rejections.iter().any(|rejection| self.bars(rejection))
    }

    /// Returns whether the selected piece is planned, and another one of its lot is planned on exactly these
    /// squares.
    pub fn is_planned_here(&self) -> bool {
        let Some(held) = self.held().filter(|piece| piece.is_planned()) else { return false };
        let cells = |piece, spot| self.site.squares(piece, spot).into_iter().collect::<BTreeSet<Cell>>();
        let here = cells(held, self.spot());
        let twins = self
            .layout
            .iter()
            .filter(|(piece, _)| piece.is_planned() && piece.lot() == held.lot() && **piece != held);
        twins.into_iter().any(|(&piece, &spot)| cells(piece, spot) == here)
    }

    /// Returns the unsupported pieces (`W3`).
    pub fn loose(&self) -> &BTreeSet<Piece> {
        &self.found.loose
    }

    /// Returns the figures of the draft without the plan.
    pub fn count(&self) -> WallTotals {
        self.found.draft
    }

    /// Returns the figures of the draft if all planned stones were won.
    pub fn count_with_plan(&self) -> WallTotals {
        self.found.with_plan
    }

    /// Returns the differences between the draft and the server's wall.
    pub fn steps(&self) -> &[DeltaStep] {
        &self.found.steps
    }

    /// Returns whether the draft differs from the server's wall.
    pub fn differs(&self) -> bool {
        !self.found.steps.is_empty()
    }

    /// Returns whether the draft is based on an outdated wall and differs from the server's.
    pub fn is_overtaken(&self) -> bool {
        self.base != self.wall && self.differs()
    }

    /// Returns the first piece that the ghost touches, by row, then column; a moved piece itself.
    pub fn under(&self) -> Option<Piece> {
        if self.moving.is_some() {
            return self.moving;
        }
        let mut cells = self.ghost();
        cells.sort_unstable();
        let squares = |(&piece, &spot)| (piece, self.site.squares(piece, spot));
        let laid: Vec<(Piece, Vec<Cell>)> = self.layout.iter().map(squares).collect();
        cells
            .iter()
            .find_map(|cell| laid.iter().find(|(_, squares)| squares.contains(cell)))
            .map(|found| found.0)
    }

    /// Moves the ghost within the frame's drawing.
    pub fn go(&mut self, rows: i32, cols: i32) {
        self.at = Cell { row: self.at.row.saturating_add(rows), col: self.at.col.saturating_add(cols) };
        self.update_rejections();
    }

    /// Rotates the selected piece clockwise by quarters.
    pub fn turn(&mut self, quarters: u32) {
        self.turn = Turn::from_quarters((self.turn.quarters() + quarters) % 4).unwrap_or_default();
        self.search();
    }

    /// Moves to the next place where the selected piece fits, lowest first, or back, cyclically. Returns
    /// whether there is one.
    pub fn next_place(&mut self, is_back: bool) -> bool {
        let key = |cell: &Cell| (-cell.row, cell.col);
        let mut places = self.found.places.clone();
        places.sort_unstable_by_key(key);
        let here = key(&self.at);
        let next = if is_back {
            places.iter().rev().find(|cell| key(cell) < here).or(places.last())
        } else {
            places.iter().find(|cell| key(cell) > here).or(places.first())
        };
        let Some(&next) = next else { return false };
        self.at = next;
        self.update_rejections();
        true
    }

    /// Selects the next or previous piece of the tray; a moved piece is released.
    pub fn choose(&mut self, is_back: bool) {
        self.moving = None;
        self.hand.step(is_back, &self.owned, &self.layout);
        self.turn = Turn::None;
        self.search();
        self.settle();
    }

    /// Switches between the stones in hand and the lots for planning.
    pub fn change_tray(&mut self) {
        self.moving = None;
        self.hand.change_tray();
        self.turn = Turn::None;
        self.search();
        self.settle();
    }

    /// Releases a piece being moved, which stays in place. Returns whether there was one.
    pub fn let_go(&mut self) -> bool {
        let was = self.moving.take().is_some();
        self.is_put = false;
        self.search();
        was
    }

    /// Selects a piece: one in the draft is moved, any other comes from the tray. Returns whether it exists.
    pub fn hold(&mut self, piece: Piece) -> bool {
        if let Some(&spot) = self.layout.get(&piece) {
            self.moving = Some(piece);
            (self.turn, self.at) = (spot.turn, spot.at);
            self.search();
            return true;
        }
        let is_there = match piece {
            Piece::Own(stone) => self.owned.contains(&stone),
            Piece::Planned { lot, .. } => self.site.shape(lot).is_some(),
        };
        if is_there && (self.moving.is_some() || self.hand.chosen(&self.layout) != Some(piece)) {
            self.moving = None;
            self.hand.take(piece);
            self.turn = Turn::None;
            self.search();
            self.settle();
        }
        is_there
    }

    /// Sets the ghost's position within the frame's drawing.
    pub fn put(&mut self, spot: Spot) {
        (self.turn, self.at) = (spot.turn, spot.at);
        self.is_put = true;
        self.search();
    }

    /// Returns the places where the selected piece fits, by rotation.
    pub fn all_places(&self) -> [Vec<Cell>; 4] {
        let Some((piece, shape)) = self.held().and_then(|piece| Some((piece, self.shape(piece)?))) else {
            return Default::default();
        };
        let board = PieceGrid::without(&self.site, &self.layout, piece);
        Turn::ALL.map(|turn| board.places(shape, turn))
    }

    /// Returns the team's stones that are not in the draft.
    pub fn unlaid(&self) -> Vec<StoneId> {
        self.hand.unlaid(&self.owned, &self.layout)
    }

    /// Selects the piece under the ghost to move it; it stays in place until it is placed again. Returns
    /// whether there is one.
    pub fn take_up(&mut self) -> bool {
        let Some((piece, &spot)) = self.under().and_then(|piece| Some((piece, self.layout.get(&piece)?)))
        else {
            return false;
        };
        self.moving = Some(piece);
        (self.turn, self.at) = (spot.turn, spot.at);
        self.search();
        true
    }

    /// Places the selected piece; with `is_loose` even if it or a stone that rested on it becomes
    /// unsupported, which can't be submitted. Overlapping planned pieces are removed. Returns whether it was
    /// placed.
    pub fn lay(&mut self, is_loose: bool) -> bool {
        let Some(piece) = self.held() else { return false };
        let bars =
            |rejection: &PieceRejection| rejection.is_geometry() || (!is_loose && self.bars(rejection));
        if self.found.rejections.iter().any(bars) {
            return false;
        }
        self.history.keep(&self.layout);
        let (spot, cells) = (self.spot(), self.ghost());
        for displaced in PieceGrid::without(&self.site, &self.layout, piece).displaced(&cells) {
            self.layout.remove(&displaced);
        }
        self.layout.insert(piece, spot);
        (self.moving, self.is_put) = (None, false);
        self.refresh();
        // The next one of the lot keeps the rotation.
        if self.held().is_none_or(|next| next.lot() != piece.lot()) {
            self.turn = Turn::None;
        }
        self.search();
        self.settle();
        true
    }

    /// Removes the piece under the ghost and selects it; with `is_all` also everything that only it supports.
    /// `None` if there is no piece.
    ///
    /// # Errors
    /// The rejection that prevents it.
    pub fn take_out(&mut self, is_all: bool) -> Option<Result<Piece, PieceRejection>> {
        let piece = self.under()?;
        let spot = *self.layout.get(&piece)?;
        let resting = PieceGrid::without(&self.site, &self.layout, piece).resting();
        if !resting.is_empty() && !is_all && self.site.refuses_loose() {
            return Some(Err(PieceRejection::LeavesLoose { pieces: resting }));
        }
        self.history.keep(&self.layout);
        self.layout.remove(&piece);
        if is_all {
            self.layout.retain(|piece, _| !resting.contains(piece));
        }
        self.moving = None;
        self.hand.take(piece);
        (self.turn, self.at) = (spot.turn, spot.at);
        self.refresh();
        Some(Ok(piece))
    }

    /// Restores the position of the selected piece: a moved piece, or one at an invalid position. Returns the
    /// piece, if any.
    pub fn put_back(&mut self) -> Option<Piece> {
        let held = self.held()?;
        if let Some(piece) = self.moving.take() {
            let was_moved = self.layout.get(&piece) != Some(&self.spot());
            self.is_put = false;
            self.search();
            return was_moved.then_some(piece);
        }
        if !std::mem::take(&mut self.is_put) || self.can_lay() {
            return None;
        }
        self.turn = Turn::None;
        self.search();
        self.settle();
        Some(held)
    }

    /// Undoes the last change, and returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.moving = None;
        let was = self.history.undo(&mut self.layout);
        self.drop_unknown_stones();
        was
    }

    /// Redoes the last undone change, and returns whether there was one.
    pub fn redo(&mut self) -> bool {
        self.moving = None;
        let was = self.history.redo(&mut self.layout);
        self.drop_unknown_stones();
        was
    }

    /// Sets the team's stones and the server's wall; `own` is the change submitted from here.
    pub fn update(
        &mut self,
        owned: &BTreeSet<StoneId>,
        wall: &StoneLayout,
        own: Option<&WallChange>,
    ) -> WallUpdate {
        let mut news = WallUpdate::None;
        if self.wall != *wall {
            let was_untouched = !self.differs();
            let was_seen = self.base == self.wall;
            self.wall.clone_from(wall);
            if own.is_some_and(|own| own.is_done(wall)) {
                match own {
                    Some(own) if !was_seen => own.apply(&mut self.base),
                    _ => self.base.clone_from(wall),
                }
            } else if was_untouched {
                self.take(wall.clone());
                self.history = LayoutHistory::default();
                news = WallUpdate::Followed;
            } else if self.draft() == *wall {
                self.base.clone_from(wall);
            } else {
                news = WallUpdate::Elsewhere;
            }
        } else if self.owned == *owned {
            return news;
        }
        let held = self.held();
        self.owned.clone_from(owned);
        self.drop_unknown_stones();
        if self.held() != held {
            self.settle();
        }
        news
    }

    /// Replaces the draft by the server's wall; the plan stays where it doesn't overlap.
    pub fn take_wall(&mut self) {
        self.history.keep(&self.layout);
        self.take(self.wall.clone());
        self.refresh();
    }

    /// Replaces draft and plan by the final wall: no more changes are possible (`W6`).
    pub fn close(&mut self) {
        (self.layout, self.history) = (PieceLayout::new(), LayoutHistory::default());
        self.take(self.wall.clone());
        self.refresh();
    }

    /// Bases the draft on the server's current wall.
    pub fn rest_on_wall(&mut self) {
        self.base.clone_from(&self.wall);
    }

    /// Returns the next single step towards the draft that the server would accept, preferably of the stone
    /// under the ghost. `None` without such a step, even if a whole wall could be submitted (`W5`).
    pub fn next_step(&self) -> Option<DeltaStep> {
        let here = self.under().and_then(Piece::own);
        let mut steps = self.found.steps.clone();
        steps.sort_by_key(|step| Some(step.stone()) != here);
        first_possible(&self.site, &self.wall, &steps)
    }

    /// Returns whether the server would accept the whole draft (`W5`).
    pub fn can_be_sent(&self) -> bool {
        self.site.would_stand(&self.draft())
    }

    fn bars(&self, rejection: &PieceRejection) -> bool {
        self.site.refuses_loose() || rejection.is_geometry()
    }

    fn shape(&self, piece: Piece) -> Option<&Shape> {
        self.site.shape(piece.lot())
    }

    fn take(&mut self, laid: StoneLayout) {
        let own: PieceLayout = laid.iter().map(|(&stone, &spot)| (Piece::Own(stone), spot)).collect();
        let covered: BTreeSet<Cell> =
            own.iter().flat_map(|(&piece, &spot)| self.site.squares(piece, spot)).collect();
        let site = &self.site;
        self.layout.retain(|&piece, spot| {
            piece.is_planned() && !site.squares(piece, *spot).iter().any(|cell| covered.contains(cell))
        });
        self.layout.extend(own);
        self.base = laid;
        self.moving = None;
    }

    /// Removes stones that the team doesn't have, which an old layout may contain.
    fn drop_unknown_stones(&mut self) {
        let owned = &self.owned;
        self.layout.retain(|piece, _| piece.own().is_none_or(|stone| owned.contains(&stone)));
        self.refresh();
    }

    fn refresh(&mut self) {
        self.moving = self.moving.filter(|piece| self.layout.contains_key(piece));
        self.hand.refresh(&self.owned, &self.layout);
        let (draft, mut loose) = self.site.count(&self.layout, false);
        let (with_plan, unplanned) = self.site.count(&self.layout, true);
        loose.extend(unplanned);
        let steps = delta(&self.wall, &self.draft());
        self.found = DerivedState { loose, draft, with_plan, steps, ..DerivedState::default() };
        self.search();
    }

    fn search(&mut self) {
        let mut reach = vec![false; self.site.frame().grid_len()];
        let mut places = Vec::new();
        if let Some((piece, shape)) = self.held().and_then(|piece| Some((piece, self.shape(piece)?))) {
            let board = PieceGrid::without(&self.site, &self.layout, piece);
            places = board.places(shape, self.turn);
            let turned = shape.turned(self.turn);
            for &at in &places {
                for cell in site::moved(turned.cells().iter().copied(), at) {
                    if let Some(square) = self.site.frame().index(cell) {
                        reach[square] = true;
                    }
                }
            }
        }
        self.found.places = places;
        self.found.reach = reach;
        self.update_rejections();
    }

    /// Moves a newly selected piece to a place where it fits: the lowest, leftmost one, in this rotation or
    /// the next possible.
    fn settle(&mut self) {
        if self.held().is_none() || self.can_lay() {
            return;
        }
        let (turn, at) = (self.turn, self.at);
        for quarters in 0..4 {
            self.turn = Turn::from_quarters((turn.quarters() + quarters) % 4).unwrap_or_default();
            self.search();
            let lowest = self.found.places.iter().min_by_key(|cell| (-cell.row, cell.col)).copied();
            if let Some(lowest) = lowest {
                self.at = lowest;
                return self.update_rejections();
            }
        }
        (self.turn, self.at) = (turn, at);
        self.search();
    }

    fn update_rejections(&mut self) {
        let held = self.held().and_then(|piece| Some((piece, self.shape(piece)?)));
        let (tall, wide) = held.map_or((1, 1), |(_, shape)| {
            let is_upright = matches!(self.turn, Turn::None | Turn::Half);
            if is_upright { (shape.height(), shape.width()) } else { (shape.width(), shape.height()) }
        });
        let frame = self.site.frame();
        let at = Cell {
            row: self.at.row.clamp(0, (frame.height() - tall).max(0)),
            col: self.at.col.clamp(0, (frame.width() - wide).max(0)),
        };
        let rejections = held.map_or_else(Vec::new, |(piece, shape)| {
            PieceGrid::without(&self.site, &self.layout, piece)
                .rejections(shape, Spot { turn: self.turn, at })
        });
        self.at = at;
        self.found.rejections = rejections;
    }
}

#[cfg(test)]
mod tests;
