//! Sealings on a stream have the same effect as separate calls.

use std::task::{Context, Waker};

use ishigaki_client::Link;
use ishigaki_client::team::{SealRequest as Request, SealStream};
use ishigaki_proto::fault::{ErrorReason, Fault, refusal_from_wire};
use ishigaki_proto::team::seal_request::Sealing;
use ishigaki_proto::team::seal_response::Outcome;
use ishigaki_proto::team::{SealRequest, SealResponse, SubmitBidsRequest, SubmitRebidRequest};
use ishigaki_proto::wire;
use ishigaki_rules::Fact;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Code, Status, Streaming};

use crate::service::fixture::{ServiceFixture, reason};
use crate::service::tokens::{change, lists_games};

pub(crate) struct Stream {
    requests: mpsc::Sender<SealRequest>,
    answers: Streaming<SealResponse>,
}

impl Stream {
    pub(crate) async fn open(link: &Link) -> Result<Self, Status> {
        let (requests, stream) = mpsc::channel(8);
        let answers = link.team_stream("g").seal(ReceiverStream::new(stream)).await?.into_inner();
        Ok(Self { requests, answers })
    }

    async fn send(&self, sealing: Option<Sealing>) {
        self.requests.send(SealRequest { sealing }).await.unwrap();
    }

    async fn next(&mut self) -> Result<Outcome, Status> {
        let answer = self.answers.message().await?.expect("the stream goes on");
        Ok(answer.outcome.expect("every answer says what came of it"))
    }

    /// One sealing of each kind for a game.
    pub(crate) fn sealings(game: &str) -> [Sealing; 2] {
        let game = game.to_owned();
        let list = SubmitBidsRequest { game: game.clone(), round: 1, ..Default::default() };
        let rebid = SubmitRebidRequest { game, round: 1, wave: 1, ..Default::default() };
        [Sealing::Bids(list), Sealing::Rebid(rebid)]
    }

    /// Seals and returns the revision.
    pub(crate) async fn seal(&mut self, sealing: Sealing) -> Result<u32, Status> {
        self.send(Some(sealing)).await;
        match self.next().await? {
            Outcome::Bids(sealed) => Ok(sealed.revision),
            Outcome::Rebid(sealed) => Ok(sealed.revision),
            Outcome::Refusal(refusal) => Err(refusal_from_wire(&refusal.status).unwrap()),
        }
    }

    /// Seals a list and returns its revision.
    pub(crate) async fn bid(
        &mut self,
        round: u32,
        replaces: u32,
        lines: &[(&str, u64)],
    ) -> Result<u32, Status> {
        self.seal(Sealing::Bids(list(round, replaces, lines))).await
    }
}

fn list(round: u32, replaces_revision: u32, lines: &[(&str, u64)]) -> SubmitBidsRequest {
    let bids = lines.iter().map(|&(lot, price)| wire::Bid { lot: lot.into(), price }).collect();
    SubmitBidsRequest { game: "g".into(), round, replaces_revision, bids, ..Default::default() }
}

fn rebid(lines: &[(u32, u64)]) -> SubmitRebidRequest {
    let raises = lines.iter().map(|&(priority, price)| wire::Raise { priority, price }).collect();
    SubmitRebidRequest { game: "g".into(), round: 1, wave: 1, raises, ..Default::default() }
}

#[tokio::test]
async fn stream_of_sealings_counts_like_calls() {
    let fixture = ServiceFixture::open().await;
    let (judge, b, mut board) = (fixture.seat("judge"), fixture.seat("b"), fixture.seat("board"));
    let mut stream = Stream::open(&fixture.link("a")).await.unwrap();
    let early = stream.bid(1, 0, &[("P", 20)]).await.unwrap_err();
    assert_eq!((early.code(), reason(&early)), (Code::FailedPrecondition, "ERROR_REASON_WRONG_PHASE"));
    judge.open_round(1).await.unwrap();
    assert_eq!(stream.bid(1, 0, &[("P", 19)]).await.unwrap(), 1);
    let refused = stream.bid(1, 1, &[("P", 99), ("nosuch", 1)]).await.unwrap_err();
    let of_a_call = fixture.seat("a").bid(1, 1, &[("P", 99), ("nosuch", 1)]).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (of_a_call.code(), of_a_call.message()));
    assert_eq!(Fault::from_status(&refused), Fault::from_status(&of_a_call), "with all of its figures");
    assert_eq!(stream.bid(1, 1, &[("P", 20)]).await.unwrap(), 2, "what was refused has displaced nothing");
    // Two sealings sent together are processed in order.
    stream.send(Some(Sealing::Bids(list(1, 2, &[("P", 21)])))).await;
    stream.send(Some(Sealing::Bids(list(1, 3, &[("P", 20), ("O", 9)])))).await;
    for revision in [3, 4] {
        let Outcome::Bids(sealed) = stream.next().await.unwrap() else { panic!("it is sealed") };
        assert_eq!(sealed.revision, revision);
        assert!(sealed.receipt.is_some() && sealed.clock.is_some());
    }
    b.bid(1, 0, &[("P", 20)]).await.unwrap();
    fixture.wait(90_000);
    let Fact::ListsOpened { lists, .. } = board.until("lists_opened").await else { panic!("lists_opened") };
    assert_eq!(lists.iter().map(|list| list.bids.len()).sum::<usize>(), 3, "the last of each counts");
    stream.send(Some(Sealing::Rebid(rebid(&[(1, 21)])))).await;
    let Outcome::Rebid(sealed) = stream.next().await.unwrap() else { panic!("it is sealed") };
    assert_eq!(sealed.revision, 1);
    let late = stream.bid(1, 4, &[("P", 22)]).await.unwrap_err();
    assert_eq!(reason(&late), "ERROR_REASON_LATE");
    stream.send(None).await;
    let Outcome::Refusal(refusal) = stream.next().await.unwrap() else { panic!("nothing is asked for") };
    let empty = Fault::from_status(&refusal_from_wire(&refusal.status).unwrap()).unwrap();
    assert_eq!((empty.reason, empty.figure("field")), (ErrorReason::MissingField, Some("sealing")));
    let Stream { requests, mut answers } = stream;
    drop(requests);
    assert_eq!(answers.message().await.unwrap(), None, "it ends as its requests do");
}

#[tokio::test]
async fn stream_and_calls_share_submission_rate_limit() {
    let fixture = ServiceFixture::open().await;
    fixture.seat("judge").open_round(1).await.unwrap();
    let mut stream = Stream::open(&fixture.link("a")).await.unwrap();
    for revision in 0..20 {
        stream.bid(1, revision, &[("P", 20)]).await.unwrap();
    }
    for _ in 0..2 {
        let refused = stream.bid(1, 20, &[("P", 20)]).await.unwrap_err();
        assert_eq!(reason(&refused), "ERROR_REASON_TOO_FAST");
    }
    assert_eq!(
        reason(&fixture.seat("a").bid(1, 20, &[("P", 20)]).await.unwrap_err()),
        "ERROR_REASON_TOO_FAST",
        "both ways count together"
    );
    fixture.wait(200);
    stream.bid(1, 20, &[("P", 20)]).await.unwrap();
}

#[tokio::test]
async fn seal_stream_rejects_other_roles_and_large_messages() {
    let fixture = ServiceFixture::open().await;
    for name in ["judge", "board", "organiser"] {
        let Err(refused) = Stream::open(&fixture.link(name)).await else { panic!("{name} seals nothing") };
        assert_eq!(reason(&refused), "ERROR_REASON_PERMISSION_DENIED");
    }
    let mut stream = Stream::open(&fixture.link("a")).await.unwrap();
    let long = SubmitBidsRequest { padding: vec![0; 100_000], ..list(1, 0, &[]) };
    stream.send(Some(Sealing::Bids(long))).await;
    let refused = stream.next().await.unwrap_err();
    assert_eq!(reason(&refused), "ERROR_REASON_MESSAGE_TOO_LARGE");
    assert_eq!(stream.answers.message().await.unwrap_or(None), None);
}

#[tokio::test]
async fn revoking_token_ends_its_seal_stream() {
    let fixture = ServiceFixture::open().await;
    fixture.seat("judge").open_round(1).await.unwrap();
    let (mut stream, mut other) =
        (Stream::open(&fixture.link("a")).await.unwrap(), Stream::open(&fixture.link("b")).await.unwrap());
    stream.bid(1, 0, &[("P", 20)]).await.unwrap();
    let is_seen = async || lists_games(&fixture, fixture.server.token("a")).await.is_err();
    change(&fixture, |store| drop(store.revoke("a")), is_seen).await;
    assert_eq!(reason(&stream.next().await.unwrap_err()), "ERROR_REASON_TOKEN_REVOKED");
    assert_eq!(stream.answers.message().await.unwrap_or(None), None);
    other.send(Some(Sealing::Bids(list(1, 0, &[("O", 9)])))).await;
    other.next().await.expect("the stream of another goes on");
}

#[tokio::test]
async fn stopping_server_leaves_queued_requests_unprocessed() {
    // Far more answers than a connection buffers for a client that doesn't read.
    const SENT: usize = 4_000;
    let mut fixture = ServiceFixture::open().await;
    let mut stream = Stream::open(&fixture.link("a")).await.unwrap();
    for _ in 0..SENT {
        stream.send(None).await;
    }
    let results = async {
        let mut answers = 0;
        loop {
            match stream.next().await {
                Ok(Outcome::Refusal(_)) => answers += 1,
                Ok(_) => panic!("nothing is asked for"),
                Err(end) => return (answers, end),
            }
        }
    };
    let ((), (answers, end)) = tokio::join!(fixture.server.stop(), results);
    assert_eq!(reason(&end), "ERROR_REASON_SERVER_STOPPING");
    assert!(answers < SENT, "{answers}");
}

#[tokio::test]
async fn requests_for_no_game_of_the_team_count_against_its_pace() {
    let fixture = ServiceFixture::open().await;
    let mut stream = Stream::open(&fixture.link("a")).await.unwrap();
    let unknown = || Sealing::Bids(SubmitBidsRequest { game: "nosuch".into(), ..list(1, 0, &[]) });
    let mut reasons = Vec::new();
    for sealing in [None, Some(unknown())].into_iter().cycle().take(22) {
        stream.send(sealing).await;
        let Outcome::Refusal(refusal) = stream.next().await.unwrap() else { panic!("it is refused") };
        reasons.push(reason(&refusal_from_wire(&refusal.status).unwrap()));
    }
    assert!(!reasons[..20].contains(&"ERROR_REASON_TOO_FAST"), "{reasons:?}");
    assert_eq!(reasons[20..], ["ERROR_REASON_TOO_FAST"; 2]);
}

#[tokio::test]
async fn seal_stream_resumes_after_server_restart() {
    let mut fixture = ServiceFixture::open().await;
    fixture.seat("judge").open_round(1).await.unwrap();
    let (link, mut stream) = (fixture.link("a"), SealStream::new());
    let mut idle = Stream::open(&fixture.link("b")).await.unwrap();
    for revision in 0..3 {
        let answer = stream.send(&link, Request::Bids(list(1, revision, &[("P", 20)]))).await.unwrap();
        assert_eq!(answer.revision.0, revision + 1);
    }
    let refused = stream.send(&link, Request::Bids(list(1, 0, &[("P", 20)]))).await.unwrap_err();
    assert!(refused.to_string().contains("REPLACED"), "{refused}");
    fixture.server.stop().await;
    assert_eq!(reason(&idle.next().await.unwrap_err()), "ERROR_REASON_SERVER_STOPPING");
    fixture.server.resume().await;
    for revision in 3..6 {
        let answer = stream.send(&link, Request::Bids(list(1, revision, &[("P", 21)]))).await.unwrap();
        assert_eq!(answer.revision.0, revision + 1);
    }
}

#[tokio::test]
async fn abandoned_wait_does_not_take_the_next_answer() {
    let fixture = ServiceFixture::open().await;
    fixture.seat("judge").open_round(1).await.unwrap();
    let (link, mut stream) = (fixture.link("a"), SealStream::new());
    for revision in 0..2 {
        stream.send(&link, Request::Bids(list(1, revision, &[("P", 20)]))).await.unwrap();
    }
    {
        // The request is sent, but its answer isn't awaited.
        let mut sent = std::pin::pin!(stream.send(&link, Request::Bids(list(1, 2, &[("P", 21)]))));
        assert!(sent.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    }
    let mut seat = fixture.seat("a");
    let answer = loop {
        // The team's feed would show whether the abandoned request was sealed.
        match stream.send(&link, Request::Bids(list(1, 3, &[("O", 9)]))).await {
            Ok(answer) => break answer,
            Err(_) => drop(stream.send(&link, Request::Bids(list(1, 2, &[("P", 21)]))).await),
        }
    };
    assert_eq!(answer.revision.0, 4);
    let own =
        |fact: &Fact| matches!(fact, Fact::BidsSealed { sealed: Some(sealed), .. } if sealed.revision.0 == 4);
    while !own(&seat.fact().await) {}
}
