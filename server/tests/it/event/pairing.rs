//! Calls of other clients during a long pairing.

use ishigaki_proto::event as wire;
use ishigaki_proto::watch::{EventStage, ListEventsRequest};
use ishigaki_testkit::TestServer;

use super::fixture::{CONTEST, EventFixture, card, roster};

/// Number of players: few enough to enter here, and enough that pairing takes much longer than a call.
const PLAYERS: u32 = 150;

/// Minimum number of calls answered during such a pairing. It is far below the number on an idle machine, but
/// above the number of calls in flight before the pairing begins.
const ANSWERED: u32 = 4;

// The server has only one thread, so a pairing that blocked it would block all calls.
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
