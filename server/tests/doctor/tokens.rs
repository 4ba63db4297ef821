//! Who gets in: the token file, the tokens of staff, what teams are given.

use std::fs;

use super::hall::{Fault, Hall, find_each, program};

const FAULTS: &[Fault] = &[
    ("no token file", Hall::new, |hall| hall.remove("tokens.toml"), "error", "tokens-unread", "init --out"),
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
        let (_, command) = finding.mend.split_once("ishigaki-server ").unwrap();
        let ran = program().args(command.split_whitespace()).output().unwrap();
        assert!(ran.status.success(), "{command}: {ran:?}");
    }
    let (found, is_in_the_way) = hall.examine();
    let warned: Vec<_> = found.iter().filter(|finding| finding.level == "warning").collect();
    assert!(!is_in_the_way && warned.iter().all(|finding| finding.code == "address-loopback"), "{found:#?}");
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
