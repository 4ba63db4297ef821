//! Warns before the disk under the journal is full, which would stop the games.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;

use ishigaki_engine::clock::{Clock, Monotonic};
use ishigaki_rules::Millis;

use crate::machine::Machine;

const CHECK_INTERVAL: Millis = Millis(30_000);

/// Number of checks between two warnings while nothing improves.
const CHECKS_BETWEEN_WARNINGS: u32 = 10;

/// Less free space than this is little, in bytes, and so is less than a twentieth of the disk, up to ten
/// times as much.
const LOW_SPACE: u64 = 1 << 30;

/// Returns whether this much free space is little.
pub(crate) fn is_little(free: u64, size: u64) -> bool {
    free < LOW_SPACE.max((size / 20).min(10 * LOW_SPACE))
}

/// Checks the disk of this file while polled, and logs a warning while little space is left. Does nothing
/// without a file.
pub async fn watch(file: Option<PathBuf>, clock: Arc<dyn Clock>) -> Infallible {
    let Some(file) = file else { return std::future::pending().await };
    let machine = Machine::with_file(&file);
    let mut silent = None;
    loop {
        if let Some((free, size)) = machine.disk() {
            let mebibytes = free >> 20;
            if is_little(free, size) {
                if silent.is_none_or(|looks| looks >= CHECKS_BETWEEN_WARNINGS) {
                    tracing::warn!(
                        free_mib = mebibytes,
                        "the disk is almost full; games stop when it is full"
                    );
                    silent = Some(0);
                }
            } else if silent.take().is_some() {
                tracing::info!(free_mib = mebibytes, "the disk has enough space again");
            }
        }
        silent = silent.map(|looks: u32| looks.saturating_add(1));
        clock.reach(Monotonic(clock.now().0.saturating_add(CHECK_INTERVAL.0))).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disk_space_is_low_below_a_gibibyte_or_a_twentieth() {
        const GIB: u64 = 1 << 30;
        for (free, size, little) in [
            (GIB - 1, 8 * GIB, true),
            (GIB, 8 * GIB, false),
            (5 * GIB - 1, 100 * GIB, true),
            (5 * GIB, 100 * GIB, false),
            (10 * GIB, 4_000 * GIB, false),
            (10 * GIB - 1, 4_000 * GIB, true),
        ] {
            assert_eq!(is_little(free, size), little, "{free} of {size}");
        }
    }
}
