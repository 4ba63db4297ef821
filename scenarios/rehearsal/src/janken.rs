//! Jankens from a seed.

use ishigaki_rules::TeamId;

/// Returns the order of a janken (`E2`), determined by the seed.
pub fn janken(group: &[TeamId], seed: u64) -> Vec<TeamId> {
    let lot = |team: &TeamId| {
        // The finaliser of SplitMix64, so that neighbours differ widely.
        let mut number = seed.wrapping_add(u64::from(team.0).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (number ^ (number >> 31), team.0)
    };
    let mut order = group.to_vec();
    order.sort_by_key(lot);
    order
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn janken_depends_on_seed_and_not_on_group_order() {
        let group: Vec<TeamId> = (0..4).map(TeamId).collect();
        let orders: BTreeSet<Vec<TeamId>> = (0..40).map(|seed| janken(&group, seed)).collect();
        assert!(orders.len() > 10, "{} orders", orders.len());
        let reversed: Vec<TeamId> = group.iter().rev().copied().collect();
        assert_eq!(janken(&group, 7), janken(&reversed, 7));
    }
}
