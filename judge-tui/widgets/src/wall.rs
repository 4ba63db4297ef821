//! One team's wall in its frame.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_rules::{Cell, Frame, Game, StoneId, TeamId};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::{Ink, Palette};

/// How large a square is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Two columns a square: squares look square.
    Wide,
    /// One column a square.
    Narrow,
    /// One column a square, two squares a line. Tells stones apart by colour only.
    Half,
}

/// A wall: the frame, and on it each stone in its own pattern and colour. Neighbours never look alike.
#[derive(Clone, Debug)]
pub struct Wall<'a> {
    frame: &'a Frame,
    /// For each square of the grid: what lies there.
    squares: Vec<Square>,
    scale: Scale,
    palette: Palette,
}

/// What is to be drawn of one square of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Square {
    /// It does not belong to the frame.
    Outside,
    /// Nothing covers it.
    Empty,
    /// A stone in this ink does.
    Covered(Ink),
}

impl Scale {
    /// From the largest on.
    pub const ALL: [Self; 3] = [Self::Wide, Self::Narrow, Self::Half];

    /// The columns and lines of a frame.
    pub fn size(self, frame: &Frame) -> (u16, u16) {
        let clamp = |length: i32| u16::try_from(length).unwrap_or(u16::MAX);
        let (width, height) = (clamp(frame.width()), clamp(frame.height()));
        match self {
            Self::Wide => (width.saturating_mul(2), height),
            Self::Narrow => (width, height),
            Self::Half => (width, height.div_ceil(2)),
        }
    }
}

impl<'a> Wall<'a> {
    /// A team's wall as it is.
    pub fn of(game: &'a Game, team: TeamId, scale: Scale, palette: Palette) -> Self {
        let laid = game.team(team).into_iter().flat_map(|team| &team.laid);
        let stones = laid.filter_map(|(&stone, spot)| {
            let cells = game.shape(stone)?.turned_cells(spot.turn);
            let moved = cells.map(|cell| Cell { row: cell.row + spot.at.row, col: cell.col + spot.at.col });
            Some((stone, moved.collect()))
        });
        Self::new(&game.setup().frame, &stones.collect(), scale, palette)
    }

    /// A wall of stones that cover these squares.
    pub fn new(
        frame: &'a Frame,
        stones: &BTreeMap<StoneId, Vec<Cell>>,
        scale: Scale,
        palette: Palette,
    ) -> Self {
        let inks = inks(stones);
        let mut squares = vec![Square::Outside; frame.grid_len()];
        for at in frame.cells().filter_map(|cell| frame.index(cell)) {
            squares[at] = Square::Empty;
        }
        for (stone, &ink) in &inks {
            for at in stones.get(stone).into_iter().flatten().filter_map(|&cell| frame.index(cell)) {
                squares[at] = Square::Covered(ink);
            }
        }
        Self { frame, squares, scale, palette }
    }

    /// Its columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.scale.size(self.frame)
    }

    fn square(&self, row: i32, col: i32) -> Square {
        let at = self.frame.index(Cell { row, col });
        at.and_then(|at| self.squares.get(at)).copied().unwrap_or(Square::Outside)
    }

    fn sign(&self, row: i32, col: i32) -> (&'static str, Style) {
        match self.square(row, col) {
            Square::Outside => ("  ", Style::new()),
            Square::Empty => (". ", self.palette.faint()),
            Square::Covered(ink) => (ink.pattern(), self.palette.stone(ink)),
        }
    }

    /// Two squares, one above the other, in one column.
    fn halves(&self, row: i32, col: i32) -> (&'static str, Style) {
        use Square::{Covered, Outside};
        match (self.square(row, col), self.square(row + 1, col)) {
            (Covered(upper), Covered(lower)) if upper == lower || !self.palette.has_colour() => {
                ("█", self.palette.stone(upper))
            }
            (Covered(upper), Covered(lower)) => ("▀", self.palette.stone(upper).bg(lower.colour())),
            (Covered(upper), _) => ("▀", self.palette.stone(upper)),
            (_, Covered(lower)) => ("▄", self.palette.stone(lower)),
            (Outside, Outside) => (" ", Style::new()),
            _ => (".", self.palette.faint()),
        }
    }
}

impl Widget for &Wall<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (columns, rows_a_line) = match self.scale {
            Scale::Wide => (2, 1),
            Scale::Narrow => (1, 1),
            Scale::Half => (1, 2),
        };
        for (y, line) in (area.top()..area.bottom()).zip(0..) {
            for (x, col) in (area.left()..area.right()).step_by(columns).zip(0..self.frame.width()) {
                let row = line * rows_a_line;
                let (sign, style) = match self.scale {
                    Scale::Half => self.halves(row, col),
                    Scale::Wide | Scale::Narrow => self.sign(row, col),
                };
                let room = usize::from(area.right() - x).min(columns);
                buffer.set_stringn(x, y, sign, room, style);
            }
        }
    }
}

/// An ink for each stone: by its name, or the next one that no neighbour has, so that a stone keeps its ink
/// while the wall around it grows wherever that is possible.
fn inks(stones: &BTreeMap<StoneId, Vec<Cell>>) -> BTreeMap<StoneId, Ink> {
    let owners: BTreeMap<Cell, StoneId> =
        stones.iter().flat_map(|(&stone, cells)| cells.iter().map(move |&cell| (cell, stone))).collect();
    let mut inks: BTreeMap<StoneId, Ink> = BTreeMap::new();
    for (&stone, cells) in stones {
        let around = cells.iter().flat_map(|cell| {
            [(-1, 0), (1, 0), (0, -1), (0, 1)]
                .map(|(down, right)| Cell { row: cell.row + down, col: cell.col + right })
        });
        let neighbours = around.filter_map(|cell| owners.get(&cell));
        let taken: BTreeSet<Ink> = neighbours.filter_map(|neighbour| inks.get(neighbour)).copied().collect();
        let own = Ink::of(stone.lot.index() * 3 + stone.copy as usize);
        let choices = std::iter::successors(Some(own), |ink| Some(ink.next())).take(Ink::COUNT);
        inks.insert(stone, choices.into_iter().find(|ink| !taken.contains(ink)).unwrap_or(own));
    }
    inks
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::LotId;

    use super::*;

    fn stone(lot: u32, copy: u32, cells: &[(i32, i32)]) -> (StoneId, Vec<Cell>) {
        let cells = cells.iter().map(|&(row, col)| Cell { row, col }).collect();
        (StoneId { lot: LotId(lot), copy }, cells)
    }

    fn painted(scale: Scale, palette: Palette) -> Buffer {
        let frame = Frame::parse(&[".##", "###", "###"]).unwrap();
        // Both would be of the same ink by their names.
        let stones = [stone(0, 1, &[(2, 0), (2, 1)]), stone(0, 9, &[(1, 0), (1, 1)])].into();
        let wall = Wall::new(&frame, &stones, scale, palette);
        let (columns, lines) = wall.size();
        let mut buffer = Buffer::empty(Rect::new(0, 0, columns, lines));
        (&wall).render(buffer.area, &mut buffer);
        buffer
    }

    fn text(buffer: &Buffer) -> Vec<String> {
        let line = |row: Rect| (row.left()..row.right()).map(|x| buffer[(x, row.y)].symbol()).collect();
        buffer.area.rows().map(line).collect()
    }

    #[test]
    fn neighbours_differ_in_pattern_and_in_colour() {
        let buffer = painted(Scale::Wide, Palette::COLOUR);
        assert_eq!(text(&buffer), ["  . . ", "####. ", "▒▒▒▒. "]);
        assert_ne!(buffer[(0, 1)].fg, buffer[(0, 2)].fg);
    }

    #[test]
    fn without_colour_the_patterns_remain_and_no_colour_is_left() {
        let buffer = painted(Scale::Wide, Palette::PLAIN);
        assert_eq!(text(&buffer), ["  . . ", "####. ", "▒▒▒▒. "]);
        let plain = |cell: &ratatui::buffer::Cell| {
            cell.fg == ratatui::style::Color::Reset && cell.bg == ratatui::style::Color::Reset
        };
        assert!(buffer.content().iter().all(plain));
    }

    #[test]
    fn a_small_wall_has_one_column_a_square_and_then_two_squares_a_line() {
        assert_eq!(text(&painted(Scale::Narrow, Palette::COLOUR)), [" ..", "##.", "▒▒."]);
        assert_eq!(text(&painted(Scale::Half, Palette::COLOUR)), ["▄▄.", "▀▀."]);
    }
}
