//! The real server with a contest directory: TLS, tokens that change at run time, and clients that learn the cause
//! of an error.
#![expect(clippy::unwrap_used, reason = "test set-up that fails is a failed test")]

use std::fs;
use std::path::{Path, PathBuf};

use ishigaki_client::{
    Address, Authority, ConnectionError, Invitation, JoinError, Link, Pin, ServerUrl, Token, code, connect,
    examine, join,
};
use ishigaki_engine::clock::{Clock as _, SystemClock, UnixMillis};
use ishigaki_grpc::certificate::{self, CertifiedKey};
use ishigaki_proto::{judge, team, watch, wire};
use ishigaki_testkit::{Operator, Program};

const CONTEST: &str = r#"
team = [{ id = "a", name = "津山高専" }, { id = "b", name = "Team B" }]
game = [{ id = "g", scenario = "tiny-2", close = "all-sealed" }]
"#;

const DAY: u64 = 24 * 60 * 60 * 1_000;

fn provisioned() -> Operator {
    Operator::new(env!("CARGO_BIN_EXE_ishigaki-server"), CONTEST)
}

fn trusted(operator: &Operator) -> Authority {
    Authority::read(operator.read("ca.pem").as_bytes()).unwrap()
}

fn address(server: &Program, authority: Option<Authority>) -> Address {
    server.url().parse::<ServerUrl>().unwrap().address(authority, false).unwrap()
}

fn link_to(operator: &Operator, server: &Program, name: &str) -> Link {
    connect(&address(server, Some(trusted(operator))), &operator.token(name).parse().unwrap())
}

/// Starts a server with this certificate of the operator's authority.
fn serve_with(operator: &Operator, made: &CertifiedKey) -> Program {
    fs::write(operator.folder().join("server.pem"), &made.chain).unwrap();
    // Writing keeps the file's permissions.
    fs::write(operator.folder().join("server-key.pem"), made.key.as_bytes()).unwrap();
    operator.serve_folder()
}

fn authority_of(operator: &Operator) -> certificate::CertificateIssuer {
    certificate::CertificateIssuer::read(&operator.read("ca.pem"), &operator.read("ca-key.pem")).unwrap()
}

fn now() -> UnixMillis {
    SystemClock::new().time_of_day()
}

async fn bid(link: &Link, bids: Vec<wire::Bid>) {
    let list = team::SubmitBidsRequest { round: 1, bids, ..Default::default() };
    link.team().submit_bids(list).await.unwrap();
}

#[tokio::test]
async fn round_runs_over_tls_without_secrets_in_log() {
    let operator = provisioned();
    let server = operator.serve_folder();
    assert!(server.url().starts_with("https://127.0.0.1:"), "{}", server.url());
    let link = |name| link_to(&operator, &server, name);
    let open = judge::OpenRoundRequest { round: 1, ..Default::default() };
    link("judge").judge().open_round(open).await.unwrap();
    bid(&link("a"), vec![wire::Bid { lot: "P".into(), price: 20 }]).await;
    bid(&link("b"), vec![]).await;
    let choice = Some(judge::confirm_lots_request::Choice::All(judge::AllLots {}));
    let confirm = judge::ConfirmLotsRequest { round: 1, attempt: 1, choice, ..Default::default() };
    link("judge").judge().confirm_lots(confirm).await.unwrap();
    let log = operator.log();
    for secret in [operator.token("a"), operator.read("server-key.pem"), operator.read("ca-key.pem")] {
        let line = secret.lines().max_by_key(|line| line.len()).unwrap();
        assert!(!log.contains(line), "a secret in the log");
    }
}

/// Returns the name of team a's token according to the server at this address.
async fn name_at(operator: &Operator, place: &str) -> String {
    let url: ServerUrl = format!("https://{place}").parse().unwrap();
    let address = url.address(Some(trusted(operator)), false).unwrap();
    let link = connect(&address, &operator.token("a").parse().unwrap());
    link.watch().list_games(watch::ListGamesRequest {}).await.unwrap().into_inner().team
}

#[tokio::test]
async fn ipv6_server_can_be_called_and_joined() {
    let operator = provisioned();
    let server = operator.serve_at("[::1]:0", &["--folder", "day"]);
    assert!(server.url().starts_with("https://[::1]:"), "{}", server.url());
    assert_eq!(name_at(&operator, &server.address().to_string()).await, "a");
    let url: ServerUrl = server.url().parse().unwrap();
    let joined = join(&url, &trusted(&operator).fingerprint().into()).await.unwrap();
    assert_eq!(joined.fingerprint(), trusted(&operator).fingerprint());
}

#[tokio::test]
async fn server_at_all_ipv6_addresses_is_reached_by_both_versions() {
    let operator = provisioned();
    let server = operator.serve_at("[::]:0", &["--folder", "day"]);
    let port = server.address().port();
    assert_eq!(name_at(&operator, &format!("[::1]:{port}")).await, "a");
    // Some systems keep IPv6 and IPv4 apart.
    let only = fs::read_to_string("/proc/sys/net/ipv6/bindv6only").unwrap_or_default();
    if only.trim() == "0" {
        assert_eq!(name_at(&operator, &format!("127.0.0.1:{port}")).await, "a");
    }
}

#[test]
fn sheets_carry_an_address_of_ipv6() {
    let operator = provisioned();
    operator.done(&["init", "--out", "day", "--address", "[fd00::10]:7150", "--force"]);
    assert!(operator.read("teams/a/sheet.html").contains("[fd00::10]:7150"));
    assert!(operator.read("teams/a/server").parse::<ServerUrl>().is_ok());
    operator.refused(&["init", "--out", "day", "--address", "fd00::10:7150", "--force"]);
}

#[tokio::test]
async fn team_sheet_is_enough_to_join_server() {
    let operator = provisioned();
    let server = operator.serve(&["--contest", "day/contest.toml"]);
    let sheet = operator.read("teams/a/sheet.html");
    let named = |what: &str| {
        let (_, behind) = sheet.split_once(&format!("{what}</span>")).unwrap();
        let (_, value) = behind.split_once("<dd").unwrap();
        value.split(['<', '>']).nth(1).unwrap().to_owned()
    };
    let pin: Pin = named("Server code").to_lowercase().parse().unwrap();
    let url: ServerUrl = server.url().parse().unwrap();
    let authority = join(&url, &pin).await.unwrap();
    let fingerprint = authority.fingerprint();
    assert_eq!(fingerprint, trusted(&operator).fingerprint());
    let token: Token = code::token(&named("Token code")).unwrap();
    assert_eq!(token, operator.token("a").parse().unwrap());
    let judge: Invitation = operator.read("judge.join").parse().unwrap();
    assert!(judge.pin.is_of(&fingerprint));
    assert_eq!(judge.token, Some(operator.token("judge").parse().unwrap()));
    let games = connect(&url.address(Some(authority), false).unwrap(), &token)
        .watch()
        .list_games(watch::ListGamesRequest {})
        .await;
    assert_eq!(games.unwrap().into_inner().team, "a");
    let other = trusted(&provisioned()).fingerprint();
    let refused = join(&url, &other.into()).await.unwrap_err();
    assert!(matches!(refused, JoinError::Other { found } if found == fingerprint), "{refused:?}");
}

#[tokio::test]
async fn connection_errors_distinguish_wrong_certificates() {
    let operator = provisioned();
    let (authority, own) = (authority_of(&operator), Some(trusted(&operator)));
    let token: Token = operator.token("a").parse().unwrap();
    let season = |from: u64, to: u64| UnixMillis(from)..UnixMillis(to);
    let today = now().0;
    let name = ishigaki_proto::SERVER_NAME;
    let cases = [
        (authority.certify_for(&[name], &season(today - 2 * DAY, today - DAY)), ConnectionError::Expired),
        (authority.certify_for(&[name], &season(today + DAY, today + 2 * DAY)), ConnectionError::NotYet),
        (
            authority.certify_for(&["127.0.0.1"], &season(today - DAY, today + DAY)),
            ConnectionError::WrongName,
        ),
    ];
    for (made, expected) in cases {
        let server = serve_with(&operator, &made.unwrap());
        let address = address(&server, own.clone());
        assert_eq!(examine(&address).await, Some(expected));
        let call = connect(&address, &token).watch().list_games(watch::ListGamesRequest {}).await;
        assert_eq!(call.unwrap_err().code(), tonic::Code::Unavailable, "{expected:?}");
        let log = operator.log();
        assert!(log.contains("clients reject this certificate"), "{log}");
    }
    let server = serve_with(&operator, &authority.certify("localhost", now()).unwrap());
    assert_eq!(examine(&address(&server, own.clone())).await, None);
    assert_eq!(
        examine(&address(&server, Some(trusted(&provisioned())))).await,
        Some(ConnectionError::WrongAuthority)
    );
    let plain = server.url().replace("https", "http").parse().unwrap();
    assert_eq!(examine(&plain).await, Some(ConnectionError::EncryptedServer));
    let call = connect(&plain, &token).watch().list_games(watch::ListGamesRequest {}).await;
    // The code of a broken connection varies. Clients then diagnose the connection.
    let code = call.unwrap_err().code();
    assert!(
        [tonic::Code::Internal, tonic::Code::Unknown, tonic::Code::Unavailable].contains(&code),
        "{code:?}"
    );
    drop(server);
    let server = operator.serve(&["--folder", "day", "--plaintext"]);
    assert!(server.url().starts_with("http://"), "{}", server.url());
    let encrypted: ServerUrl = server.url().replace("http", "https").parse().unwrap();
    assert_eq!(examine(&encrypted.address(own, false).unwrap()).await, Some(ConnectionError::PlainServer));
    assert_eq!(examine(&address(&server, None)).await, None);
}

#[test]
fn server_without_certificate_listens_locally_only() {
    let operator = provisioned();
    fs::write(operator.home().join("tokens.toml"), "").unwrap();
    let refused = operator.refused(&["serve", "--contest", "contest.toml", "--listen", "0.0.0.0:0"]);
    assert!(refused.contains("ishigaki-server init") && refused.contains("--plaintext"), "{refused}");
    let server = operator.serve(&["--contest", "contest.toml"]);
    assert!(server.url().starts_with("http://127.0.0.1:"), "{}", server.url());
}

fn everything(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push((path.clone(), fs::read(path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn folder_made_again_keeps_files_and_adds_missing_ones() {
    let operator = provisioned();
    let before = everything(&operator.folder());
    operator.done(&["init", "--out", "day"]);
    assert_eq!(everything(&operator.folder()), before);
    let more = CONTEST.replace("team = [", "team = [{ id = \"c\", name = \"C\" }, ");
    let more = more.replace("game = [{ id = \"g\"", "game = [{ id = \"g\", teams = [\"a\", \"b\"]");
    fs::write(operator.home().join("contest.toml"), &more).unwrap();
    let differs = operator.refused(&["init", "--contest", "contest.toml", "--out", "day"]);
    assert!(differs.contains("--force"), "{differs}");
    assert_eq!(everything(&operator.folder()), before, "a refusal changes nothing");
    let made = operator.done(&["init", "--contest", "contest.toml", "--out", "day", "--force"]);
    assert!(made.contains(": c."), "{made}");
    let after = everything(&operator.folder());
    for (path, text) in &before {
        let name = path.file_name().unwrap().to_str().unwrap();
        let may_change = ["contest.toml", "tokens.toml", "all-sheets.html"].contains(&name);
        assert!(may_change || after.contains(&(path.clone(), text.clone())), "{name} has changed");
    }
    let code = code::of_token(&operator.token("c")).unwrap();
    assert!(operator.read("teams/c/sheet.html").contains(&code));
    assert_eq!(operator.read("all-sheets.html").matches("<article>").count(), 3);
    let moved = operator.refused(&["init", "--out", "day", "--address", "10.0.0.1:1"]);
    assert!(moved.contains("day/server has other content"), "{moved}");
    operator.done(&["init", "--out", "day", "--address", "10.0.0.1:1", "--force"]);
    let sheet = operator.read("teams/a/sheet.html");
    assert!(sheet.contains("10.0.0.1:1") && sheet.contains("https://10.0.0.1:7443"), "{sheet}");
    operator.done(&["init", "--out", "day", "--pages-address", "hall.example:443"]);
    operator.refused(&["init", "--out", "day", "--pages-address", "hall.example:444"]);
    for sheet in ["teams/a/sheet.html", "judge.sheet.html"] {
        assert!(operator.read(sheet).contains("https://hall.example:443<"), "{sheet}");
    }
    operator.done(&["init", "--out", "day"]);
    assert!(operator.read("teams/b/sheet.html").contains("https://hall.example:443<"));
    assert_eq!(operator.read("teams/a/token"), String::from_utf8(text_of(&before, "a/token")).unwrap());
    for bad in ["nohost", ":7150", "::1:7150", "a/b:1", "a:0", "0.0.0.0:7150", "[::]:7150"] {
        let refused = operator.refused(&["init", "--out", "day", "--force", "--address", bad]);
        assert!(refused.contains("teams can't reach the server"), "{bad}: {refused}");
    }
    fs::create_dir(operator.home().join("home")).unwrap();
    fs::write(operator.home().join("home/letter"), "").unwrap();
    let foreign =
        operator.refused(&["init", "--contest", "contest.toml", "--address", "a:1", "--out", "home"]);
    assert!(foreign.contains("neither empty"), "{foreign}");
}

fn text_of(files: &[(PathBuf, Vec<u8>)], end: &str) -> Vec<u8> {
    files.iter().find(|(path, _)| path.ends_with(end)).unwrap().1.clone()
}

#[cfg(unix)]
#[test]
fn secret_files_are_readable_by_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let operator = provisioned();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&operator.folder()), 0o700);
    for (path, text) in everything(&operator.folder()) {
        let text = String::from_utf8(text).unwrap();
        let is_secret = ["PRIVATE KEY", "ishi.", "ISHIGAKI:", "sheet", "signing = "]
            .iter()
            .any(|sign| text.contains(sign));
        assert!(!is_secret || mode(&path) == 0o600, "{}: {:o}", path.display(), mode(&path));
    }
    let tokens = operator.read("tokens.toml");
    assert!(!tokens.contains("ishi."), "hashes only");
}
