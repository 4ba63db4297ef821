//! The queue of questions: what waits, the way to an answer, what was announced and who has read it.

#![expect(clippy::unwrap_used, reason = "a hall that cannot be set up is a failed test")]

use ishigaki_client::{Connection, Ticket};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, Actor, Announcement, MessageNo, Question, QuestionNo, Revision, TeamId};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::{Input, Pointer};
use ishigaki_words::Lang;
use judge_tui::console::{Addressed, Aim, Dialog, Effect, Event, MessageStage, Notice, QueueView, aim_all};
use judge_tui::{Answer, JudgeAct, Key};

use crate::hall::{A, B, C, Hall, contest};

const LONG: &str = "May a stone that was handed out by mistake, and that the runner has taken back while the round was confirmed, \
    still be placed on the wall if the team had already planned with it?";
const LONG_JA: &str = "配り間違えた石を補助員が持ち帰ったあと、その石をすでに計画に入れていた場合でも、石垣枠にはめ込むことはできますか？";

fn ask(hall: &mut Hall, team: TeamId, text: &str) {
    hall.give(Actor::Team(team), Act::AskQuestion { team, text: Question::new(text).unwrap() }).unwrap();
}

fn text(english: &str, japanese: &str) -> Announcement {
    Announcement::new(english, japanese).unwrap()
}

fn answer(team: TeamId, question: u32, replaces: Option<u32>, text: Announcement, to_all: bool) -> Act {
    let (question, replaces) = (QuestionNo(question), replaces.map(Revision));
    Act::AnswerQuestion { team, question, replaces, text, to_all }
}

fn announce(teams: &[TeamId], text: Announcement) -> Act {
    Act::Announce { teams: teams.to_vec(), text, asked: None, corrects: false }
}

fn reads(hall: &mut Hall, team: TeamId, through: u32) {
    hall.give(Actor::Team(team), Act::MarkRead { team, through: MessageNo(through) }).unwrap();
}

fn hall(lang: Lang, columns: u16, lines: u16) -> Hall {
    Hall::judging(lang, columns, lines)
}

/// The rows of the list, from the selected one on.
fn selected(hall: &Hall) -> String {
    let screen = hall.screen();
    screen.lines().find(|line| line.contains('›')).unwrap_or_default().to_owned()
}

/// The open step, if a message is being written.
fn step(hall: &Hall) -> Option<MessageStage> {
    match hall.state.dialog() {
        Some(Dialog::Message(message)) => Some(message.stage),
        _ => None,
    }
}

/// Two questions: that of A waits longer, that of B comes a minute later.
fn asked(lang: Lang, columns: u16, lines: u16) -> Hall {
    let mut hall = hall(lang, columns, lines);
    ask(&mut hall, A, "May we swap seats?");
    hall.wait(60_000);
    ask(&mut hall, B, "How long is lunch?");
    hall.wait(5_000);
    // A console that was told its game asks of the others.
    hall.effects.clear();
    hall
}

#[test]
fn the_badge_names_the_key_and_what_waits_longest_stands_first() {
    let mut hall = asked(Lang::En, 120, 40);
    assert!(hall.screen().contains("Questions: 2, waiting for 1:05 [Q]"), "{}", hall.screen());
    assert!(hall.screen().contains("Q questions"), "{}", hall.screen());
    hall.judge(answer(A, 1, None, text("Yes.", ""), false));
    ask(&mut hall, C, "Is this right?");
    hall.keys("Q");
    assert!(hall.state.queue().is_open());
    let screen = hall.screen();
    let at = |text: &str| screen.find(text).unwrap_or_else(|| panic!("{text}: {screen}"));
    assert!(at("How long is lunch?") < at("Is this right?"), "{screen}");
    assert!(at("Is this right?") < at("May we swap seats?"), "{screen}");
    assert!(screen.contains("Questions: 2 wait, 1 answered"), "{screen}");
    for key in [Key::Esc, Key::Char('q'), Key::Char('Q')] {
        hall.key(key);
        assert!(!hall.state.queue().is_open() && hall.state.dialog().is_none(), "{key}");
        hall.keys("Q");
    }
}

#[test]
fn an_answer_goes_to_the_asker_alone_unless_told_otherwise_and_the_next_question_is_selected() {
    let mut hall = asked(Lang::En, 80, 24);
    hall.keys("Q\n");
    assert!(
        hall.screen().contains("› To 津山高専 alone") || hall.screen().contains("alone"),
        "{}",
        hall.screen()
    );
    hall.keys("\nOnly in a pause.\n一時停止中だけです。\n");
    assert!(selected(&hall).contains("How long is lunch?"), "{}", hall.screen());
    let (ticket, act) = hall.call();
    assert_eq!(act, answer(A, 1, None, text("Only in a pause.", "一時停止中だけです。"), false));
    hall.happen(Event::Answer { ticket, answer: Answer::Done });
    hall.judge(act);
    hall.keys("j");
    assert!(selected(&hall).contains("answered, unread"), "{}", hall.screen());
    assert!(hall.screen().contains("一時停止中だけです。"), "{}", hall.screen());
    reads(&mut hall, A, 1);
    assert!(selected(&hall).contains("answered, read"), "{}", hall.screen());
    assert!(hall.screen().contains("The team has read it."), "{}", hall.screen());

    hall.keys("k\nj\nAn hour.\n\n");
    let act = hall.call().1;
    assert_eq!(act, answer(B, 1, None, text("An hour.", ""), true));
    hall.judge(act);
    assert!(hall.screen().contains("without who asked"), "{}", hall.screen());
}

#[test]
fn a_correction_begins_with_the_answer_that_it_replaces() {
    let mut hall = asked(Lang::En, 80, 24);
    hall.judge(answer(A, 1, None, text("Yes", "はい"), true));
    hall.judge(answer(B, 1, None, text("An hour", ""), false));
    hall.keys("Q\n");
    assert!(hall.screen().contains("This corrects the answer: \"Yes\""), "{}", hall.screen());
    hall.keys("\n, you may\n\n");
    assert_eq!(hall.call().1, answer(A, 1, Some(1), text("Yes, you may", "はい"), true));
}

#[test]
fn who_answers_what_somebody_else_has_answered_meanwhile_is_told_before_it_is_corrected() {
    let mut hall = asked(Lang::En, 80, 24);
    hall.keys("Q\n\nNo\n");
    hall.judge(answer(A, 1, None, text("Yes", ""), false));
    assert!(hall.screen().contains("ANSWERED MEANWHILE by somebody else: \"Yes\""), "{}", hall.screen());
    hall.keys("\n");
    let refused = hall.state.notice().cloned();
    let is_told =
        matches!(&refused, Some(Notice::Refused(fault)) if fault.reason == ErrorReason::AlreadyAnswered);
    assert!(is_told && hall.effects.is_empty(), "{refused:?}");
    assert!(hall.screen().contains("This corrects the answer: \"Yes\""), "{}", hall.screen());
    assert_eq!(step(&hall), Some(MessageStage::Text(Lang::Ja)), "what was typed stays");
    hall.keys("\n");
    assert_eq!(hall.call().1, answer(A, 1, Some(1), text("No", ""), false));
}

#[test]
fn a_refusal_of_the_server_comes_back_to_the_form_before_and_after_the_news() {
    for news_first in [true, false] {
        let mut hall = asked(Lang::En, 80, 24);
        hall.keys("Q\n\nNo\n\n");
        let (ticket, act) = hall.call();
        let other = answer(A, 1, None, text("Yes", ""), false);
        if news_first {
            hall.judge(other.clone());
        }
        let fault = Fault::new(ErrorReason::AlreadyAnswered).with("team", "t1").with("question", 1);
        hall.happen(Event::Answer { ticket, answer: Answer::Refused(fault) });
        if !news_first {
            hall.judge(other);
        }
        assert_eq!(step(&hall), Some(MessageStage::Text(Lang::Ja)), "{}", hall.screen());
        assert!(hall.screen().contains("In English: No"), "{}", hall.screen());
        assert!(hall.screen().contains("ANSWERED MEANWHILE"), "{}", hall.screen());
        hall.keys("\n");
        assert!(hall.effects.is_empty(), "it is said once more that this would be a correction");
        hall.keys("\n");
        assert_eq!(hall.call().1, answer(A, 1, Some(1), text("No", ""), false));
        let Act::AnswerQuestion { replaces: None, .. } = act else { panic!("{act:?}") };
    }
}

#[test]
fn what_was_typed_outlives_a_lost_line_a_refusal_and_a_look_elsewhere() {
    let mut hall = asked(Lang::En, 80, 24);
    hall.keys("Q\n\nNo\n");
    hall.lose();
    hall.keys("\n");
    assert_eq!((hall.state.notice(), hall.effects.iter().any(is_call)), (Some(&Notice::Offline), false));
    hall.happen(FeedEvent::Connection(Connection::CaughtUp));
    // Out of the form, into another one, and back.
    for _ in 0..3 {
        hall.key(Key::Esc);
    }
    assert!(hall.state.dialog().is_none() && hall.state.queue().is_open());
    hall.keys("j\n");
    assert!(!hall.screen().contains("In English: No"), "{}", hall.screen());
    hall.key(Key::Esc);
    hall.effects.clear();
    hall.keys("k\n\n\n\n");
    let (ticket, act) = hall.call();
    assert_eq!(act, answer(A, 1, None, text("No", ""), false));
    // Refused while the next question is being answered: it waits with its question.
    hall.keys("\n\nAn hour\n");
    hall.happen(Event::Answer { ticket, answer: Answer::Refused(Fault::new(ErrorReason::Busy)) });
    hall.keys("\n");
    assert_eq!(hall.call().1, answer(B, 1, None, text("An hour", ""), false));
    hall.keys("k\n\n\n\n");
    assert_eq!(hall.call().1, act);
}

fn is_call(effect: &Effect) -> bool {
    matches!(effect, Effect::Call { .. })
}

#[test]
fn an_answer_without_a_text_or_after_the_end_is_none() {
    let mut hall = asked(Lang::En, 80, 24);
    hall.keys("Q\n\n\n\n");
    assert_eq!((hall.state.notice(), hall.effects.len()), (Some(&Notice::NoText), 0));
    let mut hall = hall_at_its_end();
    hall.keys("Q\n\nNo");
    hall.judge(Act::DeclareResult);
    assert_eq!((hall.state.notice(), step(&hall)), (Some(&Notice::MovedOn), None));
    hall.keys("\n");
    assert!(matches!(hall.state.notice(), Some(Notice::Refused(_))) && step(&hall).is_none());
}

fn hall_at_its_end() -> Hall {
    let mut hall = asked(Lang::En, 80, 24);
    hall.build();
    hall.end();
    hall
}

/// A contest of several games, one of them in front, with a question in each.
fn several(lang: Lang, columns: u16, lines: u16) -> Hall {
    let mut hall = Hall::picking(lang, columns, lines);
    hall.happen(Event::Games(Ok(contest())));
    hall.bring("heat-2", |other| {
        ask(other, B, "Is the clock right?");
        ask(other, C, if lang == Lang::En { LONG } else { LONG_JA });
    });
    hall.bring("semi", |other| other.open(1));
    hall.key(Key::Enter);
    hall.connect();
    ask(&mut hall, A, "May we swap seats?");
    hall.wait(61_000);
    hall.effects.clear();
    hall
}

#[test]
fn the_queue_has_the_questions_of_all_games_and_answers_in_their_own() {
    let mut hall = several(Lang::En, 120, 40);
    assert!(hall.screen().contains("in other games: 2 [Q]"), "{}", hall.screen());
    hall.keys("b");
    let list = hall.screen();
    assert!(list.contains("3 questions wait [Q]"), "{list}");
    let row = |game: &str| list.lines().find(|line| line.contains(game)).unwrap_or_default().to_owned();
    assert!(row("heat-2 ").contains("2?") && row("heat-1-spare").contains("1?"), "{list}");
    assert!(!row("semi").contains('?'), "{list}");
    hall.keys("Q");
    let screen = hall.screen();
    for text in ["May we swap seats?", "Is the clock right?", "H2", "3 wait"] {
        assert!(screen.contains(text), "{text}: {screen}");
    }
    while !selected(&hall).contains("Is the clock right?") {
        hall.keys("j");
    }
    hall.keys("\n\nYes\n\n");
    let wanted: Vec<_> = std::mem::take(&mut hall.effects);
    let [Effect::Call { act: JudgeAct::InGame(act), .. }] = &wanted[..] else { panic!("{wanted:?}") };
    assert_eq!(*act, answer(B, 1, None, text("Yes", ""), false));
    assert!(hall.state.console("heat-2").unwrap().pending().next().is_some());
    hall.key(Key::Esc);
    assert!(hall.state.overview().is_open(), "back where it was opened");
}

#[test]
fn an_announcement_goes_to_teams_here_and_to_all_in_other_games() {
    let mut hall = several(Lang::En, 120, 40);
    hall.keys("S");
    let screen = hall.screen();
    assert!(
        screen.contains("in all other games as well") && screen.contains("in heat-2 as well"),
        "{screen}"
    );
    // The first team here, and behind the teams all other games.
    hall.keys(" ");
    let teams = hall.game.setup().teams.len();
    hall.keys(&"j".repeat(teams));
    hall.keys(" ");
    assert!(hall.screen().contains("Also to all teams in heat-2, semi."), "{}", hall.screen());
    hall.keys("\nRain\n");
    hall.effects.clear();
    let mut told = Vec::new();
    for effect in hall.state.update(Event::Input(Input::Key(Key::Enter))) {
        if let Addressed { game: Some(game), what: Effect::Call { act: JudgeAct::InGame(act), .. } } = effect
        {
            told.push((game, act));
        }
    }
    let rain = || text("Rain", "");
    let expected = [
        ("heat-1-spare".to_owned(), announce(&[A], rain())),
        ("heat-2".to_owned(), announce(&[], rain())),
        ("semi".to_owned(), announce(&[], rain())),
    ];
    assert_eq!(told, expected);
    // What is refused elsewhere is told where the judge looks.
    let refused = Event::Answer { ticket: Ticket(1), answer: Answer::Refused(Fault::new(ErrorReason::Busy)) };
    hall.state.update(Addressed::to("semi", refused));
    assert!(hall.screen().contains("semi: Refused: the server is busy"), "{}", hall.screen());
}

#[test]
fn one_tick_takes_all_other_games_and_the_next_leaves_one_out() {
    let mut hall = several(Lang::En, 120, 40);
    let teams = hall.game.setup().teams.len();
    hall.keys("S");
    hall.keys(&"j".repeat(teams));
    hall.keys(" j ");
    assert!(hall.screen().contains("Also to all teams in semi."), "{}", hall.screen());
    hall.key(Key::Backspace);
    assert!(!hall.screen().contains("Also to all teams"), "{}", hall.screen());
}

#[test]
fn announcements_say_who_has_read_them() {
    let mut hall = hall(Lang::En, 120, 40);
    hall.judge(announce(&[], text("Lunch at noon", "昼食は12時")));
    hall.wait(10_000);
    hall.judge(announce(&[B], text("Come to the desk", "")));
    reads(&mut hall, A, 1);
    hall.keys("Q");
    hall.key(Key::Tab);
    assert_eq!(hall.state.queue().view(), QueueView::Told);
    let screen = hall.screen();
    assert!(screen.contains("Announcements: 2") && screen.contains("read by 0 of 1"), "{screen}");
    assert!(selected(&hall).contains("Come to the desk"), "the last one stands on top: {screen}");
    hall.keys("j");
    let screen = hall.screen();
    for text in ["read by 1 of", "昼食は12時", "Read by (1): ", "Not read yet by ("] {
        assert!(screen.contains(text), "{text}: {screen}");
    }
    reads(&mut hall, B, 2);
    assert!(
        hall.screen().contains("read by 2 of") && hall.screen().contains("read by 1 of 1"),
        "{}",
        hall.screen()
    );
    // An answer to all is one as well, and quotes its question.
    ask(&mut hall, C, "When is lunch?");
    hall.judge(answer(C, 1, None, text("At noon", ""), true));
    hall.key(Key::Home);
    assert!(hall.screen().contains("Question: \"When is lunch?\""), "{}", hall.screen());
    hall.keys("\n");
    assert!(hall.state.dialog().is_none(), "an announcement is not answered");
}

#[test]
fn a_long_text_is_scrolled_and_the_wheel_selects() {
    let mut hall = hall(Lang::Ja, 80, 24);
    let long = "石".repeat(399) + "終";
    ask(&mut hall, A, &long);
    ask(&mut hall, B, "短い質問");
    hall.keys("Q");
    assert!(!hall.screen().contains('終'), "{}", hall.screen());
    for _ in 0..6 {
        hall.key(Key::PageDown);
    }
    assert!(hall.screen().contains('終'), "{}", hall.screen());
    hall.happen(Event::Pointer { pointer: Pointer::Wheel(1), aim: Aim::Question });
    assert!(selected(&hall).contains("短い質問"), "{}", hall.screen());
    hall.happen(Event::Pointer { pointer: Pointer::Click, aim: Aim::Question });
    assert!(hall.effects.is_empty() && hall.state.dialog().is_none());
}

#[test]
fn a_click_in_the_queue_selects_what_stands_there() {
    let mut hall = asked(Lang::En, 120, 40);
    hall.keys("Q");
    let first = selected(&hall);
    let places: Vec<(u16, usize)> = (0..40)
        .filter_map(|row| match aim_all(&hall.state, 5, row) {
            Some(Aim::Queued(place)) => Some((row, place)),
            _ => None,
        })
        .collect();
    assert_eq!(places.iter().map(|&(_, place)| place).collect::<Vec<_>>(), [0, 1], "one line each");
    let clicked = |hall: &mut Hall, row| {
        let aim = aim_all(&hall.state, 5, row).unwrap();
        hall.happen(Event::Pointer { pointer: Pointer::Click, aim });
    };
    clicked(&mut hall, places[1].0);
    assert_ne!(selected(&hall), first);
    clicked(&mut hall, places[0].0);
    assert_eq!(selected(&hall), first);
    assert!(hall.effects.is_empty() && hall.state.dialog().is_none(), "Enter answers it");
}

#[test]
fn the_help_tells_the_keys_of_the_queue_and_the_language_changes_there() {
    let mut hall = asked(Lang::En, 120, 40);
    hall.keys("Q?");
    assert!(hall.screen().contains("the other list"), "{}", hall.screen());
    hall.key(Key::Esc);
    hall.keys("L");
    assert!(hall.screen().contains("質問：回答待ち2件"), "{}", hall.screen());
}

#[test]
fn no_size_is_too_odd_for_it_and_an_empty_one_says_so() {
    let mut hall = several(Lang::Ja, 80, 24);
    hall.keys("Q\n");
    for (columns, lines) in [(1, 1), (40, 12), (41, 13), (61, 41), (119, 20), (120, 40), (300, 17), (200, 50)]
    {
        hall.happen(Input::Resize { columns, lines });
        hall.screen();
        hall.key(Key::Esc);
        hall.screen();
        hall.key(Key::Tab);
        hall.screen();
        hall.key(Key::Tab);
        hall.keys("\n");
    }
    let mut hall = self::hall(Lang::En, 80, 24);
    hall.keys("Q");
    assert!(hall.screen().contains("Nobody has asked anything."), "{}", hall.screen());
    hall.keys("\n");
    hall.key(Key::Tab);
    assert!(hall.screen().contains("Nothing has been announced."), "{}", hall.screen());
}

#[test]
fn it_is_seen_in_both_languages_and_sizes() {
    for (lang, code, columns, lines) in [
        (Lang::En, "en", 80, 24),
        (Lang::Ja, "ja", 80, 24),
        (Lang::En, "en", 200, 50),
        (Lang::Ja, "ja", 200, 50),
    ] {
        let mut hall = several(lang, columns, lines);
        let (question, told) = match lang {
            Lang::En => (LONG, "Lunch is in the canteen until 13:00."),
            Lang::Ja => (LONG_JA, "昼食は13時まで食堂で出ます。"),
        };
        ask(&mut hall, B, question);
        hall.judge(answer(A, 1, None, text("No.", "いいえ。"), false));
        hall.judge(answer(A, 1, Some(1), text("Only in a pause.", "一時停止中だけです。"), false));
        hall.judge(announce(&[], text(told, "")));
        reads(&mut hall, A, 1);
        hall.wait(30_000);
        let mut keep = |name: &str, keys: &str| {
            for char in keys.chars() {
                hall.key(match char {
                    '\n' => Key::Enter,
                    '\t' => Key::Tab,
                    char => Key::Char(char),
                });
            }
            insta::assert_snapshot!(format!("queue_{name}_{code}_{columns}x{lines}"), hall.screen());
        };
        keep("waiting", "Q");
        keep("answered", "G");
        keep("form", "\n");
        keep("text", "\nNo, ");
        let mut hall = several(lang, columns, lines);
        hall.judge(announce(&[A, B], text(told, "")));
        reads(&mut hall, A, 1);
        hall.keys("b");
        insta::assert_snapshot!(format!("queue_list_{code}_{columns}x{lines}"), hall.screen());
        hall.keys("Q");
        hall.key(Key::Tab);
        insta::assert_snapshot!(format!("queue_told_{code}_{columns}x{lines}"), hall.screen());
        hall.keys("S");
        insta::assert_snapshot!(format!("queue_whom_{code}_{columns}x{lines}"), hall.screen());
    }
}

#[test]
fn whoever_declares_the_result_is_told_how_many_questions_wait() {
    for (lang, text) in
        [(Lang::En, "2 questions wait for an answer."), (Lang::Ja, "2件の質問が回答待ちです。")]
    {
        let mut hall = asked(lang, 80, 24);
        hall.build();
        hall.end();
        hall.keys("F");
        let screen = hall.screen();
        assert!(screen.contains(text), "{screen}");
    }
    let mut hall = Hall::judging(Lang::En, 80, 24);
    hall.build();
    hall.end();
    hall.keys("F");
    let screen = hall.screen();
    assert!(screen.contains("final result") && !screen.contains("wait for an answer"), "{screen}");
}

#[test]
fn once_the_result_is_declared_nothing_waits_and_what_has_no_answer_says_so() {
    for (lang, none, title) in [
        (Lang::En, "no answer", "Questions: none waits, 1 answered, 1 without an answer"),
        (Lang::Ja, "回答なし", "質問：回答待ち0件、回答済み1件、回答なし1件"),
    ] {
        let mut hall = asked(lang, 120, 40);
        hall.judge(answer(B, 1, None, text("An hour.", ""), false));
        hall.build();
        hall.end();
        hall.keys("Q");
        assert!(!hall.screen().contains(none), "{}", hall.screen());
        hall.key(Key::Esc);
        hall.judge(Act::DeclareResult);
        let badge = if lang == Lang::En { "Questions:" } else { "待ち" };
        assert!(!hall.screen().contains(badge), "{}", hall.screen());
        hall.keys("Q");
        let screen = hall.screen();
        assert!(screen.contains(title) && screen.contains(none), "{screen}");
        hall.keys("\n");
        assert!(hall.state.dialog().is_none(), "nothing is answered any more (E4): {}", hall.screen());
        hall.keys("j\n");
        assert!(hall.state.dialog().is_none(), "nor corrected: {}", hall.screen());
        assert!(!hall.screen().contains("Enter "), "{}", hall.screen());
    }
}
