//! Labels of stones in a drawing: short ids, or else letters with a legend.

const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

pub(crate) struct StoneLabels {
    labels: Vec<String>,
    is_by_id: bool,
}

impl StoneLabels {
    pub(crate) fn of<'a>(ids: impl Iterator<Item = &'a str>) -> Self {
        let ids: Vec<&str> = ids.collect();
        let is_label = |id: &&str| id.len() == 1 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if ids.iter().all(is_label) {
            Self::from_names(ids.into_iter().map(str::to_owned).collect())
        } else {
            Self::with_letters(ids.len())
        }
    }

    pub(crate) fn from_names(labels: Vec<String>) -> Self {
        let mut sorted: Vec<&String> = labels.iter().collect();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Self::with_letters(labels.len());
        }
        Self { labels, is_by_id: true }
    }

    pub(crate) fn with_letters(stones: usize) -> Self {
        let letter = |at: usize| char::from(LETTERS[at % LETTERS.len()]);
        let label = |at: usize| match stones {
            ..=62 => letter(at).to_string(),
            _ => format!("{}{}", letter(at / LETTERS.len()), letter(at)),
        };
        Self { labels: (0..stones).map(label).collect(), is_by_id: false }
    }

    pub(crate) fn label(&self, at: usize) -> &str {
        self.labels.get(at).map_or("?", String::as_str)
    }

    pub(crate) fn columns(&self) -> usize {
        self.labels.iter().map(String::len).max().unwrap_or(1)
    }

    pub(crate) fn legend<'a>(&self, drawn: impl Iterator<Item = (usize, &'a str)>) -> Option<String> {
        if self.is_by_id {
            return None;
        }
        let entries: Vec<String> = drawn.map(|(at, id)| format!("{} = {id}", self.label(at))).collect();
        (!entries.is_empty()).then(|| entries.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_ids_are_their_own_signs_and_others_have_a_legend() {
        let labels = StoneLabels::of(["W", "X"].into_iter());
        assert_eq!(
            (labels.label(0), labels.label(1), labels.legend([(0, "W")].into_iter())),
            ("W", "X", None)
        );
        for ids in [["W", "W"], ["W", "X-1"], ["W", ""], ["W", "石"], ["W", "."]] {
            let labels = StoneLabels::of(ids.into_iter());
            let legend = labels.legend((0..).zip(ids)).unwrap();
            assert_eq!(legend, format!("A = {}, B = {}", ids[0], ids[1]));
        }
    }

    #[test]
    fn stone_signs_are_distinct() {
        let labels = StoneLabels::with_letters(200);
        let mut all: Vec<&str> = (0..200).map(|at| labels.label(at)).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!((all.len(), labels.columns()), (200, 2));
    }
}
