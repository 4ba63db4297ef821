//! Access: the token file, staff tokens, and the tokens handed to teams.

use std::fs;

use super::fixture::{Fault, FolderFixture, error, find_each, warning};

#[test]
fn issuing_token_does_not_overwrite_another_token_file() {
    let fixture = FolderFixture::new();
    let issue = |role, name| fixture.run(&["token", "issue", "--role", role, "--name", name], "--folder");
    assert!(issue("judge", "Yamada 2").status.success());
    let (kept, store) =
        (fs::read(fixture.file("Yamada-2.token")).unwrap(), fs::read(fixture.file("tokens.toml")).unwrap());
    for (role, name) in [("judge", "Yamada 2"), ("desk", "Yamada 2"), ("desk", "Yamada-2")] {
        let refused = issue(role, name);
        let output = String::from_utf8(refused.stderr).unwrap();
        assert!(
            !refused.status.success() && output.contains("Yamada-2.token") && output.contains("--name"),
            "{output}"
        );
        assert_eq!(fs::read(fixture.file("Yamada-2.token")).unwrap(), kept, "{name}");
        assert_eq!(fs::read(fixture.file("tokens.toml")).unwrap(), store, "no token is made that nobody has");
    }
    // A principal's own token file is replaced, and the file of a revoked one may be overwritten.
    assert!(fixture.run(&["token", "reissue", "Yamada 2"], "--folder").status.success());
    assert!(fixture.run(&["token", "revoke", "Yamada 2"], "--folder").status.success());
    assert!(issue("desk", "Yamada-2").status.success());
    assert_ne!(fs::read(fixture.file("Yamada-2.token")).unwrap(), kept);
}

const FAULTS: &[Fault] = &[
    error("tokens-unread", "restore", |day| day.remove("tokens.toml")),
    error("token-other", "token reissue judge --folder", |day| day.copy("teams/a/token", "judge.token")),
    error("token-other", "token reissue judge --folder", |day| day.copy("organiser.token", "judge.token")),
    error("token-other", "token reissue board --folder", |day| day.copy("teams/a/token", "board.token")),
    error("token-stale", "token reissue standby --folder", |day| {
        assert!(day.run(&["token", "revoke", "standby"], "--folder").status.success());
    }),
    warning("token-stale", "token reissue helper --folder", |day| {
        let issue = ["token", "issue", "--role", "judge", "--name", "helper"];
        assert!(day.run(&issue, "--folder").status.success());
        assert!(day.run(&["token", "revoke", "helper"], "--folder").status.success());
    }),
    error("token-unread", "judge.token", |day| {
        day.remove("judge.token");
        fs::create_dir(day.file("judge.token")).unwrap();
    }),
    error("join-other", "init --out", |day| day.mix_up("judge.join")),
    error("tokens-unread", "restore", |day| day.edit("tokens.toml", |text| text + "\n[token")),
    error("team-without-token", "token issue --folder", |day| {
        assert!(day.run(&["token", "revoke", "b"], "--folder").status.success());
    }),
    error("kit-stale", "--team b", |day| day.mix_up("teams/b/token")),
    error("kit-other", "init --out", |day| {
        fs::write(day.file("teams/b/server"), "https://192.0.2.1:7150\n").unwrap();
    }),
    error("token-stale", "token reissue judge", |day| {
        fs::write(day.file("judge.token"), "ishi.00000000.AAAAAAAAAAAAAAAAAAAAAA\n").unwrap();
    }),
    warning("token-gone", "token reissue judge --folder", |day| day.remove("judge.token")),
    warning("token-gone", "token reissue standby --folder", |day| day.remove("standby.token")),
    warning("kit-gone", "token reissue b --folder", |day| fs::remove_dir_all(day.file("teams/b")).unwrap()),
    error("token-empty", "token reissue judge --folder", |day| {
        fs::write(day.file("judge.token"), "").unwrap();
    }),
    error("token-empty", "token reissue board --folder", |day| {
        fs::write(day.file("board.token"), " \n").unwrap();
    }),
    error("kit-empty", "token reissue b --folder", |day| fs::write(day.file("teams/b/token"), "\n").unwrap()),
];

#[test]
fn faults_of_tokens_are_found() {
    find_each(FAULTS);
}

#[test]
fn missing_tokens_are_back_after_the_named_commands() {
    let fixture = FolderFixture::new();
    for name in ["judge.token", "organiser.token", "board.token"] {
        fixture.remove(name);
    }
    fs::remove_dir_all(fixture.file("teams/b")).unwrap();
    let (found, _) = fixture.examine();
    let findings: Vec<_> =
        found.iter().filter(|finding| ["token-gone", "kit-gone"].contains(&finding.code.as_str())).collect();
    assert_eq!(findings.len(), 4, "{found:#?}");
    for finding in findings {
        fixture.follow(&finding.mend);
    }
    fixture.assert_sound();
}

#[test]
fn mixed_up_files_are_right_after_the_named_commands() {
    let fixture = FolderFixture::new();
    fixture.copy("teams/a/token", "judge.token");
    fixture.mix_up("board.join");
    assert!(fixture.run(&["token", "revoke", "standby"], "--folder").status.success());
    let (found, _) = fixture.examine();
    let stopped: Vec<_> = found.iter().filter(|finding| finding.level == "error").collect();
    let codes: Vec<_> = stopped.iter().map(|finding| finding.code.as_str()).collect();
    assert_eq!(codes, ["token-other", "join-other", "token-stale"], "{found:#?}");
    for finding in stopped {
        fixture.follow(&finding.mend);
    }
    fixture.assert_sound();
}

#[test]
fn missing_address_is_fixed_by_init_with_address() {
    let fixture = FolderFixture::new();
    fs::write(fixture.file("server"), "").unwrap();
    let (found, is_in_the_way) = fixture.examine();
    assert!(is_in_the_way);
    let fixes: Vec<_> =
        found.iter().map(|finding| &finding.mend).filter(|fix| fix.contains("init")).collect();
    assert!(fixes.iter().all(|fix| fix.contains("--force --address HOST:PORT")), "{found:#?}");
    let fix = fixes.first().unwrap().replace("HOST:PORT", &fixture.address());
    fixture.follow(&fix);
    fixture.assert_sound();
}

#[test]
fn lost_token_file_is_fixed_with_new_tokens() {
    let fixture = FolderFixture::new();
    let old = fs::read_to_string(fixture.file("teams/a/token")).unwrap();
    fixture.remove("tokens.toml");
    let (found, _) = fixture.examine();
    let findings = found.iter().find(|finding| finding.code == "tokens-unread").unwrap();
    assert!(findings.mend.contains("Without a copy"), "{findings:?}");
    fixture.follow(&findings.mend);
    fixture.assert_sound();
    assert_ne!(fs::read_to_string(fixture.file("teams/a/token")).unwrap(), old);
}

#[test]
fn doctor_output_hides_token_secrets() {
    let fixture = FolderFixture::served();
    let output = fixture.run(&["doctor"], "--folder");
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    for name in ["organiser.token", "judge.token", "board.token", "standby.token", "teams/a/token"] {
        let token = fs::read_to_string(fixture.file(name)).unwrap();
        let secret = token.trim().rsplit('.').next().unwrap().to_owned();
        assert!(secret.len() > 20 && !text.contains(&secret), "{name}");
    }
}
