use std::fs;
use std::net::TcpListener;
use std::time::Duration;

use super::fixture::{Fault, FolderFixture, error, find_each, warning};

const FAULTS: &[Fault] = &[
    warning("clock-behind", "timedatectl", |day| {
        let written = fs::metadata(day.file("ca.pem")).unwrap().modified().unwrap();
        let later = written + Duration::from_hours(365 * 24);
        fs::File::options().write(true).open(day.file("ca.pem")).unwrap().set_modified(later).unwrap();
    }),
    error("no-address", "--address", |day| fs::write(day.file("server"), "").unwrap()),
    warning("address-not-here", "--address", |day| {
        fs::write(day.file("server"), "https://192.0.2.1:7150\n").unwrap();
    }),
    error("address-bad", "--address", |day| fs::write(day.file("server"), "https://0.0.0.0:7150\n").unwrap()),
    error("address-bad", "--address", |day| {
        fs::write(day.file("server"), "https://192.168.0.10:0\n").unwrap();
    }),
    error("address-bad", "--address", |day| {
        fs::write(day.file("server"), "https://169.254.7.7:7150\n").unwrap();
    }),
];

#[test]
fn faults_of_clock_and_addresses_are_found() {
    find_each(FAULTS);
}

#[test]
fn reports_taken_port_and_server_of_another_contest() {
    let (fixture, other) = (FolderFixture::new(), FolderFixture::new());
    let listener = TcpListener::bind(fixture.address()).unwrap();
    let (found, is_in_the_way) = fixture.examine();
    assert!(is_in_the_way, "{found:#?}");
    let codes: Vec<&str> = found.iter().map(|finding| finding.code.as_str()).collect();
    assert!(codes.contains(&"port-taken") || codes.contains(&"server-other"), "{found:#?}");
    drop(listener);
    fs::write(other.file("server"), format!("https://{}\n", fixture.address())).unwrap();
    let _serving = fixture.serve();
    let (found, _) = other.examine();
    let finding = found.iter().find(|finding| finding.code == "server-other").unwrap();
    assert!(finding.what.contains("authority") && finding.mend.contains("another contest"), "{finding:?}");
}
