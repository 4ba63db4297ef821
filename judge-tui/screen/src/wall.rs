//! A team's wall in its frame.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_rules::{Cell, Frame, Game, StoneId, TeamId};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::{Palette, StonePattern};

/// Size of a drawn square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Four columns and two lines per square.
    Huge,
    /// Two columns per square, which looks square.
    Wide,
    /// One column per square.
    Narrow,
    /// One column per square, two squares per line. Stones differ only in colour.
    Half,
}

/// A wall: the frame, and each stone in its own pattern and colour. Neighbours never look alike, and an
/// unsupported stone has `!` on every other square (`W3`).
#[derive(Clone, Debug)]
pub struct Wall<'a> {
    frame: &'a Frame,
    squares: Vec<SquareDrawing>,
    labels: Vec<(Cell, String)>,
    scale: Scale,
    palette: Palette,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SquareDrawing {
    Outside,
    Empty,
    Covered(StonePattern, bool),
}

const LOOSE: &str = "!";

impl Scale {
    /// All scales, largest first.
    pub const ALL: [Self; 4] = [Self::Huge, Self::Wide, Self::Narrow, Self::Half];

    /// Returns the scales of a palette, largest first. Without colour, two squares in one character can't be
    /// distinguished.
    pub fn offered(palette: Palette) -> &'static [Self] {
        const ALL: &[Scale] = &Scale::ALL;
        if palette.has_colour() { ALL } else { ALL.split_last().map_or(ALL, |(_, rest)| rest) }
    }

    /// Returns the columns and lines of a frame.
    pub fn size(self, frame: &Frame) -> (u16, u16) {
        let clamp = |length: i32| u16::try_from(length).unwrap_or(u16::MAX);
        let (width, height) = (clamp(frame.width()), clamp(frame.height()));
        match self {
            Self::Huge => (width.saturating_mul(4), height.saturating_mul(2)),
            Self::Wide => (width.saturating_mul(2), height),
            Self::Narrow => (width, height),
            Self::Half => (width, height.div_ceil(2)),
        }
    }

    /// Returns the columns of a square, and of a stone's label; below 2 there is no label.
    pub const fn columns(self) -> u16 {
        match self {
            Self::Huge => 4,
            Self::Wide => 2,
            Self::Narrow | Self::Half => 1,
        }
    }

    /// Lines per square, or per two squares in the smallest scale.
    const fn lines(self) -> u16 {
        match self {
            Self::Huge => 2,
            Self::Wide | Self::Narrow | Self::Half => 1,
        }
    }
}

impl<'a> Wall<'a> {
    /// Returns the wall of a team, with unsupported stones marked (`W3`).
    pub fn of(game: &'a Game, team: TeamId, scale: Scale, palette: Palette) -> Self {
        Self::labelled(game, team, &BTreeMap::new(), scale, palette)
    }

    /// Returns the wall with labels on the first squares of stones.
    pub fn labelled(
        game: &'a Game,
        team: TeamId,
        labels: &BTreeMap<StoneId, String>,
        scale: Scale,
        palette: Palette,
    ) -> Self {
        let laid = game.team(team).into_iter().flat_map(|team| &team.laid);
        let stones: BTreeMap<StoneId, Vec<Cell>> = laid
            .filter_map(|(&stone, spot)| {
                let cells = game.shape(stone)?.turned_cells(spot.turn);
                let moved =
                    cells.map(|cell| Cell { row: cell.row + spot.at.row, col: cell.col + spot.at.col });
                Some((stone, moved.collect()))
            })
            .collect();
        let mut wall = Self::new(&game.setup().frame, &stones, scale, palette);
        let loose = game.wall_score(team).map(|score| score.lifted);
        for cells in loose.iter().flatten().filter_map(|stone| stones.get(stone)) {
            wall.mark_loose(cells);
        }
        let first = |stone: &StoneId| stones.get(stone)?.iter().min().copied();
        let placed = labels.iter().filter_map(|(stone, label)| Some((first(stone)?, label.clone())));
        wall.labels = placed.collect();
        wall
    }

    /// Returns a wall of stones that cover these squares.
    pub fn new(
        frame: &'a Frame,
        stones: &BTreeMap<StoneId, Vec<Cell>>,
        scale: Scale,
        palette: Palette,
    ) -> Self {
        let inks = inks(stones, own_ink);
        let mut squares = vec![SquareDrawing::Outside; frame.grid_len()];
        for at in frame.cells().filter_map(|cell| frame.index(cell)) {
            squares[at] = SquareDrawing::Empty;
        }
        for (stone, &ink) in &inks {
            for at in stones.get(stone).into_iter().flatten().filter_map(|&cell| frame.index(cell)) {
                squares[at] = SquareDrawing::Covered(ink, false);
            }
        }
        Self { frame, squares, labels: Vec::new(), scale, palette }
    }

    /// Marks every other square of a stone, starting with the first, so that its pattern stays visible.
    fn mark_loose(&mut self, cells: &[Cell]) {
        let parity = |cell: &Cell| (cell.row + cell.col).rem_euclid(2);
        let first = cells.iter().min().map(parity);
        for at in cells.iter().filter(|cell| Some(parity(cell)) == first) {
            if let Some(SquareDrawing::Covered(_, loose)) =
                self.frame.index(*at).and_then(|at| self.squares.get_mut(at))
            {
                *loose = true;
            }
        }
    }

    /// Returns its columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.scale.size(self.frame)
    }

    fn square(&self, row: i32, col: i32) -> SquareDrawing {
        let at = self.frame.index(Cell { row, col });
        at.and_then(|at| self.squares.get(at)).copied().unwrap_or(SquareDrawing::Outside)
    }

    fn style(&self, ink: StonePattern, loose: bool) -> Style {
        if loose { self.palette.alarm().patch(self.palette.selected()) } else { self.palette.stone(ink) }
    }

    fn paint(&self, row: i32, col: i32, area: Rect, buffer: &mut Buffer) {
        let (symbol, style) = match self.square(row, col) {
            SquareDrawing::Outside => return,
            SquareDrawing::Empty => (". ", self.palette.faint()),
            SquareDrawing::Covered(ink, loose) => (ink.pattern(), self.style(ink, loose)),
        };
        for (line, y) in (area.top()..area.bottom()).enumerate() {
            for (unit, x) in (area.left()..area.right()).step_by(2).enumerate() {
                let symbol = match self.square(row, col) {
                    SquareDrawing::Empty if line + unit > 0 => "  ",
                    _ => symbol,
                };
                let room = usize::from(area.right() - x).min(2);
                buffer.set_stringn(x, y, symbol, room, style);
                if let SquareDrawing::Covered(_, true) = self.square(row, col) {
                    buffer.set_stringn(x, y, LOOSE, 1, style);
                }
            }
        }
    }

    fn halves(&self, row: i32, col: i32) -> (&'static str, Style) {
        use SquareDrawing::{Covered, Outside};
        match (self.square(row, col), self.square(row + 1, col)) {
            (Covered(ink, true), _) | (_, Covered(ink, true)) => (LOOSE, self.style(ink, true)),
            (Covered(upper, _), Covered(lower, _)) if upper == lower || !self.palette.has_colour() => {
                ("█", self.palette.stone(upper))
            }
            (Covered(upper, _), Covered(lower, _)) => ("▀", self.palette.stone(upper).bg(lower.colour())),
            (Covered(upper, _), _) => ("▀", self.palette.stone(upper)),
            (_, Covered(lower, _)) => ("▄", self.palette.stone(lower)),
            (Outside, Outside) => (" ", Style::new()),
            _ => (".", self.palette.faint()),
        }
    }

    fn place(&self, row: i32, col: i32, area: Rect) -> Option<Rect> {
        let (columns, lines) = (self.scale.columns(), self.scale.lines());
        let x = area.x.checked_add(u16::try_from(col).ok()?.checked_mul(columns)?)?;
        let y = area.y.checked_add(u16::try_from(row).ok()?.checked_mul(lines)?)?;
        let place = Rect { x, y, width: columns, height: lines }.intersection(area);
        (!place.is_empty()).then_some(place)
    }
}

impl Widget for &Wall<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        if self.scale == Scale::Half {
            for (y, line) in (area.top()..area.bottom()).zip(0..self.frame.height()) {
                for (x, col) in (area.left()..area.right()).zip(0..self.frame.width()) {
                    let (symbol, style) = self.halves(line * 2, col);
                    buffer.set_stringn(x, y, symbol, 1, style);
                }
            }
            return;
        }
        for row in 0..self.frame.height() {
            for col in 0..self.frame.width() {
                if let Some(place) = self.place(row, col, area) {
                    self.paint(row, col, place, buffer);
                }
            }
        }
        let labels = self.labels.iter().filter(|_| self.scale.columns() >= 2);
        for (cell, label) in labels {
            if let Some(place) = self.place(cell.row, cell.col, area) {
                let style = self.palette.heading().patch(self.palette.selected());
                buffer.set_stringn(place.x, place.y, label, usize::from(place.width), style);
            }
        }
    }
}

/// Returns a pattern for each stone: its own, or the next one that no neighbour has, so that a stone keeps
/// its pattern while the wall grows where possible. `S` identifies stones; `own` returns a stone's own
/// pattern.
pub fn inks<S: Copy + Ord>(
    stones: &BTreeMap<S, Vec<Cell>>,
    own: impl Fn(S) -> StonePattern,
) -> BTreeMap<S, StonePattern> {
    let owners: BTreeMap<Cell, S> =
        stones.iter().flat_map(|(&stone, cells)| cells.iter().map(move |&cell| (cell, stone))).collect();
    let mut inks: BTreeMap<S, StonePattern> = BTreeMap::new();
    let taken = |cells: &[Cell], inks: &BTreeMap<S, StonePattern>| -> BTreeSet<StonePattern> {
        let around = cells.iter().flat_map(|cell| {
            [(-1, 0), (1, 0), (0, -1), (0, 1)]
                .map(|(down, right)| Cell { row: cell.row + down, col: cell.col + right })
        });
        let neighbours = around.filter_map(|cell| owners.get(&cell));
        neighbours.filter_map(|neighbour| inks.get(neighbour)).copied().collect()
    };
    for (&stone, cells) in stones {
        if !taken(cells, &inks).contains(&own(stone)) {
            inks.insert(stone, own(stone));
        }
    }
    for (&stone, cells) in stones {
        if inks.contains_key(&stone) {
            continue;
        }
        let (own, taken) = (own(stone), taken(cells, &inks));
        let choices = std::iter::successors(Some(own), |ink| Some(ink.next())).take(StonePattern::COUNT);
        inks.insert(stone, choices.into_iter().find(|ink| !taken.contains(ink)).unwrap_or(own));
    }
    inks
}

/// Returns the pattern of a stone's lot, the same everywhere.
pub fn own_ink(stone: StoneId) -> StonePattern {
    StonePattern::of(stone.lot.index())
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
        let stones = [stone(1, 1, &[(2, 0), (2, 1)]), stone(1, 2, &[(1, 0), (1, 1)])].into();
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
    fn stone_has_lot_pattern_unless_it_touches_same_lot() {
        // Two copies of lot 0 and one of lot 1 side by side, another copy of lot 0 apart.
        let stones: BTreeMap<StoneId, Vec<Cell>> = [
            stone(0, 1, &[(0, 0), (1, 0)]),
            stone(0, 2, &[(0, 1), (1, 1)]),
            stone(0, 3, &[(0, 5)]),
            stone(1, 1, &[(0, 2), (1, 2)]),
        ]
        .into();
        let inks = inks(&stones, own_ink);
        let of = |lot, copy| inks[&StoneId { lot: LotId(lot), copy }];
        assert_eq!(
            (of(0, 1), of(0, 3), of(1, 1)),
            (StonePattern::of(0), StonePattern::of(0), StonePattern::of(1))
        );
        assert!(
            ![StonePattern::of(0), StonePattern::of(1)].contains(&of(0, 2)),
            "it differs from both its neighbours"
        );
    }

    #[test]
    fn plain_palette_draws_patterns_without_colours() {
        let buffer = painted(Scale::Wide, Palette::PLAIN);
        assert_eq!(text(&buffer), ["  . . ", "####. ", "▒▒▒▒. "]);
        let plain = |cell: &ratatui::buffer::Cell| {
            cell.fg == ratatui::style::Color::Reset && cell.bg == ratatui::style::Color::Reset
        };
        assert!(buffer.content().iter().all(plain));
    }

    #[test]
    fn loose_stone_is_marked_by_a_sign_and_keeps_its_pattern() {
        let frame = Frame::parse(&["##", "##"]).unwrap();
        let (id, cells) = stone(1, 1, &[(0, 0), (0, 1)]);
        let painted = |scale| {
            let mut wall = Wall::new(&frame, &[(id, cells.clone())].into(), scale, Palette::PLAIN);
            wall.mark_loose(&cells);
            let (columns, lines) = wall.size();
            let mut buffer = Buffer::empty(Rect::new(0, 0, columns, lines));
            (&wall).render(buffer.area, &mut buffer);
            text(&buffer)
        };
        assert_eq!(painted(Scale::Wide), ["!▒▒▒", ". . "]);
        assert_eq!(painted(Scale::Narrow), ["!▒", ".."]);
        assert_eq!(painted(Scale::Half), ["!▀"]);
        assert_eq!(painted(Scale::Huge), ["!▒!▒▒▒▒▒", "!▒!▒▒▒▒▒", ".   .   ", "        "]);
    }

    #[test]
    fn small_wall_has_one_column_a_square_then_two_squares_a_line() {
        assert_eq!(text(&painted(Scale::Narrow, Palette::COLOUR)), [" ..", "##.", "▒▒."]);
        assert_eq!(text(&painted(Scale::Half, Palette::COLOUR)), ["▄▄.", "▀▀."]);
    }
}
