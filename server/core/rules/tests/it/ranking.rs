//! The ranking (`E2`, `E3`).

use ishigaki_rules::ranking::Criterion::{
    self, BothDisqualified, Disqualified, Empty, Held, Janken, JankenNeeded, TopGaps, Unused, Used,
};
use ishigaki_rules::ranking::{Contender, Rank, Ranking, Tally, rank};
use ishigaki_rules::{TeamId, Tsuyama};
use proptest::collection::vec;
use proptest::prelude::*;

/// Empty squares, gaps in the top row, TSUYAMA, stones used, stones unused.
type Counts = (u32, u32, u64, u32, u32);

fn contenders(counts: &[Option<Counts>]) -> Vec<Contender> {
    let tally =
        |(empty, top_gaps, held, used, unused)| Tally { empty, top_gaps, held: Tsuyama(held), used, unused };
    (0..)
        .zip(counts)
        .map(|(team, counts)| Contender { team: TeamId(team), tally: counts.map(tally) })
        .collect()
}

fn teams(ids: &[u32]) -> Vec<TeamId> {
    ids.iter().copied().map(TeamId).collect()
}

/// Ranks teams 0, 1, … and compares (team, place) row by row.
#[track_caller]
fn check(counts: &[Option<Counts>], janken: &[Vec<TeamId>], rows: &[(u32, u32)]) -> Ranking {
    let ranking = rank(&contenders(counts), janken);
    let found: Vec<(u32, u32)> = ranking.rows.iter().map(|row| (row.team.0, row.place)).collect();
    assert_eq!(found, rows);
    ranking
}

const SAME: Option<Counts> = Some((3, 1, 9, 5, 0));

#[test]
fn e2_the_first_difference_decides_and_is_named() {
    for (better, worse, criterion, rule) in [
        ((1, 9, 0, 0, 9), (2, 0, 9, 9, 0), Empty, "E2 (1)"),
        ((1, 1, 0, 0, 9), (1, 2, 9, 9, 0), TopGaps, "E2 (2)"),
        ((1, 1, 2, 0, 9), (1, 1, 1, 9, 0), Held, "E2 (3)"),
        ((1, 1, 1, 2, 9), (1, 1, 1, 1, 0), Used, "E2 (4)"),
        ((1, 1, 1, 1, 1), (1, 1, 1, 1, 2), Unused, "E2 (5)"),
    ] {
        let ranking = check(&[Some(worse), Some(better)], &[], &[(1, 1), (0, 2)]);
        assert_eq!(ranking.rows[0].decided_by, Some(criterion));
        assert_eq!(ranking.rows[0].decided_by.map(Criterion::rule), Some(rule));
        assert_eq!(ranking.rows[1].decided_by, None);
    }
}

#[test]
fn e2_equal_teams_share_a_place_and_the_next_place_is_skipped() {
    let ranking = check(
        &[SAME, Some((9, 0, 0, 0, 0)), SAME, Some((0, 0, 0, 0, 0))],
        &[],
        &[(3, 1), (0, 2), (2, 2), (1, 4)],
    );
    assert_eq!(ranking.janken_needed, [teams(&[0, 2])]);
    let decided: Vec<_> = ranking.rows.iter().map(|row| row.decided_by).collect();
    assert_eq!(decided, [Some(Empty), Some(JankenNeeded), Some(Empty), None]);
}

#[test]
fn e2_a_janken_orders_a_whole_tied_group() {
    let ranking = check(&[SAME; 3], &[teams(&[2, 0, 1])], &[(2, 1), (0, 2), (1, 3)]);
    assert!(ranking.janken_needed.is_empty());
    assert_eq!(ranking.rows[0].decided_by, Some(Janken));
    assert_eq!(ranking.rows[2].decided_by, None);
}

#[test]
fn e2_a_janken_of_anything_but_a_whole_group_has_no_effect() {
    let counts = [SAME, SAME, SAME, Some((9, 0, 0, 0, 0)), None, None];
    let shared = [(0, 1), (1, 1), (2, 1), (3, 4), (4, 5), (5, 5)];
    for order in [&[1, 0][..], &[2, 1, 0, 3], &[2, 1, 1], &[2, 1, 0, 0], &[3], &[5, 4], &[], &[2, 1, 77]] {
        let ranking = check(&counts, &[teams(order)], &shared);
        assert_eq!(ranking.janken_needed, [teams(&[0, 1, 2])]);
    }
}

#[test]
fn e2_the_last_janken_of_a_group_counts() {
    check(&[SAME; 2], &[teams(&[0, 1]), teams(&[1, 0])], &[(1, 1), (0, 2)]);
    check(&[SAME; 2], &[teams(&[1, 0]), teams(&[0, 0])], &[(1, 1), (0, 2)]);
}

#[test]
fn e3_disqualified_teams_share_the_last_place_without_janken() {
    let ranking = check(&[None, SAME, None, SAME], &[], &[(1, 1), (3, 1), (0, 3), (2, 3)]);
    assert_eq!(ranking.janken_needed, [teams(&[1, 3])]);
    let decided: Vec<_> = ranking.rows.iter().map(|row| row.decided_by).collect();
    assert_eq!(decided, [Some(JankenNeeded), Some(Disqualified), Some(BothDisqualified), None]);
    check(&[None, None], &[], &[(0, 1), (1, 1)]);
}

#[test]
fn empty_game_has_empty_ranking() {
    assert_eq!(rank(&[], &[teams(&[0])]), Ranking::default());
}

/// Returns whether one team is strictly better, following the text of the rule book.
fn better(one: Option<Counts>, other: Option<Counts>) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return one.is_some() && other.is_none();
    };
    let fewer_first = [(one.0, other.0), (one.1, other.1)];
    for (mine, theirs) in fewer_first {
        if mine != theirs {
            return mine < theirs;
        }
    }
    if one.2 != other.2 {
        return one.2 > other.2;
    }
    if one.3 != other.3 {
        return one.3 > other.3;
    }
    one.4 < other.4
}

fn counts() -> impl Strategy<Value = Option<Counts>> {
    proptest::option::weighted(0.85, (0..2u32, 0..2u32, 0..2u64, 0..2u32, 0..2u32))
}

proptest! {
    #[test]
    fn place_is_one_more_than_number_of_better_teams(counts in vec(counts(), 0..16)) {
        let ranking = rank(&contenders(&counts), &[]);
        prop_assert_eq!(ranking.rows.len(), counts.len());
        for row in &ranking.rows {
            let ahead = counts.iter().filter(|&&other| better(other, counts[row.team.index()])).count();
            prop_assert_eq!(row.place as usize, 1 + ahead);
        }
        prop_assert!(ranking.rows.is_sorted_by_key(|row| (row.place, row.team)));
        for row in &ranking.rows {
            let alike = |other: &TeamId| counts[other.index()] == counts[row.team.index()];
            let group: Vec<TeamId> = (0..).map(TeamId).take(counts.len()).filter(alike).collect();
            let needed = counts[row.team.index()].is_some() && group.len() > 1;
            prop_assert_eq!(ranking.janken_needed.contains(&group), needed);
        }
    }

    #[test]
    fn jankens_of_all_groups_leave_no_place_shared_but_the_last(
        counts in vec(counts(), 0..16),
        shift in 0..16usize,
    ) {
        let contenders = contenders(&counts);
        let open = rank(&contenders, &[]);
        let orders: Vec<Vec<TeamId>> = open
            .janken_needed
            .iter()
            .map(|group| group.iter().copied().cycle().skip(shift).take(group.len()).collect())
            .collect();
        let ranking = rank(&contenders, &orders);
        prop_assert!(ranking.janken_needed.is_empty());
        let qualified: Vec<&Rank> =
            ranking.rows.iter().filter(|row| counts[row.team.index()].is_some()).collect();
        prop_assert!((1..).zip(&qualified).all(|(place, row)| row.place == place));
        for order in &orders {
            let places: Vec<u32> = order
                .iter()
                .filter_map(|team| ranking.rows.iter().find(|row| row.team == *team))
                .map(|row| row.place)
                .collect();
            prop_assert!(places.windows(2).all(|pair| pair[0] + 1 == pair[1]));
        }
        let last = 1 + qualified.len();
        prop_assert!(ranking.rows[qualified.len()..].iter().all(|row| row.place as usize == last));
    }
}

#[test]
fn criteria_have_names_and_ranked_ones_a_figure() {
    let tally = Tally { empty: 1, top_gaps: 2, held: Tsuyama(3), used: 4, unused: 5 };
    assert_eq!(tally.figures(), [1, 2, 3, 4, 5]);
    for criterion in Criterion::RANKED.into_iter().chain(Criterion::UNRANKED) {
        assert_eq!(Criterion::named(criterion.name()), Some(criterion));
        assert_eq!(tally.figure(criterion).is_some(), Criterion::RANKED.contains(&criterion));
    }
    assert_eq!(Criterion::named("luck"), None);
}
