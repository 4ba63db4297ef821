//! `rehearsal arena`: reads what is asked, plays, and shows a table.
//!
//! Knows the command line, words and terminals; how games are played and counted is the tournament's.

use std::sync::Mutex;

use ishigaki_command::{Language, Output, ProgressLine};
use ishigaki_words::{Align, Table, Words};
use serde::Serialize;
use team_client::bot::Breed;

use super::estimate::Estimate;
use super::tournament::{Standings, Tournament};
use crate::error::OptionsError;
use crate::prepared::{PreparedGame, Script};

/// Arguments of `rehearsal arena`.
#[derive(Debug, clap::Args)]
pub struct Arena {
    /// What to play: the name of a shipped scenario, or a file (with a slash, or ending in .toml).
    #[arg(long, value_name = "NAME|FILE", default_value = "rehearsal-8")]
    scenario: String,
    /// How many games; with --against, for each pair.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// The first game's seed: seats and tastes are drawn from it. Each further game has the next one.
    #[arg(long, value_name = "S", default_value_t = 1)]
    from_seed: u64,
    /// How many games are played at a time, 1 to 256. It changes nothing but the time.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Who plays, each on as many seats as the others: adviser, steady, thrifty, bold (or all-in), patient, blocker,
    /// gambler (or random). Who sits out where there are fewer seats is drawn for each game [default: all of them]
    #[arg(long, value_name = "BOT,..", value_delimiter = ',', value_parser = Breed::parser())]
    bots: Vec<Breed>,
    /// Let each of the bots play this one alone, half the seats each, instead of all together.
    #[arg(long, value_name = "BOT", value_parser = Breed::parser())]
    against: Option<Breed>,
    /// How many teams play, if the scenario leaves it open [default: the number that the scenario's name ends in]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=16))]
    teams: Option<u8>,
    /// Answer with one JSON object a line, one for each field.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: Language,
}

/// What one field came to, for programs.
#[derive(Debug, Serialize)]
struct ArenaReport<'a> {
    scenario: &'a str,
    from_seed: u64,
    games: u64,
    field: Vec<&'static str>,
    #[serde(flatten)]
    standings: &'a Standings,
}

impl Arena {
    /// Plays all games and shows what came of them on standard output; progress on standard error where that is a
    /// terminal.
    ///
    /// # Errors
    /// A scenario that cannot be read or played, an output that cannot be written, and what the rules refuse.
    pub fn run(&self) -> anyhow::Result<()> {
        let words = self.language.words();
        let prepared = PreparedGame::read(&self.scenario, &Script::None, self.teams.map(usize::from))?;
        let fields = self.fields();
        anyhow::ensure!(!fields.is_empty(), OptionsError::Alone);
        for (at, field) in (1..).zip(&fields) {
            let tournament = Tournament {
                setup: prepared.setup.clone(),
                field: field.clone(),
                from_seed: self.from_seed,
                games: self.games,
                threads: usize::from(self.threads),
            };
            let progress = Progress::new(self.games, (at, fields.len()));
            let games = tournament.play(&|over| progress.tell(over));
            drop(progress);
            let games =
                games.map_err(|refusal| anyhow::anyhow!("the rules refuse a bot's act: {refusal:?}"))?;
            self.show(field, &Standings::of(&games), &words)?;
        }
        Ok(())
    }

    fn fields(&self) -> Vec<Vec<Breed>> {
        let mut bots = self.bots.clone();
        if bots.is_empty() {
            bots = Breed::all().collect();
        }
        let mut seen = Vec::new();
        bots.retain(|bot| {
            !seen.contains(bot) && {
                seen.push(*bot);
                true
            }
        });
        match self.against {
            Some(one) => bots.into_iter().filter(|&bot| bot != one).map(|bot| vec![one, bot]).collect(),
            None => vec![bots],
        }
    }

    fn show(&self, field: &[Breed], standings: &Standings, words: &Words) -> anyhow::Result<()> {
        let mut out = Output::new(self.json);
        let (scenario, from_seed, games) = (self.scenario.as_str(), self.from_seed, self.games);
        if self.json {
            let field = field.iter().map(|breed| breed.code()).collect();
            return Ok(out.object(&ArenaReport { scenario, from_seed, games, field, standings })?);
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
        parts.push(words.label("arena-note"));
        // A table ends its lines; a blank one stands between the parts.
        let text: Vec<String> = parts.iter().map(|part| part.trim_end().to_owned()).collect();
        let text = text.join("\n\n") + "\n\n";
        Ok(out.text(&text)?)
    }
}

fn rows(standings: &Standings, words: &Words) -> Table {
    let heads = [
        ("arena-bot", Align::Start),
        ("arena-seats", Align::End),
        ("arena-place", Align::End),
        ("arena-won", Align::End),
        ("arena-empty", Align::End),
        ("arena-doubted", Align::End),
    ];
    let mut table = Table::new(heads.map(|(key, align)| (words.label(key), align)));
    for row in &standings.rows {
        let won = row.won.map_or_else(|| "-".to_owned(), percent);
        let doubted = row.doubted.to_string();
        table.row([
            row.bot.to_owned(),
            row.seats.to_string(),
            figure(row.place),
            won,
            figure(row.empty),
            doubted,
        ]);
    }
    table
}

fn pairs(standings: &Standings, words: &Words) -> Table {
    let heads = [
        ("arena-bot", Align::Start),
        ("arena-against", Align::Start),
        ("arena-share", Align::End),
        ("arena-verdict", Align::Start),
    ];
    let mut table = Table::new(heads.map(|(key, align)| (words.label(key), align)));
    for pair in &standings.pairs {
        let verdict = match pair.share {
            Some(share) if share.low > 0.5 => "arena-ahead",
            Some(share) if share.high < 0.5 => "arena-behind",
            _ => "arena-unclear",
        };
        let share = pair.share.map_or_else(|| "-".to_owned(), percent);
        table.row([pair.bot.to_owned(), pair.against.to_owned(), share, words.label(verdict)]);
    }
    table
}

/// A mean with two decimals and its interval.
fn figure(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(|| "-".to_owned(), |it| format!("{:.2} [{:.2}, {:.2}]", it.mean, it.low, it.high))
}

/// A share in percent and its interval.
fn percent(share: Estimate) -> String {
    format!("{:.1}% [{:.1}, {:.1}]", share.mean * 100.0, share.low * 100.0, share.high * 100.0)
}

/// How far the games are, on a terminal.
struct Progress {
    games: u64,
    field: (usize, usize),
    shown: Mutex<(u64, ProgressLine)>,
}

impl Progress {
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
