//! A game to practise: one seat for a person or a program of theirs, bots at the rest of the table, and a judge who
//! takes time.
//!
//! Real server, real clients, the rules of every game. The person plays on the team's own screen in this very terminal,
//! or joins from elsewhere. Whatever happens, no process is left behind, and no file but those that were asked for.

mod args;
mod ending;
mod opponent;
mod pace;
mod pacing;
mod setting;

use std::fs;
use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use ishigaki_auto::judge;
use ishigaki_client::receipts::read_folder;
use ishigaki_client::record;
use ishigaki_client::{Address, Authority, Folded, Followed, Follower, Link, Mirror, connect};
use ishigaki_command::json_line;
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::transcript;
use ishigaki_record::verify::{own_lists, verify};
use ishigaki_rules::{ClosePolicy, Game, Phase, Secret, TeamId};
use ishigaki_screen::Palette;
use ishigaki_strategy::bot::{BotRemark, Breed, Strength, play_with};
use ishigaki_words::Words;
use serde::Serialize;
use team_client::tui::{self, PageAddress, ScreenOptions};
use team_client_sdk::{Client, Options as ClientOptions};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use crate::credentials::Credentials;
use crate::error::{Error, OptionsError};
use crate::observer::{ObservedGame, Observer};
use crate::players::{BuildPlan, BuildPlans};
use crate::prepared::GAME;
use crate::rehearse::{ServerFolder, codes};
use crate::server::{Server, ServerFiles, ServerProgram};
use crate::story::Story;
use crate::story_writer::StoryWriter;
use crate::styled_text::{StyledLine, TextStyle};

pub use args::PracticeArgs;
pub use ending::{PracticeReport, Row};
pub use pace::{LONGEST, Pace, PaceError};
pub use setting::{PracticeSetting, SEAT};

use ending::PracticeProof;
use opponent::Opponent;
use pacing::{JudgePacing, look_for};

/// Longest time that the judge may take to declare a result whose game is over already.
const CATCH_UP: Duration = Duration::from_secs(10);

/// Options of a practice.
#[derive(Clone, Debug)]
pub struct PracticeOptions {
    /// The scenario and the table.
    pub setting: PracticeSetting,
    /// Strength of the bots; `None` where they were named.
    pub strength: Option<Strength>,
    /// Bots in the order of the teams behind the seat.
    pub bots: Vec<Breed>,
    /// Seed that bots and janken are drawn from.
    pub seed: u64,
    /// Pace of the practice.
    pub pace: Pace,
    /// Way in which the seat is taken.
    pub seat: SeatMode,
    /// The folder to keep the game in; a private one that is removed unless told.
    pub keep: Option<PathBuf>,
    pub words: Words,
    /// Width of what is told, in columns.
    pub columns: usize,
    /// Whether answers are JSON.
    pub is_json: bool,
    /// Whether the game is left untold.
    pub is_quiet: bool,
}

/// Mode in which the seat is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatMode {
    /// By the team's screen in this terminal, painted so.
    Screen(Palette),
    /// By the team's screen as a page in this computer's browser; whether the browser is opened.
    Page { opens: bool },
    /// By whoever connects to a server that listens here.
    Joined(SocketAddr),
}

/// Outcome of a practice.
#[derive(Debug)]
pub enum Outcome {
    /// With its declared result.
    Played(Box<PracticeReport>),
    /// Before that: the seat was left, or somebody stopped it.
    Left,
}

/// Address at which programs join.
#[derive(Serialize)]
struct JoinAddress<'a> {
    server: &'a str,
    /// Fingerprint of the server's authority, where it encrypts...
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
    /// ...and the file with its certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    authority_file: Option<&'a Path>,
    game: &'a str,
    team: &'a str,
    token_file: &'a Path,
}

impl PracticeOptions {
    /// Returns what was asked for.
    ///
    /// # Errors
    /// The scenario cannot be read, or what was asked for does not go together.
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
        let seat = match (asked.join, asked.web) {
            (true, _) => SeatMode::Joined(asked.listen),
            (false, true) => SeatMode::Page { opens: !asked.no_open },
            (false, false) => SeatMode::Screen(palette),
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

    /// Returns how a team plays; `None` for the seat.
    fn bot(&self, team: TeamId) -> Option<Breed> {
        self.bots.get(team.index().checked_sub(1)?).copied()
    }

    /// Returns whether other machines reach the server.
    fn is_exposed(&self) -> bool {
        !self.listen().ip().is_loopback()
    }

    fn listen(&self) -> SocketAddr {
        match self.seat {
            SeatMode::Screen(_) | SeatMode::Page { .. } => SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            SeatMode::Joined(listen) => listen,
        }
    }
}

/// Practises a game; `stop` ends it early.
///
/// # Errors
/// What cannot be started, or goes wrong at the table.
pub async fn practise(
    options: &PracticeOptions,
    writer: &mut StoryWriter,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<Outcome> {
    let folder = ServerFolder::new(options.keep.as_ref())?;
    let mut files = folder.files();
    if options.is_exposed() {
        // Beyond this machine everybody on the network would read tokens and sealed lists.
        files = files.encrypted()?;
    }
    files.write_contest(&options.setting.contest(&files)?)?;
    let credentials = Credentials::issue(&files, codes(&options.setting.setup))?;
    let mut server = Server::start_at(ServerProgram::Own, files.clone(), options.listen()).await?;
    let played = tokio::select! {
        played = play(options, writer, &mut server, &credentials, &files) => played,
        () = stop => Ok(Outcome::Left),
    };
    match played {
        Ok(outcome) => server.stop().await.map(|()| outcome),
        Err(error) => {
            server.kill().await?;
            Err(error)
        }
    }
}

/// Bots and judge of a practice, beside whoever takes the seat.
struct BotsAndJudge {
    /// The bots, the judge, and who looks whether the seat is taken.
    tasks: JoinSet<anyhow::Result<()>>,
    faults: mpsc::Receiver<anyhow::Error>,
    /// The game as the judge sees it.
    observer: Observer,
    /// Number of the bots' moves that were refused.
    refused: watch::Receiver<usize>,
}

impl BotsAndJudge {
    /// Brings everybody in.
    fn start(options: &PracticeOptions, address: &Address, credentials: &Credentials) -> Self {
        let link = connect(address, &credentials.judge);
        let (tell_fault, faults) = mpsc::channel(1);
        let observer = Observer::new(link.clone(), GAME, "the judge".to_owned(), tell_fault);
        let (plans, planned) = watch::channel(BuildPlans::new());
        let (refusals, refused) = watch::channel(0);
        let mut tasks = JoinSet::new();
        for (team, token) in options.setting.setup.team_ids().zip(&credentials.teams) {
            let Some(breed) = options.bot(team) else { continue };
            let seed = options.seed.wrapping_add(u64::from(team.0));
            let opponent = Opponent::new(breed, seed, plans.clone());
            let client =
                ClientOptions { address: address.clone(), token: token.clone(), game: GAME.to_owned() };
            tasks.spawn(play_bot(client, opponent, plans.clone(), refusals.clone()));
        }
        let (presence, present) = watch::channel(false);
        let mut pacing = JudgePacing::new(SEAT, options.pace, present, planned, options.seed);
        let (judged, observed_game) = (link.clone(), observer.observed_game());
        tasks.spawn(async move { judge(judged, GAME, observed_game, &mut pacing).await });
        let code = options.setting.seat_code().to_owned();
        tasks.spawn(async move {
            look_for(link, code, presence).await;
            Ok(())
        });
        Self { tasks, faults, observer, refused }
    }

    /// Plays until whoever sits in the seat is done.
    async fn play_with(
        &mut self,
        server: &mut Server,
        seat: impl Future<Output = anyhow::Result<()>>,
    ) -> anyhow::Result<()> {
        let mut seat = std::pin::pin!(seat);
        loop {
            tokio::select! {
                left = &mut seat => return left,
                Some(fault) = self.faults.recv() => return Err(fault),
                Some(ended) = self.tasks.join_next(), if !self.tasks.is_empty() => ended??,
                status = server.ended() => return Err(Error::Ended(status?).into()),
            }
        }
    }

    /// The game, if it came to its result.
    async fn result(&self) -> Option<Game> {
        let mut observed_game: ObservedGame = self.observer.observed_game();
        let phase = observed_game.borrow().as_ref().map(Game::phase);
        if !phase.is_some_and(Phase::is_ranked) {
            return None;
        }
        let is_declared =
            |game: &Option<Game>| game.as_ref().is_some_and(|game| game.phase() == Phase::Declared);
        let declared = tokio::time::timeout(CATCH_UP, observed_game.wait_for(is_declared)).await;
        declared.ok()?.ok()?.clone()
    }
}

/// Sets the table, lets the seat be taken, and says how it ended.
async fn play(
    options: &PracticeOptions,
    writer: &mut StoryWriter,
    server: &mut Server,
    credentials: &Credentials,
    files: &ServerFiles,
) -> anyhow::Result<Outcome> {
    let address = files.address(reachable(server.address()))?;
    let mut table = BotsAndJudge::start(options, &address, credentials);
    let board = connect(&address, &credentials.board);
    let token = credentials.teams.first().context("there is no seat")?.clone();
    let receipts = files.folder().join("receipts");
    match options.seat {
        SeatMode::Screen(palette) => {
            let client = ClientOptions { address, token, game: GAME.to_owned() };
            let lang = options.words.lang();
            let screening =
                ScreenOptions { options: client, receipts: receipts.clone(), lang, palette, ends_game: true };
            let seat = async { tui::run(screening).await.context("the team's screen") };
            table.play_with(server, seat).await?;
        }
        SeatMode::Page { opens } => {
            let client = ClientOptions { address, token, game: GAME.to_owned() };
            let (lang, palette) = (options.words.lang(), Palette::PLAIN);
            let screening =
                ScreenOptions { options: client, receipts: receipts.clone(), lang, palette, ends_game: true };
            let told = |page: &PageAddress| tell_page(page, opens, options);
            let seat = async { tui::run_page(screening, 0, told).await.context("the team's page") };
            table.play_with(server, seat).await?;
        }
        SeatMode::Joined(_) => {
            let token = credentials.team_secrets.first().context("there is no seat")?;
            let token_file = files.folder().join(format!("{}.token", options.setting.seat_code()));
            write_secret(&token_file, token).context("cannot write the token file")?;
            let seat_address = SeatAddress::of(server.address(), files, token_file)?;
            let seat = follow(options, writer, &board, &seat_address);
            table.play_with(server, seat).await?;
        }
    }
    let Some(game) = table.result().await else { return Ok(Outcome::Left) };
    let mut proved = prove(options, &board, &receipts, files.folder()).await?;
    proved.refused = *table.refused.borrow();
    let report = PracticeReport::of(&game, options, proved);
    if options.is_json {
        writer.object(&report)?;
    } else {
        let story = Story::new(options.words, &options.setting.setup, options.columns);
        writer.tell(&report.told(&game, &story, &options.words, options)).await?;
    }
    Ok(Outcome::Played(Box::new(report)))
}

/// Says where the team's page is, and opens it.
fn tell_page(page: &PageAddress, opens: bool, options: &PracticeOptions) -> std::io::Result<()> {
    let words = options.words;
    let mut out = std::io::stdout().lock();
    if options.is_json {
        out.write_all(&json_line(&serde_json::json!({ "page": page.address }))?)?;
    } else {
        writeln!(out, "{}", words.say("page-desk-at", &[("address", page.address.as_str().into())]))?;
        writeln!(out, "{}", words.label("page-practice-care"))?;
    }
    if opens && !page.open() {
        writeln!(out, "{}", words.label("page-desk-no-browser"))?;
    }
    out.flush()
}

/// Address of the seat: server, authority and token file.
struct SeatAddress {
    /// The server, as whoever joins writes it.
    server: String,
    /// The fingerprint of its authority, where it encrypts...
    fingerprint: Option<Fingerprint>,
    /// ...and the file with the authority's certificate.
    authority: Option<PathBuf>,
    token_file: PathBuf,
}

impl SeatAddress {
    fn of(listens: SocketAddr, files: &ServerFiles, token_file: PathBuf) -> anyhow::Result<Self> {
        let fingerprint = files.trusted()?.as_ref().map(Authority::fingerprint);
        let authority = fingerprint.is_some().then(|| files.authority());
        let scheme = if fingerprint.is_some() { "https" } else { "http" };
        let server = format!("{scheme}://{}", seen_from_outside(listens));
        Ok(Self { server, fingerprint, authority, token_file })
    }
}

/// Returns the address at which other machines reach a server that listens there, as far as this one knows
/// its own address.
fn seen_from_outside(listens: SocketAddr) -> SocketAddr {
    if !listens.ip().is_unspecified() {
        return listens;
    }
    // Nothing is sent: the machine only says from which of its addresses it would be.
    let own = |bound: IpAddr, towards: &str| {
        let socket = UdpSocket::bind((bound, 0)).ok()?;
        socket.connect(towards).ok()?;
        socket.local_addr().ok()
    };
    let by_v4 = own(Ipv4Addr::UNSPECIFIED.into(), "192.0.2.1:9");
    let by_v6 = || own(Ipv6Addr::UNSPECIFIED.into(), "[2001:db8::1]:9").filter(|_| listens.is_ipv6());
    by_v4.or_else(by_v6).map_or(listens, |own| SocketAddr::new(own.ip(), listens.port()))
}

/// Returns the address at which this machine reaches a server that listens there.
fn reachable(listens: SocketAddr) -> SocketAddr {
    match listens.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, listens.port())),
        IpAddr::V6(ip) if ip.is_unspecified() => SocketAddr::from((Ipv6Addr::LOCALHOST, listens.port())),
        _ => listens,
    }
}

/// Plays a bot to the end. What the rules refuse is counted; the judge does not wait for a wall that was refused.
async fn play_bot(
    options: ClientOptions,
    opponent: Opponent,
    plans: watch::Sender<BuildPlans>,
    refusals: watch::Sender<usize>,
) -> anyhow::Result<()> {
    let mut client = Client::connect(options).await.context("a bot")?;
    let note = |client: &Client, note: BotRemark| {
        if matches!(note, BotRemark::Refused { .. }) {
            refusals.send_modify(|count| *count += 1);
            let plan = BuildPlan::of(client.game(), None);
            plans.send_modify(|plans| {
                plans.insert(client.me(), plan);
            });
        }
    };
    play_with(&mut client, opponent, note).await.context("a bot")
}

/// Says where to join, and tells the game to its declared result.
async fn follow(
    options: &PracticeOptions,
    writer: &mut StoryWriter,
    board: &Link,
    seat_address: &SeatAddress,
) -> anyhow::Result<()> {
    invite(options, writer, seat_address).await?;
    let mut story = Story::new(options.words, &options.setting.setup, options.columns);
    let mut hall = Follower::open(board.clone(), GAME, Mirror::of(GAME));
    while hall.session.game().is_none_or(|game| game.phase() != Phase::Declared) {
        let followed = hall.next().await.context("the board's view")?;
        let Followed::News { news: Folded::Event(event), .. } = followed else { continue };
        if let Some(game) = hall.session.game()
            && !options.is_quiet
            // The result is told at the end, with more.
            && game.phase() != Phase::Declared
        {
            writer.tell(&story.event(game, &event)).await?;
        }
    }
    Ok(())
}

/// Says how the seat is taken.
async fn invite(
    options: &PracticeOptions,
    writer: &mut StoryWriter,
    seat_address: &SeatAddress,
) -> anyhow::Result<()> {
    let SeatAddress { server, fingerprint, authority, token_file } = seat_address;
    let team = options.setting.seat_code();
    if options.is_json {
        let fingerprint = fingerprint.map(|fingerprint| fingerprint.to_string());
        let authority_file = authority.as_deref();
        writer.object(&JoinAddress { server, fingerprint, authority_file, game: GAME, team, token_file })?;
        return Ok(());
    }
    let story = Story::new(options.words, &options.setting.setup, options.columns);
    let words = &options.words;
    let gaps = [("scenario", options.setting.scenario.name.as_str().into()), ("team", team.into())];
    let mut lines = story.remark(TextStyle::Strong, "practice-join", &gaps);
    // Not wrapped, so that they can be copied.
    let said =
        |key: &str, what: &str| StyledLine::of(TextStyle::Plain, format!("    {} {what}", words.label(key)));
    let file = token_file.display();
    lines.push(said("practice-join-server", server));
    lines.push(said("practice-join-token", &file.to_string()));
    if let Some(fingerprint) = fingerprint {
        lines.push(said("practice-join-fingerprint", &fingerprint.to_string()));
        lines.extend(story.remark(TextStyle::Plain, "practice-join-elsewhere", &[]));
        let join = format!("team-client join {server} --fingerprint {fingerprint} --token-file {file}");
        lines.push(said("practice-join-example", &join));
        lines.push(said("practice-join-then", "team-client tui"));
    } else {
        let command = format!("team-client tui --server {server} --token-file {file}");
        lines.push(said("practice-join-example", &command));
    }
    writer.tell(&lines).await?;
    Ok(())
}

/// Fetches and verifies the record, and finds the seat's own lists in it.
async fn prove(
    options: &PracticeOptions,
    board: &Link,
    receipts: &Path,
    folder: &Path,
) -> anyhow::Result<PracticeProof> {
    let fetched = "the server does not give its record";
    let key = record::server_key(board, GAME).await.context(fetched)?;
    let record = record::download(board, GAME).await.context(fetched)?;
    let text = record.transcript().context("the server's record cannot be read")?;
    let report = verify(&text, Some(&key.fingerprint())).context("the record is not in order")?;
    let read = transcript::read(&text).context("the record cannot be read")?;
    let kept = if receipts.exists() { read_folder(receipts)? } else { Vec::new() };
    let kept: Vec<_> = kept.into_iter().map(|kept| kept.stored).collect();
    let own = own_lists(&read, &kept).context("your own lists are not in the record as you sent them")?;
    let mut proved =
        PracticeProof { events: report.records, receipts: own.receipts, ..PracticeProof::default() };
    if options.keep.is_some() {
        let file = folder.join("transcript.jsonl");
        fs::write(&file, &text).map_err(|source| Error::Write { path: file.clone(), source })?;
        proved.transcript = Some(file);
        proved.kept_receipts = Some(receipts.to_owned()).filter(|folder| folder.exists());
    }
    Ok(proved)
}

/// Writes a file that only its owner can read.
fn write_secret(path: &Path, Secret(text): &Secret<String>) -> std::io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    writeln!(options.open(path)?, "{text}")
}
