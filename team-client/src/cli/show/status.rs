//! Status of the game and the team, as text.

use std::time::Duration;

use ishigaki_rules::auction::{Bid, Outcome};
use ishigaki_rules::{Millis, Phase, Priority, RoundRecord, RoundState, Tsuyama};
use ishigaki_strategy::bot::View;
use ishigaki_words::{Align, Table, Words, countdown, grouped};

use super::{picture, place_of, standings};

/// Shows no sealed content except the team's own list.
pub(crate) fn status(
    id: &str,
    view: &View<'_>,
    covered: usize,
    remaining: Option<Duration>,
    words: &Words,
    colour: bool,
) -> String {
    let sections = [
        heading(id, view, remaining, words),
        sealed(view, words),
        tied(view, words),
        stones(view, words),
        wall(view, words, colour),
        results(view, words),
        words.label("cli-standings") + "\n" + &standings(view.game, covered, words),
    ];
    let sections: Vec<String> = sections.into_iter().filter(|section| !section.is_empty()).collect();
    sections.join("\n")
}

fn heading(id: &str, view: &View<'_>, remaining: Option<Duration>, words: &Words) -> String {
    let (game, setup) = (view.game, view.game.setup());
    let mut line = Vec::new();
    if let Some(record) = view.record() {
        line.push(words.say("cli-round", &[("round", record.round.into())]));
        if record.attempt > 1 {
            line.push(words.say("cli-attempt", &[("attempt", record.attempt.into())]));
        }
    }
    line.push(words.phase(game.phase()));
    if let Some(left) = remaining {
        let left = countdown(Millis(u64::try_from(left.as_millis()).unwrap_or(u64::MAX)));
        line.push(words.say("cli-time-left", &[("time", left.into())]));
    }
    if game.paused_since().is_some() {
        line.push(words.label("cli-paused"));
    }
    let mut text = format!("{id} · {} · {}\n", words.title(setup), words.team(setup, view.me));
    text += &line.join(" · ");
    text.push('\n');
    text += &words.say("cli-held", &[("held", view.held().into())]);
    text.push('\n');
    if let Some(reason) = view.team().and_then(|team| team.disqualified.as_ref()) {
        text += &words.say("cli-disqualified", &[("reason", reason.as_str().into())]);
        text.push('\n');
    }
    text
}

fn sealed(view: &View<'_>, words: &Words) -> String {
    let (Phase::Bidding { .. }, Some(record)) = (view.game.phase(), view.record()) else {
        return String::new();
    };
    let Some(sealed) = record.sealed.get(&view.me).and_then(Option::as_ref) else {
        return words.label("cli-nothing-sealed") + "\n";
    };
    let revision = ("revision", sealed.revision.0.into());
    if sealed.lines.is_empty() {
        return words.say("cli-sealed-decline", &[revision]) + "\n";
    }
    let total: Tsuyama = sealed.lines.iter().map(|bid| bid.price).sum();
    let mut text = words.say("cli-sealed-list", &[revision, ("total", total.into())]);
    text.push('\n');
    let mut table = line_table(words, false);
    for (line, bid) in (1_u64..).zip(sealed.lines.iter()) {
        table.row([grouped(line), words.lot(view.game.setup(), bid.lot), grouped(bid.price.0)]);
    }
    text + &table.to_string()
}

fn tied(view: &View<'_>, words: &Words) -> String {
    let tied = view.tied_lines();
    if tied.is_empty() {
        return String::new();
    }
    let budget = view.rebid_budget().unwrap_or_default();
    let mut text = words.say("cli-tied", &[("budget", budget.into())]);
    text.push('\n');
    let setup = view.game.setup();
    let mut table = line_table(words, true);
    for (priority, tie) in tied {
        table.row([
            grouped(priority.0.into()),
            words.lot(setup, tie.lot),
            grouped(tie.price.0),
            words.tie(setup, tie),
        ]);
    }
    text += &table.to_string();
    let sealed = view.record().and_then(|record| record.sealed_raises.get(&view.me)).and_then(Option::as_ref);
    match sealed {
        None => text += &words.label("cli-no-rebid-sealed"),
        Some(sealed) if sealed.lines.is_empty() => text += &words.label("cli-sealed-pass"),
        Some(sealed) => {
            let raise = |raise: &ishigaki_rules::auction::Raise| {
                format!("{}:{}", raise.priority, grouped(raise.price.0))
            };
            let raises = words.list(sealed.lines.iter().map(raise));
            text += &words.say("cli-sealed-rebid", &[("raises", raises.into())]);
        }
    }
    text.push('\n');
    text
}

fn stones(view: &View<'_>, words: &Words) -> String {
    let stones: Vec<_> = view.team().into_iter().flat_map(|team| &team.stones).copied().collect();
    if stones.is_empty() {
        return words.label("cli-no-stones") + "\n";
    }
    let heads = [words.label("cli-head-stone"), words.label("cli-head-laid")];
    let mut table = Table::new(heads.map(|head| (head, Align::Start)));
    for stone in stones {
        table.row([words.stone(view.game.setup(), stone), place_of(view, stone, words)]);
    }
    table.to_string()
}

pub(crate) fn wall(view: &View<'_>, words: &Words, colour: bool) -> String {
    let Some(team) = view.team() else {
        return String::new();
    };
    let mut text = picture::wall(view.game.setup(), &team.laid, colour);
    let verdict = view.game.wall_verdict(view.me);
    if let Some(score) = verdict.as_ref().and_then(|verdict| verdict.score.as_ref()) {
        let gaps = [
            ("empty", score.empty.into()),
            ("gaps", score.top_gaps.into()),
            ("used", score.used.into()),
            ("unused", score.unused.into()),
        ];
        text += &words.say("cli-wall", &gaps);
        text.push('\n');
    }
    for fault in verdict.iter().flat_map(|verdict| &verdict.faults) {
        text += &words.wall_fault(view.game.setup(), fault);
        text.push('\n');
    }
    text
}

fn results(view: &View<'_>, words: &Words) -> String {
    let opened = view.game.rounds().iter().filter(|record| record.settlement.is_some());
    opened.map(|record| result(view, record, words)).collect::<Vec<_>>().join("\n")
}

fn result(view: &View<'_>, record: &RoundRecord, words: &Words) -> String {
    let setup = view.game.setup();
    let round = ("round", record.round.into());
    let mut text = match &record.state {
        RoundState::Void { .. } => {
            words.say("cli-results-void", &[round, ("attempt", record.attempt.into())])
        }
        RoundState::Final => words.say("cli-results-final", &[round]),
        RoundState::Open => words.say("cli-results-open", &[round]),
    };
    text.push('\n');
    if record.absent.contains(&view.me) {
        return text + &words.label("cli-results-absent") + "\n";
    }
    let (Some(list), Some(settlement)) = (record.list(view.me), record.settlement.as_ref()) else {
        return text + &words.label("cli-results-none") + "\n";
    };
    if list.bids.is_empty() {
        return text + &words.label("cli-results-declined") + "\n";
    }
    let mut table = line_table(words, true);
    for (number, bid) in (1..).zip(&list.bids) {
        let Bid { lot, price } = *bid;
        let outcome: Option<Outcome> = settlement.outcome(view.me, Priority(number));
        let outcome_text = outcome.map(|outcome| words.outcome(setup, view.me, &outcome)).unwrap_or_default();
        table.row([grouped(number.into()), words.lot(setup, lot), grouped(price.0), outcome_text]);
    }
    text + &table.to_string()
}

fn line_table(words: &Words, remarks: bool) -> Table {
    let mut columns = vec![
        (words.label("cli-head-line"), Align::End),
        (words.label("cli-head-lot"), Align::Start),
        (words.label("cli-head-price"), Align::End),
    ];
    if remarks {
        columns.push((words.label("cli-head-outcome"), Align::Start));
    }
    Table::new(columns)
}
