//! Typed figures of a group's teams: five per team, or disqualified (`E2`, `E3`).

use ishigaki_client::spelling::number;
use ishigaki_rules::ranking::{Contender, Criterion, Tally, rank};
use ishigaki_rules::{TeamId, Tsuyama};
use ishigaki_tournament::{DrawnGroup, GameResult, GroupContest, StageId};

const OUT: &str = "out";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypedTally(pub(crate) Option<Tally>);

/// Parses a team's figures in the order of the ranking: empty squares, gaps in the top row, TSUYAMA left,
/// stones used, stones unused, such as `3,1,40,9,2`; or `out`.
pub(crate) fn read_tally(text: &str) -> Option<TypedTally> {
    if text.trim() == OUT {
        return Some(TypedTally(None));
    }
    // Two separators in a row mean a missing figure.
    let figures: Vec<&str> = if text.contains([',', '/']) {
        text.split([',', '/']).map(str::trim).collect()
    } else {
        text.split_ascii_whitespace().collect()
    };
    let figures: Vec<u32> = figures.into_iter().map(number).collect::<Option<_>>()?;
    let [empty, top_gaps, held, used, unused] = figures[..] else { return None };
    Some(TypedTally(Some(Tally { empty, top_gaps, held: Tsuyama(held.into()), used, unused })))
}

pub(crate) fn tally_text(tally: Option<&Tally>) -> String {
    let Some(tally) = tally else { return OUT.to_owned() };
    let figures = Criterion::RANKED.into_iter().filter_map(|criterion| tally.figure(criterion));
    figures.map(|figure| figure.to_string()).collect::<Vec<_>>().join(" ")
}

/// Janken orders of teams that are still equal are kept.
pub(crate) fn overruled_result(group: &DrawnGroup, contenders: Vec<Contender>) -> GameResult {
    let equals = rank(&contenders, &[]).janken_needed;
    let is_of_equals = |order: &&Vec<TeamId>| {
        let mut set = (*order).clone();
        set.sort_unstable();
        equals.contains(&set)
    };
    let orders = group.counted.iter().flat_map(|counted| &counted.result.janken);
    let janken = orders.filter(is_of_equals).cloned().collect();
    GameResult { contenders, janken }
}

pub(crate) fn last_drawn(contest: &GroupContest) -> StageId {
    let stages = (0..contest.plan().stages.len()).rev().map(StageId::at);
    stages.into_iter().find(|stage| contest.drawn(*stage).is_some()).unwrap_or(StageId::at(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_figures_are_read_as_they_are_shown() {
        let tally = Tally { empty: 3, top_gaps: 1, held: Tsuyama(40), used: 9, unused: 2 };
        for text in ["3,1,40,9,2", "3 1 40 9 2", " 3, 1, 40, 9, 2 "] {
            assert_eq!(read_tally(text), Some(TypedTally(Some(tally))), "{text}");
        }
        assert_eq!(tally_text(Some(&tally)), "3 1 40 9 2");
        assert_eq!((read_tally("out"), tally_text(None).as_str()), (Some(TypedTally(None)), "out"));
        for text in [
            "3,,1,40,9,2",
            "3,1,40,9,2,",
            ",3,1,40,9,2",
            "3 1,40,9,2",
            "",
            "3,1,40,9",
            "3,1,40,9,2,1",
            "3,-1,40,9,2",
            "3,1,40,9,x",
            "99999999999,1,1,1,1",
        ] {
            assert_eq!(read_tally(text), None, "{text}");
        }
    }

    #[test]
    fn janken_order_is_kept_only_for_tied_teams() {
        let teams: Vec<TeamId> = (0..3).map(TeamId::at).collect();
        let tally = |empty| Some(Tally { empty, top_gaps: 0, held: Tsuyama(5), used: 9, unused: 0 });
        let contender = |(team, empty): (&TeamId, u32)| Contender { team: *team, tally: tally(empty) };
        let of = |empty: [u32; 3]| teams.iter().zip(empty).map(contender).collect::<Vec<_>>();
        let janken = vec![vec![teams[2], teams[1]]];
        let result = GameResult { contenders: of([0, 4, 4]), janken: janken.clone() };
        let counted = Some(ishigaki_tournament::Counted { result, ruling: None });
        let group = DrawnGroup { teams: teams.clone(), absent: Vec::new(), spare: false, counted };
        assert_eq!(overruled_result(&group, of([9, 4, 4])).janken, janken);
        assert_eq!(overruled_result(&group, of([9, 4, 5])).janken, Vec::<Vec<TeamId>>::new());
    }
}
