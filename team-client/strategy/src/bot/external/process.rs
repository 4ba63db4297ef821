//! A bot's process: started, written to and read from line by line, and ended whatever it does.
//!
//! Knows pipes and limits; what the lines say is the messages' business. A thread each reads its output, passes its errors on and
//! writes its input, so a process that neither reads nor writes holds nobody up.

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

/// The longest line that a process may write, in bytes, its line feed included.
pub const MOST_LINE: u64 = 262_144;

/// Number of lines that a process may write that nobody has read yet.
pub const MOST_LINES: usize = 64;

/// Number of messages that a process may leave unread beyond what its pipe holds.
const MOST_UNREAD: usize = 4;

/// Number of lines of its standard error that a process may have passed on; the rest is read and dropped.
const MOST_ERROR_LINES: usize = 200;

/// Greatest width of such a line; the rest of it is dropped.
const MOST_ERROR_COLUMNS: usize = 4_096;

/// Longest time that a process may take to end by itself when its input has ended.
const FAREWELL: Duration = Duration::from_secs(1);

/// The variable without which a Python process puts the members of a set in another order each time.
const PYTHON_SEED: &str = "PYTHONHASHSEED";

/// Callback for the lines of a process's standard error.
pub(super) type ErrorSink = Arc<dyn Fn(&str) + Send + Sync>;

/// Reason for which there is no line from a process.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// Its time is over.
    Late,
    /// It has ended, or closed its output.
    Ended,
    /// It has written more than anybody reads.
    Flooded,
}

/// A running process. Ended when it is dropped.
#[derive(Debug)]
pub(super) struct BotProcess {
    child: Child,
    /// `None` once nothing more is said to it.
    input: Option<SyncSender<String>>,
    output: Receiver<String>,
    flooded: Arc<AtomicBool>,
    /// Ends when all of its standard error is passed on.
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
        // A group of its own: what it does to its group it does to itself, and what it has started is ended with it.
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
            std::thread::spawn(move || pass_on(pipe, &sink, done));
        }
        Ok(Self { child, input: Some(input), output, flooded, errors, is_closed: false })
    }

    /// Sends a line; `false` if those before have not been read.
    pub(super) fn send(&self, line: String) -> bool {
        // Whoever has ended is noticed by its output.
        let sent = self.input.as_ref().map(|input| input.try_send(line));
        !matches!(sent, Some(Err(TrySendError::Full(_))))
    }

    /// Passes over what it has written unasked; `false` if that was more than anybody reads.
    pub(super) fn skip(&self) -> bool {
        while self.output.try_recv().is_ok() {}
        !self.flooded.load(Ordering::Acquire)
    }

    /// The next line that it has written.
    pub(super) fn line(&self, patience: Duration) -> Result<String, Silence> {
        self.output.recv_timeout(patience).map_err(|silence| match silence {
            RecvTimeoutError::Timeout => Silence::Late,
            RecvTimeoutError::Disconnected if self.flooded.load(Ordering::Acquire) => Silence::Flooded,
            RecvTimeoutError::Disconnected => Silence::Ended,
        })
    }

    /// Says no more to it, so that it ends by itself.
    pub(super) fn let_go(&mut self) {
        self.input = None;
    }

    /// Ends it: by the end of its input, or by force where it takes no notice. Returns how it ended, in the system's words.
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
        // Reading on to the end of its output waits for the process.
        let begin = now();
        let ended = loop {
            let left = FAREWELL.saturating_sub(now().saturating_duration_since(begin));
            match self.output.recv_timeout(left) {
                Ok(_) if !left.is_zero() => {}
                Err(RecvTimeoutError::Disconnected) => break !self.flooded.load(Ordering::Acquire),
                Ok(_) | Err(RecvTimeoutError::Timeout) => break false,
            }
        };
        if ended {
            // A process whose output is closed is about to end, or wants to live on after its game, which it does not.
            for _ in 0..FAREWELL.as_millis() {
                if group::poll_ended(&mut self.child) {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        // And what it has started and left behind; it would hold the pipes, too.
        group::kill(&mut self.child);
        let status =
            group::reap(&mut self.child).map_or_else(|error| error.to_string(), |status| status.to_string());
        let _ = self.errors.recv_timeout(FAREWELL);
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
        // What is no UTF-8 is no JSON either, and is told so.
        let text = String::from_utf8_lossy(&line).into_owned();
        match lines.try_send(text) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => return flooded.store(true, Ordering::Release),
            Err(TrySendError::Disconnected(_)) => return,
        }
    }
}

fn pass_on(pipe: impl Read, sink: &ErrorSink, _done: SyncSender<()>) {
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
            let said = String::from_utf8_lossy(&line);
            sink(&truncate(&clean(said.trim_end()), MOST_ERROR_COLUMNS));
        }
    }
}
