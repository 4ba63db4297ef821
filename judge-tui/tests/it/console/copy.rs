//! A server that asks for a second copy and has none: the console says so until it has one again.

use ishigaki_client::Connection;
use ishigaki_proto::wire::CopyStanding::{Abreast, Alone, Unspecified};
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::{Event, Notice};

use crate::console::fixture::{A, ConsoleFixture, contest};
use crate::console::screens::compare;

/// What the bar begins with.
fn alone(lang: Lang) -> &'static str {
    if lang == Lang::En { "NO SECOND COPY" } else { "予備機の写しなし" }
}

/// The console of a running round.
fn running(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::new(lang, columns, lines);
    fixture.open(1);
    fixture.bids(A, &[]);
    fixture.wait(10_000);
    fixture
}

#[test]
fn a_server_that_is_alone_says_so_on_every_screen_until_its_copy_is_abreast_again() {
    for (lang, news) in [(Lang::En, "The standby is abreast"), (Lang::Ja, "予備機が追い付きました")]
    {
        for (columns, lines) in [(80, 24), (120, 40), (200, 50)] {
            let mut fixture = running(lang, columns, lines);
            fixture.tell_of_copy(Abreast);
            assert!(!fixture.screen().contains(alone(lang)), "{}", fixture.screen());
            assert_eq!(fixture.state.notice(), None, "that all is well from the first is no news");
            fixture.tell_of_copy(Alone);
            // Neither keys nor time nor the panel take it away.
            for key in [Key::Char('2'), Key::Char('3'), Key::Char('?'), Key::Esc, Key::Char('1')] {
                fixture.key(key);
                fixture.wait(10_000);
                assert!(fixture.screen().contains(alone(lang)), "{}", fixture.screen());
            }
            fixture.tell_of_copy(Abreast);
            let screen = fixture.screen();
            assert!(!screen.contains(alone(lang)) && screen.contains(news), "{screen}");
            assert_eq!(fixture.state.notice(), Some(&Notice::Copied));
            fixture.wait(1_000);
            fixture.wait(10_000);
            assert_eq!(fixture.state.notice(), None, "good news fades");
        }
    }
    compare("alone", |lang, columns, lines| {
        let mut fixture = running(lang, columns, lines);
        fixture.tell_of_copy(Alone);
        fixture
    });
}

#[test]
fn no_size_of_the_window_is_too_small_for_it() {
    for lang in Lang::ALL {
        for (columns, lines) in [(40, 12), (60, 14), (110, 30), (170, 40)] {
            let mut fixture = running(lang, columns, lines);
            fixture.tell_of_copy(Alone);
            assert!(fixture.screen().contains(alone(lang)), "{}", fixture.screen());
        }
    }
}

#[test]
fn without_a_connection_nothing_is_said_of_the_copy() {
    let mut fixture = running(Lang::En, 80, 24);
    fixture.tell_of_copy(Alone);
    let (since, code) = (fixture.instant(), tonic::Code::Unavailable);
    fixture.happen(FeedEvent::Connection(Connection::Lost { since, code }));
    assert!(!fixture.screen().contains(alone(Lang::En)), "{}", fixture.screen());
    fixture.happen(FeedEvent::Connection(Connection::Connected));
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    assert!(fixture.screen().contains(alone(Lang::En)), "{}", fixture.screen());
}

#[test]
fn where_no_copy_is_asked_for_nothing_is_said_of_one() {
    let mut fixture = running(Lang::En, 80, 24);
    let before = fixture.screen();
    fixture.tell_of_copy(Unspecified);
    assert_eq!(fixture.screen(), before);
}

#[test]
fn the_list_of_games_says_it_too() {
    compare("alone_list", |lang, columns, lines| {
        let mut fixture = ConsoleFixture::picking(lang, columns, lines);
        fixture.happen(Event::Games(Ok(contest())));
        fixture.bring("heat-2", |other| {
            other.tell_of_copy(Alone);
            other.open(1);
        });
        fixture
    });
}
