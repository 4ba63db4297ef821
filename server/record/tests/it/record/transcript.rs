//! The format: every written record reads back the same, and no other spelling is accepted.
#![expect(clippy::unwrap_used, reason = "a record that cannot be written is a failed test")]

use crate::record::clerk::*;
use crate::record::table::*;
use ishigaki_record::signing::Signature;
use ishigaki_record::transcript::{
    Entry, Error, LineError, Proof, Writer, complete, event_line, fold, game_line, is_signed, read,
    signed_line, spelled,
};
use ishigaki_rules::*;
use serde_json::Value;

/// The line and the error of an unreadable record.
#[track_caller]
fn unreadable(text: &str) -> (usize, Error) {
    let Err(LineError { line, error }) = read(text) else { panic!("it can be read") };
    (line, error)
}

#[test]
fn transcript_round_trips_through_text() {
    let table = played();
    let clerk = RecordFixture::of(&setup(), &table.events);
    let transcript = read(&clerk.text()).unwrap();
    assert_eq!(transcript.game, GAME);
    assert_eq!(transcript.server_key, key().public());
    assert_eq!(transcript.setup, *table.game.setup());
    assert_eq!(transcript.entries, clerk.entries);
    assert_eq!(transcript.signed.len(), closings(&table.events));
    assert_eq!(transcript.records, clerk.entries.len() as u64);
}

#[test]
fn folded_transcript_matches_standings_and_phase() {
    let table = played();
    let game = read(&table.record().text()).unwrap().fold();
    assert_eq!(game.standings(), table.game.standings());
    assert_eq!(game.phase(), table.game.phase());
}

#[test]
fn event_json_matches_its_line_without_proof_fields() {
    const PROOF: [&str; 8] =
        ["revision", "counter", "commitment", "box", "signature", "by_hand", "nonce", "key"];
    let table = played();
    let record = table.record();
    let transcript = read(&record.text()).unwrap();
    for (sequence, event) in (1..).zip(&table.events) {
        let mut line: Value = serde_json::from_str(&record.lines[transcript.line(sequence) - 1]).unwrap();
        let fact = line["fact"].as_object_mut().unwrap();
        if fact["fact"] != "wall_replaced" {
            fact.retain(|name, _| !PROOF.contains(&name.as_str()));
        }
        for name in ["lists", "raises"] {
            for list in fact.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten() {
                list.as_object_mut().unwrap().retain(|name, _| !PROOF.contains(&name.as_str()));
            }
        }
        let spelling = spelled(&setup(), event).unwrap();
        assert_eq!(spelling["fact"], line["fact"]);
        assert_eq!((&spelling["by"], &spelling["at_ms"]), (&line["by"], &line["at_ms"]));
        assert_eq!(spelling["fact"]["fact"], event.fact.name());
    }
}

#[test]
fn sequence_maps_to_its_line() {
    let record = played().record();
    let transcript = read(&record.text()).unwrap();
    for sequence in 1..=transcript.records {
        let line = &record.lines[transcript.line(sequence) - 1];
        assert!(line.starts_with(&format!(r#"{{"kind":"event","sequence":{sequence},"#)), "{line}");
    }
}

#[test]
fn lines_name_teams_lots_and_stones_by_their_codes() {
    let record = played().record();
    let start = format!(
        r#####"{{"kind":"game","format":5,"game":"g1","instance":"1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a","server_key":"{}","unix_ms":1790000000000,"setup":{{"title":"a small \"game\"","frame":["####",".###"],"lots":[{{"code":"X","shape":["##"],"min_price":2,"copies":1}},"#####,
        key().public()
    );
    assert!(record.lines[0].starts_with(&start), "{}", record.lines[0]);
    let sealed = &record.lines[record.find("bids_sealed", 2)];
    let start = r#"{"kind":"event","sequence":3,"at_ms":2100,"unix_ms":1790000002100,"by":"team a","principal":"laptop \"1\"","fact":{"fact":"bids_sealed","team":"a","revision":2,"counter":2,"commitment":""#;
    assert!(sealed.starts_with(start), "{sealed}");
    let opened = &record.lines[record.find("rebids_opened", 2)];
    let start = r#""fact":{"fact":"rebids_opened","wave":2,"raises":[{"team":"b","raises":[{"priority":2,"price":6}],"counter":3,"nonce":""#;
    assert!(opened.contains(start), "{opened}");
    let placed = &record.lines[record.find("stone_placed", 3)];
    assert!(placed.ends_with(r#""team":"b","stone":"T-2-1","turn":0,"row":0,"col":1}}"#), "{placed}");
}

#[test]
fn lines_made_one_by_one_are_those_of_the_writer() {
    let clerk = RecordFixture::of(&setup(), &played().events);
    let transcript = read(&clerk.text()).unwrap();
    let mut lines = vec![game_line(&header(&setup(), &key())).unwrap()];
    let mut heads = transcript.signed.iter();
    for (sequence, entry) in (1..).zip(&clerk.entries) {
        lines.push(event_line(&setup(), sequence, entry).unwrap());
        if is_signed(&entry.event.fact) {
            let signed = heads.next().unwrap();
            lines.push(signed_line(sequence, signed.head, &signed.signature));
        }
    }
    let lines: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    assert_eq!(complete(&lines).unwrap(), clerk.text());
}

#[test]
fn lines_of_running_game_can_be_completed() {
    let record = played().record();
    for cut in (1..record.result()).filter(|cut| !record.signed().contains(cut)) {
        let lines: String = record.lines[..cut].iter().flat_map(|line| [line, "\n"]).collect();
        let transcript = read(&complete(&lines).unwrap()).unwrap();
        assert_eq!(fold(&setup(), &transcript.entries), transcript.fold());
        assert_eq!(transcript.entries.len(), cut - 1 - transcript.signed.len());
    }
    let text = record.text();
    let LineError { line, error } = complete(&text).unwrap_err();
    assert!(line == record.lines.len() && matches!(error, Error::Misplaced { .. }));
    let unsigned: String = record.lines[..record.signed()[0]].iter().flat_map(|line| [line, "\n"]).collect();
    let LineError { line, error } = complete(&unsigned).unwrap_err();
    assert!(line == record.signed()[0] + 1 && matches!(error, Error::NotSigned { .. }));
}

#[test]
fn result_line_contains_awards_walls_and_ranking() {
    let record = played().record();
    let result = &record.lines[record.result()];
    for part in [
        r#""awards":[{"lot":"X","team":"a","priority":1,"price":12,"stone":"X-1"},{"lot":"Y","team":"c","priority":3,"price":3,"stone":"Y-1"},{"lot":"T-2","team":"b","priority":2,"price":6,"stone":"T-2-1"}]"#,
        r#""failed":[{"lot":"Y","copies":1,"reason":"tied_rebid"}]"#,
        r#"{"team":"c","held":27,"stones":["Y-1"],"wall":[{"stone":"Y-1","turn":0,"row":1,"col":1}],"tally":{"#,
        r#"{"team":"d","held":25,"stones":["Y-2"],"wall":[]}"#,
        r#"{"team":"f","place":4,"decided_by":"janken"},{"team":"e","place":5,"decided_by":"disqualified"},{"team":"d","place":6}"#,
    ] {
        assert!(result.contains(part), "{part} is not in {result}");
    }
}

/// A writer that has written the game line.
fn writer(setup: &Setup) -> Writer<Vec<u8>> {
    Writer::start(Vec::new(), &header(setup, &key())).unwrap()
}

fn entry(fact: Fact, proof: Proof) -> Entry {
    let event = Event { at: GameTime(1), by: Actor::Team(A), fact };
    Entry { event, unix_ms: 0, principal: "a".into(), proof }
}

/// The proofs of the first submission and of the first opening in the played game.
fn proofs() -> (Proof, Proof) {
    let clerk = RecordFixture::of(&setup(), &played().events);
    let opening = clerk.entries.iter().find(|entry| matches!(entry.proof, Proof::Opened(_))).unwrap();
    (clerk.entries[1].proof.clone(), opening.proof.clone())
}

#[test]
fn nothing_sealed_is_written() {
    let lines = vec![auction::Bid { lot: X, price: Tsuyama(17) }];
    let sealed = Some(Sealed { revision: Revision::FIRST, lines: lines.into(), by_hand: None });
    let (proof, _) = proofs();
    let error = writer(&setup()).entry(&entry(Fact::BidsSealed { team: A, sealed }, proof)).unwrap_err();
    assert_matches!(error, Error::Sealed);
    assert!(!format!("{error:?} {error}").contains("17"), "the error keeps the secret");
}

#[test]
fn writer_rejects_fact_with_wrong_proof() {
    let (sealed, opened) = proofs();
    let seal = || Fact::BidsSealed { team: A, sealed: None };
    let rebid = || Fact::RebidSealed { team: A, sealed: None };
    let lists = || Fact::ListsOpened { lists: Vec::new(), rebid_closes_at: None };
    let raises = || Fact::RebidsOpened { wave: WaveNo(1), raises: Vec::new(), rebid_closes_at: None };
    for (fact, proof) in [
        (seal(), Proof::None),
        (seal(), opened.clone()),
        (rebid(), Proof::None),
        (rebid(), opened.clone()),
        (lists(), Proof::None),
        (lists(), sealed.clone()),
        // The proof opens lists that the fact doesn't contain.
        (lists(), opened.clone()),
        (raises(), Proof::None),
        (raises(), opened.clone()),
        (Fact::ResultDeclared, sealed.clone()),
        (Fact::RoundFinalised { round: RoundNo(1) }, opened),
    ] {
        let name = fact.name();
        let error = writer(&setup()).entry(&entry(fact, proof)).unwrap_err();
        assert!(matches!(error, Error::WrongProof), "{name}: {error:?}");
    }
    assert!(!writer(&setup()).entry(&entry(seal(), sealed)).unwrap());
    assert!(writer(&setup()).entry(&entry(lists(), Proof::Opened(Vec::new()))).unwrap());
}

#[test]
fn events_that_change_the_result_are_signed_once() {
    let mut writer = writer(&setup());
    assert!(matches!(writer.sign(&key()), Err(Error::NotClosing { sequence: 0 })));
    let opened = entry(Fact::LotsConfirmed { lots: vec![X] }, Proof::None);
    assert!(!writer.entry(&opened).unwrap());
    assert!(matches!(writer.sign(&key()), Err(Error::NotClosing { sequence: 1 })));
    let declared = entry(Fact::ResultDeclared, Proof::None);
    assert!(writer.entry(&declared).unwrap());
    assert!(matches!(writer.entry(&opened), Err(Error::NotSigned { sequence: 2 })));
    writer.sign(&key()).unwrap();
    assert!(matches!(writer.signed(&Signature([0; 64])), Err(Error::NotClosing { sequence: 2 })));
    assert!(writer.entry(&declared).unwrap());
    assert!(matches!(writer.finish(), Err(Error::NotSigned { sequence: 3 })));
}

#[test]
fn missing_doubled_or_misplaced_signed_head_is_not_read() {
    let record = played().record();
    for place in record.signed() {
        let mut tampered = record.clone();
        let line = tampered.lines.remove(place);
        let (found, error) = unreadable(&tampered.text());
        assert_eq!(found, place + 1);
        assert_matches!(error, Error::NotSigned { .. });
        tampered.lines.insert(place, line.clone());
        tampered.lines.insert(place, line);
        let (found, error) = unreadable(&tampered.text());
        assert_eq!(found, place + 2);
        assert_matches!(error, Error::NotClosing { .. });
    }
    let mut tampered = record.clone();
    let first = record.signed()[0];
    tampered.lines.insert(1, record.lines[first].clone());
    assert!(matches!(unreadable(&tampered.text()), (2, Error::NotClosing { sequence: 0 })));
    let mut tampered = record.clone();
    tampered.lines.swap(first, record.signed()[1]);
    let (found, error) = unreadable(&tampered.text());
    assert_eq!(found, first + 1);
    assert_matches!(error, Error::Gap { .. });
}

#[test]
fn writer_rejects_event_of_unknown_team() {
    let mut other = setup();
    other.teams.truncate(2);
    let (proof, _) = proofs();
    let foreign_entry = entry(Fact::BidsSealed { team: C, sealed: None }, proof);
    assert!(matches!(writer(&other).entry(&foreign_entry), Err(Error::Foreign)));
}

/// Line (the `nth` of its fact or kind), old text, new text, and the beginning of the error.
const UNREADABLE: &str = r#####"
round_opened 1 | "sequence":1, | "sequence": 1, | NotCanonical
round_opened 1 | "by":"judge" | "by":"j\u0075dge" | NotCanonical
round_opened 1 | "kind":"event","sequence":1 | "sequence":1,"kind":"event" | NotCanonical
stone_placed 3 | "stone":"T-2-1" | "stone":"T-2-01" | NotCanonical
game 1 | "shape":["##"] | "shape":["..","##"] | NotCanonical
game 1 | チームa | \u30c1\u30fc\u30e0a | NotCanonical
game 1 | a small \"game\" | a small\/ \"game\" | NotCanonical
resumed 1 | }} | } } | NotCanonical
signed 1 | ,"sequence": | , "sequence": | NotCanonical
result 1 | {"kind":"result", | { "kind":"result", | NotCanonical
round_opened 1 | "kind":"event" | "kind":"rumour" | Json
round_opened 1 | "fact":"round_opened" | "fact":"round_awaited" | Json
round_opened 1 | "attempt":1 | "attempt":1,"mood":"good" | Json
round_opened 1 | "attempt":1 | "attempt":1.0 | Json
round_opened 1 | "attempt":1 | "attempt":1e0 | Json
round_opened 1 | "attempt":1 | "attempt":01 | Json
round_opened 1 | "attempt":1 | "attempt":1,"attempt":1 | Json
round_opened 1 | "attempt":1, |  | Json
round_opened 1 | "at_ms": | "at_ms":- | Json
round_opened 1 | "by":"judge" | "by":"judge","by":"judge" | Json
bids_sealed 1 | "team":"a" | "team":"a","sealed":[{"lot":"X","price":17}] | Json
bids_sealed 1 | "commitment":" | "commitment":"0 | Json
signed 1 | "head":" | "head":"00 | Json
game 1 | "initial":30 | "initial":-30 | Json
result 1 | "held": | "kept": | Json
bids_sealed 1 | "team":"a" | "team":"z" | UnknownTeam { code: "z" }
bids_sealed 1 | team a | team z | UnknownTeam { code: "z" }
bids_sealed 1 | team a | a | UnknownActor { by: "a" }
lots_confirmed 1 | ["X"] | ["Q"] | UnknownLot { code: "Q" }
stone_placed 1 | X-1 | X1 | UnknownStone { code: "X1" }
stone_placed 1 | "turn":0 | "turn":4 | BadTurn { quarters: 4 }
game 1 | "format":5, | "format":2, | UnknownFormat { found: 2 }
game 1 | ["####",".###"] | ["#..#"] | Frame
game 1 | "shape":["##"] | "shape":["#.#"] | Shape
game 1 | "shape":["##"] | "shape":["#x"] | Sign
game 1 | "code":"b" | "code":"a" | Setup
"#####;

#[test]
fn malformed_line_is_rejected_at_its_number() {
    let record = played().record();
    for row in UNREADABLE.lines().skip(1) {
        let cells: Vec<&str> = row.split(" | ").map(str::trim).collect();
        let [line, from, to, expected] = cells[..] else { panic!("{row}") };
        let (what, nth) = line.split_once(' ').unwrap();
        let place = match what {
            "game" => 0,
            "signed" => record.signed()[0],
            "result" => record.result(),
            fact => record.find(fact, nth.parse().unwrap()),
        };
        let mut tampered = record.clone();
        tampered.replace(place, from, to);
        let (line, error) = unreadable(&tampered.text());
        assert!(format!("{error:?}").starts_with(expected), "{row}: {error:?}");
        assert_eq!(line, place + 1, "{row}");
    }
}

#[test]
fn bytes_have_one_spelling() {
    let record = played().record();
    let (seal, opening) = (record.find("bids_sealed", 1), record.find("lists_opened", 1));
    for (place, field) in [(seal, "commitment"), (seal, "box"), (opening, "nonce")] {
        let sign = format!("\"{field}\":\"");
        let start = record.lines[place].find(&sign).unwrap() + sign.len();
        let rest = &record.lines[place][start..];
        let digit = start + rest.find(|sign: char| sign.is_ascii_lowercase()).unwrap();
        let mut tampered = record.clone();
        let upper = record.lines[place][digit..=digit].to_ascii_uppercase();
        tampered.lines[place].replace_range(digit..=digit, &upper);
        let (line, error) = unreadable(&tampered.text());
        assert_eq!(line, place + 1, "{field}: {error:?}");
        let mut tampered = record.clone();
        tampered.lines[place].replace_range(digit..=digit, "");
        let (line, error) = unreadable(&tampered.text());
        assert_eq!(line, place + 1, "{field}: {error:?}");
    }
}

#[test]
fn other_line_ends_and_marks_are_named_as_such() {
    let text = played().record().text();
    let (line, error) = unreadable(&text.replace('\n', "\r\n"));
    assert_eq!(line, 1);
    assert_matches!(error, Error::CarriageReturn);
    let (line, error) = unreadable(&format!("\u{feff}{text}"));
    assert_eq!(line, 1);
    assert_matches!(error, Error::ByteOrderMark);
    let (line, error) = unreadable(&text.replacen('\n', "\n\n", 1));
    assert_eq!(line, 2);
    assert_matches!(error, Error::Json(_));
    let (_, error) = unreadable(&format!("{text}\n"));
    assert_matches!(error, Error::Misplaced { .. });
}

#[test]
fn rejects_truncated_file() {
    let record = played().record();
    let (text, lines) = (record.text(), record.lines.len());
    assert!(matches!(unreadable(""), (1, Error::Misplaced { expected: "game" })));
    let (line, error) = unreadable(&text[..text.len() - 1]);
    assert!(line == lines && matches!(error, Error::Unterminated));
    let mut cut = record.clone();
    cut.lines.pop();
    let (line, error) = unreadable(&cut.text());
    assert!(line == lines && matches!(error, Error::MissingResult));
    let mut headless = record.clone();
    headless.lines.remove(0);
    assert!(matches!(unreadable(&headless.text()), (1, Error::Misplaced { expected: "game" })));
}

#[test]
fn nothing_follows_the_result() {
    let mut record = played().record();
    let line = record.lines.len() + 1;
    record.lines.push(record.lines[1].clone());
    let (found, error) = unreadable(&record.text());
    assert!(found == line && matches!(error, Error::Misplaced { .. }));
}
