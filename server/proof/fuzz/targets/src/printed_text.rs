//! Checks that sentences are safe for a terminal, in both languages.

use ishigaki_proto::fault::Fault;
use ishigaki_rules::{Event, Game, Setup};
use ishigaki_words::{Lang, Words};

pub(crate) fn languages() -> [Words; 2] {
    Lang::ALL.map(Words::new)
}

/// Checks that a text has no control characters. Only sentences about several things may have line breaks.
pub(crate) fn assert_printable(text: &str, lines: bool) {
    let is_control = |sign: &char| sign.is_control() && !(lines && *sign == '\n');
    assert!(!text.chars().any(|sign| is_control(&sign)), "not fit for a terminal: {text:?}");
}

pub(crate) fn check_event(setup: &Setup, event: &Event) {
    let game = Game::new(setup.clone());
    for words in languages() {
        assert_printable(&words.event(&game, event), false);
    }
}

pub(crate) fn check_fault(fault: &Fault) {
    for words in languages() {
        assert_printable(&words.fault(fault), true);
    }
}
