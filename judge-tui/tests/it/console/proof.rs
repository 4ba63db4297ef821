//! Whether what is shown is the server's: its key, and the heads it signs.

use ishigaki_client::MirrorError;
use ishigaki_record::signing::SigningKey;
use ishigaki_words::Lang;
use judge_tui::console::Notice;

use crate::console::fixture::ConsoleFixture;
use crate::console::screens::compare;

/// An opening that another key has signed.
pub(crate) fn forged(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::judging(lang, columns, lines);
    fixture.open(1);
    fixture.key = SigningKey::from_seed([8; 32]);
    fixture.wait(90_000);
    fixture
}

#[test]
fn a_head_that_the_servers_key_did_not_sign_is_said_loudly() {
    compare("forged", forged);
}

#[test]
fn the_first_fault_stays_whatever_comes_after_it() {
    let mut fixture = forged(Lang::En, 80, 24);
    fixture.confirm_all();
    let Some(Notice::Astray(error)) = fixture.state.notice() else { panic!("{:?}", fixture.state.notice()) };
    assert!(matches!(error, MirrorError::Unproved { .. }), "{error:?}");
    fixture.keys("1");
    assert!(fixture.screen().contains("NOT THE SERVER'S SIGNATURE"), "{}", fixture.screen());
}

#[test]
fn a_game_that_is_signed_as_it_should_be_raises_no_alarm() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.build();
    fixture.end();
    assert!(fixture.screen().lines().next().unwrap().ends_with("connected"), "{}", fixture.screen());
}

#[test]
fn the_fingerprint_is_on_the_help_screen_and_above_where_there_is_room() {
    let key = SigningKey::from_seed([7; 32]).public().fingerprint().to_string();
    let mut fixture = ConsoleFixture::judging(Lang::En, 120, 40);
    assert!(fixture.screen().lines().next().unwrap().contains(&key), "{}", fixture.screen());
    let mut narrow = ConsoleFixture::judging(Lang::En, 60, 24);
    assert!(!narrow.screen().contains(&key), "{}", narrow.screen());
    for fixture in [&mut fixture, &mut narrow] {
        fixture.keys("?");
        let screen = fixture.screen();
        assert!(screen.lines().skip(1).any(|line| line.contains(&key)), "{screen}");
    }
}
