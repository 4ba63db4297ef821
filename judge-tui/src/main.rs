//! The `judge-tui` program: reads its command line and hands over to the library.

use clap::Parser as _;
use judge_tui::{Options, run};

fn main() -> anyhow::Result<()> {
    let console = Options::parse().console()?;
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(run(console))
}
