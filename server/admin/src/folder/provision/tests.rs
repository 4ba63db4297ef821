//! Provisioning a directory: addresses, scenario files and rosters.

use ishigaki_engine::entropy::SystemEntropy;

use super::*;

#[test]
fn only_scenario_files_named_by_the_contest_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let contest = folder.path().join("contest.toml");
    let games = ["./x.toml", "sub/./y.toml", "tiny-2", "../away.toml", "/etc/z.toml"];
    let games = games.map(|name| format!("[[game]]\nscenario = {name:?}\n"));
    fs::write(&contest, games.concat()).unwrap();
    let named = named_files(&contest).unwrap();
    assert_eq!(named, [Path::new("x.toml"), Path::new("sub/y.toml")]);
}

#[test]
fn errors_of_a_generated_contest_file_name_the_roster() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("teams.csv");
    fs::write(&path, "id,name\na,A\nb,B\n").unwrap();
    let (event, preset) = ("No event".into(), "ishigaki".into());
    let lottery_date = "2026-12-05".into();
    let source = ContestSource::Roster(RosterFile { path: path.clone(), event, preset, lottery_date });
    let day = Folder::at(folder.path().join("day"));
    let Err(Error::Contest(ishigaki_scenarios::Error::Faulty { faults })) = contest(&day, &source) else {
        panic!("the event's id is none")
    };
    assert_eq!(faults[0].file, format!("{} -> {}", path.display(), day.contest().display()));
}

#[test]
fn new_address_replaces_old_one_in_all_files() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("contest.toml");
    fs::write(&file, CONTEST).unwrap();
    let folder = Folder::at(root.path().join("day"));
    let made = |address: &str, force| {
        let (contest, address) = (ContestSource::File(file.clone()), Some(address.to_owned()));
        let plan = Provision { contest, address, pages_address: None, first: Lang::En, force };
        provision(&folder, &plan, UnixMillis(1_800_000_000_000), &SystemEntropy).unwrap()
    };
    assert!(!made("127.0.0.1:7150", false).is_renewed);
    // Issued manually, as with `token issue`.
    let token = fs::read_to_string(folder.token("judge")).unwrap();
    for (ending, text) in [("token", token.as_str()), ("join", "ISHIGAKI: of another address\n")] {
        let path = folder.root().join(format!("second-board.{ending}"));
        write_private(&path, text.as_bytes()).unwrap();
    }
    assert!(made("127.0.0.1:7150", false).is_renewed, "the second board's line was of another address");
    assert!(!made("127.0.0.1:7150", false).is_renewed);
    assert!(made("127.0.0.1:7151", true).is_renewed);
    let lines = ["judge", "second-board"].map(|name| fs::read_to_string(folder.join_line(name)).unwrap());
    assert!(lines[0] == lines[1] && lines[0].contains(":7151"), "{lines:?}");
    assert_eq!(fs::read_to_string(folder.team("a").join("server")).unwrap(), "https://127.0.0.1:7151\n");
}

#[test]
fn scenario_outside_the_contest_files_folder_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/tiny-2.toml")).unwrap();
    fs::create_dir_all(root.path().join("plan/sub")).unwrap();
    for file in ["x.toml", "plan/x.toml"] {
        fs::write(root.path().join(file), &text).unwrap();
    }
    let file = root.path().join("plan/contest.toml");
    let absolute = root.path().join("x.toml").display().to_string();
    for name in ["sub/../x.toml", "../x.toml", "../plan/x.toml", "./sub/.././x.toml", &absolute] {
        fs::write(&file, CONTEST.replace("tiny-2", name)).unwrap();
        let folder = Folder::at(root.path().join("day"));
        let refused = contest(&folder, &ContestSource::File(file.clone()));
        let is_outside =
            matches!(refused, Err(Error::Folder(FolderError::Outside { field: "game.scenario", .. })));
        assert!(is_outside, "{name}: {:?}", refused.err());
    }
}

#[test]
fn scenario_named_like_a_file_that_init_writes_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/tiny-2.toml")).unwrap();
    let file = root.path().join("plan/contest.toml");
    for name in [
        "tokens.toml",
        "Tokens.toml",
        "./server.pem",
        "./server",
        "./ca-key.pem",
        "./contest.db-wal",
        "./judge.token",
        "./board.join",
        "./judge.sheet.html",
        "./pages-server",
        "pages/x.toml",
        "teams/a.toml",
        "teams/a/server/x.toml",
        "./all-sheets.html",
    ] {
        let scenario = root.path().join("plan").join(name);
        fs::create_dir_all(scenario.parent().unwrap()).unwrap();
        fs::write(&scenario, &text).unwrap();
        let spare = format!("tiny-2\"\nspare = \"{name}");
        fs::write(&file, CONTEST.replace("tiny-2", &spare)).unwrap();
        let folder = Folder::at(root.path().join("day"));
        let refused = contest(&folder, &ContestSource::File(file.clone()));
        let is_reserved =
            matches!(refused, Err(Error::Folder(FolderError::Reserved { field: "game.spare", .. })));
        assert!(is_reserved, "{name}: {:?}", refused.err());
        if scenario.is_file() {
            fs::remove_file(scenario).unwrap();
        }
    }
}

#[test]
fn address_that_no_client_can_dial_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let folder = Folder::at(root.path());
    for address_given in
        ["0.0.0.0:7150", "[::]:7150", "192.168.0.10:7150,0.0.0.0:7151", "127.0.0.1:0", "240.0.0.1:1"]
    {
        let plan = Provision {
            contest: ContestSource::Folder,
            address: Some(address_given.into()),
            pages_address: None,
            first: Lang::En,
            force: false,
        };
        assert!(
            matches!(address(&folder, &plan), Err(Error::Folder(FolderError::BadAddress { .. }))),
            "{address_given}"
        );
    }
}

const CONTEST: &str = r#"
[[team]]
id = "a"
name = "A"

[[team]]
id = "b"
name = "B"

[[game]]
id = "g"
scenario = "tiny-2"
"#;
