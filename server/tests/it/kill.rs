//! The real server binary, killed without warning and restarted with the same files.
#![expect(clippy::unwrap_used, reason = "test set-up that fails is a failed test")]

use ishigaki_client::{Feed, Folded, Link, Mirror, Update, connect};
use ishigaki_journal::{Journal as _, SqliteJournal, StreamId};
use ishigaki_proto::{judge, organiser, team, watch, wire};
use ishigaki_rules::{Fact, Phase};
use ishigaki_testkit::Operator;

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2", close = "all-sealed" }]
"#;

const SERVE: [&str; 3] = ["--folder", "day", "--plaintext"];

async fn bid(link: &Link, replaces: u32, lot: &str, price: u64) -> u32 {
    let request = team::SubmitBidsRequest {
        round: 1,
        replaces_revision: replaces,
        bids: vec![wire::Bid { lot: lot.into(), price }],
        ..Default::default()
    };
    link.team().submit_bids(request).await.unwrap().into_inner().revision
}

#[tokio::test]
async fn killed_server_resumes_at_same_state() {
    let operator = Operator::new(env!("CARGO_BIN_EXE_ishigaki-server"), CONTEST);
    let mut server = operator.serve(&SERVE);
    let address = server.url().parse().unwrap();
    let link = |name: &str| connect(&address, &operator.token(name).parse().unwrap());
    let mut feed = Feed::open(link("board"), "g", 1);
    let mut mirror = Mirror::new();
    link("judge")
        .judge()
        .open_round(judge::OpenRoundRequest { round: 1, ..Default::default() })
        .await
        .unwrap();
    assert_eq!(bid(&link("a"), 0, "P", 20).await, 1);
    server = operator.restart(server, &SERVE);
    assert_eq!(bid(&link("a"), 1, "P", 21).await, 2, "what was acknowledged is there");
    server = operator.restart(server, &SERVE);
    assert_eq!(bid(&link("b"), 0, "P", 22).await, 1);
    server = operator.restart(server, &SERVE);
    let choice = Some(judge::confirm_lots_request::Choice::All(judge::AllLots {}));
    let request = judge::ConfirmLotsRequest { round: 1, attempt: 1, choice, ..Default::default() };
    link("judge").judge().confirm_lots(request).await.unwrap();
    let mut sequences = Vec::new();
    loop {
        let Some(Ok(update)) = feed.next().await else {
            panic!("the feed heals");
        };
        let Update::Item { item, received } = update else {
            continue;
        };
        sequences.extend((item.sequence > 0).then_some(item.sequence));
        let folded = mirror.fold(&item, received).unwrap();
        if matches!(folded, Folded::Event(event) if matches!(event.fact, Fact::RoundFinalised { .. })) {
            break;
        }
    }
    let game = mirror.game().unwrap();
    assert!(matches!(game.phase(), Phase::Ready { .. }));
    let held: Vec<u64> = game.setup().team_ids().map(|team| game.team(team).unwrap().held.0).collect();
    assert_eq!(held, [60, 38]);
    let gapless: Vec<u64> = (1..).take(sequences.len()).collect();
    assert_eq!(sequences, gapless);
    drop(server);
}

/// The kill comes between the two steps of a game's start: its stream is claimed, but nothing is recorded.
#[tokio::test]
async fn claimed_game_without_records_can_still_be_started() {
    let contest = CONTEST.replace("close =", r#"starts = "by-organiser", teams = 2, close ="#);
    let operator = Operator::new(env!("CARGO_BIN_EXE_ishigaki-server"), &contest);
    let journal = SqliteJournal::open(operator.folder().join("contest.db")).unwrap();
    journal.claim(StreamId::new("g").unwrap()).await.unwrap();
    journal.close().await.unwrap();
    let server = operator.serve(&SERVE);
    let link = connect(&server.url().parse().unwrap(), &operator.token("organiser").parse().unwrap());
    let games = link.watch().list_games(watch::ListGamesRequest {}).await.unwrap().into_inner().games;
    assert_eq!(games[0].state(), watch::GameState::Waiting);
    let request =
        organiser::StartGameRequest { game: "g".into(), teams: vec!["b".into(), "a".into()], seats: 0 };
    let started = link.organiser().start_game(request).await.unwrap().into_inner().game.unwrap();
    assert_eq!(started.teams, ["b", "a"]);
}
