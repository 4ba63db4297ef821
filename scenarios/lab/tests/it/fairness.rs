//! The fairness report: static figures of a scenario, as a table and as JSON.

use std::process::Command;

use serde_json::Value;

fn fairness(args: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.arg("fairness").args(args.split_whitespace()).env("LANG", "C");
    let output = command.output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

fn figure<'a>(report: &'a Value, name: &str) -> &'a Value {
    report["figures"].as_array().unwrap().iter().find(|row| row["figure"] == name).unwrap()
}

#[test]
fn scenario_figures_are_compared_with_bands() {
    let (code, report) = fairness("--scenario tour-4 --json");
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((code, &report["teams"], report.get("against")), (1, &4.into(), None));
    assert_eq!(report["verdict"], "outside");
    // 17 stones for four walls of 27 squares: far too few, and W doesn't matter.
    let stones = figure(&report, "stone-share");
    assert!(stones["value"].as_f64().unwrap() < 0.9, "{stones}");
    assert_eq!((&stones["inside"], &stones["band"]["high"]), (&false.into(), &1.0.into()));
    assert_eq!(figure(&report, "wins-share")["inside"], false);
}

#[test]
fn unknown_scenario_is_usage_error() {
    assert_eq!(fairness("--scenario no-such").0, 2);
    assert_eq!(fairness("--scenario tiny-2 --against no-such").0, 2);
}

#[test]
fn games_are_simulated_alike_however_many_threads_play() {
    let asked = "--scenario tiny-2 --against tour-4 --games 3 --from-seed 4 --json";
    let (code, one) = fairness(asked);
    assert_eq!(code, 1, "outside of what is from the files");
    assert_eq!(one, fairness(&format!("{asked} --threads 3")).1);
    let report: Value = serde_json::from_str(&one).unwrap();
    let simulated = &report["simulated"];
    // Seats are symmetric: not a mean, but every single game.
    assert_eq!((&simulated["permuted"], &simulated["symmetric"]), (&3.into(), &3.into()));
    let lines = simulated["lines"].as_array().unwrap();
    let line = |name: &str| lines.iter().find(|line| line["line"] == name).unwrap();
    for name in ["skill", "without-rebid", "without-rearranging", "buy-out", "efficiency", "proved"] {
        let estimate = &line(name)["estimate"];
        assert!(estimate["mean"].is_number() && estimate["games"] == 3, "{name}: {estimate}");
    }
    // Frames of 20 and 27 squares with different supply: their empty squares differ far more than the limit.
    let strong = &simulated["equivalence"][0];
    assert_eq!((&strong["field"], &strong["limit"]), (&"strong".into(), &0.005.into()));
    assert_eq!((&strong["verdict"], &strong["open"]), (&"open".into(), &"few-games".into()), "{strong}");
}

#[test]
fn few_games_leave_simulated_lines_open() {
    let few = "--scenario heat-7 --teams 7 --json";
    let (code, counted) = fairness(few);
    let report: Value = serde_json::from_str(&counted).unwrap();
    assert_eq!((code, &report["verdict"]), (0, &"inside".into()), "{counted}");
    let (code, stdout) = fairness("--scenario tiny-2 --against tiny-2 --games 2 --json");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let simulated = &report["simulated"];
    assert_eq!(
        (code, &simulated["least_games"]),
        (1, &20.into()),
        "what is counted in tiny-2's file is outside"
    );
    let lines =
        simulated["lines"].as_array().unwrap().iter().chain(simulated["equivalence"].as_array().unwrap());
    for line in lines {
        assert_eq!((&line["verdict"], &line["open"]), (&"open".into(), &"few-games".into()), "{line}");
    }
    let (_, table) = fairness("--scenario tiny-2 --games 2");
    assert!(table.contains("open: 2 of 20 games"), "{table}");
    assert!(table.contains("Measures inside their bands: 0, outside: 0, open: 22."), "{table}");
    assert!(fairness("--scenario tiny-2 --games 2 --lang ja").1.contains("未定（20試合のうち2試合）"));
}

#[test]
fn enough_games_give_firm_verdicts_or_leave_straddling_open() {
    let (_, stdout) = fairness("--scenario tiny-2 --games 24 --threads 2 --json");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let lines = report["simulated"]["lines"].as_array().unwrap();
    for line in lines.iter().filter(|line| line["estimate"]["games"].as_u64() >= Some(20)) {
        let number = |of: &str, end: &str| line[of][end].as_f64().unwrap();
        let (low, high) = (number("estimate", "low"), number("estimate", "high"));
        let (least, most) = (number("band", "low"), number("band", "high"));
        let wanted = match line["verdict"].as_str().unwrap() {
            "inside" => low >= least && high <= most && low < high,
            "outside" => (high < least || low > most) && low < high,
            "open" => low >= high || (low <= most && high >= least && !(low >= least && high <= most)),
            other => panic!("{other}"),
        };
        assert!(wanted, "{line}");
    }
    let of = |verdict: &str| lines.iter().filter(|line| line["verdict"] == verdict).count();
    assert!(of("open") > 0 && of("inside") + of("outside") > 0, "{stdout}");
}

#[test]
fn html_page_is_self_contained_and_matches_json() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fair.html");
    let asked = "--scenario tiny-2 --against tour-4 --games 2 --json";
    let (code, json) = fairness(&format!("{asked} --lang ja --html {}", file.display()));
    assert_eq!(code, 1);
    let page = std::fs::read_to_string(&file).unwrap();
    let data = |id: &str| -> Value {
        let start = format!("<script type=\"application/json\" id=\"{id}\">");
        let rest = page.split(&start).nth(1).unwrap();
        serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap()
    };
    assert_eq!(data("report"), serde_json::from_str::<Value>(&json).unwrap());
    assert!(page.starts_with("<!doctype html>\n<html lang=\"ja\">"), "{}", &page[..80]);
    let markup = page.replace("http://www.w3.org/2000/svg", "");
    for foreign in ["http://", "https://", "src=", "<link", "import ", "innerHTML"] {
        assert!(!markup.contains(foreign), "{foreign}");
    }
    // Every name on the page has a sentence in both languages, except gaps.
    let (report, sentences) = (data("report"), data("sentences"));
    let names = |rows: &Value, key: &str, prefix: &str| -> Vec<String> {
        rows.as_array().unwrap().iter().map(|row| format!("{prefix}{}", row[key].as_str().unwrap())).collect()
    };
    let simulated = &report["simulated"];
    let mut keys = names(&report["figures"], "figure", "fairness-");
    keys.extend(names(&simulated["lines"], "line", "fairness-"));
    keys.extend(names(&simulated["distributions"]["walls"], "field", "fairness-field-"));
    let keys_in_page = page.match_indices("say(\"").map(|(at, start)| &page[at + start.len()..]);
    keys.extend(keys_in_page.map(|rest| rest.split('"').next().unwrap().to_owned()));
    assert!(keys.len() > 50, "{keys:?}");
    for key in keys {
        assert!(sentences["en"][&key].is_string() && sentences["ja"][&key].is_string(), "{key}");
    }
}

#[test]
fn distributions_agree_with_means() {
    let (_, stdout) = fairness("--scenario tiny-2 --against tour-4 --games 3 --json");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let found = &report["simulated"]["distributions"];
    let walls = found["walls"].as_array().unwrap();
    let of = |walls: &Value| format!("{} {}", walls["scenario"], walls["field"]).replace('"', "");
    let fields = ["tiny-2 mixed", "tiny-2 strong", "tiny-2 steady", "tour-4 strong", "tour-4 steady"];
    assert_eq!(walls.iter().map(of).collect::<Vec<_>>(), fields);
    // A wall for each team and game; their mean is that of the equivalence.
    let strong = &walls[1];
    let counts: Vec<f64> =
        strong["counts"].as_array().unwrap().iter().map(|count| count.as_f64().unwrap()).collect();
    let (mut sum, mut empty) = (0.0, 0.0);
    for (squares, count) in (0_u32..).zip(&counts) {
        sum += count;
        empty += count * f64::from(squares);
    }
    assert!((sum - 6.0).abs() < 1e-9, "{strong}");
    let mean = report["simulated"]["equivalence"][0]["scenario"]["mean"].as_f64().unwrap();
    assert!((empty / sum / 20.0 - mean).abs() < 1e-9, "{strong} {mean}");
    assert_eq!(found["prices"].as_array().unwrap().len(), 8);
    assert_eq!(found["leads"].as_array().unwrap().len(), 1);
}
