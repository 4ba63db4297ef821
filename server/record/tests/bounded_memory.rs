//! Verification uses bounded memory, even on hostile input.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a file that cannot be made is a failed test")]
#![cfg(target_os = "linux")]

use std::io::{self, BufReader, Read};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ishigaki_record::transcript::{Error, MOST_BYTES, MOST_LINE, read_text};
use ishigaki_record::verify::{Expected, TranscriptViolationKind, VerifyError, verify_from};

/// A valid record without its last line.
const SMALL: &str = include_str!("golden/small.jsonl");

/// Memory allowance of one verification: a few lines of the maximum length.
const ROOM: u64 = 256 << 20;

/// Serialises the tests, because they measure the memory of the process.
static ALONE: Mutex<()> = Mutex::new(());

/// A reader of `bytes` bytes: a start, then a repeated pattern.
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

/// Peak memory of the process since the last reset, in bytes.
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

/// Returns the violation found in `source`, and asserts that reading it stayed below `ROOM`.
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
fn line_of_ten_gibibytes_is_given_up_at_the_limit() {
    let huge = 10 << 30;
    let (line, found) = violation(Endless::new("{\"kind\":\"game\",\"format\":3,\"game\":\"", "g", huge));
    assert!(line == 1 && matches!(found, TranscriptViolationKind::Unreadable(Error::LongLine)), "{found:?}");
    let first = SMALL.split_inclusive('\n').next().unwrap();
    let (line, found) = violation(Endless::new(&format!("{first}{{\"kind\":\"event\","), " ", huge));
    assert!(line == 2 && matches!(found, TranscriptViolationKind::Unreadable(Error::LongLine)), "{found:?}");
    // Only line feeds.
    let (line, found) = violation(Endless::new(first, "\n", huge));
    assert!(line == 2 && matches!(found, TranscriptViolationKind::Unreadable(Error::Json(_))), "{found:?}");
}

#[test]
fn million_signed_lines_are_given_up_at_the_first_misplaced() {
    let lines: Vec<&str> = SMALL.split_inclusive('\n').collect();
    let signed = lines.iter().position(|line| line.starts_with(r#"{"kind":"signed""#)).unwrap();
    let start: String = lines[..=signed].concat();
    let bytes = start.len() + 1_000_000 * lines[signed].len();
    let (line, found) = violation(Endless::new(&start, lines[signed], bytes as u64));
    assert_eq!(line, signed + 2);
    assert!(matches!(found, TranscriptViolationKind::Unreadable(Error::NotClosing { .. })), "{found:?}");
}

#[test]
fn game_line_of_maximal_drawings_takes_bounded_memory() {
    let first = SMALL.split_inclusive('\n').next().unwrap();
    let (head, tail) = first.split_once("\"lots\":[").unwrap();
    // As many short lots as fit: the line is one byte too long, or just within the limit.
    let lot = r##"{"code":"","shape":["#"],"min_price":0,"copies":1},"##;
    for most in [MOST_LINE / lot.len() + 1, (MOST_LINE - first.len()) / lot.len()] {
        let start = format!("{head}\"lots\":[{}{tail}", lot.repeat(most));
        let bytes = start.len() as u64;
        let (line, found) = violation(Endless::new(&start, "\n", bytes));
        assert_eq!(line, 1, "{found:?}");
    }
    // One stone of the maximum size.
    let row = format!("\"{}\",", "#".repeat(2_000));
    let rows = row.repeat(4_000);
    let lot = format!(r#"{{"code":"L","shape":[{}],"min_price":0,"copies":1}},"#, rows.trim_end_matches(','));
    let start = format!("{head}\"lots\":[{lot}{tail}");
    let bytes = start.len() as u64;
    let (line, found) = violation(Endless::new(&start, "\n", bytes));
    assert_eq!(line, 1, "{found:?}");
}

#[test]
fn endless_file_is_read_only_to_size_limit() {
    let _alone = alone();
    let error = read_text(io::repeat(b'x').take(2 * MOST_BYTES)).expect_err("it is too long");
    assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    assert_eq!(read_text(Endless::new(SMALL, "\n", SMALL.len() as u64)).unwrap(), SMALL);
}
