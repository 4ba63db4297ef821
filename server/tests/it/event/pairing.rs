//! A pairing that takes long, and everybody else meanwhile.

use ishigaki_proto::event as wire;
use ishigaki_proto::watch::{EventStage, ListEventsRequest};
use ishigaki_testkit::TestServer;

use super::fixture::{CONTEST, EventFixture, card, roster};

/// Players: few enough to be entered here, and so many that pairing them takes many times as long as a call.
const PLAYERS: u32 = 240;

/// Number of calls that are answered to others while such a pairing is worked out, at the least: far fewer than on a machine that
/// does nothing else, and more than can be under way before it begins.
const ANSWERED: u32 = 4;

// One thread for all of the server: nobody would be answered if the pairing kept it.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn others_are_answered_while_a_long_pairing_is_worked_out() {
    let fixture = EventFixture { server: TestServer::start(CONTEST).await };
    let event = "oza".to_owned();
    let mut organiser = fixture.organiser();
    let config = r#"{"preset":"O18","lottery_date":"2026-12-05","seed_mode":"lcg"}"#.to_owned();
    organiser.create_event(wire::CreateEventRequest { event: event.clone(), config }).await.unwrap();
    organiser.set_roster(roster(PLAYERS)).await.unwrap();
    organiser.commit_roster(wire::CommitRosterRequest::default()).await.unwrap();
    let results = ["2718", "0314", "9265"].map(str::to_owned).into();
    organiser.enter_digits(wire::EnterDigitsRequest { event: String::new(), results }).await.unwrap();
    organiser.make_leagues(wire::MakeLeaguesRequest::default()).await.unwrap();
    let mut desk = fixture.link("desk").desk();
    for round in 1..=2 {
        for (a, b) in fixture.pair_of(&event, round).await {
            let slip = Some(card(a.min(b), a.max(b)));
            let request = wire::EnterResultRequest { event: String::new(), round, slip };
            desk.enter_result(request).await.unwrap();
        }
    }
    let pairing = tokio::spawn(async move {
        organiser.pair_round(wire::PairRoundRequest { event: String::new(), round: 3 }).await
    });
    let mut watch = fixture.link("board").watch();
    let mut answered = 0;
    while !pairing.is_finished() {
        let listed = watch.list_events(ListEventsRequest {}).await.unwrap().into_inner().events;
        answered += u32::from(listed[0].stage() == EventStage::Between);
    }
    pairing.await.unwrap().unwrap();
    assert!(answered >= ANSWERED, "{answered} calls were answered while it was worked out");
}
