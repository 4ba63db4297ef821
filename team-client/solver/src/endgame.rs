//! The end of a fill: exact cover of the last free squares, each way to lie a mask of 128 bits.
//!
//! All ways to lie that are left are listed once; each step keeps those that do not meet what was laid. The square with
//! the fewest ways, or the stone that must be used and has fewer, is decided next. Complete unless it is cut short. Knows
//! boards; nothing of how they came about.

use crate::board::Board;
use crate::grid::Pos;
use crate::orient::Put;

/// The most free squares, and the most kinds left, that are searched.
pub(crate) const MOST_SQUARES: u32 = 128;

/// How many ways are as much work as a step by itself.
const WAYS: u64 = 64;

/// Searches again and again in the same memory.
#[derive(Debug, Default)]
pub(crate) struct Endgame {
    /// By place in the grid, the bit that stands for it.
    bits: Vec<u128>,
    /// All ways to lie.
    ways: Vec<Put>,
    /// The squares of each.
    squares: Vec<u128>,
    /// The kind of each, as `left` counts them.
    kinds: Vec<u8>,
    /// By step, one after the other, the ways that are left.
    lists: Vec<u16>,
    /// By kind as the masks count them: its stones left, and their squares.
    left: Vec<(u16, u32)>,
    /// The kinds of the last search, and how many ways each had at its start.
    pub(crate) counts: Vec<(u16, u32)>,
    /// The stones laid so far.
    laid: Vec<Put>,
    /// Those laid when the fewest squares were free.
    deepest: Vec<Put>,
    /// The fewest squares that were free.
    least_free: u32,
    /// How many squares the stones left have more than are free.
    spare: u32,
    end: u64,
    /// Work done so far, over all searches: one for each step, and one for each [`WAYS`] it looked through.
    pub(crate) work: u64,
    /// How near to the end all searches came: each step that was no dead end counts eight times what one with ten free
    /// squares more does.
    pub(crate) promise: f64,
    /// The same, each step four times what one with ten free squares more counts: more of them are seen.
    pub(crate) hope: f64,
}

/// What is decided next.
enum Next {
    /// Nothing helps any more.
    Dead,
    /// One of the squares with the fewest ways.
    Square(u128),
    /// A stone that must be used.
    Kind(u8),
}

impl Endgame {
    /// Whether a board is small enough, and the stones left have enough squares.
    pub(crate) fn takes(board: &Board<'_>) -> bool {
        let kinds = board.left.iter().filter(|&&count| count > 0).count();
        board.free <= MOST_SQUARES && kinds <= MOST_SQUARES as usize && board.area_left >= board.free
    }

    /// Searches for ways to cover all free squares; `found` is shown each full board and says whether to stop. Returns
    /// whether it said so. The board is as it was afterwards.
    pub(crate) fn search<'a>(
        &mut self,
        board: &mut Board<'a>,
        most_work: u64,
        found: &mut dyn FnMut(&Board<'a>) -> bool,
    ) -> bool {
        self.end = self.work.saturating_add(most_work);
        self.laid.clear();
        self.least_free = board.free;
        self.deepest.clear();
        self.spare = board.area_left - board.free;
        let free = self.list(board);
        let all = self.ways.len().min(usize::from(u16::MAX));
        self.lists.clear();
        self.lists.extend(0..all as u16);
        self.step(board, (0, all), free, found)
    }

    /// The fewest squares that were free in the last search.
    pub(crate) fn least_free(&self) -> u32 {
        self.least_free
    }

    /// The stones that left the fewest squares free in the last search.
    pub(crate) fn deepest(&self) -> &[Put] {
        &self.deepest
    }

    /// Lists all ways to lie, kind by kind; the free squares.
    fn list(&mut self, board: &Board<'_>) -> u128 {
        let (yard, grid) = (board.yard, &board.yard.grid);
        self.bits.resize(grid.len, 0);
        let (mut free, mut next) = (0, 1_u128);
        let rows = board.free_rows.iter().enumerate().filter(|(_, bits)| **bits != 0);
        let (mut first, mut last) = (usize::MAX, 0);
        for (row, &bits) in rows {
            (first, last) = (first.min(row), row);
            for col in columns(bits) {
                self.bits[usize::from(grid.pos(row, col))] = next;
                free |= next;
                next <<= 1;
            }
        }
        self.ways.clear();
        self.squares.clear();
        self.kinds.clear();
        self.left.clear();
        self.counts.clear();
        let mut kind = u16::MAX;
        for (turn, orient) in yard.orients.iter().enumerate() {
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
                for (&bits, &free) in orient.rows.iter().zip(&board.free_rows[row..]) {
                    lies = columns(bits).fold(lies, |lies, col| lies & free >> col);
                    if lies == 0 {
                        break;
                    }
                }
                for col in columns(lies) {
                    let put = Put { orient: turn as u16, pos: grid.pos(row, col + orient.lead) as Pos };
                    if yard.may_lie(put) {
                        let squares = yard.squares(put).fold(0, |all, place| all | self.bits[place]);
                        self.ways.push(put);
                        self.squares.push(squares);
                        self.kinds.push(self.left.len() as u8 - 1);
                    }
                }
            }
            if let Some(last) = self.counts.last_mut() {
                last.1 += (self.ways.len() - before) as u32;
            }
        }
        free
    }

    fn step<'a>(
        &mut self,
        board: &mut Board<'a>,
        (start, end): (usize, usize),
        free: u128,
        found: &mut dyn FnMut(&Board<'a>) -> bool,
    ) -> bool {
        self.work += 1 + (end - start) as u64 / WAYS;
        if free.count_ones() < self.least_free {
            self.least_free = free.count_ones();
            self.deepest.clone_from(&self.laid);
        }
        if free == 0 {
            let depth = board.depth();
            for &put in &self.laid {
                board.lay(put);
            }
            let is_over = found(board);
            board.rewind(depth);
            return is_over;
        }
        let next = self.next((start, end), free);
        if let Next::Dead = next {
            return false;
        }
        let left = f64::from(free.count_ones());
        self.promise += (-0.3 * left).exp2();
        self.hope += (-0.2 * left).exp2();
        for at in start..end {
            let way = usize::from(self.lists[at]);
            let (squares, kind) = (self.squares[way], self.kinds[way]);
            let is_due = match next {
                Next::Square(square) => squares & square != 0,
                Next::Kind(due) => kind == due,
                Next::Dead => false,
            };
            if !is_due {
                continue;
            }
            if self.work >= self.end {
                return false;
            }
            self.left[usize::from(kind)].0 -= 1;
            let gone = if self.left[usize::from(kind)].0 == 0 { kind } else { u8::MAX };
            let after = self.keep((start, end), squares, gone);
            self.laid.push(self.ways[way]);
            let is_over = self.step(board, (end, after), free & !squares, found);
            self.laid.pop();
            self.left[usize::from(kind)].0 += 1;
            if is_over {
                return true;
            }
        }
        false
    }

    /// Lists the ways that meet none of these squares and are of another kind; the end of the list.
    fn keep(&mut self, (start, end): (usize, usize), taken: u128, gone: u8) -> usize {
        if self.lists.len() < 2 * end - start {
            self.lists.resize(2 * end - start, 0);
        }
        let (before, after) = self.lists.split_at_mut(end);
        let mut kept = 0;
        for &way in &before[start..] {
            let (squares, kind) = (self.squares[usize::from(way)], self.kinds[usize::from(way)]);
            after[kept] = way;
            kept += usize::from(squares & taken == 0) & usize::from(kind != gone);
        }
        end + kept
    }

    /// What to decide: of the squares, counted up to eight, and of the stones that must be used, what has the fewest ways.
    fn next(&self, (start, end): (usize, usize), free: u128) -> Next {
        // Counters of three bits for all squares at once; the fourth says that one has run over.
        let (mut ones, mut twos, mut fours, mut more) = (0_u128, 0_u128, 0_u128, 0_u128);
        let mut counts = [0_u16; MOST_SQUARES as usize];
        // Ways of one kind follow each other.
        let (mut run, mut run_kind) = (0, 0);
        for &way in &self.lists[start..end] {
            let (squares, kind) = (self.squares[usize::from(way)], self.kinds[usize::from(way)]);
            let carry = ones & squares;
            ones ^= squares;
            let carry_twos = twos & carry;
            twos ^= carry;
            more |= fours & carry_twos;
            fours ^= carry_twos;
            if kind != run_kind {
                counts[usize::from(run_kind)] = run;
                (run, run_kind) = (0, kind);
            }
            run += 1;
        }
        counts[usize::from(run_kind)] = run;
        if free & !(ones | twos | fours | more) != 0 {
            return Next::Dead;
        }
        // Stones that lie nowhere any more stay over; there must be enough of the others.
        let (mut lost, mut fewest, mut scarce) = (0, u16::MAX, 0);
        for (kind, (&(left, area), &count)) in self.left.iter().zip(&counts).enumerate() {
            if left == 0 {
                continue;
            }
            if count < left {
                lost += area * u32::from(left - count);
            }
            if left == 1 && count < fewest && area > self.spare {
                (fewest, scarce) = (count, kind as u8);
            }
        }
        if lost > self.spare {
            return Next::Dead;
        }
        let (high, low) = (fours | more, free & !(fours | more));
        let levels = [
            low & ones & !twos,
            low & twos & !ones,
            low & twos & ones,
            high & !more & !twos & !ones,
            high & !more & !twos & ones,
            high & !more & twos & !ones,
            high & !more & twos & ones,
            free,
        ];
        for (squares, count) in levels.into_iter().zip(1..) {
            if fewest < count {
                return Next::Kind(scarce);
            }
            let squares = squares & free;
            if squares != 0 {
                return Next::Square(squares & squares.wrapping_neg());
            }
        }
        Next::Dead
    }
}

/// The columns whose bits are set.
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
    use crate::board::Board;
    use crate::{Problem, yard::Yard};

    fn yard(rows: &[&str], stones: &[&[(i32, i32)]]) -> Yard {
        let shapes =
            stones.iter().map(|cells| Shape::new(cells.iter().map(|&(row, col)| Cell::new(row, col))));
        Yard::new(&Problem::new(Frame::parse(rows).unwrap(), shapes.map(Result::unwrap).collect()).unwrap())
    }

    /// How many ways to cover all squares are shown, and the fewest squares that were free.
    fn fills(yard: &Yard) -> (usize, u32) {
        let (mut board, mut endgame, mut count) = (Board::new(yard), Endgame::default(), 0);
        endgame.search(&mut board, u64::MAX, &mut |board| {
            assert_eq!(board.free, 0);
            count += 1;
            false
        });
        assert_eq!((board.laid.len(), board.free as usize), (0, yard.grid.cells.len()));
        (count, endgame.least_free())
    }

    const DOMINO: &[(i32, i32)] = &[(0, 0), (0, 1)];
    const BEND: &[(i32, i32)] = &[(0, 0), (1, 0), (1, 1)];
    const TEE: &[(i32, i32)] = &[(0, 0), (0, 1), (0, 2), (1, 1)];

    #[test]
    fn every_fill_is_shown_once() {
        // As many as there are ways to tile 2x4 with dominoes; stones that stay over change nothing.
        assert_eq!(fills(&yard(&["####", "####"], &[DOMINO; 4])), (5, 0));
        assert_eq!(fills(&yard(&["####", "####"], &[DOMINO; 6])), (5, 0));
        // Two bends fill 2x3 in two ways; a tee that fits too must stay over.
        assert_eq!(fills(&yard(&["###", "###"], &[BEND, BEND])), (2, 0));
        assert_eq!(fills(&yard(&["###", "###"], &[BEND, BEND, TEE])), (2, 0));
    }

    #[test]
    fn what_cannot_be_filled_is_shown_never() {
        let (count, least_free) = fills(&yard(&["####", "####"], &[TEE, TEE]));
        // The first tee lies; nothing covers the corner beside it.
        assert_eq!((count, least_free), (0, 4));
    }

    #[test]
    fn little_work_ends_early() {
        let yard = yard(&["####", "####"], &[DOMINO; 4]);
        let (mut board, mut endgame) = (Board::new(&yard), Endgame::default());
        let is_over = endgame.search(&mut board, 1, &mut |_| true);
        assert!(!is_over && board.laid.is_empty());
    }
}
