//! Notices: sentences that hold for a while, one below the other, the most urgent first.

use ishigaki_words::columns::truncate;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::hanging;

/// The notices in as many lines as there is room for, one line at least if there is any. The first is cut where it has no room;
/// of those after it, a line (`more`) says how many have none.
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
        let own = hanging(vec![Span::raw("» ")], text, columns);
        let is_last = at + 1 == count;
        let rest = room.saturating_sub(lines.len() + usize::from(!is_last));
        if own.len() > rest && !lines.is_empty() {
            lines.push(more(count - at));
            break;
        }
        let is_cut = own.len() > rest.max(1);
        let mut own: Vec<Line<'static>> = own.into_iter().take(rest.max(1)).collect();
        if let Some(last) = own.last_mut().filter(|_| is_cut) {
            let kept = truncate(&last.to_string(), columns.saturating_sub(2)).into_owned();
            *last = Line::from(format!("{} …", kept.trim_end_matches('…')));
        }
        lines.extend(own.into_iter().map(|line| line.style(*style)));
    }
    lines.truncate(room.max(1));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(texts: &[&str], columns: u16, room: usize) -> Vec<String> {
        let texts: Vec<(String, Style)> =
            texts.iter().map(|text| ((*text).to_owned(), Style::new())).collect();
        let lines = notices(&texts, columns, room, |count| Line::from(format!("+{count}")));
        lines.iter().map(Line::to_string).collect()
    }

    #[test]
    fn long_notices_wrap_and_the_first_is_cut_only_where_there_is_no_room() {
        assert_eq!(told(&["to the stage"], 10, 4), ["» to the", "  stage"]);
        assert_eq!(told(&["舞台へお集まりください"], 12, 3), ["» 舞台へお集", "  まりくださ", "  い"]);
        assert_eq!(told(&["to the stage, please"], 10, 2), ["» to the", "  stage, …"]);
        assert_eq!(told(&[], 10, 4), [""; 0]);
    }

    #[test]
    fn notices_without_room_are_counted() {
        assert_eq!(told(&["a", "b", "c"], 10, 3), ["» a", "» b", "» c"]);
        assert_eq!(told(&["a", "b", "c"], 10, 2), ["» a", "+2"]);
        assert_eq!(told(&["a", "b b b b b"], 8, 2), ["» a", "+1"]);
    }
}
