//! The queue of questions: open ones, answering, announcements and their readers.

#![expect(clippy::unwrap_used, reason = "a hall that cannot be set up is a failed test")]

use ishigaki_client::listing::Programme;
use ishigaki_client::{Connection, Schedule, Ticket};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::watch::{PreparedAnswer, ScheduleEntry, ScheduleKind};
use ishigaki_rules::{Act, Actor, Announcement, MessageNo, Question, QuestionNo, Revision, TeamId};
use ishigaki_screen::terminal::Input;
use ishigaki_screen::{FeedEvent, stage};
use ishigaki_words::Lang;
use judge_tui::console::{Addressed, Effect, Event, MessageStage, Notice, QueueView};
use judge_tui::{ActOutcome, JudgeAct, Key};

use crate::console::fixture::{A, B, C, ConsoleFixture, contest};
use crate::console::message::step;
use crate::console::screens::{compare, compare_small};

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

fn mark_read(fixture: &mut ConsoleFixture, team: TeamId, through: u32) {
    fixture.give(Actor::Team(team), Act::MarkRead { team, through: MessageNo(through) }).unwrap();
}

fn fixture(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    ConsoleFixture::judging(lang, columns, lines)
}

fn selected(fixture: &ConsoleFixture) -> String {
    let screen = fixture.screen();
    screen.lines().find(|line| line.contains('›')).unwrap_or_default().to_owned()
}

fn with_questions(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = fixture(lang, columns, lines);
    ask(&mut fixture, A, "May we swap seats?");
    fixture.wait(60_000);
    ask(&mut fixture, B, "How long is lunch?");
    fixture.wait(5_000);
    // A console for one game requests the list of games.
    fixture.effects.clear();
    fixture
}

#[test]
fn badge_names_key_and_longest_waiting_question_is_first() {
    let mut fixture = with_questions(Lang::En, 120, 40);
    fixture.shows("Questions: 2, longest wait 1:05 [Q]");
    fixture.shows("Q questions");
    fixture.judge(answer(A, 1, None, text("Yes.", ""), false));
    ask(&mut fixture, C, "Is this right?");
    fixture.keys("Q");
    assert!(fixture.state.queue().is_open());
    let screen = fixture.screen();
    let at = |text: &str| screen.find(text).unwrap_or_else(|| panic!("{text}: {screen}"));
    assert!(at("How long is lunch?") < at("Is this right?"), "{screen}");
    assert!(at("Is this right?") < at("May we swap seats?"), "{screen}");
    assert!(screen.contains("Questions: 2 waiting, 1 answered"), "{screen}");
    for key in [Key::Esc, Key::Char('q'), Key::Char('Q')] {
        fixture.key(key);
        assert!(!fixture.state.queue().is_open() && fixture.state.dialog().is_none(), "{key}");
        fixture.keys("Q");
    }
}

#[test]
fn answer_goes_to_the_asker_and_the_next_question_is_selected() {
    let mut fixture = with_questions(Lang::En, 80, 24);
    fixture.keys("Q\n");
    assert!(fixture.screen().contains("› To 津山高専 only"), "{}", fixture.screen());
    fixture.keys("\nOnly in a pause.\n一時停止中だけです。\n");
    assert!(selected(&fixture).contains("How long is lunch?"), "{}", fixture.screen());
    let (ticket, act) = fixture.call();
    assert_eq!(act, answer(A, 1, None, text("Only in a pause.", "一時停止中だけです。"), false));
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Done });
    fixture.judge(act);
    fixture.keys("j");
    assert!(selected(&fixture).contains("answered, unread"), "{}", fixture.screen());
    fixture.shows("一時停止中だけです。");
    mark_read(&mut fixture, A, 1);
    assert!(selected(&fixture).contains("answered, read"), "{}", fixture.screen());
    fixture.shows("Read by the team.");

    fixture.keys("k\nj\nAn hour.\n\n");
    let act = fixture.call().1;
    assert_eq!(act, answer(B, 1, None, text("An hour.", ""), true));
    fixture.judge(act);
    fixture.shows("without the team's name");
}

#[test]
fn next_part_of_the_day_is_counted_down_between_windows() {
    let mut fixture = fixture(Lang::En, 80, 24);
    let entry = |start: u32, title: &str, kind: ScheduleKind| ScheduleEntry {
        start,
        title: title.into(),
        kind: kind.into(),
        ..Default::default()
    };
    let entries = vec![entry(720, "Lunch", ScheduleKind::Break), entry(780, "Final", ScheduleKind::Game)];
    let schedule = Schedule::of(entries, 11 * 3_600 + 3_595, fixture.instant());
    fixture.happen(Event::Games(Ok(Programme { schedule, ..Programme::default() })));
    fixture.shows("Lunch at 12:00, in 0:05");
    fixture.wait(5_000);
    fixture.shows("Lunch, then Final at 13:00, in 1:00:00");
    fixture.judge(Act::OpenRound { round: ishigaki_rules::RoundNo(1) });
    assert!(!fixture.screen().contains("Final at"), "a window is open");
}

#[test]
fn prepared_answers_fill_both_languages_of_an_answer() {
    let mut fixture = with_questions(Lang::En, 80, 24);
    let prepared = |text: &str, text_ja: &str| PreparedAnswer { text: text.into(), text_ja: text_ja.into() };
    let answers = vec![prepared("Ask at the desk.", ""), prepared("See rule A5.", "規則A5を見てください。")];
    fixture.happen(Event::Games(Ok(Programme { answers, ..Programme::default() })));
    fixture.keys("Q\n\n");
    fixture.shows("Prepared answers: 2");
    for key in [Key::Down, Key::Down, Key::Down, Key::Up, Key::Down] {
        fixture.key(key);
    }
    fixture.keys(" Now.\n\n");
    let expected = text("See rule A5. Now.", "規則A5を見てください。");
    assert_eq!(fixture.call().1, answer(A, 1, None, expected, false));
}

#[test]
fn correction_starts_with_replaced_answer() {
    let mut fixture = with_questions(Lang::En, 80, 24);
    fixture.judge(answer(A, 1, None, text("Yes", "はい"), true));
    fixture.judge(answer(B, 1, None, text("An hour", ""), false));
    fixture.keys("Q\n");
    fixture.shows("This replaces the answer: \"Yes\"");
    fixture.keys("\n, you may\n\n");
    assert_eq!(fixture.call().1, answer(A, 1, Some(1), text("Yes, you may", "はい"), true));
}

#[test]
fn concurrent_answer_is_shown_before_correction() {
    let mut fixture = with_questions(Lang::En, 80, 24);
    fixture.keys("Q\n\nNo\n");
    fixture.judge(answer(A, 1, None, text("Yes", ""), false));
    fixture.shows("SOMEONE ELSE ANSWERED: \"Yes\"");
    fixture.keys("\n");
    let refused = fixture.state.notice().cloned();
    let is_told =
        matches!(&refused, Some(Notice::Refused(fault)) if fault.reason == ErrorReason::AlreadyAnswered);
    assert!(is_told && fixture.effects.is_empty(), "{refused:?}");
    fixture.shows("This replaces the answer: \"Yes\"");
    assert_eq!(step(&fixture), Some(MessageStage::Text(Lang::Ja)), "what was typed stays");
    fixture.keys("\n");
    assert_eq!(fixture.call().1, answer(A, 1, Some(1), text("No", ""), false));
}

#[test]
fn refusal_returns_to_the_form_before_and_after_the_news() {
    for news_first in [true, false] {
        let mut fixture = with_questions(Lang::En, 80, 24);
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
        fixture.shows("In English: No");
        fixture.shows("SOMEONE ELSE ANSWERED");
        fixture.keys("\n");
        assert!(fixture.effects.is_empty(), "it is said once more that this would be a correction");
        fixture.keys("\n");
        assert_eq!(fixture.call().1, answer(A, 1, Some(1), text("No", ""), false));
        let Act::AnswerQuestion { replaces: None, .. } = act else { panic!("{act:?}") };
    }
}

#[test]
fn typed_answer_survives_a_lost_line_and_a_refusal() {
    let mut fixture = with_questions(Lang::En, 80, 24);
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
    fixture.hides("In English: No");
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
fn empty_or_late_answer_is_not_sent() {
    let mut fixture = with_questions(Lang::En, 80, 24);
    fixture.keys("Q\n\n\n\n");
    assert_eq!((fixture.state.notice(), fixture.effects.len()), (Some(&Notice::NoText), 0));
    let mut fixture = ended_with_questions();
    fixture.keys("Q\n\nNo");
    fixture.judge(Act::DeclareResult);
    assert_eq!((fixture.state.notice(), step(&fixture)), (Some(&Notice::MovedOn), None));
    fixture.keys("\n");
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))) && step(&fixture).is_none());
}

fn ended_with_questions() -> ConsoleFixture {
    let mut fixture = with_questions(Lang::En, 80, 24);
    fixture.build();
    fixture.end();
    fixture
}

fn several_games(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::picking(lang, columns, lines);
    fixture.happen(Event::Games(Ok(contest())));
    fixture.add_game("heat-2", |other| {
        ask(other, B, "Is the clock right?");
        ask(other, C, if lang == Lang::En { LONG } else { LONG_JA });
    });
    fixture.add_game("semi", |other| other.open(1));
    fixture.key(Key::Enter);
    fixture.connect();
    ask(&mut fixture, A, "May we swap seats?");
    fixture.wait(61_000);
    fixture.effects.clear();
    fixture
}

#[test]
fn queue_has_questions_of_all_games_and_answers_in_their_own() {
    let mut fixture = several_games(Lang::En, 120, 40);
    fixture.shows("in other games: 2 [Q]");
    fixture.keys("b");
    let list = fixture.screen();
    assert!(list.contains("3 unanswered questions [Q]"), "{list}");
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
    let effects: Vec<_> = std::mem::take(&mut fixture.effects);
    let [Effect::Call { act: JudgeAct::InGame(act), .. }] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(*act, answer(B, 1, None, text("Yes", ""), false));
    assert!(fixture.state.console("heat-2").unwrap().pending().next().is_some());
    fixture.key(Key::Esc);
    assert!(fixture.state.overview().is_open(), "back where it was opened");
}

#[test]
fn announcement_reaches_chosen_teams_and_other_games() {
    let mut fixture = several_games(Lang::En, 120, 40);
    fixture.keys("S");
    let screen = fixture.screen();
    assert!(screen.contains("also in all other games") && screen.contains("also in heat-2"), "{screen}");
    // The first team here, and behind the teams all other games.
    fixture.keys(" ");
    let teams = fixture.game.setup().teams.len();
    fixture.keys(&"j".repeat(teams));
    fixture.keys(" ");
    fixture.shows("Also to all teams in heat-2, semi.");
    fixture.keys("\nRain\n");
    fixture.effects.clear();
    let mut sent = Vec::new();
    for effect in fixture.state.update(Event::Input(Input::Key(Key::Enter))) {
        if let Addressed { game: Some(game), what: Effect::Call { act: JudgeAct::InGame(act), .. } } = effect
        {
            sent.push((game, act));
        }
    }
    let rain = || text("Rain", "");
    let expected = [
        ("heat-1-spare".to_owned(), announce(&[A], rain())),
        ("heat-2".to_owned(), announce(&[], rain())),
        ("semi".to_owned(), announce(&[], rain())),
    ];
    assert_eq!(sent, expected);
    // A rejection in another game is shown in front.
    let refused =
        Event::Answer { ticket: Ticket(1), answer: ActOutcome::Refused(Fault::new(ErrorReason::Busy)) };
    fixture.state.update(Addressed::to("semi", refused));
    fixture.shows("semi: Rejected: the server is busy");
}

#[test]
fn announcements_list_their_readers() {
    let mut fixture = fixture(Lang::En, 120, 40);
    fixture.judge(announce(&[], text("Lunch at noon", "昼食は12時")));
    fixture.wait(10_000);
    fixture.judge(announce(&[B], text("Come to the desk", "")));
    mark_read(&mut fixture, A, 1);
    fixture.keys("Q");
    fixture.key(Key::Tab);
    assert_eq!(fixture.state.queue().view(), QueueView::Broadcasts);
    let screen = fixture.screen();
    assert!(screen.contains("Announcements: 2") && screen.contains("read by 0 of 1"), "{screen}");
    assert!(selected(&fixture).contains("Come to the desk"), "the last one stands on top: {screen}");
    fixture.keys("j");
    let screen = fixture.screen();
    for text in ["read by 1 of", "昼食は12時", "Read (1): ", "Not read ("] {
        assert!(screen.contains(text), "{text}: {screen}");
    }
    mark_read(&mut fixture, B, 2);
    fixture.shows("read by 2 of");
    fixture.shows("read by 1 of 1");
    // An answer to all is one as well, and quotes its question.
    ask(&mut fixture, C, "When is lunch?");
    fixture.judge(answer(C, 1, None, text("At noon", ""), true));
    fixture.key(Key::Home);
    fixture.shows("Question: \"When is lunch?\"");
    fixture.keys("\n");
    assert!(fixture.state.dialog().is_none(), "an announcement is not answered");
}

#[test]
fn queue_is_drawn_at_any_size_and_when_empty() {
    let mut fixture = several_games(Lang::Ja, 80, 24);
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
    fixture.shows("No questions yet.");
    fixture.keys("\n");
    fixture.key(Key::Tab);
    fixture.shows("No announcements yet.");
}

fn with_correction(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = several_games(lang, columns, lines);
    ask(&mut fixture, B, if lang == Lang::En { LONG } else { LONG_JA });
    fixture.judge(answer(A, 1, None, text("No.", "いいえ。"), false));
    fixture.judge(answer(A, 1, Some(1), text("Only in a pause.", "一時停止中だけです。"), false));
    fixture.judge(announce(&[], text(lunch(lang), "")));
    mark_read(&mut fixture, A, 1);
    fixture.wait(30_000);
    fixture
}

fn with_announcement(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = several_games(lang, columns, lines);
    fixture.judge(announce(&[A, B], text(lunch(lang), "")));
    mark_read(&mut fixture, A, 1);
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
fn queue_matches_snapshots_in_both_languages() {
    type Scene = fn(Lang, u16, u16) -> ConsoleFixture;
    let scenes: [(&str, Scene, &str); 4] = [
        ("queue_waiting", with_correction, "Q"),
        ("queue_answered", with_correction, "QG"),
        ("queue_list", with_announcement, ""),
        ("queue_told", with_announcement, "Q\t"),
    ];
    let dialogs: [(&str, Scene, &str); 3] = [
        ("queue_form", with_correction, "QG\n"),
        ("queue_text", with_correction, "QG\n\nNo, "),
        ("queue_whom", with_announcement, "Q\tS"),
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
    for (name, scene, keys) in dialogs {
        compare_small(name, |lang, columns, lines| play((scene, keys), lang, columns, lines));
    }
    let scenes: [(&str, (Scene, &str)); 3] = [
        ("questions", (with_correction, "Q")),
        ("games", (with_announcement, "")),
        ("announcements", (with_announcement, "Q\t")),
    ];
    let paint = |scene, lang, columns, lines| play(scene, lang, columns, lines).screen();
    insta::assert_snapshot!("queue_hints", stage::hints(&scenes, paint));
}

#[test]
fn declaration_shows_how_many_questions_wait() {
    let mut fixture = with_questions(Lang::En, 80, 24);
    fixture.build();
    fixture.end();
    fixture.keys("F");
    fixture.shows("2 questions are unanswered.");
}

#[test]
fn questions_cannot_be_answered_after_declaration() {
    let mut fixture = with_questions(Lang::En, 120, 40);
    fixture.judge(answer(B, 1, None, text("An hour.", ""), false));
    fixture.build();
    fixture.end();
    fixture.judge(Act::DeclareResult);
    fixture.hides("In a question:");
    fixture.keys("Q");
    fixture.shows("Questions: none waiting, 1 answered, 1 left unanswered");
    fixture.keys("\nj\n");
    assert!(fixture.state.dialog().is_none(), "nothing is answered or corrected (E4)");
}
