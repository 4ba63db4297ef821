//! Invalid re-bids, and re-bids for another round, attempt or wave.

use ishigaki_client::{Feed, Mirror};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::team::SubmitRebidRequest;
use ishigaki_proto::wire;
use tonic::Status;

use crate::abuse::fixture::{AbuseFixture, follow, in_time};

struct Watcher {
    feed: Feed,
    mirror: Mirror,
}

impl Watcher {
    fn of(fixture: &AbuseFixture) -> Self {
        Self { feed: Feed::open(fixture.link("board"), "t", 1), mirror: Mirror::new() }
    }

    async fn until(&mut self, name: &str) {
        in_time(name, follow(&mut self.feed, &mut self.mirror, name)).await;
    }

    fn held(&self) -> Vec<u64> {
        let game = self.mirror.game().unwrap();
        game.setup().team_ids().map(|team| game.team(team).unwrap().held.0).collect()
    }
}

/// Game t in its first wave: a and b both bid 20 for P, and only c bid for another lot.
async fn tied(fixture: &AbuseFixture) -> Watcher {
    let mut watcher = Watcher::of(fixture);
    fixture.open_round("t").await;
    fixture.bid("t", "a", 0, &[("P", 20), ("O", 9)]).await.unwrap();
    fixture.bid("t", "b", 0, &[("P", 20)]).await.unwrap();
    fixture.bid("t", "c", 0, &[("S", 5)]).await.unwrap();
    watcher.until("lists_opened").await;
    watcher
}

fn rebid(replaces_revision: u32, lines: &[(u32, u64)]) -> SubmitRebidRequest {
    let raise = |&(priority, price): &(u32, u64)| wire::Raise { priority, price };
    let raises = lines.iter().map(raise).collect();
    SubmitRebidRequest {
        game: "t".into(),
        round: 1,
        wave: 1,
        replaces_revision,
        raises,
        attempt: 1,
        padding: Vec::new(),
    }
}

async fn send(fixture: &AbuseFixture, team: &str, request: SubmitRebidRequest) -> Result<u32, ErrorReason> {
    let answer = fixture.link(team).team().submit_rebid(request).await;
    answer.map(|answer| answer.into_inner().revision).map_err(|refused| reason(&refused))
}

#[track_caller]
fn reason(refused: &Status) -> ErrorReason {
    Fault::from_status(refused).expect("a refusal has a reason").reason
}

#[tokio::test]
async fn impossible_rebids_are_refused_whole_and_displace_nothing() {
    let fixture = AbuseFixture::within("sealing_per_second = 0");
    let mut watcher = tied(&fixture).await;
    assert_eq!(send(&fixture, "a", rebid(0, &[(1, 21)])).await, Ok(1));
    for (lines, expected) in [
        // Equal to the tied price, zero, and a negative number on the wire.
        (&[(1, 20)][..], ErrorReason::NotAbove),
        (&[(1, 0)], ErrorReason::NotAbove),
        (&[(1, (-5_i64).cast_unsigned())], ErrorReason::OverRebidBudget),
        (&[(1, 61)], ErrorReason::OverRebidBudget),
        (&[(1, u64::MAX)], ErrorReason::OverRebidBudget),
        // Duplicate lines, also with a sum that would overflow to a small number.
        (&[(1, 22), (1, 23)], ErrorReason::DuplicateLine),
        (&[(1, u64::MAX), (1, 30)], ErrorReason::DuplicateLine),
        // A line that isn't tied, unknown lines, and both together.
        (&[(2, 22)], ErrorReason::LineNotTied),
        (&[(3, 22)], ErrorReason::LineNotTied),
        (&[(u32::MAX, 22)], ErrorReason::LineNotTied),
        (&[(1, 22), (2, 22)], ErrorReason::LineNotTied),
    ] {
        assert_eq!(send(&fixture, "a", rebid(1, lines)).await, Err(expected), "{lines:?}");
    }
    assert!(send(&fixture, "a", rebid(1, &[(0, 22)])).await.is_err(), "priorities begin with 1");
    assert!(send(&fixture, "a", rebid(1, &[(1, 22); 1_000])).await.is_err());
    // A repeated re-bid, one that replaces an old revision, and one that replaces a future one.
    assert_eq!(send(&fixture, "a", rebid(0, &[(1, 21)])).await, Err(ErrorReason::Replaced));
    assert_eq!(send(&fixture, "a", rebid(1, &[(1, 22)])).await, Ok(2), "only what was valid has counted");
    assert_eq!(send(&fixture, "a", rebid(1, &[(1, 23)])).await, Err(ErrorReason::Replaced));
    assert_eq!(send(&fixture, "a", rebid(9, &[(1, 23)])).await, Err(ErrorReason::Replaced));
    // A team that isn't tied may not even pass.
    for lines in [&[(1, 30)][..], &[]] {
        assert_eq!(send(&fixture, "c", rebid(0, lines)).await, Err(ErrorReason::NotTied));
    }
    assert_eq!(send(&fixture, "b", rebid(0, &[])).await, Ok(1));
    watcher.until("rebids_opened").await;
    // The wave is over, so any re-bid is late.
    for team in ["a", "b", "c"] {
        for replaces in [0, 1, 2] {
            let late = send(&fixture, team, rebid(replaces, &[(1, 40)])).await;
            assert_eq!(late, Err(ErrorReason::Late), "{team} replaces {replaces}");
        }
    }
    fixture.confirm("t", 1).await.unwrap();
    watcher.until("round_finalised").await;
    assert_eq!(watcher.held(), [60 - 22 - 9, 60, 60 - 5]);
    fixture.a_normal_game_still_runs().await;
}
