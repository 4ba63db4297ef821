//! Events: facts of the past.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::{fmt, slice};

use super::{Actor, Announcement, Question, WallCount};
use crate::auction::{Bid, Raise, TeamList, TeamRaises};
use crate::wall::Spot;
use crate::{GameTime, LotId, MessageNo, QuestionNo, Revision, RoundNo, StoneId, TeamId, WaveNo};

/// A fact with its time and actor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub at: GameTime,
    pub by: Actor,
    pub fact: Fact,
}

/// A fact of a game.
///
/// Facts carry only what can't be derived from earlier facts. Each consumer derives the rest, such as awards
/// and charges, by the rules.
///
/// While contents are sealed (`A4`), only the owner's copy of the fact has them; all others have `None`. The
/// opening then carries all contents, so the facts with `None` are enough to follow the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A round opened for bidding (`A1`).
    RoundOpened {
        round: RoundNo,
        /// 1 plus the number of times the round was voided.
        attempt: u32,
        closes_at: GameTime,
    },
    /// A team submitted or replaced its list (`A2`). Public copies exist only for a team's first list in an
    /// attempt, because replacing it is secret too (`A4`).
    BidsSealed {
        team: TeamId,
        /// `None` if the reader may not see it.
        sealed: Option<Sealed<Bid>>,
    },
    /// Bidding closed and all valid lists were opened (`A5`).
    ListsOpened {
        /// At most one list per team, by team; teams without a list are absent.
        lists: Vec<TeamList>,
        /// If there are ties: when the first wave closes (`A7`).
        rebid_closes_at: Option<GameTime>,
    },
    /// A tied team submitted or replaced its re-bid or pass. Public the first time only (`A4`).
    RebidSealed {
        team: TeamId,
        /// `None` if the reader may not see it.
        sealed: Option<Sealed<Raise>>,
    },
    /// The wave closed and its re-bids were opened (`A8`).
    RebidsOpened {
        wave: WaveNo,
        /// At most one re-bid per tied team, by team; teams without one are absent.
        raises: Vec<TeamRaises>,
        /// If there are new ties: when the next wave closes (`A9`).
        rebid_closes_at: Option<GameTime>,
    },
    /// The judge confirmed lots (`A10`).
    LotsConfirmed {
        lots: Vec<LotId>,
    },
    /// All lots are confirmed: money is deducted and stones are handed out (`A10`).
    RoundFinalised {
        round: RoundNo,
    },
    /// A stone was placed or moved (`W4`).
    StonePlaced {
        team: TeamId,
        stone: StoneId,
        spot: Spot,
    },
    /// A stone was removed from the wall (`W4`).
    StoneTakenOut {
        team: TeamId,
        stone: StoneId,
    },
    /// A whole wall was replaced (`W5`).
    WallReplaced {
        team: TeamId,
        laid: BTreeMap<StoneId, Spot>,
        /// Reason, if the organiser entered it for the team (`G6`).
        by_hand: Option<String>,
    },
    /// A manual count of a team's wall was recorded or withdrawn (`E2`).
    WallCounted {
        team: TeamId,
        /// `None` if the computed count is used again.
        count: Option<WallCount>,
        reason: String,
    },
    /// Stones were ticked as carried to their teams, or a tick was withdrawn (`W4`).
    StonesTicked {
        /// Sorted, without repetition.
        stones: Vec<StoneId>,
        carried: bool,
    },
    /// A team has received and checked stones (`W4`).
    StonesChecked {
        team: TeamId,
        /// Sorted, without repetition.
        stones: Vec<StoneId>,
    },
    Remarked {
        text: String,
    },
    Announced {
        /// The addressed teams in the order of the setup; empty means all.
        teams: Vec<TeamId>,
        text: Announcement,
        /// The question that it answers, quoted without its author.
        asked: Option<Question>,
        /// True if it corrects an earlier announcement, such as an answer. Corrections of private answers don't
        /// count, because no other team may learn of those.
        corrects: bool,
    },
    QuestionAsked {
        team: TeamId,
        question: QuestionNo,
        text: Question,
    },
    QuestionAnswered {
        team: TeamId,
        question: QuestionNo,
        text: Announcement,
        /// True if the next announcement sends question and answer to all teams. Otherwise only the team gets the
        /// answer.
        to_all: bool,
    },
    MessagesRead {
        team: TeamId,
        /// The last message that it has read; all before it count as read.
        through: MessageNo,
    },
    /// The public trace of a sealed message, answer or read mark until the game is closed. It appears in
    /// public records in place of such a fact and in no feed.
    NoteSealed,
    /// The countdown to the end started (`E1`).
    EndSignalled {
        ends_at: GameTime,
    },
    /// The game ended and unsupported stones were removed (`E1`, `W5`).
    GameEnded,
    /// The judge entered a janken (`E2`).
    JankenEntered {
        order: Vec<TeamId>,
    },
    /// A team was disqualified (`E3`).
    TeamDisqualified {
        team: TeamId,
        reason: String,
    },
    /// A disqualification was revoked (`E3`).
    TeamReinstated {
        team: TeamId,
        reason: String,
    },
    /// The chief judge declared the final result (`E4`).
    ResultDeclared,
    /// The clocks were paused (`T`).
    Paused {
        reason: String,
    },
    /// The clocks were resumed (`T`).
    Resumed {
        /// New closing time of the window or countdown, if one is open.
        closes_at: Option<GameTime>,
    },
    /// The current window was extended (`T`).
    WindowExtended {
        /// New closing time. During a pause it excludes the time paused so far, which is added on resuming.
        closes_at: GameTime,
        reason: String,
    },
    /// A round was voided and will run again (`G5`, `T`). Lists that weren't opened stay sealed, because
    /// otherwise all teams would know the others' prices in the new attempt (`A4`).
    RoundVoided {
        round: RoundNo,
        attempt: u32,
        reason: String,
    },
    /// The game was abandoned (`G4`).
    GameAbandoned {
        reason: String,
    },
}

impl Fact {
    /// Returns whether the fact moves stones on some wall by request.
    pub const fn changes_a_wall(&self) -> bool {
        matches!(self, Self::StonePlaced { .. } | Self::StoneTakenOut { .. } | Self::WallReplaced { .. })
    }

    /// Returns whether the fact opens sealed lists or re-bids (`A5`, `A8`).
    pub const fn is_opening(&self) -> bool {
        matches!(self.record_effect(), RecordEffect::Opens)
    }

    /// Returns whether the fact is an opening that starts a re-bid wave (`A7`).
    pub const fn calls_wave(&self) -> bool {
        match self {
            Self::ListsOpened { rebid_closes_at, .. } | Self::RebidsOpened { rebid_closes_at, .. } => {
                rebid_closes_at.is_some()
            }
            _ => false,
        }
    }

    /// Returns whether the fact starts another phase of the game.
    pub const fn begins_phase(&self) -> bool {
        self.is_opening()
            || matches!(
                self,
                Self::RoundOpened { .. }
                    | Self::RoundFinalised { .. }
                    | Self::RoundVoided { .. }
                    | Self::EndSignalled { .. }
                    | Self::GameEnded
                    | Self::ResultDeclared
                    | Self::GameAbandoned { .. }
            )
    }

    /// Returns the team that submits a list or re-bid by the fact.
    pub const fn sealer(&self) -> Option<TeamId> {
        match self.secrecy() {
            Secrecy::Sealed => self.team(),
            Secrecy::Public | Secrecy::Addressed => None,
        }
    }

    /// Returns the revision of the submitted contents, if it is visible.
    pub fn revision(&self) -> Option<Revision> {
        match self {
            Self::BidsSealed { sealed, .. } => sealed.as_ref().map(|sealed| sealed.revision),
            Self::RebidSealed { sealed, .. } => sealed.as_ref().map(|sealed| sealed.revision),
            _ => None,
        }
    }

    /// Returns the only teams that may see the fact, or `None` if it is for all.
    ///
    /// Readers fold without facts that they may not see, so nothing of the game may depend on such facts. The
    /// record seals them until the game is closed and shows only that something was sealed
    /// ([`Fact::NoteSealed`], which is in no feed).
    pub fn addressees(&self) -> Option<&[TeamId]> {
        match self {
            Self::Announced { teams, .. } if !teams.is_empty() => Some(teams),
            Self::QuestionAsked { team, .. }
            | Self::QuestionAnswered { team, .. }
            | Self::MessagesRead { team, .. } => Some(slice::from_ref(team)),
            Self::Announced { .. } => None,
            // An addressed fact without addressees is for no team.
            fact => match fact.secrecy() {
                Secrecy::Addressed => Some(&[]),
                Secrecy::Public | Secrecy::Sealed => None,
            },
        }
    }

    /// Returns the public name of the kind of fact: [`Fact::name`], or that of a note.
    pub fn public_name(&self) -> &'static str {
        if self.addressees().is_some() { Self::NoteSealed.name() } else { self.name() }
    }

    /// Returns whether it is a message or a read mark. Only later messages depend on it.
    pub const fn is_message(&self) -> bool {
        matches!(self.secrecy(), Secrecy::Addressed) && !matches!(self, Self::NoteSealed)
    }

    /// Returns whether this team may see the fact.
    pub fn is_for(&self, team: TeamId) -> bool {
        self.addressees().is_none_or(|teams| teams.contains(&team))
    }

    /// Returns whether this actor can cause the fact. The organiser may act as the judge and for a team
    /// (`G6`). The clock closes what is due, and pauses the game after an outage if the contest is set so
    /// (`T`).
    pub fn can_be_of(&self, by: Actor) -> bool {
        match self.author() {
            Author::Judge => {
                matches!(by, Actor::Judge | Actor::Organiser)
                    || by == Actor::Clock && matches!(self, Self::Paused { .. })
            }
            Author::Clock => by == Actor::Clock,
            Author::Team => self.team().is_some_and(|team| by == Actor::Team(team)) || by == Actor::Organiser,
            Author::TeamAlone => self.team().is_some_and(|team| by == Actor::Team(team)),
        }
    }

    /// Returns the team of the fact: the actor, or the team that the organiser acted for.
    pub const fn team(&self) -> Option<TeamId> {
        match self {
            Self::BidsSealed { team, .. }
            | Self::RebidSealed { team, .. }
            | Self::StonePlaced { team, .. }
            | Self::StoneTakenOut { team, .. }
            | Self::WallReplaced { team, .. }
            | Self::StonesChecked { team, .. }
            | Self::QuestionAsked { team, .. }
            | Self::MessagesRead { team, .. } => Some(*team),
            _ => None,
        }
    }
}

impl Event {
    /// Returns the event for a public record of a running game: like [`Event::public`], but restricted facts
    /// become a note by the clock that something was sealed.
    #[must_use]
    pub fn recorded(&self) -> Self {
        if self.fact.addressees().is_some() {
            return Self { at: self.at, by: Actor::Clock, fact: Fact::NoteSealed };
        }
        self.public()
    }

    /// Returns the event without sealed contents (`A4`), for readers who may see it.
    #[must_use]
    pub fn public(&self) -> Self {
        let fact = match &self.fact {
            Fact::BidsSealed { team, sealed: _ } => Fact::BidsSealed { team: *team, sealed: None },
            Fact::RebidSealed { team, sealed: _ } => Fact::RebidSealed { team: *team, sealed: None },
            fact => match fact.secrecy() {
                Secrecy::Public | Secrecy::Addressed => fact.clone(),
                // A sealed fact without a public form shows nothing.
                Secrecy::Sealed => Fact::NoteSealed,
            },
        };
        Self { fact, ..*self }
    }
}

/// Readers of a fact's contents while the game runs (`A4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    Public,
    /// The team that submitted it, until the opening. All others see only the first submission, without
    /// contents.
    Sealed,
    /// Its addressees; all if it has none.
    Addressed,
}

/// Author of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    Judge,
    /// The team in the fact, or the organiser for it (`G6`).
    Team,
    TeamAlone,
    Clock,
}

/// Topic of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    Auction,
    Wall,
    Clock,
    Ruling,
    Note,
}

/// Effect of a fact on the public record: opening it (`A4`), and signing its head at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordEffect {
    Starts,
    /// Opens lists. The record is held back again if a wave is called ([`Fact::calls_wave`]).
    Opens,
    Ends,
    Decides,
    Goes,
}

/// Passes the table of all facts to the macro `then`: for each fact its name in snake case, its author,
/// topic, secrecy, effect on the record, and its fields with their names on the wire and in records.
///
/// Names, wire messages and record lines are all generated from this table.
#[macro_export]
macro_rules! facts {
    ($then:ident) => {
        $then! {
            RoundOpened "round_opened" Judge Auction Public Starts {
                round: round, attempt: attempt, closes_at: closes_at_ms
            }
            BidsSealed "bids_sealed" Team Auction Sealed Goes { team: team, sealed: sealed }
            ListsOpened "lists_opened" Clock Auction Public Opens {
                lists: lists, rebid_closes_at: rebid_closes_at_ms
            }
            RebidSealed "rebid_sealed" Team Auction Sealed Goes { team: team, sealed: sealed }
            RebidsOpened "rebids_opened" Clock Auction Public Opens {
                wave: wave, raises: raises, rebid_closes_at: rebid_closes_at_ms
            }
            LotsConfirmed "lots_confirmed" Judge Auction Public Goes { lots: lots }
            RoundFinalised "round_finalised" Clock Auction Public Decides { round: round }
            StonePlaced "stone_placed" Team Wall Public Goes { team: team, stone: stone, spot: spot }
            StoneTakenOut "stone_taken_out" Team Wall Public Goes { team: team, stone: stone }
            WallReplaced "wall_replaced" Team Wall Public Goes { team: team, laid: wall, by_hand: by_hand }
            WallCounted "wall_counted" Judge Ruling Public Decides {
                team: team, count: count, reason: reason
            }
            StonesTicked "stones_ticked" Judge Note Public Goes { stones: stones, carried: carried }
            StonesChecked "stones_checked" TeamAlone Note Public Goes { team: team, stones: stones }
            Remarked "remarked" Judge Note Public Goes { text: text }
            Announced "announced" Judge Note Addressed Goes {
                teams: teams, text: text, asked: asked, corrects: corrects
            }
            QuestionAsked "question_asked" TeamAlone Note Addressed Goes {
                team: team, question: question, text: text
            }
            QuestionAnswered "question_answered" Judge Note Addressed Goes {
                team: team, question: question, text: text, to_all: to_all
            }
            MessagesRead "messages_read" TeamAlone Note Addressed Goes { team: team, through: through }
            NoteSealed "note_sealed" Clock Note Addressed Goes {}
            EndSignalled "end_signalled" Judge Ruling Public Goes { ends_at: ends_at_ms }
            GameEnded "game_ended" Clock Ruling Public Decides {}
            JankenEntered "janken_entered" Judge Ruling Public Decides { order: order }
            TeamDisqualified "team_disqualified" Judge Ruling Public Decides { team: team, reason: reason }
            TeamReinstated "team_reinstated" Judge Ruling Public Decides { team: team, reason: reason }
            ResultDeclared "result_declared" Judge Ruling Public Ends {}
            Paused "paused" Judge Clock Public Goes { reason: reason }
            Resumed "resumed" Judge Clock Public Goes { closes_at: closes_at_ms }
            WindowExtended "window_extended" Judge Clock Public Goes {
                closes_at: closes_at_ms, reason: reason
            }
            RoundVoided "round_voided" Judge Auction Public Decides {
                round: round, attempt: attempt, reason: reason
            }
            GameAbandoned "game_abandoned" Judge Ruling Public Ends { reason: reason }
        }
    };
}

macro_rules! columns {
    ($($fact:ident $name:literal $author:ident $topic:ident $secrecy:ident $effect:ident { $($field:ident: $spelled:ident),* })*) => {
        impl Fact {
            /// The names of all kinds of facts.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// Returns the kind of fact in snake case, such as `round_opened`, for logs and files.
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$fact { .. } => $name,)* }
            }

            /// Returns who can cause such a fact.
            pub const fn author(&self) -> Author {
                match self { $(Self::$fact { .. } => Author::$author,)* }
            }

            /// Returns the topic of such a fact.
            pub const fn topic(&self) -> Topic {
                match self { $(Self::$fact { .. } => Topic::$topic,)* }
            }

            /// Returns who may see the contents of such a fact.
            pub const fn secrecy(&self) -> Secrecy {
                match self { $(Self::$fact { .. } => Secrecy::$secrecy,)* }
            }

            /// Returns the effect of such a fact on the public record.
            pub const fn record_effect(&self) -> RecordEffect {
                match self { $(Self::$fact { .. } => RecordEffect::$effect,)* }
            }
        }
    };
}

facts!(columns);

/// Sealed contents with their revision. Debug output omits both (`A4`).
#[derive(Clone, PartialEq, Eq)]
pub struct Sealed<T> {
    /// Number of submissions of the team in this attempt or wave, including this one.
    pub revision: Revision,
    /// The submitted lines in the team's order. Shared, because each submission copies the game with all its
    /// lists.
    pub lines: Arc<[T]>,
    /// Reason, if the organiser entered it for the team (`G6`). As secret as the lines, because it could show
    /// that a list was replaced.
    pub by_hand: Option<String>,
}

impl<T> fmt::Debug for Sealed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}
