//! The page about the formats says what the reader reads.

use ishigaki_scenarios::{Contest, Lists, Scenario};

#[test]
fn the_readmes_examples_are_read() {
    let readme = include_str!("../../README.md");
    let blocks: Vec<&str> =
        readme.split("```toml\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
    let [scenario, contest, event, lists] = blocks[..] else { panic!("one example of each format") };
    let scenario = Scenario::parse("example.toml", scenario).unwrap();
    let contest = Contest::parse("contest.toml", contest).unwrap();
    let ids: Vec<_> = contest.games().iter().map(|game| game.id.as_str()).collect();
    assert_eq!(ids, ["practice", "heat-1", "heat-1-spare", "final"]);
    let event = Contest::parse("contest.toml", event).unwrap().event.unwrap();
    assert_eq!((event.id.as_str(), &event.entrants[0].kana[..]), ("kosen-18", "ツヤマコウセン"));
    let lists = Lists::parse("example.lists.toml", lists, &scenario).unwrap();
    assert_eq!(lists.rounds[0].waves.len(), 1);
}
