//! The page about the formats matches the reader.

use ishigaki_scenarios::{Contest, Lists, Scenario};

#[test]
fn examples_on_the_page_are_read() {
    let page = include_str!("../../../docs/reference/contest-files.md");
    let blocks: Vec<&str> =
        page.split("```toml\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
    let [scenario, contest, event, lists, _] = blocks[..] else { panic!("one example of each format") };
    let scenario = Scenario::parse("example.toml", scenario).unwrap();
    let contest = Contest::parse("contest.toml", contest).unwrap();
    let ids: Vec<_> = contest.games().iter().map(|game| game.id.as_str()).collect();
    assert_eq!(ids, ["practice", "heat-1", "heat-1-spare", "final"]);
    let event = Contest::parse("contest.toml", event).unwrap().events.remove(0);
    assert_eq!((event.id.as_str(), &*event.entrants[0].texts["kana"]), ("kosen-18", "ツヤマコウセン"));
    let lists = Lists::parse("example.lists.toml", lists, &scenario).unwrap();
    assert_eq!(lists.rounds[0].waves.len(), 1);
}
