//! The commands one by one.

use ishigaki_proto::wire;
use ishigaki_rules::auction::Raise;
use ishigaki_rules::{Game, Phase, Tsuyama};
use ishigaki_words::Words;
use team_client::bot::Line;
use team_client::{Change, Client, Options, Sealed};

use super::args::{Args, Common, Task};
use super::failure::Failure;
use super::out::Out;
use super::{bot, input, json, show};

/// Runs a command.
pub(crate) async fn run(args: Args, words: &Words, out: &mut Out) -> Result<(), Failure> {
    let Args { common, task } = args;
    let mut session = Session { common, words, out };
    match task {
        Task::Watch { new } => session.watch(new).await,
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
            let placing = match cells {
                Some(cells) => {
                    let cell = |cell: ishigaki_rules::Cell| wire::Cell { row: cell.row, col: cell.col };
                    let cells = input::squares(&cells)?.into_iter().map(cell).collect();
                    wire::placement::Placing::Cells(wire::Cells { cells })
                }
                None => wire::placement::Placing::Spot(wire::Spot {
                    quarter_turns: turn,
                    row: row.unwrap_or_default(),
                    col: col.unwrap_or_default(),
                }),
            };
            session.place(input::stone(&stone)?, placing).await
        }
        Task::TakeOut { stone } => session.take_out(input::stone(&stone)?).await,
        Task::Status => session.status().await,
        Task::Bot { seed } => {
            let mut client = session.connect().await?;
            bot::run(&mut client, seed, words, session.out).await
        }
    }
}

struct Session<'a> {
    common: Common,
    words: &'a Words,
    out: &'a mut Out,
}

impl Session<'_> {
    async fn connect(&self) -> Result<Client, Failure> {
        let token = input::token(&self.common)?;
        let options = Options { address: self.common.server.clone(), token, game: self.common.game.clone() };
        Ok(Client::connect(options).await?)
    }

    async fn watch(&mut self, new: bool) -> Result<(), Failure> {
        let mut client = self.connect().await?;
        let mut story = if new {
            client.skip_to_now();
            show::Story::from(client.game().clone())
        } else {
            show::Story::from(Game::new(client.setup().clone()))
        };
        while !(client.is_read() && matches!(client.game().phase(), Phase::Declared | Phase::Abandoned)) {
            let change = client.next().await?;
            tell(&change, &mut story, self.words, self.out)?;
        }
        Ok(())
    }

    async fn lots(&mut self) -> Result<(), Failure> {
        let client = self.connect().await?;
        let view = client.view();
        if self.out.is_json() {
            self.out.object(&json::Lots::of(&view))?;
        } else {
            self.out.text(&show::lots(&view, self.words))?;
        }
        Ok(())
    }

    async fn status(&mut self) -> Result<(), Failure> {
        let client = self.connect().await?;
        if self.out.is_json() {
            self.out.object(&json::Status::of(&client))?;
        } else {
            let colour = self.out.has_colour();
            self.out.text(&show::status(&client.view(), client.remaining(), self.words, colour))?;
        }
        Ok(())
    }

    async fn bid(&mut self, lines: &[Line]) -> Result<(), Failure> {
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
        self.acknowledge("bid", sealed, lines.len(), total, &text)
    }

    async fn rebid(&mut self, raises: &[Raise]) -> Result<(), Failure> {
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
        self.acknowledge("rebid", sealed, raises.len(), total, &text)
    }

    fn acknowledge(
        &mut self,
        command: &'static str,
        sealed: Sealed,
        lines: usize,
        total: Tsuyama,
        text: &str,
    ) -> Result<(), Failure> {
        if self.out.is_json() {
            let what = json::Acknowledged {
                revision: sealed.revision.0,
                received_at_ms: sealed.received_at.0,
                lines,
                total: total.0,
            };
            self.out.object(&json::Done::new(command, what))?;
        } else {
            self.out.text(text)?;
        }
        Ok(())
    }

    async fn place(&mut self, stone: wire::Stone, placing: wire::placement::Placing) -> Result<(), Failure> {
        let mut client = self.connect().await?;
        let name = format!("{}-{}", stone.lot, stone.copy);
        client.place_wire(wire::Placement { stone: Some(stone), placing: Some(placing) }).await?;
        self.show_wall(client, "place", "cli-placed", name).await
    }

    async fn take_out(&mut self, stone: wire::Stone) -> Result<(), Failure> {
        let mut client = self.connect().await?;
        let name = format!("{}-{}", stone.lot, stone.copy);
        client.take_out_wire(stone).await?;
        self.show_wall(client, "take-out", "cli-taken-out", name).await
    }

    /// Says that a move was made and shows the wall after it.
    async fn show_wall(
        &mut self,
        mut client: Client,
        command: &'static str,
        key: &str,
        stone: String,
    ) -> Result<(), Failure> {
        // The move stands, whether or not the feed can still show it.
        let seen = client.sync().await.is_ok();
        if self.out.is_json() {
            let wall = json::Wall::of(&client.view()).filter(|_| seen);
            self.out.object(&json::Done::new(command, json::Moved { stone, wall }))?;
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

/// Tells a change.
pub(crate) fn tell(
    change: &Change,
    story: &mut show::Story,
    words: &Words,
    out: &mut Out,
) -> Result<(), Failure> {
    match change {
        Change::Pulse => {}
        Change::Event(event) if out.is_json() => {
            let text = words.event(story.game().setup(), event);
            story.tell(event, words);
            out.object(&json::event(story.game().setup(), event, &text))?;
        }
        Change::Event(event) => out.text(&story.tell(event, words))?,
        Change::Connection(connection) if out.is_json() => out.object(&json::connection(*connection))?,
        Change::Connection(connection) => {
            use ishigaki_link::Connection;
            match connection {
                Connection::Connected => {}
                Connection::CaughtUp => out.remark(&words.label("cli-connection-back"))?,
                Connection::Lost { .. } => out.remark(&words.label("cli-connection-lost"))?,
            }
        }
    }
    Ok(())
}
