//! Who gets in: the token file, the tokens of staff, what teams are given.

use std::fs;

use super::hall::{Fault, Hall, find_each};

#[test]
fn no_token_takes_the_place_of_another_one() {
    let hall = Hall::new();
    let issue = |role, name| hall.run(&["token", "issue", "--role", role, "--name", name], "--folder");
    assert!(issue("judge", "Yamada 2").status.success());
    let (kept, store) =
        (fs::read(hall.file("Yamada-2.token")).unwrap(), fs::read(hall.file("tokens.toml")).unwrap());
    for (role, name) in [("judge", "Yamada 2"), ("desk", "Yamada 2"), ("desk", "Yamada-2")] {
        let refused = issue(role, name);
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(
            !refused.status.success() && said.contains("Yamada-2.token") && said.contains("--name"),
            "{said}"
        );
        assert_eq!(fs::read(hall.file("Yamada-2.token")).unwrap(), kept, "{name}");
        assert_eq!(fs::read(hall.file("tokens.toml")).unwrap(), store, "no token is made that nobody has");
    }
    // One's own is made anew, and a revoked one is nobody's.
    assert!(hall.run(&["token", "reissue", "Yamada 2"], "--folder").status.success());
    assert!(hall.run(&["token", "revoke", "Yamada 2"], "--folder").status.success());
    assert!(issue("desk", "Yamada-2").status.success());
    assert_ne!(fs::read(hall.file("Yamada-2.token")).unwrap(), kept);
}

const FAULTS: &[Fault] = &[
    (
        "no token file",
        Hall::new,
        |hall| hall.remove("tokens.toml"),
        "error",
        "tokens-unread",
        "put the copy of",
    ),
    (
        "a team's token in place of the judge's",
        Hall::new,
        |hall| hall.copy("teams/a/token", "judge.token"),
        "error",
        "token-other",
        "token reissue judge --folder",
    ),
    (
        "the organiser's token in place of the judge's",
        Hall::new,
        |hall| hall.copy("organiser.token", "judge.token"),
        "error",
        "token-other",
        "token reissue judge --folder",
    ),
    (
        "a team's token in place of the board's",
        Hall::new,
        |hall| hall.copy("teams/a/token", "board.token"),
        "error",
        "token-other",
        "token reissue board --folder",
    ),
    (
        "a standby whose token was revoked",
        Hall::new,
        |hall| assert!(hall.run(&["token", "revoke", "standby"], "--folder").status.success()),
        "error",
        "token-stale",
        "token reissue standby --folder",
    ),
    (
        "a helper whose token was revoked",
        Hall::new,
        |hall| {
            let issue = ["token", "issue", "--role", "judge", "--name", "helper"];
            assert!(hall.run(&issue, "--folder").status.success());
            assert!(hall.run(&["token", "revoke", "helper"], "--folder").status.success());
        },
        "warning",
        "token-stale",
        "token reissue helper --folder",
    ),
    (
        "a folder in place of the judge's token",
        Hall::new,
        |hall| {
            hall.remove("judge.token");
            fs::create_dir(hall.file("judge.token")).unwrap();
        },
        "error",
        "token-unread",
        "judge.token",
    ),
    (
        "another contest's line to join by",
        Hall::new,
        |hall| hall.mix_up("judge.join"),
        "error",
        "join-other",
        "init --out",
    ),
    (
        "a token file that is no TOML",
        Hall::new,
        |hall| hall.edit("tokens.toml", |text| text + "\n[token"),
        "error",
        "tokens-unread",
        "copy of",
    ),
    (
        "a team whose token was revoked",
        Hall::new,
        |hall| assert!(hall.run(&["token", "revoke", "b"], "--folder").status.success()),
        "error",
        "team-without-token",
        "token issue --folder",
    ),
    (
        "another contest's token in a team's folder",
        Hall::new,
        |hall| hall.mix_up("teams/b/token"),
        "error",
        "kit-stale",
        "--team b",
    ),
    (
        "a team's folder that names another server",
        Hall::new,
        |hall| fs::write(hall.file("teams/b/server"), "https://192.0.2.1:7150\n").unwrap(),
        "error",
        "kit-other",
        "init --out",
    ),
    (
        "a judge's token that is no more good",
        Hall::new,
        |hall| fs::write(hall.file("judge.token"), "ishi.00000000.AAAAAAAAAAAAAAAAAAAAAA\n").unwrap(),
        "error",
        "token-stale",
        "token reissue judge",
    ),
    (
        "the judge's token gone",
        Hall::new,
        |hall| hall.remove("judge.token"),
        "warning",
        "token-gone",
        "token reissue judge --folder",
    ),
    (
        "the standby's token gone",
        Hall::new,
        |hall| hall.remove("standby.token"),
        "warning",
        "token-gone",
        "token reissue standby --folder",
    ),
    (
        "a team's folder gone",
        Hall::new,
        |hall| fs::remove_dir_all(hall.file("teams/b")).unwrap(),
        "warning",
        "kit-gone",
        "token reissue b --folder",
    ),
    (
        "a judge's token that is empty",
        Hall::new,
        |hall| fs::write(hall.file("judge.token"), "").unwrap(),
        "error",
        "token-empty",
        "token reissue judge --folder",
    ),
    (
        "a board's token of a blank line",
        Hall::new,
        |hall| fs::write(hall.file("board.token"), " \n").unwrap(),
        "error",
        "token-empty",
        "token reissue board --folder",
    ),
    (
        "an empty token in a team's folder",
        Hall::new,
        |hall| fs::write(hall.file("teams/b/token"), "\n").unwrap(),
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
    let hall = Hall::new();
    for name in ["judge.token", "organiser.token", "board.token"] {
        hall.remove(name);
    }
    fs::remove_dir_all(hall.file("teams/b")).unwrap();
    let (found, _) = hall.examine();
    let gone: Vec<_> =
        found.iter().filter(|finding| ["token-gone", "kit-gone"].contains(&finding.code.as_str())).collect();
    assert_eq!(gone.len(), 4, "{found:#?}");
    for finding in gone {
        hall.follow(&finding.mend);
    }
    hall.is_sound();
}

#[test]
fn what_was_mixed_up_is_right_again_after_the_commands_that_are_named() {
    let hall = Hall::new();
    hall.copy("teams/a/token", "judge.token");
    hall.mix_up("board.join");
    assert!(hall.run(&["token", "revoke", "standby"], "--folder").status.success());
    let (found, _) = hall.examine();
    let stopped: Vec<_> = found.iter().filter(|finding| finding.level == "error").collect();
    let codes: Vec<_> = stopped.iter().map(|finding| finding.code.as_str()).collect();
    assert_eq!(codes, ["token-other", "join-other", "token-stale"], "{found:#?}");
    for finding in stopped {
        hall.follow(&finding.mend);
    }
    hall.is_sound();
}

#[test]
fn a_folder_without_an_address_is_told_a_command_that_is_given_one() {
    let hall = Hall::new();
    fs::write(hall.file("server"), "").unwrap();
    let (found, is_in_the_way) = hall.examine();
    assert!(is_in_the_way);
    let mends: Vec<_> =
        found.iter().map(|finding| &finding.mend).filter(|mend| mend.contains("init")).collect();
    assert!(mends.iter().all(|mend| mend.contains("--force --address HOST:PORT")), "{found:#?}");
    let mend = mends.first().unwrap().replace("HOST:PORT", &hall.address());
    hall.follow(&mend);
    hall.is_sound();
}

#[test]
fn without_the_token_file_all_get_new_tokens_by_the_command_that_is_named() {
    let hall = Hall::new();
    let old = fs::read_to_string(hall.file("teams/a/token")).unwrap();
    hall.remove("tokens.toml");
    let (found, _) = hall.examine();
    let gone = found.iter().find(|finding| finding.code == "tokens-unread").unwrap();
    assert!(gone.mend.contains("worthless"), "{gone:?}");
    hall.follow(&gone.mend);
    hall.is_sound();
    assert_ne!(fs::read_to_string(hall.file("teams/a/token")).unwrap(), old);
}

#[test]
fn no_token_and_no_key_shows_in_what_is_said() {
    let hall = Hall::served();
    let said = hall.run(&["doctor"], "--folder");
    let text = String::from_utf8(said.stdout).unwrap() + &String::from_utf8(said.stderr).unwrap();
    for name in ["organiser.token", "judge.token", "board.token", "standby.token", "teams/a/token"] {
        let token = fs::read_to_string(hall.file(name)).unwrap();
        let secret = token.trim().rsplit('.').next().unwrap().to_owned();
        assert!(secret.len() > 20 && !text.contains(&secret), "{name}");
    }
}
