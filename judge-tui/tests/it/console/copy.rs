//! A server that asks for a second copy and has none: the console says so until it has one again.

use ishigaki_client::Connection;
use ishigaki_proto::wire::CopyStanding::{Alone, CaughtUp};
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::{Event, Notice};

use crate::console::fixture::{A, ConsoleFixture, contest};
use crate::console::screens::compare_small;

fn alone(lang: Lang) -> &'static str {
    if lang == Lang::En { "NO STANDBY:" } else { "予備機の写しなし" }
}

fn running(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::new(lang, columns, lines);
    fixture.open(1);
    fixture.bids(A, &[]);
    fixture.wait(10_000);
    fixture
}

#[test]
fn lack_of_a_copy_is_shown_until_the_copy_is_back() {
    for (lang, news) in [(Lang::En, "The standby has caught up."), (Lang::Ja, "予備機が追い付きました")]
    {
        for (columns, lines) in [(80, 24), (120, 40), (200, 50)] {
            let mut fixture = running(lang, columns, lines);
            fixture.set_copy_standing(CaughtUp);
            assert!(!fixture.screen().contains(alone(lang)), "{}", fixture.screen());
            assert_eq!(fixture.state.notice(), None, "that all is well from the first is no news");
            fixture.set_copy_standing(Alone);
            // Keys, time and panels don't remove it.
            for key in [Key::Char('2'), Key::Char('3'), Key::Char('?'), Key::Esc, Key::Char('1')] {
                fixture.key(key);
                fixture.wait(10_000);
                assert!(fixture.screen().contains(alone(lang)), "{}", fixture.screen());
            }
            fixture.set_copy_standing(CaughtUp);
            let screen = fixture.screen();
            assert!(!screen.contains(alone(lang)) && screen.contains(news), "{screen}");
            assert_eq!(fixture.state.notice(), Some(&Notice::Copied));
            fixture.wait(1_000);
            fixture.wait(10_000);
            assert_eq!(fixture.state.notice(), None, "good news fades");
        }
    }
    compare_small("alone", |lang, columns, lines| {
        let mut fixture = running(lang, columns, lines);
        fixture.set_copy_standing(Alone);
        fixture
    });
}

#[test]
fn copy_warning_is_hidden_while_offline() {
    let mut fixture = running(Lang::En, 80, 24);
    fixture.set_copy_standing(Alone);
    fixture.cut();
    assert!(!fixture.screen().contains(alone(Lang::En)), "{}", fixture.screen());
    fixture.happen(FeedEvent::Connection(Connection::Connected));
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    assert!(fixture.screen().contains(alone(Lang::En)), "{}", fixture.screen());
}

#[test]
fn copy_warning_shows_in_game_list() {
    compare_small("alone_list", |lang, columns, lines| {
        let mut fixture = ConsoleFixture::picking(lang, columns, lines);
        fixture.happen(Event::Games(Ok(contest())));
        fixture.add_game("heat-2", |other| {
            other.set_copy_standing(Alone);
            other.open(1);
        });
        fixture
    });
}
