//! The sheets of a game: notices, handouts and certificates.

use ishigaki_printout::{EntrantName, GameEdition, Printout};
use ishigaki_rules::{Event, Game, TeamId};
use ishigaki_words::Words;

use crate::Particulars;

/// The names of printable sheets.
pub const SHEETS: [&str; 3] = ["results", "certificates", "team"];

/// A sheet to be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSheet {
    /// Name among [`SHEETS`].
    pub name: &'static str,
    pub team: Option<TeamId>,
    /// A name for its file, without an ending.
    pub file: String,
    pub printout: Printout,
}

fn edition<'a>(
    game: &'a Game,
    particulars: &'a Particulars,
    names: &'a [EntrantName],
    words: Words,
) -> GameEdition<'a> {
    let contest = particulars.contest(words.lang());
    GameEdition { words, game, contest, date: particulars.date.as_deref(), names }
}

pub(super) fn result(game: &Game, particulars: &Particulars, words: Words) -> Printout {
    edition(game, particulars, &particulars.names(game.setup()), words).result()
}

pub(super) fn of(game: &Game, events: &[Event], particulars: &Particulars, words: Words) -> Vec<GameSheet> {
    let names = particulars.names(game.setup());
    let edition = edition(game, particulars, &names, words);
    let sheet =
        |name: &'static str, printout| GameSheet { name, team: None, file: name.to_owned(), printout };
    let mut sheets = vec![sheet("results", edition.result())];
    sheets.extend(edition.diplomas().map(|printout| sheet("certificates", printout)));
    let teams = game.setup().team_ids().filter_map(|team| {
        let printout = edition.team_game(team, events)?;
        Some(GameSheet { name: "team", team: Some(team), file: file_of(game, team), printout })
    });
    sheets.extend(teams);
    sheets
}

/// A team's file by its code, or by its number where the code is no name for a file.
pub(super) fn file_of(game: &Game, team: TeamId) -> String {
    let code = game.setup().team(team).map_or("", |spec| &spec.code);
    let is_harmless = !code.is_empty()
        && code.len() <= 64
        && code.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '-' | '_'));
    if is_harmless { format!("team-{code}") } else { format!("team.{}", team.index() + 1) }
}
