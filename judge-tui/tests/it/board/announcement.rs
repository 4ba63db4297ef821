//! Announcements on the board: to all, for a limited time, on every view.

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

fn pass(fixture: &mut BoardFixture, millis: u64) {
    fixture.play(0, |contest| contest.wait(millis));
    fixture.pass(millis);
}

#[test]
fn announcement_to_all_is_above_everything() {
    check("announced", |fixture| {
        fixture.play(0, Contest::seal);
        announce(fixture, &[], LONG_EN, &long_japanese());
        announce(fixture, &[], "To the stage, please.", "舞台へお集まりください。");
    });
}

#[test]
fn announcement_stays_two_minutes_and_the_newest_is_first() {
    let mut fixture = BoardFixture::small();
    announce(&mut fixture, &[], "first", "");
    pass(&mut fixture, 60_000);
    announce(&mut fixture, &[], "second", "");
    let screen = fixture.screen();
    let lines: Vec<&str> = screen.lines().skip(1).take(2).collect();
    assert_eq!(lines, ["» Announcement: second", "» Announcement: first"], "{screen}");
    pass(&mut fixture, 59_999);
    fixture.shows("first");
    let before = fixture.state.revision();
    fixture.pass(1);
    assert_ne!(fixture.state.revision(), before, "it is painted afresh when the first is gone");
    fixture.shows("second");
    fixture.hides("first");
    fixture.pass(60_000);
    fixture.hides("Announcement");
}

#[test]
fn announcement_to_some_teams_is_hidden_from_the_hall() {
    let mut fixture = BoardFixture::small();
    announce(&mut fixture, &[A], "come to the desk", "");
    fixture.hides("desk");
}

#[test]
fn announcement_shows_during_covered_opening() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::tie);
    assert!(fixture.state.shows()[0].cover().is_some());
    announce(&mut fixture, &[], "leave the hall", "");
    fixture.shows("leave the hall");
    assert!(fixture.state.shows()[0].cover().is_some(), "the opening stays covered");
}

#[test]
fn announcement_is_drawn_at_any_size() {
    let mut fixture = BoardFixture::disconnected(Lang::Ja, &["heat-1", "heat-2"], 80, 24);
    fixture.connect(0);
    fixture.connect(1);
    announce(&mut fixture, &[], "", &long_japanese());
    for (columns, lines) in [(1, 1), (50, 16), (61, 41), (121, 20), (120, 41), (300, 17), (200, 50)] {
        fixture.happen(Input::Resize { columns, lines });
        fixture.screen();
    }
}

#[test]
fn private_question_and_answer_leave_board_unchanged() {
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

#[test]
fn announced_time_stays_until_a_round_starts() {
    let mut fixture = BoardFixture::small();
    let next = |fixture: &BoardFixture| {
        let state: serde_json::Value = serde_json::from_str(&fixture.pages()).unwrap();
        state["games"][0]["next"].clone()
    };
    announce(&mut fixture, &[], "The canteen is open.", "食堂が開きました。");
    announce(&mut fixture, &[A], "Your table at 9:00.", "");
    assert!(next(&fixture).is_null());
    announce(&mut fixture, &[], "Lunch from 12:00 to 13:00.", "昼休みは12:00から13:00まで。");
    pass(&mut fixture, 600_000);
    let lunch = next(&fixture);
    assert_eq!(
        (&lunch["minutes"], &lunch["text"]["ja"]),
        (&780.into(), &"昼休みは12:00から13:00まで。".into())
    );
    announce(&mut fixture, &[], "", "１３：３０に再開します。");
    assert_eq!(next(&fixture)["minutes"], 810);
    fixture.play(0, |contest| contest.open(1));
    assert!(next(&fixture).is_null());
}
