//! A bot of one's own: a process that is asked for each decision, one JSON object a line in and out (`BOTS.md`).
//!
//! Whatever the process does costs its own team and nobody else: an answer that does not come in time, is no answer, or cannot be
//! read is no list, no raise, or the wall as it was. A process that ends is started again for the next question, a few times.

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

/// Number of times that a process is started in a game: once, and again after it has ended.
pub const MOST_STARTS: u32 = 3;

/// Time that a process may think, by the wall's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThinkingTime {
    /// For one decision: from the question's last byte to the answer's.
    pub decision: Duration,
    /// For all decisions of a game together. When it is over the process is ended, and decides nothing more.
    pub game: Duration,
    /// Further time that the first decision after a start may take, beyond both limits: an interpreter has to be
    /// loaded.
    pub start: Duration,
}

/// The options for it.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ThinkingArgs {
    /// How long a bot's process may take for a decision, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    decision_ms: u64,
    /// How long it may take for all decisions of a game together, in milliseconds.
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

/// Callback for what goes wrong.
type FailureSink = Box<dyn FnMut(DecisionMoment, &DecisionError) + Send>;

/// Asks a process for each decision.
pub struct ExternalBot {
    command: BotCommand,
    seed: u64,
    time: ThinkingTime,
    sink: ErrorSink,
    process: Option<BotProcess>,
    /// Whether the process knows the game.
    is_greeted: bool,
    starts_left: u32,
    /// Whether the next answer is the first one of its process.
    is_starting: bool,
    /// The number of the last question.
    asked: u64,
    conduct: Conduct,
    told: FailureSink,
}

impl ExternalBot {
    /// A bot of this command. It is told the seed, and what it writes on its standard error goes to `sink`, line by line.
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
            told: Box::new(|_, _| {}),
        }
    }

    /// Tells whatever goes wrong, too, as soon as it has.
    #[must_use]
    pub fn telling(mut self, told: impl FnMut(DecisionMoment, &DecisionError) + Send + 'static) -> Self {
        self.told = Box::new(told);
        self
    }

    /// Starts the process before there is a game, so that a program that is not there is known at once.
    ///
    /// # Errors
    /// What the system says of it.
    pub fn start(&mut self) -> std::io::Result<()> {
        if self.process.is_none() {
            self.process = Some(BotProcess::start(&self.command, std::sync::Arc::clone(&self.sink))?);
            self.starts_left = self.starts_left.saturating_sub(1);
            self.is_greeted = false;
        }
        Ok(())
    }

    /// Gives it another time for what it is asked from now on.
    pub fn set_time(&mut self, time: ThinkingTime) {
        self.time = time;
    }

    /// Returns what it has done so far.
    pub fn conduct(&self) -> &Conduct {
        &self.conduct
    }

    /// Asks for a decision; `None` where it costs the team one.
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
                (self.told)(moment, &error);
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
        let patience = self.time.decision.min(left);
        let limit_ms = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
        self.send(&message::question(moment, self.asked, limit_ms, view))?;
        let begin = now();
        let answer = self.wait(patience + grace);
        let taken = now().saturating_duration_since(begin);
        self.conduct.took(taken, grace);
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

    /// Waits for the answer to the last question; passes over late ones to earlier questions.
    fn wait(&mut self, patience: Duration) -> Result<ProcessAnswer, DecisionError> {
        let begin = now();
        for _ in 0..MOST_LINES {
            let left = patience.saturating_sub(now().saturating_duration_since(begin));
            let Some(process) = &self.process else { return Err(DecisionError::Out) };
            let line = match process.line(left) {
                Ok(line) => line,
                Err(Silence::Late) => return Err(DecisionError::Late { limit: patience }),
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

    /// Sees to it that there is a process that knows the game.
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

    /// Ends the process for the rest of the game.
    fn dismiss(&mut self) {
        if let Some(process) = self.process.take() {
            process.kill();
        }
        self.starts_left = 0;
    }
}

impl Strategy for ExternalBot {
    /// Starts the process, so that it can load while others play. What goes wrong is said at the first question.
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
        // Whoever does not read it is noticed at the next question.
        let _ = self.send(&message::refused(self.asked, fault));
    }

    fn over(&mut self, view: &View<'_>) {
        if self.process.is_some() {
            let _ = self.send(&message::end(view));
        }
        if let Some(process) = &mut self.process {
            process.let_go();
        }
    }
}

impl std::fmt::Debug for ExternalBot {
    /// Lists are on their way to the process, so nothing but its name shows (`A4`).
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExternalBot").field("command", &self.command).finish_non_exhaustive()
    }
}
