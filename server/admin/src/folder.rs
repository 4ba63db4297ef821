//! A contest's folder: everything a server needs and everything its organiser hands out, in one place.
//!
//! ```text
//! contest.toml  scenario files it names      what is played
//! ca.pem  ca-key.pem                         the authority that clients pin, and its key
//! server.pem  server-key.pem                 the server's certificate, and its key
//! contest.key  contest.db                    what the server signs and seals with; the journal, once it has served
//! contest.served                             the sign that it has: if the journal is gone, nothing is served
//! tokens.toml                                who gets in: hashes only
//! organiser.token  judge.token  board.token  for those who run the contest; standby.token for a second machine;
//! desk.token  referee.token                  with an event
//! organiser.join  judge.join  board.join     the line by which `judge-tui join` takes them in
//! teams/CODE/{sheet.html,ca.pem,server,token} for a team: the sheet on paper, or the folder on a stick
//! all-sheets.html                            all sheets, a page each
//! server                                     where it is, as the sheets say and clients read; a line for each of several
//! ```
//!
//! Making it again keeps all keys and tokens and adds what is missing. This room knows where things are and what is on
//! paper; what a token, a key or a certificate is, others know.

mod address;
mod provision;
mod qr;
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

use crate::served::ServedBefore;

pub use address::{AddressFault, Reach, reach};
pub use provision::{ContestSource, Error, FolderError, Provision, ProvisionReport, provision};
pub use roster::{RosterFile, RosterFileError};

/// Default port of a server.
pub const PORT: u16 = 7150;

/// A contest's folder, made or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The folder at this path.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The folder this contest file is in, if that is a contest's folder.
    pub fn around(contest: &Path) -> Option<Self> {
        let folder = Self::at(contest.parent()?);
        folder.is_outfitted().then_some(folder)
    }

    /// Returns whether it has been made.
    pub fn is_outfitted(&self) -> bool {
        self.address_file().exists() && self.tls().chain.exists()
    }

    /// Returns its path.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The contest file.
    pub fn contest(&self) -> PathBuf {
        self.root.join("contest.toml")
    }

    /// The journal.
    pub fn journal(&self) -> PathBuf {
        self.root.join("contest.db")
    }

    /// The ids of the games that were served from here, as they were last noted; none if they cannot be read.
    pub fn served_games(&self) -> BTreeSet<String> {
        let journal = Location::read(self.journal().as_os_str());
        let before = journal.map(|journal| ServedBefore::of(&journal, &self.key()));
        before.map(|before| before.games()).unwrap_or_default()
    }

    /// The key that the server signs and seals with.
    pub fn key(&self) -> PathBuf {
        self.root.join("contest.key")
    }

    /// The token file.
    pub fn tokens(&self) -> PathBuf {
        self.root.join("tokens.toml")
    }

    /// The server's certificate.
    pub fn tls(&self) -> tls::CertificateFiles {
        tls::CertificateFiles { chain: self.root.join("server.pem"), key: self.root.join("server-key.pem") }
    }

    /// The authority's certificate.
    pub fn authority(&self) -> PathBuf {
        self.root.join("ca.pem")
    }

    /// All sheets in one file.
    pub fn all_sheets(&self) -> PathBuf {
        self.root.join("all-sheets.html")
    }

    /// The token of `organiser`, `judge`, `board`, `standby` or whoever else runs the contest.
    pub fn token(&self, name: &str) -> PathBuf {
        // Whatever a name is made of, the file is in this folder.
        let name = name.replace(|sign: char| !sign.is_alphanumeric() && !"-_".contains(sign), "-");
        self.root.join(format!("{name}.token"))
    }

    /// The line by which whoever runs the contest joins.
    pub(crate) fn join_line(&self, name: &str) -> PathBuf {
        self.token(name).with_extension("join")
    }

    /// Refuses a token whose file holds another one that is good and belongs there: whoever has that would lose it. A team's
    /// computers have one file together.
    ///
    /// # Errors
    /// If it does.
    pub fn refuse_to_replace(&self, store: &TokenStore, principal: &Principal) -> Result<(), token::Error> {
        if matches!(principal.role, Role::Team { .. }) {
            return Ok(());
        }
        let path = self.token_of(principal);
        let text = fs::read_to_string(&path).map(Zeroizing::new).unwrap_or_default();
        let theirs = text.split_whitespace().last().and_then(|token| store.check(token));
        match theirs.filter(|theirs| self.token_of(theirs) == path) {
            Some(theirs) => Err(token::Error::Taken { path, name: theirs.name.clone() }),
            None => Ok(()),
        }
    }

    /// Returns what is a team's.
    pub fn team(&self, code: &str) -> PathBuf {
        self.root.join("teams").join(code)
    }

    /// The host and port that the sheets give, or give first.
    ///
    /// # Errors
    /// As [`Folder::addresses`].
    pub fn address(&self) -> io::Result<String> {
        Ok(self.addresses()?.into_iter().next().unwrap_or_default())
    }

    /// The hosts and ports that the sheets give: of one server, or of several that share the games.
    ///
    /// # Errors
    /// The file that says it cannot be read.
    pub fn addresses(&self) -> io::Result<Vec<String>> {
        let text = fs::read_to_string(self.address_file())?;
        let lines = text.split(['\n', ',']).map(|line| line.trim().trim_start_matches("https://"));
        Ok(lines.filter(|line| !line.is_empty()).map(str::to_owned).collect())
    }

    /// Returns the default address of a server of this folder: at the port that the sheets give; on this machine alone where
    /// they give its loopback, else on every address, with one of IPv6 on `[::]`, at which a system with both versions is
    /// reached by either.
    pub fn listens_at(&self) -> SocketAddr {
        listens_at(self.address().ok().as_deref())
    }

    /// The files that the contest file names, wherever they are: scenarios, an event's plan and the scenarios of that.
    /// Reads contest file and plan; what cannot be read names nothing.
    pub(crate) fn named_files(&self) -> Vec<PathBuf> {
        let named = provision::all_named(&self.contest()).unwrap_or_default();
        named.iter().map(|file| self.root.join(&file.path)).collect()
    }

    /// The plan that the contest file names for its event, if it names a file.
    pub(crate) fn plan(&self) -> Option<PathBuf> {
        Some(self.root.join(provision::plan_of(&self.contest())?))
    }

    /// Returns the files that a server is served from and that are not here, apart from the journal and its
    /// key.
    pub fn lacks(&self) -> Vec<PathBuf> {
        let tls::CertificateFiles { chain, key } = self.tls();
        let mut needed = vec![self.contest()];
        // A contest file that cannot be read names nothing; it is told when it is served.
        let named = provision::named_files(&self.contest()).unwrap_or_default();
        needed.extend(named.iter().map(|name| self.root.join(name)));
        needed.extend([chain, key]);
        needed.retain(|file| !file.exists());
        needed
    }

    /// Returns what tokens are handed out from and is not here: the authority, and the teams' tokens, or the folder of all of them.
    /// Games go on without it, but nobody gets a sheet again.
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

    /// The file that says where the servers are.
    pub(crate) fn address_file(&self) -> PathBuf {
        self.root.join("server")
    }
}

/// Returns where a server listens whose sheets say this.
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
    use super::listens_at;

    #[test]
    fn a_folder_is_served_where_its_sheets_send_the_teams() {
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
