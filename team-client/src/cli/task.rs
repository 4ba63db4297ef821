//! The commands.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use ishigaki_client::record;
use ishigaki_client::team::{TeamEvents, TeamPath};
use ishigaki_client::{Address, CallError, Connection, Pin, connect};
use ishigaki_client_command::{Joining, ProofArgs, join, write_transcript};
use ishigaki_command::{CommandResult, Exit, Output};
use ishigaki_proto::convert::stone_to_wire;
use ishigaki_proto::fault::Fault;
use ishigaki_proto::watch::Audience;
use ishigaki_proto::wire;
use ishigaki_record::transcript::is_closing;
use ishigaki_rules::auction::Raise;
use ishigaki_rules::{Game, RoundNo, Secret, Tsuyama};
use ishigaki_screen::Palette;
use ishigaki_strategy::bot::{Line, View, end_processes_when_stopped};
use ishigaki_strategy::status::{Lots, Status, WallStatus};
use ishigaki_words::Words;
use team_client::path::say_path;
use team_client::tui::{self, PageAddress, RunError, ScreenOptions};
use team_client_sdk::{
    Client, Error as ClientError, FeedChange, GameSequence, Options, Progress, ReceiptStore, SealedAnswer,
};
use tonic::Code;

use super::args::{Args, Common, Task};
use super::error::Error;
use super::progress::with_progress;
use super::{advise, bot, browser, input, json, messages, news, proof, show, solve, wall};

pub(crate) async fn run(args: Args, words: &Words, out: &mut Output) -> Result<(), Error> {
    let Args { common, task } = args;
    let mut session = TaskSession { common, words, out };
    match task {
        Task::Solve { file, seconds, threads, seed } => {
            solve::run(&file, solve::SolveEffort { seconds, threads, seed }, words, session.out).await
        }
        Task::Join { place, fingerprint } => session.join(place, fingerprint).await,
        Task::Watch { new, check } => session.watch(new, check).await,
        Task::Tui => session.tui().await,
        Task::Web { port, no_open } => session.web(port, no_open).await,
        Task::Lots => session.lots().await,
        Task::Bid { bids, decline: _ } => {
            let lines = input::lines(&bids)?;
            session.bid(&lines).await
        }
        Task::Rebid { raises, pass: _ } => {
            let raises = input::raises(&raises)?;
            session.rebid(&raises).await
        }
        Task::Place { stone, row, col, turn, cells } => {
            let placing = parse_placing(cells.as_deref(), (row, col), turn)?;
            session.place(input::stone(&stone)?, placing).await
        }
        Task::Wall { file, clear: _, check } => {
            // Without a file the wall is cleared.
            let placements = file.as_deref().map(wall::read).transpose()?.unwrap_or_default();
            session.wall(placements, check).await
        }
        Task::Puzzle => session.puzzle().await,
        // They need no server, and were handled before.
        Task::Rules(_) | Task::Completions(_) => Ok(()),
        Task::TakeOut { stone } => session.take_out(input::stone(&stone)?).await,
        Task::Checked { stones, all: _ } => session.check_stones(&stones).await,
        Task::Ask { text } => session.ask(&text).await,
        Task::Messages { keep_unread } => session.messages(keep_unread).await,
        Task::Status => session.status().await,
        Task::Bot { seed, strategy, exec, thinking, stay } => {
            session.bot(&bot::PlayerKind { seed, strategy, exec, time: thinking.into() }, stay).await
        }
        Task::Advise { seed } => {
            let client = session.connect().await?;
            advise::advise(&client, seed, words, session.out).await
        }
        Task::WhatIf { round, bids, line, price, decline: _ } => {
            let client = session.connect().await?;
            let change = match (line, price) {
                (Some(line), Some(price)) => advise::ListChange::Line { line, price },
                _ => advise::ListChange::List(&bids),
            };
            advise::what_if(&client, RoundNo(round), &change, words, session.out)
        }
        Task::Transcript { id, out, proof } => session.transcript(id, out.as_deref(), &proof).await,
        Task::Verify { file, proof } => {
            let folder = session.common.receipts.as_deref();
            proof::verify(&proof::Task { file: &file, proof, folder }, words, session.out)
        }
    }
}

fn parse_placing(
    cells: Option<&[String]>,
    (row, col): (Option<i32>, Option<i32>),
    turn: u32,
) -> Result<wire::placement::Placing, Error> {
    if let Some(cells) = cells {
        return Ok(wire::placement::Placing::Cells(input::wire_squares(cells)?));
    }
    let (row, col) = (row.unwrap_or_default(), col.unwrap_or_default());
    Ok(wire::placement::Placing::Spot(wire::Spot { quarter_turns: turn, row, col }))
}

struct TaskSession<'a> {
    common: Common,
    words: &'a Words,
    out: &'a mut Output,
}

impl TaskSession<'_> {
    async fn join(&mut self, place: Option<Secret<String>>, given: Option<Pin>) -> Result<(), Error> {
        const JOINING: Joining = Joining {
            audiences: &[Audience::Team],
            prompt_fingerprint: "join-ask-fingerprint",
            prompt_token: "join-ask-token",
        };
        Ok(join(JOINING, &self.common.connect, place, given, self.words, self.out).await?)
    }

    fn address(&mut self) -> Result<Address, Error> {
        Ok(self.common.connect.address(self.words, self.out)?)
    }

    async fn connect(&mut self) -> Result<Client, Error> {
        let options = self.options()?;
        let text = self.words.say("cli-connecting", &[("server", options.address.to_string().into())]);
        let connected = Client::connect_with_receipts(options, self.receipts());
        let client = with_progress(&text, connected).await?;
        news::compare_receipts(&client, self.words, self.out)?;
        if let Some(Connection::Stopped { reason, .. }) = client.connection() {
            self.out.remark(&self.words.fault(&Fault::new(reason)))?;
        }
        Ok(client)
    }

    fn options(&mut self) -> Result<Options, Error> {
        let token = self.common.connect.token()?;
        Ok(Options { address: self.address()?, token, game: self.common.game.clone() })
    }

    fn receipts(&self) -> PathBuf {
        self.common.receipts.clone().unwrap_or_else(|| ReceiptStore::usual_folder().to_owned())
    }

    async fn tui(&mut self) -> Result<(), Error> {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Err(Error::NoTerminal);
        }
        let screen_options = self.screen_options().await?;
        tui::run(screen_options).await.map_err(screen_error)
    }

    async fn web(&mut self, port: u16, no_open: bool) -> Result<(), Error> {
        let screen_options = self.screen_options().await?;
        let (out, words) = (&mut *self.out, self.words);
        let on_ready = |page: &PageAddress| browser::tell(page, no_open, words, out);
        tui::run_page(screen_options, port, on_ready).await.map_err(screen_error)
    }

    async fn screen_options(&mut self) -> Result<ScreenOptions, Error> {
        let palette = if ishigaki_command::wants_colour() { Palette::COLOUR } else { Palette::PLAIN };
        let address = self.common.connect.examined_address(self.words, self.out).await?;
        let options =
            Options { address, token: self.common.connect.token()?, game: self.common.game.clone() };
        Ok(ScreenOptions {
            options,
            receipts: self.receipts(),
            lang: self.words.lang(),
            palette,
            rematch: None,
        })
    }

    /// With `check`, the record is checked after every closing, and once for all past events.
    async fn watch(&mut self, new: bool, check: bool) -> Result<(), Error> {
        let mut client = self.connect().await?;
        let mut games = GameSequence::new(self.options()?, self.receipts());
        loop {
            games.leave(client.id());
            self.watch_game(&mut client, new, check).await?;
            let Some(next) = self.next_game(&mut games).await? else { return Ok(()) };
            client = next;
        }
    }

    async fn bot(&mut self, player: &bot::PlayerKind, stays: bool) -> Result<(), Error> {
        if player.exec.is_some() {
            // Without signals only this program ends, and its process when its input ends.
            let _ = end_processes_when_stopped(|| std::process::exit(i32::from(Exit::Stopped.code())));
        }
        // First, because a missing program is reported before waiting.
        let mut decider = Some(player.strategy()?);
        let mut games = GameSequence::new(self.options()?, self.receipts()).staying(stays);
        while let Some(mut client) = self.next_game(&mut games).await? {
            let decider = decider.take().map_or_else(|| player.strategy(), Ok)?;
            if !client.is_practice() {
                bot::run(&mut client, decider, self.words, self.out).await?;
                continue;
            }
            tokio::select! {
                played = bot::run(&mut client, decider, self.words, self.out) => played?,
                // Drops the practice game.
                () = games.end_of_practice() => {}
            }
        }
        Ok(())
    }

    async fn next_game(&mut self, games: &mut GameSequence) -> Result<Option<Client>, Error> {
        let (words, out) = (self.words, &mut *self.out);
        let mut remarked = Ok(());
        let wait = |progress: &Progress| remarked = out.remark(&say_progress(progress, true, words));
        let next = games.next(wait).await?;
        remarked?;
        if let (None, Some(progress)) = (&next, games.progress()) {
            self.out.remark(&say_progress(progress, false, self.words))?;
        }
        Ok(next)
    }

    async fn watch_game(&mut self, client: &mut Client, new: bool, check: bool) -> Result<(), Error> {
        // Printed before the first event, as a sign of life.
        if !self.out.is_json() {
            let gaps = [("game", client.id().into()), ("server", self.address()?.to_string().into())];
            let text = self.words.say("cli-watching", &gaps);
            self.out.remark(&text)?;
        }
        let mut story = if new {
            client.skip_to_now();
            show::GameNarrator::from(client.game().clone())
        } else {
            show::GameNarrator::from(Game::new(client.setup().clone()))
        };
        let (mut is_unchecked, mut is_waiting) = (false, false);
        loop {
            let is_over = client.is_read() && client.game().phase().is_over();
            // The record is complete after the reveal.
            let is_due = check && is_unchecked && client.mirror().covered_rows() > 0;
            if is_over && !is_due {
                break;
            }
            if is_over && !std::mem::replace(&mut is_waiting, true) {
                self.out.remark(&self.words.label("cli-waiting-for-reveal"))?;
            }
            let change = client.next().await?;
            news::tell(&change, &mut story, self.words, self.out)?;
            is_unchecked |= matches!(&change, FeedChange::Event(event) if is_closing(&event.fact));
            if check && is_unchecked && client.is_read() && client.mirror().covered_rows() == 0 {
                is_unchecked = !self.check(client).await?;
            }
        }
        // The last opening is checked before the command ends.
        if check && is_unchecked && !self.check(client).await? {
            return Err(Error::call(CallError::Unanswered { code: Code::Unavailable }));
        }
        news::remark_on_receipts(client, self.words, self.out)
    }

    async fn check(&mut self, client: &Client) -> Result<bool, Error> {
        let checked = match client.check_opening().await.map_err(Error::from) {
            Err(Error::Common(error)) if error.is_silence() => return Ok(false),
            checked => checked?,
        };
        if let Some(checked) = checked {
            if self.out.is_json() {
                self.out.object(&json::checked(&checked))?;
            } else {
                self.out.text(&show::indent_line(&proof::describe_checked(&checked, self.words)))?;
            }
        }
        Ok(true)
    }

    async fn transcript(
        &mut self,
        id: Option<String>,
        out: Option<&Path>,
        proof: &ProofArgs,
    ) -> Result<(), Error> {
        let link = connect(&self.address()?, &self.common.connect.token()?);
        let game = id.unwrap_or_else(|| self.common.game.clone());
        let text = self.words.label("cli-fetching");
        let record = with_progress(&text, record::download(&link, &game)).await.map_err(CallError::from);
        let record = record.map_err(Error::call)?;
        Ok(write_transcript(&record, out, proof, self.words, self.out)?)
    }

    async fn lots(&mut self) -> Result<(), Error> {
        let client = self.connect().await?;
        let view = client.view();
        if self.out.is_json() {
            self.out.object(&Lots::of(&view))?;
        } else {
            self.out.text(&show::lots(&view, self.words))?;
        }
        Ok(())
    }

    async fn status(&mut self) -> Result<(), Error> {
        let client = match self.connect().await {
            Err(Error::Client(ClientError::NoGame { team })) => return self.status_without_game(team).await,
            client => client?,
        };
        let missing = client.missing().unwrap_or_default();
        let has_lost = !missing.is_empty();
        let team = client.setup().team(client.me()).map(|spec| spec.code.as_str()).unwrap_or_default();
        let path = self.path(team).await?;
        if self.out.is_json() {
            let status = Some(Status::of(&client).with_missing(missing));
            let path = path.as_ref().map(json::PathObject::from);
            self.out.object(&json::StatusObject { status, path })?;
        } else {
            let colour = self.out.has_colour();
            let fingerprint = client.mirror().fingerprint().map(|key| key.to_string()).unwrap_or_default();
            let (covered, left) = (client.mirror().covered_rows(), client.remaining());
            let mut text = show::status(client.id(), &client.view(), covered, left, self.words, colour);
            text.push('\n');
            if let Some(path) = &path {
                text += &say_path(path, self.words);
                text.push('\n');
            }
            text += &self.words.say("cli-fingerprint", &[("fingerprint", fingerprint.into())]);
            self.out.text(&text)?;
        }
        news::remark_on_receipts(&client, self.words, self.out)?;
        if has_lost { Err(Error::Said(Exit::Failed)) } else { Ok(()) }
    }

    /// Before the draw and between stages the team has its path only.
    async fn status_without_game(&mut self, team: String) -> Result<(), Error> {
        let Some(path) = self.path(&team).await? else { return Err(ClientError::NoGame { team }.into()) };
        if self.out.is_json() {
            let path = Some(json::PathObject::from(&path));
            return Ok(self.out.object(&json::StatusObject { status: None, path })?);
        }
        Ok(self.out.text(&say_path(&path, self.words))?)
    }

    async fn path(&mut self, team: &str) -> Result<Option<TeamPath>, Error> {
        let link = connect(&self.address()?, &self.common.connect.token()?);
        let mut events = TeamEvents::default();
        events.refresh(&link).await.map_err(Error::call)?;
        Ok(events.path(team))
    }

    async fn bid(&mut self, lines: &[Line]) -> Result<(), Error> {
        let mut client = self.connect().await?;
        let sealed = client.seal_lines(lines).await?;
        let total: Tsuyama = lines.iter().map(|line| line.price).sum();
        let gaps = [
            ("revision", sealed.revision.0.into()),
            ("bids", lines.len().into()),
            ("total", total.into()),
            ("held", client.view().held().into()),
        ];
        let key = if lines.is_empty() { "cli-bid-declined" } else { "cli-bid-sealed" };
        let text = self.words.say(key, &gaps);
        self.acknowledge("bid", &sealed, lines.len(), total, &text)?;
        news::remark_on_receipts(&client, self.words, self.out)
    }

    async fn rebid(&mut self, raises: &[Raise]) -> Result<(), Error> {
        let mut client = self.connect().await?;
        let sealed = client.raise(raises).await?;
        let total: Tsuyama = raises.iter().map(|raise| raise.price).sum();
        let gaps = [
            ("revision", sealed.revision.0.into()),
            ("raises", raises.len().into()),
            ("total", total.into()),
        ];
        let key = if raises.is_empty() { "cli-rebid-passed" } else { "cli-rebid-sealed" };
        let text = self.words.say(key, &gaps);
        self.acknowledge("rebid", &sealed, raises.len(), total, &text)?;
        news::remark_on_receipts(&client, self.words, self.out)
    }

    fn acknowledge(
        &mut self,
        command: &'static str,
        sealed: &SealedAnswer,
        lines: usize,
        total: Tsuyama,
        text: &str,
    ) -> Result<(), Error> {
        if self.out.is_json() {
            let what = json::SealedObject {
                revision: sealed.revision.0,
                received_at_ms: sealed.received_at.0,
                lines,
                total: total.0,
                counter: sealed.receipt.receipt.counter,
                commitment: sealed.receipt.receipt.commitment.to_string(),
            };
            self.out.object(&CommandResult::new(command, what))?;
        } else {
            self.out.text(text)?;
        }
        Ok(())
    }

    async fn place(&mut self, stone: wire::Stone, placing: wire::placement::Placing) -> Result<(), Error> {
        let mut client = self.connect().await?;
        let name = format!("{}-{}", stone.lot, stone.copy);
        client.place_wire(wire::Placement { stone: Some(stone), placing: Some(placing) }).await?;
        self.show_wall(client, "place", "cli-placed", name).await
    }

    async fn take_out(&mut self, stone: wire::Stone) -> Result<(), Error> {
        let mut client = self.connect().await?;
        let name = format!("{}-{}", stone.lot, stone.copy);
        client.take_out_wire(stone).await?;
        self.show_wall(client, "take-out", "cli-taken-out", name).await
    }

    async fn wall(&mut self, placements: Vec<wire::Placement>, check: bool) -> Result<(), Error> {
        let mut client = self.connect().await?;
        let stones = placements.len();
        let tried = client.try_wall(&placements);
        let game = if check {
            Some(tried?)
        } else {
            client.submit_wall_wire(placements).await?;
            // The wall is placed, even if the feed can't show it now.
            client.sync().await.is_ok().then(|| client.game().clone())
        };
        let view = game.as_ref().map(|game| View { game, me: client.me() });
        if self.out.is_json() {
            let wall = view.as_ref().and_then(WallStatus::of);
            return Ok(self
                .out
                .object(&CommandResult::new("wall", json::Replaced { check, stones, wall }))?);
        }
        let key = if check { "cli-wall-would-stand" } else { "cli-wall-replaced" };
        let mut text = self.words.say(key, &[("stones", stones.into())]);
        if let Some(view) = view {
            text += "\n\n";
            text += &show::wall(&view, self.words, self.out.has_colour());
        }
        Ok(self.out.text(&text)?)
    }

    async fn puzzle(&mut self) -> Result<(), Error> {
        let client = self.connect().await?;
        Ok(self.out.object(&wall::PuzzleFields::of(&client.view()))?)
    }

    async fn check_stones(&mut self, named: &[String]) -> Result<(), Error> {
        let named = named.iter().map(|given| input::stone(given)).collect::<Result<Vec<_>, _>>()?;
        let mut client = self.connect().await?;
        let stones = if named.is_empty() { unchecked_stones(&client) } else { named };
        if !stones.is_empty() {
            client.check_stones_wire(stones.clone()).await?;
        }
        let names: Vec<String> = stones.iter().map(|stone| format!("{}-{}", stone.lot, stone.copy)).collect();
        if self.out.is_json() {
            self.out.object(&CommandResult::new("checked", json::CheckedStones { stones: names }))?;
        } else if names.is_empty() {
            self.out.text(&self.words.label("cli-stones-none-unchecked"))?;
        } else {
            let gaps = [("stones", self.words.list(names).into())];
            self.out.text(&self.words.say("cli-stones-checked", &gaps))?;
        }
        Ok(())
    }

    async fn ask(&mut self, text: &str) -> Result<(), Error> {
        let mut client = self.connect().await?;
        let question = client.ask(text).await?.0;
        if self.out.is_json() {
            return Ok(self.out.object(&CommandResult::new("ask", messages::QuestionNumber { question }))?);
        }
        Ok(self.out.text(&self.words.say("cli-asked", &[("question", question.into())]))?)
    }

    async fn messages(&mut self, keep_unread: bool) -> Result<(), Error> {
        let mut client = self.connect().await?;
        let game = client.game();
        if self.out.is_json() {
            self.out.object(&CommandResult::new(
                "messages",
                messages::Mailbox::of(client.id(), game, client.me()),
            ))?;
        } else {
            self.out.text(&messages::text(game, client.me(), self.words))?;
        }
        if keep_unread { Ok(()) } else { Ok(messages::mark_all(&mut client).await?) }
    }

    async fn show_wall(
        &mut self,
        mut client: Client,
        command: &'static str,
        key: &str,
        stone: String,
    ) -> Result<(), Error> {
        // The move was made, even if the feed can't show it now.
        let seen = client.sync().await.is_ok();
        if self.out.is_json() {
            let wall = WallStatus::of(&client.view()).filter(|_| seen);
            self.out.object(&CommandResult::new(command, json::WallChangeObject { stone, wall }))?;
            return Ok(());
        }
        let mut text = self.words.say(key, &[("stone", stone.into())]);
        text.push('\n');
        if seen {
            text.push('\n');
            text += &show::wall(&client.view(), self.words, self.out.has_colour());
        }
        self.out.text(&text)?;
        Ok(())
    }
}

fn say_progress(progress: &Progress, waits: bool, words: &Words) -> String {
    let team = [("team", progress.team.as_str().into())];
    match &progress.path {
        Some(path) if waits => words.say("cli-waiting", &[("path", say_path(path, words).into())]),
        Some(path) => say_path(path, words),
        None if waits => words.say("cli-waiting-for-game", &team),
        None => words.say("cli-no-next-game", &team),
    }
}

fn unchecked_stones(client: &Client) -> Vec<wire::Stone> {
    let view = client.view();
    let stones = view.team().map(|team| team.stones.difference(&team.checked));
    stones.into_iter().flatten().map(|&stone| stone_to_wire(stone, client.setup())).collect()
}

fn screen_error(error: RunError) -> Error {
    match error {
        RunError::Client(error) => error.into(),
        RunError::Listen { port, why } => Error::Listen { port, why },
        // Only hosted pages end with it; a screen shows it.
        RunError::Revoked => io::Error::other(error).into(),
        RunError::Terminal(error) => error.into(),
    }
}
