//! Beam search: keeps and extends the most promising walls of each number of free squares.
//!
//! Awkward stones used early, few holes, and a smooth border of the free area are promising. It proves
//! nothing.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::board::{PartialBoard, SquareDecision};
use crate::choice::narrowest;
use crate::endgame::Endgame;
use crate::exact::Goal;
use crate::grid::Pos;
use crate::lessons::{ABOUT, Sample};
use crate::orientation::OrientedPlacement;
use crate::random::Random;
use crate::regions::{RegionSurvey, Regions, Waste, is_whole_around};
use crate::taste::{CostWeights, RowFeatures};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Narrow,
    Rising,
}

/// Candidates kept per extended draft, because many have a square that nothing can cover, which shows only
/// when they are extended.
const SPARE: usize = 2;

#[derive(Clone, Copy, Debug)]
pub(crate) struct EndgameConditions {
    /// Free squares below which endgames are tried; above, the lists of placements are too long.
    pub(crate) free: usize,
    pub(crate) most_work: u64,
    pub(crate) fill_work: u64,
}

impl EndgameConditions {
    /// For beams with little knowledge of good remaining stones.
    pub(crate) const EARLY: Self = Self { free: 112, most_work: 20_000, fill_work: 0 };

    /// For beams with that knowledge: choosing among drafts then gains more than trying all endgames.
    pub(crate) const LATE: Self = Self { free: 90, most_work: 100_000, fill_work: 0 };
}

const PIECE: u64 = 1;
const BEGINNING: u64 = 20;

const MOST_WAYS: usize = 128;

#[derive(Clone, Copy, Debug)]
struct PartialFill {
    cost: f32,
    kept: f32,
    hash: u64,
    /// Index of the previous choice in the trail, from 1.
    before: u32,
    choice: Option<SquareDecision>,
}

#[derive(Clone, Copy)]
struct Parent {
    at: u32,
    kept: f32,
    rim: f32,
}

#[derive(Clone, Copy)]
struct ChoiceEffect {
    free: usize,
    kept: f32,
    rim: f32,
    colour: f32,
    hash: u64,
}

pub(crate) struct Beam<'a, 'b> {
    board: &'b mut PartialBoard<'a>,
    goal: Goal,
    order: Order,
    weights: CostWeights,
    regions: Regions,
    survey: RegionSurvey,
    endgame: Endgame,
    trail: Vec<(u32, SquareDecision)>,
    drafts: Vec<Vec<PartialFill>>,
    /// Indexed by free squares: the cost above which a draft isn't kept.
    limits: Vec<f32>,
    row_costs: Vec<f32>,
    ways: Vec<OrientedPlacement>,
    path: Vec<u32>,
    start: usize,
    pub(crate) steps: u64,
    pub(crate) least_free: usize,
    pub(crate) frequencies: Vec<(u32, u32)>,
    pub(crate) ends: Vec<(f32, u32)>,
    pub(crate) ending: EndgameConditions,
    full_used: &'b AtomicU32,
    pub(crate) samples: Vec<Sample>,
}

impl<'a, 'b> Beam<'a, 'b> {
    pub(crate) fn new(
        board: &'b mut PartialBoard<'a>,
        goal: Goal,
        order: Order,
        weights: CostWeights,
        full_used: &'b AtomicU32,
    ) -> Self {
        let kinds = board.left.len();
        Self {
            start: board.depth(),
            drafts: vec![Vec::new(); board.free as usize + 1],
            limits: vec![f32::INFINITY; board.free as usize + 1],
            row_costs: Vec::new(),
            ways: Vec::new(),
            board,
            goal,
            order,
            weights,
            regions: Regions::default(),
            survey: RegionSurvey::default(),
            endgame: Endgame::default(),
            trail: Vec::new(),
            path: Vec::new(),
            steps: 0,
            least_free: usize::MAX,
            frequencies: vec![(0, 0); kinds],
            ends: vec![(0.0, 0); kinds],
            ending: EndgameConditions::EARLY,
            full_used,
            samples: Vec::new(),
        }
    }

    /// Runs with `width` drafts of each size; `found` gets promising boards, the best last, and returns
    /// whether to stop.
    pub(crate) fn run(
        &mut self,
        width: usize,
        random: &mut Random,
        stop: &dyn Fn() -> bool,
        found: &mut dyn FnMut(&PartialBoard<'a>) -> bool,
    ) {
        let first = self.board.free as usize;
        self.drafts[first].push(PartialFill { cost: 0.0, kept: 0.0, hash: 0, before: 0, choice: None });
        for free in (0..=first).rev() {
            let mut drafts = std::mem::take(&mut self.drafts[free]);
            let most = self.width_at(free, width);
            if !drafts.is_empty() {
                self.least_free = self.least_free.min(free);
            }
            thin_out(&mut drafts, most * SPARE);
            let mut alive = 0;
            for draft in &drafts {
                if alive == most {
                    break;
                }
                let at = self.note(draft);
                self.show(at);
                if stop() {
                    found(self.board);
                    self.board.rewind(self.start);
                    return;
                }
                if self.goal.empty == 0 && free <= self.ending.free && Endgame::takes(self.board) {
                    if self.finish(found) {
                        self.board.rewind(self.start);
                        return;
                    }
                    continue;
                }
                let is_end = !self.grow(*draft, at, width, random);
                alive += usize::from(!is_end);
                if (is_end || free == 0) && found(self.board) {
                    self.board.rewind(self.start);
                    return;
                }
            }
        }
        self.board.rewind(self.start);
    }

    fn finish(&mut self, found: &mut dyn FnMut(&PartialBoard<'a>) -> bool) -> bool {
        let (before, hope) = (self.endgame.work, self.endgame.hope);
        let is_over = self.endgame.search(
            self.board,
            (self.ending.most_work, self.ending.fill_work),
            self.full_used.load(Ordering::Relaxed),
            found,
        );
        let sample = self.sample(self.endgame.hope - hope);
        self.samples.push(sample);
        self.steps += BEGINNING + (self.endgame.work - before) * PIECE;
        for &(kind, count) in &self.endgame.counts {
            let end = &mut self.ends[usize::from(kind)];
            *end = (end.0 - (count as f32 + 0.5).ln(), end.1 + 1);
        }
        if is_over {
            return true;
        }
        let least = self.endgame.least_free() as usize;
        if least < self.least_free {
            self.least_free = least;
            let depth = self.board.depth();
            for &put in self.endgame.deepest() {
                self.board.lay(put);
            }
            let is_over = found(self.board);
            self.board.rewind(depth);
            return is_over;
        }
        false
    }

    fn sample(&self, hope: f64) -> Sample {
        let board = &*self.board;
        let RowFeatures { rim, dead_ends, thin, corners } = RowFeatures::of_all(&board.free_rows);
        let figures = [board.free, rim, dead_ends, thin, corners].map(f64::from);
        let mut about = [0.0; ABOUT];
        about[..figures.len()].copy_from_slice(&figures);
        let left = (0..).zip(&board.left);
        let kinds: Vec<u16> =
            left.flat_map(|(kind, &count)| std::iter::repeat_n(kind, usize::from(count))).collect();
        about[ABOUT - 1] = kinds.iter().map(|&kind| f64::from(self.weights.guess[usize::from(kind)])).sum();
        Sample { about, kinds, hope }
    }

    /// Loss of a run, in logarithms: the distance of its endgames from the end, or else the fewest free
    /// squares. Less is better.
    pub(crate) fn loss(&self) -> f32 {
        if self.endgame.promise > 0.0 {
            (self.steps as f64 / self.endgame.promise).ln() as f32
        } else {
            1000.0 + self.least_free as f32
        }
    }

    /// Few drafts at first, where nothing is lost yet, twice as many in the end; fewer before endgames, so
    /// that more drafts get there.
    fn width_at(&self, free: usize, width: usize) -> usize {
        let open = free as f32 / self.drafts.len() as f32;
        let share = if self.goal.empty == 0 { (1.0 - 0.97 * open).powi(2) } else { 1.0 - 0.95 * open };
        ((2.0 * width as f32 * share) as usize).max(1)
    }

    fn note(&mut self, draft: &PartialFill) -> u32 {
        if let Some(choice) = draft.choice {
            self.trail.push((draft.before, choice));
            self.trail.len() as u32
        } else {
            0
        }
    }

    fn show(&mut self, last: u32) {
        let mut path = Vec::new();
        let mut at = last;
        while at > 0 {
            path.push(at);
            at = self.trail[at as usize - 1].0;
        }
        path.reverse();
        let same = path.iter().zip(&self.path).take_while(|(a, b)| a == b).count();
        self.board.rewind(self.start + same);
        for &at in &path[same..] {
            self.board.choose(self.trail[at as usize - 1].1);
        }
        self.path = path;
    }

    fn grow(&mut self, draft: PartialFill, at: u32, width: usize, random: &mut Random) -> bool {
        if self.check_fallen() {
            return false;
        }
        let Some(square) = self.square(random) else { return false };
        let mut ways = std::mem::take(&mut self.ways);
        ways.clear();
        self.board.each_cover(square, |put| {
            ways.push(put);
            true
        });
        if self.order == Order::Rising {
            ways.retain(|&put| self.board.is_carried(put));
        }
        self.learn(&ways);
        // If very many stones fit, some of them suffice.
        for at in 0..ways.len().min(MOST_WAYS) {
            let other = at + random.below(ways.len() - at);
            ways.swap(at, other);
        }
        ways.truncate(MOST_WAYS);
        let rows = &self.board.free_rows;
        self.row_costs.clear();
        self.row_costs.extend((0..=rows.len()).map(|row| self.weights.rows(rows, row, row + 1)));
        let from = Parent { at, kept: draft.kept, rim: self.row_costs.iter().sum() };
        self.survey.take(self.board, &mut self.regions);
        let mut grown = false;
        for &put in &ways {
            grown |= self.add(from, SquareDecision::Lay(put), width, random);
        }
        self.ways = ways;
        let is_top = self.board.prepared.grid.row(square) == self.board.prepared.grid.top_row;
        if self.board.holes < self.goal.empty && (!is_top || self.board.top_holes < self.goal.top_gaps) {
            grown |= self.add(from, SquareDecision::GiveUp(square), width, random);
        }
        grown
    }

    fn square(&self, random: &mut Random) -> Option<Pos> {
        match self.order {
            Order::Narrow => narrowest(self.board, 4, random.next() as u32).map(|(square, _)| square),
            Order::Rising => {
                let rows = self.board.free_rows.iter().enumerate();
                let (row, bits) = rows.rev().find(|(_, bits)| **bits != 0)?;
                Some(self.board.prepared.grid.pos(row, bits.trailing_zeros() as usize))
            }
        }
    }

    fn learn(&mut self, ways: &[OrientedPlacement]) {
        let mut last = u16::MAX;
        for &put in ways {
            let kind = self.board.prepared.orient(put).kind;
            if kind != last {
                self.frequencies[usize::from(kind)].0 += 1;
                last = kind;
            }
        }
        for (frequencies, &left) in self.frequencies.iter_mut().zip(&self.board.left) {
            frequencies.1 += u32::from(left > 0);
        }
    }

    fn add(&mut self, from: Parent, choice: SquareDecision, width: usize, random: &mut Random) -> bool {
        self.steps += 1;
        let after = match choice {
            SquareDecision::Lay(put) => self.after_stone(from, put),
            SquareDecision::GiveUp(pos) => self.after_hole(from, pos),
        };
        let cost = after.kept + after.rim + after.colour + self.weights.noise * random.unit();
        // Expensive ones are skipped, although they might still succeed.
        if cost >= self.limits[after.free] {
            return true;
        }
        let Some(lost) = self.lost(choice) else { return false };
        let cost = cost + self.weights.hole * lost as f32;
        let most = self.width_at(after.free, width) * SPARE;
        let drafts = &mut self.drafts[after.free];
        let hash = after.hash;
        drafts.push(PartialFill { cost, kept: after.kept, hash, before: from.at, choice: Some(choice) });
        if drafts.len() >= most * 3 {
            thin_out(drafts, most);
            if drafts.len() == most {
                self.limits[after.free] = drafts[most - 1].cost;
            }
        }
        true
    }

    /// Leaves the board unchanged.
    fn after_stone(&self, from: Parent, put: OrientedPlacement) -> ChoiceEffect {
        let (board, prepared) = (&*self.board, self.board.prepared);
        let orient = prepared.orient(put);
        let (first, col) = (prepared.grid.row(put.pos), prepared.grid.col(put.pos) - orient.lead);
        let free = &board.free_rows;
        let row = |at: usize| {
            let stone =
                at.checked_sub(first).and_then(|at| orient.rows.get(at)).map_or(0, |bits| bits << col);
            free.get(at).map_or(0, |row| row & !stone)
        };
        let (start, end) =
            (first.saturating_sub(1), (first + orient.rows.len() + 1).min(self.row_costs.len()));
        let before: f32 = self.row_costs[start..end].iter().sum();
        let mut rim = from.rim - before;
        let (mut up, mut here) = (start.checked_sub(1).map_or(0, row), row(start));
        for at in start..end {
            let down = row(at + 1);
            rim += self.weights.row(up, here, down);
            (up, here) = (here, down);
        }
        ChoiceEffect {
            free: board.free as usize - orient.offsets.len(),
            kept: from.kept - self.weights.keep[usize::from(orient.kind)],
            rim,
            colour: {
                let size = prepared.kinds[usize::from(orient.kind)].imbalance;
                let squared = board.colours.squared - size * size;
                self.weights.colour(board.colours.free - prepared.imbalance(put), squared)
            },
            hash: board.hash_after(put),
        }
    }

    /// Leaves the board unchanged.
    fn after_hole(&mut self, from: Parent, pos: Pos) -> ChoiceEffect {
        let first = self.board.prepared.grid.row(pos);
        let (start, end) = (first.saturating_sub(1), (first + 2).min(self.row_costs.len()));
        let before: f32 = self.row_costs[start..end].iter().sum();
        self.board.give_up(pos);
        let rim = from.rim - before + self.weights.rows(&self.board.free_rows, start, end);
        let after = ChoiceEffect {
            free: self.board.free as usize,
            kept: from.kept + self.weights.hole,
            rim,
            colour: self.weights.colour(self.board.colours.free, self.board.colours.squared),
            hash: self.board.hash,
        };
        self.board.undo();
        after
    }

    /// Returns the number of free squares that must stay empty after this choice; `None` if the goal doesn't
    /// allow it or a stone can never be supported. The support of other stones is checked when the draft is
    /// extended.
    fn lost(&mut self, choice: SquareDecision) -> Option<u32> {
        if let SquareDecision::Lay(put) = choice {
            if self.goal.empty == 0 && !self.colours_after(put) {
                return None;
            }
            if self.needs_support() && !self.board.may_be_carried(put) {
                return None;
            }
            if is_whole_around(self.board, put) {
                let lost = self.survey.without(self.board, put);
                return (self.board.holes + lost <= self.goal.empty).then_some(lost);
            }
        }
        self.board.choose(choice);
        let waste = self.regions.waste(self.board, false);
        self.board.undo();
        match waste {
            Waste::AtLeast(lost) => {
                let holes = self.board.holes + u32::from(matches!(choice, SquareDecision::GiveUp(_)));
                (holes + lost <= self.goal.empty).then_some(lost)
            }
            Waste::Fallen => None,
        }
    }

    fn colours_after(&self, put: OrientedPlacement) -> bool {
        let (prepared, colours) = (self.board.prepared, &self.board.colours);
        let sum = colours.sum - prepared.kinds[usize::from(prepared.orient(put).kind)].imbalance;
        (colours.free - prepared.imbalance(put)).unsigned_abs() <= sum
    }

    fn needs_support(&self) -> bool {
        self.order == Order::Narrow && (self.goal.empty > 0 || self.board.prepared.overhang)
    }

    fn check_fallen(&mut self) -> bool {
        self.needs_support()
            && match self.regions.waste(self.board, true) {
                Waste::AtLeast(lost) => self.board.holes + lost > self.goal.empty,
                Waste::Fallen => true,
            }
    }
}

fn thin_out(drafts: &mut Vec<PartialFill>, width: usize) {
    drafts.sort_unstable_by(|a, b| {
        a.hash.cmp(&b.hash).then(a.cost.total_cmp(&b.cost)).then(a.before.cmp(&b.before))
    });
    drafts.dedup_by_key(|draft| draft.hash);
    drafts.sort_unstable_by(|a, b| a.cost.total_cmp(&b.cost).then(a.hash.cmp(&b.hash)));
    drafts.truncate(width);
}
