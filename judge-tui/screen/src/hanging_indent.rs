//! Text with a hanging indent.

use ishigaki_words::wrap::wrap;
use ratatui::text::{Line, Span};

/// Returns a head and the text next to it, wrapped with a hanging indent.
pub fn hanging_indent(head: Vec<Span<'static>>, text: &str, columns: usize) -> Vec<Line<'static>> {
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
    fn wrapped_text_is_indented_by_its_head() {
        let lines = hanging_indent(vec![Span::raw("P  ")], "outbid by Team B", 12);
        let lines: Vec<String> = lines.iter().map(Line::to_string).collect();
        assert_eq!(lines, ["P  outbid by", "   Team B"]);
    }
}
