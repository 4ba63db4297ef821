//! Block font for figures, readable from the far end of a hall: digits, colon, slash and question mark.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

const LINES: u16 = 5;

const FIGURES: [[u8; LINES as usize]; 10] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b010, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
];
const COLON: [u8; LINES as usize] = [0, 1, 0, 1, 0];
const STROKE: [u8; LINES as usize] = [0b001, 0b001, 0b010, 0b100, 0b100];
const DOUBT: [u8; LINES as usize] = [0b111, 0b001, 0b011, 0b000, 0b010];

/// Text of digits, `:`, `/` and `?` in blocks of `scale` lines and twice as many columns. Other characters
/// are skipped.
#[derive(Clone, Copy, Debug)]
pub struct Digits<'a> {
    pub text: &'a str,
    pub scale: u16,
    pub style: Style,
}

impl Digits<'_> {
    /// The lines at scale 1.
    pub const LINES: u16 = LINES;

    /// Returns its columns and lines.
    pub fn size(&self) -> (u16, u16) {
        let squares: u16 = self.figures().map(|(columns, _)| columns + 1).sum();
        (squares.saturating_sub(1) * 2 * self.scale, LINES * self.scale)
    }

    fn figures(&self) -> impl Iterator<Item = (u16, [u8; LINES as usize])> {
        self.text.chars().filter_map(|char| match char {
            ':' => Some((1, COLON)),
            '/' => Some((3, STROKE)),
            '?' => Some((3, DOUBT)),
            _ => {
                let digit = usize::try_from(char.to_digit(10)?).ok()?;
                FIGURES.get(digit).map(|rows| (3, *rows))
            }
        })
    }
}

impl Widget for Digits<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let square = "█".repeat(usize::from(self.scale) * 2);
        let mut x = area.x;
        for (columns, rows) in self.figures() {
            for (line, row) in (0..LINES).zip(rows) {
                for column in (0..columns).filter(|column| row >> (columns - 1 - column) & 1 == 1) {
                    for part in 0..self.scale {
                        let at = (x + column * 2 * self.scale, area.y + line * self.scale + part);
                        if at.1 < area.bottom() && at.0 < area.right() {
                            let room = usize::from(area.right() - at.0);
                            buffer.set_stringn(at.0, at.1, &square, room, self.style);
                        }
                    }
                }
            }
            x = x.saturating_add((columns + 1) * 2 * self.scale);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_five_lines_high_and_cut_where_there_is_no_room() {
        let digits = Digits { text: "1:05", scale: 1, style: Style::new() };
        assert_eq!(digits.size(), (26, 5));
        let mut buffer = Buffer::empty(Rect::new(0, 0, 26, 5));
        digits.render(buffer.area, &mut buffer);
        let expected = [
            "  ██        ██████  ██████",
            "████    ██  ██  ██  ██    ",
            "  ██        ██  ██  ██████",
            "  ██    ██  ██  ██      ██",
            "██████      ██████  ██████",
        ];
        assert_eq!(buffer, Buffer::with_lines(expected));
        let mut narrow = Buffer::empty(Rect::new(0, 0, 3, 2));
        digits.render(narrow.area, &mut narrow);
        assert_eq!(narrow, Buffer::with_lines(["  █", "███"]));
    }

    #[test]
    fn twice_the_scale_is_twice_the_size() {
        assert_eq!(Digits { text: "12/34", scale: 2, style: Style::new() }.size(), (76, 10));
    }
}
