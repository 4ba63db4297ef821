//! The rule book's own examples of draws, leagues, rounds and groups.
#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

use std::collections::BTreeMap;
use std::sync::Arc;

use ishigaki_matching::Blossom;
use ishigaki_tournament::{
    Attendance, Division, DrawNumber, Field, Flow, GapRule, Generator, GroupSize, Plan, Played, PlayerId,
    PoolId, PoolPairing, Round, draw, draw_groups, join_digits, seed_value,
};

fn plan(name: &str) -> Plan {
    ishigaki_preset::shipped(name).expect("a preset").plan
}

/// The roster of the first example: 14 lines, four seeds, two absent players, three slips.
fn first_draw() -> Vec<Option<DrawNumber>> {
    let plan = plan("M42");
    let digits = join_digits(&plan.lotteries, &["407", "1932", "0586", "7741"]).expect("digits");
    assert_eq!(digits, "407193205867741");
    let seed = seed_value(&digits).expect("a seed");
    assert_eq!(Generator::from_seed(seed, 0).standing(), 6_554_845);
    let mark = |lines: &[usize]| (1..=14).map(|line| lines.contains(&line)).collect::<Vec<bool>>();
    let seeds: Vec<Option<usize>> = mark(&[3, 5, 8, 12]).into_iter().map(|seed| seed.then_some(0)).collect();
    let absent = mark(&[5, 10]);
    let slip = |line: u32, number| (PlayerId(line - 1), DrawNumber(number));
    let slips = BTreeMap::from([slip(8, 1), slip(3, 2), slip(12, 4)]);
    let roster = Attendance { seeds: &seeds, absent: &absent };
    let lots = draw(&plan, seed, roster, Some(&slips)).expect("a draw");
    let found: Vec<(u32, u32, u32)> =
        lots.iter().map(|lot| (lot.x, lot.base.0, lot.number.expect("drawn").0)).collect();
    assert_eq!(
        found,
        [
            (473_860, 12, 12),
            (497_707, 13, 13),
            (793_682, 14, 2),
            (3_917_689, 20, 20),
            (4_037_024, 21, 21),
            (3_707_591, 19, 19),
            (5_485_294, 22, 22),
            (3_537_429, 18, 1),
            (419_900, 11, 11),
            (7_077_219, 24, 24),
            (899_466, 15, 15),
            (1_219_761, 16, 4),
            (2_205_400, 17, 17),
            (6_412_287, 23, 23),
        ]
    );
    lots.iter().zip(absent).map(|(lot, absent)| lot.number.filter(|_| !absent)).collect()
}

/// The players' numbers, as in the rule book.
fn numbers(field: &Field, players: &[PlayerId]) -> String {
    let number = |player: &PlayerId| field.number(*player).expect("present").0.to_string();
    players.iter().map(number).collect::<Vec<_>>().join(" ")
}

fn leagues(field: &Field, leagues: &[Vec<PlayerId>]) -> Vec<String> {
    leagues.iter().map(|league| numbers(field, league)).collect()
}

#[test]
fn numbers_come_from_digits_and_slips_replace_some() {
    let field = Field::new(first_draw());
    let present: Vec<u32> =
        field.present().filter_map(|player| field.number(player)).map(|number| number.0).collect();
    let mut sorted = present.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, [1, 2, 4, 11, 12, 13, 15, 17, 19, 20, 22, 23]);
}

#[test]
fn odd_league_pair_moves_its_largest_number() {
    let field = Field::new(first_draw());
    let four = Division::of(&field, 4).expect("enough");
    assert_eq!(leagues(&field, &four.dealt), ["1 12 19", "2 13 20", "4 15 22", "11 17 23"]);
    assert_eq!(leagues(&field, &four.leagues), ["1 12 19 20", "2 13", "4 15 22 23", "11 17"]);
    let two = Division::of(&field, 2).expect("enough");
    assert_eq!(leagues(&field, &two.leagues), ["1 4 12 15 19 22", "2 11 13 17 20 23"]);
}

#[test]
fn four_digit_results_are_padded_with_zero() {
    let x = |name: &str, digits: [&str; 3]| {
        let seed = join_digits(&plan(name).lotteries, &digits).expect("digits");
        let value = seed_value(&seed).expect("a seed");
        let x0 = Generator::from_seed(value, 0).standing();
        (seed, x0, Generator::from_seed(value, 0).take(8).collect::<Vec<u32>>())
    };
    let (seed, x0, stream) = x("O18", ["2718", "0314", "9265"]);
    assert_eq!((seed.as_str(), x0), ("027180031409265", 1_965_169));
    assert_eq!(
        stream,
        [5_031_576, 7_124_927, 2_412_518, 1_838_861, 7_959_860, 6_554_203, 177_794, 8_163_753]
    );
    let (seed, x0, stream) = x("MX", ["1618", "0033", "9887"]);
    assert_eq!((seed.as_str(), x0), ("016180003309887", 5_867_839));
    assert_eq!(
        stream,
        [6_496_614, 2_875_533, 5_949_108, 1_496_027, 460_802, 5_399_337, 2_090_320, 1_478_263]
    );
}

#[test]
fn generator_has_full_period() {
    let mut seen = vec![false; 1 << 23];
    for x in Generator::from_seed(407_193_205_867_741, 0).take(1 << 23) {
        let seen = &mut seen[usize::try_from(x).expect("small")];
        assert!(!*seen, "{x} comes twice");
        *seen = true;
    }
    assert!(seen.into_iter().all(|seen| seen), "the period is the modulus");
}

/// The pairs of a pool, as in the rule book: `22-12`, or `24-0` for a bye.
fn pairs(flow: &Flow, pool: &PoolPairing) -> String {
    let name = match pool.pool {
        PoolId::League(league) => league.to_string(),
        PoolId::Placement => "P".to_owned(),
    };
    let number = |player: PlayerId| flow.field().number(player).expect("present").0;
    let order = flow.members(pool.pool);
    let place = |player: PlayerId| order.iter().position(|other| *other == player);
    let mut pairs: Vec<(PlayerId, u32)> = pool.pairs.iter().map(|(a, b)| (*a, number(*b))).collect();
    pairs.extend(pool.bye.map(|bye| (bye, 0)));
    if flow.history().rounds() > 0 {
        pairs.sort_by_key(|(higher, _)| place(*higher));
    }
    let pairs: Vec<String> = pairs.iter().map(|(a, b)| format!("{}-{b}", number(*a))).collect();
    format!("{name} {}", pairs.join(" "))
}

/// An event of O18 with the given numbers. The smaller number always wins.
struct Example {
    flow: Flow,
}

impl Example {
    fn new(present: &[u32], gap: GapRule) -> Self {
        let plan = Plan { gap, ..plan("O18") };
        let field = Field::new(present.iter().map(|number| Some(DrawNumber(*number))).collect());
        let division = Division::of(&field, plan.leagues).expect("enough");
        Self { flow: Flow::new(Arc::new(plan), Arc::new(field), division.leagues) }
    }

    fn round(&mut self) -> String {
        self.flow.pass(&[]).expect("everybody is there");
        let pools = self.flow.pair(&Blossom).expect("few gaps");
        let found: Vec<String> = pools.iter().map(|pool| pairs(&self.flow, pool)).collect();
        let field = self.flow.field();
        let games = pools.iter().flat_map(|pool| &pool.pairs).map(|(a, b)| {
            let (winner, loser) = if field.number(*a) < field.number(*b) { (*a, *b) } else { (*b, *a) };
            Played { winner, loser, forfeit: false }
        });
        let games: Vec<Played> = games.collect();
        let byes: Vec<PlayerId> = pools.iter().filter_map(|pool| pool.bye).collect();
        self.flow.play(&games, &byes).expect("the round as it was paired");
        found.join(", ")
    }

    fn rounds(&mut self, rounds: usize) -> Vec<String> {
        (0..rounds).map(|_| self.round()).collect()
    }

    /// Numbers and wins of the players in the placement league, in provisional order.
    fn placement(&self) -> Vec<(u32, u32)> {
        let number = |player| self.flow.field().number(player).expect("present").0;
        let members = self.flow.members(PoolId::Placement);
        members.into_iter().map(|player| (number(player), self.flow.history().wins(player))).collect()
    }
}

const TWELVE: [u32; 12] = [1, 2, 4, 11, 12, 13, 15, 17, 19, 20, 22, 23];

#[test]
fn twelve_players_are_paired_as_the_rule_book_pairs_them() {
    let mut example = Example::new(&TWELVE, GapRule::WorstFirst);
    assert_eq!(
        example.rounds(6),
        [
            "A 22-12 19-4 15-1, B 23-13 20-11 17-2",
            "A 12-15 4-1 22-19, B 13-17 11-2 23-20",
            "A 1-12, B 2-13, P 11-19 4-20 17-22 15-23",
            "P 13-4 12-11 20-15 19-17 23-22",
            "P 11-4 12-17 13-15 19-23 20-22",
            "P 4-12 11-13 17-23 15-22 20-19",
        ]
    );
    assert_eq!(example.flow.played(), Round(6));
    let order = [(4, 5), (11, 4), (12, 3), (13, 3), (17, 3), (19, 3), (15, 3), (20, 2), (22, 1), (23, 0)];
    assert_eq!(example.placement(), order);
    let mut otherwise = Example::new(&TWELVE, GapRule::BestFirst);
    let rounds = otherwise.rounds(6);
    assert_eq!(rounds[5], "P 4-23 11-22 13-12 17-20 15-19");
}

#[test]
fn thirteen_players_have_byes_as_the_rule_book_gives_them() {
    let thirteen: Vec<u32> = TWELVE.into_iter().chain([24]).collect();
    let mut example = Example::new(&thirteen, GapRule::WorstFirst);
    let first = example.rounds(2);
    assert_eq!(
        first,
        ["A 22-12 19-4 15-1 24-0, B 23-13 20-11 17-2", "A 12-24 4-1, B 13-17 11-2 23-20, P 22-0 19-15",]
    );
    let rows: Vec<String> = example
        .flow
        .standings()
        .iter()
        .filter(|standing| standing.keys.wins < 2)
        .map(|standing| {
            let keys = &standing.keys;
            let strength: Vec<String> = keys.strength.iter().map(i64::to_string).collect();
            format!("{} {} {} {}", keys.wins, keys.before, strength.join(" "), keys.number.0)
        })
        .collect();
    let expected = [
        "1 1 3 3 3 3 3 3 11",
        "1 1 2 2 2 2 2 2 4",
        "1 1 1 1 1 1 1 1 24",
        "1 0 2 2 2 2 2 2 15",
        "1 0 1 1 1 1 1 1 22",
        "1 0 1 1 1 1 1 1 20",
        "0 0 2 4 4 4 4 4 17",
        "0 0 1 3 3 3 3 3 23",
        "0 0 1 2 2 2 2 2 19",
    ];
    assert_eq!(rows, expected);
    assert_eq!(
        example.rounds(4),
        [
            "A 12-1, B 2-13, P 11-22 4-20 24-15 17-0 23-19",
            "P 12-17 13-4 15-11 20-19 24-22 23-0",
            "P 11-19 4-12 15-23 13-22 20-0 17-24",
            "P 4-11 12-20 13-15 19-0 22-17 24-23",
        ]
    );
    let mut otherwise = Example::new(&thirteen, GapRule::BestFirst);
    let rounds = otherwise.rounds(6);
    assert_eq!(rounds[4], "P 11-0 4-12 15-22 13-19 20-24 17-23");
    assert_eq!(rounds[5], "P 4-11 12-0 15-13 19-17 22-20 24-23");
}

#[test]
fn thirteen_teams_make_two_groups() {
    let drawn = draw_groups(GroupSize::Target(6), 407_193_205_867_741, 0, &[true; 13]).expect("groups");
    let lines = |group: &Vec<PlayerId>| group.iter().map(|line| line.0 + 1).collect::<Vec<u32>>();
    let groups: Vec<Vec<u32>> = drawn.groups.iter().map(lines).collect();
    assert_eq!(groups, [vec![9, 2, 11, 13, 6, 5, 10], vec![1, 3, 12, 8, 4, 7]]);
    // An absent team's line keeps its number, but the team is in no group.
    let without = |line: usize| (1..=13).map(|other| other != line).collect::<Vec<bool>>();
    let drawn = draw_groups(GroupSize::Target(6), 407_193_205_867_741, 0, &without(2)).expect("groups");
    assert_eq!(drawn.x[1], 497_707);
    let groups: Vec<Vec<u32>> = drawn.groups.iter().map(lines).collect();
    assert_eq!(groups, [vec![9, 3, 12, 8, 4, 7], vec![1, 11, 13, 6, 5, 10]]);
}
