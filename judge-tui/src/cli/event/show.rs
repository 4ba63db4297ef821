//! Events as text and as objects of `--json`. Keys may be added, never renamed or removed.

use ishigaki_printout::lotteries_note;
use ishigaki_proto::convert::competition_to_wire;
use ishigaki_proto::watch::{EventEntry, EventStage};
use ishigaki_rules::TeamId;
use ishigaki_tournament::{Lottery, PlayerId};
use ishigaki_words::columns::clean;
use ishigaki_words::{Align, Table, Words};
use serde::Serialize;

use crate::event::{EventSteps as _, NamedStanding, listed_stage, shown_stage, stage_name};

const LONGEST_TITLE: usize = 40;

#[derive(Serialize)]
pub(super) struct EventsObject<'a> {
    events: Vec<ListedEvent<'a>>,
}

#[derive(Serialize)]
struct ListedEvent<'a> {
    event: &'a str,
    title: &'a str,
    title_ja: &'a str,
    stage: String,
    round: Option<u32>,
    entrants: u32,
    items: u64,
}

#[derive(Serialize)]
pub(super) struct EventObject<'a> {
    #[serde(flatten)]
    listed: ListedEvent<'a>,
    commitment: Option<String>,
    lotteries: Vec<LotteryObject<'a>>,
    absent: Vec<PlayerEntry<'a>>,
    open: Vec<[PlayerEntry<'a>; 2]>,
    open_games: Vec<String>,
    next: Option<String>,
}

#[derive(Serialize)]
struct LotteryObject<'a> {
    name: &'a str,
    date: Option<&'a str>,
}

#[derive(Serialize)]
struct PlayerEntry<'a> {
    number: Option<u32>,
    id: &'a str,
    name: String,
}

impl<'a> EventsObject<'a> {
    pub(super) fn of(events: &'a [EventEntry]) -> Self {
        Self { events: events.iter().map(ListedEvent::of).collect() }
    }
}

impl<'a> ListedEvent<'a> {
    fn of(entry: &'a EventEntry) -> Self {
        Self {
            event: &entry.event,
            title: &entry.title,
            title_ja: &entry.title_ja,
            stage: stage_name(entry.stage()).to_lowercase(),
            round: Some(entry.round).filter(|round| *round > 0),
            entrants: entry.entrants,
            items: entry.items,
        }
    }
}

impl<'a> LotteryObject<'a> {
    fn of(lottery: &'a Lottery) -> Self {
        Self { name: &lottery.name, date: lottery.date.as_deref() }
    }
}

impl<'a> EventObject<'a> {
    pub(super) fn of(entry: &'a EventEntry, event: NamedStanding<'a>, words: Words) -> Self {
        let player = |player: PlayerId| match event {
            NamedStanding::Leagues(event) => PlayerEntry {
                number: event.edition(words).number(player),
                id: event.entrant_id(player),
                name: event.edition(words).name(player),
            },
            NamedStanding::Groups(contest) => PlayerEntry {
                number: None,
                id: contest.standing.entrant(player).map_or("", |entrant| &entrant.id),
                name: contest.name(TeamId::at(player.index()), words),
            },
        };
        Self {
            listed: ListedEvent::of(entry),
            commitment: event.standing().competition.commitment().map(hex::encode),
            lotteries: event.lotteries().iter().map(LotteryObject::of).collect(),
            absent: absent(event).into_iter().map(player).collect(),
            open: open(event).into_iter().map(|(one, other)| [player(one), player(other)]).collect(),
            open_games: event.open_games(),
            next: event.next_step().and_then(|step| event.command(&step)),
        }
    }
}

pub(super) fn events(events: &[EventEntry], words: &Words) -> String {
    if events.is_empty() {
        return words.label("cli-event-none");
    }
    let columns = [
        ("shared-heading-event", Align::Start),
        ("console-head-title", Align::Start),
        ("shared-roster", Align::End),
        ("cli-event-head-stage", Align::Start),
    ];
    let columns = columns.map(|(key, align)| (words.label(key), align));
    let mut table = Table::new(columns).at_most(1, LONGEST_TITLE);
    for entry in events {
        table.row([
            clean(&entry.event).into_owned(),
            words.title_of(&entry.title, &entry.title_ja),
            entry.entrants.to_string(),
            listed_stage(entry, *words),
        ]);
    }
    table.to_string()
}

pub(super) fn event(entry: &EventEntry, event: NamedStanding<'_>, words: &Words) -> String {
    let gaps = [
        ("event", clean(&entry.event).into_owned().into()),
        ("title", words.title_of(&entry.title, &entry.title_ja).into()),
        ("stage", listed_stage(entry, *words).into()),
        ("entrants", entry.entrants.into()),
    ];
    let in_groups = matches!(event, NamedStanding::Groups(_));
    let mut lines =
        vec![words.say(if in_groups { "cli-event-shown-teams" } else { "cli-event-shown" }, &gaps)];
    if let Some(commitment) = event.standing().competition.commitment() {
        // Before the digits are drawn it must be published; afterwards anyone can check the draw with it.
        let (stage, _) = competition_to_wire(&event.standing().competition);
        let key = if stage == EventStage::Committed {
            "cli-event-commitment"
        } else {
            "cli-event-commitment-fixed"
        };
        lines.push(words.say(key, &[("commitment", hex::encode(commitment).into())]));
    }
    lines.push(lotteries_note(*words, event.lotteries()));
    lines.extend(match event {
        NamedStanding::Leagues(event) => event.edition(*words).draw_rulings(),
        NamedStanding::Groups(contest) => contest.edition(*words).draw_rulings(),
    });
    let who = |player: PlayerId| event.entrant_label(player.index(), *words);
    let absent: Vec<String> = absent(event).into_iter().map(who).collect();
    if !absent.is_empty() {
        lines.push(words.say("cli-event-absent-are", &[("players", words.list(absent).into())]));
    }
    let open = open(event).into_iter().map(|(one, other)| {
        words.say("cli-event-open", &[("one", who(one).into()), ("other", who(other).into())])
    });
    lines.extend(open);
    let games = event.open_games();
    if !games.is_empty() {
        lines.push(words.say("cli-event-open-games", &[("games", words.list(games).into())]));
    }
    if let Some(step) = event.next_step() {
        lines.push(words.say("cli-event-next", &[("step", event.step_text(&step, *words).into())]));
    }
    lines.join("\n")
}

fn absent(event: NamedStanding<'_>) -> Vec<PlayerId> {
    let lines = 0..event.standing().entrants.len();
    match event {
        NamedStanding::Leagues(event) => {
            let players = lines.map(PlayerId::at);
            players.filter(|player| event.tournament().is_absent(*player)).collect()
        }
        NamedStanding::Groups(named) => {
            let stage = shown_stage(named.contest, None);
            let absent = lines.filter(|line| named.contest.is_absent(stage, TeamId::at(*line)));
            absent.map(PlayerId::at).collect()
        }
    }
}

fn open(event: NamedStanding<'_>) -> Vec<(PlayerId, PlayerId)> {
    let NamedStanding::Leagues(event) = event else { return Vec::new() };
    let Some(paired) = event.tournament().rounds().last() else { return Vec::new() };
    let games = paired.games().map(|(_, one, other)| (one, other));
    games.filter(|(one, other)| !paired.results.contains_key(&(*one.min(other), *one.max(other)))).collect()
}
