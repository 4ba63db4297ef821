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

use crate::hall::{A, C, Hall, P};

/// Screens whose text is kept in both languages at both sizes: most is on them.
const CROSS: &[&str] = &["bidding", "rebid"];

/// The same scene in both languages at 80x24 and 120x40.
#[track_caller]
pub(crate) fn check(name: &str, play: impl Fn(&mut Hall)) {
    let paint = |lang, columns, lines| {
        let mut hall = Hall::new(lang, columns, lines);
        play(&mut hall);
        hall.screen()
    };
    for (name, screen) in stage::kept(name, CROSS, paint) {
        insta::assert_snapshot!(name, screen);
    }
}

#[test]
fn before_the_first_round() {
    check("ready", |_| {});
}

#[test]
fn while_lists_are_sealed() {
    check("bidding", |hall| {
        hall.open(1);
        hall.wait(12_300);
        hall.bids(A, &[(P, 400)]);
        hall.bids(C, &[]);
    });
}

#[test]
fn while_a_rebid_is_open() {
    check("rebidding", |hall| {
        hall.tie();
        hall.raise(A, &[(1, 410)]);
        hall.wait(2_000);
    });
}

#[test]
fn while_the_judge_confirms() {
    check("confirming", |hall| {
        hall.settle();
        hall.key(Key::Char('c'));
        hall.serve();
    });
}

#[test]
fn the_opened_lists() {
    check("lists", |hall| {
        hall.settle();
        hall.keys("2");
    });
}

#[test]
fn the_walls() {
    check("walls", |hall| {
        hall.build();
        hall.keys("3");
    });
}

#[test]
fn why_a_lot_came_out_so() {
    check("why_lot", |hall| {
        hall.settle();
        hall.keys("w");
    });
}

#[test]
fn why_a_team_got_what_it_got() {
    check("why_team", |hall| {
        hall.build();
        hall.keys("2w");
        hall.key(Key::Left);
    });
}

#[test]
fn one_wall_large_with_names_and_stones_in_hand() {
    check("large_wall", |hall| {
        hall.build();
        hall.keys("3i");
        hall.key(Key::Down);
        hall.keys("\n");
    });
}

#[test]
fn the_ranking_while_it_is_revealed() {
    check("reveal", |hall| {
        hall.build();
        hall.end();
        hall.keys("v\n\n");
    });
}

#[test]
fn the_log_of_one_team_with_a_text() {
    check("filtered", |hall| {
        hall.build();
        hall.keys("tt/(A\n");
    });
}

#[test]
fn the_standings_at_the_end() {
    check("ended", |hall| {
        hall.build();
        hall.end();
        hall.keys("4");
    });
}

#[test]
fn the_log_of_a_paused_game() {
    check("paused", |hall| {
        hall.settle();
        hall.confirm_all();
        hall.open(2);
        hall.wait(20_000);
        hall.judge(Act::Pause { reason: "停電 power cut".into() });
        hall.wait(60_000);
        hall.keys("5");
    });
}

#[test]
fn a_grave_question() {
    check("void", |hall| {
        hall.settle();
        hall.keys("VP was read out wrongly\n");
    });
}

#[test]
fn a_refused_key() {
    check("refused", |hall| hall.keys("C"));
}

#[test]
fn everything_at_once_on_a_large_screen() {
    let mut hall = Hall::new(Lang::Ja, 200, 50);
    hall.build();
    insta::assert_snapshot!("large_ja_200x50", hall.screen());
}

#[test]
fn the_help_screen() {
    let mut hall = Hall::new(Lang::En, 80, 80);
    hall.keys("?");
    insta::assert_snapshot!("help_en_80x80", hall.screen());
}

#[test]
fn the_order_of_a_janken() {
    let mut hall = Hall::new(Lang::Ja, 80, 24);
    // Nobody ever bids: all are tied on all counts.
    for round in [1, 2] {
        hall.open(round);
        hall.wait(90_000);
        hall.confirm_all();
    }
    hall.end();
    hall.keys("J");
    hall.key(Key::Down);
    hall.key(Key::Enter);
    insta::assert_snapshot!("janken_ja_80x24", hall.screen());
}

#[test]
fn a_console_that_has_nothing_to_show_yet() {
    let hall = Hall::dark(Lang::En, 80, 24);
    insta::assert_snapshot!("dark_en_80x24", hall.screen());
}

#[test]
fn a_server_that_never_answered_is_named() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let mut hall = Hall::dark(lang, 80, 24);
        let (since, code_told) = (hall.instant(), tonic::Code::Unavailable);
        hall.happen(FeedEvent::Connection(Connection::Lost { since, code: code_told }));
        insta::assert_snapshot!(format!("no_server_{code}_80x24"), hall.screen());
    }
}

#[test]
fn a_failed_journal_is_no_lost_cable_and_the_clock_stands() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let mut hall = Hall::new(lang, 80, 24);
        hall.open(1);
        hall.wait(10_000);
        hall.stand_still();
        let left = hall.state.front().time_left();
        assert!(left.is_some());
        hall.wait(60_000);
        assert_eq!(hall.state.front().time_left(), left, "no window runs out while the game stands still");
        insta::assert_snapshot!(format!("standstill_{code}_80x24"), hall.screen());
        hall.keys("p");
        assert!(hall.effects.is_empty(), "nothing is sent");
    }
}

#[test]
fn a_game_that_no_server_has_at_this_moment_says_so() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let mut hall = Hall::new(lang, 80, 24);
        hall.open(1);
        hall.wait(10_000);
        let (since, reason) = (hall.instant(), ErrorReason::GameElsewhere);
        hall.happen(FeedEvent::Connection(Connection::Stopped { since, reason }));
        hall.wait(1_000);
        insta::assert_snapshot!(format!("unserved_{code}_80x24"), hall.screen());
    }
}

#[test]
fn a_refused_feed_says_why_as_the_one_next_thing() {
    let token = Fault::new(ErrorReason::Unauthenticated);
    let game = Fault::new(ErrorReason::UnknownGame).with("game", "heat-1");
    for (name, fault) in [("bad_token", token), ("unseen_game", game)] {
        for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
            let mut hall = Hall::dark(lang, 80, 24);
            hall.happen(FeedEvent::Closed(FeedError::Refused(Box::new(fault.clone()))));
            insta::assert_snapshot!(format!("{name}_{code}_80x24"), hall.screen());
        }
    }
}

#[test]
fn a_window_that_is_too_small_says_what_it_needs() {
    for lang in Lang::ALL {
        let screen = Hall::new(lang, 24, 5).screen().replace('\n', " ");
        assert!(screen.contains("40") && screen.contains("12"), "{screen}");
    }
}

#[test]
fn an_empty_list_and_none_are_told_apart() {
    check("declined", |hall| {
        hall.open(1);
        hall.bids(A, &[]);
        hall.bids(C, &[(P, 20)]);
        hall.wait(90_000);
        hall.keys("2");
    });
}

#[test]
fn no_size_of_the_window_is_too_odd() {
    let mut hall = Hall::small();
    hall.build();
    for panel in "123456".chars() {
        for dialog in ["", "?", "D"] {
            hall.keys(&panel.to_string());
            hall.keys(dialog);
            for (columns, lines) in [(1, 1), (39, 11), (40, 12), (79, 13), (111, 30), (170, 40), (300, 9)] {
                hall.happen(Input::Resize { columns, lines });
                hall.screen();
            }
            hall.key(Key::Esc);
        }
    }
}

#[test]
fn no_colour_means_none_at_all() {
    let mut hall = Hall::new(Lang::En, 120, 40);
    hall.build();
    hall.keys("3");
    assert!(hall.is_coloured(Palette::COLOUR));
    assert!(!hall.is_coloured(Palette::PLAIN));
}

#[test]
fn another_server_in_the_servers_place() {
    check("stranger", |hall| {
        hall.open(1);
        hall.wait(10_000);
        hall.lose();
        assert!(hall.effects.contains(&Effect::Examine));
        hall.happen(Event::Examined(Some(ConnectionError::WrongAuthority)));
        hall.wait(5_000);
    });
}

#[test]
fn what_is_wrong_with_the_line_is_asked_until_it_is_back_and_then_forgotten() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.lose();
    let asked = |hall: &mut Hall| std::mem::take(&mut hall.effects).contains(&Effect::Examine);
    assert!(asked(&mut hall));
    hall.wait(10_000);
    assert!(!asked(&mut hall), "one is still asking");
    hall.happen(Event::Examined(None));
    hall.wait(2_000);
    assert!(asked(&mut hall));
    hall.happen(Event::Examined(Some(ConnectionError::Expired)));
    assert!(hall.screen().contains("has expired"), "{}", hall.screen());
    hall.happen(FeedEvent::Connection(Connection::Connected));
    hall.happen(FeedEvent::Connection(Connection::CaughtUp));
    hall.wait(100);
    assert!(!hall.screen().contains("has expired"), "{}", hall.screen());
}

#[test]
fn on_the_smallest_screens_lots_stand_under_their_head() {
    for (columns, lines) in [(60, 16), (40, 12)] {
        let mut hall = Hall::new(Lang::En, columns, lines);
        for lot in ["P", "O", "D"] {
            let screen = hall.screen();
            let selected = screen.lines().find(|line| line.contains('›'));
            assert!(selected.is_some_and(|line| line.contains(lot)), "{columns}x{lines}: {screen}");
            hall.key(Key::Down);
        }
    }
}
