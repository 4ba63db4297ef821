//! Profile of calls: processor time by layer, from stacks sampled with `perf` in client and servers.
//!
//! A sample counts for the first frame, innermost first, that belongs to a layer; the standard library and
//! memory copies count for their caller. The shares are of the processor time from [`super::processor`], so a
//! column's sum is the cost of a call. Needs `perf` and a build with frame pointers (see `LOAD.md`).

mod layer;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::Context as _;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use super::processor::CallCost;
use layer::Layer;

/// Samples per second and processor: no divisor of timer frequencies.
const SAMPLES: &str = "1999";

#[derive(Clone, Copy, Debug, Default)]
struct Samples {
    client: u64,
    server: u64,
}

#[derive(Debug, Default)]
pub(super) struct Profile {
    layers: BTreeMap<Layer, Samples>,
    all: Samples,
}

pub(super) struct Sampling {
    perf: Child,
    folder: TempDir,
}

impl Sampling {
    pub(super) fn begin(servers: &[u32]) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("profile-").tempdir().context("cannot make a folder")?;
        let processes: Vec<String> =
            servers.iter().chain([&std::process::id()]).map(ToString::to_string).collect();
        let perf = Command::new("perf")
            .args(["record", "--quiet", "--event", "cpu-clock", "--call-graph", "fp", "--freq", SAMPLES])
            .arg("--output")
            .arg(data(&folder))
            .args(["--pid", &processes.join(",")])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .context("cannot start `perf` (on Debian in the package linux-perf)")?;
        Ok(Self { perf, folder })
    }

    fn end(mut self, profile: &mut Profile) -> anyhow::Result<()> {
        let process = Pid::from_raw(self.perf.id().cast_signed()).context("perf has no process")?;
        kill_process(process, Signal::INT).context("perf is gone")?;
        self.perf.wait()?;
        let mut script = Command::new("perf")
            .args(["script", "--no-inline", "--fields", "pid,ip,sym", "--input"])
            .arg(data(&self.folder))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start `perf`")?;
        let lines = script.stdout.take().context("perf has no output")?;
        profile.read(std::process::id(), BufReader::new(lines).lines().map_while(Result::ok));
        anyhow::ensure!(script.wait()?.success(), "`perf script` failed");
        Ok(())
    }
}

fn data(folder: &TempDir) -> std::path::PathBuf {
    Path::new(folder.path()).join("perf.data")
}

impl Samples {
    fn add(&mut self, is_client: bool) {
        *(if is_client { &mut self.client } else { &mut self.server }) += 1;
    }
}

impl Profile {
    pub(super) fn take(&mut self, sampling: Option<Sampling>) -> anyhow::Result<()> {
        sampling.map_or(Ok(()), |sampling| sampling.end(self))
    }

    /// A sample is a line with the process, a line per frame, innermost first, and an empty line.
    fn read(&mut self, client: u32, lines: impl Iterator<Item = String>) {
        let mut stack: Vec<String> = Vec::new();
        let mut process = None;
        for line in lines.chain([String::new()]) {
            let line = line.trim();
            if line.is_empty() {
                if let Some(process) = process.take() {
                    let layer = Layer::of(&stack);
                    self.all.add(process == client);
                    self.layers.entry(layer).or_default().add(process == client);
                }
                stack.clear();
            } else if process.is_none() {
                process = line.parse::<u32>().ok();
            } else {
                stack.push(line.to_owned());
            }
        }
    }

    fn costs(&self, cost: CallCost) -> BTreeMap<Layer, CallCost> {
        let part = |whole: u64, of: u64, all: u64| whole * of / all.max(1);
        let cost = |of: &Samples| CallCost {
            client_tenths_us: part(cost.client_tenths_us, of.client, self.all.client),
            server_tenths_us: part(cost.server_tenths_us, of.server, self.all.server),
        };
        self.layers.iter().map(|(layer, of)| (*layer, cost(of))).collect()
    }
}

#[derive(Clone, Debug, Default, serde::Serialize)]
pub(super) struct LayerCosts(BTreeMap<Layer, [CallCost; 2]>);

impl LayerCosts {
    pub(super) fn of(echo: (&Profile, CallCost), list: (&Profile, CallCost)) -> Self {
        let mut layers: BTreeMap<Layer, [CallCost; 2]> = BTreeMap::new();
        for (place, (profile, cost)) in [echo, list].into_iter().enumerate() {
            for (layer, cost) in profile.costs(cost) {
                layers.entry(layer).or_default()[place] = cost;
            }
        }
        Self(layers)
    }
}

impl fmt::Display for LayerCosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = |tenths: u64| format!("{}.{}", tenths / 10, tenths % 10);
        writeln!(f, "| microseconds of processor time | echo: client | server | list: client | server |")?;
        writeln!(f, "|---|---|---|---|---|")?;
        let mut sums = [CallCost::default(); 2];
        for (layer, costs) in &self.0 {
            write!(f, "| {layer} |")?;
            for (cost, sum) in costs.iter().zip(&mut sums) {
                let CallCost { client_tenths_us, server_tenths_us } = *cost;
                sum.client_tenths_us += client_tenths_us;
                sum.server_tenths_us += server_tenths_us;
                write!(f, " {} | {} |", micros(client_tenths_us), micros(server_tenths_us))?;
            }
            writeln!(f)?;
        }
        write!(f, "| all |")?;
        for CallCost { client_tenths_us, server_tenths_us } in sums {
            write!(f, " {} | {} |", micros(client_tenths_us), micros(server_tenths_us))?;
        }
        writeln!(f)
    }
}
