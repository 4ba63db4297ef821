//! The certificate, and the authority behind it.

use super::hall::{Fault, Hall, find_each};

const FAULTS: &[Fault] = &[
    (
        "a private key that others can read",
        Hall::new,
        |hall| hall.expose("server-key.pem"),
        "error",
        "certificate-unusable",
        "chmod 600",
    ),
    (
        "a certificate that is cut short",
        Hall::new,
        |hall| hall.edit("server.pem", |text| text[..100].to_owned()),
        "error",
        "certificate-unusable",
        "copy of",
    ),
    (
        "the certificate and the key of two folders",
        Hall::new,
        |hall| hall.mix_up("server-key.pem"),
        "error",
        "certificate-unusable",
        "init --out",
    ),
    (
        "another authority than the one that certified",
        Hall::new,
        |hall| hall.mix_up("ca.pem"),
        "error",
        "authority-other",
        "copy of",
    ),
    (
        "no key of the authority",
        Hall::new,
        |hall| hall.remove("ca-key.pem"),
        "warning",
        "authority-key-gone",
        "copy of",
    ),
    (
        "an expired certificate",
        Hall::new,
        |hall| hall.certify(-20, 10),
        "error",
        "certificate-ended",
        "init --out",
    ),
    (
        "a certificate that is not good yet",
        Hall::new,
        |hall| hall.certify(10, 10),
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
fn the_dates_of_a_certificate_are_told_and_the_command_makes_a_new_one() {
    let hall = Hall::new();
    hall.certify(-20, 10);
    let (found, _) = hall.examine();
    let ended = found.iter().find(|finding| finding.code == "certificate-ended").unwrap();
    assert!(ended.what.matches("20").count() >= 2 && ended.what.contains(':'), "{ended:?}");
    assert!(!ended.what.contains("invalid peer"), "{ended:?}");
    let made = hall.run(&["init"], "--out");
    assert!(made.status.success(), "{made:?}");
    let (found, is_in_the_way) = hall.examine();
    assert!(!is_in_the_way && found.iter().any(|finding| finding.code == "certificate"), "{found:#?}");
}
