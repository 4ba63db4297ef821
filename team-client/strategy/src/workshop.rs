//! The team's workshop: a draft of its wall, and a plan with stones that it has not won yet.
//!
//! This room knows a frame, stones and the rules of a wall (`W1`–`W5`): where the stone that is held can lie, why it
//! cannot lie elsewhere, what was done before, and what differs from the wall that the server knows. It knows no
//! screen, no keys, no connection and no clock. Whatever changes is worked out at once, so that reading is cheap.
//!
//! Planned stones lie in the same draft. They stand in no stone's way and carry none, count only in
//! [`Workshop::count_with_plan`], and are never among what is sent.

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

/// A draft of a team's wall, and the stone that is held over it.
#[derive(Clone, Debug)]
pub struct Workshop {
    site: Site,
    owned: BTreeSet<StoneId>,
    /// The wall as the server knows it.
    wall: StoneLayout,
    /// The wall that the draft was made from, as far as whoever made it knew.
    base: StoneLayout,
    layout: PieceLayout,
    history: LayoutHistory,
    hand: TraySelection,
    /// A piece that lies in the draft and is being moved.
    moving: Option<Piece>,
    turn: Turn,
    /// The least row and column of the stone that is held.
    at: Cell,
    /// Whether somebody has pointed at where the held stone is.
    is_put: bool,
    found: DerivedState,
}

/// State that follows from the rest.
#[derive(Clone, Debug, Default)]
struct DerivedState {
    /// Places where the held piece can lie in this turn.
    places: Vec<Cell>,
    /// For each square of the grid, whether the held piece can cover it in this turn.
    reach: Vec<bool>,
    rejections: Vec<PieceRejection>,
    loose: BTreeSet<Piece>,
    draft: WallTotals,
    with_plan: WallTotals,
    steps: Vec<DeltaStep>,
}

/// Update of the wall, as it concerns the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallUpdate {
    None,
    /// The draft was the wall, and is the new one now.
    Followed,
    /// The draft stays, and the wall is another one than it was made from.
    Elsewhere,
}

impl Workshop {
    /// A workshop of a team that has nothing yet.
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

    /// The frame and the stones' shapes.
    pub fn site(&self) -> &Site {
        &self.site
    }

    /// All that lies in the draft, planned pieces among it.
    pub fn layout(&self) -> &PieceLayout {
        &self.layout
    }

    /// The team's own stones in the draft: what may be sent.
    pub fn draft(&self) -> StoneLayout {
        self.layout.iter().filter_map(|(piece, &spot)| Some((piece.own()?, spot))).collect()
    }

    /// The wall as the server knows it.
    pub fn wall(&self) -> &StoneLayout {
        &self.wall
    }

    /// The stones and lots to choose from.
    pub fn hand(&self) -> &TraySelection {
        &self.hand
    }

    /// The piece that is held over the draft: one of the hand, or one that is being moved.
    pub fn held(&self) -> Option<Piece> {
        self.moving.or_else(|| self.hand.chosen(&self.layout))
    }

    /// Returns whether the held piece lies in the draft and is being moved.
    pub fn is_moving(&self) -> bool {
        self.moving.is_some()
    }

    /// Returns the position of the held piece: its turn, and its least row and column.
    pub fn spot(&self) -> Spot {
        Spot { turn: self.turn, at: self.at }
    }

    /// The held piece's squares; without one, the square that is pointed at.
    pub fn ghost(&self) -> Vec<Cell> {
        self.held().map_or_else(|| vec![self.at], |piece| self.site.squares(piece, self.spot()))
    }

    /// Returns the places where the held piece can lie in this turn, by its least row and column.
    pub fn places(&self) -> &[Cell] {
        &self.found.places
    }

    /// Returns whether the held piece can cover this square in this turn.
    pub fn is_in_reach(&self, cell: Cell) -> bool {
        self.site.frame().index(cell).and_then(|at| self.found.reach.get(at)).copied().unwrap_or(false)
    }

    /// Returns what is wrong with the held piece lying where it is.
    pub fn rejections(&self) -> &[PieceRejection] {
        &self.found.rejections
    }

    /// Returns whether the held piece can be laid where it is.
    pub fn can_lay(&self) -> bool {
        self.held().is_some() && !self.found.rejections.iter().any(|rejection| self.bars(rejection))
    }

    /// Returns whether the held piece is planned, and another one of its lot is planned on these very squares.
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

    /// The pieces that nothing carries (`W3`).
    pub fn loose(&self) -> &BTreeSet<Piece> {
        &self.found.loose
    }

    /// Returns how the draft counts, the plan left out.
    pub fn count(&self) -> WallTotals {
        self.found.draft
    }

    /// Returns how the draft would count if all planned stones were won.
    pub fn count_with_plan(&self) -> WallTotals {
        self.found.with_plan
    }

    /// Returns what differs between the draft and the wall that the server knows.
    pub fn steps(&self) -> &[DeltaStep] {
        &self.found.steps
    }

    /// Returns whether the draft is another wall than the server's.
    pub fn differs(&self) -> bool {
        !self.found.steps.is_empty()
    }

    /// Returns whether the draft was made from another wall than the server's, and is not the server's.
    pub fn is_overtaken(&self) -> bool {
        self.base != self.wall && self.differs()
    }

    /// The first piece that the ghost touches, by row, then column; of a piece that is moved, itself.
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

    /// Moves the ghost, as far as the drawing of the frame goes.
    pub fn go(&mut self, rows: i32, cols: i32) {
        self.at = Cell { row: self.at.row.saturating_add(rows), col: self.at.col.saturating_add(cols) };
        self.look();
    }

    /// Turns the held piece by so many quarters clockwise.
    pub fn turn(&mut self, quarters: u32) {
        self.turn = Turn::from_quarters((self.turn.quarters() + quarters) % 4).unwrap_or_default();
        self.search();
    }

    /// Goes to the next place where the held piece can lie, the lowest ones first, round and round; or back. Whether
    /// there is any.
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
        self.look();
        true
    }

    /// Chooses the next piece of the hand, or the one before; lets go of one that is being moved.
    pub fn choose(&mut self, is_back: bool) {
        self.moving = None;
        self.hand.step(is_back, &self.owned, &self.layout);
        self.turn = Turn::None;
        self.search();
        self.settle();
    }

    /// Changes between the stones in hand and the lots to plan with.
    pub fn change_tray(&mut self) {
        self.moving = None;
        self.hand.change_tray();
        self.turn = Turn::None;
        self.search();
        self.settle();
    }

    /// Lets go of a piece that is being moved: it stays where it lies. Whether there was one.
    pub fn let_go(&mut self) -> bool {
        let was = self.moving.take().is_some();
        self.is_put = false;
        self.search();
        was
    }

    /// Holds a piece: one that lies in the draft is moved, any other comes from the hand. Whether there is such a piece.
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

    /// Puts the ghost somewhere, as far as the drawing of the frame goes.
    pub fn put(&mut self, spot: Spot) {
        (self.turn, self.at) = (spot.turn, spot.at);
        self.is_put = true;
        self.search();
    }

    /// Returns the places where the held piece can lie, in each turn, fewest quarters first; nowhere if none
    /// is held.
    pub fn all_places(&self) -> [Vec<Cell>; 4] {
        let Some((piece, shape)) = self.held().and_then(|piece| Some((piece, self.shape(piece)?))) else {
            return Default::default();
        };
        let board = PieceGrid::without(&self.site, &self.layout, piece);
        Turn::ALL.map(|turn| board.places(shape, turn))
    }

    /// The team's stones that do not lie in the draft.
    pub fn unlaid(&self) -> Vec<StoneId> {
        self.hand.unlaid(&self.owned, &self.layout)
    }

    /// Takes up the piece under the ghost to move it; until it is laid again it lies where it did. Whether there is one.
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

    /// Lays the held piece where it is; with `is_loose` even where nothing carries it or what rested on it: such a
    /// draft can be built further, not sent. Planned pieces that are in the way are taken out. Whether it lies.
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
        // The next one of the lot comes with the same turn.
        if self.held().is_none_or(|next| next.lot() != piece.lot()) {
            self.turn = Turn::None;
        }
        self.search();
        self.settle();
        true
    }

    /// Takes the piece under the ghost out of the draft and holds it; with `is_all` whatever only it carries, too.
    /// `None` if nothing is there; otherwise the piece, or what bars it.
    ///
    /// # Errors
    /// What bars the piece.
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

    /// Puts what is held where it was: a piece that is being moved back to where it lies, one that was put where it cannot lie
    /// back to where it can. Which; `None` if there is nothing of the kind to be taken back.
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

    /// Takes the last change back. Whether there was one.
    pub fn undo(&mut self) -> bool {
        self.moving = None;
        let was = self.history.undo(&mut self.layout);
        self.drop_strangers();
        was
    }

    /// Does again what was taken back. Whether there was anything.
    pub fn redo(&mut self) -> bool {
        self.moving = None;
        let was = self.history.redo(&mut self.layout);
        self.drop_strangers();
        was
    }

    /// The team's stones and its wall as the server knows them now; `own` is the change that was sent from here.
    pub fn attend(
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
        self.drop_strangers();
        if self.held() != held {
            self.settle();
        }
        news
    }

    /// Puts the wall that the server knows in the place of the draft; the plan stays where it is not in the way.
    pub fn take_wall(&mut self) {
        self.history.keep(&self.layout);
        self.take(self.wall.clone());
        self.refresh();
    }

    /// Puts the wall that counts in the place of draft and plan, for good: nothing can be laid any more (`W6`).
    pub fn close(&mut self) {
        (self.layout, self.history) = (PieceLayout::new(), LayoutHistory::default());
        self.take(self.wall.clone());
        self.refresh();
    }

    /// Notes that the draft is meant to replace the wall that the server knows now.
    pub fn rest_on_wall(&mut self) {
        self.base.clone_from(&self.wall);
    }

    /// The next step towards the draft that the server would take by itself: of the stone under the ghost if it
    /// would, else of any. `None` if there is none, though steps may be left that only a whole wall can make (`W5`).
    pub fn next_step(&self) -> Option<DeltaStep> {
        let here = self.under().and_then(Piece::own);
        let mut steps = self.found.steps.clone();
        steps.sort_by_key(|step| Some(step.stone()) != here);
        first_possible(&self.site, &self.wall, &steps)
    }

    /// Returns whether the server would take the draft as a whole (`W5`).
    pub fn can_be_sent(&self) -> bool {
        self.site.would_stand(&self.draft())
    }

    /// Returns whether this is refused here, not only told.
    fn bars(&self, rejection: &PieceRejection) -> bool {
        self.site.refuses_loose() || rejection.is_geometry()
    }

    fn shape(&self, piece: Piece) -> Option<&Shape> {
        self.site.shape(piece.lot())
    }

    /// Puts other own stones into the draft; what is planned stays where it is not in the way.
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

    /// Takes out stones that the team does not have: a layout of before may know of some.
    fn drop_strangers(&mut self) {
        let owned = &self.owned;
        self.layout.retain(|piece, _| piece.own().is_none_or(|stone| owned.contains(&stone)));
        self.refresh();
    }

    /// Works everything out anew after the layout or the team's stones have changed.
    fn refresh(&mut self) {
        self.moving = self.moving.filter(|piece| self.layout.contains_key(piece));
        self.hand.attend(&self.owned, &self.layout);
        let (draft, mut loose) = self.site.count(&self.layout, false);
        let (with_plan, unplanned) = self.site.count(&self.layout, true);
        loose.extend(unplanned);
        let steps = delta(&self.wall, &self.draft());
        self.found = DerivedState { loose, draft, with_plan, steps, ..DerivedState::default() };
        self.search();
    }

    /// Works out where the held piece can lie in this turn.
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
        self.look();
    }

    /// Puts a piece that has just been taken up where it can lie, if it cannot where the ghost is: the lowest place, to the
    /// left, in this turn or else in the next one that has any.
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
                return self.look();
            }
        }
        (self.turn, self.at) = (turn, at);
        self.search();
    }

    /// Keeps the ghost on the drawing, and works out what is wrong with where it is.
    fn look(&mut self) {
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
