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

use crate::contest::Contest;
use crate::hall::Hall;

/// Screens whose text is kept in both languages at both sizes: most is on them.
const CROSS: &[&str] = &["bidding", "opening", "rebidding"];

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
fn while_lists_are_sealed() {
    check("bidding", |hall| {
        hall.play(0, Contest::seal);
        hall.pass(2_700);
    });
}

#[test]
fn in_the_middle_of_an_opening() {
    check("opening", |hall| {
        hall.play(0, Contest::tie);
        hall.keys("  ");
    });
}

#[test]
fn while_a_rebid_is_open() {
    check("rebidding", |hall| {
        hall.play(0, Contest::tie);
        hall.keys("   ");
        hall.pass(3_000);
    });
}

#[test]
fn while_the_game_is_paused() {
    check("paused", |hall| {
        hall.play(0, |contest| {
            contest.seal();
            contest.judge(Act::Pause { reason: "停電 power cut".into() });
        });
    });
}

#[test]
fn while_walls_are_built() {
    check("building", |hall| {
        hall.play(0, Contest::build);
        hall.keys("         ");
    });
}

#[test]
fn when_the_result_is_declared() {
    check("declared", |hall| {
        hall.play(0, Contest::end);
        hall.keys("         ");
    });
}

#[test]
fn a_void_round_says_why() {
    check("void", |hall| {
        hall.play(0, |contest| {
            contest.tie();
            contest.void("読み違い misread");
        });
    });
}

#[test]
fn a_lost_connection() {
    check("lost", |hall| {
        hall.play(0, Contest::seal);
        hall.pass(2_000);
        let since = hall.instant();
        hall.tell(0, Connection::Lost { since, code: Code::Unavailable });
        hall.pass(5_000);
    });
}

#[test]
fn a_failed_journal() {
    check("standstill", |hall| {
        hall.play(0, Contest::seal);
        hall.pass(2_000);
        let (since, reason) = (hall.instant(), ErrorReason::JournalFailed);
        hall.tell(0, Connection::Stopped { since, reason });
        hall.pass(5_000);
    });
}

#[test]
fn the_keys() {
    check("help", |hall| hall.keys("?"));
}

#[test]
fn several_games_on_a_large_screen() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let mut hall = Hall::dark(lang, &["heat-1", "heat-2", "heat-3"], 200, 50);
        for stand in 0..3 {
            hall.connect(stand);
        }
        hall.play(0, Contest::seal);
        hall.play(1, Contest::tie);
        hall.keys("  ");
        hall.play(2, Contest::end);
        hall.keys("            ");
        insta::assert_snapshot!(format!("three_{code}_200x50"), hall.screen());
    }
}

#[test]
fn one_game_on_a_large_screen() {
    let mut hall = Hall::new(Lang::Ja, 200, 50);
    hall.play(0, Contest::settle);
    hall.keys("   ");
    insta::assert_snapshot!("one_ja_200x50", hall.screen());
}

#[test]
fn a_board_that_has_nothing_to_show_yet() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let hall = Hall::dark(lang, &[], 80, 24);
        insta::assert_snapshot!(format!("dark_{code}_80x24"), hall.screen());
    }
}

#[test]
fn a_refused_feed_says_why() {
    let mut hall = Hall::dark(Lang::En, &["heat-9"], 80, 24);
    let fault = Fault::new(ErrorReason::UnknownGame).with("game", "heat-9");
    hall.happen(Event::Feed {
        game: "heat-9".into(),
        event: FeedEvent::Closed(FeedError::Refused(Box::new(fault))),
    });
    insta::assert_snapshot!("refused_en_80x24", hall.screen());
}

#[test]
fn a_practice_game() {
    check("practice", |hall| {
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
        hall.happen(Event::Games(Ok(vec![practice])));
        hall.play(0, Contest::seal);
    });
}

#[test]
fn another_size_repaints_everything_at_once_and_once_more_when_the_terminal_has_settled() {
    let mut hall = Hall::small();
    hall.effects.clear();
    hall.happen(Input::Resize { columns: 120, lines: 40 });
    assert_eq!(std::mem::take(&mut hall.effects), [Effect::Repaint]);
    hall.pass(900);
    assert_eq!(hall.effects, []);
    hall.pass(200);
    assert_eq!(std::mem::take(&mut hall.effects), [Effect::Repaint]);
    hall.pass(5_000);
    assert_eq!(hall.effects, []);
    hall.happen(Input::Key(Key::Ctrl('l')));
    assert_eq!(hall.effects, [Effect::Repaint]);
}

#[test]
fn six_walls_have_whole_squares_where_there_is_room_and_the_head_leaves_its_own_after_the_end() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let mut hall = Hall::crowded(lang, 120, 40);
        hall.play(0, |contest| {
            contest.settle();
            contest.confirm_all();
        });
        hall.keys("             ");
        hall.play(0, |contest| contest.place(crate::contest::B, crate::contest::P, 0, 1, 1));
        let screen = hall.screen();
        assert!(!screen.contains("...") && !screen.contains('▀'), "squares are two columns wide:\n{screen}");
        insta::assert_snapshot!(format!("six_{code}_120x40"), screen);
        hall.play(0, |contest| {
            contest.open(2);
            contest.wait(90_000);
            contest.confirm_all();
            contest.judge(Act::SignalEnd);
            contest.wait(5_000);
        });
        hall.keys("             ");
        hall.pass(2_000);
        let screen = hall.screen();
        let body = screen.lines().position(|line| line.starts_with('┌')).unwrap();
        assert!(body <= 5, "nothing is left empty above the walls:\n{screen}");
        insta::assert_snapshot!(format!("six_ended_{code}_120x40"), screen);
    }
}

#[test]
fn drawings_stay_where_they_are_when_the_opening_begins() {
    let mut hall = Hall::crowded(Lang::En, 80, 24);
    hall.play(0, Contest::seal);
    let place = |hall: &Hall| {
        let screen = hall.screen();
        screen.lines().position(|line| line.contains("P ×1, from 5") && line.contains("D ×3"))
    };
    let before = place(&hall);
    assert!(before.is_some(), "{}", hall.screen());
    hall.keys("a");
    hall.stands[0].contest.wait(80_000);
    hall.play(0, |_| {});
    assert!(hall.state.shows()[0].cover().is_some());
    assert_eq!(place(&hall), before, "{}", hall.screen());
    hall.keys("  ");
    assert_eq!(place(&hall), before, "{}", hall.screen());
    assert!(
        hall.screen().contains("P: TIE at 400: Masons 1, Masons 2"),
        "it is told in full:\n{}",
        hall.screen()
    );
}

#[test]
fn no_size_of_the_window_is_too_odd() {
    let mut hall = Hall::dark(Lang::Ja, &["heat-1", "heat-2"], 80, 24);
    hall.connect(0);
    hall.connect(1);
    hall.play(0, Contest::tie);
    hall.play(1, Contest::end);
    for keys in ["0", "1", "2", "3", " ", "?"] {
        hall.keys(keys);
        for (columns, lines) in [(1, 1), (49, 15), (50, 16), (61, 41), (121, 20), (120, 41), (300, 17)] {
            hall.happen(Input::Resize { columns, lines });
            hall.screen();
        }
    }
}

#[test]
fn no_colour_means_none_at_all() {
    let mut hall = Hall::new(Lang::En, 120, 40);
    hall.play(0, Contest::build);
    hall.keys("      ");
    let is_coloured = |palette| stage::is_coloured(&stage::picture(&hall.state, palette));
    assert!(is_coloured(Palette::COLOUR));
    assert!(!is_coloured(Palette::PLAIN));
}

#[test]
fn another_server_in_the_servers_place() {
    check("stranger", |hall| {
        hall.play(0, Contest::seal);
        hall.pass(2_000);
        let since = hall.instant();
        hall.tell(0, Connection::Lost { since, code: Code::Unavailable });
        hall.pass(1_000);
        hall.happen(Event::Examined(Some(ConnectionError::WrongAuthority)));
        hall.pass(5_000);
    });
}
