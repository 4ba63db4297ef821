//! The events: what happened.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::{fmt, slice};

use super::{Actor, Announcement, Question, WallCount};
use crate::auction::{Bid, Raise, TeamList, TeamRaises};
use crate::wall::Spot;
use crate::{GameTime, LotId, MessageNo, QuestionNo, Revision, RoundNo, StoneId, TeamId, WaveNo};

/// A fact, when it happened and who brought it about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Time of the event.
    pub at: GameTime,
    pub by: Actor,
    pub fact: Fact,
}

/// Fact: what can happen in a game.
///
/// A fact carries what cannot be worked out from the facts before it. What follows from it by the rules,
/// such as awards and charges, is worked out by whoever applies it.
///
/// While something is sealed (`A4`), its owner's copy of the fact has it and everybody else's copy has
/// `None`; the opening then carries all of it, so that the facts with `None` are enough to follow the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A round opened for bidding (`A1`).
    RoundOpened {
        round: RoundNo,
        /// 1, and one more for each time the round was voided.
        attempt: u32,
        /// Time at which bidding closes.
        closes_at: GameTime,
    },
    /// A team sealed a list, or replaced its sealed list (`A2`). The public copy exists only for the first
    /// list of a team in an attempt: that a list was replaced is secret too (`A4`).
    BidsSealed {
        team: TeamId,
        /// The list; `None` where it is none of the reader's business.
        sealed: Option<Sealed<Bid>>,
    },
    /// Bidding closed and all lists were opened (`A5`): those that counted, by team.
    ListsOpened {
        /// The lists, at most one per team, by team; a team that sealed none is absent.
        lists: Vec<TeamList>,
        /// If there are ties: when the first wave closes (`A7`).
        rebid_closes_at: Option<GameTime>,
    },
    /// A tied team sealed its re-bid or pass, or replaced it; public for the first time only (`A4`).
    RebidSealed {
        team: TeamId,
        /// The raises; `None` where they are none of the reader's business.
        sealed: Option<Sealed<Raise>>,
    },
    /// The wave closed and its re-bids were opened (`A8`), by team.
    RebidsOpened {
        wave: WaveNo,
        /// The re-bids, at most one per tied team, by team; a silent team is absent.
        raises: Vec<TeamRaises>,
        /// If there are new ties: when the next wave closes (`A9`).
        rebid_closes_at: Option<GameTime>,
    },
    /// The judge confirmed lots (`A10`).
    LotsConfirmed {
        /// Lots that are confirmed, in order.
        lots: Vec<LotId>,
    },
    /// All lots are confirmed: money is deducted, stones are handed out (`A10`).
    RoundFinalised { round: RoundNo },
    /// A stone was laid or moved (`W4`).
    StonePlaced {
        /// Team that the wall belongs to.
        team: TeamId,
        stone: StoneId,
        /// Position in which it lies now.
        spot: Spot,
    },
    /// A stone was taken off the wall (`W4`).
    StoneTakenOut {
        /// Team that the wall belongs to.
        team: TeamId,
        stone: StoneId,
    },
    /// A whole wall was replaced (`W5`).
    WallReplaced {
        /// Team that the wall belongs to.
        team: TeamId,
        /// Positions in which all stones on it lie now.
        laid: BTreeMap<StoneId, Spot>,
        /// Reason for which somebody entered it for the team, if somebody did (`G6`).
        by_hand: Option<String>,
    },
    /// A team's wall was counted by hand, or that was taken back (`E2`).
    WallCounted {
        /// Team that the wall belongs to.
        team: TeamId,
        /// Count of the wall; `None`: the wall that lies here counts again.
        count: Option<WallCount>,
        reason: String,
    },
    /// Stones were carried to their teams, or a tick was taken back (`W4`).
    StonesTicked {
        /// The stones, in order, each once.
        stones: Vec<StoneId>,
        /// Whether they have been carried.
        carried: bool,
    },
    /// A team has received and checked stones (`W4`).
    StonesChecked {
        /// Team that the stones belong to.
        team: TeamId,
        /// The stones, in order, each once.
        stones: Vec<StoneId>,
    },
    /// A remark was put on record.
    Remarked { text: String },
    /// Something was announced to teams.
    Announced {
        /// The teams that it is for, in the order of the set-up, each once; none: all of them.
        teams: Vec<TeamId>,
        text: Announcement,
        /// The question that it answers, quoted without who asked it; `None`: it quotes none.
        asked: Option<Question>,
        /// Whether it corrects what was announced before, such as an earlier answer to that question. An answer of which the
        /// asker alone was told is not meant: nobody else may learn of it.
        corrects: bool,
    },
    /// A team asked the judge something.
    QuestionAsked {
        team: TeamId,
        /// Number of the question among the team's.
        question: QuestionNo,
        text: Question,
    },
    /// A question was answered, or an answer corrected.
    QuestionAnswered {
        /// The team that asked.
        team: TeamId,
        /// Number of the question among the team's that is answered.
        question: QuestionNo,
        /// Text of the answer.
        text: Announcement,
        /// Whether question and answer are told to all teams, by the announcement that comes next; otherwise the team
        /// alone is told.
        to_all: bool,
    },
    /// A team has read what it was told.
    MessagesRead {
        team: TeamId,
        /// The last of its messages that it has read, and with it all before.
        through: MessageNo,
    },
    /// A message, an answer or a mark was sealed that some are not told of: what everybody may know of it until the game is
    /// closed. Nobody's feed has it; a public record has it in the place of such a fact.
    NoteSealed,
    /// The countdown to the end runs (`E1`).
    EndSignalled { ends_at: GameTime },
    /// The game ended; unsupported stones are lifted off (`E1`, `W5`).
    GameEnded,
    /// The judge entered a janken (`E2`).
    JankenEntered {
        /// The tied group, best first.
        order: Vec<TeamId>,
    },
    /// A team was disqualified (`E3`).
    TeamDisqualified { team: TeamId, reason: String },
    /// A disqualification was taken back (`E3`).
    TeamReinstated { team: TeamId, reason: String },
    /// The chief judge declared the final result (`E4`).
    ResultDeclared,
    /// The clocks stand (`T`).
    Paused { reason: String },
    /// The clocks go on (`T`).
    Resumed {
        /// Time at which the window or countdown that was running closes now, if one was.
        closes_at: Option<GameTime>,
    },
    /// The running window got more time (`T`).
    WindowExtended {
        /// Time at which it closes now; while the game is paused, without the time that the clocks have
        /// stood, which is added when it resumes.
        closes_at: GameTime,
        reason: String,
    },
    /// A round was voided; it will be run again (`G5`, `T`). Lists that were not open yet stay sealed, or
    /// everybody would bid in the new attempt with the others' prices in hand (`A4`).
    RoundVoided {
        round: RoundNo,
        /// The attempt that is void.
        attempt: u32,
        reason: String,
    },
    /// The game was abandoned (`G4`).
    GameAbandoned { reason: String },
}

impl Fact {
    /// Returns whether a stone on some wall lies otherwise from then on because somebody wanted it so.
    pub const fn changes_a_wall(&self) -> bool {
        matches!(self, Self::StonePlaced { .. } | Self::StoneTakenOut { .. } | Self::WallReplaced { .. })
    }

    /// Returns whether lists or re-bids that were sealed become public by the fact (`A5`, `A8`).
    pub const fn is_opening(&self) -> bool {
        matches!(self.record_effect(), RecordEffect::Opens)
    }

    /// Returns whether a wave of re-bids begins with the fact, an opening (`A7`).
    pub const fn calls_wave(&self) -> bool {
        match self {
            Self::ListsOpened { rebid_closes_at, .. } | Self::RebidsOpened { rebid_closes_at, .. } => {
                rebid_closes_at.is_some()
            }
            _ => false,
        }
    }

    /// Returns whether the game is in another phase from then on.
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

    /// The team whose list or re-bid the fact seals.
    pub const fn sealer(&self) -> Option<TeamId> {
        match self.secrecy() {
            Secrecy::Sealed => self.team(),
            Secrecy::Public | Secrecy::Addressed => None,
        }
    }

    /// The revision of what the fact seals, where that is shown.
    pub fn revision(&self) -> Option<Revision> {
        match self {
            Self::BidsSealed { sealed, .. } => sealed.as_ref().map(|sealed| sealed.revision),
            Self::RebidSealed { sealed, .. } => sealed.as_ref().map(|sealed| sealed.revision),
            _ => None,
        }
    }

    /// The teams that alone are told of the fact; `None`: everybody is.
    ///
    /// Nothing of the game may follow from a fact that some are not told of: they fold without it. The record has it sealed
    /// until the game is closed, and shows that something was ([`Fact::NoteSealed`], of which nobody is told).
    pub fn addressees(&self) -> Option<&[TeamId]> {
        match self {
            Self::Announced { teams, .. } if !teams.is_empty() => Some(teams),
            Self::QuestionAsked { team, .. }
            | Self::QuestionAnswered { team, .. }
            | Self::MessagesRead { team, .. } => Some(slice::from_ref(team)),
            Self::Announced { .. } => None,
            // An addressed fact that names nobody is for nobody.
            fact => match fact.secrecy() {
                Secrecy::Addressed => Some(&[]),
                Secrecy::Public | Secrecy::Sealed => None,
            },
        }
    }

    /// The kind of fact as everybody may know it: [`Fact::name`], or that of a note.
    pub fn public_name(&self) -> &'static str {
        if self.addressees().is_some() { Self::NoteSealed.name() } else { self.name() }
    }

    /// Returns whether it is a message, to whomever, or a mark that one was read: nothing of the game follows from it but what is
    /// said after it.
    pub const fn is_message(&self) -> bool {
        matches!(self.secrecy(), Secrecy::Addressed) && !matches!(self, Self::NoteSealed)
    }

    /// Returns whether this team is told of the fact.
    pub fn is_for(&self, team: TeamId) -> bool {
        self.addressees().is_none_or(|teams| teams.contains(&team))
    }

    /// Returns whether this actor can be the one behind the fact: the organiser may do what the judge may, and act for a team
    /// (`G6`); the clock closes what is due, and pauses the game after an outage if the contest is set so (`T`).
    pub fn can_be_of(&self, by: Actor) -> bool {
        match self.author() {
            Author::Judge => {
                matches!(by, Actor::Judge | Actor::Organiser)
                    || by == Actor::Clock && matches!(self, Self::Paused { .. })
            }
            Author::Organiser => by == Actor::Organiser,
            Author::Clock => by == Actor::Clock,
            Author::Team => self.team().is_some_and(|team| by == Actor::Team(team)) || by == Actor::Organiser,
            Author::TeamAlone => self.team().is_some_and(|team| by == Actor::Team(team)),
        }
    }

    /// The team that brought the fact about, or for which somebody did.
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
    /// The event as a public record has it while the game goes on: as [`Event::public`], but of what only some are told there is
    /// only that something was sealed, which the clock did.
    #[must_use]
    pub fn recorded(&self) -> Self {
        if self.fact.addressees().is_some() {
            return Self { at: self.at, by: Actor::Clock, fact: Fact::NoteSealed };
        }
        self.public()
    }

    /// The event as whoever is told of it may see it: what is sealed is absent (`A4`).
    #[must_use]
    pub fn public(&self) -> Self {
        let fact = match &self.fact {
            Fact::BidsSealed { team, sealed: _ } => Fact::BidsSealed { team: *team, sealed: None },
            Fact::RebidSealed { team, sealed: _ } => Fact::RebidSealed { team: *team, sealed: None },
            fact => match fact.secrecy() {
                Secrecy::Public | Secrecy::Addressed => fact.clone(),
                // Of something sealed without a public form nothing is told.
                Secrecy::Sealed => Fact::NoteSealed,
            },
        };
        Self { fact, ..*self }
    }
}

/// Secrecy of a fact: who may know what it carries while the game goes on (`A4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    Public,
    /// The team that sealed it, until the opening; everybody else only that it sealed, the first time.
    Sealed,
    /// Its addressees, if it has any; otherwise everybody.
    Addressed,
}

/// Author of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// The judge, or the organiser in the judge's stead.
    Judge,
    /// The team that the fact names, or the organiser for it (`G6`).
    Team,
    /// The team that the fact names, and nobody for it.
    TeamAlone,
    Organiser,
    /// The clock, or the fact before it.
    Clock,
}

/// Topic of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A round: its opening, lists, awards, confirmation.
    Auction,
    /// A wall as it lies.
    Wall,
    Clock,
    /// The course of the game and its result.
    Ruling,
    /// Information, from which nothing follows.
    Note,
}

/// Effect of a fact on the public record: how far it is open from then on (`A4`), and whether its head is signed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordEffect {
    /// A round begins: the record is held back.
    Starts,
    /// Lists are opened, after which the record is held back again if a wave is called ([`Fact::calls_wave`]).
    Opens,
    /// Nothing comes after it.
    Ends,
    /// It changes the result by itself.
    Decides,
    Goes,
}

/// Hands the table of all facts to the macro named `then`: of each its name in snake case, its author, its topic, its secrecy,
/// its effect on the record, and its fields, each with the name by which wire and record spell it.
///
/// Whatever treats every fact alike is made from this table: names, wire messages, record lines.
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
            WallCounted "wall_counted" Organiser Ruling Public Decides {
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

            /// The kind of fact in snake case, such as `round_opened`: for logs and files, never a figure.
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$fact { .. } => $name,)* }
            }

            /// Returns the author of such a fact.
            pub const fn author(&self) -> Author {
                match self { $(Self::$fact { .. } => Author::$author,)* }
            }

            /// Returns what such a fact is about.
            pub const fn topic(&self) -> Topic {
                match self { $(Self::$fact { .. } => Topic::$topic,)* }
            }

            /// Returns who may know what such a fact carries.
            pub const fn secrecy(&self) -> Secrecy {
                match self { $(Self::$fact { .. } => Secrecy::$secrecy,)* }
            }

            /// Returns what such a fact is to the public record.
            pub const fn record_effect(&self) -> RecordEffect {
                match self { $(Self::$fact { .. } => RecordEffect::$effect,)* }
            }
        }
    };
}

facts!(columns);

/// Something sealed: which revision, and what. Neither shows in debug output (`A4`).
#[derive(Clone, PartialEq, Eq)]
pub struct Sealed<T> {
    /// Number of times that the team has sealed in this attempt or wave, this time included.
    pub revision: Revision,
    /// Lines that it sealed, in the order it gave. Shared: a game is copied for each list, with all lists in
    /// it.
    pub lines: Arc<[T]>,
    /// Reason for which somebody entered it for the team, if somebody did (`G6`). As secret as the lines: it
    /// would show that a list was replaced.
    pub by_hand: Option<String>,
}

impl<T> fmt::Debug for Sealed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}
