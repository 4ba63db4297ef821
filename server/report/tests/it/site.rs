//! The site, press text and archive of recorded games and events.
#![expect(clippy::unwrap_used, reason = "a site that cannot be made is a failed test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use ishigaki_prerequisite::has_python;
use ishigaki_printout::EntrantName;
use ishigaki_record::verify::{Expected, Gap};
use ishigaki_report::{
    OutputFile, Particulars, Publication, RecordError, Site, VerifiedRecord, archive_files, press_text,
};
use ishigaki_words::Lang;

const GAME: &str = include_str!("../../../record/tests/golden/small.jsonl");
const NOTES: &str = include_str!("../../../record/tests/golden/notes.jsonl");
const LEAGUES: &str = include_str!("../../../record/tests/tournament/meijin.jsonl");
const GROUPS: &str = include_str!("../../../record/tests/tournament/ishigaki.jsonl");

fn record(text: &str) -> VerifiedRecord {
    VerifiedRecord::of(text.to_owned(), &Expected::default()).unwrap()
}

fn particulars() -> Particulars {
    let hostile = EntrantName { name: "<script>alert('a')</script>".into(), ..EntrantName::default() };
    Particulars {
        title: Some("18th <KOSEN> & contest".into()),
        title_ja: Some("第18回\"高専\"<プロコン>".into()),
        date: Some("2026-12-06".into()),
        names: BTreeMap::from([("a".into(), hostile)]),
    }
}

fn files(records: &[(&VerifiedRecord, Publication)], lang: Lang) -> BTreeMap<String, String> {
    let site = Site::new(particulars(), records.iter().copied(), lang);
    let text = |file: OutputFile| (file.path, String::from_utf8(file.bytes).unwrap());
    site.files().into_iter().map(text).collect()
}

fn has_ending(path: &str, ending: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found == ending)
}

/// Returns the addresses in links and embedded content of a page, with its folder.
fn addresses(path: &str, page: &str) -> Vec<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let found = page.split("href=\"").skip(1).chain(page.split("src=\"").skip(1));
    let found = found.map(|rest| rest.split(['"', '?']).next().unwrap());
    found
        .map(|address| match address.strip_prefix("../") {
            Some(above) => above.to_owned(),
            None if folder.is_empty() => address.to_owned(),
            None => format!("{folder}/{address}"),
        })
        .collect()
}

#[test]
fn links_of_all_pages_lead_to_files_of_the_site() {
    let (game, leagues, groups) = (record(GAME), record(LEAGUES), record(GROUPS));
    let public = [&game, &leagues, &groups].map(|record| (record, Publication::Public));
    let files = files(&public, Lang::Ja);
    let mut linked = BTreeSet::new();
    for (path, page) in files.iter().filter(|(path, _)| has_ending(path, "html")) {
        for address in addresses(path, page) {
            assert!(files.contains_key(&address), "{path} links to {address}");
            linked.insert(address);
        }
    }
    let is_page = |path: &&String| has_ending(path, "html") && *path != "index.html";
    let alone: Vec<&String> = files.keys().filter(is_page).filter(|path| !linked.contains(*path)).collect();
    assert!(alone.is_empty(), "no page links to {alone:?}");
    assert_eq!(files["index.html"], files["index.ja.html"]);
    for path in ["games/g1.report.html", "records/g1.jsonl", "records/SHA256SUMS", "press.ja.txt"] {
        assert!(files.contains_key(path), "{path}");
    }
}

#[test]
fn hostile_texts_are_escaped_on_every_page() {
    let game = record(GAME);
    for (path, page) in files(&[(&game, Publication::Public)], Lang::En) {
        if has_ending(&path, "html") && !path.contains(".report.") {
            assert!(!page.contains("<script") && !page.contains("<KOSEN>"), "{path}: {page}");
            assert!(!page.contains("://"), "{path} loads nothing from elsewhere");
        }
    }
}

#[test]
fn games_that_are_not_public_have_only_a_title_and_state() {
    let (game, notes, event) = (record(GAME), record(NOTES), record(LEAGUES));
    let running =
        [(&event, Publication::Public), (&game, Publication::Covered), (&notes, Publication::Running)];
    let files = files(&running, Lang::En);
    let of_games = files.keys().filter(|path| path.starts_with("games/")).count();
    assert_eq!((of_games, files.contains_key("records/g1.jsonl")), (0, false));
    let all: String =
        files.iter().filter(|(path, _)| !has_ending(path, "py")).map(|(_, text)| text.as_str()).collect();
    let commitment = GAME.split("\"commitment\":\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(!all.contains(commitment) && !all.contains("チームa"), "no part of a record");
    assert!(files["index.en.html"].contains("walls: finished"), "{}", files["index.en.html"]);
}

#[test]
fn publication_follows_the_ending_and_the_reveal() {
    let game = record(GAME);
    assert_eq!(game.publication(|_| true), Publication::Public);
    assert_eq!(game.publication(|_| false), Publication::Covered);
    assert_eq!(game.publication(|game| game.covered_rows(None) == 0), Publication::Covered);
    assert_eq!(record(LEAGUES).publication(|_| false), Publication::Public);
}

#[test]
fn invalid_records_and_unsuitable_ids_are_rejected() {
    let rejected = |text: &str| VerifiedRecord::of(text.to_owned(), &Expected::default()).unwrap_err();
    assert!(matches!(rejected(&GAME.replace("walls", "walks")), RecordError::Game(_)));
    assert!(matches!(rejected(&LEAGUES.replace("選手1\"", "選手9\"")), RecordError::Event(_)));
    let key = Some(record(GAME).server_key().fingerprint());
    let other = Expected { key: "0123-4567-89ab-cdef-0123-4567-89ab-cdef".parse().ok(), head: None };
    assert!(VerifiedRecord::of(GAME.to_owned(), &other).is_err());
    let pinned = VerifiedRecord::of(GAME.to_owned(), &Expected { key, head: None }).unwrap();
    assert_eq!((pinned.gaps(), record(GAME).gaps()), (vec![], vec![Gap::Signer]));
}

#[test]
fn partly_checked_records_are_marked_on_the_index() {
    let warned = |record: &VerifiedRecord| {
        files(&[(record, Publication::Public)], Lang::En)["index.html"].contains("class=\"warning\"")
    };
    let key = Some(record(GAME).server_key().fingerprint());
    let pinned = VerifiedRecord::of(GAME.to_owned(), &Expected { key, head: None }).unwrap();
    assert_eq!((warned(&record(GAME)), warned(&pinned)), (true, false));
}

#[test]
fn press_text_matches_snapshot_in_both_languages() {
    let (game, leagues, groups) = (record(GAME), record(LEAGUES), record(GROUPS));
    let public = [&game, &leagues, &groups].map(|record| (record, Publication::Public));
    let site = Site::new(particulars(), public, Lang::En);
    insta::assert_snapshot!("press_en", press_text(&site, Lang::En));
    insta::assert_snapshot!("press_ja", press_text(&site, Lang::Ja));
}

#[test]
fn commands_of_the_archive_verify_its_records() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (game, event) = (record(GAME), record(LEAGUES));
    for OutputFile { path, bytes } in archive_files(&[&game, &event]) {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let readme = fs::read_to_string(folder.path().join("README.en.txt")).unwrap();
    let commands = readme.lines().map(str::trim);
    let commands: Vec<&str> =
        commands.filter(|line| line.starts_with("python3 ") || line.starts_with("sha256sum ")).collect();
    assert_eq!(commands.len(), 3, "{readme}");
    for line in commands {
        let words: Vec<&str> = line.split(' ').collect();
        let done = Command::new(words[0]).args(&words[1..]).current_dir(folder.path()).output().unwrap();
        assert!(done.status.success(), "{line}: {done:?}");
    }
}
