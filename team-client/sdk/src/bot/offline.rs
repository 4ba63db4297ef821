//! Whole games between strategies by the rules alone, without server and clock.
//!
//! A server gives the same result, because strategies decide by their view alone.

use super::Strategy;
use crate::view::View;
use ishigaki_proto::fault::Fault;
use ishigaki_rules::{
    Act, Actor, Command, Event, Game, GameTime, LotChoice, Millis, Phase, Rejection, Secret, Setup, TeamId,
    decide,
};

struct OfflineGame<'a, S> {
    game: Game,
    players: &'a mut [S],
    at: GameTime,
    tell: &'a mut dyn FnMut(&Event),
}

/// Plays a game to its end, each team with the strategy at its index. Janken is left undecided.
///
/// After a rejected list, re-bid or wall the team declines, passes, or keeps its wall; the strategy is
/// notified.
///
/// # Errors
/// Rejections of the judge's acts or the clock, which are bugs.
pub fn play_offline<S: Strategy>(setup: Setup, players: &mut [S]) -> Result<Game, Rejection> {
    play_offline_with(setup, players, &mut |_| {})
}

/// Like [`play_offline`], passing each event to `tell`, sealed content included.
///
/// # Errors
/// As [`play_offline`].
pub fn play_offline_with<S: Strategy>(
    setup: Setup,
    players: &mut [S],
    tell: &mut dyn FnMut(&Event),
) -> Result<Game, Rejection> {
    let countdown = setup.end_countdown;
    let mut table = OfflineGame { game: Game::new(setup), players, at: GameTime::default(), tell };
    table.all(Strategy::begin);
    while let Phase::Ready { next } = table.game.phase() {
        table.give(Actor::Judge, Act::OpenRound { round: next })?;
        table.bid()?;
        while let Phase::Rebidding { .. } = table.game.phase() {
            table.raise()?;
        }
        table.confirm()?;
        table.build();
    }
    table.give(Actor::Judge, Act::SignalEnd)?;
    table.at = table.at.after(countdown);
    table.give(Actor::Clock, Act::Tick)?;
    table.all(Strategy::over);
    Ok(table.game)
}

impl<S: Strategy> OfflineGame<'_, S> {
    fn bid(&mut self) -> Result<(), Rejection> {
        let before = self.game.phase();
        for team in self.teams() {
            let Some((round, _)) = (View { game: &self.game, me: team }).open_bidding() else { continue };
            let list = |bids| Act::SubmitBids {
                team,
                attempt: None,
                round,
                replaces: None,
                bids: Secret(bids),
                by_hand: None,
            };
            let bids = self.ask(team, Strategy::bids).unwrap_or_default();
            if !self.take(team, list(bids)) {
                self.give(Actor::Team(team), list(Vec::new()))?;
            }
        }
        self.run_out(before)
    }

    fn raise(&mut self) -> Result<(), Rejection> {
        let before = self.game.phase();
        for team in self.game.awaited_in_wave().unwrap_or_default() {
            let Some((round, _, wave)) = (View { game: &self.game, me: team }).open_wave() else { continue };
            let rebid = |raises| Act::SubmitRebid {
                team,
                attempt: None,
                round,
                wave,
                replaces: None,
                raises: Secret(raises),
                by_hand: None,
            };
            let raises = self.ask(team, Strategy::raises).unwrap_or_default();
            if !self.take(team, rebid(raises)) {
                self.give(Actor::Team(team), rebid(Vec::new()))?;
            }
        }
        self.run_out(before)
    }

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

    fn build(&mut self) {
        for team in self.teams() {
            let wall = self.ask(team, Strategy::wall).flatten();
            if let Some(placements) = wall {
                let replaces = self.game.team(team).and_then(|team| team.wall);
                self.take(team, Act::SubmitWall { team, replaces, placements, by_hand: None });
            }
        }
    }

    fn teams(&self) -> Vec<TeamId> {
        self.game.setup().team_ids().collect()
    }

    fn ask<T>(&mut self, team: TeamId, question: impl FnOnce(&mut S, &View<'_>) -> T) -> Option<T> {
        let player = self.players.get_mut(team.index())?;
        Some(question(player, &View { game: &self.game, me: team }))
    }

    fn all(&mut self, tell: impl Fn(&mut S, &View<'_>)) {
        for team in self.teams() {
            self.ask(team, &tell);
        }
    }

    fn take(&mut self, team: TeamId, act: Act) -> bool {
        let Err(rejection) = self.give(Actor::Team(team), act) else { return true };
        let fault = Fault::of_rejection(&rejection, self.game.setup());
        self.ask(team, |player, _| player.refused(&fault));
        false
    }

    fn give(&mut self, by: Actor, act: Act) -> Result<(), Rejection> {
        // Every act takes a little time, as in a real game.
        self.at = self.at.after(Millis(1));
        for event in decide(&self.game, &Command { at: self.at, by, act })? {
            self.game.apply(&event);
            (self.tell)(&event);
        }
        Ok(())
    }
}
