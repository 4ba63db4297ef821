//! Bots against each other: the program's table, and that the adviser's bot is ahead. `ARENA.md` has the long form.
#![expect(clippy::unwrap_used, reason = "a program that cannot be run is a failed test")]

use std::process::Command;

use rehearsal::arena::tournament::{Standings, Tournament};
use rehearsal::prepared::{PreparedGame, Script};
use serde_json::Value;
use team_client::bot::{Breed, Temperament};

/// The exit code and what is said on standard output.
fn arena(args: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rehearsal"));
    command.arg("arena").args(args.split_whitespace()).env("LANG", "C");
    let output = command.output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_adviser_is_ahead_of_every_simple_bot() {
    use Temperament::{Blocker, Bold, Gambler, Steady, Thrifty};
    let simple = [Steady, Thrifty, Bold, Blocker, Gambler];
    let field = std::iter::once(Breed::Adviser).chain(simple.map(Breed::Simple)).collect();
    let setup = PreparedGame::read("final-6", &Script::None, None).unwrap().setup;
    let tournament = Tournament { setup, field, from_seed: 1, games: 3, threads: 2 };
    let standings = Standings::of(&tournament.play(&|_| ()).unwrap());
    for bot in simple.map(Breed::Simple) {
        let share = standings.share("adviser", bot.code()).unwrap();
        assert!(share.mean > 0.7, "{bot}: {share:?}");
    }
    let adviser = standings.rows.iter().find(|row| row.bot == "adviser").unwrap();
    assert!(adviser.empty.unwrap().mean < 3.0, "{adviser:?}");
    assert_eq!(adviser.doubted, 0, "what the adviser proposes raises no doubt on the team's screen");
    assert!(standings.rows.iter().any(|row| row.doubted > 0), "other bots' lists do");
}

#[test]
fn the_arena_answers_with_a_table_or_an_object() {
    let game = "--scenario tiny-2 --games 3 --from-seed 5 --bots all-in,adviser";
    let (code, table) = arena(game);
    assert_eq!(code, 0);
    assert!(table.starts_with("tiny-2: 3 games, seeds 5 to 7"), "{table}");
    assert!(table.contains("adviser") && table.contains("bold") && table.contains("95%"), "{table}");
    let (_, japanese) = arena(&format!("{game} --lang ja"));
    assert!(japanese.contains("平均順位") && japanese.contains("95%"), "{japanese}");
    let (code, object) = arena(&format!("{game} --json"));
    let object: Value = serde_json::from_str(&object).unwrap();
    assert_eq!(
        (code, &object["games"], &object["field"]),
        (0, &3.into(), &serde_json::json!(["bold", "adviser"]))
    );
    assert_eq!(object["pairs"].as_array().unwrap().len(), 1);
    assert_eq!(arena(&format!("{game} --json --threads 2")).1, arena(&format!("{game} --json")).1);
}

#[test]
fn against_one_each_bot_plays_alone() {
    let (_, objects) =
        arena("--scenario tiny-2 --games 2 --bots steady,random,adviser --against adviser --json");
    let fields: Vec<Value> =
        objects.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["field"].take()).collect();
    assert_eq!(fields, [serde_json::json!(["adviser", "steady"]), serde_json::json!(["adviser", "gambler"])]);
}

#[test]
fn where_seats_are_few_some_sit_out() {
    let (code, object) = arena("--scenario tiny-2 --games 4 --json");
    let object: Value = serde_json::from_str(&object).unwrap();
    let seats = object["rows"].as_array().unwrap().iter().map(|row| row["seats"].as_u64().unwrap());
    assert_eq!((code, seats.sum::<u64>()), (0, 8));
}

#[test]
fn a_field_that_cannot_be_played_is_refused() {
    assert_eq!(arena("--bots nobody").0, 2);
    assert_eq!(arena("--scenario no-such --games 2").0, 2);
    assert_eq!(arena("--bots adviser --against adviser").0, 2);
}
