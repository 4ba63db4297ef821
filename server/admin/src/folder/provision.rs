//! Creates a contest's directory or its missing parts.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use ishigaki_engine::clock::UnixMillis;
use ishigaki_engine::entropy::Entropy;
use ishigaki_engine::key::ServerKey;
use ishigaki_engine::planned_config;
use ishigaki_engine::token::{Principal, Role, edit};
use ishigaki_grpc::certificate::CertificateIssuer;
use ishigaki_grpc::tls;
use ishigaki_roster::RosterRemark;
use ishigaki_scenarios::{Contest, read_bytes, read_text};
use ishigaki_words::Lang;

use super::address::{host, reach};
use super::files::{
    Error, FolderError, address_lines, failed, make_folder, read_authority, unread, write, write_private,
};
use super::handout::{HandoutWriter, SHEET_ENDING, STAFF_SHEET_ENDING};
use super::{Folder, RosterFile, default_pages_address};

/// Settings of a directory to create.
#[derive(Clone, Debug)]
pub struct Provision {
    pub contest: ContestSource,
    /// The servers' hosts and ports for clients, separated by commas; without it, those on the sheets.
    pub address: Option<String>,
    /// Host and port of the pages for browsers; without it, those on the sheets.
    pub pages_address: Option<String>,
    pub first: Lang,
    /// Replace a different contest file or address. Keys and tokens stay.
    pub force: bool,
}

/// Source of the contest file.
#[derive(Clone, Debug)]
pub enum ContestSource {
    Folder,
    File(PathBuf),
    Roster(RosterFile),
}

/// Report of created files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about the folder")]
pub struct ProvisionReport {
    /// Remarks about the roster's file.
    pub remarks: Vec<RosterRemark>,
    pub issued: Vec<String>,
    /// Holders of valid tokens that aren't in the directory, so that they have no sheet.
    pub without_file: Vec<String>,
    pub is_new: bool,
    pub is_certified: bool,
    /// Set if files that may have been handed out have changed, because of a new address.
    pub is_renewed: bool,
    /// Set if all games are on real boards, so that sheets are of players.
    pub is_on_boards: bool,
    /// True if a team or player has a sheet.
    pub has_sheets: bool,
}

/// Creates a contest's directory or its missing parts. Keys, tokens and certificates are never replaced,
/// except a server's certificate that clients would reject within thirty days, or that lacks an address.
///
/// # Errors
///
/// [`Error::Contest`], [`Error::Roster`] or [`Error::Event`] for the contest; [`FolderError::Missing`],
/// [`FolderError::BadAddress`] or [`FolderError::Differs`] for the settings; [`FolderError::Outside`] or
/// [`FolderError::Reserved`] for a file that can't be copied; [`FolderError::NotOurs`] or
/// [`FolderError::Halved`] for the directory; others if a file, key, certificate or token can't be read or
/// made.
pub fn provision(
    folder: &Folder,
    provision: &Provision,
    now: UnixMillis,
    entropy: &dyn Entropy,
) -> Result<ProvisionReport, Error> {
    let ReadContest { contest, copies, remarks } = contest(folder, &provision.contest)?;
    let address = address(folder, provision)?;
    let pages = pages_address(folder, provision, &address)?;
    let old_pages = folder.pages_address().ok();
    begin(folder)?;
    let is_on_boards = !planned_config::has_games(&contest);
    let has_sheets = !planned_config::playing_teams(&contest).is_empty()
        || contest.events.iter().any(|event| !event.entrants.is_empty());
    let mut report = ProvisionReport { remarks, is_on_boards, has_sheets, ..ProvisionReport::default() };
    put(copies, provision.force)?;
    let authority = authority(folder, now, &mut report)?;
    certify(folder, &authority, &format!("{address},{pages}"), now, &mut report)?;
    let key = signer(folder, entropy)?;
    let team = |code: &String| Principal { name: code.clone(), role: Role::Team { team: code.clone() } };
    let staff = [
        ("organiser", Role::Organiser),
        ("judge", Role::Judge),
        ("board", Role::Board),
        ("standby", Role::Standby),
    ];
    let of_event = [("desk", Role::Desk), ("referee", Role::Referee)];
    let of_event = of_event.into_iter().filter(|_| !contest.events.is_empty());
    let staff = staff.into_iter().chain(of_event);
    let staff = staff.map(|(name, role)| Principal { name: name.into(), role });
    let teams = planned_config::playing_teams(&contest).into_iter().map(|spec| team(&spec.code));
    let judges = contest.judges.iter().map(Principal::judge);
    for principal in staff.chain(judges).chain(teams) {
        provide(folder, principal, entropy, &mut report)?;
    }
    write(&folder.address_file(), address_lines(&address).as_bytes())?;
    if provision.pages_address.is_some() {
        write(&folder.pages_address_file(), address_lines(&pages).as_bytes())?;
    }
    let writer = HandoutWriter::new(folder, &contest, &authority, &key)?;
    report.is_renewed = writer.write_all(provision.first)? || old_pages.is_some_and(|old| old != pages);
    Ok(report)
}

/// The servers' addresses, separated by commas: the given ones, unless the sheets have others.
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
        check(address)?;
    }
    Ok(addresses.join(","))
}

/// The address of the pages: the given one, unless the sheets have another.
fn pages_address(folder: &Folder, provision: &Provision, servers: &str) -> Result<String, Error> {
    let old = folder.own_pages_address();
    let Some(new) = provision.pages_address.as_deref().map(str::trim) else {
        return Ok(old.unwrap_or_else(|| default_pages_address(servers)));
    };
    if old.is_some_and(|old| old != new) && !provision.force {
        return Err(FolderError::Differs(folder.pages_address_file()).into());
    }
    check(new)?;
    Ok(new.to_owned())
}

fn check(address: &str) -> Result<(), FolderError> {
    let bad = |fault| FolderError::BadAddress { address: address.to_owned(), fault };
    reach(address).map(drop).map_err(bad)
}

/// Creates the directory, unless it belongs to something else.
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

type FolderFiles = BTreeMap<PathBuf, Vec<u8>>;

struct ReadContest {
    contest: Contest,
    copies: FolderFiles,
    remarks: Vec<RosterRemark>,
}

fn contest(folder: &Folder, source: &ContestSource) -> Result<ReadContest, Error> {
    let read = |path: &Path| read_bytes(path).map_err(|source| unread(path, source));
    let source = match source {
        ContestSource::Folder if !folder.contest().exists() => {
            return Err(FolderError::Missing("--contest FILE").into());
        }
        ContestSource::Folder => folder.contest(),
        ContestSource::File(file) => file.clone(),
        ContestSource::Roster(roster) => {
            let (text, remarks) = roster.contest(&read(&roster.path)?)?;
            let parsed = Contest::parse(&folder.contest().to_string_lossy(), &text);
            let contest = parsed.map_err(|mut faults| {
                // An invalid file isn't written, so its position would be useless.
                let unwritten = format!("{} -> {}", roster.path.display(), folder.contest().display());
                for fault in &mut faults {
                    fault.file.clone_from(&unwritten);
                }
                ishigaki_scenarios::Error::Faulty { faults }
            })?;
            for event in &contest.events {
                planned_config::of(event)?;
            }
            let copies = FolderFiles::from([(folder.contest(), text.into_bytes())]);
            return Ok(ReadContest { contest, copies, remarks });
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
        copies.insert(folder.root().join(&name), read(&parent(&source).join(&name))?);
    }
    Ok(ReadContest { contest, copies, remarks: Vec::new() })
}

fn parent(path: &Path) -> PathBuf {
    path.parent().map(Path::to_owned).unwrap_or_default()
}

/// Writes missing files; replaces different ones only with `force`.
fn put(copies: FolderFiles, force: bool) -> Result<(), Error> {
    for (path, bytes) in copies {
        match fs::read(&path) {
            Ok(there) if there == bytes => {}
            Ok(_) if !force => return Err(FolderError::Differs(path).into()),
            _ => {
                make_folder(&parent(&path))?;
                write(&path, &bytes)?;
            }
        }
    }
    Ok(())
}

pub(super) struct NamedFile {
    field: &'static str,
    pub(super) path: PathBuf,
}

/// Returns whether a relative path stays inside its directory, because nothing may be written outside.
fn is_inside(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_)))
}

/// Reserved file names, regardless of case, which some systems ignore.
const RESERVED: [&str; 13] = [
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
    "pages-server",
    "pages",
    "teams",
];

/// Returns whether a path is reserved or in a reserved directory.
fn is_reserved(path: &Path) -> bool {
    let first = path.components().next().map(|part| part.as_os_str().to_string_lossy().to_lowercase());
    let first = first.unwrap_or_default();
    let is_of_somebody = [".token", ".join", SHEET_ENDING, STAFF_SHEET_ENDING]
        .into_iter()
        .any(|ending| first.ends_with(ending));
    is_of_somebody || first.starts_with("contest.db") || RESERVED.contains(&first.as_str())
}

/// The files named by a contest file, relative to it: scenarios, an event's plan and its scenarios. Paths
/// outside its directory are skipped.
pub(super) fn named_files(contest: &Path) -> Result<Vec<PathBuf>, Error> {
    Ok(all_named(contest)?.into_iter().map(|file| file.path).filter(|path| is_inside(path)).collect())
}

/// Like [`named_files`], with paths outside its directory.
pub(super) fn all_named(contest: &Path) -> Result<Vec<NamedFile>, Error> {
    let contest_table = table(contest)?;
    let mut names = scenarios_of(&contest_table, ["game.scenario", "game.spare"]);
    for plan in plans_in(&contest_table) {
        names.push(("event.plan", plan.to_owned()));
        let stages = table(&parent(contest).join(plan))?;
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

pub(super) fn plans_of(contest: &Path) -> Vec<PathBuf> {
    table(contest).map(|contest| plans_in(&contest).map(PathBuf::from).collect()).unwrap_or_default()
}

fn plans_in(contest: &toml::Table) -> impl Iterator<Item = &str> {
    let events = contest.get("event").and_then(toml::Value::as_array);
    events.into_iter().flatten().filter_map(|event| event.get("plan")?.as_str())
}

/// The scenario paths of a table's games with their fields; `fields` are those of scenario and spare.
fn scenarios_of(table: &toml::Table, fields: [&'static str; 2]) -> Vec<(&'static str, String)> {
    let games = table.get("game").and_then(toml::Value::as_array);
    // As in reading scenarios: anything else names a shipped one.
    let is_path =
        |name: &str| name.contains('/') || Path::new(name).extension().is_some_and(|ending| ending == "toml");
    let named = |game: &toml::Value| -> Vec<(&'static str, String)> {
        let values = ["scenario", "spare"].into_iter().zip(fields);
        let values = values.filter_map(|(key, field)| Some((field, game.get(key)?.as_str()?)));
        values.filter(|(_, name)| is_path(name)).map(|(field, name)| (field, name.to_owned())).collect()
    };
    games.into_iter().flatten().flat_map(named).collect()
}

/// The team codes of a contest file that are valid directory names.
pub(super) fn named_teams(contest: &Path) -> Result<Vec<String>, Error> {
    let table = table(contest)?;
    let teams = table.get("team").and_then(toml::Value::as_array);
    let codes = teams.into_iter().flatten().filter_map(|team| team.get("id")?.as_str());
    let is_name = |code: &&str| {
        !code.is_empty() && code.chars().all(|sign| sign.is_alphanumeric() || "-_".contains(sign))
    };
    Ok(codes.filter(is_name).map(str::to_owned).collect())
}

/// Parses a contest file that has been checked before.
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

/// Issues a server certificate, unless there is one for these addresses that stays valid for a while.
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
    let hosts: Vec<&str> = address.split(',').filter_map(host).collect();
    // Browsers, unlike other clients, compare the host.
    if is_of_this && is_taken && is_lasting() && tls::covers(&files, &hosts, now) {
        return Ok(());
    }
    let made = authority.certify_all(&hosts, now)?;
    write_private(&files.key, made.key.as_bytes())?;
    write(&files.chain, made.chain.as_bytes())?;
    report.is_certified = true;
    Ok(())
}

/// The server's signing key; a new one only if nothing has been sealed.
fn signer(folder: &Folder, entropy: &dyn Entropy) -> Result<ServerKey, Error> {
    let (key, journal) = (folder.key(), folder.journal());
    if journal.exists() && !key.exists() {
        return Err(FolderError::Halved { here: journal, gone: key }.into());
    }
    Ok(ServerKey::obtain(&key, &BTreeMap::new(), entropy)?)
}

/// Makes a token for a holder who never had one.
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
            // Also for revoked tokens, because a revoked token must not be replaced automatically.
            if !path.exists() && store.knows(&principal) {
                report.without_file.push(name);
            }
            return Ok(());
        }
        let token = store.issue(principal, entropy)?;
        // Before the hash is stored, because a token with only a hash is lost.
        make_folder(path.parent().unwrap_or(folder.root()))?;
        write_private(&path, format!("{}\n", token.reveal()).as_bytes())?;
        report.issued.push(name);
        Ok(())
    })
}

#[cfg(test)]
mod tests;
