//! Who gets in: the token file, the tokens of staff, what teams are given.

use std::fs;

use super::fixture::{Fault, FolderFixture, find_each};

#[test]
fn no_token_takes_the_place_of_another_one() {
    let fixture = FolderFixture::new();
    let issue = |role, name| fixture.run(&["token", "issue", "--role", role, "--name", name], "--folder");
    assert!(issue("judge", "Yamada 2").status.success());
    let (kept, store) =
        (fs::read(fixture.file("Yamada-2.token")).unwrap(), fs::read(fixture.file("tokens.toml")).unwrap());
    for (role, name) in [("judge", "Yamada 2"), ("desk", "Yamada 2"), ("desk", "Yamada-2")] {
        let refused = issue(role, name);
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(
            !refused.status.success() && said.contains("Yamada-2.token") && said.contains("--name"),
            "{said}"
        );
        assert_eq!(fs::read(fixture.file("Yamada-2.token")).unwrap(), kept, "{name}");
        assert_eq!(fs::read(fixture.file("tokens.toml")).unwrap(), store, "no token is made that nobody has");
    }
    // One's own is made anew, and a revoked one is nobody's.
    assert!(fixture.run(&["token", "reissue", "Yamada 2"], "--folder").status.success());
    assert!(fixture.run(&["token", "revoke", "Yamada 2"], "--folder").status.success());
    assert!(issue("desk", "Yamada-2").status.success());
    assert_ne!(fs::read(fixture.file("Yamada-2.token")).unwrap(), kept);
}

const FAULTS: &[Fault] = &[
    (
        "no token file",
        FolderFixture::new,
        |fixture| fixture.remove("tokens.toml"),
        "error",
        "tokens-unread",
        "put the copy of",
    ),
    (
        "a team's token in place of the judge's",
        FolderFixture::new,
        |fixture| fixture.copy("teams/a/token", "judge.token"),
        "error",
        "token-other",
        "token reissue judge --folder",
    ),
    (
        "the organiser's token in place of the judge's",
        FolderFixture::new,
        |fixture| fixture.copy("organiser.token", "judge.token"),
        "error",
        "token-other",
        "token reissue judge --folder",
    ),
    (
        "a team's token in place of the board's",
        FolderFixture::new,
        |fixture| fixture.copy("teams/a/token", "board.token"),
        "error",
        "token-other",
        "token reissue board --folder",
    ),
    (
        "a standby whose token was revoked",
        FolderFixture::new,
        |fixture| assert!(fixture.run(&["token", "revoke", "standby"], "--folder").status.success()),
        "error",
        "token-stale",
        "token reissue standby --folder",
    ),
    (
        "a helper whose token was revoked",
        FolderFixture::new,
        |fixture| {
            let issue = ["token", "issue", "--role", "judge", "--name", "helper"];
            assert!(fixture.run(&issue, "--folder").status.success());
            assert!(fixture.run(&["token", "revoke", "helper"], "--folder").status.success());
        },
        "warning",
        "token-stale",
        "token reissue helper --folder",
    ),
    (
        "a folder in place of the judge's token",
        FolderFixture::new,
        |fixture| {
            fixture.remove("judge.token");
            fs::create_dir(fixture.file("judge.token")).unwrap();
        },
        "error",
        "token-unread",
        "judge.token",
    ),
    (
        "another contest's line to join by",
        FolderFixture::new,
        |fixture| fixture.mix_up("judge.join"),
        "error",
        "join-other",
        "init --out",
    ),
    (
        "a token file that is no TOML",
        FolderFixture::new,
        |fixture| fixture.edit("tokens.toml", |text| text + "\n[token"),
        "error",
        "tokens-unread",
        "copy of",
    ),
    (
        "a team whose token was revoked",
        FolderFixture::new,
        |fixture| assert!(fixture.run(&["token", "revoke", "b"], "--folder").status.success()),
        "error",
        "team-without-token",
        "token issue --folder",
    ),
    (
        "another contest's token in a team's folder",
        FolderFixture::new,
        |fixture| fixture.mix_up("teams/b/token"),
        "error",
        "kit-stale",
        "--team b",
    ),
    (
        "a team's folder that names another server",
        FolderFixture::new,
        |fixture| fs::write(fixture.file("teams/b/server"), "https://192.0.2.1:7150\n").unwrap(),
        "error",
        "kit-other",
        "init --out",
    ),
    (
        "a judge's token that is no more good",
        FolderFixture::new,
        |fixture| fs::write(fixture.file("judge.token"), "ishi.00000000.AAAAAAAAAAAAAAAAAAAAAA\n").unwrap(),
        "error",
        "token-stale",
        "token reissue judge",
    ),
    (
        "the judge's token gone",
        FolderFixture::new,
        |fixture| fixture.remove("judge.token"),
        "warning",
        "token-gone",
        "token reissue judge --folder",
    ),
    (
        "the standby's token gone",
        FolderFixture::new,
        |fixture| fixture.remove("standby.token"),
        "warning",
        "token-gone",
        "token reissue standby --folder",
    ),
    (
        "a team's folder gone",
        FolderFixture::new,
        |fixture| fs::remove_dir_all(fixture.file("teams/b")).unwrap(),
        "warning",
        "kit-gone",
        "token reissue b --folder",
    ),
    (
        "a judge's token that is empty",
        FolderFixture::new,
        |fixture| fs::write(fixture.file("judge.token"), "").unwrap(),
        "error",
        "token-empty",
        "token reissue judge --folder",
    ),
    (
        "a board's token of a blank line",
        FolderFixture::new,
        |fixture| fs::write(fixture.file("board.token"), " \n").unwrap(),
        "error",
        "token-empty",
        "token reissue board --folder",
    ),
    (
        "an empty token in a team's folder",
        FolderFixture::new,
        |fixture| fs::write(fixture.file("teams/b/token"), "\n").unwrap(),
        "error",
        "kit-empty",
        "token reissue b --folder",
    ),
];

#[test]
fn faults_of_tokens_are_found() {
    find_each(FAULTS);
}

#[test]
fn tokens_that_are_gone_are_there_again_after_the_commands_that_are_named() {
    let fixture = FolderFixture::new();
    for name in ["judge.token", "organiser.token", "board.token"] {
        fixture.remove(name);
    }
    fs::remove_dir_all(fixture.file("teams/b")).unwrap();
    let (found, _) = fixture.examine();
    let gone: Vec<_> =
        found.iter().filter(|finding| ["token-gone", "kit-gone"].contains(&finding.code.as_str())).collect();
    assert_eq!(gone.len(), 4, "{found:#?}");
    for finding in gone {
        fixture.follow(&finding.mend);
    }
    fixture.assert_sound();
}

#[test]
fn what_was_mixed_up_is_right_again_after_the_commands_that_are_named() {
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
fn a_folder_without_an_address_is_told_a_command_that_is_given_one() {
    let fixture = FolderFixture::new();
    fs::write(fixture.file("server"), "").unwrap();
    let (found, is_in_the_way) = fixture.examine();
    assert!(is_in_the_way);
    let mends: Vec<_> =
        found.iter().map(|finding| &finding.mend).filter(|mend| mend.contains("init")).collect();
    assert!(mends.iter().all(|mend| mend.contains("--force --address HOST:PORT")), "{found:#?}");
    let mend = mends.first().unwrap().replace("HOST:PORT", &fixture.address());
    fixture.follow(&mend);
    fixture.assert_sound();
}

#[test]
fn without_the_token_file_all_get_new_tokens_by_the_command_that_is_named() {
    let fixture = FolderFixture::new();
    let old = fs::read_to_string(fixture.file("teams/a/token")).unwrap();
    fixture.remove("tokens.toml");
    let (found, _) = fixture.examine();
    let gone = found.iter().find(|finding| finding.code == "tokens-unread").unwrap();
    assert!(gone.mend.contains("worthless"), "{gone:?}");
    fixture.follow(&gone.mend);
    fixture.assert_sound();
    assert_ne!(fs::read_to_string(fixture.file("teams/a/token")).unwrap(), old);
}

#[test]
fn no_token_and_no_key_shows_in_what_is_said() {
    let fixture = FolderFixture::served();
    let said = fixture.run(&["doctor"], "--folder");
    let text = String::from_utf8(said.stdout).unwrap() + &String::from_utf8(said.stderr).unwrap();
    for name in ["organiser.token", "judge.token", "board.token", "standby.token", "teams/a/token"] {
        let token = fs::read_to_string(fixture.file(name)).unwrap();
        let secret = token.trim().rsplit('.').next().unwrap().to_owned();
        assert!(secret.len() > 20 && !text.contains(&secret), "{name}");
    }
}
