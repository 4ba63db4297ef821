//! A whole wall judged at once, whatever the order of its placements (`W5`).

use super::*;

/// Judges a whole wall: `owned` are all stones the team has, `placements` where it wants them.
pub fn judge<S: Copy + Ord>(
    frame: &Frame,
    owned: &BTreeMap<S, &Shape>,
    placements: &[Placement<S>],
) -> Verdict<S> {
    let _ = (frame, owned, placements);
    unimplemented!()
}
