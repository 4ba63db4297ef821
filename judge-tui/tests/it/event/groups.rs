//! A contest in groups on the screen: by keys from the draw to the ranking.

use ishigaki_proto::watch::Audience;
use ishigaki_screen::terminal::Key;
use ishigaki_tournament::{Act, Actor, GroupPhase, StageId};
use ishigaki_words::Lang;
use judge_tui::event::{Dialog, Effect, LineTarget, Notice, Panel};

use crate::event::fixture::EventScreenFixture;
use crate::event::screens::{check, check_small};

const SMALL: (u16, u16) = (80, 24);

fn order_equals(fixture: &mut EventScreenFixture) {
    while let GroupPhase::Playing { stage } = fixture.contest().phase()
        && let Some(set) = fixture.contest().janken_needed(stage).first().cloned()
    {
        fixture.keys("n");
        fixture.shows("janken");
        // A placed team is not offered at lower places.
        for _ in 0..set.len() {
            fixture.keys("1");
            fixture.press(Key::Tab);
        }
        fixture.press(Key::Enter);
    }
}

#[test]
fn keys_run_group_contest_from_heats_to_ranking() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Organiser, 40);
    let mut stages = 0;
    while let GroupPhase::Reception { .. } = fixture.contest().phase() {
        fixture.keys("nY");
        assert_eq!(fixture.state.panel(), Panel::Round);
        fixture.keys("n");
        assert_eq!(fixture.state.notice(), Some(&Notice::Nothing("tournament-games-first")));
        fixture.count_games();
        order_equals(&mut fixture);
        fixture.keys("nY");
        stages += 1;
    }
    assert_eq!((stages, fixture.contest().phase()), (4, GroupPhase::Over));
    fixture.keys("nY");
    assert_eq!((fixture.contest().phase(), fixture.state.panel()), (GroupPhase::Declared, Panel::Ranking));
    fixture.shows("Final ranking");
    fixture.keys("3[[[");
    fixture.shows("Stage 1 of 4: heats");
}

#[test]
fn impossible_draw_is_rejected_without_dialog() {
    for (lang, says) in [(Lang::En, "Not possible now"), (Lang::Ja, "今はできません")] {
        let mut fixture = EventScreenFixture::in_groups(lang, SMALL, Audience::Organiser, 4);
        for team in 0..3 {
            let (stage, team) = (StageId::at(0), ishigaki_rules::TeamId(team));
            fixture.ask(Actor::Desk, Act::MarkTeamAttendance { stage, team, absent: true });
        }
        fixture.tick();
        fixture.keys("n");
        fixture.shows(says);
        fixture.shows("TG1");
        assert_eq!((fixture.state.dialog(), fixture.effects.len()), (None, 0), "{}", fixture.text());
    }
}

#[test]
fn irreversible_act_needs_shift_y() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Organiser, 13);
    for keys in ["n\n", "y", " "] {
        fixture.keys(keys);
        assert_eq!(fixture.contest().phase(), GroupPhase::Reception { stage: StageId::at(0) }, "{keys:?}");
    }
    fixture.shows("This can't be undone:");
    fixture.keys("Y");
    assert_eq!(fixture.contest().phase(), GroupPhase::Playing { stage: StageId::at(0) });
    // A reason and Enter don't end the event either.
    fixture.keys("8Athe hall is flooded\n\n");
    assert_eq!(fixture.contest().phase(), GroupPhase::Playing { stage: StageId::at(0) });
    fixture.keys("Y");
    assert_eq!(fixture.contest().phase(), GroupPhase::Abandoned);
}

fn play_to_a_janken(fixture: &mut EventScreenFixture) {
    while let GroupPhase::Reception { stage } = fixture.contest().phase() {
        fixture.ask(Actor::Organiser, Act::DrawGroups { stage, without_game: false });
        fixture.count_games();
        if !fixture.contest().janken_needed(stage).is_empty() {
            break;
        }
        fixture.ask(Actor::Organiser, Act::CloseStage { stage });
        fixture.tick();
    }
}

#[test]
fn placed_team_is_not_offered_for_next_place() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, (80, 40), Audience::Desk, 13);
    play_to_a_janken(&mut fixture);
    let GroupPhase::Playing { stage } = fixture.contest().phase() else { panic!("{}", fixture.text()) };
    let set = fixture.contest().janken_needed(stage)[0].clone();
    let name = |at: usize| format!("P{:02}", set[at].index() + 1);
    fixture.keys("n2");
    fixture.press(Key::Tab);
    let offered = |fixture: &EventScreenFixture| {
        fixture.text().lines().filter(|line| line.contains('○') || line.contains('●')).count()
    };
    assert_eq!(offered(&fixture), set.len() - 1, "{}: {}", name(1), fixture.text());
    fixture.keys("1");
    // The first place is chosen again: the displaced team gets the second one.
    fixture.press(Key::BackTab);
    fixture.keys("1");
    for _ in 2..set.len() {
        fixture.press(Key::Tab);
    }
    let mut order = set.clone();
    if set.len() == 2 {
        fixture.press(Key::Enter);
    } else {
        for place in 2..set.len() {
            fixture.press(Key::Tab);
            fixture.keys(&(set.len() - place).to_string());
        }
        order[2..].reverse();
        fixture.press(Key::Enter);
    }
    assert_eq!(fixture.contest().jankens(stage).last(), Some(&order), "{}", fixture.text());
}

#[test]
fn referee_overrules_digits_until_groups_are_drawn() {
    for (lang, said, stands) in [
        (Lang::En, "the earlier results 407 1932 0586 7741", "These digits have been used (TD8). To draw"),
        (Lang::Ja, "先に入力した407 1932", "この数字による抽選は確定しています"),
    ] {
        let mut fixture = EventScreenFixture::in_groups(lang, SMALL, Audience::Referee, 13);
        fixture.keys("d");
        fixture.press(Key::Down);
        fixture.press(Key::Down);
        fixture.press(Key::Ctrl('u'));
        fixture.keys("0568");
        fixture.press(Key::Down);
        fixture.press(Key::Down);
        fixture.keys("swapped\nY");
        assert_eq!(fixture.contest().seed().as_deref(), Some("407193205687741"));
        fixture.keys("8");
        fixture.shows(said);
        fixture.ask(Actor::Organiser, Act::DrawGroups { stage: StageId::at(0), without_game: false });
        fixture.keys("d");
        fixture.shows(stands);
    }
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Organiser, 13);
    fixture.keys("d");
    assert_eq!(fixture.state.notice(), Some(&Notice::NotYours(Actor::Referee)));
}

#[test]
fn absent_team_is_marked_for_next_stage() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Desk, 40);
    fixture.keys("/Player 7\na");
    let Some(LineTarget::Team(team)) = fixture.state.target() else { panic!("no team:\n{}", fixture.text()) };
    assert!(fixture.contest().is_absent(StageId::at(0), team));
    fixture.press(Key::Esc);
    fixture.shows("40 teams on the roster; in heats: 39 / 40, 1 absent (TD7)");
}

#[test]
fn keys_of_leagues_are_refused_in_groups_and_vice_versa() {
    for keys in ["2", "4", "5", "6", "w", "s", "x", "f"] {
        let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Organiser, 13);
        fixture.keys(keys);
        assert_eq!(fixture.state.notice(), Some(&Notice::Nothing("tournament-in-leagues-only")), "{keys}");
        assert_eq!((fixture.state.panel(), fixture.state.dialog()), (Panel::Roster, None), "{keys}");
    }
    for keys in ["N", "o", "J"] {
        let mut fixture = EventScreenFixture::drawn(Lang::En, SMALL, Audience::Organiser, 16);
        fixture.keys(keys);
        assert_eq!(fixture.state.notice(), Some(&Notice::Nothing("tournament-in-groups-only")), "{keys}");
    }
}

#[test]
fn act_of_another_role_is_refused_before_typing() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Organiser, 13);
    fixture.keys("nY");
    for keys in ["N", "o", "J", "8u"] {
        fixture.keys(keys);
        assert_eq!(fixture.state.dialog(), None, "{keys}");
        fixture.shows("Permission denied: this needs a screen with");
        fixture.shows("referee.token");
        fixture.keys("3");
    }
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Referee, 13);
    fixture.keys("1a");
    fixture.shows("Permission denied: this needs a screen");
    fixture.keys("n");
    fixture.shows("Permission denied: this needs a");
}

#[test]
fn desk_may_enter_janken_but_not_draw_groups() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Desk, 13);
    fixture.keys("n");
    fixture.shows("Permission denied: this needs a");
    play_to_a_janken(&mut fixture);
    order_equals(&mut fixture);
    let GroupPhase::Playing { stage } = fixture.contest().phase() else { panic!("{}", fixture.text()) };
    assert!(!fixture.contest().jankens(stage).is_empty(), "{}", fixture.text());
}

#[test]
fn enter_opens_game_of_selected_group() {
    for (lang, size) in [(Lang::En, (120, 40)), (Lang::Ja, SMALL)] {
        let mut fixture = EventScreenFixture::in_groups(lang, size, Audience::Organiser, 13);
        fixture.press(Key::Enter);
        assert_eq!(fixture.state.notice(), Some(&Notice::Nothing("tournament-no-games-yet")));
        fixture.keys("nY1\n");
        assert_eq!(fixture.state.notice(), Some(&Notice::Nothing("tournament-look-at-groups")));
        fixture.keys("3\n");
        assert!(matches!(fixture.state.dialog(), Some(Dialog::Game { .. })), "{}", fixture.text());
        let open = fixture.text();
        fixture.count_games();
        let counted = fixture.text();
        assert_ne!(open, counted, "the window goes on with the game");
        fixture.press(Key::Esc);
        assert_eq!(fixture.state.dialog(), None);
    }
    let opened = |lang, size| {
        let mut fixture = EventScreenFixture::in_groups(lang, size, Audience::Organiser, 13);
        fixture.keys("nY3\n");
        fixture
    };
    check_small("game_open", opened);
    check("game_counted", |lang, size| {
        let mut fixture = opened(lang, size);
        fixture.count_games();
        fixture
    });
}

#[test]
fn game_result_is_overruled_with_reason() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Referee, 13);
    let stage = StageId::at(0);
    fixture.ask(Actor::Organiser, Act::DrawGroups { stage, without_game: false });
    fixture.count_games();
    let first = fixture.contest().games().next().unwrap().1.teams[0];
    fixture.keys("3o");
    fixture.shows("0 0 5 9 0");
    fixture.press(Key::Ctrl('u'));
    fixture.keys("9,0");
    fixture.press(Key::Enter);
    fixture.shows("needs five figures");
    fixture.press(Key::Ctrl('u'));
    fixture.keys("out");
    for _ in 0..7 {
        fixture.press(Key::Tab);
    }
    fixture.keys("left the hall\n");
    fixture.shows("Make this ruling?");
    fixture.keys("Y");
    let counted = fixture.contest().games().next().unwrap().1.counted.clone().unwrap();
    let out = counted.result.contenders.iter().find(|contender| contender.team == first).unwrap();
    assert_eq!((out.tally, counted.ruling.as_deref()), (None, Some("left the hall")), "{}", fixture.text());
    let game =
        ishigaki_tournament::GroupGame { stage, group: ishigaki_tournament::GroupId::at(1), spare: false };
    fixture.ask(Actor::Referee, Act::ReplaceGame { game, reason: "a wrong drawing".into(), counted: true });
    fixture.keys("8");
    fixture.shows("Ruling: the result of group 1, stage heats, is replaced. Reason: left the hall");
    fixture.shows("The game of group 2, stage heats, is replaced by its spare. Reason:");
    fixture.keys("/LEFT THE\n");
    fixture.shows("Reason: left the hall");
    fixture.hides("by its spare");
    fixture.press(Key::Esc);
    fixture.keys("3J");
    fixture.shows("No janken was entered for this stage");
}

#[test]
fn printout_is_named_with_its_stage() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, (120, 40), Audience::Board, 13);
    fixture.keys("p");
    assert_eq!(fixture.state.notice(), Some(&Notice::Nothing("tournament-print-in-groups")));
    fixture.keys("3p");
    assert_eq!(fixture.state.notice(), Some(&Notice::Nothing("cli-event-nothing-to-print")));
    let stage = StageId::at(0);
    fixture.ask(Actor::Organiser, Act::DrawGroups { stage, without_game: false });
    fixture.tick();
    fixture.keys("p");
    let Some(Effect::Print { file, .. }) = fixture.effects.pop() else { panic!("{}", fixture.text()) };
    fixture.happen(judge_tui::event::Event::Printed { file, trouble: None });
    fixture.shows("judge-tui event print groups --stage 1 --html --out meijin-groups-1.html");
}

#[test]
fn spare_replaces_game_after_reason_and_shift_y() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Referee, 12);
    let stage = StageId::at(0);
    let act = Act::DrawGroups { stage, without_game: false };
    fixture.ask(Actor::Organiser, act);
    fixture.keys("3N");
    fixture.keys("the drawing was wrong\n");
    fixture.shows("Are you sure? This can't be undone.");
    fixture.keys("\ny");
    assert_eq!(fixture.state.notice(), Some(&Notice::Deliberate));
    assert!(!fixture.contest().games().next().unwrap().0.spare, "{}", fixture.text());
    fixture.press(Key::Esc);
    fixture.keys(", by far\nY");
    assert!(fixture.contest().games().next().unwrap().0.spare, "{}", fixture.text());
    fixture.shows("-spare");
}

#[test]
fn replacing_counted_game_warns_that_result_is_lost() {
    for (lang, says) in
        [(Lang::En, "Replace group 1's game?"), (Lang::Ja, "グループ1の試合は【集計済み】です")]
    {
        let mut fixture = EventScreenFixture::in_groups(lang, SMALL, Audience::Referee, 12);
        let stage = StageId::at(0);
        fixture.ask(Actor::Organiser, Act::DrawGroups { stage, without_game: false });
        fixture.keys("3N");
        fixture.hides(says);
        // The server counts it while the reason is typed.
        fixture.keys("wrong");
        fixture.count_games();
        fixture.shows(says);
        fixture.keys("\nY");
        let (game, group) = fixture.contest().games().next().unwrap();
        assert!(game.spare && group.counted.is_none(), "{}", fixture.text());
    }
}

#[test]
fn whole_screens_of_a_contest_in_groups() {
    let drawn = |lang, size| {
        let mut fixture = EventScreenFixture::in_groups(lang, size, Audience::Organiser, 13);
        fixture.keys("nY");
        fixture
    };
    check("groups_drawn", drawn);
    check("groups_counted", |lang, size| {
        let mut fixture = drawn(lang, size);
        fixture.count_games();
        fixture.press(Key::Down);
        fixture
    });
}

#[test]
fn dialog_closes_when_event_changes() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Organiser, 13);
    fixture.keys("n");
    assert!(fixture.state.dialog().is_some());
    let (stage, team) = (StageId::at(0), ishigaki_rules::TeamId(2));
    fixture.ask(Actor::Desk, Act::MarkTeamAttendance { stage, team, absent: true });
    assert_eq!(fixture.state.notice(), Some(&Notice::Nothing("tournament-changed")));
    fixture.keys("Y");
    assert_eq!((fixture.state.dialog(), fixture.effects.len()), (None, 0), "{}", fixture.text());
}
