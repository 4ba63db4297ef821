//! An event by commands alone: organiser, desk and referee, each with their own token.

use std::fs;
use std::path::Path;

use ishigaki_record::tournament::verify;
use ishigaki_record::verify::Expected;
use serde_json::{Value, json};

use crate::commands::{CommandFixture, CommandOutput};

const DIGITS: [&str; 4] = ["407", "1932", "0586", "7741"];

fn roster() -> String {
    let line = |line: u32| {
        let seed = if line == 3 { "A" } else { "" };
        format!("P{line:02},選手{line},Player {line},{seed},石垣\n")
    };
    let lines: String = (1..=16).map(line).collect();
    format!("id,name,romaji,seed,club\n{lines}")
}

impl CommandFixture {
    async fn event(&self, token: &str, args: &[&str]) -> Value {
        let output = self.try_event(token, args).await;
        assert_eq!((output.code, &output.answer["ok"]), (0, &json!(true)), "{args:?}: {}", output.all);
        output.answer
    }

    async fn try_event(&self, token: &str, args: &[&str]) -> CommandOutput {
        let args: Vec<&str> = ["event"].into_iter().chain(args.iter().copied()).chain(["--json"]).collect();
        self.command(token, &args, &roster()).await
    }

    async fn draw(&self) {
        self.event("organiser", &["create", "meijin", "--preset", "M42", "--lottery-date", "2026-12-05"])
            .await;
        self.event("organiser", &["roster", "-"]).await;
        self.event("organiser", &["commit"]).await;
        let digits: Vec<&str> = ["digits"].into_iter().chain(DIGITS).collect();
        self.event("organiser", &digits).await;
        self.event("desk", &["slip", "P03", "1"]).await;
        self.event("organiser", &["leagues"]).await;
    }

    async fn play_all(&self) {
        let shown = self.event("board", &["show"]).await;
        for pair in shown["open"].as_array().unwrap() {
            let [one, other] = [&pair[0]["id"], &pair[1]["id"]].map(|id| id.as_str().unwrap());
            let result = self.event("desk", &["result", one, other, "--signed", "both"]).await;
            assert_eq!(result["command"], "event-result");
        }
    }

    async fn stage(&self) -> (String, Option<u64>) {
        let shown = self.event("board", &["show"]).await;
        (shown["stage"].as_str().unwrap().to_owned(), shown["round"].as_u64())
    }

    async fn printed(&self, kind: &str, lang: &str) -> String {
        let output = self.command("board", &["event", "print", kind, "--lang", lang], "").await;
        assert_eq!(output.code, 0, "{}", output.all);
        output.all
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn event_of_16_runs_from_roster_to_ranking() {
    let fixture = CommandFixture::open().await;
    let none = fixture.command("board", &["event", "list"], "").await;
    assert_eq!((none.code, none.all.as_str()), (0, "There is no event.\n"));
    fixture.draw().await;
    let mut rounds = 0;
    loop {
        let (stage, round) = fixture.stage().await;
        if stage == "over" {
            break;
        }
        assert_eq!(stage, "between");
        rounds += 1;
        assert_eq!(round, Some(rounds));
        fixture.event("organiser", &["pair", &rounds.to_string()]).await;
        fixture.play_all().await;
    }
    assert!(rounds >= 8, "leagues and play-offs: {rounds}");
    fixture.event("organiser", &["declare"]).await;
    let listed = fixture.event("board", &["list"]).await;
    assert_eq!(
        (&listed["events"][0]["stage"], &listed["events"][0]["entrants"]),
        (&json!("declared"), &json!(16))
    );
    for (lang, name) in [("en", "Player 3"), ("ja", "選手3")] {
        let args = ["event", "print", "ranking", "--lang", lang];
        let output = fixture.command("board", &args, "").await;
        assert!(output.code == 0 && output.all.contains(name), "{}", output.all);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn running_or_only_event_is_meant_and_several_are_named() {
    let fixture = CommandFixture::open().await;
    let shown = async || fixture.event("board", &["show"]).await["event"].clone();
    let abandon = ["abandon", "--reason", "the hall is flooded"];
    fixture
        .event("organiser", &["create", "meijin", "--preset", "M42", "--lottery-date", "2026-12-05"])
        .await;
    fixture.event("organiser", &abandon).await;
    assert_eq!(shown().await, "meijin", "it is over, and the only one");
    fixture.event("organiser", &["create", "oza", "--preset", "O18", "--lottery-date", "2026-12-05"]).await;
    assert_eq!(shown().await, "oza", "it is the one that runs");
    fixture.event("organiser", &abandon).await;
    let output = fixture.command("board", &["event", "show"], "").await;
    let sentence = "more than one event matches; specify one with --event, for example meijin, oza";
    assert!(output.code == 1 && output.all.contains(sentence), "{} {}", output.code, output.all);
}

#[tokio::test(flavor = "multi_thread")]
async fn event_record_is_fetched_and_verified() {
    let fixture = CommandFixture::open().await;
    fixture.draw().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("meijin.jsonl");
    let args = ["transcript", "meijin", "--out", file.to_str().unwrap(), "--json"];
    let output = fixture.command("board", &args, "").await;
    assert_eq!((output.code, &output.answer["complete"]), (0, &json!(false)), "{}", output.all);
    let text = fs::read(&file).unwrap();
    let report = verify(&text[..], &Expected::default()).unwrap();
    assert_eq!(output.answer["fingerprint"], report.fingerprint.to_string());
    assert_eq!((&output.answer["records"], report.players), (&json!(report.records), 16));
    let args = ["transcript", "meijin", "--out", file.to_str().unwrap()];
    let text = fixture.command("board", &args, "").await.all;
    assert!(text.contains("The event is not over. These are its records so far."), "{text}");
    let nowhere = folder.path().join("nowhere").join("meijin.jsonl");
    let args = ["transcript", "meijin", "--out", nowhere.to_str().unwrap()];
    assert_eq!(fixture.command("board", &args, "").await.code, 1);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "No files or processes remain");
}

#[tokio::test(flavor = "multi_thread")]
async fn event_prints_text_html_csv_and_trf() {
    let fixture = CommandFixture::open().await;
    fixture.draw().await;
    let early = fixture.command("board", &["event", "print", "pairings"], "").await;
    assert_eq!((early.code, early.all.as_str()), (2, "There is nothing to print yet.\n"));
    fixture.event("organiser", &["pair", "1"]).await;
    fixture.play_all().await;
    for kind in ["draw", "leagues", "pairings", "slips", "results", "standings"] {
        assert!(fixture.printed(kind, "en").await.contains("Player 3"), "{kind}");
        assert!(fixture.printed(kind, "ja").await.contains("選手3"), "{kind}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fixture.event("board", &["print", "slips", "--html", "--out", &path("slips.html")]).await;
    assert!(fs::read_to_string(path("slips.html")).unwrap().starts_with("<!DOCTYPE html>"));
    let written = fixture.event("board", &["print", "pairings", "--csv", "--out", &path("tables")]).await;
    for file in written["files"].as_array().unwrap() {
        assert!(fs::read(file.as_str().unwrap()).unwrap().starts_with("\u{feff}".as_bytes()));
    }
    let named = fixture.event("board", &["print", "pairings", "--csv", "--out", &path("round.csv")]).await;
    for file in named["files"].as_array().unwrap() {
        let file = Path::new(file.as_str().unwrap());
        assert!(
            file.is_file() && file.file_name().unwrap().to_str().unwrap().starts_with("round"),
            "{file:?}"
        );
    }
    let report = fixture.event("board", &["print", "--trf"]).await;
    assert_eq!(report["text"].as_str().unwrap().matches("001 ").count(), 16, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rejected_event_acts_report_reason_and_rule() {
    let fixture = CommandFixture::open().await;
    fixture.draw().await;
    let wrong = fixture.try_event("organiser", &["pair", "2"]).await;
    assert_eq!((wrong.code, &wrong.answer["reason"]), (1, &json!("WRONG_ROUND")), "{}", wrong.all);
    fixture.event("organiser", &["pair", "1"]).await;
    let early = fixture.try_event("organiser", &["pair", "2"]).await;
    assert_eq!((early.code, &early.answer["rule"]), (1, &json!("TF5")), "{}", early.all);
    let shown = fixture.event("desk", &["show"]).await;
    let [winner, loser] = [0, 1].map(|at| shown["open"][0][at]["number"].to_string());
    let nobody = fixture.try_event("referee", &["overrule", &loser, &winner, "--reason", "x"]).await;
    assert_eq!((nobody.code, &nobody.answer["reason"]), (2, &json!("USAGE")), "no entry to overrule yet");
    fixture.event("desk", &["result", &winner, &loser]).await;
    let again = fixture.try_event("desk", &["result", &loser, &winner]).await;
    assert_eq!((again.code, &again.answer["reason"]), (1, &json!("ALREADY_ENTERED")), "{}", again.all);
    let others = &shown["open"][1];
    let stranger = others[0]["number"].to_string();
    let unpaired = fixture.command("desk", &["event", "result", &winner, &stranger], "").await;
    for player in [&shown["open"][0][0], &others[0]] {
        let named = format!("{} {}", player["number"], player["name"].as_str().unwrap());
        assert!(unpaired.code == 1 && unpaired.all.contains(&named), "{named}: {}", unpaired.all);
    }
    let desk = fixture.try_event("desk", &["overrule", &loser, &winner, "--reason", "x"]).await;
    assert_eq!(desk.code, 4, "the desk rules nothing: {}", desk.all);
    let reason = "entered the wrong way round";
    fixture.event("referee", &["overrule", &loser, &winner, "--reason", reason]).await;
    assert!(fixture.printed("results", "en").await.contains(reason));
}

#[tokio::test(flavor = "multi_thread")]
async fn rulings_on_a_pairing_are_previewed_and_recorded() {
    let fixture = CommandFixture::open().await;
    fixture.draw().await;
    fixture.event("organiser", &["pair", "1"]).await;
    let shown = fixture.event("board", &["show"]).await;
    let number = |game: usize, side: usize| shown["open"][game][side]["number"].to_string();
    let pair = format!("{}:{}", number(0, 0), number(1, 0));
    let (unpair, by_ruling) =
        (["unpair", "1", "--reason", "x"], ["pair-by-ruling", "1", &pair, "--reason", "x"]);
    let previewed = fixture.event("referee", &[&unpair[..], &["--preview"]].concat()).await;
    assert_eq!(previewed["command"], "event-preview");
    assert_eq!(previewed["changes"].as_array().unwrap().len(), 8, "each game is removed");
    assert_eq!(fixture.stage().await, ("playing".to_owned(), Some(1)), "a preview changes nothing");
    let early = fixture.try_event("referee", &[&by_ruling[..], &["--preview"]].concat()).await;
    assert_eq!((early.code, &early.answer["reason"]), (1, &json!("RESULTS_OPEN")), "{}", early.all);
    fixture.event("referee", &unpair).await;
    let previewed = fixture.event("referee", &[&by_ruling[..], &["--preview"]].concat()).await;
    // An explanation, and two games for two others.
    assert_eq!(previewed["changes"].as_array().unwrap().len(), 5, "{previewed}");
    fixture.event("referee", &by_ruling).await;
    let shown = fixture.event("board", &["show"]).await;
    let games = shown["open"].as_array().unwrap().iter();
    let mut games = games.map(|game| format!("{}:{}", game[0]["number"], game[1]["number"]));
    assert!(games.any(|game| game == pair), "{pair} is not paired: {shown}");
    let one_twice = format!("{0}:{0}", number(0, 0));
    fixture.event("referee", &unpair).await;
    let refused = fixture.try_event("referee", &["pair-by-ruling", "1", &one_twice, "--reason", "x"]).await;
    assert_eq!((refused.code, &refused.answer["reason"]), (1, &json!("BAD_PAIRS")), "{}", refused.all);
    fixture.event("referee", &["excuse", &number(0, 0), "--reason", "an examination"]).await;
    fixture.event("organiser", &["pair", "1"]).await;
    let shown = fixture.event("board", &["show"]).await.to_string();
    assert!(!shown.contains(&format!("\"number\":{}}}", number(0, 0))), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn ambiguous_name_is_rejected_with_candidates() {
    let fixture = CommandFixture::open().await;
    fixture.event("organiser", &["create", "oza", "--preset", "O18", "--lottery-date", "2026-12-05"]).await;
    let roster =
        "id,name,kana\nP1,高橋,タカハシ\nP2,髙橋,\nP3,高　橋,たかはし\nP4,鷹箸,タカハシ\nP5,林,ハヤシ\n";
    let output = fixture.command("organiser", &["event", "roster", "-"], roster).await;
    assert_eq!(output.code, 0, "{}", output.all);
    fixture.event("organiser", &["commit"]).await;
    for typed in ["高橋", "髙橋", "高 橋", "たかはし", "ﾀｶﾊｼ"] {
        let refused = fixture.command("desk", &["event", "absent", typed], "").await;
        // 髙橋 has no reading, so only the look of the name leads there.
        let is_read = typed.contains(['た', 'ﾀ']);
        let candidates = ["高橋", "髙橋", "鷹箸"].map(|name| refused.all.contains(name));
        assert_eq!((refused.code, candidates), (2, [true, !is_read, true]), "{typed}: {}", refused.all);
    }
    let shown = fixture.event("board", &["show"]).await;
    assert_eq!(shown["absent"], json!([]));
    let refused = fixture.command("desk", &["event", "absent", "高橋"], "").await;
    assert!(["P1", "P3", "P4"].iter().all(|id| refused.all.contains(id)), "{}", refused.all);
    fixture.event("desk", &["absent", "P2"]).await;
    fixture.event("desk", &["absent", "はやし"]).await;
    let shown = fixture.event("board", &["show"]).await;
    let absent: Vec<&str> =
        shown["absent"].as_array().unwrap().iter().filter_map(|of| of["id"].as_str()).collect();
    assert_eq!(absent, ["P2", "P5"]);
}

/// A contest in groups: twelve teams in two heats, of whom the best of each and of the rest play a final, without scenarios, so that
/// its games are counted by hand.
const GROUPS: &str = r#"{"title":"A day","lottery_date":"2026-12-05","plan":{"name":"own","title":"own","lottery":[{"name":"a","digits":15}],"stage":[
    {"name":"heats","roster":true,"target":6,"per_group":2},
    {"name":"final","advanced":["heats"],"groups":1,"per_group":0}]}}"#;

impl CommandFixture {
    async fn commit_teams(&self) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("day.json");
        fs::write(&file, GROUPS).unwrap();
        self.event("organiser", &["create", "day", "--config", file.to_str().unwrap()]).await;
        let lines = (1..=12).map(|line| format!("t{line:02},石工{line},Mason {line}\n"));
        let roster = format!("id,name,romaji\n{}", lines.collect::<String>());
        let output = self.command("organiser", &["event", "roster", "-"], &roster).await;
        assert_eq!(output.code, 0, "{}", output.all);
        self.event("organiser", &["commit"]).await;
        self.event("organiser", &["digits", "407193205867741"]).await;
    }

    async fn teams_of(&self, group: usize) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().to_str().unwrap();
        self.event("board", &["print", "groups", "--csv", "--out", out]).await;
        let mut files: Vec<_> = fs::read_dir(out).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        let text = fs::read_to_string(&files[group - 1]).unwrap();
        let names = text.lines().skip(1).filter_map(|line| line.split("Mason ").nth(1));
        let line = |name: &str| name.split(',').next().unwrap().trim_matches('"').parse::<u32>().unwrap();
        names.map(|name| format!("t{:02}", line(name))).collect()
    }

    /// Counts a group: as many empty squares as the team's place here, the last two are equal.
    async fn count(&self, group: usize) -> Vec<String> {
        let teams = self.teams_of(group).await;
        let last = teams.len() - 2;
        let counts = teams.iter().enumerate().map(|(at, team)| format!("{team}={},0,10,9,0", at.min(last)));
        let counts: Vec<String> = counts.collect();
        let group = group.to_string();
        let args = ["count", &group].into_iter().chain(counts.iter().map(String::as_str));
        self.event("organiser", &args.collect::<Vec<_>>()).await;
        teams
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn contest_in_groups_is_held_by_commands() {
    let fixture = CommandFixture::open().await;
    fixture.commit_teams().await;
    let first = async |args: &[&str], first: &str| {
        let args: Vec<&str> = ["event"].into_iter().chain(args.iter().copied()).collect();
        let output = fixture.command("organiser", &args, "").await;
        assert!(output.code == 1 && output.all.contains(first), "{args:?}: {}", output.all);
    };
    first(&["declare"], "First: draw the groups of stage 1 (TG2): judge-tui event draw-groups 1").await;
    first(&["close-stage", "2"], "judge-tui event draw-groups 1").await;
    let shown = fixture.event("board", &["show"]).await;
    assert_eq!(shown["next"], json!("draw-groups 1"));
    fixture.event("desk", &["absent", "t12"]).await;
    let drawn = fixture.command("organiser", &["event", "draw-groups", "1"], "").await;
    let expected = "2 groups, numbers of teams: 6, 5. Absent: t12 Mason 12.";
    assert!(drawn.code == 0 && drawn.all.contains(expected), "{}", drawn.all);
    first(&["close-stage", "1"], "day-heats-1").await;
    let one = fixture.count(1).await;
    // Equal teams are known when all games have results; missing ones are reported.
    first(&["janken", &one[4], &one[5]], "day-heats-2").await;
    fixture.count(2).await;
    first(&["declare"], "First: close stage 1 (TG4): judge-tui event close-stage 1").await;
    first(&["draw-groups", "2"], "judge-tui event close-stage 1").await;
    fixture.event("organiser", &["close-stage", "1"]).await;
    // The last of the first group was counted wrong: by the ruling it advances in the place of the second.
    let (last, overruled) = (&one[5], ["overrule-game", "1"]);
    let why = ["--reason", "a stone was counted twice"];
    let count = format!("{last}=0,0,11,9,0");
    let args: Vec<&str> = overruled.into_iter().chain([count.as_str()]).chain(why).collect();
    fixture.event("referee", &args).await;
    let output = fixture.command("organiser", &[&["event"], &args[..]].concat(), "").await;
    assert_eq!(output.code, 4, "the organiser rules nothing: {}", output.all);
    // The next stage must be closed again.
    fixture.event("organiser", &["close-stage", "1"]).await;
    // That is hung up now, while the next stage is at reception.
    let heats = fixture.event("board", &["print", "groups"]).await;
    let text = heats["text"].as_str().unwrap();
    assert!(text.contains("a stone was counted twice"), "{text}");
    fixture.event("organiser", &["draw-groups", "2"]).await;
    let finalists = fixture.count(1).await;
    assert!(finalists.contains(last), "{finalists:?}");
    let equals = &finalists[2..];
    first(&["close-stage", "2"], "judge-tui event janken BEST NEXT").await;
    fixture.event("desk", &["janken", &equals[1], &equals[0]]).await;
    fixture
        .event("referee", &["overrule-janken", &equals[0], &equals[1], "--reason", "winner and loser"])
        .await;
    let shown = fixture.command("board", &["event", "show", "--lang", "ja"], "").await;
    assert!(shown.all.contains("決勝：試合中") && shown.all.contains("close-stage 2"), "{}", shown.all);
    fixture.event("organiser", &["close-stage", "2"]).await;
    fixture.event("organiser", &["declare"]).await;
    let shown = fixture.command("board", &["event", "show"], "").await;
    assert!(shown.all.contains("Commitment (TV1)") && !shown.all.contains("Publish this"), "{}", shown.all);
    let ranking = fixture.event("board", &["print", "ranking", "--event", "day"]).await;
    let text = ranking["text"].as_str().unwrap();
    let at = |team: &str| text.find(&format!("Mason {} ", team[1..].trim_start_matches('0'))).unwrap();
    assert!(at(&equals[0]) < at(&equals[1]), "the order of the ruling holds:\n{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn counted_game_is_replaced_only_with_its_option() {
    let fixture = CommandFixture::open().await;
    fixture.commit_teams().await;
    fixture.event("organiser", &["draw-groups", "1"]).await;
    let replace = async |more: &[&str]| {
        let args = [&["event", "replace-game", "1", "--reason", "wrong", "--json"], more].concat();
        fixture.command("referee", &args, "").await
    };
    // This contest has no spares, so the server rejects it.
    assert_eq!(replace(&[]).await.answer["reason"], "NO_GROUP_SPARE");
    fixture.count(1).await;
    assert_eq!(replace(&[]).await.answer["reason"], "ALREADY_COUNTED");
    assert_eq!(replace(&["--counted"]).await.answer["reason"], "NO_GROUP_SPARE");
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_that_are_of_no_group_or_of_a_part_of_one_are_not_sent() {
    let fixture = CommandFixture::open().await;
    fixture.commit_teams().await;
    let early = fixture.command("organiser", &["event", "count", "1", "t01=1,0,10,9,0"], "").await;
    assert!(early.code == 2 && early.all.contains("Stage 1 has no group 1"), "{}", early.all);
    fixture.event("organiser", &["draw-groups", "1"]).await;
    let (one, two) = (fixture.teams_of(1).await, fixture.teams_of(2).await);
    let count = |team: &String| format!("{team}=1,0,10,9,0");
    let (mine, others) = (count(&one[0]), count(&two[0]));
    let part = fixture.command("organiser", &["event", "count", "1", &mine], "").await;
    assert!(part.code == 2 && part.all.contains(&one[1]), "{}", part.all);
    let stranger = fixture.command("organiser", &["event", "count", "1", &others], "").await;
    assert!(stranger.code == 2 && stranger.all.contains(&two[0]), "{}", stranger.all);
    let again = format!("{}=2,0,10,9,0", one[0]);
    let twice = fixture.command("organiser", &["event", "count", "1", &mine, &again], "").await;
    assert!(twice.code == 2 && twice.all.contains("named twice"), "{}", twice.all);
    for wrong in ["t01=1,0", "zz=out"] {
        let torn = fixture.try_event("organiser", &["count", "1", wrong]).await;
        assert_eq!((torn.code, &torn.answer["reason"]), (2, &json!("USAGE")), "{}", torn.all);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn digits_are_overruled_until_groups_are_drawn() {
    let fixture = CommandFixture::open().await;
    fixture.commit_teams().await;
    let swapped = ["overrule-digits", "407193205687741", "--reason", "two digits were swapped"];
    let line = [&["event"], &swapped[..]].concat();
    let output = fixture.command("organiser", &line, "").await;
    assert_eq!(output.code, 4, "the organiser rules nothing: {}", output.all);
    fixture.event("referee", &swapped).await;
    fixture.event("organiser", &["draw-groups", "1"]).await;
    let printed = fixture.event("board", &["print", "groups"]).await;
    assert!(printed["text"].as_str().unwrap().contains("two digits were swapped"), "{printed}");
    let shown = fixture.event("board", &["show"]).await;
    assert_eq!(shown["lotteries"], json!([{ "name": "a", "date": "2026-12-05" }]));
    let output = fixture.try_event("referee", &swapped).await;
    assert_eq!(
        (output.code, &output.answer["rule"]),
        (1, &json!("TD8")),
        "what is drawn stands: {}",
        output.all
    );
}
