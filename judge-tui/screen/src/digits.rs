//! Figures that are read from afar.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

/// Five lines of three dots for each figure, the upper left dot first.
const FIGURES: [[&str; 5]; 10] = [
    ["###", "# #", "# #", "# #", "###"],
    [" # ", "## ", " # ", " # ", "###"],
    ["###", "  #", "###", "#  ", "###"],
    ["###", "  #", "###", "  #", "###"],
    ["# #", "# #", "###", "  #", "  #"],
    ["###", "#  ", "###", "  #", "###"],
    ["###", "#  ", "###", "# #", "###"],
    ["###", "  #", "  #", "  #", "  #"],
    ["###", "# #", "###", "# #", "###"],
    ["###", "# #", "###", "  #", "###"],
];
const COLON: [&str; 5] = ["   ", " # ", "   ", " # ", "   "];
/// The lines of a figure, and the columns with the gap behind it; a dot has two columns.
const LINES: u16 = 5;
const COLUMNS: u16 = 8;

/// A number or a time in figures of five lines. What is neither a figure nor a colon is left out.
#[derive(Clone, Debug)]
pub struct Digits {
    figures: Vec<[&'static str; 5]>,
    style: Style,
}

impl Digits {
    /// The figures of a text.
    pub fn new(text: &str, style: Style) -> Self {
        let figure = |char: char| match char {
            ':' => Some(COLON),
            _ => FIGURES.get(usize::try_from(char.to_digit(10)?).ok()?).copied(),
        };
        Self { figures: text.chars().filter_map(figure).collect(), style }
    }

    /// Its columns and lines.
    pub fn size(&self) -> (u16, u16) {
        let figures = u16::try_from(self.figures.len()).unwrap_or(u16::MAX);
        (figures.saturating_mul(COLUMNS).saturating_sub(2), LINES)
    }
}

impl Widget for &Digits {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        for (line, y) in (area.top()..area.bottom()).enumerate() {
            let dots = self.figures.iter().filter_map(|figure| figure.get(line));
            let row: Vec<&str> = dots.copied().collect();
            let row: String =
                row.join(" ").chars().flat_map(|dot| [if dot == '#' { '█' } else { ' ' }; 2]).collect();
            buffer.set_stringn(area.x, y, row, usize::from(area.width), self.style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_painted_in_figures_of_five_lines() {
        let digits = Digits::new("1:7 s", Style::new());
        let (columns, lines) = digits.size();
        let mut buffer = Buffer::empty(Rect::new(0, 0, columns, lines));
        (&digits).render(buffer.area, &mut buffer);
        let expected = [
            "  ██            ██████",
            "████      ██        ██",
            "  ██                ██",
            "  ██      ██        ██",
            "██████              ██",
        ];
        assert_eq!(buffer, Buffer::with_lines(expected));
    }
}
