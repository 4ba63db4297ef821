//! What a team sends: lists, re-bids, walls.

use ishigaki_client::now;
use ishigaki_proto::convert::Asked;
use ishigaki_proto::fault::Fault;
use ishigaki_proto::padding::pad_request;
use ishigaki_proto::{convert, team, wire};
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::sealing::{bids_text, raises_text};
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{Actor, Command, Game, GameTime, Phase, Revision, StoneId, decide};

use super::Client;
use crate::line::Line;
use crate::receipts::{Moment, check};
use crate::{Error, ReceiptFault};

/// What the server says of a list or a re-bid that it has sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// Which revision it is, from 1.
    pub revision: Revision,
    /// When the server held the whole message (`A3`).
    pub received_at: GameTime,
    /// The server's receipt, with what it is for: it has been checked, and is among [`Client::receipts`].
    pub receipt: StoredReceipt,
}

impl Client {
    /// Seals the team's list for the round that is open, in place of the one the feed has shown (`A2`). No
    /// bids at all is a decline.
    ///
    /// As with everything that seals, the server's receipt is checked at once: the commitment to this very list,
    /// whose it is and for what, the signature. [`Error::Receipt`] says what is wrong with it.
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
            padding: Vec::new(),
        };
        let request = pad_request(request, self.setup());
        let mut moment =
            Moment { round: request.round, attempt: request.attempt, wave, at: GameTime::default() };
        let answer = self.link.team().submit_rebid(request).await?.into_inner();
        moment.at = GameTime(answer.received_at_ms);
        let receipt = self.take_receipt(answer.receipt.as_ref(), &moment, raises_text(raises))?;
        Ok(Sealed { revision: Revision(answer.revision), received_at: moment.at, receipt })
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
        self.submit_wall_wire(placements.iter().map(placement).collect()).await
    }

    /// As [`Client::submit_wall`], with the stones as the wire names them.
    pub async fn submit_wall_wire(&mut self, placements: Vec<wire::Placement>) -> Result<(), Error> {
        let request = self.wall_request(placements);
        let answer = self.link.team().submit_wall(request).await?.into_inner();
        self.wall = known(answer.revision);
        Ok(())
    }

    fn wall_request(&self, placements: Vec<wire::Placement>) -> team::SubmitWallRequest {
        team::SubmitWallRequest {
            game: self.id().to_owned(),
            placements,
            replaces_revision: revision(self.wall()),
        }
    }

    /// What the game would be with this wall, by the rules as this client has them; nothing is sent.
    ///
    /// Fails with [`Error::Refused`] as the server would.
    pub fn try_wall(&self, placements: &[wire::Placement]) -> Result<Game, Error> {
        let setup = self.setup();
        let refused = |fault| Error::Refused(Box::new(fault));
        let request = self.wall_request(placements.to_vec());
        let Asked { act, origin } = convert::act::submit_wall(&request, self.me(), setup).map_err(refused)?;
        let at = self.mirror().game_time(now()).unwrap_or_default();
        let events = decide(self.game(), &Command { at, by: Actor::Team(self.me()), act })
            .map_err(|rejection| refused(Fault::of_rejected(&rejection, setup, &origin)))?;
        let mut game = self.game().clone();
        for event in &events {
            game.apply(event);
        }
        Ok(game)
    }

    /// As [`Client::place`], with the stone as the wire names it: the server says whether it exists.
    pub async fn place_wire(&mut self, placement: wire::Placement) -> Result<(), Error> {
        let request = team::PlaceStoneRequest {
            game: self.id().to_owned(),
            placement: Some(placement),
            replaces_revision: revision(self.wall()),
        };
        let answer = self.link.team().place_stone(request).await?.into_inner();
        self.wall = known(answer.revision);
        Ok(())
    }

    /// As [`Client::take_out`], with the stone as the wire names it.
    pub async fn take_out_wire(&mut self, stone: wire::Stone) -> Result<(), Error> {
        let request = team::TakeOutStoneRequest {
            game: self.id().to_owned(),
            stone: Some(stone),
            replaces_revision: revision(self.wall()),
        };
        let answer = self.link.team().take_out_stone(request).await?.into_inner();
        self.wall = known(answer.revision);
        Ok(())
    }

    /// Says that stones have arrived and are the right ones (`W4`: information only).
    pub async fn check_stones(&mut self, stones: &[StoneId]) -> Result<(), Error> {
        let stones = stones.iter().map(|&stone| convert::stone_to_wire(stone, self.setup())).collect();
        self.check_stones_wire(stones).await
    }

    /// As [`Client::check_stones`], with the stones as the wire names them.
    pub async fn check_stones_wire(&mut self, stones: Vec<wire::Stone>) -> Result<(), Error> {
        let request = team::CheckStonesRequest { game: self.id().to_owned(), stones };
        self.link.team().check_stones(request).await?;
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
            padding: Vec::new(),
        };
        let request = pad_request(request, self.setup());
        let mut moment =
            Moment { round: request.round, attempt: request.attempt, wave: 0, at: GameTime::default() };
        let known = convert::bids_from_wire(&request.bids, self.setup()).ok();
        let text = known.and_then(|bids| bids_text(self.setup(), &bids).ok());
        let answer = self.link.team().submit_bids(request).await?.into_inner();
        moment.at = GameTime(answer.received_at_ms);
        // A list that cannot be spelled cannot have been sealed.
        let receipt =
            self.take_receipt(answer.receipt.as_ref(), &moment, text.ok_or(ReceiptFault::OtherList)?)?;
        Ok(Sealed { revision: Revision(answer.revision), received_at: moment.at, receipt })
    }

    /// Checks the receipt in an answer against what was sent, and keeps it.
    fn take_receipt(
        &mut self,
        receipt: Option<&wire::SealReceipt>,
        moment: &Moment,
        text: String,
    ) -> Result<StoredReceipt, ReceiptFault> {
        let watch = &mut self.watch;
        let key = watch.mirror.server_key().ok_or(ReceiptFault::NoKey)?;
        let instance = watch.mirror.instance().ok_or(ReceiptFault::NoKey)?;
        let context = moment.in_game(watch.receipts.game(), instance, watch.receipts.team(), key);
        let stored = check(receipt, &context, text)?;
        watch.receipts.take(stored.clone())?;
        Ok(stored)
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

fn known(revision: u32) -> Option<Revision> {
    (revision > 0).then_some(Revision(revision))
}

fn revision(revision: Option<Revision>) -> u32 {
    revision.map_or(0, |revision| revision.0)
}
