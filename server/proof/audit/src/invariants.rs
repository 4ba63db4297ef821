//! Invariants of a whole game, for whoever sees all of it at once: what the public sees, and what each team has sealed.

use std::sync::Arc;

use ishigaki_rules::{Event, Game, Setup, TeamId, Tsuyama};

use crate::auction::Auction;
use crate::seals::Seals;
use crate::{Checked, Coverage, Violation, wall};

/// The books of one game.
#[derive(Debug)]
pub struct Invariants {
    setup: Arc<Setup>,
    auction: Auction,
    /// Sealings of each team, in the order of the set-up.
    seals: Vec<Seals>,
    /// Coverage of what was reached.
    pub coverage: Coverage,
}

impl Invariants {
    /// The books of a game in which nothing has happened.
    pub fn new(setup: &Arc<Setup>) -> Self {
        Self {
            auction: Auction::new(setup),
            seals: setup.team_ids().map(Seals::new).collect(),
            coverage: Coverage::default(),
            setup: Arc::clone(setup),
        }
    }

    /// Follows an event with all that is sealed in it, between the games before and after it, as the public and all teams see
    /// it.
    ///
    /// # Errors
    /// The first promise that does not hold.
    pub fn follow(&mut self, before: &Game, event: &Event, after: &Game) -> Checked {
        let mut is_public = true;
        if let Some(team) = event.fact.sealer() {
            is_public = self.seal(team, event)?;
        } else {
            self.seals.iter_mut().try_for_each(|seals| seals.follow(event))?;
        }
        if is_public { self.see(before, &event.public(), after) } else { Ok(()) }
    }

    /// Follows an event as the public sees it.
    ///
    /// # Errors
    /// The first promise that does not hold.
    pub fn see(&mut self, before: &Game, event: &Event, after: &Game) -> Checked {
        self.coverage.happened(&event.fact);
        self.auction.follow(before, event, after, &mut self.coverage)?;
        wall::check(event, after, &mut self.coverage)
    }

    /// Follows what a team's own feed shows of a list or re-bid that it sealed; whether it is the first one, which the public
    /// sees.
    ///
    /// # Errors
    /// The first promise that does not hold.
    pub fn seal(&mut self, team: TeamId, event: &Event) -> Checked<bool> {
        match self.seals.get_mut(team.index()) {
            Some(seals) => seals.take(event, &self.setup, &mut self.coverage),
            None => Err(Violation::Broken(format!("no team {team:?}"))),
        }
    }

    /// Follows what a team's own feed shows of a public event.
    ///
    /// # Errors
    /// The first promise that does not hold.
    pub fn show(&mut self, team: TeamId, event: &Event) -> Checked {
        self.seals.get_mut(team.index()).map_or(Ok(()), |seals| seals.follow(event))
    }

    /// Returns whether a price stands in what the team has sealed now.
    pub fn knows(&self, team: TeamId, price: Tsuyama) -> bool {
        self.seals.get(team.index()).is_some_and(|seals| seals.knows(price))
    }

    /// The books of the auctions.
    pub fn auction(&self) -> &Auction {
        &self.auction
    }
}
