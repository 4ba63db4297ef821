//! Questions to the judge, what the judge tells, and what is marked as read.

use ishigaki_client::CallError;
use ishigaki_rules::{Act, Actor, Announcement, MessageNo, Question, QuestionNo, Secret, TextError};
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use serde_json::{Value as Json, json};
use team_client::tui::{Act as PageAct, Answer, Effect, Event, Notice, page_state};

use crate::hall::{A, B, Hall};

fn text(english: &str, japanese: &str) -> Announcement {
    Announcement::new(english, japanese).unwrap()
}

/// The judge answers a question of team A.
fn answer(hall: &mut Hall, question: u32, said: Announcement, to_all: bool) {
    let question = QuestionNo(question);
    hall.judge(Act::AnswerQuestion { team: A, question, replaces: None, text: said, to_all });
}

/// Something is announced and read, one question is answered to the team alone, one to all, and one waits.
pub(crate) fn answered(hall: &mut Hall) {
    hall.judge(Act::Announce {
        teams: vec![],
        text: text("Lunch is at noon", "昼食は正午です"),
        asked: None,
        corrects: false,
    });
    hall.give(Actor::Team(A), Act::MarkRead { team: A, through: MessageNo(1) }).unwrap();
    for asked in ["Is the gate open?", "May we turn stones over?", "Where is the scale?"] {
        let asked = Question::new(asked).unwrap();
        hall.give(Actor::Team(A), Act::AskQuestion { team: A, text: asked }).unwrap();
    }
    answer(hall, 1, text("Yes, until six", "はい、6時までです"), false);
    answer(hall, 2, text("No, never (W2)", "いいえ（W2）"), true);
}

fn page(hall: &Hall) -> Json {
    let now = hall.instant();
    serde_json::from_str(&page_state(&hall.state, now, now).unwrap()).unwrap()
}

fn act(hall: &mut Hall, act: Json) {
    let act: PageAct = serde_json::from_value(act).unwrap();
    hall.happen(Event::Act(Secret(act)));
}

fn asked(hall: &mut Hall) -> Option<(ishigaki_client::Ticket, String)> {
    std::mem::take(&mut hall.effects).into_iter().find_map(|effect| match effect {
        Effect::Ask { ticket, text } => Some((ticket, text.0)),
        _ => None,
    })
}

#[test]
fn a_question_is_written_counted_asked_and_answered_and_the_answer_read_by_a_key() {
    let mut hall = Hall::small();
    hall.keys("M");
    hall.shows("Nothing has been told to the team yet.");
    hall.shows("a ask the judge");
    hall.hides("a add the lot");
    hall.keys("aMay sq be turned?");
    hall.shows("17 of 400 characters");
    hall.keys("\n");
    hall.serve();
    assert_eq!(hall.state.notice(), Some(&Notice::Asked { question: QuestionNo(1) }));
    hall.shows("1. May sq be turned? (waits for an answer)");
    hall.hides("of 400 characters");
    hall.keys("l");
    answer(&mut hall, 1, text("Yes", "はい"), false);
    hall.shows(" 1 new: M ");
    hall.shows("Answer to you alone, to the question \"May sq be turned?\": Yes");
    hall.keys("M");
    hall.shows("● ");
    hall.shows("(answered to the team)");
    hall.keys("\n");
    hall.serve();
    assert_eq!(hall.state.unread(), 0);
    hall.hides("new: M");
    hall.hides("● ");
    hall.keys("\n");
    assert_eq!(hall.state.notice(), Some(&Notice::NothingUnread));
}

/// The judge announces something to team A.
fn announce(hall: &mut Hall, said: &str) {
    let text = text(said, said);
    hall.judge(Act::Announce { teams: vec![A], text, asked: None, corrects: false });
}

/// The mark that is wanted, if one is.
fn mark(hall: &mut Hall) -> Option<MessageNo> {
    let wanted = hall.effects.iter().find_map(|effect| match effect {
        Effect::MarkRead { through, .. } => Some(*through),
        _ => None,
    });
    hall.serve();
    wanted
}

#[test]
fn a_key_marks_nothing_before_the_oldest_new_message_has_been_on_the_screen() {
    for lang in [Lang::En, Lang::Ja] {
        let mut hall = Hall::new(lang, 80, 24);
        for number in 1..=40 {
            announce(&mut hall, &format!("[{number}]"));
        }
        hall.keys("M");
        hall.shows("[40]");
        hall.hides("[1]");
        hall.keys("\n");
        assert_eq!(mark(&mut hall), None);
        assert_eq!(hall.state.notice(), Some(&Notice::Unseen { count: 40 }));
        assert_eq!(hall.state.unread(), 40);
        hall.keys(&"↓".repeat(50));
        hall.shows("[1]");
        hall.hides("[40]");
        hall.keys("\n");
        assert_eq!(mark(&mut hall), Some(MessageNo(40)));
        assert_eq!((hall.state.unread(), hall.state.notice()), (0, None));
    }
}

#[test]
fn what_comes_after_the_last_picture_stays_new() {
    let mut hall = Hall::small();
    announce(&mut hall, "Earlier");
    hall.keys("M");
    announce(&mut hall, "Later");
    hall.keys("\n");
    assert_eq!(mark(&mut hall), Some(MessageNo(1)));
    hall.shows("Still new: 1. Not all of that has been on the screen yet: ↑ and ↓ show the rest.");
    assert_eq!(hall.state.unread(), 1);
    hall.keys("\n");
    assert_eq!(mark(&mut hall), Some(MessageNo(2)));
}

#[test]
fn what_is_longer_than_the_panel_is_seen_at_its_end_and_what_another_panel_says_is_not() {
    let mut hall = Hall::new(Lang::En, 60, 16);
    announce(&mut hall, "EARLIER");
    let long = Question::new("Why? ".repeat(80).trim()).unwrap();
    hall.give(Actor::Team(A), Act::AskQuestion { team: A, text: long }).unwrap();
    answer(&mut hall, 1, text("ENDING", "終わり"), false);
    hall.keys("l");
    hall.shows("EARLIER");
    hall.keys("M\n");
    assert_eq!((mark(&mut hall), hall.state.notice()), (None, Some(&Notice::Unseen { count: 2 })));
    while !hall.screen().contains("ENDING") {
        hall.keys("↓");
    }
    hall.hides("EARLIER");
    hall.keys("\n");
    assert_eq!(mark(&mut hall), None, "the older one is further down");
    while !hall.screen().contains("EARLIER") {
        hall.keys("↓");
    }
    hall.keys("\n");
    assert_eq!(mark(&mut hall), Some(MessageNo(2)));
}

#[test]
fn what_other_teams_ask_and_are_told_is_not_here_and_what_is_told_to_all_is() {
    let mut hall = Hall::small();
    let of_b = Question::new("A secret of B").unwrap();
    hall.give(Actor::Team(B), Act::AskQuestion { team: B, text: of_b }).unwrap();
    let (team, question) = (B, QuestionNo(1));
    let told = text("Only B hears this", "B");
    hall.judge(Act::AnswerQuestion { team, question, replaces: None, text: told, to_all: false });
    assert_eq!(hall.state.unread(), 0);
    let told = text("All hear this", "全員");
    let replaces = Some(ishigaki_rules::Revision(1));
    hall.judge(Act::AnswerQuestion { team, question, replaces, text: told, to_all: true });
    assert_eq!(hall.state.unread(), 1);
    hall.keys("M");
    hall.shows("To the question \"A secret of B\": All hear this");
    hall.hides("Only B hears this");
    assert!(!page(&hall).to_string().contains("Only B hears this"));
}

#[test]
fn what_is_typed_stays_when_it_is_refused_or_no_answer_comes() {
    let mut hall = Hall::small();
    hall.keys("Ma\n");
    assert_eq!(hall.state.notice(), Some(&Notice::NoQuestion(TextError::Empty)));
    act(&mut hall, json!({"do": "write", "text": "x".repeat(401)}));
    act(&mut hall, json!({"do": "ask"}));
    hall.shows("A question has at most 400 characters, and this one has 401.");
    for number in 1..=5 {
        let asked = Question::new(&format!("Question {number}?")).unwrap();
        hall.give(Actor::Team(A), Act::AskQuestion { team: A, text: asked }).unwrap();
    }
    act(&mut hall, json!({"do": "write", "text": "One too many?"}));
    act(&mut hall, json!({"do": "ask"}));
    hall.serve();
    hall.shows("5 questions of a wait for an answer; no more than 5 may");
    assert_eq!(page(&hall)["ask"]["text"], "One too many?");
    answer(&mut hall, 1, text("Yes", "はい"), false);
    // The answer is lost; whether it is asked, the feed tells.
    act(&mut hall, json!({"do": "ask"}));
    let (ticket, sent) = asked(&mut hall).unwrap();
    let lost = Answer::Asked(Err(CallError::Unanswered { code: tonic::Code::Unavailable }));
    hall.happen(Event::Answer { ticket, answer: lost });
    assert_eq!(hall.state.notice(), Some(&Notice::AskedUnanswered));
    assert_eq!(page(&hall)["ask"]["text"], "One too many?");
    hall.give(Actor::Team(A), Act::AskQuestion { team: A, text: Question::new(&sent).unwrap() }).unwrap();
    assert_eq!(page(&hall)["ask"]["text"], "");
}

#[test]
fn without_a_connection_a_question_is_kept_and_not_sent() {
    let mut hall = Hall::small();
    let since = hall.instant();
    let code = tonic::Code::Unavailable;
    hall.happen(FeedEvent::Connection(ishigaki_client::Connection::Lost { since, code }));
    act(&mut hall, json!({"do": "show", "panel": "messages"}));
    act(&mut hall, json!({"do": "write", "text": "Is it still there?"}));
    act(&mut hall, json!({"do": "ask"}));
    assert!(asked(&mut hall).is_none());
    assert_eq!(hall.state.notice(), Some(&Notice::Offline));
    assert_eq!(page(&hall)["ask"]["text"], "Is it still there?");
}

#[test]
fn a_page_marks_what_it_has_shown_and_nothing_that_came_later() {
    let mut hall = Hall::new(Lang::Ja, 80, 24);
    answered(&mut hall);
    act(&mut hall, json!({"do": "press", "button": "messages"}));
    let told = page(&hall);
    assert_eq!(told["unread"], "新着2件：「メッセージ」");
    let through = told["sheet"]["parts"][0]["through"].clone();
    assert_eq!(told["sheet"]["parts"][0]["kind"], "read");
    hall.judge(Act::Announce { teams: vec![A], text: text("Later", "後で"), asked: None, corrects: false });
    act(&mut hall, json!({"do": "read", "through": through}));
    hall.serve();
    assert_eq!(hall.state.unread(), 1);
    assert_eq!(page(&hall)["sheet"]["parts"][1]["is_new"], true);
}

#[test]
fn a_question_without_an_answer_stays_so_once_the_game_is_over() {
    let mut hall = Hall::small();
    answered(&mut hall);
    hall.keys("M");
    hall.shows("3. Where is the scale? (waits for an answer)");
    hall.give(Actor::Organiser, Act::Abandon { reason: "rain".to_owned() }).unwrap();
    hall.shows("3. Where is the scale? (stayed without an answer: the game is over)");
    hall.hides("waits for an answer");
}
