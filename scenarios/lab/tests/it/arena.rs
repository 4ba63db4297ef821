//! Bots against each other: the program's table, and that the adviser's bot is ahead. `docs/benchmarks/arena.md` has the long form.

use std::process::Command;

use ishigaki_lab::arena::contender::ArenaContender;
use ishigaki_lab::arena::tournament::{ArenaGames, Standings};
use ishigaki_prerequisite::has_python;
use ishigaki_record::verify::verify;
use ishigaki_strategy::bot::{Breed, Temperament, ThinkingTime};
use rehearsal::prepared::{PreparedGame, ScriptChoice};
use serde_json::Value;

fn arena(args: &str) -> (i32, String) {
    arena_of(args, &[])
}

fn arena_of(args: &str, bots: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.arg("arena").args(args.split_whitespace()).env("LANG", "C");
    for bot in bots {
        command.args(["--bot", bot]);
    }
    let output = command.output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

fn in_python(name: &str) -> Option<String> {
    if !has_python() {
        return None;
    }
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../team-client/examples/python/line_bot.py");
    Some(format!("{name}=python3 '{root}'"))
}

#[test]
fn adviser_beats_simple_bots() {
    use Temperament::{Blocker, Bold, Gambler, Steady, Thrifty};
    let simple = [Steady, Thrifty, Bold, Blocker, Gambler];
    let field =
        std::iter::once(Breed::Adviser).chain(simple.map(Breed::Simple)).map(ArenaContender::from).collect();
    let setup = PreparedGame::read("final-6", &ScriptChoice::None, None).unwrap().setup;
    let tournament =
        ArenaGames { setup, field, from_seed: 1, games: 3, threads: 2, thinking: ThinkingTime::default() };
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
fn arena_prints_table_or_json() {
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
fn unplayable_field_is_usage_error() {
    assert_eq!(arena("--bots nobody").0, 2);
    assert_eq!(arena("--scenario no-such --games 2").0, 2);
    assert_eq!(arena("--bots adviser --against adviser").0, 2);
}

const PATIENT: &str = "--decision-ms 60000 --game-ms 600000";

#[test]
fn processes_play_the_same_games_with_any_threads() {
    let (Some(one), Some(two)) = (in_python("one"), in_python("two")) else { return };
    let bots = [one.as_str(), two.as_str(), "thrifty"];
    let played = |threads: u32| {
        let args = format!("--scenario tiny-2 --teams 3 --games 2 --json {PATIENT} --threads {threads}");
        arena_of(&args, &bots)
    };
    let (code, object) = played(1);
    assert_eq!((code, &object), (0, &played(2).1));
    let object: Value = serde_json::from_str(&object).unwrap();
    assert_eq!(object["field"], serde_json::json!(["one", "two", "thrifty"]));
    for row in object["rows"].as_array().unwrap() {
        assert_eq!((&row["seats"], &row["errors"]), (&2.into(), &serde_json::json!({})), "{row}");
    }
}

#[cfg(unix)]
const CHEAT: &str = r#"
while read -r question; do
    id=${question#*\"id\":}
    id=${id%%,*}
    case $question in
    *\"type\":\"bids\"*) echo "{\"id\":$id,\"bids\":[{\"lot\":\"O\",\"price\":99999}]}" ;;
    *\"type\":\"wall\"*) echo "{\"id\":$id,\"wall\":[{\"stone\":\"O-1\",\"turn\":0,\"row\":0,\"col\":0}]}" ;;
    *\"type\":\"raises\"*) echo "{\"id\":$id,\"raises\":[]}" ;;
    esac
done
"#;

#[test]
#[cfg(unix)]
fn process_bot_errors_are_counted_per_bot() {
    let folder = tempfile::tempdir().unwrap();
    let cheat = folder.path().join("cheat.sh");
    std::fs::write(&cheat, CHEAT).unwrap();
    let cheat = format!("sh '{}'", cheat.display());
    let bots = [cheat.as_str(), "echo=cat", "gone=false", "steady"];
    let args = format!("--scenario tiny-2 --teams 4 --games 2 {PATIENT}");
    let (code, object) = arena_of(&format!("{args} --json"), &bots);
    let object: Value = serde_json::from_str(&object).unwrap();
    assert_eq!(code, 1, "only steady made a valid decision");
    let row = |bot: &str| {
        let rows = object["rows"].as_array().unwrap();
        rows.iter().find(|row| row["bot"] == bot).unwrap().clone()
    };
    let errors = |bot: &str, error: &str| row(bot)["errors"][error].as_u64().unwrap_or_default();
    assert!(errors("cheat", "refused") >= 4, "{}", row("cheat"));
    assert_eq!(errors("cheat", "wrong_answer"), 0, "{}", row("cheat"));
    assert!(errors("echo", "wrong_answer") >= 4, "{}", row("echo"));
    assert_eq!(errors("gone", "ended"), 2 * 3, "three starts a game: {}", row("gone"));
    assert_eq!(row("steady")["errors"], serde_json::json!({}));
    assert!((row("steady")["place"]["mean"].as_f64().unwrap() - 1.0).abs() < 1e-9, "nobody else has a stone");
    let (_, table) = arena_of(&args, &bots);
    assert!(table.contains("gone: failed decisions: ended 6"), "{table}");
    assert!(table.contains("gone made no valid decision") && !table.contains("steady made no"), "{table}");
}

#[test]
fn unplayable_bot_command_is_usage_error() {
    for bots in [&["./no/such/bot"][..], &["staedy"], &["a b=c"], &["x=cargo -V", "x=rustc -V"]] {
        assert_eq!(arena_of("--scenario tiny-2 --games 2", bots).0, 2, "{bots:?}");
    }
}

#[test]
fn ladder_grows_only_by_new_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ladder.json");
    let play = |from_seed: u64| {
        let args = format!("--scenario tiny-2 --games 2 --bots steady,gambler --from-seed {from_seed}");
        let (code, table) = arena(&format!("{args} --ladder {}", file.display()));
        assert_eq!(code, 0);
        (table, std::fs::read_to_string(&file).unwrap())
    };
    let (table, first) = play(1);
    assert!(table.contains("Ladder of all games so far"), "{table}");
    let (_, grown) = play(3);
    assert!(grown.len() > first.len());
    assert_eq!(play(1).1, grown, "the same games again are the same games");
    let ladder: Value = serde_json::from_str(&grown).unwrap();
    assert_eq!((&ladder["format"], ladder["games"].as_array().unwrap().len()), (&1.into(), 4));
    for rung in ladder["ratings"].as_array().unwrap() {
        assert!(rung["games"] == 4 && rung["low"].as_i64() < rung["rating"].as_i64(), "{rung}");
    }
    std::fs::write(&file, "no ladder").unwrap();
    let args = format!("--scenario tiny-2 --games 2 --ladder {}", file.display());
    assert_eq!(arena(&args).0, 2, "a file that is no ladder is left alone");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "no ladder");
}

#[test]
fn games_worth_seeing_verify_and_are_the_same_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let play = |name: &str, threads: u32| {
        let to = folder.path().join(name);
        let args =
            format!("--scenario tour-4 --games 6 --bots steady,gambler,bold --threads {threads} --json");
        let (code, object) = arena(&format!("{args} --replays {}", to.display()));
        assert_eq!(code, 0);
        let object: Value = serde_json::from_str(&object).unwrap();
        let replays = object["replays"].as_array().unwrap().clone();
        let text = |replay: &Value| std::fs::read_to_string(replay["file"].as_str().unwrap()).unwrap();
        replays.iter().map(|replay| (replay["reasons"].clone(), text(replay))).collect::<Vec<_>>()
    };
    let replays = play("one", 1);
    assert_eq!(replays, play("two", 2), "the same games, byte for byte");
    let reasons: Vec<&Value> = replays.iter().flat_map(|(reasons, _)| reasons.as_array().unwrap()).collect();
    assert!(reasons.contains(&&"close".into()) && !reasons.contains(&&"failed".into()), "{reasons:?}");
    for (reasons, text) in &replays {
        let report = verify(text, None).unwrap();
        assert!(report.gaps().len() <= 1, "nothing but whose key it is stays open: {:?}", report.gaps());
        let transcript = ishigaki_record::transcript::read(text).unwrap();
        let names: Vec<&str> = transcript.setup.teams.iter().map(|team| team.name.as_str()).collect();
        assert!(names.iter().all(|name| ["steady", "gambler", "bold"].contains(name)), "{names:?}");
        assert!(!transcript.result.ranking.is_empty(), "{reasons}: it is played to its end");
    }
}

/// A bot that answers nothing and starts another process; both hold the pipe open, into which it first says their numbers.
#[cfg(unix)]
const DEAF: &str =
    r#"exec 3>"$0"; trap "" INT TERM HUP; sleep 1000 & echo $$ $! >&3; while :; do sleep 1000; done"#;

#[cfg(unix)]
#[test]
fn arena_stopped_by_signal_kills_bot_processes() {
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::process::Stdio;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use rustix::process::{Pid, Signal, kill_process};

    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let bot = format!("deaf=sh -c '{DEAF}' '{}'", pipe.display());
        let mut arena = Command::new(env!("CARGO_BIN_EXE_lab"))
            .args(["arena", "--scenario", "tiny-2", "--games", "2", "--bots", "steady", "--bot", &bot])
            .args(["--decision-ms", "600000", "--game-ms", "6000000"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let mut pipe = BufReader::new(std::fs::File::open(pipe).unwrap());
            let mut line = String::new();
            pipe.read_line(&mut line).unwrap();
            sender.send(line).unwrap();
            // It ends when the last one who could write has ended.
            pipe.read_to_string(&mut String::new()).unwrap();
            let _ = sender.send("over".to_owned());
        });
        let timeout = Duration::from_mins(1);
        let numbers = receiver.recv_timeout(timeout).unwrap();
        assert_eq!(numbers.split_whitespace().count(), 2, "{numbers}");
        kill_process(Pid::from_child(&arena), signal).unwrap();
        assert_eq!(arena.wait().unwrap().code(), Some(130), "{signal:?}");
        let is_over = receiver.recv_timeout(timeout).is_ok();
        if !is_over {
            let leader = numbers.split_whitespace().next().and_then(|number| number.parse().ok());
            let leader = leader.and_then(Pid::from_raw).unwrap();
            let _ = rustix::process::kill_process_group(leader, Signal::KILL);
        }
        assert!(is_over, "{signal:?}: {numbers} live on");
    }
}

#[test]
fn unwritable_output_path_fails_before_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    // A million games would take an hour.
    for option in ["--ladder", "--replays"] {
        let beyond = file.join("beyond");
        let args = format!("--scenario final-6 --games 1000000 {option} {}", beyond.display());
        assert_ne!(arena(&args).0, 0, "{option}");
    }
}
