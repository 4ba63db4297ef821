//! Decisions: the events of a command, or its rejection; and the act behind a fact.
//!
//! [`decide`] changes nothing. It works on a copy of the game (`Transition`) in which one fact leads to the
//! next: the last list closes the round, the opening calls a wave, and a wave in which no team can raise
//! closes at once.

mod auction;
mod clock;
mod end;
mod messages;
mod organiser;
mod wall;

use alloc::string::String;
use alloc::vec::Vec;

use super::{
    Act, Actor, AskedQuestion, Command, Event, Fact, Game, LotChoice, Phase, Rejection, RoundRecord,
};
use crate::auction::Settlement;
use crate::wall::{Placement, Placing};
use crate::{GameTime, Millis, RoundNo, Secret, TeamId, WaveNo};

pub(super) use wall::as_placements;

/// Judges a command: returns its events, or a rejection (`A1`–`A10`, `W2`–`W6`, `E1`–`E4`, `T`).
///
/// Total and deterministic. Applying the events in order to the same game gives the new state. A rejected
/// command changes nothing. There are no events for a [`Act::Tick`] with nothing due, or for an act that
/// changes nothing: a stone placed in its current position, an identical wall, stones checked again, messages
/// read again.
///
/// The caller must pass commands in the order of their stamps, and decide a [`Act::Tick`] before any command
/// stamped at or after [`Game::due`].
///
/// # Errors
///
/// Returns the [`Rejection`] with the rule, the field and the figures.
pub fn decide(game: &Game, command: &Command) -> Result<Vec<Event>, Rejection> {
    Ok(decide_settled(game, command)?.into_iter().map(|decided| decided.event).collect())
}

/// Does the same as [`decide`], and also returns the settlements that it computed, so that
/// [`Game::apply_decided`] needn't settle again.
pub fn decide_settled(game: &Game, command: &Command) -> Result<Vec<DecidedEvent>, Rejection> {
    check_actor(command)?;
    let mut transition = Transition::new(game, command);
    match &command.act {
        Act::Tick => transition.tick(),
        Act::OpenRound { round } => transition.open_round(*round)?,
        Act::SubmitBids { team, round, attempt, replaces, bids, by_hand } => {
            let by_hand = transition.by_hand(by_hand.as_deref())?;
            transition.meant(*round, *attempt)?;
            transition.seal_bids(*team, *round, *replaces, &bids.0, by_hand)?;
        }
        Act::SubmitRebid { team, round, attempt, wave, replaces, raises, by_hand } => {
            let by_hand = transition.by_hand(by_hand.as_deref())?;
            transition.meant(*round, *attempt)?;
            transition.seal_rebid(*team, (*round, *wave), *replaces, &raises.0, by_hand)?;
        }
        Act::ConfirmLots { round, attempt, lots, seen } => {
            transition.current(*round, Some(*attempt))?;
            transition.confirm(*lots, *seen)?;
        }
        Act::PlaceStone { team, replaces, placement } => transition.place(*team, *replaces, placement)?,
        Act::TakeOutStone { team, replaces, stone } => transition.take_out(*team, *replaces, *stone)?,
        Act::SubmitWall { team, replaces, placements, by_hand } => {
            let by_hand = transition.by_hand(by_hand.as_deref())?;
            transition.replace_wall(*team, *replaces, placements, by_hand)?;
        }
        Act::CountWall { team, count, reason } => transition.count_wall(*team, *count, reason)?,
        Act::TickStones { stones, carried } => transition.tick_stones(stones, *carried)?,
        Act::CheckStones { team, stones } => transition.check_stones(*team, stones)?,
        Act::Remark { text } => transition.remark(text)?,
        Act::Announce { teams, text, asked, corrects } => {
            transition.announce(teams, text, asked.as_ref(), *corrects)?;
        }
        Act::AskQuestion { team, text } => transition.ask(*team, text)?,
        Act::AnswerQuestion { team, question, replaces, text, to_all } => {
            transition.answer((*team, *question), *replaces, text, *to_all)?;
        }
        Act::MarkRead { team, through } => transition.mark_read(*team, *through)?,
        Act::SignalEnd => transition.signal_end()?,
        Act::EnterJanken { order } => transition.enter_janken(order)?,
        Act::Disqualify { team, reason } => transition.disqualify(*team, reason)?,
        Act::Reinstate { team, reason } => transition.reinstate(*team, reason)?,
        Act::DeclareResult => transition.declare()?,
        Act::Pause { reason } => transition.pause(reason)?,
        Act::Resume => transition.resume()?,
        Act::Extend { by, reason } => transition.extend(*by, reason)?,
        Act::VoidRound { round, attempt, reason } => {
            transition.current(*round, *attempt)?;
            transition.void_round(reason)?;
        }
        Act::Abandon { reason } => transition.abandon(reason)?,
    }
    Ok(transition.decided)
}

/// Returns the act behind a fact, given the game before it: [`decide`] leads from one to the other. `None` if
/// the fact only follows from others, or if it is a submission without its contents.
///
/// The act of an opening or of the game's end is a [`Act::Tick`]. With the last list of a round or the last
/// re-bid of a wave, openings follow from that.
pub fn cause(before: &Game, fact: &Fact) -> Option<Act> {
    let record = before.current_round();
    // Without a current round, the rules reject the act whatever round it names.
    let round = record.map_or(RoundNo::FIRST, |record| record.round);
    let attempt = record.map_or(1, |record| record.attempt);
    let wall = |team: TeamId| before.team(team).and_then(|team| team.wall);
    Some(match fact.clone() {
        Fact::ListsOpened { .. } | Fact::RebidsOpened { .. } | Fact::GameEnded => Act::Tick,
        Fact::RoundFinalised { .. } | Fact::NoteSealed => return None,
        Fact::RoundOpened { round, .. } => Act::OpenRound { round },
        Fact::BidsSealed { team, sealed } => {
            let replaces = record.and_then(|record| record.revision(team));
            let (bids, by_hand) = sealed.map(|sealed| (Secret(sealed.lines.to_vec()), sealed.by_hand))?;
            Act::SubmitBids { team, attempt: None, round, replaces, bids, by_hand }
        }
        Fact::RebidSealed { team, sealed } => {
            let waves = record.map_or(0, |record| record.waves.len());
            let wave = WaveNo(u32::try_from(waves).unwrap_or(u32::MAX)).next();
            let replaces = record.and_then(|record| record.raise_revision(team));
            let (raises, by_hand) = sealed.map(|sealed| (Secret(sealed.lines.to_vec()), sealed.by_hand))?;
            Act::SubmitRebid { team, attempt: None, round, wave, replaces, raises, by_hand }
        }
        Fact::LotsConfirmed { lots } => {
            let lots = if let [lot] = lots[..] { LotChoice::One(lot) } else { LotChoice::All };
            Act::ConfirmLots { round, attempt, lots, seen: None }
        }
        Fact::StonePlaced { team, stone, spot } => {
            let placement = Placement { stone, placing: Placing::Turned(spot) };
            Act::PlaceStone { team, replaces: wall(team), placement }
        }
        Fact::StoneTakenOut { team, stone } => Act::TakeOutStone { team, replaces: wall(team), stone },
        Fact::WallReplaced { team, laid, by_hand } => {
            let placement = |(stone, spot)| Placement { stone, placing: Placing::Turned(spot) };
            let placements = laid.into_iter().map(placement).collect();
            Act::SubmitWall { team, replaces: wall(team), placements, by_hand }
        }
        Fact::WallCounted { team, count, reason } => Act::CountWall { team, count, reason },
        Fact::StonesTicked { stones, carried } => Act::TickStones { stones, carried },
        Fact::StonesChecked { team, stones } => Act::CheckStones { team, stones },
        Fact::Remarked { text } => Act::Remark { text },
        Fact::Announced { teams, text, asked, corrects } => Act::Announce { teams, text, asked, corrects },
        Fact::QuestionAsked { team, text, .. } => Act::AskQuestion { team, text },
        Fact::QuestionAnswered { team, question, text, to_all } => {
            let replaces = before.question(team, question).and_then(AskedQuestion::answer_revision);
            Act::AnswerQuestion { team, question, replaces, text, to_all }
        }
        Fact::MessagesRead { team, through } => Act::MarkRead { team, through },
        Fact::EndSignalled { .. } => Act::SignalEnd,
        Fact::JankenEntered { order } => Act::EnterJanken { order },
        Fact::TeamDisqualified { team, reason } => Act::Disqualify { team, reason },
        Fact::TeamReinstated { team, reason } => Act::Reinstate { team, reason },
        Fact::ResultDeclared => Act::DeclareResult,
        Fact::Paused { reason } => Act::Pause { reason },
        Fact::Resumed { .. } => Act::Resume,
        Fact::WindowExtended { closes_at, reason } => {
            let by = before.phase().closes_at().map_or(Millis(0), |before| closes_at.since(before));
            Act::Extend { by, reason }
        }
        Fact::RoundVoided { round, reason, .. } => Act::VoidRound { attempt: None, round, reason },
        Fact::GameAbandoned { reason } => Act::Abandon { reason },
    })
}

/// An event from [`decide_settled`].
#[derive(Clone, Debug)]
pub struct DecidedEvent {
    pub event: Event,
    /// For an opening: the round's settlement after it (`A5`, `A8`).
    pub(super) settlement: Option<Settlement>,
}

struct Transition {
    game: Game,
    at: GameTime,
    by: Actor,
    decided: Vec<DecidedEvent>,
}

impl Transition {
    fn new(game: &Game, command: &Command) -> Self {
        Self { game: game.clone(), at: command.at.max(game.now()), by: command.by, decided: Vec::new() }
    }

    fn happen(&mut self, fact: Fact) {
        self.happen_by(self.by, fact, None);
    }

    /// Adds a fact that follows from the previous one or from time.
    fn follow(&mut self, fact: Fact) {
        self.happen_by(Actor::Clock, fact, None);
    }

    fn open(&mut self, fact: Fact, settlement: Settlement) {
        self.happen_by(Actor::Clock, fact, Some(settlement));
    }

    fn happen_by(&mut self, by: Actor, fact: Fact, settlement: Option<Settlement>) {
        let decided = DecidedEvent { event: Event { at: self.at, by, fact }, settlement };
        self.game.apply_decided(&decided);
        self.decided.push(decided);
    }

    /// Rejects if the team doesn't exist or may not take part now (`E3`).
    fn in_play(&self, team: TeamId) -> Result<(), Rejection> {
        if self.game.team(team).is_none() {
            return Err(Rejection::UnknownTeam { team });
        }
        if self.game.takes_part(team) { Ok(()) } else { Err(Rejection::Disqualified { team }) }
    }

    /// Rejects while the clocks are paused (`T`).
    fn not_paused(&self) -> Result<(), Rejection> {
        if self.game.paused_since().is_some() { Err(Rejection::Paused) } else { Ok(()) }
    }

    /// Rejects commands for a window that has closed (`A3`, `A7`).
    fn not_closed_since(&self, closed: Option<GameTime>) -> Result<(), Rejection> {
        closed.map_or(Ok(()), |deadline| Err(Rejection::Late { at: self.at, deadline }))
    }

    /// Rejects commands at or after the deadline of the open window (`A3`, `A7`).
    fn in_time(&self, deadline: GameTime) -> Result<(), Rejection> {
        if self.at >= deadline { Err(Rejection::Late { at: self.at, deadline }) } else { Ok(()) }
    }

    /// Rejects commands that don't mean the current round, or its attempt if they name one (`G5`). A round
    /// that was open when the game was abandoned is kept, but takes no commands (`G4`).
    fn current(&self, named: RoundNo, attempt: Option<u32>) -> Result<(), Rejection> {
        self.not_closed()?;
        let record = self.game.current_round().ok_or_else(|| self.wrong_phase())?;
        if record.round != named {
            return Err(Rejection::WrongRound { named, current: record.round });
        }
        match attempt {
            Some(attempt) if attempt != record.attempt => {
                Err(Rejection::WrongAttempt { named: attempt, current: record.attempt })
            }
            _ => Ok(()),
        }
    }

    /// Rejects lists and re-bids for another attempt than the current one. For a final round without a
    /// successor they pass, so that they are rejected as late (`A3`).
    fn meant(&self, named: RoundNo, attempt: Option<u32>) -> Result<(), Rejection> {
        let is_meant = |record: &RoundRecord| attempt.is_none_or(|attempt| attempt == record.attempt);
        match self.current(named, attempt) {
            Err(Rejection::WrongPhase { .. })
                if self.not_closed().is_ok() && self.game.final_round(named).is_some_and(is_meant) =>
            {
                Ok(())
            }
            decided => decided,
        }
    }

    /// The attempt that [`Transition::meant`] accepted.
    fn meant_round(&self, round: RoundNo) -> Result<&RoundRecord, Rejection> {
        let current = self.game.current_round().or_else(|| self.game.final_round(round));
        current.ok_or_else(|| self.wrong_phase())
    }

    fn wrong_phase(&self) -> Rejection {
        Rejection::WrongPhase { phase: self.game.phase() }
    }

    fn not_over(&self) -> Result<(), Rejection> {
        if self.game.phase().is_building_time() { Ok(()) } else { Err(self.wrong_phase()) }
    }

    /// Rejects once the result is declared or the game was abandoned.
    fn not_closed(&self) -> Result<(), Rejection> {
        match self.game.phase() {
            Phase::Declared | Phase::Abandoned => Err(self.wrong_phase()),
            _ => Ok(()),
        }
    }
}

/// Rejects a team that acts for another team or as a judge.
fn check_actor(command: &Command) -> Result<(), Rejection> {
    let Actor::Team(actor) = command.by else {
        return Ok(());
    };
    match &command.act {
        Act::SubmitBids { team, .. }
        | Act::SubmitRebid { team, .. }
        | Act::PlaceStone { team, .. }
        | Act::TakeOutStone { team, .. }
        | Act::SubmitWall { team, .. }
        | Act::CheckStones { team, .. }
        | Act::AskQuestion { team, .. }
        | Act::MarkRead { team, .. }
            if *team == actor =>
        {
            Ok(())
        }
        _ => Err(Rejection::NotYours { team: actor }),
    }
}

/// Trims a reason and rejects an empty one by this rule.
fn reason(given: &str, rule: &'static str) -> Result<String, Rejection> {
    let given = given.trim();
    if given.is_empty() { Err(Rejection::NoReason { rule }) } else { Ok(given.into()) }
}
