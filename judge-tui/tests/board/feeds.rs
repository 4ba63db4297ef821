//! How the board stands with its feeds: what is lost shows at once, and heals.

use ishigaki_client::Connection;
use ishigaki_record::signing::SigningKey;
use ishigaki_screen::Contact;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use tonic::Code;

use crate::contest::Contest;
use crate::hall::Hall;

#[test]
fn the_countdown_is_the_servers_and_goes_on_as_a_guess_while_the_connection_is_lost() {
    let mut hall = Hall::small();
    hall.play(0, Contest::seal);
    let left = |hall: &Hall| hall.state.shows()[0].time_left(hall.instant()).unwrap().seconds();
    assert_eq!(left(&hall), (80, false));
    hall.pass(5_000);
    assert_eq!(left(&hall), (75, false));
    let since = hall.instant();
    hall.tell(0, Connection::Lost { since, code: Code::Unavailable });
    hall.pass(30_000);
    assert_eq!(left(&hall), (45, true));
    assert!(hall.screen().contains("CONNECTION LOST for 0:30"), "{}", hall.screen());
}

#[test]
fn a_lost_connection_heals() {
    let mut hall = Hall::small();
    let since = hall.instant();
    hall.tell(0, Connection::Lost { since, code: Code::Unavailable });
    hall.stands[0].contest.seal();
    hall.connect(0);
    assert!(matches!(hall.state.shows()[0].contact(), Contact::Live));
    assert!(!hall.screen().contains("LOST"));
    assert!(hall.screen().contains("3 of 3 teams have sealed"), "{}", hall.screen());
}

#[test]
fn a_feed_that_does_not_fit_is_said_to_be_wrong() {
    let mut hall = Hall::small();
    hall.play(0, |contest| contest.open(1));
    // An item is lost on the way.
    hall.lose(0, Contest::seal_one_unseen);
    hall.play(0, |contest| contest.wait(90_000));
    assert!(matches!(hall.state.shows()[0].contact(), Contact::Astray(_)));
    assert!(hall.screen().contains("SCREEN MAY BE WRONG"), "{}", hall.screen());
}

#[test]
fn a_head_that_the_servers_key_did_not_sign_is_said_to_be_none_of_the_servers() {
    for (lang, told) in [(Lang::En, "NOT THE SERVER'S SIGNATURE"), (Lang::Ja, "サーバーの署名ではありません")]
    {
        let mut hall = Hall::new(lang, 80, 24);
        hall.play(0, |contest| contest.open(1));
        hall.stands[0].key = SigningKey::from_seed([6; 32]);
        hall.play(0, |contest| contest.wait(90_000));
        assert!(hall.screen().contains(told), "{}", hall.screen());
        hall.play(0, Contest::confirm_all);
        assert!(hall.screen().contains(told), "what comes after it does not hide it: {}", hall.screen());
    }
}

#[test]
fn the_title_is_in_the_readers_language() {
    for (lang, title) in [(Lang::En, "Rehearsal"), (Lang::Ja, "予行演習")] {
        let hall = Hall::new(lang, 80, 24);
        let head = format!(" H1  heat-1  {title}");
        assert!(hall.screen().starts_with(&head), "{}", hall.screen());
    }
}

#[test]
fn nothing_new_is_to_be_seen_while_nothing_happens() {
    let mut hall = Hall::small();
    hall.pass(10);
    let before = hall.state.revision();
    hall.pass(500);
    assert_eq!(hall.state.revision(), before);
    hall.play(0, |contest| contest.open(1));
    let before = hall.state.revision();
    hall.pass(100);
    hall.pass(100);
    assert!(hall.state.revision() <= before + 1, "at most one second went by");
    let now = hall.instant();
    hall.happen(Input::Tick { now });
}
