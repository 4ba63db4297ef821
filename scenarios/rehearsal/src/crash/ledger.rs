//! What clients sent and what came of it, as far as they know.
//!
//! Knows acts and facts; no server and no feed. A ledger is kept on the client's side only, so that it can be
//! held against whatever the server says after a kill.

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::{Placement, Placing};
use ishigaki_rules::{Act, Actor, Event, Fact, Game, GameTime, LotChoice, Revision, Sealed, Secret, TeamId};

/// One call of one client, in the order of its calls: a client sends one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What was sent.
    pub act: Act,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The server says that it is done, and this about it.
    Acknowledged(Answer),
    /// The server says that it comes to nothing.
    Refused,
    /// No answer came.
    Unknown,
}

/// What an answer tells of the fact that it acknowledges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The revision of what was sealed.
    pub revision: Option<Revision>,
    /// When the server received it.
    pub received_at: Option<GameTime>,
    /// The server's clock when it answered: the fact cannot be later.
    pub answered_at: Option<GameTime>,
}

/// A fact that somebody brought about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// The fact, with all that is sealed in it.
    pub event: Event,
    /// The act that leads to it, where the game stood.
    pub act: Act,
}

impl Deed {
    /// The deed in an event that is about to be applied to this game; `None` for what time or the rules bring
    /// about by themselves, and for a sealed list that is not known.
    pub fn of(before: &Game, event: &Event) -> Option<Self> {
        if event.by == Actor::Clock {
            return None;
        }
        Some(Self { event: event.clone(), act: act_of(before, event)? })
    }
}

impl Entry {
    /// Whether this call says the very thing that was done.
    pub fn explains(&self, deed: &Deed) -> bool {
        match (&self.act, &deed.event.fact) {
            // Both ways of confirming the last lot that is left lead to the same fact; what was seen leaves no trace.
            (Act::ConfirmLots { round, attempt, lots: choice, .. }, Fact::LotsConfirmed { lots }) => {
                let confirming =
                    |lots| Act::ConfirmLots { round: *round, attempt: *attempt, lots, seen: None };
                let is_all = confirming(LotChoice::All) == deed.act;
                match choice {
                    LotChoice::All => is_all,
                    LotChoice::One(lot) => {
                        (is_all || confirming(*choice) == deed.act) && lots.as_slice() == [*lot]
                    }
                }
            }
            (Act::SubmitWall { team, replaces, placements, by_hand }, Fact::WallReplaced { .. }) => {
                let mut placements = placements.clone();
                placements.sort_by_key(|placement| placement.stone);
                let (replaces, by_hand) = (*replaces, by_hand.clone());
                Act::SubmitWall { team: *team, replaces, placements, by_hand } == deed.act
            }
            _ => self.act == deed.act,
        }
    }

    /// Whether what the answer said of the fact is true of it.
    pub fn fits(&self, deed: &Deed) -> bool {
        let Outcome::Acknowledged(answer) = self.outcome else {
            return true;
        };
        let at = deed.event.at;
        answer.revision.is_none_or(|revision| revision_of(&deed.event.fact) == Some(revision))
            && answer.received_at.is_none_or(|received_at| received_at == at)
            && answer.answered_at.is_none_or(|answered_at| at <= answered_at)
    }
}

/// The name of the fact that an act is for, as [`Fact::name`] has it.
pub const fn name(act: &Act) -> &'static str {
    match act {
        Act::Tick => "tick",
        Act::OpenRound { .. } => "round_opened",
        Act::SubmitBids { .. } => "bids_sealed",
        Act::SubmitRebid { .. } => "rebid_sealed",
        Act::ConfirmLots { .. } => "lots_confirmed",
        Act::PlaceStone { .. } => "stone_placed",
        Act::TakeOutStone { .. } => "stone_taken_out",
        Act::SubmitWall { .. } => "wall_replaced",
        Act::CountWall { .. } => "wall_counted",
        Act::TickStones { .. } => "stones_ticked",
        Act::CheckStones { .. } => "stones_checked",
        Act::Remark { .. } => "remarked",
        Act::SignalEnd => "end_signalled",
        Act::EnterJanken { .. } => "janken_entered",
        Act::Disqualify { .. } => "team_disqualified",
        Act::Reinstate { .. } => "team_reinstated",
        Act::DeclareResult => "result_declared",
        Act::Pause { .. } => "paused",
        Act::Resume => "resumed",
        Act::Extend { .. } => "window_extended",
        Act::VoidRound { .. } => "round_voided",
        Act::Abandon { .. } => "game_abandoned",
    }
}

fn revision_of(fact: &Fact) -> Option<Revision> {
    match fact {
        Fact::BidsSealed { sealed, .. } => sealed.as_ref().map(|sealed| sealed.revision),
        Fact::RebidSealed { sealed, .. } => sealed.as_ref().map(|sealed| sealed.revision),
        _ => None,
    }
}

/// The act that leads to this fact in this game.
fn act_of(before: &Game, event: &Event) -> Option<Act> {
    let record = before.current_round();
    let place = record.map(|record| (record.round, record.attempt));
    Some(match &event.fact {
        Fact::RoundOpened { round, .. } => Act::OpenRound { round: *round },
        Fact::BidsSealed { team, sealed } => {
            let (round, attempt) = place?;
            let sealed = sealed.as_ref()?;
            let (replaces, bids): (_, Secret<Vec<Bid>>) = unsealed(sealed);
            let by_hand = sealed.by_hand.clone();
            Act::SubmitBids { team: *team, round, attempt: Some(attempt), replaces, bids, by_hand }
        }
        Fact::RebidSealed { team, sealed } => {
            let (round, attempt) = place?;
            let ishigaki_rules::Phase::Rebidding { wave, .. } = before.phase() else { return None };
            let sealed = sealed.as_ref()?;
            let (replaces, raises): (_, Secret<Vec<Raise>>) = unsealed(sealed);
            let by_hand = sealed.by_hand.clone();
            Act::SubmitRebid { team: *team, round, attempt: Some(attempt), wave, replaces, raises, by_hand }
        }
        Fact::LotsConfirmed { lots } => {
            let (round, attempt) = place?;
            let lots = match lots.as_slice() {
                [lot] if record?.unconfirmed().len() > 1 => LotChoice::One(*lot),
                _ => LotChoice::All,
            };
            Act::ConfirmLots { round, attempt, lots, seen: None }
        }
        Fact::StonePlaced { team, stone, spot } => {
            let placement = Placement { stone: *stone, placing: Placing::Turned(*spot) };
            Act::PlaceStone { team: *team, replaces: wall_of(before, *team), placement }
        }
        Fact::StoneTakenOut { team, stone } => {
            Act::TakeOutStone { team: *team, replaces: wall_of(before, *team), stone: *stone }
        }
        Fact::WallReplaced { team, laid, by_hand } => {
            let laid = laid.iter().map(|(stone, spot)| (*stone, Placing::Turned(*spot)));
            let placements = laid.map(|(stone, placing)| Placement { stone, placing }).collect();
            let replaces = wall_of(before, *team);
            Act::SubmitWall { team: *team, replaces, placements, by_hand: by_hand.clone() }
        }
        Fact::WallCounted { team, count, reason } => {
            Act::CountWall { team: *team, count: *count, reason: reason.clone() }
        }
        Fact::StonesTicked { stones, carried } => {
            Act::TickStones { stones: stones.clone(), carried: *carried }
        }
        Fact::StonesChecked { team, stones } => Act::CheckStones { team: *team, stones: stones.clone() },
        Fact::Remarked { text } => Act::Remark { text: text.clone() },
        Fact::EndSignalled { .. } => Act::SignalEnd,
        Fact::JankenEntered { order } => Act::EnterJanken { order: order.clone() },
        Fact::TeamDisqualified { team, reason } => Act::Disqualify { team: *team, reason: reason.clone() },
        Fact::TeamReinstated { team, reason } => Act::Reinstate { team: *team, reason: reason.clone() },
        Fact::ResultDeclared => Act::DeclareResult,
        Fact::Paused { reason } => Act::Pause { reason: reason.clone() },
        Fact::Resumed { .. } => Act::Resume,
        Fact::WindowExtended { closes_at, reason } => {
            let by = closes_at.since(before.phase().closes_at()?);
            Act::Extend { by, reason: reason.clone() }
        }
        Fact::RoundVoided { round, attempt, reason } => {
            Act::VoidRound { round: *round, attempt: Some(*attempt), reason: reason.clone() }
        }
        Fact::GameAbandoned { reason } => Act::Abandon { reason: reason.clone() },
        Fact::ListsOpened { .. }
        | Fact::RebidsOpened { .. }
        | Fact::RoundFinalised { .. }
        | Fact::GameEnded => return None,
    })
}

/// The wall that a move on it replaced.
fn wall_of(before: &Game, team: TeamId) -> Option<Revision> {
    before.team(team).and_then(|team| team.wall)
}

/// The revision that what is sealed replaced, and what it says.
fn unsealed<T: Clone>(sealed: &Sealed<T>) -> (Option<Revision>, Secret<Vec<T>>) {
    let before = sealed.revision.0.checked_sub(1).filter(|&revision| revision > 0);
    (before.map(Revision), Secret(sealed.lines.clone()))
}
