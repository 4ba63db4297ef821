//! A warning in time: what happens when the disk under the journal gets full is that games stop.
//!
//! Knows how much is little, and nothing of journals.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;

use ishigaki_engine::clock::{Clock, Monotonic};
use ishigaki_rules::Millis;

use crate::machine::Machine;

/// Interval at which the disk is looked at.
const LOOK: Millis = Millis(30_000);

/// Number of looks that pass between two warnings while nothing gets better.
const QUIET: u32 = 10;

/// Less than this is little, in bytes, and so is less than a twentieth of the disk, up to ten times as much: a large
/// disk's twentieth is plenty.
const LITTLE: u64 = 1 << 30;

/// Returns whether so much of a disk of this size is little, in bytes.
pub(crate) fn is_little(free: u64, size: u64) -> bool {
    free < LITTLE.max((size / 20).min(10 * LITTLE))
}

/// Looks at the disk under this file for as long as it is polled, and warns in the log while little of it is left. A
/// journal that is in no file here fills no disk here.
pub async fn watch(file: Option<PathBuf>, clock: Arc<dyn Clock>) -> Infallible {
    let Some(file) = file else { return std::future::pending().await };
    let machine = Machine::with_file(&file);
    let mut silent = None;
    loop {
        if let Some((free, size)) = machine.disk() {
            let mebibytes = free >> 20;
            if is_little(free, size) {
                if silent.is_none_or(|looks| looks >= QUIET) {
                    tracing::warn!(
                        free_mib = mebibytes,
                        "the disk is getting full: when it is, the games stop"
                    );
                    silent = Some(0);
                }
            } else if silent.take().is_some() {
                tracing::info!(free_mib = mebibytes, "the disk has room again");
            }
        }
        silent = silent.map(|looks: u32| looks.saturating_add(1));
        clock.reach(Monotonic(clock.now().0.saturating_add(LOOK.0))).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_is_a_gibibyte_or_a_twentieth_of_a_disk_of_ordinary_size() {
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
