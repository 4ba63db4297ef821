//! Signs of stones in a drawing: their ids where those are short enough, else letters with a legend.

/// Letters of drawings, in their order.
const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Signs of stones, all of the same number of columns, no two alike.
pub(crate) struct Signs {
    signs: Vec<String>,
    is_by_id: bool,
}

impl Signs {
    /// Takes the ids as they are if each is a letter or digit, and no two are alike; else gives each stone a letter.
    pub(crate) fn of<'a>(ids: impl Iterator<Item = &'a str>) -> Self {
        let ids: Vec<&str> = ids.collect();
        let is_sign = |id: &&str| id.len() == 1 && id.bytes().all(|sign| sign.is_ascii_alphanumeric());
        if ids.iter().all(is_sign) {
            Self::named(ids.into_iter().map(str::to_owned).collect())
        } else {
            Self::lettered(ids.len())
        }
    }

    /// Takes these signs if no two are alike; else gives each stone a letter.
    pub(crate) fn named(signs: Vec<String>) -> Self {
        let mut sorted: Vec<&String> = signs.iter().collect();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Self::lettered(signs.len());
        }
        Self { signs, is_by_id: true }
    }

    /// Gives each of so many stones a letter, or two if there are more stones than letters.
    pub(crate) fn lettered(stones: usize) -> Self {
        let letter = |at: usize| char::from(LETTERS[at % LETTERS.len()]);
        let sign = |at: usize| match stones {
            ..=62 => letter(at).to_string(),
            _ => format!("{}{}", letter(at / LETTERS.len()), letter(at)),
        };
        Self { signs: (0..stones).map(sign).collect(), is_by_id: false }
    }

    /// The sign of a stone.
    pub(crate) fn sign(&self, at: usize) -> &str {
        self.signs.get(at).map_or("?", String::as_str)
    }

    /// Columns of each sign.
    pub(crate) fn columns(&self) -> usize {
        self.signs.iter().map(String::len).max().unwrap_or(1)
    }

    /// Returns which sign stands for which id, of the stones that are drawn; nothing if the signs are the ids.
    pub(crate) fn legend<'a>(&self, drawn: impl Iterator<Item = (usize, &'a str)>) -> Option<String> {
        if self.is_by_id {
            return None;
        }
        let entries: Vec<String> = drawn.map(|(at, id)| format!("{} = {id}", self.sign(at))).collect();
        (!entries.is_empty()).then(|| entries.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_ids_are_their_own_signs_and_others_have_a_legend() {
        let signs = Signs::of(["W", "X"].into_iter());
        assert_eq!((signs.sign(0), signs.sign(1), signs.legend([(0, "W")].into_iter())), ("W", "X", None));
        for ids in [["W", "W"], ["W", "X-1"], ["W", ""], ["W", "石"], ["W", "."]] {
            let signs = Signs::of(ids.into_iter());
            let legend = signs.legend((0..).zip(ids)).unwrap();
            assert_eq!(legend, format!("A = {}, B = {}", ids[0], ids[1]));
        }
    }

    #[test]
    fn no_two_stones_share_a_sign() {
        let signs = Signs::lettered(200);
        let mut all: Vec<&str> = (0..200).map(|at| signs.sign(at)).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!((all.len(), signs.columns()), (200, 2));
    }
}
