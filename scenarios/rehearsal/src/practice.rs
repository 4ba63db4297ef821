//! Practice games: one seat for a person or their program, bots on the others, and a slow judge.
//!
//! Real server, real clients, the rules of every game. The person plays on the team's screen in this
//! terminal, or joins from elsewhere. No process remains, and no file but the requested ones.

mod args;
mod ending;
mod joining;
mod opponent;
mod pace;
mod pacing;
mod pages;
mod proof;
mod seat;
mod setting;
mod table;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use ishigaki_client::{Folded, Followed, Follower, Link, Mirror, connect};
use ishigaki_proto::organiser::StartGameRequest;
use ishigaki_rules::{ClosePolicy, Phase, TeamId};
use ishigaki_screen::Palette;
use ishigaki_strategy::bot::{Breed, Strength};
use ishigaki_words::Words;

use crate::credentials::Credentials;
use crate::error::OptionsError;
use crate::rehearse::{ServerFolder, codes};
use crate::server::{Server, ServerFiles, ServerProgram};
use crate::story::Story;
use crate::story_writer::StoryWriter;
use crate::styled_text::TextStyle;

pub use args::PracticeArgs;
pub use ending::{PracticeReport, Row};
pub use pace::{LONGEST, Pace, PaceError};
pub use setting::{PracticeSetting, SEAT};

use joining::{public_address, reachable};
use proof::Proofs;
use seat::Seat;
use setting::PracticeGame;
use table::BotsAndJudge;

/// Maximum time for the judge to declare the result of a finished game.
const CATCH_UP: Duration = Duration::from_secs(10);

/// Options of a practice.
#[derive(Clone, Debug)]
pub struct PracticeOptions {
    pub setting: PracticeSetting,
    /// `None` if they were named.
    pub strength: Option<Strength>,
    /// In the order of the teams after the seat.
    pub bots: Vec<Breed>,
    pub seed: u64,
    pub pace: Pace,
    pub seat: SeatMode,
    /// Otherwise a private directory, which is removed.
    pub keep: Option<PathBuf>,
    pub words: Words,
    pub columns: usize,
    pub is_json: bool,
    pub is_quiet: bool,
}

/// Mode in which the seat is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatMode {
    Screen(Palette),
    Page {
        opens: bool,
    },
    Joined(SocketAddr),
    /// On a hosted page at this address.
    Hosted(SocketAddr),
}

/// Outcome of a practice.
#[derive(Debug)]
pub enum Outcome {
    Played(Box<PracticeReport>),
    Left,
}

impl SeatMode {
    /// Returns whether this terminal prints the game, because the seat is elsewhere.
    const fn is_elsewhere(self) -> bool {
        matches!(self, Self::Joined(_) | Self::Hosted(_))
    }
}

impl PracticeOptions {
    /// Returns the options of a practice.
    ///
    /// # Errors
    /// If the scenario can't be read, or options conflict.
    pub fn of(asked: PracticeArgs, words: Words, columns: usize, palette: Palette) -> anyhow::Result<Self> {
        let no_pace = |_: PaceError| OptionsError::Pace { pace: asked.pace.clone(), longest: LONGEST };
        let pace: Pace = asked.pace.parse().map_err(no_pace)?;
        let close = if asked.to_deadline { ClosePolicy::AtDeadline } else { ClosePolicy::WhenAllSealed };
        let teams = asked.teams.map(usize::from);
        let setting = PracticeSetting::read(&asked.scenario, teams, &pace, close)?;
        let wanted = asked.against;
        let seats = setting.setup.teams.len().saturating_sub(1);
        anyhow::ensure!(wanted.len() <= seats, OptionsError::Against { bots: wanted.len(), seats });
        let strength = Strength::new(asked.strength).filter(|_| wanted.is_empty());
        let wanted = strength.map_or(wanted, |strength| vec![Breed::Graded(strength)]);
        let bots = wanted.into_iter().cycle().take(seats).collect();
        let seat = match (asked.pages, asked.join, asked.web) {
            (Some(listen), ..) => SeatMode::Hosted(listen),
            (None, true, _) => SeatMode::Joined(asked.listen),
            (None, false, true) => SeatMode::Page { opens: !asked.no_open },
            (None, false, false) => SeatMode::Screen(palette),
        };
        Ok(Self {
            setting,
            strength,
            bots,
            seed: asked.seed,
            pace,
            seat,
            keep: asked.keep,
            words,
            columns,
            is_json: asked.json,
            is_quiet: asked.quiet || asked.json,
        })
    }

    fn bot(&self, team: TeamId) -> Option<Breed> {
        self.bots.get(team.index().checked_sub(1)?).copied()
    }

    fn is_exposed(&self) -> bool {
        matches!(self.seat, SeatMode::Hosted(_)) || !self.listen().ip().is_loopback()
    }

    fn listen(&self) -> SocketAddr {
        match self.seat {
            SeatMode::Screen(_) | SeatMode::Page { .. } | SeatMode::Hosted(_) => {
                SocketAddr::from((Ipv4Addr::LOCALHOST, 0))
            }
            SeatMode::Joined(listen) => listen,
        }
    }
}

/// Practises a game, and more of them if the seat asks for them; `stop` ends it.
///
/// # Errors
/// Failures to start, and errors during the game.
pub async fn run_practice(
    options: &PracticeOptions,
    writer: &mut StoryWriter,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<Outcome> {
    let folder = ServerFolder::new(options.keep.as_ref())?;
    let mut files = folder.files();
    if options.is_exposed() {
        // Otherwise others on the network could read tokens and sealed lists.
        let own = public_address(SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0))).ip().to_string();
        files = files.with_encryption(&[&own])?;
    }
    files.write_contest(&options.setting.contest(&files)?)?;
    let credentials = Credentials::issue(&files, codes(&options.setting.setup))?;
    let mut server = Server::start_at(ServerProgram::Own, files.clone(), options.listen()).await?;
    let mut reports = Vec::new();
    let played = tokio::select! {
        played = play(options, writer, &mut server, &credentials, &files, &mut reports) => played,
        () = stop => Ok(()),
    };
    if let Err(error) = played {
        server.kill().await?;
        return Err(error);
    }
    server.stop().await?;
    Ok(reports.pop().map_or(Outcome::Left, |report| Outcome::Played(Box::new(report))))
}

enum GameEnd {
    Left,
    Again,
}

/// Plays until the seat is left, and adds a report of each declared game.
async fn play(
    options: &PracticeOptions,
    writer: &mut StoryWriter,
    server: &mut Server,
    credentials: &Credentials,
    files: &ServerFiles,
    reports: &mut Vec<PracticeReport>,
) -> anyhow::Result<()> {
    let address = files.address(reachable(server.address()))?;
    let Seat { mut left, rematch, hosted } =
        Seat::open(options, writer, server.address(), &address, credentials, files).await?;
    let proofs = Proofs::new(options, connect(&address, &credentials.board), files, hosted);
    let mut played = Vec::new();
    for game in PracticeGame::all(options.seed) {
        if game.starts_on_request() {
            start(&connect(&address, &credentials.organiser), &game.id).await?;
        }
        let mut table = BotsAndJudge::start(options, &game, &address, credentials);
        let (observed, told) = (table.observed(), table.observed());
        let tell = async {
            if !options.seat.is_elsewhere() {
                return std::future::pending().await;
            }
            follow(options, writer, proofs.board(), &game.id).await?;
            if let Some((ended, refused)) = told.result().await {
                reports.push(proofs.report(&game, &ended, refused, writer).await?);
            }
            if matches!(options.seat, SeatMode::Joined(_)) {
                return Ok(GameEnd::Left);
            }
            if !options.is_json {
                let story = Story::new(options.words, &options.setting.setup, options.columns);
                writer.tell(&story.remark(TextStyle::Plain, "practice-pages-open", &[])).await?;
            }
            std::future::pending().await
        };
        let seated = async {
            tokio::select! {
                left = &mut left => left.map(|()| GameEnd::Left),
                () = rematch.asked(&game.id) => Ok(GameEnd::Again),
                told = tell => told,
            }
        };
        let end = table.play_with(server, seated).await?;
        if !options.seat.is_elsewhere()
            && let Some((ended, refused)) = observed.result().await
        {
            played.push((game, ended, refused));
        }
        if matches!(end, GameEnd::Left) {
            break;
        }
    }
    for (game, ended, refused) in played {
        reports.push(proofs.report(&game, &ended, refused, writer).await?);
    }
    Ok(())
}

/// Starts another game.
async fn start(organiser: &Link, game: &str) -> anyhow::Result<()> {
    let request = StartGameRequest { game: game.to_owned(), ..StartGameRequest::default() };
    organiser.organiser().start_game(request).await.context("cannot start another game")?;
    Ok(())
}

async fn follow(
    options: &PracticeOptions,
    writer: &mut StoryWriter,
    board: &Link,
    game: &str,
) -> anyhow::Result<()> {
    let mut story = Story::new(options.words, &options.setting.setup, options.columns);
    let mut hall = Follower::open(board.clone(), game, Mirror::of(game));
    while hall.session.game().is_none_or(|game| game.phase() != Phase::Declared) {
        let followed = hall.next().await.context("the board's view")?;
        let Followed::News { news: Folded::Event(event), .. } = followed else { continue };
        if let Some(game) = hall.session.game()
            && !options.is_quiet
            // The result is printed at the end, in more detail.
            && game.phase() != Phase::Declared
        {
            writer.tell(&story.event(game, &event)).await?;
        }
    }
    Ok(())
}
