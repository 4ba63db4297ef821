//! Whole screens in the main phases, in both sizes and languages, reached by what a judge lives through.

use ishigaki_client::{Connection, ConnectionError, FeedError};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Act;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::Palette;
use ishigaki_screen::stage;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::{Effect, Event};

use crate::console::fixture::{A, C, ConsoleFixture, P};
use crate::console::games;
use crate::console::manners::practising;
use crate::console::proof::forged;

/// Compares a scene with its snapshots.
#[track_caller]
pub(crate) fn compare(name: &str, scene: impl Fn(Lang, u16, u16) -> ConsoleFixture) {
    for (name, body) in stage::kept(name, |lang, columns, lines| scene(lang, columns, lines).screen()) {
        insta::assert_snapshot!(name, body);
    }
}

/// The same of a console that is connected.
#[track_caller]
pub(crate) fn check(name: &str, play: impl Fn(&mut ConsoleFixture)) {
    compare(name, |lang, columns, lines| {
        let mut fixture = ConsoleFixture::new(lang, columns, lines);
        play(&mut fixture);
        fixture
    });
}

#[test]
fn before_the_first_round() {
    check("ready", |_| {});
}

#[test]
fn while_lists_are_sealed() {
    check("bidding", |fixture| {
        fixture.open(1);
        fixture.wait(12_300);
        fixture.bids(A, &[(P, 400)]);
        fixture.bids(C, &[]);
    });
}

#[test]
fn while_a_rebid_is_open() {
    check("rebidding", |fixture| {
        fixture.tie();
        fixture.raise(A, &[(1, 410)]);
        fixture.wait(2_000);
    });
}

#[test]
fn while_the_judge_confirms() {
    check("confirming", |fixture| {
        fixture.settle();
        fixture.key(Key::Char('c'));
        fixture.serve();
    });
}

#[test]
fn the_opened_lists() {
    check("lists", |fixture| {
        fixture.settle();
        fixture.keys("2");
    });
}

#[test]
fn the_walls() {
    check("walls", |fixture| {
        fixture.build();
        fixture.keys("3");
    });
}

#[test]
fn why_a_lot_came_out_so() {
    check("why_lot", |fixture| {
        fixture.settle();
        fixture.keys("w");
    });
}

#[test]
fn why_a_team_got_what_it_got() {
    check("why_team", |fixture| {
        fixture.build();
        fixture.keys("2w");
        fixture.key(Key::Left);
    });
}

#[test]
fn one_wall_large_with_names_and_stones_in_hand() {
    check("large_wall", |fixture| {
        fixture.build();
        fixture.keys("3i");
        fixture.key(Key::Down);
        fixture.keys("\n");
    });
}

#[test]
fn the_ranking_while_it_is_revealed() {
    check("reveal", |fixture| {
        fixture.build();
        fixture.end();
        fixture.keys("v\n\n");
    });
}

#[test]
fn the_log_of_one_team_with_a_text() {
    check("filtered", |fixture| {
        fixture.build();
        fixture.keys("tt/(A\n");
    });
}

#[test]
fn the_standings_at_the_end() {
    check("ended", |fixture| {
        fixture.build();
        fixture.end();
        fixture.keys("4");
    });
}

#[test]
fn the_log_of_a_paused_game() {
    check("paused", |fixture| {
        fixture.settle();
        fixture.confirm_all();
        fixture.open(2);
        fixture.wait(20_000);
        fixture.judge(Act::Pause { reason: "停電 power cut".into() });
        fixture.wait(60_000);
        fixture.keys("5");
    });
}

#[test]
fn a_grave_question() {
    check("void", |fixture| {
        fixture.settle();
        fixture.keys("VP was read out wrongly\n");
    });
}

#[test]
fn a_refused_key() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("C");
    assert!(
        fixture.screen().contains("Refused: ") && fixture.screen().contains("(A1)"),
        "{}",
        fixture.screen()
    );
}

#[test]
fn everything_at_once_on_a_large_screen() {
    let mut fixture = ConsoleFixture::new(Lang::Ja, 200, 50);
    fixture.build();
    insta::assert_snapshot!("large_ja_200x50", fixture.body());
}

#[test]
fn the_help_screen() {
    let mut fixture = ConsoleFixture::new(Lang::En, 80, 80);
    fixture.keys("?");
    insta::assert_snapshot!("help_en_80x80", fixture.body());
}

#[test]
fn hints_name_what_can_be_done_now() {
    type Play = fn(&mut ConsoleFixture);
    type Scene = (fn(Lang, u16, u16) -> ConsoleFixture, Play, &'static str);
    let build: Play = ConsoleFixture::build;
    let pause: Play = |fixture| fixture.judge(Act::Pause { reason: "wind".into() });
    let end: Play = |fixture| {
        fixture.build();
        fixture.end();
    };
    let declare: Play = |fixture| {
        fixture.build();
        fixture.end();
        fixture.judge(Act::DeclareResult);
    };
    let scenes: [(&str, Scene); 18] = [
        ("dark", (ConsoleFixture::dark, |_| {}, "")),
        ("ready", (ConsoleFixture::judging, |_| {}, "")),
        ("held opening", (ConsoleFixture::judging, |_| {}, "uh")),
        ("bidding", (ConsoleFixture::new, |fixture| fixture.open(1), "")),
        ("practice", (|lang, columns, lines| practising(lang, columns, lines, &[]), |_| {}, "")),
        ("spare", (games::judging, |_| {}, "")),
        ("confirming", (ConsoleFixture::new, ConsoleFixture::settle, "")),
        ("hand-out", (ConsoleFixture::new, build, "6")),
        ("walls", (ConsoleFixture::new, build, "3")),
        ("large wall", (ConsoleFixture::new, build, "3\n")),
        ("standings", (ConsoleFixture::new, build, "4")),
        ("log", (ConsoleFixture::new, build, "5")),
        ("filtered log", (ConsoleFixture::new, build, "t")),
        ("paused", (ConsoleFixture::new, pause, "")),
        ("ended", (ConsoleFixture::new, end, "4")),
        ("declared", (ConsoleFixture::new, declare, "")),
        ("abandoned", (games::judging, games::abandon, "")),
        ("forged", (forged, |_| {}, "")),
    ];
    let paint = |(scene, play, keys): Scene, lang, columns, lines| {
        let mut fixture = scene(lang, columns, lines);
        play(&mut fixture);
        fixture.keys(keys);
        fixture.screen()
    };
    insta::assert_snapshot!("hints", stage::hints(&scenes, paint));
}

#[test]
fn the_order_of_a_janken() {
    let mut fixture = ConsoleFixture::new(Lang::Ja, 80, 24);
    // Nobody ever bids: all are tied on all counts.
    for round in [1, 2] {
        fixture.open(round);
        fixture.wait(90_000);
        fixture.confirm_all();
    }
    fixture.end();
    fixture.keys("J");
    fixture.key(Key::Down);
    fixture.key(Key::Enter);
    insta::assert_snapshot!("janken_ja_80x24", fixture.body());
}

#[test]
fn a_console_that_has_nothing_to_show_yet() {
    let fixture = ConsoleFixture::dark(Lang::En, 80, 24);
    insta::assert_snapshot!("dark_en_80x24", fixture.body());
}

#[test]
fn a_server_that_never_answered_is_named() {
    compare("no_server", |lang, columns, lines| {
        let mut fixture = ConsoleFixture::dark(lang, columns, lines);
        let (since, code) = (fixture.instant(), tonic::Code::Unavailable);
        fixture.happen(FeedEvent::Connection(Connection::Lost { since, code }));
        fixture
    });
}

#[test]
fn a_failed_journal_is_no_lost_cable_and_the_clock_stands() {
    check("standstill", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        fixture.stand_still();
        let left = fixture.state.front().time_left();
        assert!(left.is_some());
        fixture.wait(60_000);
        assert_eq!(fixture.state.front().time_left(), left, "no window runs out while the game stands still");
    });
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.stand_still();
    fixture.keys("p");
    assert!(fixture.effects.is_empty(), "nothing is sent");
}

#[test]
fn a_game_that_no_server_has_at_this_moment_says_so() {
    check("unserved", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        let (since, reason) = (fixture.instant(), ErrorReason::GameElsewhere);
        fixture.happen(FeedEvent::Connection(Connection::Stopped { since, reason }));
        fixture.wait(1_000);
    });
}

#[test]
fn a_refused_feed_says_why_as_the_one_next_thing() {
    let token = Fault::new(ErrorReason::Unauthenticated);
    let game = Fault::new(ErrorReason::UnknownGame).with("game", "heat-1");
    let refused = |fault: &Fault, lang, columns, lines| {
        let mut fixture = ConsoleFixture::dark(lang, columns, lines);
        fixture.happen(FeedEvent::Closed(FeedError::Refused(Box::new(fault.clone()))));
        fixture
    };
    compare("bad_token", |lang, columns, lines| refused(&token, lang, columns, lines));
    for lang in Lang::ALL {
        let screen = refused(&game, lang, 80, 24).screen();
        assert!(screen.lines().nth(2).is_some_and(|next| next.contains("heat-1")), "{screen}");
    }
}

#[test]
fn a_window_that_is_too_small_says_what_it_needs() {
    for lang in Lang::ALL {
        let screen = ConsoleFixture::new(lang, 24, 5).screen().replace('\n', " ");
        assert!(screen.contains("40") && screen.contains("12"), "{screen}");
    }
}

#[test]
fn an_empty_list_and_none_are_told_apart() {
    check("declined", |fixture| {
        fixture.open(1);
        fixture.bids(A, &[]);
        fixture.bids(C, &[(P, 20)]);
        fixture.wait(90_000);
        fixture.keys("2");
    });
}

#[test]
fn no_size_of_the_window_is_too_odd() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    for panel in "123456".chars() {
        for dialog in ["", "?", "D"] {
            fixture.keys(&panel.to_string());
            fixture.keys(dialog);
            for (columns, lines) in [(1, 1), (39, 11), (40, 12), (79, 13), (111, 30), (170, 40), (300, 9)] {
                fixture.happen(Input::Resize { columns, lines });
                fixture.screen();
            }
            fixture.key(Key::Esc);
        }
    }
}

#[test]
fn no_colour_means_none_at_all() {
    let mut fixture = ConsoleFixture::new(Lang::En, 120, 40);
    fixture.build();
    fixture.keys("3");
    assert!(fixture.is_coloured(Palette::COLOUR));
    assert!(!fixture.is_coloured(Palette::PLAIN));
}

#[test]
fn another_server_in_the_servers_place() {
    check("stranger", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        fixture.lose();
        assert!(fixture.effects.contains(&Effect::Examine));
        fixture.happen(Event::Examined(Some(ConnectionError::WrongAuthority)));
        fixture.wait(5_000);
    });
}

#[test]
fn what_is_wrong_with_the_line_is_asked_until_it_is_back_and_then_forgotten() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.lose();
    let asked =
        |fixture: &mut ConsoleFixture| std::mem::take(&mut fixture.effects).contains(&Effect::Examine);
    assert!(asked(&mut fixture));
    fixture.wait(10_000);
    assert!(!asked(&mut fixture), "one is still asking");
    fixture.happen(Event::Examined(None));
    fixture.wait(2_000);
    assert!(asked(&mut fixture));
    fixture.happen(Event::Examined(Some(ConnectionError::Expired)));
    assert!(fixture.screen().contains("has expired"), "{}", fixture.screen());
    fixture.happen(FeedEvent::Connection(Connection::Connected));
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    fixture.wait(100);
    assert!(!fixture.screen().contains("has expired"), "{}", fixture.screen());
}

#[test]
fn on_the_smallest_screens_lots_stand_under_their_head() {
    for (columns, lines) in [(60, 16), (40, 12)] {
        let mut fixture = ConsoleFixture::new(Lang::En, columns, lines);
        for lot in ["P", "O", "D"] {
            let screen = fixture.screen();
            let selected = screen.lines().find(|line| line.contains('›'));
            assert!(selected.is_some_and(|line| line.contains(lot)), "{columns}x{lines}: {screen}");
            fixture.key(Key::Down);
        }
    }
}
