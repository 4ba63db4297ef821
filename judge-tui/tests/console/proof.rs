//! Whether what is shown is the server's: its key, and the heads it signs.

use ishigaki_client::MirrorError;
use ishigaki_record::signing::SigningKey;
use ishigaki_screen::stage;
use ishigaki_words::Lang;
use judge_tui::console::Notice;

use crate::hall::Hall;

/// An opening that another key has signed.
fn forged(lang: Lang, columns: u16, lines: u16) -> Hall {
    let mut hall = Hall::judging(lang, columns, lines);
    hall.open(1);
    hall.key = SigningKey::from_seed([8; 32]);
    hall.wait(90_000);
    hall
}

#[test]
fn a_head_that_the_servers_key_did_not_sign_is_said_loudly() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        for (columns, lines) in stage::SIZES {
            let hall = forged(lang, columns, lines);
            let screen = hall.screen();
            if stage::is_kept(lang, (columns, lines)) {
                insta::assert_snapshot!(format!("forged_{code}_{columns}x{lines}"), screen);
            }
        }
    }
}

#[test]
fn the_first_fault_stays_whatever_comes_after_it() {
    let mut hall = forged(Lang::En, 80, 24);
    hall.confirm_all();
    let Some(Notice::Astray(error)) = hall.state.notice() else { panic!("{:?}", hall.state.notice()) };
    assert!(matches!(error, MirrorError::Unproved { .. }), "{error:?}");
    hall.keys("1");
    assert!(hall.screen().contains("NOT THE SERVER'S SIGNATURE"), "{}", hall.screen());
}

#[test]
fn a_game_that_is_signed_as_it_should_be_raises_no_alarm() {
    let mut hall = Hall::judging(Lang::En, 80, 24);
    hall.build();
    hall.end();
    assert!(hall.screen().lines().next().unwrap().ends_with("connected"), "{}", hall.screen());
}

#[test]
fn the_fingerprint_is_on_the_help_screen_and_above_where_there_is_room() {
    let key = SigningKey::from_seed([7; 32]).public().fingerprint().to_string();
    let mut hall = Hall::judging(Lang::En, 120, 40);
    assert!(hall.screen().lines().next().unwrap().contains(&key), "{}", hall.screen());
    let mut narrow = Hall::judging(Lang::En, 60, 24);
    assert!(!narrow.screen().contains(&key), "{}", narrow.screen());
    for hall in [&mut hall, &mut narrow] {
        hall.keys("?");
        let screen = hall.screen();
        assert!(screen.lines().skip(1).any(|line| line.contains(&key)), "{screen}");
    }
}
