//! Notes: sealed until the game is closed, then opened, and decided again.
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
use ishigaki_record::verify::{TranscriptViolationKind, verify};
use ishigaki_rules::*;

fn told(english: &str) -> Announcement {
    Announcement::new(english, "").unwrap()
}

fn ask(table: &mut SealedGame, team: TeamId, text: &str) {
    let text = Question::new(text).unwrap();
    table.act(100, Actor::Team(team), Act::AskQuestion { team, text });
}

fn answer(table: &mut SealedGame, team: TeamId, question: u32, text: &str, to_all: bool) {
    let question = QuestionNo(question);
    let replaces = table.game.question(team, question).and_then(AskedQuestion::answer_revision);
    table.judge(Act::AnswerQuestion { team, question, replaces, text: told(text), to_all });
}

fn announce(table: &mut SealedGame, teams: &[TeamId], text: &str) {
    table.judge(Act::Announce { teams: teams.into(), text: told(text), asked: None, corrects: false });
}

fn mark(table: &mut SealedGame, team: TeamId, through: u32) {
    table.act(10, Actor::Team(team), Act::MarkRead { team, through: MessageNo(through) });
}

/// Some of all that can be said, in and out of a round, with a takeover; still under way.
fn talk() -> SealedGame {
    let mut table = SealedGame::new(setup());
    announce(&mut table, &[], "welcome");
    ask(&mut table, A, "may \"it\" turn?");
    table.open(1);
    ask(&mut table, A, "really?");
    answer(&mut table, A, 1, "it may", true);
    table.take_up(0x2b);
    answer(&mut table, A, 2, "yes", false);
    answer(&mut table, A, 2, "no", false);
    table.judge(Act::Disqualify { team: B, reason: "phone".into() });
    ask(&mut table, B, "why?");
    announce(&mut table, &[A, C], "to the stage");
    mark(&mut table, A, 3);
    mark(&mut table, B, 1);
    mark(&mut table, A, 5);
    table
}

fn closed() -> SealedGame {
    let mut table = talk();
    table.judge(Act::Abandon { reason: "rain".into() });
    table
}

/// Changes the records of the closed game and writes and signs them as a server would; what is found, and in which note.
#[track_caller]
fn forged(change: impl FnOnce(&mut Vec<Entry>)) -> (Option<u32>, TranscriptViolationKind) {
    let mut clerk = closed().clerk();
    change(&mut clerk.entries);
    found(&clerk)
}

/// Lets something else stand in a note, as a server would seal it.
#[track_caller]
fn resealed(number: usize, text: impl FnOnce(&str) -> String) -> TranscriptViolationKind {
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
fn found(clerk: &RecordFixture) -> (Option<u32>, TranscriptViolationKind) {
    let record = TranscriptLines::of(&clerk.text());
    let (line, violation) = record.verified().expect_err("the forgery is found");
    let before = |nth: &usize| record.find("note_sealed", *nth) < line;
    let notes = record.lines.iter().filter(|line| line.contains("note_sealed")).count();
    let at = (1..=notes).take_while(before).last().filter(|nth| record.find("note_sealed", *nth) + 1 == line);
    (at.map(|nth| u32::try_from(nth).unwrap()), violation)
}

fn proof(entries: &mut [Entry], number: usize) -> &mut NoteProof {
    let notes = entries.iter_mut().filter_map(|entry| match &mut entry.proof {
        Proof::Note(proof) => Some(proof),
        _ => None,
    });
    notes.into_iter().nth(number - 1).unwrap()
}

/// The record beside these tests, for readers in other languages and other rooms. `ISHIGAKI_BLESS=1` writes it.
#[test]
fn the_record_with_notes_that_is_kept_is_the_one_that_is_made() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/notes.jsonl");
    let text = closed().record().text();
    if std::env::var_os("ISHIGAKI_BLESS").is_some() {
        fs::write(path, &text).expect("the record can be kept");
    }
    assert_eq!(fs::read_to_string(path).expect("it is kept"), text);
}

#[test]
fn before_the_end_a_record_tells_that_something_was_said_and_nothing_of_it() {
    let clerk = talk().clerk();
    let text = clerk.text();
    for said in ["really", "yes", "why", "stage", "through", "question", "team a", "\"teams\":[\"a\""] {
        assert!(!text.contains(said), "{said}");
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
fn once_the_game_is_closed_all_that_was_said_stands_where_it_was_sealed() {
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
fn what_was_read_is_written_again_byte_for_byte() {
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
fn a_box_a_commitment_a_number_or_the_key_of_another_note_is_found() {
    let wrong_box = |(note, kind): (Option<u32>, TranscriptViolationKind), number| {
        let is_it = matches!(kind, TranscriptViolationKind::WrongNoteBox { number: found, source: sealing::Error::WrongKey } if found == number);
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
    // Two that change their places, each under the other's number.
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
    assert!(
        note == Some(3) && matches!(kind, TranscriptViolationKind::WrongNote { expected: 3, found: 4 }),
        "{kind:?}"
    );
    let (note, kind) = forged(|entries| proof(entries, 2).sealed_box.push(0));
    assert!(
        note == Some(2) && matches!(kind, TranscriptViolationKind::NoteLength { number: 2, .. }),
        "{kind:?}"
    );
    let (_, kind) = forged(|entries| {
        let at = entries.iter().position(|entry| matches!(entry.proof, Proof::Note(_))).unwrap();
        entries.remove(at);
    });
    assert!(matches!(kind, TranscriptViolationKind::WrongNote { expected: 1, found: 2 }), "{kind:?}");
}

#[test]
fn the_key_is_there_when_there_are_notes_and_the_game_is_closed_and_not_otherwise() {
    let (_, kind) = forged(|entries| entries.last_mut().unwrap().proof = Proof::None);
    assert!(matches!(kind, TranscriptViolationKind::NoNoteKey { notes: 10 }), "{kind:?}");
    let mut quiet = SealedGame::new(setup());
    announce(&mut quiet, &[], "welcome");
    quiet.judge(Act::Abandon { reason: "rain".into() });
    let mut clerk = quiet.clerk();
    clerk.entries.last_mut().unwrap().proof = Proof::NotesOpened([(1, note_key(1))].into_iter().collect());
    assert!(matches!(found(&clerk).1, TranscriptViolationKind::NothingToOpen));
    // Too early there is no place for it.
    let mut record = closed().record();
    let opened = record.find("round_opened", 1);
    record.replace(
        opened,
        "}}",
        &format!(",\"note_keys\":[{{\"epoch\":1,\"key\":\"{}\"}}]}}}}", note_key(1).to_hex()),
    );
    record.sign_anew(&key());
    let (line, kind) = record.verified().unwrap_err();
    assert!(
        line == opened + 1 && matches!(kind, TranscriptViolationKind::Unreadable(Error::Json(_))),
        "{kind:?}"
    );
}

#[test]
fn a_note_that_the_rules_do_not_lead_to_is_found() {
    type Kind = TranscriptViolationKind;
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
    assert!(matches!(unknown, Kind::Refused { rejection: Rejection::UnknownQuestion { .. } }), "{unknown:?}");
    let beyond = replaced(8, r#""through":3"#, r#""through":6"#);
    assert!(matches!(beyond, Kind::Refused { rejection: Rejection::UnknownMessage { .. } }), "{beyond:?}");
    assert!(matches!(replaced(10, r#""through":5"#, r#""through":3"#), Kind::NoNews));
    let asker = replaced(6, r#""team":"b""#, r#""team":"z""#);
    assert!(matches!(asker, Kind::WrongNoteBox { source: sealing::Error::NotANote, .. }), "{asker:?}");
    for text in ["", "{}", "[]", "石"] {
        let kind = resealed(2, |_| text.into());
        assert!(matches!(kind, Kind::WrongNoteBox { source: sealing::Error::NotANote, .. }), "{kind:?}");
    }
    // What everybody is told is no note.
    let public =
        resealed(2, |_| r#"{"by":"judge","principal":"judge","fact":{"fact":"remarked","text":"x"}}"#.into());
    assert!(matches!(public, Kind::WrongNoteBox { source: sealing::Error::NotANote, .. }), "{public:?}");
}

/// The closed game's record with the events changed before anything is sealed.
#[track_caller]
fn retold(change: impl FnOnce(&mut Vec<Event>, usize)) -> TranscriptViolationKind {
    let mut table = closed();
    let is_answer = |event: &Event| matches!(event.fact, Fact::QuestionAnswered { to_all: true, .. });
    let at = table.events.iter().position(is_answer).unwrap();
    change(&mut table.events, at);
    found(&table.clerk()).1
}

#[test]
fn an_answer_to_all_is_announced_at_once_and_as_it_is() {
    type Kind = TranscriptViolationKind;
    let said = |events: &mut Vec<Event>, at: usize, text: Announcement| {
        if let Fact::QuestionAnswered { text: answer, .. } = &mut events[at].fact {
            *answer = text;
        }
    };
    assert!(matches!(retold(|events, at| said(events, at, told("it must"))), Kind::Different { .. }));
    let unannounced = retold(|events, at| drop(events.remove(at + 1)));
    assert!(matches!(unannounced, Kind::Different { .. }), "{unannounced:?}");
    let later = retold(|events, at| {
        let announced = events.remove(at + 1);
        events.insert(at + 2, Event { at: events[at + 1].at, ..announced });
    });
    assert!(matches!(later, Kind::Different { .. }), "{later:?}");
    let mut last = SealedGame::new(setup());
    ask(&mut last, A, "why?");
    answer(&mut last, A, 1, "so", true);
    last.events.pop();
    last.judge(Act::Abandon { reason: "rain".into() });
    let (note, kind) = found(&last.clerk());
    assert!(note == Some(2) && matches!(kind, Kind::Missing { .. }), "{kind:?}");
    // A server that has been away announces nothing at once.
    let mut away = SealedGame::new(setup());
    ask(&mut away, A, "why?");
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
    let fact = Fact::Announced { teams: vec![A], text: told("late"), asked: None, corrects: false };
    clerk.event(&Event { at, by: Actor::Judge, fact });
    let (note, kind) = found(&clerk);
    let refused =
        TranscriptViolationKind::Refused { rejection: Rejection::WrongPhase { phase: Phase::Abandoned } };
    assert_eq!((note, format!("{kind:?}")), (Some(11), format!("{refused:?}")));
}

#[test]
fn what_some_are_told_never_stands_in_plain() {
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
    record.sign_anew(&key());
    let (line, kind) = record.verified().unwrap_err();
    assert!(
        line == place + 1 && matches!(kind, TranscriptViolationKind::Unreadable(Error::Sealed)),
        "{kind:?}"
    );
}

#[test]
fn a_game_has_so_many_messages_and_its_record_no_more() {
    let mut clerk = RecordFixture::new(&setup(), key());
    let fact = Fact::Announced { teams: vec![], text: told("hear"), asked: None, corrects: false };
    for _ in 0..=AskedQuestion::MOST_MESSAGES {
        clerk.event(&Event { at: GameTime(7), by: Actor::Judge, fact: fact.clone() });
    }
    let (_, kind) = found(&clerk);
    let refused = matches!(
        kind,
        TranscriptViolationKind::Refused { rejection: Rejection::TooManyMessages { most: 4_096 } }
    );
    assert!(refused, "{kind:?}");
    let mut clerk = RecordFixture::new(&setup(), key());
    let fact = Fact::QuestionAsked { team: A, question: QuestionNo(1), text: Question::new("why?").unwrap() };
    for _ in 0..=AskedQuestion::MOST_MESSAGES {
        clerk.event(&Event { at: GameTime(7), by: Actor::Team(A), fact: fact.clone() });
    }
    let (note, kind) = found(&clerk);
    assert!(
        note == Some(4_097) && matches!(kind, TranscriptViolationKind::TooManyNotes { most: 4_096 }),
        "{kind:?}"
    );
}

#[test]
fn a_note_has_one_spelling_and_the_longest_has_room() {
    let longest = "\u{1f3ef}".repeat(200);
    let text = Announcement::new(&longest, &longest).unwrap();
    let asked = Question::new(&longest.repeat(2)).unwrap();
    let teams: Vec<TeamId> = setup().team_ids().collect();
    let facts = [
        Fact::Announced { teams, text: text.clone(), asked: Some(asked.clone()), corrects: false },
        Fact::QuestionAsked { team: A, question: QuestionNo(u32::MAX), text: asked },
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
    // As long as a roster's ids may be, of any characters, in a game of sixteen.
    let code = |at: usize| format!("{}{at:02}", "\u{1f3ef}".repeat(62));
    long.teams = (0..16).map(|at| TeamSpec { code: code(at), name: "x".into() }).collect();
    assert!(note_len(&long).is_ok());
    long.teams[0].code = "c".repeat(1 << 14);
    assert_eq!(note_len(&long), Err(sealing::Error::Unsealable));
}

#[test]
fn the_key_of_notes_is_of_one_epoch_of_one_game_and_each_note_has_its_own() {
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
fn each_epoch_with_notes_shows_its_key_and_no_other_does() {
    let clerk = closed().clerk();
    let Proof::NotesOpened(keys) = &clerk.entries.last().unwrap().proof else { panic!("no keys") };
    assert_eq!(keys.iter().map(|(epoch, _)| epoch).collect::<Vec<_>>(), [1, 2], "it was taken up once");
    let told = read(&clerk.text()).unwrap();
    assert!(told.entries.iter().all(|entry| entry.event.fact != Fact::NoteSealed), "all are opened");
    let with = |keys: &[(u32, u32)]| {
        let keys = keys.iter().map(|(epoch, of)| (*epoch, note_key(*of))).collect();
        forged(|entries| entries.last_mut().unwrap().proof = Proof::NotesOpened(keys)).1
    };
    for (keys, wrong, missing) in
        [(&[(1, 1)][..], 2, true), (&[(2, 2)], 1, true), (&[(1, 1), (2, 2), (3, 3)], 3, false)]
    {
        let kind = with(keys);
        let TranscriptViolationKind::WrongNoteKeys { epoch, has_notes } = kind else { panic!("{kind:?}") };
        assert_eq!((epoch, has_notes), (wrong, missing));
    }
    let kind = with(&[(1, 1), (2, 1)]);
    assert!(matches!(kind, TranscriptViolationKind::WrongNoteBox { .. }), "{kind:?}");
}

#[test]
fn the_keys_of_one_branch_open_nothing_of_another() {
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
