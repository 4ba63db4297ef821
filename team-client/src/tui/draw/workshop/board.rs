//! The board: frame with draft, plan and ghost, scrolled around the ghost.
//!
//! Everything has its own glyph, independent of colour: `[]` a ghost that fits, `XX` one that doesn't, `+` a
//! square that the selected stone can cover, `*` a stone that differs from the wall, `!` an unsupported one.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_rules::{Cell, Frame};
use ishigaki_screen::{StonePattern, inks, own_ink};
use ishigaki_words::columns::width;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::super::Painter;
use ishigaki_strategy::workshop::{DeltaStep, Piece, Workshop};

/// Patterns of planned stones, distinct from those of real ones.
const PLANNED: [&str; 4] = ["::", "~~", "--", "''"];

const SQUARES: [(u16, u16); 3] = [(4, 2), (2, 1), (1, 1)];

#[derive(Clone, Copy, Debug)]
struct Viewport {
    row: i32,
    col: i32,
    rows: i32,
    cols: i32,
    square: (u16, u16),
}

impl Viewport {
    fn of(frame: &Frame, ghost: &[Cell], room: Rect) -> Self {
        let (width, height) = (frame.width(), frame.height());
        let fits = |square: &(u16, u16)| {
            let is_tall = square.1 > 1 && height * i32::from(square.1) > i32::from(room.height);
            width * i32::from(square.0) <= i32::from(room.width) && !is_tall
        };
        let square = SQUARES.into_iter().find(fits).unwrap_or((1, 1));
        let cols = (i32::from(room.width) / i32::from(square.0)).min(width);
        let rows = (i32::from(room.height) / i32::from(square.1)).min(height);
        let middle = |of: fn(&Cell) -> i32| {
            let least = ghost.iter().map(of).min().unwrap_or(0);
            let most = ghost.iter().map(of).max().unwrap_or(0);
            i32::midpoint(least, most)
        };
        Self {
            row: (middle(|cell| cell.row) - rows / 2).clamp(0, height - rows),
            col: (middle(|cell| cell.col) - cols / 2).clamp(0, width - cols),
            rows,
            cols,
            square,
        }
    }

    fn is_whole(self, frame: &Frame) -> bool {
        (self.rows, self.cols) == (frame.height(), frame.width())
    }

    fn cells(self) -> impl Iterator<Item = Cell> {
        let rows = self.row..self.row + self.rows;
        rows.flat_map(move |row| (self.col..self.col + self.cols).map(move |col| Cell { row, col }))
    }

    fn place(self, cell: Cell, room: Rect) -> Option<(u16, u16)> {
        let x = u16::try_from(cell.col - self.col).ok()?.checked_mul(self.square.0)?;
        let y = u16::try_from(cell.row - self.row).ok()?.checked_mul(self.square.1)?;
        Some((room.x.checked_add(x)?, room.y.checked_add(y)?))
    }
}

#[derive(Clone, Copy)]
struct SquareStyle {
    glyph: &'static str,
    style: Style,
    is_dot: bool,
    mark: Option<&'static str>,
}

impl Painter<'_> {
    pub(super) fn board(&self, workshop: &Workshop, room: Rect, buffer: &mut Buffer) -> Rect {
        let frame = workshop.site().frame();
        let ghost = workshop.ghost();
        // Hidden parts are mentioned below.
        let whole = Viewport::of(frame, &ghost, room);
        let below = Rect { height: room.height.saturating_sub(1), ..room };
        let viewport = if whole.is_whole(frame) { whole } else { Viewport::of(frame, &ghost, below) };
        let square_styles = self.square_styles(workshop);
        for cell in viewport.cells() {
            let square_style = match square_styles.get(&cell) {
                Some(square_style) => *square_style,
                None if !frame.contains(cell) => continue,
                None => self.empty(workshop, cell),
            };
            self.square(square_style, cell, viewport, room, buffer);
        }
        let square_style = self.ghost(workshop);
        // The next one of a lot is selected where the last one was planned, which must stay visible.
        let first = ghost.iter().min().copied().filter(|_| workshop.is_planned_here());
        for &cell in &ghost {
            let square_style = match (first, square_styles.get(&cell)) {
                (Some(first), Some(stone)) => {
                    SquareStyle { mark: Some("(").filter(|_| cell == first), ..*stone }
                }
                _ => square_style,
            };
            self.square(square_style, cell, viewport, room, buffer);
        }
        let taken = |length: i32| u16::try_from(length).unwrap_or(u16::MAX);
        let (wide, tall) =
            (taken(viewport.cols) * viewport.square.0, taken(viewport.rows) * viewport.square.1);
        let board = Rect { width: wide, height: tall, ..room };
        self.beyond(
            frame,
            viewport,
            Rect { y: board.bottom(), height: 1, width: room.width, ..board },
            buffer,
        );
        board
    }

    fn square(
        &self,
        square_style: SquareStyle,
        cell: Cell,
        viewport: Viewport,
        room: Rect,
        buffer: &mut Buffer,
    ) {
        let Some((x, y)) = viewport.place(cell, room) else { return };
        let inside = cell.row < viewport.row + viewport.rows && cell.col < viewport.col + viewport.cols;
        if !inside || y >= room.bottom() {
            return;
        }
        for line in 0..viewport.square.1 {
            for unit in (0..viewport.square.0).step_by(2) {
                let glyph = if square_style.is_dot && line + unit > 0 { "  " } else { square_style.glyph };
                let (x, y) = (x + unit, y + line);
                buffer.set_stringn(x, y, glyph, usize::from(viewport.square.0.min(2)), square_style.style);
            }
        }
        if let Some(mark) = square_style.mark {
            let style = self.palette.warning().add_modifier(Modifier::REVERSED);
            buffer.set_stringn(x, y, mark, 1, style);
        }
    }

    fn empty(&self, workshop: &Workshop, cell: Cell) -> SquareStyle {
        if workshop.is_in_reach(cell) {
            SquareStyle { glyph: "+ ", style: self.palette.good(), is_dot: true, mark: None }
        } else {
            SquareStyle { glyph: ". ", style: self.palette.faint(), is_dot: true, mark: None }
        }
    }

    fn ghost(&self, workshop: &Workshop) -> SquareStyle {
        let reversed = Modifier::REVERSED;
        let (glyph, style) = match workshop.held() {
            None => ("<>", self.palette.heading()),
            Some(piece) if workshop.can_lay() => {
                let glyph = if piece.is_planned() { "()" } else { "[]" };
                (glyph, self.palette.good().add_modifier(reversed))
            }
            Some(_) => ("XX", self.palette.alarm().add_modifier(reversed)),
        };
        SquareStyle { glyph, style, is_dot: false, mark: None }
    }

    fn square_styles(&self, workshop: &Workshop) -> BTreeMap<Cell, SquareStyle> {
        let moving = workshop.held().filter(|_| workshop.is_moving());
        let pieces: BTreeMap<Piece, Vec<Cell>> = workshop
            .layout()
            .iter()
            .filter(|(piece, _)| Some(**piece) != moving)
            .map(|(&piece, &spot)| (piece, workshop.site().squares(piece, spot)))
            .collect();
        let own = |piece: Piece| match piece {
            Piece::Own(stone) => own_ink(stone),
            Piece::Planned { lot, .. } => StonePattern::of(lot.index()),
        };
        let inks = inks(&pieces, own);
        let changed: BTreeSet<Piece> =
            workshop.steps().iter().copied().map(DeltaStep::stone).map(Piece::Own).collect();
        let mut square_styles = BTreeMap::new();
        for (piece, cells) in &pieces {
            let ink = inks.get(piece).copied().unwrap_or(StonePattern::of(0));
            let (glyph, style) = match piece {
                Piece::Own(_) => (ink.pattern(), self.palette.stone(ink)),
                Piece::Planned { .. } => (planned(ink), self.palette.stone(ink).add_modifier(Modifier::DIM)),
            };
            let first = cells.iter().min().copied();
            let is_loose = workshop.loose().contains(piece);
            for &cell in cells {
                let every_other =
                    first.is_some_and(|first| (cell.row + cell.col - first.row - first.col) % 2 == 0);
                let mark = if is_loose && every_other {
                    Some("!")
                } else {
                    Some("*").filter(|_| Some(cell) == first && changed.contains(piece))
                };
                square_styles.insert(cell, SquareStyle { glyph, style, is_dot: false, mark });
            }
        }
        square_styles
    }

    fn beyond(&self, frame: &Frame, viewport: Viewport, row: Rect, buffer: &mut Buffer) {
        let more = [
            (viewport.row > 0, "↑"),
            (viewport.row + viewport.rows < frame.height(), "↓"),
            (viewport.col > 0, "←"),
            (viewport.col + viewport.cols < frame.width(), "→"),
        ];
        let arrows: String = more.iter().filter(|(is_more, _)| *is_more).map(|(_, arrow)| *arrow).collect();
        if arrows.is_empty() || row.y >= buffer.area.bottom() {
            return;
        }
        let last = |first: i32, count: i32| (first + count).to_string();
        let gaps = [
            ("arrows", arrows.into()),
            ("top", (viewport.row + 1).to_string().into()),
            ("bottom", last(viewport.row, viewport.rows).into()),
            ("rows", frame.height().to_string().into()),
            ("left", (viewport.col + 1).to_string().into()),
            ("right", last(viewport.col, viewport.cols).into()),
            ("cols", frame.width().to_string().into()),
        ];
        let texts = ["team-work-sight", "team-work-sight-short"].map(|key| self.words.say(key, &gaps));
        let fits = |text: &&String| width(text) <= usize::from(row.width);
        let text = texts.iter().find(fits).or(texts.last()).cloned().unwrap_or_default();
        buffer.set_stringn(row.x, row.y, text, usize::from(row.width), self.palette.faint());
    }
}

fn planned(ink: StonePattern) -> &'static str {
    (0..)
        .take(StonePattern::COUNT)
        .find(|&at| StonePattern::of(at) == ink)
        .map_or(PLANNED[0], |at| PLANNED[at % PLANNED.len()])
}
