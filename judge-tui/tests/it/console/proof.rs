//! Authenticity of the server's data: its key, and the heads it signs.

use ishigaki_client::MirrorError;
use ishigaki_record::signing::SigningKey;
use ishigaki_words::Lang;
use judge_tui::console::Notice;

use crate::console::fixture::ConsoleFixture;
use crate::console::screens::compare_small;

pub(crate) fn forged(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::judging(lang, columns, lines);
    fixture.open(1);
    fixture.feed.key = SigningKey::from_seed([8; 32]);
    fixture.wait(90_000);
    fixture
}

#[test]
fn forged_head_shows_alarm() {
    compare_small("forged", forged);
}

#[test]
fn first_proof_fault_stays_visible() {
    let mut fixture = forged(Lang::En, 80, 24);
    fixture.confirm_all();
    let Some(Notice::Inconsistent(error)) = fixture.state.notice() else {
        panic!("{:?}", fixture.state.notice())
    };
    assert!(matches!(error, MirrorError::Unproved { .. }), "{error:?}");
    fixture.keys("1");
    fixture.shows("WRONG SIGNATURE: don't rely on");
}

#[test]
fn correctly_signed_game_shows_no_alarm() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.build();
    fixture.end();
    assert!(fixture.screen().lines().next().unwrap().ends_with("connected"), "{}", fixture.screen());
}

#[test]
fn fingerprint_is_in_the_help_and_in_a_wide_head() {
    let key = SigningKey::from_seed([7; 32]).public().fingerprint().to_string();
    let mut fixture = ConsoleFixture::judging(Lang::En, 120, 40);
    assert!(fixture.screen().lines().next().unwrap().contains(&key), "{}", fixture.screen());
    let mut narrow = ConsoleFixture::judging(Lang::En, 60, 24);
    narrow.hides(&key);
    for fixture in [&mut fixture, &mut narrow] {
        fixture.keys("?");
        let screen = fixture.screen();
        assert!(screen.lines().skip(1).any(|line| line.contains(&key)), "{screen}");
    }
}
