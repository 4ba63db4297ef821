//! The record of a contest in groups: the example in `tests/tournament`, and violations in changed copies.

use ishigaki_record::tournament::{EventViolationKind, complete};
use ishigaki_record::verify::Ending;
use ishigaki_rules::ranking::{Contender, Tally};
use ishigaki_rules::{TeamId, Tsuyama};
use ishigaki_tournament::{Act, Actor, GameResult, GroupContest, GroupGame, StageId};

use super::{Writer, check, found, no_byte_can_be_changed, re_signed};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tournament/ishigaki.jsonl");

fn contest(writer: &Writer) -> &GroupContest {
    writer.competition.groups().unwrap()
}

/// Few distinct figures, so that some teams are equal. Every fifth team is disqualified in the heats.
fn result(teams: &[TeamId], is_heat: bool) -> GameResult {
    let tally = |team: TeamId| Tally {
        empty: team.0 % 3,
        top_gaps: team.0 % 2,
        held: Tsuyama(100),
        used: 9,
        unused: 0,
    };
    let is_out = |team: TeamId| is_heat && team.0 % 5 == 4;
    let contender = |team: &TeamId| Contender { team: *team, tally: (!is_out(*team)).then(|| tally(*team)) };
    GameResult { contenders: teams.iter().map(contender).collect(), janken: Vec::new() }
}

/// Draws a stage, records the results of its games, holds its jankens and closes it.
fn play(writer: &mut Writer, stage: StageId) {
    writer.act(Actor::Organiser, Act::DrawGroups { stage, without_game: false });
    let open = contest(writer).games().filter(|(_, group)| group.is_open());
    let open: Vec<(GroupGame, Vec<TeamId>)> = open.map(|(game, group)| (game, group.teams.clone())).collect();
    for (at, (mut game, teams)) in open.into_iter().enumerate() {
        if stage == StageId(0) && at == 1 {
            let reason = "a stone was missing".to_owned();
            writer.act(Actor::Referee, Act::ReplaceGame { game, reason, counted: false });
            game.spare = true;
        }
        writer.act(Actor::Server, Act::CountGame { game, result: result(&teams, stage == StageId(0)) });
        if stage == StageId(0) && at == 2 {
            let reason = "a stone was turned over".to_owned();
            let result = result(&teams, false);
            writer.act(Actor::Referee, Act::OverruleGame { game, result, reason });
        }
    }
    while let Some(mut order) = contest(writer).janken_needed(stage).first().cloned() {
        order.reverse();
        writer.act(Actor::Desk, Act::EnterJanken { stage, order });
    }
    writer.act(Actor::Organiser, Act::CloseStage { stage });
}

/// A contest of 31 teams and a guest, from the roster to the declared ranking: two are absent, one stays away from the
/// repechage, a game is replaced by its spare, another is overruled, and the server is restarted once.
fn written() -> String {
    let heats = r#"{"name":"heats","roster":true,"target":6,"per_group":1,"best_rest":2,"game":[
        {"teams":5,"scenario":"five","spare":"five-spare"},{"teams":6,"scenario":"six","spare":"six-spare"},{"teams":7,"scenario":"seven","spare":"seven-spare"}]}"#;
    let rest = r#"{"name":"repechage","repechage":["heats"],"groups":2,"per_group":1},
        {"name":"final","advanced":["heats","repechage"],"groups":1,"per_group":0}"#;
    let plan = format!(
        r#"{{"name":"own","title":"石垣","lottery":[{{"name":"a","digits":11}},{{"name":"b","digits":3,"zeros":1}}],"stage":[{heats},{rest}]}}"#
    );
    let mut writer =
        Writer::start(&format!(r#"{{"plan":{plan},"guests":{{"final":["海外"]}},"hall":"広場"}}"#));
    let team = |line: u32| format!(r#"{{"id":"t{line:02}","name":"石工{line}"}}"#);
    let lines: Vec<String> = (1..=31).map(team).collect();
    writer.roster(&format!(r#"[{},{{"id":"海外","kana":"カイガイ"}}]"#, lines.join(",")));
    writer.commit();
    let (stage, team) = (StageId(0), TeamId(8));
    writer.act(Actor::Desk, Act::MarkTeamAttendance { stage, team, absent: true });
    let results = |last: &str| vec!["40719320586".to_owned(), last.to_owned()];
    writer.act(Actor::Organiser, Act::EnterDigits { results: results("747") });
    let reason = "two digits were swapped".to_owned();
    writer.act(Actor::Referee, Act::OverruleDigits { results: results("774"), reason });
    let (stage, team) = (StageId(0), TeamId(11));
    writer.act(Actor::Desk, Act::MarkTeamAttendance { stage, team, absent: true });
    play(&mut writer, stage);
    writer.take_up();
    writer.act(Actor::Referee, Act::Rule { text: "the repechage starts ten minutes late".into() });
    let (stage, team) = (StageId(1), contest(&writer).stage_roster(StageId(1))[3]);
    writer.act(Actor::Desk, Act::MarkTeamAttendance { stage, team, absent: true });
    play(&mut writer, stage);
    play(&mut writer, StageId(2));
    writer.act(Actor::Organiser, Act::Declare);
    complete(&writer.text).unwrap()
}

#[test]
fn group_example_matches_server_output() {
    let written = written();
    if std::env::var_os("ISHIGAKI_UPDATE_RECORDS").is_some() {
        std::fs::write(EXAMPLE, &written).unwrap();
    }
    assert!(std::fs::read_to_string(EXAMPLE).unwrap() == written, "{EXAMPLE} is another one");
    for fact in ["digits_overruled", "game_replaced", "game_overruled", "janken_entered", "stage_closed"] {
        assert!(written.contains(&format!(r#""fact":"{fact}""#)), "{fact}");
    }
    let report = check(&written).unwrap();
    assert_eq!((report.ending, report.epochs, report.stages, report.players), (Ending::Declared, 2, 3, 32));
    assert_eq!(report.ranking[0].0, 1);
}

#[test]
fn changed_byte_or_line_of_group_example_is_detected() {
    no_byte_can_be_changed(&written());
}

#[test]
fn signed_breaches_of_the_rules_of_groups_are_found() {
    let forged = |change: &dyn Fn(&str) -> String| re_signed(&written(), change);
    assert_eq!(forged(&|line| line.to_owned()), written());
    let refused = |from: &str, to: &str| {
        assert!(written().contains(from), "{from}");
        let (_, violation) = found(&forged(&|line| line.replacen(from, to, 1)));
        assert!(matches!(violation, EventViolationKind::Refused { .. }), "{from}: {violation}");
    };
    // Other digits than the drawn ones lead to other groups, which don't match these results.
    refused(r#""results":["40719320586""#, r#""results":["40719320587""#);
    refused(r#"{"fact":"stage_closed","stage":1}"#, r#"{"fact":"stage_closed","stage":2}"#);
    refused(r#"{"fact":"stage_closed","stage":1}"#, r#"{"fact":"leagues_made"}"#);
    refused(r#""by":"referee""#, r#""by":"desk""#);
    let (_, violation) = found(&forged(&|line| line.replace("石工9", "石工0")));
    assert!(matches!(violation, EventViolationKind::WrongCommitment { .. }), "{violation}");
}

#[test]
fn changed_advancement_in_result_is_detected() {
    let written = written();
    let last = written.lines().last().unwrap();
    let changed = written.replace(last, &last.replacen(r#""how":"ranked""#, r#""how":"absent""#, 1));
    assert_ne!(changed, written);
    let (line, violation) = found(&changed);
    assert_eq!(line, written.lines().count());
    assert!(matches!(violation, EventViolationKind::WrongResult { .. }), "{violation}");
}
