//! The guided tour, run through the rules' auction: everything it promises occurs.
#![expect(clippy::unwrap_used, reason = "helpers of tests may panic as tests do")]

use ishigaki_rules::auction::{Award, FailureReason, Outcome, Settlement};
use ishigaki_rules::{Priority, Setup, Tsuyama};
use ishigaki_scenarios::{Lists, PlayedRound, RefusalCode, Scenario, replay};

struct TourRound(PlayedRound);

/// Plays the tour's lists; every list that counts and every raise must be valid.
fn play() -> (Setup, Lists, Vec<TourRound>) {
    let scenario = Scenario::find("tour-4").unwrap();
    let lists = Lists::find_next_to("tour-4", &scenario).unwrap().unwrap();
    let setup = scenario.setup(lists.teams.clone()).unwrap();
    let rounds = replay(&setup, &lists).unwrap().into_iter().map(TourRound).collect();
    (setup, lists, rounds)
}

impl TourRound {
    fn awards(&self, setup: &Setup) -> Vec<String> {
        let tell = |award: &Award| {
            let team = &setup.team(award.team).unwrap().code;
            let lot = &setup.lot(award.lot).unwrap().code;
            format!("{lot} {team} {} (line {})", award.price, award.priority)
        };
        self.0.settlement.awards().iter().map(tell).collect()
    }

    fn outcome(&self, setup: &Setup, team: &str, priority: u32) -> Outcome {
        self.0.settlement.outcome(setup.team_by_code(team).unwrap(), Priority(priority)).unwrap()
    }

    fn opening(&self) -> Settlement {
        Settlement::open(&self.0.offer, &self.0.lists)
    }
}

#[test]
fn tie_is_won_by_rebid_and_loser_falls_back() {
    let (setup, _, rounds) = play();
    let first = &rounds[0];
    let opening = first.opening();
    assert_eq!(opening.ties().len(), 1);
    assert_eq!(opening.ties()[0].lines.len(), 2);
    assert_eq!(
        first.awards(&setup),
        ["L east 15 (line 1)", "T north 8 (line 2)", "O south 20 (line 1)", "I west 6 (line 1)"]
    );
    let won = Outcome::Awarded { price: Tsuyama(15), by_rebid: true };
    assert_eq!(first.outcome(&setup, "east", 1), won);
    assert!(matches!(first.outcome(&setup, "north", 1), Outcome::LostRebid { .. }));
    // The fallback: no award at the opening.
    assert!(opening.awards().iter().all(|award| award.team != setup.team_by_code("north").unwrap()));
    let fallback = Outcome::Awarded { price: Tsuyama(8), by_rebid: false };
    assert_eq!(first.outcome(&setup, "north", 2), fallback);
}

#[test]
fn rejected_list_precedes_valid_list() {
    let (_, lists, _) = play();
    let refused = lists.rounds.iter().flat_map(|round| &round.first).find(|first| first.refused.is_some());
    let refused = refused.unwrap();
    assert_eq!((refused.team.as_str(), refused.refused), ("south", Some(RefusalCode::OverBudget)));
    assert!(!lists.rounds[0].lists["south"].is_empty());
}

#[test]
fn list_is_replaced_in_round_2() {
    let (_, lists, _) = play();
    let first = &lists.rounds[1].first[0];
    assert_eq!((first.team.as_str(), first.refused), ("east", None));
    assert_ne!(first.list, lists.rounds[1].lists["east"]);
}

#[test]
fn equal_rebids_fail() {
    let (setup, _, rounds) = play();
    let second = &rounds[1];
    let [failure] = second.0.settlement.failures() else { panic!("one failure") };
    assert_eq!(failure.reason, FailureReason::TiedRebid);
    assert_eq!(setup.lot(failure.lot).unwrap().code, "O");
    assert_eq!(second.outcome(&setup, "north", 1), Outcome::FailedTie { at: Tsuyama(14) });
    assert_eq!(
        second.awards(&setup),
        [
            "T east 6 (line 2)",
            "I east 7 (line 1)",
            "S north 4 (line 2)",
            "V west 5 (line 2)",
            "D west 2 (line 3)"
        ]
    );
}

#[test]
fn team_declines_round_with_empty_list() {
    let (setup, lists, rounds) = play();
    assert!(lists.rounds[1].lists["south"].is_empty());
    let south = setup.team_by_code("south").unwrap();
    assert!(rounds[1].0.settlement.awards().iter().all(|award| award.team != south));
    // All teams submit in every round, so that no round waits for its deadline.
    assert!(lists.rounds.iter().all(|round| round.lists.len() == lists.teams.len()));
}

#[test]
fn failed_lot_is_offered_again_and_pass_gives_up() {
    let (setup, _, rounds) = play();
    let third = &rounds[2];
    assert_eq!(
        third.awards(&setup),
        [
            "O north 16 (line 1)",
            "I south 9 (line 1)",
            "S north 4 (line 4)",
            "V east 6 (line 2)",
            "V north 5 (line 3)",
            "D south 5 (line 4)",
            "D west 5 (line 1)",
            "D south 4 (line 5)"
        ]
    );
    assert_eq!(third.outcome(&setup, "north", 2), Outcome::GivenUp);
}
