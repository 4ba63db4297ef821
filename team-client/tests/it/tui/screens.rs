//! Whole screens in the main phases, in both sizes and languages, reached by what a team lives through.

use ishigaki_client::{CallError, Connection, ConnectionError, FeedError};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Act;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::Palette;
use ishigaki_screen::stage;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use team_client::tui::{CallResult, Effect, Event, GameFinding, Key};

use super::fixture::{A, B, C, D, O, P, ScreenFixture, setup};

/// Compares a scene with its snapshots.
#[track_caller]
fn compare(name: &str, scene: impl Fn(Lang, u16, u16) -> ScreenFixture) {
    for (name, body) in stage::kept(name, |lang, columns, lines| scene(lang, columns, lines).screen()) {
        insta::assert_snapshot!(name, body);
    }
}

/// The same of a screen that is connected.
#[track_caller]
fn check(name: &str, play: impl Fn(&mut ScreenFixture)) {
    compare(name, |lang, columns, lines| {
        let mut fixture = ScreenFixture::new(lang, columns, lines);
        play(&mut fixture);
        fixture
    });
}

#[test]
fn before_the_first_round() {
    check("ready", |_| {});
}

#[test]
fn while_a_game_for_practice_is_on() {
    for (lang, mark) in [(Lang::En, " PRACTICE   H1"), (Lang::Ja, " 練習   H1")] {
        let mut fixture = ScreenFixture::new(lang, 80, 24);
        let unmarked = fixture.screen();
        fixture.happen(Event::Listed(GameFinding::Game { practice: true }));
        let screen = fixture.screen();
        assert!(screen.starts_with(mark), "{screen}");
        assert_eq!(screen.lines().nth(1), unmarked.lines().nth(1));
    }
}

#[test]
fn while_the_token_is_revoked() {
    check("revoked", |fixture| {
        fixture.open(1);
        fixture.keys("a42\n");
        let fault = Fault::new(ErrorReason::TokenRevoked);
        fixture.happen(FeedEvent::Closed(FeedError::Refused(Box::new(fault))));
    });
}

#[test]
fn before_any_game_of_the_team_has_begun() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let mut fixture = ScreenFixture::early(lang, 80, 24);
        let waiting = fixture.screen();
        fixture.happen(Event::Listed(GameFinding::NoGame { team: "a".into() }));
        insta::assert_snapshot!(format!("early_{code}_80x24"), fixture.body());
        fixture.happen(Event::Listed(GameFinding::Silence));
        assert_eq!(fixture.screen().lines().nth(2), waiting.lines().nth(2), "the server is waited for again");
        fixture.happen(Event::Entered { game: "g1".into(), team: "a".into(), practice: false });
        fixture.happen(Event::Listed(GameFinding::NoGame { team: "a".into() }));
        assert_eq!(fixture.screen().lines().nth(2), waiting.lines().nth(2), "that was before the game");
    }
}

#[test]
fn while_a_draft_differs_from_what_is_sealed() {
    check("bidding", |fixture| {
        fixture.open(1);
        fixture.wait(12_300);
        fixture.bids(B, &[(P, 400)]);
        fixture.keys("42\n7\ns");
        fixture.serve();
        fixture.keys("aa3");
    });
}

#[test]
fn while_the_draft_is_faulty() {
    check("faulty", |fixture| {
        fixture.open(1);
        fixture.wait(62_000);
        fixture.keys("a4a900a200");
    });
}

#[test]
fn a_question_before_an_unusual_list() {
    check("doubts", |fixture| {
        fixture.open(1);
        fixture.wait(62_000);
        fixture.keys("a500a550s");
    });
}

#[test]
fn while_the_other_laptop_is_ahead() {
    check("overtaken", |fixture| {
        fixture.open(1);
        fixture.wait(62_000);
        fixture.keys("a42\n");
        fixture.bids(A, &[(O, 10), (D, 2)]);
    });
}

#[test]
fn while_the_team_is_tied() {
    check("rebidding", |fixture| {
        fixture.tie();
        fixture.wait(2_000);
        fixture.raise(A, &[(1, 410)]);
        fixture.keys("420");
    });
}

#[test]
fn the_results_with_their_reasons() {
    check("results", |fixture| {
        fixture.finish();
        fixture.keys("v");
    });
}

#[test]
fn all_teams_means_and_needs() {
    check("rivals", |fixture| {
        fixture.finish();
        fixture.keys("o");
    });
}

#[test]
fn the_wall_and_the_log() {
    check("wall", |fixture| {
        fixture.finish();
        fixture.place(A, P, 2, 0, 0, 1);
        fixture.keys("w");
    });
    check("log", |fixture| {
        fixture.finish();
        fixture.keys("h");
    });
}

#[test]
fn the_workshop_with_a_draft_a_plan_and_a_ghost_that_cannot_lie() {
    let laid = |lang, columns, lines| {
        let mut fixture = super::workshop::supplied(lang, columns, lines);
        fixture.place(A, D, 1, 0, 2, 2);
        fixture.keys("w→");
        fixture
    };
    let differing = |lang, columns, lines| {
        let mut fixture = laid(lang, columns, lines);
        fixture.keys("n←←↓↓\npnn.\n.\n↓pt");
        fixture
    };
    compare("workshop", laid);
    compare("workshop_differs", differing);
    compare("workshop_overtaken", |lang, columns, lines| {
        let mut fixture = differing(lang, columns, lines);
        fixture.keys("p");
        fixture.place(A, D, 1, 1, 1, 3);
        fixture
    });
}

#[test]
fn hints_name_what_can_be_done_here() {
    type Scene = (fn(&mut ScreenFixture), &'static str);
    let bidding: fn(&mut ScreenFixture) = |fixture| fixture.open(1);
    let finish: fn(&mut ScreenFixture) = ScreenFixture::finish;
    let scenes: [(&str, Scene); 19] = [
        ("ready", (|_| {}, "")),
        ("lots", (bidding, "l")),
        ("price of a lot", (bidding, "4")),
        ("search", (bidding, "/")),
        ("bids", (bidding, "42\nb")),
        ("price of a bid", (bidding, "a4")),
        (
            "unusual list",
            (
                |fixture| {
                    fixture.open(1);
                    fixture.wait(62_000);
                },
                "a500a550s",
            ),
        ),
        (
            "advice",
            (
                |fixture| {
                    fixture.open(1);
                    fixture.keys("A");
                    fixture.serve();
                },
                "",
            ),
        ),
        ("re-bid", (ScreenFixture::tie, "")),
        ("price of a re-bid", (ScreenFixture::tie, "420")),
        ("results", (finish, "v")),
        ("trial", (finish, "vi")),
        ("rivals", (finish, "o")),
        ("standings", (finish, "O")),
        ("log", (finish, "h")),
        ("wall", (finish, "w")),
        ("messages", (super::messages::answered, "M")),
        ("question", (super::messages::answered, "Ma")),
        (
            "disqualified",
            (
                |fixture| {
                    fixture.open(1);
                    fixture.judge(Act::Disqualify { team: A, reason: "late".into() });
                },
                "",
            ),
        ),
    ];
    let paint = |(play, keys): Scene, lang, columns, lines| {
        let mut fixture = ScreenFixture::new(lang, columns, lines);
        play(&mut fixture);
        fixture.keys(keys);
        fixture.screen()
    };
    insta::assert_snapshot!("hints", stage::hints(&scenes, paint));
}

#[test]
fn the_second_round_with_the_prices_of_the_first() {
    check("history", |fixture| {
        fixture.finish();
        fixture.open(2);
        fixture.wait(1_000);
    });
}

#[test]
fn the_advice_for_a_list_for_a_re_bid_and_when_it_is_stale() {
    check("advice", |fixture| {
        fixture.open(1);
        fixture.wait(12_300);
        fixture.keys("A");
        fixture.serve();
    });
    check("advice_stale", |fixture| {
        fixture.keys("A");
        fixture.serve();
        fixture.finish();
        fixture.keys("A");
    });
    check("advice_rebid", |fixture| {
        fixture.tie();
        fixture.keys("A");
        fixture.serve();
    });
}

#[test]
fn what_would_have_come_of_another_price() {
    check("trial", |fixture| {
        fixture.finish();
        fixture.keys("vi401");
    });
}

#[test]
fn the_messages_with_a_question_that_is_being_written() {
    check("messages", |fixture| {
        super::messages::answered(fixture);
        fixture.keys("Ma");
        let typed = "May a stone lie on the ledge of a stepped side? 段の上は";
        fixture.happen(Input::Paste(ishigaki_rules::Secret(typed.into())));
    });
}

#[test]
fn the_help_is_the_keymap() {
    check("help", |fixture| fixture.keys("?"));
}

#[test]
fn without_a_connection_and_while_paused() {
    check("lost", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        fixture.bids(C, &[]);
        fixture.judge(Act::Pause { reason: "wind".into() });
        fixture.keys("a42\n");
        let (since, code) = (fixture.instant(), tonic::Code::Unavailable);
        fixture.happen(FeedEvent::Connection(Connection::Lost { since, code }));
        fixture.wait(5_000);
    });
}

#[test]
fn a_failed_journal_is_no_lost_cable_and_the_clock_stands() {
    check("standstill", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        fixture.stand_still();
        let left = fixture.state.time_left();
        assert!(left.is_some());
        fixture.wait(60_000);
        assert_eq!(fixture.state.time_left(), left, "no window runs out while the game stands still");
    });
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    let mut fixture = ScreenFixture::small();
    fixture.happen(Input::Resize { columns: 59, lines: 24 });
    fixture.shows("Too small: 60 columns and 16 lines are needed.");
    for (columns, lines) in [(60, 16), (1, 1), (300, 100)] {
        fixture.happen(Input::Resize { columns, lines });
        fixture.screen();
    }
}

/// What has to be found on the smallest screen.
#[test]
fn the_smallest_screen_cuts_nothing_without_saying_so() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let mut setup = setup();
        setup.lots[0].copies = 1;
        let mut fixture = ScreenFixture::before(setup, lang, 60, 16);
        fixture.connect();
        fixture.open(1);
        fixture.wait(1_000);
        fixture.keys("42\n7\n");
        insta::assert_snapshot!(format!("smallest_bidding_{code}"), fixture.body());
        fixture.keys("gs");
        fixture.serve();
        fixture.bids(B, &[(P, 42), (O, 7)]);
        fixture.bids(C, &[(P, 42)]);
        fixture.wait(89_000);
        insta::assert_snapshot!(format!("smallest_rebid_{code}"), fixture.body());
        fixture.keys("50\nj9");
        insta::assert_snapshot!(format!("smallest_rebid_second_{code}"), fixture.body());
    }
}

#[test]
fn the_standings_and_what_was_won() {
    check("standings", |fixture| {
        fixture.finish();
        fixture.place(A, P, 2, 0, 0, 1);
        fixture.keys("O");
    });
}

#[test]
fn nothing_is_known_after_a_lost_answer() {
    check("unknown", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        fixture.keys("42\ns");
        let (ticket, _) = fixture.call().unwrap();
        let code = tonic::Code::Unavailable;
        let answer = CallResult::Sealed(Err(CallError::Unanswered { code }));
        fixture.happen(Event::Answer { ticket, answer });
        let since = fixture.instant();
        fixture.happen(FeedEvent::Connection(Connection::Lost { since, code }));
        fixture.wait(5_000);
    });
}

#[test]
fn the_judge_has_disqualified_the_team_and_paused_the_game() {
    check("out", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        fixture.judge(Act::Disqualify { team: A, reason: "telephones in the hall".into() });
        fixture.judge(Act::Pause { reason: "wind in the hall".into() });
        fixture.judge(Act::Remark { text: "Lunch is at noon".into() });
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
        let mut fixture = ScreenFixture::before(setup, Lang::En, columns, lines);
        fixture.connect();
        fixture.open(1);
        fixture.keys("42\n17\n30\n12\n25\n");
        insta::assert_snapshot!(format!("long_lots_{columns}x{lines}"), fixture.body());
        fixture.keys("/s2");
        insta::assert_snapshot!(format!("long_lots_search_{columns}x{lines}"), fixture.body());
        fixture.keys("\u{1b}b");
        insta::assert_snapshot!(format!("long_lots_sheet_{columns}x{lines}"), fixture.body());
    }
}

#[test]
fn nothing_depends_on_colour() {
    let mut fixture = ScreenFixture::new(Lang::En, 120, 40);
    fixture.tie();
    assert!(fixture.is_coloured(Palette::COLOUR));
    assert!(!fixture.is_coloured(Palette::PLAIN));
}

#[test]
fn the_countdown_goes_by_the_servers_time_and_goes_on_as_a_guess_without_a_connection() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(30_000);
    fixture.shows("1:00");
    let now = fixture.instant() + std::time::Duration::from_secs(10);
    fixture.happen(Input::Tick { now });
    fixture.shows("0:50");
    fixture.happen(FeedEvent::Connection(Connection::Lost { since: now, code: tonic::Code::Unavailable }));
    fixture.happen(Input::Tick { now: now + std::time::Duration::from_secs(20) });
    fixture.shows("0:30?");
}

#[test]
fn a_terminal_that_may_have_lost_the_picture_gets_a_new_one() {
    let mut fixture = ScreenFixture::small();
    fixture.wait(0);
    fixture.effects.clear();
    fixture.key(Key::Ctrl('l'));
    fixture.happen(Input::Resize { columns: 100, lines: 30 });
    assert_eq!(fixture.effects, [Effect::Repaint, Effect::Repaint]);
    fixture.effects.clear();
    fixture.wait(2_000);
    fixture.wait(1);
    assert_eq!(fixture.effects, [Effect::Repaint], "once more after it has settled");
}

#[test]
fn another_server_in_the_servers_place() {
    check("stranger", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        let (since, code) = (fixture.instant(), tonic::Code::Unavailable);
        fixture.happen(FeedEvent::Connection(Connection::Lost { since, code }));
        fixture.wait(100);
        assert!(fixture.effects.iter().any(|effect| matches!(effect, Effect::Examine)));
        fixture.happen(Event::Examined(Some(ConnectionError::WrongAuthority)));
        // What a key has to tell is not told over it.
        fixture.keys("\n");
        fixture.wait(5_000);
    });
}

#[test]
fn every_figure_of_a_lot_with_many_copies_stands_whole_at_80_columns() {
    let mut setup = setup();
    setup.lots[0].copies = 12;
    setup.lots[0].code = "GRANITE".into();
    let mut fixture = ScreenFixture::before(setup, Lang::En, 80, 24);
    fixture.connect();
    fixture.open(1);
    let screen = fixture.screen();
    let line = screen.lines().find(|line| line.contains("› GRANITE")).unwrap();
    let figures: Vec<&str> = line.split_whitespace().skip(2).take(5).collect();
    assert_eq!(figures, ["GRANITE", "5", "12/12", "5", "-"], "{line}");
}
