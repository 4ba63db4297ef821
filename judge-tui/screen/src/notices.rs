//! Notices in order of urgency.

use ishigaki_words::columns::truncate;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::hanging_indent;

/// Returns the notices that fit, at least one line if there are any. The first is truncated if necessary; a
/// last line (`more`) counts the hidden ones.
pub fn notices(
    notices: &[(String, Style)],
    columns: u16,
    room: usize,
    more: impl Fn(usize) -> Line<'static>,
) -> Vec<Line<'static>> {
    let columns = usize::from(columns);
    let mut lines: Vec<Line<'static>> = Vec::new();
    let count = notices.len();
    for (at, (text, style)) in notices.iter().enumerate() {
        let notice_lines = hanging_indent(vec![Span::raw("» ")], text, columns);
        let is_last = at + 1 == count;
        let rest = room.saturating_sub(lines.len() + usize::from(!is_last));
        if notice_lines.len() > rest && !lines.is_empty() {
            lines.push(more(count - at));
            break;
        }
        let is_cut = notice_lines.len() > rest.max(1);
        let mut notice_lines: Vec<Line<'static>> = notice_lines.into_iter().take(rest.max(1)).collect();
        if let Some(last) = notice_lines.last_mut().filter(|_| is_cut) {
            let truncated = truncate(&last.to_string(), columns.saturating_sub(2)).into_owned();
            *last = Line::from(format!("{} …", truncated.trim_end_matches('…')));
        }
        lines.extend(notice_lines.into_iter().map(|line| line.style(*style)));
    }
    lines.truncate(room.max(1));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notice_texts(texts: &[&str], columns: u16, room: usize) -> Vec<String> {
        let texts: Vec<(String, Style)> =
            texts.iter().map(|text| ((*text).to_owned(), Style::new())).collect();
        let lines = notices(&texts, columns, room, |count| Line::from(format!("+{count}")));
        lines.iter().map(Line::to_string).collect()
    }

    #[test]
    fn long_notices_wrap_and_the_first_is_cut_last() {
        assert_eq!(notice_texts(&["to the stage"], 10, 4), ["» to the", "  stage"]);
        assert_eq!(
            notice_texts(&["舞台へお集まりください"], 12, 3),
            ["» 舞台へお集", "  まりくださ", "  い"]
        );
        assert_eq!(notice_texts(&["to the stage, please"], 10, 2), ["» to the", "  stage, …"]);
        assert_eq!(notice_texts(&[], 10, 4), [""; 0]);
    }

    #[test]
    fn notices_without_room_are_counted() {
        assert_eq!(notice_texts(&["a", "b", "c"], 10, 3), ["» a", "» b", "» c"]);
        assert_eq!(notice_texts(&["a", "b", "c"], 10, 2), ["» a", "+2"]);
        assert_eq!(notice_texts(&["a", "b b b b b"], 8, 2), ["» a", "+1"]);
    }
}
