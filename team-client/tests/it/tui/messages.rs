//! Questions to the judge, announcements and answers, and read marks.

use ishigaki_client::CallError;
use ishigaki_rules::{Act, Actor, Announcement, MessageNo, Question, QuestionNo, Secret, TextError};
use ishigaki_words::Lang;
use serde_json::{Value as Json, json};
use team_client::tui::{Act as PageAct, CallResult, Effect, Event, Notice, page_state};

use super::fixture::{A, B, ScreenFixture};

fn text(english: &str, japanese: &str) -> Announcement {
    Announcement::new(english, japanese).unwrap()
}

fn answer(fixture: &mut ScreenFixture, question: u32, announcement: Announcement, to_all: bool) {
    let question = QuestionNo(question);
    fixture.judge(Act::AnswerQuestion { team: A, question, replaces: None, text: announcement, to_all });
}

/// Something is announced and read, one question is answered to the team alone, one to all, and one waits.
pub(crate) fn answered(fixture: &mut ScreenFixture) {
    fixture.judge(Act::Announce {
        teams: vec![],
        text: text("Lunch is at noon", "昼食は正午です"),
        asked: None,
        corrects: false,
    });
    fixture.give(Actor::Team(A), Act::MarkRead { team: A, through: MessageNo(1) }).unwrap();
    for asked in ["Is the gate open?", "May we turn stones over?", "Where is the scale?"] {
        let asked = Question::new(asked).unwrap();
        fixture.give(Actor::Team(A), Act::AskQuestion { team: A, text: asked }).unwrap();
    }
    answer(fixture, 1, text("Yes, until six", "はい、6時までです"), false);
    answer(fixture, 2, text("No, never (W2)", "いいえ（W2）"), true);
}

fn page(fixture: &ScreenFixture) -> Json {
    let now = fixture.instant();
    serde_json::from_str(&page_state(&fixture.state, now, now).unwrap()).unwrap()
}

fn act(fixture: &mut ScreenFixture, act: Json) {
    let act: PageAct = serde_json::from_value(act).unwrap();
    fixture.happen(Event::Act(Secret(act)));
}

fn asked(fixture: &mut ScreenFixture) -> Option<(ishigaki_client::Ticket, String)> {
    std::mem::take(&mut fixture.effects).into_iter().find_map(|effect| match effect {
        Effect::Ask { ticket, text } => Some((ticket, text.0)),
        _ => None,
    })
}

#[test]
fn question_is_asked_answered_and_marked_read() {
    let mut fixture = ScreenFixture::small();
    fixture.keys("M");
    fixture.shows("No messages yet.");
    fixture.shows("a ask the judge");
    fixture.hides("a add lot");
    fixture.keys("aMay sq be turned?");
    fixture.shows("17 of 400 characters");
    fixture.keys("\n");
    fixture.serve();
    assert_eq!(fixture.state.notice(), Some(&Notice::Asked { question: QuestionNo(1) }));
    fixture.shows("1. May sq be turned? (waiting for an answer)");
    fixture.hides("of 400 characters");
    fixture.keys("l");
    answer(&mut fixture, 1, text("Yes", "はい"), false);
    fixture.shows(" 1 new: M ");
    fixture.shows("Answer to your team only, to the question \"May sq be turned?\": Yes");
    fixture.keys("M");
    fixture.shows("● ");
    fixture.shows("(answer sent to your team)");
    fixture.keys("\n");
    fixture.serve();
    assert_eq!(fixture.state.unread(), 0);
    fixture.hides("new: M");
    fixture.hides("● ");
    fixture.keys("\n");
    assert_eq!(fixture.state.notice(), Some(&Notice::NothingUnread));
}

fn announce(fixture: &mut ScreenFixture, message: &str) {
    let text = text(message, message);
    fixture.judge(Act::Announce { teams: vec![A], text, asked: None, corrects: false });
}

fn mark(fixture: &mut ScreenFixture) -> Option<MessageNo> {
    let wanted = fixture.effects.iter().find_map(|effect| match effect {
        Effect::MarkRead { through, .. } => Some(*through),
        _ => None,
    });
    fixture.serve();
    wanted
}

#[test]
fn key_marks_nothing_before_the_oldest_message_was_seen() {
    for lang in [Lang::En, Lang::Ja] {
        let mut fixture = ScreenFixture::new(lang, 80, 24);
        for number in 1..=40 {
            announce(&mut fixture, &format!("[{number}]"));
        }
        fixture.keys("M");
        fixture.shows("[40]");
        fixture.hides("[1]");
        fixture.keys("\n");
        assert_eq!(mark(&mut fixture), None);
        assert_eq!(fixture.state.notice(), Some(&Notice::Unseen { count: 40 }));
        assert_eq!(fixture.state.unread(), 40);
        fixture.keys(&"↓".repeat(50));
        fixture.shows("[1]");
        fixture.hides("[40]");
        fixture.keys("\n");
        assert_eq!(mark(&mut fixture), Some(MessageNo(40)));
        assert_eq!((fixture.state.unread(), fixture.state.notice()), (0, None));
    }
}

#[test]
fn messages_not_yet_painted_stay_unread() {
    let mut fixture = ScreenFixture::small();
    announce(&mut fixture, "Earlier");
    fixture.keys("M");
    announce(&mut fixture, "Later");
    fixture.keys("\n");
    assert_eq!(mark(&mut fixture), Some(MessageNo(1)));
    fixture.shows("1 more unread. ↑ and ↓ scroll to them.");
    assert_eq!(fixture.state.unread(), 1);
    fixture.keys("\n");
    assert_eq!(mark(&mut fixture), Some(MessageNo(2)));
}

#[test]
fn long_message_is_seen_at_its_end_in_its_own_panel_only() {
    let mut fixture = ScreenFixture::new(Lang::En, 60, 16);
    announce(&mut fixture, "EARLIER");
    let long = Question::new("Why? ".repeat(80).trim()).unwrap();
    fixture.give(Actor::Team(A), Act::AskQuestion { team: A, text: long }).unwrap();
    answer(&mut fixture, 1, text("ENDING", "終わり"), false);
    fixture.keys("l");
    fixture.shows("EARLIER");
    fixture.keys("M\n");
    assert_eq!((mark(&mut fixture), fixture.state.notice()), (None, Some(&Notice::Unseen { count: 2 })));
    while !fixture.screen().contains("ENDING") {
        fixture.keys("↓");
    }
    fixture.hides("EARLIER");
    fixture.keys("\n");
    assert_eq!(mark(&mut fixture), None, "the older one is further down");
    while !fixture.screen().contains("EARLIER") {
        fixture.keys("↓");
    }
    fixture.keys("\n");
    assert_eq!(mark(&mut fixture), Some(MessageNo(2)));
}

#[test]
fn messages_of_other_teams_are_hidden_and_those_to_all_shown() {
    let mut fixture = ScreenFixture::small();
    let of_b = Question::new("A secret of B").unwrap();
    fixture.give(Actor::Team(B), Act::AskQuestion { team: B, text: of_b }).unwrap();
    let (team, question) = (B, QuestionNo(1));
    let announcement = text("Only B hears this", "B");
    fixture.judge(Act::AnswerQuestion { team, question, replaces: None, text: announcement, to_all: false });
    assert_eq!(fixture.state.unread(), 0);
    let announcement = text("All hear this", "全員");
    let replaces = Some(ishigaki_rules::Revision(1));
    fixture.judge(Act::AnswerQuestion { team, question, replaces, text: announcement, to_all: true });
    assert_eq!(fixture.state.unread(), 1);
    fixture.keys("M");
    fixture.shows("Answer to \"A secret of B\": All hear this");
    fixture.hides("Only B hears this");
    assert!(!page(&fixture).to_string().contains("Only B hears this"));
}

#[test]
fn question_text_stays_when_rejected_or_unanswered() {
    let mut fixture = ScreenFixture::small();
    fixture.keys("Ma\n");
    assert_eq!(fixture.state.notice(), Some(&Notice::NoQuestion(TextError::Empty)));
    act(&mut fixture, json!({"do": "write", "text": "x".repeat(401)}));
    act(&mut fixture, json!({"do": "ask"}));
    fixture.shows("The question has 401 characters;");
    for number in 1..=5 {
        let asked = Question::new(&format!("Question {number}?")).unwrap();
        fixture.give(Actor::Team(A), Act::AskQuestion { team: A, text: asked }).unwrap();
    }
    act(&mut fixture, json!({"do": "write", "text": "One too many?"}));
    act(&mut fixture, json!({"do": "ask"}));
    fixture.serve();
    fixture.shows("a already has 5 unanswered questions; the maximum is 5");
    assert_eq!(page(&fixture)["ask"]["text"], "One too many?");
    answer(&mut fixture, 1, text("Yes", "はい"), false);
    // The answer is lost; the feed shows the outcome.
    act(&mut fixture, json!({"do": "ask"}));
    let (ticket, sent) = asked(&mut fixture).unwrap();
    let lost = CallResult::Asked(Err(CallError::Unanswered { code: tonic::Code::Unavailable }));
    fixture.happen(Event::Answer { ticket, answer: lost });
    assert_eq!(fixture.state.notice(), Some(&Notice::AskedUnanswered));
    assert_eq!(page(&fixture)["ask"]["text"], "One too many?");
    fixture.give(Actor::Team(A), Act::AskQuestion { team: A, text: Question::new(&sent).unwrap() }).unwrap();
    assert_eq!(page(&fixture)["ask"]["text"], "");
}

#[test]
fn question_seen_in_feed_before_lost_answer_counts_as_asked() {
    let mut fixture = ScreenFixture::small();
    fixture.keys("MaWhy?\n");
    let (ticket, sent) = asked(&mut fixture).unwrap();
    fixture.give(Actor::Team(A), Act::AskQuestion { team: A, text: Question::new(&sent).unwrap() }).unwrap();
    let lost = CallResult::Asked(Err(CallError::Unanswered { code: tonic::Code::Unavailable }));
    fixture.happen(Event::Answer { ticket, answer: lost });
    assert_eq!(fixture.state.notice(), Some(&Notice::Asked { question: QuestionNo(1) }));
    assert_eq!(page(&fixture)["ask"]["text"], "");
}

#[test]
fn question_written_offline_is_kept_and_not_sent() {
    let mut fixture = ScreenFixture::small();
    fixture.cut();
    act(&mut fixture, json!({"do": "write", "text": "Is it still there?"}));
    act(&mut fixture, json!({"do": "ask"}));
    assert!(asked(&mut fixture).is_none());
    assert_eq!(fixture.state.notice(), Some(&Notice::Offline));
    assert_eq!(page(&fixture)["ask"]["text"], "Is it still there?");
}

#[test]
fn page_marks_only_shown_messages_as_read() {
    let mut fixture = ScreenFixture::new(Lang::Ja, 80, 24);
    answered(&mut fixture);
    let state = page(&fixture);
    assert_eq!(state["unread"], "新着2件：「メッセージ」");
    let through = state["panels"]["messages"]["parts"][0]["through"].clone();
    assert_eq!(state["panels"]["messages"]["parts"][0]["kind"], "read");
    fixture.judge(Act::Announce {
        teams: vec![A],
        text: text("Later", "後で"),
        asked: None,
        corrects: false,
    });
    act(&mut fixture, json!({"do": "read", "through": through}));
    fixture.serve();
    assert_eq!(fixture.state.unread(), 1);
    assert_eq!(page(&fixture)["panels"]["messages"]["parts"][1]["is_new"], true);
}
