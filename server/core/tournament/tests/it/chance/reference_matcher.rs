//! Matchings by a second library, to check those of the first.

use ishigaki_tournament::Matcher;
use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::{EdgeReference, UnGraph};

pub(crate) struct ReferenceMatcher;

impl Matcher for ReferenceMatcher {
    fn cheapest(&self, size: usize, costs: &[i128]) -> Vec<usize> {
        let most = costs.iter().max().copied().unwrap_or(0);
        let point = |at| u32::try_from(at).expect("a small pool");
        let edges = (0..size).flat_map(|i| (i + 1..size).map(move |j| (i, j)));
        let graph: UnGraph<(), i128> =
            UnGraph::from_edges(edges.map(|(i, j)| (point(i), point(j), most - costs[i * size + j])));
        let weight = |edge: EdgeReference<'_, i128>| Ok::<_, ()>(*edge.weight());
        let matching = max_weight_matching(&graph, true, weight, true).expect("weights cannot fail");
        assert_eq!(matching.len(), size / 2, "everybody is paired");
        let mut mates = vec![0; size];
        for (one, other) in matching {
            (mates[one], mates[other]) = (other, one);
        }
        mates
    }
}
