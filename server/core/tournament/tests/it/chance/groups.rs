//! Random contests in groups: plans, teams, results and rulings, with the invariants of each.

use ishigaki_audit::{event, groups};
use ishigaki_rules::ranking::{Contender, Tally};
use ishigaki_rules::{GameTime, TeamId, Tsuyama};
use ishigaki_tournament::{
    Act, Actor, AdvancedBy, Command, Competition, Entrant, Event, GameResult, GroupContest, GroupGame,
    GroupPhase, GroupPlan, GroupRejection, GroupSize, GroupStage, Lottery, Quota, Source, StageId, Variant,
};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use crate::chance::{foreign_facts, held};

/// Numbers of special cases in a contest.
#[derive(Default)]
pub(crate) struct Corners {
    pub(crate) jankens: usize,
    pub(crate) rulings: usize,
    pub(crate) disqualified: usize,
    pub(crate) absent: usize,
}

struct Course {
    contest: GroupContest,
    facts: Vec<Event>,
    chance: ChaCha8Rng,
    seed: u64,
    corners: Corners,
}

/// Plays the contest of a seed to its end, and checks its invariants.
pub(crate) fn contest(seed: u64) -> Corners {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let teams = chance.random_range(2..=120);
    let plan = plan(&mut chance, teams).check().expect("a plan");
    let contest = GroupContest::new(plan);
    let mut course = Course { contest, facts: Vec::new(), chance, seed, corners: Corners::default() };
    course.begin(teams);
    while let GroupPhase::Reception { stage } = course.contest.phase() {
        course.receive(stage);
        course.draw(stage);
        course.play(stage);
        course.close(stage);
    }
    course.must(Actor::Organiser, Act::Declare);
    held(seed, groups::end(&course.contest));
    held(seed, event::facts(&Competition::Groups(course.contest.clone()), &course.facts));
    foreign_facts::contest(&course.contest, &course.facts, seed);
    course.corners
}

/// A plan with heats and a final, mostly with a repechage, sometimes with semi-finals or guests.
fn plan(chance: &mut ChaCha8Rng, teams: usize) -> GroupPlan {
    let mut stages = vec![stage(chance, "heats", vec![Source::Roster])];
    let mut advanced = vec![Source::Advanced("heats".to_owned())];
    if chance.random_bool(0.7) {
        stages.push(stage(chance, "again", vec![Source::Repechage("heats".to_owned())]));
        advanced.push(Source::Advanced("again".to_owned()));
    }
    if chance.random_bool(0.3) {
        let guests = (0..chance.random_range(0..=3.min(teams - 2))).map(team_id).collect();
        advanced.push(Source::Guests(guests));
    }
    if chance.random_bool(0.5) {
        stages.push(stage(chance, "semi-finals", advanced));
        advanced = vec![Source::Advanced("semi-finals".to_owned())];
    }
    let mut last = stage(chance, "final", advanced);
    if chance.random_bool(0.5) {
        last.size = GroupSize::Groups(1);
    }
    stages.push(last);
    let lottery = |digits| Lottery { name: "a lottery".to_owned(), digits, zeros: 1, date: None };
    GroupPlan { lotteries: vec![lottery(4), lottery(4), lottery(4)], stages }
}

fn stage(chance: &mut ChaCha8Rng, name: &str, from: Vec<Source>) -> GroupStage {
    let size = GroupSize::Target(chance.random_range(4..=8));
    let quota = Quota { per_group: chance.random_range(0..=3), best_rest: chance.random_range(0..=4) };
    let variant = |teams| Variant {
        teams,
        scenario: format!("wall-{teams}"),
        spare: (teams % 2 == 0).then(|| format!("wall-{teams}-spare")),
    };
    let variants = if chance.random_bool(0.5) { (2..=16).map(variant).collect() } else { Vec::new() };
    GroupStage { name: name.to_owned(), from, size, quota, variants }
}

fn team_id(line: usize) -> String {
    format!("t{line}")
}

fn reason() -> String {
    "the referee has seen it".to_owned()
}

impl Course {
    fn attempt(&mut self, by: Actor, act: Act) -> Result<(), GroupRejection> {
        let at = GameTime(u64::try_from(self.facts.len()).expect("few"));
        let before = self.contest.clone();
        for event in before.decide(&Command::new(at, by, act))? {
            self.contest.apply(&event);
            self.facts.push(event);
        }
        Ok(())
    }

    fn must(&mut self, by: Actor, act: Act) {
        let act_text = format!("{act:?}");
        assert_eq!(self.attempt(by, act), Ok(()), "contest {}: {act_text}", self.seed);
    }

    fn begin(&mut self, teams: usize) {
        self.must(
            Actor::Organiser,
            Act::SetRoster { roster: (0..teams).map(team_id).map(Entrant::of).collect() },
        );
        self.must(Actor::Organiser, Act::Commit { commitment: [3; 32] });
        self.receive(StageId(0));
        let results = (0..3).map(|_| format!("{:04}", self.chance.random_range(0..10_000))).collect();
        self.must(Actor::Organiser, Act::EnterDigits { results });
    }

    fn receive(&mut self, stage: StageId) {
        for team in self.contest.stage_roster(stage) {
            if self.chance.random_bool(0.03) && !self.contest.is_absent(stage, team) {
                self.must(Actor::Desk, Act::MarkTeamAttendance { stage, team, absent: true });
                self.corners.absent += 1;
            }
        }
    }

    fn draw(&mut self, stage: StageId) {
        self.must(Actor::Organiser, Act::DrawGroups { stage, without_game: true });
        held(self.seed, groups::drawn(&self.contest, stage));
    }

    fn result(&mut self, teams: &[TeamId]) -> GameResult {
        let mut contenders = Vec::new();
        for &team in teams {
            let disqualified = self.chance.random_bool(0.02);
            self.corners.disqualified += usize::from(disqualified);
            // Few distinct figures, so that many teams are equal.
            let tally = Tally {
                empty: self.chance.random_range(0..3),
                top_gaps: self.chance.random_range(0..2),
                held: Tsuyama(self.chance.random_range(0..2)),
                used: 5,
                unused: 0,
            };
            contenders.push(Contender { team, tally: (!disqualified).then_some(tally) });
        }
        contenders.shuffle(&mut self.chance);
        let equals = ishigaki_rules::ranking::rank(&contenders, &[]).janken_needed;
        // In half of the games the judge has already held the jankens.
        let held = self.chance.random_bool(0.5);
        let janken = equals.into_iter().filter(|_| held).map(|set| self.order(set)).collect();
        GameResult { contenders, janken }
    }

    fn order(&mut self, mut set: Vec<TeamId>) -> Vec<TeamId> {
        set.shuffle(&mut self.chance);
        set
    }

    fn open_games(&self) -> Vec<(GroupGame, Vec<TeamId>)> {
        let open = self.contest.games().filter(|(_, group)| group.is_open());
        open.map(|(game, group)| (game, group.teams.clone())).collect()
    }

    /// Counts all games in two orders that must lead to the same state. Some games are replaced or overruled.
    fn play(&mut self, stage: StageId) {
        for (game, _) in self.open_games() {
            if self.chance.random_bool(0.1) {
                let spare = GroupGame { spare: true, ..game };
                let replaced =
                    self.attempt(Actor::Referee, Act::ReplaceGame { game, reason: reason(), counted: false });
                match replaced {
                    Ok(()) => {
                        let scenario = self.contest.scenario(spare);
                        assert!(scenario.is_some_and(|name| name.ends_with("-spare")));
                    }
                    Err(rejection) => assert_eq!(rejection, GroupRejection::NoSpare { game }),
                }
                self.corners.rulings += 1;
            }
        }
        let mut acts: Vec<Act> = Vec::new();
        for (game, teams) in self.open_games() {
            acts.push(Act::CountGame { game, result: self.result(&teams) });
        }
        let mut otherwise = self.contest.clone();
        for act in acts.clone() {
            self.must(Actor::Server, act);
        }
        acts.shuffle(&mut self.chance);
        for act in acts {
            let command = Command::new(GameTime(0), Actor::Desk, act);
            otherwise.decide(&command).expect("possible").iter().for_each(|fact| otherwise.apply(fact));
        }
        assert_eq!(otherwise, self.contest, "contest {}: the order of entry", self.seed);
        if self.chance.random_bool(0.2) {
            self.overrule(stage);
        }
    }

    fn overrule(&mut self, stage: StageId) {
        let of_stage = self.contest.games().filter(|(game, _)| game.stage == stage);
        let games: Vec<(GroupGame, Vec<TeamId>)> =
            of_stage.map(|(game, group)| (game, group.teams.clone())).collect();
        if let Some((game, teams)) = games.choose(&mut self.chance).cloned() {
            let result = self.result(&teams);
            self.must(Actor::Referee, Act::OverruleGame { game, result, reason: reason() });
            self.corners.rulings += 1;
        }
    }

    /// Holds the required jankens and closes the stage. Sometimes a result is overruled after the closing.
    fn close(&mut self, stage: StageId) {
        self.hold_jankens(stage);
        self.must(Actor::Organiser, Act::CloseStage { stage });
        if self.chance.random_bool(0.1) {
            self.overrule(stage);
            if self.contest.phase() == (GroupPhase::Playing { stage }) {
                self.hold_jankens(stage);
                self.must(Actor::Organiser, Act::CloseStage { stage });
            }
        }
        held(self.seed, groups::closed(&self.contest, stage));
    }

    fn hold_jankens(&mut self, stage: StageId) {
        loop {
            let needed = self.contest.janken_needed(stage);
            let Some(set) = needed.first().cloned() else { return };
            let sets = needed.len();
            assert_eq!(
                self.attempt(Actor::Organiser, Act::CloseStage { stage }),
                Err(GroupRejection::JankenMissing { stage, sets })
            );
            let order = self.order(set);
            self.it_matters(stage, &order);
            self.must(Actor::Desk, Act::EnterJanken { stage, order: order.clone() });
            assert_eq!(
                self.attempt(Actor::Desk, Act::EnterJanken { stage, order }),
                Err(GroupRejection::NoJanken { stage })
            );
            self.corners.jankens += 1;
        }
    }

    /// Asserts that the janken matters: the reversed order changes who advances, how, or the final ranking.
    fn it_matters(&self, stage: StageId, order: &[TeamId]) {
        let after = |order: Vec<TeamId>| {
            let mut contest = self.contest.clone();
            let mut enter = |order| {
                let act = Act::EnterJanken { stage, order };
                let command = Command::new(GameTime(0), Actor::Desk, act);
                contest.decide(&command).expect("needed").iter().for_each(|fact| contest.apply(fact));
                contest.janken_needed(stage).first().cloned()
            };
            let mut next = enter(order);
            while let Some(set) = next {
                next = enter(set);
            }
            let last = stage.index() + 1 == contest.plan().stages.len();
            let ranked = contest.stage_ranking(stage).expect("all are counted").rows;
            let ranked: Vec<TeamId> = ranked.iter().map(|row| row.team).collect();
            let advance = contest.outcome(stage).expect("all are counted").map(|outcome| outcome.advance);
            let mut going: Vec<(TeamId, AdvancedBy)> = advance.into_iter().flatten().collect();
            going.sort_unstable_by_key(|(team, _)| *team);
            (last.then_some(ranked), going)
        };
        let reversed = order.iter().rev().copied().collect();
        assert_ne!(after(order.to_vec()), after(reversed), "contest {}: an idle janken", self.seed);
    }
}
