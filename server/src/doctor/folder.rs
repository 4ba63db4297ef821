//! The examination of a contest's folder: the contest file, the certificate, tokens and what is handed out.

use std::fs;
use std::io;
use std::path::Path;

use ishigaki_scenarios::Contest;
use ishigaki_scenarios::lint::{self, Level};

use super::{Examination, Part, count, path};
use crate::certificate::Authority;
use crate::private_file;
use crate::tls;
use crate::token::{Principal, Role, TokenStore};
use crate::tournaments;

/// How many findings of the linter are told; the others are counted.
const FINDINGS: usize = 8;

/// With fewer days left a certificate is to be made anew before the day.
const SOON_DAYS: u64 = 30;

/// Whether there is a folder to look at.
pub(super) fn is_there(exam: &mut Examination<'_>) -> bool {
    let root = exam.folder().root().to_owned();
    let is_there = root.is_dir();
    if !is_there {
        let mend = exam.mend("doctor-mend-make", &[]);
        exam.tell((Part::Contest, Level::Error), "doctor-no-folder", &[("folder", path(&root))], mend);
    }
    is_there
}

/// The contest file, as the linter reads it; the contest if a server could be started with it.
pub(super) fn contest(exam: &mut Examination<'_>) -> Option<Contest> {
    let file = exam.folder().contest();
    if !file.exists() {
        let mend = exam.mend("doctor-mend-make", &[]);
        exam.tell((Part::Contest, Level::Error), "doctor-no-contest", &[("file", path(&file))], mend);
        return None;
    }
    let mut findings = lint::file(&file).findings;
    findings.extend(tournaments::lint(&file));
    findings.retain(|finding| finding.level < Level::Note);
    findings.sort_by_key(|finding| finding.level);
    let mend = exam.mend("doctor-mend-lint", &[("file", path(&file))]);
    for finding in findings.iter().take(FINDINGS) {
        let gaps = [("what", finding.at.to_string().into())];
        exam.tell((Part::Contest, finding.level), "doctor-lint", &gaps, mend.clone());
    }
    if findings.len() > FINDINGS {
        let more = findings.len() - FINDINGS;
        exam.tell((Part::Contest, Level::Warning), "doctor-lint-more", &[("count", more.into())], mend);
    }
    match Contest::load(&file) {
        Ok(contest) => {
            let gaps = [
                ("file", path(&file)),
                ("games", contest.games().len().into()),
                ("teams", contest.teams.len().into()),
            ];
            exam.fine(Part::Contest, "doctor-contest", &gaps);
            Some(contest)
        }
        Err(error) => {
            // What the linter has told already is told once.
            if findings.iter().all(|finding| finding.level != Level::Error) {
                exam.fail(Part::Contest, "doctor-contest-unread", &error.into(), None);
            }
            None
        }
    }
}

/// The server's certificate, and the authority that clients trust.
pub(super) fn certificate(exam: &mut Examination<'_>) {
    let files = exam.folder().tls();
    let now = exam.options.now;
    match tls::load(&files, now) {
        Err(error) => {
            let mend = match &error {
                tls::Error::Exposed { path, .. } => exam.close(path),
                _ if !files.chain.exists() && !files.key.exists() => exam.init(),
                tls::Error::Read { path: file, .. } | tls::Error::Garbled(file) => {
                    exam.mend("doctor-mend-copy", &[("file", path(file))])
                }
                tls::Error::Unmatched { .. } => exam.mend(
                    "doctor-mend-certificate",
                    &[("chain", path(&files.chain)), ("key", path(&files.key)), ("folder", exam.root())],
                ),
            };
            exam.fail(Part::Certificate, "doctor-certificate-unusable", &error.into(), mend);
        }
        Ok(tls::ServerTls { objection: Some(why), .. }) => {
            let mend = exam.mend("doctor-mend-renew", &[("folder", exam.root())]);
            let gaps = [("file", path(&files.chain)), ("why", why.to_string().into())];
            exam.tell((Part::Certificate, Level::Error), "doctor-certificate-refused", &gaps, mend);
        }
        Ok(_) => {
            let days = tls::days_left(&files, now).unwrap_or(0);
            let gaps = [("file", path(&files.chain)), ("days", count(days))];
            if days < SOON_DAYS {
                let mend = exam.mend("doctor-mend-renew-after", &[("folder", exam.root())]);
                exam.tell((Part::Certificate, Level::Warning), "doctor-certificate-soon", &gaps, mend);
            } else {
                exam.fine(Part::Certificate, "doctor-certificate", &gaps);
            }
        }
    }
    authority(exam, &files);
}

fn authority(exam: &mut Examination<'_>, files: &tls::Files) {
    let (file, key) = (exam.folder().authority(), exam.folder().authority_key());
    let copy = |exam: &Examination<'_>, file: &Path| exam.mend("doctor-mend-copy", &[("file", path(file))]);
    if !file.exists() {
        let mend = copy(exam, &file);
        exam.tell((Part::Certificate, Level::Error), "doctor-authority-gone", &[("file", path(&file))], mend);
        return;
    }
    if tls::is_certified_by(files, &file).is_ok_and(|is_its| !is_its) {
        let mend = copy(exam, &file);
        let gaps = [("file", path(&file)), ("chain", path(&files.chain))];
        exam.tell((Part::Certificate, Level::Error), "doctor-authority-other", &gaps, mend);
    }
    let both = fs::read_to_string(&file).and_then(|pem| Ok((pem, fs::read_to_string(&key)?)));
    match both {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mend = copy(exam, &key);
            let gaps = [("file", path(&key))];
            exam.tell((Part::Certificate, Level::Warning), "doctor-authority-key-gone", &gaps, mend);
        }
        Err(error) => exam.fail(Part::Certificate, "doctor-authority-unread", &error.into(), None),
        Ok((pem, text)) => {
            let is_good = Authority::read(&pem, &zeroize::Zeroizing::new(text)).is_ok();
            if !is_good {
                let mend = copy(exam, &key);
                let gaps = [("file", path(&key)), ("authority", path(&file))];
                exam.tell((Part::Certificate, Level::Warning), "doctor-authority-key-other", &gaps, mend);
            }
            exposed(exam, Part::Certificate, &key);
        }
    }
}

/// Tells if others can read a file that is its owner's alone.
fn exposed(exam: &mut Examination<'_>, part: Part, file: &Path) {
    if let Ok(Some(mode)) = private_file::exposed(file) {
        let mend = exam.close(file);
        let gaps = [("file", path(file)), ("mode", format!("{mode:03o}").into())];
        exam.tell((part, Level::Warning), "doctor-exposed", &gaps, mend);
    }
}

/// Who gets in: the token file against the contest, and the tokens of those who run it.
pub(super) fn tokens(exam: &mut Examination<'_>, contest: Option<&Contest>) -> Option<TokenStore> {
    let file = exam.folder().tokens();
    let store = match TokenStore::load(&file) {
        Ok(store) => store,
        Err(error) => {
            let mend = if file.exists() {
                exam.mend("doctor-mend-copy", &[("file", path(&file))])
            } else {
                exam.init()
            };
            exam.fail(Part::Tokens, "doctor-tokens-unread", &error.into(), mend);
            return None;
        }
    };
    let good = store.list().iter().filter(|token| !token.is_revoked).count();
    exam.fine(Part::Tokens, "doctor-tokens", &[("file", path(&file)), ("count", good.into())]);
    let admitted = store.teams();
    let teams = contest.map(|contest| contest.teams.as_slice()).unwrap_or_default();
    let lacking = teams.iter().map(|team| team.code.as_str()).filter(|code| !admitted.contains(code));
    for code in lacking {
        let mend =
            exam.mend("doctor-mend-issue-team", &[("folder", exam.root()), ("team", code.to_owned().into())]);
        let gaps = [("team", code.to_owned().into())];
        exam.tell((Part::Tokens, Level::Error), "doctor-team-without-token", &gaps, mend);
    }
    for (name, role) in [("organiser", Role::Organiser), ("judge", Role::Judge), ("board", Role::Board)] {
        staff(exam, &store, name, &role);
    }
    Some(store)
}

/// One of those who run the contest: a token that is good, and the file with it.
fn staff(exam: &mut Examination<'_>, store: &TokenStore, name: &'static str, role: &Role) {
    let is_known = store.list().iter().any(|token| !token.is_revoked && token.principal.role == *role);
    let gaps = [("folder", exam.root()), ("role", name.into())];
    let issue = exam.mend("doctor-mend-issue-role", &gaps);
    if !is_known {
        let gaps = [("role", name.into())];
        exam.tell((Part::Tokens, Level::Error), "doctor-role-without-token", &gaps, issue);
        return;
    }
    let file = exam.folder().token(name);
    match fs::read_to_string(&file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => exam.fail(Part::Tokens, "doctor-token-unread", &error.into(), None),
        Ok(text) => {
            let text = zeroize::Zeroizing::new(text);
            let is_good = text.split_whitespace().last().is_some_and(|token| store.check(token).is_some());
            if !is_good {
                exam.tell(
                    (Part::Tokens, Level::Error),
                    "doctor-token-stale",
                    &[("file", path(&file))],
                    issue,
                );
            }
            exposed(exam, Part::Tokens, &file);
        }
    }
}

/// What teams are given: a token that is good, the authority, the address.
pub(super) fn kits(exam: &mut Examination<'_>, contest: Option<&Contest>, store: Option<&TokenStore>) {
    let Some((contest, store)) = contest.zip(store) else { return };
    let authority = fs::read(exam.folder().authority()).ok();
    let server = fs::read(exam.folder().address_file()).ok();
    let mut whole = 0_usize;
    for team in &contest.teams {
        let code = &team.code;
        let kit = exam.folder().team(code);
        let issue =
            exam.mend("doctor-mend-issue-team", &[("folder", exam.root()), ("team", code.clone().into())]);
        let gaps = [("team", code.clone().into()), ("folder", path(&kit))];
        let Ok(token) = fs::read_to_string(kit.join("token")).map(zeroize::Zeroizing::new) else {
            // Who has no token at all has been told.
            if store.teams().contains(code.as_str()) {
                exam.tell((Part::Kits, Level::Warning), "doctor-kit-gone", &gaps, issue);
            }
            continue;
        };
        let meant = Role::Team { team: code.clone() };
        let is_theirs = store.check(token.trim()).is_some_and(|Principal { role, .. }| *role == meant);
        if !is_theirs {
            exam.tell((Part::Kits, Level::Error), "doctor-kit-stale", &gaps, issue);
            continue;
        }
        let differs = |name: &str, ours: &Option<Vec<u8>>| {
            let theirs = fs::read(kit.join(name)).ok();
            ours.is_some() && theirs != *ours
        };
        let is_other = differs("ca.pem", &authority) || differs("server", &server);
        if is_other {
            let mend = exam.init();
            exam.tell((Part::Kits, Level::Error), "doctor-kit-other", &gaps, mend);
        } else {
            whole += 1;
        }
    }
    if whole > 0 {
        exam.fine(Part::Kits, "doctor-kits", &[("count", whole.into())]);
    }
}
