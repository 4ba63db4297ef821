//! Sentences on games of the list, as commands and screens say them.

use ishigaki_words::columns::clean;
use ishigaki_words::{Words, grouped};

use ishigaki_client::listing::Listed;

/// Returns what happened when a game was started.
pub(crate) fn started(game: &Listed, words: &Words) -> String {
    let gaps = [
        ("game", game.game.as_str().into()),
        ("count", game.teams.len().into()),
        ("teams", teams(game, words).into()),
    ];
    words.say("console-games-start", &gaps)
}

/// Returns what happened when a game was replaced by its spare (`G4`).
pub(crate) fn replaced(game: &str, spare: &Listed, words: &Words) -> String {
    let gaps = [
        ("game", game.into()),
        ("spare", spare.game.as_str().into()),
        ("count", spare.teams.len().into()),
        ("teams", teams(spare, words).into()),
    ];
    words.say("console-games-replace", &gaps)
}

/// Its teams, or how many there are to be.
pub(crate) fn teams(game: &Listed, words: &Words) -> String {
    if game.teams.is_empty() && game.seats > 0 {
        return words.say("console-game-seats", &[("seats", game.seats.into())]);
    }
    words.list(game.teams.iter().map(|team| clean(team).into_owned()))
}

/// Returns the title of a game in the reader's language; one for practice says so.
pub(crate) fn title(game: &Listed, words: &Words) -> String {
    let title = words.title_of(&game.title, &game.title_ja);
    if game.practice { words.say("console-game-practice", &[("title", title.into())]) } else { title }
}

/// Returns the phase of a game; empty for one that waits or is damaged.
pub(crate) fn phase(game: &Listed, words: &Words) -> String {
    let Some(standing) = game.standing else {
        return String::new();
    };
    let phase = standing.phase.map(|phase| words.phase(phase)).unwrap_or_default();
    if !standing.paused {
        return phase;
    }
    let name = words.label("shared-paused");
    words.say("console-about", &[("name", name.into()), ("about", phase.into())])
}

/// Its round; empty if there is none.
pub(crate) fn round(game: &Listed) -> String {
    let round = game.standing.and_then(|standing| standing.round);
    round.map(|round| grouped(round.0.into())).unwrap_or_default()
}
