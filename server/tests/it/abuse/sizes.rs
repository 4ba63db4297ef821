//! An eavesdropper who sees the lengths of messages but not their content.
//!
//! The server runs without TLS here, so that lengths can be compared frame by frame. TLS would add the same
//! overhead to each.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use ishigaki_client::{Link, connect};
use ishigaki_proto::padding::{MESSAGE, pad, pad_message, pad_request};
use ishigaki_proto::team::seal_request::Sealing;
use ishigaki_proto::team::seal_response::Outcome;
use ishigaki_proto::{judge, organiser, team, watch, wire};
use ishigaki_rules::{Setup, TeamSpec};
use ishigaki_scenarios::Scenario;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use crate::abuse::fixture::{AbuseFixture, in_time};
use crate::abuse::wire::DATA;

type Traffic = Arc<Mutex<Vec<u8>>>;

struct TappedLine {
    address: SocketAddr,
    up: Traffic,
    down: Traffic,
}

/// Lengths of observed messages. Headers are left out: they contain only the caller's token and the date.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lengths {
    up: Vec<usize>,
    down: Vec<usize>,
}

impl TappedLine {
    async fn line(fixture: &AbuseFixture) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (up, down) = (Traffic::default(), Traffic::default());
        let tapped = Self { address: listener.local_addr().unwrap(), up: up.clone(), down: down.clone() };
        let server = fixture.address();
        tokio::spawn(async move {
            let (client, _) = listener.accept().await.unwrap();
            let server = TcpStream::connect(server).await.unwrap();
            let (from_client, to_client) = client.into_split();
            let (from_server, to_server) = server.into_split();
            tokio::join!(carry(from_client, to_server, up), carry(from_server, to_client, down));
        });
        tapped
    }

    fn link(&self, fixture: &AbuseFixture, name: &str) -> Link {
        let address: ishigaki_client::ServerUrl = format!("http://{}", self.address).parse().unwrap();
        connect(&address.address(None, false).unwrap(), &fixture.token(name).parse().unwrap())
    }

    /// Returns the lengths of messages since these byte counts.
    fn since(&self, (up, down): (usize, usize)) -> Lengths {
        let up = messages(&self.up.lock().unwrap()[up..]);
        let down = messages(&self.down.lock().unwrap()[down..]);
        Lengths { up, down }
    }

    fn now(&self) -> (usize, usize) {
        (self.up.lock().unwrap().len(), self.down.lock().unwrap().len())
    }
}

async fn carry(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, seen: Traffic) {
    let mut bytes = vec![0; 16_384];
    while let Ok(length) = from.read(&mut bytes).await
        && length > 0
    {
        seen.lock().unwrap().extend_from_slice(&bytes[..length]);
        if to.write_all(&bytes[..length]).await.is_err() {
            return;
        }
    }
}

/// Returns the lengths of the nonempty DATA frames in these bytes.
fn messages(mut bytes: &[u8]) -> Vec<usize> {
    let mut lengths = Vec::new();
    while let [a, b, c, kind, _, _, _, _, _, rest @ ..] = bytes {
        let length = usize::try_from(u32::from_be_bytes([0, *a, *b, *c])).unwrap();
        if *kind == DATA && length > 0 {
            lengths.push(length);
        }
        bytes = rest.get(length..).unwrap_or_default();
    }
    lengths
}

fn setup() -> Setup {
    let team = |code: &str| TeamSpec { code: code.into(), name: code.to_uppercase() };
    Scenario::find("tiny-2").unwrap().setup(vec![team("a"), team("b")]).unwrap()
}

/// Observes a team that watches its feed and seals a list.
async fn sealing(fixture: &AbuseFixture, team: &str, replaces: u32, bids: &[(&str, u64)]) -> Lengths {
    let tapped = TappedLine::line(fixture).await;
    let link = tapped.link(fixture, team);
    let request = watch::WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() };
    let mut feed = link.watch().watch_game(request).await.unwrap().into_inner();
    while feed.message().await.unwrap().unwrap().item.unwrap().sequence > 0 {}
    let bids = bids.iter().map(|&(lot, price)| wire::Bid { lot: lot.into(), price }).collect();
    let request = team::SubmitBidsRequest {
        game: "g".into(),
        round: 1,
        replaces_revision: replaces,
        bids,
        ..Default::default()
    };
    let before = tapped.now();
    let request = pad_request(request, &setup());
    let sealed = link.team().submit_bids(request).await.unwrap().into_inner();
    assert_eq!(sealed.revision, replaces + 1);
    // Pulses may come first.
    while feed.message().await.unwrap().unwrap().item.unwrap().sequence == 0 {}
    let mut lengths = tapped.since(before);
    // Every padded message is longer than a pulse.
    lengths.down.retain(|length| *length > 256);
    lengths.down.sort_unstable();
    lengths
}

#[tokio::test]
async fn lengths_do_not_tell_a_list_from_a_decline_or_a_replacement() {
    let fixture = AbuseFixture::plain("");
    fixture.open_round("g").await;
    in_time("sealing", async {
        let full = [("P", 20), ("O", 9)];
        let first = sealing(&fixture, "a", 0, &full).await;
        assert_eq!((first.up.len(), first.down.len()), (1, 2), "a call, its answer, an item: {first:?}");
        let cases = [
            ("a first decline", sealing(&fixture, "b", 0, &[]).await),
            ("a decline in place of a list", sealing(&fixture, "a", 1, &[]).await),
            ("a list in place of a decline", sealing(&fixture, "b", 1, &full).await),
            ("one line in place of none", sealing(&fixture, "a", 2, &[("P", 31)]).await),
        ];
        for (what, lengths) in cases {
            assert_eq!(lengths, first, "{what}");
        }
    })
    .await;
}

/// Observes these lists on one stream, and their answers.
async fn streaming(fixture: &AbuseFixture, lists: &[&[(&str, u64)]]) -> Vec<Lengths> {
    let tapped = TappedLine::line(fixture).await;
    let (requests, stream) = mpsc::channel(1);
    let opened = tapped.link(fixture, "a").team_stream("g").seal(ReceiverStream::new(stream)).await;
    let (mut answers, mut seen) = (opened.unwrap().into_inner(), Vec::new());
    let mut replaces_revision = 0;
    for list in lists {
        let bids = list.iter().map(|&(lot, price)| wire::Bid { lot: lot.into(), price }).collect();
        let (game, round) = ("g".into(), 1);
        let request = team::SubmitBidsRequest { game, round, replaces_revision, bids, ..Default::default() };
        let before = tapped.now();
        let sealing = Some(Sealing::Bids(pad_request(request, &setup())));
        requests.send(team::SealRequest { sealing }).await.unwrap();
        if let Some(Outcome::Bids(sealed)) = answers.message().await.unwrap().unwrap().outcome {
            replaces_revision = sealed.revision;
        }
        seen.push(tapped.since(before));
    }
    assert_eq!(replaces_revision, 3, "all but one are sealed");
    seen
}

#[tokio::test]
async fn lengths_on_a_stream_hide_lists_declines_and_refusals() {
    let fixture = AbuseFixture::plain("");
    fixture.open_round("g").await;
    let lists: [&[_]; 4] = [&[("P", 20), ("O", 9)], &[("P", 50), ("O", 11)], &[], &[("P", 31)]];
    let seen = in_time("sealing", streaming(&fixture, &lists)).await;
    assert_eq!((seen[0].up.len(), seen[0].down.len()), (1, 1), "a request and its answer: {seen:?}");
    for (list, lengths) in lists.iter().zip(&seen) {
        assert_eq!(*lengths, seen[0], "{list:?}");
    }
}

/// Observes the organiser entering a list by hand.
async fn entering(fixture: &AbuseFixture, length: usize, bids: &[(&str, u64)], reason: &str) -> Lengths {
    let tapped = TappedLine::line(fixture).await;
    let link = tapped.link(fixture, "organiser");
    link.watch().list_games(watch::ListGamesRequest {}).await.unwrap();
    let bids = bids.iter().map(|&(lot, price)| wire::Bid { lot: lot.into(), price }).collect();
    let request = organiser::EnterBidsRequest {
        game: "g".into(),
        team: "a".into(),
        round: 1,
        bids,
        reason: reason.into(),
        replaces_submitted: true,
        ..Default::default()
    };
    let before = tapped.now();
    link.organiser().enter_bids(pad(request, length)).await.unwrap();
    let lengths = tapped.since(before);
    Lengths { down: lengths.down.into_iter().take(1).collect(), ..lengths }
}

#[tokio::test]
async fn lengths_of_organisers_entries_do_not_tell_their_content() {
    let fixture = AbuseFixture::plain("");
    fixture.open_round("g").await;
    let games = fixture.link("organiser").watch().list_games(watch::ListGamesRequest {}).await;
    let games = games.unwrap().into_inner().games;
    let length = games.iter().find(|entry| entry.game == "g").unwrap().sealing_bytes;
    let length = usize::try_from(length).unwrap();
    in_time("entering", async {
        let full = entering(&fixture, length, &[("P", 20), ("O", 9)], "burnt").await;
        let none = entering(&fixture, length, &[], "the laptop of this team fell off the table").await;
        assert_eq!(full.up, none.up);
    })
    .await;
}

/// Observes a watcher of the feed while it, or another client, performs an act that reaches the feed.
async fn lengths_of(fixture: &AbuseFixture, name: &str, act: impl AsyncFnOnce(Link)) -> Lengths {
    let tapped = TappedLine::line(fixture).await;
    let link = tapped.link(fixture, name);
    let request = watch::WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() };
    let mut feed = link.watch().watch_game(request).await.unwrap().into_inner();
    while feed.message().await.unwrap().unwrap().item.unwrap().sequence > 0 {}
    let before = tapped.now();
    act(link).await;
    while feed.message().await.unwrap().unwrap().item.unwrap().sequence == 0 {}
    let mut lengths = tapped.since(before);
    // Pulses and the answers to these calls are shorter than padded messages and contain no text.
    lengths.down.retain(|length| *length > 256);
    lengths
}

fn castles(characters: usize) -> String {
    "\u{1f3ef}".repeat(characters)
}

async fn ask_question(link: Link, text: String) {
    let request = team::AskQuestionRequest { game: "g".into(), text, ..Default::default() };
    link.team().ask_question(pad_message(request)).await.unwrap();
}

async fn mark(link: Link, through: u32) {
    let request = team::MarkReadRequest { game: "g".into(), through, ..Default::default() };
    link.team().mark_read(pad_message(request)).await.unwrap();
}

async fn answer(link: Link, question: u32, english: &str, japanese: &str) {
    let text = Some(wire::Announcement { english: english.into(), japanese: japanese.into() });
    let (game, team) = ("g".into(), "a".into());
    let request = judge::AnswerQuestionRequest { game, team, question, text, ..Default::default() };
    link.judge().answer_question(pad_message(request)).await.unwrap();
}

async fn announce(link: Link, teams: &[&str], english: &str, question: String) {
    let teams = teams.iter().map(|team| (*team).to_owned()).collect();
    let text = Some(wire::Announcement { english: english.into(), japanese: String::new() });
    let request =
        judge::AnnounceRequest { game: "g".into(), teams, text, asked: question, ..Default::default() };
    link.judge().announce(pad_message(request)).await.unwrap();
}

#[tokio::test]
async fn lengths_of_messages_tell_neither_text_nor_kind() {
    let fixture = AbuseFixture::plain("");
    in_time("messages", async {
        let question = lengths_of(&fixture, "a", async |link| ask_question(link, "x".into()).await).await;
        assert_eq!(
            (question.up.as_slice(), question.down.len()),
            (&[MESSAGE + 5][..], 1),
            "a call and an item"
        );
        let cases = [
            (
                "a longer question",
                lengths_of(&fixture, "a", async |link| ask_question(link, castles(400)).await).await,
            ),
            ("an answer", lengths_of(&fixture, "judge", async |link| answer(link, 1, "x", "").await).await),
            (
                "a longer answer",
                lengths_of(&fixture, "judge", async |link| {
                    answer(link, 2, &castles(200), &castles(200)).await;
                })
                .await,
            ),
            (
                "an announcement",
                lengths_of(&fixture, "judge", async |link| announce(link, &["a"], "x", String::new()).await)
                    .await,
            ),
            (
                "a longer one, to more teams",
                lengths_of(&fixture, "judge", async |link| {
                    announce(link, &["a", "b"], &castles(200), castles(400)).await;
                })
                .await,
            ),
            ("a mark", lengths_of(&fixture, "a", async |link| mark(link, 1).await).await),
        ];
        for (what, lengths) in cases {
            assert_eq!(lengths, question, "{what}");
        }
        let judge = fixture.link("judge");
        for english in ["x".to_owned(), castles(200)] {
            let judge = judge.clone();
            let received =
                lengths_of(&fixture, "a", async |_| announce(judge, &["a"], &english, String::new()).await)
                    .await;
            assert_eq!((received.up.len(), &received.down), (0, &question.down), "what its team hears of it");
        }
    })
    .await;
}
