//! Checks of the addresses on the sheets and the servers there.

use std::collections::BTreeSet;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs, UdpSocket};
use std::time::Duration;

use ishigaki_catalogue::Argument as _;
use ishigaki_client::listing::presence;
use ishigaki_client::presence::TeamPresence;
use ishigaki_client::{Address, Kit, ServerOptions, Token, connect, examine as examine_line};
use ishigaki_engine::planned_config;
use ishigaki_proto::AGENT;
use ishigaki_scenarios::Contest;
use ishigaki_scenarios::lint::Level;
use tokio::time::timeout;

use super::{ContestPart, Examination};
use crate::folder::{Reach, reach};

const PROBE_TIMEOUT: Duration = Duration::from_secs(5);

const GAMES: usize = 200;

pub(super) async fn examine(exam: &mut Examination<'_>, contest: Option<&Contest>, is_served: bool) {
    let file = exam.folder().address_file();
    if !exam.check_readable(ContestPart::Addresses, &file) {
        return;
    }
    let addresses = match exam.folder().addresses() {
        Ok(addresses) if !addresses.is_empty() => addresses,
        _ => {
            let fix = exam.fix("doctor-fix-address", &[("folder", exam.root())]);
            let gaps = [("file", super::path(&file))];
            exam.report((ContestPart::Addresses, Level::Error), "doctor-no-address", &gaps, fix);
            return;
        }
    };
    let has_teams = contest.is_none_or(|contest| !planned_config::playing_teams(contest).is_empty());
    let mut is_here = false;
    for address in &addresses {
        is_here |= examine_address(exam, address, has_teams);
    }
    if !is_here {
        let gaps = [("addresses", exam.words.list(addresses).into())];
        let fix = exam.fix("doctor-fix-address", &[("folder", exam.root())]);
        exam.report((ContestPart::Addresses, Level::Warning), "doctor-address-not-here", &gaps, fix);
    }
    let has_answer = server(exam).await;
    if is_here && !has_answer {
        port(exam, is_served);
    }
}

fn examine_address(exam: &mut Examination<'_>, address: &str, has_teams: bool) -> bool {
    let address_gap = ("address", address.to_owned().into());
    let fix = exam.fix("doctor-fix-address", &[("folder", exam.root())]);
    match reach(address) {
        Err(fault) => {
            let gaps = [address_gap, ("why", fault.argument())];
            exam.report((ContestPart::Addresses, Level::Error), "doctor-address-bad", &gaps, fix);
        }
        Ok(Reach::Machine) if has_teams => {
            let level = (ContestPart::Addresses, Level::Warning);
            exam.report(level, "doctor-address-loopback", &[address_gap], fix);
        }
        Ok(Reach::Machine) => {}
        Ok(Reach::Network) => return examine_own_address(exam, address),
    }
    true
}

fn examine_own_address(exam: &mut Examination<'_>, address: &str) -> bool {
    let gaps = [("address", address.to_owned().into())];
    let (host, port) = address.rsplit_once(':').unwrap_or_default();
    let bare = host.trim_matches(['[', ']']);
    let fix = exam.fix("doctor-fix-address", &[("folder", exam.root())]);
    let Ok(found) = (bare, port.parse::<u16>().unwrap_or_default()).to_socket_addrs() else {
        exam.report((ContestPart::Addresses, Level::Error), "doctor-address-unknown", &gaps, fix);
        return true;
    };
    // The system lets only a machine's own addresses be bound.
    let is_here = found.map(|at| at.ip()).any(|ip| UdpSocket::bind((ip, 0)).is_ok());
    if is_here {
        exam.fine(ContestPart::Addresses, "doctor-address", &gaps);
    }
    is_here
}

fn port(exam: &mut Examination<'_>, is_served: bool) {
    let listens: SocketAddr = exam.folder().listens_at();
    if is_served {
        // The server was configured to listen elsewhere.
        let gaps = [("address", listens.to_string().into())];
        exam.report((ContestPart::Servers, Level::Warning), "doctor-served-elsewhere", &gaps, None);
        return;
    }
    if let Err(error) = TcpListener::bind(listens) {
        let gaps = [("address", listens.to_string().into()), ("why", exam.cause(error))];
        let fix = exam.fix("doctor-fix-port", &[]);
        exam.report((ContestPart::Addresses, Level::Error), "doctor-port-taken", &gaps, fix);
    }
}

/// Connects like a client with this directory's authority and board token. Returns whether a server answers.
async fn server(exam: &mut Examination<'_>) -> bool {
    let authority = exam.folder().authority();
    if !exam.check_readable(ContestPart::Certificate, &authority) {
        return false;
    }
    let Ok(address) = Kit::at(exam.folder().root()).address(ServerOptions::default()) else { return false };
    let named = || ("address", address.to_string().into());
    if let Ok(Some(error)) = timeout(PROBE_TIMEOUT, examine_line(&address)).await {
        let gaps = [named(), ("why", exam.words.message(&error).into())];
        let fix = exam.fix("doctor-fix-line", &[]);
        exam.report((ContestPart::Servers, Level::Error), "doctor-server-other", &gaps, fix);
        return true;
    }
    let Some(token) = token(exam, "board") else { return false };
    let link = connect(&address, &token);
    let mut watch = link.watch();
    let list = watch.list_games(ishigaki_proto::watch::ListGamesRequest::default());
    match timeout(PROBE_TIMEOUT, list).await {
        Ok(Ok(answer)) => {
            let program =
                answer.metadata().get("server").and_then(|name| name.to_str().ok()).map(str::to_owned);
            let games = answer.into_inner().games;
            exam.fine(ContestPart::Servers, "doctor-server", &[named(), ("games", games.len().into())]);
            version(exam, program.as_deref().unwrap_or_default());
            clients(exam, &address, games.into_iter().map(|game| game.game).collect()).await;
            true
        }
        Ok(Err(status)) if status.code() == tonic::Code::Unauthenticated => {
            let fix = exam.fix("doctor-fix-token", &[("folder", exam.root())]);
            exam.report((ContestPart::Servers, Level::Error), "doctor-server-denies", &[named()], fix);
            true
        }
        _ => {
            let fix = exam.fix("doctor-fix-serve", &[("folder", exam.root())]);
            exam.report((ContestPart::Servers, Level::Note), "doctor-server-none", &[named()], fix);
            false
        }
    }
}

fn token(exam: &mut Examination<'_>, name: &str) -> Option<Token> {
    let file = exam.folder().token(name);
    if !exam.check_readable(ContestPart::Tokens, &file) {
        return None;
    }
    let text = std::fs::read_to_string(file).map(zeroize::Zeroizing::new).ok()?;
    text.split_whitespace().last()?.parse().ok()
}

/// Checks the version of a server. For a standby's directory this is the main server.
fn version(exam: &mut Examination<'_>, server: &str) {
    if server == AGENT {
        return;
    }
    let gaps = [("server", server.to_owned().into()), ("here", AGENT.into())];
    let fix = exam.fix("doctor-fix-version", &[]);
    exam.report((ContestPart::Servers, Level::Error), "doctor-server-version", &gaps, fix);
}

fn other_version(program: &str) -> Option<&str> {
    let agent = program.split_whitespace().next()?;
    (agent.starts_with("ishigaki/") && agent != AGENT).then_some(agent)
}

/// Reports teams with a client of another version. Their own programs are ignored.
async fn clients(exam: &mut Examination<'_>, address: &Address, games: Vec<String>) {
    let Some(token) = token(exam, "judge") else { return };
    let link = connect(address, &token);
    let mut others = BTreeSet::new();
    for game in games.into_iter().take(GAMES) {
        // A waiting game has no teams yet.
        let Ok(Ok(teams)) = timeout(PROBE_TIMEOUT, presence(&link, game)).await else { continue };
        for TeamPresence { team, program, .. } in teams {
            others.extend(other_version(&program).map(|agent| format!("{team} ({agent})")));
        }
    }
    if !others.is_empty() {
        let gaps = [("teams", exam.words.list(others).into()), ("here", AGENT.into())];
        let fix = exam.fix("doctor-fix-version", &[]);
        exam.report((ContestPart::Servers, Level::Warning), "doctor-client-version", &gaps, fix);
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_engine::clock::UnixMillis;
    use ishigaki_words::{Lang, Words};

    use super::super::Options;
    use super::*;
    use crate::folder::Folder;

    #[test]
    fn other_versions_of_server_and_client_are_reported() {
        let folder = Folder::at("contest");
        let (journal, key) = (folder.journal().into(), folder.key());
        let options = Options { folder, journal, key, now: UnixMillis(0) };
        let words = Words::new(Lang::En);
        let mut exam = Examination::new(&options, &words);
        version(&mut exam, AGENT);
        assert_eq!(exam.found, []);
        version(&mut exam, "ishigaki/0.0.1");
        assert_eq!(exam.found.iter().map(|found| found.code).collect::<Vec<_>>(), ["doctor-server-version"]);
        assert_eq!(other_version("ishigaki/0.0.1 tonic/0.14.2"), Some("ishigaki/0.0.1"));
        for fine in [AGENT, &format!("{AGENT} tonic/0.14.2"), "grpc-python/1.70", ""] {
            assert_eq!(other_version(fine), None, "{fine}");
        }
    }
}
