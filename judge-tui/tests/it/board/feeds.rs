//! How the board stands with its feeds: what is lost shows at once, and heals.

use ishigaki_client::Connection;
use ishigaki_record::signing::SigningKey;
use ishigaki_screen::Contact;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use tonic::Code;

use crate::board::fixture::BoardFixture;
use crate::contest::Contest;

#[test]
fn the_countdown_is_the_servers_and_goes_on_as_a_guess_while_the_connection_is_lost() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::seal);
    let left =
        |fixture: &BoardFixture| fixture.state.shows()[0].time_left(fixture.instant()).unwrap().seconds();
    assert_eq!(left(&fixture), (80, false));
    fixture.pass(5_000);
    assert_eq!(left(&fixture), (75, false));
    let since = fixture.instant();
    fixture.tell(0, Connection::Lost { since, code: Code::Unavailable });
    fixture.pass(30_000);
    assert_eq!(left(&fixture), (45, true));
    assert!(fixture.screen().contains("CONNECTION LOST for 0:30"), "{}", fixture.screen());
}

#[test]
fn a_lost_connection_heals() {
    let mut fixture = BoardFixture::small();
    let since = fixture.instant();
    fixture.tell(0, Connection::Lost { since, code: Code::Unavailable });
    fixture.stands[0].contest.seal();
    fixture.connect(0);
    assert!(matches!(fixture.state.shows()[0].contact(), Contact::Live));
    assert!(!fixture.screen().contains("LOST"));
    assert!(fixture.screen().contains("3 of 3 teams have sealed"), "{}", fixture.screen());
}

#[test]
fn a_feed_that_does_not_fit_is_said_to_be_wrong() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, |contest| contest.open(1));
    // An item is lost on the way.
    fixture.lose(0, Contest::seal_one_unseen);
    fixture.play(0, |contest| contest.wait(90_000));
    assert!(matches!(fixture.state.shows()[0].contact(), Contact::Astray(_)));
    assert!(fixture.screen().contains("SCREEN MAY BE WRONG"), "{}", fixture.screen());
}

#[test]
fn a_head_that_the_servers_key_did_not_sign_is_said_to_be_none_of_the_servers() {
    for (lang, told) in [(Lang::En, "NOT THE SERVER'S SIGNATURE"), (Lang::Ja, "サーバーの署名ではありません")]
    {
        let mut fixture = BoardFixture::new(lang, 80, 24);
        fixture.play(0, |contest| contest.open(1));
        fixture.stands[0].key = SigningKey::from_seed([6; 32]);
        fixture.play(0, |contest| contest.wait(90_000));
        assert!(fixture.screen().contains(told), "{}", fixture.screen());
        fixture.play(0, Contest::confirm_all);
        assert!(
            fixture.screen().contains(told),
            "what comes after it does not hide it: {}",
            fixture.screen()
        );
    }
}

#[test]
fn the_title_is_in_the_readers_language() {
    for (lang, title) in [(Lang::En, "Rehearsal"), (Lang::Ja, "予行演習")] {
        let fixture = BoardFixture::new(lang, 80, 24);
        let head = format!(" H1  heat-1  {title}");
        assert!(fixture.screen().starts_with(&head), "{}", fixture.screen());
    }
}

#[test]
fn nothing_new_is_to_be_seen_while_nothing_happens() {
    let mut fixture = BoardFixture::small();
    fixture.pass(10);
    let before = fixture.state.revision();
    fixture.pass(500);
    assert_eq!(fixture.state.revision(), before);
    fixture.play(0, |contest| contest.open(1));
    let before = fixture.state.revision();
    fixture.pass(100);
    fixture.pass(100);
    assert!(fixture.state.revision() <= before + 1, "at most one second went by");
    let now = fixture.instant();
    fixture.happen(Input::Tick { now });
}
