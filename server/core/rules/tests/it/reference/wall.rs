//! A wall as the rule text defines it (`W1` to `W5`), using only sets of squares.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_rules::wall::{WallCode, WallScore};

pub(crate) type Square = (i32, i32);
pub(crate) type Squares = BTreeSet<Square>;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ReferenceVerdict<S: Ord> {
    pub(crate) faults: BTreeMap<WallCode, BTreeSet<S>>,
    pub(crate) laid: BTreeMap<S, Squares>,
    pub(crate) score: Option<WallScore<S>>,
}

#[derive(Clone, Debug)]
pub(crate) enum ReferencePlacement {
    Turned { quarters: u32, row: i32, col: i32 },
    BadRotation,
    Squares(Vec<Square>),
}

pub(crate) fn shifted(squares: &Squares) -> Squares {
    let row = squares.iter().map(|square| square.0).min().unwrap_or(0);
    let col = squares.iter().map(|square| square.1).min().unwrap_or(0);
    squares.iter().map(|square| (square.0 - row, square.1 - col)).collect()
}

/// One clockwise quarter turn: the bottom of the left column becomes the top left.
pub(crate) fn quarter(squares: &Squares) -> Squares {
    shifted(&squares.iter().map(|&(row, col)| (col, -row)).collect())
}

pub(crate) fn turned(squares: &Squares, quarters: u32) -> Squares {
    (0..quarters).fold(shifted(squares), |squares, _| quarter(&squares))
}

pub(crate) fn turned_over(squares: &Squares) -> Squares {
    shifted(&squares.iter().map(|&(row, col)| (row, -col)).collect())
}

pub(crate) fn covered(stone: &Squares, wanted: &ReferencePlacement) -> Result<Squares, WallCode> {
    match wanted {
        ReferencePlacement::BadRotation => Err(WallCode::BadRotation),
        ReferencePlacement::Turned { quarters, row, col } => {
            Ok(turned(stone, *quarters).iter().map(|square| (square.0 + row, square.1 + col)).collect())
        }
        ReferencePlacement::Squares(list) => {
            let squares: Squares = list.iter().copied().collect();
            let looks_like = |piece: &Squares| (0..4).any(|turn| turned(piece, turn) == shifted(&squares));
            if squares.len() != list.len() || squares.is_empty() {
                Err(WallCode::ShapeMismatch)
            } else if looks_like(stone) {
                Ok(squares)
            } else if looks_like(&turned_over(stone)) {
                Err(WallCode::Mirrored)
            } else {
                Err(WallCode::ShapeMismatch)
            }
        }
    }
}

/// The stones supported by the bottom row, directly or through other stones.
pub(crate) fn standing<S: Copy + Ord>(laid: &BTreeMap<S, Squares>, bottom: i32) -> BTreeSet<S> {
    let mut standing = BTreeSet::new();
    loop {
        let carried = |stone: &S, squares: &Squares| {
            squares.iter().any(|&(row, col)| {
                let rests_on = |other: &S| other != stone && laid[other].contains(&(row + 1, col));
                row == bottom || standing.iter().any(rests_on)
            })
        };
        let more: BTreeSet<S> =
            laid.iter().filter(|(stone, squares)| carried(stone, squares)).map(|(&stone, _)| stone).collect();
        if more == standing {
            return standing;
        }
        standing = more;
    }
}

pub(crate) fn judged<S: Copy + Ord>(
    frame: &Squares,
    owned: &BTreeMap<S, Squares>,
    wanted: &[(S, ReferencePlacement)],
) -> ReferenceVerdict<S> {
    let mut faults: BTreeMap<WallCode, BTreeSet<S>> = BTreeMap::new();
    let mut laid: BTreeMap<S, Squares> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for (stone, wanted) in wanted {
        let result = match owned.get(stone) {
            None => Err(WallCode::NotOwned),
            Some(_) if !seen.insert(*stone) => Err(WallCode::DuplicateStone),
            Some(shape) => covered(shape, wanted),
        };
        match result {
            Ok(squares) => drop(laid.insert(*stone, squares)),
            Err(code) => drop(faults.entry(code).or_default().insert(*stone)),
        }
    }
    for (stone, squares) in &laid {
        if !squares.is_subset(frame) {
            faults.entry(WallCode::OutOfFrame).or_default().insert(*stone);
        }
        if laid.iter().any(|(other, theirs)| other != stone && !theirs.is_disjoint(squares)) {
            faults.entry(WallCode::Overlap).or_default().insert(*stone);
        }
    }
    if !faults.is_empty() {
        return ReferenceVerdict { faults, laid, score: None };
    }
    let bottom = frame.iter().map(|square| square.0).max().unwrap_or(0);
    let top = frame.iter().map(|square| square.0).min().unwrap_or(0);
    let stands = standing(&laid, bottom);
    let lifted: Vec<S> = laid.keys().copied().filter(|stone| !stands.contains(stone)).collect();
    if !lifted.is_empty() {
        faults.insert(WallCode::Unsupported, lifted.iter().copied().collect());
    }
    if !laid.is_empty() && !laid.values().flatten().any(|square| square.0 == bottom) {
        faults.insert(WallCode::NoBottom, BTreeSet::new());
    }
    let filled: Squares = stands.iter().flat_map(|stone| laid[stone].iter().copied()).collect();
    let empty: Vec<&Square> = frame.difference(&filled).collect();
    let number = |count: usize| u32::try_from(count).expect("few");
    let score = WallScore {
        empty: number(empty.len()),
        top_gaps: number(empty.iter().filter(|square| square.0 == top).count()),
        used: number(stands.len()),
        unused: number(owned.len() - stands.len()),
        lifted,
    };
    ReferenceVerdict { faults, laid, score: Some(score) }
}
