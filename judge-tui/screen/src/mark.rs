//! The mark of a game, which distinguishes it at a glance.

use ishigaki_words::columns::clean;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use crate::Palette;

const MAX_LABEL_CHARACTERS: usize = 4;

/// A few letters and digits of a game's id on a colour, derived from the id alone so that every screen shows
/// the same. Ids that differ only in their last number differ in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMark {
    label: String,
    hue: usize,
}

impl GameMark {
    /// Returns the mark of the game with this id: `heat-12-spare` has `H12S`.
    pub fn of(id: &str) -> Self {
        let mut initials: Vec<String> = Vec::new();
        let mut words = 0_usize;
        let mut number = 0;
        for part in parts(id) {
            if let Some(figures) = part.parse::<usize>().ok().filter(|_| part.len() <= 2) {
                number = figures;
            }
            if part.starts_with(|char: char| char.is_ascii_digit()) {
                initials.push(part.to_owned());
            } else {
                initials.extend(part.chars().next().map(|first| first.to_ascii_uppercase().to_string()));
                words = part.bytes().fold(words, |words, byte| words.wrapping_mul(31) + usize::from(byte));
            }
        }
        // The end distinguishes the games of one event.
        while initials.len() > 1 && initials.iter().map(String::len).sum::<usize>() > MAX_LABEL_CHARACTERS {
            initials.remove(0);
        }
        let mut label = initials.concat();
        if label.is_empty() {
            label.push('?');
        }
        label.truncate(MAX_LABEL_CHARACTERS);
        Self { label, hue: words.wrapping_add(number) }
    }

    /// Returns its letters and digits, 1 to 4 columns.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Returns the mark and the id of a game, each followed by a blank; empty for an empty id.
    pub fn named(id: &str, palette: Palette) -> Vec<Span<'static>> {
        if id.is_empty() {
            return Vec::new();
        }
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let id_shown = Span::styled(format!(" {} ", clean(id)), bold);
        vec![Self::of(id).span(palette), id_shown, Span::raw(" ")]
    }

    /// Returns the mark with a column of padding on either side, reversed without colours.
    pub fn span(&self, palette: Palette) -> Span<'static> {
        Span::styled(format!(" {} ", self.label), palette.game(self.hue).add_modifier(Modifier::BOLD))
    }
}

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
    fn sign_combines_initials_and_digits_of_id() {
        let label = |id: &str| GameMark::of(id).label().to_owned();
        assert_eq!(
            ["heat-1", "heat-12-spare", "g1", "final", "Final_again"].map(label),
            ["H1", "H12S", "G1", "F", "FA"]
        );
        assert_eq!(["", "試合", "2026-11-22-heat", "\u{1b}[2J"].map(label), ["?", "?", "22H", "2J"]);
    }

    #[test]
    fn games_of_one_event_have_a_sign_each() {
        let label = |id: &str| GameMark::of(id).label().to_owned();
        let ids =
            ["kosen-18-heats-1", "kosen-18-heats-2", "kosen-18-semi-finals-2", "kosen-18-heats-2-spare"];
        assert_eq!(ids.map(label), ["18H1", "18H2", "SF2", "H2S"]);
    }

    #[test]
    fn eight_heats_have_eight_colours_on_every_screen() {
        let mark = |heat: usize| GameMark::of(&format!("heat-{heat}"));
        let styles: BTreeSet<String> =
            (1..=8).map(|heat| format!("{:?}", mark(heat).span(Palette::COLOUR).style)).collect();
        assert_eq!(styles.len(), 8);
        assert_eq!(mark(3), mark(3));
    }

    #[test]
    fn mark_without_colours_shows_reversed_sign() {
        let [one, two] = [1, 2].map(|heat| GameMark::of(&format!("heat-{heat}")).span(Palette::PLAIN));
        assert_eq!((one.content.as_ref(), two.content.as_ref()), (" H1 ", " H2 "));
        assert!(one.style.add_modifier.contains(Modifier::REVERSED) && one.style.bg.is_none());
    }
}
