//! A group's game as text: state, advancing teams with the rule, and missing results.

use ishigaki_rules::TeamId;
use ishigaki_tournament::{GroupGame, GroupPhase};
use ishigaki_words::columns::clean;
use ishigaki_words::{Align, Table, Words};

use crate::event::NamedContest;

const MAX_TEAM_COLUMNS: usize = 32;

pub(in crate::event) fn game_text(named: NamedContest<'_>, game: GroupGame, words: Words) -> Vec<String> {
    let contest = named.contest;
    let Some(group) = contest.drawn(game.stage).and_then(|drawn| drawn.groups.get(game.group.index())) else {
        return Vec::new();
    };
    let game = GroupGame { spare: group.spare, ..game };
    let stage = words.stage_name(named.stage_name(game.stage));
    let key = if game.spare { "event-game-spare" } else { "event-game" };
    let mut text =
        vec![words.say(key, &[("stage", stage.into()), ("group", (game.group.index() + 1).into())])];
    let id = ("game", named.game_id(game).into());
    text.push(match contest.scenario(game) {
        Some(scenario) => {
            words.say("tournament-game-of", &[id, ("scenario", clean(scenario).into_owned().into())])
        }
        None => words.say("tournament-game-by-hand", &[id]),
    });
    text.push(match &group.counted {
        None => words.label("tournament-game-is-open"),
        Some(counted) => match &counted.ruling {
            None => words.label("tournament-game-is-counted"),
            Some(why) => words.say("tournament-game-is-ruled", &[("reason", why.as_str().into())]),
        },
    });
    text.push(String::new());
    text.extend(teams(named, game, words));
    text.push(String::new());
    let edition = named.edition(words);
    text.extend(edition.quota(game.stage));
    let is_here = |order: &&[TeamId]| order.iter().any(|team| group.teams.contains(team));
    let held = contest.jankens_held(game.stage).into_iter().filter(is_here);
    text.extend(held.map(|order| edition.janken_held(order)));
    text.push(String::new());
    text.extend(missing(named, game, words));
    text
}

fn teams(named: NamedContest<'_>, game: GroupGame, words: Words) -> Vec<String> {
    let heads = [
        ("print-head-place", Align::End),
        ("lint-word-team", Align::Start),
        ("print-head-fate", Align::Start),
    ];
    let heads = heads.map(|(key, align)| (words.label(key), align));
    let mut table = Table::new(heads).at_most(1, MAX_TEAM_COLUMNS);
    for (place, team, advancement) in named.edition(words).advancements(game) {
        let place = place.map(|place| place.to_string()).unwrap_or_default();
        table.row([place, named.team_name(team, words), advancement]);
    }
    table.lines()
}

fn missing(named: NamedContest<'_>, game: GroupGame, words: Words) -> Vec<String> {
    let contest = named.contest;
    if contest.phase() != (GroupPhase::Playing { stage: game.stage }) {
        return vec![words.label("tournament-stage-is-closed")];
    }
    let drawn = contest.drawn(game.stage);
    let group = drawn.and_then(|drawn| drawn.groups.get(game.group.index()));
    let is_open = group.is_some_and(ishigaki_tournament::DrawnGroup::is_open);
    let others = drawn.map_or(0, ishigaki_tournament::DrawnStage::open) - usize::from(is_open);
    let mut text = Vec::new();
    if is_open {
        let by_hand = contest.scenario(game).is_none();
        text.push(words.label(if by_hand {
            "tournament-missing-count"
        } else {
            "tournament-missing-result"
        }));
    }
    if others > 0 {
        text.push(words.say("tournament-missing-others", &[("games", others.into())]));
    }
    for set in contest.janken_needed(game.stage) {
        let teams = words.list(set.into_iter().map(|team| named.team_name(team, words)));
        text.push(words.say("print-janken-needed", &[("teams", teams.into())]));
    }
    if text.is_empty() {
        text.push(words.label("tournament-missing-nothing"));
    }
    text
}
