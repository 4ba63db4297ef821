//! What a team sends: lists, re-bids, walls.

use ishigaki_proto::{convert, team, wire};
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{GameTime, Phase, Revision, StoneId};

use super::Client;
use crate::Error;
use crate::bot::Line;

/// What the server says of a list or a re-bid that it has sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// Which revision it is, from 1.
    pub revision: Revision,
    /// When the server held the whole message (`A3`).
    pub received_at: GameTime,
}

impl Client {
    /// Seals the team's list for the round that is open, in place of the one the feed has shown (`A2`). No
    /// bids at all is a decline.
    pub async fn seal(&mut self, bids: &[Bid]) -> Result<Sealed, Error> {
        let bids = convert::bids_to_wire(bids, self.setup());
        self.submit(bids).await
    }

    /// As [`Client::seal`], with lots by their codes: the server says which of them do not exist.
    pub async fn seal_lines(&mut self, lines: &[Line]) -> Result<Sealed, Error> {
        let bid = |line: &Line| wire::Bid { lot: line.lot.clone(), price: line.price.0 };
        self.submit(lines.iter().map(bid).collect()).await
    }

    /// Declines this round (`A4`): seals an empty list.
    pub async fn decline(&mut self) -> Result<Sealed, Error> {
        self.submit(Vec::new()).await
    }

    /// Seals new prices for the team's tied lines in the wave that is open (`A7`). None at all is a pass.
    pub async fn raise(&mut self, raises: &[Raise]) -> Result<Sealed, Error> {
        let record = self.game().current_round();
        let wave = match self.game().phase() {
            Phase::Rebidding { wave, .. } => wave.0,
            // No wave is open, as the server will say.
            _ => 1,
        };
        let request = team::SubmitRebidRequest {
            game: self.id().to_owned(),
            round: self.round_meant(),
            attempt: record.map_or(0, |record| record.attempt),
            wave,
            replaces_revision: revision(record.and_then(|record| record.raise_revision(self.me()))),
            raises: convert::raises_to_wire(raises),
        };
        let answer = self.link.team().submit_rebid(request).await?.into_inner();
        Ok(Sealed { revision: Revision(answer.revision), received_at: GameTime(answer.received_at_ms) })
    }

    /// Passes in the wave that is open (`A7`): gives the tied lines up.
    pub async fn pass(&mut self) -> Result<Sealed, Error> {
        self.raise(&[]).await
    }

    /// Lays a stone, or moves one that lies on the wall (`W4`).
    pub async fn place(&mut self, placement: &Placement<StoneId>) -> Result<(), Error> {
        self.place_wire(convert::placement_to_wire(placement, self.setup())).await
    }

    /// Takes a stone off the wall (`W4`).
    pub async fn take_out(&mut self, stone: StoneId) -> Result<(), Error> {
        let stone = convert::stone_to_wire(stone, self.setup());
        self.take_out_wire(stone).await
    }

    /// Replaces the whole wall in one step (`W5`).
    pub async fn submit_wall(&mut self, placements: &[Placement<StoneId>]) -> Result<(), Error> {
        let placement = |placement| convert::placement_to_wire(placement, self.setup());
        let request = team::SubmitWallRequest {
            game: self.id().to_owned(),
            placements: placements.iter().map(placement).collect(),
        };
        self.link.team().submit_wall(request).await?;
        Ok(())
    }

    /// As [`Client::place`], with the stone as the wire names it: the server says whether it exists.
    pub async fn place_wire(&mut self, placement: wire::Placement) -> Result<(), Error> {
        let request = team::PlaceStoneRequest { game: self.id().to_owned(), placement: Some(placement) };
        self.link.team().place_stone(request).await?;
        Ok(())
    }

    /// As [`Client::take_out`], with the stone as the wire names it.
    pub async fn take_out_wire(&mut self, stone: wire::Stone) -> Result<(), Error> {
        let request = team::TakeOutStoneRequest { game: self.id().to_owned(), stone: Some(stone) };
        self.link.team().take_out_stone(request).await?;
        Ok(())
    }

    async fn submit(&mut self, bids: Vec<wire::Bid>) -> Result<Sealed, Error> {
        let record = self.game().current_round();
        let request = team::SubmitBidsRequest {
            game: self.id().to_owned(),
            round: self.round_meant(),
            attempt: record.map_or(0, |record| record.attempt),
            replaces_revision: revision(record.and_then(|record| record.revision(self.me()))),
            bids,
        };
        let answer = self.link.team().submit_bids(request).await?.into_inner();
        Ok(Sealed { revision: Revision(answer.revision), received_at: GameTime(answer.received_at_ms) })
    }

    /// The round that a list is meant for: the one under way, else the next one, which the server will refuse
    /// with the reason.
    fn round_meant(&self) -> u32 {
        match (self.game().current_round(), self.game().phase()) {
            (Some(record), _) => record.round.0,
            (None, Phase::Ready { next }) => next.0,
            (None, _) => u32::try_from(self.setup().rounds.len()).unwrap_or(u32::MAX),
        }
    }
}

fn revision(revision: Option<Revision>) -> u32 {
    revision.map_or(0, |revision| revision.0)
}
