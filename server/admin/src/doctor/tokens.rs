//! Checks of tokens: the token file, staff tokens, and the teams' directories.

use std::fs;
use std::io;

use ishigaki_client::{Invitation, Kit};
use ishigaki_engine::planned_config;
use ishigaki_engine::token::{self, Principal, Role, TokenStore};
use ishigaki_scenarios::Contest;
use ishigaki_scenarios::lint::Level;
use zeroize::Zeroizing;

use super::{ContestPart, Examination, Gaps, path, quoted};

/// Checks the token file against the contest, and the staff tokens.
pub(super) fn tokens(exam: &mut Examination<'_>, contest: Option<&Contest>) -> Option<TokenStore> {
    let file = exam.folder().tokens();
    if !exam.check_readable(ContestPart::Tokens, &file) {
        return None;
    }
    let store = match TokenStore::load(&file) {
        Ok(store) => store,
        Err(error) => {
            let fix = match &error {
                _ if !file.exists() => {
                    exam.fix("doctor-fix-tokens", &[("folder", exam.root()), ("file", path(&file))])
                }
                token::Error::Read { source, .. } => exam.access(&file, source),
                _ => exam.copy(&file),
            };
            exam.fail(ContestPart::Tokens, "doctor-tokens-unread", &error.into(), fix);
            return None;
        }
    };
    let good = store.list().iter().filter(|token| !token.is_revoked).count();
    exam.fine(ContestPart::Tokens, "doctor-tokens", &[("file", path(&file)), ("count", good.into())]);
    let admitted = store.teams();
    let teams = contest.map(planned_config::playing_teams).unwrap_or_default();
    let lacking = teams.iter().map(|team| team.code.as_str()).filter(|code| !admitted.contains(code));
    for code in lacking {
        let fix =
            exam.fix("doctor-fix-issue-team", &[("folder", exam.root()), ("team", code.to_owned().into())]);
        let gaps = [("team", code.to_owned().into())];
        exam.report((ContestPart::Tokens, Level::Error), "doctor-team-without-token", &gaps, fix);
    }
    lacking_staff(exam, &store, contest);
    let (good, revoked): (Vec<_>, Vec<_>) = store
        .list()
        .into_iter()
        .filter(|token| is_staff(&token.principal.role))
        .partition(|token| !token.is_revoked);
    let mut staff: Vec<&Principal> = good.into_iter().map(|token| token.principal).collect();
    // Sorted by role and name; holders of two tokens appear once.
    staff.dedup();
    for principal in &staff {
        handed_out(exam, &store, principal);
    }
    let mut revoked_owners: Vec<&Principal> = revoked.into_iter().map(|token| token.principal).collect();
    revoked_owners.dedup();
    revoked_owners.retain(|principal| !staff.iter().any(|other| other.name == principal.name));
    for principal in revoked_owners {
        left_over(exam, &store, principal);
    }
    Some(store)
}

fn is_staff(role: &Role) -> bool {
    !matches!(role, Role::Team { .. })
}

/// Required staff without a valid token.
fn lacking_staff(exam: &mut Examination<'_>, store: &TokenStore, contest: Option<&Contest>) {
    let mut needed = vec![("organiser", Role::Organiser), ("judge", Role::Judge), ("board", Role::Board)];
    if contest.is_some_and(|contest| !contest.events.is_empty()) {
        needed.extend([("desk", Role::Desk), ("referee", Role::Referee)]);
    }
    let has =
        |role: &Role| store.list().iter().any(|token| !token.is_revoked && token.principal.role == *role);
    needed.retain(|(_, role)| !has(role));
    for (name, _) in needed {
        let fix = exam.fix("doctor-fix-issue-role", &[("folder", exam.root()), ("options", name.into())]);
        report_missing(exam, name, fix);
    }
    let judges = contest.map(|contest| contest.judges.as_slice()).unwrap_or_default();
    for judge in judges.iter().filter(|judge| !store.knows(&Principal::judge(judge))) {
        let games = judge.games.iter().flat_map(|game| ["--game".to_owned(), quoted(game)]);
        let options: Vec<String> =
            ["judge --name".to_owned(), quoted(&judge.id)].into_iter().chain(games).collect();
        let options = options.join(" ");
        let fix = exam.fix("doctor-fix-issue-role", &[("folder", exam.root()), ("options", options.into())]);
        report_missing(exam, &judge.id, fix);
    }
}

fn report_missing(exam: &mut Examination<'_>, name: &str, fix: Option<String>) {
    let gaps = [("role", name.to_owned().into())];
    exam.report((ContestPart::Tokens, Level::Error), "doctor-role-without-token", &gaps, fix);
}

/// Checks the token file of a staff member with a valid token.
fn handed_out(exam: &mut Examination<'_>, store: &TokenStore, principal: &Principal) {
    let file = exam.folder().token(&principal.name);
    if !exam.check_readable(ContestPart::Tokens, &file) {
        return;
    }
    match fs::read_to_string(&file).map(Zeroizing::new) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let gaps = [("file", path(&file)), ("name", principal.name.clone().into())];
            let fix = reissue(exam, store, principal);
            exam.report((ContestPart::Tokens, Level::Warning), "doctor-token-gone", &gaps, fix);
        }
        Err(error) => {
            let fix = exam.access(&file, &error);
            let error = token::Error::Read { path: file, source: error };
            exam.fail(ContestPart::Tokens, "doctor-token-unread", &error.into(), fix);
        }
        Ok(text) => {
            let at = (ContestPart::Tokens, Level::Error);
            let fix = reissue(exam, store, principal);
            let Some(token) = text.split_whitespace().last() else {
                return exam.report(at, "doctor-token-empty", &[("file", path(&file))], fix);
            };
            match store.check(token) {
                // Holders with the same name share a file.
                Some(in_kit) if is_staff(&in_kit.role) && in_kit.name == principal.name => {
                    joins(exam, principal, token);
                }
                Some(other) => {
                    let gaps = [("file", path(&file)), ("whose", other.name.clone().into())];
                    exam.report(at, "doctor-token-other", &gaps, fix);
                }
                None => exam.report(at, "doctor-token-stale", &[("file", path(&file))], fix),
            }
        }
    }
}

/// Checks a staff member's join line: address, authority and token.
fn joins(exam: &mut Examination<'_>, principal: &Principal, token: &str) {
    let (file, authority) = (exam.folder().join_line(&principal.name), exam.folder().authority());
    if !exam.check_readable(ContestPart::Tokens, &file)
        || !exam.check_readable(ContestPart::Certificate, &authority)
    {
        return;
    }
    let Ok(line) = fs::read_to_string(&file).map(Zeroizing::new) else { return };
    // A missing address or authority is reported separately.
    let Some(authority) = Kit::at(exam.folder().root()).authority() else { return };
    let addresses = exam.addresses().join(",");
    let expected = Invitation::line(&addresses, &authority.fingerprint(), token).map(Zeroizing::new);
    if !addresses.is_empty() && expected.is_some_and(|expected| line.trim() != expected.as_str()) {
        let fix = exam.init();
        exam.report((ContestPart::Tokens, Level::Error), "doctor-join-other", &[("file", path(&file))], fix);
    }
}

/// Checks for a token file left from a revoked token.
fn left_over(exam: &mut Examination<'_>, store: &TokenStore, principal: &Principal) {
    let file = exam.folder().token(&principal.name);
    if !exam.check_readable(ContestPart::Tokens, &file) {
        return;
    }
    let is_dead = fs::read_to_string(&file)
        .map(Zeroizing::new)
        .is_ok_and(|text| text.split_whitespace().last().is_none_or(|token| store.check(token).is_none()));
    if is_dead {
        // Only a standby may be relied on; others are optional.
        let level = if principal.role == Role::Standby { Level::Error } else { Level::Warning };
        let fix = reissue(exam, store, principal);
        exam.report((ContestPart::Tokens, level), "doctor-token-stale", &[("file", path(&file))], fix);
    }
}

/// Advises to reissue a token.
fn reissue(exam: &Examination<'_>, store: &TokenStore, principal: &Principal) -> Option<String> {
    let listed = store.list();
    let is_of_another =
        |name: &str| listed.iter().any(|token| token.principal.name == name && token.principal != principal);
    // For an ambiguous name, the id is used.
    let id =
        listed.iter().find(|token| token.principal == principal && !token.is_revoked).map(|token| token.id);
    let owner = if is_of_another(&principal.name) { id.unwrap_or_default() } else { &principal.name };
    exam.fix("doctor-fix-reissue", &[("folder", exam.root()), ("who", quoted(owner).into())])
}

pub(super) fn kits(exam: &mut Examination<'_>, contest: Option<&Contest>, store: Option<&TokenStore>) {
    let Some((contest, store)) = contest.zip(store) else { return };
    let (authority, server) = (exam.folder().authority(), exam.folder().address_file());
    let read_own = |exam: &mut Examination<'_>, part, file: &std::path::Path| {
        exam.check_readable(part, file).then(|| fs::read(file).ok()).flatten()
    };
    let authority = read_own(exam, ContestPart::Certificate, &authority);
    let server = read_own(exam, ContestPart::Addresses, &server);
    let mut whole = 0_usize;
    for team in planned_config::playing_teams(contest) {
        if kit(exam, store, &team.code, (authority.as_deref(), server.as_deref())) {
            whole += 1;
        }
    }
    if whole > 0 {
        exam.fine(ContestPart::Kits, "doctor-kits", &[("count", whole.into())]);
    }
}

/// Checks one team's directory against authority and address; returns whether it is right.
fn kit(
    exam: &mut Examination<'_>,
    store: &TokenStore,
    code: &str,
    (authority, server): (Option<&[u8]>, Option<&[u8]>),
) -> bool {
    let kit = exam.folder().team(code);
    let is_plain =
        ["token", "ca.pem", "server"].map(|name| exam.check_readable(ContestPart::Kits, &kit.join(name)));
    if is_plain != [true; 3] {
        return false;
    }
    let gaps = [("team", code.to_owned().into()), ("folder", path(&kit))];
    let meant = Role::Team { team: code.to_owned() };
    let token = match fs::read_to_string(kit.join("token")).map(Zeroizing::new) {
        Ok(token) => token,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            not_handed_out(exam, store, &meant, (Level::Warning, "doctor-kit-gone"), &gaps);
            return false;
        }
        Err(error) => {
            let fix = exam.access(&kit.join("token"), &error);
            let error = token::Error::Read { path: kit.join("token"), source: error };
            exam.fail(ContestPart::Kits, "doctor-kit-unread", &error.into(), fix);
            return false;
        }
    };
    if token.trim().is_empty() {
        not_handed_out(exam, store, &meant, (Level::Error, "doctor-kit-empty"), &gaps);
        return false;
    }
    let is_theirs = store.check(token.trim()).is_some_and(|Principal { role, .. }| *role == meant);
    if !is_theirs {
        let issue =
            exam.fix("doctor-fix-issue-team", &[("folder", exam.root()), ("team", code.to_owned().into())]);
        exam.report((ContestPart::Kits, Level::Error), "doctor-kit-stale", &gaps, issue);
        return false;
    }
    let differs = |name: &str, expected: Option<&[u8]>| {
        let in_kit = fs::read(kit.join(name)).ok();
        expected.is_some() && in_kit.as_deref() != expected
    };
    let is_other = differs("ca.pem", authority) || differs("server", server);
    if is_other {
        let fix = exam.init();
        exam.report((ContestPart::Kits, Level::Error), "doctor-kit-other", &gaps, fix);
    }
    !is_other
}

/// Reports a team with a valid token but without a directory.
fn not_handed_out(
    exam: &mut Examination<'_>,
    store: &TokenStore,
    meant: &Role,
    (level, code): (Level, &'static str),
    gaps: Gaps<'_>,
) {
    let listed = store.list();
    if let Some(good) = listed.iter().find(|token| !token.is_revoked && token.principal.role == *meant) {
        let fix = reissue(exam, store, good.principal);
        exam.report((ContestPart::Kits, level), code, gaps, fix);
    }
}
