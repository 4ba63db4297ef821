//! Whole screens in the main phases of a judge, in both sizes and languages.

use ishigaki_client::{Connection, ConnectionError, FeedError};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Act;
use ishigaki_screen::{FeedEvent, Palette, stage};
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::{Effect, Event};

use crate::console::fixture::{A, C, ConsoleFixture, P};
use crate::console::games;
use crate::console::notices::practising;
use crate::console::proof::forged;

#[track_caller]
pub(crate) fn compare(name: &str, scene: impl Fn(Lang, u16, u16) -> ConsoleFixture) {
    for (name, body) in stage::snapshots(name, |lang, columns, lines| scene(lang, columns, lines).screen()) {
        insta::assert_snapshot!(name, body);
    }
}

#[track_caller]
pub(crate) fn compare_small(name: &str, scene: impl Fn(Lang, u16, u16) -> ConsoleFixture) {
    let (name, body) =
        stage::small_snapshot(name, |lang, columns, lines| scene(lang, columns, lines).screen());
    insta::assert_snapshot!(name, body);
}

fn played(play: impl Fn(&mut ConsoleFixture)) -> impl Fn(Lang, u16, u16) -> ConsoleFixture {
    move |lang, columns, lines| {
        let mut fixture = ConsoleFixture::new(lang, columns, lines);
        play(&mut fixture);
        fixture
    }
}

#[track_caller]
pub(crate) fn check(name: &str, play: impl Fn(&mut ConsoleFixture)) {
    compare(name, played(play));
}

#[track_caller]
pub(crate) fn check_small(name: &str, play: impl Fn(&mut ConsoleFixture)) {
    compare_small(name, played(play));
}

#[test]
fn screens_match_their_snapshots() {
    check("ready", |_| {});
    check("bidding", |fixture| {
        fixture.open(1);
        fixture.wait(12_300);
        fixture.bids(A, &[(P, 400)]);
        fixture.bids(C, &[]);
    });
    check("rebidding", |fixture| {
        fixture.tie();
        fixture.raise(A, &[(1, 410)]);
        fixture.wait(2_000);
    });
    check("confirming", |fixture| {
        fixture.settle();
        fixture.key(Key::Char('c'));
        fixture.serve();
    });
    check("lists", |fixture| {
        fixture.settle();
        fixture.keys("2");
    });
    check("walls", |fixture| {
        fixture.build();
        fixture.keys("3");
    });
    check_small("why_lot", |fixture| {
        fixture.settle();
        fixture.keys("w");
    });
    check_small("why_team", |fixture| {
        fixture.build();
        fixture.keys("2w");
        fixture.key(Key::Left);
    });
    check("large_wall", |fixture| {
        fixture.build();
        fixture.keys("3i");
        fixture.key(Key::Down);
        fixture.keys("\n");
    });
    check("reveal", |fixture| {
        fixture.build();
        fixture.end();
        fixture.keys("v\n\n");
    });
    check_small("filtered", |fixture| {
        fixture.build();
        fixture.keys("tt/(A\n");
    });
    check("ended", |fixture| {
        fixture.build();
        fixture.end();
        fixture.keys("4");
    });
}

#[test]
fn more_screens_match_their_snapshots() {
    check("paused", |fixture| {
        fixture.settle();
        fixture.confirm_all();
        fixture.open(2);
        fixture.wait(20_000);
        fixture.judge(Act::Pause { reason: "停電 power cut".into() });
        fixture.wait(60_000);
        fixture.keys("5");
    });
    check_small("void", |fixture| {
        fixture.settle();
        fixture.keys("VP was read out wrongly\n");
    });
    compare_small("no_server", |lang, columns, lines| {
        let mut fixture = ConsoleFixture::disconnected(lang, columns, lines);
        fixture.cut();
        fixture
    });
    check_small("unserved", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        let (since, reason) = (fixture.instant(), ErrorReason::GameElsewhere);
        fixture.happen(FeedEvent::Connection(Connection::Stopped { since, reason }));
        fixture.wait(1_000);
    });
    check_small("declined", |fixture| {
        fixture.open(1);
        fixture.bids(A, &[]);
        fixture.bids(C, &[(P, 20)]);
        fixture.wait(90_000);
        fixture.keys("2");
    });
    check_small("stranger", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        fixture.lose();
        assert!(fixture.effects.contains(&Effect::Examine));
        fixture.happen(Event::Examined(Some(ConnectionError::WrongAuthority)));
        fixture.wait(5_000);
    });
}

#[test]
fn help_screen_matches_snapshot() {
    let mut fixture = ConsoleFixture::new(Lang::En, 80, 80);
    fixture.keys("?");
    insta::assert_snapshot!("help_en_80x80", fixture.body());
}

#[test]
fn hints_match_snapshot_in_each_state() {
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
        ("dark", (ConsoleFixture::disconnected, |_| {}, "")),
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
fn janken_dialog_matches_snapshot() {
    let mut fixture = ConsoleFixture::new(Lang::Ja, 80, 24);
    // No bids: all are tied on all counts.
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
fn console_before_first_data_matches_snapshot() {
    let fixture = ConsoleFixture::disconnected(Lang::En, 80, 24);
    insta::assert_snapshot!("dark_en_80x24", fixture.body());
}

#[test]
fn failed_journal_stops_clock_and_sends_nothing() {
    check_small("standstill", |fixture| {
        fixture.open(1);
        fixture.wait(10_000);
        fixture.stop_serving();
        let left = fixture.state.front().time_left();
        assert!(left.is_some());
        fixture.wait(60_000);
        assert_eq!(fixture.state.front().time_left(), left, "no window runs out while game stopped");
    });
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.stop_serving();
    fixture.keys("p");
    assert!(fixture.effects.is_empty(), "nothing is sent");
}

#[test]
fn rejected_feed_shows_reason_as_next_step() {
    let token = Fault::new(ErrorReason::Unauthenticated);
    let game = Fault::new(ErrorReason::UnknownGame).with("game", "heat-1");
    let refused = |fault: &Fault, lang, columns, lines| {
        let mut fixture = ConsoleFixture::disconnected(lang, columns, lines);
        fixture.happen(FeedEvent::Closed(FeedError::Refused(Box::new(fault.clone()))));
        fixture
    };
    compare_small("bad_token", |lang, columns, lines| refused(&token, lang, columns, lines));
    for lang in Lang::ALL {
        let screen = refused(&game, lang, 80, 24).screen();
        assert!(screen.lines().nth(2).is_some_and(|next| next.contains("heat-1")), "{screen}");
    }
}

#[test]
fn small_window_shows_required_size() {
    for lang in Lang::ALL {
        let screen = ConsoleFixture::new(lang, 24, 5).screen().replace('\n', " ");
        assert!(screen.contains("40") && screen.contains("12"), "{screen}");
    }
}

#[test]
fn plain_palette_uses_no_colour() {
    let mut fixture = ConsoleFixture::new(Lang::En, 120, 40);
    fixture.build();
    fixture.keys("3");
    assert!(fixture.is_coloured(Palette::COLOUR));
    assert!(!fixture.is_coloured(Palette::PLAIN));
}

#[test]
fn line_is_examined_until_it_is_back() {
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
    fixture.shows("has expired");
    fixture.happen(FeedEvent::Connection(Connection::Connected));
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    fixture.wait(100);
    fixture.hides("has expired");
}
