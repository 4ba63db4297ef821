//! The `servers` commands: list, drain, move.

use ishigaki_client::servers::ContestServer;
use ishigaki_client::{Link, servers};
use ishigaki_command::{CommandResult, Output};
use ishigaki_rules::Millis;
use ishigaki_words::columns::clean;
use ishigaki_words::{Align, Table, Words};
use serde::Serialize;

use super::error::Error;
use crate::options::ServersTask;

const LONGEST_ADDRESS: usize = 24;
const LONGEST_GAMES: usize = 20;

pub(super) async fn perform(
    link: &Link,
    task: ServersTask,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    match task {
        ServersTask::List => {
            let servers = servers::list(link).await?;
            if out.is_json() {
                let servers = servers.iter().map(ServerObject::of).collect();
                return Ok(out.object(&CommandResult::new("servers", Servers { servers }))?);
            }
            Ok(out.text(&table(&servers, words))?)
        }
        ServersTask::Drain { number: server, undo } => {
            servers::drain(link, server, undo).await?;
            if out.is_json() {
                return Ok(out.object(&CommandResult::new("servers-drain", DrainedObject { server, undo }))?);
            }
            let key = if undo { "servers-undrained" } else { "servers-drained" };
            Ok(out.text(&words.say(key, &[("server", server.to_string().into())]))?)
        }
        ServersTask::Move { game, number: server } => {
            servers::move_game(link, game.clone(), server).await?;
            if out.is_json() {
                return Ok(out.object(&CommandResult::new("servers-move", MovedObject { game, server }))?);
            }
            let game = clean(&game).into_owned();
            let gaps = [("game", game.into()), ("server", server.to_string().into())];
            Ok(out.text(&words.say("servers-moved", &gaps))?)
        }
    }
}

fn table(servers: &[ContestServer], words: &Words) -> String {
    if servers.is_empty() {
        return words.label("servers-alone");
    }
    let columns = [
        ("servers-head-server", Align::End),
        ("servers-head-address", Align::Start),
        ("head-state", Align::Start),
        ("servers-head-seen", Align::End),
        ("servers-head-count", Align::End),
        ("servers-head-games", Align::Start),
    ];
    let columns = columns.map(|(key, align)| (words.label(key), align));
    let mut table = Table::new(columns).at_most(1, LONGEST_ADDRESS).at_most(5, LONGEST_GAMES);
    for server in servers {
        let seen = Millis(u64::try_from(server.seen.as_millis()).unwrap_or(u64::MAX));
        let games: Vec<String> = server.games.iter().map(|game| clean(game).into_owned()).collect();
        table.row([
            server.number.to_string(),
            clean(&server.address).into_owned(),
            words.label(state(server)),
            words.duration(Millis(seen.0 / 1_000 * 1_000)),
            games.len().to_string(),
            games.join(" "),
        ]);
    }
    let answered = servers.iter().find(|server| server.is_this);
    let answered =
        answered.map(|server| words.say("servers-answered", &[("server", server.number.to_string().into())]));
    format!("{table}{}\n", answered.unwrap_or_default())
}

fn state(server: &ContestServer) -> &'static str {
    match server {
        ContestServer { is_alive: false, .. } => "servers-state-gone",
        ContestServer { is_draining: true, .. } => "servers-state-draining",
        ContestServer { .. } => "servers-state-serves",
    }
}

#[derive(Serialize)]
struct Servers<'a> {
    servers: Vec<ServerObject<'a>>,
}

#[derive(Serialize)]
struct ServerObject<'a> {
    server: u64,
    address: &'a str,
    alive: bool,
    draining: bool,
    seen_ms: u64,
    answers: bool,
    games: &'a [String],
}

#[derive(Serialize)]
struct DrainedObject {
    server: u64,
    undo: bool,
}

#[derive(Serialize)]
struct MovedObject {
    game: String,
    server: u64,
}

impl<'a> ServerObject<'a> {
    fn of(server: &'a ContestServer) -> Self {
        Self {
            server: server.number,
            address: &server.address,
            alive: server.is_alive,
            draining: server.is_draining,
            seen_ms: u64::try_from(server.seen.as_millis()).unwrap_or(u64::MAX),
            answers: server.is_this,
            games: &server.games,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ishigaki_words::Lang;
    use ishigaki_words::columns::width;
    use serde_json::{json, to_value};

    use super::*;

    fn servers() -> [ContestServer; 3] {
        let games = |count: u32| (1..=count).map(|number| format!("heat-{number}")).collect();
        let server = |number, address: &str, is_alive, is_draining, count| ContestServer {
            number,
            address: address.into(),
            is_alive,
            is_draining,
            seen: Duration::from_millis(number * 61_234),
            games: games(count),
            is_this: number == 12,
        };
        [
            server(3, "192.168.100.103:65535", false, false, 0),
            server(12, "10.0.0.1:7150", true, false, 2),
            server(117, "the-third-server.of-the-hall.example:7150", true, true, 1_700),
        ]
    }

    #[test]
    fn server_table_fits_80_columns_in_both_languages() {
        let shown = [Lang::En, Lang::Ja].map(|lang| table(&servers(), &Words::new(lang)));
        for text in &shown {
            for line in text.lines() {
                assert!(width(line) <= 80, "{} columns: {line}", width(line));
            }
            assert_eq!(text.lines().count(), 5, "{text}");
        }
        insta::assert_snapshot!("servers", shown.join("\n"));
        assert_eq!(table(&[], &Words::new(Lang::En)), Words::new(Lang::En).label("servers-alone"));
    }

    #[test]
    fn server_object_has_all_keys() {
        let object = to_value(ServerObject::of(&servers()[1])).unwrap();
        let expected = json!({
            "server": 12, "address": "10.0.0.1:7150", "alive": true, "draining": false, "seen_ms": 734_808, "answers": true,
            "games": ["heat-1", "heat-2"],
        });
        assert_eq!(object, expected);
    }
}
