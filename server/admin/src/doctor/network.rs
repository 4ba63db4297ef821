//! The examination of the addresses on the sheets, and of the servers that answer there.

use std::collections::BTreeSet;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs, UdpSocket};
use std::time::Duration;

use ishigaki_catalogue::Argument as _;
use ishigaki_client::listing::presence;
use ishigaki_client::presence::TeamPresence;
use ishigaki_client::{Address, Kit, ServerOptions, Token, connect, examine as examine_line};
use ishigaki_proto::AGENT;
use ishigaki_scenarios::Contest;
use ishigaki_scenarios::lint::Level;
use tokio::time::timeout;

use super::{ContestPart, Examination};
use crate::folder::{Reach, reach};

/// Longest time that a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Number of games whose teams are asked for.
const GAMES: usize = 200;

pub(super) async fn examine(exam: &mut Examination<'_>, contest: Option<&Contest>, is_served: bool) {
    let file = exam.folder().address_file();
    if !exam.check_readable(ContestPart::Addresses, &file) {
        return;
    }
    let addresses = match exam.folder().addresses() {
        Ok(addresses) if !addresses.is_empty() => addresses,
        _ => {
            let mend = exam.mend("doctor-mend-address", &[("folder", exam.root())]);
            let gaps = [("file", super::path(&file))];
            exam.tell((ContestPart::Addresses, Level::Error), "doctor-no-address", &gaps, mend);
            return;
        }
    };
    let has_teams = contest.is_none_or(|contest| !contest.teams.is_empty());
    let mut is_here = false;
    for address in &addresses {
        is_here |= told(exam, address, has_teams);
    }
    if !is_here {
        let gaps = [("addresses", exam.words.list(addresses).into())];
        let mend = exam.mend("doctor-mend-address", &[("folder", exam.root())]);
        exam.tell((ContestPart::Addresses, Level::Warning), "doctor-address-not-here", &gaps, mend);
    }
    let has_answer = server(exam).await;
    if is_here && !has_answer {
        port(exam, is_served);
    }
}

/// One address as the sheets give it; whether it is this machine's, or may be.
fn told(exam: &mut Examination<'_>, address: &str, has_teams: bool) -> bool {
    let address_gap = ("address", address.to_owned().into());
    let mend = exam.mend("doctor-mend-address", &[("folder", exam.root())]);
    match reach(address) {
        Err(fault) => {
            let gaps = [address_gap, ("why", fault.argument())];
            exam.tell((ContestPart::Addresses, Level::Error), "doctor-address-bad", &gaps, mend);
        }
        Ok(Reach::Machine) if has_teams => {
            let level = (ContestPart::Addresses, Level::Warning);
            exam.tell(level, "doctor-address-loopback", &[address_gap], mend);
        }
        Ok(Reach::Machine) => {}
        Ok(Reach::Network) => return examine_own_address(exam, address),
    }
    true
}

/// Checks whether an address of a network is this machine's, or may be.
fn examine_own_address(exam: &mut Examination<'_>, address: &str) -> bool {
    let gaps = [("address", address.to_owned().into())];
    let (host, port) = address.rsplit_once(':').unwrap_or_default();
    let bare = host.trim_matches(['[', ']']);
    let mend = exam.mend("doctor-mend-address", &[("folder", exam.root())]);
    let Ok(found) = (bare, port.parse::<u16>().unwrap_or_default()).to_socket_addrs() else {
        exam.tell((ContestPart::Addresses, Level::Error), "doctor-address-unknown", &gaps, mend);
        return true;
    };
    // The system lets nobody have another machine's address.
    let is_here = found.map(|at| at.ip()).any(|ip| UdpSocket::bind((ip, 0)).is_ok());
    if is_here {
        exam.fine(ContestPart::Addresses, "doctor-address", &gaps);
    }
    is_here
}

/// Returns whether a server could listen where it would.
fn port(exam: &mut Examination<'_>, is_served: bool) {
    let listens: SocketAddr = exam.folder().listens_at();
    if is_served {
        // One that was told to listen elsewhere.
        let gaps = [("address", listens.to_string().into())];
        exam.tell((ContestPart::Servers, Level::Warning), "doctor-served-elsewhere", &gaps, None);
        return;
    }
    if let Err(error) = TcpListener::bind(listens) {
        let gaps = [("address", listens.to_string().into()), ("why", exam.why(error))];
        let mend = exam.mend("doctor-mend-port", &[]);
        exam.tell((ContestPart::Addresses, Level::Error), "doctor-port-taken", &gaps, mend);
    }
}

/// The server, as a client meets it that has this folder's authority and its board's token; whether one answers.
async fn server(exam: &mut Examination<'_>) -> bool {
    let authority = exam.folder().authority();
    if !exam.check_readable(ContestPart::Certificate, &authority) {
        return false;
    }
    let Ok(address) = Kit::at(exam.folder().root()).address(ServerOptions::default()) else { return false };
    let named = || ("address", address.to_string().into());
    if let Ok(Some(error)) = timeout(PATIENCE, examine_line(&address)).await {
        let gaps = [named(), ("why", exam.words.message(&error).into())];
        let mend = exam.mend("doctor-mend-line", &[]);
        exam.tell((ContestPart::Servers, Level::Error), "doctor-server-other", &gaps, mend);
        return true;
    }
    let Some(token) = token(exam, "board") else { return false };
    let link = connect(&address, &token);
    let mut watch = link.watch();
    let asked = watch.list_games(ishigaki_proto::watch::ListGamesRequest::default());
    match timeout(PATIENCE, asked).await {
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
            let mend = exam.mend("doctor-mend-token", &[("folder", exam.root())]);
            exam.tell((ContestPart::Servers, Level::Error), "doctor-server-denies", &[named()], mend);
            true
        }
        _ => {
            let mend = exam.mend("doctor-mend-serve", &[("folder", exam.root())]);
            exam.tell((ContestPart::Servers, Level::Note), "doctor-server-none", &[named()], mend);
            false
        }
    }
}

/// A token of those who run the contest, from its file.
fn token(exam: &mut Examination<'_>, name: &str) -> Option<Token> {
    let file = exam.folder().token(name);
    if !exam.check_readable(ContestPart::Tokens, &file) {
        return None;
    }
    let text = std::fs::read_to_string(file).map(zeroize::Zeroizing::new).ok()?;
    text.split_whitespace().last()?.parse().ok()
}

/// Examines whether the server, or the one whose standby this folder is, is of this program's version.
fn version(exam: &mut Examination<'_>, server: &str) {
    if server == AGENT {
        return;
    }
    let gaps = [("server", server.to_owned().into()), ("here", AGENT.into())];
    let mend = exam.mend("doctor-mend-version", &[]);
    exam.tell((ContestPart::Servers, Level::Error), "doctor-server-version", &gaps, mend);
}

/// The name of a program of this project that has another version than this one.
fn other_version(program: &str) -> Option<&str> {
    let agent = program.split_whitespace().next()?;
    (agent.starts_with("ishigaki/") && agent != AGENT).then_some(agent)
}

/// Teams whose program is of another version than this one. A program of their own is theirs.
async fn clients(exam: &mut Examination<'_>, address: &Address, games: Vec<String>) {
    let Some(token) = token(exam, "judge") else { return };
    let link = connect(address, &token);
    let mut others = BTreeSet::new();
    for game in games.into_iter().take(GAMES) {
        // One that waits has no teams yet.
        let Ok(Ok(teams)) = timeout(PATIENCE, presence(&link, game)).await else { continue };
        for TeamPresence { team, program, .. } in teams {
            others.extend(other_version(&program).map(|agent| format!("{team} ({agent})")));
        }
    }
    if !others.is_empty() {
        let gaps = [("teams", exam.words.list(others).into()), ("here", AGENT.into())];
        let mend = exam.mend("doctor-mend-version", &[]);
        exam.tell((ContestPart::Servers, Level::Warning), "doctor-client-version", &gaps, mend);
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
    fn a_server_and_a_client_of_another_version_are_told_and_a_foreign_program_is_not() {
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
