//! Your own bot: a process that receives each question and answers in JSON lines (`docs/reference/bot-protocol.md`).
//!
//! Its failures cost only its own team: a late, missing or invalid answer is no list, no raise, or an
//! unchanged wall. A process that ends is restarted for the next question, a few times.

mod command;
mod conduct;
mod group;
mod message;
mod process;

use std::time::Duration;

use ishigaki_client::now;
use ishigaki_proto::fault::Fault;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{Setup, StoneId};
use serde_json::Value;

use super::{Strategy, View};
use message::ProcessAnswer;
use process::{BotProcess, ErrorSink, Silence};

pub use command::{BotCommand, BotCommandError};
pub use conduct::{Conduct, DecisionError, DecisionMoment};
pub use group::{end_all_processes, end_processes_when_stopped};
pub use process::{MOST_LINE, MOST_LINES};

/// Maximum starts of a process in a game.
pub const MOST_STARTS: u32 = 3;

/// Time limits of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThinkingTime {
    /// From the last byte of the question to that of the answer.
    pub decision: Duration,
    /// Afterwards the process is ended.
    pub game: Duration,
    /// Extra time for the first decision after a start, because an interpreter must load.
    pub start: Duration,
}

/// Options of the time limits.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ThinkingArgs {
    /// Time limit of a bot's process per decision, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    decision_ms: u64,
    /// Time limit for all decisions of a game, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..=6_000_000))]
    game_ms: u64,
}

impl From<ThinkingArgs> for ThinkingTime {
    fn from(args: ThinkingArgs) -> Self {
        let [decision, game] = [args.decision_ms, args.game_ms].map(Duration::from_millis);
        Self { decision, game, ..Self::default() }
    }
}

impl Default for ThinkingTime {
    fn default() -> Self {
        Self {
            decision: Duration::from_secs(2),
            game: Duration::from_secs(30),
            start: Duration::from_secs(5),
        }
    }
}

type FailureSink = Box<dyn FnMut(DecisionMoment, &DecisionError) + Send>;

/// A bot that asks a process for each decision.
pub struct ExternalBot {
    command: BotCommand,
    seed: u64,
    time: ThinkingTime,
    sink: ErrorSink,
    process: Option<BotProcess>,
    is_greeted: bool,
    starts_left: u32,
    is_starting: bool,
    asked: u64,
    conduct: Conduct,
    on_failure: FailureSink,
}

impl ExternalBot {
    /// Makes a bot of this command with a seed; each line of its standard error goes to `sink`.
    pub fn new(
        command: BotCommand,
        seed: u64,
        time: ThinkingTime,
        sink: impl Fn(&str) + Send + Sync + 'static,
    ) -> Self {
        Self {
            command,
            seed,
            time,
            sink: std::sync::Arc::new(sink),
            process: None,
            is_greeted: false,
            starts_left: MOST_STARTS,
            is_starting: false,
            asked: 0,
            conduct: Conduct::default(),
            on_failure: Box::new(|_, _| {}),
        }
    }

    /// Reports each failure too.
    #[must_use]
    pub fn on_failure(
        mut self,
        on_failure: impl FnMut(DecisionMoment, &DecisionError) + Send + 'static,
    ) -> Self {
        self.on_failure = Box::new(on_failure);
        self
    }

    /// Starts the process before a game, so that a missing program is noticed at once.
    ///
    /// # Errors
    /// The system's error.
    pub fn start(&mut self) -> std::io::Result<()> {
        if self.process.is_none() {
            self.process = Some(BotProcess::start(&self.command, std::sync::Arc::clone(&self.sink))?);
            self.starts_left = self.starts_left.saturating_sub(1);
            self.is_greeted = false;
        }
        Ok(())
    }

    /// Changes the time limits for later questions.
    pub fn set_time(&mut self, time: ThinkingTime) {
        self.time = time;
    }

    /// Returns its record so far.
    pub fn conduct(&self) -> &Conduct {
        &self.conduct
    }

    fn ask<T>(
        &mut self,
        moment: DecisionMoment,
        view: &View<'_>,
        read: impl Fn(&ProcessAnswer, &Setup) -> Result<T, String>,
    ) -> Option<T> {
        self.conduct.decisions += 1;
        let answer = self
            .exchange(moment, view)
            .and_then(|answer| read(&answer, view.game.setup()).map_err(DecisionError::WrongAnswer));
        match answer {
            Ok(decision) => Some(decision),
            Err(error) => {
                (self.on_failure)(moment, &error);
                self.conduct.note(error);
                None
            }
        }
    }

    fn exchange(&mut self, moment: DecisionMoment, view: &View<'_>) -> Result<ProcessAnswer, DecisionError> {
        self.ready(view)?;
        if self.process.as_ref().is_some_and(|process| !process.skip()) {
            self.dismiss();
            return Err(DecisionError::Flooded);
        }
        self.asked += 1;
        let grace = if self.is_starting { self.time.start } else { Duration::ZERO };
        let left = self.time.game.saturating_sub(self.conduct.thought);
        let timeout = self.time.decision.min(left);
        let limit_ms = u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX);
        self.send(&message::question(moment, self.asked, limit_ms, view))?;
        let begin = now();
        let answer = self.wait(timeout + grace);
        let taken = now().saturating_duration_since(begin);
        self.conduct.add_time(taken, grace);
        self.is_starting = false;
        match answer {
            Ok(answer) => Ok(answer),
            Err(DecisionError::Late { .. }) if self.conduct.thought >= self.time.game => {
                self.dismiss();
                Err(DecisionError::OutOfTime { limit: self.time.game })
            }
            Err(error) => Err(error),
        }
    }

    fn wait(&mut self, timeout: Duration) -> Result<ProcessAnswer, DecisionError> {
        let begin = now();
        for _ in 0..MOST_LINES {
            let left = timeout.saturating_sub(now().saturating_duration_since(begin));
            let Some(process) = &self.process else { return Err(DecisionError::Out) };
            let line = match process.line(left) {
                Ok(line) => line,
                Err(Silence::Late) => return Err(DecisionError::Late { limit: timeout }),
                Err(Silence::Flooded) => break,
                Err(Silence::Ended) => {
                    let status = self.process.take().map(BotProcess::end).unwrap_or_default();
                    return Err(DecisionError::Ended { status });
                }
            };
            let answer = ProcessAnswer::read(&line).map_err(DecisionError::WrongAnswer)?;
            match answer.id.cmp(&self.asked) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => return Ok(answer),
                std::cmp::Ordering::Greater => {
                    let what = format!("\"id\" is {}, and the question's is {}", answer.id, self.asked);
                    return Err(DecisionError::WrongAnswer(what));
                }
            }
        }
        self.dismiss();
        Err(DecisionError::Flooded)
    }

    fn ready(&mut self, view: &View<'_>) -> Result<(), DecisionError> {
        if self.process.is_none() {
            self.starts_left = self.starts_left.checked_sub(1).ok_or(DecisionError::Out)?;
            let process = BotProcess::start(&self.command, std::sync::Arc::clone(&self.sink));
            self.process = Some(process.map_err(|error| DecisionError::NotStarted(error.to_string()))?);
            self.is_greeted = false;
        }
        if self.is_greeted {
            return Ok(());
        }
        (self.is_greeted, self.is_starting) = (true, true);
        self.send(&message::greeting(view, self.seed))
    }

    fn send(&mut self, message: &Value) -> Result<(), DecisionError> {
        match &self.process {
            Some(process) if !process.send(format!("{message}\n")) => {
                self.dismiss();
                Err(DecisionError::NotReading)
            }
            _ => Ok(()),
        }
    }

    fn dismiss(&mut self) {
        if let Some(process) = self.process.take() {
            process.kill();
        }
        self.starts_left = 0;
    }
}

impl Strategy for ExternalBot {
    fn begin(&mut self, view: &View<'_>) {
        let starts = self.starts_left;
        if self.ready(view).is_err() {
            self.starts_left = starts;
        }
    }

    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        self.ask(DecisionMoment::Bids, view, ProcessAnswer::bids).unwrap_or_default()
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        self.ask(DecisionMoment::Raises, view, ProcessAnswer::raises).unwrap_or_default()
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        self.ask(DecisionMoment::Wall, view, ProcessAnswer::wall).flatten()
    }

    fn refused(&mut self, fault: &Fault) {
        self.conduct.note(DecisionError::Refused(Box::new(fault.clone())));
        // A write error is noticed at the next question.
        let _ = self.send(&message::refused(self.asked, fault));
    }

    fn over(&mut self, view: &View<'_>) {
        if self.process.is_some() {
            let _ = self.send(&message::end(view));
        }
        if let Some(process) = &mut self.process {
            process.close_input();
        }
    }
}

impl std::fmt::Debug for ExternalBot {
    /// Prints only the name, because lists pass through the process (`A4`).
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExternalBot").field("command", &self.command).finish_non_exhaustive()
    }
}
