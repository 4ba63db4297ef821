//! A contest's results as a text for the press.

use ishigaki_words::{Lang, Words};

use super::{Site, event_placings};
use crate::placing::Placing;

/// Places of a game that the press gets, and those of an event without an award.
const PRESS_PLACES: u32 = 8;

/// Returns the results as plain text: title, date, for each event and game the champion, places, awards and
/// numbers of entrants. Games of an event are left out.
pub fn press_text(site: &Site<'_>, lang: Lang) -> String {
    let words = Words::new(lang);
    let mut lines = vec![site.title(words)];
    lines.extend(site.date());
    for event in site.events() {
        let Some(export) = event.event() else { continue };
        let key = if export.is_in_leagues() { "press-players" } else { "press-teams" };
        let entrants = words.say(key, &[("count", export.entrants().into())]);
        let placings = event_placings(export, words);
        let undeclared = (!export.is_declared()).then(|| words.label("press-not-over"));
        section(&mut lines, &event.title(words), &placings, [entrants].into_iter().chain(undeclared), words);
    }
    for record in site.single_games() {
        let Some(export) = record.game() else { continue };
        let entrants = words.say("press-teams", &[("count", export.setup().teams.len().into())]);
        section(&mut lines, &record.title(words), &site.game_placings(export, words), [entrants], words);
    }
    lines.extend([String::new(), words.label("press-proof")]);
    lines.join("\n") + "\n"
}

fn section(
    lines: &mut Vec<String>,
    title: &str,
    placings: &[Placing],
    remarks: impl IntoIterator<Item = String>,
    words: Words,
) {
    lines.extend([String::new(), title.to_owned()]);
    let first = placings.iter().filter(|placing| placing.place == 1).map(|placing| placing.name.clone());
    let champion = words.list(first);
    if !champion.is_empty() {
        lines.push(words.say("press-champion", &[("name", champion.into())]));
    }
    let is_named = |placing: &&Placing| placing.place <= PRESS_PLACES || !placing.honours.is_empty();
    lines.extend(placings.iter().filter(is_named).map(|placing| placing.line(words)));
    lines.extend(remarks);
}
