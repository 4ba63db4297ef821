//! `adjudicate`: single questions by the rule book.

use std::io;

use ishigaki_command::{Exit, JsonWriter, Output};

pub fn run() -> anyhow::Result<Exit> {
    ishigaki_adjudicate::run(io::stdin().lock(), JsonWriter::new(Output::new(true).writer()))?;
    Ok(Exit::Done)
}
