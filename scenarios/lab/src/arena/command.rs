//! `lab arena`: plays bots against each other and prints a table.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use ishigaki_client::now;
use ishigaki_command::{Exit, Language, Output, ProgressLine};
use ishigaki_rules::Game;
use ishigaki_strategy::bot::{Breed, ThinkingArgs, end_processes_when_stopped};
use ishigaki_words::{Align, Table, Words};
use rehearsal::prepared::{PreparedGame, ScriptChoice};
use serde::Serialize;

use super::contender::ArenaContender;
use super::estimate::Estimate;
use super::ladder::{Ladder, Rung};
use super::replay::{self, Highlights, Replay};
use super::tournament::{ArenaGames, PlayedGame, Row, Standings};
use crate::error::OptionsError;

/// Arguments of `lab arena`.
#[derive(Debug, clap::Args)]
pub struct ArenaArguments {
    /// Name of a shipped scenario, or a file (with a slash, or ending in .toml)
    #[arg(long, value_name = "NAME|FILE", default_value = "rehearsal-8")]
    scenario: String,
    /// Number of games; with --against, per pair
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Seed of the first game; the others follow
    #[arg(long, value_name = "S", default_value_t = 1)]
    from_seed: u64,
    /// Number of concurrent games, 1 to 256
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Bots that share the seats: adviser, steady, thrifty, bold (or all-in), patient, blocker, gambler (or
    /// random), rival-aware, strength-1 to strength-10. If there are too few seats, a draw decides which bots
    /// sit out [default: the first seven, or those of --bot]
    #[arg(long, value_name = "BOT,..", value_delimiter = ',', value_parser = Breed::parser())]
    bots: Vec<Breed>,
    /// Additional bot: a name as in --bots, or a command such as "python3 mine.py" or "NAME=COMMAND". It runs
    /// once per seat and responds with JSON lines; see docs/reference/bot-protocol.md
    #[arg(long, value_name = "BOT|COMMAND")]
    bot: Vec<String>,
    #[command(flatten)]
    thinking: ThinkingArgs,
    /// Let each bot play this one alone, half the seats each
    #[arg(long, value_name = "BOT|COMMAND")]
    against: Option<String>,
    /// Number of teams, if the scenario leaves it open [default: the number at the end of its name]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=16))]
    teams: Option<u8>,
    /// Add the games to this ladder file, which keeps all games and their ratings
    #[arg(long, value_name = "FILE")]
    ladder: Option<PathBuf>,
    /// Save the records of interesting games in this folder: closest finish, greatest comeback, most re-bids,
    /// most failed decisions
    #[arg(long, value_name = "DIR")]
    replays: Option<PathBuf>,
    /// Print the time taken, and the share spent in bot processes
    #[arg(long)]
    timing: bool,
    /// Print one JSON object per field
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: Language,
}

#[derive(Debug, Serialize)]
struct ArenaReport<'a> {
    scenario: &'a str,
    from_seed: u64,
    games: u64,
    field: Vec<&'a str>,
    #[serde(flatten)]
    standings: &'a Standings,
    #[serde(skip_serializing_if = "Option::is_none")]
    replays: Option<&'a [Replay]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ladder: Option<&'a [Rung]>,
}

struct FieldResults<'a> {
    standings: &'a Standings,
    replays: Option<Vec<Replay>>,
    ladder: Option<&'a [Rung]>,
}

impl ArenaArguments {
    /// Plays all games and prints the results. Returns [`Exit::Failed`] if a bot made no valid decision in
    /// any game. An interrupt also ends the bots' processes.
    ///
    /// # Errors
    /// An unreadable or unplayable scenario, failing output, or an act that the rules reject.
    pub fn run(&self) -> anyhow::Result<Exit> {
        end_processes_when_stopped(|| std::process::exit(i32::from(Exit::Stopped.code())))?;
        let words = self.language.words();
        let prepared = PreparedGame::read(&self.scenario, &ScriptChoice::None, self.teams.map(usize::from))?;
        let fields = self.fields()?;
        anyhow::ensure!(!fields.is_empty(), OptionsError::Alone);
        // Read first, so that an unusable file fails before the games.
        let mut ladder = self.ladder.as_deref().map(Ladder::read).transpose()?;
        if let (Some(ladder), Some(path)) = (&ladder, &self.ladder) {
            ladder.write(path)?;
        }
        self.replays.as_deref().map(replay::make_room).transpose()?;
        let mut exit = Exit::Done;
        for (at, field) in (1..).zip(&fields) {
            let name = if fields.len() > 1 { format!("{}-{at}", self.name()) } else { self.name() };
            let tournament = ArenaGames {
                setup: prepared.setup.clone(),
                field: field.clone(),
                from_seed: self.from_seed,
                games: self.games,
                threads: usize::from(self.threads),
                thinking: self.thinking.into(),
            };
            let progress = GameProgress::new(self.games, (at, fields.len()));
            let highlights = Highlights::default();
            let see = |seed, played: &PlayedGame, game: &Game, events| {
                if self.replays.is_some() {
                    highlights.see(seed, played, game, events);
                }
            };
            let begin = now();
            let games = tournament.play_seen(&|over| progress.tell(over), &see);
            let taken = now().saturating_duration_since(begin);
            drop(progress);
            let games =
                games.map_err(|refusal| anyhow::anyhow!("the rules refuse the judge's act: {refusal:?}"))?;
            if let (Some(ladder), Some(path)) = (&mut ladder, &self.ladder) {
                ladder.add(&self.name(), self.from_seed, &games);
                ladder.write(path)?;
            }
            let write = |folder: &PathBuf| highlights.write(folder, &name, &prepared.setup);
            let results = FieldResults {
                standings: &Standings::of(&games),
                replays: self.replays.as_ref().map(write).transpose()?,
                ladder: ladder.as_ref().map(Ladder::rungs),
            };
            self.show(field, &results, &words)?;
            if results.standings.rows.iter().any(Row::is_idle) {
                exit = Exit::Failed;
            }
            if self.timing {
                Output::new(self.json).remark(&self.spent(&games, taken, &words))?;
            }
        }
        Ok(exit)
    }

    fn name(&self) -> String {
        let stem = Path::new(&self.scenario).file_stem();
        stem.map_or_else(|| self.scenario.clone(), |stem| stem.to_string_lossy().into_owned())
    }

    fn spent(&self, games: &[PlayedGame], taken: Duration, words: &Words) -> String {
        let waited: Duration = games.iter().flat_map(|game| &game.seats).map(|seat| seat.waited).sum();
        let (taken, threads) = (taken.as_secs_f64().max(f64::EPSILON), f64::from(self.threads));
        #[expect(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]
        let a_minute = games.len() as f64 * 60.0 / taken;
        let gaps = [
            ("seconds", format!("{taken:.1}").into()),
            ("rate", format!("{a_minute:.1}").into()),
            ("share", format!("{:.0}", waited.as_secs_f64() / taken / threads * 100.0).into()),
        ];
        words.say("arena-timing", &gaps)
    }

    fn fields(&self) -> Result<Vec<Vec<ArenaContender>>, OptionsError> {
        let mut bots: Vec<ArenaContender> = self.bots.iter().copied().map(ArenaContender::from).collect();
        for bot in &self.bot {
            bots.push(ArenaContender::parse(bot)?);
        }
        if bots.is_empty() {
            bots = Breed::all().map(ArenaContender::from).collect();
        }
        let mut contenders: Vec<ArenaContender> = Vec::new();
        let opponent = self.against.as_deref().map(ArenaContender::parse).transpose()?;
        for bot in bots.into_iter().chain(opponent.clone()) {
            if contenders.iter().any(|known| known.name() == bot.name() && *known != bot) {
                return Err(OptionsError::SameName { name: bot.name().to_owned() });
            }
            if !contenders.contains(&bot) {
                contenders.push(bot);
            }
        }
        let against = |opponent: &ArenaContender| {
            contenders
                .iter()
                .filter(|&bot| bot != opponent)
                .map(|bot| vec![opponent.clone(), bot.clone()])
                .collect()
        };
        Ok(opponent.as_ref().map_or_else(|| vec![contenders.clone()], against))
    }

    fn show(
        &self,
        field: &[ArenaContender],
        results: &FieldResults<'_>,
        words: &Words,
    ) -> anyhow::Result<()> {
        let mut out = Output::new(self.json);
        let FieldResults { standings, replays, ladder } = results;
        let (scenario, from_seed, games) = (self.scenario.as_str(), self.from_seed, self.games);
        if self.json {
            let (field, replays) = (field.iter().map(ArenaContender::name).collect(), replays.as_deref());
            let ladder = *ladder;
            let report = ArenaReport { scenario, from_seed, games, field, standings, replays, ladder };
            return Ok(out.object(&report)?);
        }
        let gaps = [
            ("scenario", scenario.into()),
            ("games", games.to_string().into()),
            ("first", from_seed.to_string().into()),
            ("last", from_seed.saturating_add(games - 1).to_string().into()),
        ];
        let mut parts = vec![words.say("arena-head", &gaps), rows(standings, words).to_string()];
        if !standings.pairs.is_empty() {
            parts.extend([words.label("arena-pairs"), pairs(standings, words).to_string()]);
        }
        let failed = errors(standings, words);
        if !failed.is_empty() {
            parts.push(failed);
        }
        parts.push(words.label("arena-note"));
        if let Some(rungs) = ladder {
            parts.extend([words.label("arena-ladder"), rungs_table(rungs, words).to_string()]);
        }
        if let Some(replays) = replays.as_ref().filter(|replays| !replays.is_empty()) {
            let lines: Vec<String> = replays.iter().map(|replay| worth_seeing(replay, words)).collect();
            parts.push(lines.join("\n"));
        }
        // Tables end with a line break; a blank line separates the parts.
        let text: Vec<String> = parts.iter().map(|part| part.trim_end().to_owned()).collect();
        let text = text.join("\n\n") + "\n\n";
        Ok(out.text(&text)?)
    }
}

fn worth_seeing(replay: &Replay, words: &Words) -> String {
    let reasons: Vec<String> = replay.reasons.iter().map(|reason| words.label(reason.key())).collect();
    let gaps = [("file", replay.file.as_str().into()), ("reasons", reasons.join(", ").into())];
    words.say("arena-replay", &gaps)
}

fn rungs_table(rungs: &[Rung], words: &Words) -> Table {
    let heads =
        [("arena-bot", Align::Start), ("arena-rating", Align::End), ("arena-ladder-games", Align::End)];
    let mut table = Table::new(heads.map(|(key, align)| (words.label(key), align)));
    for rung in rungs {
        let rating = format!("{} [{}, {}]", rung.rating, rung.low, rung.high);
        table.row([rung.bot.clone(), rating, rung.games.to_string()]);
    }
    table
}

fn rows(standings: &Standings, words: &Words) -> Table {
    let heads = [
        ("arena-bot", Align::Start),
        ("arena-seats", Align::End),
        ("arena-place", Align::End),
        ("arena-won", Align::End),
        ("count-empty", Align::End),
        ("arena-doubted", Align::End),
    ];
    let mut table = Table::new(heads.map(|(key, align)| (words.label(key), align)));
    for row in &standings.rows {
        let won = row.won.map_or_else(|| "-".to_owned(), percent);
        let doubted = row.doubted.to_string();
        table.row([
            row.bot.clone(),
            row.seats.to_string(),
            figure(row.place),
            won,
            figure(row.empty),
            doubted,
        ]);
    }
    table
}

fn errors(standings: &Standings, words: &Words) -> String {
    let line = |row: &Row| {
        let counts: Vec<String> =
            row.errors.iter().map(|(error, count)| format!("{error} {count}")).collect();
        let counts_line = words
            .say("arena-failed", &[("bot", row.bot.as_str().into()), ("counts", counts.join(", ").into())]);
        let first = row.first_error.as_ref().map(|error| error.say(words));
        let first = first.map(|first| words.say("arena-first-failed", &[("what", first.into())]));
        let idle = row.is_idle().then(|| words.say("arena-idle", &[("bot", row.bot.as_str().into())]));
        [Some(counts_line), first, idle].into_iter().flatten().collect::<Vec<_>>().join("\n  ")
    };
    let lines: Vec<String> = standings.rows.iter().filter(|row| !row.errors.is_empty()).map(line).collect();
    lines.join("\n")
}

fn pairs(standings: &Standings, words: &Words) -> Table {
    let heads = [
        ("arena-bot", Align::Start),
        ("arena-against", Align::Start),
        ("arena-share", Align::End),
        ("shared-verdict", Align::Start),
    ];
    let mut table = Table::new(heads.map(|(key, align)| (words.label(key), align)));
    for pair in &standings.pairs {
        let verdict = match pair.share {
            Some(share) if share.low > 0.5 => "arena-ahead",
            Some(share) if share.high < 0.5 => "arena-behind",
            _ => "arena-unclear",
        };
        let share = pair.share.map_or_else(|| "-".to_owned(), percent);
        table.row([pair.bot.clone(), pair.against.clone(), share, words.label(verdict)]);
    }
    table
}

fn figure(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(
        || "-".to_owned(),
        |estimate| match estimate.games {
            1 => format!("{:.2}", estimate.mean),
            _ => format!("{:.2} [{:.2}, {:.2}]", estimate.mean, estimate.low, estimate.high),
        },
    )
}

fn percent(share: Estimate) -> String {
    format!("{:.1}% [{:.1}, {:.1}]", share.mean * 100.0, share.low * 100.0, share.high * 100.0)
}

struct GameProgress {
    games: u64,
    field: (usize, usize),
    shown: Mutex<(u64, ProgressLine)>,
}

impl GameProgress {
    fn new(games: u64, field: (usize, usize)) -> Self {
        Self { games, field, shown: Mutex::default() }
    }

    fn tell(&self, over: u64) {
        let Ok(mut shown) = self.shown.lock() else { return };
        let (most, line) = &mut *shown;
        if over > *most {
            *most = over;
            let (field, fields) = self.field;
            line.show(&format!("{field}/{fields}  {over}/{}", self.games));
        }
    }
}
