//! Invariants of a whole game: the public state and all teams' sealed contents.

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
    pub coverage: Coverage,
}

impl Invariants {
    /// Returns the books of a new game.
    pub fn new(setup: &Arc<Setup>) -> Self {
        Self {
            auction: Auction::new(setup),
            seals: setup.team_ids().map(Seals::new).collect(),
            coverage: Coverage::default(),
            setup: Arc::clone(setup),
        }
    }

    /// Follows an event with all its sealed contents, between the games before and after it.
    pub fn follow(&mut self, before: &Game, event: &Event, after: &Game) -> Checked {
        let mut is_public = true;
        if let Some(team) = event.fact.sealer() {
            is_public = self.seal(team, event)?;
        } else {
            self.seals.iter_mut().try_for_each(|seals| seals.follow(event))?;
        }
        if is_public { self.see(before, &event.public(), after) } else { Ok(()) }
    }

    /// Follows an event with its public contents.
    pub fn see(&mut self, before: &Game, event: &Event, after: &Game) -> Checked {
        self.coverage.happened(&event.fact);
        self.auction.follow(before, event, after, &mut self.coverage)?;
        wall::check(event, after, &mut self.coverage)
    }

    /// Follows a list or re-bid in its own team's feed. Returns whether it is the first one, which the public
    /// sees.
    pub fn seal(&mut self, team: TeamId, event: &Event) -> Checked<bool> {
        match self.seals.get_mut(team.index()) {
            Some(seals) => seals.take(event, &self.setup, &mut self.coverage),
            None => Err(Violation::Broken(format!("no team {team:?}"))),
        }
    }

    /// Follows a public event in a team's own feed.
    pub fn show(&mut self, team: TeamId, event: &Event) -> Checked {
        self.seals.get_mut(team.index()).map_or(Ok(()), |seals| seals.follow(event))
    }

    /// Returns whether a price is in the team's sealed contents.
    pub fn knows(&self, team: TeamId, price: Tsuyama) -> bool {
        self.seals.get(team.index()).is_some_and(|seals| seals.knows(price))
    }

    /// Returns the books of the auctions.
    pub fn auction(&self) -> &Auction {
        &self.auction
    }
}
