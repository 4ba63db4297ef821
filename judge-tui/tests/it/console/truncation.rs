//! Small screens: prices stay, shortened names stay distinct, and truncated content is marked and scrolls.

use ishigaki_rules::{Frame, LotId, LotSpec, Setup, Shape, TeamId, TeamSpec, Tsuyama};
use ishigaki_words::{Lang, columns};
use judge_tui::Key;

use crate::console::fixture::{ConsoleFixture, setup};

fn similar_name(at: usize) -> String {
    match at % 3 {
        0 => format!("津山工業高等専門学校チーム{at}"),
        1 => format!("Tsuyama College of Technology, team {at}"),
        _ => format!("Team {at} of the Tsuyama College of Technology"),
    }
}

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
        teams: (1..=teams).map(|at| TeamSpec { code: format!("t{at}"), name: similar_name(at) }).collect(),
        ..small
    }
}

fn crowded(teams: usize, lots: usize, lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::before(crowd(teams, lots), lang, columns, lines);
    fixture.connect();
    fixture
}

fn auction(fixture: &mut ConsoleFixture, teams: u32) {
    fixture.open(1);
    for team in 0..teams {
        let at = u64::from(team);
        fixture.bids(TeamId(team), &[(LotId(team * 2), 300 + at), (LotId(team * 2 + 1), 100 + at)]);
    }
    fixture.wait(90_000);
}

fn panel(screen: &str, title: &str) -> Vec<String> {
    let lines: Vec<&str> = screen.lines().collect();
    let top =
        lines.iter().position(|line| line.contains(title)).unwrap_or_else(|| panic!("{title}:\n{screen}"));
    lines[top + 1..].iter().take_while(|line| !line.contains('└')).map(|line| (*line).to_owned()).collect()
}

#[test]
fn sixteen_teams_scroll_and_the_list_ends_where_it_ends() {
    let mut fixture = crowded(16, 32, Lang::En, 80, 24);
    auction(&mut fixture, 16);
    fixture.confirm_all();
    fixture.keys("4");
    fixture.shows(" / 17 ");
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
fn choice_of_sixteen_teams_keeps_selection_and_keys_in_sight() {
    let mut fixture = crowded(16, 2, Lang::En, 60, 16);
    fixture.open(1);
    fixture.keys("D");
    for _ in 0..12 {
        fixture.keys("j");
    }
    let screen = fixture.screen();
    assert!(screen.contains("› ") && screen.contains("choose") && screen.contains(" / "), "{screen}");
}

fn named(row: &str) -> String {
    row.trim_start_matches(['│', '›', ' ']).split("  ").next().unwrap_or_default().trim().to_owned()
}

#[test]
fn team_names_stay_distinct_at_each_width() {
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
