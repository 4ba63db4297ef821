//! Untrusted texts on a terminal: names of teams, reasons, figures.

use ishigaki_proto::fault::{ErrorReason, Fault, Violation};
use ishigaki_rules::{Actor, Event, Fact, GameTime, Setup, TeamId};
use ishigaki_words::columns::{center, clean, pad_end, pad_start, truncate, width};
use ishigaki_words::{Align, Lang, Table};

use crate::printed_text::{assert_printable, check_event, languages};
use crate::refusal::travels;
use crate::table;

/// Reads a byte for a number of columns, a byte for a reason, and a text.
pub fn names(bytes: &[u8]) -> bool {
    let [columns, reason, text @ ..] = bytes else { return false };
    let Ok(text) = str::from_utf8(text) else { return false };
    let columns = usize::from(*columns);
    let cleaned = clean(text);
    assert_printable(&cleaned, false);
    assert_eq!(clean(&cleaned), cleaned, "cleaning leaves nothing to clean");
    for filled in [pad_end(&cleaned, columns), pad_start(&cleaned, columns), center(&cleaned, columns)] {
        assert_eq!(width(&filled), columns, "{filled:?}");
    }
    assert!(width(&truncate(&cleaned, columns)) <= columns);
    stands_in_a_table(&cleaned, columns);
    assert_sentence(text, i32::from(*reason));
    if let Err(unknown) = text.parse::<Lang>() {
        assert_printable(&unknown.to_string(), false);
    }
    true
}

fn stands_in_a_table(cleaned: &str, columns: usize) {
    let columns_of = [("名", Align::Start), ("n", Align::End), ("x", Align::Center), ("|", Align::Start)];
    let mut table = Table::new(columns_of).at_most(1, columns);
    table.row([cleaned, "1", cleaned, "|"]).row(["", cleaned, "石", "|"]).row(["石垣", "12", "", "|"]);
    let widths: Vec<usize> = table.lines().iter().map(|line| width(line)).collect();
    assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{:?}", table.lines());
}

/// Checks sentences with the text as a team's name, as a judge's reason, and as every figure of a rejection.
fn assert_sentence(text: &str, reason: i32) {
    let mut setup: Setup = table::setup();
    text.clone_into(&mut setup.teams[0].name);
    text.clone_into(&mut setup.lots[0].code);
    let fact = Fact::TeamDisqualified { team: TeamId(0), reason: text.to_owned() };
    check_event(&setup, &Event { at: GameTime(1), by: Actor::Judge, fact });
    for words in languages() {
        assert_printable(&words.teams(&setup, setup.team_ids()), false);
        assert_printable(&words.lots(&setup, setup.lot_ids()), false);
    }
    let Ok(reason) = ErrorReason::try_from(reason) else { return };
    let figures = [
        "field",
        "value",
        "most",
        "team",
        "lot",
        "game",
        "phase",
        "needs",
        "stones",
        "groups",
        "line",
        "price",
        "total",
        "held",
        "at_ms",
        "deadline_ms",
        "millis",
        "round",
        "wave",
        "named",
        "current",
    ];
    let mut fault = Fault::new(reason).under(text);
    let mut violation = Violation::new(text, reason, text);
    for key in figures {
        fault = fault.with(key, text);
        violation = violation.with(key, text);
    }
    fault.violations = vec![violation.clone(), violation];
    travels(&fault);
}
