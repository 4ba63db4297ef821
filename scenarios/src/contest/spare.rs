//! Spares: the game that is played instead when one is abandoned (`G4`).

use toml::Spanned;
use toml::de::DeValue;

use super::{GameSpec, Start, scenario};
use crate::Scenario;
use crate::id::LONGEST_ID;
use crate::page::Page;

const SPARE: &str = "G4: a game is replayed with another problem";

/// Reference of a game to its spare.
pub(super) enum Naming {
    None,
    /// Another game of the file.
    Game(String),
    /// A scenario, for a game of its own.
    Scenario(Box<Scenario>),
}

/// Reads what is spare: the id of a game of this contest, or else a scenario.
pub(super) fn read_spare(
    page: &mut Page<'_>,
    value: &Spanned<DeValue<'_>>,
    own: Option<&str>,
    games: &[String],
) -> Option<Naming> {
    let name = *page.text("spare", value)?.get_ref();
    let at = value.span().start;
    if own == Some(name) {
        page.report(at, format!("game {name:?} is its own spare"), SPARE);
        return None;
    }
    if games.iter().any(|game| game == name) {
        return Some(Naming::Game(name.to_owned()));
    }
    let also = format!("no game of this contest is called {name:?}, and ");
    let scenario = scenario::read(page, "spare", value, &also)?;
    if let Some(own) = own {
        let id = format!("{own}-spare");
        if id.len() > LONGEST_ID || games.contains(&id) {
            let what =
                format!("the spare would be called {id:?}, which is taken or longer than {LONGEST_ID}");
            page.report(at, what, "ids are unique");
            return None;
        }
    }
    Some(Naming::Scenario(Box::new(scenario)))
}

/// Reports spares that cannot stand in for their games, each of which comes with the place that names its spare.
pub(super) fn check_spares(page: &mut Page<'_>, games: &[(&GameSpec, Option<usize>)]) {
    let find = |id: &str| games.iter().map(|&(game, _)| game).find(|game| game.id == id);
    for &(game, place) in games {
        let (Some(at), Some(spare)) = (place, game.spare.as_deref().and_then(find)) else {
            continue;
        };
        let (id, own) = (&spare.id, &game.id);
        if spare.start == Start::Now {
            let what = format!("the spare {id:?} starts now; it takes starts = \"by-organiser\"");
            page.report(at, what, SPARE);
        }
        if (&spare.setup.teams, spare.seats) != (&game.setup.teams, game.seats) {
            page.report(at, format!("the spare {id:?} has other teams than {own:?}"), SPARE);
        }
        if spare.practice != game.practice {
            let of = |practice| if practice { "for practice" } else { "not for practice" };
            let what =
                format!("the spare {id:?} is {}, and {own:?} is {}", of(spare.practice), of(game.practice));
            page.report(at, what, SPARE);
        }
        if returns(game, games.len(), find) {
            let what = format!("the spares of {own:?} lead back to it");
            page.report(at, what, SPARE);
        }
    }
}

/// Returns whether the spare of a spare, and so on, is the game itself.
fn returns<'a>(game: &GameSpec, most: usize, find: impl Fn(&str) -> Option<&'a GameSpec>) -> bool {
    let mut next = game.spare.as_deref().and_then(&find);
    for _ in 0..most {
        match next {
            None => return false,
            Some(spare) if spare.id == game.id => return true,
            Some(spare) => next = spare.spare.as_deref().and_then(&find),
        }
    }
    false
}
