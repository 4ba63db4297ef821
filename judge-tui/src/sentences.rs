//! Sentences about listed games, for commands and screens.

use ishigaki_words::columns::clean;
use ishigaki_words::{Words, grouped};

use ishigaki_client::listing::Listed;

pub(crate) fn started(game: &Listed, words: &Words) -> String {
    let gaps = [
        ("game", game.game.as_str().into()),
        ("count", game.teams.len().into()),
        ("teams", teams(game, words).into()),
    ];
    words.say("console-games-start", &gaps)
}

pub(crate) fn replaced(game: &str, spare: &Listed, words: &Words) -> String {
    let gaps = [
        ("game", game.into()),
        ("spare", spare.game.as_str().into()),
        ("count", spare.teams.len().into()),
        ("teams", teams(spare, words).into()),
    ];
    words.say("console-games-replace", &gaps)
}

pub(crate) fn teams(game: &Listed, words: &Words) -> String {
    if game.teams.is_empty() && game.seats > 0 {
        return words.say("console-game-seats", &[("seats", game.seats.into())]);
    }
    words.list(game.teams.iter().map(|team| clean(team).into_owned()))
}

pub(crate) fn title(game: &Listed, words: &Words) -> String {
    let title = words.title_of(&game.title, &game.title_ja);
    if game.practice { words.say("console-game-practice", &[("title", title.into())]) } else { title }
}

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

pub(crate) fn round(game: &Listed) -> String {
    let round = game.standing.and_then(|standing| standing.round);
    round.map(|round| grouped(round.0.into())).unwrap_or_default()
}
