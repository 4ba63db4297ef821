//! The certificate and its authority.

use super::fixture::{Fault, FolderFixture, error, find_each, warning};

const FAULTS: &[Fault] = &[
    error("certificate-unusable", "chmod 600", |day| day.expose("server-key.pem")),
    error("certificate-unusable", "restore", |day| day.edit("server.pem", |text| text[..100].to_owned())),
    error("certificate-unusable", "init --out", |day| day.mix_up("server-key.pem")),
    error("authority-other", "restore", |day| day.mix_up("ca.pem")),
    warning("authority-key-gone", "restore", |day| day.remove("ca-key.pem")),
    error("certificate-ended", "init --out", |day| day.certify(-20, 10)),
    warning("certificate-soon", "init --out", |day| day.certify(-1, 11)),
    warning("certificate-hours", "init --out", |day| day.certify(-1, 2)),
    error("certificate-ended", "restore", |day| {
        day.certify(-20, 10);
        day.remove("ca-key.pem");
    }),
    error("certificate-not-yet", "init --out", |day| day.certify(10, 10)),
];

#[test]
fn faults_of_the_certificate_are_found() {
    find_each(FAULTS);
}

#[test]
fn certificate_ending_soon_is_reported_in_hours_and_renewed() {
    let fixture = FolderFixture::new();
    fixture.certify(-1, 2);
    let (found, _) = fixture.examine();
    let ending = found.iter().find(|finding| finding.code == "certificate-hours").unwrap();
    assert!(
        ["23", "24"].iter().any(|hours| ending.what.contains(&format!("in {hours} hours"))),
        "{ending:?}"
    );
    fixture.follow(&ending.mend);
    fixture.assert_sound();
}

#[test]
fn lost_authority_key_is_replaced_by_the_named_command() {
    let fixture = FolderFixture::new();
    fixture.certify(-20, 10);
    fixture.remove("ca-key.pem");
    let (found, _) = fixture.examine();
    let ended = found.iter().find(|finding| finding.code == "certificate-ended").unwrap();
    let authority = fixture.file("ca.pem");
    assert!(ended.mend.contains(&format!("rm {}", authority.display())), "{ended:?}");
    std::fs::remove_file(authority).unwrap();
    fixture.follow(&ended.mend);
    fixture.assert_sound();
}

#[test]
fn ended_certificate_is_reported_with_dates_and_renewed() {
    let fixture = FolderFixture::new();
    fixture.certify(-20, 10);
    let (found, _) = fixture.examine();
    let ended = found.iter().find(|finding| finding.code == "certificate-ended").unwrap();
    assert!(ended.what.matches("20").count() >= 2 && ended.what.contains(':'), "{ended:?}");
    assert!(!ended.what.contains("invalid peer"), "{ended:?}");
    let made = fixture.run(&["init"], "--out");
    assert!(made.status.success(), "{made:?}");
    let (found, is_in_the_way) = fixture.examine();
    assert!(!is_in_the_way && found.iter().any(|finding| finding.code == "certificate"), "{found:#?}");
}
