//! FIDE's report file, read by column positions.

use ishigaki_printout::{Crosstable, TrfParticulars};
use ishigaki_tournament::Round;

use crate::event::play::{Othello, declared, paired_after};

fn report(event: &Othello) -> String {
    let particulars =
        TrfParticulars { title: &event.title, city: "Tokyo", federation: "JPN", ..TrfParticulars::default() };
    let crosstable = Crosstable::of(&event.tournament).expect("leagues are made");
    crosstable.trf(&particulars, &event.names)
}

fn columns(line: &str, from: usize, to: usize) -> String {
    let text: String = line.chars().skip(from - 1).take(to + 1 - from).collect();
    text.trim().to_owned()
}

/// A player's line; `rounds` has opponent, colour and result.
struct Player {
    start: usize,
    points: u32,
    rank: u32,
    rounds: Vec<(usize, String, char)>,
}

fn player(line: &str) -> Player {
    let round = |at: usize| {
        let from = 92 + 10 * at;
        let result = columns(line, from + 7, from + 7).chars().next()?;
        Some((columns(line, from, from + 3).parse().ok()?, columns(line, from + 5, from + 5), result))
    };
    Player {
        start: columns(line, 5, 8).parse().expect("a starting rank"),
        points: columns(line, 81, 84).strip_suffix(".0").expect("whole points").parse().expect("points"),
        rank: columns(line, 86, 89).parse().expect("a rank"),
        rounds: (0..).map_while(round).collect(),
    }
}

fn players(report: &str) -> Vec<Player> {
    report.lines().filter(|line| line.starts_with("001 ")).map(player).collect()
}

#[test]
fn players_are_in_their_columns_and_rounds_agree() {
    let event = declared("M42");
    let report = report(&event);
    let players = players(&report);
    assert_eq!(players.len(), 23);
    for (at, player) in players.iter().enumerate() {
        assert_eq!(player.start, at + 1);
        assert_eq!(player.rounds.len(), 7);
        let won = player.rounds.iter().filter(|(_, _, result)| "1+WUF".contains(*result)).count();
        assert_eq!(u32::try_from(won), Ok(player.points), "points of {}", player.start);
        for (round, (opponent, colour, result)) in player.rounds.iter().enumerate() {
            if "UFZ".contains(*result) {
                assert_eq!((*opponent, colour.as_str()), (0, "-"));
                continue;
            }
            let (back, other_colour, other) = &players[opponent - 1].rounds[round];
            assert_eq!(*back, player.start, "round {}", round + 1);
            let pairs = [('1', '0'), ('+', '-'), ('W', 'L')];
            assert!(
                pairs.iter().any(|(a, b)| (*a, *b) == (*result, *other) || (*b, *a) == (*result, *other))
            );
            assert!(matches!((colour.as_str(), other_colour.as_str()), ("b", "w") | ("w", "b") | ("-", "-")));
        }
    }
    let results =
        |result| players.iter().flat_map(|player| &player.rounds).any(|(_, _, other)| *other == result);
    assert!(['1', '0', '+', '-', 'W', 'L', 'U', 'F', 'Z'].into_iter().all(results), "every kind of round");
}

#[test]
fn rank_is_final_place_after_declaration() {
    let event = declared("M42");
    let ranking = event.tournament.final_ranking().expect("all is played");
    let mut places: Vec<u32> = ranking.rows.iter().map(|row| row.place).collect();
    let mut ranks: Vec<u32> = players(&report(&event)).iter().map(|player| player.rank).collect();
    places.sort_unstable();
    ranks.sort_unstable();
    assert_eq!(ranks, places);
    let event = paired_after("M42", 3);
    let mut ranks: Vec<u32> = players(&report(&event)).iter().map(|player| player.rank).collect();
    ranks.sort_unstable();
    assert_eq!(ranks, (1..=23).collect::<Vec<u32>>(), "a provisional order has no joint places");
    assert!(event.tournament.rounds().iter().any(|round| round.round == Round(4)));
}

#[test]
fn report_keeps_columns_and_crlf_line_ends() {
    let event = declared("M42");
    let report = report(&event);
    assert!(report.lines().count() > 23 && report.split_inclusive('\n').all(|line| line.ends_with("\r\n")));
    let long = report.lines().find(|line| line.contains("Mar")).expect("the long name");
    assert_eq!(columns(long, 15, 47).chars().count(), 33);
    assert_eq!(columns(long, 48, 80), "");
    let women =
        report.lines().filter(|line| line.starts_with("001 ") && columns(line, 10, 10) == "w").count();
    assert_eq!(women, event.tournament.roster().iter().filter(|entrant| entrant.woman).count());
    assert!(report.starts_with("012 第42期オセロ名人戦\r\n022 Tokyo\r\n032 JPN\r\n062 23\r\n"));
    insta::assert_snapshot!("report_trf", report.replace('\r', ""));
}
