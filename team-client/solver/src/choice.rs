//! Choice of the next free square: the one with the fewest placements.
//!
//! Counting placements is expensive, so only the narrowest squares are counted.

use crate::board::PartialBoard;
use crate::grid::Pos;

/// Returns the free square with the fewest placements among the `tries` narrowest, and their number.
pub(crate) fn narrowest(board: &PartialBoard<'_>, tries: usize, salt: u32) -> Option<(Pos, u32)> {
    let mut candidates = [(u32::MAX, 0, 0); 8];
    let tries = tries.clamp(1, candidates.len());
    collect(board, &mut candidates[..tries], salt);
    let mut best: Option<(Pos, u32)> = None;
    for &(openness, row, col) in &candidates[..tries] {
        if openness == u32::MAX {
            break;
        }
        let pos = board.prepared.grid.pos(row, col);
        let most = best.map_or(u32::MAX, |(_, count)| count);
        let mut count = 0;
        board.each_cover(pos, |_| {
            count += 1;
            count < most
        });
        if count < most {
            best = Some((pos, count));
        }
        if count == 0 {
            break;
        }
    }
    best
}

fn collect(board: &PartialBoard<'_>, candidates: &mut [(u32, usize, usize)], salt: u32) {
    let rows = &board.free_rows;
    let row_at = |row: usize| rows.get(row).copied().unwrap_or(0);
    for row in 0..rows.len() {
        let free = rows[row];
        if free == 0 {
            continue;
        }
        let (up, down) = (row.checked_sub(1).map_or(0, row_at), row_at(row + 1));
        // Squares with at most two free neighbours. Every region has some.
        let (left, right) = (free << 1, free >> 1);
        let three = (up & down & (left | right)) | (left & right & (up | down));
        let mut narrow = free & !three;
        while narrow != 0 {
            let col = narrow.trailing_zeros() as usize;
            narrow &= narrow - 1;
            let openness = openness(rows, row, col) << 8 | tie(row, col, salt);
            insert(candidates, (openness, row, col));
        }
    }
}

fn openness(rows: &[u64], row: usize, col: usize) -> u32 {
    const MASKS: [u64; 5] = [0b01110, 0b11111, 0b11111, 0b11111, 0b01110];
    const NEAR: [u64; 5] = [0, 0b00100, 0b01010, 0b00100, 0];
    let mut openness = 0;
    for (at, (mask, near)) in MASKS.into_iter().zip(NEAR).enumerate() {
        let Some(&bits) = (row + at).checked_sub(2).and_then(|row| rows.get(row)) else { continue };
        let window = if col >= 2 { bits >> (col - 2) } else { bits << (2 - col) };
        openness += (window & mask).count_ones() + 6 * (window & near).count_ones();
    }
    openness
}

fn tie(row: usize, col: usize, salt: u32) -> u32 {
    ((row * 64 + col) as u32 ^ salt).wrapping_mul(0x9E37_79B1) >> 24
}

fn insert(candidates: &mut [(u32, usize, usize)], candidate: (u32, usize, usize)) {
    let Some(last) = candidates.last_mut() else { return };
    if candidate.0 >= last.0 {
        return;
    }
    *last = candidate;
    let mut at = candidates.len() - 1;
    while at > 0 && candidates[at].0 < candidates[at - 1].0 {
        candidates.swap(at, at - 1);
        at -= 1;
    }
}
