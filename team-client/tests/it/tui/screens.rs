//! Whole screens in the main phases of a team, in both sizes and languages.

use ishigaki_client::team::AidsOff;
use ishigaki_client::{CallError, ConnectionError, FeedError};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Act;
use ishigaki_screen::terminal::Input;
use ishigaki_screen::{FeedEvent, Palette, stage};
use ishigaki_words::Lang;
use team_client::tui::{CallResult, Effect, Event, GameFinding};

use super::fixture::{A, B, C, D, O, P, ScreenFixture, setup};

#[track_caller]
fn compare(name: &str, scene: impl Fn(Lang, u16, u16) -> ScreenFixture) {
    for (name, body) in stage::snapshots(name, |lang, columns, lines| scene(lang, columns, lines).screen()) {
        insta::assert_snapshot!(name, body);
    }
}

#[track_caller]
fn compare_small(name: &str, scene: impl Fn(Lang, u16, u16) -> ScreenFixture) {
    let (name, body) =
        stage::small_snapshot(name, |lang, columns, lines| scene(lang, columns, lines).screen());
    insta::assert_snapshot!(name, body);
}

fn played(play: impl Fn(&mut ScreenFixture)) -> impl Fn(Lang, u16, u16) -> ScreenFixture {
    move |lang, columns, lines| {
        let mut fixture = ScreenFixture::new(lang, columns, lines);
        play(&mut fixture);
        fixture
    }
}

#[track_caller]
fn check(name: &str, play: impl Fn(&mut ScreenFixture)) {
    compare(name, played(play));
}

#[track_caller]
fn check_small(name: &str, play: impl Fn(&mut ScreenFixture)) {
    compare_small(name, played(play));
}

#[test]
fn screens_match_their_snapshots() {
    check("ready", |_| {});
    check_small("revoked", |fixture| {
        fixture.open(1);
        fixture.keys("a42\n");
        let fault = Fault::new(ErrorReason::TokenRevoked);
        fixture.happen(FeedEvent::Closed(FeedError::Refused(Box::new(fault))));
    });
    check("bidding", |fixture| {
        fixture.open(1);
        fixture.wait(12_300);
        fixture.bids(B, &[(P, 400)]);
        fixture.keys("42\n7\ns");
        fixture.serve();
        fixture.keys("aa3");
    });
    check_small("faulty", |fixture| {
        fixture.open(1);
        fixture.wait(62_000);
        fixture.keys("a4a900a200");
    });
    check_small("doubts", |fixture| {
        fixture.open(1);
        fixture.wait(62_000);
        fixture.keys("a500a550s");
    });
    check_small("overtaken", |fixture| {
        fixture.open(1);
        fixture.wait(62_000);
        fixture.keys("a42\n");
        fixture.bids(A, &[(O, 10), (D, 2)]);
    });
    check("rebidding", |fixture| {
        fixture.tie();
        fixture.wait(2_000);
        fixture.raise(A, &[(1, 410)]);
        fixture.keys("420");
    });
    check("results", |fixture| {
        fixture.finish();
        fixture.keys("v");
    });
    check("rivals", |fixture| {
        fixture.finish();
        fixture.keys("o");
    });
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
fn more_screens_match_their_snapshots() {
    check_small("history", |fixture| {
        fixture.finish();
        fixture.open(2);
        fixture.wait(1_000);
    });
    check("advice", |fixture| {
        fixture.open(1);
        fixture.wait(12_300);
        fixture.keys("A");
        fixture.serve();
    });
    check_small("advice_stale", |fixture| {
        fixture.keys("A");
        fixture.serve();
        fixture.finish();
        fixture.keys("A");
    });
    check_small("advice_rebid", |fixture| {
        fixture.tie();
        fixture.keys("A");
        fixture.serve();
    });
    check("trial", |fixture| {
        fixture.finish();
        fixture.keys("vi401");
    });
    check("messages", |fixture| {
        super::messages::answered(fixture);
        fixture.keys("Ma");
        let typed = "May a stone lie on the ledge of a stepped side? 段の上は";
        fixture.happen(Input::Paste(ishigaki_rules::Secret(typed.into())));
    });
    check("help", |fixture| fixture.keys("?"));
    check_small("lost", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        fixture.bids(C, &[]);
        fixture.judge(Act::Pause { reason: "wind".into() });
        fixture.keys("a42\n");
        fixture.cut();
        fixture.wait(5_000);
    });
    check_small("standstill", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        fixture.stand_still();
        let left = fixture.state.time_left();
        assert!(left.is_some());
        fixture.wait(60_000);
        assert_eq!(fixture.state.time_left(), left, "no window runs out while game stopped");
    });
}

#[test]
fn other_screens_match_their_snapshots() {
    check("standings", |fixture| {
        fixture.finish();
        fixture.place(A, P, 2, 0, 0, 1);
        fixture.keys("O");
    });
    check("result", |fixture| {
        super::result::declare(fixture);
        fixture.reveal(3);
    });
    check_small("unknown", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        fixture.keys("42\ns");
        let (ticket, _) = fixture.call().unwrap();
        let code = tonic::Code::Unavailable;
        let answer = CallResult::Sealed(Err(CallError::Unanswered { code }));
        fixture.happen(Event::Answer { ticket, answer });
        fixture.cut();
        fixture.wait(5_000);
    });
    check_small("out", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        fixture.judge(Act::Disqualify { team: A, reason: "telephones in the hall".into() });
        fixture.judge(Act::Pause { reason: "wind in the hall".into() });
        fixture.judge(Act::Remark { text: "Lunch is at noon".into() });
    });
    check_small("stranger", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        fixture.cut();
        fixture.wait(100);
        assert!(fixture.effects.iter().any(|effect| matches!(effect, Effect::Examine)));
        fixture.happen(Event::Examined(Some(ConnectionError::WrongAuthority)));
        // A notice of the key is not covered.
        fixture.keys("\n");
        fixture.wait(5_000);
    });
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
fn waiting_screen_before_first_game_matches_snapshot() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let mut fixture = ScreenFixture::early(lang, 80, 24);
        let waiting = fixture.screen();
        fixture.happen(Event::Listed(GameFinding::NoGame { team: "a".into() }));
        insta::assert_snapshot!(format!("early_{code}_80x24"), fixture.body());
        fixture.happen(Event::Listed(GameFinding::Silence));
        assert_eq!(fixture.screen().lines().nth(2), waiting.lines().nth(2), "the server is waited for again");
        fixture.happen(Event::Entered {
            game: "g1".into(),
            team: "a".into(),
            practice: false,
            aids_off: AidsOff::default(),
        });
        fixture.happen(Event::Listed(GameFinding::NoGame { team: "a".into() }));
        assert_eq!(fixture.screen().lines().nth(2), waiting.lines().nth(2), "that was before the game");
    }
}

#[test]
fn workshop_screens_match_snapshots() {
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
    compare_small("workshop_differs", differing);
    compare_small("workshop_overtaken", |lang, columns, lines| {
        let mut fixture = differing(lang, columns, lines);
        fixture.keys("p");
        fixture.place(A, D, 1, 1, 1, 3);
        fixture
    });
}

#[test]
fn hints_match_snapshot_in_each_scene() {
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
fn too_small_screen_shows_required_size() {
    let mut fixture = ScreenFixture::small();
    fixture.happen(Input::Resize { columns: 59, lines: 24 });
    fixture.shows("Too small: at least 60 columns and 16 lines needed.");
    for (columns, lines) in [(60, 16), (1, 1), (300, 100)] {
        fixture.happen(Input::Resize { columns, lines });
        fixture.screen();
    }
}

#[test]
fn smallest_screen_matches_snapshots() {
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
fn long_lists_of_lots_scroll_while_a_list_of_five_stands() {
    let mut setup = setup();
    for number in 0..27 {
        let code = format!("S{number}");
        setup.lots.push(ishigaki_rules::LotSpec { code, ..setup.lots[number % 3].clone() });
    }
    for round in &mut setup.rounds {
        round.max_bids = 8;
    }
    let mut fixture = ScreenFixture::before(setup, Lang::En, 80, 24);
    fixture.connect();
    fixture.open(1);
    fixture.keys("42\n17\n30\n12\n25\n/s2");
    insta::assert_snapshot!("long_lots_search_80x24", fixture.body());
    fixture.keys("\u{1b}b");
    insta::assert_snapshot!("long_lots_sheet_80x24", fixture.body());
}

#[test]
fn nothing_depends_on_colour() {
    let mut fixture = ScreenFixture::new(Lang::En, 120, 40);
    fixture.tie();
    assert!(fixture.is_coloured(Palette::COLOUR));
    assert!(!fixture.is_coloured(Palette::PLAIN));
}
