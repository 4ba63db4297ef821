//! A text beside a head, in lines.

use ishigaki_words::wrap::wrap;
use ratatui::text::{Line, Span};

/// A head, and a text beside it in as many lines as it takes.
pub fn hanging(head: Vec<Span<'static>>, text: &str, columns: usize) -> Vec<Line<'static>> {
    let mut line = Line::from(head);
    let indent = line.width();
    let mut texts = wrap(text, columns.saturating_sub(indent).max(8)).into_iter();
    line.push_span(Span::raw(texts.next().unwrap_or_default()));
    let rest = texts.map(|text| Line::from(format!("{:indent$}{text}", "")));
    std::iter::once(line).chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_hangs_beside_its_head() {
        let lines = hanging(vec![Span::raw("P  ")], "outbid by Team B", 12);
        let lines: Vec<String> = lines.iter().map(Line::to_string).collect();
        assert_eq!(lines, ["P  outbid by", "   Team B"]);
    }
}
