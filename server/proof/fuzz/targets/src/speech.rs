//! The check of sentences: fit for a terminal, in both languages.

use ishigaki_proto::fault::Fault;
use ishigaki_rules::{Event, Game, Setup};
use ishigaki_words::{Lang, Words};

/// Both languages' words.
pub(crate) fn tongues() -> [Words; 2] {
    Lang::ALL.map(Words::new)
}

/// Holds that a text cannot drive a terminal. Sentences about several things break into lines; nothing else may.
pub(crate) fn harmless(text: &str, lines: bool) {
    let wild = |sign: &char| sign.is_control() && !(lines && *sign == '\n');
    assert!(!text.chars().any(|sign| wild(&sign)), "not fit for a terminal: {text:?}");
}

/// Puts an event into words.
pub(crate) fn tell_event(setup: &Setup, event: &Event) {
    let game = Game::new(setup.clone());
    for words in tongues() {
        harmless(&words.event(&game, event), false);
    }
}

/// Puts a refusal into words.
pub(crate) fn tell_fault(fault: &Fault) {
    for words in tongues() {
        harmless(&words.fault(fault), true);
    }
}
