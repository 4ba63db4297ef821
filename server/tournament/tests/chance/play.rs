//! Plays one event by chance.

use ishigaki_matching::Blossom;
use ishigaki_othello::Reason;
use ishigaki_rules::GameTime;
use ishigaki_tournament::{
    Act, Actor, Command, DrawNumber, Entrant, Event, ForfeitTiebreak, GapRule, LeagueId, Plan, PlayerId,
    Rejection, Round, SeedMode, Slip, Stage, Tournament, Whereabouts, class_slips, decide,
};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use crate::invariants;

/// An event that was played to its end.
pub(crate) struct Played {
    pub(crate) tournament: Tournament,
    pub(crate) facts: Vec<Event>,
    /// Leagues in which nobody was left.
    pub(crate) firsts_named: usize,
    /// Players who withdrew.
    pub(crate) left: usize,
}

struct Desk {
    tournament: Tournament,
    facts: Vec<Event>,
    chance: ChaCha8Rng,
    seed: u64,
}

/// Plays the event of a seed, of at most so many players.
pub(crate) fn event(seed: u64, most: usize) -> Played {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let plan = plan(&mut chance);
    let mut desk = Desk { tournament: Tournament::new(plan), facts: Vec::new(), chance, seed };
    desk.draw(most);
    let (mut firsts_named, mut left) = (0, 0);
    // In some events nobody leaves, in some many do.
    let leaving = *[0.0, 0.01, 0.05, 0.4].choose(&mut desk.chance).expect("not empty");
    while let Stage::Between { next } = desk.tournament.stage() {
        left += desk.withdraw(leaving);
        firsts_named += desk.pair(next);
        if desk.tournament.stage() != Stage::Abandoned {
            desk.play(next);
        }
    }
    if desk.tournament.stage() == Stage::Over {
        desk.must(Actor::Organiser, Act::Declare);
    }
    Played { tournament: desk.tournament, facts: desk.facts, firsts_named, left }
}

fn plan(chance: &mut ChaCha8Rng) -> Plan {
    let name = *["M42", "O18", "MX"].choose(chance).expect("not empty");
    let mut plan = ishigaki_preset::shipped(name).expect("a preset").plan;
    plan.gap = *[GapRule::WorstFirst, GapRule::BestFirst].choose(chance).expect("not empty");
    plan.forfeit_tiebreak =
        *[ForfeitTiebreak::Opponent, ForfeitTiebreak::Phantom].choose(chance).expect("not empty");
    plan.seed_mode = *[SeedMode::Manual, SeedMode::Lcg].choose(chance).expect("not empty");
    plan
}

impl Desk {
    fn ask(&mut self, by: Actor, act: Act) -> Result<(), Rejection> {
        let at = GameTime(u64::try_from(self.facts.len()).expect("few"));
        for event in decide(&self.tournament, &Command { at, by, act }, &Blossom)? {
            self.tournament.apply(&event);
            self.facts.push(event);
        }
        Ok(())
    }

    fn must(&mut self, by: Actor, act: Act) {
        let told = format!("{act:?}");
        let asked = self.ask(by, act);
        assert_eq!(asked, Ok(()), "event {}: {told}", self.seed);
    }

    /// Roster, commitment, digits, reception, leagues.
    fn draw(&mut self, most: usize) {
        let lines = self.chance.random_range(8..=most);
        let classes = self.tournament.plan().seed_classes.len();
        let roster: Vec<Entrant> = (0..lines)
            .map(|_| Entrant {
                seed: self.chance.random_bool(0.05).then(|| self.chance.random_range(0..classes)),
                woman: self.chance.random_bool(0.2),
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
        self.must(Actor::Organiser, Act::EnterDigits { results });
        let least = 2 * usize::from(self.tournament.plan().leagues);
        let absent: Vec<bool> =
            (0..lines).map(|line| line >= least && self.chance.random_bool(0.04)).collect();
        for (line, _) in absent.iter().enumerate().filter(|(_, absent)| **absent) {
            self.must(Actor::Desk, Act::MarkAttendance { player: PlayerId::at(line), absent: true });
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

    /// Lets some players leave before the next pairing; how many.
    fn withdraw(&mut self, share: f64) -> usize {
        let flow = self.tournament.flow().expect("leagues are made");
        let playing: Vec<PlayerId> = flow
            .field()
            .present()
            .filter(|player| {
                matches!(flow.whereabouts(*player), Whereabouts::League(_) | Whereabouts::Placement)
            })
            .collect();
        let mut left = 0;
        for player in playing {
            if self.chance.random_bool(share) {
                match self.ask(Actor::Desk, Act::Withdraw { player }) {
                    Ok(()) => left += 1,
                    // The leagues are over.
                    Err(Rejection::CannotWithdraw { .. }) => {}
                    Err(other) => panic!("event {}: {other:?}", self.seed),
                }
            }
        }
        left
    }

    /// Pairs a round; where nobody of a league is left, the referee names somebody. How often.
    fn pair(&mut self, round: Round) -> usize {
        let mut named = 0;
        loop {
            let before = self.tournament.clone();
            match self.ask(Actor::Organiser, Act::PairRound { round }) {
                Ok(()) => {
                    invariants::of_a_pairing(&before, &self.tournament, self.seed);
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

    /// Names the first player who may be a league's first, if there is one.
    fn name_first(&mut self, league: LeagueId) -> bool {
        let flow = self.tournament.flow().expect("leagues are made");
        let players: Vec<PlayerId> = flow.field().present().collect();
        let reason = || "nobody of the league is left".to_owned();
        players.into_iter().any(|player| {
            self.ask(Actor::Referee, Act::NameFirst { league, player, reason: reason() }).is_ok()
        })
    }

    /// Enters all results of a round by chance; in another order they lead to the same.
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
        let mut otherwise = Desk {
            tournament: self.tournament.clone(),
            facts: self.facts.clone(),
            chance: ChaCha8Rng::seed_from_u64(0),
            seed: self.seed,
        };
        for slip in slips.iter().cloned() {
            self.must(Actor::Desk, Act::EnterResult { round, slip });
        }
        slips.shuffle(&mut self.chance);
        for slip in slips {
            otherwise.must(Actor::Desk, Act::EnterResult { round, slip });
        }
        assert_eq!(self.tournament.flow(), otherwise.tournament.flow(), "event {}", self.seed);
        assert_eq!(self.tournament.playoffs(), otherwise.tournament.playoffs(), "event {}", self.seed);
    }
}
