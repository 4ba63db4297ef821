//! The queue of questions: what waits, the way to an answer, what was announced and who has read it.

#![expect(clippy::unwrap_used, reason = "a hall that cannot be set up is a failed test")]

use ishigaki_client::{Connection, Ticket};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, Actor, Announcement, MessageNo, Question, QuestionNo, Revision, TeamId};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::stage;
use ishigaki_screen::terminal::{Input, Pointer};
use ishigaki_words::Lang;
use judge_tui::console::{Addressed, Aim, Effect, Event, MessageStage, Notice, QueueView, aim_all};
use judge_tui::{ActOutcome, JudgeAct, Key};

use crate::console::fixture::{A, B, C, ConsoleFixture, contest};
use crate::console::message::step;
use crate::console::screens::compare;

const LONG: &str = "May a stone that was handed out by mistake, and that the runner has taken back while the round was confirmed, \
    still be placed on the wall if the team had already planned with it?";
const LONG_JA: &str = "配り間違えた石を補助員が持ち帰ったあと、その石をすでに計画に入れていた場合でも、石垣枠にはめ込むことはできますか？";

fn ask(fixture: &mut ConsoleFixture, team: TeamId, text: &str) {
    fixture.give(Actor::Team(team), Act::AskQuestion { team, text: Question::new(text).unwrap() }).unwrap();
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

fn reads(fixture: &mut ConsoleFixture, team: TeamId, through: u32) {
    fixture.give(Actor::Team(team), Act::MarkRead { team, through: MessageNo(through) }).unwrap();
}

fn fixture(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    ConsoleFixture::judging(lang, columns, lines)
}

/// The rows of the list, from the selected one on.
fn selected(fixture: &ConsoleFixture) -> String {
    let screen = fixture.screen();
    screen.lines().find(|line| line.contains('›')).unwrap_or_default().to_owned()
}

/// Two questions: that of A waits longer, that of B comes a minute later.
fn asked(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = fixture(lang, columns, lines);
    ask(&mut fixture, A, "May we swap seats?");
    fixture.wait(60_000);
    ask(&mut fixture, B, "How long is lunch?");
    fixture.wait(5_000);
    // A console that was told its game asks of the others.
    fixture.effects.clear();
    fixture
}

#[test]
fn the_badge_names_the_key_and_what_waits_longest_stands_first() {
    let mut fixture = asked(Lang::En, 120, 40);
    assert!(fixture.screen().contains("Questions: 2, waiting for 1:05 [Q]"), "{}", fixture.screen());
    assert!(fixture.screen().contains("Q questions"), "{}", fixture.screen());
    fixture.judge(answer(A, 1, None, text("Yes.", ""), false));
    ask(&mut fixture, C, "Is this right?");
    fixture.keys("Q");
    assert!(fixture.state.queue().is_open());
    let screen = fixture.screen();
    let at = |text: &str| screen.find(text).unwrap_or_else(|| panic!("{text}: {screen}"));
    assert!(at("How long is lunch?") < at("Is this right?"), "{screen}");
    assert!(at("Is this right?") < at("May we swap seats?"), "{screen}");
    assert!(screen.contains("Questions: 2 wait, 1 answered"), "{screen}");
    for key in [Key::Esc, Key::Char('q'), Key::Char('Q')] {
        fixture.key(key);
        assert!(!fixture.state.queue().is_open() && fixture.state.dialog().is_none(), "{key}");
        fixture.keys("Q");
    }
}

#[test]
fn an_answer_goes_to_the_asker_alone_unless_told_otherwise_and_the_next_question_is_selected() {
    let mut fixture = asked(Lang::En, 80, 24);
    fixture.keys("Q\n");
    assert!(
        fixture.screen().contains("› To 津山高専 alone") || fixture.screen().contains("alone"),
        "{}",
        fixture.screen()
    );
    fixture.keys("\nOnly in a pause.\n一時停止中だけです。\n");
    assert!(selected(&fixture).contains("How long is lunch?"), "{}", fixture.screen());
    let (ticket, act) = fixture.call();
    assert_eq!(act, answer(A, 1, None, text("Only in a pause.", "一時停止中だけです。"), false));
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Done });
    fixture.judge(act);
    fixture.keys("j");
    assert!(selected(&fixture).contains("answered, unread"), "{}", fixture.screen());
    assert!(fixture.screen().contains("一時停止中だけです。"), "{}", fixture.screen());
    reads(&mut fixture, A, 1);
    assert!(selected(&fixture).contains("answered, read"), "{}", fixture.screen());
    assert!(fixture.screen().contains("The team has read it."), "{}", fixture.screen());

    fixture.keys("k\nj\nAn hour.\n\n");
    let act = fixture.call().1;
    assert_eq!(act, answer(B, 1, None, text("An hour.", ""), true));
    fixture.judge(act);
    assert!(fixture.screen().contains("without who asked"), "{}", fixture.screen());
}

#[test]
fn a_correction_begins_with_the_answer_that_it_replaces() {
    let mut fixture = asked(Lang::En, 80, 24);
    fixture.judge(answer(A, 1, None, text("Yes", "はい"), true));
    fixture.judge(answer(B, 1, None, text("An hour", ""), false));
    fixture.keys("Q\n");
    assert!(fixture.screen().contains("This corrects the answer: \"Yes\""), "{}", fixture.screen());
    fixture.keys("\n, you may\n\n");
    assert_eq!(fixture.call().1, answer(A, 1, Some(1), text("Yes, you may", "はい"), true));
}

#[test]
fn who_answers_what_somebody_else_has_answered_meanwhile_is_told_before_it_is_corrected() {
    let mut fixture = asked(Lang::En, 80, 24);
    fixture.keys("Q\n\nNo\n");
    fixture.judge(answer(A, 1, None, text("Yes", ""), false));
    assert!(
        fixture.screen().contains("ANSWERED MEANWHILE by somebody else: \"Yes\""),
        "{}",
        fixture.screen()
    );
    fixture.keys("\n");
    let refused = fixture.state.notice().cloned();
    let is_told =
        matches!(&refused, Some(Notice::Refused(fault)) if fault.reason == ErrorReason::AlreadyAnswered);
    assert!(is_told && fixture.effects.is_empty(), "{refused:?}");
    assert!(fixture.screen().contains("This corrects the answer: \"Yes\""), "{}", fixture.screen());
    assert_eq!(step(&fixture), Some(MessageStage::Text(Lang::Ja)), "what was typed stays");
    fixture.keys("\n");
    assert_eq!(fixture.call().1, answer(A, 1, Some(1), text("No", ""), false));
}

#[test]
fn a_refusal_of_the_server_comes_back_to_the_form_before_and_after_the_news() {
    for news_first in [true, false] {
        let mut fixture = asked(Lang::En, 80, 24);
        fixture.keys("Q\n\nNo\n\n");
        let (ticket, act) = fixture.call();
        let other = answer(A, 1, None, text("Yes", ""), false);
        if news_first {
            fixture.judge(other.clone());
        }
        let fault = Fault::new(ErrorReason::AlreadyAnswered).with("team", "t1").with("question", 1);
        fixture.happen(Event::Answer { ticket, answer: ActOutcome::Refused(fault) });
        if !news_first {
            fixture.judge(other);
        }
        assert_eq!(step(&fixture), Some(MessageStage::Text(Lang::Ja)), "{}", fixture.screen());
        assert!(fixture.screen().contains("In English: No"), "{}", fixture.screen());
        assert!(fixture.screen().contains("ANSWERED MEANWHILE"), "{}", fixture.screen());
        fixture.keys("\n");
        assert!(fixture.effects.is_empty(), "it is said once more that this would be a correction");
        fixture.keys("\n");
        assert_eq!(fixture.call().1, answer(A, 1, Some(1), text("No", ""), false));
        let Act::AnswerQuestion { replaces: None, .. } = act else { panic!("{act:?}") };
    }
}

#[test]
fn what_was_typed_outlives_a_lost_line_a_refusal_and_a_look_elsewhere() {
    let mut fixture = asked(Lang::En, 80, 24);
    fixture.keys("Q\n\nNo\n");
    fixture.lose();
    fixture.keys("\n");
    assert_eq!(
        (fixture.state.notice(), fixture.effects.iter().any(is_call)),
        (Some(&Notice::Offline), false)
    );
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    // Out of the form, into another one, and back.
    for _ in 0..3 {
        fixture.key(Key::Esc);
    }
    assert!(fixture.state.dialog().is_none() && fixture.state.queue().is_open());
    fixture.keys("j\n");
    assert!(!fixture.screen().contains("In English: No"), "{}", fixture.screen());
    fixture.key(Key::Esc);
    fixture.effects.clear();
    fixture.keys("k\n\n\n\n");
    let (ticket, act) = fixture.call();
    assert_eq!(act, answer(A, 1, None, text("No", ""), false));
    // Refused while the next question is being answered: it waits with its question.
    fixture.keys("\n\nAn hour\n");
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Refused(Fault::new(ErrorReason::Busy)) });
    fixture.keys("\n");
    assert_eq!(fixture.call().1, answer(B, 1, None, text("An hour", ""), false));
    fixture.keys("k\n\n\n\n");
    assert_eq!(fixture.call().1, act);
}

fn is_call(effect: &Effect) -> bool {
    matches!(effect, Effect::Call { .. })
}

#[test]
fn an_answer_without_a_text_or_after_the_end_is_none() {
    let mut fixture = asked(Lang::En, 80, 24);
    fixture.keys("Q\n\n\n\n");
    assert_eq!((fixture.state.notice(), fixture.effects.len()), (Some(&Notice::NoText), 0));
    let mut fixture = hall_at_its_end();
    fixture.keys("Q\n\nNo");
    fixture.judge(Act::DeclareResult);
    assert_eq!((fixture.state.notice(), step(&fixture)), (Some(&Notice::MovedOn), None));
    fixture.keys("\n");
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))) && step(&fixture).is_none());
}

fn hall_at_its_end() -> ConsoleFixture {
    let mut fixture = asked(Lang::En, 80, 24);
    fixture.build();
    fixture.end();
    fixture
}

/// A contest of several games, one of them in front, with a question in each.
fn several(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::picking(lang, columns, lines);
    fixture.happen(Event::Games(Ok(contest())));
    fixture.bring("heat-2", |other| {
        ask(other, B, "Is the clock right?");
        ask(other, C, if lang == Lang::En { LONG } else { LONG_JA });
    });
    fixture.bring("semi", |other| other.open(1));
    fixture.key(Key::Enter);
    fixture.connect();
    ask(&mut fixture, A, "May we swap seats?");
    fixture.wait(61_000);
    fixture.effects.clear();
    fixture
}

#[test]
fn the_queue_has_the_questions_of_all_games_and_answers_in_their_own() {
    let mut fixture = several(Lang::En, 120, 40);
    assert!(fixture.screen().contains("in other games: 2 [Q]"), "{}", fixture.screen());
    fixture.keys("b");
    let list = fixture.screen();
    assert!(list.contains("3 questions wait [Q]"), "{list}");
    let row = |game: &str| list.lines().find(|line| line.contains(game)).unwrap_or_default().to_owned();
    assert!(row("heat-2 ").contains("2?") && row("heat-1-spare").contains("1?"), "{list}");
    assert!(!row("semi").contains('?'), "{list}");
    fixture.keys("Q");
    let screen = fixture.screen();
    for text in ["May we swap seats?", "Is the clock right?", "H2", "3 wait"] {
        assert!(screen.contains(text), "{text}: {screen}");
    }
    while !selected(&fixture).contains("Is the clock right?") {
        fixture.keys("j");
    }
    fixture.keys("\n\nYes\n\n");
    let wanted: Vec<_> = std::mem::take(&mut fixture.effects);
    let [Effect::Call { act: JudgeAct::InGame(act), .. }] = &wanted[..] else { panic!("{wanted:?}") };
    assert_eq!(*act, answer(B, 1, None, text("Yes", ""), false));
    assert!(fixture.state.console("heat-2").unwrap().pending().next().is_some());
    fixture.key(Key::Esc);
    assert!(fixture.state.overview().is_open(), "back where it was opened");
}

#[test]
fn an_announcement_goes_to_teams_here_and_to_all_in_other_games() {
    let mut fixture = several(Lang::En, 120, 40);
    fixture.keys("S");
    let screen = fixture.screen();
    assert!(
        screen.contains("in all other games as well") && screen.contains("in heat-2 as well"),
        "{screen}"
    );
    // The first team here, and behind the teams all other games.
    fixture.keys(" ");
    let teams = fixture.game.setup().teams.len();
    fixture.keys(&"j".repeat(teams));
    fixture.keys(" ");
    assert!(fixture.screen().contains("Also to all teams in heat-2, semi."), "{}", fixture.screen());
    fixture.keys("\nRain\n");
    fixture.effects.clear();
    let mut told = Vec::new();
    for effect in fixture.state.update(Event::Input(Input::Key(Key::Enter))) {
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
    let refused =
        Event::Answer { ticket: Ticket(1), answer: ActOutcome::Refused(Fault::new(ErrorReason::Busy)) };
    fixture.state.update(Addressed::to("semi", refused));
    assert!(fixture.screen().contains("semi: Refused: the server is busy"), "{}", fixture.screen());
}

#[test]
fn one_tick_takes_all_other_games_and_the_next_leaves_one_out() {
    let mut fixture = several(Lang::En, 120, 40);
    let teams = fixture.game.setup().teams.len();
    fixture.keys("S");
    fixture.keys(&"j".repeat(teams));
    fixture.keys(" j ");
    assert!(fixture.screen().contains("Also to all teams in semi."), "{}", fixture.screen());
    fixture.key(Key::Backspace);
    assert!(!fixture.screen().contains("Also to all teams"), "{}", fixture.screen());
}

#[test]
fn announcements_say_who_has_read_them() {
    let mut fixture = fixture(Lang::En, 120, 40);
    fixture.judge(announce(&[], text("Lunch at noon", "昼食は12時")));
    fixture.wait(10_000);
    fixture.judge(announce(&[B], text("Come to the desk", "")));
    reads(&mut fixture, A, 1);
    fixture.keys("Q");
    fixture.key(Key::Tab);
    assert_eq!(fixture.state.queue().view(), QueueView::Told);
    let screen = fixture.screen();
    assert!(screen.contains("Announcements: 2") && screen.contains("read by 0 of 1"), "{screen}");
    assert!(selected(&fixture).contains("Come to the desk"), "the last one stands on top: {screen}");
    fixture.keys("j");
    let screen = fixture.screen();
    for text in ["read by 1 of", "昼食は12時", "Read by (1): ", "Not read yet by ("] {
        assert!(screen.contains(text), "{text}: {screen}");
    }
    reads(&mut fixture, B, 2);
    assert!(
        fixture.screen().contains("read by 2 of") && fixture.screen().contains("read by 1 of 1"),
        "{}",
        fixture.screen()
    );
    // An answer to all is one as well, and quotes its question.
    ask(&mut fixture, C, "When is lunch?");
    fixture.judge(answer(C, 1, None, text("At noon", ""), true));
    fixture.key(Key::Home);
    assert!(fixture.screen().contains("Question: \"When is lunch?\""), "{}", fixture.screen());
    fixture.keys("\n");
    assert!(fixture.state.dialog().is_none(), "an announcement is not answered");
}

#[test]
fn a_long_text_is_scrolled_and_the_wheel_selects() {
    let mut fixture = fixture(Lang::Ja, 80, 24);
    let long = "石".repeat(399) + "終";
    ask(&mut fixture, A, &long);
    ask(&mut fixture, B, "短い質問");
    fixture.keys("Q");
    assert!(!fixture.screen().contains('終'), "{}", fixture.screen());
    for _ in 0..6 {
        fixture.key(Key::PageDown);
    }
    assert!(fixture.screen().contains('終'), "{}", fixture.screen());
    fixture.happen(Event::Pointer { pointer: Pointer::Wheel(1), aim: Aim::Question });
    assert!(selected(&fixture).contains("短い質問"), "{}", fixture.screen());
    fixture.happen(Event::Pointer { pointer: Pointer::Click, aim: Aim::Question });
    assert!(fixture.effects.is_empty() && fixture.state.dialog().is_none());
}

#[test]
fn a_click_in_the_queue_selects_what_stands_there() {
    let mut fixture = asked(Lang::En, 120, 40);
    fixture.keys("Q");
    let first = selected(&fixture);
    let places: Vec<(u16, usize)> = (0..40)
        .filter_map(|row| match aim_all(&fixture.state, 5, row) {
            Some(Aim::Queued(place)) => Some((row, place)),
            _ => None,
        })
        .collect();
    assert_eq!(places.iter().map(|&(_, place)| place).collect::<Vec<_>>(), [0, 1], "one line each");
    let clicked = |fixture: &mut ConsoleFixture, row| {
        let aim = aim_all(&fixture.state, 5, row).unwrap();
        fixture.happen(Event::Pointer { pointer: Pointer::Click, aim });
    };
    clicked(&mut fixture, places[1].0);
    assert_ne!(selected(&fixture), first);
    clicked(&mut fixture, places[0].0);
    assert_eq!(selected(&fixture), first);
    assert!(fixture.effects.is_empty() && fixture.state.dialog().is_none(), "Enter answers it");
}

#[test]
fn the_help_tells_the_keys_of_the_queue_and_the_language_changes_there() {
    let mut fixture = asked(Lang::En, 120, 40);
    fixture.keys("Q?");
    assert!(fixture.screen().contains("the other list"), "{}", fixture.screen());
    fixture.key(Key::Esc);
    fixture.keys("L");
    assert!(fixture.screen().contains("質問：回答待ち2件"), "{}", fixture.screen());
}

#[test]
fn the_language_changes_everywhere_wherever_it_is_changed() {
    let mut fixture = asked(Lang::En, 120, 40);
    // In the game that is in front; the queue and the list follow.
    fixture.keys("LQ");
    assert!(fixture.screen().contains("質問：回答待ち2件"), "{}", fixture.screen());
    // In the queue; the game and the list follow.
    fixture.keys("L");
    fixture.key(Key::Esc);
    assert!(fixture.screen().contains("keys"), "{}", fixture.screen());
    fixture.keys("b");
    assert!(fixture.screen().contains("Games"), "{}", fixture.screen());
}

#[test]
fn no_size_is_too_odd_for_it_and_an_empty_one_says_so() {
    let mut fixture = several(Lang::Ja, 80, 24);
    fixture.keys("Q\n");
    for (columns, lines) in [(1, 1), (40, 12), (41, 13), (61, 41), (119, 20), (120, 40), (300, 17), (200, 50)]
    {
        fixture.happen(Input::Resize { columns, lines });
        fixture.screen();
        fixture.key(Key::Esc);
        fixture.screen();
        fixture.key(Key::Tab);
        fixture.screen();
        fixture.key(Key::Tab);
        fixture.keys("\n");
    }
    let mut fixture = self::fixture(Lang::En, 80, 24);
    fixture.keys("Q");
    assert!(fixture.screen().contains("Nobody has asked anything."), "{}", fixture.screen());
    fixture.keys("\n");
    fixture.key(Key::Tab);
    assert!(fixture.screen().contains("Nothing has been announced."), "{}", fixture.screen());
}

/// Two questions and a third that is long; the first of them has two answers, of which the asker has read one.
fn corrected(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = several(lang, columns, lines);
    ask(&mut fixture, B, if lang == Lang::En { LONG } else { LONG_JA });
    fixture.judge(answer(A, 1, None, text("No.", "いいえ。"), false));
    fixture.judge(answer(A, 1, Some(1), text("Only in a pause.", "一時停止中だけです。"), false));
    fixture.judge(announce(&[], text(lunch(lang), "")));
    reads(&mut fixture, A, 1);
    fixture.wait(30_000);
    fixture
}

/// The list of games after an announcement that one of two teams has read.
fn announced(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = several(lang, columns, lines);
    fixture.judge(announce(&[A, B], text(lunch(lang), "")));
    reads(&mut fixture, A, 1);
    fixture.keys("b");
    fixture
}

fn lunch(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "Lunch is in the canteen until 13:00.",
        Lang::Ja => "昼食は13時まで食堂で出ます。",
    }
}

#[test]
fn it_is_seen_in_both_languages_and_sizes() {
    type Scene = fn(Lang, u16, u16) -> ConsoleFixture;
    let scenes: [(&str, Scene, &str); 7] = [
        ("queue_waiting", corrected, "Q"),
        ("queue_answered", corrected, "QG"),
        ("queue_form", corrected, "QG\n"),
        ("queue_text", corrected, "QG\n\nNo, "),
        ("queue_list", announced, ""),
        ("queue_told", announced, "Q\t"),
        ("queue_whom", announced, "Q\tS"),
    ];
    let play = |(scene, keys): (Scene, &str), lang, columns, lines| {
        let mut fixture = scene(lang, columns, lines);
        for char in keys.chars() {
            fixture.key(match char {
                '\n' => Key::Enter,
                '\t' => Key::Tab,
                char => Key::Char(char),
            });
        }
        fixture
    };
    for (name, scene, keys) in scenes {
        compare(name, |lang, columns, lines| play((scene, keys), lang, columns, lines));
    }
    let scenes: [(&str, (Scene, &str)); 3] =
        [("questions", (corrected, "Q")), ("games", (announced, "")), ("announcements", (announced, "Q\t"))];
    let paint = |scene, lang, columns, lines| play(scene, lang, columns, lines).screen();
    insta::assert_snapshot!("queue_hints", stage::hints(&scenes, paint));
}

#[test]
fn whoever_declares_the_result_is_told_how_many_questions_wait() {
    for (lang, text) in
        [(Lang::En, "2 questions wait for an answer."), (Lang::Ja, "2件の質問が回答待ちです。")]
    {
        let mut fixture = asked(lang, 80, 24);
        fixture.build();
        fixture.end();
        fixture.keys("F");
        let screen = fixture.screen();
        assert!(screen.contains(text), "{screen}");
    }
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.build();
    fixture.end();
    fixture.keys("F");
    let screen = fixture.screen();
    assert!(screen.contains("final result") && !screen.contains("wait for an answer"), "{screen}");
}

#[test]
fn once_the_result_is_declared_nothing_waits_and_what_has_no_answer_says_so() {
    for (lang, none, title) in [
        (Lang::En, "no answer", "Questions: none waits, 1 answered, 1 without an answer"),
        (Lang::Ja, "回答なし", "質問：回答待ち0件、回答済み1件、回答なし1件"),
    ] {
        let mut fixture = asked(lang, 120, 40);
        fixture.judge(answer(B, 1, None, text("An hour.", ""), false));
        fixture.build();
        fixture.end();
        fixture.keys("Q");
        assert!(!fixture.screen().contains(none), "{}", fixture.screen());
        fixture.key(Key::Esc);
        fixture.judge(Act::DeclareResult);
        let badge = if lang == Lang::En { "Questions:" } else { "待ち" };
        assert!(!fixture.screen().contains(badge), "{}", fixture.screen());
        fixture.keys("Q");
        let screen = fixture.screen();
        assert!(screen.contains(title) && screen.contains(none), "{screen}");
        fixture.keys("\n");
        assert!(fixture.state.dialog().is_none(), "nothing is answered any more (E4): {}", fixture.screen());
        fixture.keys("j\n");
        assert!(fixture.state.dialog().is_none(), "nor corrected: {}", fixture.screen());
        assert!(!fixture.screen().contains("Enter "), "{}", fixture.screen());
    }
}
