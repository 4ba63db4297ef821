//! QR code: a line as squares that a camera reads, for paper.

use qrcode::{Color, EcLevel, QrCode};

/// Number of squares that stay white around it.
const MARGIN: usize = 2;

/// A line as a QR code in half blocks, two rows of squares to a line of text; dark squares are printed. `None` if it is
/// too long for one.
pub(super) fn squares(line: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(line, EcLevel::L).ok()?;
    let (width, colors) = (code.width(), code.to_colors());
    let is_dark = |row: usize, col: usize| {
        let inside = |at: usize| at.checked_sub(MARGIN).filter(|&at| at < width);
        let at = inside(row).zip(inside(col)).map(|(row, col)| row * width + col);
        at.and_then(|at| colors.get(at)) == Some(&Color::Dark)
    };
    let side = width + 2 * MARGIN;
    let mut text = String::new();
    for row in (0..side).step_by(2) {
        let line: String = (0..side)
            .map(|col| match (is_dark(row, col), is_dark(row + 1, col)) {
                (false, false) => ' ',
                (true, false) => '▀',
                (false, true) => '▄',
                (true, true) => '█',
            })
            .collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_becomes_a_square_with_its_three_corners() {
        let line = format!("ISHIGAKI:192.168.0.10:7150/{}/{}", "7".repeat(20), "K".repeat(40));
        let text = squares(&line).unwrap();
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows.len(), 19, "{text}");
        assert!(rows.iter().all(|row| row.chars().count() <= 37));
        // The eye in the upper left corner: a dark frame of seven squares around a light one.
        assert!(rows[1].starts_with("  █▀▀▀▀▀█") && rows[2].starts_with("  █ ███ █"), "{text}");
        assert!(squares(&"x".repeat(5_000)).is_none());
    }
}
