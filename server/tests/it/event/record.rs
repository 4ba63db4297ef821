//! The record of an event: verified from nothing, and no byte of it can be changed.

use ishigaki_proto::event as wire;
use ishigaki_record::tournament::{Report, Stop, complete, verify};
use ishigaki_record::verify::{Ending, Expected};

use super::fixture::EventFixture;

#[tokio::test]
async fn the_record_that_a_client_fetches_is_verified_by_the_program() {
    let fixture = EventFixture::open().await;
    fixture.draw().await;
    fixture.play(1).await;
    let fetched = ishigaki_client::record::download(&fixture.link("board"), "meijin").await.unwrap();
    let text = fetched.transcript().unwrap();
    let report = check(text.as_bytes(), &Expected::default()).unwrap();
    assert_eq!((report.ending, report.rounds, fetched.is_complete()), (Ending::Open, 1, false));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("meijin.jsonl");
    std::fs::write(&file, text).unwrap();
    let verify = std::process::Command::new(env!("CARGO_BIN_EXE_ishigaki-server"))
        .args(["verify", "--json", "--key", &report.fingerprint.to_string()])
        .arg(&file)
        .output()
        .unwrap();
    let said = String::from_utf8(verify.stdout).unwrap();
    assert!(verify.status.success() && said.contains(r#""event":"meijin""#), "{said}");
}

fn check(text: &[u8], expected: &Expected) -> Result<Report, Stop> {
    verify(text, expected)
}

#[tokio::test]
async fn the_record_of_an_event_is_verified_and_no_byte_of_it_can_be_changed() {
    let mut fixture = EventFixture::open().await;
    fixture.draw().await;
    fixture.play(1).await;
    fixture.server.stop().await;
    fixture.server.resume().await;
    fixture.play(2).await;
    let reason = "the hall is flooded".to_owned();
    let request = wire::AbandonEventRequest { event: String::new(), reason };
    fixture.organiser().abandon_event(request).await.unwrap();
    let record = complete(&fixture.lines().await).unwrap();
    let report = check(record.as_bytes(), &Expected::default()).unwrap();
    assert_eq!((report.ending, report.epochs, report.rounds, report.players), (Ending::Abandoned, 2, 2, 24));
    assert!(report.commitment.is_some() && !report.signer_checked);
    let expected = Expected { key: Some(report.fingerprint), head: None };
    assert!(check(record.as_bytes(), &expected).unwrap().gaps().is_empty());
    let bytes = record.as_bytes();
    let ends = record.match_indices('\n').map(|(at, _)| at);
    // Each line's middle and end, and bytes all over the file.
    let places =
        ends.flat_map(|end| [end, end - 1, end.saturating_sub(40)]).chain((0..bytes.len()).step_by(211));
    for at in places {
        let mut changed = bytes.to_vec();
        changed[at] ^= 1;
        check(&changed, &expected).expect_err("a byte was changed");
    }
    // A line that is taken out, and one that stands twice.
    let all: Vec<&str> = record.split_inclusive('\n').collect();
    for at in 0..all.len() {
        let without: String = [&all[..at], &all[at + 1..]].concat().concat();
        check(without.as_bytes(), &expected).expect_err("a line is missing");
        let twice: String = [&all[..=at], &all[at..]].concat().concat();
        check(twice.as_bytes(), &expected).expect_err("a line stands twice");
    }
}
