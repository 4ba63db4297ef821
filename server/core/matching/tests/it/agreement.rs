//! Matchings against those of a second library.
#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

use ishigaki_matching::Blossom;
use ishigaki_tournament::Matcher;
use proptest::prelude::*;
use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::UnGraph;

/// The least total of a perfect matching, as the second library has it.
fn least(size: usize, costs: &[i128]) -> i128 {
    let most = costs.iter().max().copied().unwrap_or(0);
    let edges = (0..size).flat_map(|i| (i + 1..size).map(move |j| (i, j)));
    let graph: UnGraph<(), i128> = UnGraph::from_edges(edges.map(|(i, j)| {
        let point = |at| u32::try_from(at).expect("a small graph");
        (point(i), point(j), most - costs[i * size + j])
    }));
    let weight = |edge: rustworkx_core::petgraph::graph::EdgeReference<'_, i128>| Ok::<_, ()>(*edge.weight());
    let matching = max_weight_matching(&graph, true, weight, true).expect("weights cannot fail");
    assert_eq!(matching.len(), size / 2, "perfect");
    matching.iter().map(|(i, j)| costs[*i.min(j) * size + *i.max(j)]).sum()
}

fn check(size: usize, costs: &[i128]) {
    let mates = Blossom.cheapest(size, costs);
    assert!((0..size).all(|at| mates[at] != at && mates[mates[at]] == at), "everybody has a mate");
    let pairs = mates.iter().enumerate().filter(|(at, mate)| at < mate);
    let total: i128 = pairs.map(|(at, mate)| costs[at * size + mate]).sum();
    assert_eq!(total, least(size, costs));
}

fn costs(most: i128) -> impl Strategy<Value = (usize, Vec<i128>)> {
    (1..13_usize).prop_flat_map(move |half| {
        let size = half * 2;
        (Just(size), prop::collection::vec(0..most, size * size))
    })
}

proptest! {
    #[test]
    fn few_costs_agree((size, costs) in costs(4)) {
        check(size, &costs);
    }

    #[test]
    fn many_costs_agree((size, costs) in costs(1_000)) {
        check(size, &costs);
    }

    #[test]
    fn wide_costs_agree((size, costs) in costs(1 << 112)) {
        check(size, &costs);
    }
}
