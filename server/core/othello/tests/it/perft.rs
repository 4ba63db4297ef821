//! Leaves of the tree of games against the rule book's table.

use ishigaki_othello::{Handicap, Position, perft};

/// Depths 1 to 9 from the start, 1 to 9 with each handicap (the rule book's vectors).
const TABLE: [(Handicap, [u64; 9]); 5] = [
    (Handicap::None, [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288]),
    (Handicap::One, [4, 12, 56, 244, 1_396, 8_202, 55_086, 390_452, 3_003_922]),
    (Handicap::Two, [4, 12, 56, 244, 1_396, 8_204, 55_080, 390_688, 3_002_560]),
    (Handicap::Three, [4, 12, 56, 244, 1_396, 8_216, 55_060, 390_832, 2_996_470]),
    (Handicap::Four, [4, 12, 56, 244, 1_396, 8_228, 55_040, 390_968, 2_990_312]),
];

#[test]
fn perft_matches_table_to_depth_9() {
    for (handicap, leaves) in TABLE {
        for (depth, expected) in (1..).zip(leaves) {
            assert_eq!(perft(&Position::start(handicap), depth), expected, "{handicap:?}, depth {depth}");
        }
    }
}

#[test]
fn nothing_played_is_one_leaf() {
    assert_eq!(perft(&Position::start(Handicap::None), 0), 1);
}
