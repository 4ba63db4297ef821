//! Practice games: one seat for a person or their program, bots on the others, and a slow judge.
//!
//! Real server, real clients, the rules of every game. The person plays on the team's screen in this
//! terminal, or joins from elsewhere. No process remains, and no file but the requested ones.

mod args;
mod ending;
mod opponent;
mod pace;
mod pacing;
mod pages;
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
use pages::{SeatPages, copy_receipts};

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

#[derive(Serialize)]
struct JoinAddress<'a> {
    server: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    authority_file: Option<&'a Path>,
    game: &'a str,
    team: &'a str,
    token_file: &'a Path,
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

/// Practises a game; `stop` ends it early.
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

struct BotsAndJudge {
    tasks: JoinSet<anyhow::Result<()>>,
    faults: mpsc::Receiver<anyhow::Error>,
    observer: Observer,
    refused: watch::Receiver<usize>,
}

impl BotsAndJudge {
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
            let screen_options =
                ScreenOptions { options: client, receipts: receipts.clone(), lang, palette, ends_game: true };
            let seat = async { tui::run(screen_options).await.context("the team's screen") };
            table.play_with(server, seat).await?;
        }
        SeatMode::Page { opens } => {
            let client = ClientOptions { address, token, game: GAME.to_owned() };
            let (lang, palette) = (options.words.lang(), Palette::PLAIN);
            let screen_options =
                ScreenOptions { options: client, receipts: receipts.clone(), lang, palette, ends_game: true };
            let on_ready = |page: &PageAddress| tell_page(page, opens, options);
            let seat = async { tui::run_page(screen_options, 0, on_ready).await.context("the team's page") };
            table.play_with(server, seat).await?;
        }
        SeatMode::Joined(_) => {
            let token = credentials.team_secrets.first().context("there is no seat")?;
            let token_file = files.folder().join(format!("{}.token", options.setting.seat_code()));
            write_secret(&token_file, token).context("cannot write the token file")?;
            let seat_address = SeatAddress::of(server.address(), files, token_file)?;
            let seat = async {
                invite(options, writer, &seat_address).await?;
                follow(options, writer, &board).await
            };
            table.play_with(server, seat).await?;
        }
        SeatMode::Hosted(listen) => {
            let secret = credentials.team_secrets.first().context("there is no seat")?;
            let seat_pages = SeatPages::open(listen, address, files, secret, options).await?;
            seat_pages.invite(options, writer).await?;
            let pages = seat_pages.pages();
            let serving = tokio::spawn(seat_pages.serve());
            let seat = follow(options, writer, &board);
            let seated = table.play_with(server, seat).await;
            serving.abort();
            seated?;
            copy_receipts(&pages, &token, receipts.clone())?;
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
        writer.tell(&report.lines(&game, &story, &options.words, options)).await?;
    }
    Ok(Outcome::Played(Box::new(report)))
}

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

struct SeatAddress {
    server: String,
    fingerprint: Option<Fingerprint>,
    authority: Option<PathBuf>,
    token_file: PathBuf,
}

impl SeatAddress {
    fn of(listens: SocketAddr, files: &ServerFiles, token_file: PathBuf) -> anyhow::Result<Self> {
        let fingerprint = files.trusted_authority()?.as_ref().map(Authority::fingerprint);
        let authority = fingerprint.is_some().then(|| files.authority());
        let scheme = if fingerprint.is_some() { "https" } else { "http" };
        let server = format!("{scheme}://{}", public_address(listens));
        Ok(Self { server, fingerprint, authority, token_file })
    }
}

fn public_address(listens: SocketAddr) -> SocketAddr {
    if !listens.ip().is_unspecified() {
        return listens;
    }
    // No packet is sent: connecting a UDP socket only selects the local address.
    let own = |bound: IpAddr, towards: &str| {
        let socket = UdpSocket::bind((bound, 0)).ok()?;
        socket.connect(towards).ok()?;
        socket.local_addr().ok()
    };
    let by_v4 = own(Ipv4Addr::UNSPECIFIED.into(), "192.0.2.1:9");
    let by_v6 = || own(Ipv6Addr::UNSPECIFIED.into(), "[2001:db8::1]:9").filter(|_| listens.is_ipv6());
    by_v4.or_else(by_v6).map_or(listens, |own| SocketAddr::new(own.ip(), listens.port()))
}

fn reachable(listens: SocketAddr) -> SocketAddr {
    match listens.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, listens.port())),
        IpAddr::V6(ip) if ip.is_unspecified() => SocketAddr::from((Ipv6Addr::LOCALHOST, listens.port())),
        _ => listens,
    }
}

/// The judge doesn't wait for a rejected wall.
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

async fn follow(options: &PracticeOptions, writer: &mut StoryWriter, board: &Link) -> anyhow::Result<()> {
    let mut story = Story::new(options.words, &options.setting.setup, options.columns);
    let mut hall = Follower::open(board.clone(), GAME, Mirror::of(GAME));
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
    let join_line =
        |key: &str, what: &str| StyledLine::of(TextStyle::Plain, format!("    {} {what}", words.label(key)));
    let file = token_file.display();
    lines.push(join_line("practice-join-server", server));
    lines.push(join_line("practice-join-token", &file.to_string()));
    if let Some(fingerprint) = fingerprint {
        lines.push(join_line("practice-join-fingerprint", &fingerprint.to_string()));
        lines.extend(story.remark(TextStyle::Plain, "practice-join-elsewhere", &[]));
        let join = format!("team-client join {server} --fingerprint {fingerprint} --token-file {file}");
        lines.push(join_line("practice-join-example", &join));
        lines.push(join_line("practice-join-then", "team-client tui"));
    } else {
        let command = format!("team-client tui --server {server} --token-file {file}");
        lines.push(join_line("practice-join-example", &command));
    }
    writer.tell(&lines).await?;
    Ok(())
}

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
