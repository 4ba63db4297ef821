//! What has no room: prices stay, names are shortened and stay different, and what is cut off says so and scrolls.

use ishigaki_rules::{Act, Frame, LotId, LotSpec, Setup, Shape, TeamId, TeamSpec, Tsuyama};
use ishigaki_words::{Lang, columns};
use judge_tui::Key;

use crate::console::fixture::{B, C, ConsoleFixture, setup};

/// Names that differ only where a plain cut would take it off.
fn alike(at: usize) -> String {
    match at % 3 {
        0 => format!("津山工業高等専門学校チーム{at}"),
        1 => format!("Tsuyama College of Technology, team {at}"),
        _ => format!("Team {at} of the Tsuyama College of Technology"),
    }
}

/// A game of so many teams and lots, on a frame as large as those of a contest.
#[expect(clippy::unwrap_used, reason = "a set-up that cannot be made is a failed test")]
fn crowd(teams: usize, lots: usize) -> Setup {
    let small = setup();
    let lot = |at: usize| LotSpec {
        code: format!("L{at}"),
        shape: Shape::new(Frame::parse(&["##"]).unwrap().cells()).unwrap(),
        min_price: Tsuyama(1),
        copies: 1,
    };
    Setup {
        frame: Frame::parse(&["##################"; 14]).unwrap(),
        lots: (1..=lots).map(lot).collect(),
        teams: (1..=teams).map(|at| TeamSpec { code: format!("t{at}"), name: alike(at) }).collect(),
        ..small
    }
}

fn crowded(teams: usize, lots: usize, lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::before(crowd(teams, lots), lang, columns, lines);
    fixture.connect();
    fixture
}

/// A round in which each team has bid for two lots, and won them.
fn auction(fixture: &mut ConsoleFixture, teams: u32) {
    fixture.open(1);
    for team in 0..teams {
        let at = u64::from(team);
        fixture.bids(TeamId(team), &[(LotId(team * 2), 300 + at), (LotId(team * 2 + 1), 100 + at)]);
    }
    fixture.wait(90_000);
}

/// The lines of the frame with this in its title, without the frame.
fn panel(screen: &str, title: &str) -> Vec<String> {
    let lines: Vec<&str> = screen.lines().collect();
    let top =
        lines.iter().position(|line| line.contains(title)).unwrap_or_else(|| panic!("{title}:\n{screen}"));
    lines[top + 1..].iter().take_while(|line| !line.contains('└')).map(|line| (*line).to_owned()).collect()
}

#[test]
fn prices_stay_where_names_are_long_and_the_names_stay_different() {
    let mut fixture = crowded(8, 16, Lang::En, 80, 24);
    auction(&mut fixture, 8);
    let screen = fixture.screen();
    let rows = panel(&screen, "1 Lots");
    assert!(rows.iter().any(|row| row.contains("300 ")), "{screen}");
    let mut names: Vec<String> = Vec::new();
    for row in rows.iter().filter(|row| row.contains("? L")) {
        let row = row.trim_end_matches(['│', ' ']);
        let (_, result) = row.rsplit_once("  ").unwrap_or(("", row));
        let (price, name) = result.split_once(' ').unwrap_or_else(|| panic!("{row}"));
        assert!(price.parse::<u64>().is_ok(), "the price comes first: {row}");
        names.push(name.to_owned());
    }
    names.sort_unstable();
    names.dedup();
    assert!(names.len() >= 3, "{names:?}");
}

#[test]
fn nine_teams_stand_in_the_standings_of_a_small_screen_and_the_selected_one_says_why() {
    for lang in Lang::ALL {
        let mut fixture = crowded(9, 18, lang, 80, 24);
        auction(&mut fixture, 9);
        fixture.confirm_all();
        fixture.keys("4");
        let screen = fixture.screen();
        let rows = panel(&screen, "4 ");
        let of_team = |row: &&String| row.contains("1,060") || row.contains("65") || row.contains('…');
        assert!(rows.iter().filter(of_team).count() >= 9, "{screen}");
        assert_eq!(rows.iter().filter(|row| row.contains('↓')).count(), 1, "of the selected team:\n{screen}");
        fixture.keys("j");
        assert_ne!(fixture.screen(), screen);
    }
}

#[test]
fn sixteen_teams_scroll_and_the_list_ends_where_it_ends() {
    let mut fixture = crowded(16, 32, Lang::En, 80, 24);
    auction(&mut fixture, 16);
    fixture.confirm_all();
    fixture.keys("4");
    assert!(fixture.screen().contains(" / 17 "), "it says that there is more:\n{}", fixture.screen());
    fixture.key(Key::End);
    let end = fixture.screen();
    assert!(end.contains("-17 / 17 ") || end.contains("-16 / 16 "), "{end}");
    let rows = panel(&end, "4 Standings");
    assert!(!rows.iter().any(|row| row.trim_matches(['│', ' ']).is_empty()), "no line lies blank:\n{end}");
    fixture.keys("jjjj");
    fixture.keys("k");
    assert_ne!(fixture.screen(), end, "no key goes where nothing more is to be seen");
}

#[test]
fn opened_lists_scroll_line_by_line_to_their_end_and_no_further() {
    let mut fixture = crowded(9, 18, Lang::En, 80, 24);
    auction(&mut fixture, 9);
    fixture.keys("2");
    let start = fixture.screen();
    assert!(start.contains(" 1-14 / 33 ") && start.contains('›'), "{start}");
    fixture.key(Key::End);
    let end = fixture.screen();
    let rows = panel(&end, "2 Lists");
    assert!(rows.last().is_some_and(|row| row.contains("won at 108")), "{end}");
    assert!(!rows.iter().any(|row| row.trim_matches(['│', ' ']).is_empty()), "no line lies blank:\n{end}");
    fixture.keys("jjj");
    assert_eq!(fixture.screen(), end);
    fixture.keys("k");
    assert_ne!(fixture.screen(), end, "it was at the last line, not beyond it");
}

#[test]
fn the_log_stops_at_its_first_event() {
    let mut fixture = crowded(9, 18, Lang::En, 80, 18);
    auction(&mut fixture, 9);
    fixture.keys("5");
    assert!(fixture.screen().contains(" / 11 "), "it says that there is more:\n{}", fixture.screen());
    fixture.key(Key::Home);
    let start = fixture.screen();
    let rows = panel(&start, "5 Log");
    assert!(rows[0].contains("Round 1 has started"), "{start}");
    assert!(!rows.iter().any(|row| row.trim_matches(['│', ' ']).is_empty()), "no line lies blank:\n{start}");
}

#[test]
fn eight_walls_that_have_no_room_say_which_are_shown() {
    let mut fixture = crowded(8, 16, Lang::En, 80, 24);
    fixture.keys("3");
    let screen = fixture.screen();
    assert!(screen.contains(" 1-3 / 8 "), "{screen}");
    for _ in 0..7 {
        fixture.keys("j");
    }
    let last = fixture.screen();
    assert!(last.contains(" 7-8 / 8 "), "{last}");
}

#[test]
fn a_lot_that_many_named_says_how_many_lines_are_left_out() {
    let mut fixture = crowded(9, 2, Lang::En, 80, 24);
    fixture.open(1);
    for team in 0..9 {
        fixture.bids(TeamId(team), &[(LotId(0), 300 + u64::from(team)), (LotId(1), 5)]);
    }
    fixture.wait(90_000);
    let screen = fixture.screen();
    assert!(screen.contains(" more: w"), "{screen}");
}

#[test]
fn a_choice_of_sixteen_teams_keeps_the_selected_one_and_its_keys_in_sight() {
    let mut fixture = crowded(16, 2, Lang::En, 60, 16);
    fixture.open(1);
    fixture.keys("D");
    for _ in 0..12 {
        fixture.keys("j");
    }
    let screen = fixture.screen();
    assert!(screen.contains("› ") && screen.contains("this one") && screen.contains(" / "), "{screen}");
}

#[test]
fn the_help_leaves_clock_and_next_act_in_sight_and_stands_in_columns() {
    for (columns, lines) in [(80, 24), (120, 40), (200, 50)] {
        let mut fixture = ConsoleFixture::new(Lang::En, columns, lines);
        fixture.open(1);
        fixture.keys("?");
        let screen = fixture.screen();
        assert!(screen.contains("▶ Wait for lists") && screen.contains("1:30 ━"), "{screen}");
        let heading = |line: &&str| line.contains("Rounds") && line.contains("In the list of games");
        assert!(columns < 170 || !screen.lines().any(|line| heading(&line)), "{screen}");
        fixture.key(Key::End);
        let end = fixture.screen();
        fixture.keys("jj");
        assert_eq!(fixture.screen(), end, "it ends where it ends");
    }
    let mut fixture = ConsoleFixture::new(Lang::En, 200, 50);
    fixture.keys("?");
    insta::assert_snapshot!("help_en_200x50", fixture.body());
}

/// What the first name of a row, up to its figures, is.
fn named(row: &str) -> String {
    row.trim_start_matches(['│', '›', ' ']).split("  ").next().unwrap_or_default().trim().to_owned()
}

#[test]
fn no_two_teams_ever_look_alike_on_any_panel() {
    for lang in Lang::ALL {
        for columns in [60, 80, 120] {
            let mut fixture = crowded(9, 18, lang, columns, 24);
            auction(&mut fixture, 9);
            fixture.confirm_all();
            fixture.keys("4");
            let screen = fixture.screen();
            let place = if lang == Lang::En { "1st" } else { "1位" };
            let rows: Vec<String> = panel(&screen, "4 ").iter().map(|row| named(row)).collect();
            let mut teams: Vec<&String> = rows.iter().filter(|row| columns::width(row) > 3).collect();
            teams.sort_unstable();
            let before = teams.len();
            teams.dedup();
            assert_eq!(teams.len(), before, "at {columns}, {place}:\n{screen}");
        }
    }
}

#[test]
fn a_team_that_came_back_in_mid_round_has_declined_nothing() {
    let mut fixture = ConsoleFixture::small();
    fixture.judge(Act::Disqualify { team: B, reason: "late".into() });
    fixture.open(1);
    fixture.judge(Act::Reinstate { team: B, reason: "it was the clock".into() });
    fixture.bids(C, &[(LotId(0), 20)]);
    fixture.wait(90_000);
    fixture.keys("2");
    let screen = fixture.screen();
    assert!(screen.contains("Bricklayers: not in this round (E3)"), "{screen}");
    fixture.keys("5");
    let log = fixture.screen();
    assert!(log.contains("Declined: 津山高専."), "{log}");
}

#[test]
fn what_is_next_and_the_help_stay_in_the_foot_however_narrow_and_a_mark_says_that_keys_are_missing() {
    for (columns, lang) in [(40, Lang::En), (40, Lang::Ja), (60, Lang::En), (80, Lang::Ja)] {
        let mut fixture = ConsoleFixture::new(lang, columns, 24);
        let foot = |fixture: &ConsoleFixture| -> String {
            let screen = fixture.screen();
            let lines: Vec<&str> = screen.lines().collect();
            lines[lines.len() - 2..].join("\n")
        };
        assert!(foot(&fixture).contains(" o ") && foot(&fixture).contains(" ? "), "{}", fixture.screen());
        fixture.build();
        let built = foot(&fixture);
        assert!(built.contains(" E ") && built.contains(" ? "), "{}", fixture.screen());
        assert!(columns > 40 || built.trim_end().ends_with('…'), "{}", fixture.screen());
    }
}
