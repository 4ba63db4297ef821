//! What can be looked at: reasons, walls, the reveal, the log. No key here reaches the server.

use ishigaki_rules::{Act, TeamId};
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::{Dialog, ExplainedThing, Notice, Panel};

use crate::console::fixture::{A, B, ConsoleFixture, P};

/// Whether a text stands on the screen, whatever the lines are broken into.
#[track_caller]
fn shows(fixture: &ConsoleFixture, text: &str) {
    let screen = fixture.screen();
    assert!(screen.contains(text), "{text:?} is not on\n{screen}");
}

#[track_caller]
fn hides(fixture: &ConsoleFixture, text: &str) {
    let screen = fixture.screen();
    assert!(!screen.contains(text), "{text:?} is on\n{screen}");
}

#[test]
fn why_tells_of_a_lot_the_tie_the_offers_and_who_won() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    fixture.keys("w");
    for text in ["tied at 400", "offered 450: won", "(A8)", "offered 410", "not confirmed yet (A10)", "1."] {
        shows(&fixture, text);
    }
    fixture.key(Key::Esc);
    fixture.confirm_all();
    fixture.keys("w");
    shows(&fixture, "Bricklayers was handed P-1 (A10)");
    assert!(fixture.effects.is_empty());
}

#[test]
fn why_tells_of_a_team_each_of_its_lines() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    fixture.keys("2");
    // Past the first team and its three bids.
    fixture.keys("jjjjw");
    let Some(Dialog::Why { subject, .. }) = fixture.state.dialog() else {
        panic!("{:?}", fixture.state.dialog());
    };
    assert_eq!(*subject, ExplainedThing::Team(B));
    shows(&fixture, "P  1.");
    shows(&fixture, "D  2.");
}

#[test]
fn why_of_an_earlier_round_is_an_arrow_away() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.keys("1w");
    shows(&fixture, "round 2");
    fixture.key(Key::Left);
    fixture.key(Key::Left);
    shows(&fixture, "round 1");
    fixture.key(Key::Right);
    shows(&fixture, "round 2");
}

#[test]
fn why_says_nothing_of_sealed_lists() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.bids(A, &[(P, 777)]);
    for panel in "1234".chars() {
        fixture.keys(&format!("{panel}w"));
        shows(&fixture, "(A4)");
        hides(&fixture, "777");
        fixture.key(Key::Esc);
    }
}

#[test]
fn why_of_a_void_attempt_says_that_it_is_void() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    let (round, attempt) = (ishigaki_rules::RoundNo(1), Some(1));
    fixture.judge(Act::VoidRound { round, attempt, reason: "P was read out wrongly".into() });
    fixture.keys("w");
    shows(&fixture, "P was read out wrongly");
}

#[test]
fn a_long_why_can_be_read_to_its_end_in_a_small_window() {
    let mut fixture = ConsoleFixture::new(Lang::En, 60, 14);
    fixture.settle();
    fixture.keys("w");
    shows(&fixture, "offered 410");
    hides(&fixture, "outbid by Bricklayers");
    fixture.key(Key::PageDown);
    shows(&fixture, "outbid by Bricklayers");
    fixture.key(Key::PageUp);
    shows(&fixture, "offered 410");
}

#[test]
fn enter_makes_the_selected_wall_large_and_escape_shows_all() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.keys("3");
    fixture.key(Key::Down);
    shows(&fixture, "津山高専");
    fixture.keys("\n");
    shows(&fixture, "In hand, not placed: D-1");
    fixture.key(Key::Esc);
    shows(&fixture, "›Bricklayers");
}

#[test]
fn names_stand_on_stones_on_demand() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.keys("3");
    hides(&fixture, "P-1");
    fixture.keys("i");
    shows(&fixture, "P-1");
    shows(&fixture, "O-1");
    fixture.keys("i");
    hides(&fixture, "P-1");
}

#[test]
fn the_ranking_is_revealed_from_the_last_place_one_key_at_a_time() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.keys("v");
    assert_eq!(fixture.state.notice(), Some(&Notice::NoReveal));
    fixture.end();
    fixture.keys("v");
    let mut seen = Vec::new();
    for _ in 0..4 {
        fixture.keys("\n");
        let screen = fixture.screen();
        let names = ["津山高専", "C␛[2J", "Bricklayers"];
        seen.push(names.map(|name| screen.contains(name)));
    }
    assert_eq!(seen, [[true, false, false], [true, true, false], [true; 3], [true; 3]]);
    fixture.key(Key::Backspace);
    hides(&fixture, "Bricklayers");
    fixture.key(Key::Esc);
    assert!(fixture.state.dialog().is_none() && fixture.effects.is_empty());
}

#[test]
fn the_log_shows_one_team_one_kind_and_what_has_a_text() {
    let mut fixture = ConsoleFixture::new(Lang::En, 120, 24);
    fixture.build();
    fixture.keys("tt");
    assert_eq!(fixture.state.front().panel(), Panel::Log);
    shows(&fixture, "5 Log: Bricklayers");
    shows(&fixture, "Bricklayers has sealed its list");
    hides(&fixture, "津山高専 has sealed");
    fixture.key(Key::Esc);
    fixture.keys("ff");
    shows(&fixture, "5 Log: walls");
    shows(&fixture, "P-1");
    fixture.key(Key::Esc);
    fixture.keys("/IS FINAL\n");
    shows(&fixture, "Round 2 is final");
    hides(&fixture, "confirmed");
    fixture.keys("/ nowhere\n");
    shows(&fixture, "Nothing in the log fits.");
    fixture.key(Key::Esc);
    shows(&fixture, "has sealed its list");
}

#[test]
fn what_is_looked_for_is_looked_for_in_the_news_and_in_the_other_language_too() {
    let mut fixture = ConsoleFixture::new(Lang::Ja, 120, 24);
    fixture.keys("/Bricklayers\n");
    fixture.settle();
    shows(&fixture, "Bricklayers");
    let japanese = fixture.screen();
    fixture.keys("L");
    shows(&fixture, "Bricklayers has sealed");
    assert_ne!(fixture.screen(), japanese);
}

/// The names of teams that would like to disturb the screen.
const FOUL: [&str; 8] = [
    "\u{202e}drawkcab \u{2066}x\u{2069}",
    "👩‍👩‍👧‍👦👨🏽‍🚀🏳️‍🌈",
    "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306} zalgo",
    "\u{1b}]0;title\u{7}\u{9b}31m red",
    "tab\tnew\nline\r",
    "\u{200b}\u{feff}\u{ad}",
    "شركة البناء",
    "ｶﾞﾝﾊﾞﾚ!!石垣工務店の長い長い名前のチーム",
];

#[test]
fn no_name_disturbs_any_screen() {
    let mut setup = crate::console::fixture::setup();
    let team = |name: &str| ishigaki_rules::TeamSpec { code: format!("t{}", name.len()), name: name.into() };
    setup.teams = FOUL.iter().map(|name| team(name)).collect();
    for lang in Lang::ALL {
        for (columns, lines) in [(80, 24), (47, 17), (120, 40), (200, 50)] {
            let mut fixture = ConsoleFixture::before(setup.clone(), lang, columns, lines);
            fixture.connect();
            fixture.settle();
            let all = (0..8).map(TeamId);
            for keys in ["1", "1w", "2", "2w", "3", "3\n", "4", "5", "t", "5w", "D"] {
                for _ in all.clone() {
                    fixture.keys(keys);
                    // Taking the screen as text holds that no line is torn.
                    let screen = fixture.screen();
                    let is_foul = |char: char| {
                        (char.is_control() && char != '\n')
                            || ('\u{202a}'..='\u{202e}').contains(&char)
                            || ('\u{2066}'..='\u{2069}').contains(&char)
                    };
                    assert!(!screen.contains(is_foul), "{screen}");
                    fixture.key(Key::Esc);
                    fixture.key(Key::Down);
                }
            }
        }
    }
}
