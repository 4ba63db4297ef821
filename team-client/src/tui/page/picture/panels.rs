//! The read-only panels: opened rounds, teams, standings, advice, log.

use ishigaki_rules::auction::Outcome;
use ishigaki_rules::{Game, Priority, RoundRecord, RoundState, TeamId, Tsuyama};
use ishigaki_screen::Ranking;
use ishigaki_words::{Align, Table, Words, game_clock, grouped};
use ratatui::text::Line;

use super::super::model::{ListState, PartState, RowState};
use super::walls::LAYOUT;
use crate::advice::{self as tables, Room};
use crate::tui::advice::{AdviserAnswer, GivenAdvice};
use crate::tui::draw::Painter;
use crate::tui::keymap::Intent;
use crate::tui::market::{RivalFigures, rivals as all_rivals};
use crate::tui::state::State;

const WIDE: u16 = 4_000;
const EVENTS: usize = 120;

fn text(text: String, tone: &'static str) -> PartState {
    PartState::Text { text, tone }
}

fn table(table: &Table, caption: Option<String>) -> PartState {
    PartState::Table {
        caption,
        heads: table.heads().map(|(head, align)| (head.to_owned(), align == Align::End)).collect(),
        rows: table
            .rows()
            .iter()
            .map(|cells| RowState { cells: cells.clone(), own: false, decides: None, note: None })
            .collect(),
    }
}

fn sentences(lines: &[Line<'_>]) -> Vec<String> {
    lines.iter().map(ToString::to_string).collect()
}

pub(super) fn results(painter: &Painter<'_>, state: &State, game: &Game) -> Vec<PartState> {
    let words = painter.words();
    let mut parts = Vec::new();
    if let (Some(trial), Some(me)) = (&state.trial, state.me()) {
        let lines = trial.bids();
        let lines = lines.iter().map(|bid| (words.lot(game.setup(), bid.lot), bid.price.0)).collect();
        parts.push(PartState::Trial { at: trial.at(), price: trial.price_text().into(), lines });
        parts.push(PartState::Lines { lines: sentences(&painter.trial(game, me, trial, WIDE)) });
        parts.push(PartState::Button {
            button: "leave",
            text: words.label("team-key-what-if-leave"),
            is_off: false,
        });
    } else {
        parts.push(PartState::Button {
            button: "what-if",
            text: words.label("team-key-what-if"),
            is_off: false,
        });
    }
    let opened = game.rounds().iter().rev().filter(|record| record.settlement.is_some());
    let rounds = opened.map(|record| round(words, state, game, record));
    let before = parts.len();
    parts.extend(rounds);
    if parts.len() == before {
        return vec![text(words.label("team-results-none"), "calm")];
    }
    parts
}

fn round(words: Words, state: &State, game: &Game, record: &RoundRecord) -> PartState {
    let key = match record.state {
        RoundState::Open => "team-results-open",
        RoundState::Final => "team-results-final",
        RoundState::Void { .. } => "team-results-void",
    };
    let gaps = [("round", record.round.into()), ("attempt", record.attempt.into())];
    let me = state.me();
    let mut teams: Vec<TeamId> = game.setup().team_ids().collect();
    // The own list comes first.
    teams.sort_by_key(|team| Some(*team) != me);
    let lists = teams.into_iter().map(|team| list(words, state, game, record, team));
    PartState::Round { heading: words.say(key, &gaps), lists: lists.collect() }
}

fn list(words: Words, state: &State, game: &Game, record: &RoundRecord, team: TeamId) -> ListState {
    let setup = game.setup();
    let bids = record.list(team).map(|list| list.bids.as_slice()).unwrap_or_default();
    let note = bids.is_empty().then(|| {
        // A team that couldn't bid has not declined (`E3`).
        let is_absent = record.absent.contains(&team);
        words.label(if is_absent { "team-results-absent" } else { "team-results-no-list" })
    });
    let settlement = record.settlement.as_ref();
    let line = |(priority, bid): (Priority, &ishigaki_rules::auction::Bid)| {
        let outcome = settlement.and_then(|settlement| settlement.outcome(team, priority));
        let is_won = matches!(outcome, Some(Outcome::Awarded { .. }));
        let outcome_text = outcome.map(|outcome| words.outcome(setup, team, &outcome)).unwrap_or_default();
        (words.lot(setup, bid.lot), bid.price.0, outcome_text, is_won)
    };
    let charge = settlement.map(|settlement| settlement.charge(team)).unwrap_or_default();
    ListState {
        team: words.team(setup, team),
        own: Some(team) == state.me(),
        note,
        charge: words.say("team-results-charge", &[("charge", charge.into())]),
        lines: (1..).map(Priority).zip(bids).map(line).collect(),
    }
}

pub(super) fn rivals(words: Words, state: &State, game: &Game) -> Vec<PartState> {
    let setup = game.setup();
    let heads = [
        ("lint-word-team", false),
        ("team-head-purse", true),
        ("shared-stones", true),
        ("team-head-squares-won", true),
        ("team-head-needs", true),
        ("team-head-empty", true),
    ];
    let row = |rival: RivalFigures| {
        let stones = game.team(rival.team).filter(|team| !team.stones.is_empty());
        RowState {
            cells: vec![
                words.team(setup, rival.team),
                grouped(rival.purse.0),
                rival.stones.to_string(),
                rival.squares.to_string(),
                rival.needs_text(state.covered_rows(), &words),
                rival.empty_text(state.covered_rows(), &words),
            ],
            own: Some(rival.team) == state.me(),
            decides: None,
            note: stones.map(|team| words.stones(setup, team.stones.iter().copied())),
        }
    };
    vec![
        PartState::Table {
            caption: None,
            heads: heads.map(|(key, is_figure)| (words.label(key), is_figure)).to_vec(),
            rows: all_rivals(game).into_iter().map(row).collect(),
        },
        text(words.label("team-rivals-note"), "calm"),
    ]
}

pub(super) fn standings(words: Words, state: &State, game: &Game) -> Vec<PartState> {
    let setup = game.setup();
    let ranking = Ranking::of(words, game, LAYOUT);
    let criteria = ishigaki_rules::ranking::Criterion::RANKED;
    let heads = [(String::new(), true), (words.label("lint-word-team"), false)].into_iter();
    let heads = heads.chain(criteria.iter().map(|&criterion| (words.criterion_head(criterion), true)));
    let row = |(at, row): (usize, &ishigaki_rules::Standing)| {
        let figures = row.tally.map(|tally| tally.figures().to_vec()).unwrap_or_default();
        let lead = [words.place(row.place), words.team(setup, row.team)].into_iter();
        RowState {
            cells: lead.chain(figures.into_iter().map(grouped)).collect(),
            own: Some(row.team) == state.me(),
            // The place and the team come first.
            decides: criteria.iter().position(|one| Some(*one) == row.decided_by).map(|at| at + 2),
            note: ranking.why(at).map(|why| format!("↓ {why}")),
        }
    };
    let covered = state.covered_rows();
    let rows: Vec<RowState> = ranking.rows().iter().enumerate().skip(covered).map(row).collect();
    let cover = (covered > 0).then(|| text(words.label("ranking-covered"), "calm"));
    let table = (!rows.is_empty()).then(|| PartState::Table { caption: None, heads: heads.collect(), rows });
    cover.into_iter().chain(table).collect()
}

pub(super) fn advice(painter: &Painter<'_>, state: &State, game: &Game) -> Vec<PartState> {
    let words = painter.words();
    let mut parts = Vec::new();
    if state.inquiry.is_some() {
        parts.push(text(words.label("team-advice-thinking"), "soon"));
    }
    match &state.advice {
        Some(given) => {
            if state.is_advice_stale() {
                parts.push(text(painter.hinted("team-advice-stale", "ask", Intent::AskAdvice), "loud"));
            }
            given_advice(words, state, game, given, &mut parts);
        }
        None if state.inquiry.is_none() => parts.push(text(words.label(painter.no_advice()), "calm")),
        None => {}
    }
    if !state.aids_off.adviser {
        let (text, is_off) =
            (words.label("team-key-ask-advice"), state.inquiry.is_some() || state.subject().is_none());
        parts.push(PartState::Button { button: "ask-advice", text, is_off });
    }
    parts
}

fn given_advice(words: Words, state: &State, game: &Game, given: &GivenAdvice, parts: &mut Vec<PartState>) {
    let setup = game.setup();
    let proposal = |total: Tsuyama, held: Tsuyama| {
        words.say("team-advice-list", &[("total", total.into()), ("held", held.into())])
    };
    let take = PartState::Button {
        button: "take-advice",
        text: words.label("team-key-take-advice"),
        is_off: state.is_advice_stale(),
    };
    match &given.answer {
        AdviserAnswer::Nothing => parts.push(text(words.label("cli-advise-nothing"), "calm")),
        AdviserAnswer::Raises(raises) if raises.is_empty() => {
            parts.push(text(words.label("cli-advise-pass"), "soon"));
        }
        AdviserAnswer::Raises(raises) => {
            let total = raises.iter().map(|advice| advice.raise.price).sum();
            let caption = proposal(total, given.subject.money);
            parts.push(table(&tables::raises(setup, raises, &words), Some(caption)));
            parts.push(take);
            parts.push(text(words.label("team-advice-raises"), "calm"));
        }
        AdviserAnswer::List(advice) => {
            let gaps = [
                ("now", advice.now.empty.into()),
                ("now-gaps", advice.now.top_gaps.into()),
                ("then", advice.reachable.empty.into()),
                ("then-gaps", advice.reachable.top_gaps.into()),
                ("stones", u32::try_from(advice.needs).unwrap_or(u32::MAX).into()),
                ("cost", advice.cost.into()),
            ];
            parts.push(text(words.say("team-advice-walls", &gaps), "calm"));
            if advice.list.is_empty() {
                parts.push(text(words.label("cli-advise-decline"), "soon"));
            } else {
                let total = advice.list.iter().map(|line| line.bid.price).sum();
                let list = tables::list(setup, advice, Room::Ample, &words);
                parts.push(table(&list, Some(proposal(total, advice.held))));
            }
            let rivals = tables::rivals(setup, advice, &words);
            if !rivals.is_empty() {
                parts.push(text(words.label("cli-advise-rivals"), "calm"));
                parts.push(PartState::Lines { lines: rivals });
            }
            parts.push(take);
            parts.push(table(&tables::lots(setup, advice, Room::Ample, &words), None));
            parts.push(text(words.label("team-advice-legend"), "calm"));
        }
    }
}

pub(super) fn messages(painter: &Painter<'_>, state: &State, game: &Game) -> Vec<PartState> {
    let words = painter.words();
    let messages = painter.team_messages(game);
    let mut parts = Vec::new();
    if let Some(last) = messages.last().filter(|last| !last.is_read) {
        parts.push(PartState::Read { text: words.label("team-key-mark-read"), through: last.number.0 });
    }
    if messages.is_empty() {
        parts.push(text(words.label("cli-messages-none"), "calm"));
    }
    parts.extend(messages.iter().rev().map(|message| PartState::Message {
        text: painter.message(message),
        time: game_clock(message.at),
        is_new: !message.is_read,
    }));
    let questions = state.own_questions();
    if !questions.is_empty() {
        parts.push(text(words.label("cli-questions"), "good"));
        let lines = questions.into_iter().map(|asked| words.own_question(game, asked));
        parts.push(PartState::Lines { lines: lines.collect() });
    }
    parts
}

pub(super) fn log(words: Words, state: &State, game: &Game) -> Vec<PartState> {
    let events = state.log.iter().rev().take(EVENTS);
    let line = |event: &ishigaki_rules::Event| state.sentence_in(words, game, event);
    vec![PartState::Lines { lines: events.map(line).collect() }]
}
