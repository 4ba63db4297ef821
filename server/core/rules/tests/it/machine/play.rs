//! Runs the rules and the reference side by side, and compares them after every command.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_rules::auction::{Award, FailedCopies, Settlement};
use ishigaki_rules::*;

use super::game::{Part, Reference, Round};
use super::refusals::covered;
use super::steps::Step;
use crate::reference::wall::Squares;

/// A game under the rules, its log, and its public view.
pub(crate) struct Play {
    pub(crate) game: Game,
    public: Game,
    pub(crate) log: Vec<Event>,
    /// The awards of each attempt of each round.
    announced: BTreeMap<(RoundNo, u32), Vec<Award>>,
}

impl Play {
    pub(crate) fn new(setup: &Setup) -> Self {
        assert_eq!(setup.check(), Ok(()));
        let game = Game::new(setup.clone());
        Self { public: game.clone(), game, log: Vec::new(), announced: BTreeMap::new() }
    }

    /// Gives a command that `reference` has already taken.
    pub(crate) fn take(&mut self, reference: &Reference, step: &Step) -> Result<(), Rejection> {
        let Step(command) = step;
        match decide_settled(&self.game, command) {
            Ok(decided) => {
                let mut handed_on = self.game.clone();
                for decided in &decided {
                    handed_on.apply_decided(decided);
                }
                let events = decided.into_iter().map(|decided| decided.event);
                assert_eq!(reference.reasons, [], "obeyed, though there is reason not to: {step:?}");
                let at = command.at.max(self.game.now());
                for (nth, event) in events.enumerate() {
                    let follows = nth > 0 && !matches!(event.fact, Fact::Announced { .. });
                    let by = if follows || command.act == Act::Tick { Actor::Clock } else { command.by };
                    assert_eq!(event.by, by, "{event:?}");
                    assert_eq!(event.at, at);
                    self.happen(event);
                }
                assert_eq!(self.game, handed_on, "what was decided settles as its events do");
                self.note_awards();
                Ok(())
            }
            Err(mut no) => {
                sort_faults(&mut no);
                let reasons = &reference.reasons;
                assert!(reasons.contains(&no), "refused with {no:?}, known reasons {reasons:?}: {step:?}");
                Err(no)
            }
        }
    }

    /// Applies an event to the game, and its public copy, if any, to the public view (`A4`).
    fn happen(&mut self, event: Event) {
        let round = self.game.current_round();
        let fact = match &event.fact {
            Fact::BidsSealed { team, .. } => round
                .is_some_and(|round| !round.sealed.contains_key(team))
                .then_some(Fact::BidsSealed { team: *team, sealed: None }),
            Fact::RebidSealed { team, .. } => round
                .is_some_and(|round| !round.sealed_raises.contains_key(team))
                .then_some(Fact::RebidSealed { team: *team, sealed: None }),
            fact => Some(fact.clone()),
        };
        if let Some(fact) = fact {
            self.public.apply(&Event { fact, ..event });
        }
        self.game.apply(&event);
        self.log.push(event);
    }

    /// Asserts that no award is taken back (`A6`).
    fn note_awards(&mut self) {
        for record in self.game.rounds() {
            let awards = record.settlement.as_ref().map_or(&[][..], Settlement::awards);
            let known = self.announced.entry((record.round, record.attempt)).or_default();
            assert!(known.iter().all(|award| awards.contains(award)), "an award was taken back");
            *known = awards.to_vec();
        }
    }

    /// Compares both games and checks the invariants of every game.
    pub(crate) fn check(&self, reference: &Reference) {
        self.check_clocks(reference);
        self.check_teams(reference);
        self.check_round(reference);
        self.check_ranking(reference);
        reference.check_messages(&self.game);
        self.check_conservation();
        self.check_public();
    }

    fn check_clocks(&self, reference: &Reference) {
        assert_eq!(self.game.phase(), reference.phase);
        assert_eq!(self.game.now(), reference.now);
        assert_eq!(self.game.paused_since(), reference.paused_since);
        assert_eq!(self.game.due(), reference.due());
    }

    fn check_teams(&self, reference: &Reference) {
        assert_eq!(self.game.pool(), reference.pool);
        for (id, expected) in (0..).map(TeamId).zip(&reference.teams) {
            let team = self.game.team(id).expect("a team");
            assert_eq!(team.held, Tsuyama(expected.held));
            assert_eq!(team.stones, expected.stones);
            assert_eq!(team.disqualified.is_some(), expected.part == Part::Disqualified);
            assert_eq!(self.game.takes_part(id), expected.part == Part::In);
            let squares = |(&stone, spot): (&StoneId, &wall::Spot)| {
                let shape = reference.shape(stone);
                (stone, covered(&shape, spot.turn.quarters(), spot.at.row, spot.at.col))
            };
            let laid: BTreeMap<StoneId, Squares> = team.laid.iter().map(squares).collect();
            assert_eq!(laid, expected.laid);
            assert_eq!(team.wall, reference.wall_now(id));
            assert_eq!(team.counted, expected.counted);
            assert_eq!((&team.carried, &team.checked), (&expected.carried, &expected.checked));
        }
    }

    fn check_round(&self, reference: &Reference) {
        let (Some(expected), Some(round)) = (&reference.round, self.game.current_round()) else {
            assert!(reference.round.is_none());
            assert!(self.game.current_round().is_none() || reference.phase == Phase::Abandoned);
            assert_eq!(self.game.awaited_in_wave(), None);
            return;
        };
        assert_eq!((round.round, round.attempt), (expected.number, expected.attempt));
        assert_eq!(round.offer, expected.offer);
        assert_eq!(round.held, reference.teams.iter().map(|team| Tsuyama(team.held)).collect::<Vec<_>>());
        let is_sealed = round.settlement.is_none();
        for team in reference.setup.team_ids() {
            if is_sealed {
                assert_eq!(round.revision(team), expected.sealed.get(&team).map(|sealed| sealed.0));
            }
            assert_eq!(round.raise_revision(team), expected.raises.get(&team).map(|sealed| sealed.0));
        }
        assert_eq!(round.unconfirmed(), reference.unconfirmed());
        let awaited = reference.tied().map(|_| reference.awaited());
        assert_eq!(self.game.awaited_in_wave(), awaited);
        assert_eq!(round.settlement.is_some(), expected.auction.is_some());
        assert_eq!(round.bidding_closed, expected.closed.lists);
        assert_eq!(round.waves_closed, expected.closed.waves);
        if let Some(settlement) = &round.settlement {
            check_settlement(settlement, expected, reference);
        }
    }

    fn check_ranking(&self, reference: &Reference) {
        let standings = self.game.standings();
        let places: Vec<(TeamId, usize)> =
            standings.iter().map(|row| (row.team, row.place as usize)).collect();
        assert_eq!(places, reference.places());
        for row in standings {
            let out = reference.teams[row.team.index()].part == Part::Disqualified;
            assert_eq!(row.tally, (!out).then(|| reference.tally(row.team)));
        }
        assert_eq!(self.game.tied_groups(), reference.tied_groups());
        assert_eq!(self.game.ranking().janken_needed, reference.janken_needed());
        assert_eq!(self.game.janken(), reference.janken);
    }

    /// Asserts that money and stones change hands but are neither created nor lost (`G1`, `G3`, `A10`).
    fn check_conservation(&self) {
        let (setup, game) = (self.game.setup(), &self.game);
        let teams: Vec<_> = setup.team_ids().filter_map(|team| game.team(team)).collect();
        let handed: Vec<&(StoneId, Award)> = game.rounds().iter().flat_map(|round| &round.handed).collect();
        let held: u64 = teams.iter().map(|team| team.held.0).sum();
        let spent: u64 = handed.iter().map(|(_, award)| award.price.0).sum();
        assert_eq!(held + spent, setup.initial.0 * teams.len() as u64, "money");
        let owned: Vec<StoneId> = teams.iter().flat_map(|team| team.stones.iter().copied()).collect();
        let distinct: BTreeSet<StoneId> = owned.iter().copied().collect();
        assert_eq!(distinct.len(), owned.len(), "a stone is in two hands");
        assert_eq!(distinct, handed.iter().map(|(stone, _)| *stone).collect());
        for (lot, spec) in setup.lot_ids().zip(&setup.lots) {
            let out: Vec<u32> =
                distinct.iter().filter(|stone| stone.lot == lot).map(|stone| stone.copy).collect();
            assert_eq!(
                game.pool()[lot.index()] as usize + out.len(),
                spec.copies as usize,
                "copies of {lot:?}"
            );
            assert!(out.iter().copied().eq((1..).take(out.len())), "copies are numbered on");
        }
        for round in game.rounds() {
            let awards = round.settlement.as_ref().map_or(&[][..], Settlement::awards);
            let is_final = round.state == RoundState::Final;
            let given: Vec<Award> = round.handed.iter().map(|(_, award)| *award).collect();
            assert_eq!(given, if is_final { awards } else { &[] });
            for team in setup.team_ids() {
                let own: Vec<&Award> = awards.iter().filter(|award| award.team == team).collect();
                assert!(own.len() <= round.offer.max_wins as usize, "more than W");
                let cost: u64 = own.iter().map(|award| award.price.0).sum();
                assert!(cost <= round.held[team.index()].0, "more than it held");
            }
            assert!(awards.iter().all(|award| award.price >= setup.lots[award.lot.index()].min_price));
        }
    }

    /// Asserts that the public copies of the facts lead to the same game, except for sealed contents (`A4`).
    fn check_public(&self) {
        let (game, public) = (&self.game, &self.public);
        assert_eq!(public.phase(), game.phase());
        assert_eq!(public.paused_since(), game.paused_since());
        assert_eq!(public.pool(), game.pool());
        assert_eq!(public.janken(), game.janken());
        assert_eq!(public.awaited_in_wave(), game.awaited_in_wave());
        assert_eq!(public.standings(), game.standings());
        for team in game.setup().team_ids() {
            assert_eq!(public.team(team), game.team(team));
        }
        assert_eq!(public.rounds().len(), game.rounds().len());
        for (seen, whole) in public.rounds().iter().zip(game.rounds()) {
            assert!(seen.sealed.values().all(Option::is_none));
            assert!(seen.sealed_raises.values().all(Option::is_none));
            assert!(seen.sealed.keys().eq(whole.sealed.keys()));
            assert!(seen.sealed_raises.keys().eq(whole.sealed_raises.keys()));
            let mut as_seen = RoundRecord::clone(whole);
            as_seen.sealed.clone_from(&seen.sealed);
            as_seen.sealed_raises.clone_from(&seen.sealed_raises);
            assert_eq!(**seen, as_seen);
        }
    }

    /// Asserts that the events alone lead to the same game.
    pub(crate) fn check_replay(&self) {
        let mut replayed = Game::new(self.game.setup().clone());
        for event in &self.log {
            replayed.apply(event);
        }
        assert_eq!(replayed, self.game);
    }
}

fn check_settlement(settlement: &Settlement, expected: &Round, reference: &Reference) {
    let Some(auction) = &expected.auction else { return };
    assert_eq!(settlement.awards(), auction.sorted_awards());
    assert_eq!(settlement.is_settled(), auction.ties.is_empty());
    let ties: Vec<(usize, u64, usize)> =
        settlement.ties().iter().map(|tie| (tie.lot.index(), tie.price.0, tie.copies as usize)).collect();
    assert_eq!(ties, auction.ties.iter().map(|(&lot, tie)| (lot, tie.0, tie.1)).collect::<Vec<_>>());
    let failed = |failure: &FailedCopies| (failure.lot.index(), (failure.copies as usize, failure.reason));
    assert_eq!(settlement.failures().iter().map(failed).collect::<BTreeMap<_, _>>(), auction.failed);
    assert!(settlement.free_copies().iter().map(|&free| free as usize).eq(auction.free.iter().copied()));
    for (team, state) in (0..).map(TeamId).zip(&reference.teams) {
        let budget = auction.budget(team.0, state.held).map(Tsuyama);
        assert_eq!(settlement.rebid_budget(team, Tsuyama(state.held)), budget);
    }
}

/// The rules don't define an order of the faults.
fn sort_faults(no: &mut Rejection) {
    match no {
        Rejection::InvalidList { faults } => faults.sort_unstable(),
        Rejection::InvalidRebid { faults } => faults.sort_unstable(),
        _ => {}
    }
}
