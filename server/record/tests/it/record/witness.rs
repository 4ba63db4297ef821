//! Compares two verifiers that share no code, this crate and the one in Python, on records that were altered and
//! signed again with the server's key.
#![expect(clippy::unwrap_used, reason = "a record that cannot be altered is a failed test")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::record::clerk::*;
use crate::record::table::*;
use crate::record::tamper::small;
use ishigaki_prerequisite::has_python;
use ishigaki_record::verify::{TranscriptViolationKind as Kind, verify};
use ishigaki_rules::*;

/// Prints one line per file: whether it is in order.
const WITNESS: &str = r#"
import sys
sys.path.insert(0, sys.argv[1])
import verify_transcript
for file in sys.argv[2:]:
    try:
        with open(file, "rb") as source:
            verify_transcript.verify(source)
        print("in order")
    except verify_transcript.VerificationError as wrong:
        print(f"wrong: {wrong}")
"#;

/// Verdicts of the Python verifier on the records; `None` without Python.
fn witnessed(records: &[String]) -> Option<Vec<String>> {
    static RUN_COUNT: AtomicU32 = AtomicU32::new(0);
    if !has_python() {
        return None;
    }
    let run_number = RUN_COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("ishigaki-witness-{}-{run_number}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let files: Vec<_> = (0..records.len()).map(|at| folder.join(format!("{at}.jsonl"))).collect();
    for (file, text) in files.iter().zip(records) {
        fs::write(file, text).unwrap();
    }
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let output = Command::new("python3").args(["-B", "-c", WITNESS]).arg(examples).args(&files).output();
    fs::remove_dir_all(&folder).unwrap();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), records.len());
    Some(lines)
}

/// Asserts that both verifiers agree on each record, and returns the number of valid ones. `None` without Python.
#[track_caller]
fn compared(records: &[String]) -> Option<usize> {
    let output = witnessed(records)?;
    let mut in_order = 0;
    for (text, verdict) in records.iter().zip(output) {
        let result = verify(text, None);
        in_order += usize::from(result.is_ok());
        assert_eq!(result.is_ok(), verdict == "in order", "{result:?}, but {verdict}\n{text}");
    }
    Some(in_order)
}

/// A game without bids, so that four teams are equal in everything.
fn equals() -> SealedGame {
    let mut plan = setup();
    plan.teams.truncate(4);
    plan.lots.truncate(1);
    plan.rounds.truncate(1);
    let mut table = SealedGame::new(plan);
    table.open(1);
    table.tick();
    table.confirm(LotChoice::All);
    table
}

fn ended(table: &mut SealedGame) {
    table.judge(Act::SignalEnd);
    table.tick();
}

fn out(table: &mut SealedGame, team: TeamId) {
    table.judge(Act::Disqualify { team, reason: "a phone".into() });
}

fn back(table: &mut SealedGame, team: TeamId) {
    table.judge(Act::Reinstate { team, reason: "a clock".into() });
}

/// A janken of three teams, then of four including them, and then the group of three again.
fn replaced_for_good() -> SealedGame {
    let mut table = equals();
    out(&mut table, D);
    ended(&mut table);
    table.judge(Act::EnterJanken { order: vec![C, A, B] });
    back(&mut table, D);
    table.judge(Act::EnterJanken { order: vec![D, C, B, A] });
    out(&mut table, D);
    table
}

#[test]
fn replaced_janken_order_does_not_return() {
    let table = replaced_for_good();
    let text = table.record().text();
    verify(&text, Some(&key().public().fingerprint())).expect("it is what a server records");
    assert!(text.contains(r#""decided_by":"janken_needed""#), "{text}");
    // The rules refuse this declaration.
    let mut forged = table.events.clone();
    let at = table.game.now().after(Millis(100));
    forged.push(Event { at, by: Actor::Judge, fact: Fact::ResultDeclared });
    let declared = record(table.game.setup(), &forged).text();
    let violation = verify(&declared, None).unwrap_err();
    assert!(matches!(violation.kind, Kind::Refused { .. }), "{violation:?}");
    assert!(compared(&[text, declared]).is_none_or(|in_order| in_order == 1));
}

/// A deterministic generator of random numbers.
struct Draws(u64);

impl Draws {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }
}

/// The record with one random change.
fn altered(record: &TranscriptLines, draws: &mut Draws) -> TranscriptLines {
    let mut record = record.clone();
    let place = 1 + draws.below(record.result());
    match draws.below(4) {
        0 if place < record.result() => {
            record.take_out(place);
            record.renumber();
        }
        1 if place + 1 < record.result() => {
            record.lines.swap(place, place + 1);
            record.renumber();
        }
        2 => {
            // Two teams swap roles.
            let (one, other) = [("\"a\"", "\"b\""), ("\"b\"", "\"c\""), ("\"c\"", "\"d\"")][draws.below(3)];
            record.lines[place] =
                record.lines[place].replace(one, "\"?\"").replace(other, one).replace("\"?\"", other);
        }
        _ => {
            let line = record.lines[place].clone();
            let digits: Vec<usize> =
                line.match_indices(|sign: char| sign.is_ascii_digit()).map(|found| found.0).collect();
            let at = digits[draws.below(digits.len())];
            record.lines[place].replace_range(at..=at, &draws.below(10).to_string());
        }
    }
    record.re_sign(&key());
    record
}

#[test]
fn both_verifiers_agree_on_altered_signed_records() {
    let mut two_groups = equals();
    ended(&mut two_groups);
    two_groups.judge(Act::EnterJanken { order: vec![B, D, A, C] });
    out(&mut two_groups, A);
    two_groups.judge(Act::EnterJanken { order: vec![C, B, D] });
    back(&mut two_groups, A);
    let mut declared = equals();
    declared.take_up(0x5e);
    ended(&mut declared);
    declared.judge(Act::EnterJanken { order: vec![A, B, C, D] });
    declared.judge(Act::EnterJanken { order: vec![D, B, C, A] });
    declared.judge(Act::DeclareResult);
    let (mut draws, mut records) = (Draws(18), Vec::new());
    for table in [replaced_for_good(), two_groups, declared, small()] {
        let record = table.record();
        records.push(record.text());
        records.extend((0..30).map(|_| altered(&record, &mut draws).text()));
    }
    assert!(compared(&records).is_none_or(|in_order| in_order >= 4));
}

#[test]
fn times_beyond_64_bits_are_the_last_one_in_both_verifiers() {
    let mut plan = setup();
    plan.lots.truncate(1);
    plan.rounds.truncate(1);
    plan.rounds[0].window = Millis(u64::MAX);
    plan.rounds[0].rebid_window = Millis(u64::MAX);
    plan.end_countdown = Millis(u64::MAX);
    let mut table = SealedGame::new(plan);
    table.open(1);
    table.bids(A, &[(X, 9)]);
    table.bids(B, &[(X, 9)]);
    table.judge(Act::Pause { reason: "a storm".into() });
    table.judge(Act::Resume);
    table.tick();
    assert_eq!(table.game.now(), GameTime(u64::MAX));
    // The tie's wave has closed at the same moment.
    table.confirm(LotChoice::All);
    table.judge(Act::SignalEnd);
    if table.game.due().is_some() {
        table.tick();
    }
    let record = table.record();
    assert!(record.text().contains("\"closes_at_ms\":18446744073709551615"), "{}", record.text());
    verify(&record.text(), None).unwrap();
    let mut draws = Draws(64);
    let mut records = vec![record.text()];
    records.extend((0..30).map(|_| altered(&record, &mut draws).text()));
    assert!(compared(&records).is_none_or(|in_order| in_order >= 1));
}
