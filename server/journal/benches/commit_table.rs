//! Durable appends per second against a raw loop of write and `fdatasync`: a table in Markdown.
//!
//! `cargo bench -p ishigaki-journal --bench commit_table`, and `-- 3` for only so many rounds, `-- FOLDER` for files
//! elsewhere. In a round all contenders run for a moment each, one right after the other, and the ratios are taken
//! within the round: so a busy machine disturbs all of them alike.
#![expect(clippy::print_stdout, reason = "the table is what this is for")]
#![expect(clippy::disallowed_methods, reason = "it measures time, and nothing it measures depends on it")]
#![expect(clippy::unwrap_used, reason = "a failed step fails the measurement")]

mod load;
#[path = "load/processor.rs"]
mod processor;
mod rivals;

use std::path::{Path, PathBuf};
use std::time::Duration;

use load::{BenchedJournal, LoadCase, Stand};

/// Time for which a contender runs at a stretch.
const STRETCH: Duration = Duration::from_millis(80);

fn main() {
    // Cargo passes `--bench`; of the rest, a number is the rounds and anything else the folder.
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
    let stands = BenchedJournal::ALL.map(|contender| Stand::new(contender, case, place));
    let mut loads = BenchedJournal::ALL.map(|_| Vec::with_capacity(rounds));
    // One round more than is counted: in the first the files, and SQLite's logs, grow to their usual size.
    for round in 0..=rounds {
        for (stand, loads) in stands.iter().zip(&mut loads) {
            let load = Load::on(stand);
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

/// Measurement of a contender in a stretch.
struct Load {
    appends: f64,
    time: f64,
    /// Time for which the processor worked, in seconds; writers included.
    work: f64,
}

impl Load {
    fn on(stand: &Stand) -> Self {
        let work = processor::time();
        let (appends, time) = stand.run(|_, passed| passed < STRETCH);
        // No stretch comes near the number at which this would fail.
        let appends = f64::from(u32::try_from(appends).unwrap());
        Self { appends, time: time.as_secs_f64(), work: processor::time() - work }
    }

    /// Appends per second.
    fn rate(&self) -> f64 {
        self.appends / self.time
    }
}

/// The least, the middle and the greatest.
fn spread(values: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut values = values.collect::<Vec<f64>>();
    values.sort_unstable_by(f64::total_cmp);
    [values[0], values[values.len() / 2], values[values.len() - 1]]
}
