//! Compares the settlement with a slow model that follows the rule text (A5 to A9) stage by stage.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail the test")]

use crate::reference::auction::{Model, Ties, priority};
use ishigaki_rules::auction::{
    Award, Bid, FailedCopies, FailureReason, Offer, OfferedLot, Outcome, Raise, Settlement, TeamList,
    TeamRaises, TiedLine, check_bids, check_rebid,
};
use ishigaki_rules::{LotId, Priority, TeamId, Tsuyama};
use proptest::prelude::*;

/// A round's lists and, for every wave, a choice per tied line: silence, or the amount of the raise.
#[derive(Clone, Debug)]
struct Case {
    offer: Offer,
    held: Vec<u64>,
    lists: Vec<TeamList>,
    choices: Vec<Option<u64>>,
}

/// Few prices make many ties; spare money leaves room for re-bids, little of it tests budgets.
fn case() -> impl Strategy<Value = Case> {
    let lots = prop::collection::vec(prop_oneof![3 => 1..=1_u32, 2 => 2..=4_u32], 1..=7);
    (lots, 1..=5_u32, 1..=7_usize, 1..=8_u64).prop_flat_map(|(copies, max_wins, teams, prices)| {
        let lots = copies.len();
        let bid = (0..lots, 0..=prices);
        let list = (prop::collection::vec(bid, 0..=9), 0..=20_u64);
        let lists = prop::collection::vec(list, teams);
        let ids = Just((0..40_u32).step_by(5).collect::<Vec<_>>()).prop_shuffle();
        let raise = prop_oneof![1 => Just(None), 4 => (1..=3_u64).prop_map(Some)];
        let choices = prop::collection::vec(raise, 64);
        (Just((copies, max_wins)), lists, ids, choices).prop_map(
            |((copies, max_wins), lists, ids, choices)| {
                let lot = |&copies: &u32| OfferedLot { min_price: Tsuyama(0), copies };
                let offer = Offer { max_bids: 9, max_wins, lots: copies.iter().map(lot).collect() };
                let mut held = vec![0; 40];
                let mut valid = Vec::new();
                for (team, (lines, spare)) in ids.into_iter().zip(lists) {
                    let mut left = copies.clone();
                    let mut bids = Vec::new();
                    for (lot, price) in lines {
                        if left[lot] > 0 {
                            left[lot] -= 1;
                            bids.push(Bid { lot: LotId::at(lot), price: Tsuyama(price) });
                        }
                    }
                    held[team as usize] = bids.iter().map(|bid| bid.price.0).sum::<u64>() + spare;
                    valid.push(TeamList { team: TeamId(team), bids });
                }
                Case { offer, held, lists: valid, choices }
            },
        )
    })
}

fn check(case: &Case, settlement: &Settlement, model: &Model) {
    assert_eq!(settlement.awards(), model.sorted_awards());
    let failures: Vec<FailedCopies> = model
        .failed
        .iter()
        .map(|(&lot, &(copies, reason))| FailedCopies {
            lot: LotId::at(lot),
            copies: u32::try_from(copies).unwrap(),
            reason,
        })
        .collect();
    assert_eq!(settlement.failures(), failures);
    let ties: Ties = settlement
        .ties()
        .iter()
        .map(|tie| {
            let line = |line: &TiedLine| (line.team.0, line.priority.index());
            (tie.lot.index(), (tie.price.0, tie.copies as usize, tie.lines.iter().map(line).collect()))
        })
        .collect();
    assert_eq!(&ties, &model.ties);
    assert!(settlement.ties().is_sorted_by_key(|tie| tie.lot));
    assert_eq!(settlement.is_settled(), ties.is_empty());
    let free: Vec<usize> = settlement.free_copies().iter().map(|&free| free as usize).collect();
    assert_eq!(free, model.free);
    let mut tied_teams = Vec::new();
    for (team, &held) in (0..).zip(&case.held) {
        let budget = model.budget(team, held);
        assert_eq!(settlement.rebid_budget(TeamId(team), Tsuyama(held)), budget.map(Tsuyama));
        tied_teams.extend(budget.map(|_| TeamId(team)));
        let charge: u64 = model.awards.iter().filter(|a| a.2.0 == team).map(|a| a.1).sum();
        assert_eq!(settlement.charge(TeamId(team)), Tsuyama(charge));
        assert!(charge <= held, "a team owes more than it holds");
    }
    assert_eq!(settlement.tied_teams(), tied_teams);
    check_conservation(case, settlement);
    check_outcomes(case, settlement, model);
}

/// Asserts that every copy is awarded, failed, contested or free.
fn check_conservation(case: &Case, settlement: &Settlement) {
    for (lot, offered) in case.offer.lots.iter().enumerate() {
        let lot_id = LotId::at(lot);
        let awarded = settlement.awards().iter().filter(|award| award.lot == lot_id).count();
        let failed: u32 = settlement.failures().iter().filter(|f| f.lot == lot_id).map(|f| f.copies).sum();
        let contested: u32 = settlement.ties().iter().filter(|t| t.lot == lot_id).map(|t| t.copies).sum();
        let accounted = u32::try_from(awarded).unwrap() + failed + contested + settlement.free_copies()[lot];
        assert_eq!(accounted, offered.copies);
    }
}

/// Asserts that every line has a true reason.
fn check_outcomes(case: &Case, settlement: &Settlement, model: &Model) {
    for list in &case.lists {
        for (place, bid) in list.bids.iter().enumerate() {
            let outcome = settlement.outcome(list.team, priority(place)).unwrap();
            let line = (list.team.0, place);
            let award = model.awards.iter().find(|award| award.2 == line);
            let tied = model.ties.values().any(|tie| tie.2.contains(&line));
            let full = model.awards_of(list.team.0) == model.wins;
            let taken = |team: TeamId, price: Tsuyama| {
                let won = |a: &Award| (a.lot, a.team, a.price) == (bid.lot, team, price);
                let contested = |t: &TiedLine| t.team == team;
                settlement.awards().iter().any(won)
                    || settlement.ties().iter().any(|tie| {
                        tie.lot == bid.lot && tie.price == price && tie.lines.iter().any(contested)
                    })
            };
            let called = rebid_called(case, settlement, bid.lot);
            match outcome {
                Outcome::Awarded { price, by_rebid } => {
                    assert_eq!(Some(price.0), award.map(|award| award.1));
                    assert_eq!(by_rebid, price != bid.price);
                }
                Outcome::Tied { at } => assert!(tied && at == bid.price),
                Outcome::Outbid { by, at } => {
                    assert!(at > bid.price || (at == bid.price && by == list.team));
                    assert!(called || taken(by, at), "{by:?} at {at}");
                }
                Outcome::LostRebid { to, at } => assert!(at > bid.price && taken(to, at)),
                Outcome::FailedTie { at } => {
                    let lot = bid.lot.index();
                    assert!(at > bid.price && model.failed[&lot].1 == FailureReason::TiedRebid);
                }
                Outcome::GivenUp => assert!(called),
                Outcome::Closed => assert!(called && model.free[bid.lot.index()] == 0),
                Outcome::NoCopyLeft => assert!(!called && model.free[bid.lot.index()] == 0),
                Outcome::QuotaFull => assert!(full),
                Outcome::Waiting => {
                    assert!(!settlement.is_settled() && !full && model.free[bid.lot.index()] > 0);
                }
            }
            if !matches!(outcome, Outcome::Awarded { .. }) {
                assert!(award.is_none());
            }
            if !matches!(outcome, Outcome::Tied { .. }) {
                assert!(!tied);
            }
        }
    }
}

/// Returns whether a re-bid was called for the lot, judging by the outcomes of its lines.
fn rebid_called(case: &Case, settlement: &Settlement, lot: LotId) -> bool {
    let lines =
        case.lists.iter().flat_map(|list| (1..).zip(&list.bids).map(move |(line, bid)| (list, line, bid)));
    lines.filter(|(.., bid)| bid.lot == lot).any(|(list, line, _)| {
        matches!(
            settlement.outcome(list.team, Priority(line)),
            Some(
                Outcome::Tied { .. }
                    | Outcome::GivenUp
                    | Outcome::FailedTie { .. }
                    | Outcome::LostRebid { .. }
                    | Outcome::Awarded { by_rebid: true, .. }
            )
        )
    })
}

/// Returns the raises of every tied team: as chosen, without the last ones while they exceed the budget.
fn send(
    case: &Case,
    settlement: &Settlement,
    choices: &mut impl Iterator<Item = Option<u64>>,
) -> Vec<TeamRaises> {
    let mut sent: Vec<TeamRaises> = Vec::new();
    for team in settlement.tied_teams() {
        let mut raises = Vec::new();
        for tie in settlement.ties() {
            for line in tie.lines.iter().filter(|line| line.team == team) {
                if let Some(more) = choices.next().flatten() {
                    raises.push(Raise { priority: line.priority, price: Tsuyama(tie.price.0 + more) });
                }
            }
        }
        while check_rebid(settlement, team, Tsuyama(case.held[team.index()]), &raises).is_err() {
            raises.pop();
        }
        sent.push(TeamRaises { team, raises });
    }
    sent
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn settlement_matches_model_after_each_wave(case in case()) {
        for list in &case.lists {
            let held = Tsuyama(case.held[list.team.index()]);
            prop_assert_eq!(check_bids(&case.offer, held, &list.bids), Ok(()));
        }
        let mut settlement = Settlement::open(&case.offer, &case.lists);
        let mut model = Model::open(&case.offer, &case.lists);
        check(&case, &settlement, &model);
        let mut choices = case.choices.clone().into_iter();
        let mut waves = 0;
        while !settlement.is_settled() {
            let fixed = settlement.awards().to_vec();
            let sent = send(&case, &settlement, &mut choices);
            let raises = sent.iter().flat_map(|sent| {
                sent.raises.iter().map(|raise| ((sent.team.0, raise.priority.index()), raise.price.0))
            });
            model.wave(&raises.collect());
            settlement.wave(&sent).unwrap();
            waves += 1;
            prop_assert_eq!(settlement.waves_held(), waves);
            prop_assert!(waves as usize <= case.offer.lots.len());
            prop_assert!(fixed.iter().all(|award| settlement.awards().contains(award)));
            check(&case, &settlement, &model);
        }
    }

    #[test]
    fn settlement_does_not_depend_on_list_or_raise_order(
        (case, shuffled) in case().prop_flat_map(|case| {
            let lists = Just(case.lists.clone()).prop_shuffle();
            (Just(case), lists)
        })
    ) {
        let mut one = Settlement::open(&case.offer, &case.lists);
        let mut other = Settlement::open(&case.offer, &shuffled);
        prop_assert_eq!(&one, &other);
        let mut choices = case.choices.clone().into_iter();
        while !one.is_settled() {
            let mut sent = send(&case, &one, &mut choices);
            one.wave(&sent).unwrap();
            sent.reverse();
            for TeamRaises { raises, .. } in &mut sent {
                raises.reverse();
            }
            other.wave(&sent).unwrap();
            prop_assert_eq!(&one, &other);
        }
    }
}
