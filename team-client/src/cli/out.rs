//! Where everything this program says leaves it: answers to standard output, failures to standard error.

use std::io::{self, IsTerminal as _, Write as _};

use ishigaki_words::Words;
use serde::Serialize;

use super::failure::Failure;
use super::json;

/// The program's mouth.
#[derive(Debug)]
pub(crate) struct Out {
    answers: io::Stdout,
    remarks: io::Stderr,
    json: bool,
    colour: bool,
}

impl Out {
    /// Answers in text, or with one JSON object a line. Colour is for terminals whose owner has nothing
    /// against it (`NO_COLOR`).
    pub(crate) fn new(json: bool) -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let answers = io::stdout();
        let colour = wanted && !json && answers.is_terminal();
        Self { answers, remarks: io::stderr(), json, colour }
    }

    /// Whether answers are JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether answers may have colour.
    pub(crate) fn has_colour(&self) -> bool {
        self.colour
    }

    /// Writes text as it is; a line break is put behind it if it has none.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        let mut out = self.answers.lock();
        out.write_all(text.as_bytes())?;
        if !text.ends_with('\n') {
            out.write_all(b"\n")?;
        }
        out.flush()
    }

    /// Writes one JSON object in one line.
    pub(crate) fn object(&mut self, object: &impl Serialize) -> io::Result<()> {
        let mut out = self.answers.lock();
        serde_json::to_writer(&mut out, object)?;
        out.write_all(b"\n")?;
        out.flush()
    }

    /// Writes a remark that is no answer, such as a lost connection.
    pub(crate) fn remark(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.remarks.lock(), "{text}")
    }

    /// Says why the command failed.
    pub(crate) fn failure(&mut self, failure: &Failure, server: &str, words: &Words) -> io::Result<()> {
        if let Failure::Output(error) = failure
            && error.kind() == io::ErrorKind::BrokenPipe
        {
            return Ok(());
        }
        let text = failure.say(server, words);
        if self.json { self.object(&json::Failed::new(failure, text)) } else { self.remark(&text) }
    }
}
