//! A verifier's memory is bounded, whatever it is given.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a file that cannot be made is a failed test")]
#![cfg(target_os = "linux")]

use std::io::{self, BufReader, Read};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ishigaki_record::transcript::{Error, MOST_BYTES, MOST_LINE, read_text};
use ishigaki_record::verify::{Expected, TranscriptViolationKind, VerifyError, verify_from};

/// A record in order, its last line left out.
const SMALL: &str = include_str!("golden/small.jsonl");

/// What a verification may take beyond what the process had before: a few of the longest lines there may be.
const ROOM: u64 = 256 << 20;

/// One after the other: the memory of the process is what is looked at.
static ALONE: Mutex<()> = Mutex::new(());

/// Gives so many bytes, one pattern over and over behind a beginning.
struct Endless {
    start: Vec<u8>,
    pattern: Vec<u8>,
    left: u64,
    at: usize,
}

impl Endless {
    fn new(start: &str, pattern: &str, bytes: u64) -> Self {
        Self { start: start.into(), pattern: pattern.into(), left: bytes, at: 0 }
    }
}

impl Read for Endless {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let room = out.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        for byte in &mut out[..room] {
            let behind = self.at.checked_sub(self.start.len());
            *byte = behind.map_or_else(|| self.start[self.at], |at| self.pattern[at % self.pattern.len()]);
            self.at += 1;
        }
        self.left -= room as u64;
        Ok(room)
    }
}

/// The most memory that the process has had at once since it was last asked, in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() << 10
}

fn alone() -> MutexGuard<'static, ()> {
    let guard = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    std::fs::write("/proc/self/clear_refs", "5").expect("a process may forget its own peak");
    guard
}

/// The violation in what is read, which must not have taken more than there is room for.
#[track_caller]
fn violation(source: Endless) -> (usize, TranscriptViolationKind) {
    let _alone = alone();
    let before = peak();
    let checked = verify_from(BufReader::new(source), &Expected::default(), &mut ());
    let taken = peak().saturating_sub(before);
    let Err(VerifyError::Violation(violation)) = checked else { panic!("{checked:?}") };
    assert!(taken < ROOM, "{} MiB for {violation:?}", taken >> 20);
    (violation.line, violation.kind)
}

#[test]
fn a_line_of_ten_gibibytes_is_given_up_at_the_most_a_line_may_have() {
    let huge = 10 << 30;
    let (line, found) = violation(Endless::new("{\"kind\":\"game\",\"format\":3,\"game\":\"", "g", huge));
    assert!(line == 1 && matches!(found, TranscriptViolationKind::Unreadable(Error::LongLine)), "{found:?}");
    let first = SMALL.split_inclusive('\n').next().unwrap();
    let (line, found) = violation(Endless::new(&format!("{first}{{\"kind\":\"event\","), " ", huge));
    assert!(line == 2 && matches!(found, TranscriptViolationKind::Unreadable(Error::LongLine)), "{found:?}");
    // Nothing but line feeds.
    let (line, found) = violation(Endless::new(first, "\n", huge));
    assert!(line == 2 && matches!(found, TranscriptViolationKind::Unreadable(Error::Json(_))), "{found:?}");
}

#[test]
fn a_million_signed_lines_are_given_up_at_the_first_that_has_no_business_there() {
    let lines: Vec<&str> = SMALL.split_inclusive('\n').collect();
    let signed = lines.iter().position(|line| line.starts_with(r#"{"kind":"signed""#)).unwrap();
    let start: String = lines[..=signed].concat();
    let bytes = start.len() + 1_000_000 * lines[signed].len();
    let (line, found) = violation(Endless::new(&start, lines[signed], bytes as u64));
    assert_eq!(line, signed + 2);
    assert!(matches!(found, TranscriptViolationKind::Unreadable(Error::NotClosing { .. })), "{found:?}");
}

#[test]
fn a_game_line_that_draws_as_much_as_a_line_can_hold_takes_no_more_than_some_lines() {
    let first = SMALL.split_inclusive('\n').next().unwrap();
    let (head, tail) = first.split_once("\"lots\":[").unwrap();
    // As many lots as fit, each as short as can be; the line is one byte too long, or just long enough.
    let lot = r##"{"code":"","shape":["#"],"min_price":0,"copies":1},"##;
    for most in [MOST_LINE / lot.len() + 1, (MOST_LINE - first.len()) / lot.len()] {
        let start = format!("{head}\"lots\":[{}{tail}", lot.repeat(most));
        let bytes = start.len() as u64;
        let (line, found) = violation(Endless::new(&start, "\n", bytes));
        assert_eq!(line, 1, "{found:?}");
    }
    // One stone, as large as a line can draw it.
    let row = format!("\"{}\",", "#".repeat(2_000));
    let rows = row.repeat(4_000);
    let lot = format!(r#"{{"code":"L","shape":[{}],"min_price":0,"copies":1}},"#, rows.trim_end_matches(','));
    let start = format!("{head}\"lots\":[{lot}{tail}");
    let bytes = start.len() as u64;
    let (line, found) = violation(Endless::new(&start, "\n", bytes));
    assert_eq!(line, 1, "{found:?}");
}

#[test]
fn a_file_that_goes_on_and_on_is_not_read_as_a_whole() {
    let _alone = alone();
    let error = read_text(io::repeat(b'x').take(2 * MOST_BYTES)).expect_err("it is too long");
    assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    assert_eq!(read_text(Endless::new(SMALL, "\n", SMALL.len() as u64)).unwrap(), SMALL);
}
