//! `log`: prints a game or event as sentences, from its public record.

mod event;

use std::fs;
use std::path::PathBuf;

use ishigaki_client_command::ProofArgs;
use ishigaki_command::{Exit, Language};
use ishigaki_record::tournament;
use ishigaki_record::transcript::{self, Entry, Proof, Takeover, Transcript, read_text};
use ishigaki_record::verify::{VerifyError, verify_from};
use ishigaki_rules::{Actor, Fact, Game, GameTime};
use ishigaki_words::columns::clean;
use ishigaki_words::{Align, Table, Words};

use crate::explanation::UnreadableFile;
use clap::{ArgGroup, Args};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::{JournalLocation, object, refused_gaps, say};

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("what").args(["game", "transcript"]).required(true).multiple(true)))]
pub struct Options {
    /// Id of the game or event; must match a given record
    #[arg(value_name = "GAME")]
    game: Option<String>,
    // The journal of a stopped server. No key file, because sealed content is not printed.
    #[command(flatten)]
    location: JournalLocation,
    /// Record, as written by `transcript`, verified first; used instead of the journal
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    #[command(flatten)]
    proof: ProofArgs,
    /// Print one JSON object per line: the set-up, then each event with its sentences
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: Language,
}

pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let words = options.language.words();
    let text = text(options, words)?;
    if options.transcript.is_some()
        && let Some(exit) = refused(&options.proof, &text, words)?
    {
        return Ok(exit);
    }
    let (other, id, log) = if tournament::is_record(&text) {
        let (id, log) = event::entries(&text, words)?;
        ("log-of-another-event", id, log)
    } else {
        let record = transcript::read(&text)?;
        let log = LogBuilder { words, game: Game::new(record.setup.clone()) }.entries(&record);
        ("log-of-another-game", record.game, log)
    };
    let is_meant = options.game.as_ref().is_none_or(|game| *game == id);
    anyhow::ensure!(is_meant, words.say(other, &[("id", id.into())]));
    if options.json {
        for entry in &log {
            object(&entry.to_json())?;
        }
    } else {
        say(&table(&log, words, &TimeZone::system()).to_string())?;
    }
    Ok(Exit::Done)
}

/// Verifies a record and prints its errors and unproved parts; `None` if it can be used.
fn refused(proof: &ProofArgs, text: &str, words: Words) -> anyhow::Result<Option<Exit>> {
    let expected = proof.expected();
    let gaps = if tournament::is_record(text) {
        let report = tournament::verify(text.as_bytes(), &expected).map_err(|stop| match stop {
            tournament::Stop::Io(error) => error.to_string(),
            tournament::Stop::Violation(violation) => words.event_record_violation(&violation),
        });
        report.map(|report| report.gaps())
    } else {
        let report = verify_from(text.as_bytes(), &expected, &mut ()).map_err(|failure| match failure {
            VerifyError::Io(error) => error.to_string(),
            VerifyError::Violation(violation) => words.record_violation(&violation),
        });
        report.map(|report| report.gaps())
    };
    match gaps {
        Ok(gaps) => Ok(refused_gaps(proof, &gaps, words)?),
        Err(what) => {
            say(&(words.not_in_order(&what) + "\n"))?;
            Ok(Some(Exit::Failed))
        }
    }
}

/// Reads the record.
fn text(options: &Options, words: Words) -> anyhow::Result<String> {
    let Options { game, location, transcript: file, .. } = options;
    match (file, game) {
        (Some(file), _) => Ok(fs::File::open(file).and_then(read_text).map_err(UnreadableFile::of(file))?),
        (None, Some(game)) => super::transcript::of_journal(&location.journal(), game, words),
        (None, None) => anyhow::bail!("neither a game nor a record is named"),
    }
}

/// An event in words.
struct LogEntry {
    unix_ms: u64,
    at: GameTime,
    /// The fact as in the record; `set_up` before the first event, `epoch` if a server resumed the game.
    fact: Value,
    /// Actor; empty for the set-up.
    who: String,
    /// Token id, or empty.
    token: String,
    what: String,
    /// Sentences about the consequences.
    follows: Vec<String>,
}

/// Builds a log: the game after the events so far.
struct LogBuilder {
    words: Words,
    game: Game,
}

impl LogBuilder {
    fn entries(mut self, record: &Transcript) -> Vec<LogEntry> {
        let mut log = vec![LogEntry {
            unix_ms: record.unix_ms,
            at: GameTime::default(),
            fact: json!({ "fact": "set_up" }),
            who: String::new(),
            token: String::new(),
            what: self.words.set_up(&record.game, &record.setup),
            follows: Vec::new(),
        }];
        let mut takeovers = record.takeovers.iter().peekable();
        for (sequence, entry) in (1..).zip(&record.entries) {
            while let Some(takeover) = takeovers.next_if(|takeover| takeover.after < sequence) {
                log.push(self.taken_up(takeover));
            }
            log.push(self.entry(entry));
        }
        log.extend(takeovers.map(|takeover| self.taken_up(takeover)));
        let last = record.entries.last().map(|entry| &entry.event.fact);
        if !matches!(last, Some(Fact::ResultDeclared | Fact::GameAbandoned { .. }))
            && let Some(last) = log.last_mut()
        {
            last.follows.push(self.words.say("log-goes-on", &[("rule", "A4".into())]));
        }
        log
    }

    /// Describes that a server resumed the game.
    fn taken_up(&self, takeover: &Takeover) -> LogEntry {
        let Takeover { epoch, tag, unix_ms, .. } = takeover;
        let gaps = [("epoch", (*epoch).into()), ("tag", tag.to_string().into())];
        LogEntry {
            unix_ms: *unix_ms,
            at: self.game.now(),
            fact: json!({ "fact": "epoch", "number": epoch, "tag": tag.to_string() }),
            who: self.words.actor(self.game.setup(), Actor::Clock),
            token: String::new(),
            what: self.words.say("log-epoch", &gaps),
            follows: Vec::new(),
        }
    }

    /// Describes an event and its consequences.
    fn entry(&mut self, entry: &Entry) -> LogEntry {
        let Entry { event, unix_ms, principal, proof } = entry;
        let before = self.game.current_round().and_then(|record| record.settlement.clone());
        self.game.apply(event);
        let who = self.words.actor(self.game.setup(), event.by);
        let what = self.words.event(&self.game, event);
        let follows = match &event.fact {
            Fact::BidsSealed { .. } | Fact::RebidSealed { .. } => match proof {
                Proof::Sealed(seal) => {
                    let by_hand = seal.by_hand.as_ref().map(|reason| self.words.by_hand(reason));
                    self.words.replacement(seal.revision).into_iter().chain(by_hand).collect()
                }
                _ => Vec::new(),
            },
            Fact::ListsOpened { .. } | Fact::RebidsOpened { .. } => {
                let now = self.game.current_round().and_then(|record| record.settlement.as_ref());
                now.map_or_else(Vec::new, |now| self.words.settled(self.game.setup(), before.as_ref(), now))
            }
            Fact::RoundFinalised { round } => self.words.handed(&self.game, *round),
            Fact::ResultDeclared => {
                let rows = self.game.standings();
                let below = rows.iter().skip(1).map(Some).chain([None]);
                rows.iter().zip(below).map(|(row, below)| self.words.ranked(&self.game, row, below)).collect()
            }
            _ => Vec::new(),
        };
        let token = clean(principal).into_owned();
        // The record was parsed with this set-up.
        let mut line = transcript::spelled(self.game.setup(), event).unwrap_or_default();
        let fact = line.remove("fact").unwrap_or_default();
        LogEntry { unix_ms: *unix_ms, at: event.at, fact, who, token, what, follows }
    }
}

impl LogEntry {
    fn to_json(&self) -> Value {
        json!({
            "unix_ms": self.unix_ms, "at_ms": self.at.0, "fact": self.fact, "who": self.who, "token": self.token,
            "text": self.what, "follows": self.follows,
        })
    }
}

/// Returns all lines, consequences below their event.
fn table(log: &[LogEntry], words: Words, zone: &TimeZone) -> Table {
    let columns = [
        ("log-head-time", Align::Start),
        ("log-head-game-time", Align::End),
        ("log-head-who", Align::Start),
        ("shared-token", Align::Start),
        ("log-head-what", Align::Start),
    ];
    let mut table = Table::new(columns.map(|(head, align)| (words.label(head), align)));
    for entry in log {
        let LogEntry { unix_ms, at, who, token, what, follows, .. } = entry;
        let time = moment(*unix_ms, zone);
        table.row([time, game_time(*at), who.clone(), token.clone(), what.clone()]);
        for sentence in follows {
            table.row([String::new(), String::new(), String::new(), String::new(), sentence.clone()]);
        }
    }
    table
}

/// Formats a time of day to the second, or the raw number if it is out of range.
fn moment(unix_ms: u64, zone: &TimeZone) -> String {
    let moment = i64::try_from(unix_ms).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    match moment {
        Some(moment) => moment.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M:%S").to_string(),
        None => format!("{unix_ms} ms"),
    }
}

/// Formats game time to the millisecond: `0:01:30.250`.
fn game_time(at: GameTime) -> String {
    let (seconds, millis) = (at.0 / 1_000, at.0 % 1_000);
    format!("{}:{:02}:{:02}.{millis:03}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}
