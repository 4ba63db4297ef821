//! The `start` command.

use ishigaki_client::listing::{self, Programme};
use ishigaki_client::{CallError, Follower, Link, Mirror};
use ishigaki_command::{CommandResult, Output};
use ishigaki_rules::TeamSpec;
use ishigaki_words::columns::{clean, pad_start};
use ishigaki_words::{Value, Words};
use serde::Serialize;

use super::error::Error;
use super::json;
use crate::console::seating::{Candidate, Seating, has_result, results_of};
use crate::options::StartArgs;
use crate::sentences;

#[derive(Serialize)]
struct SelectionObject<'a> {
    game: &'a str,
    seats: usize,
    teams: Vec<&'a str>,
}

pub(crate) async fn start(
    link: &Link,
    args: StartArgs,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let StartArgs { game, mut teams, seats, by_results, preview, json: _ } = args;
    if by_results {
        let seating = seating_of(link, &game).await?;
        teams = seating.ticked().map(|team| team.code.clone()).collect();
        let is_determined = teams.len() == seating.seats();
        if preview && out.is_json() {
            let teams = teams.iter().map(String::as_str).collect();
            let object = SelectionObject { game: &game, seats: seating.seats(), teams };
            return Ok(out.object(&CommandResult::new("start", object))?);
        }
        if !out.is_json() {
            out.text(&selection(&seating, words))?;
        }
        if preview {
            return Ok(());
        }
        if !is_determined {
            return Err(Error::NotDetermined { game, selected: teams.len(), seats: seating.seats() });
        }
    }
    let started = listing::start(link, game, teams, seats).await?;
    if out.is_json() {
        return Ok(out.object(&CommandResult::new("start", json::StartedObject::of(&started)))?);
    }
    Ok(out.text(&sentences::started(&started, words))?)
}

/// Selects the teams of a game with open seats by the results of all declared games.
async fn seating_of(link: &Link, id: &str) -> Result<Seating, Error> {
    let programme: Programme = listing::all(link).await?;
    let game = programme.games.iter().find(|game| game.game == id);
    let game = game.filter(|game| game.is_waiting() && game.teams.is_empty());
    let game = game.ok_or_else(|| Error::NoOpenSeats { game: id.to_owned() })?;
    let mut mirrors = Vec::new();
    for declared in programme.games.iter().filter(|listed| has_result(listed)) {
        let mut follower = Follower::open(link.clone(), declared.game.as_str(), Mirror::of(&declared.game));
        follower.catch_up().await.map_err(CallError::from)?;
        mirrors.push((declared.game.as_str(), follower.session));
    }
    let games = mirrors.iter().filter_map(|(id, mirror)| Some((*id, mirror.game()?)));
    let mut seating = Seating::of(game, &programme, false);
    seating.learn(&results_of(games), true);
    Ok(seating)
}

fn selection(seating: &Seating, words: &Words) -> String {
    let gaps: [(&'static str, Value); 3] = [
        ("game", seating.game().into()),
        ("selected", seating.ticked().count().into()),
        ("seats", seating.seats().into()),
    ];
    let heading = words.say("cli-start-selection", &gaps);
    let known = seating.candidates().iter().enumerate();
    let rows = known.filter_map(|(place, candidate)| row(seating.number(place), candidate, words));
    [heading, words.label("console-seat-figures")].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

/// Teams without a result aren't shown.
fn row(number: Option<usize>, candidate: &Candidate, words: &Words) -> Option<String> {
    let result = candidate.result.as_ref()?.text(words);
    let number = pad_start(&number.map(|number| number.to_string()).unwrap_or_default(), 3);
    let TeamSpec { code, name } = &candidate.team;
    let gaps = [("name", clean(name).into_owned().into()), ("code", code.as_str().into())];
    Some(format!("{number} {}  {result}", words.say("console-team-and-code", &gaps)))
}
