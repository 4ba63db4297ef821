//! How the board stands with its feeds: what is lost shows at once, and heals.

use ishigaki_link::Connection;
use judge_tui::Contact;
use judge_tui::board::Event;
use tonic::Code;

use crate::contest::Contest;
use crate::hall::Hall;

#[test]
fn the_countdown_is_the_servers_and_stands_while_the_connection_is_lost() {
    let mut hall = Hall::small();
    hall.play(0, Contest::seal);
    let left = |hall: &Hall| hall.state.shows()[0].remaining(hall.instant()).unwrap().0;
    assert_eq!(left(&hall), 80_000);
    hall.pass(5_000);
    assert_eq!(left(&hall), 75_000);
    let since = hall.instant();
    hall.tell(0, Connection::Lost { since, code: Code::Unavailable });
    hall.pass(30_000);
    assert_eq!(left(&hall), 75_000);
    assert!(hall.screen().contains("CONNECTION LOST for 30 s"), "{}", hall.screen());
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
    hall.happen(Event::Tick { now });
}
