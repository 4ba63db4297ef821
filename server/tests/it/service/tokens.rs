//! Tokens: the scope of calls, and issuing and revoking while games run.

use std::collections::BTreeSet;
use std::fs;

use ishigaki_engine::entropy::SystemEntropy;
use ishigaki_engine::token::{Error, Principal, Role, TokenStore, edit};
use ishigaki_proto::{FILE_DESCRIPTOR_SET, watch};
use prost::Message as _;
use prost_types::field_descriptor_proto::Type;
use prost_types::{DescriptorProto, FileDescriptorSet, ServiceDescriptorProto};
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::transport::Channel;
use tonic::{Code, Request, Status};
use tonic_prost::ProstCodec;

use super::fixture::{ServiceFixture, link, reason};
use super::sealings::Stream;

/// Polls of the token file: more than any change needs.
const MAX_POLLS: u32 = 1_000;

const TWO_GAMES: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }]
[[game]]
id = "g"
scenario = "tiny-2"
teams = ["a", "b"]
[[game]]
id = "h"
scenario = "tiny-2"
teams = ["b", "c"]
"#;

#[derive(Clone, PartialEq, prost::Message)]
struct Named {
    #[prost(string, tag = "1")]
    game: String,
}

fn schema() -> FileDescriptorSet {
    FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).unwrap()
}

/// Returns a service of the schema with its package.
fn service(name: &str) -> (String, ServiceDescriptorProto) {
    let found = schema().file.into_iter().find_map(|file| {
        let package = file.package().to_owned();
        file.service.into_iter().find(|service| service.name() == name).map(|service| (package, service))
    });
    found.expect("the schema has the service")
}

fn message(full_name: &str) -> DescriptorProto {
    let found = schema().file.into_iter().find_map(|file| {
        let package = format!(".{}.", file.package());
        file.message_type.into_iter().find(|message| package.clone() + message.name() == full_name)
    });
    found.expect("the schema has the message")
}

/// Calls a method by its path with this principal's token.
async fn call(fixture: &ServiceFixture, name: &str, path: &str, game: &str) -> Result<(), Status> {
    let channel = Channel::from_shared(fixture.server.address()).unwrap().connect().await.unwrap();
    let mut client = Grpc::new(channel);
    client.ready().await.unwrap();
    let mut request = Request::new(Named { game: game.into() });
    let bearer = format!("Bearer {}", fixture.server.token(name));
    request.metadata_mut().insert("authorization", bearer.parse().unwrap());
    let path: PathAndQuery = path.parse().unwrap();
    client.server_streaming(request, path, ProstCodec::<Named, ()>::default()).await.map(drop)
}

/// Collects the names of all fields of a message and its nested messages.
fn fields(message_name: &str, into: &mut BTreeSet<String>) {
    for field in message(message_name).field {
        into.insert(field.name().to_owned());
        if field.r#type() == Type::Message {
            fields(field.type_name(), into);
        }
    }
}

fn paths(name: &str) -> Vec<String> {
    let (package, service) = service(name);
    let path = |method: &str| format!("/{package}.{name}/{method}");
    service.method.iter().map(|method| path(method.name())).collect()
}

#[test]
fn team_requests_have_no_team_field() {
    let (_, service) = service("TeamService");
    assert!(!service.method.is_empty());
    for method in service.method {
        let mut names = BTreeSet::new();
        fields(method.input_type(), &mut names);
        assert!(!names.iter().any(|name| name.contains("team")), "{} takes {names:?}", method.name());
    }
}

/// The call with a stream of requests. Each request names its game.
const STREAM: &str = "/Seal";

/// Calls that name no game: lists, and events, which are public.
const PUBLIC: [&str; 3] = ["/ListGames", "/ListEvents", "/WatchEvent"];

#[tokio::test]
async fn team_calls_on_game_of_other_teams_are_rejected() {
    let fixture = ServiceFixture::with(TWO_GAMES).await;
    let paths = ["TeamService", "WatchService"].map(|name| (name, paths(name)));
    let paths = paths.iter().flat_map(|(name, paths)| paths.iter().map(move |path| (*name, path)));
    let names_game = |path: &str| !PUBLIC.iter().chain([&STREAM]).any(|call| path.ends_with(call));
    for (name, path) in paths.filter(|(_, path)| names_game(path)) {
        let (_, service) = service(name);
        let method = service.method.iter().find(|method| path.ends_with(&format!("/{}", method.name())));
        let first = &message(method.unwrap().input_type()).field[0];
        assert_eq!((first.name(), first.number()), ("game", 1), "the test names the game by it");
        let refused = call(&fixture, "a", path, "h").await.expect_err(path);
        assert_eq!(reason(&refused), "ERROR_REASON_UNKNOWN_GAME", "{path}");
    }
    let mut stream = Stream::open(&fixture.link("a")).await.unwrap();
    for sealing in Stream::sealings("h") {
        let refused = stream.seal(sealing).await.expect_err("a sealing in a game of others");
        assert_eq!(reason(&refused), "ERROR_REASON_UNKNOWN_GAME");
    }
    let listed = fixture.link("a").watch().list_games(watch::ListGamesRequest {}).await.unwrap().into_inner();
    assert_eq!(listed.games.iter().map(|game| game.game.as_str()).collect::<Vec<_>>(), ["g"]);
}

#[tokio::test]
async fn calls_of_other_roles_are_denied_to_team_and_board() {
    let fixture = ServiceFixture::open().await;
    let services =
        ["JudgeService", "OrganiserService", "EventOrganiserService", "DeskService", "RefereeService"];
    for path in services.into_iter().flat_map(paths) {
        for name in ["a", "board"] {
            // The only game is the default, and an empty message is valid for any call.
            let refused = call(&fixture, name, &path, "").await.expect_err(&path);
            assert_eq!(refused.code(), Code::PermissionDenied, "{path}: {refused:?}");
        }
    }
    for path in paths("TeamService") {
        let refused = call(&fixture, "board", &path, "").await.expect_err(&path);
        assert_eq!(refused.code(), Code::PermissionDenied, "{path}: {refused:?}");
    }
}

/// Changes the token file and lets the server poll it until `is_seen`.
pub(crate) async fn change(
    fixture: &ServiceFixture,
    how: impl FnOnce(&mut TokenStore),
    is_seen: impl AsyncFn() -> bool,
) {
    edit(&fixture.server.tokens(), |store| {
        how(store);
        Ok::<_, Error>(())
    })
    .unwrap();
    wait_until_seen(fixture, is_seen).await;
}

/// Lets the server poll the token file until `is_seen`.
pub(crate) async fn wait_until_seen(fixture: &ServiceFixture, is_seen: impl AsyncFn() -> bool) {
    for _ in 0..MAX_POLLS {
        fixture.wait(250);
        if is_seen().await {
            return;
        }
    }
    panic!("the server does not take up the token file");
}

pub(crate) async fn lists_games(fixture: &ServiceFixture, token: &str) -> Result<(), Status> {
    let link = link(&fixture.server.address(), token);
    link.watch().list_games(watch::ListGamesRequest {}).await.map(drop)
}

#[tokio::test]
async fn revoking_token_ends_its_feeds_and_rejects_its_calls() {
    let fixture = ServiceFixture::open().await;
    let token = fixture.server.token("a").to_owned();
    let watch = watch::WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() };
    let mut feeds = Vec::new();
    for _ in 0..3 {
        let mut feed = fixture.link("a").watch().watch_game(watch.clone()).await.unwrap().into_inner();
        feed.message().await.unwrap().expect("the set-up");
        feeds.push(feed);
    }
    let mut board = fixture.seat("board");
    let other = fixture.link("b");
    let is_refused = async || {
        let result =
            link(&fixture.server.address(), &token).watch().list_games(watch::ListGamesRequest {}).await;
        result.is_err_and(|refused| reason(&refused) == "ERROR_REASON_TOKEN_REVOKED")
    };
    change(&fixture, |store| drop(store.revoke("a")), is_refused).await;
    for mut feed in feeds {
        let ended = loop {
            match feed.message().await {
                // Pulses, because the clock has moved.
                Ok(Some(_)) => {}
                Ok(None) => panic!("a revoked feed says why it ends"),
                Err(ended) => break ended,
            }
        };
        assert_eq!((ended.code(), reason(&ended)), (Code::Unauthenticated, "ERROR_REASON_TOKEN_REVOKED"));
        assert_eq!(feed.message().await.unwrap_or(None), None);
    }
    other.watch().list_games(watch::ListGamesRequest {}).await.unwrap();
    fixture.seat("judge").open_round(1).await.unwrap();
    board.until("round_opened").await;
}

#[tokio::test]
async fn token_issued_while_server_runs_is_accepted() {
    let fixture = ServiceFixture::open().await;
    lists_games(&fixture, fixture.server.token("board")).await.expect("the server has started");
    let mut token = None;
    edit(&fixture.server.tokens(), |store| {
        let principal = Principal { name: "second board".into(), role: Role::Board };
        token = Some(store.issue(principal, &SystemEntropy)?);
        Ok::<_, Error>(())
    })
    .unwrap();
    let token = token.unwrap();
    wait_until_seen(&fixture, async || lists_games(&fixture, token.reveal()).await.is_ok()).await;
    // Older tokens are still valid.
    lists_games(&fixture, fixture.server.token("board")).await.unwrap();
}

#[tokio::test]
async fn damaged_token_file_is_ignored_until_fixed() {
    let fixture = ServiceFixture::open().await;
    lists_games(&fixture, fixture.server.token("board")).await.expect("the server has started");
    let file = fixture.server.tokens();
    let good = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{good}\n[[token]]\nid = ")).unwrap();
    for _ in 0..20 {
        fixture.wait(250);
        lists_games(&fixture, fixture.server.token("board")).await.unwrap();
    }
    fs::write(&file, &good).unwrap();
    let is_refused = async || lists_games(&fixture, fixture.server.token("board")).await.is_err();
    change(&fixture, |store| drop(store.revoke("board")), is_refused).await;
}

const TWO_JUDGES: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
judge = [{ id = "second", games = ["h"] }]
[[game]]
id = "g"
scenario = "tiny-2"
[[game]]
id = "h"
scenario = "tiny-2"
spare = "tiny-2"
"#;

#[tokio::test]
async fn judge_of_some_games_cannot_access_others() {
    use ishigaki_proto::{judge, organiser};
    let fixture = ServiceFixture::with(TWO_JUDGES).await;
    let (second, chief) = (fixture.link("second"), fixture.link("judge"));
    let open = |game: &str| judge::OpenRoundRequest { game: game.into(), round: 1 };
    let refused = second.judge().open_round(open("g")).await.unwrap_err();
    assert_eq!(reason(&refused), "ERROR_REASON_UNKNOWN_GAME");
    let watched = second
        .watch()
        .watch_game(watch::WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() })
        .await;
    assert_eq!(reason(&watched.map(drop).unwrap_err()), "ERROR_REASON_UNKNOWN_GAME");
    second.judge().open_round(open("")).await.expect("the only game there is for them");
    let listed =
        |games: Vec<watch::GameEntry>| -> Vec<String> { games.into_iter().map(|game| game.game).collect() };
    let own = second.watch().list_games(watch::ListGamesRequest {}).await.unwrap().into_inner().games;
    assert_eq!(listed(own), ["h", "h-spare"], "the spare of their game is theirs");
    let all = chief.watch().list_games(watch::ListGamesRequest {}).await.unwrap().into_inner().games;
    assert_eq!(listed(all), ["g", "h", "h-spare"]);
    let replace =
        |game: &str| organiser::ReplaceGameRequest { game: game.into(), reason: "a torn frame".into() };
    let refused = second.organiser().replace_game(replace("g")).await.unwrap_err();
    assert_eq!(reason(&refused), "ERROR_REASON_UNKNOWN_GAME");
    second.organiser().replace_game(replace("h")).await.unwrap();
    second.judge().open_round(open("h-spare")).await.unwrap();
    let start = organiser::StartGameRequest { game: "g".into(), ..Default::default() };
    assert_eq!(reason(&second.organiser().start_game(start).await.unwrap_err()), "ERROR_REASON_UNKNOWN_GAME");
    let servers = organiser::ListServersRequest {};
    let refused = second.organiser().list_servers(servers).await.unwrap_err();
    assert_eq!(reason(&refused), "ERROR_REASON_PERMISSION_DENIED", "whose games stand where");
    chief.organiser().list_servers(servers).await.unwrap();
}
