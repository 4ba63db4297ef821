//! The provisioning of a contest's folder: makes it, or what is missing of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use ishigaki_catalogue::Message;
use ishigaki_client::Invitation;
use ishigaki_engine::clock::UnixMillis;
use ishigaki_engine::entropy::Entropy;
use ishigaki_engine::key::{self, ServerKey};
use ishigaki_engine::planned_config;
use ishigaki_engine::private_file;
use ishigaki_engine::token::{self, Principal, Role, Token, edit};
use ishigaki_grpc::certificate::{self, CertificateIssuer};
use ishigaki_grpc::tls;
use ishigaki_scenarios::{Contest, read_bytes, read_text};
use ishigaki_words::Lang;
use zeroize::Zeroizing;

use super::address::{AddressFault, host, reach};
use super::sheet::{self, Sheet};
use super::{Folder, RosterFile, RosterFileError};

/// Contents that a folder is provisioned with.
#[derive(Clone, Debug)]
pub struct Provision {
    /// Contest of the folder.
    pub contest: ContestSource,
    /// The host and port that clients dial, or those of several servers with commas; without it, what the sheets say already.
    pub address: Option<String>,
    /// The language that sheets begin with.
    pub first: Lang,
    /// Replace a contest file and an address that are others. Keys and tokens stay all the same.
    pub force: bool,
}

/// Source of a folder's contest file.
#[derive(Clone, Debug)]
pub enum ContestSource {
    /// It is in the folder already.
    Folder,
    File(PathBuf),
    /// It is written for an event with this roster.
    Roster(RosterFile),
}

/// Report of what a provisioning has made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProvisionReport {
    /// Those who have got a token now.
    pub issued: Vec<String>,
    /// Those who had tokens that are not in the folder: what they hold is good, but there is no sheet of it.
    pub without_file: Vec<String>,
    /// Whether there was an authority.
    pub is_new: bool,
    /// Whether the server has got a certificate.
    pub is_certified: bool,
    /// Whether something that may have been handed out says something else now: another address.
    pub is_renewed: bool,
}

/// Error of making a folder.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The contest file is wrong.
    #[error(transparent)]
    Contest(#[from] ishigaki_scenarios::Error),
    /// The folder is not as it has to be, or what is asked for does not do.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The spreadsheet is no roster.
    #[error(transparent)]
    Roster(#[from] RosterFileError),
    /// The event that is asked for cannot be held.
    #[error(transparent)]
    Event(#[from] planned_config::Error),
    /// There is no certificate.
    #[error(transparent)]
    Certificate(#[from] certificate::Error),
    /// The server's key is none, or gone.
    #[error(transparent)]
    Key(#[from] key::Error),
    /// Tokens cannot be made or written down.
    #[error(transparent)]
    Token(#[from] token::Error),
}

/// Error of a folder, or of what is asked for.
#[derive(Debug, thiserror::Error, Message)]
#[message("folder")]
pub enum FolderError {
    /// Something else is in the folder.
    NotOurs(#[message("path")] PathBuf),
    /// Something there is another than what is to be written.
    Differs(#[message("path")] PathBuf),
    /// Nobody has said which contest or which address.
    Missing(#[message("option")] &'static str),
    /// The address leads no team's laptop to the server.
    BadAddress { address: String, fault: AddressFault },
    /// A file that the contest file names is outside its folder.
    Outside {
        contest: PathBuf,
        /// Field that names it.
        field: &'static str,
        /// Path as it stands there.
        name: PathBuf,
    },
    /// A file that the contest file names has the name of one that is made here.
    Reserved {
        contest: PathBuf,
        /// Field that names it.
        field: &'static str,
        /// Path as it stands there.
        name: PathBuf,
    },
    /// Half of a pair of files is gone.
    Halved {
        /// The file that is there.
        here: PathBuf,
        /// The one that is not.
        gone: PathBuf,
    },
    /// A file cannot be written.
    #[message("fail-unwritten")]
    File {
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// A file cannot be read.
    #[message("fail-unread")]
    Unread {
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
}

/// Makes a contest's folder, or what is missing of it. What is there stays: keys, tokens and certificates are never
/// replaced, but a server's certificate that clients would not take any more, or for less than thirty days.
///
/// # Errors
/// [`Error::Contest`], [`Error::Roster`] or [`Error::Event`] with what is wrong with the contest; [`FolderError::Missing`],
/// [`FolderError::BadAddress`] or [`FolderError::Differs`] with what is asked for; [`FolderError::Outside`] or [`FolderError::Reserved`] with a file that
/// cannot be copied; [`FolderError::NotOurs`] or [`FolderError::Halved`] with
/// what is in the folder; the others if a file, key, certificate or token cannot be read or made.
pub fn provision(
    folder: &Folder,
    provision: &Provision,
    now: UnixMillis,
    entropy: &dyn Entropy,
) -> Result<ProvisionReport, Error> {
    let (contest, copies) = contest(folder, &provision.contest)?;
    let address = address(folder, provision)?;
    begin(folder)?;
    let mut report = ProvisionReport::default();
    put(copies, provision.force)?;
    let authority = authority(folder, now, &mut report)?;
    certify(folder, &authority, &address, now, &mut report)?;
    let key = signer(folder, entropy)?;
    let team = |code: &String| Principal { name: code.clone(), role: Role::Team { team: code.clone() } };
    let staff = [
        ("organiser", Role::Organiser),
        ("judge", Role::Judge),
        ("board", Role::Board),
        ("standby", Role::Standby),
    ];
    let of_event = [("desk", Role::Desk), ("referee", Role::Referee)];
    let of_event = of_event.into_iter().filter(|_| contest.event.is_some());
    let staff = staff.into_iter().chain(of_event);
    let staff = staff.map(|(name, role)| Principal { name: name.into(), role });
    let teams = contest.teams.iter().map(|spec| team(&spec.code));
    let judges = contest.judges.iter().map(Principal::judge);
    for principal in staff.chain(judges).chain(teams) {
        provide(folder, principal, entropy, &mut report)?;
    }
    write(&folder.address_file(), address_lines(&address).as_bytes())?;
    let sheets =
        SheetWriter { folder, contest: &contest, address: &address, authority: &authority, key: &key };
    report.is_renewed = sheets.write_sheets(provision.first)?;
    Ok(report)
}

impl Folder {
    /// Puts a token where its owner's things are, in place of the one that is there, and writes the sheets anew.
    ///
    /// # Errors
    /// [`FolderError::File`] of a file that cannot be read or written; [`Error::Contest`], [`Error::Certificate`] or
    /// [`Error::Key`] if contest file, authority or server's key are not what they should be.
    pub fn hand_out(&self, principal: &Principal, token: &Token, first: Lang) -> Result<(), Error> {
        let path = self.token_of(principal);
        if let Some(things) = path.parent() {
            // A folder of which only the most important was brought over has none for its teams.
            make_folder(things)?;
        }
        write_private(&path, format!("{}\n", token.reveal()).as_bytes())?;
        let contest = Contest::load(&self.contest())?;
        let address = self.addresses().map_err(|source| failed(&self.address_file(), source))?.join(",");
        let authority = read_authority(self)?;
        let key = ServerKey::load(&self.key())?;
        let sheets = SheetWriter {
            folder: self,
            contest: &contest,
            address: &address,
            authority: &authority,
            key: &key,
        };
        sheets.write_sheets(first)?;
        match principal.role {
            // What a team needs stands in its own folder, and a standby is no client.
            Role::Team { .. } | Role::Standby => Ok(()),
            _ => sheets.write_line(&principal.name).map(drop),
        }
    }

    /// Where somebody's token is, if it is in the folder.
    pub(super) fn token_of(&self, principal: &Principal) -> PathBuf {
        match &principal.role {
            Role::Team { team } => self.team(team).join("token"),
            Role::Organiser
            | Role::Judge
            | Role::JudgeOf { .. }
            | Role::Board
            | Role::Desk
            | Role::Referee
            | Role::Standby => self.token(&principal.name),
        }
    }
}

/// Writes the sheets; holds all that goes onto them.
struct SheetWriter<'a> {
    folder: &'a Folder,
    contest: &'a Contest,
    /// With commas if there are several.
    address: &'a str,
    authority: &'a CertificateIssuer,
    key: &'a ServerKey,
}

impl SheetWriter<'_> {
    /// Writes the things of all teams whose tokens are in the folder, and the lines by which the others join. Returns whether
    /// any of it told another address before.
    fn write_sheets(&self, first: Lang) -> Result<bool, Error> {
        let mut is_renewed = false;
        let mut tokens = Vec::new();
        for team in &self.contest.teams {
            let own = self.folder.team(&team.code);
            make_folder(&own)?;
            write(&own.join("ca.pem"), self.authority.pem().as_bytes())?;
            let (server, lines) = (own.join("server"), address_lines(self.address));
            is_renewed |= says_otherwise(&server, &lines);
            write(&server, lines.as_bytes())?;
            tokens.extend(read_if_any(&own.join("token"))?.map(|token| (team, own, token)));
        }
        let mut sheets = Vec::new();
        for (team, own, token) in &tokens {
            let sheet = Sheet {
                code: &team.code,
                name: &team.name,
                address: self.address,
                token: token.trim(),
                authority: self.authority.fingerprint(),
                signer: self.key.fingerprint(),
            };
            let page = Zeroizing::new(sheet::page(std::slice::from_ref(&sheet), first));
            write_private(&own.join("sheet.html"), page.as_bytes())?;
            sheets.push(sheet);
        }
        let all = Zeroizing::new(sheet::page(&sheets, first));
        write_private(&self.folder.all_sheets(), all.as_bytes())?;
        let staff = ["organiser", "judge", "board", "desk", "referee"].map(str::to_owned);
        let judges = self.contest.judges.iter().map(|judge| judge.id.clone());
        for name in staff.into_iter().chain(judges).chain(self.joining()?) {
            is_renewed |= self.write_line(&name)?;
        }
        Ok(is_renewed)
    }

    /// Names of those whose lines are in the folder already: tokens are issued by hand, too.
    fn joining(&self) -> Result<BTreeSet<String>, Error> {
        let root = self.folder.root();
        let files = fs::read_dir(root).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let files = files.map_err(|source| failed(root, source))?;
        let name = |file: fs::DirEntry| file.file_name().to_str()?.strip_suffix(".join").map(str::to_owned);
        Ok(files.into_iter().filter_map(name).collect())
    }

    /// Writes the line by which somebody who runs the contest joins, if their token is in the folder. Returns whether it was another
    /// one before.
    fn write_line(&self, name: &str) -> Result<bool, Error> {
        let Some(token) = read_if_any(&self.folder.token(name))? else { return Ok(false) };
        let line = Invitation::line(self.address, &self.authority.fingerprint(), token.trim());
        let Some(line) = line.map(|line| Zeroizing::new(line + "\n")) else { return Ok(false) };
        let path = self.folder.join_line(name);
        let is_renewed = says_otherwise(&path, &line);
        write_private(&path, line.as_bytes())?;
        Ok(is_renewed)
    }
}

/// Returns whether a file is there, and has something else in it.
fn says_otherwise(path: &Path, text: &str) -> bool {
    fs::read(path).is_ok_and(|there| there != text.as_bytes())
}

/// The addresses that clients dial, with commas between them: those that are given, unless the sheets say others already.
fn address(folder: &Folder, provision: &Provision) -> Result<String, Error> {
    let old = folder.addresses().ok().filter(|old| !old.is_empty());
    let given = provision.address.as_ref();
    let new = given.map(|given| given.split(',').map(|one| one.trim().to_owned()).collect::<Vec<_>>());
    let addresses = match (new, old) {
        (None, None) => return Err(FolderError::Missing("--address HOST:PORT").into()),
        (None, Some(old)) => old,
        (Some(new), Some(old)) if new != old && !provision.force => {
            return Err(FolderError::Differs(folder.address_file()).into());
        }
        (Some(new), _) => new,
    };
    for address in &addresses {
        reach(address).map_err(|fault| FolderError::BadAddress { address: address.clone(), fault })?;
    }
    Ok(addresses.join(","))
}

/// The file that says where the servers are, a line each.
fn address_lines(addresses: &str) -> String {
    addresses.split(',').fold(String::new(), |text, address| text + "https://" + address + "\n")
}

/// Makes the folder, unless it is somebody else's.
fn begin(folder: &Folder) -> Result<(), Error> {
    let root = folder.root();
    let is_ours = folder.authority().exists() || folder.contest().exists();
    let mut others = match fs::read_dir(root) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return make_folder(root),
        Err(source) => return Err(failed(root, source)),
    };
    if !is_ours && others.next().is_some() {
        return Err(FolderError::NotOurs(root.to_owned()).into());
    }
    Ok(())
}

/// Files of a folder, with what is to stand in them.
type FolderFiles = BTreeMap<PathBuf, Vec<u8>>;

/// The contest, its file, and the scenario files that it names from beside it.
fn contest(folder: &Folder, source: &ContestSource) -> Result<(Contest, FolderFiles), Error> {
    let read = |path: &Path| read_bytes(path).map_err(|source| unread(path, source));
    let source = match source {
        ContestSource::Folder if !folder.contest().exists() => {
            return Err(FolderError::Missing("--contest FILE").into());
        }
        ContestSource::Folder => folder.contest(),
        ContestSource::File(file) => file.clone(),
        ContestSource::Roster(roster) => {
            let text = roster.contest(&read(&roster.path)?)?;
            let parsed = Contest::parse(&folder.contest().to_string_lossy(), &text);
            let contest = parsed.map_err(|mut faults| {
                // That file is not written unless it is right: nobody could look for the line in it.
                let unwritten = format!("{} -> {}", roster.path.display(), folder.contest().display());
                for fault in &mut faults {
                    fault.file.clone_from(&unwritten);
                }
                ishigaki_scenarios::Error::Faulty { faults }
            })?;
            contest.event.as_ref().map(planned_config::of).transpose()?;
            return Ok((contest, FolderFiles::from([(folder.contest(), text.into_bytes())])));
        }
    };
    let contest = Contest::load(&source)?;
    let mut copies = FolderFiles::from([(folder.contest(), read(&source)?)]);
    for NamedFile { field, path: name } in all_named(&source)? {
        if !is_inside(&name) {
            return Err(FolderError::Outside { contest: source, field, name }.into());
        }
        if is_reserved(&name) {
            return Err(FolderError::Reserved { contest: source, field, name }.into());
        }
        copies.insert(folder.root().join(&name), read(&beside(&source).join(&name))?);
    }
    Ok((contest, copies))
}

/// The folder of a file.
fn beside(path: &Path) -> PathBuf {
    path.parent().map(Path::to_owned).unwrap_or_default()
}

/// Writes what is not there yet; in place of something else only by force.
fn put(copies: FolderFiles, force: bool) -> Result<(), Error> {
    for (path, bytes) in copies {
        match fs::read(&path) {
            Ok(there) if there == bytes => {}
            Ok(_) if !force => return Err(FolderError::Differs(path).into()),
            _ => {
                make_folder(&beside(&path))?;
                write(&path, &bytes)?;
            }
        }
    }
    Ok(())
}

/// File that a contest file names, or its plan.
pub(super) struct NamedFile {
    /// Field that names it.
    field: &'static str,
    /// Path relative to the contest file.
    pub(super) path: PathBuf,
}

/// Returns whether a path stays in the folder that it is relative to: nothing is written outside the contest's folder.
fn is_inside(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_)))
}

/// Files of a contest's folder that are made there, whatever the case of their letters: some systems do not tell that apart.
const RESERVED: [&str; 11] = [
    "contest.toml",
    "ca.pem",
    "ca-key.pem",
    "server.pem",
    "server-key.pem",
    "contest.key",
    "contest.served",
    "tokens.toml",
    "all-sheets.html",
    "server",
    "teams",
];

/// Returns whether a path is that of a file which is made in a contest's folder, or in a folder of those.
fn is_reserved(path: &Path) -> bool {
    let first = path.components().next().map(|part| part.as_os_str().to_string_lossy().to_lowercase());
    let first = first.unwrap_or_default();
    let is_of_somebody = [".token", ".join"].into_iter().any(|ending| first.ends_with(ending));
    is_of_somebody || first.starts_with("contest.db") || RESERVED.contains(&first.as_str())
}

/// The files that a contest file names, relative to it: scenarios, an event's plan and the scenarios of that. Those that lead out
/// of its folder are left out.
pub(super) fn named_files(contest: &Path) -> Result<Vec<PathBuf>, Error> {
    Ok(all_named(contest)?.into_iter().map(|file| file.path).filter(|path| is_inside(path)).collect())
}

/// As [`named_files`], with those that lead out of its folder.
pub(super) fn all_named(contest: &Path) -> Result<Vec<NamedFile>, Error> {
    let contest_table = table(contest)?;
    let mut names = scenarios_of(&contest_table, ["game.scenario", "game.spare"]);
    if let Some(plan) = plan_in(&contest_table) {
        names.push(("event.plan", plan.to_owned()));
        let stages = table(&beside(contest).join(plan))?;
        let stages = stages.get("stage").and_then(toml::Value::as_array).cloned().unwrap_or_default();
        let fields = ["stage.game.scenario", "stage.game.spare"];
        let stages = stages.iter().filter_map(toml::Value::as_table);
        names.extend(stages.flat_map(|stage| scenarios_of(stage, fields)));
    }
    // "./x.toml" is "x.toml".
    let plain = |(field, name): (&'static str, String)| {
        let parts = Path::new(&name).components().filter(|part| *part != Component::CurDir);
        NamedFile { field, path: parts.collect() }
    };
    Ok(names.into_iter().map(plain).collect())
}

/// The plan that a contest file names for its event, relative to it.
pub(super) fn plan_of(contest: &Path) -> Option<PathBuf> {
    Some(plan_in(&table(contest).ok()?)?.into())
}

fn plan_in(contest: &toml::Table) -> Option<&str> {
    contest.get("event")?.as_table()?.get("plan")?.as_str()
}

/// The paths of scenarios that the games of a table name, each with the field; fields are those of scenario and spare.
fn scenarios_of(table: &toml::Table, fields: [&'static str; 2]) -> Vec<(&'static str, String)> {
    let games = table.get("game").and_then(toml::Value::as_array);
    // As scenarios are found: anything else is the name of a shipped one.
    let is_path =
        |name: &str| name.contains('/') || Path::new(name).extension().is_some_and(|ending| ending == "toml");
    let named = |game: &toml::Value| -> Vec<(&'static str, String)> {
        let values = ["scenario", "spare"].into_iter().zip(fields);
        let values = values.filter_map(|(key, field)| Some((field, game.get(key)?.as_str()?)));
        values.filter(|(_, name)| is_path(name)).map(|(field, name)| (field, name.to_owned())).collect()
    };
    games.into_iter().flatten().flat_map(named).collect()
}

/// The codes of the teams that a contest file names, as far as they can be the names of folders.
pub(super) fn named_teams(contest: &Path) -> Result<Vec<String>, Error> {
    let table = table(contest)?;
    let teams = table.get("team").and_then(toml::Value::as_array);
    let codes = teams.into_iter().flatten().filter_map(|team| team.get("id")?.as_str());
    let is_name = |code: &&str| {
        !code.is_empty() && code.chars().all(|sign| sign.is_alphanumeric() || "-_".contains(sign))
    };
    Ok(codes.filter(is_name).map(str::to_owned).collect())
}

/// A contest file that has been read and found right before.
fn table(contest: &Path) -> Result<toml::Table, Error> {
    let text = read_text(contest).map_err(|source| failed(contest, source))?;
    Ok(toml::from_str(&text).unwrap_or_default())
}

fn authority(
    folder: &Folder,
    now: UnixMillis,
    report: &mut ProvisionReport,
) -> Result<CertificateIssuer, Error> {
    let (pem, key) = (folder.authority(), folder.authority_key());
    match (pem.exists(), key.exists()) {
        (true, true) => read_authority(folder),
        (true, false) => Err(FolderError::Halved { here: pem, gone: key }.into()),
        (false, true) => Err(FolderError::Halved { here: key, gone: pem }.into()),
        (false, false) => {
            let made = CertificateIssuer::make(now)?;
            write_private(&key, made.key_pem().as_bytes())?;
            write(&pem, made.pem().as_bytes())?;
            report.is_new = true;
            Ok(made)
        }
    }
}

fn read_authority(folder: &Folder) -> Result<CertificateIssuer, Error> {
    let read =
        |path: PathBuf| fs::read_to_string(&path).map(Zeroizing::new).map_err(|source| failed(&path, source));
    let (pem, key) = (read(folder.authority())?, read(folder.authority_key())?);
    Ok(CertificateIssuer::read(&pem, &key)?)
}

/// Gives the server a certificate, unless it has one that clients take, and will for a while yet.
fn certify(
    folder: &Folder,
    authority: &CertificateIssuer,
    address: &str,
    now: UnixMillis,
    report: &mut ProvisionReport,
) -> Result<(), Error> {
    let files = folder.tls();
    let is_of_this = fs::read_to_string(&files.chain).is_ok_and(|chain| chain.ends_with(authority.pem()));
    let is_taken = tls::load(&files, now).is_ok_and(|ready| ready.objection.is_none());
    let is_lasting = || tls::hours_left(&files, now).is_some_and(|hours| hours >= tls::SOON_HOURS);
    if is_of_this && is_taken && is_lasting() {
        return Ok(());
    }
    let hosts: Vec<&str> = address.split(',').filter_map(host).collect();
    let made = authority.certify_all(&hosts, now)?;
    write_private(&files.key, made.key.as_bytes())?;
    write(&files.chain, made.chain.as_bytes())?;
    report.is_certified = true;
    Ok(())
}

/// The key that the server signs with; a new one only where nothing has been sealed yet.
fn signer(folder: &Folder, entropy: &dyn Entropy) -> Result<ServerKey, Error> {
    let (key, journal) = (folder.key(), folder.journal());
    if journal.exists() && !key.exists() {
        return Err(FolderError::Halved { here: journal, gone: key }.into());
    }
    Ok(ServerKey::obtain(&key, &BTreeMap::new(), entropy)?)
}

/// Makes a token for somebody who never had one.
fn provide(
    folder: &Folder,
    principal: Principal,
    entropy: &dyn Entropy,
    report: &mut ProvisionReport,
) -> Result<(), Error> {
    let path = folder.token_of(&principal);
    let name = principal.name.clone();
    edit(&folder.tokens(), |store| {
        if store.list().iter().any(|listed| *listed.principal == principal) {
            // Also one whose token was revoked: whoever did that did not mean them to get another one here.
            if !path.exists() && store.knows(&principal) {
                report.without_file.push(name);
            }
            return Ok(());
        }
        let token = store.issue(principal, entropy)?;
        // Before the hash is: a token that only its hash is left of is lost.
        make_folder(path.parent().unwrap_or(folder.root()))?;
        write_private(&path, format!("{}\n", token.reveal()).as_bytes())?;
        report.issued.push(name);
        Ok(())
    })
}

fn read_if_any(path: &Path) -> Result<Option<Zeroizing<String>>, Error> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(Zeroizing::new(text))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(failed(path, source)),
    }
}

fn write_private(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    private_file::write(path, bytes).map_err(|source| failed(path, source))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    fs::write(path, bytes).map_err(|source| failed(path, source))
}

/// Makes a folder that only its owner can look into.
fn make_folder(path: &Path) -> Result<(), Error> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(path).map_err(|source| failed(path, source))
}

fn unread(path: &Path, source: io::Error) -> Error {
    FolderError::Unread { path: path.to_owned(), source }.into()
}

fn failed(path: &Path, source: io::Error) -> Error {
    FolderError::File { path: path.to_owned(), source }.into()
}

#[cfg(test)]
mod tests;
