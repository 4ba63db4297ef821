//! The table of messages, of a game in which there are some.

use ishigaki_rules::{Act, Actor, Announcement, Command, MessageNo, Question, QuestionNo, Revision, decide};
use serde_json::json;

use super::*;

const RECORD: &str = include_str!("../../../record/tests/golden/small.jsonl");

#[test]
fn message_table_is_chronological_with_readers() {
    let mut game = Game::new(ishigaki_record::transcript::read(RECORD).unwrap().setup);
    let mut at = GameTime(0);
    let mut give = |by: Actor, act: Act| {
        at = GameTime(at.0 + 1_000);
        for event in decide(&game, &Command { at, by, act }).unwrap() {
            game.apply(&event);
        }
    };
    let text = |english: &str, japanese: &str| Announcement::new(english, japanese).unwrap();
    let team = TeamId(1);
    let answer = |replaces: Option<u32>, text: Announcement, to_all: bool| Act::AnswerQuestion {
        team,
        question: QuestionNo::FIRST,
        replaces: replaces.map(Revision),
        text,
        to_all,
    };
    let (teams, asked) = (vec![TeamId(0), team], None);
    give(Actor::Judge, Act::Announce { teams, text: text("to the desk", ""), asked, corrects: false });
    give(Actor::Team(team), Act::AskQuestion { team, text: Question::new("May we?").unwrap() });
    give(Actor::Judge, answer(None, text("No", ""), false));
    give(Actor::Judge, answer(Some(1), text("Yes", "はい"), false));
    give(Actor::Team(team), Act::MarkRead { team, through: MessageNo(3) });
    give(Actor::Judge, answer(Some(2), text("All may", ""), true));
    let code = |team: TeamId| game.setup().team(team).unwrap().code.clone();
    let (first, own) = (code(TeamId(0)), code(team));
    let table = Tables { game: &game, words: Words::new(Lang::En) }.messages();
    assert_eq!(
        table.json(),
        json!([
            { "at_ms": 1_000, "kind": "announcement", "team": null, "question": null, "to": format!("{first} {own}"),
              "asked": null, "english": "to the desk", "japanese": null, "read_by": own },
            { "at_ms": 2_000, "kind": "question", "team": own, "question": 1, "to": "judge",
              "asked": "May we?", "english": null, "japanese": null, "read_by": null },
            { "at_ms": 3_000, "kind": "answer", "team": own, "question": 1, "to": own,
              "asked": "May we?", "english": "No", "japanese": null, "read_by": "" },
            { "at_ms": 4_000, "kind": "answer", "team": own, "question": 1, "to": own,
              "asked": "May we?", "english": "Yes", "japanese": "はい", "read_by": "" },
            { "at_ms": 6_000, "kind": "announcement", "team": null, "question": null, "to": "all",
              "asked": "May we?", "english": "All may", "japanese": null, "read_by": "" },
            { "at_ms": 6_000, "kind": "answer", "team": own, "question": 1, "to": "all",
              "asked": "May we?", "english": "All may", "japanese": null, "read_by": "" },
        ])
    );
}
