//! A finished game reads the same in memory, after leaving it and after a restart, and each reader sees only
//! permitted content.

use ishigaki_proto::watch::{
    GameEntry, ListGamesRequest, ListRoundsRequest, ListRoundsResponse, ReadRecordRequest, WatchGameRequest,
};
use ishigaki_proto::{fault::ErrorReason, judge, team, wire, wire::feed_item::Body};
use ishigaki_record::signing::PublicKey;
use ishigaki_record::transcript::complete;
use ishigaki_record::verify::{Ending, Expected, Signer, verify};
use ishigaki_report::{GameExport, Particulars, report};
use ishigaki_words::Lang;
use prost::Message as _;

use crate::service::fixture::{Participant, ServiceFixture, reason};

/// Two of the three teams play; team c is not part of the game.
const DAY: &str = r#"
    team = [{ id = "a", name = "A" }, { id = "b", name = "石垣組" }, { id = "c", name = "C" }]
    game = [
        { id = "g", scenario = "tiny-2", close = "deadline", teams = ["a", "b"] },
        { id = "h", scenario = "tiny-2", close = "deadline" },
    ]
"#;

/// All who may watch the game.
const READERS: [&str; 7] = ["a", "b", "board", "judge", "organiser", "desk", "referee"];

/// Interval at which the server checks for unused games, in milliseconds.
const CHECK_INTERVAL: u64 = 5_000;

/// A private exchange between team a and the judge.
const QUESTION: &str = "may we leave at noon?";
const ANSWERED: [&str; 2] = ["not before one", "at half past twelve"];

/// An announcement to team b only.
const TEAM_MESSAGE: &str = "your bench is the left one";

/// Everything that one reader reads of the game. Running clocks and the signatures of receipts, which are renewed,
/// are left out.
#[derive(Clone, Debug, PartialEq)]
struct Reading {
    name: &'static str,
    items: Vec<wire::FeedItem>,
    rounds: ListRoundsResponse,
    entry: GameEntry,
    lines: Vec<String>,
}

fn bare(clock: Option<wire::Clock>) -> Option<wire::Clock> {
    clock.map(|clock| wire::Clock { now_ms: 0, server_unix_ms: 0, ..clock })
}

/// Returns a feed from an item on, with the clock of each item but without padding, which compensates for the
/// clock's length.
async fn items(fixture: &ServiceFixture, name: &str, from_sequence: u64) -> Vec<wire::FeedItem> {
    let request = WatchGameRequest { game: "g".into(), from_sequence, every_list: true };
    let mut feed = fixture.link(name).watch().watch_game(request).await.unwrap().into_inner();
    let mut items = Vec::new();
    loop {
        let item = feed.message().await.unwrap().unwrap().item.unwrap();
        if let Some(Body::Pulse(_)) = item.body {
            return items;
        }
        let (clock, padding, receipt_signature) = (bare(item.clock), Vec::new(), None);
        items.push(wire::FeedItem { clock, padding, receipt_signature, ..item });
    }
}

async fn read(fixture: &ServiceFixture, name: &'static str) -> Reading {
    let mut watch = fixture.link(name).watch();
    let games = watch.list_games(ListGamesRequest {}).await.unwrap().into_inner().games;
    let entry = games.into_iter().find(|entry| entry.game == "g").unwrap();
    let entry = GameEntry { clock: bare(entry.clock), ..entry };
    let items = items(fixture, name, 1).await;
    let request = ListRoundsRequest { game: "g".into(), round: 0 };
    let rounds = watch.list_rounds(request).await.unwrap().into_inner();
    let request = ReadRecordRequest { game: "g".into(), from_line: 1, limit: 0 };
    let page = watch.read_record(request).await.unwrap().into_inner();
    let is_whole = ["judge", "organiser"].contains(&name);
    assert_eq!(page.is_complete, is_whole, "the ranking is not revealed whole");
    Reading { name, items, rounds, entry, lines: page.lines }
}

async fn read_all(fixture: &ServiceFixture) -> Vec<Reading> {
    let mut readings = Vec::new();
    for name in READERS {
        readings.push(read(fixture, name).await);
    }
    readings
}

impl Reading {
    fn holds(&self, part: &[u8]) -> bool {
        let holds = |bytes: Vec<u8>| bytes.windows(part.len()).any(|bytes| bytes == part);
        self.items.iter().any(|item| holds(item.encode_to_vec()))
    }

    fn tells(&self, text: &str) -> bool {
        self.holds(text.as_bytes())
    }

    /// Returns whether the reading contains a bid on stone P at this price.
    fn contains_price(&self, price: u64) -> bool {
        self.holds(&wire::Bid { lot: "P".into(), price }.encode_to_vec())
    }

    fn record(&self) -> String {
        let lines: String = self.lines.iter().flat_map(|line| [line, "\n"]).collect();
        complete(&lines).unwrap()
    }

    fn server_key(&self) -> PublicKey {
        PublicKey(self.items[0].server_key[..].try_into().unwrap())
    }
}

impl ServiceFixture {
    async fn until_closed(&self, games: usize) {
        let figure = format!("ishigaki_dormant_games {games}\n");
        while !self.server.metrics("/metrics").await.1.contains(&figure) {
            self.wait(CHECK_INTERVAL);
            tokio::task::yield_now().await;
        }
    }

    async fn is_closed(&self) -> bool {
        self.server.metrics("/metrics").await.1.contains("ishigaki_dormant_games 1\n")
    }
}

fn announcement(english: &str) -> wire::Announcement {
    wire::Announcement { english: english.into(), japanese: String::new() }
}

/// Adds questions, answers, announcements to one team and to all, and team a's read receipt.
async fn exchange_messages(fixture: &ServiceFixture) {
    let (game, mut judging) = (|| String::from("g"), fixture.link("judge").judge());
    let question = team::AskQuestionRequest { game: game(), text: QUESTION.into(), ..Default::default() };
    fixture.link("a").team().ask_question(question).await.unwrap();
    for (replaces_revision, english) in (0..).zip(ANSWERED) {
        let answer = judge::AnswerQuestionRequest {
            game: game(),
            team: "a".into(),
            question: 1,
            replaces_revision,
            text: Some(announcement(english)),
            ..Default::default()
        };
        judging.answer_question(answer).await.unwrap();
    }
    for (teams, english) in [(vec!["b".to_owned()], TEAM_MESSAGE), (vec![], "lunch is at noon")] {
        let announce = judge::AnnounceRequest {
            game: game(),
            teams,
            text: Some(announcement(english)),
            ..Default::default()
        };
        judging.announce(announce).await.unwrap();
    }
    let mark = team::MarkReadRequest { game: game(), through: 2, ..Default::default() };
    fixture.link("a").team().mark_read(mark).await.unwrap();
    judging.add_remark(judge::AddRemarkRequest { game: game(), text: "it rains".into() }).await.unwrap();
}

/// Plays a game with everything that can be read later: a replaced list, a tie, walls, messages, late rulings, the
/// result, and the judge's reveals.
async fn played() -> ServiceFixture {
    let fixture = ServiceFixture::with(DAY).await;
    let (mut judge, a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    judge.open_round(1).await.unwrap();
    a.bid(1, 0, &[("P", 31), ("I", 9)]).await.unwrap();
    fixture.wait(1_500);
    a.bid(1, 1, &[("P", 20), ("I", 9)]).await.unwrap();
    b.bid(1, 0, &[("P", 20), ("T", 7)]).await.unwrap();
    exchange_messages(&fixture).await;
    fixture.wait(88_500);
    judge.until("lists_opened").await;
    a.raise(1, 1, &[(1, 21)]).await.unwrap();
    b.raise(1, 1, &[(1, 25)]).await.unwrap();
    judge.until("rebids_opened").await;
    judge.confirm_all(1, 1).await.unwrap();
    judge.until("round_finalised").await;
    let wall = a.place(0, "I", 0, 3, 0).await.unwrap();
    judge.open_round(2).await.unwrap();
    a.bid(2, 0, &[("O", 6)]).await.unwrap();
    fixture.wait(90_000);
    judge.until("lists_opened").await;
    judge.confirm_all(2, 1).await.unwrap();
    judge.until("round_finalised").await;
    a.place(wall, "O", 0, 1, 1).await.unwrap();
    end(&fixture, &mut judge).await;
    fixture
}

async fn end(fixture: &ServiceFixture, judge: &mut Participant) {
    let (game, mut judging) = (|| String::from("g"), judge.link.judge());
    judging.signal_end(judge::SignalEndRequest { game: game() }).await.unwrap();
    judge.until("end_signalled").await;
    fixture.wait(5_000);
    judge.until("game_ended").await;
    let (team, reason) = (String::from("b"), String::from("the wall was pushed"));
    let disqualify = judge::DisqualifyTeamRequest { game: game(), team: team.clone(), reason };
    judging.disqualify_team(disqualify).await.unwrap();
    let reinstate = judge::ReinstateTeamRequest { game: game(), team, reason: "it was the wind".into() };
    judging.reinstate_team(reinstate).await.unwrap();
    let after = judge::AnnounceRequest {
        game: game(),
        text: Some(announcement("well played")),
        ..Default::default()
    };
    judging.announce(after).await.unwrap();
    judging.declare_result(judge::DeclareResultRequest { game: game() }).await.unwrap();
    judging.reveal_ranking(judge::RevealRankingRequest { game: game(), places: 1 }).await.unwrap();
    let uncover = judge::UncoverOpeningRequest { game: game(), opening: 2, steps: 1 };
    judging.uncover_opening(uncover).await.unwrap();
}

/// Asserts that a reading contains everything permitted and nothing else.
fn check(reading: &Reading) {
    let Reading { name, items, lines, .. } = reading;
    let leads = matches!(*name, "judge" | "organiser");
    for text in [QUESTION, ANSWERED[0], ANSWERED[1]] {
        assert_eq!(reading.tells(text), leads || *name == "a", "{name}: {text}");
    }
    assert_eq!(reading.tells(TEAM_MESSAGE), leads || *name == "b", "{name}");
    for text in ["lunch is at noon", "well played", "it was the wind"] {
        assert!(reading.tells(text), "{name}: {text}");
    }
    assert_eq!(
        reading.contains_price(31),
        *name == "a",
        "{name}: a list that was replaced is its team's for good"
    );
    assert!(reading.contains_price(20), "{name}: lists that were opened are everybody's");
    assert!(!lines.iter().any(|line| line.contains(QUESTION) || line.contains(TEAM_MESSAGE)), "{name}");
    let sequences: Vec<u64> = items.iter().map(|item| item.sequence).collect();
    assert_eq!(sequences, (1..=sequences.len() as u64).collect::<Vec<_>>(), "{name}");
}

/// Verifies a record and generates everything made from records: pages, tables, a team's file.
fn made(reading: &Reading) -> Vec<String> {
    let (record, key) = (reading.record(), reading.server_key().fingerprint());
    let verified = verify(&record, Some(&key)).unwrap();
    assert_eq!((verified.ending, verified.signer), (Ending::Declared, Signer::Checked));
    assert_eq!((verified.unopened, verified.unsigned), (1, 0), "the list that was replaced stays sealed");
    let export = GameExport::of(&record, &Expected { key: Some(key), head: None }).unwrap();
    let mut made = vec![record.clone(), export.team_file("a").unwrap(), export.team_file("b").unwrap()];
    for lang in [Lang::En, Lang::Ja] {
        made.push(report(&record, Some(&key), lang).unwrap());
        made.push(format!("{:?}", export.tables(&Particulars::default(), lang)));
    }
    made
}

/// Removes the judge's reveals, which are not recorded and so don't survive a restart.
fn without_cues(readings: &[Reading]) -> Vec<Reading> {
    let bare = |clock: Option<wire::Clock>| {
        clock.map(|clock| wire::Clock { revealed_places: None, uncovering: None, ..clock })
    };
    let mut readings = readings.to_vec();
    for reading in &mut readings {
        reading.entry.clock = bare(reading.entry.clock);
        for item in &mut reading.items {
            item.clock = bare(item.clock);
        }
    }
    readings
}

#[tokio::test]
async fn game_reads_the_same_after_dormancy_and_restart() {
    let mut fixture = played().await;
    let before = read_all(&fixture).await;
    before.iter().for_each(check);
    let pages = made(&before[3]);
    let shown = before[2].items[0].clock.unwrap();
    assert_eq!((shown.revealed_places, shown.uncovering.map(|shown| shown.steps)), (Some(1), Some(1)));

    fixture.until_closed(1).await;
    assert_eq!(read_all(&fixture).await, before, "back in memory, with what the judge has shown to the hall");
    for (reading, name) in before.iter().zip(READERS) {
        fixture.until_closed(1).await;
        for from in (0..reading.items.len()).step_by(5) {
            let sequence = reading.items[from].sequence;
            assert_eq!(
                items(&fixture, name, sequence).await,
                reading.items[from..],
                "{name} from {sequence}"
            );
        }
    }

    fixture.server.stop().await;
    fixture.server.resume().await;
    fixture.until_closed(1).await;
    let after = read_all(&fixture).await;
    assert_eq!(without_cues(&after), without_cues(&before), "after a restart");
    assert_eq!(made(&after[4]), pages);
    after.iter().for_each(check);
    fixture.until_closed(1).await;
    assert_eq!(
        read_all(&fixture).await,
        after,
        "put away and brought back by another server than the one that played it"
    );
}

#[tokio::test]
async fn closed_game_rejects_outsiders_and_late_acts() {
    let fixture = played().await;
    fixture.until_closed(1).await;
    let watch = WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() };
    let refused = fixture.link("c").watch().watch_game(watch).await.map(drop).unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::UnknownGame.as_str_name());
    let record = ReadRecordRequest { game: "g".into(), ..Default::default() };
    let refused = fixture.link("c").watch().read_record(record).await.map(drop).unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::UnknownGame.as_str_name());
    let games = fixture.link("c").watch().list_games(ListGamesRequest {}).await.unwrap().into_inner().games;
    assert!(games.iter().all(|entry| entry.game != "g"));
    assert!(fixture.is_closed().await, "asking has opened nothing");

    let lines = read(&fixture, "judge").await.lines;
    let mark = team::MarkReadRequest { game: "g".into(), through: 4, ..Default::default() };
    let refusals = [
        fixture.link("a").team().mark_read(mark).await.map(drop).unwrap_err(),
        fixture.seat("a").bid(2, 1, &[("O", 7)]).await.map(drop).unwrap_err(),
    ];
    for refused in &refusals {
        assert_eq!(reason(refused), ErrorReason::WrongPhase.as_str_name());
    }
    let announce =
        judge::AnnounceRequest { game: "g".into(), text: Some(announcement("late")), ..Default::default() };
    let refused = fixture.link("judge").judge().announce(announce).await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::WrongPhase.as_str_name());
    fixture.until_closed(1).await;
    assert_eq!(read(&fixture, "judge").await.lines, lines, "what was refused has left nothing");
}
