//! `log`: a whole game as sentences, from its public record: when, who, by which token, what and why, by which rule.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use ishigaki_record::transcript::{self, Entry, Proof, Transcript};
use ishigaki_rules::{Fact, Game, GameTime};
use ishigaki_words::columns::clean;
use ishigaki_words::{Align, Table, Words};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::{Speech, say};

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The game's id, as in the contest file. A record names its game itself: if both do, they have to agree.
    #[arg(required_unless_present = "transcript")]
    game: Option<String>,
    /// The journal file of a server that is not running. It needs no key file: what is not open is not told.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_JOURNAL", default_value = "contest.db")]
    journal: PathBuf,
    /// A record as `transcript` writes it; goes before the journal. It is told, not verified.
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    #[command(flatten)]
    speech: Speech,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let words = options.speech.words();
    let record = read(options, words)?;
    let log = Log::new(&record, words, TimeZone::system()).told(&record);
    say(&log.to_string())?;
    Ok(ExitCode::SUCCESS)
}

fn read(options: &Options, words: Words) -> anyhow::Result<Transcript> {
    let Options { game, journal, transcript: file, .. } = options;
    let text = match (file, game) {
        (Some(file), _) => {
            fs::read_to_string(file).with_context(|| format!("cannot read {} as text", file.display()))?
        }
        (None, Some(game)) => super::transcript::of_journal(journal, game, words)?,
        (None, None) => anyhow::bail!("neither a game nor a record is named"),
    };
    let record = transcript::read(&text)?;
    let is_meant = game.as_ref().is_none_or(|game| *game == record.game);
    anyhow::ensure!(is_meant, "this is the record of game {}", clean(&record.game));
    Ok(record)
}

/// A log on its way: the game as it stands after what is told so far.
struct Log {
    words: Words,
    zone: TimeZone,
    game: Game,
    table: Table,
}

impl Log {
    fn new(record: &Transcript, words: Words, zone: TimeZone) -> Self {
        let columns = [
            ("log-head-time", Align::Start),
            ("log-head-game-time", Align::End),
            ("log-head-who", Align::Start),
            ("log-head-token", Align::Start),
            ("log-head-what", Align::Start),
        ];
        let table = Table::new(columns.map(|(head, align)| (words.label(head), align)));
        Self { words, zone, game: Game::new(record.setup.clone()), table }
    }

    /// The whole game.
    fn told(mut self, record: &Transcript) -> Table {
        let set_up = self.words.set_up(&record.game, &record.setup);
        let moment = self.moment(record.unix_ms);
        self.table.row([moment, game_time(GameTime::default()), String::new(), String::new(), set_up]);
        for entry in &record.entries {
            self.tell(entry);
        }
        let last = record.entries.last().map(|entry| &entry.event.fact);
        if !matches!(last, Some(Fact::ResultDeclared | Fact::GameAbandoned { .. })) {
            let goes_on = self.words.say("log-goes-on", &[("rule", "A4".into())]);
            self.add([goes_on]);
        }
        self.table
    }

    /// What happened, and below it what follows from it.
    fn tell(&mut self, entry: &Entry) {
        let Entry { event, unix_ms, principal, proof } = entry;
        let setup = self.game.setup();
        let who = self.words.actor(setup, event.by);
        let what = self.words.event(setup, event);
        let moment = self.moment(*unix_ms);
        self.table.row([moment, game_time(event.at), who, clean(principal).into_owned(), what]);
        let before = self.game.current_round().and_then(|record| record.settlement.clone());
        self.game.apply(event);
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
        self.add(follows);
    }

    fn add(&mut self, sentences: impl IntoIterator<Item = String>) {
        for sentence in sentences {
            self.table.row([String::new(), String::new(), String::new(), String::new(), sentence]);
        }
    }

    /// A time of day here, to the second; a moment that no calendar has shows as it stands.
    fn moment(&self, unix_ms: u64) -> String {
        let moment = i64::try_from(unix_ms).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
        match moment {
            Some(moment) => moment.to_zoned(self.zone.clone()).strftime("%Y-%m-%d %H:%M:%S").to_string(),
            None => format!("{unix_ms} ms"),
        }
    }
}

/// The game's own time, to the millisecond: `0:01:30.250`.
fn game_time(at: GameTime) -> String {
    let (seconds, millis) = (at.0 / 1_000, at.0 % 1_000);
    format!("{}:{:02}:{:02}.{millis:03}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}
