//! Writes a story at a pace that people can follow.

use std::io::{self, Write};
use std::time::Duration;

use ishigaki_command::json_line;

use crate::styled_text::{Painter, StyledLine, TextStyle};

/// Pauses of a story.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoryPace {
    pub line: Duration,
    pub event: Duration,
}

impl StoryPace {
    /// No pauses.
    pub const NONE: Self = Self { line: Duration::ZERO, event: Duration::ZERO };
    /// Pauses for reading.
    pub const READING: Self = Self { line: Duration::from_millis(18), event: Duration::from_millis(260) };
}

/// Writer of a story.
pub struct StoryWriter {
    out: Box<dyn Write + Send>,
    painter: Painter,
    pace: StoryPace,
    is_mid_line: bool,
}

impl StoryWriter {
    /// Makes a writer to this output.
    pub fn new(out: Box<dyn Write + Send>, painter: Painter, pace: StoryPace) -> Self {
        Self { out, painter, pace, is_mid_line: false }
    }

    /// Writes lines with pauses.
    ///
    /// # Errors
    /// If the output can't be written.
    pub async fn tell(&mut self, lines: &[StyledLine]) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        self.end_line()?;
        for line in lines {
            writeln!(self.out, "{}", self.painter.paint(line))?;
            if !self.pace.line.is_zero() {
                self.out.flush()?;
                tokio::time::sleep(self.pace.line).await;
            }
        }
        self.out.flush()?;
        tokio::time::sleep(self.pace.event).await;
        Ok(())
    }

    /// Writes one JSON object in one line.
    ///
    /// # Errors
    /// If the output can't be written, or the object can't be serialised.
    pub fn object(&mut self, object: &impl serde::Serialize) -> io::Result<()> {
        self.end_line()?;
        self.out.write_all(&json_line(object)?)?;
        self.out.flush()
    }

    /// Continues the current line, or starts one.
    ///
    /// # Errors
    /// If the output can't be written.
    pub fn go_on(&mut self, style: TextStyle, text: &str) -> io::Result<()> {
        write!(self.out, "{}", self.painter.paint_part(style, text))?;
        self.is_mid_line = true;
        self.out.flush()
    }

    fn end_line(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.is_mid_line) { writeln!(self.out) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn object_has_no_control_character_but_its_line_end() {
        let out = Shared::default();
        let mut writer = StoryWriter::new(Box::new(out.clone()), Painter { colour: false }, StoryPace::NONE);
        let text: String = ('\0'..='\u{9f}').filter(|sign| sign.is_control()).collect();
        writer.object(&serde_json::json!({ "reason": text })).unwrap();
        let line = String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
        assert_eq!(line.matches(char::is_control).collect::<String>(), "\n", "{line:?}");
    }
}
