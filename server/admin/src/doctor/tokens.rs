//! The examination of who gets in: the token file, the tokens of those who run the contest, and what teams are given.

use std::fs;
use std::io;

use ishigaki_client::{Invitation, Kit};
use ishigaki_engine::token::{self, Principal, Role, TokenStore};
use ishigaki_scenarios::Contest;
use ishigaki_scenarios::lint::Level;
use zeroize::Zeroizing;

use super::{ContestPart, Examination, Gaps, path, quoted};

/// Examines who gets in: the token file against the contest, and the tokens of those who run it.
pub(super) fn tokens(exam: &mut Examination<'_>, contest: Option<&Contest>) -> Option<TokenStore> {
    let file = exam.folder().tokens();
    if !exam.check_readable(ContestPart::Tokens, &file) {
        return None;
    }
    let store = match TokenStore::load(&file) {
        Ok(store) => store,
        Err(error) => {
            let mend = match &error {
                _ if !file.exists() => {
                    exam.mend("doctor-mend-tokens", &[("folder", exam.root()), ("file", path(&file))])
                }
                token::Error::Read { source, .. } => exam.access(&file, source),
                _ => exam.copy(&file),
            };
            exam.fail(ContestPart::Tokens, "doctor-tokens-unread", &error.into(), mend);
            return None;
        }
    };
    let good = store.list().iter().filter(|token| !token.is_revoked).count();
    exam.fine(ContestPart::Tokens, "doctor-tokens", &[("file", path(&file)), ("count", good.into())]);
    let admitted = store.teams();
    let teams = contest.map(|contest| contest.teams.as_slice()).unwrap_or_default();
    let lacking = teams.iter().map(|team| team.code.as_str()).filter(|code| !admitted.contains(code));
    for code in lacking {
        let mend =
            exam.mend("doctor-mend-issue-team", &[("folder", exam.root()), ("team", code.to_owned().into())]);
        let gaps = [("team", code.to_owned().into())];
        exam.tell((ContestPart::Tokens, Level::Error), "doctor-team-without-token", &gaps, mend);
    }
    lacking_staff(exam, &store, contest);
    let (good, revoked): (Vec<_>, Vec<_>) = store
        .list()
        .into_iter()
        .filter(|token| is_staff(&token.principal.role))
        .partition(|token| !token.is_revoked);
    let mut staff: Vec<&Principal> = good.into_iter().map(|token| token.principal).collect();
    // In the order of role and name: who has two tokens is there once.
    staff.dedup();
    for principal in &staff {
        handed_out(exam, &store, principal);
    }
    let mut gone: Vec<&Principal> = revoked.into_iter().map(|token| token.principal).collect();
    gone.dedup();
    gone.retain(|principal| !staff.iter().any(|other| other.name == principal.name));
    for principal in gone {
        left_over(exam, &store, principal);
    }
    Some(store)
}

/// Returns whether it is a role of those who run the contest.
fn is_staff(role: &Role) -> bool {
    !matches!(role, Role::Team { .. })
}

/// Those who have to be there to run the contest, and have no token that is good.
fn lacking_staff(exam: &mut Examination<'_>, store: &TokenStore, contest: Option<&Contest>) {
    let mut needed = vec![("organiser", Role::Organiser), ("judge", Role::Judge), ("board", Role::Board)];
    if contest.is_some_and(|contest| contest.event.is_some()) {
        needed.extend([("desk", Role::Desk), ("referee", Role::Referee)]);
    }
    let has =
        |role: &Role| store.list().iter().any(|token| !token.is_revoked && token.principal.role == *role);
    needed.retain(|(_, role)| !has(role));
    for (name, _) in needed {
        let mend = exam.mend("doctor-mend-issue-role", &[("folder", exam.root()), ("options", name.into())]);
        tell_lacking(exam, name, mend);
    }
    let judges = contest.map(|contest| contest.judges.as_slice()).unwrap_or_default();
    for judge in judges.iter().filter(|judge| !store.knows(&Principal::judge(judge))) {
        let games = judge.games.iter().flat_map(|game| ["--game".to_owned(), quoted(game)]);
        let options: Vec<String> =
            ["judge --name".to_owned(), quoted(&judge.id)].into_iter().chain(games).collect();
        let options = options.join(" ");
        let mend =
            exam.mend("doctor-mend-issue-role", &[("folder", exam.root()), ("options", options.into())]);
        tell_lacking(exam, &judge.id, mend);
    }
}

fn tell_lacking(exam: &mut Examination<'_>, name: &str, mend: Option<String>) {
    let gaps = [("role", name.to_owned().into())];
    exam.tell((ContestPart::Tokens, Level::Error), "doctor-role-without-token", &gaps, mend);
}

/// The file with the token of somebody who runs the contest, and has one that is good.
fn handed_out(exam: &mut Examination<'_>, store: &TokenStore, principal: &Principal) {
    let file = exam.folder().token(&principal.name);
    if !exam.check_readable(ContestPart::Tokens, &file) {
        return;
    }
    match fs::read_to_string(&file).map(Zeroizing::new) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let gaps = [("file", path(&file)), ("name", principal.name.clone().into())];
            let mend = reissue(exam, store, principal);
            exam.tell((ContestPart::Tokens, Level::Warning), "doctor-token-gone", &gaps, mend);
        }
        Err(error) => {
            let mend = exam.access(&file, &error);
            let error = token::Error::Read { path: file, source: error };
            exam.fail(ContestPart::Tokens, "doctor-token-unread", &error.into(), mend);
        }
        Ok(text) => {
            let at = (ContestPart::Tokens, Level::Error);
            let mend = reissue(exam, store, principal);
            let Some(token) = text.split_whitespace().last() else {
                return exam.tell(at, "doctor-token-empty", &[("file", path(&file))], mend);
            };
            match store.check(token) {
                // Two of one name have one file.
                Some(theirs) if is_staff(&theirs.role) && theirs.name == principal.name => {
                    joins(exam, principal, token);
                }
                Some(other) => {
                    let gaps = [("file", path(&file)), ("whose", other.name.clone().into())];
                    exam.tell(at, "doctor-token-other", &gaps, mend);
                }
                None => exam.tell(at, "doctor-token-stale", &[("file", path(&file))], mend),
            }
        }
    }
}

/// The line by which somebody who runs the contest joins, if there is one: that it leads here, with their token.
fn joins(exam: &mut Examination<'_>, principal: &Principal, token: &str) {
    let (file, authority) = (exam.folder().join_line(&principal.name), exam.folder().authority());
    if !exam.check_readable(ContestPart::Tokens, &file)
        || !exam.check_readable(ContestPart::Certificate, &authority)
    {
        return;
    }
    let Ok(line) = fs::read_to_string(&file).map(Zeroizing::new) else { return };
    // Without an address or an authority there is none, which is told by itself.
    let Some(authority) = Kit::at(exam.folder().root()).authority() else { return };
    let addresses = exam.addresses().join(",");
    let ours = Invitation::line(&addresses, &authority.fingerprint(), token).map(Zeroizing::new);
    if !addresses.is_empty() && ours.is_some_and(|ours| line.trim() != ours.as_str()) {
        let mend = exam.init();
        exam.tell((ContestPart::Tokens, Level::Error), "doctor-join-other", &[("file", path(&file))], mend);
    }
}

/// The file of somebody all of whose tokens were revoked, if it is still there.
fn left_over(exam: &mut Examination<'_>, store: &TokenStore, principal: &Principal) {
    let file = exam.folder().token(&principal.name);
    if !exam.check_readable(ContestPart::Tokens, &file) {
        return;
    }
    let is_dead = fs::read_to_string(&file)
        .map(Zeroizing::new)
        .is_ok_and(|text| text.split_whitespace().last().is_none_or(|token| store.check(token).is_none()));
    if is_dead {
        // The contest does not need whoever else once had a token; a second machine may be counted on.
        let level = if principal.role == Role::Standby { Level::Error } else { Level::Warning };
        let mend = reissue(exam, store, principal);
        exam.tell((ContestPart::Tokens, level), "doctor-token-stale", &[("file", path(&file))], mend);
    }
}

/// That somebody's token is made anew, and theirs of before is no longer good.
fn reissue(exam: &Examination<'_>, store: &TokenStore, principal: &Principal) -> Option<String> {
    let listed = store.list();
    let is_of_another =
        |name: &str| listed.iter().any(|token| token.principal.name == name && token.principal != principal);
    // One name of several people says nothing: then by an id.
    let id =
        listed.iter().find(|token| token.principal == principal && !token.is_revoked).map(|token| token.id);
    let who = if is_of_another(&principal.name) { id.unwrap_or_default() } else { &principal.name };
    exam.mend("doctor-mend-reissue", &[("folder", exam.root()), ("who", quoted(who).into())])
}

/// Examines what teams are given: a token that is good, the authority, the address.
pub(super) fn kits(exam: &mut Examination<'_>, contest: Option<&Contest>, store: Option<&TokenStore>) {
    let Some((contest, store)) = contest.zip(store) else { return };
    let (authority, server) = (exam.folder().authority(), exam.folder().address_file());
    let ours = |exam: &mut Examination<'_>, part, file: &std::path::Path| {
        exam.check_readable(part, file).then(|| fs::read(file).ok()).flatten()
    };
    let authority = ours(exam, ContestPart::Certificate, &authority);
    let server = ours(exam, ContestPart::Addresses, &server);
    let mut whole = 0_usize;
    for team in &contest.teams {
        if kit(exam, store, &team.code, (authority.as_deref(), server.as_deref())) {
            whole += 1;
        }
    }
    if whole > 0 {
        exam.fine(ContestPart::Kits, "doctor-kits", &[("count", whole.into())]);
    }
}

/// Examines what one team is given, beside the authority and the address as this folder has them; returns
/// whether it is right.
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
            let mend = exam.access(&kit.join("token"), &error);
            let error = token::Error::Read { path: kit.join("token"), source: error };
            exam.fail(ContestPart::Kits, "doctor-kit-unread", &error.into(), mend);
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
            exam.mend("doctor-mend-issue-team", &[("folder", exam.root()), ("team", code.to_owned().into())]);
        exam.tell((ContestPart::Kits, Level::Error), "doctor-kit-stale", &gaps, issue);
        return false;
    }
    let differs = |name: &str, ours: Option<&[u8]>| {
        let theirs = fs::read(kit.join(name)).ok();
        ours.is_some() && theirs.as_deref() != ours
    };
    let is_other = differs("ca.pem", authority) || differs("server", server);
    if is_other {
        let mend = exam.init();
        exam.tell((ContestPart::Kits, Level::Error), "doctor-kit-other", &gaps, mend);
    }
    !is_other
}

/// That a team has a token, and nothing to come in with; whoever has none at all has been told.
fn not_handed_out(
    exam: &mut Examination<'_>,
    store: &TokenStore,
    meant: &Role,
    (level, code): (Level, &'static str),
    gaps: Gaps<'_>,
) {
    let listed = store.list();
    if let Some(good) = listed.iter().find(|token| !token.is_revoked && token.principal.role == *meant) {
        let mend = reissue(exam, store, good.principal);
        exam.tell((ContestPart::Kits, level), code, gaps, mend);
    }
}
