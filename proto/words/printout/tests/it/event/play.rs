//! Plays the printed events: a 名人戦 of 24 entrants, and a contest day in groups of 13 teams.

use ishigaki_matching::Blossom;
use ishigaki_othello::{Colour, Reason};
use ishigaki_printout::{Edition, EntrantName, GroupEdition};
use ishigaki_rules::ranking::{Contender, Tally};
use ishigaki_rules::{GameTime, TeamId, Tsuyama};
use ishigaki_tournament::{
    Act, Actor, Command, Entrant, GameResult, GroupContest, GroupGame, GroupPhase, PlayerId, Round, Score,
    Slip, Stage, StageId, Timetable, Tournament, Variant, decide,
};
use ishigaki_words::{Lang, Words};

const LINES: usize = 24;
/// The absent player, so that leagues are odd.
const ABSENT: PlayerId = PlayerId(9);

pub(crate) struct Othello {
    pub(crate) title: String,
    pub(crate) tournament: Tournament,
    pub(crate) names: Vec<EntrantName>,
    timetable: Option<Timetable>,
}

impl Othello {
    pub(crate) fn edition(&self, lang: Lang) -> Edition<'_> {
        let words = Words::new(lang);
        let (tournament, names) = (&self.tournament, &self.names);
        Edition { words, title: &self.title, tournament, names, timetable: self.timetable }
    }

    fn act(&mut self, by: Actor, act: Act) {
        let command = Command::new(GameTime(0), by, act);
        for event in decide(&self.tournament, &command, &Blossom).expect("the act is possible") {
            self.tournament.apply(&event);
        }
    }

    fn pair(&mut self) -> Option<Round> {
        let Stage::Between { next } = self.tournament.stage() else { return None };
        self.act(Actor::Organiser, Act::PairRound { round: next });
        Some(next)
    }

    fn play(&mut self, round: Round) {
        let paired = self.tournament.rounds().last().expect("just paired");
        let games: Vec<(PlayerId, PlayerId)> = paired.games().map(|(_, a, b)| (a, b)).collect();
        for (at, (one, other)) in games.into_iter().enumerate() {
            let slip = slip(round, at, one, other);
            self.act(Actor::Desk, Act::EnterResult { round, slip });
        }
    }
}

/// Returns a slip. Only the players' lines decide the winner, and slips have varied further data (TO5, TO7).
fn slip(round: Round, at: usize, one: PlayerId, other: PlayerId) -> Slip {
    let strength = |player: PlayerId| (player.0 * 7 + 5) % 24;
    let upset = (one.0 + other.0 + round.0).is_multiple_of(5);
    let one_wins = (strength(one) < strength(other)) != upset;
    let (winner, loser) = if one_wins { (one, other) } else { (other, one) };
    let discs = 33 + (one.0 * 3 + other.0 + round.0) % 20;
    let score = Some(Score { winner: discs, loser: 64 - discs });
    let black = Some(if at.is_multiple_of(2) { one } else { other });
    let slip = Slip { black, draw_win: black, call: Some(Colour::Black), ..Slip::plain(winner, loser) };
    match (round.0, at) {
        (2, 3) => Slip { reason: Reason::Forfeit, black: None, ..slip },
        (3, 1) => Slip { reason: Reason::Time, ..slip },
        (4, 2) => Slip { reason: Reason::DoubleTime, draw_win: Some(winner), ..slip },
        // The card only has ○ and ×.
        (5, 0) => Slip::plain(winner, loser),
        _ => Slip { score, ..slip },
    }
}

pub(crate) fn committed(preset: &str) -> Othello {
    let preset = ishigaki_preset::shipped(preset).expect("a preset");
    let (title, timetable) = (preset.title, preset.timetable);
    let has_seeds = !preset.plan.seed_classes.is_empty();
    let tournament = Tournament::new(preset.plan);
    let mut event = Othello { title, tournament, names: names(), timetable };
    let seeds = [2, 4, 7, 11];
    let roster = (0..LINES).map(|line| Entrant {
        seed: (has_seeds && seeds.contains(&line)).then_some(0),
        woman: line % 5 == 1,
        ..Entrant::default()
    });
    event.act(Actor::Organiser, Act::SetRoster { roster: roster.collect() });
    event.act(Actor::Organiser, Act::Commit { commitment: [0xab; 32] });
    event
}

/// Returns the event at reception: one seed has drawn a slip, and one player is absent.
pub(crate) fn at_reception(preset: &str) -> Othello {
    let mut event = committed(preset);
    let results = event.tournament.plan().lotteries.iter().map(|lottery| lottery.digits);
    let results = results.map(|digits| "40719320"[..digits as usize].to_owned()).collect();
    event.act(Actor::Desk, Act::MarkAttendance { player: ABSENT, absent: true });
    event.act(Actor::Organiser, Act::EnterDigits { results });
    event.draw_slips(0..1);
    event
}

pub(crate) fn in_leagues(preset: &str) -> Othello {
    let mut event = at_reception(preset);
    event.draw_slips(1..4);
    event.act(Actor::Organiser, Act::MakeLeagues);
    event
}

impl Othello {
    /// Draws slips for these seeds, as far as their class has numbers.
    fn draw_slips(&mut self, seeds: std::ops::Range<usize>) {
        let class = self.tournament.plan().seed_classes.first();
        let numbers = class.map(|class| class.numbers.clone()).unwrap_or_default();
        for (line, number) in [11, 2, 7, 4].into_iter().zip(numbers).take(seeds.end).skip(seeds.start) {
            self.act(Actor::Desk, Act::DrawSlip { player: PlayerId(line), number });
        }
    }
}

/// Returns the event after this number of rounds, with the next one paired. One player leaves after round 4,
/// and a result of round 1 is overruled.
pub(crate) fn paired_after(preset: &str, rounds: u32) -> Othello {
    let mut event = in_leagues(preset);
    while let Some(round) = event.pair()
        && round.0 <= rounds
    {
        event.play(round);
        if round.0 == 1 {
            event.overrule_last();
        }
        if round.0 == 4 {
            let flow = event.tournament.flow().expect("leagues are made");
            let last = flow.standings().last().expect("somebody is there").player;
            event.act(Actor::Desk, Act::Withdraw { player: last });
        }
    }
    event
}

impl Othello {
    fn overrule_last(&mut self) {
        let entry = self.tournament.entries().len();
        let slip = self.tournament.entries()[entry - 1].slip.clone();
        let slip = Slip { reason: Reason::Referee, score: None, ..Slip::plain(slip.loser, slip.winner) };
        let reason = "対局者の申し立てによる".to_owned();
        let entry = u32::try_from(entry).expect("few");
        self.act(Actor::Referee, Act::Overrule { entry, slip, reason });
    }
}

pub(crate) fn declared(preset: &str) -> Othello {
    let mut event = paired_after(preset, u32::MAX);
    event.act(Actor::Referee, Act::Rule { text: "第3回戦は10分遅れて開始".to_owned() });
    event.act(Actor::Organiser, Act::Declare);
    event
}

fn named(name: &str) -> EntrantName {
    EntrantName { name: name.to_owned(), ..EntrantName::default() }
}

/// Real names, and names with characters that are special in output formats.
fn names() -> Vec<EntrantName> {
    let family =
        ["佐藤", "鈴木", "高橋", "田中", "伊藤", "渡辺", "山本", "中村", "小林", "加藤", "吉田", "山田"];
    let romaji = [
        "Sato",
        "Suzuki",
        "Takahashi",
        "Tanaka",
        "Ito",
        "Watanabe",
        "Yamamoto",
        "Nakamura",
        "Kobayashi",
        "Kato",
        "Yoshida",
        "Yamada",
    ];
    let given = [("一", "Hajime"), ("梓", "Azusa")];
    let mut names: Vec<EntrantName> = (0..LINES)
        .map(|line| {
            let (kanji, latin) = given[line / family.len()];
            EntrantName {
                name: format!("{}{kanji}", family[line % family.len()]),
                romaji: Some(format!("{}, {latin}", romaji[line % romaji.len()])),
                ..EntrantName::default()
            }
        })
        .collect();
    names[5] = named("=HYPERLINK(\"x\")");
    names[6] = named("<script>&amp;</script>\u{202e}");
    names[8] = named("ｶﾜﾊﾞﾀ José-María de la Cruz y Fernández");
    names
}

pub(crate) struct ContestDay {
    pub(crate) contest: GroupContest,
    names: Vec<EntrantName>,
}

impl ContestDay {
    pub(crate) fn edition(&self, lang: Lang) -> GroupEdition<'_> {
        let (contest, names) = (&self.contest, &self.names);
        GroupEdition { words: Words::new(lang), title: "石垣工務店", contest, names }
    }

    fn perform(&mut self, by: Actor, act: Act) {
        let command = Command::new(GameTime(0), by, act);
        for event in self.contest.decide(&command).expect("the act is possible") {
            self.contest.apply(&event);
        }
    }

    /// Draws and plays a stage.
    fn play_stage(&mut self, stage: StageId, contender: impl Fn(TeamId) -> Contender) {
        self.perform(Actor::Organiser, Act::DrawGroups { stage, without_game: false });
        let games: Vec<(GroupGame, Vec<TeamId>)> =
            self.contest.games().map(|(game, group)| (game, group.teams.clone())).collect();
        for (game, teams) in games.into_iter().filter(|(game, _)| game.stage == stage) {
            let contenders = teams.into_iter().map(&contender).collect();
            let result = GameResult { contenders, janken: Vec::new() };
            self.perform(Actor::Organiser, Act::CountGame { game, result });
        }
    }
}

/// Derives a team's tally from its line; one team is disqualified.
fn contender(team: TeamId) -> Contender {
    let tally = Tally {
        empty: team.0 * 5 % 7,
        top_gaps: team.0 % 3,
        held: Tsuyama(u64::from(team.0) * 35),
        used: 9,
        unused: team.0 % 2,
    };
    Contender { team, tally: (team.0 != 4).then_some(tally) }
}

fn equal(team: TeamId) -> Contender {
    let tally = Tally { empty: 3, top_gaps: 1, held: Tsuyama(40), used: 9, unused: 0 };
    Contender { team, tally: Some(tally) }
}

fn variant(teams: u32) -> Variant {
    Variant { teams, scenario: format!("wall-{teams}"), spare: Some(format!("wall-{teams}-spare")) }
}

/// The day before its first draw.
fn morning() -> ContestDay {
    let mut plan = ishigaki_preset::read_groups(ishigaki_preset::ISHIGAKI).expect("a preset").plan;
    plan.stages[0].variants = [6, 7].map(variant).to_vec();
    let roster = (1..=13).map(|number| Entrant::of(format!("T{number:02}"))).collect();
    let names = (1..=13).map(|number| named(&format!("津山高専{number}")));
    let mut day = ContestDay { contest: GroupContest::new(plan), names: names.collect() };
    day.perform(Actor::Organiser, Act::SetRoster { roster });
    day.perform(Actor::Organiser, Act::Commit { commitment: [1; 32] });
    let results = ["407", "1932", "0586", "7741"].map(str::to_owned).to_vec();
    day.perform(Actor::Organiser, Act::EnterDigits { results });
    day
}

pub(crate) fn drawn() -> ContestDay {
    let mut day = morning();
    day.perform(Actor::Organiser, Act::DrawGroups { stage: StageId(0), without_game: false });
    day
}

/// The day with its heats played but not closed.
pub(crate) fn heats() -> ContestDay {
    let mut day = morning();
    day.play_stage(StageId(0), contender);
    day
}

/// The same with an absent team, a game replaced by its spare, and a result overruled by the referee.
pub(crate) fn heats_with_rulings() -> ContestDay {
    let mut day = morning();
    let stage = StageId(0);
    day.perform(Actor::Organiser, Act::MarkTeamAttendance { stage, team: TeamId(12), absent: true });
    day.play_stage(stage, contender);
    let games: Vec<GroupGame> = day.contest.games().map(|(game, _)| game).collect();
    let [first, second] = games[..] else { panic!("two groups") };
    let teams = day.contest.drawn(stage).expect("just drawn").groups[first.group.index()].teams.clone();
    let result =
        GameResult { contenders: teams.into_iter().map(contender).rev().collect(), janken: Vec::new() };
    let reason = "石の数え直し".to_owned();
    day.perform(Actor::Referee, Act::OverruleGame { game: first, result, reason: reason.clone() });
    let replaced = Act::ReplaceGame { game: second, reason, counted: true };
    day.perform(Actor::Referee, replaced);
    day
}

/// The same with all teams equal.
pub(crate) fn heats_of_equals() -> ContestDay {
    let mut day = morning();
    day.play_stage(StageId(0), equal);
    day
}

/// The day with only its first group's game counted and one of its teams disqualified.
pub(crate) fn heats_half_counted() -> ContestDay {
    let mut day = drawn();
    let drawn = day.contest.games().next();
    let (game, teams) = drawn.map(|(game, group)| (game, group.teams.clone())).expect("a game");
    let result = GameResult { contenders: teams.into_iter().map(contender).collect(), janken: Vec::new() };
    day.perform(Actor::Organiser, Act::CountGame { game, result });
    day
}

pub(crate) fn day() -> ContestDay {
    let mut day = played();
    day.perform(Actor::Organiser, Act::Declare);
    day
}

/// The whole day without its declaration.
pub(crate) fn played() -> ContestDay {
    let mut day = heats();
    loop {
        match day.contest.phase() {
            GroupPhase::Playing { stage } => day.perform(Actor::Organiser, Act::CloseStage { stage }),
            GroupPhase::Reception { stage } => day.play_stage(stage, contender),
            _ => break,
        }
    }
    day
}
