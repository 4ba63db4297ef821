//! Whole screens in both languages and sizes, in the main phases of a hall.

use ishigaki_board::Event;
use ishigaki_client::{Connection, ConnectionError, FeedError};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Act;
use ishigaki_screen::terminal::Input;
use ishigaki_screen::{FeedEvent, stage};
use ishigaki_words::Lang;
use tonic::Code;

use crate::board::fixture::BoardFixture;
use crate::contest::Contest;

#[track_caller]
pub(crate) fn check(name: &str, play: impl Fn(&mut BoardFixture)) {
    let paint = |lang, columns, lines| {
        let mut fixture = BoardFixture::new(lang, columns, lines);
        play(&mut fixture);
        fixture.screen()
    };
    for (name, body) in stage::snapshots(name, paint) {
        insta::assert_snapshot!(name, body);
    }
}

#[track_caller]
fn shows(english: &str, japanese: &str, play: impl Fn(&mut BoardFixture)) {
    for (lang, text) in [(Lang::En, english), (Lang::Ja, japanese)] {
        let mut fixture = BoardFixture::new(lang, 80, 24);
        play(&mut fixture);
        let screen = fixture.screen();
        assert!(screen.contains(text), "{text:?} is not on\n{screen}");
    }
}

#[test]
fn screens_match_their_snapshots() {
    check("ready", |_| {});
    check("bidding", |fixture| {
        fixture.play(0, Contest::seal);
        fixture.pass(2_700);
    });
    check("opening", |fixture| {
        fixture.play(0, Contest::tie);
        fixture.keys("  ");
    });
    check("rebidding", |fixture| {
        fixture.play(0, Contest::tie);
        fixture.keys("   ");
        fixture.pass(3_000);
    });
    check("paused", |fixture| {
        fixture.play(0, |contest| {
            contest.seal();
            contest.judge(Act::Pause { reason: "停電 power cut".into() });
        });
    });
    check("building", |fixture| {
        fixture.play(0, Contest::build);
        fixture.keys("         ");
    });
    check("declared", |fixture| {
        fixture.play(0, Contest::end);
        fixture.keys("         ");
    });
    check("winner", |fixture| {
        fixture.play(0, Contest::end);
        fixture.keys("         ");
        fixture.reveal(0, 3);
    });
    shows(
        "Round 1 of 2, attempt 1: VOID\n読み違い misread",
        "第1回入札（全2回）、1度目：無効\n読み違い misread",
        |fixture| {
            fixture.play(0, |contest| {
                contest.tie();
                contest.void("読み違い misread");
            });
        },
    );
    check("lost", |fixture| {
        fixture.play(0, Contest::seal);
        fixture.pass(2_000);
        let since = fixture.instant();
        fixture.set_connection(0, Connection::Lost { since, code: Code::Unavailable });
        fixture.pass(5_000);
    });
    shows("JOURNAL FAILED", "サーバーの記録が失敗", |fixture| {
        fixture.play(0, Contest::seal);
        fixture.pass(2_000);
        let (since, reason) = (fixture.instant(), ErrorReason::JournalFailed);
        fixture.set_connection(0, Connection::Stopped { since, reason });
        fixture.pass(5_000);
    });
    check("help", |fixture| fixture.keys("?"));
}

#[test]
fn more_screens_match_their_snapshots() {
    check("stranger", |fixture| {
        fixture.play(0, Contest::seal);
        fixture.pass(2_000);
        let since = fixture.instant();
        fixture.set_connection(0, Connection::Lost { since, code: Code::Unavailable });
        fixture.pass(1_000);
        fixture.happen(Event::Examined(Some(ConnectionError::WrongAuthority)));
        fixture.pass(5_000);
    });
}

#[test]
fn hints_match_snapshot_in_each_phase() {
    type Scene = fn(&mut BoardFixture);
    let scenes: [(&str, Scene); 3] = [
        ("ready", |_| {}),
        ("opening", |fixture| fixture.play(0, Contest::tie)),
        ("declared", |fixture| {
            fixture.play(0, Contest::end);
            fixture.keys("         ");
        }),
    ];
    let paint = |play: Scene, lang, columns, lines| {
        let mut fixture = BoardFixture::new(lang, columns, lines);
        play(&mut fixture);
        fixture.screen()
    };
    insta::assert_snapshot!("hints", stage::hints(&scenes, paint));
}

#[test]
fn several_games_on_a_large_screen() {
    let mut fixture = BoardFixture::disconnected(Lang::En, &["heat-1", "heat-2", "heat-3"], 200, 50);
    for index in 0..3 {
        fixture.connect(index);
    }
    fixture.play(0, Contest::seal);
    fixture.play(1, Contest::tie);
    fixture.keys("  ");
    fixture.play(2, Contest::end);
    fixture.keys("            ");
    insta::assert_snapshot!("three_en_200x50", stage::body(&fixture.screen()));
}

#[test]
fn board_without_game_matches_snapshot() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let fixture = BoardFixture::disconnected(lang, &[], 80, 24);
        insta::assert_snapshot!(format!("dark_{code}_80x24"), stage::body(&fixture.screen()));
    }
}

#[test]
fn rejected_feed_shows_reason() {
    let mut fixture = BoardFixture::disconnected(Lang::En, &["heat-9"], 80, 24);
    let fault = Fault::new(ErrorReason::UnknownGame).with("game", "heat-9");
    fixture.happen(Event::Feed {
        game: "heat-9".into(),
        event: FeedEvent::Closed(FeedError::Refused(Box::new(fault))),
    });
    let screen = fixture.screen();
    assert!(screen.contains("NO FEED: unknown game heat-9"), "{screen}");
}

#[test]
fn screens_are_drawn_at_any_size() {
    let mut fixture = BoardFixture::disconnected(Lang::Ja, &["heat-1", "heat-2"], 80, 24);
    fixture.connect(0);
    fixture.connect(1);
    fixture.play(0, Contest::tie);
    fixture.play(1, Contest::end);
    for keys in ["0", "1", "2", "3", " ", "?"] {
        fixture.keys(keys);
        for (columns, lines) in [(1, 1), (49, 15), (50, 16), (61, 41), (121, 20), (120, 41), (300, 17)] {
            fixture.happen(Input::Resize { columns, lines });
            fixture.screen();
        }
    }
}
