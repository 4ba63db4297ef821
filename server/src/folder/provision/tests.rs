//! Addresses, scenario files and rosters that a folder is made from.

use super::*;
use crate::entropy::SystemEntropy;

#[test]
fn an_address_is_one_of_ip_or_a_name_that_a_machine_can_have() {
    for good in ["192.168.0.10:7150", "[fd00::10]:7150", "localhost:1", "hall.example:7150", "7up.local:7150"]
    {
        assert!(host(good).is_some(), "{good}");
    }
    let bad = ["１２７.0.0.1:7150", "300.1.1.1:7150", "10.0.0:7150", "7150:7150", "[::g]:7150", "::1:7150"];
    for bad in bad.into_iter().chain(["a..b:1", "-a:1", "a/b:1", "石垣:7150", ":7150", "a:0"]) {
        assert_eq!(host(bad), None, "{bad}");
    }
}

#[test]
fn scenario_files_that_the_contest_file_names_are_found_beside_it_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let contest = folder.path().join("contest.toml");
    let games = ["./x.toml", "sub/./y.toml", "tiny-2", "../away.toml", "/etc/z.toml"];
    let games = games.map(|name| format!("[[game]]\nscenario = {name:?}\n"));
    fs::write(&contest, games.concat()).unwrap();
    let named = named_files(&contest).unwrap();
    assert_eq!(named, [Path::new("x.toml"), Path::new("sub/y.toml")]);
}

#[test]
fn faults_of_a_contest_file_that_a_roster_would_make_name_the_roster() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("teams.csv");
    fs::write(&path, "id,name\na,A\nb,B\n").unwrap();
    let (event, preset) = ("No event".into(), "ishigaki".into());
    let source = ContestSource::Roster(RosterFile { path: path.clone(), event, preset });
    let day = Folder::at(folder.path().join("day"));
    let Err(Error::Contest(ishigaki_scenarios::Error::Faulty { faults })) = contest(&day, &source) else {
        panic!("the event's id is none")
    };
    assert_eq!(faults[0].file, format!("{} -> {}", path.display(), day.contest().display()));
}

#[test]
fn a_new_address_stands_wherever_one_stood_and_is_told() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("contest.toml");
    fs::write(&file, CONTEST).unwrap();
    let folder = Folder::at(root.path().join("day"));
    let made = |address: &str, force| {
        let (contest, address) = (ContestSource::File(file.clone()), Some(address.to_owned()));
        let plan = Provision { contest, address, first: Lang::En, force };
        provision(&folder, &plan, UnixMillis(1_800_000_000_000), &SystemEntropy).unwrap()
    };
    assert!(!made("127.0.0.1:7150", false).is_renewed);
    // Issued by hand, as `token issue` leaves it.
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
