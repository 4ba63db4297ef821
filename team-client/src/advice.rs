//! The adviser's advice as tables for command line and screen.
//!
//! The content is as secret as a sealed list (`A4`).

use ishigaki_rules::Setup;
use ishigaki_words::{Align, Table, Words, grouped};

use ishigaki_strategy::adviser::{Advice, Chance, LineReason, LotAdvice, RaiseAdvice, SquareShare};

/// Space for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Every column, and reasons as sentences.
    Ample,
    /// Without columns that the screen shows elsewhere, and with reasons in a word.
    Scant,
}

type ColumnHead = (&'static str, Align);

/// Returns the proposed bids line by line.
pub fn list(setup: &Setup, advice: &Advice, room: Room, words: &Words) -> Table {
    const HEADS: [ColumnHead; 7] = [
        ("cli-head-line", Align::End),
        ("cli-head-lot", Align::Start),
        ("cli-head-price", Align::End),
        ("cli-head-adds", Align::End),
        ("cli-head-chance", Align::End),
        ("cli-head-can-pay", Align::End),
        ("cli-head-why", Align::Start),
    ];
    let mut table = table(&HEADS, words);
    for (number, line) in (1..).zip(&advice.list) {
        table.row([
            grouped(number),
            words.lot(setup, line.bid.lot),
            grouped(line.bid.price.0),
            squares(line.value),
            percent(line.chance),
            line.able.to_string(),
            words.label(reason(line.reason, room)),
        ]);
    }
    table
}

/// Returns the worth of each lot to the team, and its rivals.
pub fn lots(setup: &Setup, advice: &Advice, room: Room, words: &Words) -> Table {
    const HEADS: [ColumnHead; 9] = [
        ("cli-head-lot", Align::Start),
        ("cli-head-copies", Align::End),
        ("cli-head-adds", Align::End),
        ("cli-head-needed", Align::End),
        ("cli-head-goes-for", Align::End),
        ("cli-head-worth", Align::End),
        ("cli-head-fits", Align::End),
        ("cli-head-can-pay", Align::End),
        ("cli-head-stays", Align::End),
    ];
    let heads: Vec<ColumnHead> = without_copies(HEADS, room).collect();
    let mut table = table(&heads, words);
    for lot in &advice.lots {
        let cells = [
            words.lot(setup, lot.lot),
            lot.copies.to_string(),
            squares(lot.value),
            lot.needed.to_string(),
            grouped(lot.expected.0),
            grouped(lot.worth.0),
            lot.needing.to_string(),
            lot.able.to_string(),
            percent(lot.stays),
        ];
        table.row(without_copies(cells, room));
    }
    table
}

/// Returns a sentence for each lot of the list: the most likely rival, and its expected prices.
pub fn rivals(setup: &Setup, advice: &Advice, words: &Words) -> Vec<String> {
    let is_listed = |lot: &&LotAdvice| advice.list.iter().any(|line| line.bid.lot == lot.lot);
    let sentence = |lot: &LotAdvice| {
        let rival = lot.contender?;
        let mut gaps = vec![
            ("lot", words.lot(setup, lot.lot).into()),
            ("team", words.team(setup, rival.team).into()),
            ("fits", if rival.fits { "yes" } else { "no" }.into()),
            ("held", grouped(rival.held.0).into()),
            ("from", grouped(rival.from.0).into()),
            ("to", grouped(rival.to.0).into()),
        ];
        let Some(named) = rival.named else { return Some(words.say("advise-rival-unnamed", &gaps)) };
        gaps.push(("named", grouped(named.0).into()));
        Some(words.say("advise-rival-named", &gaps))
    };
    advice.lots.iter().filter(is_listed).filter_map(sentence).collect()
}

/// Returns the proposed offers in an open wave.
pub fn raises(setup: &Setup, raises: &[RaiseAdvice], words: &Words) -> Table {
    const HEADS: [ColumnHead; 7] = [
        ("cli-head-line", Align::End),
        ("cli-head-lot", Align::Start),
        ("cli-head-tied-at", Align::End),
        ("cli-head-price", Align::End),
        ("cli-head-adds", Align::End),
        ("cli-head-tied-teams", Align::End),
        ("cli-head-chance", Align::End),
    ];
    let mut table = table(&HEADS, words);
    for advice in raises {
        table.row([
            advice.raise.priority.to_string(),
            words.lot(setup, advice.lot),
            grouped(advice.tied_at.0),
            grouped(advice.raise.price.0),
            squares(advice.value),
            advice.rivals.to_string(),
            percent(advice.chance),
        ]);
    }
    table
}

fn without_copies<T>(columns: [T; 9], room: Room) -> impl Iterator<Item = T> {
    let is_shown = move |(at, _): &(usize, T)| room == Room::Ample || *at != 1;
    columns.into_iter().enumerate().filter(is_shown).map(|(_, column)| column)
}

fn table(heads: &[ColumnHead], words: &Words) -> Table {
    Table::new(heads.iter().map(|&(key, align)| (words.label(key), align)))
}

const fn reason(reason: LineReason, room: Room) -> &'static str {
    match (reason, room) {
        (LineReason::Planned, Room::Ample) => "advise-planned",
        (LineReason::Scarce, Room::Ample) => "advise-scarce",
        (LineReason::LastCall, Room::Ample) => "advise-last-call",
        (LineReason::Spare, Room::Ample) => "advise-spare",
        (LineReason::Planned, Room::Scant) => "team-advice-planned",
        (LineReason::Scarce, Room::Scant) => "team-advice-scarce",
        (LineReason::LastCall, Room::Scant) => "team-advice-last-call",
        (LineReason::Spare, Room::Scant) => "shared-spare",
    }
}

fn squares(squares: SquareShare) -> String {
    format!("{}.{}", squares.0 / 100, squares.0 % 100 / 10)
}

fn percent(chance: Chance) -> String {
    format!("{}%", chance.percent())
}
