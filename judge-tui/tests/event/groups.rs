//! A contest in groups on the screen: by keys from the draw to the ranking.

use ishigaki_proto::watch::Audience;
use ishigaki_screen::stage::{SIZES, is_kept};
use ishigaki_screen::terminal::Key;
use ishigaki_tournament::{Act, Actor, GroupPhase, StageId};
use ishigaki_words::Lang;
use judge_tui::event::{Dialog, Effect, LineTarget, Notice, Panel};

use crate::hall::Hall;

const SMALL: (u16, u16) = (80, 24);

/// Orders equal teams as they stand, while the screen asks for a janken.
fn order_equals(hall: &mut Hall) {
    while let GroupPhase::Playing { stage } = hall.contest().phase()
        && let Some(set) = hall.contest().janken_needed(stage).first().cloned()
    {
        hall.keys("n");
        hall.shows("janken");
        // Whoever has a place is offered at none below it.
        for _ in 0..set.len() {
            hall.keys("1");
            hall.press(Key::Tab);
        }
        hall.press(Key::Enter);
    }
}

#[test]
fn a_contest_goes_from_heats_to_its_ranking_by_keys_alone() {
    let mut hall = Hall::in_groups(Lang::En, SMALL, Audience::Organiser, 40);
    let mut stages = 0;
    while let GroupPhase::Reception { .. } = hall.contest().phase() {
        hall.keys("nY");
        assert_eq!(hall.state.panel(), Panel::Round);
        hall.keys("n");
        assert_eq!(hall.state.notice(), Some(&Notice::Nothing("tournament-games-first")));
        hall.count_games();
        order_equals(&mut hall);
        hall.keys("nY");
        stages += 1;
    }
    assert_eq!((stages, hall.contest().phase()), (4, GroupPhase::Over));
    hall.keys("nY");
    assert_eq!((hall.contest().phase(), hall.state.panel()), (GroupPhase::Declared, Panel::Ranking));
    hall.shows("Final ranking");
    hall.keys("3[[[");
    hall.shows("Stage 1 of 4: heats");
}

#[test]
fn the_question_before_a_draw_says_what_it_comes_to() {
    let mut hall = Hall::in_groups(Lang::En, SMALL, Audience::Organiser, 13);
    hall.keys("n");
    hall.shows("2 groups, of so many teams: 7, 6. Nobody is marked absent.");
    let mut hall = Hall::in_groups(Lang::Ja, SMALL, Audience::Organiser, 13);
    hall.keys("n");
    hall.shows("2グループ（チーム数：7、6）。");
}

#[test]
fn a_draw_that_cannot_be_made_is_told_before_anything_is_asked() {
    for (lang, says) in [(Lang::En, "This cannot be done now"), (Lang::Ja, "今はできません")] {
        let mut hall = Hall::in_groups(lang, SMALL, Audience::Organiser, 4);
        for team in 0..3 {
            let (stage, team) = (StageId::at(0), ishigaki_rules::TeamId(team));
            hall.ask(Actor::Desk, Act::MarkTeamAttendance { stage, team, absent: true });
        }
        hall.tick();
        hall.keys("n");
        hall.shows(says);
        hall.shows("TG1");
        assert_eq!((hall.state.dialog(), hall.effects.len()), (None, 0), "{}", hall.text());
    }
}

#[test]
fn nothing_of_a_form_is_cut_on_the_smallest_screen() {
    for lang in [Lang::En, Lang::Ja] {
        let mut hall = Hall::in_groups(lang, (50, 16), Audience::Referee, 13);
        let lotteries = hall.contest().plan().lotteries.clone();
        hall.keys("d");
        let mut seen = hall.text();
        for _ in 0..lotteries.len() {
            hall.press(Key::Down);
            seen += &hall.text();
        }
        let reason = "the digits of two of the lotteries were swapped as they were typed in a hurry";
        hall.keys(reason);
        // A text that is typed breaks anywhere.
        let typed: String = hall.text().chars().filter(char::is_ascii_alphabetic).collect();
        assert!(typed.contains(&reason.replace(' ', "")), "{}", hall.text());
        let names = lotteries.iter().flat_map(|lottery| lottery.name.split(' '));
        for word in names.chain(["407", "1932", "0586", "7741"]) {
            assert!(seen.contains(word), "{word} in {lang:?}:\n{seen}");
        }
    }
}

#[test]
fn only_the_deliberate_key_does_what_cannot_be_taken_back() {
    let mut hall = Hall::in_groups(Lang::En, SMALL, Audience::Organiser, 13);
    for keys in ["n\n", "y", " "] {
        hall.keys(keys);
        assert_eq!(hall.contest().phase(), GroupPhase::Reception { stage: StageId::at(0) }, "{keys:?}");
    }
    hall.shows("Y (with Shift) does it");
    hall.keys("Y");
    assert_eq!(hall.contest().phase(), GroupPhase::Playing { stage: StageId::at(0) });
    // Nor does a reason and Enter end the event.
    hall.keys("8Athe hall is flooded\n\n");
    assert_eq!(hall.contest().phase(), GroupPhase::Playing { stage: StageId::at(0) });
    hall.keys("Y");
    assert_eq!(hall.contest().phase(), GroupPhase::Abandoned);
}

/// Plays stages until one has equals whom a janken has to order.
fn play_to_a_janken(hall: &mut Hall) {
    while let GroupPhase::Reception { stage } = hall.contest().phase() {
        hall.ask(Actor::Organiser, Act::DrawGroups { stage });
        hall.count_games();
        if !hall.contest().janken_needed(stage).is_empty() {
            break;
        }
        hall.ask(Actor::Organiser, Act::CloseStage { stage });
        hall.tick();
    }
}

#[test]
fn a_team_that_has_its_place_is_not_offered_again() {
    let mut hall = Hall::in_groups(Lang::En, (80, 40), Audience::Desk, 13);
    play_to_a_janken(&mut hall);
    let GroupPhase::Playing { stage } = hall.contest().phase() else { panic!("{}", hall.text()) };
    let set = hall.contest().janken_needed(stage)[0].clone();
    let name = |at: usize| format!("P{:02}", set[at].index() + 1);
    hall.keys("n2");
    hall.press(Key::Tab);
    let offered =
        |hall: &Hall| hall.text().lines().filter(|line| line.contains('○') || line.contains('●')).count();
    assert_eq!(offered(&hall), set.len() - 1, "{}: {}", name(1), hall.text());
    hall.keys("1");
    // The first place after all: whoever had it takes the second one.
    hall.press(Key::BackTab);
    hall.keys("1");
    for _ in 2..set.len() {
        hall.press(Key::Tab);
    }
    let mut order = set.clone();
    if set.len() == 2 {
        hall.press(Key::Enter);
    } else {
        for place in 2..set.len() {
            hall.press(Key::Tab);
            hall.keys(&(set.len() - place).to_string());
        }
        order[2..].reverse();
        hall.press(Key::Enter);
    }
    assert_eq!(hall.contest().jankens(stage).last(), Some(&order), "{}", hall.text());
}

#[test]
fn the_referee_overrules_digits_until_groups_are_drawn_from_them() {
    for (lang, said, stands) in [
        (
            Lang::En,
            "Digits: 407 1932 0586 7741 was entered before",
            "What is drawn from the digits stands (TD8)",
        ),
        (Lang::Ja, "くじの結果：先に入力した407 1932 0586 7741は無効", "この数字による抽選は確定しています"),
    ] {
        let mut hall = Hall::in_groups(lang, SMALL, Audience::Referee, 13);
        hall.keys("d");
        hall.press(Key::Down);
        hall.press(Key::Down);
        hall.press(Key::Ctrl('u'));
        hall.keys("0568");
        hall.press(Key::Down);
        hall.press(Key::Down);
        hall.keys("swapped\n");
        assert_eq!(hall.contest().seed().as_deref(), Some("407193205687741"));
        hall.keys("8");
        hall.shows(said);
        hall.ask(Actor::Organiser, Act::DrawGroups { stage: StageId::at(0) });
        hall.keys("d");
        hall.shows(stands);
    }
    let mut hall = Hall::in_groups(Lang::En, SMALL, Audience::Organiser, 13);
    hall.keys("d");
    assert_eq!(hall.state.notice(), Some(&Notice::NotYours(Actor::Referee)));
}

#[test]
fn a_team_that_stays_away_is_noted_for_the_stage_that_comes() {
    let mut hall = Hall::in_groups(Lang::En, SMALL, Audience::Desk, 40);
    hall.keys("/Player 7\na");
    let Some(LineTarget::Team(team)) = hall.state.target() else { panic!("no team:\n{}", hall.text()) };
    assert!(hall.contest().is_absent(StageId::at(0), team));
    hall.press(Key::Esc);
    hall.shows("40 teams on the roster; in heats: 39 / 40, 1 absent (TD7)");
}

#[test]
fn keys_of_leagues_do_nothing_in_groups_and_say_so_and_the_other_way_round() {
    for keys in ["2", "4", "5", "6", "w", "s", "x", "f"] {
        let mut hall = Hall::in_groups(Lang::En, SMALL, Audience::Organiser, 13);
        hall.keys(keys);
        assert_eq!(hall.state.notice(), Some(&Notice::Nothing("tournament-in-leagues-only")), "{keys}");
        assert_eq!((hall.state.panel(), hall.state.dialog()), (Panel::Roster, None), "{keys}");
    }
    for keys in ["N", "g", "o", "J"] {
        let mut hall = Hall::drawn(Lang::En, SMALL, Audience::Organiser, 16);
        hall.keys(keys);
        assert_eq!(hall.state.notice(), Some(&Notice::Nothing("tournament-in-groups-only")), "{keys}");
    }
}

#[test]
fn the_help_and_the_tabs_have_what_a_contest_in_groups_has() {
    for lang in [Lang::En, Lang::Ja] {
        let mut hall = Hall::in_groups(lang, (200, 50), Audience::Referee, 13);
        for _ in 0..4 {
            hall.press(Key::Tab);
            assert!(!matches!(
                hall.state.panel(),
                Panel::Draw | Panel::Leagues | Panel::Standings | Panel::Bracket
            ));
        }
        assert_eq!(hall.state.panel(), Panel::Roster, "four panels, round and round");
        hall.keys("?");
        let text = hall.text();
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
    let mut hall = Hall::in_groups(Lang::En, SMALL, Audience::Organiser, 13);
    hall.keys("nY");
    for keys in ["N", "g", "o", "J", "8u"] {
        hall.keys(keys);
        assert_eq!(hall.state.dialog(), None, "{keys}");
        hall.shows("Only referee and chief judge may do this");
        hall.shows("referee.token");
        hall.keys("3");
    }
    let mut hall = Hall::in_groups(Lang::En, SMALL, Audience::Referee, 13);
    hall.keys("1a");
    hall.shows("Only desk and organiser may do this");
    hall.keys("n");
    hall.shows("Only the organiser may do this");
}

#[test]
fn the_desk_enters_a_janken_and_nothing_else_that_is_next() {
    let mut hall = Hall::in_groups(Lang::En, SMALL, Audience::Desk, 13);
    hall.keys("n");
    hall.shows("Only the organiser may do this");
    play_to_a_janken(&mut hall);
    order_equals(&mut hall);
    let GroupPhase::Playing { stage } = hall.contest().phase() else { panic!("{}", hall.text()) };
    assert!(!hall.contest().jankens(stage).is_empty(), "{}", hall.text());
}

#[test]
fn enter_shows_the_groups_game_with_what_is_missing() {
    for (lang, size) in [(Lang::En, (120, 40)), (Lang::Ja, SMALL)] {
        let mut hall = Hall::in_groups(lang, size, Audience::Organiser, 13);
        hall.press(Key::Enter);
        assert_eq!(hall.state.notice(), Some(&Notice::Nothing("tournament-no-games-yet")));
        hall.keys("nY1\n");
        assert_eq!(hall.state.notice(), Some(&Notice::Nothing("tournament-look-at-groups")));
        hall.keys("3\n");
        assert!(matches!(hall.state.dialog(), Some(Dialog::Game { .. })), "{}", hall.text());
        let open = hall.text();
        hall.count_games();
        let counted = hall.text();
        assert_ne!(open, counted, "the window goes on with the game");
        let name = |what| format!("{what}_{}_{}x{}", lang.code(), size.0, size.1);
        insta::assert_snapshot!(name("game_open"), open);
        insta::assert_snapshot!(name("game_counted"), counted);
        hall.press(Key::Esc);
        assert_eq!(hall.state.dialog(), None);
    }
}

#[test]
fn a_game_and_a_janken_are_overruled_with_a_reason() {
    let mut hall = Hall::in_groups(Lang::En, SMALL, Audience::Referee, 13);
    let stage = StageId::at(0);
    hall.ask(Actor::Organiser, Act::DrawGroups { stage });
    hall.count_games();
    let first = hall.contest().games().next().unwrap().1.teams[0];
    hall.keys("3o");
    hall.shows("0 0 5 9 0");
    hall.press(Key::Ctrl('u'));
    hall.keys("9,0");
    hall.press(Key::Enter);
    hall.shows("takes five figures");
    hall.press(Key::Ctrl('u'));
    hall.keys("out");
    for _ in 0..7 {
        hall.press(Key::Tab);
    }
    hall.keys("left the hall\n");
    let counted = hall.contest().games().next().unwrap().1.counted.clone().unwrap();
    let out = counted.result.contenders.iter().find(|contender| contender.team == first).unwrap();
    assert_eq!((out.tally, counted.ruling.as_deref()), (None, Some("left the hall")), "{}", hall.text());
    hall.keys("8");
    hall.shows("heats, group 1: another result holds by ruling (TV3): left the hall");
    hall.keys("3J");
    hall.shows("No janken was entered for this stage");
}

#[test]
fn a_line_without_a_team_says_so_and_the_cursor_stands_on_no_head() {
    let mut hall = Hall::in_groups(Lang::En, SMALL, Audience::Desk, 40);
    let is_first =
        |hall: &Hall| matches!(hall.state.target(), Some(LineTarget::Team(team)) if team.index() == 0);
    for key in [Key::Home, Key::Up, Key::PageUp] {
        hall.press(key);
        assert!(is_first(&hall), "{key}:\n{}", hall.text());
    }
    hall.shows("40 teams on the roster");
    hall.press(Key::PageDown);
    hall.press(Key::Home);
    assert!(is_first(&hall), "{}", hall.text());
    hall.keys("8a");
    assert_eq!(hall.state.notice(), Some(&Notice::Nothing("tournament-no-team-here")));
}

#[test]
fn what_is_printed_is_named_with_its_stage() {
    let mut hall = Hall::in_groups(Lang::En, (120, 40), Audience::Board, 13);
    hall.keys("p");
    assert_eq!(hall.state.notice(), Some(&Notice::Nothing("tournament-print-in-groups")));
    hall.keys("3p");
    assert_eq!(hall.state.notice(), Some(&Notice::Nothing("cli-event-nothing-to-print")));
    let stage = StageId::at(0);
    hall.ask(Actor::Organiser, Act::DrawGroups { stage });
    hall.tick();
    hall.keys("p");
    let Some(Effect::Print { file, .. }) = hall.effects.pop() else { panic!("{}", hall.text()) };
    hall.happen(judge_tui::event::Event::Printed { file, trouble: None });
    hall.shows("judge-tui event print groups --stage 1 --html --out meijin-groups-1.html");
}

#[test]
fn the_spare_takes_the_place_of_a_game_with_a_reason() {
    let mut hall = Hall::in_groups(Lang::En, SMALL, Audience::Referee, 12);
    let stage = StageId::at(0);
    let act = Act::DrawGroups { stage };
    hall.ask(Actor::Organiser, act);
    hall.keys("3N");
    hall.keys("the drawing was wrong\n");
    hall.shows("Sure? This cannot be taken back.");
    hall.keys("\ny");
    assert_eq!(hall.state.notice(), Some(&Notice::Deliberate));
    assert!(!hall.contest().games().next().unwrap().0.spare, "{}", hall.text());
    hall.press(Key::Esc);
    hall.keys(", by far\nY");
    assert!(hall.contest().games().next().unwrap().0.spare, "{}", hall.text());
    hall.shows("-spare");
}

#[test]
fn whoever_replaces_a_counted_game_is_told_that_its_result_is_given_up() {
    for (lang, says) in
        [(Lang::En, "The game of group 1 IS COUNTED"), (Lang::Ja, "グループ1の試合は【集計済み】です")]
    {
        let mut hall = Hall::in_groups(lang, SMALL, Audience::Referee, 12);
        let stage = StageId::at(0);
        hall.ask(Actor::Organiser, Act::DrawGroups { stage });
        hall.keys("3N");
        assert!(!hall.text().contains(says), "{}", hall.text());
        // The server counts it while the reason is typed.
        hall.keys("wrong");
        hall.count_games();
        hall.shows(says);
        hall.keys("\nY");
        let (game, group) = hall.contest().games().next().unwrap();
        assert!(game.spare && group.counted.is_none(), "{}", hall.text());
    }
}

#[test]
fn whole_screens_of_a_contest_in_groups() {
    for lang in [Lang::En, Lang::Ja] {
        for size in SIZES {
            let mut hall = Hall::in_groups(lang, size, Audience::Organiser, 13);
            hall.keys("nY");
            let drawn = hall.text();
            hall.count_games();
            hall.press(Key::Down);
            let counted = hall.text();
            if is_kept(lang, size) {
                let name = |what| format!("{what}_{}_{}x{}", lang.code(), size.0, size.1);
                insta::assert_snapshot!(name("groups_drawn"), drawn);
                insta::assert_snapshot!(name("groups_counted"), counted);
            }
        }
    }
}
