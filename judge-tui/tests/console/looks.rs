//! What can be looked at: reasons, walls, the reveal, the log. No key here reaches the server.

use ishigaki_rules::{Act, TeamId};
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::{Dialog, ExplainedThing, Notice, Panel};

use crate::hall::{A, B, Hall, P};

/// Whether a text stands on the screen, whatever the lines are broken into.
#[track_caller]
fn shows(hall: &Hall, text: &str) {
    let screen = hall.screen();
    assert!(screen.contains(text), "{text:?} is not on\n{screen}");
}

#[track_caller]
fn hides(hall: &Hall, text: &str) {
    let screen = hall.screen();
    assert!(!screen.contains(text), "{text:?} is on\n{screen}");
}

#[test]
fn why_tells_of_a_lot_the_tie_the_offers_and_who_won() {
    let mut hall = Hall::small();
    hall.settle();
    hall.keys("w");
    for text in ["tied at 400", "offered 450: won", "(A8)", "offered 410", "not confirmed yet (A10)", "1."] {
        shows(&hall, text);
    }
    hall.key(Key::Esc);
    hall.confirm_all();
    hall.keys("w");
    shows(&hall, "Bricklayers was handed P-1 (A10)");
    assert!(hall.effects.is_empty());
}

#[test]
fn why_tells_of_a_team_each_of_its_lines() {
    let mut hall = Hall::small();
    hall.settle();
    hall.keys("2");
    // Past the first team and its three bids.
    hall.keys("jjjjw");
    let Some(Dialog::Why { subject, .. }) = hall.state.dialog() else {
        panic!("{:?}", hall.state.dialog());
    };
    assert_eq!(*subject, ExplainedThing::Team(B));
    shows(&hall, "P  1.");
    shows(&hall, "D  2.");
}

#[test]
fn why_of_an_earlier_round_is_an_arrow_away() {
    let mut hall = Hall::small();
    hall.build();
    hall.keys("1w");
    shows(&hall, "round 2");
    hall.key(Key::Left);
    hall.key(Key::Left);
    shows(&hall, "round 1");
    hall.key(Key::Right);
    shows(&hall, "round 2");
}

#[test]
fn why_says_nothing_of_sealed_lists() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.bids(A, &[(P, 777)]);
    for panel in "1234".chars() {
        hall.keys(&format!("{panel}w"));
        shows(&hall, "(A4)");
        hides(&hall, "777");
        hall.key(Key::Esc);
    }
}

#[test]
fn why_of_a_void_attempt_says_that_it_is_void() {
    let mut hall = Hall::small();
    hall.settle();
    let (round, attempt) = (ishigaki_rules::RoundNo(1), Some(1));
    hall.judge(Act::VoidRound { round, attempt, reason: "P was read out wrongly".into() });
    hall.keys("w");
    shows(&hall, "P was read out wrongly");
}

#[test]
fn a_long_why_can_be_read_to_its_end_in_a_small_window() {
    let mut hall = Hall::new(Lang::En, 60, 14);
    hall.settle();
    hall.keys("w");
    shows(&hall, "offered 410");
    hides(&hall, "outbid by Bricklayers");
    hall.key(Key::PageDown);
    shows(&hall, "outbid by Bricklayers");
    hall.key(Key::PageUp);
    shows(&hall, "offered 410");
}

#[test]
fn enter_makes_the_selected_wall_large_and_escape_shows_all() {
    let mut hall = Hall::small();
    hall.build();
    hall.keys("3");
    hall.key(Key::Down);
    shows(&hall, "津山高専");
    hall.keys("\n");
    shows(&hall, "In hand, not placed: D-1");
    hall.key(Key::Esc);
    shows(&hall, "›Bricklayers");
}

#[test]
fn names_stand_on_stones_on_demand() {
    let mut hall = Hall::small();
    hall.build();
    hall.keys("3");
    hides(&hall, "P-1");
    hall.keys("i");
    shows(&hall, "P-1");
    shows(&hall, "O-1");
    hall.keys("i");
    hides(&hall, "P-1");
}

#[test]
fn the_ranking_is_revealed_from_the_last_place_one_key_at_a_time() {
    let mut hall = Hall::small();
    hall.build();
    hall.keys("v");
    assert_eq!(hall.state.notice(), Some(&Notice::NoReveal));
    hall.end();
    hall.keys("v");
    let mut seen = Vec::new();
    for _ in 0..4 {
        hall.keys("\n");
        let screen = hall.screen();
        let names = ["津山高専", "C␛[2J", "Bricklayers"];
        seen.push(names.map(|name| screen.contains(name)));
    }
    assert_eq!(seen, [[true, false, false], [true, true, false], [true; 3], [true; 3]]);
    hall.key(Key::Backspace);
    hides(&hall, "Bricklayers");
    hall.key(Key::Esc);
    assert!(hall.state.dialog().is_none() && hall.effects.is_empty());
}

#[test]
fn the_log_shows_one_team_one_kind_and_what_has_a_text() {
    let mut hall = Hall::new(Lang::En, 120, 24);
    hall.build();
    hall.keys("tt");
    assert_eq!(hall.state.front().panel(), Panel::Log);
    shows(&hall, "5 Log: Bricklayers");
    shows(&hall, "Bricklayers has sealed its list");
    hides(&hall, "津山高専 has sealed");
    hall.key(Key::Esc);
    hall.keys("ff");
    shows(&hall, "5 Log: walls");
    shows(&hall, "P-1");
    hall.key(Key::Esc);
    hall.keys("/IS FINAL\n");
    shows(&hall, "Round 2 is final");
    hides(&hall, "confirmed");
    hall.keys("/ nowhere\n");
    shows(&hall, "Nothing in the log fits.");
    hall.key(Key::Esc);
    shows(&hall, "has sealed its list");
}

#[test]
fn what_is_looked_for_is_looked_for_in_the_news_and_in_the_other_language_too() {
    let mut hall = Hall::new(Lang::Ja, 120, 24);
    hall.keys("/Bricklayers\n");
    hall.settle();
    shows(&hall, "Bricklayers");
    let japanese = hall.screen();
    hall.keys("L");
    shows(&hall, "Bricklayers has sealed");
    assert_ne!(hall.screen(), japanese);
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
    let mut setup = crate::hall::setup();
    let team = |name: &str| ishigaki_rules::TeamSpec { code: format!("t{}", name.len()), name: name.into() };
    setup.teams = FOUL.iter().map(|name| team(name)).collect();
    for lang in Lang::ALL {
        for (columns, lines) in [(80, 24), (47, 17), (120, 40), (200, 50)] {
            let mut hall = Hall::before(setup.clone(), lang, columns, lines);
            hall.connect();
            hall.settle();
            let all = (0..8).map(TeamId);
            for keys in ["1", "1w", "2", "2w", "3", "3\n", "4", "5", "t", "5w", "D"] {
                for _ in all.clone() {
                    hall.keys(keys);
                    // Taking the screen as text holds that no line is torn.
                    let screen = hall.screen();
                    let is_foul = |char: char| {
                        (char.is_control() && char != '\n')
                            || ('\u{202a}'..='\u{202e}').contains(&char)
                            || ('\u{2066}'..='\u{2069}').contains(&char)
                    };
                    assert!(!screen.contains(is_foul), "{screen}");
                    hall.key(Key::Esc);
                    hall.key(Key::Down);
                }
            }
        }
    }
}
