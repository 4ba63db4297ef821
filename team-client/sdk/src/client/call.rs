//! Calls of a team: lists, re-bids, walls, messages.

use ishigaki_client::team::{SealOutcome, Sealing, WallRequest};
use ishigaki_client::{messages, now};
use ishigaki_proto::convert::RequestedAct;
use ishigaki_proto::fault::Fault;
use ishigaki_proto::{convert, team, wire};
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{Actor, Command, Game, GameTime, MessageNo, QuestionNo, Revision, StoneId, decide};
use tonic::Code;

use super::Client;
use crate::Error;
use crate::line::Line;

/// The server's answer to a list or re-bid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedAnswer {
    pub revision: Revision,
    /// When the server had received the whole message (`A3`).
    pub received_at: GameTime,
    /// The verified receipt, also in [`Client::receipts`].
    pub receipt: StoredReceipt,
}

impl Client {
    /// Submits the team's list for the open round, in place of the one the feed has shown (`A2`). An empty
    /// list is a decline.
    ///
    /// The receipt is verified at once: commitment, owner, purpose and signature.
    ///
    /// # Errors
    /// [`Error::Call`] if it is rejected or no answer came, [`Error::Receipt`] if the receipt is invalid.
    pub async fn seal(&mut self, bids: &[Bid]) -> Result<SealedAnswer, Error> {
        let bids = convert::bids_to_wire(bids, self.setup());
        self.submit(Sealing::Bids(bids)).await
    }

    /// Like [`Client::seal`], with codes of lots, which the server checks.
    ///
    /// # Errors
    /// [`Error::Call`] if it is rejected or no answer came, [`Error::Receipt`] if the receipt is invalid.
    pub async fn seal_lines(&mut self, lines: &[Line]) -> Result<SealedAnswer, Error> {
        self.submit(Line::sealing(lines)).await
    }

    /// Declines this round (`A4`) by submitting an empty list.
    ///
    /// # Errors
    /// [`Error::Call`] if it is rejected or no answer came, [`Error::Receipt`] if the receipt is invalid.
    pub async fn decline(&mut self) -> Result<SealedAnswer, Error> {
        self.submit(Sealing::Bids(Vec::new())).await
    }

    /// Submits new prices for the team's tied lines in the open wave (`A7`). An empty list is a pass.
    ///
    /// # Errors
    /// [`Error::Call`] if it is rejected or no answer came, [`Error::Receipt`] if the receipt is invalid.
    pub async fn raise(&mut self, raises: &[Raise]) -> Result<SealedAnswer, Error> {
        self.submit(Sealing::Raises(raises.to_vec())).await
    }

    /// Passes in the open wave (`A7`): gives up the tied lines.
    ///
    /// # Errors
    /// [`Error::Call`] if it is rejected or no answer came, [`Error::Receipt`] if the receipt is invalid.
    pub async fn pass(&mut self) -> Result<SealedAnswer, Error> {
        self.raise(&[]).await
    }

    /// Places a stone, or moves a placed one (`W4`).
    ///
    /// # Errors
    /// [`Error::Call`] if it is rejected or no answer came.
    pub async fn place(&mut self, placement: &Placement<StoneId>) -> Result<(), Error> {
        self.place_wire(convert::placement_to_wire(placement, self.setup())).await
    }

    /// Removes a stone from the wall (`W4`).
    ///
    /// # Errors
    /// [`Error::Call`] if it is rejected or no answer came.
    pub async fn take_out(&mut self, stone: StoneId) -> Result<(), Error> {
        let stone = convert::stone_to_wire(stone, self.setup());
        self.take_out_wire(stone).await
    }

    /// Replaces the whole wall in one step (`W5`).
    ///
    /// # Errors
    /// [`Error::Call`] if it is rejected or no answer came.
    pub async fn submit_wall(&mut self, placements: &[Placement<StoneId>]) -> Result<(), Error> {
        let placement = |placement| convert::placement_to_wire(placement, self.setup());
        self.submit_wall_wire(placements.iter().map(placement).collect()).await
    }

    /// Like [`Client::submit_wall`], with wire names of stones.
    ///
    /// # Errors
    /// [`Error::Call`] if it is rejected or no answer came.
    pub async fn submit_wall_wire(&mut self, placements: Vec<wire::Placement>) -> Result<(), Error> {
        let request = self.wall_request(placements);
        self.build(WallRequest::Submit(request)).await
    }

    fn wall_request(&self, placements: Vec<wire::Placement>) -> team::SubmitWallRequest {
        let replaces_revision = self.wall_revision();
        team::SubmitWallRequest { game: self.id().to_owned(), placements, replaces_revision }
    }

    /// 0 if it never changed.
    fn wall_revision(&self) -> u32 {
        self.wall().map_or(0, |wall| wall.0)
    }

    async fn build(&mut self, request: WallRequest) -> Result<(), Error> {
        let revision = request.send(&self.link).await?;
        self.watch.session.note_wall(revision);
        Ok(())
    }

    /// Returns the game with this wall by the local rules, without a call.
    ///
    /// # Errors
    /// [`CallError::Refused`](crate::CallError::Refused) if the server would reject it.
    pub fn try_wall(&self, placements: &[wire::Placement]) -> Result<Game, Error> {
        let setup = self.setup();
        let refused = |fault| Error::refused(Box::new(fault));
        let request = self.wall_request(placements.to_vec());
        let RequestedAct { act, origin } =
            convert::act::submit_wall(&request, self.me(), setup).map_err(refused)?;
        let at = self.mirror().game_time(now()).unwrap_or_default();
        let events = decide(self.game(), &Command { at, by: Actor::Team(self.me()), act })
            .map_err(|rejection| refused(Fault::of_rejected(&rejection, setup, &origin)))?;
        let mut game = self.game().clone();
        for event in &events {
            game.apply(event);
        }
        Ok(game)
    }

    /// Like [`Client::place`], with the wire name of the stone, which the server checks.
    ///
    /// # Errors
    /// [`Error::Call`] if it is rejected or no answer came.
    pub async fn place_wire(&mut self, placement: wire::Placement) -> Result<(), Error> {
        let (game, replaces_revision) = (self.id().to_owned(), self.wall_revision());
        let placement = Some(placement);
        self.build(WallRequest::Place(team::PlaceStoneRequest { game, placement, replaces_revision })).await
    }

    /// Like [`Client::take_out`], with the wire name of the stone.
    ///
    /// # Errors
    /// [`Error::Call`] if it is rejected or no answer came.
    pub async fn take_out_wire(&mut self, stone: wire::Stone) -> Result<(), Error> {
        let (game, replaces_revision) = (self.id().to_owned(), self.wall_revision());
        let stone = Some(stone);
        self.build(WallRequest::TakeOut(team::TakeOutStoneRequest { game, stone, replaces_revision })).await
    }

    /// Confirms that stones have arrived and are the right ones (`W4`, for information only).
    ///
    /// # Errors
    /// [`Error::Call`] if it is rejected or no answer came.
    pub async fn check_stones(&mut self, stones: &[StoneId]) -> Result<(), Error> {
        let stones = stones.iter().map(|&stone| convert::stone_to_wire(stone, self.setup())).collect();
        self.check_stones_wire(stones).await
    }

    /// Like [`Client::check_stones`], with wire names of stones.
    ///
    /// # Errors
    /// [`Error::Call`] if it is rejected or no answer came.
    pub async fn check_stones_wire(&mut self, stones: Vec<wire::Stone>) -> Result<(), Error> {
        let request = team::CheckStonesRequest { game: self.id().to_owned(), stones };
        self.link.team().check_stones(request).await?;
        Ok(())
    }

    /// Asks the judge a question in one line, and returns its number.
    ///
    /// # Errors
    /// [`Error::Call`] if it is rejected or no answer came.
    pub async fn ask(&mut self, text: &str) -> Result<QuestionNo, Error> {
        Ok(messages::ask(&self.link, self.id(), text).await?)
    }

    /// Marks the team's messages up to this one as read ([`Game::messages`]).
    ///
    /// # Errors
    /// [`Error::Call`] if it is rejected or no answer came.
    pub async fn mark_read(&mut self, through: MessageNo) -> Result<(), Error> {
        Ok(messages::mark_read(&self.link, self.id(), through).await?)
    }

    async fn submit(&mut self, sealing: Sealing) -> Result<SealedAnswer, Error> {
        let lost = Error::unanswered(Code::Cancelled);
        let Some((ticket, request)) = self.watch.session.seal(sealing) else { return Err(lost) };
        let answer = self.seals.send(&self.link, request).await;
        let outcome = self.watch.session.take_seal_answer(ticket, answer, Some(now()));
        self.watch.keep();
        match outcome.ok_or(lost)? {
            SealOutcome::Sealed(sealed) => {
                let (revision, received_at) = (sealed.revision, sealed.received_at);
                Ok(SealedAnswer { revision, received_at, receipt: sealed.receipt? })
            }
            SealOutcome::Refused(fault) => Err(Error::refused(fault)),
            SealOutcome::Unanswered { error, .. } => Err(error.into()),
        }
    }
}
