//! Placements that cover one square, as a tree, so that stones with the same first squares are tried
//! together.
//!
//! The squares are sorted by distance, so that in a narrow place most placements fail together at the first
//! step.

use crate::grid::{Grid, Pos, shifted};
use crate::orientation::{Orientation, OrientedPlacement};

/// Tree with parents before children, so that a failed node is skipped by a jump.
#[derive(Debug)]
pub(crate) struct Covers {
    nodes: Vec<CoverNode>,
    ways: Vec<Covering>,
}

#[derive(Debug)]
struct CoverNode {
    offset: i32,
    after: u32,
    ways: (u32, u32),
    kinds: u64,
}

#[derive(Clone, Copy, Debug)]
struct Covering {
    kind: u16,
    orient: u16,
    first: i32,
    /// True if the tree doesn't contain all its squares.
    is_long: bool,
}

/// Maximum depth of the tree; remaining squares are tried one by one.
const DEEPEST: usize = 16;

/// Returns the bit of a kind. Kinds share the 64 bits.
pub(crate) fn bit_of(kind: u16) -> u64 {
    1 << (kind % 64)
}

impl Covers {
    pub(crate) fn new(grid: &Grid, orients: &[Orientation]) -> Self {
        let mut ways = Vec::new();
        for (at, orient) in orients.iter().enumerate() {
            for &anchor in &orient.offsets {
                let mut keys: Vec<(i32, i32)> =
                    orient.offsets.iter().map(|&offset| key(grid, offset - anchor)).collect();
                keys.sort_unstable();
                let is_long = keys.len() > DEEPEST;
                keys.truncate(DEEPEST);
                ways.push((keys, Covering { kind: orient.kind, orient: at as u16, first: -anchor, is_long }));
            }
        }
        ways.sort_by(|(a, _), (b, _)| a.cmp(b));
        let ways: Vec<(Vec<i32>, Covering)> = ways
            .into_iter()
            .map(|(keys, way)| (keys.into_iter().map(|(_, offset)| offset).collect(), way))
            .collect();
        let mut covers = Self { nodes: Vec::new(), ways: Vec::new() };
        covers.grow(&ways, 0);
        covers
    }

    /// Adds the nodes for ways that agree in their first `depth` squares.
    fn grow(&mut self, mut ways: &[(Vec<i32>, Covering)], depth: usize) {
        while let Some((first, _)) = ways.first() {
            let offset = first[depth];
            let same = ways.iter().take_while(|(offsets, _)| offsets[depth] == offset).count();
            let (here, rest) = ways.split_at(same);
            let ended = here.iter().take_while(|(offsets, _)| offsets.len() == depth + 1).count();
            let start = self.ways.len() as u32;
            self.ways.extend(here[..ended].iter().map(|(_, way)| *way));
            let kinds = here.iter().fold(0, |kinds, (_, way)| kinds | bit_of(way.kind));
            let at = self.nodes.len();
            self.nodes.push(CoverNode { offset, after: 0, ways: (start, self.ways.len() as u32), kinds });
            self.grow(&here[ended..], depth + 1);
            self.nodes[at].after = self.nodes.len() as u32;
            ways = rest;
        }
    }

    /// Calls `take` with each placement of a remaining kind on a square until it returns that it is done.
    pub(crate) fn each(
        &self,
        orients: &[Orientation],
        square: Pos,
        kinds: u64,
        left: &[u16],
        is_free: impl Fn(usize) -> bool,
        mut take: impl FnMut(OrientedPlacement) -> bool,
    ) {
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            if node.kinds & kinds == 0 || !is_free(shifted(square, node.offset)) {
                at = node.after as usize;
                continue;
            }
            for way in &self.ways[node.ways.0 as usize..node.ways.1 as usize] {
                if left[usize::from(way.kind)] == 0 {
                    continue;
                }
                let put = OrientedPlacement { orient: way.orient, pos: shifted(square, way.first) as Pos };
                let offsets = &orients[usize::from(way.orient)].offsets;
                if way.is_long && !offsets.iter().all(|&offset| is_free(shifted(put.pos, offset))) {
                    continue;
                }
                if !take(put) {
                    return;
                }
            }
            at += 1;
        }
    }
}

fn key(grid: &Grid, offset: i32) -> (i32, i32) {
    (distance(grid, offset), offset)
}

fn distance(grid: &Grid, offset: i32) -> i32 {
    let stride = grid.stride as i32;
    // Nearest row. A stone spans less than half a stride to either side, unless the frame is narrow.
    let row = (f64::from(offset) / f64::from(stride)).round() as i32;
    row.abs() + (offset - row * stride).abs()
}
