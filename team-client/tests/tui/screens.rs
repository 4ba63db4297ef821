//! Whole screens in the main phases, in both sizes and languages, reached by what a team lives through.

use ishigaki_client::{CallError, Connection, ConnectionError, FeedError};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Act;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::Palette;
use ishigaki_screen::stage;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use team_client::tui::{Answer, Effect, Event, GameFinding, Key};

use crate::hall::{A, B, C, D, Hall, O, P, setup};

/// Screens whose text is kept in both languages at both sizes: most is on them.
const CROSS: &[&str] = &["bidding", "rebid"];

/// The same scene in both languages at 80x24 and 120x40.
#[track_caller]
fn check(name: &str, play: impl Fn(&mut Hall)) {
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
fn while_a_game_for_practice_is_on() {
    check("practice", |hall| {
        let unmarked = hall.screen();
        hall.happen(Event::Listed(GameFinding::Game { practice: true }));
        assert_ne!(hall.screen().lines().next(), unmarked.lines().next());
        assert_eq!(hall.screen().lines().nth(1), unmarked.lines().nth(1));
    });
}

#[test]
fn while_the_token_is_revoked() {
    check("revoked", |hall| {
        hall.open(1);
        hall.keys("a42\n");
        let fault = Fault::new(ErrorReason::TokenRevoked);
        hall.happen(FeedEvent::Closed(FeedError::Refused(Box::new(fault))));
    });
}

#[test]
fn before_any_game_of_the_team_has_begun() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let mut hall = Hall::early(lang, 80, 24);
        let waiting = hall.screen();
        hall.happen(Event::Listed(GameFinding::NoGame { team: "a".into() }));
        insta::assert_snapshot!(format!("early_{code}_80x24"), hall.screen());
        hall.happen(Event::Listed(GameFinding::Silence));
        assert_eq!(hall.screen().lines().nth(2), waiting.lines().nth(2), "the server is waited for again");
        hall.happen(Event::Entered { game: "g1".into(), team: "a".into(), practice: false });
        hall.happen(Event::Listed(GameFinding::NoGame { team: "a".into() }));
        assert_eq!(hall.screen().lines().nth(2), waiting.lines().nth(2), "that was before the game");
    }
}

#[test]
fn while_a_draft_differs_from_what_is_sealed() {
    check("bidding", |hall| {
        hall.open(1);
        hall.wait(12_300);
        hall.bids(B, &[(P, 400)]);
        hall.keys("42\n7\ns");
        hall.serve();
        hall.keys("aa3");
    });
}

#[test]
fn while_the_draft_is_faulty() {
    check("faulty", |hall| {
        hall.open(1);
        hall.wait(62_000);
        hall.keys("a4a900a200");
    });
}

#[test]
fn a_question_before_an_unusual_list() {
    check("doubts", |hall| {
        hall.open(1);
        hall.wait(62_000);
        hall.keys("a500a550s");
    });
}

#[test]
fn while_the_other_laptop_is_ahead() {
    check("overtaken", |hall| {
        hall.open(1);
        hall.wait(62_000);
        hall.keys("a42\n");
        hall.bids(A, &[(O, 10), (D, 2)]);
    });
}

#[test]
fn while_the_team_is_tied() {
    check("rebidding", |hall| {
        hall.tie();
        hall.wait(2_000);
        hall.raise(A, &[(1, 410)]);
        hall.keys("420");
    });
}

#[test]
fn the_results_with_their_reasons() {
    check("results", |hall| {
        hall.finish();
        hall.keys("v");
    });
}

#[test]
fn all_teams_means_and_needs() {
    check("rivals", |hall| {
        hall.finish();
        hall.keys("o");
    });
}

#[test]
fn the_wall_and_the_log() {
    check("wall", |hall| {
        hall.finish();
        hall.place(A, P, 2, 0, 0, 1);
        hall.keys("w");
    });
    check("log", |hall| {
        hall.finish();
        hall.keys("h");
    });
}

#[test]
fn the_workshop_with_a_draft_a_plan_and_a_ghost_that_cannot_lie() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        for (columns, lines) in stage::SIZES {
            let mut hall = crate::workshop::supplied(lang, columns, lines);
            hall.place(A, D, 1, 0, 2, 2);
            hall.keys("w→");
            let screen = hall.screen();
            if stage::is_kept(lang, (columns, lines)) {
                insta::assert_snapshot!(format!("workshop_{code}_{columns}x{lines}"), screen);
            }
            hall.keys("n");
            hall.keys("←←↓↓\npnn.\n.\n↓pt");
            let screen = hall.screen();
            if stage::is_kept(lang, (columns, lines)) {
                insta::assert_snapshot!(format!("workshop_differs_{code}_{columns}x{lines}"), screen);
            }
            hall.keys("p");
            hall.place(A, D, 1, 1, 1, 3);
            let screen = hall.screen();
            if stage::is_kept(lang, (columns, lines)) {
                insta::assert_snapshot!(format!("workshop_overtaken_{code}_{columns}x{lines}"), screen);
            }
        }
    }
}

#[test]
fn the_second_round_with_the_prices_of_the_first() {
    check("history", |hall| {
        hall.finish();
        hall.open(2);
        hall.wait(1_000);
    });
}

#[test]
fn the_advice_for_a_list_for_a_re_bid_and_when_it_is_stale() {
    check("advice", |hall| {
        hall.open(1);
        hall.wait(12_300);
        hall.keys("A");
        hall.serve();
    });
    check("advice_stale", |hall| {
        hall.keys("A");
        hall.serve();
        hall.finish();
        hall.keys("A");
    });
    check("advice_rebid", |hall| {
        hall.tie();
        hall.keys("A");
        hall.serve();
    });
}

#[test]
fn what_would_have_come_of_another_price() {
    check("trial", |hall| {
        hall.finish();
        hall.keys("vi401");
    });
}

#[test]
fn the_messages_with_a_question_that_is_being_written() {
    check("messages", |hall| {
        crate::messages::answered(hall);
        hall.keys("Ma");
        let typed = "May a stone lie on the ledge of a stepped side? 段の上は";
        hall.happen(Input::Paste(ishigaki_rules::Secret(typed.into())));
    });
}

#[test]
fn the_help_is_the_keymap() {
    check("help", |hall| hall.keys("?"));
}

#[test]
fn without_a_connection_and_while_paused() {
    check("lost", |hall| {
        hall.open(1);
        hall.wait(10_000);
        hall.bids(C, &[]);
        hall.judge(Act::Pause { reason: "wind".into() });
        hall.keys("a42\n");
        let (since, code) = (hall.instant(), tonic::Code::Unavailable);
        hall.happen(FeedEvent::Connection(Connection::Lost { since, code }));
        hall.wait(5_000);
    });
}

#[test]
fn a_failed_journal_is_no_lost_cable_and_the_clock_stands() {
    check("standstill", |hall| {
        hall.open(1);
        hall.wait(10_000);
        hall.stand_still();
        let left = hall.state.time_left();
        assert!(left.is_some());
        hall.wait(60_000);
        assert_eq!(hall.state.time_left(), left, "no window runs out while the game stands still");
    });
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    let mut hall = Hall::small();
    hall.happen(Input::Resize { columns: 59, lines: 24 });
    hall.shows("Too small: 60 columns and 16 lines are needed.");
    for (columns, lines) in [(60, 16), (1, 1), (300, 100)] {
        hall.happen(Input::Resize { columns, lines });
        hall.screen();
    }
}

/// What has to be found on the smallest screen.
#[test]
fn the_smallest_screen_cuts_nothing_without_saying_so() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let mut setup = setup();
        setup.lots[0].copies = 1;
        let mut hall = Hall::before(setup, lang, 60, 16);
        hall.connect();
        hall.open(1);
        hall.wait(1_000);
        hall.keys("42\n7\n");
        insta::assert_snapshot!(format!("smallest_bidding_{code}"), hall.screen());
        hall.keys("gs");
        hall.serve();
        hall.bids(B, &[(P, 42), (O, 7)]);
        hall.bids(C, &[(P, 42)]);
        hall.wait(89_000);
        insta::assert_snapshot!(format!("smallest_rebid_{code}"), hall.screen());
        hall.keys("50\nj9");
        insta::assert_snapshot!(format!("smallest_rebid_second_{code}"), hall.screen());
    }
}

#[test]
fn the_standings_and_what_was_won() {
    check("standings", |hall| {
        hall.finish();
        hall.place(A, P, 2, 0, 0, 1);
        hall.keys("O");
    });
}

#[test]
fn nothing_is_known_after_a_lost_answer() {
    check("unknown", |hall| {
        hall.open(1);
        hall.wait(10_000);
        hall.keys("42\ns");
        let (ticket, _) = hall.call().unwrap();
        let code = tonic::Code::Unavailable;
        let answer = Answer::Sealed(Err(CallError::Unanswered { code }));
        hall.happen(Event::Answer { ticket, answer });
        let since = hall.instant();
        hall.happen(FeedEvent::Connection(Connection::Lost { since, code }));
        hall.wait(5_000);
    });
}

#[test]
fn the_judge_has_disqualified_the_team_and_paused_the_game() {
    check("out", |hall| {
        hall.open(1);
        hall.wait(10_000);
        hall.judge(Act::Disqualify { team: A, reason: "telephones in the hall".into() });
        hall.judge(Act::Pause { reason: "wind in the hall".into() });
        hall.judge(Act::Remark { text: "Lunch is at noon".into() });
    });
}

#[test]
fn long_lists_of_lots_scroll_with_their_sign_while_a_list_of_five_stands() {
    for (columns, lines) in [(80, 24), (60, 16)] {
        let mut setup = setup();
        for number in 0..27 {
            let code = format!("S{number}");
            setup.lots.push(ishigaki_rules::LotSpec { code, ..setup.lots[number % 3].clone() });
        }
        for round in &mut setup.rounds {
            round.max_bids = 8;
        }
        let mut hall = Hall::before(setup, Lang::En, columns, lines);
        hall.connect();
        hall.open(1);
        hall.keys("42\n17\n30\n12\n25\n");
        insta::assert_snapshot!(format!("long_lots_{columns}x{lines}"), hall.screen());
        hall.keys("/s2");
        insta::assert_snapshot!(format!("long_lots_search_{columns}x{lines}"), hall.screen());
        hall.keys("\u{1b}b");
        insta::assert_snapshot!(format!("long_lots_sheet_{columns}x{lines}"), hall.screen());
    }
}

#[test]
fn nothing_depends_on_colour() {
    let mut hall = Hall::new(Lang::En, 120, 40);
    hall.tie();
    assert!(hall.is_coloured(Palette::COLOUR));
    assert!(!hall.is_coloured(Palette::PLAIN));
}

#[test]
fn the_countdown_goes_by_the_servers_time_and_goes_on_as_a_guess_without_a_connection() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(30_000);
    hall.shows("1:00");
    let now = hall.instant() + std::time::Duration::from_secs(10);
    hall.happen(Input::Tick { now });
    hall.shows("0:50");
    hall.happen(FeedEvent::Connection(Connection::Lost { since: now, code: tonic::Code::Unavailable }));
    hall.happen(Input::Tick { now: now + std::time::Duration::from_secs(20) });
    hall.shows("0:30?");
}

#[test]
fn a_terminal_that_may_have_lost_the_picture_gets_a_new_one() {
    let mut hall = Hall::small();
    hall.wait(0);
    hall.effects.clear();
    hall.key(Key::Ctrl('l'));
    hall.happen(Input::Resize { columns: 100, lines: 30 });
    assert_eq!(hall.effects, [Effect::Repaint, Effect::Repaint]);
    hall.effects.clear();
    hall.wait(2_000);
    hall.wait(1);
    assert_eq!(hall.effects, [Effect::Repaint], "once more after it has settled");
}

#[test]
fn another_server_in_the_servers_place() {
    check("stranger", |hall| {
        hall.open(1);
        hall.wait(10_000);
        let (since, code) = (hall.instant(), tonic::Code::Unavailable);
        hall.happen(FeedEvent::Connection(Connection::Lost { since, code }));
        hall.wait(100);
        assert!(hall.effects.iter().any(|effect| matches!(effect, Effect::Examine)));
        hall.happen(Event::Examined(Some(ConnectionError::WrongAuthority)));
        // What a key has to tell is not told over it.
        hall.keys("\n");
        hall.wait(5_000);
    });
}

#[test]
fn every_figure_of_a_lot_with_many_copies_stands_whole_at_80_columns() {
    let mut setup = setup();
    setup.lots[0].copies = 12;
    setup.lots[0].code = "GRANITE".into();
    let mut hall = Hall::before(setup, Lang::En, 80, 24);
    hall.connect();
    hall.open(1);
    let screen = hall.screen();
    let line = screen.lines().find(|line| line.contains("› GRANITE")).unwrap();
    let figures: Vec<&str> = line.split_whitespace().skip(2).take(5).collect();
    assert_eq!(figures, ["GRANITE", "5", "12/12", "5", "-"], "{line}");
}
