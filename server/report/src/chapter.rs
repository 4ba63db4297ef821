//! The data of a game's page, as JSON: moments, rounds, ranking. Every sentence stands there in both languages.

use ishigaki_record::transcript::Transcript;
use ishigaki_record::verify::Report;
use ishigaki_rules::auction::{Award, Offer};
use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{
    Cell, Event, Fact, Game, GameTime, LotId, Priority, RoundRecord, RoundState, Setup, Standing, TeamId,
};
use ishigaki_words::{Lang, Words};
use serde_json::{Map, Value as Json, json};

/// A text in both languages.
fn said(text: impl Fn(Words) -> String) -> Json {
    json!({ "en": text(Words::new(Lang::En)), "ja": text(Words::new(Lang::Ja)) })
}

/// The whole game.
pub(super) fn game(transcript: &Transcript, verified: &Report) -> Json {
    let setup = &transcript.setup;
    let (moments, last) = moments(transcript);
    let checked = |words: Words| {
        let gaps = words.partly_checked(&verified.gaps(), false);
        words.verified(verified).into_iter().chain(gaps).collect::<Vec<_>>().join("\n")
    };
    let lots = setup.lots.iter().map(|lot| {
        let cells: Vec<_> = lot.shape.cells().iter().map(|cell| (cell.row, cell.col)).collect();
        json!({ "code": lot.code, "cells": cells, "copies": lot.copies, "min": lot.min_price.0 })
    });
    let teams = setup.team_ids().map(|team| said(|words| words.team(setup, team)));
    json!({
        "id": transcript.game,
        "title": said(|words| words.title(setup)),
        "fingerprint": verified.fingerprint.to_string(),
        "checked": said(checked),
        "initial": setup.initial.0,
        "area": setup.frame.area(),
        "frame": { "rows": setup.frame.rows() },
        "lots": lots.collect::<Vec<_>>(),
        "teams": teams.collect::<Vec<_>>(),
        "moments": moments,
        "rounds": last.rounds().iter().map(|record| round(&last, record)).collect::<Vec<_>>(),
        "ranking": ranking(&last),
        "messages": messages(&last),
    })
}

/// Returns what was announced, asked and answered, in that order; as far as the record tells it.
fn messages(game: &Game) -> Vec<Json> {
    let setup = game.setup();
    let mut all: Vec<(GameTime, Json)> = Vec::new();
    // An answer to all is told with its question, which names nobody.
    for told in game.broadcasts().filter(|told| told.asked.is_none()) {
        let addressed = |words: Words| match told.teams {
            [] => words.label("page-report-announced"),
            teams => {
                let teams = words.teams(setup, teams.iter().copied());
                words.say("page-report-announced-to", &[("teams", teams.into())])
            }
        };
        let head = |words: Words| {
            if told.is_correction { words.correction(&addressed(words)) } else { addressed(words) }
        };
        let text = said(|words| words.announcement(told.text).to_owned());
        all.push((told.at, json!({ "at": told.at.0, "head": said(head), "text": text, "answers": [] })));
    }
    for asked in game.questions() {
        let head = |words: Words| {
            let gaps = [("team", words.team(setup, asked.team).into()), ("question", asked.number.0.into())];
            words.say("page-report-asked", &gaps)
        };
        let text = said(|_| asked.text.text().to_owned());
        let answers = asked.answers.iter().rev().enumerate().map(|(before, answer)| {
            let key = match (before, answer.to_all) {
                (0, false) => "page-report-answered",
                (0, true) => "page-report-answered-to-all",
                _ => "page-report-corrected",
            };
            let text = said(|words| words.announcement(&answer.text).to_owned());
            json!({ "at": answer.at.0, "head": said(|words| words.label(key)), "text": text })
        });
        let answers = answers.collect::<Vec<_>>();
        all.push((
            asked.at,
            json!({ "at": asked.at.0, "head": said(head), "text": text, "answers": answers }),
        ));
    }
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, message)| message).collect()
}

/// Every moment of the game, each with what changed at it; and the game after the last.
fn moments(transcript: &Transcript) -> (Vec<Json>, Game) {
    let setup = &transcript.setup;
    let mut game = Game::new(setup.clone());
    let mut before = PreviousMoment::default();
    let mut moments = vec![moment(&game, None, &mut before)];
    for entry in &transcript.entries {
        game.apply(&entry.event);
        moments.push(moment(&game, Some(&entry.event), &mut before));
    }
    (moments, game)
}

/// Data of the moment before: what is the same is not told again.
#[derive(Default)]
struct PreviousMoment {
    phase: Json,
    walls: Vec<Json>,
    tallies: Vec<Json>,
}

fn moment(game: &Game, event: Option<&Event>, before: &mut PreviousMoment) -> Json {
    let setup = game.setup();
    let mut told = Map::new();
    if let Some(event) = event {
        told.insert("at".into(), event.at.0.into());
        told.insert("text".into(), said(|words| words.event(game, event)));
        if matches!(event.fact, Fact::RoundOpened { .. }) {
            told.insert("opens".into(), (game.rounds().len() - 1).into());
        }
    }
    let phase = said(|words| words.phase(game.phase()));
    if phase != before.phase {
        told.insert("phase".into(), phase.clone());
        before.phase = phase;
    }
    before.walls.resize(setup.teams.len(), Json::Null);
    before.tallies.resize(setup.teams.len(), Json::Null);
    let (mut walls, mut tallies) = (Map::new(), Map::new());
    for team in setup.team_ids() {
        let at = team.index();
        note(&mut before.walls, at, wall(game, team), &mut walls);
        let tally = game.tally(team);
        let held = game.team(team).map(|team| team.held.0);
        note(&mut before.tallies, at, json!([tally.map(|tally| tally.empty), held]), &mut tallies);
    }
    for (name, changes) in [("walls", walls), ("tallies", tallies)] {
        if !changes.is_empty() {
            told.insert(name.into(), changes.into());
        }
    }
    told.into()
}

/// Puts down a team's value if it is another than before.
fn note(before: &mut [Json], at: usize, value: Json, changes: &mut Map<String, Json>) {
    if let Some(known) = before.get_mut(at).filter(|known| **known != value) {
        changes.insert(at.to_string(), value.clone());
        *known = value;
    }
}

/// A team's wall: of each stone its lot, its name, its squares, and whether nothing carries it.
fn wall(game: &Game, team: TeamId) -> Json {
    let words = Words::new(Lang::En);
    let lifted = game.wall_score(team).map(|score| score.lifted);
    let laid = game.team(team).into_iter().flat_map(|team| &team.laid);
    let stones = laid.filter_map(|(&stone, spot)| {
        let moved = |cell: Cell| (cell.row + spot.at.row, cell.col + spot.at.col);
        let cells: Vec<_> = game.shape(stone)?.turned_cells(spot.turn).map(moved).collect();
        let loose = lifted.iter().flatten().any(|lifted| *lifted == stone);
        Some(json!({ "lot": stone.lot.index(), "name": words.stone(game.setup(), stone), "cells": cells, "loose": loose }))
    });
    stones.collect()
}

/// An attempt of a round: every list that was opened with what became of each line, and what was awarded by which rule.
fn round(game: &Game, record: &RoundRecord) -> Json {
    let setup = game.setup();
    let title = |words: Words| {
        let key = match record.state {
            RoundState::Open => "board-round",
            RoundState::Final => "board-round-final",
            RoundState::Void { .. } => "board-round-void",
        };
        let gaps = [
            ("round", record.round.into()),
            ("rounds", setup.rounds.len().into()),
            ("attempt", record.attempt.into()),
        ];
        words.say(key, &gaps)
    };
    let reason = match &record.state {
        RoundState::Void { reason } => Some(reason.clone()),
        RoundState::Open | RoundState::Final => None,
    };
    let settlement = record.settlement.as_ref();
    let awards: &[Award] = settlement.map_or(&[], |settlement| settlement.awards());
    let prices = awards.iter().map(|award| json!([award.lot.index(), award.team.index(), award.price.0]));
    let failures = settlement.map_or(&[][..], |settlement| settlement.failures());
    json!({
        "title": said(title),
        "state": record.state.name(),
        "reason": reason,
        "offer": offer(&record.offer),
        "held": record.held.iter().map(|held| held.0).collect::<Vec<_>>(),
        "lists": record.lists.iter().map(|list| list_of(setup, record, list.team)).collect::<Vec<_>>(),
        "awards": prices.collect::<Vec<_>>(),
        "failures": failures.iter().map(|failure| said(|words| words.failure(setup, failure))).collect::<Vec<_>>(),
    })
}

/// Returns what was on offer: lots by their places, and how many copies of each.
fn offer(offer: &Offer) -> Vec<Json> {
    let lots = offer.lots.iter().enumerate().filter(|(_, lot)| lot.copies > 0);
    lots.map(|(at, lot)| json!([at, lot.copies])).collect()
}

/// A team's opened list, line by line, with the new prices of its re-bids.
fn list_of(setup: &Setup, record: &RoundRecord, team: TeamId) -> Json {
    let list = record.lists.iter().find(|list| list.team == team);
    let lines = list.into_iter().flat_map(|list| &list.bids).zip(1..).map(|(bid, number)| {
        let priority = Priority(number);
        let raises: Vec<u64> = record.raises_of(team, priority).map(|price| price.0).collect();
        let outcome = record.settlement.as_ref().and_then(|settlement| settlement.outcome(team, priority));
        let why = outcome.map(|outcome| said(|words| words.outcome(setup, team, &outcome)));
        let won = matches!(outcome, Some(ishigaki_rules::auction::Outcome::Awarded { .. }));
        let lot: LotId = bid.lot;
        json!({ "lot": lot.index(), "price": bid.price.0, "raises": raises, "why": why, "won": won })
    });
    json!({ "team": team.index(), "lines": lines.collect::<Vec<_>>() })
}

/// The ranking with what decided each place.
fn ranking(game: &Game) -> Json {
    let rows = game.standings();
    let row = |(at, row): (usize, &Standing)| {
        let next = rows.get(at + 1);
        let why = row.decided_by.zip(next).map(|(criterion, next)| {
            said(|words| words.criterion(criterion, row.tally.as_ref(), next.tally.as_ref()))
        });
        json!({
            "place": said(|words| words.place(row.place)),
            "team": row.team.index(),
            "figures": row.tally.map(|tally| tally.figures().to_vec()),
            "why": why,
        })
    };
    let heads = Criterion::RANKED.iter().map(|&head| said(|words| words.criterion_head(head)));
    let heading = if game.phase().is_ranked() { "board-standings-final" } else { "board-standings" };
    json!({
        "heading": said(|words| words.label(heading)),
        "heads": heads.collect::<Vec<_>>(),
        "rows": rows.iter().enumerate().map(row).collect::<Vec<_>>(),
    })
}
