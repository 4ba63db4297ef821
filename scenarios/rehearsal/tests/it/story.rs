//! The story of a game decided by the rules alone: text and width.

use std::collections::BTreeMap;

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{
    Act, Actor, Cell, Command, Game, GameTime, LotChoice, Phase, RoundNo, Secret, TeamId, Turn, WaveNo,
    decide,
};
use ishigaki_words::{Lang, Words};
use rehearsal::prepared::{PreparedGame, ScriptChoice};
use rehearsal::story::{Story, StoryHeader, TriedList};
use rehearsal::styled_text::{Painter, StyledLine};

struct Play {
    prepared: PreparedGame,
    game: Game,
    story: Story,
    lines: Vec<StyledLine>,
}

impl Play {
    fn new(lang: Lang) -> Self {
        let prepared = PreparedGame::read("tour-4", &ScriptChoice::NextToScenario, None).unwrap();
        let game = Game::new(prepared.setup.clone());
        let mut story = Story::new(Words::new(lang), &prepared.setup, 80);
        let header = StoryHeader {
            title: match lang {
                Lang::En => prepared.scenario.title.clone(),
                Lang::Ja => prepared.scenario.title_ja.clone().unwrap(),
            },
            scenario: prepared.scenario.name.clone(),
            seed: 1,
            bots: Vec::new(),
        };
        let lines = story.beginning(&prepared.setup, &header);
        story.keep(TriedList {
            round: RoundNo(1),
            team: TeamId(2),
            list: vec!["O 50".into(), "I 20".into()],
            refused: Some("70 > 60.".into()),
        });
        Self { prepared, game, story, lines }
    }

    fn act(&mut self, by: Actor, act: Act) {
        let at = GameTime(self.game.now().0 + 10);
        for event in decide(&self.game, &Command { at, by, act }).unwrap() {
            self.game.apply(&event);
            self.lines.extend(self.story.event(&self.game, &event));
        }
    }

    fn team(&self, code: &str) -> TeamId {
        self.prepared.setup.team_by_code(code).unwrap()
    }

    fn play_round(&mut self, round: RoundNo) {
        self.act(Actor::Judge, Act::OpenRound { round });
        let script = self.prepared.lists.as_ref().unwrap().rounds[round.index()].clone();
        for (code, list) in &script.lists {
            let team = self.team(code);
            let bid = |line: &ishigaki_scenarios::Line| Bid {
                lot: self.prepared.setup.lot_by_code(&line.lot).unwrap(),
                price: line.price,
            };
            let bids = Secret(list.iter().map(bid).collect());
            self.act(
                Actor::Team(team),
                Act::SubmitBids { team, attempt: None, round, replaces: None, bids, by_hand: None },
            );
        }
        for (wave, raises) in (1..).map(WaveNo).zip(&script.waves) {
            for (code, raises) in raises {
                self.raise(round, wave, self.team(code), raises.clone());
            }
        }
        self.act(Actor::Judge, Act::ConfirmLots { round, attempt: 1, lots: LotChoice::All, seen: None });
        self.lay_something();
    }

    fn raise(&mut self, round: RoundNo, wave: WaveNo, team: TeamId, raises: Vec<Raise>) {
        let raises = Secret(raises);
        self.act(
            Actor::Team(team),
            Act::SubmitRebid { team, attempt: None, round, wave, replaces: None, raises, by_hand: None },
        );
    }

    /// Every team lays what it can, stone by stone, at the first place where it may lie.
    fn lay_something(&mut self) {
        let (height, width) = (self.prepared.setup.frame.height(), self.prepared.setup.frame.width());
        for team in self.prepared.setup.team_ids() {
            for stone in self.game.team(team).unwrap().stones.clone() {
                let spots = (0..height).rev().flat_map(|row| (0..width).map(move |col| Cell { row, col }));
                let spots = spots.flat_map(|at| Turn::ALL.map(|turn| Spot { turn, at }));
                if self.game.team(team).unwrap().laid.contains_key(&stone) {
                    continue;
                }
                for spot in spots {
                    let mut laid: BTreeMap<_, _> = self.game.team(team).unwrap().laid.clone();
                    laid.insert(stone, spot);
                    let placements: Vec<_> = laid
                        .iter()
                        .map(|(&stone, &spot)| Placement { stone, placing: Placing::Turned(spot) })
                        .collect();
                    if self.game.judge_wall(team, &placements).faults.is_empty() {
                        let replaces = self.game.team(team).unwrap().wall;
                        let wall = Act::SubmitWall { team, replaces, placements, by_hand: None };
                        self.act(Actor::Team(team), wall);
                        break;
                    }
                }
            }
        }
    }

    fn played_out(mut self) -> Vec<StyledLine> {
        for round in 1..=3 {
            self.play_round(RoundNo(round));
        }
        self.act(Actor::Judge, Act::SignalEnd);
        let Phase::Countdown { ends_at } = self.game.phase() else { panic!("the countdown runs") };
        let tick = Command { at: ends_at, by: Actor::Clock, act: Act::Tick };
        for event in decide(&self.game, &tick).unwrap() {
            self.game.apply(&event);
            self.lines.extend(self.story.event(&self.game, &event));
        }
        for order in self.game.ranking().janken_needed {
            self.act(Actor::Judge, Act::EnterJanken { order });
        }
        self.act(Actor::Judge, Act::DeclareResult);
        self.lines
    }
}

fn text(lines: &[StyledLine]) -> String {
    lines.iter().map(|line| Painter { colour: false }.paint(line) + "\n").collect()
}

#[test]
fn story_fits_80_columns_in_both_languages() {
    for lang in Lang::ALL {
        let lines = Play::new(lang).played_out();
        println!("{}", text(&lines));
        for line in &lines {
            assert!(line.width() <= 80, "{} columns: {}", line.width(), line.text());
        }
    }
}

#[test]
fn rejected_list_is_shown_only_after_opening() {
    let story = text(&Play::new(Lang::En).played_out());
    let at = |words: &str| story.find(words).unwrap();
    assert!(at("Opening") < at("O 50"));
}
