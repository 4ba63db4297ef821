//! A program's output: answers to standard output, remarks and errors to standard error.

use std::io::{self, IsTerminal as _, Stderr, Stdout, Write};

use serde::Serialize;

use crate::error::ErrorObject;
use crate::{CommandError, Exit};

/// Writes a command's output as text or JSON lines. A write fails with `BrokenPipe` when the pipe's reader
/// has exited, which ends a command without an error.
#[derive(Debug)]
pub struct Output {
    answers: Stdout,
    remarks: Stderr,
    is_json: bool,
    has_colour: bool,
}

impl Output {
    /// Returns this process's output, as JSON if `is_json` is set, otherwise as text.
    pub fn new(is_json: bool) -> Self {
        let answers = io::stdout();
        let has_colour = !is_json && answers.is_terminal() && wants_colour();
        Self { answers, remarks: io::stderr(), is_json, has_colour }
    }

    /// Returns whether answers are JSON.
    pub fn is_json(&self) -> bool {
        self.is_json
    }

    /// Returns whether text may be coloured: on a terminal, unless the user disables it.
    pub fn has_colour(&self) -> bool {
        self.has_colour
    }

    /// Returns whether answers are read on a terminal.
    pub fn is_terminal(&self) -> bool {
        self.answers.is_terminal()
    }

    /// Returns the output for incremental writing.
    pub fn writer(&self) -> impl Write + Send + use<> {
        io::stdout()
    }

    /// Writes text, and a line break if it doesn't end in one. Writes nothing for an empty text.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        let mut answers = self.answers.lock();
        answers.write_all(text.as_bytes())?;
        if !text.is_empty() && !text.ends_with('\n') {
            answers.write_all(b"\n")?;
        }
        answers.flush()
    }

    /// Writes one JSON object in one line.
    pub fn object(&mut self, object: &impl Serialize) -> io::Result<()> {
        let line = json_line(object)?;
        let mut answers = self.answers.lock();
        answers.write_all(&line)?;
        answers.flush()
    }

    /// Writes a remark that isn't part of the answer, such as a lost connection.
    pub fn remark(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.remarks.lock(), "{text}")
    }

    /// Writes the error of a command and returns its exit code. `message` may have several lines. Nothing is
    /// written for a closed pipe.
    pub fn error(&mut self, error: &impl CommandError, message: &str) -> Exit {
        let (exit, _) = error.end();
        if exit != Exit::Done {
            // If this can't be written, the exit code still shows the error.
            _ = if self.is_json {
                self.object(&ErrorObject::new(error, message))
            } else {
                self.remark(message)
            };
        }
        exit
    }
}

/// Returns a JSON object as one line that is safe for a terminal, with its line break.
///
/// # Errors
/// Returns `serde_json`'s error if this cannot be written as JSON.
pub fn json_line(object: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = Vec::new();
    serde_json::to_writer(JsonWriter::new(&mut line), object)?;
    line.push(b'\n');
    Ok(line)
}

/// A writer of JSON that also escapes DEL and the C1 control characters, because terminals obey them. They
/// only occur in strings.
#[derive(Debug)]
pub struct JsonWriter<W> {
    out: W,
    is_begun: bool,
}

/// First byte of the characters from U+0080 to U+00BF.
const LEAD: u8 = 0xc2;

impl<W: Write> JsonWriter<W> {
    /// Creates one that writes to `out`.
    pub const fn new(out: W) -> Self {
        Self { out, is_begun: false }
    }
}

impl<W: Write> Write for JsonWriter<W> {
    fn write(&mut self, json: &[u8]) -> io::Result<usize> {
        let mut escaped = Vec::with_capacity(json.len());
        for &byte in json {
            match (std::mem::take(&mut self.is_begun), byte) {
                (true, 0x80..=0x9f) | (false, 0x7f) => {
                    escaped.extend_from_slice(format!("\\u{byte:04x}").as_bytes());
                }
                (true, _) => escaped.extend_from_slice(&[LEAD, byte]),
                (false, LEAD) => self.is_begun = true,
                (false, _) => escaped.push(byte),
            }
        }
        self.out.write_all(&escaped)?;
        Ok(json.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns whether the environment allows colour: `NO_COLOR` is unset or empty (<https://no-color.org>), and
/// the terminal isn't a dumb one.
pub fn wants_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

/// Ignores a closed pipe, for example to `head`.
///
/// # Errors
///
/// Returns all other write errors.
pub fn unless_closed(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_in_json() {
        let text: String = ('\0'..='\u{ff}').chain(['石', '\u{2028}']).collect();
        let json = String::from_utf8(json_line(&text).unwrap()).unwrap();
        assert_eq!(json.matches(char::is_control).collect::<String>(), "\n", "{json:?}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        // The result doesn't depend on the size of the writes.
        let plain = serde_json::to_string(&text).unwrap() + "\n";
        for size in [1, 2, 3, 7] {
            let mut pieces = Vec::new();
            let mut writer = JsonWriter::new(&mut pieces);
            plain.as_bytes().chunks(size).for_each(|piece| writer.write_all(piece).unwrap());
            assert_eq!(pieces, json.as_bytes());
        }
    }

    #[test]
    fn broken_pipe_is_ignored_and_other_errors_are_kept() {
        assert!(unless_closed(Err(io::ErrorKind::BrokenPipe.into())).is_ok());
        assert!(unless_closed(Err(io::ErrorKind::StorageFull.into())).is_err());
    }
}
