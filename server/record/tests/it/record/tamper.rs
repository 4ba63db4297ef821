//! Changes to bytes, lines and the order of lines are detected.

use std::{fs, thread};

use crate::record::clerk::*;
use crate::record::table::*;
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::verify::verify;
use ishigaki_rules::*;

/// A small game that covers every kind of proof: a replaced list, a tie with re-bids, a decline, a void attempt, a
/// disqualification, walls, entries by hand, ticks, a remark, the declared result and two takeovers.
pub(crate) fn small() -> SealedGame {
    let mut plan = setup();
    plan.title = "walls".into();
    plan.title_ja = "石垣".into();
    plan.teams.truncate(2);
    plan.lots.truncate(1);
    plan.rounds.truncate(1);
    plan.rounds[0].max_bids = 1;
    let mut table = SealedGame::new(plan);
    table.open(1);
    table.bids(A, &[(X, 3)]);
    table.judge(Act::VoidRound { attempt: None, round: RoundNo(1), reason: "power".into() });
    table.open(1);
    table.bids(A, &[]);
    table.bids(A, &[(X, 9)]);
    table.take_up(0x2b);
    table.bids(B, &[(X, 8)]);
    table.bids_by_hand(B, &[(X, 9)], "a laptop burnt");
    table.tick();
    table.raise_by_hand(A, &[(1, 11)], "so did this one");
    table.raise(B, &[]);
    table.confirm(LotChoice::All);
    table.place(A, stone(X, 1), 0, 1, 1);
    let placements = vec![placed(stone(X, 1), 0, 1, 2)];
    let replaces = table.game.team(A).and_then(|team| team.wall);
    let by_hand = Some("built on the table".into());
    table.organiser(Act::SubmitWall { team: A, replaces, placements, by_hand });
    table.judge(Act::TickStones { stones: vec![stone(X, 1)], carried: true });
    table.act(10, Actor::Team(A), Act::CheckStones { team: A, stones: vec![stone(X, 1)] });
    table.judge(Act::Remark { text: "it rains".into() });
    table.judge(Act::Disqualify { team: B, reason: "phone".into() });
    table.judge(Act::SignalEnd);
    table.tick();
    table.take_up(0x3c);
    let count = WallCount { empty: 5, top_gaps: 4, used: 1 };
    table.organiser(Act::CountWall { team: A, count: Some(count), reason: "a tape".into() });
    table.judge(Act::DeclareResult);
    table
}

fn passes(bytes: &[u8], fingerprint: &Fingerprint) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| verify(text, Some(fingerprint)).is_ok())
}

/// Keeps the golden record, which verifiers in other languages also read. `ISHIGAKI_BLESS=1` writes it.
#[test]
fn small_record_matches_golden_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/small.jsonl");
    let text = small().record().text();
    if std::env::var_os("ISHIGAKI_BLESS").is_some() {
        fs::write(path, &text).expect("the record can be kept");
    }
    assert_eq!(fs::read_to_string(path).expect("it is kept"), text);
}

/// Returns whether `ISHIGAKI_EVERY_CHANGE=1` asks for every change in every place, rather than one per place.
fn tries_all() -> bool {
    std::env::var_os("ISHIGAKI_EVERY_CHANGE").is_some()
}

#[test]
fn changed_byte_is_detected() {
    let text = small().record().text();
    let fingerprint = key().public().fingerprint();
    assert!(passes(text.as_bytes(), &fingerprint));
    let workers = thread::available_parallelism().map_or(2, usize::from);
    let tried: usize = thread::scope(|scope| {
        let start = |worker| {
            let (text, fingerprint) = (text.as_bytes(), &fingerprint);
            scope.spawn(move || {
                let mut bytes = text.to_vec();
                let mut tried = 0;
                for place in (worker..text.len()).step_by(workers) {
                    let (ways, first) = if tries_all() { (usize::MAX, 0) } else { (1, place % 4) };
                    for other in others(text[place], place).skip(first).take(ways) {
                        bytes[place] = other;
                        assert!(!passes(&bytes, fingerprint), "byte {place} as {other:#04x}");
                        tried += 1;
                    }
                    bytes[place] = text[place];
                }
                tried
            })
        };
        let workers: Vec<_> = (0..workers).map(start).collect();
        workers.into_iter().map(|worker| worker.join().expect("every change is found")).sum()
    });
    assert!(tried >= text.len() * if tries_all() { 4 } else { 1 }, "{tried}");
}

/// Replacements of a byte: flipped bits, the next digit, another letter, a space, a quote.
fn others(byte: u8, place: usize) -> impl Iterator<Item = u8> {
    let flipped = [byte ^ 0x01, byte ^ 0x20, byte ^ (0x80 >> (place % 8))];
    let spelled = match byte {
        b'0'..=b'9' | b'a'..=b'f' => [byte + 1, b'7', b'a'],
        _ => [b' ', b'"', b'0'],
    };
    flipped.into_iter().chain(spelled).filter(move |other| *other != byte)
}

#[test]
fn removed_or_duplicate_byte_is_detected() {
    let text = small().record().text().into_bytes();
    let fingerprint = key().public().fingerprint();
    for place in (0..text.len()).step_by(if tries_all() { 1 } else { 7 }) {
        let mut bytes = text.clone();
        bytes.remove(place);
        assert!(!passes(&bytes, &fingerprint), "byte {place} taken out");
        bytes = text.clone();
        bytes.insert(place, text[place]);
        assert!(!passes(&bytes, &fingerprint), "byte {place} doubled");
    }
}

#[test]
fn removed_duplicate_swapped_or_cut_line_is_detected() {
    for record in [small().record(), played().record()] {
        for place in 0..record.lines.len() {
            let mut tampered = record.clone();
            let line = tampered.lines.remove(place);
            assert!(tampered.verified().is_err(), "taken out: {line}");
            tampered.lines.insert(place, line.clone());
            tampered.lines.insert(place, line.clone());
            assert!(tampered.verified().is_err(), "doubled: {line}");
            tampered.lines.truncate(place);
            assert!(tampered.verified().is_err(), "cut off: {line}");
            for other in place + 1..record.lines.len().min(place + 4) {
                let mut tampered = record.clone();
                tampered.lines.swap(place, other);
                assert!(tampered.verified().is_err(), "moved: {line}");
            }
        }
    }
}

#[test]
fn lines_of_two_records_do_not_mix() {
    let record = small().record();
    let mut other = small();
    // The same game with another reinstatement of b, which adds an event near the end.
    other.events.pop();
    other.game = other.events.iter().fold(Game::new(other.game.setup().clone()), |mut game, event| {
        game.apply(event);
        game
    });
    other.judge(Act::Reinstate { team: B, reason: "a clock".into() });
    other.judge(Act::DeclareResult);
    let other = other.record();
    other.verified().expect("it is a record of its own");
    for place in 1..record.lines.len() {
        let mut mixed = record.clone();
        mixed.lines.truncate(place);
        mixed.lines.extend(other.lines[place..].iter().cloned());
        if mixed.lines != record.lines && mixed.lines != other.lines {
            assert!(mixed.verified().is_err(), "mixed at {place}");
        }
    }
}
