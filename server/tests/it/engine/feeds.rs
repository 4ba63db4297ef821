//! A team's own lists in its feed.

use std::sync::Arc;

use ishigaki_engine::feed::Audience;
use ishigaki_journal::MemoryJournal;
use ishigaki_proto::wire;
use ishigaki_rules::{Act, Actor, RoundNo, TeamId};

use super::{ManualGame, items};

#[tokio::test]
async fn feed_holds_the_latest_lists_only() {
    let served = ManualGame::open(Arc::new(MemoryJournal::new())).await;
    served.open_round().await.unwrap();
    let team = Audience::Team(TeamId(0));
    let mut listener = served.game().feeds().watch(team, 1).unwrap();
    let mut received = Vec::new();
    for revision in 0..100 {
        served.bid(revision, 10).await.unwrap();
        while received.len() < 3 + usize::try_from(revision).unwrap() {
            let item = listener.next().await.unwrap();
            received.extend((item.sequence > 0).then_some((item.sequence, item.skipped)));
        }
    }
    let all: Vec<_> = (1..=102).map(|number| (number, 0)).collect();
    assert_eq!(received, all, "who listens hears of every list");
    let kept = items(served.game(), team).await;
    let numbers: Vec<_> = kept.iter().map(|item| (item.sequence, item.skipped)).collect();
    let mut expected = vec![(1, 0), (2, 0), (3, 0), (40, 36)];
    expected.extend((41..=102).map(|number| (number, 0)));
    assert_eq!(numbers, expected, "the set-up, the round's opening, the first list and the latest 63");
    let mut late = served.game().feeds().watch(team, 30).unwrap();
    let item = late.next().await.unwrap();
    assert_eq!((item.sequence, item.skipped), (40, 10), "from the number after the last that the reader has");
    assert_eq!(items(served.game(), Audience::Public).await.len(), 3);
}

#[tokio::test]
async fn lists_of_voided_attempts_stay_in_own_feed() {
    let served = ManualGame::open(Arc::new(MemoryJournal::new())).await;
    served.open_round().await.unwrap();
    served.bid(0, 10).await.unwrap();
    served.bid(1, 11).await.unwrap();
    let void = Act::VoidRound { round: RoundNo(1), attempt: None, reason: "again".into() };
    served.game().act("judge", Actor::Judge, void).await.unwrap();
    served.open_round().await.unwrap();
    for revision in 0..100 {
        served.bid(revision, 12).await.unwrap();
    }
    let prices: Vec<u64> = items(served.game(), Audience::Team(TeamId(0)))
        .await
        .iter()
        .filter_map(|item| match &item.body {
            Some(wire::feed_item::Body::Event(event)) => event.fact.as_ref(),
            _ => None,
        })
        .filter_map(|fact| match fact {
            wire::event::Fact::BidsSealed(list) => Some(list.sealed.as_ref().unwrap().bids[0].price),
            _ => None,
        })
        .collect();
    assert_eq!(prices[..2], [10, 11], "of the void attempt");
    assert_eq!(prices[2..], [12; 64], "of this one");
}
