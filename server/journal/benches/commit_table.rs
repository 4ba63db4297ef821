//! Durable appends per second compared with a raw loop of `write` and `fdatasync`: a Markdown table.
//!
//! `cargo bench -p ishigaki-journal --bench commit_table`. Add `-- 3` to set the number of rounds or
//! `-- FOLDER` to set the directory. In a round each contender runs for a moment, one after the other, and
//! ratios are taken within the round, so a busy machine affects all of them equally.
#![expect(clippy::print_stdout, reason = "the table is what this is for")]
#![expect(clippy::disallowed_methods, reason = "it measures time, and nothing it measures depends on it")]
#![expect(clippy::unwrap_used, reason = "a failed step fails the measurement")]

mod load;
#[path = "load/processor.rs"]
mod processor;
mod rivals;

use std::path::{Path, PathBuf};
use std::time::Duration;

use load::{BenchSetup, BenchedJournal, LoadCase};

const STRETCH: Duration = Duration::from_millis(80);

fn main() {
    // Cargo passes `--bench`. Any other number sets the rounds, any other text the directory.
    // directory.
    let (mut rounds, mut place) = (25_usize, PathBuf::from(load::PLACE));
    for arg in std::env::args().skip(1).filter(|arg| arg != "--bench") {
        match arg.parse() {
            Ok(number) => rounds = number,
            Err(_) => place = arg.into(),
        }
    }
    println!(
        "In thousands per second: the middle of {rounds} rounds; then the least, middle and greatest ratio to raw; \
         then the processor's time for one append, writers included.\n"
    );
    println!("| in flight | streams | {} |", BenchedJournal::ALL.map(BenchedJournal::name).join(" | "));
    println!("|--:|--:|{}", "--:|".repeat(BenchedJournal::ALL.len()));
    for case in LoadCase::ALL {
        print_row(case, rounds.max(1), &place);
    }
}

fn print_row(case: LoadCase, rounds: usize, place: &Path) {
    let setups = BenchedJournal::ALL.map(|contender| BenchSetup::new(contender, case, place));
    let mut loads = BenchedJournal::ALL.map(|_| Vec::with_capacity(rounds));
    // The first round isn't counted, because the files and SQLite's logs grow to their usual size in it.
    for round in 0..=rounds {
        for (setup, loads) in setups.iter().zip(&mut loads) {
            let load = Load::on(setup);
            if round > 0 {
                loads.push(load);
            }
        }
    }
    let cells = loads.iter().map(|own| {
        let [least, ratio, most] =
            spread(own.iter().zip(&loads[0]).map(|(own, raw)| own.rate() / raw.rate()));
        let [_, usual, _] = spread(own.iter().map(Load::rate));
        let work =
            own.iter().map(|load| load.work).sum::<f64>() / own.iter().map(|load| load.appends).sum::<f64>();
        format!("{:.1}: {least:.2} **{ratio:.2}** {most:.2}; {:.1} µs |", usual / 1e3, work * 1e6)
    });
    println!("| {} | {} | {}", case.in_flight, case.streams, cells.collect::<Vec<String>>().join(" "));
}

struct Load {
    appends: f64,
    time: f64,
    /// CPU time in seconds, including the writers.
    work: f64,
}

impl Load {
    fn on(setup: &BenchSetup) -> Self {
        let work = processor::time();
        let (appends, time) = setup.run(|_, passed| passed < STRETCH);
        // No measured period has enough appends to overflow.
        let appends = f64::from(u32::try_from(appends).unwrap());
        Self { appends, time: time.as_secs_f64(), work: processor::time() - work }
    }

    fn rate(&self) -> f64 {
        self.appends / self.time
    }
}

/// Returns minimum, median and maximum.
fn spread(values: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut values = values.collect::<Vec<f64>>();
    values.sort_unstable_by(f64::total_cmp);
    [values[0], values[values.len() / 2], values[values.len() - 1]]
}
