//! Plays one random event.

use ishigaki_matching::Blossom;
use ishigaki_othello::Reason;
use ishigaki_rules::GameTime;
use ishigaki_tournament::{
    Act, Actor, Command, DrawNumber, Entrant, Event, ForfeitTiebreak, GapRule, KnockOut, LeagueId, Lottery,
    PairFault, PlaceCriterion, Plan, PlayerId, PlayerState, PrizeRule, Rejection, Round, SeedClass, SeedMode,
    Slip, Stage, Tournament, class_slips, decide,
};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use ishigaki_audit::event;

use crate::chance::held;
use crate::chance::reference_matcher::ReferenceMatcher;

pub(crate) struct Played {
    pub(crate) tournament: Tournament,
    pub(crate) facts: Vec<Event>,
    pub(crate) firsts_named: usize,
    pub(crate) left: usize,
    pub(crate) turned: usize,
}

struct Desk {
    tournament: Tournament,
    facts: Vec<Event>,
    chance: ChaCha8Rng,
    seed: u64,
}

/// Plays the event of a seed with at most `most` players.
pub(crate) fn event(seed: u64, most: usize) -> Played {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let plan = plan(&mut chance);
    let mut desk = Desk { tournament: Tournament::new(plan), facts: Vec::new(), chance, seed };
    desk.draw(most);
    let (mut firsts_named, mut left, mut turned) = (0, 0, 0);
    // In some events the referee overrules many results.
    let ruling = *[0.0, 0.0, 0.5, 2.0].choose(&mut desk.chance).expect("not empty");
    // In some events no player withdraws, in some many do.
    let leaving = *[0.0, 0.01, 0.05, 0.4].choose(&mut desk.chance).expect("not empty");
    while let Stage::Between { next } = desk.tournament.stage() {
        let gone = desk.withdraw(leaving);
        left += gone.len();
        firsts_named += desk.pair(next);
        if desk.tournament.stage() != Stage::Abandoned {
            desk.are_gone(&gone);
            desk.play(next);
            turned += desk.overrule(ruling);
        }
    }
    if desk.tournament.stage() == Stage::Over {
        desk.must(Actor::Organiser, Act::Declare);
    }
    Played { tournament: desk.tournament, facts: desk.facts, firsts_named, left, turned }
}

/// A shipped plan or a random one, with some settings changed.
fn plan(chance: &mut ChaCha8Rng) -> Plan {
    let mut plan = if chance.random_bool(0.3) { own_plan(chance) } else { shipped_plan(chance) };
    plan.gap = *[GapRule::WorstFirst, GapRule::BestFirst].choose(chance).expect("not empty");
    plan.forfeit_tiebreak =
        *[ForfeitTiebreak::Opponent, ForfeitTiebreak::Phantom].choose(chance).expect("not empty");
    plan.seed_mode = *[SeedMode::Manual, SeedMode::Lcg].choose(chance).expect("not empty");
    plan
}

fn shipped_plan(chance: &mut ChaCha8Rng) -> Plan {
    let name = *["M42", "O18", "MX"].choose(chance).expect("not empty");
    ishigaki_preset::shipped(name).expect("a preset").plan
}

/// Draws random settings until they make a valid plan. Each fault names its rule and field.
fn own_plan(chance: &mut ChaCha8Rng) -> Plan {
    loop {
        match any_plan(chance).check() {
            Ok(plan) => return plan,
            Err(fault) => assert!(!fault.rule().is_empty() && !fault.field().is_empty(), "{fault:?}"),
        }
    }
}

fn any_plan(chance: &mut ChaCha8Rng) -> Plan {
    let shipped = shipped_plan(chance);
    let (rounds, last) = (chance.random_range(0..=9), chance.random_range(0..=13));
    let semi_finals: Option<u32> = chance.random_bool(0.5).then(|| last + chance.random_range(0..=1));
    let finals = semi_finals.unwrap_or(0).max(last) + chance.random_range(1..=2);
    let lottery = |chance: &mut ChaCha8Rng| Lottery {
        name: "a lottery".to_owned(),
        digits: chance.random_range(0..=6),
        zeros: chance.random_range(0..=1),
        date: None,
    };
    let mut numbers: Vec<DrawNumber> = (1..=chance.random_range(10..=11)).map(DrawNumber).collect();
    numbers.shuffle(chance);
    let class = |(at, numbers): (usize, &[DrawNumber])| SeedClass {
        name: format!("class {at}"),
        numbers: numbers.to_vec(),
    };
    let all = [
        PlaceCriterion::Wins,
        PlaceCriterion::Prize,
        PlaceCriterion::PrizeOrder,
        PlaceCriterion::Before,
        PlaceCriterion::Provisional,
    ];
    let mut criteria = all.to_vec();
    criteria.shuffle(chance);
    criteria.truncate(chance.random_range(0..=5));
    let count = if chance.random_bool(0.1) { chance.random_range(0..=8) } else { 2 };
    Plan {
        leagues: if semi_finals.is_some() && count == 2 { 4 } else { count },
        league_rounds: Round(rounds),
        last_round: Round(last),
        strength_depth: chance.random_range(0..=13),
        lotteries: (0..chance.random_range(0..=4)).map(|_| lottery(chance)).collect(),
        seed_classes: numbers.chunks(chance.random_range(3..=11)).enumerate().map(class).collect(),
        knock_out: Some(KnockOut {
            semi_finals: semi_finals.map(Round),
            finals: Round(finals),
            third_place_game: chance.random_bool(0.3),
            womens_final: chance.random_bool(0.3),
        }),
        prizes: *[PrizeRule::Nobody, PrizeRule::Games, PrizeRule::LostToKnockOut]
            .choose(chance)
            .expect("three"),
        criteria,
        ..shipped
    }
}

impl Desk {
    fn attempt(&mut self, by: Actor, act: Act) -> Result<(), Rejection> {
        let at = GameTime(u64::try_from(self.facts.len()).expect("few"));
        for event in decide(&self.tournament, &Command::new(at, by, act), &Blossom)? {
            self.tournament.apply(&event);
            self.facts.push(event);
        }
        Ok(())
    }

    fn must(&mut self, by: Actor, act: Act) {
        let act_text = format!("{act:?}");
        let result = self.attempt(by, act);
        assert_eq!(result, Ok(()), "event {}: {act_text}", self.seed);
    }

    /// Roster, commitment, digits, reception, leagues.
    fn draw(&mut self, most: usize) {
        let lines = self.chance.random_range(8..=most);
        let classes = self.tournament.plan().seed_classes.len();
        let roster: Vec<Entrant> = (0..lines)
            .map(|_| Entrant {
                seed: self.chance.random_bool(0.05).then(|| self.chance.random_range(0..classes)),
                woman: self.chance.random_bool(0.2),
                ..Entrant::default()
            })
            .collect();
        let seeds: Vec<Option<usize>> = roster.iter().map(|entrant| entrant.seed).collect();
        self.must(Actor::Organiser, Act::SetRoster { roster });
        self.must(Actor::Organiser, Act::Commit { commitment: [7; 32] });
        let digits: Vec<u32> =
            self.tournament.plan().lotteries.iter().map(|lottery| lottery.digits).collect();
        let mut result =
            |digits| (0..digits).map(|_| char::from(self.chance.random_range(b'0'..=b'9'))).collect();
        let results = digits.into_iter().map(&mut result).collect();
        let least = 2 * usize::from(self.tournament.plan().leagues);
        let absent: Vec<bool> =
            (0..lines).map(|line| line >= least && self.chance.random_bool(0.04)).collect();
        for (line, _) in absent.iter().enumerate().filter(|(_, absent)| **absent) {
            let player = PlayerId::at(line);
            // The others are only missed once the digits are known.
            if self.chance.random_bool(0.5) {
                self.must(Actor::Desk, Act::MarkAttendance { player, absent: true });
            }
        }
        self.must(Actor::Organiser, Act::EnterDigits { results });
        for (line, _) in absent.iter().enumerate().filter(|(_, absent)| **absent) {
            let (player, reason) = (PlayerId::at(line), "did not come".to_owned());
            self.must(Actor::Referee, Act::OverruleAttendance { player, absent: true, reason });
        }
        if self.tournament.plan().seed_mode == SeedMode::Manual {
            self.draw_slips(&seeds, &absent);
        }
        self.must(Actor::Organiser, Act::MakeLeagues);
    }

    fn draw_slips(&mut self, seeds: &[Option<usize>], absent: &[bool]) {
        for class in 0..self.tournament.plan().seed_classes.len() {
            let roster = ishigaki_tournament::Attendance { seeds, absent };
            let mut slips: Vec<DrawNumber> = class_slips(self.tournament.plan(), roster, class);
            slips.shuffle(&mut self.chance);
            let present = (0..seeds.len()).filter(|line| seeds[*line] == Some(class) && !absent[*line]);
            let drawn: Vec<(usize, DrawNumber)> = present.zip(slips).collect();
            for (line, number) in drawn {
                self.must(Actor::Desk, Act::DrawSlip { player: PlayerId::at(line), number });
            }
        }
    }

    /// Asserts that players who withdrew between two rounds don't continue as a league's first (`TW1`, `TF5`).
    fn are_gone(&self, players: &[PlayerId]) {
        let flow = self.tournament.flow().expect("leagues are made");
        for player in players {
            assert_eq!(flow.state_of(*player), PlayerState::Withdrawn, "event {}, {player:?}", self.seed);
        }
    }

    fn withdraw(&mut self, share: f64) -> Vec<PlayerId> {
        let flow = self.tournament.flow().expect("leagues are made");
        let playing: Vec<PlayerId> = flow
            .field()
            .present()
            .filter(|player| {
                matches!(flow.state_of(*player), PlayerState::League(_) | PlayerState::Placement)
            })
            .collect();
        let mut left = Vec::new();
        for player in playing {
            if self.chance.random_bool(share) {
                match self.attempt(Actor::Desk, Act::Withdraw { player }) {
                    Ok(()) => left.push(player),
                    // The leagues are over, or the player has become a league's first.
                    Err(Rejection::CannotWithdraw { .. }) => {}
                    Err(other) => panic!("event {}: {other:?}", self.seed),
                }
            }
        }
        left
    }

    /// Overrules about `about` results of any round, and returns their number. A result that a later play-off
    /// depends on stays.
    fn overrule(&mut self, about: f64) -> usize {
        let mut turned = 0;
        while self.chance.random_bool(about / (about + 1.0)) {
            let entries = self.tournament.entries();
            if entries.is_empty() {
                return turned;
            }
            let at = self.chance.random_range(0..entries.len());
            let Slip { winner, loser, .. } = entries[at].slip;
            let (winner, loser) =
                if self.chance.random_bool(0.5) { (loser, winner) } else { (winner, loser) };
            let entry = u32::try_from(at + 1).expect("few");
            let reason = "the cards were swapped".to_owned();
            let act = Act::Overrule { entry, slip: Slip::plain(winner, loser), reason };
            match self.attempt(Actor::Referee, act) {
                Ok(()) => turned += 1,
                Err(Rejection::BuiltUpon { .. } | Rejection::EntryTakenBack { .. }) => {}
                Err(other) => panic!("event {}: {other:?}", self.seed),
            }
        }
        turned
    }

    /// Pairs a round. The referee names the first of an empty league. Returns the number of those rulings.
    fn pair(&mut self, round: Round) -> usize {
        let mut named = 0;
        loop {
            let before = self.tournament.clone();
            match self.attempt(Actor::Organiser, Act::PairRound { round }) {
                Ok(()) => {
                    held(self.seed, event::pairing(&before, &self.tournament, &ReferenceMatcher));
                    self.reconsider(round);
                    return named;
                }
                Err(Rejection::NobodyLeft { league }) if self.name_first(league) => {}
                Err(Rejection::NobodyLeft { .. }) => {
                    let reason = "nobody is left who could be a league's first".to_owned();
                    self.must(Actor::Organiser, Act::Abandon { reason });
                    return named;
                }
                Err(other) => panic!("event {}: {other:?}", self.seed),
            }
            named += 1;
        }
    }

    /// In some rounds the referee takes the pairing back. He may excuse a player or fix a pair before the round is
    /// paired again.
    fn reconsider(&mut self, round: Round) {
        let paired = self.tournament.rounds().last().expect("just paired").clone();
        if paired.open() == 0 || !self.chance.random_bool(0.1) {
            return;
        }
        let reason = || "a mistake at the desk".to_owned();
        self.must(Actor::Referee, Act::UnpairRound { round, reason: reason() });
        let players: Vec<PlayerId> = paired
            .pools
            .iter()
            .flat_map(|pool| &pool.pairs)
            .flat_map(|(one, other)| [*one, *other])
            .collect();
        if let Some(player) = players.choose(&mut self.chance).copied()
            && self.chance.random_bool(0.5)
        {
            self.must(Actor::Referee, Act::Excuse { player, reason: reason() });
        }
        let pool = paired.pools.iter().filter(|pool| pool.pairs.len() > 1).collect::<Vec<_>>();
        let fixed = pool.choose(&mut self.chance).map(|pool| (pool.pairs[0].0, pool.pairs[1].0));
        let by_ruling = fixed.map(|pair| Act::PairByRuling { round, fixed: vec![pair], reason: reason() });
        match by_ruling.map(|act| self.attempt(Actor::Referee, act)) {
            Some(Ok(())) => {}
            None | Some(Err(Rejection::BadPairs(PairFault::NotInPool { .. }))) => {
                self.must(Actor::Organiser, Act::PairRound { round });
            }
            Some(Err(other)) => panic!("event {}: {other:?}", self.seed),
        }
    }

    /// Names the first eligible player as a league's first, and returns whether a player was eligible.
    fn name_first(&mut self, league: LeagueId) -> bool {
        let flow = self.tournament.flow().expect("leagues are made");
        let players: Vec<PlayerId> = flow.field().present().collect();
        let reason = || "nobody of the league is left".to_owned();
        players.into_iter().any(|player| {
            self.attempt(Actor::Referee, Act::NameFirst { league, player, reason: reason() }).is_ok()
        })
    }

    /// Enters random results of a round in two orders that must lead to the same state.
    fn play(&mut self, round: Round) {
        let paired = self.tournament.rounds().last().expect("just paired");
        let games: Vec<(PlayerId, PlayerId)> = paired.games().map(|(_, a, b)| (a, b)).collect();
        let mut slips: Vec<Slip> = Vec::new();
        for (a, b) in games {
            let (winner, loser) = if self.chance.random_bool(0.5) { (a, b) } else { (b, a) };
            let forfeit = self.chance.random_bool(0.05);
            let reason = if forfeit { Reason::Forfeit } else { Reason::Normal };
            slips.push(Slip { reason, ..Slip::plain(winner, loser) });
        }
        let mut otherwise = slips.clone();
        otherwise.shuffle(&mut self.chance);
        held(self.seed, event::order_of_results(&self.tournament, (&slips, &otherwise), &ReferenceMatcher));
        for slip in slips {
            self.must(Actor::Desk, Act::EnterResult { round, slip });
        }
    }
}
