//! The board's feeds: a lost connection is shown at once, and recovers.

use ishigaki_client::Connection;
use ishigaki_record::signing::SigningKey;
use ishigaki_screen::Contact;
use ishigaki_words::Lang;
use tonic::Code;

use crate::board::fixture::BoardFixture;
use crate::contest::Contest;

#[test]
fn reconnecting_clears_lost_connection_and_catches_up() {
    let mut fixture = BoardFixture::small();
    let since = fixture.instant();
    fixture.set_connection(0, Connection::Lost { since, code: Code::Unavailable });
    fixture.games[0].contest.seal();
    fixture.connect(0);
    assert!(matches!(fixture.state.shows()[0].contact(), Contact::Live));
    fixture.hides("LOST");
    fixture.shows("3 of 3 teams have submitted");
}

#[test]
fn feed_gap_shows_wrong_screen_warning() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, |contest| contest.open(1));
    // An item is lost on the way.
    fixture.lose(0, Contest::seal_one_unseen);
    fixture.play(0, |contest| contest.wait(90_000));
    assert!(matches!(fixture.state.shows()[0].contact(), Contact::Inconsistent(_)));
    fixture.shows("SCREEN MAY BE WRONG");
}

#[test]
fn head_by_another_key_is_reported() {
    for (lang, text) in
        [(Lang::En, "WRONG SIGNATURE: don't rely on"), (Lang::Ja, "サーバーの署名ではありません")]
    {
        let mut fixture = BoardFixture::new(lang, 80, 24);
        fixture.play(0, |contest| contest.open(1));
        fixture.games[0].feed.key = SigningKey::from_seed([6; 32]);
        fixture.play(0, |contest| contest.wait(90_000));
        fixture.shows(text);
        fixture.play(0, Contest::confirm_all);
        fixture.shows(text);
    }
}
