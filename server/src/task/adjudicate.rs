//! `adjudicate`: single questions by the rule book.

use std::io;

use ishigaki_command::Exit;

pub(crate) fn run() -> anyhow::Result<Exit> {
    ishigaki_adjudicate::run(io::stdin().lock(), io::stdout().lock())?;
    Ok(Exit::Done)
}
