//! Events in words and as objects of `--json`. Keys are added, never renamed or removed.

use ishigaki_proto::watch::EventEntry;
use ishigaki_tournament::PlayerId;
use ishigaki_words::columns::clean;
use ishigaki_words::{Align, Table, Words};
use serde::Serialize;

use crate::event::NamedEvent;

/// The most columns of an event's title.
const LONGEST_TITLE: usize = 40;

/// The events of the server.
#[derive(Serialize)]
pub(super) struct Events<'a> {
    events: Vec<Listed<'a>>,
}

/// One event.
#[derive(Serialize)]
struct Listed<'a> {
    event: &'a str,
    title: &'a str,
    title_ja: &'a str,
    stage: String,
    round: Option<u32>,
    entrants: u32,
    items: u64,
}

/// One event, and what is left to do in it.
#[derive(Serialize)]
pub(super) struct Shown<'a> {
    #[serde(flatten)]
    listed: Listed<'a>,
    commitment: Option<String>,
    absent: Vec<Player<'a>>,
    /// The games of the last round that have no result.
    open: Vec<[Player<'a>; 2]>,
}

/// A player by number, id and name.
#[derive(Serialize)]
struct Player<'a> {
    number: Option<u32>,
    id: &'a str,
    name: String,
}

impl<'a> Events<'a> {
    pub(super) fn of(events: &'a [EventEntry]) -> Self {
        Self { events: events.iter().map(Listed::of).collect() }
    }
}

impl<'a> Listed<'a> {
    fn of(entry: &'a EventEntry) -> Self {
        Self {
            event: &entry.event,
            title: &entry.title,
            title_ja: &entry.title_ja,
            stage: stage(entry).to_lowercase(),
            round: Some(entry.round).filter(|round| *round > 0),
            entrants: entry.entrants,
            items: entry.items,
        }
    }
}

impl<'a> Shown<'a> {
    pub(super) fn of(entry: &'a EventEntry, event: NamedEvent<'a>, words: Words) -> Self {
        let edition = event.edition(words);
        let player = |player: PlayerId| Player {
            number: edition.number(player),
            id: event.entrant_id(player),
            name: edition.name(player),
        };
        Self {
            listed: Listed::of(entry),
            commitment: event.tournament().commitment().map(hex::encode),
            absent: absent(event).map(player).collect(),
            open: open(event).map(|(one, other)| [player(one), player(other)]).collect(),
        }
    }
}

/// All events as a table.
pub(super) fn events(events: &[EventEntry], words: &Words) -> String {
    if events.is_empty() {
        return words.label("cli-event-none");
    }
    let columns = [
        ("cli-event-head-event", Align::Start),
        ("console-head-title", Align::Start),
        ("cli-event-head-entrants", Align::End),
        ("cli-event-head-stage", Align::Start),
    ];
    let columns = columns.map(|(key, align)| (words.label(key), align));
    let mut table = Table::new(columns).at_most(1, LONGEST_TITLE);
    for entry in events {
        table.row([
            clean(&entry.event).into_owned(),
            words.title_of(&entry.title, &entry.title_ja),
            entry.entrants.to_string(),
            words.event_stage(stage(entry), entry.round),
        ]);
    }
    table.to_string()
}

/// One event: where it is, its commitment, who is absent, which games are open.
pub(super) fn event(entry: &EventEntry, event: NamedEvent<'_>, words: &Words) -> String {
    let edition = event.edition(*words);
    let gaps = [
        ("event", clean(&entry.event).into_owned().into()),
        ("title", words.title_of(&entry.title, &entry.title_ja).into()),
        ("stage", words.event_stage(stage(entry), entry.round).into()),
        ("entrants", entry.entrants.into()),
    ];
    let mut lines = vec![words.say("cli-event-shown", &gaps)];
    if let Some(commitment) = event.tournament().commitment() {
        lines.push(words.say("cli-event-commitment", &[("commitment", hex::encode(commitment).into())]));
    }
    let absent: Vec<String> = absent(event).map(|player| edition.player(player)).collect();
    if !absent.is_empty() {
        lines.push(words.say("cli-event-absent-are", &[("players", words.list(absent).into())]));
    }
    let open = open(event).map(|(one, other)| {
        let gaps = [("one", edition.player(one).into()), ("other", edition.player(other).into())];
        words.say("cli-event-open", &gaps)
    });
    lines.extend(open);
    lines.join("\n")
}

/// The name of an event's stage on the wire, without its prefix.
fn stage(entry: &EventEntry) -> &'static str {
    let name = entry.stage().as_str_name();
    name.strip_prefix("EVENT_STAGE_").unwrap_or(name)
}

fn absent(event: NamedEvent<'_>) -> impl Iterator<Item = PlayerId> {
    let tournament = event.tournament();
    let players = (0..).map(PlayerId).zip(tournament.roster()).map(|(player, _)| player);
    players.filter(|player| tournament.is_absent(*player))
}

/// The games of the round that was paired last, as far as they have no result.
fn open(event: NamedEvent<'_>) -> impl Iterator<Item = (PlayerId, PlayerId)> {
    event.tournament().rounds().last().into_iter().flat_map(|paired| {
        let games = paired.games().map(|(_, one, other)| (one, other));
        games.filter(|(one, other)| !paired.results.contains_key(&(*one.min(other), *one.max(other))))
    })
}
