//! Beam search: of all walls with so many free squares the most promising ones are kept and grown on.
//!
//! What is promising is weighed: awkward stones spent early, few holes, a smooth rim around what is free.
//! It proves nothing. Knows boards; not what has been found elsewhere.

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

/// Order in which free squares are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The narrowest first, stones may be laid before what carries them.
    Narrow,
    /// From the bottom up, and only stones that stand at once.
    Rising,
}

/// Number of drafts that wait for each that is grown: many have a square that nothing can cover, which shows only
/// when they are looked at.
const SPARE: usize = 2;

/// Conditions on which endgames begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndgameConditions {
    /// From how many free squares on all ends of a draft are tried: lists of all ways to lie are too long before.
    pub(crate) free: usize,
    /// Most work that the end of one draft may take.
    pub(crate) most_work: u64,
    /// Work that a full board is by itself.
    pub(crate) fill_work: u64,
}

impl EndgameConditions {
    /// For beams that know little of which stones are good to be left with.
    pub(crate) const EARLY: Self = Self { free: 112, most_work: 20_000, fill_work: 0 };

    /// For those that have learned it: choosing among drafts brings more then than trying all their ends.
    pub(crate) const LATE: Self = Self { free: 90, most_work: 100_000, fill_work: 0 };
}

/// Work of a piece of an endgame beside a step, and of beginning one.
const PIECE: u64 = 1;
const BEGINNING: u64 = 20;

/// Number of stones that are tried on a square at most.
const MOST_WAYS: usize = 128;

#[derive(Clone, Copy, Debug)]
struct PartialFill {
    /// Cost that it is compared by.
    cost: f32,
    /// The part of it that is not of the rim: stones kept, holes.
    kept: f32,
    hash: u64,
    /// The choices that led here but for the last one: the place of the last of them in the trail, counted from 1.
    before: u32,
    /// The last choice; none at the start.
    choice: Option<SquareDecision>,
}

/// Parent of a step: the fill that is grown, by its place in the trail, and what it costs.
#[derive(Clone, Copy)]
struct Parent {
    at: u32,
    kept: f32,
    rim: f32,
}

/// Effect of a choice: the state of a fill after it.
#[derive(Clone, Copy)]
struct ChoiceEffect {
    free: usize,
    kept: f32,
    rim: f32,
    colour: f32,
    hash: u64,
}

/// One run of the search.
pub(crate) struct Beam<'a, 'b> {
    board: &'b mut PartialBoard<'a>,
    goal: Goal,
    order: Order,
    weights: CostWeights,
    regions: Regions,
    survey: RegionSurvey,
    endgame: Endgame,
    /// The choices that led to drafts that were grown, each with the place of the one before it.
    trail: Vec<(u32, SquareDecision)>,
    drafts: Vec<Vec<PartialFill>>,
    /// By free squares, a cost that so many drafts have beaten already that a dearer one is not kept.
    limits: Vec<f32>,
    /// By row, what the rim of the draft that is grown costs.
    row_costs: Vec<f32>,
    ways: Vec<OrientedPlacement>,
    /// The choices that led to what the board shows.
    path: Vec<u32>,
    start: usize,
    pub(crate) steps: u64,
    /// The fewest free squares of a draft.
    pub(crate) least_free: usize,
    /// By kind, how often it was among the ways, and how often it was left.
    pub(crate) frequencies: Vec<(u32, u32)>,
    /// By kind, how few ways it had at the start of endgames, in logarithms summed up, and of how many endgames.
    pub(crate) ends: Vec<(f32, u32)>,
    pub(crate) ending: EndgameConditions,
    /// The most stones of a full wall that is known; 0 if none is.
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

    /// Runs with so many drafts of each size; `found` is shown boards that are worth a look, the last ones the best,
    /// and says whether to stop.
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

    /// Tries all ends of what the board shows; whether to stop.
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

    /// Returns what the endgame of the board came to.
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

    /// Returns the loss of a run, in logarithms: how near to the end its endgames came for each step, or, if there were none,
    /// by the fewest free squares. Less is better.
    pub(crate) fn loss(&self) -> f32 {
        if self.endgame.promise > 0.0 {
            (self.steps as f64 / self.endgame.promise).ln() as f32
        } else {
            1000.0 + self.least_free as f32
        }
    }

    /// Returns the number of drafts of a size that are grown: few at first, where nothing is lost yet, twice as many
    /// as asked for in the end. Where endgames follow it is fewer still, so that more drafts get there.
    fn width_at(&self, free: usize, width: usize) -> usize {
        let open = free as f32 / self.drafts.len() as f32;
        let share = if self.goal.empty == 0 { (1.0 - 0.97 * open).powi(2) } else { 1.0 - 0.95 * open };
        ((2.0 * width as f32 * share) as usize).max(1)
    }

    /// Writes a draft's last choice down; its place in the trail.
    fn note(&mut self, draft: &PartialFill) -> u32 {
        if let Some(choice) = draft.choice {
            self.trail.push((draft.before, choice));
            self.trail.len() as u32
        } else {
            0
        }
    }

    /// Makes the board show what this choice led to.
    fn show(&mut self, last: u32) {
        let mut path = Vec::new();
        let mut at = last;
        while at > 0 {
            path.push(at);
            at = self.trail[at as usize - 1].0;
        }
        path.reverse();
        let same = path.iter().zip(&self.path).take_while(|(one, other)| one == other).count();
        self.board.rewind(self.start + same);
        for &at in &path[same..] {
            self.board.choose(self.trail[at as usize - 1].1);
        }
        self.path = path;
    }

    /// Adds the drafts that follow from what the board shows; whether there are any.
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
        // Where a great many stones fit, some of them will do.
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

    /// Adds what follows from one choice; whether anything can become of it.
    fn add(&mut self, from: Parent, choice: SquareDecision, width: usize, random: &mut Random) -> bool {
        self.steps += 1;
        let after = match choice {
            SquareDecision::Lay(put) => self.after_stone(from, put),
            SquareDecision::GiveUp(pos) => self.after_hole(from, pos),
        };
        let cost = after.kept + after.rim + after.colour + self.weights.noise * random.unit();
        // Dear ones are not even looked at; something may still become of them.
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

    /// Returns what laying a stone makes of the draft; the board is left as it is.
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

    /// Returns what giving a square up makes of the draft; the board is left as it is.
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

    /// Returns the number of free squares that must stay empty after this choice, unless that is more than the goal has
    /// room for or a stone can never be carried. What carries the others is looked into only once the draft is grown.
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

    /// Returns whether the stones left can still make up for the colours of the squares left.
    fn colours_after(&self, put: OrientedPlacement) -> bool {
        let (prepared, colours) = (self.board.prepared, &self.board.colours);
        let sum = colours.sum - prepared.kinds[usize::from(prepared.orient(put).kind)].imbalance;
        (colours.free - prepared.imbalance(put)).unsigned_abs() <= sum
    }

    /// Returns whether what lies could fail to stand in the end.
    fn needs_support(&self) -> bool {
        self.order == Order::Narrow && (self.goal.empty > 0 || self.board.prepared.overhang)
    }

    /// Checks whether some stone of the draft can never stand, or too much can never be covered.
    fn check_fallen(&mut self) -> bool {
        self.needs_support()
            && match self.regions.waste(self.board, true) {
                Waste::AtLeast(lost) => self.board.holes + lost > self.goal.empty,
                Waste::Fallen => true,
            }
    }
}

/// Keeps the best drafts, and of those with the same free squares and stones one.
fn thin_out(drafts: &mut Vec<PartialFill>, width: usize) {
    drafts.sort_unstable_by(|one, other| {
        one.hash.cmp(&other.hash).then(one.cost.total_cmp(&other.cost)).then(one.before.cmp(&other.before))
    });
    drafts.dedup_by_key(|draft| draft.hash);
    drafts.sort_unstable_by(|one, other| one.cost.total_cmp(&other.cost).then(one.hash.cmp(&other.hash)));
    drafts.truncate(width);
}
