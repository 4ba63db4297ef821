//! Small auction cases: those of the rule book, and more.
//!
//! Lists are written as the rule book writes them: `A: X10 Y8` is team A bidding 10 for X, then 8 for Y. The lots
//! are X, Y, Z; the teams A, B, C and so on. Every team holds 100.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail the test")]

use std::fmt::Write as _;

use ishigaki_rules::auction::{
    Bid, BidFault, Offer, OfferedLot, Outcome, Raise, RebidFault, Settlement, SettlementFault, TeamList,
    TeamRaises, check_bids, check_rebid,
};
use ishigaki_rules::{LotId, Priority, TeamId, Tsuyama};

const HELD: Tsuyama = Tsuyama(100);
const A: TeamId = TeamId(0);
const B: TeamId = TeamId(1);
const C: TeamId = TeamId(2);
const X: LotId = LotId(0);
const Y: LotId = LotId(1);
const Z: LotId = LotId(2);

/// The minimum price of every lot is 1 TSUYAMA.
fn offer(max_wins: u32, copies: [u32; 3]) -> Offer {
    let lot = |copies| OfferedLot { min_price: Tsuyama(1), copies };
    Offer { max_bids: 10, max_wins, lots: copies.map(lot).to_vec() }
}

/// Opens lists with one copy of each lot and one win a team.
fn open(lists: &str) -> Settlement {
    open_with(1, [1, 1, 1], lists)
}

fn open_with(max_wins: u32, copies: [u32; 3], text: &str) -> Settlement {
    let offer = offer(max_wins, copies);
    let lists = lists(text);
    for list in &lists {
        assert_eq!(check_bids(&offer, HELD, &list.bids), Ok(()), "the case itself must be valid");
    }
    Settlement::open(&offer, &lists)
}

fn lists(text: &str) -> Vec<TeamList> {
    let list = |(team, bids): (TeamId, Vec<&str>)| {
        let bid = |bid: &str| Bid { lot: LotId::at(letter(bid, b'X')), price: amount(&bid[1..]) };
        TeamList { team, bids: bids.into_iter().map(bid).collect() }
    };
    by_team(text).map(list).collect()
}

/// Holds a wave: `A: 1=10` is team A raising its first line to 10.
fn wave(settlement: &mut Settlement, text: &str) {
    let sent = |(team, entries): (TeamId, Vec<&str>)| {
        let raise = |entry: &str| {
            let (priority, price) = entry.split_once('=').unwrap();
            Raise { priority: Priority(priority.parse().unwrap()), price: amount(price) }
        };
        TeamRaises { team, raises: entries.into_iter().map(raise).collect() }
    };
    let sent: Vec<TeamRaises> = by_team(text).map(sent).collect();
    for TeamRaises { team, raises } in &sent {
        assert_eq!(check_rebid(settlement, *team, HELD, raises), Ok(()), "the case itself must be valid");
    }
    settlement.wave(&sent).unwrap();
}

fn by_team(text: &str) -> impl Iterator<Item = (TeamId, Vec<&str>)> {
    text.split(';').filter(|part| !part.trim().is_empty()).map(|part| {
        let (team, rest) = part.split_once(':').unwrap();
        (TeamId::at(letter(team.trim(), b'A')), rest.split_whitespace().collect())
    })
}

fn letter(text: &str, first: u8) -> usize {
    usize::from(text.as_bytes()[0] - first)
}

fn amount(text: &str) -> Tsuyama {
    Tsuyama(text.parse().unwrap())
}

/// Short form of a settlement: awards as `X:B12`, ties as `X?9x1:A1,B1` (price, copies, lines), then failures as
/// `X!1` (copies).
fn state(settlement: &Settlement) -> String {
    let lot = |lot: LotId| ["X", "Y", "Z"][lot.index()];
    let team = |team: TeamId| ["A", "B", "C", "D", "E"][team.index()];
    let mut text = String::new();
    for award in settlement.awards() {
        write!(text, "{}:{}{} ", lot(award.lot), team(award.team), award.price).unwrap();
    }
    for tie in settlement.ties() {
        let lines: Vec<String> =
            tie.lines.iter().map(|line| format!("{}{}", team(line.team), line.priority)).collect();
        write!(text, "{}?{}x{}:{} ", lot(tie.lot), tie.price, tie.copies, lines.join(",")).unwrap();
    }
    for failure in settlement.failures() {
        write!(text, "{}!{} ", lot(failure.lot), failure.copies).unwrap();
    }
    text.trim_end().to_owned()
}

fn outcome(settlement: &Settlement, team: TeamId, priority: u32) -> Outcome {
    settlement.outcome(team, Priority(priority)).unwrap()
}

/// Name, maximum wins per team, copies of X, Y and Z, lists, state after the opening, and each wave with its
/// result.
type Case<'a> = (&'a str, u32, [u32; 3], &'a str, &'a str, &'a [(&'a str, &'a str)]);

const ONE: [u32; 3] = [1, 1, 1];

const CASES: &[Case<'_>] = &[
    // The rule book's table.
    ("the outbid team gets its second choice", 1, ONE, "A: X10 Y8; B: X12; C: Y5", "X:B12 Y:A8", &[]),
    ("rejections pass on down", 1, ONE, "A: X10 Y9; B: Y7 Z3; C: Z4", "X:A10 Y:B7 Z:C4", &[]),
    ("priority counts before price", 1, ONE, "A: X5 Y10; B: Y5 X10", "X:A5 Y:B5", &[]),
    ("equal re-bids fail", 1, ONE, "A: X9; B: X9; C: X7", "X?9x1:A1,B1", &[("A: 1=10; B: 1=10", "X!1")]),
    (
        "what is not tied at the opening is fixed",
        1,
        ONE,
        "A: X9 Y6; B: X9; C: Y4",
        "Y:C4 X?9x1:A1,B1",
        &[("A: 1=10; B: 1=11", "X:B11 Y:C4")],
    ),
    ("the loser falls back", 1, ONE, "A: X9 Y6; B: X9 Y6", "X?9x1:A1,B1", &[("B: 1=11", "X:B11 Y:A6")]),
    ("the highest claims stay", 1, [2, 1, 1], "A: X5; B: X9; C: X7 Z2", "X:B9 X:C7", &[]),
    ("several copies of one lot", 2, [3, 1, 1], "A: X5 X5 X9; B: X4", "X:A5 X:A5 X:B4", &[]),
    ("claims that all fit", 1, [2, 1, 1], "A: X9; B: X9; C: X8", "X:A9 X:B9", &[]),
    ("what could win is tied", 3, [3, 1, 1], "A: X9 X9 X9; B: X9; C: X12", "X:C12 X?9x2:A1,A2,B1", &[]),
    (
        "the highest offers win",
        1,
        [2, 1, 1],
        "A: X9; B: X9; C: X9",
        "X?9x2:A1,B1,C1",
        &[("A: 1=11; B: 1=12; C: 1=10", "X:B12 X:A11")],
    ),
    (
        "copies at the equal margin fail",
        1,
        [2, 1, 1],
        "A: X9; B: X9; C: X9; D: X9",
        "X?9x2:A1,B1,C1,D1",
        &[("A: 1=11; B: 1=10; C: 1=11; D: 1=12", "X:D12 X!1")],
    ),
    (
        "equal offers of one team win by priority",
        2,
        [2, 1, 1],
        "A: X9 X9; B: X9",
        "X?9x2:A1,A2,B1",
        &[("A: 1=10 2=10; B: 1=11", "X:B11 X:A10")],
    ),
    (
        "copies without an offer fail",
        1,
        [2, 1, 1],
        "A: X9; B: X9; C: X9",
        "X?9x2:A1,B1,C1",
        &[("B: 1=10", "X:B10 X!1")],
    ),
    ("nobody offers", 1, ONE, "A: X9; B: X9", "X?9x1:A1,B1", &[("", "X!1")]),
    (
        "all tied lots in one wave",
        1,
        ONE,
        "A: X9; B: X9; C: Y5; D: Y5",
        "X?9x1:A1,B1 Y?5x1:C1,D1",
        &[("A: 1=10; D: 1=6", "X:A10 Y:D6")],
    ),
    // C keeps its copy of Y from the opening, although A's later claim is higher.
    (
        "a fallback among free copies only",
        1,
        [1, 2, 1],
        "A: X9 Y8; B: X9 Y7; C: Y2",
        "Y:C2 X?9x1:A1,B1",
        &[("", "Y:A8 Y:C2 X!1")],
    ),
    (
        "a second copy in the fallback",
        2,
        [1, 2, 1],
        "A: Y5 X9 Y5; B: X9",
        "Y:A5 X?9x1:A2,B1",
        &[("B: 1=10", "X:B10 Y:A5 Y:A5")],
    ),
];

#[test]
fn small_cases_come_out_as_in_the_table() {
    for (name, max_wins, copies, lists, opened, waves) in CASES {
        let mut settlement = open_with(*max_wins, *copies, lists);
        assert_eq!(state(&settlement), *opened, "{name}");
        for (raises, after) in *waves {
            wave(&mut settlement, raises);
            assert_eq!(state(&settlement), *after, "{name}");
        }
        assert_eq!(settlement.is_settled(), !opened.contains('?') || !waves.is_empty(), "{name}");
    }
}

#[test]
fn lines_that_lose_within_a_tie_say_to_whom() {
    let settlement = open_with(3, [3, 1, 1], "A: X9 X9 X9; B: X9; C: X12");
    assert_eq!(settlement.free_copies(), [0, 1, 1]);
    assert_eq!(outcome(&settlement, A, 3), Outcome::Outbid { by: A, at: Tsuyama(9) });
    let mut settlement = open_with(2, [2, 1, 1], "A: X9 X9; B: X9");
    wave(&mut settlement, "A: 1=10 2=10; B: 1=11");
    assert_eq!(outcome(&settlement, A, 2), Outcome::LostRebid { to: A, at: Tsuyama(10) });
    let mut settlement = open_with(1, [2, 1, 1], "A: X9; B: X9; C: X9; D: X9");
    wave(&mut settlement, "A: 1=11; B: 1=10; C: 1=11; D: 1=12");
    assert_eq!(outcome(&settlement, B, 1), Outcome::FailedTie { at: Tsuyama(11) });
    let mut settlement = open_with(1, [1, 2, 1], "A: X9 Y8; B: X9 Y7; C: Y2");
    wave(&mut settlement, "");
    assert_eq!(outcome(&settlement, B, 2), Outcome::Outbid { by: A, at: Tsuyama(8) });
}

#[test]
fn equal_claims_of_one_team_alone_never_tie() {
    let settlement = open_with(3, [2, 1, 1], "A: X9 X9; B: X5");
    assert_eq!(state(&settlement), "X:A9 X:A9");
    // They don't tie either when a higher claim leaves room for only one of them: the better priority wins.
    let settlement = open_with(3, [2, 1, 1], "A: X9 X9 Y3; B: X10");
    assert_eq!(state(&settlement), "X:B10 X:A9 Y:A3");
    assert_eq!(outcome(&settlement, A, 2), Outcome::Outbid { by: A, at: Tsuyama(9) });
}

#[test]
fn tied_fallback_starts_another_wave() {
    let mut settlement = open("A: X9 Y6; B: X9 Y6");
    wave(&mut settlement, "A: 1=10; B: 1=10");
    assert_eq!(state(&settlement), "Y?6x1:A2,B2 X!1");
    assert_eq!(settlement.waves_held(), 1);
    assert_eq!(settlement.tied_teams(), [A, B]);
    wave(&mut settlement, "A: 2=7");
    assert_eq!(state(&settlement), "Y:A7 X!1");
    assert_eq!(settlement.waves_held(), 2);
    assert_eq!(settlement.charge(A), Tsuyama(7));
    assert_eq!(settlement.charge(B), Tsuyama::ZERO);
}

#[test]
fn wave_without_ties_is_rejected() {
    let mut settlement = open("A: X9");
    assert_eq!(settlement.wave(&[]), Err(SettlementFault::NothingTied));
    assert_eq!(settlement, open("A: X9"));
}

#[test]
fn rebid_budget_keeps_awards_and_live_lines_back() {
    // A has won Z at 30 and still bids 20 for Y, which is free. X is tied. W is 2.
    let settlement = open_with(2, [1, 1, 1], "A: Z30 X9 Y20; B: X9");
    assert_eq!(state(&settlement), "Z:A30 X?9x1:A2,B1");
    assert_eq!(settlement.rebid_budget(A, HELD), Some(Tsuyama(50)));
    assert_eq!(settlement.rebid_budget(B, HELD), Some(HELD));
    assert_eq!(settlement.rebid_budget(C, HELD), None);
    let raise = |price| [Raise { priority: Priority(2), price: Tsuyama(price) }];
    assert_eq!(check_rebid(&settlement, A, HELD, &raise(50)), Ok(()));
    let over = RebidFault::OverBudget { total: Tsuyama(51), budget: Tsuyama(50) };
    assert_eq!(check_rebid(&settlement, A, HELD, &raise(51)), Err(vec![over]));
}

#[test]
fn bid_for_sold_lot_does_not_reduce_rebid_budget() {
    let settlement = open("A: X9 Y6; B: X9; C: Y4");
    assert_eq!(settlement.rebid_budget(A, HELD), Some(HELD));
}

#[test]
fn rebid_check_reports_all_faults() {
    let settlement = open("A: X9 Y6; B: X9");
    let raise = |priority, price| Raise { priority: Priority(priority), price: Tsuyama(price) };
    let not_above = |price, entry| RebidFault::NotAbove {
        priority: Priority(1),
        lot: X,
        price,
        tied_at: Tsuyama(9),
        entry,
    };
    assert_eq!(
        check_rebid(&settlement, A, HELD, &[raise(1, 9), raise(2, 900), raise(1, 8)]),
        Err(vec![
            RebidFault::DuplicateLine { priority: Priority(1), entry: 2 },
            not_above(Tsuyama(9), 0),
            RebidFault::NotTied { priority: Priority(2), entry: 1 },
            not_above(Tsuyama(8), 2),
        ])
    );
    assert_eq!(check_rebid(&settlement, A, HELD, &[]), Ok(()));
    assert_eq!(check_rebid(&settlement, C, HELD, &[]), Ok(()));
}

#[test]
fn list_check_reports_all_faults() {
    let mut offer = offer(1, [2, 0, 1]);
    offer.max_bids = 4;
    offer.lots[2].min_price = Tsuyama(5);
    let bids = &lists("A: X1 X2 Y3 X300 Z4")[0].bids;
    let below = BidFault::BelowMin { line: 4, lot: Z, price: Tsuyama(4), min_price: Tsuyama(5) };
    assert_eq!(
        check_bids(&offer, HELD, bids),
        Err(vec![
            BidFault::TooManyBids { lines: 5, max_bids: 4 },
            BidFault::UnknownLot { line: 2, lot: Y },
            below,
            BidFault::TooManyOfLot { lot: X, lines: 3, copies: 2 },
        ])
    );
}

#[test]
fn list_total_may_equal_but_not_exceed_held() {
    let offer = offer(1, [1, 1, 1]);
    assert_eq!(check_bids(&offer, HELD, &lists("A: X60 Y40")[0].bids), Ok(()));
    let over = BidFault::OverBudget { total: Tsuyama(101), held: HELD };
    assert_eq!(check_bids(&offer, HELD, &lists("A: X60 Y41")[0].bids), Err(vec![over]));
    assert_eq!(check_bids(&offer, HELD, &[]), Ok(()));
}

#[test]
fn overflowing_total_is_over_budget() {
    let all = Tsuyama(u64::MAX);
    let bids = [Bid { lot: X, price: all }, Bid { lot: Y, price: Tsuyama(1) }];
    let over = BidFault::OverBudget { total: all, held: all };
    assert_eq!(check_bids(&offer(1, [1, 1, 1]), all, &bids), Err(vec![over]));
}

#[test]
fn outcome_is_reported_for_each_line() {
    let mut settlement = open("A: X9 Y6 Z3; B: X9 Y5; C: Y4 X2; D: X5 Z2; E: Z4");
    assert_eq!(state(&settlement), "Y:C4 Z:E4 X?9x1:A1,B1");
    let tied = Outcome::Tied { at: Tsuyama(9) };
    assert_eq!(outcome(&settlement, A, 1), tied);
    assert_eq!(outcome(&settlement, A, 2), Outcome::NoCopyLeft);
    assert_eq!(outcome(&settlement, C, 1), Outcome::Awarded { price: Tsuyama(4), by_rebid: false });
    assert_eq!(outcome(&settlement, C, 2), Outcome::QuotaFull);
    let (d, e) = (TeamId(3), TeamId(4));
    assert_eq!(outcome(&settlement, d, 1), Outcome::Outbid { by: B, at: Tsuyama(9) });
    assert_eq!(outcome(&settlement, d, 2), Outcome::Outbid { by: e, at: Tsuyama(4) });
    wave(&mut settlement, "A: 1=10; B: 1=11");
    assert_eq!(outcome(&settlement, A, 1), Outcome::LostRebid { to: B, at: Tsuyama(11) });
    assert_eq!(outcome(&settlement, A, 3), Outcome::NoCopyLeft);
    assert_eq!(outcome(&settlement, B, 1), Outcome::Awarded { price: Tsuyama(11), by_rebid: true });
    assert_eq!(outcome(&settlement, B, 2), Outcome::QuotaFull);
    assert_eq!(settlement.outcome(A, Priority(4)), None);
    assert_eq!(settlement.outcome(A, Priority(0)), None);
    assert_eq!(settlement.outcome(TeamId(9), Priority(1)), None);
}

#[test]
fn fallback_line_waits_until_rebid_is_decided() {
    let mut settlement = open("A: X9 Y6; B: X9 Y6 Z1");
    assert_eq!(outcome(&settlement, A, 2), Outcome::Waiting);
    wave(&mut settlement, "A: 1=10");
    assert_eq!(outcome(&settlement, A, 2), Outcome::QuotaFull);
    assert_eq!(outcome(&settlement, B, 1), Outcome::GivenUp);
    assert_eq!(outcome(&settlement, B, 2), Outcome::Awarded { price: Tsuyama(6), by_rebid: false });
    assert_eq!(outcome(&settlement, B, 3), Outcome::QuotaFull);
}

#[test]
fn called_rebid_closes_lot_to_other_teams() {
    // C's second line names X, and the re-bid for X is called while C is tied for Y.
    let mut settlement = open("A: X9; B: X9; C: Y5 X20; D: Y5");
    assert_eq!(state(&settlement), "X?9x1:A1,B1 Y?5x1:C1,D1");
    assert_eq!(outcome(&settlement, C, 2), Outcome::Closed);
    wave(&mut settlement, "");
    assert_eq!(state(&settlement), "X!1 Y!1");
    assert_eq!(outcome(&settlement, C, 2), Outcome::Closed);
    assert_eq!(settlement.free_copies(), [0, 0, 1]);
}

#[test]
fn outcomes_name_their_rule() {
    let at = Tsuyama(1);
    let rules = [
        (Outcome::Awarded { price: at, by_rebid: false }, "A5"),
        (Outcome::Awarded { price: at, by_rebid: true }, "A8"),
        (Outcome::Outbid { by: A, at }, "A5"),
        (Outcome::Tied { at }, "A6"),
        (Outcome::LostRebid { to: A, at }, "A8"),
        (Outcome::GivenUp, "A7"),
        (Outcome::FailedTie { at }, "A8"),
        (Outcome::Closed, "A8"),
        (Outcome::NoCopyLeft, "A9"),
        (Outcome::QuotaFull, "A5"),
        (Outcome::Waiting, "A9"),
    ];
    for (outcome, rule) in rules {
        assert_eq!(outcome.rule(), rule, "{outcome:?}");
    }
}

#[test]
fn faults_name_rule_and_debug_output_hides_figures() {
    let (price, priority) = (Tsuyama(77_123), Priority(1));
    let of_lists = [
        (BidFault::TooManyBids { lines: 77_123, max_bids: 1 }, "TooManyBids"),
        (BidFault::TooManyOfLot { lot: X, lines: 77_123, copies: 1 }, "TooManyOfLot"),
        (BidFault::UnknownLot { line: 0, lot: LotId(77_123) }, "UnknownLot"),
        (BidFault::BelowMin { line: 0, lot: X, price, min_price: price }, "BelowMin"),
        (BidFault::OverBudget { total: price, held: price }, "OverBudget"),
    ];
    for (fault, name) in of_lists {
        assert_eq!((format!("{fault:?}").as_str(), fault.rule()), (name, "A2"));
    }
    let of_rebids = [
        (RebidFault::DuplicateLine { priority, entry: 77_123 }, "DuplicateLine"),
        (RebidFault::NotTied { priority, entry: 77_123 }, "NotTied"),
        (RebidFault::NotAbove { priority, lot: X, price, tied_at: price, entry: 77_123 }, "NotAbove"),
        (RebidFault::OverBudget { total: price, budget: price }, "OverBudget"),
    ];
    for (fault, name) in of_rebids {
        assert_eq!((format!("{fault:?}").as_str(), fault.rule()), (name, "A7"));
    }
}

#[test]
fn raise_equal_to_tied_price_is_ignored() {
    let mut settlement = open("A: X9; B: X9");
    let equal = Raise { priority: Priority(1), price: Tsuyama(9) };
    settlement.wave(&[TeamRaises { team: A, raises: vec![equal] }]).unwrap();
    assert_eq!(state(&settlement), "X!1");
}

#[test]
fn opening_does_not_depend_on_list_order() {
    let forwards = lists("A: X9 Y6; B: X9 Y6; C: Y5 Z2");
    let mut backwards = forwards.clone();
    backwards.reverse();
    backwards.push(TeamList { team: TeamId(7), bids: Vec::new() });
    let offer = offer(1, [1, 1, 1]);
    assert_eq!(Settlement::open(&offer, &forwards), Settlement::open(&offer, &backwards));
}
