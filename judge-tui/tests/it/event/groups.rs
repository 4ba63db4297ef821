//! A contest in groups on the screen: by keys from the draw to the ranking.

use ishigaki_proto::watch::Audience;
use ishigaki_screen::terminal::Key;
use ishigaki_tournament::{Act, Actor, GroupPhase, StageId};
use ishigaki_words::Lang;
use judge_tui::event::{Dialog, Effect, LineTarget, Notice, Panel};

use crate::event::fixture::EventScreenFixture;
use crate::event::screens::look;

const SMALL: (u16, u16) = (80, 24);

/// Orders equal teams as they stand, while the screen asks for a janken.
fn order_equals(fixture: &mut EventScreenFixture) {
    while let GroupPhase::Playing { stage } = fixture.contest().phase()
        && let Some(set) = fixture.contest().janken_needed(stage).first().cloned()
    {
        fixture.keys("n");
        fixture.shows("janken");
        // Whoever has a place is offered at none below it.
        for _ in 0..set.len() {
            fixture.keys("1");
            fixture.press(Key::Tab);
        }
        fixture.press(Key::Enter);
    }
}

#[test]
fn a_contest_goes_from_heats_to_its_ranking_by_keys_alone() {
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
fn the_question_before_a_draw_says_what_it_comes_to() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Organiser, 13);
    fixture.keys("n");
    fixture.shows("2 groups, of so many teams: 7, 6. Nobody is marked absent.");
    let mut fixture = EventScreenFixture::in_groups(Lang::Ja, SMALL, Audience::Organiser, 13);
    fixture.keys("n");
    fixture.shows("2グループ（チーム数：7、6）。");
}

#[test]
fn a_draw_that_cannot_be_made_is_told_before_anything_is_asked() {
    for (lang, says) in [(Lang::En, "This cannot be done now"), (Lang::Ja, "今はできません")] {
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
fn nothing_of_a_form_is_cut_on_the_smallest_screen() {
    for lang in [Lang::En, Lang::Ja] {
        let mut fixture = EventScreenFixture::in_groups(lang, (50, 16), Audience::Referee, 13);
        let lotteries = fixture.contest().plan().lotteries.clone();
        fixture.keys("d");
        let mut seen = fixture.text();
        for _ in 0..lotteries.len() {
            fixture.press(Key::Down);
            seen += &fixture.text();
        }
        let reason = "the digits of two of the lotteries were swapped as they were typed in a hurry";
        fixture.keys(reason);
        // A text that is typed breaks anywhere.
        let typed: String = fixture.text().chars().filter(char::is_ascii_alphabetic).collect();
        assert!(typed.contains(&reason.replace(' ', "")), "{}", fixture.text());
        let names = lotteries.iter().flat_map(|lottery| lottery.name.split(' '));
        for word in names.chain(["407", "1932", "0586", "7741"]) {
            assert!(seen.contains(word), "{word} in {lang:?}:\n{seen}");
        }
    }
}

#[test]
fn only_the_deliberate_key_does_what_cannot_be_taken_back() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Organiser, 13);
    for keys in ["n\n", "y", " "] {
        fixture.keys(keys);
        assert_eq!(fixture.contest().phase(), GroupPhase::Reception { stage: StageId::at(0) }, "{keys:?}");
    }
    fixture.shows("Y (with Shift) does it");
    fixture.keys("Y");
    assert_eq!(fixture.contest().phase(), GroupPhase::Playing { stage: StageId::at(0) });
    // Nor does a reason and Enter end the event.
    fixture.keys("8Athe hall is flooded\n\n");
    assert_eq!(fixture.contest().phase(), GroupPhase::Playing { stage: StageId::at(0) });
    fixture.keys("Y");
    assert_eq!(fixture.contest().phase(), GroupPhase::Abandoned);
}

/// Plays stages until one has equals whom a janken has to order.
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
fn a_team_that_has_its_place_is_not_offered_again() {
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
    // The first place after all: whoever had it takes the second one.
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
fn the_referee_overrules_digits_until_groups_are_drawn_from_them() {
    for (lang, said, stands) in [
        (Lang::En, "407 1932 0586 7741 was entered before", "What is drawn from the digits stands (TD8)"),
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
        fixture.keys("swapped\n");
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
fn a_team_that_stays_away_is_noted_for_the_stage_that_comes() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Desk, 40);
    fixture.keys("/Player 7\na");
    let Some(LineTarget::Team(team)) = fixture.state.target() else { panic!("no team:\n{}", fixture.text()) };
    assert!(fixture.contest().is_absent(StageId::at(0), team));
    fixture.press(Key::Esc);
    fixture.shows("40 teams on the roster; in heats: 39 / 40, 1 absent (TD7)");
}

#[test]
fn keys_of_leagues_do_nothing_in_groups_and_say_so_and_the_other_way_round() {
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
fn the_help_and_the_tabs_have_what_a_contest_in_groups_has() {
    for lang in [Lang::En, Lang::Ja] {
        let mut fixture = EventScreenFixture::in_groups(lang, (200, 50), Audience::Referee, 13);
        for _ in 0..4 {
            fixture.press(Key::Tab);
            assert!(!matches!(
                fixture.state.panel(),
                Panel::Draw | Panel::Leagues | Panel::Standings | Panel::Bracket
            ));
        }
        assert_eq!(fixture.state.panel(), Panel::Roster, "four panels, round and round");
        fixture.keys("?");
        let text = fixture.text();
        let foreign = match lang {
            Lang::En => ["withdraw", "leagues", "round before", "why this pairing", "name a first"],
            Lang::Ja => ["途中棄権", "リーグ", "回戦", "組み合わせの理由", "1位の指名"],
        };
        for word in foreign {
            assert!(!text.contains(word), "{word}:\n{text}");
        }
    }
}

#[test]
fn what_is_somebody_elses_office_is_said_before_anything_is_typed() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Organiser, 13);
    fixture.keys("nY");
    for keys in ["N", "o", "J", "8u"] {
        fixture.keys(keys);
        assert_eq!(fixture.state.dialog(), None, "{keys}");
        fixture.shows("Only referee and chief judge may do this");
        fixture.shows("referee.token");
        fixture.keys("3");
    }
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Referee, 13);
    fixture.keys("1a");
    fixture.shows("Only desk and organiser may do this");
    fixture.keys("n");
    fixture.shows("Only the organiser may do this");
}

#[test]
fn the_desk_enters_a_janken_and_nothing_else_that_is_next() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Desk, 13);
    fixture.keys("n");
    fixture.shows("Only the organiser may do this");
    play_to_a_janken(&mut fixture);
    order_equals(&mut fixture);
    let GroupPhase::Playing { stage } = fixture.contest().phase() else { panic!("{}", fixture.text()) };
    assert!(!fixture.contest().jankens(stage).is_empty(), "{}", fixture.text());
}

#[test]
fn enter_shows_the_groups_game_with_what_is_missing() {
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
    look("game_open", opened);
    look("game_counted", |lang, size| {
        let mut fixture = opened(lang, size);
        fixture.count_games();
        fixture
    });
}

#[test]
fn a_game_and_a_janken_are_overruled_with_a_reason() {
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
    fixture.shows("takes five figures");
    fixture.press(Key::Ctrl('u'));
    fixture.keys("out");
    for _ in 0..7 {
        fixture.press(Key::Tab);
    }
    fixture.keys("left the hall\n");
    let counted = fixture.contest().games().next().unwrap().1.counted.clone().unwrap();
    let out = counted.result.contenders.iter().find(|contender| contender.team == first).unwrap();
    assert_eq!((out.tally, counted.ruling.as_deref()), (None, Some("left the hall")), "{}", fixture.text());
    let game =
        ishigaki_tournament::GroupGame { stage, group: ishigaki_tournament::GroupId::at(1), spare: false };
    fixture.ask(Actor::Referee, Act::ReplaceGame { game, reason: "a wrong drawing".into() });
    fixture.keys("8");
    fixture.shows("Ruling: another result holds of group 1, stage heats. Reason: left the hall");
    fixture.shows("The game of group 2, stage heats, is replaced by its spare. Reason:");
    fixture.keys("/LEFT THE\n");
    fixture.shows("Reason: left the hall");
    assert!(!fixture.text().contains("by its spare"), "{}", fixture.text());
    fixture.press(Key::Esc);
    fixture.keys("3J");
    fixture.shows("No janken was entered for this stage");
}

#[test]
fn a_line_without_a_team_says_so_and_the_cursor_stands_on_no_head() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Desk, 40);
    let is_first = |fixture: &EventScreenFixture| matches!(fixture.state.target(), Some(LineTarget::Team(team)) if team.index() == 0);
    for key in [Key::Home, Key::Up, Key::PageUp] {
        fixture.press(key);
        assert!(is_first(&fixture), "{key}:\n{}", fixture.text());
    }
    fixture.shows("40 teams on the roster");
    fixture.press(Key::PageDown);
    fixture.press(Key::Home);
    assert!(is_first(&fixture), "{}", fixture.text());
    fixture.keys("8a");
    assert_eq!(fixture.state.notice(), Some(&Notice::Nothing("tournament-no-team-here")));
}

#[test]
fn what_is_printed_is_named_with_its_stage() {
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
fn the_spare_takes_the_place_of_a_game_with_a_reason() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Referee, 12);
    let stage = StageId::at(0);
    let act = Act::DrawGroups { stage, without_game: false };
    fixture.ask(Actor::Organiser, act);
    fixture.keys("3N");
    fixture.keys("the drawing was wrong\n");
    fixture.shows("Sure? This cannot be taken back.");
    fixture.keys("\ny");
    assert_eq!(fixture.state.notice(), Some(&Notice::Deliberate));
    assert!(!fixture.contest().games().next().unwrap().0.spare, "{}", fixture.text());
    fixture.press(Key::Esc);
    fixture.keys(", by far\nY");
    assert!(fixture.contest().games().next().unwrap().0.spare, "{}", fixture.text());
    fixture.shows("-spare");
}

#[test]
fn whoever_replaces_a_counted_game_is_told_that_its_result_is_given_up() {
    for (lang, says) in
        [(Lang::En, "The game of group 1 IS COUNTED"), (Lang::Ja, "グループ1の試合は【集計済み】です")]
    {
        let mut fixture = EventScreenFixture::in_groups(lang, SMALL, Audience::Referee, 12);
        let stage = StageId::at(0);
        fixture.ask(Actor::Organiser, Act::DrawGroups { stage, without_game: false });
        fixture.keys("3N");
        assert!(!fixture.text().contains(says), "{}", fixture.text());
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
    look("groups_drawn", drawn);
    look("groups_counted", |lang, size| {
        let mut fixture = drawn(lang, size);
        fixture.count_games();
        fixture.press(Key::Down);
        fixture
    });
}

#[test]
fn a_question_closes_when_the_event_changes() {
    let mut fixture = EventScreenFixture::in_groups(Lang::En, SMALL, Audience::Organiser, 13);
    fixture.keys("n");
    assert!(fixture.state.dialog().is_some());
    let (stage, team) = (StageId::at(0), ishigaki_rules::TeamId(2));
    fixture.ask(Actor::Desk, Act::MarkTeamAttendance { stage, team, absent: true });
    assert_eq!(fixture.state.notice(), Some(&Notice::Nothing("tournament-changed")));
    fixture.keys("Y");
    assert_eq!((fixture.state.dialog(), fixture.effects.len()), (None, 0), "{}", fixture.text());
}
