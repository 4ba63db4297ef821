//! Minimum requirements for starting a game (`G1`, `G2`), and lookups in a setup.

use ishigaki_rules::ranking::{Criterion, Tally};
use ishigaki_rules::*;

use crate::table::{X, Y, setup};

/// Returns the fault of the table's setup after a change.
fn fault(change: impl FnOnce(&mut Setup)) -> Option<SetupFault> {
    setup(change).check().err()
}

#[test]
fn team_count_outside_2_to_16_is_rejected() {
    let with = |teams: usize| {
        fault(|setup| {
            let team = |at| TeamSpec { code: format!("T{at}"), name: "same name".into() };
            setup.teams = (0..teams).map(team).collect();
        })
    };
    assert_eq!(with(1), Some(SetupFault::TeamCount { teams: 1 }));
    assert_eq!(with(2), None);
    assert_eq!(with(16), None);
    assert_eq!(with(17), Some(SetupFault::TeamCount { teams: 17 }));
}

#[test]
fn codes_are_unique() {
    let teams = fault(|setup| setup.teams[2].code = "A".into());
    assert_eq!(teams, Some(SetupFault::DuplicateTeam { code: "A".into() }));
    let lots = fault(|setup| setup.lots[1].code = "X".into());
    assert_eq!(lots, Some(SetupFault::DuplicateLot { code: "X".into() }));
    assert_eq!(fault(|setup| setup.lots[0].code = "A".into()), None, "a lot may be called as a team is");
}

#[test]
fn setup_without_lots_copies_or_rounds_is_rejected() {
    assert_eq!(fault(|setup| setup.lots.clear()), Some(SetupFault::NoLots));
    assert_eq!(fault(|setup| setup.lots[1].copies = 0), Some(SetupFault::NoCopies { lot: Y }));
    assert_eq!(fault(|setup| setup.rounds.clear()), Some(SetupFault::NoRounds));
}

#[test]
fn round_without_bids_wins_or_time_is_rejected() {
    let second = |change: fn(&mut RoundPlan)| fault(|setup| change(&mut setup.rounds[1]));
    let empty = Some(SetupFault::EmptyRound { round: RoundNo(2) });
    assert_eq!(second(|plan| plan.max_bids = 0), empty);
    assert_eq!(second(|plan| plan.max_wins = 0), empty);
    assert_eq!(second(|plan| plan.window = Millis(0)), empty);
    assert_eq!(second(|plan| plan.rebid_window = Millis(0)), empty);
    let least = |plan: &mut RoundPlan| {
        (plan.max_bids, plan.max_wins, plan.window, plan.rebid_window) = (1, 1, Millis(1), Millis(1));
    };
    assert_eq!(second(least), None);
}

/// Four squares, three stones and 20 TSUYAMA.
#[test]
fn tally_beyond_frame_stones_or_money_is_rejected() {
    let fault = |[empty, top_gaps, held, used, unused]: [u32; 5]| {
        let tally = Tally { empty, top_gaps, held: Tsuyama(held.into()), used, unused };
        setup(|_| {}).figure_fault(&tally).map(|fault| (fault.criterion, fault.counted, fault.most))
    };
    for possible in [[4, 2, 20, 0, 3], [0, 0, 0, 3, 0], [1, 1, 20, 2, 1], [0, 0, 0, 0, 0]] {
        assert_eq!(fault(possible), None, "{possible:?}");
    }
    assert_eq!(fault([5, 2, 20, 0, 3]), Some((Criterion::Empty, 5, 4)));
    assert_eq!(fault([4, 3, 20, 0, 3]), Some((Criterion::TopGaps, 3, 2)));
    assert_eq!(fault([1, 2, 20, 2, 1]), Some((Criterion::TopGaps, 2, 1)), "as many as are empty");
    assert_eq!(fault([4, 2, 21, 0, 3]), Some((Criterion::Held, 21, 20)));
    assert_eq!(fault([3, 1, 20, 2, 1]), Some((Criterion::Used, 2, 1)), "each stone covers a square");
    assert_eq!(fault([0, 0, 20, 4, 0]), Some((Criterion::Used, 4, 3)));
    assert_eq!(fault([0, 0, 20, 3, 1]), Some((Criterion::Unused, 1, 0)));
    let few = setup(|setup| setup.rounds.iter_mut().for_each(|round| round.max_wins = 1));
    let tally = Tally { empty: 0, top_gaps: 0, held: Tsuyama(0), used: 3, unused: 0 };
    assert_eq!(few.figure_fault(&tally).map(|fault| fault.most), Some(2), "a team wins two at most");
}

#[test]
fn teams_lots_and_rounds_are_found_by_code_or_number() {
    let setup = setup(|_| {});
    assert_eq!(setup.team_by_code("C"), Some(TeamId(2)));
    assert_eq!(setup.team_by_code("D"), None);
    assert_eq!(setup.team(TeamId(2)).map(|team| team.code.as_str()), Some("C"));
    assert_eq!(setup.team(TeamId(3)), None);
    assert_eq!((setup.lot_by_code("X"), setup.lot_by_code("Y")), (Some(X), Some(Y)));
    assert_eq!(setup.lot_by_code("C"), None);
    assert_eq!(setup.lot(Y).map(|lot| lot.copies), Some(2));
    assert_eq!(setup.round(RoundNo(0)), None);
    assert_eq!(setup.round(RoundNo(2)), setup.rounds.get(1));
    assert_eq!(setup.round(RoundNo(3)), None);
    assert!(setup.team_ids().eq([TeamId(0), TeamId(1), TeamId(2)]));
    assert!(setup.lot_ids().eq([X, Y]));
}
