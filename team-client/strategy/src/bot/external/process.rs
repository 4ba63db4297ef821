//! A bot's process: start, line-by-line input and output, and end.
//!
//! Separate threads read its output, forward its errors and write its input, so that a process that stops
//! reading or writing can't block the game.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

use ishigaki_client::now;
use ishigaki_words::columns::{clean, truncate};

use super::{BotCommand, group};
use crate::child_environment;

/// Maximum length of a line in bytes, line feed included.
pub const MOST_LINE: u64 = 262_144;

/// Maximum unread lines of a process.
pub const MOST_LINES: usize = 64;

/// Maximum messages that a process hasn't read, beyond its pipe's capacity.
const MOST_UNREAD: usize = 4;

/// Maximum forwarded lines of standard error; the rest is dropped.
const MOST_ERROR_LINES: usize = 200;

const MOST_ERROR_COLUMNS: usize = 4_096;

/// Time for a process to end by itself after its input was closed.
const EXIT_GRACE: Duration = Duration::from_secs(1);

/// Without this variable a Python process iterates over sets in a different order each time.
const PYTHON_SEED: &str = "PYTHONHASHSEED";

pub(super) type ErrorSink = Arc<dyn Fn(&str) + Send + Sync>;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Silence {
    Late,
    Ended,
    Flooded,
}

#[derive(Debug)]
pub(super) struct BotProcess {
    child: Child,
    input: Option<SyncSender<String>>,
    output: Receiver<String>,
    flooded: Arc<AtomicBool>,
    errors: Receiver<()>,
    is_closed: bool,
}

impl BotProcess {
    pub(super) fn start(command: &BotCommand, sink: ErrorSink) -> std::io::Result<Self> {
        let mut program = Command::new(command.program());
        if std::env::var_os(PYTHON_SEED).is_none() {
            program.env(PYTHON_SEED, "0");
        }
        child_environment::withhold(&mut program);
        program.args(command.arguments());
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A separate group, so that its signals stay inside, and its children are ended with it.
        let mut child = group::spawn(&mut program)?;
        let (input, messages) = sync_channel(MOST_UNREAD);
        let (lines, output) = sync_channel(MOST_LINES);
        let (done, errors) = sync_channel(1);
        let flooded = Arc::new(AtomicBool::new(false));
        if let Some(pipe) = child.stdin.take() {
            std::thread::spawn(move || write(pipe, &messages));
        }
        if let Some(pipe) = child.stdout.take() {
            let flooded = Arc::clone(&flooded);
            std::thread::spawn(move || read(pipe, &lines, &flooded));
        }
        if let Some(pipe) = child.stderr.take() {
            std::thread::spawn(move || forward_errors(pipe, &sink, done));
        }
        Ok(Self { child, input: Some(input), output, flooded, errors, is_closed: false })
    }

    pub(super) fn send(&self, line: String) -> bool {
        // An ended process is noticed by its output.
        let sent = self.input.as_ref().map(|input| input.try_send(line));
        !matches!(sent, Some(Err(TrySendError::Full(_))))
    }

    pub(super) fn skip(&self) -> bool {
        while self.output.try_recv().is_ok() {}
        !self.flooded.load(Ordering::Acquire)
    }

    pub(super) fn line(&self, timeout: Duration) -> Result<String, Silence> {
        self.output.recv_timeout(timeout).map_err(|silence| match silence {
            RecvTimeoutError::Timeout => Silence::Late,
            RecvTimeoutError::Disconnected if self.flooded.load(Ordering::Acquire) => Silence::Flooded,
            RecvTimeoutError::Disconnected => Silence::Ended,
        })
    }

    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    pub(super) fn end(mut self) -> String {
        self.close()
    }

    pub(super) fn kill(mut self) {
        group::kill(&mut self.child);
        self.close();
    }

    fn close(&mut self) -> String {
        self.input = None;
        self.is_closed = true;
        // Reading to the end of its output waits for the process.
        let begin = now();
        let ended = loop {
            let left = EXIT_GRACE.saturating_sub(now().saturating_duration_since(begin));
            match self.output.recv_timeout(left) {
                Ok(_) if !left.is_zero() => {}
                Err(RecvTimeoutError::Disconnected) => break !self.flooded.load(Ordering::Acquire),
                Ok(_) | Err(RecvTimeoutError::Timeout) => break false,
            }
        };
        if ended {
            // A process with closed output either ends soon or must not outlive its game.
            for _ in 0..EXIT_GRACE.as_millis() {
                if group::poll_ended(&mut self.child) {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        // Children may have stayed behind, which would keep the pipes open.
        group::kill(&mut self.child);
        let status =
            group::reap(&mut self.child).map_or_else(|error| error.to_string(), |status| status.to_string());
        let _ = self.errors.recv_timeout(EXIT_GRACE);
        status
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        if !self.is_closed {
            self.close();
        }
    }
}

fn write(mut pipe: ChildStdin, messages: &Receiver<String>) {
    for message in messages {
        if pipe.write_all(message.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

fn read(pipe: impl Read, lines: &SyncSender<String>, flooded: &AtomicBool) {
    let mut pipe = BufReader::new(pipe);
    loop {
        let mut line = Vec::new();
        match pipe.by_ref().take(MOST_LINE).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        let is_whole = line.ends_with(b"\n") || (line.len() as u64) < MOST_LINE;
        if !is_whole {
            return flooded.store(true, Ordering::Release);
        }
        // Invalid UTF-8 is invalid JSON too, and is reported as such.
        let text = String::from_utf8_lossy(&line).into_owned();
        match lines.try_send(text) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => return flooded.store(true, Ordering::Release),
            Err(TrySendError::Disconnected(_)) => return,
        }
    }
}

fn forward_errors(pipe: impl Read, sink: &ErrorSink, _done: SyncSender<()>) {
    let mut pipe = BufReader::new(pipe);
    let mut left = MOST_ERROR_LINES;
    loop {
        let mut line = Vec::new();
        match pipe.by_ref().take(MOST_LINE).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        if left > 0 {
            left -= 1;
            let text = String::from_utf8_lossy(&line);
            sink(&truncate(&clean(text.trim_end()), MOST_ERROR_COLUMNS));
        }
    }
}
