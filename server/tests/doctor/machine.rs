//! The machine: its clock, its addresses, its port.

use std::fs;
use std::net::TcpListener;
use std::time::Duration;

use super::hall::{Fault, Hall, find_each};

const FAULTS: &[Fault] = &[
    (
        "a clock that is a year behind",
        Hall::new,
        |hall| {
            let written = fs::metadata(hall.file("ca.pem")).unwrap().modified().unwrap();
            let later = written + Duration::from_hours(365 * 24);
            fs::File::options().write(true).open(hall.file("ca.pem")).unwrap().set_modified(later).unwrap();
        },
        "warning",
        "clock-behind",
        "timedatectl",
    ),
    (
        "no address",
        Hall::new,
        |hall| fs::write(hall.file("server"), "").unwrap(),
        "error",
        "no-address",
        "--address",
    ),
    (
        "the address of another machine",
        Hall::new,
        |hall| fs::write(hall.file("server"), "https://192.0.2.1:7150\n").unwrap(),
        "warning",
        "address-not-here",
        "--address",
    ),
];

#[test]
fn faults_of_clock_and_addresses_are_found() {
    find_each(FAULTS);
}

#[test]
fn a_port_that_something_else_has_and_a_server_of_another_contest_are_told() {
    let (hall, other) = (Hall::new(), Hall::new());
    let listener = TcpListener::bind(hall.address()).unwrap();
    let (found, is_in_the_way) = hall.examine();
    assert!(is_in_the_way, "{found:#?}");
    let codes: Vec<&str> = found.iter().map(|finding| finding.code.as_str()).collect();
    assert!(codes.contains(&"port-taken") || codes.contains(&"server-other"), "{found:#?}");
    drop(listener);
    fs::write(other.file("server"), format!("https://{}\n", hall.address())).unwrap();
    let _serving = hall.serve();
    let (found, _) = other.examine();
    let finding = found.iter().find(|finding| finding.code == "server-other").unwrap();
    assert!(finding.what.contains("authority") && finding.mend.contains("another contest"), "{finding:?}");
}
