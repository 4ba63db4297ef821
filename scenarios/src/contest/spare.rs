//! Spares: games that replace abandoned ones (`G4`).

use toml::Spanned;
use toml::de::DeValue;

use super::{GameSpec, Start, scenario};
use crate::Scenario;
use crate::basis::{self, SPARE};
use crate::id::LONGEST_ID;
use crate::page::Page;
use crate::wording::Wording;
use ishigaki_catalogue::Phrase;

pub(super) enum SpareReference {
    None,
    Game(String),
    Scenario(Box<Scenario>),
}

pub(super) fn read_spare(
    page: &mut Page<'_>,
    value: &Spanned<DeValue<'_>>,
    own: Option<&str>,
    games: &[String],
) -> Option<SpareReference> {
    let name = *page.text("spare", value)?.get_ref();
    let at = value.span().start;
    if own == Some(name) {
        page.report(at, Wording::OwnSpare { game: name.into() }, SPARE);
        return None;
    }
    if games.iter().any(|game| game == name) {
        return Some(SpareReference::Game(name.to_owned()));
    }
    let scenario = scenario::read(page, "spare", value, Some(name))?;
    if let Some(own) = own {
        let id = format!("{own}-spare");
        if id.len() > LONGEST_ID || games.contains(&id) {
            page.report(at, Wording::SpareId { id: id.into(), most: LONGEST_ID.into() }, basis::UNIQUE);
            return None;
        }
    }
    Some(SpareReference::Scenario(Box::new(scenario)))
}

pub(super) fn check_spares(page: &mut Page<'_>, games: &[(&GameSpec, Option<usize>)]) {
    let find = |id: &str| games.iter().map(|&(game, _)| game).find(|game| game.id == id);
    for &(game, place) in games {
        let (Some(at), Some(spare)) = (place, game.spare.as_deref().and_then(find)) else {
            continue;
        };
        let (id, own) = (&spare.id, &game.id);
        if spare.start == Start::Now {
            page.report(at, Wording::SpareNow { spare: id.into() }, SPARE);
        }
        if (&spare.setup.teams, spare.seats) != (&game.setup.teams, game.seats) {
            page.report(at, Wording::SpareTeams { spare: id.into(), game: own.into() }, SPARE);
        }
        if spare.practice != game.practice {
            let (named, own) = (id.into(), own.into());
            let what = if spare.practice {
                Wording::SparePractice { spare: named, game: own }
            } else {
                Wording::SpareNoPractice { spare: named, game: own }
            };
            page.report(at, Phrase::from(what), SPARE);
        }
        if returns(game, games.len(), find) {
            page.report(at, Wording::SpareReturns { game: own.into() }, SPARE);
        }
    }
}

/// Returns whether the chain of spares leads back to the game.
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
