//! Latency of one durable append in the journal and in its rivals, by number of appends in flight.
//!
//! `cargo bench -p ishigaki-journal --bench append`. For ratios see `commit_table`, which runs the contenders
//! in turns.
#![expect(clippy::disallowed_methods, reason = "it measures time, and nothing it measures depends on it")]
#![expect(clippy::unwrap_used, reason = "a failed step fails the measurement")]

mod load;
mod rivals;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::path::Path;

use load::{BenchSetup, BenchedJournal, LoadCase};

fn append(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("append");
    group.throughput(Throughput::Elements(1)).sample_size(20);
    for case in LoadCase::ALL {
        for contender in BenchedJournal::ALL {
            // Rivals have no streams, so one case per number in flight is enough.
            if contender != BenchedJournal::Journal && case.streams != 1 {
                continue;
            }
            let id = BenchmarkId::new(contender.name(), format!("{} in {}", case.in_flight, case.streams));
            group.bench_function(id, |bencher| {
                let setup = BenchSetup::new(contender, case, Path::new(load::PLACE));
                bencher.iter_custom(|appends| setup.run(move |begun, _| begun < appends).1);
            });
        }
    }
    group.finish();
}

criterion_group!(benches, append);
criterion_main!(benches);
