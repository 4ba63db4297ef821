//! QR codes on paper.

use std::fmt::Write as _;

use maud::{Markup, html};
use qrcode::{Color, EcLevel, QrCode};

const QUIET_ZONE: usize = 4;

/// Returns a line as a QR code: SVG with one unit per module, including the quiet zone. `None` if the line is
/// too long.
pub fn qr_code(line: &str) -> Option<Markup> {
    let code = QrCode::with_error_correction_level(line, EcLevel::M).ok()?;
    let width = code.width();
    let mut dark = String::new();
    for (at, _) in code.to_colors().iter().enumerate().filter(|(_, color)| **color == Color::Dark) {
        // Writing into a string can't fail.
        _ = write!(dark, "M{} {}h1v1h-1z", at % width + QUIET_ZONE, at / width + QUIET_ZONE);
    }
    let side = width + 2 * QUIET_ZONE;
    Some(html! {
        svg viewBox={ "0 0 " (side) " " (side) } shape-rendering="crispEdges" role="img" aria-label="QR" {
            rect width=(side) height=(side) fill="#fff" {}
            path d=(dark) fill="#000" {}
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_has_its_corners_and_quiet_zone() {
        let line = format!("ISHIGAKI:192.168.0.10:7150/{}/{}", "7".repeat(20), "K".repeat(40));
        let svg = qr_code(&line).unwrap().into_string();
        // Version 4 has 33 modules a side; each finder pattern has 7.
        assert!(svg.contains(r#"viewBox="0 0 41 41""#), "{svg}");
        for corner in ["M4 4h", "M30 4h", "M4 30h", "M36 10h", "M10 36h"] {
            assert!(svg.contains(corner), "{corner}");
        }
        assert!(!svg.contains("M3 ") && !svg.contains("M37 "), "{svg}");
        assert!(qr_code(&"x".repeat(5_000)).is_none());
    }
}
