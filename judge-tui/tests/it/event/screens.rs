//! Whole screens.

use ishigaki_proto::watch::Audience;
use ishigaki_screen::stage::{SIZES, is_kept};
use ishigaki_screen::terminal::Key;
use ishigaki_words::Lang;

use crate::event::fixture::EventScreenFixture;

/// Looks at a screen in both languages and sizes; of these, two are kept.
fn look(name: &str, fixture: impl Fn(Lang, (u16, u16)) -> EventScreenFixture) {
    for lang in [Lang::En, Lang::Ja] {
        for size in SIZES {
            let fixture = fixture(lang, size);
            let text = fixture.text();
            if is_kept(lang, size) {
                let lang = lang.code();
                insta::assert_snapshot!(format!("{name}_{lang}_{}x{}", size.0, size.1), text);
            }
        }
    }
}

#[test]
fn nothing_yet() {
    look("nothing", |lang, size| EventScreenFixture::empty(lang, size, Audience::Organiser));
}

#[test]
fn the_roster() {
    look("roster", |lang, size| EventScreenFixture::drawn(lang, size, Audience::Organiser, 16));
}

#[test]
fn many_on_the_roster() {
    look("many", |lang, size| {
        let mut fixture = EventScreenFixture::drawn(lang, size, Audience::Desk, 256);
        fixture.press(Key::End);
        fixture
    });
}

#[test]
fn a_round_with_results() {
    look("round", |lang, size| {
        let mut fixture = EventScreenFixture::paired(lang, size, Audience::Desk, 24);
        fixture.play_round();
        fixture.ask(
            ishigaki_tournament::Actor::Organiser,
            ishigaki_tournament::Act::PairRound { round: ishigaki_tournament::Round(2) },
        );
        fixture.play_one();
        fixture
    });
}

#[test]
fn a_question() {
    look("question", |lang, size| {
        let mut fixture = EventScreenFixture::drawn(lang, size, Audience::Organiser, 16);
        fixture.keys("n");
        fixture
    });
}

#[test]
fn a_slip() {
    look("slip", |lang, size| {
        let mut fixture = EventScreenFixture::paired(lang, size, Audience::Desk, 16);
        fixture.press(Key::Enter);
        fixture.keys("1");
        fixture
    });
}

#[test]
fn why() {
    look("why", |lang, size| {
        let mut fixture = EventScreenFixture::paired(lang, size, Audience::Desk, 17);
        fixture.keys("w");
        fixture
    });
}

#[test]
fn standings() {
    look("standings", |lang, size| {
        let mut fixture = EventScreenFixture::paired(lang, size, Audience::Board, 16);
        fixture.play_round();
        fixture.press(Key::Char('5'));
        fixture
    });
}

#[test]
fn the_keys() {
    look("help", |lang, size| {
        let mut fixture = EventScreenFixture::drawn(lang, size, Audience::Organiser, 16);
        fixture.press(Key::Char('?'));
        fixture
    });
}
