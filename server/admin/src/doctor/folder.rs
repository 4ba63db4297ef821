//! Checks of the contest file and the certificate.

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

/// Maximum number of listed linter findings; the others are counted.
const FINDINGS: usize = 8;

const SHOWN_IN_HOURS: u64 = 2 * tls::DAY_HOURS;

pub(super) fn check_root(exam: &mut Examination<'_>) -> bool {
    let root = exam.folder().root().to_owned();
    let is_there = root.is_dir();
    if !is_there {
        let fix = exam.fix("doctor-fix-make", &[]);
        exam.report(
            (ContestPart::Contest, Level::Error),
            "doctor-no-folder",
            &[("folder", path(&root))],
            fix,
        );
    }
    is_there
}

/// Checks the contest file with the linter; returns the contest if a server could start with it.
pub(super) fn contest(exam: &mut Examination<'_>) -> Option<Contest> {
    let file = exam.folder().contest();
    if !file.exists() {
        let fix = exam.fix("doctor-fix-make", &[]);
        exam.report((ContestPart::Contest, Level::Error), "doctor-no-contest", &[("file", path(&file))], fix);
        return None;
    }
    if !are_plain(exam, &file) {
        return None;
    }
    let mut findings = lint::file(&file).findings;
    findings.extend(tournaments::lint(&file));
    findings.retain(|finding| finding.level < Level::Note);
    findings.sort_by_key(|finding| finding.level);
    let fix = exam.fix("doctor-fix-lint", &[("file", shell(&file))]);
    for finding in findings.iter().take(FINDINGS) {
        let gaps = [("what", exam.words.message(&finding.at).into())];
        exam.report((ContestPart::Contest, finding.level), "doctor-lint", &gaps, fix.clone());
    }
    if findings.len() > FINDINGS {
        let more = findings.len() - FINDINGS;
        exam.report(
            (ContestPart::Contest, Level::Warning),
            "doctor-lint-more",
            &[("count", more.into())],
            fix,
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
            // Errors of the linter are reported only once.
            if findings.iter().all(|finding| finding.level != Level::Error) {
                exam.fail(ContestPart::Contest, "doctor-contest-unread", &error.into(), None);
            }
            None
        }
    }
}

fn are_plain(exam: &mut Examination<'_>, contest: &Path) -> bool {
    if !exam.check_readable(ContestPart::Contest, contest) {
        return false;
    }
    let mut are_plain =
        exam.folder().plans().iter().all(|plan| exam.check_readable(ContestPart::Contest, plan));
    for file in exam.named_files() {
        are_plain &= exam.check_readable(ContestPart::Contest, &file);
    }
    are_plain
}

pub(super) fn certificate(exam: &mut Examination<'_>) {
    let files = exam.folder().tls();
    let all = [&files.chain, &files.key, &exam.folder().authority(), &exam.folder().authority_key()];
    // Checks each, so that each is reported.
    let are_plain = all.map(|file| exam.check_readable(ContestPart::Certificate, file));
    if are_plain == [true; 4] {
        served(exam, &files);
        authority(exam, &files);
    }
}

fn served(exam: &mut Examination<'_>, files: &tls::CertificateFiles) {
    let now = exam.options.now;
    match tls::load(files, now) {
        Err(error) => {
            let fix = match &error {
                tls::CertificateError::Exposed { path, .. } => exam.close(path),
                _ if !files.chain.exists() && !files.key.exists() => exam.init(),
                tls::CertificateError::Read { path: file, source } => exam.access(file, source),
                tls::CertificateError::Garbled(file) => exam.copy(file),
                tls::CertificateError::Unmatched { .. } => exam.fix(
                    "doctor-fix-certificate",
                    &[("chain", shell(&files.chain)), ("key", shell(&files.key)), ("folder", exam.root())],
                ),
            };
            exam.fail(ContestPart::Certificate, "doctor-certificate-unusable", &error.into(), fix);
        }
        Ok(tls::ServerTls { objection: Some(objection), .. }) => {
            refused(exam, &files.chain, &objection);
        }
        Ok(_) => {
            let hours = tls::hours_left(files, now).unwrap_or(0);
            let file = ("file", path(&files.chain));
            let days = ("days", count(hours / tls::DAY_HOURS));
            let at = (ContestPart::Certificate, Level::Warning);
            if hours < SHOWN_IN_HOURS {
                let fix = renew(exam);
                exam.report(at, "doctor-certificate-hours", &[file, ("hours", count(hours))], fix);
            } else if hours < tls::SOON_HOURS {
                let fix = renew(exam);
                exam.report(at, "doctor-certificate-soon", &[file, days], fix);
            } else {
                exam.fine(ContestPart::Certificate, "doctor-certificate", &[file, days]);
            }
        }
    }
}

/// Reports a certificate that clients reject, with the dates if they are the reason.
fn refused(exam: &mut Examination<'_>, chain: &Path, objection: &Objection) {
    let today = ("today", local_minute(exam.options.now).into());
    let file = ("file", path(chain));
    let (code, gaps) = match objection {
        Objection::Ended { at } => {
            ("doctor-certificate-ended", vec![file, today, ("at", local_minute(*at).into())])
        }
        Objection::NotYet { at } => {
            ("doctor-certificate-not-yet", vec![file, today, ("at", local_minute(*at).into())])
        }
        Objection::Name => ("doctor-certificate-name", vec![file]),
        Objection::Other(_) => ("doctor-certificate-refused", vec![file]),
    };
    let fix = renew(exam);
    exam.report((ContestPart::Certificate, Level::Error), code, &gaps, fix);
}

/// Advises to renew the certificate, or what to do without the authority's key.
fn renew(exam: &Examination<'_>) -> Option<String> {
    let (authority, key) = (exam.folder().authority(), exam.folder().authority_key());
    if key.exists() {
        return exam.fix("doctor-fix-renew", &[("folder", exam.root())]);
    }
    let gaps = [("folder", exam.root()), ("key", path(&key)), ("authority", shell(&authority))];
    exam.fix("doctor-fix-renew-keyless", &gaps)
}

fn authority(exam: &mut Examination<'_>, files: &tls::CertificateFiles) {
    let (file, key) = (exam.folder().authority(), exam.folder().authority_key());
    if !file.exists() {
        let fix = exam.copy(&file);
        exam.report(
            (ContestPart::Certificate, Level::Error),
            "doctor-authority-gone",
            &[("file", path(&file))],
            fix,
        );
        return;
    }
    if tls::compare_authority(files, &file).is_ok_and(|is_its| !is_its) {
        let fix = exam.copy(&file);
        let gaps = [("file", path(&file)), ("chain", path(&files.chain))];
        exam.report((ContestPart::Certificate, Level::Error), "doctor-authority-other", &gaps, fix);
    }
    let both = fs::read_to_string(&file).and_then(|pem| Ok((pem, fs::read_to_string(&key)?)));
    match both {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let fix = exam.copy(&key);
            let gaps = [("file", path(&key))];
            exam.report((ContestPart::Certificate, Level::Warning), "doctor-authority-key-gone", &gaps, fix);
        }
        Err(error) => {
            let fix = exam.access(&key, &error);
            exam.fail(ContestPart::Certificate, "doctor-authority-unread", &error.into(), fix);
        }
        Ok((pem, text)) => {
            let is_good = CertificateIssuer::read(&pem, &zeroize::Zeroizing::new(text)).is_ok();
            if !is_good {
                let fix = exam.copy(&key);
                let gaps = [("file", path(&key)), ("authority", path(&file))];
                exam.report(
                    (ContestPart::Certificate, Level::Warning),
                    "doctor-authority-key-other",
                    &gaps,
                    fix,
                );
            }
        }
    }
}
