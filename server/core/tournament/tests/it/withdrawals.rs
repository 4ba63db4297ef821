//! Forfeits, withdrawals, and firsts found by the ranking: their effects and their limits.
#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

use std::sync::Arc;

use ishigaki_matching::Blossom;
use ishigaki_othello::Reason;
use ishigaki_rules::GameTime;
use ishigaki_tournament::{
    Act, Actor, Command, Division, DrawNumber, Entrant, Field, First, Flow, ForfeitTiebreak, FoundBy,
    LeagueId, Plan, Played, PlayerId, PlayerState, PoolId, Rejection, Round, SeedMode, Slip, Stage,
    Tournament, decide,
};

fn plan() -> Plan {
    ishigaki_preset::shipped("O18").expect("a preset").plan
}

/// Leagues of `players` players. Line i has the number i + 1.
fn flow(plan: Plan, players: u32) -> Flow {
    let field = Field::new((1..=players).map(|number| Some(DrawNumber(number))).collect());
    let division = Division::of(&field, plan.leagues).expect("enough");
    Flow::new(Arc::new(plan), Arc::new(field), division.leagues)
}

fn round(flow: &mut Flow, leaving: &[PlayerId], late: Option<PlayerId>) -> Vec<(PlayerId, PlayerId)> {
    flow.pass(leaving).expect("possible");
    let pools = flow.pair(&Blossom).expect("few gaps");
    let pairs: Vec<(PlayerId, PlayerId)> = pools.iter().flat_map(|pool| pool.pairs.clone()).collect();
    let game = |(a, b): &(PlayerId, PlayerId)| {
        let (winner, loser) = if a < b { (*a, *b) } else { (*b, *a) };
        match late {
            Some(late) if late == winner => Played { winner: loser, loser: winner, forfeit: true },
            _ => Played { winner, loser, forfeit: late == Some(loser) },
        }
    };
    let games: Vec<Played> = pairs.iter().map(game).collect();
    let byes: Vec<PlayerId> = pools.iter().filter_map(|pool| pool.bye).collect();
    flow.play(&games, &byes).expect("as it was paired");
    pairs
}

#[test]
fn forfeit_counts_as_meeting_and_not_as_bye() {
    let mut flow = flow(plan(), 8);
    // League A has the numbers 1, 3, 5 and 7: 7 plays 3, and 5 plays 1. Number 1 (line 0) is absent.
    let pairs = round(&mut flow, &[], Some(PlayerId(0)));
    let opponent = PlayerId(4);
    assert!(pairs.contains(&(opponent, PlayerId(0))));
    let history = flow.history();
    assert_eq!((history.wins(opponent), history.losses(PlayerId(0))), (1, 1));
    assert_eq!((history.byes(opponent), history.meetings(opponent, PlayerId(0))), (0, 1));
}

#[test]
fn forfeit_tiebreak_value_follows_plan() {
    let strength = |forfeit_tiebreak| {
        let mut flow = flow(Plan { forfeit_tiebreak, ..plan() }, 8);
        round(&mut flow, &[], Some(PlayerId(6)));
        round(&mut flow, &[], None);
        let standings = flow.standings();
        let of = |player| {
            let standing = standings.iter().find(|standing| standing.player == player).expect("present");
            standing.keys.strength[0]
        };
        // Line 2 won by forfeit against line 6, which has won once since. Line 6 lost to line 2, which has won
        // twice.
        (of(PlayerId(2)), of(PlayerId(6)))
    };
    let (as_opponent, loser) = strength(ForfeitTiebreak::Opponent);
    let (as_phantom, same_loser) = strength(ForfeitTiebreak::Phantom);
    assert_eq!(loser, same_loser, "the loser's entry is the real opponent either way");
    assert!(as_opponent >= as_phantom, "{as_opponent} {as_phantom}");
    let mut flow = flow(Plan { forfeit_tiebreak: ForfeitTiebreak::Phantom, ..plan() }, 8);
    round(&mut flow, &[], Some(PlayerId(6)));
    let standing = flow.standings().into_iter().find(|standing| standing.player == PlayerId(2));
    assert_eq!(standing.expect("present").keys.strength[0], -1);
}

#[test]
fn forfeits_and_two_fallen_flags_are_not_rated_and_a_ruling_is() {
    let slip = |reason| Slip { reason, ..Slip::plain(PlayerId(0), PlayerId(1)) };
    let rated = [Reason::Normal, Reason::Time, Reason::Referee].map(|reason| slip(reason).is_rated());
    assert_eq!(rated, [true; 3]);
    assert!(![Reason::Forfeit, Reason::DoubleTime].into_iter().any(|reason| slip(reason).is_rated()));
}

#[test]
fn withdrawn_player_loses_later_rounds_and_is_ranked() {
    let mut flow = flow(plan(), 8);
    round(&mut flow, &[], None);
    let gone = PlayerId(7);
    round(&mut flow, &[gone], None);
    round(&mut flow, &[], None);
    assert_eq!(flow.state_of(gone), PlayerState::Withdrawn);
    assert_eq!((flow.history().wins(gone), flow.history().losses(gone)), (0, 3));
    let last = flow.standings().pop().expect("eight").player;
    assert_eq!(last, gone, "no wins, and no opponent since");
    assert!(flow.pools().iter().all(|(_, members)| !members.contains(&gone)));
}

#[test]
fn sole_unbeaten_of_a_league_wins_until_the_last_round() {
    let mut flow = flow(plan(), 8);
    round(&mut flow, &[], None);
    round(&mut flow, &[], None);
    let passage = flow.pass(&[]).expect("nobody leaves");
    assert_eq!(passage.qualified, [LeagueId(0), LeagueId(1)]);
    let expected = First { player: PlayerId(0), by: FoundBy::Sole, after: Round(2) };
    assert_eq!(flow.firsts()[0], Some(expected));
    for _ in 0..4 {
        round(&mut flow, &[], None);
    }
    assert_eq!((flow.history().wins(PlayerId(0)), flow.history().byes(PlayerId(0))), (6, 0));
    assert!(flow.members(PoolId::Placement).iter().all(|player| flow.history().losses(*player) > 0));
}

struct Desk(Tournament);

impl Desk {
    fn ask(&mut self, by: Actor, act: Act) -> Result<(), Rejection> {
        for event in decide(&self.0, &Command::new(GameTime(0), by, act), &Blossom)? {
            self.0.apply(&event);
        }
        Ok(())
    }

    fn must(&mut self, act: Act) {
        self.ask(Actor::Organiser, act).expect("possible");
    }

    /// Twelve players in leagues of one round.
    fn of_one_league_round() -> Self {
        let plan = Plan { seed_mode: SeedMode::Lcg, league_rounds: Round(1), ..plan() };
        let mut desk = Self(Tournament::new(plan.check().expect("a plan")));
        desk.must(Act::SetRoster { roster: vec![Entrant::default(); 12] });
        desk.must(Act::Commit { commitment: [1; 32] });
        desk.must(Act::EnterDigits { results: ["2718", "0314", "9265"].map(str::to_owned).to_vec() });
        desk.must(Act::MakeLeagues);
        desk
    }

    fn play(&mut self, round: u32) {
        let round = Round(round);
        self.must(Act::PairRound { round });
        let paired = self.0.rounds().last().expect("paired");
        let games: Vec<(PlayerId, PlayerId)> = paired.games().map(|(_, a, b)| (a, b)).collect();
        for (winner, loser) in games {
            self.must(Act::EnterResult { round, slip: Slip::plain(winner, loser) });
        }
    }

    fn first(&self, league: LeagueId) -> Option<First> {
        self.0.flow().expect("leagues").firsts()[league.index()]
    }
}

#[test]
fn first_by_a_complete_round_does_not_withdraw() {
    let mut desk = Desk::of_one_league_round();
    desk.play(1);
    let league = LeagueId(0);
    assert_eq!(desk.first(league), None, "the next round is not paired yet");
    let mut later = Desk(desk.0.clone());
    later.play(2);
    let player = later.first(league).expect("found").player;
    let withdrawn = desk.ask(Actor::Desk, Act::Withdraw { player });
    assert_eq!(withdrawn, Err(Rejection::CannotWithdraw { player }));
}

#[test]
fn first_by_ranking_is_confirmed_once_by_referee() {
    let mut desk = Desk::of_one_league_round();
    let league = LeagueId(0);
    let nothing = Err(Rejection::NothingToRule { league });
    assert_eq!(desk.ask(Actor::Referee, Act::ConfirmFirst { league }), nothing);
    for round in 1..=2 {
        desk.play(round);
    }
    // In each league, three players were unbeaten after its only round.
    let first = desk.first(league).expect("found");
    assert_eq!((first.by, first.after), (FoundBy::Ranking, Round(1)));
    assert_eq!(desk.ask(Actor::Desk, Act::ConfirmFirst { league }), Err(Rejection::NotTheReferee));
    desk.ask(Actor::Referee, Act::ConfirmFirst { league }).expect("open");
    assert!(desk.0.is_confirmed(league));
    assert_eq!(desk.ask(Actor::Referee, Act::ConfirmFirst { league }), nothing);
    desk.must(Act::Abandon { reason: "the hall is flooded".to_owned() });
    let abandoned = Err(Rejection::WrongStage { stage: Stage::Abandoned });
    assert_eq!(desk.ask(Actor::Referee, Act::ConfirmFirst { league: LeagueId(1) }), abandoned);
}
