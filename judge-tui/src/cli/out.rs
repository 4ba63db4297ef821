//! Where everything that the commands say leaves the program: answers to standard output, remarks and failures
//! to standard error.

use std::io::{self, Write as _};

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
}

impl Out {
    /// Answers, and failures, in text or as one JSON object.
    pub(crate) fn new(json: bool) -> Self {
        Self { answers: io::stdout(), remarks: io::stderr(), json }
    }

    /// Whether answers are JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Writes text; a line break is put behind it if it has none.
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

    /// Writes a remark that is no answer.
    pub(crate) fn remark(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.remarks.lock(), "{text}")
    }

    /// Says why it failed.
    pub(crate) fn failure(&mut self, failure: &Failure, server: &str, words: &Words) -> io::Result<()> {
        if failure.code() == 0 {
            return Ok(());
        }
        let text = failure.say(server, words);
        if self.json { self.object(&json::Failed::new(failure, text)) } else { self.remark(&text) }
    }
}
