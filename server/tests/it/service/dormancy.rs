//! A whole game before and after it left memory, and before and after the server was started again: everything that anybody may
//! read of it is read the same, and nothing more.

use ishigaki_proto::watch::{
    GameEntry, ListGamesRequest, ListRoundsRequest, ListRoundsResponse, ReadRecordRequest, WatchGameRequest,
};
use ishigaki_proto::{fault::ErrorReason, judge, team, wire, wire::feed_item::Body};
use ishigaki_record::signing::PublicKey;
use ishigaki_record::transcript::complete;
use ishigaki_record::verify::{Ending, Expected, Signer, verify};
use ishigaki_report::{GameExport, Particulars, report};
use ishigaki_rules::{Game, MessageNo, Phase, TeamId};
use ishigaki_words::Lang;
use prost::Message as _;

use crate::service::fixture::{Participant, ServiceFixture, reason};

/// Two teams of three play; the third one is a stranger to the game.
const DAY: &str = r#"
    team = [{ id = "a", name = "A" }, { id = "b", name = "石垣組" }, { id = "c", name = "C" }]
    game = [
        { id = "g", scenario = "tiny-2", close = "deadline", teams = ["a", "b"] },
        { id = "h", scenario = "tiny-2", close = "deadline" },
    ]
"#;

/// Whoever may watch the game.
const READERS: [&str; 5] = ["a", "b", "board", "judge", "organiser"];

/// Between two looks at what nobody reads, in milliseconds.
const LOOK: u64 = 5_000;

/// What is said between team a and the judge alone.
const ASKED: &str = "may we leave at noon?";
const ANSWERED: [&str; 2] = ["not before one", "at half past twelve"];

/// What is told to team b alone.
const TOLD: &str = "your bench is the left one";

/// What one reader reads of the game. Clocks are without what runs, and receipts without their signatures: they are signed anew.
#[derive(Clone, Debug, PartialEq)]
struct Reading {
    name: &'static str,
    items: Vec<wire::FeedItem>,
    rounds: ListRoundsResponse,
    entry: GameEntry,
    lines: Vec<String>,
}

/// A clock without its time.
fn bare(clock: Option<wire::Clock>) -> Option<wire::Clock> {
    clock.map(|clock| wire::Clock { now_ms: 0, server_unix_ms: 0, ..clock })
}

/// A feed from an item on, with the clock that every item is sent with. What it is padded with makes up for the clock's length.
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

    /// Whether a text stands anywhere in the feed.
    fn tells(&self, text: &str) -> bool {
        self.holds(text.as_bytes())
    }

    /// Whether a bid on stone P at this price does.
    fn tells_price(&self, price: u64) -> bool {
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
    /// Waits until so many games are dormant, while its clock goes on.
    async fn until_dormant(&self, games: usize) {
        let figure = format!("ishigaki_dormant_games {games}\n");
        while !self.server.metrics("/metrics").await.1.contains(&figure) {
            self.wait(LOOK);
            tokio::task::yield_now().await;
        }
    }

    async fn dormant(&self) -> bool {
        self.server.metrics("/metrics").await.1.contains("ishigaki_dormant_games 1\n")
    }

    /// What a client that reads the whole feed holds of the game.
    async fn folded(&self, name: &str) -> Game {
        let mut seat = self.seat(name);
        seat.until("result_declared").await;
        seat.game().clone()
    }
}

fn said(english: &str) -> wire::Announcement {
    wire::Announcement { english: english.into(), japanese: String::new() }
}

/// Questions, answers, announcements to one team and to all, and how far team a has read.
async fn talk(fixture: &ServiceFixture) {
    let (game, mut judging) = (|| String::from("g"), fixture.link("judge").judge());
    let ask = team::AskQuestionRequest { game: game(), text: ASKED.into(), ..Default::default() };
    fixture.link("a").team().ask_question(ask).await.unwrap();
    for (replaces_revision, english) in (0..).zip(ANSWERED) {
        let answer = judge::AnswerQuestionRequest {
            game: game(),
            team: "a".into(),
            question: 1,
            replaces_revision,
            text: Some(said(english)),
            ..Default::default()
        };
        judging.answer_question(answer).await.unwrap();
    }
    for (teams, english) in [(vec!["b".to_owned()], TOLD), (vec![], "lunch is at noon")] {
        let announce =
            judge::AnnounceRequest { game: game(), teams, text: Some(said(english)), ..Default::default() };
        judging.announce(announce).await.unwrap();
    }
    let mark = team::MarkReadRequest { game: game(), through: 2, ..Default::default() };
    fixture.link("a").team().mark_read(mark).await.unwrap();
    judging.add_remark(judge::AddRemarkRequest { game: game(), text: "it rains".into() }).await.unwrap();
}

/// A game with all that leaves something to read: a list that was replaced, a tie and its re-bid, walls, messages, rulings
/// after its end, the result, and what the judge has shown to the hall.
async fn played() -> ServiceFixture {
    let fixture = ServiceFixture::with(DAY).await;
    let (mut judge, a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    judge.open_round(1).await.unwrap();
    a.bid(1, 0, &[("P", 31), ("I", 9)]).await.unwrap();
    fixture.wait(1_500);
    a.bid(1, 1, &[("P", 20), ("I", 9)]).await.unwrap();
    b.bid(1, 0, &[("P", 20), ("T", 7)]).await.unwrap();
    talk(&fixture).await;
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
    let after =
        judge::AnnounceRequest { game: game(), text: Some(said("well played")), ..Default::default() };
    judging.announce(after).await.unwrap();
    judging.declare_result(judge::DeclareResultRequest { game: game() }).await.unwrap();
    judging.reveal_ranking(judge::RevealRankingRequest { game: game(), places: 1 }).await.unwrap();
    let uncover = judge::UncoverOpeningRequest { game: game(), opening: 2, steps: 1 };
    judging.uncover_opening(uncover).await.unwrap();
}

/// Holds a reading against what may and what may not stand in it.
fn check(reading: &Reading) {
    let Reading { name, items, lines, .. } = reading;
    let leads = matches!(*name, "judge" | "organiser");
    for text in [ASKED, ANSWERED[0], ANSWERED[1]] {
        assert_eq!(reading.tells(text), leads || *name == "a", "{name}: {text}");
    }
    assert_eq!(reading.tells(TOLD), leads || *name == "b", "{name}");
    for text in ["lunch is at noon", "well played", "it was the wind"] {
        assert!(reading.tells(text), "{name}: {text}");
    }
    assert_eq!(
        reading.tells_price(31),
        *name == "a",
        "{name}: a list that was replaced is its team's for good"
    );
    assert!(reading.tells_price(20), "{name}: lists that were opened are everybody's");
    assert!(!lines.iter().any(|line| line.contains(ASKED) || line.contains(TOLD)), "{name}");
    let sequences: Vec<u64> = items.iter().map(|item| item.sequence).collect();
    assert_eq!(sequences, (1..=sequences.len() as u64).collect::<Vec<_>>(), "{name}");
}

/// Holds a record against what verifies it, and makes of it all that is made of records: pages, tables, a team's file.
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

/// What no record has: without it two readings are of one game, whatever the judge has shown to the hall.
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
async fn whatever_could_be_read_of_a_game_is_read_the_same_when_it_comes_back_to_memory_and_after_a_restart()
{
    let mut fixture = played().await;
    let before = read_all(&fixture).await;
    before.iter().for_each(check);
    let pages = made(&before[3]);
    let shown = before[2].items[0].clock.unwrap();
    assert_eq!((shown.revealed_places, shown.uncovering.map(|shown| shown.steps)), (Some(1), Some(1)));

    fixture.until_dormant(1).await;
    assert_eq!(read_all(&fixture).await, before, "back in memory, with what the judge has shown to the hall");
    for (reading, name) in before.iter().zip(READERS) {
        fixture.until_dormant(1).await;
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
    fixture.until_dormant(1).await;
    let after = read_all(&fixture).await;
    assert_eq!(without_cues(&after), without_cues(&before), "after a restart");
    assert_eq!(made(&after[4]), pages);
    after.iter().for_each(check);
    fixture.until_dormant(1).await;
    assert_eq!(
        read_all(&fixture).await,
        after,
        "put away and brought back by another server than the one that played it"
    );
}

#[tokio::test]
async fn a_game_that_came_back_is_folded_to_the_same_walls_ranking_and_messages() {
    let mut fixture = played().await;
    let own = fixture.folded("a").await;
    let public = fixture.folded("board").await;
    fixture.server.stop().await;
    fixture.server.resume().await;
    fixture.until_dormant(1).await;
    let (own_again, public_again) = (fixture.folded("a").await, fixture.folded("board").await);
    for (one, other) in [(&own, &own_again), (&public, &public_again)] {
        assert_eq!(one.phase(), Phase::Declared);
        assert_eq!(one.standings(), other.standings());
        for team in one.setup().team_ids() {
            assert_eq!(one.team(team), other.team(team));
            assert_eq!(one.tally(team), other.tally(team));
        }
        assert_eq!(one, other);
    }
    let a = TeamId(0);
    let told: Vec<_> = own_again.messages(a).filter_map(|message| message.text.english()).collect();
    assert_eq!(told, [ANSWERED[0], ANSWERED[1], "lunch is at noon", "well played"]);
    assert_eq!(own_again.read_through(a), Some(MessageNo(2)));
    assert_eq!(public_again.read_through(a), None, "nobody else's");
    assert_eq!(own_again.asked(a).count(), 1);
    assert_eq!(public_again.asked(a).count(), 0);
}

#[tokio::test]
async fn nobody_wakes_a_game_who_may_not_see_it_and_nothing_happens_in_one_that_is_over() {
    let fixture = played().await;
    fixture.until_dormant(1).await;
    let watch = WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() };
    let refused = fixture.link("c").watch().watch_game(watch).await.map(drop).unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::UnknownGame.as_str_name());
    let record = ReadRecordRequest { game: "g".into(), ..Default::default() };
    let refused = fixture.link("c").watch().read_record(record).await.map(drop).unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::UnknownGame.as_str_name());
    let games = fixture.link("c").watch().list_games(ListGamesRequest {}).await.unwrap().into_inner().games;
    assert!(games.iter().all(|entry| entry.game != "g"));
    assert!(fixture.dormant().await, "asking has woken nothing");

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
        judge::AnnounceRequest { game: "g".into(), text: Some(said("late")), ..Default::default() };
    let refused = fixture.link("judge").judge().announce(announce).await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::WrongPhase.as_str_name());
    fixture.until_dormant(1).await;
    assert_eq!(read(&fixture, "judge").await.lines, lines, "what was refused has left nothing");
}
