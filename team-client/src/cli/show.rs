//! Answers as text.

mod advice;
pub(crate) mod labels;
mod picture;
mod status;
mod story;

use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{Game, RoundNo, StoneId};
use ishigaki_strategy::bot::View;
use ishigaki_strategy::offer::{next_round, on_offer};
use ishigaki_words::{Align, Table, Words, grouped};

pub(crate) use advice::{advice, rebid_advice, what_if};
pub(crate) use status::{status, wall};
pub(crate) use story::{GameNarrator, indent_line};

pub(crate) fn lots(view: &View<'_>, words: &Words) -> String {
    let (game, setup) = (view.game, view.game.setup());
    let mut text = String::new();
    let round = next_round(game);
    if let (Some(round), Some(plan)) = (round, round.and_then(|round| setup.round(RoundNo(round)))) {
        let gaps = [
            ("round", round.into()),
            ("bids", plan.max_bids.into()),
            ("wins", plan.max_wins.into()),
            ("held", view.held().into()),
        ];
        text += &words.say("cli-lots-round", &gaps);
        text += "\n\n";
    }
    let heads =
        ["cli-head-lot", "cli-head-copies", "cli-head-min-price", "cli-head-squares", "cli-head-shape"];
    let [lot, copies, price, squares, shape] = heads.map(|key| words.label(key));
    let mut table = Table::new([
        (lot, Align::Start),
        (copies, Align::End),
        (price, Align::End),
        (squares, Align::End),
        (shape, Align::Start),
    ]);
    let mut gone = Vec::new();
    for (id, left) in setup.lot_ids().zip(on_offer(game)) {
        let Some(spec) = setup.lot(id).filter(|_| left > 0) else {
            gone.push(id);
            continue;
        };
        let drawing = picture::small(&spec.shape);
        for (line, drawn) in drawing.into_iter().enumerate() {
            if line == 0 {
                let figures = [u64::from(left), spec.min_price.0, spec.shape.area() as u64].map(grouped);
                let [left, price, area] = figures;
                table.row([words.lot(setup, id), left, price, area, drawn]);
            } else {
                table.row([String::new(), String::new(), String::new(), String::new(), drawn]);
            }
        }
    }
    if !table.is_empty() {
        text += &table.to_string();
    }
    if !gone.is_empty() {
        text += "\n";
        text += &words.say("cli-lots-gone", &[("lots", words.lots(setup, gone).into())]);
        text += "\n";
    }
    text
}

pub(crate) fn standings(game: &Game, covered: usize, words: &Words) -> String {
    let setup = game.setup();
    let figures =
        Criterion::RANKED.map(|criterion| (words.criterion_head_of("cli-head", criterion), Align::End));
    let place = (words.label("cli-head-place"), Align::End);
    let heads = [place, (words.label("cli-head-team"), Align::Start)].into_iter().chain(figures);
    let mut table = Table::new(heads.chain([(words.label("cli-head-decided"), Align::Start)]));
    let rows = game.standings();
    for (at, row) in rows.iter().enumerate().skip(covered) {
        let below = rows.get(at + 1).and_then(|below| below.tally);
        // Before the end a janken doesn't matter.
        let open = game.phase().is_ranked();
        let decided = row.decided_by.filter(|&by| open || by != Criterion::JankenNeeded);
        let decided = decided.map(|by| words.criterion(by, row.tally.as_ref(), below.as_ref()));
        let figures = row.tally.map(|tally| tally.figures().map(grouped));
        let figures = figures.unwrap_or_else(|| std::array::from_fn(|_| "-".to_owned()));
        let head = [words.place(row.place), words.team(setup, row.team)];
        table.row(head.into_iter().chain(figures).chain([decided.unwrap_or_default()]));
    }
    match covered {
        0 => table.to_string(),
        _ if covered == rows.len() => words.label("ranking-covered") + "\n",
        _ => words.label("ranking-covered") + "\n" + &table.to_string(),
    }
}

fn place_of(view: &View<'_>, stone: StoneId, words: &Words) -> String {
    match view.team().and_then(|team| team.laid.get(&stone)) {
        None => words.label("cli-not-laid"),
        Some(spot) => {
            let gaps = [
                ("row", spot.at.row.to_string().into()),
                ("col", spot.at.col.to_string().into()),
                ("turn", spot.turn.quarters().into()),
            ];
            words.say("cli-laid-at", &gaps)
        }
    }
}
