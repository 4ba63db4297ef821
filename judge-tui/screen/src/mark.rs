//! The mark of a game: what tells it from the others at a glance.

use ishigaki_words::columns::clean;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use crate::Palette;

/// The most signs of a mark.
const MOST: usize = 4;

/// A few letters and figures of a game's id, the last ones if there are many, on a colour. Both follow from the id alone, so
/// that every screen in the hall shows the same. Ids that differ in their last number only, such as those of eight heats,
/// differ in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMark {
    sign: String,
    hue: usize,
}

impl GameMark {
    /// The mark of the game with this id: of `heat-12-spare` it is `H12S`.
    pub fn of(id: &str) -> Self {
        let mut signs: Vec<String> = Vec::new();
        let mut words = 0_usize;
        let mut number = 0;
        for part in parts(id) {
            if let Some(figures) = part.parse::<usize>().ok().filter(|_| part.len() <= 2) {
                number = figures;
            }
            if part.starts_with(|char: char| char.is_ascii_digit()) {
                signs.push(part.to_owned());
            } else {
                signs.extend(part.chars().next().map(|first| first.to_ascii_uppercase().to_string()));
                words = part.bytes().fold(words, |words, byte| words.wrapping_mul(31) + usize::from(byte));
            }
        }
        // The end tells games of one event apart.
        while signs.len() > 1 && signs.iter().map(String::len).sum::<usize>() > MOST {
            signs.remove(0);
        }
        let mut sign = signs.concat();
        if sign.is_empty() {
            sign.push('?');
        }
        sign.truncate(MOST);
        Self { sign, hue: words.wrapping_add(number) }
    }

    /// Its letters and figures; 1 to 4 columns.
    pub fn sign(&self) -> &str {
        &self.sign
    }

    /// The mark of a game and its id, with a blank behind each; nothing of an empty id.
    pub fn named(id: &str, palette: Palette) -> Vec<Span<'static>> {
        if id.is_empty() {
            return Vec::new();
        }
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let id_shown = Span::styled(format!(" {} ", clean(id)), bold);
        vec![Self::of(id).span(palette), id_shown, Span::raw(" ")]
    }

    /// The mark as it is painted: a column more on either side. Without colours it is reversed.
    pub fn span(&self, palette: Palette) -> Span<'static> {
        Span::styled(format!(" {} ", self.sign), palette.game(self.hue).add_modifier(Modifier::BOLD))
    }
}

/// The words and numbers of an id, in order: letters and figures as far as they stand together.
fn parts(id: &str) -> Vec<&str> {
    let of = id.split(|char: char| !char.is_ascii_alphanumeric());
    of.flat_map(|word| word.as_bytes().chunk_by(|one, next| one.is_ascii_digit() == next.is_ascii_digit()))
        .filter_map(|part| std::str::from_utf8(part).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_sign_is_made_of_the_ids_first_letters_and_its_figures() {
        let sign = |id: &str| GameMark::of(id).sign().to_owned();
        assert_eq!(
            ["heat-1", "heat-12-spare", "g1", "final", "Final_again"].map(sign),
            ["H1", "H12S", "G1", "F", "FA"]
        );
        assert_eq!(["", "試合", "2026-11-22-heat", "\u{1b}[2J"].map(sign), ["?", "?", "22H", "2J"]);
    }

    #[test]
    fn games_of_one_event_have_a_sign_each() {
        let sign = |id: &str| GameMark::of(id).sign().to_owned();
        let ids =
            ["kosen-18-heats-1", "kosen-18-heats-2", "kosen-18-semi-finals-2", "kosen-18-heats-2-spare"];
        assert_eq!(ids.map(sign), ["18H1", "18H2", "SF2", "H2S"]);
    }

    #[test]
    fn eight_heats_have_eight_colours_and_a_game_has_one_on_every_screen() {
        let mark = |heat: usize| GameMark::of(&format!("heat-{heat}"));
        let styles: BTreeSet<String> =
            (1..=8).map(|heat| format!("{:?}", mark(heat).span(Palette::COLOUR).style)).collect();
        assert_eq!(styles.len(), 8);
        assert_eq!(mark(3), mark(3));
    }

    #[test]
    fn without_colours_a_mark_still_stands_out_and_is_told_by_its_sign() {
        let [one, two] = [1, 2].map(|heat| GameMark::of(&format!("heat-{heat}")).span(Palette::PLAIN));
        assert_eq!((one.content.as_ref(), two.content.as_ref()), (" H1 ", " H2 "));
        assert!(one.style.add_modifier.contains(Modifier::REVERSED) && one.style.bg.is_none());
    }
}
