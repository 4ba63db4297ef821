//! The certificate, and the authority behind it.

use super::fixture::{Fault, FolderFixture, find_each};

const FAULTS: &[Fault] = &[
    (
        "a private key that others can read",
        FolderFixture::new,
        |fixture| fixture.expose("server-key.pem"),
        "error",
        "certificate-unusable",
        "chmod 600",
    ),
    (
        "a certificate that is cut short",
        FolderFixture::new,
        |fixture| fixture.edit("server.pem", |text| text[..100].to_owned()),
        "error",
        "certificate-unusable",
        "copy of",
    ),
    (
        "the certificate and the key of two folders",
        FolderFixture::new,
        |fixture| fixture.mix_up("server-key.pem"),
        "error",
        "certificate-unusable",
        "init --out",
    ),
    (
        "another authority than the one that certified",
        FolderFixture::new,
        |fixture| fixture.mix_up("ca.pem"),
        "error",
        "authority-other",
        "copy of",
    ),
    (
        "no key of the authority",
        FolderFixture::new,
        |fixture| fixture.remove("ca-key.pem"),
        "warning",
        "authority-key-gone",
        "copy of",
    ),
    (
        "an expired certificate",
        FolderFixture::new,
        |fixture| fixture.certify(-20, 10),
        "error",
        "certificate-ended",
        "init --out",
    ),
    (
        "a certificate of some more days",
        FolderFixture::new,
        |fixture| fixture.certify(-1, 11),
        "warning",
        "certificate-soon",
        "init --out",
    ),
    (
        "a certificate that ends tomorrow",
        FolderFixture::new,
        |fixture| fixture.certify(-1, 2),
        "warning",
        "certificate-hours",
        "init --out",
    ),
    (
        "an expired certificate, and no key to make another with",
        FolderFixture::new,
        |fixture| {
            fixture.certify(-20, 10);
            fixture.remove("ca-key.pem");
        },
        "error",
        "certificate-ended",
        "put the copy of",
    ),
    (
        "a certificate that is not good yet",
        FolderFixture::new,
        |fixture| fixture.certify(10, 10),
        "error",
        "certificate-not-yet",
        "init --out",
    ),
];

#[test]
fn faults_of_the_certificate_are_found() {
    find_each(FAULTS);
}

#[test]
fn a_certificate_that_ends_tomorrow_is_told_in_hours_and_made_anew_before() {
    let fixture = FolderFixture::new();
    fixture.certify(-1, 2);
    let (found, _) = fixture.examine();
    let ending = found.iter().find(|finding| finding.code == "certificate-hours").unwrap();
    assert!(
        ["23", "24"].iter().any(|hours| ending.what.contains(&format!("for {hours} more hours"))),
        "{ending:?}"
    );
    fixture.follow(&ending.mend);
    fixture.assert_sound();
}

#[test]
fn where_the_authoritys_key_is_gone_for_good_another_authority_is_made_by_what_is_named() {
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
fn the_dates_of_a_certificate_are_told_and_the_command_makes_a_new_one() {
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
