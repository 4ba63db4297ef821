//! Questions, answers, announcements and read marks.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail the test")]

use crate::table::{A, B, C, Table, X};
use ishigaki_rules::{
    Act, Actor, Announcement, AskedQuestion, Event, Fact, Game, GameTime, Message, MessageNo, Phase,
    Question, QuestionNo, Rejection, Revision, TeamId, TextError,
};

fn text(english: &str) -> Announcement {
    Announcement::new(english, "").unwrap()
}

fn question(text: &str) -> Question {
    Question::new(text).unwrap()
}

fn ask(team: TeamId, text: &str) -> Act {
    Act::AskQuestion { team, text: question(text) }
}

fn answer(team: TeamId, number: u32, replaces: Option<u32>, english: &str, to_all: bool) -> Act {
    let (question, replaces) = (QuestionNo(number), replaces.map(Revision));
    Act::AnswerQuestion { team, question, replaces, text: text(english), to_all }
}

fn announce(teams: &[TeamId], english: &str) -> Act {
    Act::Announce { teams: teams.to_vec(), text: text(english), asked: None, corrects: false }
}

fn read(team: TeamId, through: u32) -> Act {
    Act::MarkRead { team, through: MessageNo(through) }
}

/// Returns the team's messages: text, quoted question, and whether it was read.
fn inbox<'game>(game: &'game Game, team: TeamId) -> Vec<(&'game str, Option<&'game str>, bool)> {
    let message = |message: Message<'game>| {
        (message.text.english().unwrap(), message.asked.map(Question::text), message.is_read)
    };
    game.messages(team).map(message).collect()
}

#[test]
fn questions_are_numbered_per_team() {
    let mut table = Table::new();
    let refused = table.give(Actor::Team(A), ask(B, "who?"));
    assert_eq!(refused, Err(Rejection::NotYours { team: A }));
    table.give(Actor::Team(A), ask(A, "who?")).unwrap();
    table.give(Actor::Team(B), ask(B, "when?")).unwrap();
    let facts = table.give(Actor::Team(A), ask(A, " where? ")).unwrap();
    let asked = Fact::QuestionAsked { team: A, question: QuestionNo(2), text: question("where?") };
    assert_eq!(facts, [asked]);
    assert_eq!(facts[0].addressees(), Some(&[A][..]));
    assert!(facts[0].can_be_of(Actor::Team(A)));
    assert!(!facts[0].can_be_of(Actor::Organiser) && !facts[0].can_be_of(Actor::Judge));
    let waiting: Vec<_> = table.game.waiting_questions().map(|posed| posed.text.text()).collect();
    assert_eq!(waiting, ["who?", "when?", "where?"]);
}

#[test]
fn five_questions_of_a_team_may_wait_and_an_answer_makes_room() {
    let mut table = Table::new();
    for _ in 0..5 {
        table.give(Actor::Team(A), ask(A, "why?")).unwrap();
    }
    let full = Rejection::TooManyQuestions { team: A, waiting: 5, most: 5 };
    assert_eq!(full.rule(), "T");
    assert_eq!(table.give(Actor::Team(A), ask(A, "why?")), Err(full));
    table.give(Actor::Team(B), ask(B, "why?")).unwrap();
    table.judge(answer(A, 3, None, "because", false)).unwrap();
    let facts = table.give(Actor::Team(A), ask(A, "why?")).unwrap();
    assert!(matches!(facts[..], [Fact::QuestionAsked { question: QuestionNo(6), .. }]));
}

#[test]
fn private_answer_goes_to_the_asker_and_quotes_the_question() {
    let mut table = Table::new();
    table.give(Actor::Team(A), ask(A, "who?")).unwrap();
    let facts = table.judge(answer(A, 1, None, "the judge", false)).unwrap();
    let [fact @ Fact::QuestionAnswered { to_all: false, .. }] = &facts[..] else { panic!("one answer") };
    assert_eq!(fact.addressees(), Some(&[A][..]));
    assert_eq!(inbox(&table.game, A), [("the judge", Some("who?"), false)]);
    assert_eq!(table.game.messages(A).next().unwrap().answers, Some(QuestionNo(1)));
    assert_eq!(inbox(&table.game, B), []);
    assert_eq!(table.game.waiting_questions().count(), 0);
}

#[test]
fn answer_to_all_quotes_question_without_asker() {
    let mut table = Table::new();
    table.give(Actor::Team(A), ask(A, "who?")).unwrap();
    let facts = table.judge(answer(A, 1, None, "the judge", true)).unwrap();
    let [Fact::QuestionAnswered { team: A, to_all: true, .. }, announced] = &facts[..] else {
        panic!("two facts")
    };
    let asked = Some(question("who?"));
    assert_eq!(
        *announced,
        Fact::Announced { teams: Vec::new(), text: text("the judge"), asked, corrects: false }
    );
    for team in [A, B, C] {
        assert_eq!(inbox(&table.game, team), [("the judge", Some("who?"), false)], "told once, all alike");
        assert_eq!(table.game.messages(team).next().unwrap().answers, None);
    }
}

#[test]
fn answer_is_corrected_by_naming_it() {
    let mut table = Table::new();
    let unknown = Rejection::UnknownQuestion { team: A, question: QuestionNo(1) };
    assert_eq!(table.judge(answer(A, 1, None, "yes", false)), Err(unknown));
    table.give(Actor::Team(A), ask(A, "may I?")).unwrap();
    table.judge(answer(A, 1, None, "yes", false)).unwrap();
    let (team, question, current) = (A, QuestionNo(1), Some(Revision(1)));
    for named in [None, Some(Revision(2))] {
        let other = Rejection::AlreadyAnswered { team, question, named, current };
        assert_eq!(table.judge(answer(A, 1, named.map(|named| named.0), "no", false)), Err(other));
    }
    table.judge(answer(A, 1, Some(1), "no", true)).unwrap();
    let stored = table.game.question(A, QuestionNo(1)).unwrap();
    assert_eq!((stored.answers.len(), stored.answer_revision()), (2, Some(Revision(2))));
    assert_eq!(stored.answer().unwrap().text, text("no"));
    assert_eq!(inbox(&table.game, A), [("yes", Some("may I?"), false), ("no", Some("may I?"), false)]);
}

#[test]
fn correction_is_marked_only_for_earlier_recipients() {
    let mut table = Table::new();
    let corrections = |game: &Game, team| -> Vec<bool> {
        game.messages(team).map(|message| message.is_correction).collect()
    };
    table.give(Actor::Team(A), ask(A, "may I?")).unwrap();
    table.judge(answer(A, 1, None, "yes", false)).unwrap();
    table.judge(answer(A, 1, Some(1), "no", true)).unwrap();
    assert_eq!(corrections(&table.game, A), [false, true]);
    assert_eq!(corrections(&table.game, B), [false], "nobody learns that the asker was answered before");
    table.judge(answer(A, 1, Some(2), "yes, once", true)).unwrap();
    table.judge(answer(A, 1, Some(3), "yes, twice", false)).unwrap();
    assert_eq!(corrections(&table.game, A), [false, true, true, true]);
    assert_eq!(corrections(&table.game, B), [false, true]);
    let again = Act::Announce { teams: vec![B], text: text("at noon"), asked: None, corrects: true };
    table.judge(again).unwrap();
    assert_eq!(corrections(&table.game, B), [false, true, true]);
    let broadcasts: Vec<bool> = table.game.broadcasts().map(|broadcast| broadcast.is_correction).collect();
    assert_eq!(broadcasts, [false, true, true]);
}

#[test]
fn reading_marks_earlier_messages_and_is_idempotent() {
    let mut table = Table::new();
    table.judge(announce(&[], "one")).unwrap();
    table.judge(announce(&[B], "for B")).unwrap();
    table.judge(announce(&[A, C], "two")).unwrap();
    assert_eq!((table.game.unread(A), table.game.unread(B)), (2, 2));
    for through in [0, 3] {
        let unknown = Rejection::UnknownMessage { team: A, through: MessageNo(through), told: 2 };
        assert_eq!(table.give(Actor::Team(A), read(A, through)), Err(unknown));
    }
    let facts = table.give(Actor::Team(A), read(A, 1)).unwrap();
    assert_eq!(facts, [Fact::MessagesRead { team: A, through: MessageNo(1) }]);
    assert_eq!(inbox(&table.game, A), [("one", None, true), ("two", None, false)]);
    assert_eq!(table.give(Actor::Team(A), read(A, 1)), Ok(Vec::new()), "no news");
    table.give(Actor::Team(A), read(A, 2)).unwrap();
    assert_eq!(table.give(Actor::Team(A), read(A, 1)), Ok(Vec::new()), "nothing is unread again");
    assert_eq!((table.game.unread(A), table.game.unread(B)), (0, 2));
    let refused = table.give(Actor::Team(B), read(A, 2));
    assert_eq!(refused, Err(Rejection::NotYours { team: B }));
}

#[test]
fn messages_are_possible_in_a_pause_until_the_close() {
    let mut table = Table::new();
    table.judge(Act::Disqualify { team: A, reason: "late".into() }).unwrap();
    table.judge(Act::Pause { reason: "lunch".into() }).unwrap();
    table.give(Actor::Team(A), ask(A, "why?")).unwrap();
    table.judge(announce(&[], "lunch")).unwrap();
    table.give(Actor::Team(A), read(A, 1)).unwrap();
    table.judge(Act::Abandon { reason: "rain".into() }).unwrap();
    let closed = Err(Rejection::WrongPhase { phase: Phase::Abandoned });
    assert_eq!(table.give(Actor::Team(A), ask(A, "why?")), closed);
    assert_eq!(table.judge(answer(A, 1, None, "so", false)), closed);
    assert_eq!(table.judge(announce(&[], "rain")), closed);
    assert_eq!(table.give(Actor::Team(B), read(B, 1)), closed);
}

#[test]
fn messages_and_marks_of_a_game_are_limited() {
    let mut table = Table::new();
    let full = |most| Err(Rejection::TooManyMessages { most });
    let half = AskedQuestion::MOST_BEFORE_MARK;
    for _ in 1..half {
        table.judge(announce(&[], "hear")).unwrap();
    }
    table.give(Actor::Team(A), read(A, 1)).unwrap();
    assert_eq!(table.game.messages_and_marks(), half);
    assert_eq!(table.give(Actor::Team(A), read(A, 2)), full(2_048));
    assert_eq!(table.give(Actor::Team(A), read(A, 1)), Ok(Vec::new()), "what is no news is no mark");
    table.give(Actor::Team(A), ask(A, "why?")).unwrap();
    while table.game.messages_and_marks() + 1 < AskedQuestion::MOST_MESSAGES {
        table.judge(announce(&[B], "hear")).unwrap();
    }
    assert_eq!(table.judge(answer(A, 1, None, "so", true)), full(4_096), "it is two");
    table.judge(answer(A, 1, None, "so", false)).unwrap();
    assert_eq!(table.judge(announce(&[], "hear")), full(4_096));
    assert_eq!(table.give(Actor::Team(A), ask(A, "why?")), full(4_096));
}

#[test]
fn private_messages_are_recorded_as_sealed_notes() {
    let mut table = Table::new();
    let mut facts = table.give(Actor::Team(A), ask(A, "why?")).unwrap();
    facts.extend(table.judge(answer(A, 1, None, "so", true)).unwrap());
    facts.extend(table.judge(announce(&[A], "come")).unwrap());
    facts.extend(table.give(Actor::Team(A), read(A, 1)).unwrap());
    let sealed = Event { at: GameTime(7), by: Actor::Clock, fact: Fact::NoteSealed };
    for fact in facts {
        let event = Event { at: GameTime(7), by: Actor::Judge, fact };
        let is_to_all = event.fact.addressees().is_none();
        assert_eq!(event.recorded() == sealed, !is_to_all, "{:?}", event.fact.name());
        assert_eq!(event.recorded() == event, is_to_all);
        assert_eq!(event.public(), event, "whoever is told sees all of it");
    }
    assert!(table.game.setup().team_ids().all(|team| !Fact::NoteSealed.is_for(team)));
    let before = table.game.clone();
    table.game.apply(&sealed);
    assert!(table.game.questions().eq(before.questions()));
}

#[test]
fn feed_without_private_messages_hides_questions() {
    let mut table = Table::new();
    let mut uninformed = table.game.clone();
    let acts = [
        (Actor::Team(A), ask(A, "who?")),
        (Actor::Judge, answer(A, 1, None, "you", true)),
        (Actor::Judge, announce(&[A], "come")),
        (Actor::Team(A), read(A, 2)),
    ];
    table.play(1, &[(A, &[(X, 9)])]);
    for (by, act) in acts {
        for fact in table.give(by, act).unwrap() {
            if fact.is_for(B) {
                uninformed.apply(&Event { at: table.game.now(), by, fact });
            }
        }
    }
    assert_eq!(inbox(&table.game, B), [("you", Some("who?"), false)]);
    assert_eq!(uninformed.messages(B).count(), 1);
    assert_eq!(uninformed.questions().count(), 0);
}

#[test]
fn question_is_one_line_of_400_characters_hidden_from_debug() {
    assert_eq!(Question::new(" \u{3000}"), Err(TextError::Empty));
    let longest = "石".repeat(400);
    assert_eq!(Question::new(&longest).unwrap().text(), longest);
    assert_eq!(Question::new(&(longest + "垣")), Err(TextError::TooLong { characters: 401, most: 400 }));
    for (text, sign) in
        [("two\nlines", '\n'), (" two\u{2028}lines", '\u{2028}'), ("two\u{2029}\u{7}", '\u{2029}')]
    {
        assert_eq!(Question::new(text), Err(TextError::Sign { sign, place: 4 }), "{text:?}");
    }
    for text in ["\u{200b}\u{feff} \u{3164}", "\u{2800}\u{ad}\u{2060}\u{e0041}"] {
        assert_eq!(Question::new(text), Err(TextError::Invisible { characters: 4 }), "{text:?}");
    }
    assert!(Question::new("a\u{200d}b").is_ok(), "one that joins others shows in them");
    let acts = [ask(A, "secret"), answer(A, 1, None, "secret", false), announce(&[A], "secret")];
    assert!(acts.iter().all(|act| !format!("{act:?}").contains("secret")));
}

#[test]
fn question_stops_waiting_when_game_is_abandoned() {
    let mut table = Table::new();
    table.give(Actor::Team(A), ask(A, "who?")).unwrap();
    let stored = |table: &Table| table.game.question(A, QuestionNo(1)).cloned().unwrap();
    assert!(table.game.awaits_answer(&stored(&table)));
    table.judge(Act::Abandon { reason: "rain".into() }).unwrap();
    assert_eq!(table.game.phase(), Phase::Abandoned);
    assert!(!table.game.awaits_answer(&stored(&table)) && stored(&table).answer().is_none());
    assert_eq!(table.game.waiting_questions().count(), 0);
}
