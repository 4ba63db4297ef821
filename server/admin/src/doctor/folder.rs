//! The examination of a contest's folder: the contest file, and the certificate.

use std::fs;
use std::io;
use std::path::Path;

use ishigaki_engine::clock::local_minute;
use ishigaki_engine::tournaments;
use ishigaki_grpc::certificate::CertificateIssuer;
use ishigaki_grpc::tls::{self, Objection};
use ishigaki_scenarios::Contest;
use ishigaki_scenarios::lint::{self, Level};

use super::{ContestPart, Examination, count, path, shell};

/// Number of findings of the linter that are told; the others are counted.
const FINDINGS: usize = 8;

/// With fewer hours left, what is left of a certificate's time is told in hours.
const TOLD_IN_HOURS: u64 = 2 * tls::DAY_HOURS;

/// Checks whether there is a folder to look at.
pub(super) fn check_root(exam: &mut Examination<'_>) -> bool {
    let root = exam.folder().root().to_owned();
    let is_there = root.is_dir();
    if !is_there {
        let mend = exam.mend("doctor-mend-make", &[]);
        exam.tell((ContestPart::Contest, Level::Error), "doctor-no-folder", &[("folder", path(&root))], mend);
    }
    is_there
}

/// The contest file, as the linter reads it; the contest if a server could be started with it.
pub(super) fn contest(exam: &mut Examination<'_>) -> Option<Contest> {
    let file = exam.folder().contest();
    if !file.exists() {
        let mend = exam.mend("doctor-mend-make", &[]);
        exam.tell((ContestPart::Contest, Level::Error), "doctor-no-contest", &[("file", path(&file))], mend);
        return None;
    }
    if !are_plain(exam, &file) {
        return None;
    }
    let mut findings = lint::file(&file).findings;
    findings.extend(tournaments::lint(&file));
    findings.retain(|finding| finding.level < Level::Note);
    findings.sort_by_key(|finding| finding.level);
    let mend = exam.mend("doctor-mend-lint", &[("file", shell(&file))]);
    for finding in findings.iter().take(FINDINGS) {
        let gaps = [("what", exam.words.message(&finding.at).into())];
        exam.tell((ContestPart::Contest, finding.level), "doctor-lint", &gaps, mend.clone());
    }
    if findings.len() > FINDINGS {
        let more = findings.len() - FINDINGS;
        exam.tell(
            (ContestPart::Contest, Level::Warning),
            "doctor-lint-more",
            &[("count", more.into())],
            mend,
        );
    }
    match Contest::load(&file) {
        Ok(contest) => {
            let gaps = [
                ("file", path(&file)),
                ("games", contest.games().len().into()),
                ("teams", contest.teams.len().into()),
            ];
            exam.fine(ContestPart::Contest, "doctor-contest", &gaps);
            Some(contest)
        }
        Err(error) => {
            // What the linter has told already is told once.
            if findings.iter().all(|finding| finding.level != Level::Error) {
                exam.fail(ContestPart::Contest, "doctor-contest-unread", &error.into(), None);
            }
            None
        }
    }
}

/// Returns whether the contest file, and all files that it names, are files that end.
fn are_plain(exam: &mut Examination<'_>, contest: &Path) -> bool {
    if !exam.check_readable(ContestPart::Contest, contest) {
        return false;
    }
    let mut are_plain =
        exam.folder().plan().is_none_or(|plan| exam.check_readable(ContestPart::Contest, &plan));
    for file in exam.named_files() {
        are_plain &= exam.check_readable(ContestPart::Contest, &file);
    }
    are_plain
}

/// The server's certificate, and the authority that clients trust.
pub(super) fn certificate(exam: &mut Examination<'_>) {
    let files = exam.folder().tls();
    let all = [&files.chain, &files.key, &exam.folder().authority(), &exam.folder().authority_key()];
    // Each is looked at, so that each is told.
    let are_plain = all.map(|file| exam.check_readable(ContestPart::Certificate, file));
    if are_plain == [true; 4] {
        served(exam, &files);
        authority(exam, &files);
    }
}

/// The certificate that is served, as a client sees it.
fn served(exam: &mut Examination<'_>, files: &tls::CertificateFiles) {
    let now = exam.options.now;
    match tls::load(files, now) {
        Err(error) => {
            let mend = match &error {
                tls::Error::Exposed { path, .. } => exam.close(path),
                _ if !files.chain.exists() && !files.key.exists() => exam.init(),
                tls::Error::Read { path: file, source } => exam.access(file, source),
                tls::Error::Garbled(file) => exam.copy(file),
                tls::Error::Unmatched { .. } => exam.mend(
                    "doctor-mend-certificate",
                    &[("chain", shell(&files.chain)), ("key", shell(&files.key)), ("folder", exam.root())],
                ),
            };
            exam.fail(ContestPart::Certificate, "doctor-certificate-unusable", &error.into(), mend);
        }
        Ok(tls::ServerTls { objection: Some(why), .. }) => {
            refused(exam, &files.chain, &why);
        }
        Ok(_) => {
            let hours = tls::hours_left(files, now).unwrap_or(0);
            let file = ("file", path(&files.chain));
            let days = ("days", count(hours / tls::DAY_HOURS));
            let at = (ContestPart::Certificate, Level::Warning);
            if hours < TOLD_IN_HOURS {
                let mend = renew(exam);
                exam.tell(at, "doctor-certificate-hours", &[file, ("hours", count(hours))], mend);
            } else if hours < tls::SOON_HOURS {
                let mend = renew(exam);
                exam.tell(at, "doctor-certificate-soon", &[file, days], mend);
            } else {
                exam.fine(ContestPart::Certificate, "doctor-certificate", &[file, days]);
            }
        }
    }
}

/// A certificate that no client takes today, and why: in dates, where it is a matter of them.
fn refused(exam: &mut Examination<'_>, chain: &Path, why: &Objection) {
    let today = ("today", local_minute(exam.options.now).into());
    let file = ("file", path(chain));
    let (code, gaps) = match why {
        Objection::Ended { at } => {
            ("doctor-certificate-ended", vec![file, today, ("at", local_minute(*at).into())])
        }
        Objection::NotYet { at } => {
            ("doctor-certificate-not-yet", vec![file, today, ("at", local_minute(*at).into())])
        }
        Objection::Name => ("doctor-certificate-name", vec![file]),
        Objection::Other(_) => ("doctor-certificate-refused", vec![file]),
    };
    let mend = renew(exam);
    exam.tell((ContestPart::Certificate, Level::Error), code, &gaps, mend);
}

/// That the authority makes a new certificate; what to do where its key is gone, with which it would.
fn renew(exam: &Examination<'_>) -> Option<String> {
    let (authority, key) = (exam.folder().authority(), exam.folder().authority_key());
    if key.exists() {
        return exam.mend("doctor-mend-renew", &[("folder", exam.root())]);
    }
    let gaps = [("folder", exam.root()), ("key", path(&key)), ("authority", shell(&authority))];
    exam.mend("doctor-mend-renew-keyless", &gaps)
}

fn authority(exam: &mut Examination<'_>, files: &tls::CertificateFiles) {
    let (file, key) = (exam.folder().authority(), exam.folder().authority_key());
    if !file.exists() {
        let mend = exam.copy(&file);
        exam.tell(
            (ContestPart::Certificate, Level::Error),
            "doctor-authority-gone",
            &[("file", path(&file))],
            mend,
        );
        return;
    }
    if tls::is_certified_by(files, &file).is_ok_and(|is_its| !is_its) {
        let mend = exam.copy(&file);
        let gaps = [("file", path(&file)), ("chain", path(&files.chain))];
        exam.tell((ContestPart::Certificate, Level::Error), "doctor-authority-other", &gaps, mend);
    }
    let both = fs::read_to_string(&file).and_then(|pem| Ok((pem, fs::read_to_string(&key)?)));
    match both {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mend = exam.copy(&key);
            let gaps = [("file", path(&key))];
            exam.tell((ContestPart::Certificate, Level::Warning), "doctor-authority-key-gone", &gaps, mend);
        }
        Err(error) => {
            let mend = exam.access(&key, &error);
            exam.fail(ContestPart::Certificate, "doctor-authority-unread", &error.into(), mend);
        }
        Ok((pem, text)) => {
            let is_good = CertificateIssuer::read(&pem, &zeroize::Zeroizing::new(text)).is_ok();
            if !is_good {
                let mend = exam.copy(&key);
                let gaps = [("file", path(&key)), ("authority", path(&file))];
                exam.tell(
                    (ContestPart::Certificate, Level::Warning),
                    "doctor-authority-key-other",
                    &gaps,
                    mend,
                );
            }
        }
    }
}
