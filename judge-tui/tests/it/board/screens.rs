//! Whole screens, in both languages and sizes, reached by what a hall lives through.

use ishigaki_client::{Connection, ConnectionError, FeedError};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Act;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::Palette;
use ishigaki_screen::stage;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::board::{Effect, Event};
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
    for (name, body) in stage::kept(name, paint) {
        insta::assert_snapshot!(name, body);
    }
}

/// Checks that a scene shows a text in each language.
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
fn before_the_first_round() {
    check("ready", |_| {});
}

#[test]
fn while_lists_are_sealed() {
    check("bidding", |fixture| {
        fixture.play(0, Contest::seal);
        fixture.pass(2_700);
    });
}

#[test]
fn in_the_middle_of_an_opening() {
    check("opening", |fixture| {
        fixture.play(0, Contest::tie);
        fixture.keys("  ");
    });
}

#[test]
fn while_a_rebid_is_open() {
    check("rebidding", |fixture| {
        fixture.play(0, Contest::tie);
        fixture.keys("   ");
        fixture.pass(3_000);
    });
}

#[test]
fn while_the_game_is_paused() {
    check("paused", |fixture| {
        fixture.play(0, |contest| {
            contest.seal();
            contest.judge(Act::Pause { reason: "停電 power cut".into() });
        });
    });
}

#[test]
fn while_walls_are_built() {
    check("building", |fixture| {
        fixture.play(0, Contest::build);
        fixture.keys("         ");
    });
}

#[test]
fn when_the_result_is_declared() {
    check("declared", |fixture| {
        fixture.play(0, Contest::end);
        fixture.keys("         ");
    });
}

#[test]
fn a_void_round_says_why() {
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
}

#[test]
fn a_lost_connection() {
    check("lost", |fixture| {
        fixture.play(0, Contest::seal);
        fixture.pass(2_000);
        let since = fixture.instant();
        fixture.tell(0, Connection::Lost { since, code: Code::Unavailable });
        fixture.pass(5_000);
    });
}

#[test]
fn a_failed_journal() {
    shows("JOURNAL FAILED", "サーバーの記録が失敗", |fixture| {
        fixture.play(0, Contest::seal);
        fixture.pass(2_000);
        let (since, reason) = (fixture.instant(), ErrorReason::JournalFailed);
        fixture.tell(0, Connection::Stopped { since, reason });
        fixture.pass(5_000);
    });
}

#[test]
fn the_keys() {
    check("help", |fixture| fixture.keys("?"));
}

#[test]
fn hints_stand_beside_the_fingerprint_or_the_last_head() {
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
    let mut fixture = BoardFixture::dark(Lang::En, &["heat-1", "heat-2", "heat-3"], 200, 50);
    for stand in 0..3 {
        fixture.connect(stand);
    }
    fixture.play(0, Contest::seal);
    fixture.play(1, Contest::tie);
    fixture.keys("  ");
    fixture.play(2, Contest::end);
    fixture.keys("            ");
    insta::assert_snapshot!("three_en_200x50", stage::body(&fixture.screen()));
}

#[test]
fn one_game_on_a_large_screen() {
    let mut fixture = BoardFixture::new(Lang::Ja, 200, 50);
    fixture.play(0, Contest::settle);
    fixture.keys("   ");
    insta::assert_snapshot!("one_ja_200x50", stage::body(&fixture.screen()));
}

#[test]
fn a_board_that_has_nothing_to_show_yet() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let fixture = BoardFixture::dark(lang, &[], 80, 24);
        insta::assert_snapshot!(format!("dark_{code}_80x24"), stage::body(&fixture.screen()));
    }
}

#[test]
fn a_refused_feed_says_why() {
    let mut fixture = BoardFixture::dark(Lang::En, &["heat-9"], 80, 24);
    let fault = Fault::new(ErrorReason::UnknownGame).with("game", "heat-9");
    fixture.happen(Event::Feed {
        game: "heat-9".into(),
        event: FeedEvent::Closed(FeedError::Refused(Box::new(fault))),
    });
    let screen = fixture.screen();
    assert!(screen.contains("NO FEED: no game named heat-9"), "{screen}");
}

#[test]
fn a_practice_game() {
    shows(" PRACTICE  H1", " 練習  H1", |fixture| {
        let practice = judge_tui::Listed {
            game: "heat-1".into(),
            title: String::new(),
            title_ja: String::new(),
            practice: true,
            teams: Vec::new(),
            seats: 0,
            spare: None,
            standing: None,
            is_damaged: false,
            is_elsewhere: false,
            server: None,
        };
        fixture.happen(Event::Games(Ok(vec![practice])));
        fixture.play(0, Contest::seal);
    });
}

#[test]
fn another_size_repaints_everything_at_once_and_once_more_when_the_terminal_has_settled() {
    let mut fixture = BoardFixture::small();
    fixture.effects.clear();
    fixture.happen(Input::Resize { columns: 120, lines: 40 });
    assert_eq!(std::mem::take(&mut fixture.effects), [Effect::Repaint]);
    fixture.pass(900);
    assert_eq!(fixture.effects, []);
    fixture.pass(200);
    assert_eq!(std::mem::take(&mut fixture.effects), [Effect::Repaint]);
    fixture.pass(5_000);
    assert_eq!(fixture.effects, []);
    fixture.happen(Input::Key(Key::Ctrl('l')));
    assert_eq!(fixture.effects, [Effect::Repaint]);
}

#[test]
fn six_walls_have_whole_squares_where_there_is_room_and_the_head_leaves_its_own_after_the_end() {
    for lang in Lang::ALL {
        let mut fixture = BoardFixture::crowded(lang, 120, 40);
        fixture.play(0, |contest| {
            contest.settle();
            contest.confirm_all();
        });
        fixture.keys("             ");
        fixture.play(0, |contest| contest.place(crate::contest::B, crate::contest::P, 0, 1, 1));
        let screen = fixture.screen();
        assert!(!screen.contains("...") && !screen.contains('▀'), "squares are two columns wide:\n{screen}");
        if lang == Lang::En {
            insta::assert_snapshot!("six_en_120x40", stage::body(&screen));
        }
        fixture.play(0, |contest| {
            contest.open(2);
            contest.wait(90_000);
            contest.confirm_all();
            contest.judge(Act::SignalEnd);
            contest.wait(5_000);
        });
        fixture.keys("             ");
        fixture.pass(2_000);
        let screen = fixture.screen();
        let body = screen.lines().position(|line| line.starts_with('┌')).unwrap();
        assert!(body <= 5, "nothing is left empty above the walls:\n{screen}");
        if lang == Lang::En {
            insta::assert_snapshot!("six_ended_en_120x40", stage::body(&screen));
        }
    }
}

#[test]
fn drawings_stay_where_they_are_when_the_opening_begins() {
    let mut fixture = BoardFixture::crowded(Lang::En, 80, 24);
    fixture.play(0, Contest::seal);
    let place = |fixture: &BoardFixture| {
        let screen = fixture.screen();
        screen.lines().position(|line| line.contains("P ×1, from 5") && line.contains("D ×3"))
    };
    let before = place(&fixture);
    assert!(before.is_some(), "{}", fixture.screen());
    fixture.keys("a");
    fixture.stands[0].contest.wait(80_000);
    fixture.play(0, |_| {});
    assert!(fixture.state.shows()[0].cover().is_some());
    assert_eq!(place(&fixture), before, "{}", fixture.screen());
    fixture.keys("  ");
    assert_eq!(place(&fixture), before, "{}", fixture.screen());
    assert!(
        fixture.screen().contains("P: TIE at 400: Masons 1, Masons 2"),
        "it is told in full:\n{}",
        fixture.screen()
    );
}

#[test]
fn no_size_of_the_window_is_too_odd() {
    let mut fixture = BoardFixture::dark(Lang::Ja, &["heat-1", "heat-2"], 80, 24);
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

#[test]
fn no_colour_means_none_at_all() {
    let mut fixture = BoardFixture::new(Lang::En, 120, 40);
    fixture.play(0, Contest::build);
    fixture.keys("      ");
    let is_coloured = |palette| stage::is_coloured(&stage::picture(&fixture.state, palette));
    assert!(is_coloured(Palette::COLOUR));
    assert!(!is_coloured(Palette::PLAIN));
}

#[test]
fn another_server_in_the_servers_place() {
    check("stranger", |fixture| {
        fixture.play(0, Contest::seal);
        fixture.pass(2_000);
        let since = fixture.instant();
        fixture.tell(0, Connection::Lost { since, code: Code::Unavailable });
        fixture.pass(1_000);
        fixture.happen(Event::Examined(Some(ConnectionError::WrongAuthority)));
        fixture.pass(5_000);
    });
}
