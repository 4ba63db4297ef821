//! Views: reasons, walls, the reveal, the log. No key here reaches the server.

use ishigaki_rules::{Act, TeamId};
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::Notice;

use crate::console::fixture::{A, ConsoleFixture, P};

#[test]
fn explanation_hides_sealed_bids() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.bids(A, &[(P, 777)]);
    for panel in "1234".chars() {
        fixture.keys(&format!("{panel}w"));
        fixture.shows("(A4)");
        fixture.hides("777");
        fixture.key(Key::Esc);
    }
}

#[test]
fn explanation_of_voided_attempt_gives_reason() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    let (round, attempt) = (ishigaki_rules::RoundNo(1), Some(1));
    fixture.judge(Act::VoidRound { round, attempt, reason: "P was read out wrongly".into() });
    fixture.keys("w");
    fixture.shows("P was read out wrongly");
}

#[test]
fn ranking_is_revealed_from_the_last_place_key_by_key() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.keys("v");
    assert_eq!(fixture.state.notice(), Some(&Notice::NoReveal));
    fixture.end();
    fixture.keys("v");
    let mut visible_names = Vec::new();
    for _ in 0..4 {
        fixture.keys("\n");
        let screen = fixture.screen();
        let names = ["津山高専", "C␛[2J", "Bricklayers"];
        visible_names.push(names.map(|name| screen.contains(name)));
    }
    assert_eq!(visible_names, [[true, false, false], [true, true, false], [true; 3], [true; 3]]);
    fixture.key(Key::Backspace);
    fixture.hides("Bricklayers");
    fixture.key(Key::Esc);
    assert!(fixture.state.dialog().is_none() && fixture.effects.is_empty());
}

const HOSTILE_NAMES: [&str; 8] = [
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
fn hostile_names_never_break_screens() {
    let mut setup = crate::console::fixture::setup();
    let team = |name: &str| ishigaki_rules::TeamSpec { code: format!("t{}", name.len()), name: name.into() };
    setup.teams = HOSTILE_NAMES.iter().map(|name| team(name)).collect();
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
                    let is_hostile = |char: char| {
                        (char.is_control() && char != '\n')
                            || ('\u{202a}'..='\u{202e}').contains(&char)
                            || ('\u{2066}'..='\u{2069}').contains(&char)
                    };
                    assert!(!screen.contains(is_hostile), "{screen}");
                    fixture.key(Key::Esc);
                    fixture.key(Key::Down);
                }
            }
        }
    }
}
