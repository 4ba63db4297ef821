//! Announcements on the board: what is for all, for a while, whatever else is shown.

#![expect(clippy::unwrap_used, reason = "an announcement that cannot be made is a failed test")]

use ishigaki_rules::{Act, Actor, Announcement, MessageNo, Question, QuestionNo, TeamId};
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;

use crate::board::fixture::BoardFixture;
use crate::board::screens::check;
use crate::contest::{A, Contest};

const LONG_EN: &str = "Lunch is served in the canteen behind the castle until 13:00; the second round opens at 13:15 sharp, \
    whoever is late seals nothing. Laptops stay on the tables, the hall is locked.";

fn long_japanese() -> String {
    "昼食は城の裏の食堂で13時まで出ます。".repeat(10)
}

fn announce(fixture: &mut BoardFixture, teams: &[TeamId], english: &str, japanese: &str) {
    let text = Announcement::new(english, japanese).unwrap();
    fixture.play(0, |contest| {
        contest.judge(Act::Announce { teams: teams.to_vec(), text, asked: None, corrects: false });
    });
}

/// Lets time pass in the hall and in the game alike.
fn pass(fixture: &mut BoardFixture, millis: u64) {
    fixture.play(0, |contest| contest.wait(millis));
    fixture.pass(millis);
}

#[test]
fn an_announcement_to_all_stands_above_everything_in_the_readers_language() {
    check("announced", |fixture| {
        fixture.play(0, Contest::seal);
        announce(fixture, &[], LONG_EN, &long_japanese());
        announce(fixture, &[], "To the stage, please.", "舞台へお集まりください。");
    });
}

#[test]
fn a_long_announcement_wraps_and_is_whole_on_a_small_screen() {
    let mut fixture = BoardFixture::new(Lang::Ja, 80, 24);
    fixture.play(0, Contest::seal);
    announce(&mut fixture, &[], "", &long_japanese());
    let screen = fixture.screen();
    let said: String =
        screen.lines().skip(1).take(6).map(|line| line.trim_start_matches(['»', ' '])).collect();
    assert!(said.replace('\n', "").contains(&long_japanese()), "{screen}");
}

#[test]
fn an_announcement_stands_for_two_minutes_of_the_game_and_a_newer_one_stands_first() {
    let mut fixture = BoardFixture::small();
    announce(&mut fixture, &[], "first", "");
    pass(&mut fixture, 60_000);
    announce(&mut fixture, &[], "second", "");
    let screen = fixture.screen();
    let lines: Vec<&str> = screen.lines().skip(1).take(2).collect();
    assert_eq!(lines, ["» Announcement: second", "» Announcement: first"], "{screen}");
    pass(&mut fixture, 59_999);
    assert!(fixture.screen().contains("first"));
    let before = fixture.state.revision();
    fixture.pass(1);
    assert_ne!(fixture.state.revision(), before, "it is painted afresh when the first is gone");
    assert!(
        fixture.screen().contains("second") && !fixture.screen().contains("first"),
        "{}",
        fixture.screen()
    );
    fixture.pass(60_000);
    assert!(!fixture.screen().contains("Announcement"), "{}", fixture.screen());
}

#[test]
fn what_is_announced_to_some_teams_alone_is_nothing_for_the_hall() {
    let mut fixture = BoardFixture::small();
    announce(&mut fixture, &[A], "come to the desk", "");
    assert!(!fixture.screen().contains("desk"), "{}", fixture.screen());
}

#[test]
fn an_announcement_does_not_wait_for_an_opening_that_is_covered() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::tie);
    assert!(fixture.state.shows()[0].cover().is_some());
    announce(&mut fixture, &[], "leave the hall", "");
    assert!(fixture.screen().contains("leave the hall"), "{}", fixture.screen());
    assert!(fixture.state.shows()[0].cover().is_some(), "the opening stays covered");
}

#[test]
fn no_size_is_too_odd_for_an_announcement() {
    let mut fixture = BoardFixture::dark(Lang::Ja, &["heat-1", "heat-2"], 80, 24);
    fixture.connect(0);
    fixture.connect(1);
    announce(&mut fixture, &[], "", &long_japanese());
    for (columns, lines) in [(1, 1), (50, 16), (61, 41), (121, 20), (120, 41), (300, 17), (200, 50)] {
        fixture.happen(Input::Resize { columns, lines });
        fixture.screen();
    }
}

#[test]
fn an_answer_to_all_stands_below_its_question_in_both_languages() {
    for (lang, asked, answered) in [
        (Lang::En, "» Question: How long is lunch?", "  Answer: An hour."),
        (Lang::Ja, "» 質問：How long is lunch?", "  回答：1時間です。"),
    ] {
        let mut fixture = BoardFixture::new(lang, 80, 24);
        let question = Question::new("How long is lunch?").unwrap();
        let text = Announcement::new("An hour.", "1時間です。").unwrap();
        let (team, number) = (A, QuestionNo::FIRST);
        fixture.play(0, |contest| {
            let ask = Act::AskQuestion { team, text: question.clone() };
            contest.give(Actor::Team(A), ask);
            contest.judge(Act::AnswerQuestion { team, question: number, replaces: None, text, to_all: true });
        });
        let screen = fixture.screen();
        let lines: Vec<&str> = screen.lines().skip(1).take(2).collect();
        assert_eq!(lines, [asked, answered], "{screen}");
    }
}

/// A board may be shown with the judge's token, whose feed has what is for some teams alone.
#[test]
fn what_a_team_asks_and_is_told_alone_is_nothing_for_the_hall() {
    let mut fixture = BoardFixture::new(Lang::En, 120, 40);
    let team = A;
    let before = fixture.screen();
    fixture.play(0, |contest| {
        let text = Question::new("May we rebuild row 3?").unwrap();
        contest.give(Actor::Team(team), Act::AskQuestion { team, text });
    });
    assert_eq!(fixture.screen(), before);
    fixture.play(0, |contest| {
        let text = Announcement::new("You may not.", "").unwrap();
        let (question, replaces, to_all) = (QuestionNo::FIRST, None, false);
        contest.judge(Act::AnswerQuestion { team, question, replaces, text, to_all });
        contest.give(Actor::Team(team), Act::MarkRead { team, through: MessageNo(1) });
    });
    assert_eq!(fixture.screen(), before);
}
