//! A whole game by the rules alone: strategies against each other, without a server, a wire or a clock.
//!
//! What a rehearsal plays over the wire, an arena plays in a moment; the two come to the same result, since a
//! strategy decides by what it sees of the game and by nothing else. [`tournament`] plays many games and
//! [`command`] shows what came of them.

pub mod command;
pub mod estimate;
pub mod tournament;

use ishigaki_rules::{
    Act, Actor, Command, Game, GameTime, LotChoice, Millis, Phase, Rejection, Secret, Setup, TeamId, decide,
};
use team_client::bot::{Strategy, View};

/// A game and those who play it.
struct Arena<'a, S> {
    game: Game,
    players: &'a mut [S],
    at: GameTime,
}

/// Plays a game to its end, each team by the strategy in its place. Janken is left undecided.
///
/// # Errors
/// What the rules refuse: a list, a re-bid or a wall that is not valid.
pub fn play<S: Strategy>(setup: Setup, players: &mut [S]) -> Result<Game, Rejection> {
    let countdown = setup.end_countdown;
    let mut arena = Arena { game: Game::new(setup), players, at: GameTime::default() };
    while let Phase::Ready { next } = arena.game.phase() {
        arena.give(Actor::Judge, Act::OpenRound { round: next })?;
        arena.bid()?;
        while let Phase::Rebidding { .. } = arena.game.phase() {
            arena.raise()?;
        }
        arena.confirm()?;
        arena.build()?;
    }
    arena.give(Actor::Judge, Act::SignalEnd)?;
    arena.at = arena.at.after(countdown);
    arena.give(Actor::Clock, Act::Tick)?;
    Ok(arena.game)
}

impl<S: Strategy> Arena<'_, S> {
    fn bid(&mut self) -> Result<(), Rejection> {
        let before = self.game.phase();
        for team in self.teams() {
            let Some((round, _)) = (View { game: &self.game, me: team }).open_bidding() else { continue };
            let bids = self.ask(team, Strategy::bids).unwrap_or_default();
            let act = Act::SubmitBids {
                team,
                attempt: None,
                round,
                replaces: None,
                bids: Secret(bids),
                by_hand: None,
            };
            self.give(Actor::Team(team), act)?;
        }
        self.run_out(before)
    }

    fn raise(&mut self) -> Result<(), Rejection> {
        let before = self.game.phase();
        for team in self.game.awaited_in_wave().unwrap_or_default() {
            let Some((round, _, wave)) = (View { game: &self.game, me: team }).open_wave() else { continue };
            let raises = self.ask(team, Strategy::raises).unwrap_or_default();
            let raises = Secret(raises);
            let act =
                Act::SubmitRebid { team, attempt: None, round, wave, replaces: None, raises, by_hand: None };
            self.give(Actor::Team(team), act)?;
        }
        self.run_out(before)
    }

    /// Lets the window run out if it did not close before.
    fn run_out(&mut self, window: Phase) -> Result<(), Rejection> {
        match self.game.due() {
            Some(due) if self.game.phase() == window => {
                self.at = due;
                self.give(Actor::Clock, Act::Tick)
            }
            _ => Ok(()),
        }
    }

    fn confirm(&mut self) -> Result<(), Rejection> {
        let Some(record) = self.game.current_round() else { return Ok(()) };
        let (round, attempt) = (record.round, record.attempt);
        self.give(Actor::Judge, Act::ConfirmLots { round, attempt, lots: LotChoice::All, seen: None })
    }

    fn build(&mut self) -> Result<(), Rejection> {
        for team in self.teams() {
            let wall = self.ask(team, Strategy::wall).flatten();
            if let Some(placements) = wall {
                let replaces = self.game.team(team).and_then(|team| team.wall);
                let act = Act::SubmitWall { team, replaces, placements, by_hand: None };
                self.give(Actor::Team(team), act)?;
            }
        }
        Ok(())
    }

    fn teams(&self) -> Vec<TeamId> {
        self.game.setup().team_ids().collect()
    }

    fn ask<T>(&mut self, team: TeamId, question: impl FnOnce(&mut S, &View<'_>) -> T) -> Option<T> {
        let player = self.players.get_mut(team.index())?;
        Some(question(player, &View { game: &self.game, me: team }))
    }

    fn give(&mut self, by: Actor, act: Act) -> Result<(), Rejection> {
        // Time goes on a little with every act, as it does in a hall.
        self.at = self.at.after(Millis(1));
        for event in decide(&self.game, &Command { at: self.at, by, act })? {
            self.game.apply(&event);
        }
        Ok(())
    }
}
