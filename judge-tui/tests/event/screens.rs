//! Whole screens.

use ishigaki_proto::watch::Audience;
use ishigaki_screen::stage::{SIZES, is_kept};
use ishigaki_screen::terminal::Key;
use ishigaki_words::Lang;

use crate::hall::Hall;

/// Looks at a screen in both languages and sizes; of these, two are kept.
fn look(name: &str, hall: impl Fn(Lang, (u16, u16)) -> Hall) {
    for lang in [Lang::En, Lang::Ja] {
        for size in SIZES {
            let hall = hall(lang, size);
            let text = hall.text();
            if is_kept(lang, size) {
                let lang = lang.code();
                insta::assert_snapshot!(format!("{name}_{lang}_{}x{}", size.0, size.1), text);
            }
        }
    }
}

#[test]
fn nothing_yet() {
    look("nothing", |lang, size| Hall::empty(lang, size, Audience::Organiser));
}

#[test]
fn the_roster() {
    look("roster", |lang, size| Hall::drawn(lang, size, Audience::Organiser, 16));
}

#[test]
fn many_on_the_roster() {
    look("many", |lang, size| {
        let mut hall = Hall::drawn(lang, size, Audience::Desk, 256);
        hall.press(Key::End);
        hall
    });
}

#[test]
fn a_round_with_results() {
    look("round", |lang, size| {
        let mut hall = Hall::paired(lang, size, Audience::Desk, 24);
        hall.play_round();
        hall.ask(
            ishigaki_tournament::Actor::Organiser,
            ishigaki_tournament::Act::PairRound { round: ishigaki_tournament::Round(2) },
        );
        hall.play_one();
        hall
    });
}

#[test]
fn a_question() {
    look("question", |lang, size| {
        let mut hall = Hall::drawn(lang, size, Audience::Organiser, 16);
        hall.keys("n");
        hall
    });
}

#[test]
fn a_slip() {
    look("slip", |lang, size| {
        let mut hall = Hall::paired(lang, size, Audience::Desk, 16);
        hall.press(Key::Enter);
        hall.keys("1");
        hall
    });
}

#[test]
fn why() {
    look("why", |lang, size| {
        let mut hall = Hall::paired(lang, size, Audience::Desk, 17);
        hall.keys("w");
        hall
    });
}

#[test]
fn standings() {
    look("standings", |lang, size| {
        let mut hall = Hall::paired(lang, size, Audience::Board, 16);
        hall.play_round();
        hall.press(Key::Char('5'));
        hall
    });
}

#[test]
fn the_keys() {
    look("help", |lang, size| {
        let mut hall = Hall::drawn(lang, size, Audience::Organiser, 16);
        hall.press(Key::Char('?'));
        hall
    });
}
