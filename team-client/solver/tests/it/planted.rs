//! Random frames, and stones cut out of them or drawn by themselves.

use ishigaki_rules::wall::{Placement, Placing, judge};
use ishigaki_rules::{Cell, Frame, Shape, Turn};

pub(crate) struct InstanceRandom(u64);

impl InstanceRandom {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33).unwrap() % end.max(1)
    }
}

pub(crate) fn frame(rows: usize, cols: usize, gone: usize, draw: &mut InstanceRandom) -> Frame {
    let mut drawing = vec![vec!['#'; cols]; rows];
    for _ in 0..gone {
        let (row, col) = (draw.below(rows), draw.below(cols));
        // Mostly from the sides, sometimes a hole.
        let (from, to) = match draw.below(4) {
            0 => (col, col + 1),
            1 | 2 => (0, col / 2),
            _ => (cols - (cols - col) / 2, cols),
        };
        let before = drawing.clone();
        drawing[row][from..to].fill('.');
        if parse(&drawing).is_none() {
            drawing = before;
        }
    }
    parse(&drawing).unwrap()
}

pub(crate) fn stepped(rows: usize, cols: usize, draw: &mut InstanceRandom) -> Frame {
    let (mut left, mut right) = (draw.below(cols / 4 + 1), cols - draw.below(cols / 4 + 1));
    let mut drawing = Vec::new();
    for _ in 0..rows {
        drawing.push((0..cols).map(|col| if (left..right).contains(&col) { '#' } else { '.' }).collect());
        left -= draw.below(2).min(left);
        right = (right + draw.below(2)).min(cols);
    }
    parse(&drawing).unwrap()
}

pub(crate) fn pierced(rows: usize, cols: usize, openings: usize, draw: &mut InstanceRandom) -> Frame {
    let mut drawing = vec![vec!['#'; cols]; rows];
    for _ in 0..openings {
        let (tall, wide) = (1 + draw.below(2), 1 + draw.below(3));
        let (row, col) = (1 + draw.below(rows - tall - 1), 1 + draw.below(cols - wide - 1));
        let before = drawing.clone();
        for line in &mut drawing[row..row + tall] {
            line[col..col + wide].fill('.');
        }
        if parse(&drawing).is_none() {
            drawing = before;
        }
    }
    parse(&drawing).unwrap()
}

fn parse(drawing: &[Vec<char>]) -> Option<Frame> {
    Frame::parse(&drawing.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>()).ok()
}

pub(crate) fn cut(frame: &Frame, least: usize, most: usize, draw: &mut InstanceRandom) -> Vec<Shape> {
    let pieces = pieces(frame, least, most, draw);
    pieces.into_iter().map(|cells| turned(&Shape::new(cells).unwrap(), draw)).collect()
}

/// As [`cut`], but so that the wall that was cut stands (`W3`); `None` if it does not by chance.
pub(crate) fn cut_standing(
    frame: &Frame,
    least: usize,
    most: usize,
    draw: &mut InstanceRandom,
) -> Option<Vec<Shape>> {
    let pieces = pieces(frame, least, most, draw);
    let shapes: Vec<Shape> = pieces.iter().map(|cells| Shape::new(cells.iter().copied()).unwrap()).collect();
    let owned = shapes.iter().enumerate().collect();
    let cells = pieces.into_iter().map(Placing::Cells).enumerate();
    let placements: Vec<_> = cells.map(|(stone, placing)| Placement { stone, placing }).collect();
    let stands = judge(frame, &owned, &placements).faults.is_empty();
    stands.then(|| shapes.iter().map(|shape| turned(shape, draw)).collect())
}

fn pieces(frame: &Frame, least: usize, most: usize, draw: &mut InstanceRandom) -> Vec<Vec<Cell>> {
    let mut open: Vec<Cell> = frame.cells().collect();
    let mut stones: Vec<Vec<Cell>> = Vec::new();
    while !open.is_empty() {
        // The square with the fewest open neighbours first: fewer rests are cut off.
        let around = |cell: &Cell| neighbours(*cell).filter(|near| open.contains(near)).count();
        let first = *open.iter().min_by_key(|cell| (around(cell), cell.row, cell.col)).unwrap();
        let size = least + draw.below(most - least + 1);
        let mut stone = vec![first];
        while stone.len() < size {
            let mut edge: Vec<Cell> = stone.iter().flat_map(|&cell| neighbours(cell)).collect();
            edge.retain(|cell| open.contains(cell) && !stone.contains(cell));
            if edge.is_empty() {
                break;
            }
            stone.push(edge[draw.below(edge.len())]);
        }
        open.retain(|cell| !stone.contains(cell));
        let touches =
            |other: &Vec<Cell>| other.iter().any(|&cell| neighbours(cell).any(|near| stone.contains(&near)));
        if stone.len() < least
            && let Some(other) =
                stones.iter_mut().filter(|other| touches(other)).min_by_key(|other| other.len())
        {
            other.append(&mut stone);
        } else {
            stones.push(stone);
        }
    }
    stones
}

pub(crate) fn grown(size: usize, draw: &mut InstanceRandom) -> Shape {
    let mut cells = vec![Cell::new(0, 0)];
    while cells.len() < size {
        let from = cells[draw.below(cells.len())];
        let next = neighbours(from).nth(draw.below(4)).unwrap();
        if !cells.contains(&next) {
            cells.push(next);
        }
    }
    Shape::new(cells).unwrap()
}

fn turned(shape: &Shape, draw: &mut InstanceRandom) -> Shape {
    shape.turned(Turn::ALL[draw.below(4)])
}

fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
    let Cell { row, col } = cell;
    [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        .map(|(row, col)| Cell::new(row, col))
        .into_iter()
}
