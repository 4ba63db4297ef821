//! The organiser's entry for a team, step by step (`G6`): for whom, what, the text, the reason, one question, the
//! answer. Knows what has been typed; whether it is possible, the rules say.

use ishigaki_client::Ticket;
use ishigaki_proto::fault::Fault;
use ishigaki_rules::auction::Settlement;
use ishigaki_rules::{Game, LotId, Phase, Priority, RoundRecord, TeamId, Tsuyama};

use crate::console::keymap::Context;
use crate::entry::{self, EntryContent, EntryError, EntryKind, Meant};
use ishigaki_screen::Field;

/// An entry that is being made. What is typed shows in no debug output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByHand {
    /// The step that is open.
    pub stage: EntryStep,
    pub team: TeamId,
    pub kind: EntryKind,
    /// State that it is meant for: what there was when its text was begun.
    pub(crate) meant: Meant,
    /// Text of the entry.
    pub(crate) text: Field,
    /// Reason for entering it by hand.
    pub(crate) reason: Field,
    /// Reason for which the server refused it, until something else is typed.
    pub(crate) refused: Option<Fault>,
}

/// A step of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryStep {
    Whom,
    /// Kind of the entry.
    What,
    /// Text of the entry.
    Text,
    /// Reason for the entry.
    Reason,
    Ask,
    /// The server has not answered yet.
    Wait(Ticket),
}

/// Error of an entry that cannot be made as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EntryDoubt {
    /// It cannot be read.
    Unreadable(EntryError),
    /// The rules refuse it.
    Fault(Fault),
    /// There is no count that could be taken back.
    NotCounted,
}

impl ByHand {
    /// An entry for this team, unless another one is chosen; what the phase of the game suggests.
    pub(crate) fn new(game: &Game, team: TeamId) -> Self {
        let kind = match game.phase() {
            Phase::Bidding { .. } => EntryKind::List,
            Phase::Rebidding { .. } => EntryKind::Rebid,
            phase if phase.is_building_time() => EntryKind::Wall,
            _ => EntryKind::Count,
        };
        Self {
            stage: EntryStep::Whom,
            team,
            kind,
            meant: Meant::default(),
            text: Field::default(),
            reason: Field::default(),
            refused: None,
        }
    }

    /// Returns the keys that answer it.
    pub(crate) const fn context(&self) -> Context {
        match self.stage {
            EntryStep::Whom | EntryStep::What => Context::Choice,
            EntryStep::Text | EntryStep::Reason => Context::Form,
            EntryStep::Ask => Context::Ask,
            EntryStep::Wait(_) => Context::Wait,
        }
    }

    /// The text that is being typed, if one is.
    pub(crate) fn field(&mut self) -> Option<&mut Field> {
        match self.stage {
            EntryStep::Text => Some(&mut self.text),
            EntryStep::Reason => Some(&mut self.reason),
            EntryStep::Whom | EntryStep::What | EntryStep::Ask | EntryStep::Wait(_) => None,
        }
    }

    /// Takes a character of a text.
    pub(crate) fn write(&mut self, char: char) {
        if let Some(field) = self.field() {
            field.write(char);
            self.refused = None;
        }
    }

    /// Begins the text of what is chosen, which is meant for what is open now.
    pub(crate) fn begin_text(&mut self, game: &Game, meant: Meant) {
        self.meant = meant;
        self.refused = None;
        if self.kind == EntryKind::Uncount {
            self.stage = EntryStep::Reason;
            return;
        }
        self.stage = EntryStep::Text;
        if let (EntryKind::Wall, Some(team)) =
            (self.kind, game.team(self.team).filter(|_| self.text.is_blank()))
        {
            self.text = Field::of(&entry::spell_wall(team, game.setup()));
        }
    }

    /// Returns what has been typed, read.
    pub(crate) fn content(&self, game: &Game) -> Result<EntryContent, EntryError> {
        let content = entry::read(self.kind, &self.text.text())?;
        Ok(content.spelled_as_in(game.setup()))
    }
}

/// The tied lines of a team in the open wave: the line, its lot and the tied price.
pub(crate) fn tied_lines(
    record: &RoundRecord,
    team: TeamId,
) -> impl Iterator<Item = (Priority, LotId, Tsuyama)> {
    let ties = record.settlement.as_ref().map(Settlement::ties).unwrap_or_default();
    ties.iter().flat_map(move |tie| {
        let own = tie.lines.iter().filter(move |line| line.team == team);
        own.map(|line| (line.priority, tie.lot, tie.price))
    })
}
