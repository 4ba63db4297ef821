//! The guided tour, run through the rules' auction: everything it promises occurs.
#![expect(clippy::unwrap_used, reason = "helpers of tests may panic as tests do")]

use std::collections::BTreeMap;

use ishigaki_rules::auction::{
    Award, Bid, FailureReason, Offer, OfferedLot, Outcome, Settlement, TeamList, TeamRaises, check_bids,
    check_rebid,
};
use ishigaki_rules::{Priority, Setup, TeamId, Tsuyama};
use ishigaki_scenarios::{FirstTry, Line, Lists, RefusalCode, Scenario};

/// A round that has been played.
struct Played {
    offer: Offer,
    /// The lists that counted.
    lists: Vec<TeamList>,
    settlement: Settlement,
}

/// A game that is played by script.
struct Script {
    setup: Setup,
    held: BTreeMap<TeamId, Tsuyama>,
    copies: Vec<u32>,
}

impl Script {
    fn team(&self, code: &str) -> TeamId {
        self.setup.team_by_code(code).unwrap()
    }

    fn bids(&self, list: &[Line]) -> Vec<Bid> {
        let bid = |line: &Line| Bid { lot: self.setup.lot_by_code(&line.lot).unwrap(), price: line.price };
        list.iter().map(bid).collect()
    }

    fn check_first(&self, offer: &Offer, first: &FirstTry) {
        let checked = check_bids(offer, self.held[&self.team(&first.team)], &self.bids(&first.list));
        let codes: Option<Vec<_>> = checked.err().map(|faults| faults.iter().map(RefusalCode::of).collect());
        assert_eq!(codes, first.refused.map(|code| vec![code]), "{first:?}");
    }
}

/// Plays the tour's lists; every list that counts and every raise must be valid.
fn play() -> (Script, Lists, Vec<Played>) {
    let scenario = Scenario::find("tour-4").unwrap();
    let lists = Lists::beside("tour-4", &scenario).unwrap().unwrap();
    let setup = scenario.setup(lists.teams.clone()).unwrap();
    let mut script = Script {
        held: setup.team_ids().map(|team| (team, setup.initial)).collect(),
        copies: setup.lots.iter().map(|lot| lot.copies).collect(),
        setup,
    };
    let mut rounds = Vec::new();
    for (plan, round) in scenario.rounds.iter().zip(&lists.rounds) {
        let lots = script.setup.lots.iter().zip(&script.copies);
        let offer = Offer {
            max_bids: plan.max_bids,
            max_wins: plan.max_wins,
            lots: lots.map(|(lot, &copies)| OfferedLot { min_price: lot.min_price, copies }).collect(),
        };
        for first in &round.first {
            script.check_first(&offer, first);
        }
        let sealed: Vec<TeamList> = round
            .lists
            .iter()
            .map(|(code, list)| TeamList { team: script.team(code), bids: script.bids(list) })
            .collect();
        for list in &sealed {
            check_bids(&offer, script.held[&list.team], &list.bids).unwrap();
        }
        let mut settlement = Settlement::open(&offer, &sealed);
        for wave in &round.waves {
            let sent: Vec<TeamRaises> = wave
                .iter()
                .map(|(code, raises)| TeamRaises { team: script.team(code), raises: raises.clone() })
                .collect();
            for team in &sent {
                check_rebid(&settlement, team.team, script.held[&team.team], &team.raises).unwrap();
            }
            settlement.wave(&sent).unwrap();
        }
        assert!(settlement.is_settled(), "the lists have as many waves as the rules call for");
        for award in settlement.awards() {
            script.copies[award.lot.index()] -= 1;
            let held = script.held.get_mut(&award.team).unwrap();
            *held = held.minus(award.price);
        }
        rounds.push(Played { offer, lists: sealed, settlement });
    }
    (script, lists, rounds)
}

impl Played {
    fn awards(&self, script: &Script) -> Vec<String> {
        let tell = |award: &Award| {
            let team = &script.setup.team(award.team).unwrap().code;
            let lot = &script.setup.lot(award.lot).unwrap().code;
            format!("{lot} {team} {} (line {})", award.price, award.priority)
        };
        self.settlement.awards().iter().map(tell).collect()
    }

    fn outcome(&self, script: &Script, team: &str, priority: u32) -> Outcome {
        self.settlement.outcome(script.team(team), Priority(priority)).unwrap()
    }

    /// The auction as it stood before any wave.
    fn opening(&self) -> Settlement {
        Settlement::open(&self.offer, &self.lists)
    }
}

#[test]
fn a_tie_is_won_by_rebid_and_its_loser_falls_back() {
    let (script, _, rounds) = play();
    let first = &rounds[0];
    let opening = first.opening();
    assert_eq!(opening.ties().len(), 1);
    assert_eq!(opening.ties()[0].lines.len(), 2);
    assert_eq!(
        first.awards(&script),
        ["L east 15 (line 1)", "T north 8 (line 2)", "O south 20 (line 1)", "I west 6 (line 1)"]
    );
    let won = Outcome::Awarded { price: Tsuyama(15), by_rebid: true };
    assert_eq!(first.outcome(&script, "east", 1), won);
    assert!(matches!(first.outcome(&script, "north", 1), Outcome::LostRebid { .. }));
    // The fallback: nobody had it at the opening.
    assert!(opening.awards().iter().all(|award| award.team != script.team("north")));
    let fallback = Outcome::Awarded { price: Tsuyama(8), by_rebid: false };
    assert_eq!(first.outcome(&script, "north", 2), fallback);
}

#[test]
fn a_list_is_refused_before_a_good_one() {
    let (_, lists, _) = play();
    let refused = lists.rounds.iter().flat_map(|round| &round.first).find(|first| first.refused.is_some());
    let refused = refused.unwrap();
    assert_eq!((refused.team.as_str(), refused.refused), ("south", Some(RefusalCode::OverBudget)));
    assert!(!lists.rounds[0].lists["south"].is_empty());
}

#[test]
fn a_list_is_replaced() {
    let (_, lists, _) = play();
    let first = &lists.rounds[1].first[0];
    assert_eq!((first.team.as_str(), first.refused), ("east", None));
    assert_ne!(first.list, lists.rounds[1].lists["east"]);
}

#[test]
fn equal_rebids_fail() {
    let (script, _, rounds) = play();
    let second = &rounds[1];
    let [failure] = second.settlement.failures() else { panic!("one failure") };
    assert_eq!(failure.reason, FailureReason::TiedRebid);
    assert_eq!(script.setup.lot(failure.lot).unwrap().code, "O");
    assert_eq!(second.outcome(&script, "north", 1), Outcome::FailedTie { at: Tsuyama(14) });
    assert_eq!(
        second.awards(&script),
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
fn a_team_declines_a_round_and_nobody_is_silent() {
    let (script, lists, rounds) = play();
    assert!(lists.rounds[1].lists["south"].is_empty());
    let south = script.team("south");
    assert!(rounds[1].settlement.awards().iter().all(|award| award.team != south));
    // Everybody seals in every round, so that no round waits for its deadline.
    assert!(lists.rounds.iter().all(|round| round.lists.len() == lists.teams.len()));
}

#[test]
fn what_failed_is_on_offer_again_and_a_pass_gives_up() {
    let (script, _, rounds) = play();
    let third = &rounds[2];
    assert_eq!(
        third.awards(&script),
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
    assert_eq!(third.outcome(&script, "north", 2), Outcome::GivenUp);
}
