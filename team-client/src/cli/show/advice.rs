//! Advice and what-ifs as text.

use ishigaki_rules::auction::{Bid, Outcome};
use ishigaki_rules::{RoundNo, Setup, TeamId, Tsuyama, WaveNo};
use ishigaki_solver::Score;
use ishigaki_strategy::adviser::{Advice, ListOutcome, RaiseAdvice, WhatIf};
use ishigaki_strategy::bot::View;
use ishigaki_words::{Align, Table, Words, grouped};
use team_client::advice::{self as tables, Room};

pub(crate) fn advice(view: &View<'_>, advice: &Advice, words: &Words) -> String {
    let setup = view.game.setup();
    let gaps = [("round", advice.round.into()), ("held", advice.held.into())];
    let mut text = words.say("cli-advise-round", &gaps) + "\n";
    text += &words.say("cli-advise-now", &score(advice.now));
    text.push('\n');
    let mut reachable = score(advice.reachable).to_vec();
    reachable.push(("stones", u32::try_from(advice.needs).unwrap_or(u32::MAX).into()));
    reachable.push(("cost", advice.cost.into()));
    text += &words.say("cli-advise-reach", &reachable);
    text += "\n\n";
    text += &tables::lots(setup, advice, Room::Ample, words).to_string();
    text.push('\n');
    if advice.list.is_empty() {
        return text + &words.label("cli-advise-decline") + "\n";
    }
    let total: Tsuyama = advice.list.iter().map(|line| line.bid.price).sum();
    text += &words.say("cli-advise-list", &[("total", total.into()), ("held", advice.held.into())]);
    text.push('\n');
    let table = tables::list(setup, advice, Room::Ample, words);
    let bids = advice.list.iter().map(|line| {
        let code = setup.lot(line.bid.lot).map(|lot| lot.code.as_str()).unwrap_or_default();
        format!("{code}:{}", line.bid.price.0)
    });
    let command = bids.collect::<Vec<_>>().join(" ");
    text += &table.to_string();
    let rivals = tables::rivals(setup, advice, words);
    if !rivals.is_empty() {
        text += "\n";
        text += &words.label("cli-advise-rivals");
        for rival in rivals {
            text += "\n  ";
            text += &rival;
        }
        text.push('\n');
    }
    text + "\nteam-client bid " + &command + "\n"
}

pub(crate) fn rebid_advice(
    view: &View<'_>,
    (round, wave): (RoundNo, WaveNo),
    raises: &[RaiseAdvice],
    words: &Words,
) -> String {
    let budget = view.rebid_budget().unwrap_or_default();
    let gaps = [("round", round.into()), ("wave", wave.into()), ("budget", budget.into())];
    let mut text = words.say("cli-advise-rebid", &gaps) + "\n";
    if raises.is_empty() {
        return text + &words.label("cli-advise-pass") + "\n";
    }
    text += &tables::raises(view.game.setup(), raises, words).to_string();
    text
}

pub(crate) fn what_if(view: &View<'_>, answer: &WhatIf, words: &Words) -> String {
    let setup = view.game.setup();
    let paid = |key, list: &ListOutcome| {
        words.say(key, &[("round", answer.round.into()), ("paid", list.paid.into())]) + "\n"
    };
    let mut text = paid("cli-what-if-was", &answer.was);
    text += &list_outcome(view, &answer.was, words);
    text.push('\n');
    text += &paid("cli-what-if-would", &answer.would);
    text += &list_outcome(view, &answer.would, words);
    text.push('\n');
    if answer.changed.is_empty() {
        text += &words.label("cli-what-if-no-change");
    } else {
        text += &words.label("cli-what-if-changed");
        for lot in &answer.changed {
            let gaps = [
                ("lot", words.lot(setup, lot.lot).into()),
                ("was", winners(setup, &lot.was, words).into()),
                ("would", winners(setup, &lot.would, words).into()),
            ];
            text += "\n  ";
            text += &words.say("cli-what-if-lot", &gaps);
        }
    }
    text.push('\n');
    if !answer.taken.is_empty() {
        let taken = answer.taken.iter().map(|taken| {
            let (team, lot) = (words.team(setup, taken.team), words.lot(setup, taken.lot));
            let gaps = [("team", team.into()), ("lot", lot.into())];
            match taken.offer {
                Some(offer) => {
                    let [team, lot] = gaps;
                    words.say("cli-what-if-offer", &[team, lot, ("price", offer.into())])
                }
                None => words.say("cli-what-if-gave-up", &gaps),
            }
        });
        let taken = words.list(taken);
        text += &words.say("cli-what-if-taken", &[("rebids", taken.into())]);
        text.push('\n');
    }
    for tie in &answer.open {
        text += &words.say("cli-what-if-open", &[("tie", words.tie(setup, tie).into())]);
        text.push('\n');
    }
    text
}

fn list_outcome(view: &View<'_>, list: &ListOutcome, words: &Words) -> String {
    if list.lines.is_empty() {
        return words.label("cli-results-declined") + "\n";
    }
    let mut table = table(
        words,
        &[
            ("cli-head-line", Align::End),
            ("cli-head-lot", Align::Start),
            ("cli-head-price", Align::End),
            ("cli-head-outcome", Align::Start),
        ],
    );
    let setup = view.game.setup();
    for (number, (Bid { lot, price }, outcome)) in (1..).zip(&list.lines) {
        let outcome: &Outcome = outcome;
        let outcome_text = words.outcome(setup, view.me, outcome);
        table.row([grouped(number), words.lot(setup, *lot), grouped(price.0), outcome_text]);
    }
    table.to_string()
}

fn winners(setup: &Setup, winners: &[(TeamId, Tsuyama)], words: &Words) -> String {
    if winners.is_empty() {
        return words.label("cli-what-if-nobody");
    }
    let winner =
        |&(team, price): &(TeamId, Tsuyama)| format!("{} {}", words.team(setup, team), grouped(price.0));
    words.list(winners.iter().map(winner))
}

fn score(score: Score) -> [(&'static str, ishigaki_words::Value); 3] {
    [("empty", score.empty.into()), ("gaps", score.top_gaps.into()), ("used", score.used.into())]
}

fn table(words: &Words, heads: &[(&str, Align)]) -> Table {
    Table::new(heads.iter().map(|&(key, align)| (words.label(key), align)))
}
