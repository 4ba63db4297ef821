//! Bots as processes: a whole game in Python and in Node, and the cost of each misbehaviour.
//!
//! The misbehaving programs exist on every Unix; time limits are short.
#![cfg(unix)]

use std::time::Duration;

use ishigaki_rules::auction::Bid;
use ishigaki_rules::*;
use ishigaki_strategy::bot::{Conduct, ExternalBot, Mason, Strategy, ThinkingTime, View};

use super::arena::{Arena, Idle, STEPPED, TETROMINOES, setup};

const PATIENT: ThinkingTime =
    ThinkingTime { decision: Duration::from_mins(1), game: Duration::from_mins(10), start: Duration::ZERO };

fn hasty(decision: u64, game: u64) -> ThinkingTime {
    ThinkingTime {
        decision: Duration::from_millis(decision),
        game: Duration::from_millis(game),
        start: Duration::ZERO,
    }
}

fn bot(command: &str, time: ThinkingTime) -> ExternalBot {
    ExternalBot::new(command.parse().unwrap(), 7, time, |_| {})
}

struct AskedBot {
    game: Game,
    bot: ExternalBot,
}

impl AskedBot {
    fn new(command: &str, time: ThinkingTime) -> Self {
        let bots: Vec<Box<dyn Strategy>> = vec![Box::new(Idle), Box::new(Idle)];
        let mut arena = Arena::new(setup(STEPPED, TETROMINOES, 2, 2, 60), bots);
        arena.open_next();
        Self { game: arena.game, bot: bot(command, time) }
    }

    fn script(script: &str, time: ThinkingTime) -> Self {
        Self::new(&format!("sh -c {}", shlex(script)), time)
    }

    fn bids(&mut self) -> Vec<Bid> {
        self.bot.bids(&View { game: &self.game, me: TeamId(0) })
    }

    fn ask_until(&mut self, error: &str) {
        while !self.bot.conduct().errors.contains_key(error) {
            assert!(self.bids().is_empty());
        }
    }
}

fn shlex(script: &str) -> String {
    format!("'{}'", script.replace('\'', r"'\''"))
}

fn errors(conduct: &Conduct) -> Vec<(&'static str, u64)> {
    conduct.errors.iter().map(|(&error, &count)| (error, count)).collect()
}

fn example(file: &str) -> String {
    let path = format!("{}/../examples/{file}", env!("CARGO_MANIFEST_DIR"));
    path
}

fn is_there(program: &str) -> bool {
    let found = std::process::Command::new(program).arg("--version").output().is_ok();
    if !found {
        println!("skipped: unexpected argument {program}");
    }
    found
}

struct ObservedStrategy(std::sync::Arc<std::sync::Mutex<ExternalBot>>);

impl Strategy for ObservedStrategy {
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        self.0.lock().unwrap().bids(view)
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<auction::Raise> {
        self.0.lock().unwrap().raises(view)
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<wall::Placement<StoneId>>> {
        self.0.lock().unwrap().wall(view)
    }
}

#[track_caller]
fn plays_a_whole_game(command: &str) {
    let lots: Vec<super::arena::Lot<'_>> =
        TETROMINOES.iter().map(|&(code, price, copies, rows)| (code, price, copies * 2, rows)).collect();
    let own = std::sync::Arc::new(std::sync::Mutex::new(bot(command, PATIENT)));
    let bots: Vec<Box<dyn Strategy>> =
        vec![Box::new(ObservedStrategy(std::sync::Arc::clone(&own))), Box::new(Mason::new(3))];
    let game = Arena::new(setup(STEPPED, &lots, 2, 3, 60), bots).play().game;
    let own = own.lock().unwrap();
    assert_eq!(errors(own.conduct()), [], "{:?}", own.conduct().first);
    assert!(own.conduct().decisions >= 6, "three lists and three walls at least");
    let tally = game.tally(TeamId(0)).unwrap();
    assert!(tally.used >= 3 && tally.empty <= 10, "{tally:?}");
}

#[test]
fn python_bot_plays_whole_game() {
    if is_there("python3") {
        plays_a_whole_game(&format!("python3 {}", example("python/line_bot.py")));
    }
}

#[test]
fn node_bot_plays_whole_game() {
    if is_there("node") {
        plays_a_whole_game(&format!("node {}", example("node/line_bot.js")));
    }
}

#[test]
fn late_answer_is_ignored_and_timely_one_counts() {
    // It answers the first question only when it has the second one.
    let script = r#"read game; read one; read two; echo '{"id":1,"bids":[{"lot":"P","price":5}]}'
        echo '{"id":2,"bids":[{"lot":"I","price":6}]}'; read end"#;
    let mut asked = AskedBot::script(script, hasty(1, 600_000));
    assert!(asked.bids().is_empty(), "there is no answer");
    asked.bot.set_time(PATIENT);
    assert_eq!(asked.bids(), [Bid { lot: LotId(1), price: Tsuyama(6) }]);
    assert_eq!(errors(asked.bot.conduct()), [("late", 1)]);
}

#[test]
fn ended_process_is_restarted_up_to_limit() {
    let mut asked = AskedBot::script("read game; read question; exit 3", PATIENT);
    for _ in 0..5 {
        assert!(asked.bids().is_empty());
    }
    let conduct = asked.bot.conduct();
    assert_eq!(errors(conduct), [("ended", 3), ("out", 2)]);
    assert_eq!(conduct.first.as_ref().unwrap().to_string(), "the bot's process ended (exit status: 3)");
}

#[test]
fn process_killing_its_group_does_not_kill_caller() {
    let mut asked = AskedBot::script("read game; read one; kill -9 0", PATIENT);
    asked.ask_until("ended");
}

#[test]
fn missing_program_makes_no_bids() {
    let mut asked = AskedBot::new("/no/such/program", PATIENT);
    assert!(asked.bids().is_empty());
    assert_eq!(errors(asked.bot.conduct()), [("not_started", 1)]);
}

#[test]
fn invalid_answer_is_reported_with_its_field() {
    for (answer, why) in [
        ("hello", "not JSON"),
        ("[]", "no object"),
        (r#"{"bids":[]}"#, "\"id\" is not the question's number"),
        (r#"{"id":2,"bids":[]}"#, "\"id\" is 2, and the question's is 1"),
        (r#"{"id":1,"list":[]}"#, "\"bids\" is missing"),
        (r#"{"id":1,"bids":[{"lot":"P"}]}"#, "bids: missing field `price`"),
        (r#"{"id":1,"bids":[{"lot":"P","price":-1}]}"#, "bids: invalid value"),
        (
            r#"{"id":1,"bids":[{"lot":"P","price":5},{"lot":"Q","price":5}]}"#,
            "bids[1].lot: there is no lot \"Q\"",
        ),
    ] {
        let mut asked = AskedBot::script(&format!("read game; read one; echo '{answer}'; read end"), PATIENT);
        assert!(asked.bids().is_empty(), "{answer}");
        assert_eq!(errors(asked.bot.conduct()), [("wrong_answer", 1)], "{answer}");
        let error = asked.bot.conduct().first.as_ref().unwrap().to_string();
        assert!(error.contains(why), "{answer}: {error}");
    }
}

#[test]
fn echoed_question_is_invalid_answer() {
    let mut asked = AskedBot::new("cat", PATIENT);
    for _ in 0..4 {
        assert!(asked.bids().is_empty());
    }
    assert_eq!(errors(asked.bot.conduct()), [("wrong_answer", 4)]);
}

#[test]
fn flood_of_lines_ends_process() {
    let mut asked = AskedBot::new("yes", PATIENT);
    asked.ask_until("flooded");
    assert!(asked.bids().is_empty());
    assert!(asked.bot.conduct().errors.contains_key("out"), "it is not started again");
}

#[test]
fn endless_line_ends_process() {
    let mut asked = AskedBot::new("cat /dev/zero", PATIENT);
    asked.ask_until("flooded");
    assert_eq!(errors(asked.bot.conduct()), [("flooded", 1)]);
}

#[test]
fn process_that_does_not_read_is_ended() {
    let mut asked = AskedBot::new("sleep 1000", hasty(1, 600_000));
    asked.ask_until("not_reading");
    assert!(asked.bids().is_empty());
    assert!(asked.bot.conduct().errors.contains_key("out"), "it is not started again");
}

#[test]
fn bot_over_game_time_limit_is_ended() {
    let mut asked = AskedBot::new("sleep 1000", hasty(5, 10));
    asked.ask_until("out_of_time");
    assert!(asked.bids().is_empty());
    assert_eq!(asked.bot.conduct().errors["out"], 1);
    assert!(asked.bot.conduct().thought >= Duration::from_millis(10));
}

#[test]
fn stderr_of_process_is_forwarded() {
    let (sender, lines) = std::sync::mpsc::channel();
    let command = format!("sh -c {}", shlex("read game; echo one two >&2; read question; exit 1"));
    let mut asked = AskedBot::new("true", PATIENT);
    asked.bot = ExternalBot::new(command.parse().unwrap(), 7, PATIENT, move |line| {
        let _ = sender.send(line.to_owned());
    });
    assert!(asked.bids().is_empty());
    assert_eq!(lines.recv().unwrap(), "one two");
}

#[test]
fn bot_receives_rejection_and_end_messages() {
    let (sender, lines) = std::sync::mpsc::channel();
    let command = format!(
        "sh -c {}",
        shlex(
            r#"read game; read one; echo '{"id":1,"bids":[]}'; read refused; echo "$refused" >&2; read end; echo "$end" >&2"#
        )
    );
    let mut asked = AskedBot::new("true", PATIENT);
    asked.bot = ExternalBot::new(command.parse().unwrap(), 7, PATIENT, move |line| {
        let _ = sender.send(line.to_owned());
    });
    assert!(asked.bids().is_empty());
    let AskedBot { game, mut bot } = asked;
    let fault = ishigaki_proto::fault::Fault::new(ishigaki_proto::fault::ErrorReason::OverBudget).under("A2");
    bot.refused(&fault);
    bot.over(&View { game: &game, me: TeamId(0) });
    drop(bot);
    let messages: Vec<serde_json::Value> =
        lines.iter().map(|line| serde_json::from_str(&line).unwrap()).collect();
    assert_eq!(
        (&messages[0]["type"], &messages[0]["reason"], &messages[0]["rule"]),
        (&"refused".into(), &"OVER_BUDGET".into(), &"A2".into())
    );
    assert_eq!((&messages[1]["type"], &messages[1]["status"]["team"]), (&"end".into(), &"t1".into()));
}
