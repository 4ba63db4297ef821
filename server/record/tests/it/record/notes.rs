//! Notes are sealed until the game is closed, then opened and checked against the rules.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a record that cannot be forged is a failed test"
)]

use std::fs;

use crate::record::clerk::*;
use crate::record::table::*;
use ishigaki_record::branch::{Branch, EpochTag, Instance};
use ishigaki_record::sealing::{self, Nonce, NoteKey, WrappingKey, note_len};
use ishigaki_record::transcript::{
    Entry, Error, NoteProof, Proof, Writer, note_text, opened, read, read_note,
};
use ishigaki_record::verify::{TranscriptViolationKind as Kind, verify};
use ishigaki_rules::*;

fn announcement(english: &str) -> Announcement {
    Announcement::new(english, "").unwrap()
}

fn ask_question(table: &mut SealedGame, team: TeamId, text: &str) {
    let text = Question::new(text).unwrap();
    table.act(100, Actor::Team(team), Act::AskQuestion { team, text });
}

fn answer(table: &mut SealedGame, team: TeamId, question: u32, text: &str, to_all: bool) {
    let question = QuestionNo(question);
    let replaces = table.game.question(team, question).and_then(AskedQuestion::answer_revision);
    table.judge(Act::AnswerQuestion { team, question, replaces, text: announcement(text), to_all });
}

fn announce(table: &mut SealedGame, teams: &[TeamId], text: &str) {
    table.judge(Act::Announce {
        teams: teams.into(),
        text: announcement(text),
        asked: None,
        corrects: false,
    });
}

fn mark(table: &mut SealedGame, team: TeamId, through: u32) {
    table.act(10, Actor::Team(team), Act::MarkRead { team, through: MessageNo(through) });
}

/// An open game with questions, answers and announcements, in and out of a round, and a takeover.
fn game_with_messages() -> SealedGame {
    let mut table = SealedGame::new(setup());
    announce(&mut table, &[], "welcome");
    ask_question(&mut table, A, "may \"it\" turn?");
    table.open(1);
    ask_question(&mut table, A, "really?");
    answer(&mut table, A, 1, "it may", true);
    table.take_up(0x2b);
    answer(&mut table, A, 2, "yes", false);
    answer(&mut table, A, 2, "no", false);
    table.judge(Act::Disqualify { team: B, reason: "phone".into() });
    ask_question(&mut table, B, "why?");
    announce(&mut table, &[A, C], "to the stage");
    mark(&mut table, A, 3);
    mark(&mut table, B, 1);
    mark(&mut table, A, 5);
    table
}

fn closed() -> SealedGame {
    let mut table = game_with_messages();
    table.judge(Act::Abandon { reason: "rain".into() });
    table
}

/// Changes the records of the closed game, writes and signs them like a server, and returns the violation with the
/// number of its note.
#[track_caller]
fn forged(change: impl FnOnce(&mut Vec<Entry>)) -> (Option<u32>, Kind) {
    let mut clerk = closed().clerk();
    change(&mut clerk.entries);
    found(&clerk)
}

/// Replaces the text of a note before it is sealed.
#[track_caller]
fn resealed(number: usize, text: impl FnOnce(&str) -> String) -> Kind {
    let (table, mut clerk) = (closed(), RecordFixture::new(&setup(), key()));
    let (mut text, mut notes) = (Some(text), 0);
    for event in &table.events {
        notes += usize::from(event.fact.addressees().is_some());
        match text.take_if(|_| notes == number) {
            None => clerk.event(event),
            Some(text) => {
                let principal = if event.by == Actor::Judge { "judge" } else { "laptop \"1\"" };
                let spelled = note_text(&setup(), event.by, principal, &event.fact).unwrap();
                clerk.note(event, &text(&spelled));
            }
        }
    }
    let (note, kind) = found(&clerk);
    assert_eq!(note, Some(u32::try_from(number).unwrap()), "{kind:?}");
    kind
}

#[track_caller]
fn found(clerk: &RecordFixture) -> (Option<u32>, Kind) {
    let record = TranscriptLines::of(&clerk.text());
    let (line, violation) = record.verified().expect_err("the forgery is found");
    let is_note = |line: &&String| line.contains("note_sealed");
    let before = record.lines.iter().take(line).filter(is_note).count();
    let at = record.lines.get(line - 1).filter(is_note).map(|_| u32::try_from(before).unwrap());
    (at, violation)
}

fn proof(entries: &mut [Entry], number: usize) -> &mut NoteProof {
    let notes = entries.iter_mut().filter_map(|entry| match &mut entry.proof {
        Proof::Note(proof) => Some(proof),
        _ => None,
    });
    notes.into_iter().nth(number - 1).unwrap()
}

/// Keeps the golden record, which verifiers in other languages also read. `ISHIGAKI_BLESS=1` writes it.
#[test]
fn record_with_notes_matches_golden_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/notes.jsonl");
    let text = closed().record().text();
    if std::env::var_os("ISHIGAKI_BLESS").is_some() {
        fs::write(path, &text).expect("the record can be kept");
    }
    assert_eq!(fs::read_to_string(path).expect("it is kept"), text);
}

#[test]
fn open_record_shows_that_notes_exist_and_nothing_of_them() {
    let clerk = game_with_messages().clerk();
    let text = clerk.text();
    for secret in ["really", "yes", "why", "stage", "through", "question", "team a", "\"teams\":[\"a\""] {
        assert!(!text.contains(secret), "{secret}");
    }
    let lengths: Vec<usize> = text
        .lines()
        .filter(|line| line.contains("note_sealed"))
        .map(|line| line.split_once("\"box\"").unwrap().1.len())
        .collect();
    assert!(lengths.len() == 10 && lengths.iter().all(|length| *length == lengths[0]), "{lengths:?}");
    let sealed =
        read(&text).unwrap().entries.into_iter().filter(|entry| entry.event.fact == Fact::NoteSealed);
    assert!(sealed.clone().all(|entry| entry.event.by == Actor::Clock && entry.principal.is_empty()));
    assert_eq!(sealed.count(), 10);
    let report = verify(&text, None).unwrap();
    assert_eq!((report.notes, report.notes_opened), (10, false));
}

#[test]
fn closed_game_shows_all_notes_where_they_were_sealed() {
    let table = closed();
    let clerk = table.clerk();
    let text = clerk.text();
    let report = verify(&text, Some(&key().public().fingerprint())).unwrap();
    assert_eq!((report.notes, report.notes_opened), (10, true));
    assert!(report.gaps().is_empty());
    let transcript = read(&text).unwrap();
    assert_eq!(transcript.entries, clerk.entries);
    assert_eq!(
        transcript.entries.iter().map(|entry| &entry.event).collect::<Vec<_>>(),
        table.events.iter().collect::<Vec<_>>()
    );
    let game = transcript.fold();
    assert!(game.questions().eq(table.game.questions()));
    for team in setup().team_ids() {
        assert!(game.messages(team).eq(table.game.messages(team)), "{team:?}");
    }
}

#[test]
fn record_with_notes_round_trips_byte_for_byte() {
    let text = closed().record().text();
    let transcript = read(&text).unwrap();
    let mut writer = Writer::start(Vec::new(), &header(&setup(), &key())).unwrap();
    let mut takeovers = transcript.takeovers.iter().peekable();
    for (before, entry) in (0..).zip(&transcript.entries) {
        while let Some(takeover) = takeovers.next_if(|takeover| takeover.after <= before) {
            writer.epoch(takeover.tag, takeover.unix_ms).unwrap();
        }
        if writer.entry(entry).unwrap() {
            writer.sign(&key()).unwrap();
        }
    }
    assert_eq!(String::from_utf8(writer.finish().unwrap()).unwrap(), text);
}

#[test]
fn box_commitment_number_or_key_of_another_note_is_found() {
    let wrong_box = |(note, kind): (Option<u32>, Kind), number| {
        let is_it = matches!(kind, Kind::WrongNoteBox { number: found, source: sealing::Error::WrongKey } if found == number);
        assert!(is_it && note == Some(number), "{note:?}: {kind:?}");
    };
    wrong_box(forged(|entries| proof(entries, 3).sealed_box[40] ^= 1), 3);
    wrong_box(
        forged(|entries| {
            let other = proof(entries, 4).commitment;
            proof(entries, 2).commitment = other;
        }),
        2,
    );
    // Two notes swap their numbers.
    wrong_box(
        forged(|entries| {
            let (second, fifth) = (proof(entries, 2).clone(), proof(entries, 5).clone());
            *proof(entries, 2) = NoteProof { number: 2, ..fifth };
            *proof(entries, 5) = NoteProof { number: 5, ..second };
        }),
        2,
    );
    wrong_box(
        forged(|entries| {
            entries.last_mut().unwrap().proof =
                Proof::NotesOpened([(1, NoteKey([1; 32])), (2, note_key(2))].into_iter().collect());
        }),
        1,
    );
    let (note, kind) = forged(|entries| proof(entries, 3).number = 4);
    assert_eq!(note, Some(3));
    assert_matches!(kind, Kind::WrongNote { expected: 3, found: 4 });
    let (note, kind) = forged(|entries| proof(entries, 2).sealed_box.push(0));
    assert_eq!(note, Some(2));
    assert_matches!(kind, Kind::NoteLength { number: 2, .. });
    let (_, kind) = forged(|entries| {
        let at = entries.iter().position(|entry| matches!(entry.proof, Proof::Note(_))).unwrap();
        entries.remove(at);
    });
    assert_matches!(kind, Kind::WrongNote { expected: 1, found: 2 });
}

#[test]
fn note_keys_are_there_if_notes_are_and_the_game_is_closed() {
    let (_, kind) = forged(|entries| entries.last_mut().unwrap().proof = Proof::None);
    assert_matches!(kind, Kind::NoNoteKey { notes: 10 });
    let mut quiet = SealedGame::new(setup());
    announce(&mut quiet, &[], "welcome");
    quiet.judge(Act::Abandon { reason: "rain".into() });
    let mut clerk = quiet.clerk();
    clerk.entries.last_mut().unwrap().proof = Proof::NotesOpened([(1, note_key(1))].into_iter().collect());
    assert!(matches!(found(&clerk).1, Kind::NothingToOpen));
    // Only the closing event may carry note keys.
    let mut record = closed().record();
    let opened = record.find("round_opened", 1);
    record.replace(
        opened,
        "}}",
        &format!(",\"note_keys\":[{{\"epoch\":1,\"key\":\"{}\"}}]}}}}", note_key(1).to_hex()),
    );
    record.re_sign(&key());
    let (line, kind) = record.verified().unwrap_err();
    assert_eq!(line, opened + 1);
    assert_matches!(kind, Kind::Unreadable(Error::Json(_)));
}

#[test]
fn note_violating_rules_is_detected() {
    let replaced = |number, from: &'static str, to: &'static str| {
        resealed(number, |text| {
            assert!(text.contains(from), "{text}");
            text.replacen(from, to, 1)
        })
    };
    assert!(matches!(replaced(1, r#""question":1"#, r#""question":2"#), Kind::Different { .. }));
    assert!(matches!(replaced(1, "team a", "team b"), Kind::WrongActor));
    assert!(matches!(replaced(1, "team a", "judge"), Kind::WrongActor));
    assert!(matches!(replaced(3, r#""by":"judge""#, r#""by":"clock""#), Kind::WrongActor));
    assert!(matches!(
        replaced(3, r#""principal":"judge""#, r#""principal":"""#),
        Kind::WrongPrincipal { .. }
    ));
    let unknown = replaced(4, r#""question":2"#, r#""question":7"#);
    assert_matches!(unknown, Kind::Refused { rejection: Rejection::UnknownQuestion { .. } });
    let beyond = replaced(8, r#""through":3"#, r#""through":6"#);
    assert_matches!(beyond, Kind::Refused { rejection: Rejection::UnknownMessage { .. } });
    assert!(matches!(replaced(10, r#""through":5"#, r#""through":3"#), Kind::NoNews));
    let asker = replaced(6, r#""team":"b""#, r#""team":"z""#);
    assert_matches!(asker, Kind::WrongNoteBox { source: sealing::Error::NotANote, .. });
    for text in ["", "{}", "[]", "石"] {
        let kind = resealed(2, |_| text.into());
        assert_matches!(kind, Kind::WrongNoteBox { source: sealing::Error::NotANote, .. });
    }
    // A public fact is not a note.
    let public =
        resealed(2, |_| r#"{"by":"judge","principal":"judge","fact":{"fact":"remarked","text":"x"}}"#.into());
    assert_matches!(public, Kind::WrongNoteBox { source: sealing::Error::NotANote, .. });
}

/// Changes the closed game's events before they are sealed, and returns the violation.
#[track_caller]
fn tampered(change: impl FnOnce(&mut Vec<Event>, usize)) -> Kind {
    let mut table = closed();
    let is_answer = |event: &Event| matches!(event.fact, Fact::QuestionAnswered { to_all: true, .. });
    let at = table.events.iter().position(is_answer).unwrap();
    change(&mut table.events, at);
    found(&table.clerk()).1
}

#[test]
fn public_answer_without_matching_announcement_is_detected() {
    let announce = |events: &mut Vec<Event>, at: usize, text: Announcement| {
        if let Fact::QuestionAnswered { text: answer, .. } = &mut events[at].fact {
            *answer = text;
        }
    };
    assert!(matches!(
        tampered(|events, at| announce(events, at, announcement("it must"))),
        Kind::Different { .. }
    ));
    let unannounced = tampered(|events, at| drop(events.remove(at + 1)));
    assert_matches!(unannounced, Kind::Different { .. });
    let later = tampered(|events, at| {
        let announced = events.remove(at + 1);
        events.insert(at + 2, Event { at: events[at + 1].at, ..announced });
    });
    assert_matches!(later, Kind::Different { .. });
    let mut last = SealedGame::new(setup());
    ask_question(&mut last, A, "why?");
    answer(&mut last, A, 1, "so", true);
    last.events.pop();
    last.judge(Act::Abandon { reason: "rain".into() });
    let (note, kind) = found(&last.clerk());
    assert_eq!(note, Some(2));
    assert_matches!(kind, Kind::Missing { .. });
    // A server must announce at once, so the takeover in between is a violation.
    let mut away = SealedGame::new(setup());
    ask_question(&mut away, A, "why?");
    answer(&mut away, A, 1, "so", true);
    away.takeovers.push((2, EpochTag([0x2b; 16])));
    away.judge(Act::Abandon { reason: "rain".into() });
    assert!(matches!(found(&away.clerk()).1, Kind::Different { .. }));
}

#[test]
fn nothing_is_sealed_once_the_game_is_closed() {
    let table = closed();
    let mut clerk = table.clerk();
    let at = table.game.now().after(Millis(5));
    let fact = Fact::Announced { teams: vec![A], text: announcement("late"), asked: None, corrects: false };
    clerk.event(&Event { at, by: Actor::Judge, fact });
    let (note, kind) = found(&clerk);
    let refused = Kind::Refused { rejection: Rejection::WrongPhase { phase: Phase::Abandoned } };
    assert_eq!((note, format!("{kind:?}")), (Some(11), format!("{refused:?}")));
}

#[test]
fn private_message_in_plain_text_is_rejected() {
    let mut clerk = closed().clerk();
    for entry in &mut clerk.entries {
        if let Proof::Note(_) = entry.proof {
            entry.proof = Proof::None;
            let mut writer = Writer::start(Vec::new(), &header(&setup(), &key())).unwrap();
            assert!(matches!(writer.entry(entry), Err(Error::Sealed)));
        }
    }
    let mut record = closed().record();
    let place = record.find("note_sealed", 1);
    let (head, _) = record.lines[place].split_once("\"by\"").unwrap();
    let plain = r#""by":"team a","principal":"x","fact":{"fact":"question_asked","team":"a","question":1,"text":"why?"}}"#;
    record.lines[place] = format!("{head}{plain}");
    record.re_sign(&key());
    let (line, kind) = record.verified().unwrap_err();
    assert_eq!(line, place + 1);
    assert_matches!(kind, Kind::Unreadable(Error::Sealed));
}

#[test]
fn record_with_too_many_messages_or_notes_is_rejected() {
    let mut clerk = RecordFixture::new(&setup(), key());
    let fact = Fact::Announced { teams: vec![], text: announcement("hear"), asked: None, corrects: false };
    for _ in 0..=AskedQuestion::MOST_MESSAGES {
        clerk.event(&Event { at: GameTime(7), by: Actor::Judge, fact: fact.clone() });
    }
    let (_, kind) = found(&clerk);
    let refused = matches!(kind, Kind::Refused { rejection: Rejection::TooManyMessages { most: 4_096 } });
    assert!(refused, "{kind:?}");
    let mut clerk = RecordFixture::new(&setup(), key());
    let fact = Fact::QuestionAsked { team: A, question: QuestionNo(1), text: Question::new("why?").unwrap() };
    for _ in 0..=AskedQuestion::MOST_MESSAGES {
        clerk.event(&Event { at: GameTime(7), by: Actor::Team(A), fact: fact.clone() });
    }
    let (note, kind) = found(&clerk);
    assert_eq!(note, Some(4_097));
    assert_matches!(kind, Kind::TooManyNotes { most: 4_096 });
}

#[test]
fn note_has_one_encoding_and_longest_fits_its_box() {
    let longest = "\u{1f3ef}".repeat(200);
    let text = Announcement::new(&longest, &longest).unwrap();
    let quote = Question::new(&longest.repeat(2)).unwrap();
    let teams: Vec<TeamId> = setup().team_ids().collect();
    let facts = [
        Fact::Announced { teams, text: text.clone(), asked: Some(quote.clone()), corrects: false },
        Fact::QuestionAsked { team: A, question: QuestionNo(u32::MAX), text: quote },
        Fact::QuestionAnswered { team: A, question: QuestionNo(u32::MAX), text, to_all: false },
        Fact::MessagesRead { team: A, through: MessageNo(u32::MAX) },
    ];
    let name = "石\"".repeat(100);
    let room = note_len(&setup()).unwrap();
    let mut most = 0;
    for fact in facts {
        let spelled = note_text(&setup(), Actor::Organiser, &name, &fact).unwrap();
        let note = read_note(&setup(), &spelled).unwrap();
        assert!(note.fact == fact && name.starts_with(&note.principal) && note.principal.len() >= 100);
        most = most.max(spelled.len());
        for other in [
            format!("{spelled} "),
            spelled.replacen(':', ": ", 1),
            spelled.replacen("\"by\"", "\"x\":1,\"by\"", 1),
        ] {
            assert_eq!(read_note(&setup(), &other), Err(sealing::Error::NotANote), "{other}");
        }
    }
    assert!((room - 1..=room).contains(&most), "{most} of {room}");
    let mut long = setup();
    // Ids of the maximum length, in any characters, in a game of sixteen teams.
    let code = |at: usize| format!("{}{at:02}", "\u{1f3ef}".repeat(62));
    long.teams = (0..16).map(|at| TeamSpec { code: code(at), name: "x".into() }).collect();
    assert!(note_len(&long).is_ok());
    long.teams[0].code = "c".repeat(1 << 14);
    assert_eq!(note_len(&long), Err(sealing::Error::Unsealable));
}

#[test]
fn note_key_is_of_one_epoch_and_each_note_has_its_own() {
    let wrapping = WrappingKey([3; 32]);
    let of = |branch: &Branch| NoteKey::of(&wrapping, branch).unwrap();
    let first = Branch::first("g", INSTANCE);
    let other = Branch::first("g", Instance([0x2b; 16]));
    let [left, right] = [[0x51; 16], [0x52; 16]].map(|tag| first.next(EpochTag(tag)));
    assert!(of(&first) == of(&first) && of(&first) != of(&other) && of(&first) != of(&left));
    assert!(of(&left) != of(&right), "two servers that go on from one journal");
    assert!(of(&left) != of(&other.next(left.tag)));
    assert!(note_key(1).box_key(1).unwrap() != note_key(1).box_key(2).unwrap());
    assert_eq!(format!("{:?}", note_key(1)), "NoteKey(secret)");
}

#[test]
fn note_keys_are_opened_for_exactly_epochs_with_notes() {
    let clerk = closed().clerk();
    let Proof::NotesOpened(keys) = &clerk.entries.last().unwrap().proof else { panic!("no keys") };
    assert_eq!(keys.iter().map(|(epoch, _)| epoch).collect::<Vec<_>>(), [1, 2], "it was taken up once");
    let record = read(&clerk.text()).unwrap();
    assert!(record.entries.iter().all(|entry| entry.event.fact != Fact::NoteSealed), "all are opened");
    let with = |keys: &[(u32, u32)]| {
        let keys = keys.iter().map(|(epoch, of)| (*epoch, note_key(*of))).collect();
        forged(|entries| entries.last_mut().unwrap().proof = Proof::NotesOpened(keys)).1
    };
    for (keys, wrong, missing) in
        [(&[(1, 1)][..], 2, true), (&[(2, 2)], 1, true), (&[(1, 1), (2, 2), (3, 3)], 3, false)]
    {
        let kind = with(keys);
        let Kind::WrongNoteKeys { epoch, has_notes } = kind else { panic!("{kind:?}") };
        assert_eq!((epoch, has_notes), (wrong, missing));
    }
    let kind = with(&[(1, 1), (2, 1)]);
    assert_matches!(kind, Kind::WrongNoteBox { .. });
}

#[test]
fn note_key_of_one_branch_does_not_open_another() {
    let wrapping = WrappingKey([3; 32]);
    let before = Branch::first("g", INSTANCE);
    let [closed, restored] = [[0x51; 16], [0x52; 16]].map(|tag| before.next(EpochTag(tag)));
    let event = Event {
        at: GameTime(7),
        by: Actor::Team(A),
        fact: Fact::QuestionAsked { team: A, question: QuestionNo(1), text: Question::new("why?").unwrap() },
    };
    let text = note_text(&setup(), event.by, "a1", &event.fact).unwrap();
    let nonce = Nonce([9; 32]);
    let key = NoteKey::of(&wrapping, &restored).unwrap();
    let room = note_len(&setup()).unwrap();
    let sealed_box = sealing::seal(&key.box_key(1).unwrap(), [1; 12], &nonce, &text, room).unwrap();
    let proof = NoteProof { number: 1, commitment: sealing::commit(&nonce, &text), sealed_box };
    for shown in [&before, &closed] {
        let shown = NoteKey::of(&wrapping, shown).unwrap();
        assert_eq!(opened(&setup(), &proof, &shown), Err(sealing::Error::WrongKey));
    }
    assert!(opened(&setup(), &proof, &key).is_ok());
}
