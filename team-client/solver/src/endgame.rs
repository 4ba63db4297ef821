//! Endgame: exact cover of the last free squares with bit sets of placements.
//!
//! All remaining placements are listed once, and for each square those that cover it; each step removes those
//! that overlap the new stone. The square with the fewest placements, or the stone that must be used and has
//! fewer, is next. Complete unless cut short.

use crate::board::PartialBoard;
use crate::grid::Pos;
use crate::orientation::OrientedPlacement;

pub(crate) const MOST_SQUARES: u32 = 128;

/// Placements that count as the work of one step.
const WAYS: u64 = 64;

const MOST_COUNTED: u32 = 8;

const MOST_WAYS: usize = u16::MAX as usize;

#[derive(Debug, Default)]
pub(crate) struct Endgame {
    places: Vec<(u8, u128)>,
    longest: usize,
    runs: Vec<u64>,
    ways: Vec<OrientedPlacement>,
    squares: Vec<u128>,
    kinds: Vec<u8>,
    ranges: Vec<(usize, usize)>,
    words: usize,
    covers: Vec<u64>,
    open: Vec<u64>,
    left: Vec<(u16, u32)>,
    pub(crate) counts: Vec<(u16, u32)>,
    laid: Vec<OrientedPlacement>,
    deepest: Vec<OrientedPlacement>,
    least_free: u32,
    spare: u32,
    end: u64,
    fill_work: u64,
    least_laid: u32,
    pub(crate) work: u64,
    /// Measure of progress to the end: each step without a dead end counts eight times as much as one with
    /// ten more free squares.
    pub(crate) promise: f64,
    /// Like `promise`, with a factor of four, so that more steps contribute.
    pub(crate) hope: f64,
}

enum Next {
    Dead,
    Square(usize),
    Kind(usize),
}

impl Endgame {
    pub(crate) fn takes(board: &PartialBoard<'_>) -> bool {
        let kinds = board.left.iter().filter(|&&count| count > 0).count();
        board.free <= MOST_SQUARES && kinds <= MOST_SQUARES as usize && board.area_left >= board.free
    }

    /// Searches for covers of all free squares, within `work` steps, where each full board costs `fill_work`;
    /// `found` gets each with more than `used` stones and returns whether to stop. Returns whether it did.
    /// The board is restored.
    pub(crate) fn search<'a>(
        &mut self,
        board: &mut PartialBoard<'a>,
        (most_work, fill_work): (u64, u64),
        used: u32,
        found: &mut dyn FnMut(&PartialBoard<'a>) -> bool,
    ) -> bool {
        self.fill_work = fill_work;
        self.least_laid = (used + 1).saturating_sub(board.laid.len() as u32);
        self.end = self.work.saturating_add(most_work);
        self.laid.clear();
        self.least_free = board.free;
        self.deepest.clear();
        self.spare = board.area_left - board.free;
        let free = self.list(board);
        self.step(board, 0, free, found)
    }

    pub(crate) fn least_free(&self) -> u32 {
        self.least_free
    }

    pub(crate) fn deepest(&self) -> &[OrientedPlacement] {
        &self.deepest
    }

    fn list(&mut self, board: &PartialBoard<'_>) -> u128 {
        let (prepared, grid) = (board.prepared, &board.prepared.grid);
        self.places.resize(grid.len, (0, 0));
        let (mut free, mut next) = (0, 1_u128);
        let rows = board.free_rows.iter().enumerate().filter(|(_, bits)| **bits != 0);
        let (mut first, mut last) = (usize::MAX, 0);
        for (row, &bits) in rows {
            (first, last) = (first.min(row), row);
            for col in columns(bits) {
                self.places[usize::from(grid.pos(row, col))] = (next.trailing_zeros() as u8, next);
                free |= next;
                next <<= 1;
            }
        }
        self.ways.clear();
        self.squares.clear();
        self.kinds.clear();
        self.left.clear();
        self.counts.clear();
        self.find_runs(board, first, last);
        let mut kind = u16::MAX;
        for (turn, orient) in prepared.orients.iter().enumerate() {
            let count = board.left[usize::from(orient.kind)];
            if count == 0 {
                continue;
            }
            if kind != orient.kind {
                kind = orient.kind;
                self.counts.push((kind, 0));
                self.left.push((count, orient.offsets.len() as u32));
            }
            let before = self.ways.len();
            for row in first..(last + 2).saturating_sub(orient.rows.len()) {
                let mut lies = u64::MAX;
                for &(at, count, col) in &orient.runs {
                    lies &= self.runs[(row + at) * self.longest + count - 1] >> col;
                    if lies == 0 {
                        break;
                    }
                }
                for col in columns(lies) {
                    let put = OrientedPlacement {
                        orient: turn as u16,
                        pos: grid.pos(row, col + orient.lead) as Pos,
                    };
                    if prepared.may_lie(put) {
                        self.ways.push(put);
                        self.kinds.push(self.left.len() as u8 - 1);
                    }
                }
            }
            if let Some(last) = self.counts.last_mut() {
                last.1 += (self.ways.len() - before) as u32;
            }
        }
        self.sort(board, free);
        free
    }

    fn find_runs(&mut self, board: &PartialBoard<'_>, first: usize, last: usize) {
        if self.longest == 0 {
            let counts =
                board.prepared.orients.iter().flat_map(|orient| &orient.runs).map(|(_, count, _)| *count);
            self.longest = counts.max().unwrap_or(1);
            self.runs = vec![0; board.free_rows.len() * self.longest];
        }
        for row in first..(last + 1).min(board.free_rows.len()) {
            let free = board.free_rows[row];
            let mut run = free;
            for (at, runs) in self.runs[row * self.longest..][..self.longest].iter_mut().enumerate() {
                *runs = run;
                run &= free.checked_shr(at as u32 + 1).unwrap_or(0);
            }
        }
    }

    fn sort(&mut self, board: &PartialBoard<'_>, free: u128) {
        let all = self.ways.len().min(MOST_WAYS);
        self.words = all.div_ceil(64);
        self.covers.clear();
        self.covers.resize(free.count_ones() as usize * self.words, 0);
        self.open.clear();
        self.open.resize(self.words, 0);
        self.ranges.clear();
        self.ranges.resize(self.left.len(), (0, 0));
        for (way, (&put, &kind)) in self.ways.iter().zip(&self.kinds).take(all).enumerate() {
            let (word, bit) = (way / 64, 1 << (way % 64));
            let mut squares = 0;
            for place in board.prepared.squares(put) {
                let (square, mask) = self.places[place];
                squares |= mask;
                self.covers[usize::from(square) * self.words + word] |= bit;
            }
            self.squares.push(squares);
            self.open[word] |= bit;
            let range = &mut self.ranges[usize::from(kind)];
            // Placements of one kind are adjacent.
            *range = (if range.1 == 0 { way } else { range.0 }, way + 1);
        }
    }

    fn step<'a>(
        &mut self,
        board: &mut PartialBoard<'a>,
        depth: usize,
        free: u128,
        found: &mut dyn FnMut(&PartialBoard<'a>) -> bool,
    ) -> bool {
        let open = &self.open[depth * self.words..][..self.words];
        self.work += 1 + open.iter().map(|word| u64::from(word.count_ones())).sum::<u64>() / WAYS;
        let left = free.count_ones();
        if left < self.least_free {
            self.least_free = left;
            self.deepest.clone_from(&self.laid);
        }
        if free == 0 && (self.laid.len() as u32) < self.least_laid {
            self.work += self.fill_work;
            return false;
        }
        if free == 0 {
            let depth = board.depth();
            for &put in &self.laid {
                board.lay(put);
            }
            let is_over = found(board);
            board.rewind(depth);
            self.work += self.fill_work;
            return is_over;
        }
        let next = self.next(depth, free);
        if let Next::Dead = next {
            return false;
        }
        let left = f64::from(left);
        self.promise += (-0.3 * left).exp2();
        self.hope += (-0.2 * left).exp2();
        for word in 0..self.words {
            let mut due = self.due(depth, word, &next);
            while due != 0 {
                let way = word * 64 + due.trailing_zeros() as usize;
                due &= due - 1;
                if self.work >= self.end {
                    return false;
                }
                let (squares, kind) = (self.squares[way], usize::from(self.kinds[way]));
                self.left[kind].0 -= 1;
                self.keep(depth, squares, (self.left[kind].0 == 0).then_some(kind));
                self.laid.push(self.ways[way]);
                let is_over = self.step(board, depth + 1, free & !squares, found);
                self.laid.pop();
                self.left[kind].0 += 1;
                if is_over {
                    return true;
                }
            }
        }
        false
    }

    fn due(&self, depth: usize, word: usize, next: &Next) -> u64 {
        let open = self.open[depth * self.words + word];
        match *next {
            Next::Square(square) => open & self.covers[square * self.words + word],
            Next::Kind(kind) => open & within(self.ranges[kind], word),
            Next::Dead => 0,
        }
    }

    fn keep(&mut self, depth: usize, taken: u128, gone: Option<usize>) {
        let (start, words) = (depth * self.words, self.words);
        if self.open.len() < start + 2 * words {
            self.open.resize(start + 2 * words, 0);
        }
        let (before, after) = self.open[start..start + 2 * words].split_at_mut(words);
        after.copy_from_slice(before);
        for square in bits(taken) {
            for (open, cover) in after.iter_mut().zip(&self.covers[square * words..][..words]) {
                *open &= !cover;
            }
        }
        if let Some(range) = gone.map(|kind| self.ranges[kind]).filter(|(from, to)| from < to) {
            let first = range.0 / 64;
            for (word, open) in (first..).zip(&mut after[first..=(range.1 - 1) / 64]) {
                *open &= !within(range, word);
            }
        }
    }

    fn next(&self, depth: usize, free: u128) -> Next {
        let open = &self.open[depth * self.words..][..self.words];
        let (mut fewest, mut narrowest) = (MOST_COUNTED, free.trailing_zeros() as usize);
        for square in bits(free) {
            let cover = &self.covers[square * self.words..][..self.words];
            let count = counted(open.iter().zip(cover).map(|(open, cover)| open & cover), fewest);
            if count == 0 {
                return Next::Dead;
            }
            if count < fewest {
                (fewest, narrowest) = (count, square);
            }
        }
        // Stones without a placement stay unused; the others must suffice.
        let (mut lost, mut scarce) = (0, None);
        for (kind, (&(left, area), &range)) in self.left.iter().zip(&self.ranges).enumerate() {
            if left == 0 {
                continue;
            }
            let words = if range.0 < range.1 { range.0 / 64..(range.1 - 1) / 64 + 1 } else { 0..0 };
            let ways = words.map(|word| open[word] & within(range, word));
            let count = counted(ways, fewest.max(u32::from(left)));
            if count < u32::from(left) {
                lost += area * (u32::from(left) - count);
            }
            if left == 1 && count < fewest && area > self.spare {
                (fewest, scarce) = (count, Some(kind));
            }
        }
        if lost > self.spare {
            return Next::Dead;
        }
        scarce.map_or(Next::Square(narrowest), Next::Kind)
    }
}

fn counted(words: impl Iterator<Item = u64>, most: u32) -> u32 {
    let mut count = 0;
    for mut word in words {
        while word != 0 {
            count += 1;
            if count >= most {
                return count;
            }
            word &= word - 1;
        }
    }
    count
}

fn within((from, to): (usize, usize), word: usize) -> u64 {
    let below = |end: usize| match end.saturating_sub(word * 64) {
        end @ 0..64 => (1_u64 << end) - 1,
        _ => u64::MAX,
    };
    below(to) & !below(from)
}

fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        place
    })
}

fn columns(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let col = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        col
    })
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::{Cell, Frame, Shape};

    use super::Endgame;
    use crate::board::PartialBoard;
    use crate::{Problem, prepared::PreparedProblem};

    fn prepared(rows: &[&str], stones: &[&[(i32, i32)]]) -> PreparedProblem {
        let shapes =
            stones.iter().map(|cells| Shape::new(cells.iter().map(|&(row, col)| Cell::new(row, col))));
        PreparedProblem::new(
            &Problem::new(Frame::parse(rows).unwrap(), shapes.map(Result::unwrap).collect()).unwrap(),
        )
    }

    /// How many ways to cover all squares are shown, and the fewest squares that were free.
    fn fills(prepared: &PreparedProblem) -> (usize, u32) {
        let (mut board, mut endgame, mut count) = (PartialBoard::new(prepared), Endgame::default(), 0);
        endgame.search(&mut board, (u64::MAX, 0), 0, &mut |board| {
            assert_eq!(board.free, 0);
            count += 1;
            false
        });
        assert_eq!((board.laid.len(), board.free as usize), (0, prepared.grid.cells.len()));
        (count, endgame.least_free())
    }

    const DOMINO: &[(i32, i32)] = &[(0, 0), (0, 1)];
    const BEND: &[(i32, i32)] = &[(0, 0), (1, 0), (1, 1)];
    const TEE: &[(i32, i32)] = &[(0, 0), (0, 1), (0, 2), (1, 1)];

    #[test]
    fn each_fill_is_visited_once() {
        // As many as there are ways to tile 2x4 with dominoes; stones that stay over change nothing.
        assert_eq!(fills(&prepared(&["####", "####"], &[DOMINO; 4])), (5, 0));
        assert_eq!(fills(&prepared(&["####", "####"], &[DOMINO; 6])), (5, 0));
        // Two bends fill 2x3 in two ways; a tee that fits too must stay over.
        assert_eq!(fills(&prepared(&["###", "###"], &[BEND, BEND])), (2, 0));
        assert_eq!(fills(&prepared(&["###", "###"], &[BEND, BEND, TEE])), (2, 0));
    }

    #[test]
    fn unfillable_frame_yields_no_fill() {
        let (count, least_free) = fills(&prepared(&["####", "####"], &[TEE, TEE]));
        assert_eq!((count, least_free), (0, 4));
    }

    #[test]
    fn little_work_ends_early() {
        let prepared = prepared(&["####", "####"], &[DOMINO; 4]);
        let (mut board, mut endgame) = (PartialBoard::new(&prepared), Endgame::default());
        let is_over = endgame.search(&mut board, (1, 0), 0, &mut |_| true);
        assert!(!is_over && board.laid.is_empty());
    }
}
