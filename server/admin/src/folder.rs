//! A contest's directory: the files of its server, and the sheets and tokens for the organiser to hand out.
//!
//! ```text
//! contest.toml  scenario files it names      the games
//! ca.pem  ca-key.pem                         the authority that clients pin, and its key
//! server.pem  server-key.pem                 the server's certificate, and its key
//! contest.key  contest.db                    the server's signing and sealing key; the journal, once served
//! contest.served                             note about the journal: without the journal, nothing is served
//! tokens.toml                                hashes of the valid tokens
//! organiser.token  judge.token  board.token  tokens of the staff; standby.token for a second machine;
//! desk.token  referee.token                  with an event
//! organiser.join  judge.join  board.join     join lines for `judge-tui join`
//! judge.sheet.html                           the judge's sheet to print; one for each judge
//! teams/CODE/{sheet.html,ca.pem,server,token} a team's files: the sheet to print, and the directory to copy
//! all-sheets.html                            all sheets, one per page
//! server                                     the addresses on the sheets, for clients; one line per server
//! pages-server                               the address of the pages, if it is not the default one
//! pages/                                     sessions, drafts and receipts of the pages, once served
//! ```
//!
//! Creating it again keeps all keys and tokens and adds missing files. This module knows the paths and the
//! sheets; tokens, keys and certificates are made by other modules.

mod address;
mod files;
mod handout;
mod provision;
pub mod roster;
mod sheet;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};

use ishigaki_engine::token::{self, Principal, Role, TokenStore};
use ishigaki_grpc::tls;
use ishigaki_journal::Location;
use zeroize::Zeroizing;

use crate::served_note::ServedNote;

pub use address::{AddressFault, Reach, reach};
pub use files::{Error, FolderError};
pub use provision::{ContestSource, Provision, ProvisionReport, provision};
pub use roster::{InvalidRoster, RosterFile};

/// Default port of a server.
pub const PORT: u16 = 7150;

/// Default port of the pages for browsers.
pub const PAGES_PORT: u16 = 7443;

/// A contest's directory, which may not exist yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Returns the directory at this path.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Returns the contest's directory of this contest file, if it is in one.
    pub fn around(contest: &Path) -> Option<Self> {
        let folder = Self::at(contest.parent()?);
        folder.is_outfitted().then_some(folder)
    }

    /// Returns whether it has been created.
    pub fn is_outfitted(&self) -> bool {
        self.address_file().exists() && self.tls().chain.exists()
    }

    /// Returns its path.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the contest file.
    pub fn contest(&self) -> PathBuf {
        self.root.join("contest.toml")
    }

    pub fn journal(&self) -> PathBuf {
        self.root.join("contest.db")
    }

    /// Returns the ids of the games served from here, by the last note; empty if it can't be read.
    pub fn served_games(&self) -> BTreeSet<String> {
        let journal = Location::read(self.journal().as_os_str());
        let before = journal.map(|journal| ServedNote::of(&journal, &self.key()));
        before.map(|before| before.games()).unwrap_or_default()
    }

    /// Returns the key file.
    pub fn key(&self) -> PathBuf {
        self.root.join("contest.key")
    }

    /// Returns the token file.
    pub fn tokens(&self) -> PathBuf {
        self.root.join("tokens.toml")
    }

    /// Returns the server's certificate.
    pub fn tls(&self) -> tls::CertificateFiles {
        tls::CertificateFiles { chain: self.root.join("server.pem"), key: self.root.join("server-key.pem") }
    }

    /// Returns the authority's certificate.
    pub fn authority(&self) -> PathBuf {
        self.root.join("ca.pem")
    }

    /// Returns all sheets in one file.
    pub fn all_sheets(&self) -> PathBuf {
        self.root.join("all-sheets.html")
    }

    /// Returns the token file of `organiser`, `judge`, `board`, `standby` or another staff member.
    pub fn token(&self, name: &str) -> PathBuf {
        // Replaces other characters, so that the file stays in this directory.
        let name = name.replace(|sign: char| !sign.is_alphanumeric() && !"-_".contains(sign), "-");
        self.root.join(format!("{name}.token"))
    }

    pub(crate) fn judge_sheet(&self, name: &str) -> PathBuf {
        self.token(name).with_extension("sheet.html")
    }

    /// The path of the sheet of an event's staff member.
    pub(crate) fn staff_sheet(&self, name: &str) -> PathBuf {
        self.token(name).with_extension("staff.html")
    }

    pub(crate) fn join_line(&self, name: &str) -> PathBuf {
        self.token(name).with_extension("join")
    }

    /// Rejects a token if its file has another holder's valid one, which would be lost. A team's computers
    /// share one file.
    pub fn refuse_to_replace(&self, store: &TokenStore, principal: &Principal) -> Result<(), token::Error> {
        if matches!(principal.role, Role::Team { .. }) {
            return Ok(());
        }
        let path = self.token_of(principal);
        let text = fs::read_to_string(&path).map(Zeroizing::new).unwrap_or_default();
        let owner = text.split_whitespace().last().and_then(|token| store.check(token));
        match owner.filter(|owner| self.token_of(owner) == path) {
            Some(owner) => Err(token::Error::Taken { path, name: owner.name.clone() }),
            None => Ok(()),
        }
    }

    /// Returns a team's directory.
    pub fn team(&self, code: &str) -> PathBuf {
        self.root.join("teams").join(code)
    }

    /// Returns the first host and port on the sheets.
    pub fn address(&self) -> io::Result<String> {
        Ok(self.addresses()?.into_iter().next().unwrap_or_default())
    }

    /// Returns the hosts and ports on the sheets, of one or several servers.
    pub fn addresses(&self) -> io::Result<Vec<String>> {
        let text = fs::read_to_string(self.address_file())?;
        let lines = text.split(['\n', ',']).map(|line| line.trim().trim_start_matches("https://"));
        Ok(lines.filter(|line| !line.is_empty()).map(str::to_owned).collect())
    }

    /// Returns the host and port of the pages on the sheets: by default the first server's host.
    pub fn pages_address(&self) -> io::Result<String> {
        match self.own_pages_address() {
            Some(own) => Ok(own),
            None => Ok(default_pages_address(&self.address()?)),
        }
    }

    /// The address of the pages, if it is not the default one.
    fn own_pages_address(&self) -> Option<String> {
        let text = fs::read_to_string(self.pages_address_file()).ok()?;
        let address = text.trim().trim_start_matches("https://");
        (!address.is_empty()).then(|| address.to_owned())
    }

    /// Returns the default listening address: the port of the sheets, on loopback if they have it, otherwise
    /// on all addresses, for IPv6 `[::]`, which on dual-stack systems covers both versions.
    pub fn listens_at(&self) -> SocketAddr {
        listens_at(self.address().ok().as_deref())
    }

    /// The files named by the contest file, wherever they are: scenarios, an event's plan and its scenarios.
    /// Unreadable files name nothing.
    pub(crate) fn named_files(&self) -> Vec<PathBuf> {
        let named = provision::all_named(&self.contest()).unwrap_or_default();
        named.iter().map(|file| self.root.join(&file.path)).collect()
    }

    /// The plan files that the contest file names.
    pub(crate) fn plans(&self) -> Vec<PathBuf> {
        provision::plans_of(&self.contest()).into_iter().map(|plan| self.root.join(plan)).collect()
    }

    /// Returns missing files that a server needs, except the journal and its key.
    pub fn lacks(&self) -> Vec<PathBuf> {
        let tls::CertificateFiles { chain, key } = self.tls();
        let mut needed = vec![self.contest()];
        // An unreadable contest file is reported when it is served.
        let named = provision::named_files(&self.contest()).unwrap_or_default();
        needed.extend(named.iter().map(|name| self.root.join(name)));
        needed.extend([chain, key]);
        needed.retain(|file| !file.exists());
        needed
    }

    /// Returns missing files for handing out tokens: the authority, and the teams' tokens or their directory.
    /// Games continue without them, but sheets can't be made.
    pub fn lacks_to_hand_out(&self) -> Vec<PathBuf> {
        let mut needed = vec![self.authority(), self.authority_key()];
        let teams = self.root.join("teams");
        if teams.exists() {
            let codes = provision::named_teams(&self.contest()).unwrap_or_default();
            needed.extend(codes.iter().map(|code| self.team(code).join("token")));
        } else {
            needed.push(teams);
        }
        needed.retain(|file| !file.exists());
        needed
    }

    pub(crate) fn authority_key(&self) -> PathBuf {
        self.root.join("ca-key.pem")
    }

    pub(crate) fn address_file(&self) -> PathBuf {
        self.root.join("server")
    }

    pub(crate) fn pages_address_file(&self) -> PathBuf {
        self.root.join("pages-server")
    }
}

/// The default address of the pages for servers at these addresses, separated by commas.
fn default_pages_address(servers: &str) -> String {
    let first = servers.split(',').next().unwrap_or_default();
    let host = first.rsplit_once(':').map_or(first, |(host, _)| host);
    format!("{}:{PAGES_PORT}", host.trim())
}

fn listens_at(sheets: Option<&str>) -> SocketAddr {
    let (host, port) = sheets.and_then(|address| address.rsplit_once(':')).unwrap_or_default();
    let port = port.parse().unwrap_or(PORT);
    let is_ipv6 = host.starts_with('[');
    let ip = match host.trim_matches(['[', ']']).parse::<IpAddr>() {
        Ok(ip) if ip.is_loopback() => ip,
        Err(_) if host.eq_ignore_ascii_case("localhost") => Ipv4Addr::LOCALHOST.into(),
        _ if is_ipv6 => Ipv6Addr::UNSPECIFIED.into(),
        _ => Ipv4Addr::UNSPECIFIED.into(),
    };
    SocketAddr::from((ip, port))
}

#[cfg(test)]
mod tests {
    use super::{default_pages_address, listens_at};

    #[test]
    fn pages_are_on_the_first_servers_host() {
        assert_eq!(default_pages_address("192.168.0.10:7150,192.168.0.11:7150"), "192.168.0.10:7443");
        assert_eq!(default_pages_address("[fd00::10]:7150"), "[fd00::10]:7443");
    }

    #[test]
    fn listen_address_follows_address_on_sheets() {
        let at = |sheets| listens_at(sheets).to_string();
        assert_eq!(at(Some("192.168.0.10:7151")), "0.0.0.0:7151");
        assert_eq!(at(Some("server.example:7151")), "0.0.0.0:7151");
        assert_eq!(at(Some("[fd00::10]:7151")), "[::]:7151");
        assert_eq!(at(None), "0.0.0.0:7150");
        assert_eq!(at(Some("127.0.0.1:7151")), "127.0.0.1:7151");
        assert_eq!(at(Some("127.1.2.3:7151")), "127.1.2.3:7151");
        assert_eq!(at(Some("localhost:7151")), "127.0.0.1:7151");
        assert_eq!(at(Some("[::1]:7151")), "[::1]:7151");
    }
}
