//! The record of an event: downloaded by a client and verified without other data.

use ishigaki_proto::event as wire;
use ishigaki_record::tournament::verify;
use ishigaki_record::verify::{Ending, Expected};

use super::fixture::EventFixture;

#[tokio::test]
async fn downloaded_event_record_verifies() {
    let mut fixture = EventFixture::open().await;
    fixture.draw().await;
    fixture.play(1).await;
    fixture.server.stop().await;
    fixture.server.resume().await;
    fixture.play(2).await;
    let reason = "the hall is flooded".to_owned();
    let request = wire::AbandonEventRequest { event: String::new(), reason };
    fixture.organiser().abandon_event(request).await.unwrap();
    let fetched = ishigaki_client::record::download(&fixture.link("board"), "meijin").await.unwrap();
    let text = fetched.transcript().unwrap();
    let report = verify(text.as_bytes(), &Expected::default()).unwrap();
    assert_eq!((report.ending, report.epochs, report.rounds, report.players), (Ending::Abandoned, 2, 2, 24));
    assert!(report.commitment.is_some() && !report.signer_checked);
    let expected = Expected { key: Some(report.fingerprint), head: None };
    assert!(verify(text.as_bytes(), &expected).unwrap().gaps().is_empty());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("meijin.jsonl");
    std::fs::write(&file, text).unwrap();
    let verify = std::process::Command::new(env!("CARGO_BIN_EXE_ishigaki-server"))
        .args(["verify", "--json", "--key", &report.fingerprint.to_string()])
        .arg(&file)
        .output()
        .unwrap();
    let output = String::from_utf8(verify.stdout).unwrap();
    assert!(verify.status.success() && output.contains(r#""event":"meijin""#), "{output}");
}
